//! The board for a terminal, and as an SVG image: ground, lattice, holes, marbles, and the way of the last move.

use super::board::{HOLES, Hole, LINES, PLACES, ROW_LENGTHS, ROWS};
use super::notation::symbol;
use super::{ChineseCheckers, MarbleMove};
use pleach::{Game, Notation, Paint, Player};
use std::fmt::Write;

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

// The colours of the studio's light theme, written in so that the image stands alone.
const BOARD: &str = "#e4ebdf";
const HOME: &str = "#d3decd";
const BOARD_LINE: &str = "#b3c1ae";
const BOARD_INK: &str = "#3d4a41";
const SURFACE: &str = "#fcfdfb";
const HOLE: &str = "#75836f";
const PATH: &str = "#16211b";
const PATH_CASING: &str = "#fcfdfb";
/// Fill, edge and mark of each player's marbles.
const SEATS: [[&str; 3]; 2] = [["#1d5a40", "#123a29", "#d3ecdd"], ["#f3b33f", "#7d5200", "#4a2f00"]];

/// Pixels between two holes of a row, and between two rows.
const ACROSS: f64 = 40.0;
const UP: f64 = 34.641;
const MARBLE: f64 = 15.6;

/// A point of the image.
type Point = (f64, f64);

/// The middle of a hole; row `a` is at the bottom.
fn centre(hole: Hole) -> Point {
    let (x, y, z) = hole.cube();
    (f64::from(x - y) * ACROSS / 2.0, -f64::from(z) * UP)
}

/// A number with at most one decimal, and never a negative zero.
fn short(number: f64) -> f64 {
    (number * 10.0).round() / 10.0 + 0.0
}

fn point((x, y): Point) -> String {
    format!("{} {}", short(x), short(y))
}

fn circle(out: &mut String, hole: Hole, radius: f64, style: &str) {
    let (x, y) = centre(hole);
    line(out, &format!(r#"<circle cx="{}" cy="{}" r="{radius}" {style}/>"#, short(x), short(y)));
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

impl ChineseCheckers {
    pub(super) fn svg_board(&self, last: Option<MarbleMove>) -> String {
        let last = last.filter(|mv| !mv.is_pass());
        let path = last.and_then(|mv| self.path(mv)).unwrap_or_default();
        let mut out = String::with_capacity(20_000);
        line(
            &mut out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-284 -312 568 624" role="img" font-family="ui-monospace, monospace">"#,
        );
        line(&mut out, &format!("<title>{}</title>", self.title(last)));
        ground(&mut out);
        holes(&mut out);
        if let Some(mv) = last {
            let seat = SEATS[self.side.other() as usize];
            let style =
                format!(r#"fill="{BOARD}" stroke="{}" stroke-width="2" stroke-dasharray="4 3.5""#, seat[1]);
            circle(&mut out, mv.from(), MARBLE, &style);
        }
        for player in [Player::Max, Player::Min] {
            self.marbles(player).for_each(|hole| marble(&mut out, hole, player));
        }
        draw_path(&mut out, &path);
        if let Some(mv) = last {
            self.mark_last(&mut out, mv);
        }
        out.push_str("</svg>");
        out
    }

    fn title(&self, last: Option<MarbleMove>) -> String {
        let mut title = "Chinese Checkers: ".to_owned();
        match self.outcome() {
            Some(_) => title.push_str("the game is over"),
            None => title.extend([symbol(self.side).to_string(), " to move".to_owned()]),
        }
        if let Some(mv) = last {
            title.extend([", last move ".to_owned(), self.move_text(mv)]);
        }
        title
    }

    /// The marble that moved is drawn once more above its path, and ringed.
    fn mark_last(&self, out: &mut String, mv: MarbleMove) {
        if let Some(player) = self.marble_at(mv.to()) {
            marble(out, mv.to(), player);
            let edge = SEATS[player as usize][1];
            circle(out, mv.to(), 18.8, &format!(r#"fill="none" stroke="{edge}" stroke-width="1.6""#));
        }
    }
}

/// The star, the two homes, the lattice and the letters of the rows.
fn ground(out: &mut String) {
    let (tip, side, shoulder, waist) = ((0.0, 306.0), (265.0, 153.0), (88.2, 153.0), (176.5, 0.0));
    let quarter =
        |(right, down): (f64, f64)| [tip, shoulder, side, waist].map(|(x, y)| (right * x, down * y));
    // Around the star: down the right side, up the left.
    let mut outline: Vec<Point> = quarter((1.0, -1.0)).to_vec();
    outline.extend(quarter((1.0, 1.0)).into_iter().rev().skip(1));
    outline.extend(quarter((-1.0, 1.0)).into_iter().skip(1));
    outline.extend(quarter((-1.0, -1.0)).into_iter().rev().skip(1).take(2));
    let outline: Vec<String> = outline.into_iter().map(point).collect();
    line(
        out,
        &format!(
            r#"<path d="M{}Z" fill="{BOARD}" stroke="{BOARD_LINE}" stroke-width="1.6" stroke-linejoin="round"/>"#,
            outline.join("L")
        ),
    );
    for down in [-1.0, 1.0] {
        let corners =
            [(-shoulder.0, down * shoulder.1), (0.0, down * tip.1), (shoulder.0, down * shoulder.1)];
        let corners = corners.map(point);
        line(out, &format!(r#"<path d="M{}Z" fill="{HOME}"/>"#, corners.join("L")));
    }
    let lattice: String = (0..LINES).filter_map(ends_of_line).fold(String::new(), |mut path, (from, to)| {
        write!(path, "M{}L{}", point(centre(from)), point(centre(to))).expect("writing to a string");
        path
    });
    line(out, &format!(r#"<path d="{lattice}" fill="none" stroke="{BOARD_LINE}" stroke-width="0.9"/>"#));
    for row in 0..ROWS {
        let Some((x, y)) = Hole::at(row, 1).map(centre) else { continue };
        let letter = (b'a' + row as u8) as char;
        line(
            out,
            &format!(
                r#"<text x="{}" y="{}" font-size="12" text-anchor="middle" fill="{BOARD_INK}">{letter}</text>"#,
                short(x - 26.4),
                short(y + 4.0)
            ),
        );
    }
}

/// The first and the last hole of a line, unless they are the same.
fn ends_of_line(number: usize) -> Option<(Hole, Hole)> {
    let on_line = |&hole: &usize| PLACES[hole].iter().any(|place| usize::from(place.line) == number);
    let first = (0..HOLES).find(on_line).and_then(Hole::new)?;
    let last = (0..HOLES).rev().find(on_line).and_then(Hole::new)?;
    (ROW_LENGTHS[number % ROWS] > 1).then_some((first, last))
}

fn holes(out: &mut String) {
    line(out, &format!(r#"<g fill="{SURFACE}" stroke="{HOLE}" stroke-width="1.3">"#));
    for hole in Hole::all() {
        circle(out, hole, 5.2, "");
    }
    line(out, "</g>");
}

/// Seats differ in lightness and in their mark: a dot for player 1, a ring for player 2.
fn marble(out: &mut String, hole: Hole, player: Player) {
    let [fill, edge, mark] = SEATS[player as usize];
    circle(out, hole, MARBLE, &format!(r#"fill="{fill}" stroke="{edge}" stroke-width="1.6""#));
    match player {
        Player::Max => circle(out, hole, 4.1, &format!(r#"fill="{mark}""#)),
        Player::Min => circle(out, hole, 6.6, &format!(r#"fill="none" stroke="{mark}" stroke-width="2.5""#)),
    }
}

/// Arcs over the marbles that were jumped, with the landings numbered.
fn draw_path(out: &mut String, path: &[Hole]) {
    let [first, .., _] = path else { return };
    let mut way = format!("M{}", point(centre(*first)));
    for hop in path.windows(2) {
        let ((x, y), (to_x, to_y)) = (centre(hop[0]), centre(hop[1]));
        // A step is straight; a jump bends a sixth of its length to the side.
        let bend = if (to_x - x).hypot(to_y - y) > ACROSS + 1.0 { 1.0 / 6.0 } else { 0.0 };
        let control = ((x + to_x) / 2.0 + bend * (to_y - y), (y + to_y) / 2.0 - bend * (to_x - x));
        write!(way, "Q{} {}", point(control), point((to_x, to_y))).expect("writing to a string");
    }
    for (colour, width) in [(PATH_CASING, 6.4), (PATH, 3.0)] {
        line(
            out,
            &format!(
                r#"<path d="{way}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"/>"#
            ),
        );
    }
    for (number, &hole) in (1..).zip(&path[1..path.len() - 1]) {
        circle(out, hole, 9.4, &format!(r#"fill="{PATH}" stroke="{PATH_CASING}" stroke-width="2""#));
        let (x, y) = centre(hole);
        line(
            out,
            &format!(
                r#"<text x="{}" y="{}" font-size="12" font-weight="700" text-anchor="middle" fill="{PATH_CASING}">{number}</text>"#,
                short(x),
                short(y + 4.2)
            ),
        );
    }
}
