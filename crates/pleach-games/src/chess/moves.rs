//! Listing moves, the loud ones among them, and seeing checks before they are given.

use super::Chess;
use arrayvec::ArrayVec;
use cozy_chess::{
    BitBoard, Board, Color, File, Move, Piece, PieceMoves, PieceMovesIter, Rank, Square, get_bishop_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};

/// Sixteen men with a set of target squares each, and two pawns that can capture en passant.
const MOST_SETS: usize = 18;

/// The legal moves of a position, generated when they are asked for. See [`Game::moves`](pleach::Game::moves).
///
/// ```
/// use pleach::Game;
/// use pleach_games::chess::Chess;
/// let game = Chess::new();
/// assert_eq!(game.moves().count(), 20);
/// assert_eq!(game.moves().fold(0, |sum, _| sum + 1), 20);
/// ```
pub struct Moves<'a> {
    board: &'a Board,
    state: State,
}

// PERF: the sets stay in place, on the stack; boxing them would cost an allocation per node.
#[allow(clippy::large_enum_variant)]
enum State {
    /// Nothing has been generated yet.
    Untouched,
    /// The sets still to come, the next one last, and the one being unpacked.
    Unpacking(ArrayVec<PieceMoves, MOST_SETS>, Option<PieceMovesIter>),
    /// The game is over.
    Over,
}

impl<'a> Moves<'a> {
    #[inline(always)]
    pub(super) fn new(board: &'a Board, over: bool) -> Self {
        Moves { board, state: if over { State::Over } else { State::Untouched } }
    }

    fn generate(&mut self) {
        let mut sets = all_sets(self.board);
        sets.reverse();
        self.state = State::Unpacking(sets, None);
    }
}

impl Iterator for Moves<'_> {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        loop {
            match &mut self.state {
                State::Over => return None,
                State::Untouched => self.generate(),
                State::Unpacking(sets, current) => {
                    if let Some(mv) = current.as_mut().and_then(Iterator::next) {
                        return Some(mv);
                    }
                    *current = Some(sets.pop()?.into_iter());
                }
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = match &self.state {
            State::Over => 0,
            State::Untouched => count(self.board),
            State::Unpacking(sets, current) => {
                let unpacking = current.as_ref().map_or(0, ExactSizeIterator::len);
                unpacking + sets.iter().map(PieceMoves::len).sum::<usize>()
            }
        };
        (left, Some(left))
    }

    // PERF: counts the bits of the target sets and makes no move of them.
    #[inline]
    fn count(self) -> usize {
        match self.state {
            State::Untouched => count(self.board),
            _ => self.size_hint().0,
        }
    }

    // PERF: an untouched list is folded inside the generator's call-back, without storing its sets.
    #[inline]
    fn fold<B, F: FnMut(B, Move) -> B>(mut self, first: B, mut add: F) -> B {
        if !matches!(self.state, State::Untouched) {
            let mut total = first;
            for mv in self.by_ref() {
                total = add(total, mv);
            }
            return total;
        }
        let mut total = Some(first);
        self.board.generate_moves(|set| {
            let sum = total.take().map(|total| set.into_iter().fold(total, &mut add));
            total = sum;
            false
        });
        total.expect("every set puts the total back")
    }
}

impl ExactSizeIterator for Moves<'_> {}

#[inline]
fn count(board: &Board) -> usize {
    let mut total = 0;
    board.generate_moves(|set| {
        total += set.len();
        false
    });
    total
}

#[inline]
fn all_sets(board: &Board) -> ArrayVec<PieceMoves, MOST_SETS> {
    let mut sets = ArrayVec::new();
    board.generate_moves(|set| {
        sets.push(set);
        false
    });
    sets
}

/// The captures, those en passant included, and the promotions: the moves after which the material is
/// no longer what it was. Draws by rule are not looked at.
///
/// ```
/// use pleach::Notation;
/// use pleach_games::chess::{Chess, captures};
/// let game = Chess::new().parse("3rk3/4P3/8/1pP5/8/8/8/4K3 w - b6 0 1").unwrap();
/// let loud: Vec<String> = captures(&game).map(|mv| game.move_text(mv)).collect();
/// assert_eq!(loud, ["e7d8n", "e7d8b", "e7d8r", "e7d8q", "c5b6"]);
/// ```
pub fn captures(game: &Chess) -> impl Iterator<Item = Move> {
    let board = &game.board;
    let victims = board.colors(!board.side_to_move());
    let last_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
    let pawn_targets = victims | last_ranks | game.en_passant_square().map_or(BitBoard::EMPTY, Into::into);
    let mut sets: ArrayVec<PieceMoves, MOST_SETS> = ArrayVec::new();
    board.generate_moves(|mut set| {
        set.to &= if set.piece == Piece::Pawn { pawn_targets } else { victims };
        if !set.to.is_empty() {
            sets.push(set);
        }
        false
    });
    sets.into_iter().flatten()
}

/// Where king and rook end up after castling, which the board writes as the king taking its own rook.
pub(super) fn castling_targets(board: &Board, mv: Move) -> Option<(Square, Square)> {
    let mover = board.side_to_move();
    if !board.colored_pieces(mover, Piece::Rook).has(mv.to) || board.king(mover) != mv.from {
        return None;
    }
    let (king, rook) = if mv.to.file() > mv.from.file() { (File::G, File::F) } else { (File::C, File::D) };
    let rank = Rank::First.relative_to(mover);
    Some((Square::new(king, rank), Square::new(rook, rank)))
}

/// Whether a legal move gives check, without playing it.
///
/// ```
/// use pleach::Notation;
/// use pleach_games::chess::{Chess, gives_check};
/// let game = Chess::new().parse("5k2/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
/// assert!(gives_check(&game, game.parse_move("e1g1").unwrap()));
/// assert!(!gives_check(&game, game.parse_move("e1e2").unwrap()));
/// ```
pub fn gives_check(game: &Chess, mv: Move) -> bool {
    let board = &game.board;
    let mover = board.side_to_move();
    let king = board.king(!mover);
    let after = After::new(game, mv);
    let sliders = |piece: Piece| {
        let pieces = board.colored_pieces(mover, piece) | board.colored_pieces(mover, Piece::Queen);
        let arrives = after.piece == piece || after.piece == Piece::Queen;
        (pieces & !after.left) | if arrives { after.target.bitboard() } else { BitBoard::EMPTY }
    };
    let jumps = match after.piece {
        Piece::Pawn => get_pawn_attacks(king, !mover).has(after.target),
        Piece::Knight => get_knight_moves(king).has(after.target),
        _ => false,
    };
    jumps
        || !get_bishop_moves(king, after.occupied).is_disjoint(sliders(Piece::Bishop))
        || !get_rook_moves(king, after.occupied).is_disjoint(sliders(Piece::Rook))
}

/// As much of the board after a move as a check depends on.
struct After {
    /// The piece that may give check itself: the one that moved, what it became, or the castling rook.
    piece: Piece,
    /// Where it stands.
    target: Square,
    /// The squares left by the side that moved.
    left: BitBoard,
    occupied: BitBoard,
}

impl After {
    fn new(game: &Chess, mv: Move) -> After {
        let board = &game.board;
        let mover: Color = board.side_to_move();
        let (from, to) = (mv.from.bitboard(), mv.to.bitboard());
        if let Some((king, rook)) = castling_targets(board, mv) {
            let left = from | to;
            let occupied = (board.occupied() & !left) | king.bitboard() | rook.bitboard();
            return After { piece: Piece::Rook, target: rook, left, occupied };
        }
        let moved = board.piece_on(mv.from).unwrap_or(Piece::Pawn);
        let mut occupied = (board.occupied() & !from) | to;
        if moved == Piece::Pawn && game.en_passant_square() == Some(mv.to) {
            occupied ^= Square::new(mv.to.file(), Rank::Fifth.relative_to(mover)).bitboard();
        }
        After { piece: mv.promotion.unwrap_or(moved), target: mv.to, left: from, occupied }
    }
}
