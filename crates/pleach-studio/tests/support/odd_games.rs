//! Games that nobody would publish: one whose evaluator panics, and one with long words.

use pleach::registry::{Entry, Hosted, Registry};
use pleach::{Game, Hashed, Notation, NotationError, Player, Score, key_of};

/// A game of two moves, for ever. Both lead to the same position, so that searches go deep at once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Odd {
    played: u32,
    /// The letters of a move.
    letters: usize,
}

impl Game for Odd {
    type Move = bool;

    fn to_move(&self) -> Player {
        if self.played.is_multiple_of(2) { Player::Max } else { Player::Min }
    }

    fn moves(&self) -> impl Iterator<Item = bool> {
        [false, true].into_iter()
    }

    fn play(&mut self, _: bool) {
        self.played += 1;
    }

    fn outcome(&self) -> Option<Score> {
        None
    }
}

impl Hashed for Odd {
    fn key(&self) -> u64 {
        key_of(self)
    }
}

impl Notation for Odd {
    fn position(&self) -> String {
        self.played.to_string()
    }

    fn parse(&self, text: &str) -> Result<Self, NotationError> {
        let played = text.parse().map_err(|_| NotationError::new("expected a number"))?;
        Ok(Odd { played, ..self.clone() })
    }

    fn move_text(&self, mv: bool) -> String {
        format!("{}{}", if mv { "b" } else { "a" }, "x".repeat(self.letters))
    }
}

fn calm(game: &Odd) -> Score {
    Score::new(game.played as i32 % 7)
}

fn brittle(game: &Odd) -> Score {
    assert!(game.played < 3, "no value after three moves");
    calm(game)
}

/// The games of the project, `brittle`, whose evaluator panics after three moves, and `wordy`, whose moves are long.
pub(crate) fn registry() -> Registry {
    let entry = |name, letters, evaluator: fn(&Odd) -> Score| {
        Entry::new(name, "an odd game", "", move |_| {
            Ok(Hosted::new(name, Odd { played: 0, letters }, evaluator))
        })
    };
    let games = pleach_games::registry();
    games.with(entry("brittle", 0, brittle)).with(entry("wordy", 20_000, calm))
}
