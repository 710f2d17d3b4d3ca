//! Stopping: limits are kept, what was finished is reported, and depth is no danger.

use pleach::textbook::{Algorithm, Search};
use pleach::tree::{ExplicitTree, RandomTree};
use pleach::{Game, Hashed, Limits, Player, Repeating, Score, Stopped, perft};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn large() -> RandomTree {
    "b=10,d=12,leaves=newborn,seed=3".parse().unwrap()
}

#[test]
fn node_limits_are_kept_and_the_last_finished_iteration_is_reported() {
    for algorithm in Algorithm::all() {
        let search = Search::new(algorithm);
        let limited = search.run(&large(), &RandomTree::static_value, &Limits::none().nodes(5_000)).unwrap();
        assert_eq!(limited.counts.nodes, 5_000, "{algorithm}");
        assert_eq!(limited.stopped, Some(Stopped::Nodes), "{algorithm}");
        let depth = limited.depth;
        assert_eq!(limited.iterations.len() as u32, depth, "{algorithm}");
        let again = search
            .clone()
            .deepening()
            .run(&large(), &RandomTree::static_value, &Limits::depth(depth))
            .unwrap();
        assert_eq!((again.value, again.best), (limited.value, limited.best), "{algorithm}");
    }
}

#[test]
fn a_search_stopped_before_anything_is_finished_says_why() {
    let search = Search::new(Algorithm::ALPHA_BETA);
    let stopped = |limits: Limits| search.run(&large(), &RandomTree::static_value, &limits).unwrap_err();
    assert_eq!(stopped(Limits::none().nodes(3)), Stopped::Nodes);
    assert_eq!(stopped(Limits::depth(12).stop_flag(Arc::new(AtomicBool::new(true)))), Stopped::Flag);
}

#[test]
fn time_limits_end_the_search_with_an_answer() {
    let limits = Limits::none().time(Duration::from_millis(30));
    let report = Search::new(Algorithm::NegaScout).run(&large(), &RandomTree::static_value, &limits).unwrap();
    assert_eq!(report.stopped, Some(Stopped::Time));
    assert!(report.best.is_some());
}

#[test]
fn deepening_ends_with_the_game() {
    let tree: ExplicitTree = "MAX[5, MIN[3, 8]]".parse().unwrap();
    let report = Search::new(Algorithm::ALPHA_BETA).deepening().run(&tree, &(), &Limits::depth(50)).unwrap();
    assert_eq!((report.depth, report.value), (2, Score::new(5)));
}

#[test]
fn a_chain_of_a_hundred_thousand_nodes_is_searched() {
    let length = 100_000;
    let chain: ExplicitTree =
        ("MAX[MIN[".repeat(length / 2) + "7" + &"]]".repeat(length / 2)).parse().unwrap();
    for algorithm in Algorithm::all() {
        let report = Search::new(algorithm).run(&chain, &(), &Limits::none()).unwrap();
        assert_eq!(report.value, Score::new(7), "{algorithm}");
        assert!(report.counts.nodes > length as u64, "{algorithm}");
    }
    assert_eq!(perft(&chain, length as u32), 1);
}

#[test]
fn an_endless_game_is_refused() {
    #[derive(Clone)]
    struct Endless(u64);
    impl Game for Endless {
        type Move = ();
        fn to_move(&self) -> Player {
            if self.0.is_multiple_of(2) { Player::Max } else { Player::Min }
        }
        fn moves(&self) -> impl Iterator<Item = ()> {
            std::iter::once(())
        }
        fn play(&mut self, (): ()) {
            self.0 += 1;
        }
        fn outcome(&self) -> Option<Score> {
            None
        }
    }
    impl Hashed for Endless {
        fn key(&self) -> u64 {
            self.0
        }
    }
    for algorithm in [Algorithm::ALPHA_BETA, Algorithm::ZhangCui, Algorithm::Minimax] {
        let refused = Search::new(algorithm).run(&Endless(0), &(), &Limits::none());
        assert_eq!(refused.unwrap_err(), Stopped::TooDeep, "{algorithm}");
    }
}

/// Two marbles walk a ring; whoever is caught loses; the third repetition is a draw.
#[derive(Clone)]
struct Chase {
    holes: [u8; 2],
    to_move: Player,
}

impl Game for Chase {
    type Move = u8;
    fn to_move(&self) -> Player {
        self.to_move
    }
    fn moves(&self) -> impl Iterator<Item = u8> {
        [1, 4].into_iter().take(if self.outcome().is_none() { 2 } else { 0 })
    }
    fn play(&mut self, by: u8) {
        let mover = self.to_move as usize;
        self.holes[mover] = (self.holes[mover] + by) % 5;
        self.to_move = self.to_move.other();
    }
    fn outcome(&self) -> Option<Score> {
        (self.holes[0] == self.holes[1]).then_some(Score::LOSS)
    }
}

impl Hashed for Chase {
    fn key(&self) -> u64 {
        pleach::key_of(&(self.holes, self.to_move))
    }
    fn repetition(&self, occurrence: u32) -> Option<Score> {
        (occurrence >= 3).then_some(Score::ZERO)
    }
}

#[test]
fn repetition_works_with_every_search_the_one_with_memory_included() {
    let start = Repeating::new(Chase { holes: [0, 2], to_move: Player::Max });
    for depth in 1..=14 {
        let exact = pleach::testkit::oracle(&start, &(), depth);
        for algorithm in Algorithm::all() {
            let report = Search::new(algorithm).run(&start, &(), &Limits::depth(depth)).unwrap();
            assert_eq!(report.value, exact, "{algorithm} at depth {depth}");
        }
    }
}

#[test]
fn a_limit_reached_while_equals_are_asked_for_leaves_the_answer() {
    let tree: ExplicitTree = "MAX[5, MIN[3, 8], 5, MIN[5, 6]]".parse().unwrap();
    let search = Search::new(Algorithm::ALPHA_BETA).all_best();
    let whole = search.run(&tree, &(), &Limits::depth(2)).unwrap();
    assert_eq!(whole.equally_good, [1, 3, 4]);
    let needed = Search::new(Algorithm::ALPHA_BETA).deepening().run(&tree, &(), &Limits::depth(2)).unwrap();
    let limits = Limits::depth(2).nodes(needed.counts.nodes + 1);
    let stopped = search.run(&tree, &(), &limits).unwrap();
    assert_eq!(
        (stopped.value, stopped.best, stopped.stopped),
        (Score::new(5), Some(1), Some(Stopped::Nodes))
    );
    assert!(stopped.equally_good.is_empty());
}
