//! Pawn structure by set operations, for all pawns of a side at once.
//!
//! Everything here is seen from the pawns' own side: they move towards higher ranks. For Black both sets
//! are turned upside down first, so there is one set of formulas.

/// What there is to say about the pawns of one side. All sets are from its own point of view.
#[derive(Clone, Copy, Debug)]
pub(super) struct PawnStructure {
    /// Pawns with a pawn of their own in front of them on the file.
    pub(super) doubled: u64,
    /// Pawns without a pawn of their own on the files beside.
    pub(super) isolated: u64,
    /// Pawns that no pawn can defend any more and whose next square a pawn of the opponent attacks.
    pub(super) backward: u64,
    /// Pawns that a pawn defends.
    pub(super) defended: u64,
    /// Pawns that no pawn of the opponent can stop, the foremost of each file.
    pub(super) passed: u64,
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

fn beside(squares: u64) -> u64 {
    (squares & !FILE_H) << 1 | (squares & !FILE_A) >> 1
}

fn upwards(mut squares: u64) -> u64 {
    squares |= squares << 8;
    squares |= squares << 16;
    squares | squares << 32
}

fn downwards(mut squares: u64) -> u64 {
    squares |= squares >> 8;
    squares |= squares >> 16;
    squares | squares >> 32
}

/// All squares of the files on which there is one of the given squares.
pub(super) fn files_of(squares: u64) -> u64 {
    upwards(squares) | downwards(squares)
}

/// The squares that pawns attack.
pub(super) fn attacks(pawns: u64) -> u64 {
    beside(pawns << 8)
}

impl PawnStructure {
    /// `own` and `theirs` as `own` sees them.
    #[inline]
    pub(super) fn of(own: u64, theirs: u64) -> PawnStructure {
        let own_attacks = attacks(own);
        let their_attacks = beside(theirs >> 8);
        let behind_own = downwards(own >> 8);
        let stopped_by_theirs = downwards(theirs >> 8);
        let isolated = own & !files_of(beside(own));
        let defendable = upwards(own_attacks);
        PawnStructure {
            doubled: own & behind_own,
            isolated,
            backward: own & !isolated & ((their_attacks & !defendable) >> 8),
            defended: own & own_attacks,
            passed: own & !behind_own & !(stopped_by_theirs | beside(stopped_by_theirs)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The squares of a text like `a2 b3`.
    fn squares(text: &str) -> u64 {
        let bit = |square: &str| {
            let bytes = square.as_bytes();
            1 << ((bytes[1] - b'1') * 8 + bytes[0] - b'a')
        };
        text.split_whitespace().map(bit).fold(0, |set: u64, square: u64| set | square)
    }

    #[test]
    fn features_of_a_known_structure() {
        let pawns = PawnStructure::of(squares("a2 c2 c4 e4 f3 h5"), squares("c5 d6 f6 b7"));
        assert_eq!(pawns.doubled, squares("c2"));
        assert_eq!(pawns.isolated, squares("a2 c2 c4 h5"));
        assert_eq!(pawns.defended, squares("e4"));
        assert_eq!(pawns.passed, squares("h5"));
        assert_eq!(pawns.backward, squares(""));
        let pawns = PawnStructure::of(squares("d3 e4"), squares("c5 e5"));
        assert_eq!(pawns.backward, squares("d3"));
        assert_eq!(pawns.passed, squares(""));
    }

    /// The same by looking at every square.
    #[test]
    fn passed_doubled_and_isolated_by_definition() {
        let mut state = 7;
        for _ in 0..2000 {
            state = pleach::mix(state);
            let own = state & pleach::mix(state ^ 1) & pleach::mix(state ^ 2) & 0x00ff_ffff_ffff_ff00;
            let theirs = pleach::mix(state ^ 3) & pleach::mix(state ^ 4) & 0x00ff_ffff_ffff_ff00 & !own;
            let found = PawnStructure::of(own, theirs);
            let has = |set: u64, file: i32, rank: i32| {
                (0..8).contains(&file) && (0..8).contains(&rank) && set >> (rank * 8 + file) & 1 == 1
            };
            let any =
                |set: u64, file: i32, mut ranks: std::ops::Range<i32>| ranks.any(|rank| has(set, file, rank));
            for (file, rank) in (0..8).flat_map(|file| (0..8).map(move |rank| (file, rank))) {
                let pawn = has(own, file, rank);
                let doubled = pawn && any(own, file, rank + 1..8);
                let isolated = pawn && !any(own, file - 1, 0..8) && !any(own, file + 1, 0..8);
                let blocked = (file - 1..=file + 1).any(|file| any(theirs, file, rank + 1..8));
                assert_eq!(has(found.doubled, file, rank), doubled);
                assert_eq!(has(found.isolated, file, rank), isolated);
                assert_eq!(has(found.passed, file, rank), pawn && !doubled && !blocked);
                let defended = has(own, file - 1, rank - 1) || has(own, file + 1, rank - 1);
                assert_eq!(has(found.defended, file, rank), pawn && defended);
            }
        }
    }
}
