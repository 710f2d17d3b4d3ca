//! Tuning the weights of any evaluator that has some.
//!
//! [`Course`] fits them to games of [`SelfPlay`] by [`Regression`], [`Temporal`] moves them after every batch of games
//! (temporal differences), and [`Genetic`] breeds players. All keep what they have found in a store and go on where
//! they were.
//!
//! ```
//! use pleach_lab::player::Thought;
//! use pleach_lab::store::Store;
//! use pleach_lab::tune::{Choice, Course, Label, Loss, Regression};
//! use pleach_lab::work::Effort;
//! use std::sync::Arc;
//!
//! let game = pleach_games::registry().open("connect-four:eval=placement,scale=100").unwrap();
//! let course = Course {
//!     pupil: game.as_ref(),
//!     teacher: game.as_ref(),
//!     thought: Thought { depth: Some(1), ..Thought::default() },
//!     opening: 4..=8,
//!     exact_from: None,
//!     most_plies: 400,
//!     games: 100,
//!     rounds: 1,
//!     choice: Choice { label: Label::Outcome, share: 1.0, kept_back: 0.2, quiet: None, balance: None, seed: 1 },
//!     regression: Regression { loss: Loss::Squares, ridge: Some(10.0), steps: 1, iterations: 5, patience: 3 },
//!     seed: 1,
//! };
//! let effort = Effort { threads: 1, stop: &Arc::default() };
//! let report = course.learn(&mut Store::in_memory()?, effort, &mut |_| {})?;
//! assert_eq!(report.weights.version(), game.weights().unwrap().version() + 1);
//! assert_eq!(report.curves[0][0].iteration, 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod course;
mod examples;
mod genetic;
mod outcomes;
mod regression;
mod self_play;
mod temporal;
mod terms;

pub use course::{Course, CourseNews, CourseReport, Settled};
pub use examples::{Choice, Examples, Label};
pub use genetic::{Breed, GeneRange, Generation, Genetic, GeneticReport, Individual};
pub use outcomes::Outcomes;
pub use regression::{CurvePoint, Learned, Loss, Regression, fitted_scale};
pub use self_play::{Lesson, SelfPlay};
pub use temporal::{Batch, Temporal};

use crate::player::PlayerError;
use crate::store::StoreError;
use pleach::registry::{AnyGame, SearchError};
use pleach::{NotationError, Weights, WeightsError};

/// Why nothing was learned.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A search failed.
    #[error("a search failed: {0}")]
    Search(#[from] SearchError),
    /// The game's rules or its evaluator panicked.
    #[error("the game or its evaluator panicked in {position}: {reason}")]
    Panicked {
        /// The position.
        position: String,
        /// What it said, and where.
        reason: String,
    },
    /// A player of ours failed.
    #[error("a player failed: {0}")]
    Player(#[from] PlayerError),
    /// A game does not fit the rules.
    #[error("a game does not fit the rules: {0}")]
    Notation(#[from] NotationError),
    /// The weights do not fit the evaluator.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// There is nothing to learn.
    #[error("the evaluator has no weights")]
    NoWeights,
    /// There is no network to learn.
    #[error("the game has no focus network")]
    NoNetwork,
    /// There is too much to learn for this method.
    #[error("{found} weights are too many for temporal differences ({most} at most); use regression")]
    TooManyWeights {
        /// The weights of the evaluator.
        found: usize,
        /// The most that are possible.
        most: usize,
    },
    /// No position was fit to learn from.
    #[error("no position of the games is fit to learn from")]
    NoExamples,
    /// Least squares need points.
    #[error("games are only won or lost here, without points to fit: use --loss logistic")]
    NoPoints,
    /// Threads could not be started.
    #[error("threads cannot be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// Somebody has told it to stop.
    #[error("told to stop; the same command goes on from here")]
    Stopped,
}

/// The weights with these numbers, rounded. A number that the evaluator does not allow is moved towards the old
/// weight until it does.
fn changed_to(game: &dyn AnyGame, weights: &Weights, numbers: &[f64]) -> Result<Weights, LearnError> {
    let old = weights.flat();
    let rounded: Vec<i32> = numbers.iter().map(|number| number.round() as i32).collect();
    let tuned = weights.with_flat(&rounded)?;
    let Err(refused) = game.with_weights(tuned.clone()) else { return Ok(tuned) };
    // Some number is out of its range: each is tried alone.
    let mut allowed = old.clone();
    for (place, &wanted) in rounded.iter().enumerate() {
        let mut number = wanted;
        while number != old[place] {
            allowed[place] = number;
            if game.with_weights(weights.with_flat(&allowed)?).is_ok() {
                break;
            }
            number = old[place] + (number - old[place]) / 2;
        }
        allowed[place] = number;
    }
    let tuned = weights.with_flat(&allowed)?;
    match game.with_weights(tuned.clone()) {
        Ok(_) => Ok(tuned),
        Err(_) => Err(refused.into()),
    }
}
