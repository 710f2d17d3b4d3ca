//! Weights by temporal differences, TD(lambda).
//!
//! The program plays against itself. Its winning probability P = 1 / (1 + exp(-v / s)) should not change from one
//! position to the next, and at the end it is the result. After every batch of games each weight moves along
//!
//! sum over t of grad P(t) * sum over j >= t of lambda^(j - t) * (P(j + 1) - P(j))
//!
//! (Sutton 1988), where v(t) is the value at the end of the line that the search found in position t (the leaf
//! form of Baxter, Tridgell and Weaver). The steps of each weight shrink with what it has moved already
//! (AdaGrad), and the result is the mean of the weights over the second half of the batches.

use super::self_play::{drawn_opening, think};
use super::terms::Terms;
use super::{LearnError, changed_to};
use crate::player::{Thought, behaviour};
use crate::store::{Definition, Store};
use crate::work::Effort;
use pleach::engine::Table;
use pleach::registry::{AnyGame, Method, Request};
use pleach::{Score, Weights, mix};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// The MiB of a table.
const MEMORY: usize = 16;
/// Evaluators with more weights learn by regression.
const MOST_WEIGHTS: usize = 20_000;

/// Learning by temporal differences.
pub struct Temporal<'a> {
    /// The game at its first position, with the evaluator that learns.
    pub game: &'a dyn AnyGame,
    /// How long each side thinks.
    pub thought: Thought,
    /// Random moves at the beginning of a game.
    pub opening: RangeInclusive<u32>,
    /// The batches; the weights change after each.
    pub batches: u32,
    /// The games of a batch.
    pub games: u32,
    /// How far an error reaches back: 0 is the position before, 1 the whole game.
    pub lambda: f64,
    /// The size of the first steps, as a part of the mean weight of the group.
    pub rate: f64,
    /// The points at which 73 % of the games are won.
    pub scale: f64,
    /// A game that is longer is a draw.
    pub most_plies: u32,
    /// The seed.
    pub seed: u64,
}

/// A batch that was learned from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Batch {
    /// Its number, from 0 on.
    pub batch: u32,
    /// The mean squared error of the winning probabilities against the results.
    pub loss: f64,
    /// The mean length of a step of the probability from one position to the next.
    pub difference: f64,
    /// The weights after it.
    pub weights: Vec<f64>,
    /// The sums of the squared slopes, by which later steps shrink.
    squares: Vec<f64>,
}

/// The derivatives of a probability, by the places of the weights.
type Slope = Vec<(u32, f32)>;

/// What a game says.
struct Said {
    slope: Vec<f64>,
    loss: f64,
    difference: f64,
    positions: usize,
}

impl Temporal<'_> {
    fn definition(&self) -> Definition {
        let details = serde_json::json!({
            "thought": self.thought, "opening": [self.opening.start(), self.opening.end()],
            "games": self.games, "lambda": self.lambda, "rate": self.rate, "scale": self.scale,
            "most_plies": self.most_plies, "behaviour": behaviour(self.game),
        });
        Definition::new("temporal", self.game.name(), &details, self.seed)
    }

    /// Learns what has not been learned yet, and tells of every batch. Returns the weights that were learned.
    pub fn learn(
        &self,
        store: &mut Store,
        effort: Effort<'_>,
        news: &mut dyn FnMut(&Batch),
    ) -> Result<Weights, LearnError> {
        let weights = self.game.weights().ok_or(LearnError::NoWeights)?.clone();
        let flat: Vec<f64> = weights.flat().into_iter().map(f64::from).collect();
        if flat.len() > MOST_WEIGHTS {
            return Err(LearnError::TooManyWeights { found: flat.len(), most: MOST_WEIGHTS });
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(effort.threads).build()?;
        let run = store.begin(&self.definition())?;
        let steps = step_sizes(&weights, self.rate);
        let mut state = Batch {
            batch: 0,
            loss: 0.0,
            difference: 0.0,
            squares: vec![0.0; flat.len()],
            weights: flat.clone(),
        };
        let mut mean = vec![0.0; flat.len()];
        for batch in 0..self.batches {
            state = match store.shard::<Batch>(&run, batch.into())?.and_then(|mut kept| kept.pop()) {
                Some(kept) if kept.weights.len() == flat.len() => kept,
                _ => {
                    if effort.stop.load(std::sync::atomic::Ordering::Relaxed) {
                        return Err(LearnError::Stopped);
                    }
                    let started = std::time::Instant::now();
                    let next = self.batch(&weights, &state, batch, &steps, &pool)?;
                    let seconds = started.elapsed().as_secs_f64();
                    store.keep(&run, batch.into(), std::slice::from_ref(&next), seconds)?;
                    next
                }
            };
            news(&state);
            if batch >= self.batches / 2 {
                mean.iter_mut().zip(&state.weights).for_each(|(sum, weight)| *sum += weight);
            }
        }
        let counted = f64::from(self.batches - self.batches / 2).max(1.0);
        mean.iter_mut().for_each(|sum| *sum /= counted);
        let learned = if self.batches == 0 { flat } else { mean };
        store.end(&run, &serde_json::json!({"weights": learned, "loss": state.loss}))?;
        changed_to(self.game, &weights, &learned)
    }

    /// Plays a batch of games with the weights so far, and moves them.
    fn batch(
        &self,
        names: &Weights,
        state: &Batch,
        batch: u32,
        steps: &[f64],
        pool: &rayon::ThreadPool,
    ) -> Result<Batch, LearnError> {
        let game = self.game.with_weights(changed_to(self.game, names, &state.weights)?)?;
        let terms = Terms::new(game.as_ref())?;
        let numbers = u64::from(batch) * u64::from(self.games)..u64::from(batch + 1) * u64::from(self.games);
        let play = |number| self.game_says(game.as_ref(), &terms, number, steps.len());
        let said: Result<Vec<Said>, LearnError> =
            pool.install(|| numbers.into_par_iter().map(play).collect());
        let (mut slope, mut loss, mut difference, mut positions) = (vec![0.0; steps.len()], 0.0, 0.0, 0);
        for said in said? {
            slope.iter_mut().zip(&said.slope).for_each(|(sum, part)| *sum += part);
            loss += said.loss;
            difference += said.difference;
            positions += said.positions;
        }
        let count = positions.max(1) as f64;
        let mut next = Batch { batch, loss: loss / count, difference: difference / count, ..state.clone() };
        for (place, slope) in slope.into_iter().enumerate() {
            next.squares[place] += slope * slope;
            if next.squares[place] > 0.0 {
                next.weights[place] += steps[place] * slope / next.squares[place].sqrt();
            }
        }
        Ok(next)
    }

    /// Plays a game, and says where the weights should go.
    fn game_says(
        &self,
        start: &dyn AnyGame,
        terms: &Terms,
        number: u64,
        weights: usize,
    ) -> Result<Said, LearnError> {
        let (chances, slopes) = self.play(start, terms, number)?;
        let mut said =
            Said { slope: vec![0.0; weights], loss: 0.0, difference: 0.0, positions: slopes.len() };
        let Some(&result) = chances.last() else { return Ok(said) };
        // From the end to the beginning: the sum of the differences to come, each weighed by its distance.
        let mut to_come = 0.0;
        for (t, slope) in slopes.iter().enumerate().rev() {
            let step = chances[t + 1] - chances[t];
            to_come = step + self.lambda * to_come;
            said.difference += step.abs();
            said.loss += (result - chances[t]) * (result - chances[t]);
            for &(place, derivative) in slope {
                said.slope[place as usize] += f64::from(derivative) * to_come;
            }
        }
        Ok(said)
    }

    /// The first player's winning probabilities along a game, the result at the end, and the derivatives of all
    /// but the last by the weights.
    fn play(
        &self,
        start: &dyn AnyGame,
        terms: &Terms,
        number: u64,
    ) -> Result<(Vec<f64>, Vec<Slope>), LearnError> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(mix(self.seed ^ mix(number)));
        let mut request = Request::new(Method::default(), self.thought.limits());
        request.memory = MEMORY;
        request.table = Table::with_mebibytes(MEMORY).ok().map(Arc::new);
        let (_, mut game) = drawn_opening(start, &self.opening, &mut random);
        let (mut chances, mut slopes) = (Vec::new(), Vec::new());
        for _ in 0..self.most_plies {
            if let Some(outcome) = game.outcome() {
                chances.push(result(game.to_move().view(outcome)));
                return Ok((chances, slopes));
            }
            let (line, _) = think(game.as_ref(), &request)?;
            let mut leaf = game.boxed_clone();
            line.iter().take_while(|mv| leaf.play(mv).is_ok()).for_each(drop);
            let (chance, slope) = self.chance(leaf.as_ref(), terms);
            chances.push(chance);
            slopes.push(slope);
            // A move of a principal variation is legal.
            if line.first().is_none_or(|mv| game.play(mv).is_err()) {
                break;
            }
        }
        // Too long: a draw.
        chances.push(0.5);
        Ok((chances, slopes))
    }

    /// The first player's winning probability in a position, and its derivatives.
    fn chance(&self, leaf: &dyn AnyGame, terms: &Terms) -> (f64, Slope) {
        let side = leaf.to_move();
        if let Some(outcome) = leaf.outcome() {
            return (result(side.view(outcome)), Vec::new());
        }
        let value = f64::from(side.view(leaf.static_value()).get());
        let chance = 1.0 / (1.0 + libm::exp(-value / self.scale));
        let bend = side.view(1.0) * chance * (1.0 - chance) / self.scale;
        let mut slope = Vec::new();
        terms.of(leaf, |place, count| slope.push((place, (f64::from(count) * bend) as f32)));
        (chance, slope)
    }
}

/// A final score as a winning probability.
fn result(score: Score) -> f64 {
    match score.cmp(&Score::ZERO) {
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 1.0,
    }
}

/// How far the first step of each weight goes: a part of the mean weight of its group.
fn step_sizes(weights: &Weights, rate: f64) -> Vec<f64> {
    weights
        .groups()
        .flat_map(|(_, numbers)| {
            let sum: f64 = numbers.iter().map(|number| f64::from(number.unsigned_abs())).sum();
            let mean = (sum / numbers.len() as f64).max(1.0);
            std::iter::repeat_n(rate * mean, numbers.len())
        })
        .collect()
}
