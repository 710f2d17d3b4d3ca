//! Positions as FEN, moves as the UCI protocol writes them.

use super::moves::castling_targets;
use super::{Chess, drawing, fen};
use cozy_chess::{File, Move, Piece, Rank, Square};
use pleach::{Game, Notation, NotationError, Paint, Score};

impl Notation for Chess {
    /// Forsyth-Edwards notation. The en-passant square is written after every double step, as that
    /// standard wants it, whether or not anyone can capture.
    fn position(&self) -> String {
        fen::write(self.cozy_board())
    }

    /// Reads Forsyth-Edwards notation, the last two fields optional, or `startpos`.
    fn parse(&self, text: &str) -> Result<Self, NotationError> {
        fen::parse(text)
    }

    /// Castling is written as the king's two steps, `e1g1`.
    fn move_text(&self, mv: Move) -> String {
        let to = castling_targets(self.cozy_board(), mv).map_or(mv.to, |(king, _)| king);
        Move { to, ..mv }.to_string()
    }

    /// Standard algebraic notation, `Nf3`, as PGN wants it.
    fn record_text(&self, mv: Move) -> String {
        cozy_chess::util::display_san_move(self.cozy_board(), mv).to_string()
    }

    /// Reads a move. Castling may also be written as the king taking its own rook, `e1h1`, which can
    /// mean nothing else, or as people write it, `O-O` and `O-O-O`, with letters or zeros.
    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        let wanted = text.trim();
        let shown = fen::shortened(wanted);
        if self.outcome().is_some() {
            return Err(NotationError::new(format!("'{shown}': the game is over, there are no more moves")));
        }
        if let Some(file) = castling_file(wanted) {
            return self.castling_to(file).ok_or_else(|| {
                let reason = "the king cannot castle to that side now";
                NotationError::new(format!("'{shown}' is not a legal move here: {reason}"))
            });
        }
        let Some(mv) = read(wanted) else {
            let form = "expected two squares and perhaps a promotion, like e2e4 or e7e8q";
            return Err(NotationError::new(format!("'{shown}' is not a move: {form}")));
        };
        let same = |legal: &Move| *legal == mv || Move { to: self.shown_target(*legal), ..*legal } == mv;
        match self.moves().find(same) {
            Some(legal) => Ok(legal),
            None => {
                let reason = self.why_illegal(mv);
                Err(NotationError::new(format!("'{shown}' is not a legal move here: {reason}")))
            }
        }
    }

    fn draw(&self, last: Option<Move>, paint: Paint) -> String {
        drawing::text(self, last, paint)
    }

    fn svg(&self, last: Option<Move>) -> Option<String> {
        Some(drawing::svg(self, last))
    }

    fn ending(&self) -> Option<String> {
        let reason = match self.outcome()? {
            outcome if outcome != Score::ZERO => "checkmate",
            _ if !self.cozy_board().generate_moves(|_| true) => "stalemate",
            _ if self.is_dead() => "too little is left for a mate",
            _ => "fifty moves without a capture or a pawn move",
        };
        Some(reason.to_owned())
    }

    fn board_size(&self) -> Option<u32> {
        Some(8)
    }
}

/// The file that the king comes to by `O-O` or `O-O-O`, with letters or zeros.
fn castling_file(text: &str) -> Option<File> {
    let zeros = text.trim_end_matches(['+', '#', '!', '?']);
    let is = |form: &str| {
        zeros.len() == form.len()
            && zeros
                .chars()
                .zip(form.chars())
                .all(|(typed, wanted)| typed == wanted || (wanted == '0' && matches!(typed, 'O' | 'o')))
    };
    if is("0-0") { Some(File::G) } else { is("0-0-0").then_some(File::C) }
}

/// The squares and the promotion of a text, legal or not.
fn read(text: &str) -> Option<Move> {
    let lower = text.to_ascii_lowercase();
    let (from, to) = (lower.get(0..2)?.parse().ok()?, lower.get(2..4)?.parse().ok()?);
    let promotion = match lower.get(4..)? {
        "" => None,
        "n" => Some(Piece::Knight),
        "b" => Some(Piece::Bishop),
        "r" => Some(Piece::Rook),
        "q" => Some(Piece::Queen),
        _ => return None,
    };
    Some(Move { from, to, promotion })
}

impl Chess {
    /// The legal castling that brings the king to a file.
    fn castling_to(&self, file: File) -> Option<Move> {
        let comes_there =
            |mv: &Move| castling_targets(self.cozy_board(), *mv).is_some_and(|(king, _)| king.file() == file);
        self.moves().find(comes_there)
    }

    fn shown_target(&self, mv: Move) -> Square {
        castling_targets(self.cozy_board(), mv).map_or(mv.to, |(king, _)| king)
    }

    /// One reason why a move cannot be played, the plainest there is.
    fn why_illegal(&self, mv: Move) -> String {
        let board = self.cozy_board();
        let mover = board.side_to_move();
        let Some(piece) = board.piece_on(mv.from) else { return format!("there is no piece on {}", mv.from) };
        if !board.colors(mover).has(mv.from) {
            return format!("the piece on {} is not {}'s", mv.from, fen::name_of(mover));
        }
        let name = name_of(piece);
        let last_rank = mv.to.rank() == Rank::Eighth.relative_to(mover);
        let mut goes = false;
        board.generate_moves_for(mv.from.bitboard(), |set| {
            goes |= set.to.has(mv.to);
            goes
        });
        match mv.promotion {
            None if goes && last_rank => format!("the pawn must become a piece, like {}{}q", mv.from, mv.to),
            Some(_) if goes => format!("the {name} cannot be promoted on {}", mv.to),
            _ if piece == Piece::King && mv.from.file() == File::E && castling_distance(mv) => {
                "the king cannot castle to that side now".to_owned()
            }
            _ if self.would_go(piece, mv) => "the king would be in check".to_owned(),
            _ => format!("the {name} on {} cannot go to {}", mv.from, mv.to),
        }
    }

    /// Whether the piece could go there if its king's safety did not matter.
    fn would_go(&self, piece: Piece, mv: Move) -> bool {
        let board = self.cozy_board();
        let (mover, blockers) = (board.side_to_move(), board.occupied());
        let targets = match piece {
            Piece::Knight => cozy_chess::get_knight_moves(mv.from),
            Piece::Bishop => cozy_chess::get_bishop_moves(mv.from, blockers),
            Piece::Rook => cozy_chess::get_rook_moves(mv.from, blockers),
            Piece::Queen => {
                cozy_chess::get_bishop_moves(mv.from, blockers)
                    | cozy_chess::get_rook_moves(mv.from, blockers)
            }
            Piece::King => cozy_chess::get_king_moves(mv.from),
            Piece::Pawn => {
                let mut victims = board.colors(!mover);
                victims |= self.en_passant_square().map_or(cozy_chess::BitBoard::EMPTY, Into::into);
                let captures = cozy_chess::get_pawn_attacks(mv.from, mover) & victims;
                captures | cozy_chess::get_pawn_quiets(mv.from, mover, blockers)
            }
        };
        (targets & !board.colors(mover)).has(mv.to)
    }
}

fn castling_distance(mv: Move) -> bool {
    mv.from.rank() == mv.to.rank() && (mv.from.file() as i8 - mv.to.file() as i8).abs() == 2
}

pub(super) fn name_of(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Knight => "knight",
        Piece::Bishop => "bishop",
        Piece::Rook => "rook",
        Piece::Queen => "queen",
        Piece::King => "king",
    }
}
