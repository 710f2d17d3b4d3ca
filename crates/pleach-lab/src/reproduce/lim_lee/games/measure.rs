//! A position searched in full and with something left out.

use super::ways::{Degree, Way};
use crate::calibrate::whole;
use crate::work::Effort;
use pleach::Limits;
use pleach::propagation::{RandomPruning, Schedule, Whose};
use pleach::registry::{AnyGame, Method, Request};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;

/// The MiB of the engine's table: enough for the depths of these searches.
const MEMORY: usize = 16;
/// Ranks from here on are bad moves.
const BAD_RANK: u32 = 4;

/// What a search of a position has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tried {
    /// Nodes and static evaluations.
    pub(super) work: u64,
    /// The rank of the chosen move in full: 1, and 1 more for every better move.
    pub(super) rank: u32,
    /// The points that it loses.
    pub(super) loss: u32,
    /// Whether the value is not that of the full search.
    pub(super) wrong: bool,
}

impl Tried {
    /// The columns of [`Means`](super::curve::Means).
    pub(super) fn numbers(&self) -> [f64; 6] {
        let share = |is: bool| f64::from(u8::from(is));
        let (tail, worse) = (share(self.rank >= BAD_RANK), share(self.rank > 1));
        [self.work as f64, self.rank.into(), tail, worse, share(self.wrong), self.loss.into()]
    }
}

/// What all searches of a position have shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Measured {
    /// The work of the full search.
    pub(super) full: u64,
    /// Way by way, degree by degree.
    pub(super) tried: Vec<Vec<Tried>>,
}

/// What is searched by.
pub(super) struct Bench<'a> {
    pub(super) depth: u32,
    pub(super) ways: &'a [Way],
    /// More points than this are not lost: a game thrown away counts as so many.
    pub(super) most_loss: u32,
    pub(super) effort: Effort<'a>,
}

/// What a search answers: the value, the move and the work.
struct Found {
    value: i32,
    best: String,
    work: u64,
}

impl Bench<'_> {
    /// Searches a position in all ways.
    pub(super) fn measured(&self, game: &dyn AnyGame) -> Result<Measured, String> {
        let values = self.values(game)?;
        let best = values.values().copied().max().unwrap_or_default();
        let full = self.search(game, &self.ways[0].degrees[0].full())?;
        if full.value != best {
            return Err(format!("the full search finds {} and not {best}", full.value));
        }
        let tried = |degree: &Degree| {
            let found = self.search(game, degree)?;
            let chosen = values.get(&found.best).copied().unwrap_or(best);
            let loss = best.saturating_sub(chosen).unsigned_abs().min(self.most_loss);
            let better = values.values().filter(|value| **value > chosen).count();
            Ok(Tried { work: found.work, rank: 1 + better as u32, loss, wrong: found.value != best })
        };
        let way = |way: &Way| way.degrees.iter().map(tried).collect();
        Ok(Measured { full: full.work, tried: self.ways.iter().map(way).collect::<Result<_, String>>()? })
    }

    /// What every move is worth in full.
    fn values(&self, game: &dyn AnyGame) -> Result<HashMap<String, i32>, String> {
        let moves = game.moves();
        let mut request = self.request();
        request.lines = moves.len();
        let answer = whole(game.search(&request)).map_err(|error| error.to_string())?;
        if moves.len() == 1 {
            return Ok(moves.into_iter().map(|mv| (mv, answer.score.get())).collect());
        }
        let value = |line: &pleach::registry::PlayLine| Some((line.pv.first()?.clone(), line.score.get()));
        Ok(answer.lines.iter().filter_map(value).collect())
    }

    fn search(&self, game: &dyn AnyGame, degree: &Degree) -> Result<Found, String> {
        match degree {
            Degree::AtRandom(pruning) => {
                let limits = Limits::none().stop_flag(Arc::clone(self.effort.stop));
                let found = game.search_pruned_at_random(pruning, self.depth, &limits);
                let found = found.map_err(|error| error.to_string())?;
                let (value, best) = (found.value.get(), found.best.unwrap_or_default());
                Ok(Found { value, best, work: found.nodes + found.evaluations })
            }
            Degree::ByTests(policy) => {
                let request = Request { policy: policy.clone(), ..self.request() };
                let answer = whole(game.search(&request)).map_err(|error| error.to_string())?;
                let work = answer.counts.nodes + answer.counts.evaluations;
                Ok(Found { value: answer.score.get(), best: answer.best.unwrap_or_default(), work })
            }
        }
    }

    /// The full search by the engine.
    fn request(&self) -> Request {
        let request = Request::new(Method::default(), Limits::depth(self.depth));
        self.effort.bound(Request { memory: MEMORY, deepening: true, ..request })
    }
}

impl Degree {
    /// The same search with nothing left out.
    fn full(&self) -> Degree {
        let (whose, schedule) = (Whose::Both, Schedule::Constant);
        match self {
            Degree::AtRandom(_) => Degree::AtRandom(RandomPruning { whose, schedule, first: 0.0, seed: 0 }),
            Degree::ByTests(_) => Degree::ByTests(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ways;
    use super::*;

    #[test]
    fn what_prunes_nothing_loses_nothing_in_any_game() {
        let (registry, stop) = (pleach_games::registry(), Arc::default());
        for (name, depth) in [("othello", 4), ("connect-four", 5), ("chinese-checkers", 2), ("chess", 3)] {
            let game = registry.open(name).unwrap();
            let mut all = ways::at_random(1);
            all.truncate(2);
            for way in &mut all {
                way.degrees.truncate(1);
                way.degrees[0] = way.degrees[0].full();
            }
            let effort = Effort { threads: 1, stop: &stop };
            let bench = Bench { depth, ways: &all, most_loss: 100, effort };
            let found = bench.measured(game.as_ref()).unwrap();
            let same = Tried { work: found.full, rank: 1, loss: 0, wrong: false };
            assert_eq!(found.tried, [[same], [same]], "{name}");
        }
    }
}
