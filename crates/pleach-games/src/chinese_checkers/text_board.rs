//! The board for a terminal.

use super::board::{Hole, ROW_LENGTHS, ROWS};
use super::notation::symbol;
use super::{ChineseCheckers, MarbleMove};
use pleach::{Game, Paint, Player};

/// Columns from one hole of a row to the next.
const PITCH: usize = 4;

impl ChineseCheckers {
    /// Rows with their letters, row `q` on top; `.` for an empty hole and `-` for a neutral one. The last
    /// move's marble stands in brackets, and the holes it came from and touched in parentheses.
    pub(super) fn text_board(&self, last: Option<MarbleMove>, paint: Paint) -> String {
        let last = last.filter(|mv| !mv.is_pass());
        let path = last.and_then(|mv| self.path(mv)).unwrap_or_default();
        let mut lines: Vec<String> =
            (0..ROWS).rev().map(|row| self.text_row(row, last, &path, paint)).collect();
        let to_move = match self.outcome() {
            Some(_) => "the game is over".to_owned(),
            None if self.completed => format!("{} to move, the last reply", symbol(self.side)),
            None => format!("{} to move", symbol(self.side)),
        };
        lines.push(paint.dim(&format!("{to_move}; '-' is neutral")));
        lines.join("\n")
    }

    fn text_row(&self, row: usize, last: Option<MarbleMove>, path: &[Hole], paint: Paint) -> String {
        let length = usize::from(ROW_LENGTHS[row]);
        let widest = 13;
        let indent = " ".repeat((widest - length) * PITCH / 2);
        let cells: Vec<String> = (1..=length)
            .filter_map(|number| Hole::at(row, number))
            .map(|hole| {
                let text = match self.marble_at(hole) {
                    Some(player) => symbol(player),
                    None if hole.is_neutral() => '-',
                    None => '.',
                };
                self.cell(hole, text, last, path, paint)
            })
            .collect();
        let letter = paint.dim(&((b'a' + row as u8) as char).to_string());
        format!("{letter} {indent}{}", cells.join(" ")).trim_end().to_owned()
    }

    /// Three columns for a hole.
    fn cell(&self, hole: Hole, text: char, last: Option<MarbleMove>, path: &[Hole], paint: Paint) -> String {
        let text = text.to_string();
        if last.is_some_and(|mv| mv.to() == hole) {
            return paint.mark(&format!("[{text}]"));
        }
        if path.contains(&hole) || last.is_some_and(|mv| mv.from() == hole) {
            return paint.mark(&format!("({text})"));
        }
        let painted = match self.marble_at(hole) {
            Some(Player::Max) => paint.max(&text),
            Some(Player::Min) => paint.min(&text),
            None => paint.dim(&text),
        };
        format!(" {painted} ")
    }
}
