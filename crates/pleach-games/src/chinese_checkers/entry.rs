//! The game in the registry, with its options.

use super::{ChineseCheckers, DEFAULT_CAP, Distance, GoalRule, Guide, Learner};
use pleach::registry::{Entry, Hosted};
use pleach::{
    Evaluate, Repeating, Score, Spec, Swappable, Symmetric, Tunable, Weights, WeightsError, WithoutPast,
};

/// An evaluator chosen at run time.
enum ChosenEvaluator {
    Learner(Box<Learner>),
    Distance(Box<Distance>),
}

impl Evaluate<ChineseCheckers> for ChosenEvaluator {
    type Value = Score;

    fn evaluate(&self, game: &ChineseCheckers) -> Score {
        match self {
            ChosenEvaluator::Learner(learner) => learner.evaluate(game),
            ChosenEvaluator::Distance(distance) => distance.evaluate(game),
        }
    }
}

impl Tunable for ChosenEvaluator {
    fn weights(&self) -> &Weights {
        match self {
            ChosenEvaluator::Learner(learner) => learner.weights(),
            ChosenEvaluator::Distance(distance) => distance.weights(),
        }
    }

    /// The learner, which Chinese Checkers is usually played with.
    fn from_weights(weights: Weights) -> Result<Self, WeightsError> {
        Learner::from_weights(weights).map(Box::new).map(ChosenEvaluator::Learner)
    }

    fn with_weights(&self, weights: Weights) -> Result<Self, WeightsError> {
        match self {
            ChosenEvaluator::Learner(_) => ChosenEvaluator::from_weights(weights),
            ChosenEvaluator::Distance(_) => {
                Distance::from_weights(weights).map(Box::new).map(ChosenEvaluator::Distance)
            }
        }
    }
}

pub(crate) fn entry() -> Entry {
    let options = "goal=strict|filled: whether a goal filled by both counts; \
                   cap=N|none: plies to a draw (400); eval=learner|distance";
    let about = "Chinese Checkers for two on 121 holes (Tong)";
    Entry::new("chinese-checkers", about, options, |mut spec: Spec| {
        let name = spec.to_string();
        let goals = [("strict", GoalRule::Strict), ("filled", GoalRule::Filled)];
        let goal = spec.take_one_of("goal", &goals)?.unwrap_or_default();
        let cap = spec.take_with("cap", "a number from 1 to 65000, or none", |text| match text {
            "none" => Some(None),
            number => number.parse().ok().filter(|cap| (1..=65_000).contains(cap)).map(Some),
        })?;
        type Make = fn() -> ChosenEvaluator;
        let learner: Make = || ChosenEvaluator::Learner(Box::default());
        let distance: Make = || ChosenEvaluator::Distance(Box::default());
        let evaluators = [("learner", learner), ("distance", distance)];
        let evaluator = spec.take_one_of("eval", &evaluators)?.unwrap_or(learner);
        spec.finish()?;
        let game = ChineseCheckers::new().with_goal(goal).with_cap(cap.unwrap_or(Some(DEFAULT_CAP)));
        Ok(Hosted::new(name, Repeating::new(game), WithoutPast(evaluator()))
            .knowledge(Guide)
            .identified_by(|game| game.as_ref().canonical_key())
            .swapped_by(|game| Repeating::new(game.game().swapped()))
            .seen_as(
                |game| game.game().images().map(Repeating::new).collect(),
                |game| game.game().canonical_key(),
            )
            .tunable())
    })
}
