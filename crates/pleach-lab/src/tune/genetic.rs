//! Weights by a genetic algorithm, as Learner III was tuned (Tong, appendix C).
//!
//! A population of players, each with weights of its own in a range of whole numbers. In every generation each
//! plays pairs of games against some of the others; the best live on, and the rest are children of parents that
//! were the best of three drawn at random, with each weight from either parent. A child's weights mutate at a rate
//! that is inherited and mutates itself: the algorithm adapts it.
//!
//! Focus networks are bred in the same way (Moriarty and Miikkulainen 1994), but their players meet a search of the same depth
//! that sees all moves, all with the same openings, and what they save counts a little beside what they win.

use super::{LearnError, changed_to};
use crate::contest::{Adjudication, GameRecord, Opening, Openings, play_pair};
use crate::player::{PlayerSpec, Thought, behaviour};
use crate::statistics::Pairs;
use crate::store::{Definition, Run, Store};
use crate::work::Effort;
use pleach::prune::{FocusRule, Rule, Rules};
use pleach::registry::{AnyGame, Method};
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

/// What a focus network that leaves nothing to search would gain by that alone, where winning all games is worth 1.
const THRIFT: f64 = 0.2;

/// Whose weights are bred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breed {
    /// Those of the evaluator: players meet each other.
    Evaluator,
    /// Those of the focus network, in searches by this algorithm: players meet the same search without it.
    Focus(Method),
}

/// A genetic algorithm for the weights of an evaluator or of a focus network.
pub struct Genetic<'a> {
    /// Whose weights are bred.
    pub breed: Breed,
    /// The game at its first position, with the evaluator or the network that learns. Its weights are one of the first players.
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
    /// How far weights may go.
    pub range: GeneRange,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// The seed.
    pub seed: u64,
}

/// How far weights may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum GeneRange {
    /// Each as far from what it was as it was from zero, or as the mean of its group is: those of a queen by hundreds,
    /// those of a square by tens.
    Relative,
    /// All from the least to the greatest.
    Fixed(i32, i32),
}

impl GeneRange {
    /// The least and the greatest of every weight, in their order.
    fn of(self, weights: &Weights) -> Vec<(i32, i32)> {
        let groups = weights.groups().map(|(_, numbers)| numbers);
        let size = |numbers: &[i32]| numbers.iter().map(|number| number.unsigned_abs()).max().unwrap_or(0);
        let largest = weights.groups().map(|(_, numbers)| size(numbers)).max().unwrap_or(0);
        let ranges = groups.flat_map(|numbers| {
            let sum: u64 = numbers.iter().map(|number| u64::from(number.unsigned_abs())).sum();
            // A group of zeros may become what the others are.
            let mean = if sum == 0 { largest } else { sum.div_ceil(numbers.len() as u64) as u32 };
            numbers.iter().map(move |&number| {
                let far = number.unsigned_abs().max(mean).max(1);
                (number.saturating_sub_unsigned(far), number.saturating_add_unsigned(far))
            })
        });
        match self {
            GeneRange::Relative => ranges.collect(),
            GeneRange::Fixed(low, high) => ranges.map(|_| (low, high.max(low))).collect(),
        }
    }
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
    /// Its score: 1 if it won all games of the generation. That of a focus network is higher by a fifth of the share of nodes
    /// that it saves.
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
    /// How much the players differ: the mean standard deviation of a weight, as a part of its range.
    pub spread: f64,
}

/// What came of it.
#[derive(Debug)]
pub struct GeneticReport {
    /// The best weights against the old ones.
    pub weights: Weights,
    /// What the finalists are worth against the old weights, or the search without a network, the best first.
    pub finals: Vec<f64>,
    /// The last generation, the best first.
    pub population: Vec<Individual>,
    /// The run in the store.
    pub run: i64,
}

impl Genetic<'_> {
    fn definition(&self) -> Definition {
        let mut details = serde_json::json!({
            "thought": self.thought, "population": self.population, "pairs": self.pairs,
            "opening_plies": self.opening_plies, "range": self.range, "adjudication": self.adjudication,
            "behaviour": behaviour(self.game),
        });
        if let Breed::Focus(method) = self.breed {
            details["focus"] = method.to_string().into();
            details["network"] = self.game.network().map(Weights::fingerprint).into();
        }
        Definition::new("genetic", self.game.name(), &details, self.seed)
    }

    /// Breeds what has not been bred yet, and tells of every generation.
    pub fn breed(
        &self,
        store: &mut Store,
        effort: Effort<'_>,
        news: &mut dyn FnMut(Generation),
    ) -> Result<GeneticReport, LearnError> {
        let weights = match self.breed {
            Breed::Evaluator => self.game.weights().ok_or(LearnError::NoWeights)?.clone(),
            Breed::Focus(_) => self.game.network().ok_or(LearnError::NoNetwork)?.clone(),
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(effort.threads).build()?;
        let run = store.begin(&self.definition())?;
        let ranges = self.range.of(&weights);
        let mut players: Vec<Individual> = Vec::new();
        for generation in 0..self.generations.max(1) {
            players = match store.shard::<Individual>(&run, generation.into())? {
                Some(kept) if kept.len() == self.population => kept,
                _ => {
                    if effort.stop.load(std::sync::atomic::Ordering::Relaxed) {
                        return Err(LearnError::Stopped);
                    }
                    let before = Before { weights: &weights, ranges: &ranges, players: &players };
                    self.generation(store, &run, generation, &before, &pool)?
                }
            };
            news(described(generation, &players, &ranges));
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
        generation: u32,
        before: &Before<'_>,
        pool: &rayon::ThreadPool,
    ) -> Result<Vec<Individual>, LearnError> {
        let started = std::time::Instant::now();
        let seed = mix(self.seed ^ mix(u64::from(generation)));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut players = match before.players.is_empty() {
            true => self.first_players(before, &mut random),
            false => self.children(before, &mut random),
        };
        let meetings = self.meetings(players.len(), &mut random);
        let openings = Openings::Random { plies: self.opening_plies, balance: None };
        let count = meetings.iter().map(|meeting| meeting.opening + 1).max().unwrap_or(0);
        let openings = openings.first(count, self.game, seed);
        let specs = self.specs(before.weights, &players)?;
        let opponent = self.opponent();
        let play = |&Meeting { one, two, opening }: &Meeting| -> Result<Met, LearnError> {
            let two = two.map_or(&opponent, |two| &specs[two]);
            self.pair(&specs[one], two, &openings[opening as usize])
        };
        let results: Result<Vec<Met>, LearnError> = pool.install(|| meetings.par_iter().map(play).collect());
        let mut totals = vec![Met::default(); players.len()];
        for (met, Meeting { one, two, .. }) in results?.iter().zip(meetings) {
            totals[one].merge(met);
            if let Some(two) = two {
                totals[two].merge(&met.reversed());
            }
        }
        for (player, total) in players.iter_mut().zip(&totals) {
            player.generation = generation;
            player.fitness = self.fitness(total);
        }
        players.sort_by(|one, two| two.fitness.total_cmp(&one.fitness));
        store.keep(run, generation.into(), &players, started.elapsed().as_secs_f64())?;
        Ok(players)
    }

    /// The old weights, and random ones.
    fn first_players(&self, before: &Before<'_>, random: &mut Xoshiro256PlusPlus) -> Vec<Individual> {
        let numbers = before.weights.flat().into_iter().zip(before.ranges);
        let old: Vec<i32> = numbers.map(|(weight, &(low, high))| weight.clamp(low, high)).collect();
        let rate = (1.0 / old.len().max(1) as f64).clamp(RATES.0, RATES.1);
        let first = Individual { generation: 0, weights: old, rate, fitness: 0.5 };
        let mut individual = |number: usize| {
            let weights = match self.breed {
                _ if number == 0 => return first.clone(),
                // A random network hides half of all moves: too much to begin with.
                Breed::Focus(_) => return child(&first, &first, before.ranges, random),
                Breed::Evaluator => {
                    before.ranges.iter().map(|&(low, high)| random.random_range(low..=high)).collect()
                }
            };
            Individual { generation: 0, weights, rate, fitness: 0.5 }
        };
        (0..self.population).map(&mut individual).collect()
    }

    /// The elite, and children of the rest. The players before come best first.
    fn children(&self, before: &Before<'_>, random: &mut Xoshiro256PlusPlus) -> Vec<Individual> {
        let Before { players, ranges, .. } = before;
        let mut next: Vec<Individual> = players.iter().take(ELITE.min(self.population)).cloned().collect();
        while next.len() < self.population {
            let [one, two] = [parent(players, random), parent(players, random)];
            next.push(child(one, two, ranges, random));
        }
        next
    }

    /// Who meets whom: everybody has as many meetings as pairs, half of them on either side.
    fn meetings(&self, players: usize, random: &mut Xoshiro256PlusPlus) -> Vec<Meeting> {
        if let Breed::Focus(_) = self.breed {
            let all = |opening| (0..players).map(move |one| Meeting { one, two: None, opening });
            return (0..u64::from(self.pairs)).flat_map(all).collect();
        }
        let mut meetings = Vec::new();
        for _ in 0..self.pairs.div_ceil(2) {
            let distance = random.random_range(1..players.max(2));
            meetings.extend((0..players).map(|one| (one, (one + distance) % players)));
        }
        meetings.retain(|(one, two)| one != two);
        let numbered = meetings.into_iter().zip(0..);
        numbered.map(|((one, two), opening)| Meeting { one, two: Some(two), opening }).collect()
    }

    fn specs(&self, weights: &Weights, players: &[Individual]) -> Result<Vec<PlayerSpec>, LearnError> {
        let spec = |(number, player): (usize, &Individual)| {
            let numbers: Vec<f64> = player.weights.iter().copied().map(f64::from).collect();
            let game = self.game.with_weights(changed_to(self.game, weights, &numbers)?)?;
            let spec = PlayerSpec::of_game(&number.to_string(), game, self.thought);
            Ok(match self.breed {
                Breed::Evaluator => spec,
                Breed::Focus(method) => {
                    spec.searching(method, Rules::from(Rule::Focus(FocusRule::default())))
                }
            })
        };
        players.iter().enumerate().map(spec).collect()
    }

    /// A pair of games with the same opening, from the first one's view.
    fn pair(&self, one: &PlayerSpec, two: &PlayerSpec, opening: &Opening) -> Result<Met, LearnError> {
        let mut players = [one.make()?, two.make()?];
        let games: [GameRecord; 2] =
            play_pair(self.game, opening, [one.name(), two.name()], &mut players, &self.adjudication)?;
        let mut pairs = Pairs::default();
        pairs.add(games[0].result, games[1].result.reversed());
        let [first, second] = &games;
        let nodes = [first.nodes_first + second.nodes_second, first.nodes_second + second.nodes_first];
        Ok(Met { pairs, nodes })
    }

    /// What a player is worth.
    fn fitness(&self, met: &Met) -> f64 {
        let score = met.pairs.score().unwrap_or(0.5);
        let [own, other] = met.nodes.map(|nodes| nodes as f64);
        match self.breed {
            Breed::Evaluator => score,
            Breed::Focus(_) => score + THRIFT * (1.0 - own / other.max(1.0)),
        }
    }

    /// Whom all players are held against: the old weights, or the search without a network.
    fn opponent(&self) -> PlayerSpec {
        let old = PlayerSpec::of_game("old", self.game.boxed_clone(), self.thought);
        match self.breed {
            Breed::Evaluator => old,
            Breed::Focus(method) => old.searching(method, Rules::none()),
        }
    }

    /// The best players of the last generation against the opponent of all.
    fn finals(
        &self,
        weights: &Weights,
        players: &[Individual],
        pool: &rayon::ThreadPool,
    ) -> Result<Vec<(f64, Individual)>, LearnError> {
        let opponent = self.opponent();
        let finalists = &players[..FINALISTS.min(players.len())];
        let specs = self.specs(weights, finalists)?;
        let openings = Openings::Random { plies: self.opening_plies, balance: None };
        let openings = openings.first(u64::from(self.final_pairs), self.game, mix(!self.seed));
        let score = |spec: &PlayerSpec| -> Result<f64, LearnError> {
            let results: Result<Vec<Met>, LearnError> =
                openings.par_iter().map(|opening| self.pair(spec, &opponent, opening)).collect();
            let mut total = Met::default();
            results?.iter().for_each(|met| total.merge(met));
            Ok(self.fitness(&total))
        };
        let scores: Result<Vec<f64>, LearnError> = pool.install(|| specs.par_iter().map(score).collect());
        let mut finals: Vec<(f64, Individual)> = scores?.into_iter().zip(finalists.iter().cloned()).collect();
        finals.sort_by(|one, two| two.0.total_cmp(&one.0));
        Ok(finals)
    }
}

/// Two players, or one and the opponent of all, with the number of their opening.
struct Meeting {
    one: usize,
    two: Option<usize>,
    opening: u64,
}

/// How some pairs of games went for the first player, and the nodes of both.
#[derive(Clone, Copy, Default)]
struct Met {
    pairs: Pairs,
    nodes: [u64; 2],
}

impl Met {
    fn merge(&mut self, other: &Met) {
        self.pairs.merge(&other.pairs);
        self.nodes = [self.nodes[0] + other.nodes[0], self.nodes[1] + other.nodes[1]];
    }

    fn reversed(&self) -> Met {
        Met { pairs: self.pairs.reversed(), nodes: [self.nodes[1], self.nodes[0]] }
    }
}

/// What a generation is made from.
struct Before<'a> {
    /// The old weights.
    weights: &'a Weights,
    ranges: &'a [(i32, i32)],
    /// The generation before, if there is one.
    players: &'a [Individual],
}

fn child(
    one: &Individual,
    two: &Individual,
    ranges: &[(i32, i32)],
    random: &mut Xoshiro256PlusPlus,
) -> Individual {
    let inherited = (one.rate * two.rate).sqrt();
    let rate = (inherited * libm::exp(RESTLESS * normal(random))).clamp(RATES.0, RATES.1);
    let genes = one.weights.iter().zip(&two.weights).zip(ranges).map(|((&one, &two), &(low, high))| {
        let gene = if random.random::<bool>() { one } else { two };
        if random.random::<f64>() >= rate {
            return gene;
        }
        // A step that is small as a rule: an eighth of the range is one deviation.
        let step = (normal(random) * (f64::from(high) - f64::from(low)) / 8.0).round() as i32;
        let step = if step == 0 { if random.random::<bool>() { 1 } else { -1 } } else { step };
        gene.saturating_add(step).clamp(low, high)
    });
    let weights = genes.collect();
    Individual { generation: 0, weights, rate, fitness: 0.5 }
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

fn described(generation: u32, players: &[Individual], ranges: &[(i32, i32)]) -> Generation {
    let count = players.len().max(1) as f64;
    let genes = players.first().map_or(0, |player| player.weights.len().min(ranges.len()));
    let deviation = |gene: usize| {
        let width = (f64::from(ranges[gene].1) - f64::from(ranges[gene].0)).max(1.0);
        let values = players.iter().map(|player| f64::from(player.weights[gene]));
        let mean = values.clone().sum::<f64>() / count;
        (values.map(|value| (value - mean) * (value - mean)).sum::<f64>() / count).sqrt() / width
    };
    Generation {
        generation,
        best: players.iter().map(|player| player.fitness).fold(0.0, f64::max),
        rate: players.iter().map(|player| player.rate).sum::<f64>() / count,
        spread: (0..genes).map(deviation).sum::<f64>() / genes.max(1) as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_go_as_far_as_they_are_large() {
        let chess = pleach_games::registry().open("chess").unwrap();
        let weights = chess.weights().unwrap();
        let ranges = GeneRange::Relative.of(weights);
        let old = weights.flat();
        assert_eq!(ranges.len(), old.len());
        assert!(old.iter().zip(&ranges).all(|(weight, (low, high))| low < weight && weight < high));
        let place = weights.place("material_middlegame").unwrap();
        let (pawn, queen) = (ranges[place], ranges[place + 4]);
        assert_eq!(queen, (0, 2 * old[place + 4]));
        // That of a pawn is no farther than the mean of the pieces.
        assert!(pawn.1 < 600 && pawn.0 > -500, "{pawn:?}");
        assert!(GeneRange::Fixed(0, 8).of(weights).iter().all(|&range| range == (0, 8)));
    }
}
