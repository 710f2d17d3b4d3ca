//! Breakthrough, with all of Pleach's commands: the game that the guide builds in "Your own game".

use pleach::engine::Knowledge;
use pleach::registry::{Entry, Hosted};
use pleach::{
    Evaluate, Game, Hashed, Linear, Notation, NotationError, Paint, Player, Score, Tunable, Weights,
    WeightsError, key_of,
};
use std::fmt::Write;

const SIDE: usize = 6;

/// Two rows of men each. A man steps forward, straight or aslant, to a cell that is free; aslant it may also take
/// a man. Whoever reaches the last row wins, and whoever has no men left has lost.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Breakthrough {
    /// Row by row from the side of Max, who moves up.
    cells: [Option<Player>; SIDE * SIDE],
    to_move: Player,
}

/// From which cell to which.
type Step = (usize, usize);

impl Breakthrough {
    fn start() -> Breakthrough {
        let owner = |cell: usize| match cell / SIDE {
            0 | 1 => Some(Player::Max),
            4 | 5 => Some(Player::Min),
            _ => None,
        };
        Breakthrough { cells: std::array::from_fn(owner), to_move: Player::Max }
    }

    fn men(&self, player: Player) -> impl Iterator<Item = usize> {
        (0..SIDE * SIDE).filter(move |&cell| self.cells[cell] == Some(player))
    }

    /// How many rows a man has come, from 0 to 5.
    fn advance(player: Player, cell: usize) -> usize {
        if player == Player::Max { cell / SIDE } else { SIDE - 1 - cell / SIDE }
    }

    /// The cells in front of a man: aslant to the left, straight on, aslant to the right.
    fn ahead(player: Player, cell: usize) -> impl Iterator<Item = usize> {
        let (row, column) = (cell / SIDE, cell % SIDE);
        let next = if player == Player::Max { row + 1 } else { row.wrapping_sub(1) };
        let columns = [column.wrapping_sub(1), column, column + 1];
        columns.into_iter().filter(move |&to| next < SIDE && to < SIDE).map(move |to| next * SIDE + to)
    }
}

impl Game for Breakthrough {
    type Move = Step;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn moves(&self) -> impl Iterator<Item = Step> {
        let over = self.outcome().is_some();
        let steps = move |from: usize| {
            let may = move |&to: &usize| match self.cells[to] {
                None => true,
                Some(player) => player != self.to_move && from % SIDE != to % SIDE,
            };
            Breakthrough::ahead(self.to_move, from).filter(may).map(move |to| (from, to))
        };
        self.men(self.to_move).filter(move |_| !over).flat_map(steps)
    }

    fn play(&mut self, (from, to): Step) {
        self.cells[to] = self.cells[from].take();
        self.to_move = self.to_move.other();
    }

    /// Only whoever has just moved can have won.
    fn outcome(&self) -> Option<Score> {
        let opponent = self.to_move.other();
        let has_arrived = self.men(opponent).any(|cell| Breakthrough::advance(opponent, cell) == SIDE - 1);
        (has_arrived || self.men(self.to_move).next().is_none()).then_some(Score::LOSS)
    }
}

impl Hashed for Breakthrough {
    fn key(&self) -> u64 {
        key_of(self)
    }
}

/// `a1` is the first cell of Max's first row.
fn cell_name(cell: usize) -> String {
    format!("{}{}", (b'a' + (cell % SIDE) as u8) as char, cell / SIDE + 1)
}

/// A position is the rows from the top, X for Max and O for Min, and the side to move:
/// `OOOOOO/OOOOOO/....../....../XXXXXX/XXXXXX X`. A move is two cells: `b2-c3`.
impl Notation for Breakthrough {
    fn position(&self) -> String {
        let symbol = |cell: usize| match self.cells[cell] {
            Some(Player::Max) => 'X',
            Some(Player::Min) => 'O',
            None => '.',
        };
        let row = |row: usize| (row * SIDE..(row + 1) * SIDE).map(symbol).collect::<String>();
        let rows: Vec<String> = (0..SIDE).rev().map(row).collect();
        format!("{} {}", rows.join("/"), if self.to_move == Player::Max { 'X' } else { 'O' })
    }

    fn parse(&self, text: &str) -> Result<Self, NotationError> {
        let expected =
            || NotationError::new("expected six rows of six cells, each X, O or ., and the side to move");
        let (rows, side) = text.trim().split_once(' ').ok_or_else(expected)?;
        let rows: Vec<&str> = rows.split('/').collect();
        if rows.len() != SIDE || rows.iter().any(|row| row.chars().count() != SIDE) {
            return Err(expected());
        }
        let mut game = Breakthrough::start();
        for (cell, symbol) in rows.iter().rev().flat_map(|row| row.chars()).enumerate() {
            game.cells[cell] = match symbol {
                'X' => Some(Player::Max),
                'O' => Some(Player::Min),
                '.' => None,
                _ => return Err(expected()),
            };
        }
        game.to_move = match side.trim() {
            "X" => Player::Max,
            "O" => Player::Min,
            _ => return Err(expected()),
        };
        let has_arrived =
            game.men(game.to_move).any(|cell| Breakthrough::advance(game.to_move, cell) == SIDE - 1);
        if has_arrived {
            return Err(NotationError::new("the side to move has won already"));
        }
        Ok(game)
    }

    fn move_text(&self, (from, to): Step) -> String {
        format!("{}-{}", cell_name(from), cell_name(to))
    }

    fn draw(&self, last: Option<Step>, paint: Paint) -> String {
        let mut text = String::new();
        for row in (0..SIDE).rev() {
            text += &paint.dim(&(row + 1).to_string());
            for cell in row * SIDE..(row + 1) * SIDE {
                let symbol = match self.cells[cell] {
                    Some(Player::Max) => paint.max("X"),
                    Some(Player::Min) => paint.min("O"),
                    None => paint.dim("."),
                };
                let is_last = last.is_some_and(|(_, to)| to == cell);
                text += &if is_last { format!("[{symbol}]") } else { format!(" {symbol} ") };
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text + &paint.dim("  a  b  c  d  e  f")
    }

    fn svg(&self, last: Option<Step>) -> Option<String> {
        let mut svg = String::from(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 240 240\" role=\"img\"><title>Breakthrough</title>\n",
        );
        for cell in 0..SIDE * SIDE {
            let (x, y) = (cell % SIDE * 40, (SIDE - 1 - cell / SIDE) * 40);
            let touched = last.is_some_and(|(from, to)| from == cell || to == cell);
            let colour = if touched { "#d9eadf" } else { ["#e9ede7", "#fcfdfb"][(cell + cell / SIDE) % 2] };
            let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"40\" height=\"40\" fill=\"{colour}\"/>");
            if let Some(player) = self.cells[cell] {
                let colour = if player == Player::Max { "#1d5a40" } else { "#b97d14" };
                let _ =
                    writeln!(svg, "<circle cx=\"{}\" cy=\"{}\" r=\"14\" fill=\"{colour}\"/>", x + 20, y + 20);
            }
        }
        Some(svg + "</svg>\n")
    }
}

/// Men, how far they have come, and the right to move.
struct Men {
    weights: Weights,
    /// What a man is worth on each row.
    worth: [i32; SIDE],
    tempo: i32,
}

impl Default for Men {
    fn default() -> Self {
        let weights = Weights::from_toml(include_str!("breakthrough.weights.toml"));
        weights.and_then(Men::from_weights).expect("the weights of the program are good")
    }
}

impl Evaluate<Breakthrough> for Men {
    type Value = Score;

    fn evaluate(&self, game: &Breakthrough) -> Score {
        let sum = |player| -> i32 {
            game.men(player).map(|cell| self.worth[Breakthrough::advance(player, cell)]).sum()
        };
        Score::new(sum(game.to_move) - sum(game.to_move.other()) + self.tempo)
    }
}

impl Tunable for Men {
    fn weights(&self) -> &Weights {
        &self.weights
    }

    fn from_weights(weights: Weights) -> Result<Self, WeightsError> {
        if weights.evaluator() != "breakthrough" {
            return Err(WeightsError::new(format!("they belong to '{}'", weights.evaluator())));
        }
        let (man, tempo) = (weights.number("man")?, weights.number("tempo")?);
        let mut worth = [man; SIDE];
        for (worth, more) in worth.iter_mut().zip(weights.group("row", SIDE - 1)?) {
            *worth += more;
        }
        Ok(Men { worth, tempo, weights })
    }
}

/// The same as a sum of weights, so that a regression need not try every weight: place 0 is `man`, 1 to 5 are `row`,
/// 6 is `tempo`, in the order of the file.
impl Linear<Breakthrough> for Men {
    fn terms(&self, game: &Breakthrough, term: &mut dyn FnMut(u32, f32)) {
        for (player, sign) in [(game.to_move, 1.0), (game.to_move.other(), -1.0)] {
            for cell in game.men(player) {
                term(0, sign);
                match Breakthrough::advance(player, cell) {
                    row if row < SIDE - 1 => term(1 + row as u32, sign),
                    _ => {}
                }
            }
        }
        term(6, 1.0);
    }
}

/// What the engine may know beyond the rules.
struct BreakthroughKnowledge;

impl Knowledge<Breakthrough> for BreakthroughKnowledge {
    type Seen = ();
    const HISTORY_SIZE: usize = SIDE * SIDE * 3;

    fn moves(&self, game: &Breakthrough, (): ()) -> impl Iterator<Item = Step> {
        game.moves()
    }

    fn seen(&self, _game: &Breakthrough) {}

    /// Captures first, those of the most advanced men before others; then the steps that lead farthest.
    fn weigh_move(&self, game: &Breakthrough, (_, to): Step) -> i32 {
        let taken = game.cells[to].map_or(0, |player| 10 + Breakthrough::advance(player, to));
        (2 * taken + Breakthrough::advance(game.to_move, to)) as i32
    }

    /// Where from and in which direction.
    fn history_index(&self, _game: &Breakthrough, (from, to): Step) -> usize {
        3 * from + (to % SIDE + 1 - from % SIDE)
    }

    /// Men that have left their place or the board: what tells how far a game has come.
    fn progress(&self, game: &Breakthrough) -> u32 {
        let at_home =
            |player| game.men(player).filter(|&cell| Breakthrough::advance(player, cell) < 2).count();
        (4 * SIDE - at_home(Player::Max) - at_home(Player::Min)) as u32
    }
}

/// The same position with the sides exchanged: the board is turned upside down.
fn swapped(game: &Breakthrough) -> Breakthrough {
    let cells = std::array::from_fn(|cell| {
        game.cells[(SIDE - 1 - cell / SIDE) * SIDE + cell % SIDE].map(Player::other)
    });
    Breakthrough { cells, to_move: game.to_move.other() }
}

fn main() -> std::process::ExitCode {
    let entry = Entry::new("breakthrough", "reach the last row with a man (6 by 6)", "", |spec| {
        spec.finish()?;
        let hosted = Hosted::new("breakthrough", Breakthrough::start(), Men::default());
        Ok(hosted.linear().swapped_by(swapped).knowledge(BreakthroughKnowledge))
    });
    pleach_cli::main_with(pleach_games::registry().with(entry))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pleach::testkit::{Laws, compare_all};

    #[test]
    fn the_laws_hold_and_every_search_agrees() {
        let (laws, start, men) = (Laws::default(), Breakthrough::start(), Men::default());
        laws.check(&start).unwrap();
        laws.check_evaluator(&start, &men).unwrap();
        for depth in 1..=3 {
            compare_all(&start, &men, depth).unwrap();
        }
    }
}
