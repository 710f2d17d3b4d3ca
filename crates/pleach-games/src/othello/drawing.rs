//! The board for a terminal and as an SVG image.

use super::notation::side_letter;
use super::{Move, Othello, final_score};
use pleach::{Game, Paint, Player};
use std::fmt::Write;

impl Othello {
    /// Discs as X and O, legal squares as `*`, the last move in brackets, and a line on how it stands.
    pub(super) fn text_board(&self, last: Option<Move>, paint: Paint) -> String {
        let last_square = last.and_then(Move::square);
        let cell = |square: u32| match self.symbol(square) {
            symbol if last_square == Some(square) => paint.mark(&format!("[{symbol}]")),
            'X' => format!(" {} ", paint.max("X")),
            'O' => format!(" {} ", paint.min("O")),
            _ if self.legal >> square & 1 == 1 => " * ".to_owned(),
            _ => format!(" {} ", paint.dim(".")),
        };
        let files = paint.dim("   a  b  c  d  e  f  g  h");
        let mut text = format!("{files}\n");
        for rank in 0..8 {
            let cells: String = (0..8).map(|file| cell(8 * rank + file)).collect();
            let line = format!("{} {cells}", paint.dim(&(rank + 1).to_string()));
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text + &self.status(last)
    }

    /// `X 4, O 1; O to move (*)`.
    fn status(&self, last: Option<Move>) -> String {
        let (black, white) = (self.discs(Player::Max).count_ones(), self.discs(Player::Min).count_ones());
        let side = side_letter(self.to_move);
        let turn = match (self.outcome(), last) {
            (Some(_), _) => format!("game over, {}", self.result('X', 'O')),
            _ if self.legal == 0 => format!("{side} must pass"),
            (_, Some(Move::PASS)) => {
                format!("{} passed, {side} to move (*)", side_letter(self.to_move.other()))
            }
            _ => format!("{side} to move (*)"),
        };
        format!("X {black}, O {white}; {turn}")
    }

    fn result(&self, black: impl std::fmt::Display, white: impl std::fmt::Display) -> String {
        match final_score(self.discs(Player::Max), self.discs(Player::Min)) {
            0 => "drawn".to_owned(),
            score if score > 0 => format!("{black} wins by {score}"),
            score => format!("{white} wins by {}", -score),
        }
    }

    /// The title of the image, for those who cannot see it.
    fn title(&self, last: Option<Move>) -> String {
        let name = |player: Player| if player == Player::Max { "Black" } else { "White" };
        let count = |player: Player| self.discs(player).count_ones();
        let turn = match self.outcome() {
            Some(_) => format!("game over, {}", self.result("Black", "White")),
            None if self.legal == 0 => format!("{} must pass", name(self.to_move)),
            None => format!("{} to move", name(self.to_move)),
        };
        let last = last.map(|mv| format!(", last move {mv}")).unwrap_or_default();
        format!("Othello: {} black and {} white discs, {turn}{last}", count(Player::Max), count(Player::Min))
    }

    /// Ground, cells, marks, pieces: legal squares dotted, the last move framed and its disc marked.
    pub(super) fn svg_board(&self, last: Option<Move>) -> String {
        let mut svg =
            String::from(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 360" role="img">"#);
        let mut add = |part: &str| {
            svg.push('\n');
            svg.push_str(part);
        };
        add(&format!("<title>{}</title>", self.title(last)));
        add(r##"<rect x="21" y="21" width="330" height="330" rx="6" fill="#d3decd"/>"##);
        add(r##"<rect x="26" y="26" width="320" height="320" fill="#e4ebdf"/>"##);
        add(&lattice());
        add(&coordinates());
        for square in 0..64 {
            if self.legal >> square & 1 == 1 {
                let (x, y) = centre(square);
                add(&format!(r##"<circle cx="{x}" cy="{y}" r="4" fill="#1d6848"/>"##));
            }
        }
        let last = last.and_then(Move::square);
        if let Some(square) = last {
            let (x, y) = (centre(square).0 - 19, centre(square).1 - 19);
            add(&format!(
                r##"<rect x="{x}" y="{y}" width="38" height="38" rx="4" fill="none" stroke="#0b57c2" stroke-width="2"/>"##
            ));
        }
        for square in 0..64 {
            let (x, y) = centre(square);
            let (fill, mark) = match self.symbol(square) {
                'X' => ("#1a211d", "#fdfdf9"),
                'O' => ("#fdfdf9", "#1a211d"),
                _ => continue,
            };
            add(&format!(r##"<circle cx="{x}" cy="{y}" r="16" fill="{fill}" stroke="#849083"/>"##));
            if last == Some(square) {
                add(&format!(r##"<circle cx="{x}" cy="{y}" r="4" fill="{mark}"/>"##));
            }
        }
        add("</svg>\n");
        svg
    }
}

/// The middle of a square in the image.
fn centre(square: u32) -> (u32, u32) {
    (26 + 20 + 40 * (square % 8), 26 + 20 + 40 * (square / 8))
}

/// The lines between the squares, and the four dots that boards have.
fn lattice() -> String {
    let mut path = String::new();
    for line in 0..=8 {
        let at = 26 + 40 * line;
        write!(path, "M{at} 26V346M26 {at}H346").expect("writing to a string");
    }
    let mut lattice = format!(r##"<path d="{path}" fill="none" stroke="#b3c1ae" stroke-width="1.2"/>"##);
    for (x, y) in [(106, 106), (266, 106), (106, 266), (266, 266)] {
        write!(lattice, "\n<circle cx=\"{x}\" cy=\"{y}\" r=\"2.5\" fill=\"#75836f\"/>")
            .expect("writing to a string");
    }
    lattice
}

/// The letters of the files above the board and the numbers of the ranks to its left.
fn coordinates() -> String {
    let mut group =
        String::from(r##"<g fill="#3d4a41" font-family="sans-serif" font-size="12" text-anchor="middle">"##);
    for index in 0..8u8 {
        let at = 46 + 40 * u32::from(index);
        let (file, rank, baseline) = ((b'a' + index) as char, index + 1, at + 4);
        write!(group, "<text x=\"{at}\" y=\"15\">{file}</text><text x=\"11\" y=\"{baseline}\">{rank}</text>")
            .expect("writing to a string");
    }
    group + "</g>"
}
