//! `pleach perft`: counting move sequences.

use crate::arguments::Common;
use crate::failure::Failure;
use crate::input::PositionOptions;
use crate::output::{columns, duration, grouped, print, print_json, rate};
use crate::progress;
use clap::Args;
use pleach::Limits;
use pleach::registry::Registry;
use std::time::Instant;

/// Options of `pleach perft`.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  pleach perft tic-tac-toe 9 --divide")]
pub(crate) struct PerftOptions {
    #[command(flatten)]
    position: PositionOptions,
    /// The length of the move sequences
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32))]
    depth: u32,
    /// Show the count below every move
    #[arg(long)]
    divide: bool,
}

#[derive(serde::Serialize)]
struct PerftRow<'a> {
    game: &'a str,
    position: &'a str,
    depth: u32,
    leaves: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    divide: Vec<(String, u64)>,
    seconds: f64,
}

pub(crate) fn run(common: &Common, options: &PerftOptions, registry: &Registry) -> Result<(), Failure> {
    let game = options.position.open(common, registry)?;
    let (depth, started) = (options.depth, Instant::now());
    let limits = Limits::none().stop_flag(progress::stop_on_interrupt());
    let moves = game.moves();
    let bar = progress::bar(moves.len() as u64);
    let mut divide: Vec<(String, u64)> = Vec::new();
    let leaves = game.perft(depth, common.threads(), &limits, &mut |mv, count| {
        bar.inc(1);
        divide.push((mv.to_owned(), count));
    });
    bar.finish_and_clear();
    let (leaves, seconds) = (leaves?, started.elapsed().as_secs_f64());
    // The threads finish in any order; the output is always the same.
    divide.sort_by_key(|(mv, _)| moves.iter().position(|known| known == mv));
    if !options.divide {
        divide.clear();
    }
    if common.json {
        return print_json(&PerftRow {
            game: game.name(),
            position: &game.position(),
            depth,
            leaves,
            divide,
            seconds,
        });
    }
    let rows: Vec<Vec<String>> = divide.into_iter().map(|(mv, count)| vec![mv, grouped(count)]).collect();
    let speed = rate(leaves, seconds);
    print(&format!(
        "{}{} leaves at depth {depth} in {}, {speed}\n",
        columns(&rows),
        grouped(leaves),
        duration(seconds)
    ))
}
