//! `pleach trace`: every step of a small search.

use super::search::AimOptions;
use crate::arguments::Common;
use crate::failure::Failure;
use crate::input::{self, PositionOptions};
use crate::method::MethodOptions;
use crate::output::deliver;
use crate::weights::WeightsOptions;
use clap::{Args, ValueEnum};
use pleach::Limits;
use pleach::registry::Registry;
use pleach::textbook::Algorithm;
use std::path::PathBuf;

/// The engine keeps no record of its steps, so that the usual algorithm is another one here.
const ALGORITHM: &str = "The algorithm, with its options: NAME[:key=value,...] [default: alpha-beta]";

/// Options of `pleach trace`.
#[derive(Debug, Args)]
#[command(mut_arg("algorithm", |argument| argument.help(ALGORITHM)), after_help = "Examples:
  pleach trace tree --position 'MAX[5, MIN[3, 8]]' --depth 2
  pleach trace tree --position @tree.json --algorithm negascout --depth 4 --format svg -o tree.svg
  pleach trace tic-tac-toe:symmetric=on --algorithm zhang-cui --depth 2 --format html -o trace.html
  pleach trace tree --position @tree.json --prune gpc:d=2,s=1,sigma=10,t=1.5 --depth 4

The table has the columns of appendix A of the thesis, all in Max's view: a row when a node is
entered, and one whenever a child's value comes back.")]
pub(crate) struct TraceOptions {
    #[command(flatten)]
    position: PositionOptions,
    #[command(flatten)]
    weights: WeightsOptions,
    #[command(flatten)]
    method: MethodOptions,
    /// Search this many plies deep
    #[arg(long, short, value_name = "N", value_parser = input::positive, allow_hyphen_values = true)]
    depth: Option<u32>,
    #[command(flatten)]
    aim: AimOptions,
    /// How to show it
    #[arg(long, value_enum, value_name = "F", default_value = "table")]
    format: Format,
    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Refuse searches of more steps than this
    #[arg(long, value_name = "N", default_value = "200000", value_parser = input::positive)]
    steps: u32,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// The rows of appendix A
    Table,
    /// Nodes and steps as data
    Json,
    /// A picture of the tree
    Svg,
    /// A page to step through
    Html,
}

pub(crate) fn run(common: &Common, options: &TraceOptions, registry: &Registry) -> Result<(), Failure> {
    let game = options.weights.apply_to(options.position.open(common, registry)?)?;
    let limits = options.depth.map_or(Limits::none(), Limits::depth);
    let usual = Algorithm::ALPHA_BETA.into();
    let request = options.aim.apply_to(options.method.request_or(common, limits, usual)?);
    let trace = game.trace(&request, options.steps as usize)?;
    let format = if common.json { Format::Json } else { options.format };
    let text = match format {
        Format::Table => trace.to_table() + &trace.summary() + "\n",
        Format::Json => trace.to_json() + "\n",
        Format::Svg => trace.to_svg(),
        Format::Html => pleach_studio::trace_page(&trace),
    };
    deliver(&text, options.output.as_deref())
}
