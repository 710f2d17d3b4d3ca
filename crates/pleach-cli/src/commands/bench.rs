//! `pleach bench`: a fixed set of searches whose node counts show every change of behaviour.

use crate::arguments::Common;
use crate::failure::Failure;
use crate::output::{columns, duration, grouped, print, print_json, rate};
use crate::progress;
use pleach::Limits;
use pleach::registry::{Method, Registry, Request};

/// The searches: game, position (empty for the first one), depth. All algorithms search each.
const POSITIONS: [(&str, &str, u32); 10] = [
    ("tic-tac-toe", "", 9),
    ("tic-tac-toe:symmetric=on", "", 9),
    ("connect-four", "", 6),
    ("othello", "", 5),
    ("chinese-checkers", "", 2),
    ("chess", "", 3),
    ("tree", "MAX[5, MIN(4)[9, MAX(3)[2, MIN(2)[3, 7]]]]", 9),
    ("random-tree:b=4,d=8,leaves=iid,seed=1", "", 8),
    ("random-tree:b=4,d=8,leaves=newborn,seed=1", "", 8),
    ("random-tree:b=8,d=6,leaves=ordered,quality=0.8,seed=1", "", 6),
];

#[derive(serde::Serialize)]
struct Bench {
    searches: Vec<Searched>,
    games: Vec<Total>,
    nodes: u64,
    seconds: f64,
}

#[derive(serde::Serialize)]
struct Searched {
    game: &'static str,
    algorithm: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
}

#[derive(serde::Serialize)]
struct Total {
    name: String,
    nodes: u64,
}

pub(crate) fn run(common: &Common) -> Result<(), Failure> {
    // The set is that of the built-in games, whatever else a program has registered.
    let bench = measure(&pleach_games::registry(), common)?;
    if common.json { print_json(&bench) } else { print(&described(&bench)) }
}

fn measure(registry: &Registry, common: &Common) -> Result<Bench, Failure> {
    let bar = progress::bar((POSITIONS.len() * Method::all().count()) as u64);
    let mut searches = Vec::new();
    for (spec, position, depth) in POSITIONS {
        let mut game = registry.open(spec)?;
        if !position.is_empty() {
            game.set_position(position)?;
        }
        for algorithm in Method::all() {
            bar.set_message(format!("{spec} by {algorithm}"));
            let mut request = Request::new(algorithm, Limits::depth(depth));
            request.memory = common.hash as usize;
            let answer = game.search(&request)?;
            let (nodes, seconds) = (answer.counts.nodes, answer.seconds);
            searches.push(Searched { game: spec, algorithm: algorithm.to_string(), depth, nodes, seconds });
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    let mut games: Vec<Total> = Vec::new();
    for searched in &searches {
        let name = searched.game.split(':').next().unwrap_or(searched.game);
        match games.iter_mut().find(|total| total.name == name) {
            Some(total) => total.nodes += searched.nodes,
            None => games.push(Total { name: name.to_owned(), nodes: searched.nodes }),
        }
    }
    let nodes = searches.iter().map(|searched| searched.nodes).sum();
    let seconds = searches.iter().map(|searched| searched.seconds).sum();
    Ok(Bench { searches, games, nodes, seconds })
}

fn described(bench: &Bench) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for searched in &bench.searches {
        let Searched { game, algorithm, depth, nodes, seconds } = searched;
        rows.push(vec![
            (*game).to_owned(),
            algorithm.clone(),
            format!("depth {depth}"),
            format!("{:>12}", grouped(*nodes)),
            rate(*nodes, *seconds),
        ]);
    }
    let totals: Vec<String> =
        bench.games.iter().map(|total| format!("{} {}", total.name, total.nodes)).collect();
    let speed = rate(bench.nodes, bench.seconds);
    let seconds = duration(bench.seconds);
    format!("{}\n{}\nBench: {} nodes in {seconds}, {speed}\n", columns(&rows), totals.join(", "), bench.nodes)
}
