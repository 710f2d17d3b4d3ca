//! How much alpha-beta examines: in the best case, on average, and how that grows with depth.
//!
//! | question | answer | paper |
//! |---|---|---|
//! | which positions does it examine at best? | [`critical_type`], [`critical_positions`] | Hsu, Theorem 1 |
//! | how many are they? | [`critical_on_level`], [`critical_in_total`] | Hsu, Corollary 1 |
//! | and if play may end at any level? | [`expected_critical`] | Hsu, "Analysis: average case" |
//! | how many leaves on average? | [`expected_leaves`], and `expected_leaves_exact` with the feature `exact` | Fuller et al., Baudet |
//! | how fast does that grow? | [`growth_rate`], [`expected_growth`] | Pearl |
//!
//! `b` is the number of successors of every position of a uniform tree, `d` its depth; a level is the
//! distance from the root. Formulas return `None`, or infinity where that is a number, when the result
//! is too large for its type.
//!
//! ```
//! use pleach::analysis::{critical_on_level, expected_leaves, positions_on_level};
//! // Leaves of a tree with b = 8, d = 4: the least alpha-beta can do, its mean, and all.
//! assert_eq!(critical_on_level(8, 4), Some(127));
//! assert_eq!(format!("{:.3}", expected_leaves(8, 4)), "987.668");
//! assert_eq!(positions_on_level(8, 4), Some(4096));
//! ```

mod average_case;
mod best_case;
mod critical;
#[cfg(feature = "exact")]
mod exact;
mod growth;
#[cfg(feature = "exact")]
mod polynomial;
mod quadrature;

pub use average_case::expected_leaves;
pub use best_case::{
    RandomLevel, RandomLevelError, critical_in_total, critical_on_level, expected_critical,
    expected_positions, positions_in_total, positions_on_level,
};
pub use critical::{
    CriticalPosition, CriticalPositions, CriticalType, TypeCounts, count_critical, critical_positions,
    critical_type, critical_types_on_level,
};
#[cfg(feature = "exact")]
pub use exact::{ExactTooLarge, expected_leaves_exact};
pub use growth::{expected_growth, fuller_estimate, growth, growth_rate, pearl_root};
