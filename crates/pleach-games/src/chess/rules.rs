//! The rules of chess that a board of `cozy-chess` does not know: draws, keys, and what the traits ask for.

use super::{Move, Moves};
use cozy_chess::{Board, BoardBuilder, CastleRights, Color, Piece, Rank, Square, get_pawn_attacks};
use pleach::{Game, Hashed, Player, Score, Swappable, mix};

#[cfg(doc)]
use pleach::Repeating;

/// A position of chess.
///
/// ```
/// use pleach::{Game, Notation, perft};
/// use pleach_games::chess::Chess;
/// let mut game = Chess::new();
/// assert_eq!(perft(&game, 3), 8902);
/// game.play(game.parse_move("e2e4").unwrap());
/// assert_eq!(game.position(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chess {
    pub(super) board: Board,
}

/// Plies without a capture or a pawn move after which the game is drawn.
pub(super) const FIFTY_MOVES: u8 = 100;

impl Default for Chess {
    fn default() -> Self {
        Chess { board: Board::startpos() }
    }
}

impl Chess {
    /// The position at the beginning of the game.
    ///
    /// ```
    /// use pleach::Game;
    /// assert_eq!(pleach_games::chess::Chess::new().moves().count(), 20);
    /// ```
    pub fn new() -> Self {
        Chess::default()
    }

    /// The board, for whoever wants to know more of it than the traits tell.
    ///
    /// ```
    /// use pleach_games::chess::{Chess, cozy_chess::{Color, Square}};
    /// assert_eq!(Chess::new().cozy_board().king(Color::White), Square::E1);
    /// ```
    #[inline]
    pub fn cozy_board(&self) -> &Board {
        &self.board
    }

    /// Whether the side to move is in check.
    ///
    /// ```
    /// use pleach::Notation;
    /// use pleach_games::chess::Chess;
    /// let game = Chess::new().parse("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").unwrap();
    /// assert!(game.in_check());
    /// ```
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    /// Whether neither side can give mate by any line of play: bare kings, a single minor piece, or
    /// nothing but bishops that all stand on squares of one colour.
    ///
    /// ```
    /// use pleach::Notation;
    /// use pleach_games::chess::Chess;
    /// let game = Chess::new().parse("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1").unwrap();
    /// assert!(game.is_dead());
    /// ```
    #[inline]
    pub fn is_dead(&self) -> bool {
        let board = &self.board;
        let mating = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
        mating.is_empty() && self.minor_pieces_are_dead()
    }

    fn minor_pieces_are_dead(&self) -> bool {
        const DARK: u64 = 0xaa55_aa55_aa55_aa55;
        let (knights, bishops) = (self.board.pieces(Piece::Knight), self.board.pieces(Piece::Bishop));
        let one_colour = bishops.0 & DARK == 0 || bishops.0 & !DARK == 0;
        (knights | bishops).len() <= 1 || (knights.is_empty() && one_colour)
    }

    /// Whether a rule other than mate and stalemate has ended the game, provided there is a legal move.
    #[inline]
    pub(super) fn is_drawn_by_rule(&self) -> bool {
        self.board.halfmove_clock() >= FIFTY_MOVES || self.is_dead()
    }

    /// Whether the pawn that has just made a double step can be captured en passant.
    #[inline]
    fn can_capture_en_passant(&self) -> bool {
        self.en_passant_square().is_some_and(|target| self.is_legal_en_passant(target))
    }

    /// The square behind a pawn that has just made a double step, whoever may capture there.
    #[inline]
    pub(super) fn en_passant_square(&self) -> Option<Square> {
        let rank = Rank::Sixth.relative_to(self.board.side_to_move());
        self.board.en_passant().map(|file| Square::new(file, rank))
    }

    fn is_legal_en_passant(&self, target: Square) -> bool {
        let mover = self.board.side_to_move();
        let pawns = get_pawn_attacks(target, !mover) & self.board.colored_pieces(mover, Piece::Pawn);
        pawns.iter().any(|from| self.board.is_legal(Move { from, to: target, promotion: None }))
    }
}

impl Game for Chess {
    type Move = Move;

    #[inline]
    fn to_move(&self) -> Player {
        match self.board.side_to_move() {
            Color::White => Player::Max,
            Color::Black => Player::Min,
        }
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = Move> {
        Moves::new(&self.board, self.is_drawn_by_rule())
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        self.board.play_unchecked(mv);
    }

    /// Mate comes before the draws: a mating move may be the hundredth ply of the fifty-move rule.
    #[inline]
    fn outcome(&self) -> Option<Score> {
        let can_move = self.board.generate_moves(|_| true);
        match (can_move, self.in_check()) {
            (true, _) => self.is_drawn_by_rule().then_some(Score::ZERO),
            (false, true) => Some(Score::LOSS),
            (false, false) => Some(Score::ZERO),
        }
    }

    /// Not in check, nor with pawns alone, where to have to move is often a misfortune.
    fn passed(&self) -> Option<Chess> {
        let own = self.board.colors(self.board.side_to_move());
        let pieces = own & !(self.board.pieces(Piece::Pawn) | self.board.pieces(Piece::King));
        let board = if pieces.is_empty() { None } else { self.board.null_move() };
        board.map(|board| Chess { board })
    }
}

impl Hashed for Chess {
    /// The crate's Zobrist hash of pieces, side, castling rights and en passant; the last only where a
    /// capture is possible, so that a double step that nobody can punish makes no other position.
    #[inline]
    fn key(&self) -> u64 {
        match self.board.en_passant() {
            Some(_) if !self.can_capture_en_passant() => self.board.hash_without_ep(),
            _ => self.board.hash(),
        }
    }

    /// With the clock of the fifty-move rule where it may run out.
    #[inline]
    fn key_within(&self, plies: u32) -> u64 {
        let clock = self.board.halfmove_clock();
        let runs_out = u32::from(clock).saturating_add(plies) >= u32::from(FIFTY_MOVES);
        if runs_out { mix(self.key() ^ u64::from(clock)) } else { self.key() }
    }

    /// The third time is a draw. Read by [`Repeating`].
    #[inline]
    fn repetition(&self, occurrence: u32) -> Option<Score> {
        (occurrence >= 3).then_some(Score::ZERO)
    }

    /// Since the last capture or move of a pawn.
    #[inline]
    fn reversible(&self) -> u32 {
        self.board.halfmove_clock().into()
    }
}

impl AsRef<Chess> for Chess {
    fn as_ref(&self) -> &Chess {
        self
    }
}

impl Swappable for Chess {
    /// The colours are exchanged and the board is turned upside down, file by file.
    fn swapped(&self) -> Self {
        let mut swapped = BoardBuilder::empty();
        for square in self.board.occupied() {
            let piece = self.board.piece_on(square).zip(self.board.color_on(square));
            *swapped.square_mut(square.flip_rank()) = piece.map(|(piece, colour)| (piece, !colour));
        }
        for colour in Color::ALL {
            let CastleRights { short, long } = *self.board.castle_rights(colour);
            *swapped.castle_rights_mut(!colour) = CastleRights { short, long };
        }
        swapped.side_to_move = !self.board.side_to_move();
        swapped.en_passant = self.en_passant_square().map(Square::flip_rank);
        swapped.halfmove_clock = self.board.halfmove_clock();
        swapped.fullmove_number = self.board.fullmove_number();
        Chess { board: swapped.build().expect("the mirror image of a legal board is legal") }
    }
}
