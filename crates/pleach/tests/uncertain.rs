//! The searches over uncertain values: what the papers prove of them, on random trees and by worked examples. The
//! same checks on many more trees: `cargo run --release -p pleach --example uncertain_trees`.

use pleach::testkit::{TreeRange, compare_best_first, compare_informed, compare_uncertain, random_tree};
use pleach::tree::{ExplicitTree, RandomTree, Shape};
use pleach::uncertain::best_first::{BStar, Conspiracy, Expansion, PbStar, Strategy, Threshold};
use pleach::uncertain::{Choice, Leaves, ScoreBounds, Search, Verdict, Walk, informed, p_ab};
use pleach::{Distribution, Game, Interval, Limits, Score, Stopped, testkit, textbook};

fn interval(low: i32, high: i32) -> Interval {
    Interval::new(Score::new(low), Score::new(high)).unwrap()
}

#[test]
fn depth_first_searches_keep_what_they_promise() {
    for seed in 0..250 {
        let extra_turns = seed % 3 == 0;
        let tree =
            random_tree(seed, TreeRange { deepest: 5, widest: 4, extra_turns, ..TreeRange::default() });
        compare_uncertain(&tree, seed, 1 + seed as u32 % 4).unwrap();
    }
    for seed in 0..60 {
        compare_uncertain(&Shape::uniform(3, 9).tree(seed), seed, 4).unwrap();
    }
}

#[test]
fn bounds_at_interior_nodes_save_leaves_and_change_nothing() {
    let mut sum = [0, 0];
    for seed in 0..150 {
        let tree = Shape::uniform(3, 9).tree(seed);
        let leaves = compare_informed(&tree, seed, 4, |p: &RandomTree| 4 - p.level()).unwrap();
        sum = [sum[0] + leaves[0], sum[1] + leaves[1]];
    }
    assert!(sum[0] < sum[1], "{sum:?}");
}

#[test]
fn proofs_agree_with_minimax_and_with_each_other() {
    for seed in 0..150 {
        let extra_turns = seed % 3 == 0;
        let tree =
            random_tree(seed, TreeRange { deepest: 4, widest: 4, extra_turns, ..TreeRange::default() });
        compare_best_first(&tree, seed).unwrap();
    }
}

/// The tree of the B* example, as its nodes are bracketed in Max's view.
const EXAMPLE: &str =
    "MAX[A: MIN[A1: MAX[a: 1, b: 1], A2: MAX[c: 1]], B: MIN[B1: MAX[d: 1], B2: MAX[e: 1]], C: MIN[f: 1]]";

fn example_bounds(p: &ExplicitTree) -> Interval {
    let name = pleach::Notation::node_name(p).unwrap_or_default();
    let known = match name.as_str() {
        "A" | "A1" => interval(0, 5),
        "A2" => interval(1, 6),
        "B" | "B1" => interval(-1, 4),
        "B2" => interval(-2, 2),
        "C" => interval(-3, 1),
        _ => Interval::FULL,
    };
    p.to_move().view(known)
}

/// The leaves of the example have ranges too, which no explicit tree has: they are nodes here that go on.
fn example() -> (ExplicitTree, impl Fn(&ExplicitTree) -> Interval) {
    let mut text = EXAMPLE.to_owned();
    for leaf in ["a", "b", "c", "d", "e", "f"] {
        text = text.replace(&format!("{leaf}: 1"), &format!("{leaf}: MIN[1]"));
    }
    let bounds = |p: &ExplicitTree| {
        let known = match pleach::Notation::node_name(p).unwrap_or_default().as_str() {
            "a" => interval(2, 4),
            "b" => interval(-1, 3),
            "c" => interval(3, 5),
            "d" => interval(0, 3),
            "e" => interval(-2, 1),
            "f" => interval(-3, 1),
            _ => return example_bounds(p),
        };
        p.to_move().view(known)
    };
    (text.parse().unwrap(), bounds)
}

#[test]
fn the_example_of_b_star_step_by_step() {
    let (tree, bounds) = example();
    let mut search = BStar::new(&tree, &bounds, &Limits::none());
    let range = |search: &BStar<_, _>, mv: u32| {
        search.report().moves.iter().find(|root| root.mv == mv).map(|root| root.value).unwrap()
    };
    let mut expect = |strategy: Strategy, path: &[u32], root: [Interval; 3]| {
        assert_eq!(search.step(), Ok(Expansion::Expanded { strategy, path: path.to_vec() }));
        assert_eq!([1, 2, 3].map(|mv| range(&search, mv)), root);
    };
    let (b, c) = (interval(-1, 4), interval(-3, 1));
    expect(Strategy::Root, &[], [interval(0, 5), b, c]);
    expect(Strategy::ProveBest, &[1], [interval(0, 5), b, c]);
    expect(Strategy::ProveBest, &[1, 1], [interval(1, 4), b, c]);
    expect(Strategy::DisproveRest, &[2], [interval(1, 4), interval(-1, 2), c]);
    expect(Strategy::ProveBest, &[1, 2], [interval(2, 4), interval(-1, 2), c]);
    assert_eq!(search.step(), Ok(Expansion::Done(Verdict::Separated)));
    let report = search.report();
    assert_eq!(report.best, Some(1));
    assert_eq!(report.widened, 1, "the reply B2 contradicts B and is held inside it");
}

/// Theorem 2 for distributions: a set of leaves determines the root if it does whatever the others are.
#[test]
fn some_order_visits_no_more_than_any_algorithm() {
    let lists = [interval(-1, 0), interval(0, 0), interval(0, 1), interval(-1, 1)];
    let mut checked = 0;
    for seed in 0..400u64 {
        // The root's two moves have two replies each, in all eight orders.
        let leaves: Vec<Interval> = (0..4).map(|n| lists[(pleach::mix(seed * 8 + n) % 4) as usize]).collect();
        let orders: Vec<[usize; 4]> = vec![
            [0, 1, 2, 3],
            [1, 0, 2, 3],
            [0, 1, 3, 2],
            [1, 0, 3, 2],
            [2, 3, 0, 1],
            [3, 2, 0, 1],
            [2, 3, 1, 0],
            [3, 2, 1, 0],
        ];
        let seen: Vec<u32> = orders.iter().map(|order| leaves_visited(order, &leaves)).collect();
        for known in 0..16u32 {
            if determines(&leaves, known) {
                assert!(seen.iter().any(|set| set & !known == 0), "{leaves:?} {known:b} {seen:?}");
                checked += 1;
            }
        }
    }
    assert!(checked > 500, "{checked}");
}

fn leaves_visited(order: &[usize; 4], leaves: &[Interval]) -> u32 {
    let node = |n: usize| format!("n{n}: MAX[0]");
    let text = format!(
        "MAX[MIN[{}, {}], MIN[{}, {}]]",
        node(order[0]),
        node(order[1]),
        node(order[2]),
        node(order[3])
    );
    let tree: ExplicitTree = text.parse().unwrap();
    let seen = std::cell::Cell::new(0);
    let evaluator = |p: &ExplicitTree| {
        let number: usize = pleach::Notation::node_name(p).unwrap()[1..].parse().unwrap();
        seen.set(seen.get() | 1 << number);
        Distribution::uniform(leaves[number]).unwrap()
    };
    let mut walk = Walk::new(&evaluator, &Limits::none());
    p_ab(&mut walk, &tree, 2, interval(-1, 1), Leaves::Clipped).unwrap();
    seen.get()
}

/// Whether the distribution of the root is the same whatever the leaves are that are not known. It is enough to try
/// the extremes and a coin between them.
fn determines(leaves: &[Interval], known: u32) -> bool {
    let root = |fill: &dyn Fn(usize) -> Distribution| {
        let value = |n: usize| match known >> n & 1 {
            1 => Distribution::uniform(leaves[n]).unwrap(),
            _ => fill(n),
        };
        let replies = [0, 2].map(|n| Distribution::min_of([&value(n), &value(n + 1)]).unwrap());
        Distribution::max_of(&replies).unwrap()
    };
    let point = |score: i32| Distribution::point(Score::new(score));
    let fills: Vec<Box<dyn Fn(usize) -> Distribution>> = vec![
        Box::new(|_| point(-1)),
        Box::new(|_| point(0)),
        Box::new(|_| point(1)),
        Box::new(|_| Distribution::new(Score::new(-1), vec![0.5, 0.0, 0.5]).unwrap()),
        Box::new(|n| point(if n % 2 == 0 { -1 } else { 1 })),
        Box::new(|n| point(if n % 2 == 0 { 1 } else { -1 })),
        Box::new(|n| point(if n < 2 { -1 } else { 1 })),
        Box::new(|n| point(if n < 2 { 1 } else { -1 })),
    ];
    let values: Vec<Distribution> = fills.iter().map(|fill| root(fill.as_ref())).collect();
    values.iter().all(|value| {
        [-1, 0, 1]
            .iter()
            .all(|&score| (value.mass(Score::new(score)) - values[0].mass(Score::new(score))).abs() < 1e-12)
    })
}

/// A list held at the alpha of the root has a mass there that belongs below it; a search that chooses by
/// dominance must not be misled by it.
#[test]
fn the_choice_is_not_misled_by_clipping() {
    let tree: ExplicitTree = "MAX[a: MIN[1], b: MIN[1]]".parse().unwrap();
    let evaluator = |p: &ExplicitTree| {
        let value = match pleach::Notation::node_name(p).unwrap().as_str() {
            "a" => Distribution::from_pairs(&[(Score::new(5), 0.9), (Score::new(10), 0.1)]),
            _ => Distribution::from_pairs(&[(Score::new(0), 0.85), (Score::new(11), 0.15)]),
        };
        -value.unwrap()
    };
    for choice in [Choice::Dominance, Choice::Expectation, Choice::Bound] {
        let report = Search::new(choice).run(&tree, &evaluator, &Limits::depth(1)).unwrap();
        assert_eq!(report.best, Some(1), "{choice:?}");
        if choice != Choice::Bound {
            assert!((report.moves[0].dominance - 0.85).abs() < 1e-12);
            assert!((report.moves[1].dominance - 0.15).abs() < 1e-12);
        }
    }
}

#[test]
fn deepening_finds_the_same_as_one_search_and_gives_an_answer_when_stopped() {
    let beliefs = testkit::Beliefs { salt: 5, largest: 6 };
    let tree = Shape::uniform(4, 9).tree(3);
    let whole = Search::new(Choice::Expectation).run(&tree, &beliefs, &Limits::depth(5)).unwrap();
    let deepened =
        Search::new(Choice::Expectation).deepening().run(&tree, &beliefs, &Limits::depth(5)).unwrap();
    assert_eq!((whole.best, deepened.depth), (deepened.best, 5));
    let mass = |score: i32| (whole.value.mass(Score::new(score)), deepened.value.mass(Score::new(score)));
    assert!((-6..=6).map(mass).all(|(one, other)| (one - other).abs() < 1e-12));
    let stopped = Search::new(Choice::Dominance).run(&tree, &beliefs, &Limits::none().nodes(500)).unwrap();
    assert_eq!((stopped.stopped, stopped.verdict), (Some(Stopped::Nodes), Verdict::Unfinished));
    assert!(stopped.best.is_some() && stopped.depth >= 2);
    let none = Search::new(Choice::Dominance).run(&tree, &beliefs, &Limits::none().nodes(2));
    assert_eq!(none.err(), Some(Stopped::Nodes));
}

#[test]
fn attention_leaves_hopeless_moves_where_they_are() {
    let beliefs = testkit::Beliefs { salt: 5, largest: 6 };
    let tree = Shape::uniform(6, 12).tree(1);
    let all = Search::new(Choice::Dominance).deepening().run(&tree, &beliefs, &Limits::depth(5)).unwrap();
    let some = Search::new(Choice::Dominance).attention(0.1).run(&tree, &beliefs, &Limits::depth(5)).unwrap();
    assert!(some.counts.nodes < all.counts.nodes);
    assert!(some.moves.iter().any(|root| root.depth < 5));
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    let tree: ExplicitTree = "7".parse().unwrap();
    let nothing = |_: &ExplicitTree| Interval::FULL;
    let report = BStar::new(&tree, &nothing, &Limits::none()).run().unwrap();
    assert_eq!((report.best, report.value, report.verdict), (None, interval(7, 7), Verdict::Finished));
    let report = Search::new(Choice::Bound).run(&tree, &nothing, &Limits::depth(3)).unwrap();
    assert_eq!((report.best, report.value), (None, interval(7, 7)));
    let zero = |_: &ExplicitTree| Score::ZERO;
    let report = Conspiracy::new(&tree, &zero, &ScoreBounds, &Limits::none()).run().unwrap();
    assert_eq!((report.best, report.value), (None, interval(7, 7)));
}

#[test]
fn what_cannot_be_told_apart_is_said_to_be() {
    let tree = Shape::uniform(3, 8).tree(1);
    let vague = |_: &RandomTree| interval(-50, 50);
    let report = BStar::new(&tree, &vague, &Limits::depth(3)).run().unwrap();
    assert_eq!((report.verdict, report.depth, report.stopped), (Verdict::Unseparated, 3, None));
    let lists = |_: &RandomTree| Distribution::uniform(interval(-50, 50)).unwrap();
    let report = PbStar::new(&tree, &lists, &Limits::depth(3)).theta(1.0).run().unwrap();
    assert_eq!(report.verdict, Verdict::Unseparated);
    let zero = |_: &RandomTree| Score::ZERO;
    let report = Conspiracy::new(&tree, &zero, &vague, &Limits::depth(3)).run().unwrap();
    assert_eq!(report.verdict, Verdict::Unseparated);
}

#[test]
fn budgets_end_a_search_with_an_answer() {
    let tree = Shape::uniform(8, 30).tree(1);
    let vague = |_: &RandomTree| interval(-50, 50);
    let report = BStar::new(&tree, &vague, &Limits::none().nodes(5000)).run().unwrap();
    assert_eq!((report.verdict, report.stopped), (Verdict::Unfinished, Some(Stopped::Nodes)));
    assert!(report.best.is_some() && report.counts.nodes <= 5000);
    let small = BStar::with_memory(&tree, &vague, &Limits::none(), 3, &[]).run().unwrap();
    assert_eq!(small.stopped, Some(Stopped::Memory));
    assert!(small.memory.unwrap() <= 3 << 20);
    let lists = |_: &RandomTree| Distribution::uniform(interval(-50, 50)).unwrap();
    let search = PbStar::with_memory(&tree, &lists, &Limits::none(), 12, &[]);
    let small = search.theta(1.0).run().unwrap();
    assert_eq!(small.stopped, Some(Stopped::Memory));
    assert!(small.memory.unwrap() <= 12 << 20);
    let zero = |_: &RandomTree| Score::ZERO;
    let search = Conspiracy::with_memory(&tree, &zero, &vague, &Limits::none(), 12, &[]);
    let small = search.threshold(Threshold { conspirators: 32, accuracy: 0 }).run().unwrap();
    assert_eq!(small.stopped, Some(Stopped::Memory));
    assert_eq!(BStar::with_memory(&tree, &vague, &Limits::none(), 0, &[]).run().err(), Some(Stopped::Memory));
}

#[test]
fn root_moves_can_be_chosen_from() {
    let tree: ExplicitTree = "MAX[5, 9, 7]".parse().unwrap();
    let nothing = |_: &ExplicitTree| Interval::FULL;
    let report = BStar::with_memory(&tree, &nothing, &Limits::none(), 64, &[1, 3]).run().unwrap();
    assert_eq!((report.best, report.moves.len()), (Some(3), 2));
}

/// With more conspirators than there are leaves, nothing is left to chance.
#[test]
fn enough_conspirators_find_the_value() {
    for seed in 0..60 {
        let tree = random_tree(seed, TreeRange { deepest: 3, widest: 3, ..TreeRange::default() });
        let threshold = Threshold { conspirators: Threshold::MOST, accuracy: 0 };
        let statics = |p: &ExplicitTree| p.static_value();
        let mut search = Conspiracy::new(&tree, &statics, &ScoreBounds, &Limits::none()).threshold(threshold);
        let report = search.finish().unwrap();
        let value = textbook::solve(&tree).value;
        assert!(report.value.contains(value), "{tree}: {value} outside {}", report.value);
        if let Some(best) = report.best {
            let next = tree.after(best);
            let after = tree.to_move().view(next.to_move().view(textbook::solve(&next).value));
            assert_eq!(after, value, "{tree}");
        }
    }
}

/// Where all is known, both sides make moves that keep the value, down to the end of the game.
#[test]
fn lines_lead_to_where_the_value_comes_from() {
    let mut known = 0;
    for seed in 0..60 {
        let tree = Shape::uniform(3, 4).tree(seed);
        let value = textbook::solve(&tree).value;
        let (zero, nothing) = (|_: &RandomTree| Score::ZERO, |_: &RandomTree| Interval::FULL);
        let lists = |_: &RandomTree| Distribution::uniform(interval(-9, 9)).unwrap();
        let threshold = Threshold { conspirators: Threshold::MOST, accuracy: 0 };
        let conspiracy = Conspiracy::new(&tree, &zero, &nothing, &Limits::none()).threshold(threshold);
        let conspiracy = conspiracy.run().unwrap();
        let lines = [
            BStar::new(&tree, &nothing, &Limits::none()).run().unwrap().line().to_vec(),
            PbStar::new(&tree, &lists, &Limits::none()).run().unwrap().line().to_vec(),
            conspiracy.line().to_vec(),
        ];
        for line in &lines {
            let mut at = tree;
            for &mv in line {
                assert!(at.moves().any(|legal| legal == mv), "seed {seed}: {line:?}");
                at.play(mv);
            }
        }
        if conspiracy.verdict == Verdict::Finished || conspiracy.value.width() == 0 {
            known += 1;
            let mut at = tree;
            lines[2].iter().for_each(|&mv| at.play(mv));
            let reached = at.outcome().map(|outcome| tree.to_move().view(at.to_move().view(outcome)));
            assert_eq!(reached, Some(value), "seed {seed}: {:?}", lines[2]);
        }
        assert!(lines.iter().all(|line| line.len() > 1), "seed {seed}: {lines:?}");
    }
    assert!(known > 30, "{known} values are certain");
}

#[test]
fn contradictory_bounds_of_an_informed_search_are_harmless() {
    let beliefs = testkit::Beliefs { salt: 5, largest: 6 };
    let tree = Shape::uniform(3, 9).tree(3);
    let nonsense = |p: &RandomTree| interval(p.level() as i32 * 3 - 8, p.level() as i32 * 3 - 7);
    let mut walk = Walk::new(&beliefs, &Limits::none());
    let value: Distribution = informed(&mut walk, &tree, 5, interval(-6, 6), &nonsense).unwrap();
    let sum: f64 = value.masses().map(|(_, mass)| mass).sum();
    assert!((sum - 1.0).abs() < 1e-9 && value.bounds().low() >= Score::new(-6));
}
