//! The positions that games begin with.

use pleach::registry::{AnyGame, Request};
use pleach::{Limits, NotationError};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashSet;

/// How a game begins: a position, if it is not the game's first one, and moves from there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Opening {
    position: Option<String>,
    moves: Vec<String>,
}

impl Opening {
    /// Moves from the first position.
    pub fn of_moves(moves: Vec<String>) -> Opening {
        Opening { position: None, moves }
    }

    /// Reads an opening: moves from the first position separated by blanks, or a position in the game's
    /// notation.
    pub fn parse(text: &str, start: &dyn AnyGame) -> Result<Opening, OpeningError> {
        let text = text.trim();
        let mut game = start.boxed_clone();
        let read: Result<Vec<String>, NotationError> = text
            .split_whitespace()
            .map(|word| {
                let mv = game.read_move(word)?;
                game.play(&mv)?;
                Ok(mv)
            })
            .collect();
        let opening = match read {
            Ok(moves) => Opening::of_moves(moves),
            Err(no_moves) => {
                let mut game = start.boxed_clone();
                // Most openings are moves: if it is neither, the wrong move is told.
                game.set_position(text).map_err(|_| no_moves)?;
                Opening { position: Some(game.position()), moves: Vec::new() }
            }
        };
        match opening.apply(start)?.outcome() {
            Some(_) => Err(OpeningError::Over),
            None => Ok(opening),
        }
    }

    /// The position, if it is not the game's first one.
    pub fn position(&self) -> Option<&str> {
        self.position.as_deref()
    }

    /// The moves from there.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// The game after the opening.
    pub fn apply(&self, start: &dyn AnyGame) -> Result<Box<dyn AnyGame>, NotationError> {
        let mut game = start.boxed_clone();
        if let Some(position) = &self.position {
            game.set_position(position)?;
        }
        self.moves.iter().try_for_each(|mv| game.play(mv))?;
        Ok(game)
    }
}

/// Why a text is no opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// It is neither a list of moves nor a position.
    #[error("no opening: {0}")]
    NoOpening(NotationError),
    /// The game is over there.
    #[error("the game is over after it")]
    Over,
}

impl From<NotationError> for OpeningError {
    fn from(error: NotationError) -> OpeningError {
        OpeningError::NoOpening(error)
    }
}

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// These, over and over again.
    List(Vec<Opening>),
    /// Random moves from the first position, another game every time as long as there are others.
    Random {
        /// The number of moves.
        plies: u32,
        /// The largest score either side may have after them, by a short search; any if there is none.
        balance: Option<i32>,
    },
}

/// The nodes of the search that says whether an opening is balanced.
const BALANCE_NODES: u64 = 2000;
/// Openings that are drawn before one is taken a second time, or one that is not balanced.
const MOST_DRAWS: u32 = 200;

impl Openings {
    /// The first `count` openings. They do not depend on how many are asked for.
    ///
    /// ```
    /// use pleach_lab::contest::Openings;
    /// let game = pleach_games::registry().open("othello").unwrap();
    /// let openings = Openings::Random { plies: 6, balance: None };
    /// let many = openings.first(20, game.as_ref(), 1);
    /// assert_eq!(many[..5], openings.first(5, game.as_ref(), 1));
    /// assert!(many.iter().all(|opening| opening.moves().len() == 6));
    /// ```
    pub fn first(&self, count: u64, start: &dyn AnyGame, seed: u64) -> Vec<Opening> {
        let mut drawer = self.drawer(start, seed);
        (0..count as usize).map(|number| drawer.get(number)).collect()
    }

    /// The openings one after the other, drawn when they are asked for.
    pub(super) fn drawer<'a>(&'a self, start: &'a dyn AnyGame, seed: u64) -> Drawer<'a> {
        let random = Xoshiro256PlusPlus::seed_from_u64(seed);
        Drawer { openings: self, start, random, seen: HashSet::new(), drawn: Vec::new() }
    }
}

/// Draws openings. Each depends on those before it, and not on how many will be asked for.
pub(super) struct Drawer<'a> {
    openings: &'a Openings,
    start: &'a dyn AnyGame,
    random: Xoshiro256PlusPlus,
    seen: HashSet<String>,
    drawn: Vec<Opening>,
}

impl Drawer<'_> {
    /// The opening with this number, from 0 on.
    pub(super) fn get(&mut self, number: usize) -> Opening {
        match self.openings {
            Openings::List(list) => list.get(number % list.len().max(1)).cloned().unwrap_or_default(),
            Openings::Random { plies, balance } => {
                while self.drawn.len() <= number {
                    self.drawn.push(draw(self.start, *plies, *balance, &mut self.random, &mut self.seen));
                }
                self.drawn[number].clone()
            }
        }
    }
}

/// Draws an opening that has not been seen yet and is balanced, if there is one among so many.
fn draw(
    start: &dyn AnyGame,
    plies: u32,
    balance: Option<i32>,
    random: &mut Xoshiro256PlusPlus,
    seen: &mut HashSet<String>,
) -> Opening {
    let mut last = Opening::default();
    for _ in 0..MOST_DRAWS {
        let Some((opening, game)) = random_moves(start, plies, random) else { continue };
        last = opening;
        let position = game.position();
        if !seen.contains(&position) && balance.is_none_or(|most| is_balanced(game.as_ref(), most)) {
            seen.insert(position);
            break;
        }
    }
    last
}

/// Random moves, unless the game is over before they are played.
pub(crate) fn random_moves(
    start: &dyn AnyGame,
    plies: u32,
    random: &mut Xoshiro256PlusPlus,
) -> Option<(Opening, Box<dyn AnyGame>)> {
    let mut game = start.boxed_clone();
    let mut played = Vec::new();
    for _ in 0..plies {
        let mut moves = game.moves();
        if moves.is_empty() {
            return None;
        }
        let mv = moves.swap_remove(random.random_range(0..moves.len()));
        // A move of the list is legal.
        game.play(&mv).ok()?;
        played.push(mv);
    }
    game.outcome().is_none().then_some((Opening::of_moves(played), game))
}

fn is_balanced(game: &dyn AnyGame, most: i32) -> bool {
    let mut request = Request::new(pleach::registry::Method::default(), Limits::none().nodes(BALANCE_NODES));
    request.memory = 1;
    game.search(&request).is_ok_and(|answer| answer.score.get().unsigned_abs() <= most.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(game: &str, text: &str) -> Result<Opening, OpeningError> {
        Opening::parse(text, pleach_games::registry().open(game).unwrap().as_ref())
    }

    #[test]
    fn openings_are_moves_or_positions() {
        assert_eq!(parse("othello", "f5 D6").unwrap().moves(), ["f5", "d6"]);
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        assert_eq!(parse("chess", fen).unwrap().position(), Some(fen));
        assert_eq!(parse("chess", "").unwrap(), Opening::default());
        let error = parse("chess", "e2e4 e2e4").unwrap_err().to_string();
        assert!(error.starts_with("no opening: 'e2e4' is not a legal move here"), "{error}");
        assert_eq!(parse("tic-tac-toe", "a1 b1 a2 b2 a3"), Err(OpeningError::Over));
    }

    #[test]
    fn random_openings_differ_as_long_as_they_can() {
        let start = pleach_games::registry().open("tic-tac-toe").unwrap();
        let openings = Openings::Random { plies: 1, balance: None }.first(12, start.as_ref(), 3);
        let different: HashSet<&Opening> = openings[..9].iter().collect();
        assert_eq!(different.len(), 9);
    }

    #[test]
    fn balanced_openings_are_balanced() {
        let start = pleach_games::registry().open("othello").unwrap();
        let openings = Openings::Random { plies: 10, balance: Some(4) }.first(10, start.as_ref(), 3);
        for opening in openings {
            assert!(is_balanced(opening.apply(start.as_ref()).unwrap().as_ref(), 4));
        }
    }
}
