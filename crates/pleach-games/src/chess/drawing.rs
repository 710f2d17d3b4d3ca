//! The board for people: letters on a terminal, outlined pieces in an SVG image.

use super::{Chess, fen};
use cozy_chess::{Color, File, Move, Piece, Rank, Square};
use pleach::{Game, Paint, Score};
use std::fmt::Write;

/// The squares to mark after the last move. Castling is written as the king taking its rook; the king's
/// real target is marked then.
fn marked(game: &Chess, last: Option<Move>) -> Option<(Square, Square)> {
    let Move { from, to, .. } = last?;
    let board = game.cozy_board();
    let castled = from.file() == File::E && from.rank() == to.rank() && board.color_on(to).is_none();
    if !castled {
        return Some((from, to));
    }
    let file = if to.file() > from.file() { File::G } else { File::C };
    Some((from, Square::new(file, from.rank())))
}

/// Whose turn it is, or how the game has ended.
fn status(game: &Chess) -> String {
    let board = game.cozy_board();
    let (mover, waiting) = (fen::name_of(board.side_to_move()), fen::name_of(!board.side_to_move()));
    match game.outcome() {
        Some(Score::LOSS) => format!("checkmate, {waiting} wins"),
        Some(_) if game.is_dead() => "drawn, nobody can give mate".to_owned(),
        Some(_) if game.moves_exist() => "drawn by the fifty-move rule".to_owned(),
        Some(_) => "drawn by stalemate".to_owned(),
        None if game.in_check() => format!("{mover} to move, in check"),
        None => format!("{mover} to move"),
    }
}

impl Chess {
    fn moves_exist(&self) -> bool {
        self.cozy_board().generate_moves(|_| true)
    }

    fn letter(&self, square: Square) -> Option<(Color, char)> {
        let (piece, colour) = self.cozy_board().piece_on(square).zip(self.cozy_board().color_on(square))?;
        let letter = char::from(piece);
        Some((colour, if colour == Color::White { letter.to_ascii_uppercase() } else { letter }))
    }
}

/// White in capitals below, Black in small letters above; the last move in brackets.
pub(super) fn text(game: &Chess, last: Option<Move>, paint: Paint) -> String {
    let marked = marked(game, last);
    let cell = |square: Square| {
        let letter = game.letter(square);
        let symbol = letter.map_or('.', |(_, letter)| letter).to_string();
        if marked.is_some_and(|(from, to)| square == from || square == to) {
            return paint.mark(&format!("[{symbol}]"));
        }
        match letter {
            Some((Color::White, _)) => format!(" {} ", paint.max(&symbol)),
            Some((Color::Black, _)) => format!(" {} ", paint.min(&symbol)),
            None => format!(" {} ", paint.dim(&symbol)),
        }
    };
    let mut lines: Vec<String> = Vec::with_capacity(9);
    for rank in Rank::ALL.into_iter().rev() {
        let cells: String = File::ALL.into_iter().map(|file| cell(Square::new(file, rank))).collect();
        lines.push(format!("{} {cells}", paint.dim(&rank.to_string())).trim_end().to_owned());
    }
    lines.push(format!("{}   {}", paint.dim("   a  b  c  d  e  f  g  h"), status(game)));
    lines.join("\n")
}

/// The side of a square.
const CELL: usize = 45;
/// Room for the coordinates at the left and below.
const MARGIN: usize = 20;

/// The colours of the studio's boards.
mod colour {
    pub(super) const GROUND: &str = "#fcfdfb";
    pub(super) const LIGHT: &str = "#e4ebdf";
    pub(super) const DEEP: &str = "#b3c1ae";
    pub(super) const INK: &str = "#3d4a41";
    pub(super) const LAST: &str = "#f3b33f";
    pub(super) const LAST_EDGE: &str = "#7d5200";
    pub(super) const CHECK: &str = "#a5231c";
    pub(super) const BLACK: &str = "#1a211d";
    pub(super) const WHITE: &str = "#fdfdf9";
}

fn corner(square: Square) -> (usize, usize) {
    (MARGIN + CELL * square.file() as usize, CELL * (7 - square.rank() as usize))
}

/// White at the bottom: cells, coordinates, marks, pieces, in this order.
pub(super) fn svg(game: &Chess, last: Option<Move>) -> String {
    let side = 8 * CELL + MARGIN;
    let title = format!("Chess, {}", status(game));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" role=\"img\">\n<title>{title}</title>\n"
    );
    add_cells(&mut svg, side);
    add_marks(&mut svg, game, last);
    for square in game.cozy_board().occupied() {
        if let Some(piece) = game.cozy_board().piece_on(square) {
            add_piece(&mut svg, square, piece, game.cozy_board().colors(Color::White).has(square));
        }
    }
    svg + "</svg>\n"
}

/// Writing to a string cannot fail.
macro_rules! add {
    ($svg:expr, $($argument:tt)*) => { writeln!($svg, $($argument)*).expect("writing to a string") };
}

fn add_cells(svg: &mut String, side: usize) {
    add!(svg, "<rect width=\"{side}\" height=\"{side}\" fill=\"{}\"/>", colour::GROUND);
    let board = 8 * CELL;
    add!(svg, "<rect x=\"{MARGIN}\" width=\"{board}\" height=\"{board}\" fill=\"{}\"/>", colour::LIGHT);
    let mut dark = String::new();
    for square in Square::ALL {
        if (square.file() as usize + square.rank() as usize).is_multiple_of(2) {
            let (x, y) = corner(square);
            write!(dark, "M{x} {y}h{CELL}v{CELL}h-{CELL}z").expect("writing to a string");
        }
    }
    add!(svg, "<path d=\"{dark}\" fill=\"{}\"/>", colour::DEEP);
    add!(
        svg,
        "<g fill=\"{}\" font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\">",
        colour::INK
    );
    for (index, (file, rank)) in File::ALL.into_iter().zip(Rank::ALL.into_iter().rev()).enumerate() {
        let middle = CELL * index + CELL / 2;
        add!(svg, "<text x=\"{}\" y=\"{}\">{file}</text>", MARGIN + middle, board + 15);
        add!(svg, "<text x=\"{}\" y=\"{}\">{rank}</text>", MARGIN / 2, middle + 4);
    }
    add!(svg, "</g>");
}

/// The last move as tinted and framed squares, a check as a ring around the king.
fn add_marks(svg: &mut String, game: &Chess, last: Option<Move>) {
    if let Some((from, to)) = marked(game, last) {
        for square in [from, to] {
            let ((x, y), inner) = (corner(square), CELL - 2);
            add!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{inner}\" height=\"{inner}\" fill=\"{}\" fill-opacity=\".55\" stroke=\"{}\" stroke-width=\"2\"/>",
                x + 1,
                y + 1,
                colour::LAST,
                colour::LAST_EDGE
            );
        }
    }
    if game.in_check() {
        let (x, y) = corner(game.cozy_board().king(game.cozy_board().side_to_move()));
        let (x, y, radius) = (x + CELL / 2, y + CELL / 2, CELL / 2 - 2);
        let ring = colour::CHECK;
        add!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{ring}\" stroke-width=\"3\"/>"
        );
    }
}

fn add_piece(svg: &mut String, square: Square, piece: Piece, white: bool) {
    let (x, y) = corner(square);
    let (fill, detail) = if white { (colour::WHITE, colour::BLACK) } else { (colour::BLACK, colour::WHITE) };
    let (outline, lines) = shape(piece);
    let edge = colour::BLACK;
    add!(
        svg,
        "<g transform=\"translate({x} {y})\" fill=\"{fill}\" stroke-width=\"1.5\" stroke-linejoin=\"round\" stroke-linecap=\"round\"><path d=\"{outline}\" stroke=\"{edge}\"/><path d=\"{lines}\" fill=\"none\" stroke=\"{detail}\"/></g>"
    );
}

/// The outline of a piece and the lines inside it, in a box of 45 by 45.
fn shape(piece: Piece) -> (&'static str, &'static str) {
    match piece {
        Piece::Pawn => (
            "M12 38v-3.5q0-2 3-2.5c4-3 4.5-8 4-11.5a6.3 6.3 0 1 1 7 0c-.5 3.5 0 8.5 4 11.5q3 .5 3 2.5v3.5z",
            "M16 33.5h13",
        ),
        Piece::Knight => (
            "M12 38c0-8 4-11 8-16.5l-5.5 4c-1.5 1-3.2.7-4-.7-.8-1.3-.5-2.6.5-3.8L15.5 13l1-5.5 4.5 3.5c9 .5 13 9 12.5 27z",
            "M18.5 15.5h.5M24 15c4 3 5.5 9 5.5 18M14 33.5h15.5",
        ),
        Piece::Bishop => (
            "M12 38v-3.5l6-2.5c-3.5-2.5-5-6-5-9.5 0-5 5-9 7.5-11.5a3 3 0 1 1 4 0c2.5 2.5 7.5 6.5 7.5 11.5 0 3.5-1.5 7-5 9.5l6 2.5V38z",
            "M22.5 16.5v9M18.5 20.5h8M18 32h9",
        ),
        Piece::Rook => (
            "M11 38v-4.5h3l1.5-13h-4V9.5h5V13h3.8V9.5h4.4V13h3.8V9.5h5v11h-4l1.5 13h3V38z",
            "M15.5 20.5h14M14 33.5h17",
        ),
        Piece::Queen => (
            "M12 38v-3.5l1.5-2.5L8.5 14.5l7 7.5 1.5-12 5.5 11 5.5-11L29.5 22l7-7.5-5 17.5 1.5 2.5V38z",
            "M13.5 32q9-2.5 18 0M13 35h19",
        ),
        Piece::King => (
            "M12 38v-4l1.5-2c-4.5-3.5-6.5-8-5-11.5 1.7-4 8-4.5 12.5.5v-7h-3.5v-3H21V7.5h3V11h3.5v3H24v7c4.5-5 10.8-4.5 12.5-.5 1.5 3.5-.5 8-5 11.5l1.5 2v4z",
            "M13.5 32q9-2.5 18 0M13 35h19M22.5 21.5v7",
        ),
    }
}
