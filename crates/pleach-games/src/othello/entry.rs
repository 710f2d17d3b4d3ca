//! Othello among the games that can be opened by name.

use super::evaluators::OthelloEvaluator;
use super::{Forecast, Othello, ProvenBounds, Unit, focus_network, focus_sight, perft};
use pleach::registry::{Entry, Forecasts, Hosted};
use pleach::{Spec, Swappable, Symmetric};

pub(crate) fn entry() -> Entry {
    let options =
        "eval=patterns|classic|discs-corners: the evaluator; unit=disc|hundredth: what scores are counted in";
    Entry::new("othello", "Othello on 8x8 squares, black (X) moves first", options, |mut spec: Spec| {
        let name = spec.to_string();
        let units = [("disc", Unit::Disc), ("hundredth", Unit::Hundredth)];
        let unit = spec.take_one_of("unit", &units)?.unwrap_or_default();
        let evaluator =
            spec.take_one_of("eval", &OthelloEvaluator::MAKERS)?.unwrap_or(OthelloEvaluator::patterns);
        spec.finish()?;
        let hosted = Hosted::new(name, Othello::new().with_unit(unit), evaluator())
            .identified_by(Symmetric::canonical_key)
            .seen_as(|game| game.images().collect(), Symmetric::canonical_key)
            .swapped_by(Swappable::swapped)
            .focused_by(focus_network(), focus_sight())
            .forecasts(Forecasts::new(Forecast::default(), ProvenBounds));
        Ok(hosted.guided_by(OthelloEvaluator::guide).perft_by(perft).linear())
    })
}
