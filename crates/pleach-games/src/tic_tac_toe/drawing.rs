//! The board as an SVG image: four lines, and strokes for crosses and rings.

use super::{Square, TicTacToe};
use pleach::{Game, Player};
use std::fmt::Write;

/// The side of a square.
const CELL: u32 = 60;
/// From the middle of a square to the end of a stroke.
const REACH: u32 = 18;

impl TicTacToe {
    pub(super) fn picture(&self, last: Option<Square>) -> String {
        let side = 3 * CELL;
        let turn = match (self.outcome(), self.to_move()) {
            (Some(_), _) => "the game is over",
            (None, Player::Max) => "X to move",
            (None, Player::Min) => "O to move",
        };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" width=\"{side}\" height=\"{side}\" role=\"img\">\n\
             <title>Tic-tac-toe, {turn}</title>\n<rect width=\"{side}\" height=\"{side}\" fill=\"#fcfdfb\"/>\n"
        );
        if let Some(Square(square)) = last {
            let (x, y) = (u32::from(square % 3) * CELL, u32::from(square / 3) * CELL);
            push(
                &mut svg,
                format_args!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#d9eadf\"/>"
                ),
            );
        }
        let (a, b) = (CELL, 2 * CELL);
        let lines = format!("M{a} 6V{0}M{b} 6V{0}M6 {a}H{0}M6 {b}H{0}", side - 6);
        push(&mut svg, format_args!("<path d=\"{lines}\" stroke=\"#849083\" stroke-width=\"2\"/>"));
        (0..9).for_each(|square| self.draw_stone(square, &mut svg));
        svg + "</svg>\n"
    }

    fn draw_stone(&self, square: u8, svg: &mut String) {
        let (x, y) = (u32::from(square % 3) * CELL + CELL / 2, u32::from(square / 3) * CELL + CELL / 2);
        let (left, right, top, bottom) = (x - REACH, x + REACH, y - REACH, y + REACH);
        if self.x >> square & 1 == 1 {
            let cross = format!("M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}");
            push(
                svg,
                format_args!(
                    "<path d=\"{cross}\" stroke=\"#1d5a40\" stroke-width=\"7\" stroke-linecap=\"round\"/>"
                ),
            );
        } else if self.o >> square & 1 == 1 {
            push(
                svg,
                format_args!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{REACH}\" fill=\"none\" stroke=\"#b97d14\" stroke-width=\"7\"/>"
                ),
            );
        }
    }
}

fn push(svg: &mut String, element: std::fmt::Arguments<'_>) {
    writeln!(svg, "{element}").expect("writing to a string");
}
