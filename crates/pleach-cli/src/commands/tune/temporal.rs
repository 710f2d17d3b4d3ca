//! Tuning by temporal differences.

use super::{TuneOptions, proof};
use crate::arguments::Common;
use crate::failure::Failure;
use crate::input;
use crate::output::{columns, print};
use crate::progress;
use clap::Args;
use pleach::registry::AnyGame;
use pleach_lab::plot::Series;
use pleach_lab::tune::Temporal;
use pleach_lab::work::Effort;

/// Options of tuning by temporal differences.
#[derive(Debug, Args)]
#[command(next_help_heading = "Temporal differences")]
pub(super) struct TemporalOptions {
    /// How far an error reaches back, from 0 (the position before) to 1 (the whole game)
    #[arg(long, value_name = "L", default_value = "0.7", value_parser = super::share)]
    lambda: f64,
    /// The size of the first steps, as a part of the mean weight of a group
    #[arg(long, value_name = "PART", default_value = "0.1", value_parser = super::share)]
    rate: f64,
    /// The points at which 73 % of the games are won
    #[arg(long, value_name = "SCORE", default_value = "400", value_parser = input::positive)]
    scale: u32,
    /// Games between two changes of the weights
    #[arg(long, value_name = "N", default_value = "20", value_parser = input::positive)]
    batch: u32,
}

pub(super) fn run(common: &Common, options: &TuneOptions, game: &dyn AnyGame) -> Result<(), Failure> {
    let chosen = &options.temporal;
    let temporal = Temporal {
        game,
        thought: options.thought(),
        opening: options.opening_plies.clone(),
        batches: options.games.div_ceil(chosen.batch),
        games: chosen.batch,
        lambda: chosen.lambda,
        rate: chosen.rate,
        scale: chosen.scale.into(),
        most_plies: options.max_plies,
        seed: common.seed.unwrap_or(1),
    };
    let mut store = options.laboratory.open()?;
    let (stop, bar) = (progress::stop_on_interrupt(), progress::bar(options.games.into()));
    let effort = Effort { threads: common.threads(), stop: &stop };
    let mut losses = Vec::new();
    let weights = temporal.learn(&mut store, effort, &mut |batch| {
        losses.push(batch.loss);
        bar.set_position(u64::from(batch.batch + 1) * u64::from(chosen.batch));
        bar.set_message(format!("error {:.4}, step {:.4}", batch.loss, batch.difference));
    });
    bar.finish_and_clear();
    let weights = weights?;
    options.write(&weights)?;
    let points = (1..).zip(&losses).map(|(batch, loss)| (f64::from(batch * chosen.batch), *loss)).collect();
    let series = vec![Series { name: "error".to_owned(), points }];
    options.draw("games", "mean squared error of the winning chances", series)?;
    if !common.json {
        print(&curve_text(&losses, chosen.batch))?;
    }
    proof::run(common, options, &mut store, game, &weights, effort, serde_json::json!({}))
}

/// The error by tenths of the games.
fn curve_text(losses: &[f64], batch: u32) -> String {
    let mut rows = vec![["games", "mean squared error of the chances"].map(str::to_owned).to_vec()];
    let length = losses.len().div_ceil(10).max(1);
    for (number, part) in (1..).zip(losses.chunks(length)) {
        let mean = part.iter().sum::<f64>() / part.len() as f64;
        let games = ((number - 1) * length + part.len()) as u32 * batch;
        rows.push(vec![games.to_string(), format!("{mean:.4}")]);
    }
    columns(&rows)
}
