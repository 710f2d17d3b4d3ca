//! What a policy is worth in play: games against the full search, with the same time for both.

use super::{Calibrated, Setting};
use crate::contest::{Adjudication, Match, MatchError, Openings};
use crate::player::{PlayerSpec, Thought};
use crate::statistics::{Confidence, Estimate, Tally};
use crate::store::Store;
use crate::work::Effort;
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

/// Longer games are drawn.
const MOST_PLIES: u32 = 400;

/// Games to be played at equal time.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The games, in pairs.
    pub games: u64,
    /// The time for every move.
    pub time: Duration,
    /// How they begin.
    pub openings: Openings,
}

/// What came of games at equal time, from the view of the search that prunes.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Contested {
    /// The time for every move, in milliseconds.
    pub milliseconds: u128,
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// The Elo difference with its 95 % interval: the estimate, the lower and the upper end.
    pub elo: [f64; 3],
}

impl Contested {
    /// The mean score.
    pub fn score(&self) -> f64 {
        let games = (self.won + self.drawn + self.lost).max(1) as f64;
        (self.won as f64 + 0.5 * self.drawn as f64) / games
    }
}

impl Contest {
    /// Games at 10 ms per move, after six random ones.
    pub fn new(games: u64) -> Contest {
        let openings = Openings::Random { plies: 6, balance: None };
        Contest { games, time: Duration::from_millis(10), openings }
    }

    /// Plays what is not played yet. False if somebody has raised the flag.
    pub fn play(
        &self,
        setting: &Setting<'_>,
        found: &mut Calibrated,
        store: &mut Store,
        effort: Effort<'_>,
        news: &mut dyn FnMut(u64),
    ) -> Result<bool, MatchError> {
        let thought = Thought { time: Some(self.time), ..Thought::default() };
        let full = PlayerSpec::of_game("full", setting.game.boxed_clone(), thought);
        let selective = PlayerSpec::of_game("selective", setting.game.boxed_clone(), thought)
            .pruned(Arc::new(found.profile.policy()));
        let contest = Match {
            game: setting.game,
            players: [&selective, &full],
            openings: self.openings.clone(),
            adjudication: Adjudication { most_plies: Some(MOST_PLIES), ..Adjudication::default() },
            pairs: self.games.div_ceil(2),
            sprt: None,
            seed: setting.seed,
        };
        let report = contest.play(store, effort, &mut |standing| news(standing.pairs.games()))?;
        if let Some(estimate) = Estimate::of(&report.standing.pairs, Confidence::default()) {
            let Tally { wins: won, draws: drawn, losses: lost } = report.standing.pairs.tally();
            let (milliseconds, elo) = (self.time.as_millis(), [estimate.elo, estimate.low, estimate.high]);
            found.contested = Some(Contested { milliseconds, won, drawn, lost, elo });
        }
        Ok(report.complete)
    }
}
