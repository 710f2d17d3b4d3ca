//! Reading positions in Forsyth-Edwards notation, with the reason where one cannot be.

use super::Chess;
use super::rules::FIFTY_MOVES;
use cozy_chess::{
    BitBoard, Board, BoardBuilder, BoardBuilderError, CastleRights, Color, File, Piece, Rank, Square,
    get_king_moves,
};
use pleach::NotationError;

type Reading<T> = Result<T, NotationError>;

/// A field of the text and the character it begins at, counted from 1.
#[derive(Clone, Copy)]
struct Field<'a> {
    text: &'a str,
    at: usize,
}

impl Field<'_> {
    fn error(&self, reason: impl Into<String>) -> NotationError {
        NotationError::at(self.at, reason)
    }

    /// The text for an error message, which must not grow with what is sent.
    fn shown(&self) -> String {
        shortened(self.text)
    }
}

/// At most so many characters of a text that was not understood.
pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 24;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

pub(super) fn parse(text: &str) -> Reading<Chess> {
    if text.trim().eq_ignore_ascii_case("startpos") {
        return Ok(Chess::new());
    }
    let fields = fields(text)?;
    let mut builder = BoardBuilder::empty();
    read_pieces(fields[0], &mut builder)?;
    check_armies(&builder)?;
    check_kings(&builder)?;
    builder.side_to_move = read_side(fields[1])?;
    read_castling(fields[2], &mut builder)?;
    builder.en_passant = read_en_passant(fields[3], &builder)?;
    if let [_, _, _, _, clock, number] = fields[..] {
        builder.halfmove_clock = read_clock(clock, builder.en_passant.is_some())?;
        builder.fullmove_number = read_number(number)?;
    }
    let board = builder.build().map_err(|error| refused(error, &fields, &builder))?;
    if board.checkers().len() > 2 {
        return Err(NotationError::new("the side to move is in check from three pieces or more"));
    }
    Ok(Chess { board })
}

fn fields(text: &str) -> Reading<Vec<Field<'_>>> {
    let mut fields = Vec::with_capacity(6);
    let (mut at, mut bytes) = (1, 0);
    for word in text.split_whitespace() {
        // `word` is a slice of `text`, so this is its place; characters are counted, not bytes.
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        at += text[bytes..start].chars().count();
        bytes = start;
        if fields.len() < 6 {
            fields.push(Field { text: word, at });
        } else {
            let error = "expected nothing after the number of the move";
            return Err(NotationError::at(at, format!("{error}, found '{}'", shortened(word))));
        }
    }
    match fields.len() {
        6 => Ok(fields),
        // Collections of positions often leave the counters out.
        4 => Ok(fields),
        count => Err(NotationError::new(format!(
            "{count} fields instead of 6 (pieces, side to move, castling, en passant, halfmove clock, number of \
             the move); the last two may be left out together"
        ))),
    }
}

fn read_pieces(field: Field<'_>, builder: &mut BoardBuilder) -> Reading<()> {
    let (mut rank, mut file) = (7, 0);
    for (index, symbol) in field.text.chars().enumerate() {
        let error = |reason: String| Err(NotationError::at(field.at + index, reason));
        let rank_name = rank + 1;
        match symbol {
            '/' if file < 8 => return error(format!("rank {rank_name} has {file} squares instead of 8")),
            '/' if rank == 0 => return error("more than 8 ranks".to_owned()),
            '/' => (rank, file) = (rank - 1, 0),
            '1'..='8' => file += symbol as usize - '0' as usize,
            _ => {
                let Some(piece) = piece_of(symbol) else {
                    return error(format!(
                        "expected a piece (PNBRQK or pnbrqk), 1 to 8 or '/', found '{symbol}'"
                    ));
                };
                if file < 8 {
                    *builder.square_mut(Square::new(File::index(file), Rank::index(rank))) = Some(piece);
                }
                file += 1;
            }
        }
        if file > 8 {
            return error(format!("rank {rank_name} has more than 8 squares"));
        }
    }
    match (rank, file) {
        (0, 8) => Ok(()),
        (0, _) => Err(field.error(format!("rank 1 has {file} squares instead of 8"))),
        _ => Err(field.error(format!("{} ranks instead of 8", 8 - rank))),
    }
}

fn piece_of(symbol: char) -> Option<(Piece, Color)> {
    let piece = Piece::try_from(symbol.to_ascii_lowercase()).ok()?;
    Some((piece, if symbol.is_ascii_uppercase() { Color::White } else { Color::Black }))
}

pub(super) fn name_of(colour: Color) -> &'static str {
    match colour {
        Color::White => "White",
        Color::Black => "Black",
    }
}

fn squares_of(builder: &BoardBuilder, piece: Piece, colour: Color) -> BitBoard {
    Square::ALL.into_iter().filter(|&square| builder.square(square) == Some((piece, colour))).collect()
}

/// Refuses armies that no game can produce.
fn check_armies(builder: &BoardBuilder) -> Reading<()> {
    for colour in Color::ALL {
        let name = name_of(colour);
        let count = |piece| squares_of(builder, piece, colour).len();
        match count(Piece::King) {
            1 => {}
            0 => return Err(NotationError::new(format!("{name} has no king"))),
            kings => return Err(NotationError::new(format!("{name} has {kings} kings"))),
        }
        let back_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
        if let Some(square) = (squares_of(builder, Piece::Pawn, colour) & back_ranks).next_square() {
            let reason = format!("{name} has a pawn on {square}, where no pawn can stand");
            return Err(NotationError::new(reason));
        }
        let pawns = count(Piece::Pawn);
        if pawns > 8 {
            return Err(NotationError::new(format!("{name} has {pawns} pawns")));
        }
        let beyond = |piece, first| count(piece).saturating_sub(first);
        let minor = beyond(Piece::Knight, 2) + beyond(Piece::Bishop, 2);
        let promoted = minor + beyond(Piece::Rook, 2) + beyond(Piece::Queen, 1);
        if promoted > 8 - pawns {
            let reason =
                format!("{promoted} promoted pieces beside {pawns} pawns, but only 8 pawns to begin with");
            return Err(NotationError::new(format!("{name} has {reason}")));
        }
    }
    Ok(())
}

/// The board itself does not notice kings side by side, since a king gives no check.
fn check_kings(builder: &BoardBuilder) -> Reading<()> {
    let king = |colour| squares_of(builder, Piece::King, colour).next_square();
    match (king(Color::White), king(Color::Black)) {
        (Some(white), Some(black)) if get_king_moves(white).has(black) => {
            Err(NotationError::new(format!("the kings stand side by side, on {white} and {black}")))
        }
        _ => Ok(()),
    }
}

fn read_side(field: Field<'_>) -> Reading<Color> {
    match field.text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(field.error(format!("expected the side to move, 'w' or 'b', found '{}'", field.shown()))),
    }
}

fn read_castling(field: Field<'_>, builder: &mut BoardBuilder) -> Reading<()> {
    if field.text == "-" {
        return Ok(());
    }
    for (index, symbol) in field.text.chars().enumerate() {
        let error = |reason: String| Err(NotationError::at(field.at + index, reason));
        let (colour, rook_file) = match symbol {
            'K' => (Color::White, File::H),
            'Q' => (Color::White, File::A),
            'k' => (Color::Black, File::H),
            'q' => (Color::Black, File::A),
            other => return error(format!("expected castling rights of KQkq or '-', found '{other}'")),
        };
        let rank = Rank::First.relative_to(colour);
        for (file, piece, name) in [(File::E, Piece::King, "king"), (rook_file, Piece::Rook, "rook")] {
            let square = Square::new(file, rank);
            if builder.square(square) != Some((piece, colour)) {
                let name = format!("{} has no {name} on {square}", name_of(colour));
                return error(format!("castling right '{symbol}', but {name}"));
            }
        }
        let CastleRights { short, long } = builder.castle_rights_mut(colour);
        let right = if rook_file == File::H { short } else { long };
        if right.replace(rook_file).is_some() {
            return error(format!("castling right '{symbol}' given twice"));
        }
    }
    Ok(())
}

fn read_en_passant(field: Field<'_>, builder: &BoardBuilder) -> Reading<Option<Square>> {
    if field.text == "-" {
        return Ok(None);
    }
    let Ok(target) = field.text.parse::<Square>() else {
        let found = field.shown();
        return Err(field.error(format!("expected the en-passant square or '-', found '{found}'")));
    };
    let mover = builder.side_to_move;
    let rank = Rank::Sixth.relative_to(mover);
    if target.rank() != rank {
        let to_move = name_of(mover);
        return Err(field.error(format!(
            "en-passant square {target}, but with {to_move} to move it is on rank {}",
            rank as usize + 1
        )));
    }
    let on = |rank: Rank| Square::new(target.file(), rank.relative_to(mover));
    let (pawn, origin) = (on(Rank::Fifth), on(Rank::Seventh));
    if builder.square(pawn) != Some((Piece::Pawn, !mover)) {
        let opponent = name_of(!mover);
        return Err(field.error(format!("en-passant square {target}, but {opponent} has no pawn on {pawn}")));
    }
    for square in [target, origin] {
        if builder.square(square).is_some() {
            return Err(field.error(format!(
                "en-passant square {target}, but {square} is not empty, so the pawn cannot have come over it"
            )));
        }
    }
    Ok(Some(target))
}

fn read_clock(field: Field<'_>, en_passant: bool) -> Reading<u8> {
    let clock = field.text.parse::<u8>().ok().filter(|&clock| clock <= FIFTY_MOVES);
    let found = field.shown();
    match clock {
        None => {
            Err(field.error(format!("expected a halfmove clock from 0 to {FIFTY_MOVES}, found '{found}'")))
        }
        Some(clock) if en_passant && clock > 0 => {
            Err(field.error(format!("halfmove clock {clock}, but a pawn has just moved")))
        }
        Some(clock) => Ok(clock),
    }
}

fn read_number(field: Field<'_>) -> Reading<u16> {
    let number = field.text.parse::<u16>().ok().filter(|&number| number > 0);
    number.ok_or_else(|| {
        field.error(format!(
            "expected the number of the move from 1 to {}, found '{}'",
            u16::MAX,
            field.shown()
        ))
    })
}

/// What only the board itself notices, once the fields have been looked at one by one.
fn refused(error: BoardBuilderError, fields: &[Field<'_>], builder: &BoardBuilder) -> NotationError {
    let mover = builder.side_to_move;
    match error {
        BoardBuilderError::InvalidBoard => {
            let (waiting, mover) = (name_of(!mover), name_of(mover));
            NotationError::new(format!("{waiting} is in check, but {mover} is to move"))
        }
        BoardBuilderError::InvalidEnPassant => fields[3].error(format!(
            "en-passant square {}, but {} is in check from elsewhere: the double step was not the last move",
            fields[3].shown(),
            name_of(mover)
        )),
        BoardBuilderError::InvalidCastlingRights => fields[2].error("castling rights that cannot be"),
        _ => NotationError::new("counters that cannot be"),
    }
}

pub(super) fn write(board: &Board) -> String {
    board.to_string()
}
