//! Pruning fitted to a game, with a stated risk that is proved on positions it has not seen.

mod calibration;
mod choose;
mod contest;
mod fit;
mod judge;
mod ledger;
mod measure;
mod population;
mod positions;
mod predict;
mod profiles;
mod prove;
mod report;
mod rival;
mod sample;
#[cfg(test)]
mod simulation;
mod structure;
mod verify;
mod whole_games;

pub use calibration::{Calibrated, Calibration, News, Sizes};
pub use choose::Point;
pub use contest::{Contest, Contested};
pub use fit::{Fit, FitError, fit};
pub use ledger::{Ledger, LedgerError, LedgerLine, ProofState, Statement, end_of, jointly};
pub(crate) use measure::whole;
pub use measure::{Bench, Full, Lost, Trial, Work};
pub use population::{BadPopulation, Games, Population, Tactics};
pub use positions::{BadPositions, Positions};
pub use predict::{PairFits, Predictions, Predictor, value_pair};
pub use profiles::{NoProfile, Profiles, ReadProfileError, read_profile};
pub use prove::{Account, BadPath, Ending, Path, Tested};
pub use sample::{Sampled, Sampler};
pub use structure::{Aid, AidKind, Choices, Late, Material, Structure};
pub use verify::{Observed, Verification, Verified, VerifyError, reliability_page};
pub use whole_games::{GamePlayed, GamesAccount, WholeGames};

use crate::store::StoreError;
use crate::work::WorkError;
use pleach::Limits;
use pleach::Stopped;
use pleach::prune::{BadPair, BadPolicy, BadProbability, BadTry, Policy};
use pleach::registry::{AnyGame, Method, Request, SearchError, Signature};
use std::sync::Arc;

/// What is calibrated: a game with its evaluator, a search, a depth.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The game at its first position.
    pub game: &'a dyn AnyGame,
    /// The search.
    pub method: Method,
    /// Its depth.
    pub depth: u32,
    /// The MiB of its table.
    pub memory: usize,
    /// The seed of everything random.
    pub seed: u64,
}

impl<'a> Setting<'a> {
    /// The least depth at which a shallow search predicts a deeper one.
    pub const LEAST_DEPTH: u32 = 3;
    /// The MiB of a table that is large enough for depths at which thousands of positions are searched.
    const DEFAULT_MEMORY: usize = 64;

    /// The engine at a depth, with the usual table.
    pub fn new(game: &'a dyn AnyGame, depth: u32, seed: u64) -> Self {
        Setting { game, method: Method::default(), depth, memory: Setting::DEFAULT_MEMORY, seed }
    }

    fn definition(&self) -> serde_json::Value {
        serde_json::json!({
            "behaviour": self.behaviour(None).to_string(),
            "method": self.method.to_string(),
            "depth": self.depth,
            "memory": self.memory,
        })
    }

    /// What the search does in this game, in full or with something left out.
    fn behaviour(&self, policy: Option<&Arc<Policy>>) -> Signature {
        self.game.signature(&self.request(policy))
    }

    fn request(&self, policy: Option<&Arc<Policy>>) -> Request {
        let mut request = Request::new(self.method, Limits::depth(self.depth));
        request.deepening = true;
        request.memory = self.memory;
        request.policy = policy.cloned();
        request
    }
}

/// Why a calibration came to no end.
#[derive(Debug, thiserror::Error)]
pub enum CalibrateError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The ledger cannot be used.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A search failed.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The game is too small.
    #[error(
        "only {found} different positions were found, and {wanted} are needed: ask for fewer, or for less depth"
    )]
    TooFewPositions {
        /// Positions found.
        found: usize,
        /// Positions wanted.
        wanted: usize,
    },
    /// Nobody says where positions come from.
    #[error("a proof needs a population")]
    NoPopulation,
    /// The risk cannot be proved, whatever the policy.
    #[error(
        "{positions} positions cannot prove a share of {}: {needed} are needed even without an error",
        percent(*.share)
    )]
    TooFewToProve {
        /// Positions asked for.
        positions: usize,
        /// The least number.
        needed: usize,
        /// The share.
        share: f64,
    },
    /// There is nothing to predict.
    #[error("a depth of {least} plies is the least at which anything can be predicted", least = Setting::LEAST_DEPTH)]
    TooShallow,
    /// Nothing can be fitted.
    #[error("the evaluator predicts nothing: {0}")]
    Fit(#[from] FitError),
    /// A model that cannot be.
    #[error(transparent)]
    Model(#[from] BadTry),
    /// Rules that exclude each other.
    #[error(transparent)]
    Policy(#[from] BadPolicy),
    /// A test that cannot be.
    #[error(transparent)]
    Pair(#[from] BadPair),
    /// A probability that is none.
    #[error(transparent)]
    Probability(#[from] BadProbability),
    /// Nothing was fitted for a depth.
    #[error("no shallow search predicts one of {0} plies: ask for more depth")]
    NoPrediction(u32),
    /// Names that no structure has.
    #[error("nothing that is tried has a name that begins with {}", .0.join(" or "))]
    NothingToTry(Vec<String>),
    /// Even the most careful policy was wrong too often.
    #[error("no policy keeps this risk on the positions it was chosen by: ask for a larger one")]
    NothingKeepsTheRisk,
    /// Somebody has raised the flag. What is done is kept.
    #[error("told to stop: what is done is kept")]
    Stopped,
}

fn percent(share: f64) -> String {
    format!("{} %", (share * 1e12).round() / 1e10)
}

impl From<WorkError<SearchError>> for CalibrateError {
    fn from(error: WorkError<SearchError>) -> CalibrateError {
        match error {
            WorkError::Store(error) => error.into(),
            // A search that the flag has ended is no failure.
            WorkError::Stopped | WorkError::Worker(SearchError::Stopped(Stopped::Flag)) => {
                CalibrateError::Stopped
            }
            WorkError::Worker(error) => error.into(),
        }
    }
}
