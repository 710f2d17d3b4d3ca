//! The engine on several threads and against the clock.
//!
//! `cargo bench -p pleach-games --bench engine [-- threads|deadlines]`
//!
//! *threads*: the same work on one thread and on two, in turns; the ratio of the median times.
//! *deadlines*: how much longer than its time a search takes while all cores are busy with other work.

use pleach::engine::{Engine, Knowledge};
use pleach::registry::{Method, Request};
use pleach::{Evaluate, Hashed, Limits, Notation, Score};
use pleach_games::{ConnectFour, Othello, connect_four, othello, registry};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

fn main() {
    let asked = |name: &str| std::env::args().any(|argument| argument == name);
    if asked("threads") || !asked("deadlines") {
        threads();
    }
    if asked("deadlines") || !asked("threads") {
        deadlines();
    }
}

fn threads() {
    println!("two threads against one: median times of 3 rounds");
    let ffo: Vec<Othello> = include_str!("../../../testdata/othello-ffo.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| Othello::new().parse(line.split(';').next().unwrap_or(line)).expect("a legal position"))
        .collect();
    for (index, game) in ffo.iter().enumerate().filter(|(index, _)| [0, 1, 4].contains(index)) {
        solving(&format!("Othello, FFO {}", 40 + index), game, &(), &othello::Guide::default());
    }
    for text in ["4444", "44445", "4442224", "3233445"] {
        let game = ConnectFour::new().parse(text).expect("a legal position");
        solving(&format!("Connect Four, {text}"), &game, &(), &connect_four::Guide);
    }
    for (name, depth) in [("chess", 9), ("othello", 15), ("connect-four", 20), ("chinese-checkers", 7)] {
        let game = registry().open(name).expect("a known game");
        compare(&format!("{name}, depth {depth}"), |threads| {
            let mut request = Request::new(Method::default(), Limits::depth(depth));
            request.threads = threads;
            let answer = game.search(&request).expect("nothing stops it");
            (answer.score, answer.counts.nodes)
        });
    }
}

fn solving<G, E, K>(name: &str, game: &G, evaluator: &E, knowledge: &K)
where
    G: Hashed + Send + Sync,
    G::Move: Send + Sync,
    E: Evaluate<G, Value = Score> + Sync,
    K: Knowledge<G, Seen: Send + Sync> + Sync,
{
    compare(&format!("{name}, solved"), |threads| {
        let engine = Engine::new(evaluator).knowledge(knowledge).options(knowledge.solving());
        let report = engine.threads(threads).search(game, &Limits::none()).expect("nothing stops it");
        (report.value, report.counts.nodes)
    });
}

/// One thread and two in turns.
fn compare(name: &str, work: impl Fn(usize) -> (Score, u64)) {
    let mut times = [Vec::new(), Vec::new()];
    let mut nodes = [0; 2];
    let mut value = None;
    for _ in 0..3 {
        for threads in [1, 2] {
            let started = Instant::now();
            let (score, visited) = work(threads);
            times[threads - 1].push(started.elapsed());
            nodes[threads - 1] = visited;
            assert_eq!(*value.get_or_insert(score), score, "{name} on {threads} threads");
        }
    }
    times.iter_mut().for_each(|times| times.sort());
    let [one, two] = [times[0][1].as_secs_f64(), times[1][1].as_secs_f64()];
    let more = nodes[1] as f64 / nodes[0] as f64;
    println!("  {name:34} {one:8.3} s {two:8.3} s  {:5.2} times faster, {more:.2} of the nodes", one / two);
}

fn deadlines() {
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
        for name in ["chess", "othello", "connect-four", "chinese-checkers"] {
            for threads in [1, 2] {
                overshoot(name, threads);
            }
        }
        stop.store(true, Ordering::Relaxed);
    });
}

fn overshoot(name: &str, threads: usize) {
    let game = registry().open(name).expect("a known game");
    let mut over: Vec<Duration> = (0..100_u64)
        .map(|round| {
            let time = Duration::from_millis(20 + 3 * (round % 30));
            let mut request = Request::new(Method::default(), Limits::none().time(time));
            (request.threads, request.memory) = (threads, 64);
            let started = Instant::now();
            game.search(&request).expect("there is time for one ply");
            started.elapsed().saturating_sub(time)
        })
        .collect();
    over.sort();
    let at = |share: usize| over[(over.len() - 1) * share / 100].as_secs_f64() * 1e3;
    println!("  {name:18} {threads} threads: median {:6.2} ms, 99th percentile {:6.2} ms", at(50), at(99));
}
