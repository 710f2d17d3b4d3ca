//! The engine on several threads and against the clock, and the searches over uncertain values against the clock.
//!
//! `cargo bench -p pleach-games --bench engine [-- threads [GAME]|deadlines|uncertain [ALGORITHM]|signatures]`
//!
//! *threads*: the same work on one thread and on two, in turns, for some positions of each game, of which none was chosen for its figures;
//! the sums of the median times, and their ratio.
//! *deadlines*: how much longer than its time a search takes while all cores are busy with other work; *uncertain*: the same for
//! the searches over uncertain values. *signatures*: what it takes to know how a game and its search behave.

use pleach::registry::{AnyGame, Method, Request};
use pleach::{Limits, Score, mix};
use pleach_games::registry;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

fn main() {
    let asked = |name: &str| std::env::args().any(|argument| argument == name);
    let everything = !["threads", "deadlines", "uncertain", "signatures"].into_iter().any(asked);
    if asked("threads") || everything {
        threads();
    }
    if asked("deadlines") || everything {
        while_busy(deadlines);
    }
    if asked("uncertain") || everything {
        while_busy(uncertain_deadlines);
    }
    if asked("signatures") || everything {
        signatures();
    }
}

/// The median time of a signature, for every game and for one search over uncertain values.
fn signatures() {
    println!("signatures: the median of {SIGNATURES}");
    for (game, algorithm) in [
        ("chess", "engine"),
        ("chess", "conspiracy"),
        ("chinese-checkers", "engine"),
        ("connect-four", "engine"),
        ("othello", "engine"),
        ("othello", "b-star"),
        ("tic-tac-toe", "engine"),
        ("random-tree", "engine"),
    ] {
        let opened = registry().open(game).expect("a known game");
        let method: Method = algorithm.parse().expect("a known algorithm");
        let request = Request::new(method, Limits::depth(8));
        let mut times: Vec<Duration> = (0..SIGNATURES)
            .map(|_| {
                let begun = Instant::now();
                std::hint::black_box(opened.signature(&request));
                begun.elapsed()
            })
            .collect();
        times.sort_unstable();
        println!("{game:>18} {algorithm:>12}: {:6.1} ms", times[SIGNATURES / 2].as_secs_f64() * 1e3);
    }
}

/// The work of one game.
struct Work {
    game: &'static str,
    /// To the end of the game, if there is none.
    depth: Option<u32>,
    positions: Vec<String>,
}

const ROUNDS: usize = 3;
const SIGNATURES: usize = 15;

fn threads() {
    println!("two threads against one: sums of the median times of {ROUNDS} rounds");
    let ffo = include_str!("../../../testdata/othello-ffo.txt");
    let ffo = ffo.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split(';').next());
    let (ffo, few_stones) = (ffo.map(str::to_owned).collect(), drawn("connect-four", 7..=10));
    let mut all = vec![
        Work { game: "othello", depth: None, positions: ffo },
        Work { game: "connect-four", depth: None, positions: few_stones },
    ];
    for (game, depth, plies) in [
        ("chess", 8, 6..=20),
        ("othello", 13, 6..=24),
        ("connect-four", 18, 1..=6),
        ("chinese-checkers", 5, 10..=40),
    ] {
        all.push(Work { game, depth: Some(depth), positions: drawn(game, plies) });
    }
    let known = |name: &String| all.iter().any(|work| work.game == name);
    let only = std::env::args().find(known);
    for work in all.iter().filter(|work| only.as_ref().is_none_or(|only| only == work.game)) {
        work.measure();
    }
}

/// Positions of a game after some random moves, none of them over.
fn drawn(game: &str, plies: std::ops::RangeInclusive<u64>) -> Vec<String> {
    let mut drawn = Vec::new();
    for seed in 0.. {
        let mut at = registry().open(game).expect("a known game");
        for ply in 0..plies.start() + mix(seed) % (plies.end() - plies.start() + 1) {
            let moves = at.moves();
            let Some(mv) = moves.get(mix(mix(seed) ^ ply) as usize % moves.len().max(1)) else { break };
            at.play(mv).expect("a move of the list");
        }
        if at.outcome().is_none() {
            drawn.push(at.position());
        }
        if drawn.len() == 8 {
            break;
        }
    }
    drawn
}

impl Work {
    fn request(&self, game: &dyn AnyGame, threads: usize) -> Request {
        let mut request = match self.depth {
            Some(depth) => Request::new(Method::default(), Limits::depth(depth)),
            None => Request::new(game.solving_method(), Limits::none()),
        };
        request.deepening = self.depth.is_some();
        (request.threads, request.memory) = (threads, 256);
        request
    }

    fn measure(&self) {
        let how = self.depth.map_or("solved".to_owned(), |depth| format!("depth {depth}"));
        println!("{}, {how}", self.game);
        let (mut times, mut nodes) = ([0.0; 2], [0; 2]);
        for position in &self.positions {
            let mut game = registry().open(self.game).expect("a known game");
            game.set_position(position).expect("a legal position");
            let (medians, visited) = self.compare(game.as_ref());
            let more = visited[1] as f64 / visited[0] as f64;
            println!("  {} {}", tell(medians, more), position.chars().take(40).collect::<String>());
            for thread in 0..2 {
                times[thread] += medians[thread];
                nodes[thread] += visited[thread];
            }
        }
        println!("  {} all", tell(times, nodes[1] as f64 / nodes[0] as f64));
    }

    /// One thread and two in turns: the median times, and the nodes.
    fn compare(&self, game: &dyn AnyGame) -> ([f64; 2], [u64; 2]) {
        let (mut times, mut nodes, mut value) = ([Vec::new(), Vec::new()], [0; 2], None::<Score>);
        for _ in 0..ROUNDS {
            for threads in [1, 2] {
                let started = Instant::now();
                let answer = game.search(&self.request(game, threads)).expect("nothing stops it");
                times[threads - 1].push(started.elapsed().as_secs_f64());
                nodes[threads - 1] = answer.counts.nodes;
                let expected = *value.get_or_insert(answer.score);
                assert_eq!(expected, answer.score, "{} on {threads} threads", game.position());
            }
        }
        let median = |mut times: Vec<f64>| {
            times.sort_by(f64::total_cmp);
            times[ROUNDS / 2]
        };
        (times.map(median), nodes)
    }
}

fn tell([one, two]: [f64; 2], more: f64) -> String {
    format!("{one:8.3} s {two:8.3} s  {:5.2} times faster, {more:.2} of the nodes ", one / two)
}

/// Does something while all cores are busy with other work.
fn while_busy(measure: fn()) {
    let stop = AtomicBool::new(false);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!("overshoot of the deadline, {cores} cores busy with other work");
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    std::hint::black_box((0..10_000_u64).sum::<u64>());
                }
            });
        }
        measure();
        stop.store(true, Ordering::Relaxed);
    });
}

fn deadlines() {
    for name in ["chess", "othello", "connect-four", "chinese-checkers"] {
        for threads in [1, 2] {
            let game = registry().open(name).expect("a known game");
            overshoot(&format!("{name}, {threads} threads"), game.as_ref(), Method::default(), threads);
        }
    }
}

/// A position with many captures: every static value plays them out.
const CAPTURES: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn uncertain_deadlines() {
    let all = ["p-ab", "r-ab", "informed", "b-star", "pb-star", "conspiracy"];
    let only = std::env::args().find(|argument| all.contains(&argument.as_str()));
    for name in all.into_iter().filter(|name| only.as_ref().is_none_or(|only| only == name)) {
        let method: Method = name.parse().expect("a known algorithm");
        for (game, position) in [
            ("chess", None),
            ("chess", Some(CAPTURES)),
            ("othello", None),
            ("chinese-checkers", None),
            ("random-tree:b=100,d=30", None),
            ("random-tree:b=20000,d=30", None),
        ] {
            let mut at = registry().open(game).expect("a known game");
            if let Some(position) = position {
                at.set_position(position).expect("a legal position");
            }
            let with = if position.is_some() { " with captures" } else { "" };
            overshoot(&format!("{name}, {game}{with}"), at.as_ref(), method, 1);
        }
    }
}

fn overshoot(what: &str, game: &dyn AnyGame, method: Method, threads: usize) {
    let mut over: Vec<Duration> = (0..100_u64)
        .map(|round| {
            let time = Duration::from_millis(20 + 3 * (round % 30));
            let mut request = Request::new(method, Limits::none().time(time));
            (request.threads, request.memory) = (threads, 64);
            let started = Instant::now();
            // Where there is no time for one ply, that is an answer, too.
            let _ = std::hint::black_box(game.search(&request));
            started.elapsed().saturating_sub(time)
        })
        .collect();
    over.sort();
    let at = |share: usize| over[(over.len() - 1) * share / 100].as_secs_f64() * 1e3;
    println!("  {what:40}: median {:6.2} ms, 99th percentile {:6.2} ms", at(50), at(99));
}
