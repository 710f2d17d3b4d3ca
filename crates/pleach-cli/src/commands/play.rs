//! `pleach play`: a game in the terminal.

use super::search::score_in_words;
use crate::arguments::Common;
use crate::conversation::{self, ReadLine};
use crate::failure::Failure;
use crate::input::PositionOptions;
use crate::kept;
use crate::method::{LimitOptions, MethodOptions};
use crate::output::{columns, counted, print, shortened};
use crate::risk::RiskOptions;
use crate::weights::WeightsOptions;
use clap::{Args, ValueEnum};
use pleach::registry::{Answer, AnyGame, Registry, Request};
use pleach::{Paint, Player, Score};
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;

/// Options of `pleach play`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pleach play tic-tac-toe --depth 9
  pleach play othello --side second --algorithm negascout --time 2s
  pleach play chess --position '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' --side both
  pleach play connect-four --side none --depth 4

Type a move in the game's notation, or its number in the list of `moves`. Other words:
  hint      what the program would play here
  undo      take back your last move and the answer to it
  moves     the legal moves, numbered
  board     the board once more
  position  the position as text, for --position
  help      these words
  quit      end the game; so does the end of the input

The program thinks for one second a move unless --depth, --time or --nodes say otherwise. With
--seed it chooses among equally good moves. Colours are used on a terminal, unless NO_COLOR is
set.")]
pub(crate) struct PlayOptions {
    #[command(flatten)]
    position: PositionOptions,
    /// The side you play
    #[arg(long, value_enum, value_name = "S", default_value = "first")]
    side: Side,
    #[command(flatten)]
    weights: WeightsOptions,
    #[command(flatten)]
    method: MethodOptions,
    #[command(flatten)]
    risk: RiskOptions,
    #[command(flatten)]
    limits: LimitOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    /// The side that begins the game
    First,
    /// The side that answers
    Second,
    /// Both: the program only helps
    Both,
    /// None: the program plays against itself
    None,
}

impl Side {
    fn has(self, player: Player) -> bool {
        match self {
            Side::First => player == Player::Max,
            Side::Second => player == Player::Min,
            Side::Both => true,
            Side::None => false,
        }
    }
}

const HELP: &str = "\
Type a move, or its number in the list of `moves`; #3 is always the third move of the list.
hint: what the program would play; undo: take back; moves, board, position: show them; quit: end.
";

pub(crate) fn run(common: &Common, options: &PlayOptions, registry: &Registry) -> Result<(), Failure> {
    let game = options.weights.apply_to(options.position.open(common, registry)?)?;
    let stop = Arc::new(AtomicBool::new(false));
    let limits = options.limits.for_a_move().stop_flag(Arc::clone(&stop));
    let request = options.method.request(common, limits)?;
    let (mut request, _) = options.risk.apply_to(request, game.as_ref(), registry)?;
    request.all_best = common.seed.is_some();
    kept::keep_table(&mut request);
    conversation::end_with_the_reader();
    let lines = conversation::read_in_background(move || {
        std::thread::sleep(conversation::GRACE);
        stop.store(true, Ordering::Relaxed);
    });
    let colour =
        std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|no| no.is_empty());
    let paint = if colour { Paint::Colour } else { Paint::Plain };
    Table { game, past: Vec::new(), side: options.side, request, paint, lines }.play()
}

/// A game being played.
struct Table {
    game: Box<dyn AnyGame>,
    /// The positions before this one, with the latest last.
    past: Vec<Box<dyn AnyGame>>,
    side: Side,
    request: Request,
    paint: Paint,
    lines: Receiver<ReadLine>,
}

/// Whether the game goes on after a line of the person.
enum Next {
    GoOn,
    Leave,
}

impl Table {
    fn play(mut self) -> Result<(), Failure> {
        if self.side != Side::None {
            print(&format!("{}. Type help for what you can do here.\n", self.game.name()))?;
        }
        self.show_board()?;
        loop {
            if let Some(outcome) = self.game.outcome() {
                let result = result(self.game.to_move(), outcome);
                let ending = self.game.ending().map_or(String::new(), |why| format!(" ({why})"));
                return print(&format!("The game is over: {result}{ending}.\n"));
            }
            if !self.side.has(self.game.to_move()) {
                self.move_by_program()?;
                continue;
            }
            print(&format!("{}, your move> ", name(self.game.to_move())))?;
            match self.lines.recv() {
                Err(_) => return print("\nEnd of the input: the game is left as it is.\n"),
                Ok(Err(too_long)) => print(&format!("That was {too_long}.\n"))?,
                Ok(Ok(line)) => {
                    if let Next::Leave = self.obey(line.trim())? {
                        return print("The game is left as it is.\n");
                    }
                }
            }
        }
    }

    fn obey(&mut self, line: &str) -> Result<Next, Failure> {
        match line.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "exit" => return Ok(Next::Leave),
            "help" | "?" => print(HELP)?,
            "board" => self.show_board()?,
            "position" => print(&(self.game.position() + "\n"))?,
            "moves" => print(&numbered(&self.game.moves()))?,
            "hint" => match self.game.search(&self.request) {
                Ok(answer) => print(&format!("I would play {}.\n", in_words(&answer)))?,
                Err(error) => print(&format!("No hint: {error}.\n"))?,
            },
            "undo" => self.take_back()?,
            _ => match self.read_move(line) {
                Ok(after) => {
                    self.past.push(std::mem::replace(&mut self.game, after));
                    self.show_board()?;
                }
                Err(reason) => print(&format!("{reason}. Type moves for the list, help for more.\n"))?,
            },
        }
        Ok(Next::GoOn)
    }

    /// The position after a move given in notation or by its number in the list.
    fn read_move(&self, text: &str) -> Result<Box<dyn AnyGame>, String> {
        let mut after = self.game.boxed_clone();
        let legal = self.game.moves();
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = match text.strip_prefix('#') {
            Some(number) => Some(number),
            // Where moves are written as numbers, a number is such a move and nothing else.
            None => Some(text).filter(|text| is_number(text) && !legal.iter().any(|mv| is_number(mv))),
        };
        let mv = match number {
            None => text,
            Some(number) => {
                number.parse::<usize>().ok().and_then(|number| legal.get(number.checked_sub(1)?)).ok_or_else(
                    || format!("'{}' is not a number from 1 to {}", shortened(text), legal.len()),
                )?
            }
        };
        if mv.len() > LONGEST_MOVE {
            return Err(format!("'{}' is not a move", shortened(mv)));
        }
        after.play(mv).map_err(|error| error.to_string())?;
        Ok(after)
    }

    /// Goes back to the person's last turn.
    fn take_back(&mut self) -> Result<(), Failure> {
        let turn = self.past.iter().rposition(|before| self.side.has(before.to_move()));
        let Some(turn) = turn else { return print("There is nothing to take back.\n") };
        self.game = self.past.swap_remove(turn);
        self.past.truncate(turn);
        self.show_board()
    }

    fn move_by_program(&mut self) -> Result<(), Failure> {
        let answer = self.game.search_or_fallback(&self.request, &mut |_| {})?;
        let legal = self.game.moves();
        let mv = answer.best.as_ref().or(legal.first()).ok_or_else(|| Failure::new("there is no move"))?;
        let before = self.game.boxed_clone();
        self.game.play(mv)?;
        self.past.push(before);
        print(&format!("{} plays {}.\n", name(self.past[self.past.len() - 1].to_move()), in_words(&answer)))?;
        self.show_board()
    }

    fn show_board(&self) -> Result<(), Failure> {
        print(&format!("\n{}\n\n", self.game.draw(self.paint)))
    }
}

/// No game writes longer moves.
const LONGEST_MOVE: usize = 256;

/// The sides as the command line calls them.
fn name(player: Player) -> &'static str {
    match player {
        Player::Max => "First player",
        Player::Min => "Second player",
    }
}

/// Who has won, and how high if it is counted in points.
fn result(to_move: Player, outcome: Score) -> String {
    let winner = match outcome.cmp(&Score::ZERO) {
        std::cmp::Ordering::Equal => return "a draw".to_owned(),
        std::cmp::Ordering::Greater => to_move,
        std::cmp::Ordering::Less => to_move.other(),
    };
    let winner = name(winner).to_lowercase();
    match outcome.is_evaluation() {
        true => format!(
            "the {winner} wins by {}",
            counted(outcome.get().unsigned_abs().into(), "point", "points")
        ),
        false => format!("the {winner} wins"),
    }
}

/// The move, and why.
fn in_words(answer: &Answer) -> String {
    let mv = answer.best.as_deref().unwrap_or("anything");
    let score = match answer.score.distance() {
        Some(plies) if answer.score.is_win() => {
            format!("and wins in {}", counted(plies.into(), "ply", "plies"))
        }
        Some(plies) => format!("and loses in {}", counted(plies.into(), "ply", "plies")),
        None => format!("with score {}", score_in_words(answer.score, answer.bound)),
    };
    let depth = answer.depth.map_or("searched to the end".to_owned(), |depth| format!("depth {depth}"));
    format!("{mv} {score} ({depth}; line {})", answer.pv.join(" "))
}

/// The moves with their numbers, in as many columns as fit into a narrow terminal.
fn numbered(moves: &[String]) -> String {
    const WIDTH: usize = 76;
    let cells: Vec<String> =
        moves.iter().enumerate().map(|(index, mv)| format!("{:>3} {mv}", index + 1)).collect();
    let widest = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0) + 2;
    let rows: Vec<Vec<String>> = cells.chunks((WIDTH / widest).max(1)).map(<[String]>::to_vec).collect();
    columns(&rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_told_for_the_winner() {
        assert_eq!(result(Player::Max, Score::LOSS), "the second player wins");
        assert_eq!(result(Player::Min, Score::new(-12)), "the first player wins by 12 points");
        assert_eq!(result(Player::Min, Score::ZERO), "a draw");
    }

    #[test]
    fn long_lists_are_broken_into_rows() {
        let moves: Vec<String> = (0..30).map(|index| format!("move{index}")).collect();
        let text = numbered(&moves);
        assert!(text.lines().all(|line| line.len() <= 80));
        assert!(text.contains("30 move29"));
    }
}
