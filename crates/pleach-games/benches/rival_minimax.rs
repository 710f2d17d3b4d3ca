//! The engine against the crate `minimax` 0.6: Connect Four from the empty board to a fixed depth, with the
//! same rules code, the same evaluation and tables of the same size, in turns, on one thread.
//!
//! `cargo bench -p pleach-games --bench rival_minimax [-- ROUNDS ENGINE...]`

use minimax::{IterativeOptions, IterativeSearch, Strategy, Winner};
use nix::time::ClockId;
use pleach::engine::{Engine, Options};
use pleach::{Evaluate, Game, Hashed, Limits};
use pleach_games::ConnectFour;
use pleach_games::connect_four::{ConnectFourKnowledge, Placement, Slot};
use std::time::Duration;

const MEBIBYTES: usize = 64;
const DEPTHS: [u32; 3] = [14, 16, 18];

/// The rules as the other crate wants them.
struct Rules;

impl minimax::Game for Rules {
    type S = ConnectFour;
    type M = Slot;

    fn generate_moves(state: &ConnectFour, moves: &mut Vec<Slot>) -> Option<Winner> {
        let winner = Self::get_winner(state);
        if winner.is_none() {
            moves.extend(state.possible_slots());
        }
        winner
    }

    fn apply(state: &mut ConnectFour, slot: Slot) -> Option<ConnectFour> {
        Some(state.after(slot))
    }

    fn get_winner(state: &ConnectFour) -> Option<Winner> {
        state.outcome().map(|score| if score.get() < 0 { Winner::PlayerJustMoved } else { Winner::Draw })
    }

    fn zobrist_hash(state: &ConnectFour) -> u64 {
        state.key()
    }

    fn table_index(slot: Slot) -> u16 {
        slot.bit() as u16
    }

    fn max_table_index() -> u16 {
        63
    }
}

#[derive(Clone)]
struct Judge(Placement);

impl minimax::Evaluator for Judge {
    type G = Rules;

    fn evaluate(&self, state: &ConnectFour) -> i16 {
        self.0.evaluate(state).get() as i16
    }
}

/// The settings of the rival that may be its best.
fn settings() -> Vec<(&'static str, IterativeOptions)> {
    let usual = || IterativeOptions::new().with_table_byte_size(MEBIBYTES << 20);
    vec![
        ("default", usual()),
        ("double step", usual().with_double_step_increment()),
        ("double step, countermoves", usual().with_double_step_increment().with_countermoves()),
        ("double step, history", usual().with_double_step_increment().with_countermove_history()),
        (
            "double step, history, reorder",
            usual().with_double_step_increment().with_countermove_history().with_min_reorder_moves_depth(3),
        ),
        ("double step, mtdf", usual().with_double_step_increment().with_mtdf()),
    ]
}

/// What a search has cost.
#[derive(Clone, Copy)]
struct Cost {
    nodes: u64,
    time: Duration,
}

fn main() {
    let rounds = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(5);
    let named = |argument: String| argument.parse::<Options>().ok();
    let mut engines: Vec<Options> = std::env::args().skip(1).filter_map(named).collect();
    if engines.is_empty() {
        engines = vec![Options::default(), Options { knowledge: false, ..Options::default() }];
    }
    let game = ConnectFour::new().with_scale(100);
    for depth in DEPTHS {
        let mut results: Vec<(String, Vec<Cost>)> = Vec::new();
        for _ in 0..rounds {
            let mut add =
                |name: String, cost: Cost| match results.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, costs)) => costs.push(cost),
                    None => results.push((name, vec![cost])),
                };
            for options in &engines {
                add(options.to_string(), engine(&game, depth, *options));
            }
            for (name, options) in settings() {
                add(format!("minimax, {name}"), rival(&game, depth, options));
            }
        }
        println!("depth {depth}, medians of {rounds} rounds");
        for (name, costs) in &mut results {
            costs.sort_by_key(|cost| cost.time);
            let Cost { nodes, time } = costs[costs.len() / 2];
            let seconds = time.as_secs_f64();
            println!(
                "  {name:40} {nodes:10} nodes {seconds:7.3} s {:6.1} M nodes/s",
                nodes as f64 / seconds / 1e6
            );
        }
    }
}

fn engine(game: &ConnectFour, depth: u32, options: Options) -> Cost {
    let evaluator = Placement::default();
    let started = cpu_time();
    let engine = Engine::new(&evaluator).knowledge(&ConnectFourKnowledge).options(options).memory(MEBIBYTES);
    let report = engine.search(game, &Limits::depth(depth)).expect("nothing stops it");
    Cost { nodes: report.counts.nodes, time: cpu_time() - started }
}

fn rival(game: &ConnectFour, depth: u32, options: IterativeOptions) -> Cost {
    let started = cpu_time();
    let mut search = IterativeSearch::new(Judge(Placement::default()), options);
    search.set_max_depth(depth as u8);
    search.choose_move(game);
    let time = cpu_time() - started;
    // "Explored N nodes to depth D."
    let stats = search.stats(&mut game.clone());
    let nodes = stats.split("Explored ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok());
    Cost { nodes: nodes.expect("a number of nodes"), time }
}

fn cpu_time() -> Duration {
    ClockId::CLOCK_THREAD_CPUTIME_ID.now().expect("every thread has a clock").into()
}
