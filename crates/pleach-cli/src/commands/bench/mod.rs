//! `pleach bench`: a fixed set of searches whose node counts show every change of behaviour.

mod any;
mod fixed;

use crate::arguments::Common;
use crate::failure::Failure;
use crate::output::{columns, duration, grouped, print, print_json, rate};
use crate::progress;
use clap::Args;
use fixed::{ENGINE, Fixed, TEXTBOOK};
use pleach::registry::{Answer, Method, Registry, Request};
use pleach::textbook::Algorithm;
use pleach::{Limits, Spec, SpecError};
use std::collections::BTreeSet;

/// Options of `pleach bench`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pleach bench
  pleach bench othello chess

Every search runs on one thread with a table of 16 MiB, whatever --threads and --hash say, so that
the numbers of nodes are the same on every machine. The last line is that of a commit message.
A game of one's own, or a built-in one with options, is searched from its first position as deep as
a number of nodes goes; without a name only the built-in ones are.")]
pub(crate) struct BenchOptions {
    /// Only these games, with their options: NAME[:key=value,...]; all built-in ones if none is named
    #[arg(value_name = "GAME")]
    games: Vec<String>,
}

/// The memory for tables, in MiB.
const MEMORY: usize = 16;

#[derive(serde::Serialize)]
struct Bench {
    searches: Vec<Searched>,
    games: Vec<Total>,
    #[serde(flatten)]
    all: Nodes,
    seconds: f64,
}

#[derive(serde::Serialize)]
struct Searched {
    game: String,
    position: String,
    algorithm: String,
    /// None to the end of the game.
    depth: Option<u32>,
    nodes: u64,
    seconds: f64,
}

#[derive(serde::Serialize)]
struct Total {
    name: String,
    #[serde(flatten)]
    nodes: Nodes,
}

/// The nodes of the engine, of the textbook, and of both.
#[derive(Clone, Copy, Default, serde::Serialize)]
struct Nodes {
    engine: u64,
    textbook: u64,
    nodes: u64,
}

impl Nodes {
    fn count(&mut self, method: Method, nodes: u64) {
        match method {
            Method::Engine(_) => self.engine += nodes,
            Method::Textbook(..) | Method::Uncertain(_) => self.textbook += nodes,
        }
        self.nodes += nodes;
    }
}

/// A search to be made.
struct Planned {
    /// The game as it is counted.
    name: String,
    spec: String,
    position: &'static str,
    /// None to the end of the game.
    depth: Option<u32>,
    /// None is the engine.
    algorithm: Option<Algorithm>,
}

pub(crate) fn run(common: &Common, options: &BenchOptions, registry: &Registry) -> Result<(), Failure> {
    let built_in: Vec<&str> = games(&TEXTBOOK);
    let names = built_in.iter().copied().chain(registry.entries().iter().map(|entry| entry.name()));
    let names: Vec<&str> = names.collect::<BTreeSet<_>>().into_iter().collect();
    for game in &options.games {
        let spec: Spec = game.parse()?;
        if !names.contains(&spec.name()) {
            return Err(SpecError::unknown("game", spec.name(), &names).into());
        }
    }
    let is_fixed = |name: &&String| built_in.contains(&name.as_str());
    // The set is that of the built-in games, whatever else a program has registered.
    let mut bench = Bench { searches: Vec::new(), games: Vec::new(), all: Nodes::default(), seconds: 0.0 };
    let fixed: Vec<&String> = options.games.iter().filter(is_fixed).collect();
    if options.games.is_empty() || !fixed.is_empty() {
        bench.measure(&pleach_games::registry(), planned(&fixed))?;
    }
    for game in options.games.iter().filter(|name| !is_fixed(name)) {
        bench.measure(registry, planned_for_any(registry, game)?)?;
    }
    if common.json { print_json(&bench) } else { print(&described(&bench, &options.games)) }
}

/// The games of some searches, each once.
fn games(searches: &[Fixed]) -> Vec<&'static str> {
    let mut names: Vec<&str> = searches.iter().map(|(spec, ..)| game_of(spec)).collect();
    names.dedup();
    names
}

/// The name without options.
fn game_of(spec: &'static str) -> &'static str {
    spec.split(':').next().unwrap_or(spec)
}

/// The fixed searches of these games, or of all.
fn planned(only: &[&String]) -> Vec<Planned> {
    let wanted = |(spec, ..): &&Fixed| only.is_empty() || only.iter().any(|name| *name == game_of(spec));
    let plan = |&(spec, position, depth): &Fixed, algorithm| Planned {
        name: game_of(spec).to_owned(),
        spec: spec.to_owned(),
        position,
        depth,
        algorithm,
    };
    let textbook = TEXTBOOK.iter().filter(wanted);
    let textbook =
        textbook.flat_map(|search| Algorithm::all().map(move |algorithm| plan(search, Some(algorithm))));
    let engine = ENGINE.iter().filter(wanted).map(|search| plan(search, None));
    textbook.chain(engine).collect()
}

/// The searches of any other game.
fn planned_for_any(registry: &Registry, game: &str) -> Result<Vec<Planned>, Failure> {
    let opened = registry.open(game)?;
    let plan = |depth, algorithm| {
        let (name, spec) = (game.to_owned(), game.to_owned());
        Planned { name, spec, position: "", depth: Some(depth), algorithm }
    };
    let depth = any::textbook(opened.as_ref())?;
    let textbook = Algorithm::all().map(|algorithm| plan(depth, Some(algorithm)));
    Ok(textbook.chain([plan(any::engine(opened.as_ref())?, None)]).collect())
}

impl Bench {
    fn measure(&mut self, registry: &Registry, plan: Vec<Planned>) -> Result<(), Failure> {
        let bar = progress::bar(plan.len() as u64);
        for planned in plan {
            let mut game = registry.open(&planned.spec)?;
            if !planned.position.is_empty() {
                game.set_position(planned.position)?;
            }
            let method = match (planned.algorithm, planned.depth) {
                (Some(algorithm), _) => algorithm.into(),
                (None, Some(_)) => Method::default(),
                (None, None) => game.solving_method(),
            };
            bar.set_message(format!("{} by {method}", planned.spec));
            let mut request = Request::new(method, planned.depth.map_or(Limits::none(), Limits::depth));
            request.memory = MEMORY;
            let answer = game.search(&request)?;
            self.count(planned, method, answer);
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(())
    }

    fn count(&mut self, planned: Planned, method: Method, answer: Answer) {
        let nodes = answer.counts.nodes;
        let place = self.games.iter().position(|total| total.name == planned.name);
        let place = place.unwrap_or_else(|| {
            self.games.push(Total { name: planned.name, nodes: Nodes::default() });
            self.games.len() - 1
        });
        self.games[place].nodes.count(method, nodes);
        self.all.count(method, nodes);
        self.seconds += answer.seconds;
        let (position, algorithm) = (answer.position, method.to_string());
        let (game, depth, seconds) = (planned.spec, planned.depth, answer.seconds);
        self.searches.push(Searched { game, position, algorithm, depth, nodes, seconds });
    }
}

fn described(bench: &Bench, only: &[String]) -> String {
    let rows = bench.searches.iter().map(|searched| {
        let Searched { game, algorithm, depth, nodes, seconds, .. } = searched;
        vec![
            game.clone(),
            algorithm.clone(),
            depth.map_or("to the end".to_owned(), |depth| format!("depth {depth}")),
            format!("{:>12}", grouped(*nodes)),
            rate(*nodes, *seconds),
        ]
    });
    let searches = columns(&rows.collect::<Vec<_>>());
    let row = |name: &str, cells: [String; 3]| -> Vec<String> {
        std::iter::once(name.to_owned()).chain(cells.map(|cell| format!("{cell:>12}"))).collect()
    };
    let counts = |nodes: &Nodes| [nodes.textbook, nodes.engine, nodes.nodes].map(|count| count.to_string());
    let mut totals = vec![row("nodes", ["textbook", "engine", "both"].map(str::to_owned))];
    totals.extend(bench.games.iter().map(|total| row(&total.name, counts(&total.nodes))));
    totals.push(row("all", counts(&bench.all)));
    // Only the whole set makes the number that people compare.
    let what =
        if only.is_empty() { "Bench".to_owned() } else { format!("Part of the bench ({})", only.join(", ")) };
    let (nodes, seconds) = (bench.all.nodes, bench.seconds);
    let (time, speed) = (duration(seconds), rate(nodes, seconds));
    format!("{searches}\n{}\n{what}: {nodes} nodes in {time}, {speed}\n", columns(&totals))
}
