//! Positions of self-play as a regression sees them.

use super::terms::Terms;
use super::{LearnError, Lesson};
use pleach::registry::AnyGame;
use pleach::{NotationError, mix};
use rayon::prelude::*;

/// What a position is worth, to learn from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Label {
    /// The result of the game.
    Outcome,
    /// What the search found there.
    Search,
    /// So much of the result, and the rest of what the search found.
    Mixed(f64),
}

impl Label {
    /// The share of the outcome.
    pub(super) fn share(self) -> f64 {
        match self {
            Label::Outcome => 1.0,
            Label::Search => 0.0,
            Label::Mixed(share) => share,
        }
    }
}

/// Which positions are taken, and for what.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// What they are worth.
    pub label: Label,
    /// The share of the positions of each game.
    pub share: f64,
    /// The share of the games that are kept back, to see whether what was learned holds elsewhere.
    pub kept_back: f64,
    /// Leaves positions out in which the search's value differs from the static one by more than this: what
    /// makes the difference there is no matter of weights.
    pub quiet: Option<i32>,
    /// Leaves positions out in which the search finds somebody ahead by more than this: how a game ends that is
    /// won or lost already tells how well it is finished, and no longer what a feature is worth.
    pub balance: Option<i32>,
    /// The seed of the choice.
    pub seed: u64,
}

impl Choice {
    /// Whether a position of this static value is taken, in which the search has found this value.
    fn admits(&self, base: i32, value: i32) -> bool {
        self.quiet.is_none_or(|most| (value - base).abs() <= most)
            && self.balance.is_none_or(|most| value.abs() <= most)
    }
}

/// The parts into which examples are divided, whatever the number of threads: sums over the parts are then the
/// same for any number of them.
const LANES: usize = 8;

/// Examples one after the other.
#[derive(Default)]
pub(super) struct Lane {
    /// Where the terms of each example end.
    ends: Vec<u32>,
    places: Vec<u32>,
    counts: Vec<f32>,
    /// What the evaluator says of each.
    pub(super) bases: Vec<f32>,
    /// How the game ended, for the side to move.
    pub(super) outcomes: Vec<f32>,
    /// What the search found.
    pub(super) values: Vec<f32>,
    /// Whether every term counts once, as in pattern evaluations: the counts are then left away.
    only_ones: bool,
}

impl Lane {
    fn new() -> Lane {
        Lane { only_ones: true, ..Lane::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    fn push(&mut self, base: i32, outcome: i32, value: i32, terms: &[(u32, f32)]) {
        if self.only_ones && terms.iter().any(|&(_, count)| count != 1.0) {
            self.counts = vec![1.0; self.places.len()];
            self.only_ones = false;
        }
        self.places.extend(terms.iter().map(|&(place, _)| place));
        if !self.only_ones {
            self.counts.extend(terms.iter().map(|&(_, count)| count));
        }
        self.ends.push(self.places.len() as u32);
        self.bases.push(base as f32);
        self.outcomes.push(outcome as f32);
        self.values.push(value as f32);
    }

    fn range(&self, example: usize) -> std::ops::Range<usize> {
        let from = if example == 0 { 0 } else { self.ends[example - 1] as usize };
        from..self.ends[example] as usize
    }

    /// The sum of the terms of an example, each times a number of its weight.
    #[inline]
    pub(super) fn dot(&self, example: usize, numbers: &[f32]) -> f32 {
        let range = self.range(example);
        let places = self.places[range.clone()].iter();
        match self.only_ones {
            true => places.map(|&place| numbers[place as usize]).sum(),
            false => {
                let counts = &self.counts[range];
                places.zip(counts).map(|(&place, count)| numbers[place as usize] * count).sum()
            }
        }
    }

    /// Adds a factor times the terms of an example to the numbers of their weights.
    #[inline]
    pub(super) fn add(&self, example: usize, factor: f32, numbers: &mut [f64]) {
        let range = self.range(example);
        let places = self.places[range.clone()].iter();
        match self.only_ones {
            true => places.for_each(|&place| numbers[place as usize] += f64::from(factor)),
            false => {
                let counts = &self.counts[range];
                places.zip(counts).for_each(|(&place, &count)| {
                    numbers[place as usize] += f64::from(factor) * f64::from(count);
                });
            }
        }
    }

    /// Adds a factor times the squares of the terms of an example.
    pub(super) fn add_squares(&self, example: usize, factor: f32, numbers: &mut [f64]) {
        for index in self.range(example) {
            let count = if self.only_ones { 1.0 } else { self.counts[index] };
            numbers[self.places[index] as usize] += f64::from(factor * count * count);
        }
    }
}

/// Examples to learn from, and others to see whether it was learned.
pub struct Examples {
    pub(super) train: Vec<Lane>,
    pub(super) test: Vec<Lane>,
    /// The share of the outcome in what a position is worth; the rest is what the search found.
    pub(super) share: f32,
}

impl Examples {
    /// The positions of these games that are chosen, judged by this game's evaluator.
    pub fn gather(
        game: &dyn AnyGame,
        lessons: &[Lesson],
        choice: &Choice,
        pool: &rayon::ThreadPool,
    ) -> Result<Examples, LearnError> {
        let terms = Terms::new(game)?;
        let of_lane = |lane: usize| -> Result<[Lane; 2], LearnError> {
            let mut lanes = [Lane::new(), Lane::new()];
            for (number, lesson) in (0..).zip(lessons).filter(|(number, _)| number % LANES == lane) {
                let drawn = fraction(mix(choice.seed ^ mix(number as u64)));
                let set = usize::from(drawn < choice.kept_back);
                let gatherer = Gatherer { game, terms: &terms, choice, number: number as u64 };
                gatherer.gather(lesson, &mut lanes[set])?;
            }
            Ok(lanes)
        };
        let lanes: Result<Vec<[Lane; 2]>, _> =
            pool.install(|| (0..LANES).into_par_iter().map(of_lane).collect());
        let (train, test) = lanes?.into_iter().map(|[train, test]| (train, test)).unzip();
        Ok(Examples { train, test, share: choice.label.share() as f32 })
    }

    /// The number of examples to learn from, and of those to see by.
    pub fn counts(&self) -> (usize, usize) {
        let count = |lanes: &[Lane]| lanes.iter().map(Lane::len).sum();
        (count(&self.train), count(&self.test))
    }
}

/// A number from 0 to 1 of a random word.
fn fraction(word: u64) -> f64 {
    (word >> 11) as f64 / (1u64 << 53) as f64
}

/// Takes the examples of a game.
struct Gatherer<'a> {
    game: &'a dyn AnyGame,
    terms: &'a Terms,
    choice: &'a Choice,
    number: u64,
}

impl Gatherer<'_> {
    fn gather(&self, lesson: &Lesson, lane: &mut Lane) -> Result<(), NotationError> {
        let mut game = self.game.boxed_clone();
        lesson.opening.split_whitespace().try_for_each(|mv| game.play(mv))?;
        let mut terms = Vec::new();
        for ((ply, mv), &value) in (0..).zip(lesson.moves.split_whitespace()).zip(&lesson.values) {
            let drawn = fraction(mix(self.choice.seed ^ mix(self.number).wrapping_add(mix(ply))));
            if drawn < self.choice.share {
                let base = game.static_value().get();
                if self.choice.admits(base, value) {
                    terms.clear();
                    self.terms.of(game.as_ref(), |place, count| terms.push((place, count)));
                    lane.push(base, game.to_move().view(lesson.score), value, &terms);
                }
            }
            game.play(mv)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loud_and_decided_positions_are_left_out() {
        let choice = |quiet, balance| Choice {
            label: Label::Outcome,
            share: 1.0,
            kept_back: 0.0,
            quiet,
            balance,
            seed: 1,
        };
        let admitted = |choice: Choice| {
            [(0, 0), (0, 90), (300, 310), (-310, -300)].map(|(base, value)| choice.admits(base, value))
        };
        assert_eq!(admitted(choice(None, None)), [true; 4]);
        assert_eq!(admitted(choice(Some(50), None)), [true, false, true, true]);
        assert_eq!(admitted(choice(None, Some(300))), [true, true, false, true]);
        assert_eq!(admitted(choice(Some(50), Some(200))), [true, false, false, false]);
    }
}
