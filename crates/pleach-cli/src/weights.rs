//! The weights that an evaluator plays with, for all commands that search.

use crate::failure::Failure;
use clap::Args;
use pleach::Weights;
use pleach::registry::AnyGame;
use pleach_lab::files;
use std::path::{Path, PathBuf};

/// Other weights than the game's own.
#[derive(Debug, Args)]
pub(crate) struct WeightsOptions {
    /// Weights for the evaluator: a file of `pleach tune`
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
}

impl WeightsOptions {
    /// The game with the weights that were asked for.
    pub(crate) fn apply_to(&self, game: Box<dyn AnyGame>) -> Result<Box<dyn AnyGame>, Failure> {
        match &self.weights {
            Some(file) => with_weights(game.as_ref(), file),
            None => Ok(game),
        }
    }
}

/// The game with the weights of a file in its evaluator.
pub(crate) fn with_weights(game: &dyn AnyGame, file: &Path) -> Result<Box<dyn AnyGame>, Failure> {
    let place = file.display().to_string();
    let weights = read(file)?;
    game.with_weights(weights).map_err(|error| Failure::at(&place, error))
}

/// The weights of a file.
pub(crate) fn read(file: &Path) -> Result<Weights, Failure> {
    let place = file.display().to_string();
    let bytes = files::read(file, "list of weights").map_err(|error| Failure::at(&place, error))?;
    Weights::from_file(&bytes).map_err(|error| Failure::at(&place, error))
}
