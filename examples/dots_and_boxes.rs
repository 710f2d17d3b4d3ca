//! A game for points of one's own, with all of Pleach's commands: Dots and Boxes.
//!
//! Draw a line between two neighbouring dots. Whoever closes a box has it, and must draw again. The boxes a side has are
//! banked: nobody takes them away, and how the rest is played does not depend on them. The game says so, and positions
//! that differ only in their boxes share an entry of the engine's table.
//!
//! ```text
//! cargo run --release --example dots_and_boxes -- solve dots-and-boxes
//! cargo run --release --example dots_and_boxes -- solve dots-and-boxes-plain
//! cargo run --release --example dots_and_boxes -- check dots-and-boxes
//! ```

use pleach::registry::{Entry, Hosted};
use pleach::{Game, Hashed, Notation, NotationError, Player, Score, Spec, key_of};

/// A position; `BANKED` says whether the boxes are told to be banked.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Boxes<const BANKED: bool> {
    rows: u32,
    columns: u32,
    /// The lines that are drawn: those that lie, row by row from the top, then those that stand.
    lines: u64,
    /// The boxes that Max has more than Min.
    lead: i32,
    to_move: Player,
}

impl<const BANKED: bool> Boxes<BANKED> {
    fn new(rows: u32, columns: u32) -> Self {
        Boxes { rows, columns, lines: 0, lead: 0, to_move: Player::Max }
    }

    fn all_lines(&self) -> u32 {
        (self.rows + 1) * self.columns + self.rows * (self.columns + 1)
    }

    /// The four lines of every box.
    fn boxes(&self) -> impl Iterator<Item = u64> {
        let (columns, standing) = (self.columns, (self.rows + 1) * self.columns);
        (0..self.rows * columns).map(move |number| {
            let left = standing + number + number / columns;
            1 << number | 1 << (number + columns) | 1 << left | 1 << (left + 1)
        })
    }

    /// The boxes for the side to move.
    fn balance(&self) -> Score {
        self.to_move.view(Score::new(self.lead))
    }
}

impl<const BANKED: bool> Game for Boxes<BANKED> {
    type Move = u32;
    const REGULAR_TURNS: bool = false;
    const COUNTS_PLIES: bool = false;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn moves(&self) -> impl Iterator<Item = u32> {
        (0..self.all_lines()).filter(|line| self.lines >> line & 1 == 0)
    }

    fn play(&mut self, line: u32) {
        let before = self.lines;
        self.lines |= 1 << line;
        let closed = |drawn: u64| self.boxes().filter(|&lines| drawn & lines == lines).count() as i32;
        match closed(self.lines) - closed(before) {
            0 => self.to_move = self.to_move.other(),
            more => self.lead += self.to_move.view(more),
        }
    }

    fn outcome(&self) -> Option<Score> {
        (self.lines.count_ones() == self.all_lines()).then(|| self.balance())
    }

    /// What is left may go to either side.
    fn score_bounds(&self) -> (Score, Score) {
        let left = self.boxes().filter(|lines| self.lines & lines != *lines).count() as i32;
        (self.balance().plus(-left), self.balance().plus(left))
    }
}

impl<const BANKED: bool> Hashed for Boxes<BANKED> {
    const BANKS: bool = BANKED;

    fn key(&self) -> u64 {
        let unbanked = if BANKED { 0 } else { self.lead };
        key_of(&(self.lines, self.to_move, unbanked))
    }

    fn banked(&self) -> i32 {
        if BANKED { self.balance().get() } else { 0 }
    }
}

/// A position is the lines, the boxes that Max has more than Min, and the side to move: `--|-- +0 max`. A move is the number
/// of a line, from 1.
impl<const BANKED: bool> Notation for Boxes<BANKED> {
    fn position(&self) -> String {
        let drawn = |line| if self.lines >> line & 1 == 1 { 'x' } else { '-' };
        let lines: String = (0..self.all_lines()).map(drawn).collect();
        format!("{lines} {:+} {}", self.lead, if self.to_move == Player::Max { "max" } else { "min" })
    }

    fn parse(&self, text: &str) -> Result<Self, NotationError> {
        let count = self.all_lines() as usize;
        let expected = |what: &str| NotationError::new(format!("expected {what}"));
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[lines, lead, player] = &words[..] else {
            return Err(expected("lines, lead and side: ---- +0 max"));
        };
        if lines.len() != count || lines.contains(|c| c != 'x' && c != '-') {
            return Err(expected(&format!("{count} lines, each x or -")));
        }
        let mut game = Boxes { lead: 0, lines: 0, ..self.clone() };
        game.lines = (0..).zip(lines.chars()).filter(|line| line.1 == 'x').map(|line| 1 << line.0).sum();
        let closed = game.boxes().filter(|lines| game.lines & lines == *lines).count() as i32;
        let fits = |lead: &i32| lead.abs() <= closed && (lead + closed) % 2 == 0;
        game.lead = lead.parse().ok().filter(fits).ok_or_else(|| expected("a lead that the boxes allow"))?;
        game.to_move = match player {
            "max" => Player::Max,
            "min" => Player::Min,
            _ => return Err(expected("the side to move, max or min")),
        };
        Ok(game)
    }

    fn move_text(&self, line: u32) -> String {
        (line + 1).to_string()
    }
}

fn entry<const BANKED: bool>(name: &'static str, about: &'static str) -> Entry {
    Entry::new(name, about, "rows=N, columns=N: the boxes (3 by 3, up to 5 by 5)", |mut spec: Spec| {
        let (name, range) = (spec.to_string(), "a whole number from 1 to 5");
        let in_range = |text: &str| text.parse().ok().filter(|side| (1..=5).contains(side));
        let rows = spec.take_with("rows", range, in_range)?.unwrap_or(3);
        let columns = spec.take_with("columns", range, in_range)?.unwrap_or(3);
        spec.finish()?;
        Ok(Hosted::new(name, Boxes::<BANKED>::new(rows, columns), Boxes::balance))
    })
}

fn main() -> std::process::ExitCode {
    let banked = entry::<true>("dots-and-boxes", "close boxes for points, and draw again");
    let plain = entry::<false>("dots-and-boxes-plain", "the same without a word of what is banked");
    pleach_cli::main_with(pleach_games::registry().with(banked).with(plain))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pleach::engine::Engine;
    use pleach::testkit::{Laws, compare_all};
    use pleach::{Bound, Limits};

    #[test]
    fn the_laws_hold_and_every_search_agrees() {
        let (laws, start) = (Laws::default(), Boxes::<true>::new(2, 2));
        laws.check(&start).unwrap();
        laws.check_evaluator(&start, &Boxes::balance).unwrap();
        for depth in 1..=4 {
            compare_all(&start, &Boxes::balance, depth).unwrap();
        }
    }

    #[test]
    fn banking_saves_work_and_changes_no_value() {
        let limits = Limits::none();
        let banked = Engine::new(&()).search(&Boxes::<true>::new(2, 3), &limits).unwrap();
        let plain = Engine::new(&()).search(&Boxes::<false>::new(2, 3), &limits).unwrap();
        assert_eq!((banked.value, banked.bound), (plain.value, Bound::Exact));
        assert!(banked.counts.nodes < plain.counts.nodes);
        let small = Engine::new(&()).search(&Boxes::<true>::new(2, 2), &limits).unwrap();
        assert_eq!(small.value, Score::new(2), "whoever begins gets three of the four");
    }
}
