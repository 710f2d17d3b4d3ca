//! Chess among the games that can be opened by name.

use super::evaluators::Evaluator;
use super::{Chess, ChessKnowledge, Material};
use pleach::registry::{Entry, Hosted};
use pleach::{Repeating, Spec, Swappable, WithoutPast};

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
        let hosted = Hosted::new(name, Repeating::new(Chess::new()), WithoutPast(evaluator()));
        let swapped = |game: &Repeating<Chess>| Repeating::new(game.game().swapped());
        Ok(hosted.knowledge(ChessKnowledge::default()).swapped_by(swapped).linear())
    })
}
