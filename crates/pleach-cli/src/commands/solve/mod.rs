//! `pleach solve`: exact values, to the end of the game.

mod expected;
mod list;
mod record;
mod side_by_side;
mod store;

use crate::arguments::Common;
use crate::failure::Failure;
use crate::input::{self, PositionOptions};
use crate::method::MethodOptions;
use crate::output::{columns, duration, grouped, print, print_json, rate};
use crate::progress;
use crate::weights::WeightsOptions;
use clap::Args;
use pleach::Limits;
use pleach::registry::{AnyGame, Method, PlayLine, Registry, Request, SearchError};
use record::{Budget, Identity, Known, Solved};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use store::{Header, Store};

/// A result as files have it, read, put into words and written again.
pub(crate) fn rewritten(text: &str) -> Option<String> {
    let solved: Solved = serde_json::from_str(text).ok()?;
    let _words = (solved.known.score_in_words(), solved.search_in_words());
    serde_json::to_string(&solved).ok()
}

/// Options of `pleach solve`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pleach solve tic-tac-toe
  pleach solve connect-four --position 44444432 --json
  pleach solve chess --position '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1'
  pleach solve othello --file testdata/othello-ffo.txt -o results.jsonl

A file has a position a line. Empty lines and lines that begin with # are skipped, and what follows
a ; is a comment. If the comment says `score 38` (or `score win in 5`), the result is compared with
it. The positions of a file are solved side by side, each on
one thread with a table of --hash MiB of its own, so that the numbers of nodes do not depend on
--threads. A single position is solved by --threads threads together, one if nobody says.

With -o the results go into a file as well, a line of JSON each as soon as it is there. What the
file has already is not solved again: the same command goes on where it was interrupted. Every line
has a checksum; a damaged one is told and its position solved again. A file belongs to one game
with its weights and one algorithm.

The exit code is 1 if any position is not solved or its score differs, and 130 after Ctrl-C.

Games that can go round in circles (chess, Chinese Checkers) are solved depth by depth until a win
is proved; where there is none that takes for ever, so give --time or --nodes. A position whose
limit is reached is not solved: what was proved of it then is a bound, or nothing.")]
pub(crate) struct SolveOptions {
    #[command(flatten)]
    position: PositionOptions,
    /// Solve the positions of a file, one per line; - is standard input
    #[arg(long, short, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    file: Option<String>,
    /// Add the results to a file, and do not solve again what is there
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    weights: WeightsOptions,
    #[command(flatten)]
    method: MethodOptions,
    /// Give a position up after this long: 500ms, 2s, 1m
    #[arg(long, value_name = "T", value_parser = input::time, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// Give a position up after this many nodes: 20000, 20k, 3M
    #[arg(long, value_name = "N", value_parser = input::nodes, allow_hyphen_values = true)]
    nodes: Option<u64>,
}

pub(crate) fn run(common: &Common, options: &SolveOptions, registry: &Registry) -> Result<(), Failure> {
    let start = options.weights.apply_to(options.position.open_start(common, registry)?)?;
    let game = options.position.go_to(start.boxed_clone())?;
    let plan = Plan::new(common, options, game.as_ref())?;
    let header = || Header::new(start.as_ref(), plan.request.algorithm.to_string());
    match &options.file {
        Some(file) => {
            let list = list::read(file, game.as_ref())?;
            let store = Store::open(options.output.as_deref(), header)?;
            side_by_side::solve(common, &list, plan, store)
        }
        None => {
            let store = Store::open(options.output.as_deref(), header)?;
            one(common, options, game.as_ref(), &plan, store)
        }
    }
}

/// How positions are solved.
struct Plan {
    request: Request,
    budget: Budget,
}

impl Plan {
    fn new(common: &Common, options: &SolveOptions, game: &dyn AnyGame) -> Result<Plan, Failure> {
        let mut limits = Limits::none();
        if let Some(time) = options.time {
            limits = limits.time(time);
        }
        if let Some(nodes) = options.nodes {
            limits = limits.nodes(nodes);
        }
        let mut request = options.method.request_or(common, limits, game.solving_method())?;
        if let Method::Uncertain(algorithm) = request.algorithm {
            return Err(Failure::new(format!("solve needs an exact search: {} is none", algorithm.name())));
        }
        request.deepening = game.may_repeat();
        let budget = Budget { seconds: options.time.map(|time| time.as_secs_f64()), nodes: options.nodes };
        Ok(Plan { request, budget })
    }

    /// The result's name: what must be the same for a result to be that of another run too.
    fn identity(&self, game: &dyn AnyGame, moves: Option<&str>) -> Identity {
        Identity {
            game: game.name().to_owned(),
            position: game.position(),
            moves: moves.map(str::to_owned),
            algorithm: self.request.algorithm.to_string(),
        }
    }

    /// Solves a position, until somebody raises the flag.
    fn solve(
        &self,
        game: &dyn AnyGame,
        moves: Option<&str>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Solved, SearchError> {
        let limits = self.request.limits.clone().stop_flag(Arc::clone(stop));
        let deepening = self.request.deepening || limits.may_interrupt();
        let request = Request { limits, ..self.request.clone() };
        let started = Instant::now();
        let mut proof = None;
        let answer = game.search_watched(&request, &mut |news| {
            // Everything up to this depth has been looked at: there is no shorter way to win, nor a longer
            // one to hold out, so that no deeper search finds anything else.
            let is_proof = |line: &PlayLine| line.score.distance().is_some_and(|n| Some(n) <= line.depth);
            if let (None, Some(line)) = (&proof, news.lines.first().filter(|line| is_proof(line))) {
                proof = Some((Known::proof(line), news.nodes, news.seconds));
                stop.store(true, Ordering::Relaxed);
            }
        });
        let (known, nodes, seconds) = match (proof, answer) {
            (Some((known, nodes, seconds)), _) => (known, Some(nodes), seconds),
            (None, Ok(answer)) => {
                let (nodes, seconds) = (answer.counts.nodes, answer.seconds);
                (Known::answer(answer, deepening, self.budget), Some(nodes), seconds)
            }
            (None, Err(SearchError::Stopped(reason))) if reason != pleach::Stopped::TooDeep => {
                (Known::nothing(reason, self.budget), None, started.elapsed().as_secs_f64())
            }
            (None, Err(error)) => return Err(error),
        };
        Ok(Solved::new(self.identity(game, moves), known, nodes, seconds))
    }
}

/// Solves a single position.
fn one(
    common: &Common,
    options: &SolveOptions,
    game: &dyn AnyGame,
    plan: &Plan,
    mut store: Store,
) -> Result<(), Failure> {
    let moves = options.position.moves.as_deref();
    let identity = plan.identity(game, moves);
    let solved = match store.find(&identity, plan.budget) {
        Some(known) => known.clone(),
        None => {
            let clock = progress::clock(&format!("{} by {}", identity.game, identity.algorithm));
            let solved = plan.solve(game, moves, &progress::stop_on_interrupt());
            clock.finish_and_clear();
            let solved = solved?;
            match (solved.is_interrupted(), &solved.known.best) {
                (false, _) => store.add(&solved)?,
                (true, None) => return Err(Failure::interrupted("told to stop before anything was proved")),
                (true, Some(_)) => {}
            }
            solved
        }
    };
    if common.json {
        print_json(&solved)?
    } else {
        print(&described(game, &solved))?
    }
    match (solved.is_interrupted(), solved.reason()) {
        (true, _) => Err(Failure::interrupted("told to stop before it was solved")),
        (false, Some(reason)) => Err(Failure::without_answer(reason)),
        (false, None) => Ok(()),
    }
}

/// The result for people.
fn described(game: &dyn AnyGame, solved: &Solved) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut row = |name: &str, text: String| rows.push(vec![name.to_owned(), text]);
    row("game", solved.identity.game.clone());
    row("position", solved.identity.position.clone());
    row("search", solved.search_in_words());
    let none = if game.outcome().is_some() { "none: the game is over" } else { "unknown" };
    row("best move", solved.known.best.clone().unwrap_or_else(|| none.to_owned()));
    row("score", solved.known.score_in_words());
    row("line", solved.known.pv.join(" "));
    if let Some(nodes) = solved.nodes {
        let (time, speed) = (duration(solved.seconds), rate(nodes, solved.seconds));
        row("nodes", format!("{} in {time}, {speed}", grouped(nodes)));
    }
    let (board, table) = (game.board(), columns(&rows));
    if board.contains('\n') { format!("{board}\n\n{table}") } else { table }
}
