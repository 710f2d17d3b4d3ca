//! What results mean: Elo with its error, sequential tests, ratings.
//!
//! A match is played in [`Pairs`] of games with colours swapped. They give an [`Estimate`] of the Elo
//! difference, or end the match as soon as a sequential test, [`Sprt`], has its [`Verdict`]. Several players
//! are rated together from a [`Crosstable`] by [`Ratings`]. How often something happens is bounded by
//! [`binomial_interval`], [`binomial_upper`] and [`binomial_lower`], what something costs on average by [`mean_upper`].
//! Everything is a pure function of counts or values.
//!
//! ```
//! use pleach_lab::statistics::{
//!     Confidence, Crosstable, Estimate, GameResult, Pairs, Ratings, Sprt, SprtParameters, Verdict,
//! };
//!
//! // A match that the first player wins by three pairs to one, until the test has seen enough.
//! let test = Sprt::new(SprtParameters::new(0.0, 100.0))?;
//! let mut pairs = Pairs::default();
//! while test.verdict(&pairs) == Verdict::Continue {
//!     let result = if pairs.pairs() % 4 == 3 { GameResult::Loss } else { GameResult::Win };
//!     pairs.add(result, GameResult::Draw);
//! }
//! assert_eq!(test.verdict(&pairs), Verdict::AcceptH1);
//!
//! let estimate = Estimate::of(&pairs, Confidence::PERCENT_95).unwrap();
//! assert!(estimate.low > 0.0 && estimate.high < 250.0);
//!
//! let mut table = Crosstable::new(2);
//! table.merge(0, 1, &pairs.tally())?;
//! let ratings = Ratings::fit(&table)?;
//! assert!(ratings.elo(0) > ratings.elo(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod anytime;
mod binomial;
mod bounded_mean;
mod cholesky;
mod confidence;
mod crosstable;
mod elo;
mod estimate;
mod holm;
mod likelihood;
mod pairs;
mod quantile;
mod rating;
mod result;
#[cfg(test)]
mod simulation;
mod sprt;
mod tally;

pub use anytime::{anytime_p_value, anytime_upper};
pub use binomial::{
    BinomialError, Limits, binomial_interval, binomial_lower, binomial_p_value, binomial_upper,
};
pub use bounded_mean::{mean_interval, mean_upper};
pub use confidence::{Confidence, ConfidenceError};
pub use crosstable::{Crosstable, CrosstableError};
pub use elo::{elo_of_score, normalised_elo, score_of_elo};
pub use estimate::{Estimate, likelihood_of_superiority};
pub use holm::holm;
pub use pairs::{Pairs, PairsError};
pub use rating::{RatingError, Ratings};
pub use result::GameResult;
pub use sprt::{EloModel, Sprt, SprtError, SprtParameters, Verdict};
pub use tally::Tally;
