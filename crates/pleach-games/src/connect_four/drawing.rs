//! The board for a terminal and as an SVG image.

use super::lines::stones_in_fours;
use super::{ConnectFour, Slot};
use pleach::{Game, Paint, Player};
use std::fmt::Write;

/// The board as text: the last move in brackets, a winning four in parentheses.
pub(super) fn text(game: &ConnectFour, last: Option<Slot>, paint: Paint) -> String {
    let size = game.size;
    let four = stones_in_fours(game.other(), size);
    let cell = |column: u32, row: u32| {
        let bit = column * size.stride() + row;
        let symbol = game.symbol(column, row).to_string();
        let stone = match symbol.as_str() {
            "X" => paint.max("X"),
            "O" => paint.min("O"),
            _ => paint.dim("."),
        };
        match symbol.as_str() {
            symbol if last.is_some_and(|last| last.bit() == bit) => paint.mark(&format!("[{symbol}]")),
            "X" | "O" if four >> bit & 1 == 1 => format!("({stone})"),
            _ => format!(" {stone} "),
        }
    };
    let mut lines: Vec<String> = Vec::new();
    let edge = paint.dim("|");
    for row in (0..size.height()).rev() {
        let cells: String = (0..size.width()).map(|column| cell(column, row)).collect();
        lines.push(format!("{edge}{cells}{edge}"));
    }
    lines.push(paint.dim(&format!("+{}+", "---".repeat(size.width() as usize))));
    let numbers: String = (1..=size.width()).map(|column| format!("{column:^3}")).collect();
    lines.push(paint.dim(format!(" {numbers}").trim_end()));
    lines.join("\n")
}

/// The distance between the centres of two slots.
const CELL: u32 = 64;
/// The space around the slots.
const MARGIN: u32 = 12;
/// The height of the line of column numbers.
const NUMBERS: u32 = 24;

/// The board as an image: ground, holes, stones (a dot for the first player, a ring for the second),
/// then the winning four and the last move as rings.
pub(super) fn svg(game: &ConnectFour, last: Option<Slot>) -> String {
    let size = game.size;
    let (width, height) = (size.width() * CELL + 2 * MARGIN, size.height() * CELL + 2 * MARGIN);
    let mut image = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {}\" role=\"img\">\n<title>{}</title>\n",
        height + NUMBERS,
        title(game)
    );
    let mut draw = |element: String| writeln!(image, "{element}").expect("writing to a string");
    draw(format!(
        "<rect width=\"{width}\" height=\"{height}\" rx=\"12\" fill=\"#e4ebdf\" stroke=\"#b3c1ae\" stroke-width=\"1.2\"/>"
    ));
    let centre = |column: u32, row: u32| {
        let x = MARGIN + column * CELL + CELL / 2;
        (x, MARGIN + (size.height() - 1 - row) * CELL + CELL / 2)
    };
    for column in 0..size.width() {
        for row in 0..size.height() {
            draw(stone(game.symbol(column, row), centre(column, row)));
        }
        let (x, y) = (centre(column, 0).0, height + NUMBERS - 6);
        draw(format!(
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" font-family=\"ui-monospace, Menlo, Consolas, monospace\" font-size=\"14\" fill=\"#3d4a41\">{}</text>",
            column + 1
        ));
    }
    let four = stones_in_fours(game.other(), size);
    for slot in super::Slots::new(four) {
        draw(ring(centre(size.column_of(slot.bit()), size.row_of(slot.bit())), 28, "#16211b", 5));
    }
    if let Some(last) = last {
        let place = centre(size.column_of(last.bit()), size.row_of(last.bit()));
        draw(ring(place, 18, "#fcfdfb", 6));
        draw(ring(place, 18, "#0b57c2", 3));
    }
    image + "</svg>\n"
}

/// A hole or a stone.
fn stone(symbol: char, (x, y): (u32, u32)) -> String {
    let disc = |fill: &str, edge: &str| {
        format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"26\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.5\"/>"
        )
    };
    match symbol {
        'X' => {
            format!("{}<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"#d3ecdd\"/>", disc("#1d5a40", "#123a29"))
        }
        'O' => format!("{}{}", disc("#f3b33f", "#7d5200"), ring((x, y), 11, "#4a2f00", 4)),
        _ => disc("#fcfdfb", "#b3c1ae"),
    }
}

fn ring((x, y): (u32, u32), radius: u32, colour: &str, width: u32) -> String {
    format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"/>"
    )
}

fn title(game: &ConnectFour) -> String {
    let player = |player: Player| if player == Player::Max { "first player" } else { "second player" };
    let state = match game.outcome() {
        Some(outcome) if outcome.get() < 0 => format!("the {} has won", player(game.to_move().other())),
        Some(_) => "a draw".to_owned(),
        None => format!("the {} to move", player(game.to_move())),
    };
    let (columns, rows) = (game.size.width(), game.size.height());
    format!("Connect Four, {columns} by {rows}, {} stones, {state}", game.stones())
}
