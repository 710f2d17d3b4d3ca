//! Forward pruning: what a search may leave out, and at what risk.
//!
//! Alpha-beta leaves out what cannot matter. Forward pruning leaves out what most likely does not: a shallow
//! search predicts the deep one ([`Line`]), and where the prediction is far enough outside the window the
//! deep search is not made. How far is far enough is a number of standard deviations, `t`, which has to be measured
//! for every game and evaluator: see the laboratory's calibration.
//!
//! [`Rules`] are the methods by name, as people type them; the searches that follow them are in
//! [`textbook::selective`](crate::textbook::selective).

mod claim;
mod focus;
mod kind;
mod line;
mod model;
mod pair;
mod pairs;
mod policy;
mod profile;
mod proof;
mod rank_cut;
mod ranks;
mod reading;
mod rule;
mod rules;

pub use claim::Claim;
pub use focus::{Network, Sight};
pub use kind::{ByKind, Kind, KindCounts};
pub use line::{BadLine, Line};
pub use model::{BadTry, Model, Try};
pub use pair::{BadPair, Pair};
pub use pairs::Pairs;
pub use policy::{BadPolicy, Cut, Futility, LateMoves, MultiCut, NullMove, Place, Policy, Width};
pub use profile::{Profile, ProfileError, fingerprint};
pub use proof::{Difference, MeanLoss, Measured, Proof, StageShare, Variation};
pub use rank_cut::{BadRankCut, Chances, RankCut, Situation};
pub use ranks::{BadRanks, Ranks};
pub use rule::{BadProbability, Base, Cutting, Described, Rule, Sides, Tests};
pub use rules::Rules;
