//! How games of a kind end: by points, or with a winner and no more.

use super::self_play::Teacher;
use super::{LearnError, Lesson, Loss, SelfPlay};
use crate::player::Thought;
use pleach::registry::AnyGame;
use std::collections::BTreeSet;

/// How games end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcomes {
    /// By points, more or fewer of them.
    Points,
    /// By points, and every win by as many.
    EqualPoints,
    /// Won or lost, without points.
    Decided,
    /// None of the games that were looked at had a winner.
    Unknown,
}

/// Games that are looked at, and as many winners as are enough.
const GAMES: u64 = 20;
const ENOUGH: usize = 8;

impl Outcomes {
    /// Looks at a few quick games that are kept nowhere.
    ///
    /// ```
    /// use pleach_lab::tune::Outcomes;
    /// let of = |game| Outcomes::of(pleach_games::registry().open(game).unwrap().as_ref(), 400);
    /// assert_eq!((of("othello")?, of("chess")?), (Outcomes::Points, Outcomes::Decided));
    /// # Ok::<(), pleach_lab::tune::LearnError>(())
    /// ```
    pub fn of(game: &dyn AnyGame, most_plies: u32) -> Result<Outcomes, LearnError> {
        let thought = Thought { depth: Some(1), ..Thought::default() };
        let plan =
            SelfPlay { game, thought, opening: 4..=10, exact_from: None, most_plies, games: GAMES, seed: 1 };
        let mut teacher = Teacher::new(&plan);
        let mut wins = Vec::new();
        for number in 0..GAMES {
            wins.push(teacher.lesson(number)?.score.abs());
            wins.retain(|&points| points > 0);
            if wins.len() >= ENOUGH {
                break;
            }
        }
        let sizes: BTreeSet<i32> = wins.into_iter().collect();
        Ok(match sizes.len() {
            0 => Outcomes::Unknown,
            _ if sizes.contains(&Lesson::DECIDED) => Outcomes::Decided,
            1 => Outcomes::EqualPoints,
            _ => Outcomes::Points,
        })
    }

    /// The loss that fits: squares where there are points to fit, the logistic one where it is who wins that counts.
    /// Its scale is found from the examples.
    pub fn usual_loss(self) -> Loss {
        match self {
            Outcomes::Points => Loss::Squares,
            Outcomes::EqualPoints | Outcomes::Decided | Outcomes::Unknown => Loss::Logistic { scale: 0.0 },
        }
    }
}
