//! `pleach tune`: the weights of an evaluator.

mod genetic;
mod proof;
mod regression;
mod temporal;

use crate::arguments::Common;
use crate::failure::Failure;
use crate::input;
use crate::laboratory::LaboratoryOptions;
use crate::method::LimitOptions;
use crate::weights::with_weights;
use clap::{Args, ValueEnum};
use pleach::Weights;
use pleach::registry::{Method, Registry};
use pleach::textbook::Algorithm;
use pleach_lab::player::Thought;
use pleach_lab::plot::{Plot, Series};
use pleach_lab::tune::Breed;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// Options of `pleach tune`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pleach tune connect-four:scale=100 --depth 4 --games 2000 -o threats.toml
  pleach tune othello:eval=patterns,unit=hundredth --teacher engine:eval=classic --depth 4 \\
    --exact-from 46 --games 100000 --rounds 3 -o othello-patterns.weights
  pleach tune connect-four:scale=100 --method temporal --depth 2 --games 4000 -o threats.toml
  pleach tune chinese-checkers --method genetic --depth 1 --generations 40 -o learner.toml
  pleach tune othello:eval=discs-corners --method focus --depth 2 --population 50 -o focus.toml

The evaluator is the one that the game's options name; count scores in their finest unit. In
the first round the teacher (the evaluator itself, if there is none) plays games against
itself; in the later ones the evaluator does, with what it has learned. At the end the new
weights play a match against the old ones (--prove), and the exit code is 1 if they are not
shown to be better.

Everything is kept in the laboratory: the same command goes on where it was interrupted.")]
pub(crate) struct TuneOptions {
    /// The game, with its options: NAME[:key=value,...]
    #[arg(value_name = "GAME")]
    game: String,
    /// How to find the weights
    #[arg(long, value_enum, default_value = "regression")]
    method: TuneMethod,
    #[command(flatten)]
    limits: LimitOptions,
    /// Games to play, in every round
    #[arg(long, value_name = "N", default_value = "1000", value_parser = input::positive)]
    games: u32,
    /// Random moves at the beginning of a game: a number, or from-to
    #[arg(long, value_name = "N-M", default_value = "4-10", value_parser = range)]
    opening_plies: RangeInclusive<u32>,
    /// Where to write the weights: bytes if there are many, TOML otherwise
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Begin with the weights of this file
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Games of the match with the old weights that must prove the new ones; 0 for none
    #[arg(long, value_name = "N", default_value = "1000")]
    prove: u32,
    /// Draw the learning curve into this file, as SVG
    #[arg(long, value_name = "FILE")]
    curve: Option<PathBuf>,
    /// Call longer games a draw
    #[arg(long, value_name = "PLIES", default_value = "400", value_parser = input::positive)]
    max_plies: u32,
    #[command(flatten)]
    laboratory: LaboratoryOptions,
    #[command(flatten)]
    regression: regression::RegressionOptions,
    #[command(flatten)]
    temporal: temporal::TemporalOptions,
    #[command(flatten)]
    genetic: genetic::GeneticOptions,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TuneMethod {
    /// Fit the value of positions to how games end, or to what a search finds
    Regression,
    /// Let the value of a position become that of the next, TD(lambda)
    Temporal,
    /// Breed players that win against each other
    Genetic,
    /// Breed the network of --prune focus: alpha-beta with it against alpha-beta that sees all moves, at the same depth
    Focus,
}

/// A share between 0 and 1.
fn share(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    number.ok_or_else(|| "expected a share between 0 and 1".to_owned())
}

/// A number, or two with a dash between them.
fn range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    match (from.trim().parse(), to.trim().parse()) {
        (Ok(from), Ok(to)) if from <= to => Ok(from..=to),
        _ => Err("expected a number, or a range such as 4-10".to_owned()),
    }
}

impl TuneOptions {
    /// What the players of self-play think about where nobody says.
    const DEFAULT_DEPTH: u32 = 3;

    fn thought(&self) -> Thought {
        let LimitOptions { depth, time, nodes } = self.limits;
        let depth = match (depth, time, nodes) {
            (None, None, None) => Some(TuneOptions::DEFAULT_DEPTH),
            _ => depth,
        };
        Thought { depth, nodes, time, patience: None }
    }

    /// Draws the learning curve, if that was asked for.
    fn draw(&self, horizontal: &str, vertical: &str, series: Vec<Series>) -> Result<(), Failure> {
        let Some(file) = &self.curve else { return Ok(()) };
        let caption = format!("Learning curve: {}", self.game);
        let (horizontal, vertical) = (horizontal.to_owned(), vertical.to_owned());
        let picture = Plot { caption, horizontal, vertical, series }.svg().map_err(Failure::new)?;
        crate::output::deliver(&picture, Some(file))
    }

    /// Writes weights: as text where people can read them.
    fn write(&self, weights: &Weights) -> Result<(), Failure> {
        const MOST_AS_TEXT: usize = 5000;
        let count: usize = weights.groups().map(|(_, numbers)| numbers.len()).sum();
        let bytes = if count > MOST_AS_TEXT { weights.to_bytes() } else { weights.to_toml().into_bytes() };
        crate::output::write_file(&self.output, &bytes)
    }
}

pub(crate) fn run(common: &Common, options: &TuneOptions, registry: &Registry) -> Result<(), Failure> {
    let mut game = registry.open(&options.game)?;
    if let Some(file) = &options.weights {
        game = with_weights(game.as_ref(), file)?;
    }
    if matches!(options.method, TuneMethod::Focus) && game.network().is_none() {
        return Err(Failure::at(&options.game, "it has no focus network to breed"));
    }
    if game.weights().is_none() && !matches!(options.method, TuneMethod::Focus) {
        return Err(Failure::at(&options.game, "its evaluator has no weights to tune"));
    }
    match options.method {
        TuneMethod::Regression => regression::run(common, options, registry, game.as_ref()),
        TuneMethod::Temporal => temporal::run(common, options, game.as_ref()),
        TuneMethod::Genetic => genetic::run(common, options, game.as_ref(), Breed::Evaluator),
        TuneMethod::Focus => {
            let breed = Breed::Focus(Method::from(Algorithm::ALPHA_BETA));
            genetic::run(common, options, game.as_ref(), breed)
        }
    }
}
