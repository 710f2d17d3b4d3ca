//! What the classical evaluation looks at, whatever is made of it: a value, or a list for a tuner.

use super::pawns::{PawnStructure, attacks, files_of};
use super::taper::Taper;
use cozy_chess::{
    BitBoard, Board, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};
use pleach::{Weights, WeightsError};

/// Something for every feature of a position: what it is worth, or where its weights are.
#[derive(Clone, Debug)]
pub(super) struct Features<T> {
    /// By piece.
    pub(super) material: [T; 6],
    /// By piece; the files a to d, row by row from the eighth rank.
    pub(super) squares: [[T; 32]; 6],
    mobility: Mobility<T>,
    pawns: PawnFeatures<T>,
    shield_near: T,
    shield_far: T,
    king_open_file: T,
    danger: [T; DANGER_STEPS],
    bishop_pair: T,
    rook_open: T,
    rook_half_open: T,
    pub(super) tempo: T,
}

#[derive(Clone, Debug)]
struct Mobility<T> {
    knight: [T; 9],
    bishop: [T; 14],
    rook: [T; 15],
    queen: [T; 28],
}

#[derive(Clone, Debug)]
struct PawnFeatures<T> {
    doubled: T,
    isolated: T,
    backward: T,
    defended: T,
    /// By rank from the pawn's own side.
    passed: [T; 8],
    passed_blocked: T,
}

/// Attacks on the squares around a king are worth more the more of them there are, up to this many.
const DANGER_STEPS: usize = 24;

/// Where the two weights of a feature are in [`Weights::flat`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct WeightPair {
    pub(super) middlegame: u32,
    pub(super) endgame: u32,
}

/// Reads groups of weights and keeps them in a range in which no sum can overflow.
pub(super) struct Reader<'a> {
    weights: &'a Weights,
    flat: Vec<i32>,
}

impl<'a> Reader<'a> {
    pub(super) const LARGEST: i32 = 100_000;

    pub(super) fn new(weights: &'a Weights) -> Reader<'a> {
        Reader { weights, flat: weights.flat() }
    }

    pub(super) fn array<const N: usize>(&self, name: &str) -> Result<[i32; N], WeightsError> {
        let numbers = self.weights.group(name, N)?;
        if let Some(number) = numbers.iter().find(|number| number.unsigned_abs() > Reader::LARGEST as u32) {
            let reason = format!("'{name}': {number} is beyond {}", Reader::LARGEST);
            return Err(WeightsError::new(reason));
        }
        let mut array = [0; N];
        array.copy_from_slice(numbers);
        Ok(array)
    }

    /// What two weights are worth.
    pub(super) fn value(&self, place: WeightPair) -> Taper {
        Taper::new(self.flat[place.middlegame as usize], self.flat[place.endgame as usize])
    }

    /// Where a group of `N` numbers begins.
    fn place<const N: usize>(&self, name: &str) -> Result<u32, WeightsError> {
        self.array::<N>(name)?;
        Ok(self.weights.place(name).unwrap_or(0) as u32)
    }

    /// `[middlegame, endgame]`.
    fn pair<T>(&self, make: impl Fn(WeightPair) -> T, name: &str) -> Result<T, WeightsError> {
        let middlegame = self.place::<2>(name)?;
        Ok(make(WeightPair { middlegame, endgame: middlegame + 1 }))
    }

    /// Two groups, `name_middlegame` and `name_endgame`.
    fn table<T, const N: usize>(
        &self,
        make: impl Fn(WeightPair) -> T,
        name: &str,
    ) -> Result<[T; N], WeightsError> {
        let middlegame = self.place::<N>(&format!("{name}_middlegame"))?;
        let endgame = self.place::<N>(&format!("{name}_endgame"))?;
        let at = |index: usize| WeightPair {
            middlegame: middlegame + index as u32,
            endgame: endgame + index as u32,
        };
        Ok(std::array::from_fn(|index| make(at(index))))
    }
}

impl<T: Copy> Features<T> {
    /// Makes something of the places of every feature's weights.
    pub(super) fn read(
        read: &Reader<'_>,
        make: impl Fn(WeightPair) -> T,
    ) -> Result<Features<T>, WeightsError> {
        let make = &make;
        let squares = |piece: &str| read.table(make, &format!("{piece}_squares"));
        Ok(Features {
            material: read.table(make, "material")?,
            squares: [
                squares("pawn")?,
                squares("knight")?,
                squares("bishop")?,
                squares("rook")?,
                squares("queen")?,
                squares("king")?,
            ],
            mobility: Mobility {
                knight: read.table(make, "knight_mobility")?,
                bishop: read.table(make, "bishop_mobility")?,
                rook: read.table(make, "rook_mobility")?,
                queen: read.table(make, "queen_mobility")?,
            },
            pawns: PawnFeatures {
                doubled: read.pair(make, "doubled")?,
                isolated: read.pair(make, "isolated")?,
                backward: read.pair(make, "backward")?,
                defended: read.pair(make, "defended")?,
                passed: read.table(make, "passed")?,
                passed_blocked: read.pair(make, "passed_blocked")?,
            },
            shield_near: read.pair(make, "shield_near")?,
            shield_far: read.pair(make, "shield_far")?,
            king_open_file: read.pair(make, "king_open_file")?,
            danger: read.table(make, "danger")?,
            bishop_pair: read.pair(make, "bishop_pair")?,
            rook_open: read.pair(make, "rook_open")?,
            rook_half_open: read.pair(make, "rook_half_open")?,
            tempo: read.pair(make, "tempo")?,
        })
    }

    /// Tells what one side has and how often: all but its men and where they stand.
    #[inline(always)]
    pub(super) fn of_side(
        &self,
        board: &Board,
        colour: Color,
        attack_units: &[i32; 6],
        tell: &mut impl FnMut(T, u32),
    ) {
        let side = Side::new(board, colour);
        self.activity(&side, attack_units, tell);
        self.pawn_structure(&side, tell);
        self.king_shelter(&side, tell);
    }

    /// Mobility, rooks on open files, the bishop pair, and the attack on the opponent's king.
    #[inline(always)]
    fn activity(&self, side: &Side<'_>, units: &[i32; 6], tell: &mut impl FnMut(T, u32)) {
        let (occupied, mobility) = (side.board.occupied(), &self.mobility);
        let mut attack = Attack::default();
        for square in side.pieces(Piece::Knight) {
            let reach = get_knight_moves(square);
            tell(mobility.knight[(reach & side.free).len() as usize], 1);
            attack.add(reach, side.target, units[Piece::Knight as usize]);
        }
        for square in side.pieces(Piece::Bishop) {
            let reach = get_bishop_moves(square, occupied);
            tell(mobility.bishop[(reach & side.free).len() as usize], 1);
            attack.add(reach, side.target, units[Piece::Bishop as usize]);
        }
        for square in side.pieces(Piece::Rook) {
            let reach = get_rook_moves(square, occupied);
            tell(mobility.rook[(reach & side.free).len() as usize], 1);
            attack.add(reach, side.target, units[Piece::Rook as usize]);
            let file = square.file().bitboard();
            if file.is_disjoint(side.own_pawns) {
                let open = file.is_disjoint(side.their_pawns);
                tell(if open { self.rook_open } else { self.rook_half_open }, 1);
            }
        }
        for square in side.pieces(Piece::Queen) {
            let reach = get_bishop_moves(square, occupied) | get_rook_moves(square, occupied);
            tell(mobility.queen[(reach & side.free).len() as usize], 1);
            attack.add(reach, side.target, units[Piece::Queen as usize]);
        }
        if side.pieces(Piece::Bishop).len() >= 2 {
            tell(self.bishop_pair, 1);
        }
        // A piece alone gives no mate.
        if attack.pieces >= 2 {
            tell(self.danger[(attack.units.max(0) as usize).min(DANGER_STEPS - 1)], 1);
        }
    }

    #[inline(always)]
    fn pawn_structure(&self, side: &Side<'_>, tell: &mut impl FnMut(T, u32)) {
        let view = |squares: BitBoard| upright(squares.0, side.colour);
        let found = PawnStructure::of(view(side.own_pawns), view(side.their_pawns));
        // PERF: few pawns are weak, and bits are dear to count.
        let weaknesses = [
            (self.pawns.doubled, found.doubled),
            (self.pawns.isolated, found.isolated),
            (self.pawns.backward, found.backward),
        ];
        for (feature, pawns) in weaknesses.into_iter().filter(|&(_, pawns)| pawns != 0) {
            tell(feature, pawns.count_ones());
        }
        tell(self.pawns.defended, found.defended.count_ones());
        if found.passed != 0 {
            let blockers = view(side.board.colors(!side.colour));
            tell(self.pawns.passed_blocked, (found.passed & (blockers >> 8)).count_ones());
            for square in BitBoard(found.passed) {
                tell(self.pawns.passed[square.rank() as usize], 1);
            }
        }
    }

    /// The pawns in front of one's own king.
    #[inline(always)]
    fn king_shelter(&self, side: &Side<'_>, tell: &mut impl FnMut(T, u32)) {
        let king = side.board.king(side.colour).relative_to(side.colour);
        let row = king.bitboard() | (get_king_moves(king) & king.rank().bitboard());
        let pawns = upright(side.own_pawns.0, side.colour);
        tell(self.shield_near, (pawns & row.0 << 8).count_ones());
        tell(self.shield_far, (pawns & row.0 << 16).count_ones());
        let open = files_of(row.0) & !files_of(pawns) & Rank::First.bitboard().0;
        tell(self.king_open_file, open.count_ones());
    }
}

/// The place of a square in the tables of squares, whose files e to h are the mirror image of a to d.
pub(super) fn place_of(square: Square, colour: Color) -> usize {
    let square = square.relative_to(colour);
    let file = (square.file() as usize).min(7 - square.file() as usize);
    (7 - square.rank() as usize) * 4 + file
}

/// What the features of one side look at again and again.
struct Side<'a> {
    board: &'a Board,
    colour: Color,
    own_pawns: BitBoard,
    their_pawns: BitBoard,
    /// Squares that count for mobility: not one's own pawns and king, not attacked by their pawns.
    free: BitBoard,
    /// The squares around the opponent's king.
    target: BitBoard,
}

impl<'a> Side<'a> {
    #[inline]
    fn new(board: &'a Board, colour: Color) -> Self {
        let own_pawns = board.colored_pieces(colour, Piece::Pawn);
        let their_pawns = board.colored_pieces(!colour, Piece::Pawn);
        let their_attacks = upright(attacks(upright(their_pawns.0, !colour)), !colour);
        let free = !(own_pawns | board.king(colour).bitboard() | BitBoard(their_attacks));
        let king = board.king(!colour);
        let target = get_king_moves(king) | king.bitboard();
        Side { board, colour, own_pawns, their_pawns, free, target }
    }

    fn pieces(&self, piece: Piece) -> BitBoard {
        self.board.colored_pieces(self.colour, piece)
    }
}

/// A set of squares as a colour sees it from its own side, and back.
#[inline]
fn upright(squares: u64, colour: Color) -> u64 {
    if colour == Color::White { squares } else { squares.swap_bytes() }
}

/// The attack on a king: how many pieces take part, and how much they do.
#[derive(Default)]
struct Attack {
    pieces: u32,
    units: i32,
}

impl Attack {
    #[inline]
    fn add(&mut self, reach: BitBoard, target: BitBoard, units: i32) {
        let hits = reach & target;
        // PERF: most pieces are far from the king, and bits are dear to count.
        if !hits.is_empty() {
            self.pieces += 1;
            self.units += units * hits.len() as i32;
        }
    }
}
