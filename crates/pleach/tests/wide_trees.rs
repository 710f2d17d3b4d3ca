//! Numbers in a request are checked before anything is made of them, and searches over uncertain values keep their limits on
//! trees of any width.

use pleach::engine::Engine;
use pleach::observe::TraceTooLong;
use pleach::registry::{AnyGame, Hosted, Method, Request, SearchError, Searchable};
use pleach::textbook::Algorithm;
use pleach::tree::{ExplicitTree, RandomTree};
use pleach::uncertain::best_first::{BStar, Conspiracy, PbStar};
use pleach::uncertain::{self, ConstantError, ScoreBounds};
use pleach::{Evaluate, Game, Hashed, Interval, Limits, Notation, NotationError, Player, Score, Stopped};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Far more than any of these takes, on a machine that does other work too; without limits they take hours.
const PATIENCE: Duration = Duration::from_secs(60);

fn random(text: &str) -> RandomTree {
    text.parse().unwrap()
}

fn hosted(text: &str) -> Box<dyn AnyGame> {
    Hosted::new("random-tree", random(text), RandomTree::static_value).into()
}

#[test]
fn trees_say_how_large_they_may_be() {
    let refused = |text: &str| text.parse::<RandomTree>().unwrap_err().to_string();
    for text in ["b=1000000000,d=1", "b=20001,d=1", "b=2-1000000,d=2", "b=3/30000"] {
        assert!(refused(text).contains("numbers from 1 to 20000"), "{}", refused(text));
    }
    assert!(refused("b=2,d=1000000000").contains("a depth from 0 to 500000"));
    assert!(refused(&format!("b={}1", "1/".repeat(1_000))).contains("numbers from 1 to 20000"));
    assert!(refused(&format!("q={}1", "1/".repeat(1_000))).contains("probabilities from 0 to 1"));
    assert_eq!(random("b=20000,d=500000").moves().count(), 20_000);
    let wide = format!("MAX[{}1]", "1,".repeat(1_000_000));
    let error = wide.parse::<ExplicitTree>().unwrap_err().to_string();
    assert!(error.ends_with("the tree has more than 1000000 nodes; give a smaller one"), "{error}");
    let deep = "MAX[".repeat(500_001) + "1" + &"]".repeat(500_001);
    let error = deep.parse::<ExplicitTree>().unwrap_err().to_string();
    assert!(error.ends_with("the tree is deeper than 500000 nodes; give a smaller one"), "{error}");
}

#[test]
fn the_time_is_kept_on_wide_trees() {
    for tree in ["b=100,d=30", "b=3000,d=30", "b=20000,d=30", "b=20000,d=30,leaves=win-loss"] {
        let game = hosted(tree);
        for algorithm in uncertain::Algorithm::all() {
            let started = Instant::now();
            let limits = Limits::none().time(Duration::from_millis(200));
            let answer = game.search(&Request::new(Method::Uncertain(algorithm), limits));
            assert!(started.elapsed() < PATIENCE, "{algorithm} on {tree}");
            match answer {
                Ok(answer) => assert!(answer.best.is_some(), "{algorithm} on {tree}"),
                Err(error) => {
                    assert!(matches!(error, SearchError::Stopped(_)), "{algorithm} on {tree}: {error}")
                }
            }
        }
    }
}

#[test]
fn the_memory_is_counted_before_it_is_used() {
    let (tree, nodes) = (random("b=20000,d=30"), Limits::none().nodes(2_000_000));
    let unsure = ConstantError::measured(&RandomTree::static_value, &tree);
    let range = |p: &RandomTree| unsure.evaluate(p).bounds();
    for mebibytes in [4, 32] {
        let reports = [
            BStar::with_memory(&tree, &range, &nodes, mebibytes, &[]).run().map(|report| report.memory),
            PbStar::with_memory(&tree, &unsure, &nodes, mebibytes, &[]).run().map(|report| report.memory),
            Conspiracy::with_memory(&tree, &RandomTree::static_value, &ScoreBounds, &nodes, mebibytes, &[])
                .run()
                .map(|report| report.memory),
        ];
        for used in reports {
            match used {
                Ok(used) => assert!(used.unwrap() <= mebibytes << 20, "{used:?} of {mebibytes} MiB"),
                Err(stopped) => assert_eq!(stopped, Stopped::Memory),
            }
        }
    }
}

#[test]
fn a_raised_flag_ends_every_search() {
    let game = hosted("b=20000,d=30");
    for algorithm in uncertain::Algorithm::all() {
        let flag = Arc::new(AtomicBool::new(false));
        let request = Request::new(Method::Uncertain(algorithm), Limits::none().stop_flag(Arc::clone(&flag)));
        let started = Instant::now();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(100));
                flag.store(true, Ordering::Relaxed);
            });
            let answer = game.search(&request);
            let by_flag = matches!(answer, Err(SearchError::Stopped(Stopped::Flag)));
            assert!(answer.is_ok() || by_flag, "{algorithm}");
        });
        assert!(started.elapsed() < PATIENCE, "{algorithm}");
    }
}

/// The lines of a chain of many nodes took memory as the square of their number.
#[test]
fn lines_of_play_are_kept_to_a_length() {
    let depth = 60_000;
    let chain: ExplicitTree = ("MAX[".repeat(depth) + "7" + &"]".repeat(depth)).parse().unwrap();
    let report = Engine::new(&()).search(&chain, &Limits::none()).unwrap();
    assert_eq!((report.value, report.line.len()), (Score::new(7), 513));
}

#[test]
fn paths_of_a_trace_are_counted() {
    let depth = 20_000;
    let chain: ExplicitTree = ("MAX[".repeat(depth) + "7" + &"]".repeat(depth)).parse().unwrap();
    let game = Hosted::new("tree", chain, ExplicitTree::static_value);
    let refused = game.trace(&Request::new(Algorithm::ALPHA_BETA, Limits::none()), 1_000_000).unwrap_err();
    let SearchError::TraceTooLong(TraceTooLong { of, .. }) = refused else { panic!("{refused}") };
    assert_eq!(of, "letters of paths");
}

/// A million moves that lead nowhere, and how many of them were played.
#[derive(Clone)]
struct Wide<'a> {
    over: bool,
    played: &'a AtomicUsize,
}

impl Game for Wide<'_> {
    type Move = u32;
    fn to_move(&self) -> Player {
        if self.over { Player::Min } else { Player::Max }
    }
    fn moves(&self) -> impl Iterator<Item = u32> {
        0..if self.over { 0 } else { 1_000_000 }
    }
    fn play(&mut self, _: u32) {
        self.played.fetch_add(1, Ordering::Relaxed);
        self.over = true;
    }
    fn outcome(&self) -> Option<Score> {
        self.over.then_some(Score::ZERO)
    }
}

impl Hashed for Wide<'_> {
    fn key(&self) -> u64 {
        self.over.into()
    }
}

impl Notation for Wide<'_> {
    fn position(&self) -> String {
        self.over.to_string()
    }
    fn parse(&self, text: &str) -> Result<Self, NotationError> {
        Err(NotationError::new(text))
    }
    fn move_text(&self, mv: u32) -> String {
        mv.to_string()
    }
}

#[test]
fn a_recording_counts_before_it_keeps() {
    static PLAYED: AtomicUsize = AtomicUsize::new(0);
    let game = Hosted::new("wide", Wide { over: false, played: &PLAYED }, ());
    for algorithm in ["alpha-beta", "minimax", "r-ab"] {
        PLAYED.store(0, Ordering::Relaxed);
        let request = Request::new(algorithm.parse::<Method>().unwrap(), Limits::depth(1));
        let refused = game.trace(&request, 1_000).unwrap_err();
        assert!(matches!(refused, SearchError::TraceTooLong(_)), "{algorithm}: {refused}");
        let played = PLAYED.load(Ordering::Relaxed);
        assert!(played < 100_000, "{algorithm} has played {played} moves");
    }
}

#[test]
fn wide_stated_ranges_are_few_masses() {
    let leaf = r#"{"range": [-500000, 500000]}"#;
    let json = format!(r#"{{"children": [{}]}}"#, vec![leaf; 300].join(", "));
    let tree = ExplicitTree::from_json(&json).unwrap();
    let game = Hosted::new("tree", tree, ExplicitTree::static_value).stated_range(ExplicitTree::range);
    for name in ["p-ab", "b-star"] {
        let request = Request::new(name.parse::<Method>().unwrap(), Limits::depth(1));
        let judgement = game.search(&request).unwrap().judgement.unwrap();
        let bounds = Interval::new(judgement.moves[0].value.low, judgement.moves[0].value.high).unwrap();
        assert!(bounds.width() > 900_000 && judgement.value.distribution.len() <= 1_024, "{name}");
    }
}
