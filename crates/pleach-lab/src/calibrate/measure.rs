//! Positions searched in full and with something left out, and what the two have in common.

use super::sample::Sampled;
use super::{CalibrateError, Setting};
use crate::processor;
use crate::store::{Definition, Store};
use crate::work::{Effort, each};
use pleach::prune::{Chances, Criterion, Difference, Policy};
use pleach::registry::{Answer, AnyGame, Request, SearchError};
use pleach::{NotationError, Score, Stopped};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What a search has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Work {
    /// Nodes visited, those of tests included.
    pub nodes: u64,
    /// Leaves among them.
    pub leaves: u64,
    /// Static evaluations, for leaves, for ordering and before tests.
    pub evaluations: u64,
    /// Shallow searches that ask whether something may be left out.
    pub tests: u64,
    /// The nodes visited by them.
    pub test_nodes: u64,
    /// How often something was left out.
    pub left_out: u64,
    /// CPU time.
    pub seconds: f64,
}

impl Work {
    /// Makes a search on one thread to its end, and tells what it has cost.
    pub(crate) fn measured(
        search: impl FnOnce() -> Result<Answer, SearchError>,
    ) -> Result<(Answer, Work), SearchError> {
        let started = processor::time();
        let answer = whole(search())?;
        let seconds = (processor::time() - started).as_secs_f64();
        let counts = &answer.counts;
        let work = Work {
            nodes: counts.nodes,
            leaves: counts.leaves,
            evaluations: counts.evaluations,
            tests: counts.shallow_tests,
            test_nodes: counts.shallow_nodes,
            left_out: counts.left_out,
            seconds,
        };
        Ok((answer, work))
    }

    /// All that was done, in one number: nodes and static evaluations.
    pub fn total(&self) -> u64 {
        self.nodes + self.evaluations
    }

    /// The work of both.
    pub fn plus(&self, other: &Work) -> Work {
        Work {
            nodes: self.nodes + other.nodes,
            leaves: self.leaves + other.leaves,
            evaluations: self.evaluations + other.evaluations,
            tests: self.tests + other.tests,
            test_nodes: self.test_nodes + other.test_nodes,
            left_out: self.left_out + other.left_out,
            seconds: self.seconds + other.seconds,
        }
    }
}

/// A position searched in full.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Full {
    /// The value for the side to move.
    pub value: i32,
    /// The best move.
    pub best: String,
    /// The value of every depth, from the static one on.
    pub values: Vec<i32>,
    /// Where the best move of every depth, from 1 on, stands in the order of their static values.
    pub ranks: Vec<usize>,
    /// What it cost.
    pub work: Work,
}

/// A position searched with something left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// The value for the side to move.
    pub value: i32,
    /// How much less than the best the chosen move is worth in full; none if nobody asked.
    pub loss: Option<i32>,
    /// What it cost.
    pub work: Work,
}

impl Trial {
    /// Whether the answer is wrong. Without the loss of the chosen move a move is never wrong.
    pub fn is_wrong(&self, criterion: Criterion, full: &Full) -> bool {
        criterion.is_wrong(self.value.abs_diff(full.value), self.loss.unwrap_or(0))
    }
}

/// What chosen moves lose.
///
/// ```
/// use pleach::Score;
/// use pleach_lab::calibrate::Lost;
/// let missed = Score::win_in(5).get() - 120; // a mate that was not seen
/// let lost = Lost::of([0, 6, 0, missed].into_iter());
/// assert_eq!((lost.points, lost.most, lost.decided), (6, 6, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Lost {
    /// The points lost in all, where no game was thrown away.
    pub points: i64,
    /// The most points that a single move loses.
    pub most: i32,
    /// Moves that miss a certain win or run into a certain loss: that is no number of points.
    pub decided: usize,
}

impl Lost {
    /// The sum of what moves lose.
    pub fn of(losses: impl Iterator<Item = i32>) -> Lost {
        let mut lost = Lost::default();
        for loss in losses {
            if loss > Score::LIMIT / 2 {
                lost.decided += 1;
            } else {
                lost.points += i64::from(loss);
                lost.most = lost.most.max(loss);
            }
        }
        lost
    }
}

/// Searches positions and keeps what it finds.
pub struct Bench<'a> {
    /// What is searched, and how.
    pub setting: &'a Setting<'a>,
    /// The positions.
    pub positions: &'a [Sampled],
    /// What names them: all that decided which they are.
    pub label: &'a str,
    /// How much may be done.
    pub effort: Effort<'a>,
    /// What the setting is, which takes searches to find out.
    defined: OnceLock<serde_json::Value>,
    /// What searches with policies do, as far as somebody has asked: they are tried on more and more positions.
    behaviours: Mutex<HashMap<u64, String>>,
    losses: Losses,
}

/// What moves of positions lose, as far as somebody has asked: many policies choose the same.
type Losses = Mutex<HashMap<(usize, String), i32>>;

impl<'a> Bench<'a> {
    /// A bench for some positions, with a label that tells all that decided which they are.
    pub fn new(
        setting: &'a Setting<'a>,
        positions: &'a [Sampled],
        label: &'a str,
        effort: Effort<'a>,
    ) -> Self {
        let (defined, behaviours) = (OnceLock::new(), Mutex::default());
        Bench { setting, positions, label, effort, defined, behaviours, losses: Losses::default() }
    }

    /// Searches the first `count` positions in full.
    pub fn full(
        &self,
        count: usize,
        store: &mut Store,
        news: &mut dyn FnMut(usize),
    ) -> Result<Vec<Full>, CalibrateError> {
        let definition = self.definition("full", &serde_json::Value::Null);
        self.measure(&definition, count, self.effort, store, news, |game, _| self.search_in_full(game))
    }

    /// Searches a position in full.
    pub(super) fn search_in_full(&self, game: &dyn AnyGame) -> Result<Full, SearchError> {
        let (request, order) = (self.request(None), static_order(game)?);
        let (mut values, mut ranks) = (vec![game.static_value().get()], Vec::new());
        let (answer, work) = Work::measured(|| {
            game.search_watched(&request, &mut |news| {
                let line = &news.lines[0];
                values.push(line.score.get());
                ranks.push(order.iter().position(|mv| line.pv.first() == Some(mv)).unwrap_or(0));
            })
        })?;
        let (value, best) = (answer.score.get(), answer.best.unwrap_or_default());
        Ok(Full { value, best, values, ranks, work })
    }

    /// The move that a policy chooses, and what it loses against what the full search has found.
    pub(super) fn choose(
        &self,
        policy: &Arc<Policy>,
        game: &dyn AnyGame,
        full: &Full,
    ) -> Result<(String, i32), SearchError> {
        let answer = whole(game.search(&self.request(Some(policy))))?;
        let loss = self.loss(game, 0, &answer, full)?;
        Ok((answer.best.unwrap_or_default(), loss))
    }

    /// Counts in full searches of the first `count` positions how often late moves turn out best.
    pub fn chances(
        &self,
        count: usize,
        store: &mut Store,
        news: &mut dyn FnMut(usize),
    ) -> Result<Chances, CalibrateError> {
        let definition = self.definition("chances", &serde_json::Value::Null);
        let found = self.measure(&definition, count, self.effort, store, news, |game, _| {
            let chances = Arc::new(Mutex::new(Chances::default()));
            whole(game.search(&Request { chances: Some(Arc::clone(&chances)), ..self.request(None) }))?;
            let found = std::mem::take(&mut *chances.lock().unwrap_or_else(PoisonError::into_inner));
            Ok(found)
        })?;
        let mut all = Chances::default();
        found.iter().for_each(|chances| all.merge(chances));
        Ok(all)
    }

    /// Searches the first `count` positions with a policy. The loss is found out where it is wanted, by what the full
    /// searches of all positions have found.
    pub fn trial(
        &self,
        policy: &Arc<Policy>,
        full: &[Full],
        count: usize,
        with_loss: bool,
        store: &mut Store,
        news: &mut dyn FnMut(usize),
    ) -> Result<Vec<Trial>, CalibrateError> {
        let behaviour = self.behaviour(policy);
        let details = serde_json::json!({ "policy": **policy, "loss": with_loss, "behaviour": behaviour });
        let definition = self.definition("trial", &details);
        let request = self.request(Some(policy));
        self.measure(&definition, count, self.effort, store, news, |game, index| {
            self.try_one(&request, game, index, with_loss.then(|| &full[index]))
        })
    }

    /// Searches all positions with a policy by a search that differs a little.
    pub fn trial_differing(
        &self,
        policy: &Arc<Policy>,
        by: Difference,
        full: &[Full],
        store: &mut Store,
        news: &mut dyn FnMut(usize),
    ) -> Result<Vec<Trial>, CalibrateError> {
        let behaviour = self.behaviour(policy);
        let details = serde_json::json!({ "policy": **policy, "behaviour": behaviour, "by": by });
        let definition = self.definition("trial", &details);
        let (mut request, mut effort) = (self.request(Some(policy)), self.effort);
        match by {
            Difference::Threads(threads) => {
                request.threads = threads;
                effort.threads = (effort.threads / threads).max(1);
            }
            // So many nodes are never reached; but nobody can know.
            Difference::Interruptible => request.limits = request.limits.nodes(u64::MAX),
        }
        self.measure(&definition, full.len(), effort, store, news, |game, index| {
            self.try_one(&request, game, index, Some(&full[index]))
        })
    }

    /// Searches a position with something left out, and finds out what its move loses against what the full search has found.
    fn try_one(
        &self,
        request: &Request,
        game: &dyn AnyGame,
        index: usize,
        full: Option<&Full>,
    ) -> Result<Trial, SearchError> {
        let (answer, work) = Work::measured(|| game.search(request))?;
        let loss = full.map(|full| self.loss(game, index, &answer, full)).transpose()?;
        Ok(Trial { value: answer.score.get(), loss, work })
    }

    /// How much less the chosen move is worth in full.
    fn loss(
        &self,
        game: &dyn AnyGame,
        index: usize,
        answer: &Answer,
        full: &Full,
    ) -> Result<i32, SearchError> {
        let Some(chosen) = answer.best.clone().filter(|chosen| *chosen != full.best) else { return Ok(0) };
        let losses = || self.losses.lock().unwrap_or_else(PoisonError::into_inner);
        let place = (index, chosen.clone());
        let known = losses().get(&place).copied();
        if let Some(known) = known {
            return Ok(known);
        }
        let mut request = self.request(None);
        request.only = vec![chosen];
        let loss = full.value.saturating_sub(whole(game.search(&request))?.score.get()).max(0);
        losses().insert(place, loss);
        Ok(loss)
    }

    /// A search that ends with the effort.
    fn request(&self, policy: Option<&Arc<Policy>>) -> Request {
        self.effort.bound(self.setting.request(policy))
    }

    /// What a search with a policy does.
    fn behaviour(&self, policy: &Arc<Policy>) -> String {
        let known = || self.behaviours.lock().unwrap_or_else(PoisonError::into_inner);
        let key = pleach::key_of(&serde_json::json!(**policy).to_string());
        let found = known().get(&key).cloned();
        found.unwrap_or_else(|| {
            let behaviour = self.setting.behaviour(Some(policy)).to_string();
            known().insert(key, behaviour.clone());
            behaviour
        })
    }

    fn definition(&self, kind: &str, details: &serde_json::Value) -> Definition {
        let identities: Vec<&str> = self.positions.iter().map(|sampled| &*sampled.position).collect();
        let all = serde_json::json!({
            "setting": self.defined.get_or_init(|| self.setting.definition()),
            "positions": [self.label, &format!("{:016x}", pleach::key_of(&identities))],
            "details": details,
        });
        Definition::new(kind, self.setting.game.name(), &all, self.setting.seed)
    }

    /// Does something with each of the first `count` positions.
    fn measure<T: Serialize + serde::de::DeserializeOwned + Send>(
        &self,
        definition: &Definition,
        count: usize,
        effort: Effort<'_>,
        store: &mut Store,
        news: &mut dyn FnMut(usize),
        search: impl Fn(&dyn AnyGame, usize) -> Result<T, SearchError> + Sync,
    ) -> Result<Vec<T>, CalibrateError> {
        let search = |index: usize| search(self.game_at(index)?.as_ref(), index);
        Ok(each(store, definition, count, self.positions.len(), effort, news, search)?)
    }

    fn game_at(&self, index: usize) -> Result<Box<dyn AnyGame>, NotationError> {
        let mut game = self.setting.game.boxed_clone();
        game.set_position(&self.positions[index].position)?;
        Ok(game)
    }
}

/// What a search has found, unless it was told to stop and may have found something else than it would have.
pub(crate) fn whole(found: Result<Answer, SearchError>) -> Result<Answer, SearchError> {
    match found {
        Ok(Answer { stopped: Some(Stopped::Flag), .. }) => Err(SearchError::Stopped(Stopped::Flag)),
        found => found,
    }
}

/// The moves of a position by the static value of what they lead to, best first.
fn static_order(game: &dyn AnyGame) -> Result<Vec<String>, NotationError> {
    let judge = |mv: String| {
        let mut after = game.boxed_clone();
        after.play(&mv)?;
        let value = after.outcome().unwrap_or_else(|| after.static_value());
        Ok((if after.to_move() == game.to_move() { value } else { -value }, mv))
    };
    let mut judged = game.moves().into_iter().map(judge).collect::<Result<Vec<_>, NotationError>>()?;
    judged.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
    Ok(judged.into_iter().map(|(_, mv)| mv).collect())
}
