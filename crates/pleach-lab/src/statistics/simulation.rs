//! Matches with a known truth, for tests.

use super::elo::score_of_elo;
use super::pairs::Pairs;
use super::result::GameResult;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A generator that gives the same numbers wherever the tests run.
pub(super) fn generator(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// A number from 0 to less than 1.
pub(super) fn uniform(random: &mut Xoshiro256PlusPlus) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// Pairs of the given points, those of one point as a win and a loss.
pub(super) fn pairs_of_counts(counts: [u64; 5]) -> Pairs {
    let [none, half, one, more, two] = counts;
    let tally =
        super::Tally { wins: 2 * two + more + one, draws: half + more, losses: 2 * none + half + one };
    Pairs::new(counts, tally).unwrap()
}

/// The probabilities of a win, a draw and a loss for an Elo difference.
///
/// `draws` is the part of the possible draws that happen: between unequal players they cannot be many.
pub(super) fn game(elo: f64, draws: f64) -> [f64; 3] {
    let score = score_of_elo(elo);
    let drawn = 2.0 * draws * score.min(1.0 - score);
    [score - 0.5 * drawn, drawn, 1.0 - score - 0.5 * drawn]
}

/// One of the three results, by their probabilities.
pub(super) fn result(probabilities: [f64; 3], random: &mut Xoshiro256PlusPlus) -> GameResult {
    let drawn = uniform(random);
    match () {
        () if drawn < probabilities[0] => GameResult::Win,
        () if drawn < probabilities[0] + probabilities[1] => GameResult::Draw,
        () => GameResult::Loss,
    }
}

/// A match from openings that favour one colour, each by its own Elo, which correlates the games of a pair.
pub(super) struct Openings {
    games: Vec<[[f64; 3]; 2]>,
}

impl Openings {
    pub(super) fn new(elo: f64, draws: f64, biases: &[f64]) -> Self {
        let games = biases.iter().map(|bias| [game(elo + bias, draws), game(elo - bias, draws)]).collect();
        Self { games }
    }

    /// Such openings for the Elo at which `measure` of the match, which grows with it, is `target`.
    pub(super) fn solve(draws: f64, biases: &[f64], target: f64, measure: impl Fn(&Self) -> f64) -> Self {
        let (mut low, mut high) = (-1000.0, 1000.0);
        for _ in 0..80 {
            let middle = 0.5 * (low + high);
            if measure(&Self::new(middle, draws, biases)) < target {
                low = middle;
            } else {
                high = middle;
            }
        }
        Self::new(low, draws, biases)
    }

    /// The true probabilities of 0, ½, 1, 1½ and 2 points.
    pub(super) fn distribution(&self) -> [f64; 5] {
        let mut sums = [0.0; 5];
        for [first, second] in &self.games {
            for (lost, one) in first.iter().enumerate() {
                for (more, other) in second.iter().enumerate() {
                    sums[4 - lost - more] += one * other / self.games.len() as f64;
                }
            }
        }
        sums
    }

    /// The true mean score.
    pub(super) fn score(&self) -> f64 {
        super::pairs::mean(&self.distribution())
    }

    /// The results of one pair.
    pub(super) fn pair(&self, random: &mut Xoshiro256PlusPlus) -> [GameResult; 2] {
        let opening = (uniform(random) * self.games.len() as f64) as usize;
        self.games[opening].map(|probabilities| result(probabilities, random))
    }

    /// A match.
    pub(super) fn pairs(&self, number: u64, random: &mut Xoshiro256PlusPlus) -> Pairs {
        let mut pairs = Pairs::default();
        for _ in 0..number {
            let [first, second] = self.pair(random);
            pairs.add(first, second);
        }
        pairs
    }
}
