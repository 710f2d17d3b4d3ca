//! Regression round by round: play, learn, and play better.

use super::{
    Choice, CurvePoint, Examples, Label, LearnError, Lesson, Loss, Regression, SelfPlay, changed_to,
    fitted_scale,
};
use crate::player::{Thought, behaviour};
use crate::store::{Definition, Run, Store};
use crate::work::Effort;
use pleach::Weights;
use pleach::registry::AnyGame;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// A course of lessons. In the first round a teacher plays against itself; in the later ones the pupil does,
/// with what it has learned so far. Every round learns from the games of all rounds.
pub struct Course<'a> {
    /// The game at its first position, with the evaluator that learns.
    pub pupil: &'a dyn AnyGame,
    /// The same game with the evaluator that plays the first games.
    pub teacher: &'a dyn AnyGame,
    /// How long each side thinks.
    pub thought: Thought,
    /// Random moves at the beginning of a game.
    pub opening: RangeInclusive<u32>,
    /// From this ply on positions are solved.
    pub exact_from: Option<u32>,
    /// A game that is longer is a draw.
    pub most_plies: u32,
    /// The games of a round.
    pub games: u64,
    /// The rounds.
    pub rounds: u32,
    /// Which positions teach what.
    pub choice: Choice,
    /// What an error costs; a scale of zero is found from the examples, and so is a ridge that is not given.
    pub regression: Regression,
    /// The seed.
    pub seed: u64,
}

/// What happens in a course.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CourseNews {
    /// So many games of a round have been played.
    Games {
        /// The round, from 1 on.
        round: u32,
        /// The games.
        games: u64,
    },
    /// So many positions were taken to learn from, and so many to see by.
    Examples {
        /// To learn from.
        train: usize,
        /// To see by.
        test: usize,
    },
    /// An iteration of the regression.
    Learned(CurvePoint),
}

/// What came of a course.
#[derive(Debug)]
pub struct CourseReport {
    /// The weights that were learned.
    pub weights: Weights,
    /// The learning curves, one a round.
    pub curves: Vec<Vec<CurvePoint>>,
    /// The loss and the ridge of the last round, with what was found from the examples.
    pub settled: Option<Settled>,
    /// The runs of self-play, one a round.
    pub self_play: Vec<i64>,
    /// The run of the course itself.
    pub run: i64,
}

/// What a round went by.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settled {
    /// What an error cost.
    pub loss: Loss,
    /// How many examples it took to move a weight half of the way.
    pub ridge: f64,
    /// The examples of a game.
    pub a_game: f64,
}

/// What a finished round leaves behind.
#[derive(Serialize, Deserialize)]
struct Round {
    weights: String,
    curve: Vec<CurvePoint>,
    #[serde(default)]
    settled: Option<Settled>,
}

impl Course<'_> {
    fn definition(&self) -> Definition {
        let label = match self.choice.label {
            Label::Outcome => "outcome".to_owned(),
            Label::Search => "search".to_owned(),
            Label::Mixed(share) => format!("mixed={share}"),
        };
        let details = serde_json::json!({
            "teacher": self.teacher.name(), "thought": self.thought,
            "behaviour": [behaviour(self.pupil), behaviour(self.teacher)],
            "opening": [self.opening.start(), self.opening.end()], "exact_from": self.exact_from,
            "most_plies": self.most_plies, "games": self.games, "label": label, "share": self.choice.share,
            "kept_back": self.choice.kept_back, "quiet": self.choice.quiet, "balance": self.choice.balance,
            "loss": self.regression.loss, "ridge": self.regression.ridge,
            "steps": self.regression.steps, "iterations": self.regression.iterations,
            "patience": self.regression.patience,
        });
        Definition::new("regression", self.pupil.name(), &details, self.seed)
    }

    /// Learns what has not been learned yet.
    pub fn learn(
        &self,
        store: &mut Store,
        effort: Effort<'_>,
        news: &mut dyn FnMut(CourseNews),
    ) -> Result<CourseReport, LearnError> {
        let run = store.begin(&self.definition())?;
        let start = self.pupil.weights().cloned();
        let mut weights = start.ok_or(LearnError::NoWeights)?;
        let (mut lessons, mut curves, mut self_play) = (Vec::new(), Vec::new(), Vec::new());
        let mut settled = None;
        for round in 1..=self.rounds {
            let kept: Option<Vec<Round>> = store.shard(&run, round.into())?;
            let games = self.play(store, effort, round, &weights, news)?;
            self_play.push(games);
            store.each_shard(games, |shard, more: Vec<Lesson>| {
                // A longer run may have left more of them.
                if shard < SelfPlay::shards(self.games) {
                    lessons.extend(more);
                }
            })?;
            let done = match kept.and_then(|mut kept| kept.pop()) {
                Some(done) => done,
                None => self.round(store, &run, round, &weights, &lessons, effort, news)?,
            };
            weights = Weights::from_bytes(&from_hex(&done.weights))?;
            curves.push(done.curve);
            settled = done.settled;
        }
        let last = curves.last().and_then(|curve| curve.last());
        store.end(&run, &serde_json::json!({"version": weights.version(), "last": last}))?;
        Ok(CourseReport { weights, curves, settled, self_play, run: run.id() })
    }

    /// Plays the games of a round; the first by the teacher, the others by the pupil. Returns their run.
    fn play(
        &self,
        store: &mut Store,
        effort: Effort<'_>,
        round: u32,
        weights: &Weights,
        news: &mut dyn FnMut(CourseNews),
    ) -> Result<i64, LearnError> {
        let pupil = self.pupil.with_weights(weights.clone())?;
        let plan = SelfPlay {
            game: if round == 1 { self.teacher } else { pupil.as_ref() },
            thought: self.thought,
            opening: self.opening.clone(),
            exact_from: self.exact_from,
            most_plies: self.most_plies,
            games: self.games,
            // Other openings in every round.
            seed: self.seed.wrapping_add(u64::from(round) - 1),
        };
        let (run, complete) =
            plan.play(store, effort, &mut |games| news(CourseNews::Games { round, games }))?;
        if complete { Ok(run) } else { Err(LearnError::Stopped) }
    }

    /// Learns from all games so far, and keeps what was learned.
    #[expect(clippy::too_many_arguments, reason = "what a round needs is what it is given")]
    fn round(
        &self,
        store: &mut Store,
        run: &Run,
        round: u32,
        weights: &Weights,
        lessons: &[Lesson],
        effort: Effort<'_>,
        news: &mut dyn FnMut(CourseNews),
    ) -> Result<Round, LearnError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(effort.threads).build()?;
        let started = std::time::Instant::now();
        let pupil = self.pupil.with_weights(weights.clone())?;
        let examples = Examples::gather(pupil.as_ref(), lessons, &self.choice, &pool)?;
        let (train, test) = examples.counts();
        news(CourseNews::Examples { train, test });
        if train == 0 {
            return Err(LearnError::NoExamples);
        }
        if self.regression.loss == Loss::Squares
            && lessons.iter().any(|lesson| lesson.score.abs() == Lesson::DECIDED)
        {
            return Err(LearnError::NoPoints);
        }
        let mut regression = self.regression;
        if let Loss::Logistic { scale: 0.0 } = regression.loss {
            regression.loss = Loss::Logistic { scale: fitted_scale(&examples, &pool) };
        }
        let a_game = (train + test) as f64 / lessons.len().max(1) as f64;
        let ridge =
            regression.ridge.unwrap_or_else(|| regression.loss.usual_ridge(self.choice.label, a_game));
        regression.ridge = Some(ridge);
        let settled = Some(Settled { loss: regression.loss, ridge, a_game });
        let count = weights.groups().map(|(_, numbers)| numbers.len()).sum();
        let learned = regression.fit(&examples, count, &pool, &mut |point| news(CourseNews::Learned(point)));
        let old = weights.flat();
        let numbers: Vec<f64> =
            old.iter().zip(&learned.changes).map(|(&old, change)| f64::from(old) + change).collect();
        let tuned = changed_to(pupil.as_ref(), weights, &numbers)?;
        let done = Round { weights: hex(&tuned.to_bytes()), curve: learned.curve, settled };
        store.keep(run, round.into(), std::slice::from_ref(&done), started.elapsed().as_secs_f64())?;
        Ok(done)
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What [`hex`] has written; what it has not is left out, and the weights' checksum notices.
fn from_hex(text: &str) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).unwrap_or(0) as u8;
    text.as_bytes().chunks_exact(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}
