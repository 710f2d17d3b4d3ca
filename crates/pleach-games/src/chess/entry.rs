//! Chess among the games that can be opened by name.

use super::{Chess, Classic, Guide, Material, Quiescent};
use pleach::registry::{Entry, Hosted};
use pleach::{Evaluate, Repeating, Score, Spec, Window};

/// The evaluators by name.
#[derive(Clone)]
enum Evaluator {
    Material(Material),
    Classic(Box<Classic>),
    Quiescent(Box<Quiescent>),
}

impl Evaluate<Repeating<Chess>> for Evaluator {
    type Value = Score;

    fn evaluate(&self, game: &Repeating<Chess>) -> Score {
        match self {
            Evaluator::Material(evaluator) => evaluator.evaluate(game.game()),
            Evaluator::Classic(evaluator) => evaluator.evaluate(game.game()),
            Evaluator::Quiescent(evaluator) => evaluator.evaluate(game.game()),
        }
    }

    fn evaluate_within(&self, game: &Repeating<Chess>, window: Window) -> Score {
        match self {
            Evaluator::Quiescent(evaluator) => evaluator.evaluate_within(game.game(), window),
            Evaluator::Material(_) | Evaluator::Classic(_) => self.evaluate(game),
        }
    }
}

pub(crate) fn entry() -> Entry {
    let about = "chess by the rules of FIDE, threefold repetition included";
    let options = "eval=quiescent|classic|material: the evaluator";
    Entry::new("chess", about, options, |mut spec: Spec| {
        type Make = fn() -> Evaluator;
        let name = spec.to_string();
        let quiescent: Make = || Evaluator::Quiescent(Box::default());
        let classic: Make = || Evaluator::Classic(Box::default());
        let material: Make = || Evaluator::Material(Material::default());
        let evaluators = [("quiescent", quiescent), ("classic", classic), ("material", material)];
        let evaluator = spec.take_one_of("eval", &evaluators)?.unwrap_or(quiescent);
        spec.finish()?;
        Ok(Hosted::new(name, Repeating::new(Chess::new()), evaluator()).knowledge(Guide::default()))
    })
}
