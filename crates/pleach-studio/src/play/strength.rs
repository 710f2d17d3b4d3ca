//! How strong the engine plays: by level, by time, by depth, by the clock, and with how much risk.

use crate::Allowance;
use crate::error::ApiError;
use pleach::Limits;
use pleach::prune::{BadRisk, Profile, Rules};
use pleach::registry::{AnyGame, Method, Request};
use pleach_lab::calibrate::Profiles;
use pleach_lab::player::{Clock, TimeManager};
use serde::Deserialize;
use std::time::Duration;

/// The nodes of each level: five times as many from one to the next. Levels count nodes and not time, so that
/// they are the same everywhere.
const LEVELS: [u64; 8] = [40, 200, 1_000, 5_000, 25_000, 125_000, 625_000, 3_125_000];
/// Up to this level the engine chooses among equally good moves, so that games differ.
const LAST_VARIED_LEVEL: usize = 5;
/// Nobody thinks longer about an only move.
const ONLY_MOVE: Duration = Duration::from_millis(100);

/// How to search, as a page says it. What it does not say is as usual, and nothing may exceed the allowance.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Strength {
    /// The way to search; the engine if there is none.
    algorithm: Option<String>,
    /// Forward pruning by name.
    prune: Option<String>,
    /// The risk to take by a built-in profile.
    risk: Option<String>,
    /// The depth that this profile was fitted to; that of the search if there are several and none is named.
    risk_depth: Option<u32>,
    /// A population that it was proved on, and as few others as possible.
    risk_population: Option<String>,
    /// A profile of one's own to prune by, as TOML.
    profile: Option<String>,
    /// 1 to 8.
    level: Option<usize>,
    depth: Option<u32>,
    /// Milliseconds.
    time: Option<u64>,
    nodes: Option<u64>,
    /// What the player's clock shows, in milliseconds.
    clock: Option<u64>,
    /// What a move adds to it, in milliseconds.
    increment: u64,
    threads: Option<usize>,
    /// How many lines are wanted.
    lines: Option<usize>,
    /// The seed of the choice among equally good moves.
    seed: Option<u64>,
    /// Whether a move is wanted, and not an analysis: then an only move is played at once.
    to_play: bool,
}

/// A search that may be made.
pub(crate) struct Prepared {
    pub(crate) request: Request,
    /// The profile that it prunes by.
    pub(crate) profile: Option<Profile>,
}

impl Strength {
    /// The request within the allowance, without memory and stop flag.
    pub(crate) fn prepare(
        &self,
        game: &dyn AnyGame,
        profiles: &Profiles<'_>,
        allowance: &Allowance,
    ) -> Result<Prepared, ApiError> {
        /// No text of a method or a pruning is longer.
        const LONGEST: usize = 500;
        let text = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
        if [&self.algorithm, &self.prune, &self.risk, &self.risk_population]
            .into_iter()
            .flatten()
            .any(|text| text.len() > LONGEST)
        {
            return Err(ApiError::bad("no search has such a long name"));
        }
        let algorithm: Method = text(&self.algorithm).map_or(Ok(Method::default()), |text| text.parse())?;
        let mut request = Request::new(algorithm, self.limits(game, allowance)?);
        request.prune = text(&self.prune).map_or(Ok(Rules::none()), |text| text.parse())?;
        request.deepening = true;
        request.threads = self.threads.unwrap_or(1).clamp(1, allowance.threads.max(1));
        request.lines = self.lines.unwrap_or(1).clamp(1, 16);
        request.seed = self.seed.unwrap_or(1);
        request.all_best = self.level.is_some_and(|level| level <= LAST_VARIED_LEVEL);
        let profile = match (text(&self.risk), text(&self.profile)) {
            (Some(_), Some(_)) => return Err(ApiError::bad("give a risk or a profile, not both")),
            (Some(risk), None) => {
                let depth = self.risk_depth.or(request.limits.max_depth());
                let risk = risk.parse().map_err(|error: BadRisk| ApiError::bad(error))?;
                let profile = profiles.choose(&risk, game, depth, self.risk_population.as_deref());
                Some(profile.map_err(ApiError::bad)?)
            }
            (None, Some(profile)) => Some(own(&profile, game)?),
            (None, None) => None,
        };
        if let Some(profile) = &profile {
            request = profile.followed_by(request).map_err(ApiError::bad)?;
        }
        Ok(Prepared { request, profile })
    }

    fn limits(&self, game: &dyn AnyGame, allowance: &Allowance) -> Result<Limits, ApiError> {
        let mut longest = allowance.longest_search;
        if let Some(time) = self.time {
            longest = longest.min(Duration::from_millis(time.max(1)));
        }
        if let Some(remaining) = self.clock {
            let [remaining, increment] = [remaining, self.increment].map(Duration::from_millis);
            longest = longest.min(TimeManager::default().budget(&Clock {
                remaining,
                increment,
                moves_to_go: None,
            }));
        }
        if self.to_play && game.moves().len() == 1 {
            longest = longest.min(ONLY_MOVE);
        }
        let mut limits = Limits::none().time(longest);
        if let Some(depth) = self.depth {
            limits = limits.to_depth(depth.max(1));
        }
        if let Some(nodes) = self.nodes {
            limits = limits.nodes(nodes.max(1));
        }
        match self.level {
            None => Ok(limits),
            Some(level) => match level.checked_sub(1).and_then(|index| LEVELS.get(index)) {
                Some(&nodes) => Ok(limits.nodes(nodes)),
                None => Err(ApiError::bad(format!("level {level}: expected 1 to {}", LEVELS.len()))),
            },
        }
    }
}

/// A profile of one's own, which must fit the game.
fn own(profile: &str, game: &dyn AnyGame) -> Result<Profile, ApiError> {
    let profile = Profile::from_toml(profile).map_err(|error| ApiError::bad(format!("profile: {error}")))?;
    profile.check(game).map_err(|error| ApiError::bad(format!("profile: {error}")))?;
    Ok(profile)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pleach::prune::Criterion;

    fn prepare(json: &str) -> Result<Prepared, ApiError> {
        let registry = pleach_games::registry();
        let strength: Strength = serde_json::from_str(json).map_err(ApiError::bad)?;
        let game = registry.open("connect-four").unwrap();
        strength.prepare(
            game.as_ref(),
            &Profiles::built_in(&registry),
            &Allowance { threads: 2, ..Allowance::default() },
        )
    }

    #[test]
    fn nothing_exceeds_the_allowance() {
        let request =
            prepare(r#"{"threads":1000000,"lines":1000000,"time":99999999999999}"#).unwrap().request;
        assert_eq!((request.threads, request.lines), (2, 16));
        assert!(request.limits.may_interrupt());
        assert!(prepare("{}").unwrap().request.limits.may_interrupt(), "there is always a limit");
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        for json in [
            r#"{"level":0}"#,
            r#"{"level":9}"#,
            r#"{"algorithm":"guess"}"#,
            r#"{"risk":"none"}"#,
            r#"{"risk":"0.001%"}"#,
            r#"{"risk":"5%","algorithm":"negascout"}"#,
            r#"{"speed":3}"#,
            r#"{"prune":"hedge"}"#,
        ] {
            let refusal = prepare(json).err().unwrap_or_else(|| panic!("{json}"));
            assert!(!refusal.reason().is_empty());
        }
    }

    #[test]
    fn of_several_profiles_the_depth_that_was_asked_for_is_taken() {
        for depth in [8, 13] {
            let json = format!(r#"{{"risk":"5%","risk_depth":{depth},"level":3}}"#);
            assert_eq!(prepare(&json).unwrap().profile.map(|profile| profile.depth), Some(depth));
        }
        let other = prepare(r#"{"risk":"5%,criterion=loss-above=1","risk_depth":13}"#).unwrap().profile;
        assert_eq!(other.map(|profile| profile.risk.criterion()), Some(Criterion::LossAbove(1)));
    }

    #[test]
    fn a_risk_brings_its_profile() {
        let prepared = prepare(r#"{"risk":"5%","level":3}"#).unwrap();
        assert_eq!(prepared.profile.map(|profile| profile.risk.share()), Some(0.05));
        assert!(prepared.request.policy.is_some() && prepared.request.all_best);
    }
}
