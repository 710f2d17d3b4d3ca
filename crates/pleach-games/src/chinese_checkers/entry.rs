//! Chinese Checkers among the games that can be opened by name.

use super::evaluators::ChineseCheckersEvaluator;
use super::rules::DEFAULT_CAP;
use super::{ChineseCheckers, ChineseCheckersKnowledge, GoalRule};
use pleach::registry::{Entry, Hosted};
use pleach::{Repeating, Spec, Swappable, Symmetric, WithoutPast};

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
        type Make = fn() -> ChineseCheckersEvaluator;
        let learner: Make = || ChineseCheckersEvaluator::Learner(Box::default());
        let distance: Make = || ChineseCheckersEvaluator::Distance(Box::default());
        let evaluators = [("learner", learner), ("distance", distance)];
        let evaluator = spec.take_one_of("eval", &evaluators)?.unwrap_or(learner);
        spec.finish()?;
        let game = ChineseCheckers::new().with_goal(goal).with_cap(cap.unwrap_or(Some(DEFAULT_CAP)));
        Ok(Hosted::new(name, Repeating::new(game), WithoutPast(evaluator()))
            .knowledge(ChineseCheckersKnowledge)
            .identified_by(|game| game.as_ref().canonical_key())
            .swapped_by(|game| Repeating::new(game.game().swapped()))
            .seen_as(
                |game| game.game().images().map(Repeating::new).collect(),
                |game| game.game().canonical_key(),
            )
            .tunable())
    })
}
