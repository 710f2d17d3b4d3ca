//! The command line of Pleach, for the built-in games and for your own.
//!
//! The program `pleach` is [`main_with`] applied to the games of `pleach-games`. A program with a game
//! of its own adds it to the registry and gets every command for it; `examples/kalah.rs` is one.

mod arguments;
mod commands;
mod conversation;
mod failure;
#[doc(hidden)]
pub mod fuzzing;
mod input;
mod judgement;
mod kept;
mod laboratory;
mod method;
mod output;
mod population;
mod program;
mod progress;
mod risk;
mod weights;

use arguments::{Arguments, Command};
use clap::{CommandFactory, FromArgMatches};
use failure::Failure;
use pleach::registry::Registry;
use std::process::ExitCode;

/// Runs the command line with the games of a registry, on the arguments of the program.
///
/// ```no_run
/// fn main() -> std::process::ExitCode {
///     pleach_cli::main_with(pleach_games::registry())
/// }
/// ```
pub fn main_with(registry: Registry) -> ExitCode {
    let matches = program::command(Arguments::command()).try_get_matches();
    let done = match matches.and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(arguments) => run(&arguments, registry),
        Err(error) if error.use_stderr() => Err(error.into()),
        // Help and version are no failures.
        Err(help) => output::print_by(|| help.print()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(arguments: &Arguments, games: Registry) -> Result<(), Failure> {
    let common = &arguments.common;
    let registry = &games;
    match &arguments.command {
        None => commands::serve::front_door(common, games),
        Some(Command::Serve(options)) => commands::serve::run(common, options, games),
        Some(Command::Games) => commands::games::run(common, registry),
        Some(Command::Algorithms) => commands::algorithms::run(common),
        Some(Command::Search(options)) => commands::search::run(common, options, registry),
        Some(Command::Solve(options)) => commands::solve::run(common, options, registry),
        Some(Command::Trace(options)) => commands::trace::run(common, options, registry),
        Some(Command::Perft(options)) => commands::perft::run(common, options, registry),
        Some(Command::Check(options)) => commands::check::run(common, options, registry),
        Some(Command::Play(options)) => commands::play::run(common, options, registry),
        Some(Command::Uci(options)) => commands::uci::run(common, options, registry),
        Some(Command::Gtp(options)) => commands::gtp::run(common, options, registry),
        Some(Command::Match(options)) => commands::match_play::run(common, options, registry),
        Some(Command::Tournament(options)) => commands::tournament::run(common, options, registry),
        Some(Command::Tune(options)) => commands::tune::run(common, options, registry),
        Some(Command::Race(options)) => commands::race::run(common, options, registry),
        Some(Command::Calibrate(options)) => commands::calibrate::run(common, options, registry),
        Some(Command::Verify(options)) => commands::verify::run(common, options, registry),
        Some(Command::Reproduce(options)) => commands::reproduce::run(common, options, registry),
        Some(Command::Lab(options)) => commands::lab::run(common, options, registry),
        Some(Command::Bench(options)) => commands::bench::run(common, options, registry),
    }
}
