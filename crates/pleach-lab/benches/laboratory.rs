//! What the laboratory costs beside the searches it makes: matches and self-play against the bare engine on the
//! same positions, by CPU time of one thread, in turns.
//!
//! `cargo bench -p pleach-lab --bench laboratory`

use nix::time::{ClockId, clock_gettime};
use pleach::engine::{Engine, Table};
use pleach::registry::AnyGame;
use pleach::{Game, Limits, Notation};
use pleach_games::othello::{Classic, Othello, OthelloKnowledge};
use pleach_lab::contest::{Adjudication, GameRecord, Match, Openings};
use pleach_lab::player::{PlayerSpec, Thought};
use pleach_lab::store::Store;
use pleach_lab::tune::{Lesson, SelfPlay};
use pleach_lab::work::Effort;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

const ROUNDS: usize = 7;
const NODES: u64 = 1000;
const DEPTH: u32 = 4;
const PAIRS: u64 = 100;
const LESSONS: u64 = 300;
static NEVER: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

fn effort() -> Effort<'static> {
    Effort { threads: 1, stop: &NEVER }
}

/// CPU time of all threads of this process, in seconds.
fn processor_time() -> f64 {
    let time = clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).expect("the system tells it");
    time.tv_sec() as f64 + time.tv_nsec() as f64 / 1e9
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let started = processor_time();
    let result = work();
    (result, processor_time() - started)
}

/// Plays a match and returns its games.
fn by_match(game: &dyn AnyGame, round: u64) -> Vec<GameRecord> {
    let registry = pleach_games::registry();
    let thought = Thought { nodes: Some(NODES), ..Thought::default() };
    let player =
        |text| PlayerSpec::parse(text, &registry, "othello:eval=classic", thought).expect("a player");
    let (first, second) = (player("engine:name=a"), player("engine:name=b"));
    let contest = Match {
        game,
        players: [&first, &second],
        openings: Openings::Random { plies: 6, balance: None },
        adjudication: Adjudication::default(),
        pairs: PAIRS,
        sprt: None,
        seed: round,
    };
    let mut store = Store::in_memory().expect("a store");
    let report = contest.play(&mut store, effort(), &mut |_| {}).expect("a match");
    let mut games = Vec::new();
    store.each_shard(report.run, |_, pair: Vec<GameRecord>| games.extend(pair)).expect("its games");
    games
}

/// Searches the positions of games again, with nothing but the engine; a table for each of two players.
fn bare(games: &[(String, String)], limits: &Limits, exact_from: usize) -> u64 {
    let (classic, guide) = (Classic::default(), OthelloKnowledge::default());
    let tables = [(); 2].map(|()| Arc::new(Table::with_mebibytes(16).expect("memory")));
    let mut nodes = 0;
    for (opening, moves) in games {
        tables.iter().for_each(|table| table.clear());
        let mut game = Othello::new();
        let play = |game: &mut Othello, text: &str| {
            let mv = game.parse_move(text).expect("a legal move");
            game.play(mv);
        };
        opening.split_whitespace().for_each(|mv| play(&mut game, mv));
        for (ply, mv) in (opening.split_whitespace().count()..).zip(moves.split_whitespace()) {
            if ply >= exact_from {
                break;
            }
            if game.legal() != 0 {
                let engine = Engine::new(&classic).knowledge(&guide);
                let engine = engine.table(Arc::clone(&tables[game.to_move() as usize]));
                nodes += engine.search(&game, limits).map_or(0, |report| report.counts.nodes);
            }
            play(&mut game, mv);
        }
    }
    nodes
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

fn main() {
    let start = pleach_games::registry().open("othello:eval=classic").expect("Othello");
    let (mut ratios, mut seconds) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS as u64 {
        let (games, by_match) = timed(|| by_match(start.as_ref(), round));
        let nodes: u64 = games.iter().map(|game| game.nodes_first + game.nodes_second).sum();
        let texts: Vec<_> = games.into_iter().map(|game| (game.opening, game.moves)).collect();
        let (again, bare) = timed(|| bare(&texts, &Limits::none().nodes(NODES), usize::MAX));
        assert_eq!(nodes, again, "the same searches");
        ratios.push(by_match / bare);
        seconds.push(by_match / texts.len() as f64);
    }
    let games_a_second = 1.0 / median(seconds);
    println!("match, {NODES} nodes per move: {games_a_second:.0} games per second and core");
    println!("match against the bare engine: {:.3} of its CPU time", median(ratios));

    let mut ratios = Vec::new();
    for round in 0..ROUNDS as u64 {
        let plan = SelfPlay {
            most_plies: 400,
            game: start.as_ref(),
            thought: Thought { depth: Some(DEPTH), ..Thought::default() },
            opening: 6..=20,
            exact_from: None,
            games: LESSONS,
            seed: round,
        };
        let mut store = Store::in_memory().expect("a store");
        let (run, by_plan) = timed(|| plan.play(&mut store, effort(), &mut |_| {}).expect("games"));
        let mut texts = Vec::new();
        let take = |_, lessons: Vec<Lesson>| {
            texts.extend(lessons.into_iter().map(|lesson| (lesson.opening, lesson.moves)));
        };
        store.each_shard(run.0, take).expect("its games");
        let (_, bare) = timed(|| bare(&texts, &Limits::depth(DEPTH), usize::MAX));
        ratios.push(bare / by_plan);
    }
    println!("self-play to depth {DEPTH}: {:.2} of the bare engine's speed", median(ratios));
}
