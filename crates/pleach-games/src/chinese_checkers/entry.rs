//! The game in the registry, with its options.

use super::{ChineseCheckers, Distance, GoalRule, Guide, Learner, USUAL_CAP};
use pleach::registry::{Entry, Hosted};
use pleach::{Evaluate, Repeating, Score, Spec};

/// The evaluators that the registry knows by name.
#[derive(Clone, Copy)]
enum Named {
    Learner,
    Distance,
}

/// An evaluator chosen at run time, for games that remember their past.
struct Chosen {
    named: Named,
    learner: Learner,
    distance: Distance,
}

impl Evaluate<Repeating<ChineseCheckers>> for Chosen {
    type Value = Score;

    fn evaluate(&self, game: &Repeating<ChineseCheckers>) -> Score {
        match self.named {
            Named::Learner => self.learner.evaluate(game.game()),
            Named::Distance => self.distance.evaluate(game.game()),
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
        let evaluators = [("learner", Named::Learner), ("distance", Named::Distance)];
        let named = spec.take_one_of("eval", &evaluators)?.unwrap_or(Named::Learner);
        spec.finish()?;
        let game = ChineseCheckers::new().with_goal(goal).with_cap(cap.unwrap_or(Some(USUAL_CAP)));
        let chosen = Chosen { named, learner: Learner::default(), distance: Distance::default() };
        Ok(Hosted::new(name, Repeating::new(game), chosen).knowledge(Guide))
    })
}
