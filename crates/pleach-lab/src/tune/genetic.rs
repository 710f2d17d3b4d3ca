//! Weights by a genetic algorithm, as Learner III was tuned (Tong, appendix C).
//!
//! A population of players, each with weights of its own in a range of whole numbers. In every generation each
//! plays pairs of games against some of the others; the best live on, and the rest are children of parents that
//! were the best of three drawn at random, with each weight from either parent. A child's weights mutate at a rate
//! that is inherited and mutates itself: the algorithm adapts it.

use super::{LearnError, changed_to};
use crate::contest::{Adjudication, GameRecord, Opening, Openings, play_pair};
use crate::player::{PlayerSpec, Thought, behaviour};
use crate::statistics::Pairs;
use crate::store::{Definition, Run, Store};
use crate::work::Effort;
use pleach::registry::AnyGame;
use pleach::{Weights, mix};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Players that live on as they are.
const ELITE: usize = 4;
/// Players that are drawn to choose a parent from.
const DRAWN: usize = 3;
/// How strongly the rate of mutation mutates.
const RESTLESS: f64 = 0.4;
/// The rates that are possible.
const RATES: (f64, f64) = (0.02, 0.5);
/// Players of the last generation that meet the old weights at the end.
const FINALISTS: usize = 8;

/// A genetic algorithm for the weights of an evaluator.
pub struct Genetic<'a> {
    /// The game at its first position, with the evaluator that learns. Its weights are one of the first players.
    pub game: &'a dyn AnyGame,
    /// How long each side thinks.
    pub thought: Thought,
    /// The number of players.
    pub population: usize,
    /// The number of generations.
    pub generations: u32,
    /// The pairs of games that a player plays in a generation.
    pub pairs: u32,
    /// The pairs that each finalist plays against the old weights.
    pub final_pairs: u32,
    /// Random moves at the beginning of a game.
    pub opening_plies: u32,
    /// The least and the greatest weight.
    pub range: (i32, i32),
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// The seed.
    pub seed: u64,
}

/// A player of the population.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Individual {
    /// The generation, from 0 on.
    pub generation: u32,
    /// Its weights.
    pub weights: Vec<i32>,
    /// Its rate of mutation.
    pub rate: f64,
    /// Its score: 1 if it won all games of the generation.
    pub fitness: f64,
}

/// A generation that has played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generation {
    /// Its number, from 0 on.
    pub generation: u32,
    /// The best score.
    pub best: f64,
    /// The mean rate of mutation.
    pub rate: f64,
    /// How much the players differ: the mean standard deviation of a weight.
    pub spread: f64,
}

/// What came of it.
#[derive(Debug)]
pub struct GeneticReport {
    /// The best weights against the old ones.
    pub weights: Weights,
    /// The score of the finalists against the old weights, the best first.
    pub finals: Vec<f64>,
    /// The last generation, the best first.
    pub population: Vec<Individual>,
    /// The run in the store.
    pub run: i64,
}

impl Genetic<'_> {
    fn definition(&self) -> Definition {
        let details = serde_json::json!({
            "thought": self.thought, "population": self.population, "pairs": self.pairs,
            "opening_plies": self.opening_plies, "range": self.range, "adjudication": self.adjudication,
            "behaviour": behaviour(self.game),
        });
        Definition::new("genetic", self.game.name(), &details, self.seed)
    }

    /// Breeds what has not been bred yet, and tells of every generation.
    pub fn breed(
        &self,
        store: &mut Store,
        effort: Effort<'_>,
        news: &mut dyn FnMut(Generation),
    ) -> Result<GeneticReport, LearnError> {
        let weights = self.game.weights().ok_or(LearnError::NoWeights)?.clone();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(effort.threads).build()?;
        let run = store.begin(&self.definition())?;
        let mut players: Vec<Individual> = Vec::new();
        for generation in 0..self.generations.max(1) {
            players = match store.shard::<Individual>(&run, generation.into())? {
                Some(kept) if kept.len() == self.population => kept,
                _ => {
                    if effort.stop.load(std::sync::atomic::Ordering::Relaxed) {
                        return Err(LearnError::Stopped);
                    }
                    self.generation(store, &run, &weights, generation, &players, &pool)?
                }
            };
            news(described(generation, &players));
        }
        let finals = self.finals(&weights, &players, &pool)?;
        let scores: Vec<f64> = finals.iter().map(|(score, _)| *score).collect();
        let numbers: Vec<f64> = finals[0].1.weights.iter().copied().map(f64::from).collect();
        store.end(&run, &serde_json::json!({"weights": finals[0].1.weights, "finals": scores}))?;
        let tuned = changed_to(self.game, &weights, &numbers)?;
        Ok(GeneticReport { weights: tuned, finals: scores, population: players, run: run.id() })
    }

    /// Makes a generation and lets it play; the best come first.
    fn generation(
        &self,
        store: &mut Store,
        run: &Run,
        weights: &Weights,
        generation: u32,
        before: &[Individual],
        pool: &rayon::ThreadPool,
    ) -> Result<Vec<Individual>, LearnError> {
        let started = std::time::Instant::now();
        let seed = mix(self.seed ^ mix(u64::from(generation)));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut players = match before.is_empty() {
            true => self.first_players(weights, &mut random),
            false => self.children(before, &mut random),
        };
        let meetings = self.meetings(players.len(), &mut random);
        let openings = Openings::Random { plies: self.opening_plies, balance: None };
        let openings = openings.first(meetings.len() as u64, self.game, seed);
        let specs = self.specs(weights, &players)?;
        let play = |(&(one, two), opening): (&(usize, usize), &Opening)| -> Result<Pairs, LearnError> {
            self.pair(&specs[one], &specs[two], opening)
        };
        let results: Result<Vec<Pairs>, LearnError> =
            pool.install(|| meetings.par_iter().zip(&openings).map(play).collect());
        let mut totals = vec![Pairs::default(); players.len()];
        for (pairs, (one, two)) in results?.iter().zip(meetings) {
            totals[one].merge(pairs);
            totals[two].merge(&pairs.reversed());
        }
        for (player, total) in players.iter_mut().zip(&totals) {
            player.generation = generation;
            player.fitness = total.score().unwrap_or(0.5);
        }
        players.sort_by(|one, two| two.fitness.total_cmp(&one.fitness));
        store.keep(run, generation.into(), &players, started.elapsed().as_secs_f64())?;
        Ok(players)
    }

    /// The old weights, and random ones.
    fn first_players(&self, weights: &Weights, random: &mut Xoshiro256PlusPlus) -> Vec<Individual> {
        let (low, high) = self.range;
        let old: Vec<i32> = weights.flat().into_iter().map(|weight| weight.clamp(low, high)).collect();
        let rate = (1.0 / old.len().max(1) as f64).clamp(RATES.0, RATES.1);
        let mut individual = |number: usize| {
            let weights = match number {
                0 => old.clone(),
                _ => old.iter().map(|_| random.random_range(low..=high)).collect(),
            };
            Individual { generation: 0, weights, rate, fitness: 0.5 }
        };
        (0..self.population).map(&mut individual).collect()
    }

    /// The elite, and children of the rest. The players before come best first.
    fn children(&self, before: &[Individual], random: &mut Xoshiro256PlusPlus) -> Vec<Individual> {
        let mut next: Vec<Individual> = before.iter().take(ELITE.min(self.population)).cloned().collect();
        while next.len() < self.population {
            let [one, two] = [parent(before, random), parent(before, random)];
            next.push(self.child(one, two, random));
        }
        next
    }

    fn child(&self, one: &Individual, two: &Individual, random: &mut Xoshiro256PlusPlus) -> Individual {
        let (low, high) = self.range;
        let inherited = (one.rate * two.rate).sqrt();
        let rate = (inherited * libm::exp(RESTLESS * normal(random))).clamp(RATES.0, RATES.1);
        let genes = one.weights.iter().zip(&two.weights).map(|(&one, &two)| {
            let gene = if random.random::<bool>() { one } else { two };
            if random.random::<f64>() >= rate {
                return gene;
            }
            // A step that is small as a rule: an eighth of the range is one deviation.
            let step = (normal(random) * f64::from(high - low) / 8.0).round() as i32;
            let step = if step == 0 { if random.random::<bool>() { 1 } else { -1 } } else { step };
            gene.saturating_add(step).clamp(low, high)
        });
        let weights = genes.collect();
        Individual { generation: 0, weights, rate, fitness: 0.5 }
    }

    /// Who meets whom: everybody has as many meetings as pairs, half of them on either side.
    fn meetings(&self, players: usize, random: &mut Xoshiro256PlusPlus) -> Vec<(usize, usize)> {
        let mut meetings = Vec::new();
        for _ in 0..self.pairs.div_ceil(2) {
            let distance = random.random_range(1..players.max(2));
            meetings.extend((0..players).map(|one| (one, (one + distance) % players)));
        }
        meetings.retain(|(one, two)| one != two);
        meetings
    }

    fn specs(&self, weights: &Weights, players: &[Individual]) -> Result<Vec<PlayerSpec>, LearnError> {
        let spec = |(number, player): (usize, &Individual)| {
            let game = self.game.with_weights(weights.with_flat(&player.weights)?)?;
            Ok(PlayerSpec::of_game(&number.to_string(), game, self.thought))
        };
        players.iter().enumerate().map(spec).collect()
    }

    /// A pair of games with the same opening, from the first one's view.
    fn pair(&self, one: &PlayerSpec, two: &PlayerSpec, opening: &Opening) -> Result<Pairs, LearnError> {
        let mut players = [one.make()?, two.make()?];
        let games: [GameRecord; 2] =
            play_pair(self.game, opening, [one.name(), two.name()], &mut players, &self.adjudication)?;
        let mut pairs = Pairs::default();
        pairs.add(games[0].result, games[1].result.reversed());
        Ok(pairs)
    }

    /// The best players of the last generation against the old weights.
    fn finals(
        &self,
        weights: &Weights,
        players: &[Individual],
        pool: &rayon::ThreadPool,
    ) -> Result<Vec<(f64, Individual)>, LearnError> {
        let old = PlayerSpec::of_game("old", self.game.boxed_clone(), self.thought);
        let finalists = &players[..FINALISTS.min(players.len())];
        let specs = self.specs(weights, finalists)?;
        let openings = Openings::Random { plies: self.opening_plies, balance: None };
        let openings = openings.first(u64::from(self.final_pairs), self.game, mix(!self.seed));
        let score = |spec: &PlayerSpec| -> Result<f64, LearnError> {
            let results: Result<Vec<Pairs>, LearnError> =
                openings.par_iter().map(|opening| self.pair(spec, &old, opening)).collect();
            let mut total = Pairs::default();
            results?.iter().for_each(|pairs| total.merge(pairs));
            Ok(total.score().unwrap_or(0.5))
        };
        let scores: Result<Vec<f64>, LearnError> = pool.install(|| specs.par_iter().map(score).collect());
        let mut finals: Vec<(f64, Individual)> = scores?.into_iter().zip(finalists.iter().cloned()).collect();
        finals.sort_by(|one, two| two.0.total_cmp(&one.0));
        Ok(finals)
    }
}

/// The best of some that are drawn.
fn parent<'a>(players: &'a [Individual], random: &mut Xoshiro256PlusPlus) -> &'a Individual {
    // The best come first.
    let drawn = (0..DRAWN).map(|_| random.random_range(0..players.len())).min();
    &players[drawn.unwrap_or(0)]
}

/// A number from the standard normal distribution (Box and Muller).
fn normal(random: &mut Xoshiro256PlusPlus) -> f64 {
    let (one, two): (f64, f64) = (random.random(), random.random());
    (-2.0 * libm::log(1.0 - one)).sqrt() * libm::cos(2.0 * std::f64::consts::PI * two)
}

fn described(generation: u32, players: &[Individual]) -> Generation {
    let count = players.len().max(1) as f64;
    let genes = players.first().map_or(0, |player| player.weights.len());
    let deviation = |gene: usize| {
        let values = players.iter().map(|player| f64::from(player.weights[gene]));
        let mean = values.clone().sum::<f64>() / count;
        (values.map(|value| (value - mean) * (value - mean)).sum::<f64>() / count).sqrt()
    };
    Generation {
        generation,
        best: players.iter().map(|player| player.fitness).fold(0.0, f64::max),
        rate: players.iter().map(|player| player.rate).sum::<f64>() / count,
        spread: (0..genes).map(deviation).sum::<f64>() / genes.max(1) as f64,
    }
}
