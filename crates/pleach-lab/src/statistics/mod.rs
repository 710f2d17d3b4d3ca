//! What results mean: Elo with its error, sequential tests, ratings.

mod binomial;
mod cholesky;
mod confidence;
mod crosstable;
mod elo;
mod estimate;
mod pairs;
mod quantile;
mod rating;
mod result;
#[cfg(test)]
mod simulation;
mod tally;

pub use binomial::{BinomialError, Limits, binomial_interval, binomial_lower, binomial_upper};
pub use confidence::{Confidence, ConfidenceError};
pub use crosstable::{Crosstable, CrosstableError};
pub use elo::{elo_of_score, normalised_elo, score_of_elo};
pub use estimate::{Estimate, likelihood_of_superiority};
pub use pairs::{Pairs, PairsError};
pub use rating::{RatingError, Ratings};
pub use result::GameResult;
pub use tally::Tally;
