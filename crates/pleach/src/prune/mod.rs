//! Forward pruning: what a search may leave out, and at what risk.
//!
//! Alpha-beta leaves out what cannot matter. Forward pruning leaves out what most likely does not: a shallow
//! search predicts the deep one ([`Regression`]), and where the prediction is far enough outside the window the
//! deep search is not made. How far is far enough is a number of standard deviations, `t`, which has to be measured
//! for every game and evaluator: see the laboratory's calibration.
//!
//! [`Rules`] are the methods by name, as people type them; the searches that follow them are in
//! [`textbook::selective`](crate::textbook::selective).

mod kind;
mod methods;
mod model;
mod network;
mod pair;
mod pairs;
mod policy;
mod profile;
mod proof;
mod ranks;
mod regression;
mod risk;

pub use kind::{ByKind, Kind, KindCounts};
pub use methods::{
    BadProbability, BadRankCut, Base, Chances, Cutting, Described, EndCut, Fgpc, FocusRule, Futility, Gpc,
    IntegratedRule, LateMoves, MultiCut, MultiProbCut, NullMove, ProbCut, RankCut, Razoring, Rule, Rules,
    Sides, Situation, Tests,
};
pub use model::{BadTry, Model, Try};
pub use network::{Network, Sight};
pub use pair::{BadPair, Pair};
pub use pairs::Pairs;
pub use policy::{BadPolicy, Cut, Place, Policy, Width};
pub use profile::{Profile, ProfileError};
pub use proof::{Difference, MeanLoss, Measured, Proof, StageShare, Variation};
pub use ranks::{BadRanks, Ranks};
pub use regression::{BadRegression, Regression};
pub use risk::{BadRisk, Criterion, Risk};
