//! Connect Four among the games that can be opened by name.

use super::{ConnectFour, ConnectFourKnowledge, Evaluator, Forecast, ProvenBounds, Size};
use pleach::registry::{Entry, Forecasts, Hosted};
use pleach::{Spec, SpecError, Symmetric};

pub(crate) fn entry() -> Entry {
    let options = "width=N, height=N: the board (7 by 6; N * (height + 1) up to 64 bits); \
        eval=threats|placement: the evaluator; scale=N: what a point is worth (1)";
    Entry::new("connect-four", "four in a row with falling stones", options, |mut spec: Spec| {
        let name = spec.to_string();
        let game = game_of(&mut spec)?;
        let evaluator = spec.take_one_of("eval", &Evaluator::NAMES)?.unwrap_or(Evaluator::threats);
        spec.finish()?;
        Ok(Hosted::new(name, game, evaluator(game.size()))
            .knowledge(ConnectFourKnowledge)
            .identified_by(Symmetric::canonical_key)
            .seen_as(|game| game.images().collect(), Symmetric::canonical_key)
            .forecasts(Forecasts::new(Forecast::default(), ProvenBounds))
            .tunable())
    })
}

fn game_of(spec: &mut Spec) -> Result<ConnectFour, SpecError> {
    let side = "a whole number from 1 to 63";
    let width = spec.take("width", side)?.unwrap_or(Size::STANDARD.width());
    let height = spec.take("height", side)?.unwrap_or(Size::STANDARD.height());
    let size = Size::new(width, height).map_err(|error| spec.error(error))?;
    let in_range =
        |text: &str| text.parse().ok().filter(|scale| (1..=ConnectFour::MAX_SCALE).contains(scale));
    let scale = spec.take_with("scale", "a whole number from 1 to 1000", in_range)?.unwrap_or(1);
    Ok(ConnectFour::with_size(size).with_scale(scale))
}
