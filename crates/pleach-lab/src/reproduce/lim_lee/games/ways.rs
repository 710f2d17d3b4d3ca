//! The ways to prune that are compared, each by several degrees.

use pleach::propagation::{RandomPruning, Schedule, Whose};
use pleach::prune::{Cut, Policy};
use std::sync::Arc;

/// How much a search leaves out, and what.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Degree {
    /// Moves at random, by plain alpha-beta.
    AtRandom(RandomPruning),
    /// What tests of the engine find bad; nothing if there is no policy.
    ByTests(Option<Arc<Policy>>),
}

/// A way to prune, from little to much.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) name: &'static str,
    /// How much, as the table has it.
    pub(super) amounts: Vec<f64>,
    pub(super) degrees: Vec<Degree>,
}

/// The places of ways in their list. The first is what the others are compared with.
pub(super) const EQUALLY: usize = 0;
pub(super) const OWN_MORE: usize = 1;
pub(super) const OWN_LESS: usize = 2;
pub(super) const LESS_NEAR_LEAVES: usize = 3;
pub(super) const MORE_NEAR_LEAVES: usize = 4;

/// The degree of the first way that sets how much work and how many errors the others are compared at. Random pruning of one
/// side has it at the same probability.
pub(super) const COMPARED_AT: usize = 1;

/// Random pruning of one side or both, and by depth.
pub(super) fn at_random(seed: u64) -> Vec<Way> {
    let way = |name, whose, schedule, amounts: &[f64]| Way {
        name,
        amounts: amounts.to_vec(),
        degrees: amounts
            .iter()
            .map(|&first| Degree::AtRandom(RandomPruning { whose, schedule, first, seed }))
            .collect(),
    };
    let same = [0.05, 0.1, 0.2, 0.35, 0.5];
    // One side alone must be pruned more until that saves as much.
    let alone = [0.05, 0.1, 0.25, 0.5, 0.9];
    let falling = [0.1, 0.2, 0.4, 0.6, 0.9];
    let rising = [0.015, 0.03, 0.06, 0.12, 0.2];
    vec![
        way("both sides, everywhere", Whose::Both, Schedule::Constant, &same),
        way("own moves only", Whose::Max, Schedule::Constant, &alone),
        way("the opponent's only", Whose::Min, Schedule::Constant, &alone),
        way("both, × 0.5 to the leaves", Whose::Both, Schedule::Multiplicative(0.5), &falling),
        way("both, × 2 to the leaves", Whose::Both, Schedule::Multiplicative(2.0), &rising),
        way("both, at the root only", Whose::Both, Schedule::Root, &falling),
        way("both, at the leaves only", Whose::Both, Schedule::Leaves, &falling),
    ]
}

/// By which part of it the caution is more for moves of one side, and less for those of the other.
const LEAN: f64 = 0.75;
/// By which part of it the caution changes from the root to the leaves.
const SLOPE: f64 = 1.5;

/// The tests of a game with caution that depends on the depth and on the side to move.
pub(super) fn by_tests(cut: &Cut, depth: u32) -> Vec<Way> {
    // Parts of the caution with which the tests were proved, from careful to bold: with all of it errors are too rare to be
    // compared, and without any all ways are the same.
    let parts = [0.6, 0.3, 0.15, 0.05, 0.0];
    let way = |name, slope: f64, lean: f64| {
        let amounts: Vec<f64> = parts.iter().map(|part| part * cut.t).collect();
        let degree = |&t: &f64| {
            // Halfway between root and leaves it is t.
            let slope = slope * t / f64::from(depth);
            let t_at_root = t - 0.5 * slope * f64::from(depth);
            let cut = Cut { t: t_at_root, slope, lean: lean * t, preview: 1.0, ..cut.clone() };
            Degree::ByTests(Some(Arc::new(Policy { cut: Some(cut), ..Policy::default() })))
        };
        Way { name, degrees: amounts.iter().map(degree).collect(), amounts }
    };
    vec![
        way("tests, the same caution everywhere", 0.0, 0.0),
        way("tests, bolder with own moves", 0.0, -LEAN),
        way("tests, bolder with the opponent's", 0.0, LEAN),
        way("tests, more careful near the leaves", SLOPE, 0.0),
        way("tests, bolder near the leaves", -SLOPE, 0.0),
        way("tests, as the paper advises in both", SLOPE, -LEAN),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use pleach::prune::{Model, Place};

    #[test]
    fn caution_varies_as_the_names_say() {
        let ways = by_tests(&Cut::new(Place::Move, Model::default(), 2.0 / 0.6), 8);
        let cautions = |place: usize| {
            let Degree::ByTests(Some(policy)) = &ways[place].degrees[0] else { panic!("no tests") };
            let cut = policy.cut.clone().unwrap();
            // Moves at the root are the own ones, and lead to ply 1.
            [1, 2, 7, 8].map(|ply| (1e6 * cut.caution(ply)).round() / 1e6)
        };
        assert_eq!(cautions(EQUALLY), [2.0; 4]);
        assert_eq!(cautions(OWN_MORE), [0.5, 3.5, 0.5, 3.5]);
        assert_eq!(cautions(OWN_LESS), [3.5, 0.5, 3.5, 0.5]);
        assert_eq!(cautions(LESS_NEAR_LEAVES), [0.875, 1.25, 3.125, 3.5]);
        assert_eq!(cautions(MORE_NEAR_LEAVES), [3.125, 2.75, 0.875, 0.5]);
    }

    #[test]
    fn the_sides_are_compared_at_the_same_probability() {
        let ways = at_random(1);
        let at = |place: usize| ways[place].amounts[COMPARED_AT];
        assert_eq!([at(OWN_MORE), at(OWN_LESS)], [at(EQUALLY); 2]);
    }
}
