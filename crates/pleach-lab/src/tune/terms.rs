//! What each weight of an evaluator does for the value of a position.

use pleach::registry::AnyGame;
use pleach::{Weights, WeightsError};

/// Tells the derivatives of an evaluator's value by its weights: as the evaluator tells them itself, or else by
/// trying every weight.
pub(super) enum Terms {
    Told,
    Tried(Vec<Probe>),
}

/// The same game with one weight changed.
pub(super) struct Probe {
    place: u32,
    step: f32,
    game: Box<dyn AnyGame>,
}

/// The changes of a weight that are tried, the first one first: large ones, because values are rounded, or small
/// ones where the weights have a narrow range.
const STEPS: [i32; 6] = [64, -64, 8, -8, 1, -1];

impl Terms {
    /// For a game that has weights.
    pub(super) fn new(game: &dyn AnyGame) -> Result<Terms, WeightsError> {
        if game.terms(&mut |_, _| {}) {
            return Ok(Terms::Told);
        }
        let no_weights = || WeightsError::new(format!("the evaluator of {} has none", game.name()));
        let weights = game.weights().ok_or_else(no_weights)?;
        let flat = weights.flat();
        let probes = (0..flat.len()).filter_map(|place| Probe::new(game, weights, &flat, place));
        Ok(Terms::Tried(probes.collect()))
    }

    /// Tells the derivatives at a position.
    pub(super) fn of(&self, game: &dyn AnyGame, mut term: impl FnMut(u32, f32)) {
        match self {
            Terms::Told => {
                game.terms(&mut term);
            }
            Terms::Tried(probes) => {
                let value = game.static_value().get();
                for Probe { place, step, game: probe } in probes {
                    let changed = probe.judge(game).map_or(value, |score| score.get());
                    if changed != value {
                        term(*place, (changed - value) as f32 / step);
                    }
                }
            }
        }
    }
}

impl Probe {
    /// The first change that the evaluator allows; a weight that allows none stays as it is.
    fn new(game: &dyn AnyGame, weights: &Weights, flat: &[i32], place: usize) -> Option<Probe> {
        STEPS.iter().find_map(|&step| {
            let mut changed = flat.to_vec();
            changed[place] = changed[place].checked_add(step)?;
            let game = game.with_weights(weights.with_flat(&changed).ok()?).ok()?;
            Some(Probe { place: place as u32, step: step as f32, game })
        })
    }
}
