//! `pleach bench`: a fixed set of searches whose node counts show every change of behaviour.

use crate::arguments::Common;
use crate::failure::Failure;
use crate::output::{columns, duration, grouped, print, print_json, rate};
use crate::progress;
use clap::Args;
use pleach::registry::{Method, Registry, Request};
use pleach::textbook::Algorithm;
use pleach::{Limits, SpecError};

/// Options of `pleach bench`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pleach bench
  pleach bench othello chess

Every search runs on one thread with a table of 16 MiB, whatever --threads and --hash say, so that
the numbers of nodes are the same on every machine. The last line is that of a commit message.")]
pub(crate) struct BenchOptions {
    /// Only these games; all of them if none is named
    #[arg(value_name = "GAME")]
    games: Vec<String>,
}

/// A search: game, position (empty for the first one), depth (none to the end of the game).
type Fixed = (&'static str, &'static str, Option<u32>);

/// The searches of all textbook algorithms.
const TEXTBOOK: [Fixed; 10] = [
    ("tic-tac-toe", "", Some(9)),
    ("tic-tac-toe:symmetric=on", "", Some(9)),
    ("connect-four", "", Some(6)),
    ("othello", "", Some(5)),
    ("chinese-checkers", "", Some(2)),
    ("chess", "", Some(3)),
    ("tree", "MAX[5, MIN(4)[9, MAX(3)[2, MIN(2)[3, 7]]]]", Some(9)),
    ("random-tree:b=4,d=8,leaves=iid,seed=1", "", Some(8)),
    ("random-tree:b=4,d=8,leaves=newborn,seed=1", "", Some(8)),
    ("random-tree:b=8,d=6,leaves=ordered,quality=0.8,seed=1", "", Some(6)),
];

/// The searches of the engine, which goes much deeper.
const ENGINE: [Fixed; 17] = [
    ("tic-tac-toe", "", Some(9)),
    ("tic-tac-toe", "", None),
    ("connect-four", "", Some(18)),
    ("connect-four", "444333", Some(18)),
    ("connect-four", "44444432", None),
    ("othello", "", Some(15)),
    ("othello", "-----------O-X--OOOOOOOOOOXXXX-XOOOXX---OOXXX---O--------------- X", Some(12)),
    ("othello", "OO-OOOOXXOOXXXXXOOXOOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", None),
    ("chinese-checkers", "", Some(7)),
    ("chinese-checkers", "1/X1/2X/OXXX/5XXX5/12/11/1X2O5/9/3O6/4O3X2/4O7/6OO5/O2O/2O/2/1 X - 16", Some(5)),
    ("chess", "", Some(8)),
    ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", Some(7)),
    ("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", Some(10)),
    ("tree", "MAX[5, MIN(4)[9, MAX(3)[2, MIN(2)[3, 7]]]]", Some(9)),
    ("random-tree:b=5,d=12,leaves=iid,seed=1", "", Some(12)),
    ("random-tree:b=6,d=14,leaves=newborn,seed=1", "", Some(13)),
    ("random-tree:b=8,d=12,leaves=ordered,quality=0.8,seed=1", "", None),
];

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
    game: &'static str,
    position: String,
    algorithm: String,
    /// None to the end of the game.
    depth: Option<u32>,
    nodes: u64,
    seconds: f64,
}

#[derive(serde::Serialize)]
struct Total {
    name: &'static str,
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
            Method::Textbook(_) | Method::Uncertain(_) => self.textbook += nodes,
        }
        self.nodes += nodes;
    }
}

pub(crate) fn run(common: &Common, options: &BenchOptions) -> Result<(), Failure> {
    let names: Vec<&str> = games(&TEXTBOOK);
    if let Some(unknown) = options.games.iter().find(|name| !names.contains(&name.as_str())) {
        return Err(SpecError::unknown("game", unknown, &names).into());
    }
    // The set is that of the built-in games, whatever else a program has registered.
    let bench = measure(&pleach_games::registry(), &options.games)?;
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

fn measure(registry: &Registry, only: &[String]) -> Result<Bench, Failure> {
    let wanted = |(spec, ..): &&Fixed| only.is_empty() || only.iter().any(|name| name == game_of(spec));
    let engine = ENGINE.iter().filter(wanted).map(|search| (search, None));
    let textbook = TEXTBOOK.iter().filter(wanted);
    let textbook =
        textbook.flat_map(|search| Algorithm::all().map(move |algorithm| (search, Some(algorithm))));
    let plan: Vec<(&Fixed, Option<Algorithm>)> = textbook.chain(engine).collect();
    let bar = progress::bar(plan.len() as u64);
    let (mut searches, mut games): (Vec<Searched>, Vec<Total>) = (Vec::new(), Vec::new());
    let (mut all, mut seconds) = (Nodes::default(), 0.0);
    for (&(spec, position, depth), algorithm) in plan {
        let mut game = registry.open(spec)?;
        if !position.is_empty() {
            game.set_position(position)?;
        }
        let method = match (algorithm, depth) {
            (Some(algorithm), _) => algorithm.into(),
            (None, Some(_)) => Method::default(),
            (None, None) => game.solving_method(),
        };
        bar.set_message(format!("{spec} by {method}"));
        let mut request = Request::new(method, depth.map_or(Limits::none(), Limits::depth));
        request.memory = MEMORY;
        let answer = game.search(&request)?;
        let nodes = answer.counts.nodes;
        let place = games.iter().position(|total| total.name == game_of(spec)).unwrap_or(games.len());
        if place == games.len() {
            games.push(Total { name: game_of(spec), nodes: Nodes::default() });
        }
        games[place].nodes.count(method, nodes);
        all.count(method, nodes);
        seconds += answer.seconds;
        let (position, algorithm) = (answer.position, method.to_string());
        searches.push(Searched { game: spec, position, algorithm, depth, nodes, seconds: answer.seconds });
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(Bench { searches, games, all, seconds })
}

fn described(bench: &Bench, only: &[String]) -> String {
    let rows = bench.searches.iter().map(|searched| {
        let Searched { game, algorithm, depth, nodes, seconds, .. } = searched;
        vec![
            (*game).to_owned(),
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
    totals.extend(bench.games.iter().map(|total| row(total.name, counts(&total.nodes))));
    totals.push(row("all", counts(&bench.all)));
    // Only the whole set makes the number that people compare.
    let what =
        if only.is_empty() { "Bench".to_owned() } else { format!("Part of the bench ({})", only.join(", ")) };
    let (nodes, seconds) = (bench.all.nodes, bench.seconds);
    let (time, speed) = (duration(seconds), rate(nodes, seconds));
    format!("{searches}\n{}\n{what}: {nodes} nodes in {time}, {speed}\n", columns(&totals))
}
