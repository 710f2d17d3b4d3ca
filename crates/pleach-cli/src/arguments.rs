//! The arguments of the command line.

use crate::commands::bench::BenchOptions;
use crate::commands::calibrate::CalibrateOptions;
use crate::commands::check::CheckOptions;
use crate::commands::gtp::GtpOptions;
use crate::commands::lab::LabOptions;
use crate::commands::match_play::MatchOptions;
use crate::commands::perft::PerftOptions;
use crate::commands::play::PlayOptions;
use crate::commands::race::RaceOptions;
use crate::commands::reproduce::ReproduceOptions;
use crate::commands::search::SearchOptions;
use crate::commands::serve::ServeOptions;
use crate::commands::solve::SolveOptions;
use crate::commands::tournament::TournamentOptions;
use crate::commands::trace::TraceOptions;
use crate::commands::tune::TuneOptions;
use crate::commands::uci::UciOptions;
use crate::commands::verify::VerifyOptions;
use crate::failure::EXIT_CODES;
use crate::input;
use clap::{Args, Parser, Subcommand};

/// Search game trees of any two-player game, prune them as hard as you allow, and see what was done.
///
/// Games and algorithms take options as NAME[:key=value,...]: tic-tac-toe:symmetric=on,
/// random-tree:b=5,d=6,seed=7, alpha-beta:form=min-max. `pleach games` and `pleach algorithms` list
/// them all. Without a command the studio is opened in the browser.
#[derive(Debug, Parser)]
#[command(name = "pleach", version, disable_help_subcommand = true, max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// Options of all commands.
#[derive(Debug, Args)]
pub(crate) struct Common {
    /// Print JSON: one object, or one per line for lists
    #[arg(long, global = true, help_heading = "Options of all commands")]
    pub(crate) json: bool,
    /// Seed of whatever is random: random trees, the choice among equally good moves
    #[arg(long, global = true, value_name = "N", help_heading = "Options of all commands")]
    pub(crate) seed: Option<u64>,
    /// Threads to use [default: 1 for a search, so that every run of it is the same; all cores for perft and
    /// for the positions of a file]
    #[arg(long, global = true, value_name = "N", value_parser = input::positive, help_heading = "Options of all commands")]
    pub(crate) threads: Option<u32>,
    /// Memory for tables in MiB
    #[arg(long, global = true, value_name = "MiB", default_value = "256", value_parser = input::positive,
        help_heading = "Options of all commands")]
    pub(crate) hash: u32,
}

impl Common {
    /// The number of threads: what was asked for, or one per core.
    pub(crate) fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, |threads| threads as usize)
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Open the studio: play, look into the tree and run the laboratory, in the browser (the default)
    Serve(ServeOptions),
    /// List the games, with their options
    Games,
    /// List the search algorithms, with their options and the paper
    Algorithms,
    /// Find the best move of a position
    Search(SearchOptions),
    /// Find the exact value and the best move of positions, to the end of the game
    Solve(SolveOptions),
    /// Show every step of a small search, as a table, JSON, a picture or a page to step through
    Trace(TraceOptions),
    /// Count the move sequences of a length, to check the rules
    Perft(PerftOptions),
    /// Check the laws of a game by random games of it, and say which hold
    Check(CheckOptions),
    /// Play a game in the terminal
    Play(PlayOptions),
    /// Play chess for a graphical interface, by the Universal Chess Interface
    Uci(UciOptions),
    /// Play any game for another program, by the Go Text Protocol
    Gtp(GtpOptions),
    /// Let two players play against each other: Elo with error bars, and a test that stops in time
    Match(MatchOptions),
    /// Let everybody play against everybody: ratings with error bars
    Tournament(TournamentOptions),
    /// Find better weights for an evaluator, and prove them by a match
    Tune(TuneOptions),
    /// Run the same positions through several searches: work, time, same move, same value
    Race(RaceOptions),
    /// Fit pruning to a game, and prove what it risks on positions it has not seen
    Calibrate(CalibrateOptions),
    /// Measure what profiles promise on fresh positions, and in whole games
    Verify(VerifyOptions),
    /// Make tables and figures of the papers again, ours beside theirs
    Reproduce(ReproduceOptions),
    /// Look into the laboratory, the store of all runs
    Lab(LabOptions),
    /// Search a fixed set of positions; the node counts change only if a search does
    Bench(BenchOptions),
}
