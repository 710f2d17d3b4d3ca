//! Static exchange evaluation: what a series of captures on one square is worth.

use super::Chess;
use super::moves::castling_targets;
use arrayvec::ArrayVec;
use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};
use pleach::{Tunable, Weights, WeightsError};
use std::sync::LazyLock;

/// What the pieces are worth in an exchange, from the pawn to the queen.
///
/// ```
/// use pleach_games::chess::{PieceValues, cozy_chess::Piece};
/// let values = PieceValues::default();
/// assert!(values.of(Piece::Rook) > values.of(Piece::Bishop));
/// ```
#[derive(Clone, Debug)]
pub struct PieceValues {
    weights: Weights,
    /// The king is never captured: its value is not used.
    values: [i32; 6],
}

impl Default for PieceValues {
    fn default() -> Self {
        STANDARD.clone()
    }
}

static STANDARD: LazyLock<PieceValues> = LazyLock::new(|| {
    let weights = Weights::from_toml(include_str!("../../weights/chess-exchange.toml"));
    weights.and_then(PieceValues::from_weights).expect("the embedded weights are complete")
});

impl Tunable for PieceValues {
    fn weights(&self) -> &Weights {
        &self.weights
    }

    fn from_weights(weights: Weights) -> Result<Self, WeightsError> {
        const LARGEST: i32 = 1_000_000;
        let pieces = weights.group("pieces", 5)?;
        if !pieces.is_sorted() || pieces[0] < 0 || pieces[4] > LARGEST {
            let reason = format!("'pieces' must rise from the pawn to the queen, from 0 up to {LARGEST}");
            return Err(WeightsError::new(reason));
        }
        let mut values = [0; 6];
        values[..5].copy_from_slice(pieces);
        Ok(PieceValues { weights, values })
    }
}

/// The victims of a series of captures are at most all men but the kings.
const LONGEST: usize = 32;

/// The static exchange evaluation of a legal move with the [standard values](PieceValues::default): the
/// material it gains or loses when both sides go on capturing on its target square as long as that pays.
///
/// Both sides capture with their least valuable piece first. Pieces behind others on the same line join in
/// when the line opens. Pins are not looked at; a king captures only what nobody defends.
///
/// ```
/// use pleach::Notation;
/// use pleach_games::chess::{Chess, see};
/// // A rook takes a pawn that a pawn defends: 100 - 500.
/// let game = Chess::new().parse("4k3/2p5/3p4/8/8/8/3R4/4K3 w - - 0 1").unwrap();
/// assert_eq!(see(&game, game.parse_move("d2d6").unwrap()), -400);
/// ```
pub fn see(game: &Chess, mv: Move) -> i32 {
    STANDARD.see(game, mv)
}

impl PieceValues {
    /// The value of a piece; 0 for the king.
    #[inline]
    pub fn of(&self, piece: Piece) -> i32 {
        self.values[piece as usize]
    }

    /// The material that a legal move wins at once: its victim and what a promotion adds.
    ///
    /// ```
    /// use pleach::Notation;
    /// use pleach_games::chess::{Chess, PieceValues};
    /// let game = Chess::new().parse("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    /// assert_eq!(PieceValues::default().gain(&game, game.parse_move("e7d8q").unwrap()), 500 + 900 - 100);
    /// ```
    #[inline]
    pub fn gain(&self, game: &Chess, mv: Move) -> i32 {
        let board = game.cozy_board();
        let promotion = mv.promotion.map_or(0, |piece| self.of(piece) - self.of(Piece::Pawn));
        // PERF: most moves take nothing, and castling takes one's own rook: the set of their men tells both.
        let victim = if board.colors(!board.side_to_move()).has(mv.to) {
            board.piece_on(mv.to).map_or(0, |piece| self.of(piece))
        } else if en_passant_victim(game, mv).is_some() {
            self.of(Piece::Pawn)
        } else {
            0
        };
        victim + promotion
    }

    /// Like [`see`], with these values.
    ///
    /// ```
    /// use pleach::Notation;
    /// use pleach_games::chess::{Chess, PieceValues};
    /// let game = Chess::new().parse("4k3/8/3p4/8/8/8/3R4/4K3 w - - 0 1").unwrap();
    /// assert_eq!(PieceValues::default().see(&game, game.parse_move("d2d6").unwrap()), 100);
    /// ```
    pub fn see(&self, game: &Chess, mv: Move) -> i32 {
        let board = game.cozy_board();
        if castling_targets(board, mv).is_some() {
            return 0;
        }
        let mut occupied = board.occupied() & !mv.from.bitboard();
        if let Some(victim) = en_passant_victim(game, mv) {
            occupied ^= victim.bitboard();
        }
        // gains[n]: what capture n takes, and nothing yet of what the answers take back.
        let mut gains: ArrayVec<i32, LONGEST> = ArrayVec::new();
        gains.push(self.gain(game, mv));
        let mut standing = mv.promotion.or(board.piece_on(mv.from)).unwrap_or(Piece::Pawn);
        let mut side = !board.side_to_move();
        while let Some((from, piece)) = next_capture(board, mv.to, occupied, side) {
            if gains.is_full() {
                break;
            }
            let promotes = piece == Piece::Pawn && mv.to.rank() == Rank::Eighth.relative_to(side);
            let promoted = if promotes { Piece::Queen } else { piece };
            gains.push(self.of(standing) + self.of(promoted) - self.of(piece));
            standing = promoted;
            occupied ^= from.bitboard();
            side = !side;
        }
        // From the last capture back: each side but the first may as well stop before its capture.
        let first = gains[0];
        first - gains[1..].iter().rev().fold(0, |answer, gain| (gain - answer).max(0))
    }
}

fn en_passant_victim(game: &Chess, mv: Move) -> Option<Square> {
    let board = game.cozy_board();
    let target = game.en_passant_square().filter(|&target| target == mv.to)?;
    let rank = Rank::Fifth.relative_to(board.side_to_move());
    board.pieces(Piece::Pawn).has(mv.from).then(|| Square::new(target.file(), rank))
}

/// The least valuable piece of a side that can capture on a square.
fn next_capture(board: &Board, target: Square, occupied: BitBoard, side: Color) -> Option<(Square, Piece)> {
    let ours = board.colors(side) & occupied;
    let diagonals = get_bishop_moves(target, occupied);
    let lines = get_rook_moves(target, occupied);
    let attackers = |piece: Piece| {
        let reach = match piece {
            Piece::Pawn => get_pawn_attacks(target, !side),
            Piece::Knight => get_knight_moves(target),
            Piece::Bishop => diagonals,
            Piece::Rook => lines,
            Piece::Queen => diagonals | lines,
            Piece::King => get_king_moves(target),
        };
        reach & ours & board.pieces(piece)
    };
    let found = Piece::ALL.into_iter().find_map(|piece| Some((first_of(attackers(piece), side)?, piece)));
    let (from, piece) = found?;
    let defended = || is_attacked(board, target, occupied ^ from.bitboard(), !side);
    (piece != Piece::King || !defended()).then_some((from, piece))
}

/// The first square as its side counts them, so that a position and its mirror image with the colours
/// exchanged choose the same piece among equals.
fn first_of(squares: BitBoard, side: Color) -> Option<Square> {
    match side {
        Color::White => squares.next_square(),
        Color::Black => squares.flip_ranks().next_square().map(Square::flip_rank),
    }
}

fn is_attacked(board: &Board, target: Square, occupied: BitBoard, by: Color) -> bool {
    let theirs = board.colors(by) & occupied;
    let of = |piece| board.pieces(piece);
    let queens = of(Piece::Queen);
    let attackers = (get_pawn_attacks(target, !by) & of(Piece::Pawn))
        | (get_knight_moves(target) & of(Piece::Knight))
        | (get_king_moves(target) & of(Piece::King))
        | (get_bishop_moves(target, occupied) & (of(Piece::Bishop) | queens))
        | (get_rook_moves(target, occupied) & (of(Piece::Rook) | queens));
    !attackers.is_disjoint(theirs)
}
