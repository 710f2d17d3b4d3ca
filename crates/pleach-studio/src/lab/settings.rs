//! What a job is to do, as a page asks for it.

use crate::Shared;
use crate::error::ApiError;
use pleach::prune::{Risk, Rules};
use pleach::registry::AnyGame;
use pleach_lab::calibrate::{Setting, Sizes};
use pleach_lab::race::Runner;
use pleach_lab::reproduce::Item;
use serde::{Deserialize, Serialize};

/// The settings of a job.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum JobSettings {
    /// Pruning fitted to a game.
    Calibration(Fitting),
    /// The same positions through several searches.
    Race(Contestants),
    /// Tables of a paper.
    Reproduction(Reproduction),
}

#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fitting {
    pub(crate) game: String,
    pub(crate) depth: u32,
    pub(crate) risk: String,
    #[serde(default)]
    pub(crate) fit: Option<usize>,
    #[serde(default)]
    pub(crate) choose: Option<usize>,
    #[serde(default)]
    pub(crate) prove: Option<usize>,
    /// Games at equal time when all is done.
    #[serde(default)]
    pub(crate) games: u64,
    #[serde(default = "none")]
    pub(crate) beside: String,
    #[serde(default = "usual_seed")]
    pub(crate) seed: u64,
}

#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Contestants {
    pub(crate) game: String,
    pub(crate) depth: u32,
    pub(crate) positions: usize,
    pub(crate) algorithms: String,
    #[serde(default = "none")]
    pub(crate) prunes: String,
    #[serde(default = "usual_seed")]
    pub(crate) seed: u64,
}

#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reproduction {
    pub(crate) item: String,
    #[serde(default)]
    pub(crate) quick: bool,
    #[serde(default = "usual_seed")]
    pub(crate) seed: u64,
}

fn none() -> String {
    "none".to_owned()
}

fn usual_seed() -> u64 {
    1
}

/// More than anybody can wait for is refused at once.
const DEEPEST: u32 = 30;
const MOST_POSITIONS: usize = 100_000;
const MOST_GAMES: u64 = 10_000;
const MOST_RUNNERS: usize = 50;

impl JobSettings {
    /// The game that it is about; none for papers.
    pub(crate) fn game(&self) -> &str {
        match self {
            JobSettings::Calibration(fitting) => &fitting.game,
            JobSettings::Race(race) => &race.game,
            JobSettings::Reproduction(_) => "none",
        }
    }

    pub(crate) fn seed(&self) -> u64 {
        match self {
            JobSettings::Calibration(fitting) => fitting.seed,
            JobSettings::Race(race) => race.seed,
            JobSettings::Reproduction(reproduction) => reproduction.seed,
        }
    }

    /// Refuses what cannot be done, before it waits for its turn.
    pub(crate) fn check(&self, shared: &Shared) -> Result<(), ApiError> {
        match self {
            JobSettings::Calibration(fitting) => fitting.check(shared.open(&fitting.game)?.as_ref()),
            JobSettings::Race(race) => race.check(shared.open(&race.game)?.as_ref()),
            JobSettings::Reproduction(reproduction) => reproduction.item().map(drop),
        }
    }
}

impl Reproduction {
    /// The item, which must be one of those there are: a job is one item.
    pub(crate) fn item(&self) -> Result<&'static Item, ApiError> {
        let chosen = Item::chosen(&[&self.item])?;
        match chosen[..] {
            [item] if item.name == self.item => Ok(item),
            _ => Err(ApiError::bad(format!("'{}' is a whole paper: choose an item of it", self.item))),
        }
    }
}

fn check_depth(depth: u32, least: u32) -> Result<(), ApiError> {
    match (least..=DEEPEST).contains(&depth) {
        true => Ok(()),
        false => Err(ApiError::bad(format!("depth {depth}: expected {least} to {DEEPEST} plies"))),
    }
}

fn check_positions(count: usize) -> Result<(), ApiError> {
    match (1..=MOST_POSITIONS).contains(&count) {
        true => Ok(()),
        false => Err(ApiError::bad(format!("{count} positions: expected 1 to {MOST_POSITIONS}"))),
    }
}

/// Trees have no games to draw positions from.
fn check_game(game: &dyn AnyGame) -> Result<(), ApiError> {
    match game.is_shown_to_max() {
        true => Err(ApiError::bad(format!("{} is a tree, not a game to draw positions from", game.name()))),
        false => Ok(()),
    }
}

impl Fitting {
    fn check(&self, game: &dyn AnyGame) -> Result<(), ApiError> {
        check_game(game)?;
        check_depth(self.depth, Setting::LEAST_DEPTH)?;
        self.risk()?;
        self.beside()?;
        if self.games > MOST_GAMES {
            return Err(ApiError::bad(format!("{} games: expected {MOST_GAMES} at most", self.games)));
        }
        let Sizes { fitting, choosing, proving } = self.sizes()?;
        [fitting, choosing, proving].into_iter().try_for_each(check_positions)
    }

    pub(crate) fn risk(&self) -> Result<Risk, ApiError> {
        self.risk.parse().map_err(ApiError::bad)
    }

    pub(crate) fn beside(&self) -> Result<Rules, ApiError> {
        Ok(self.beside.parse()?)
    }

    pub(crate) fn sizes(&self) -> Result<Sizes, ApiError> {
        let usual = Sizes::for_risk(&self.risk()?);
        Ok(Sizes {
            fitting: self.fit.unwrap_or(usual.fitting),
            choosing: self.choose.unwrap_or(usual.choosing),
            proving: self.prove.unwrap_or(usual.proving),
        })
    }
}

impl Contestants {
    fn check(&self, game: &dyn AnyGame) -> Result<(), ApiError> {
        check_game(game)?;
        check_depth(self.depth, 1)?;
        check_positions(self.positions)?;
        // Every algorithm runs with every way to prune: they are counted before any of them is read.
        let parted = if self.algorithms.contains([';', ':']) { ';' } else { ',' };
        let count = |text: &str, parted| text.matches(parted).count() + 1;
        let many = count(&self.algorithms, parted).saturating_mul(count(&self.prunes, ';'));
        if many > MOST_RUNNERS {
            return Err(ApiError::bad(format!("{many} searches: expected {MOST_RUNNERS} at most")));
        }
        self.runners().map(drop)
    }

    pub(crate) fn runners(&self) -> Result<Vec<Runner>, ApiError> {
        Ok(Runner::all(&self.algorithms, &self.prunes)?)
    }
}
