//! What must hold of every selective search, on random trees.

use pleach::observe::{Event, Observe};
use pleach::prune::{Base, Network, Pair, Regression, Rules, Sides, Sight};
use pleach::prune::{Gpc, MultiProbCut, ProbCut};
use pleach::testkit::{TreeRange, oracle, random_tree};
use pleach::textbook::selective::{self, ByStage, Focus, Selective};
use pleach::textbook::{Algorithm, Search, Walk};
use pleach::tree::ExplicitTree;
use pleach::{Game, Limits, Score, Window, mix};
use proptest::prelude::*;

const ALGORITHMS: [Algorithm; 3] =
    [Algorithm::ALPHA_BETA, Algorithm::NegaScout, Algorithm::Mtdf { guess: None }];

/// All rules, with a place for t (or the margin) and one for p.
const FORMS: [&str; 11] = [
    "razoring:margin=T",
    "probcut:d=2,s=1,sigma=2,t=T",
    "probcut:d=2,s=0,a=0.9,b=1,sigma=0,t=T,infinite=skip",
    "mpc:pairs=2-0/2-1/3-1,a=1/0.8/1.1,b=0/1/-1,sigma=2/3/1,t=T",
    "endcut:pairs=1-0/2-0/3-1,sigma=2,t=T",
    "gpc:d=2,s=0,sigma=2,t=T",
    "gpc:d=2,s=1,sigma=2,t=T,base=max,sides=both",
    "gmpc:pairs=1-0/2-0/2-1/3-1,sigma=2,t=T,base=max",
    "fgpc:d=2,s=0,sigma=2,t=T",
    "fgmpc:pairs=1-0/2-1/3-0,sigma=2,t=T,base=max",
    "integrated:d=2,s=0,sigma=2,t=T,rank-depth=1,p=P,ranks=50-30-15-5/30-50-20/20-20-60",
];
const CUTTING: &str = "node-cutting:d=1,s=1,p=P,ranks=50-30-15-5/30-50-20/20-20-60";

fn rules(form: &str, t: &str, p: &str) -> Rules {
    let text = form.replace("=T", &format!("={t}")).replace("=P", &format!("={p}"));
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Everything that can be seen of a search.
#[derive(Default, Debug, PartialEq)]
struct Seen {
    events: Vec<String>,
}

impl<G: Game> Observe<G> for Seen {
    fn observe(&mut self, event: Event<'_, G>) {
        self.events.push(match event {
            Event::Entered { ply, branch, depth, window, .. } => {
                format!("{ply} {:?} {depth} {window}", branch.map(|branch| branch.number))
            }
            Event::Leaf { ply, value, cause } => format!("{ply} {value} {cause:?}"),
            Event::Returned { ply, branch, value, best, .. } => {
                format!("{ply} {} {value} {best}", branch.number)
            }
            Event::Cut { ply, kind, by } => format!("{ply} {kind:?} {by:?}"),
            Event::Left { ply, value, bound } => format!("{ply} {value} {bound:?}"),
            Event::TableHit { ply, value, bound, .. } => format!("hit {ply} {value} {bound:?}"),
            Event::Test { ply, window, .. } => format!("test {ply} {window}"),
            Event::Again { ply, window, reason, .. } => format!("again {ply} {window} {reason:?}"),
            Event::Iteration { depth } => format!("iteration {depth}"),
            Event::Probe { .. } | Event::Probed { .. } => "probe".to_owned(),
            Event::Forecast { .. } | Event::Skipped { .. } => "omission".to_owned(),
        });
    }
}

fn tree(seed: u64, extra_turns: bool) -> ExplicitTree {
    random_tree(seed, TreeRange { deepest: 5, widest: 4, values: 24, extra_turns })
}

fn window(seed: u64) -> Window {
    let draw = |salt| Score::new((mix(seed ^ salt) % 25) as i32 - 12);
    match mix(seed) % 3 {
        0 => Window::FULL,
        1 => Window::below(draw(1)),
        _ => Window::new(draw(1).min(draw(2)), draw(1).max(draw(2)).next_up()).unwrap(),
    }
}

fn run(search: &Search, tree: &ExplicitTree, depth: u32) -> (Score, Option<u32>, Seen) {
    let mut seen = Seen::default();
    let limits = Limits::depth(depth);
    let report = search.run_observed(tree, &ExplicitTree::static_value, &limits, &mut seen).unwrap();
    (report.value, report.best, seen)
}

/// The least and the greatest of all values of leaves and static values, for the side to move at the root.
fn span(tree: &ExplicitTree) -> (Score, Score) {
    let player = tree.to_move();
    let (mut low, mut high) = (Score::MAX, Score::MIN);
    let mut waiting = vec![tree.clone()];
    while let Some(node) = waiting.pop() {
        let value = player.view(node.to_move().view(node.static_value()));
        (low, high) = (low.min(value), high.max(value));
        if node.outcome().is_none() {
            waiting.extend(node.moves().map(|mv| node.after(mv)));
        }
    }
    (low, high)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// With endless caution everything is searched, in the same order and with the same windows.
    #[test]
    fn a_rule_that_never_hits_changes_nothing(seed: u64, depth in 1u32..6, extra_turns: bool) {
        let (tree, window) = (tree(seed, extra_turns), window(seed));
        for algorithm in ALGORITHMS {
            let plain = Search::new(algorithm).window(window);
            let expected = run(&plain, &tree, depth);
            let never = FORMS.map(|form| rules(form, "inf", "0.5")).into_iter().chain([rules(CUTTING, "0", "1")]);
            for rules in never {
                let found = run(&plain.clone().prune(rules.clone()).unwrap(), &tree, depth);
                prop_assert_eq!(&found, &expected, "{} {} {}", algorithm, rules, tree);
            }
        }
    }

    /// The forms of the searches with no rule at all are the plain ones.
    #[test]
    fn the_empty_rule_visits_what_the_plain_search_visits(seed: u64, depth in 1u32..6) {
        let (tree, window) = (tree(seed, seed % 3 == 0), window(seed));
        for algorithm in ALGORITHMS {
            let expected = run(&Search::new(algorithm).window(window), &tree, depth);
            let mut seen = Seen::default();
            let mut s = Walk::new(&ExplicitTree::static_value, &mut seen, &Limits::none());
            let value = match algorithm {
                Algorithm::NegaScout => selective::negascout(&mut s, &mut (), &tree, depth, window),
                Algorithm::Mtdf { .. } => {
                    let (mut memory, guess) = (selective::Memory::with_capacity(10_000), tree.static_value());
                    selective::mtdf(&mut s, &mut (), &mut memory, &tree, depth, window, guess)
                }
                _ => selective::alpha_beta(&mut s, &mut ((), ()), &tree, depth, window),
            };
            prop_assert_eq!((value.unwrap(), seen), (expected.0, expected.2), "{} {}", algorithm, tree);
        }
    }

    /// Whatever is left out: there is a best move, MTD(f) ends, and no value comes from nowhere.
    #[test]
    fn every_selective_search_answers_with_a_value_of_the_tree(
        seed: u64, depth in 1u32..6, t in 0.0..3.0f64, p in 0.0..1.0f64,
    ) {
        let tree = tree(seed, seed % 3 == 0);
        let (low, high) = span(&tree);
        let margin = format!("{t:.0}");
        for algorithm in ALGORITHMS {
            // Lines other than v_d = v_s can predict what no leaf is worth.
            let plain_lines = FORMS.into_iter().filter(|form| !form.contains("a=0.9") && !form.contains("a=1/"));
            for form in plain_lines.chain([CUTTING]) {
                let t = if form.starts_with("razoring") { margin.clone() } else { t.to_string() };
                let rules = rules(form, &t, &p.to_string());
                let (value, best, seen) = run(&Search::new(algorithm).prune(rules.clone()).unwrap(), &tree, depth);
                prop_assert!((low..=high).contains(&value), "{algorithm} {rules} {value} {tree}");
                prop_assert_eq!(best.is_some(), tree.outcome().is_none(), "{} {} {}", algorithm, rules, tree);
                if tree.outcome().is_none() && algorithm != (Algorithm::Mtdf { guess: None }) {
                    let returned = seen.events.iter().any(|event| {
                        event.starts_with("0 ") && event.ends_with(&format!(" {value} {value}"))
                    });
                    prop_assert!(returned, "{algorithm} {rules} {value} {tree}");
                }
            }
        }
    }

    /// "GPC-AB examines the same leaf nodes in the same order as ProbCut", under the conditions that make it true:
    /// the base is max(g, alpha), both bounds are tested at the parent, a move that is not searched counts as the
    /// bound, and ProbCut leaves the root alone.
    #[test]
    fn gpc_is_probcut(
        seed: u64, depth in 2u32..6, deep in 1u32..4, shallow in 0u32..3, t in 0.0..2.0f64,
        a in 0.5..1.5f64, b in -3.0..3.0f64, infinite: bool,
    ) {
        let tree = tree(seed, seed % 2 == 0);
        let pair = Pair::new(deep, shallow % deep, Regression::new(a, b, 2.0).unwrap(), t).unwrap();
        let probcut = if infinite { ProbCut::new(pair) } else { ProbCut::new(pair).skip_infinite() };
        let tests = pleach::prune::Tests { pairs: pair.into(), infinite };
        let gpc = Gpc::new(tests).base(Base::Window).sides(Sides::Both);
        let window = window(seed);
        prop_assert_eq!(leaves(&tree, probcut, depth, window), leaves(&tree, gpc, depth, window), "{}", tree);
    }

    /// Several rules at once.
    #[test]
    fn rules_compose(seed: u64, t in 0.0..2.0f64) {
        let text = format!("razoring:margin=3+probcut:d=2,s=0,sigma=2,t={t}+gpc:d=3,s=1,sigma=2,t={t}");
        let rules: Rules = text.parse().unwrap();
        let tree = tree(seed, false);
        for algorithm in ALGORITHMS {
            let (value, ..) = run(&Search::new(algorithm).prune(rules.clone()).unwrap(), &tree, 5);
            let (low, high) = span(&tree);
            prop_assert!((low..=high).contains(&value));
        }
    }
}

/// The value of an alpha-beta search and the leaves of the tree that it and its tests visit, in order.
fn leaves(
    tree: &ExplicitTree,
    mut rule: impl selective::Selective<ExplicitTree>,
    depth: u32,
    window: Window,
) -> (Score, Vec<(String, Score)>) {
    #[derive(Default)]
    struct Leaves {
        path: Vec<u32>,
        leaves: Vec<(String, Score)>,
    }
    impl<G: Game> Observe<G> for Leaves {
        fn observe(&mut self, event: Event<'_, G>) {
            match event {
                Event::Entered { ply, branch, .. } => {
                    self.path.truncate((ply as usize).saturating_sub(1));
                    self.path.extend(branch.map(|branch| branch.number));
                }
                Event::Leaf { value, .. } => self.leaves.push((format!("{:?}", self.path), value)),
                _ => {}
            }
        }
    }
    let mut seen = Leaves::default();
    let mut s = Walk::new(&ExplicitTree::static_value, &mut seen, &Limits::none());
    let value = selective::alpha_beta(&mut s, &mut rule, tree, depth, window).unwrap();
    (value, seen.leaves)
}

#[test]
fn gpc_as_printed_is_not_probcut() {
    let pair = Pair::new(2, 0, Regression::new(1.0, 0.0, 2.0).unwrap(), 0.5).unwrap();
    // With the full window g would be max(g, alpha) wherever this depth tests.
    let window = Window::new(Score::new(-3), Score::new(4)).unwrap();
    let others = [Gpc::new(pair), Gpc::new(pair).base(Base::Window), Gpc::new(pair).sides(Sides::Both)];
    for gpc in others {
        let differs = |seed: u64| {
            let tree = tree(seed, false);
            leaves(&tree, ProbCut::new(pair), 4, window) != leaves(&tree, gpc.clone(), 4, window)
        };
        assert!((0..200).any(differs), "{gpc:?}");
    }
}

#[test]
fn mtdf_ends_with_selective_bounds_whatever_the_guess() {
    for seed in 0..3_000 {
        let tree = tree(seed, false);
        let form = [FORMS.as_slice(), &[CUTTING]].concat()[seed as usize % 12];
        let t = (mix(seed) % 300) as f64 / 100.0;
        let t = if form.starts_with("razoring") { "1".to_owned() } else { t.to_string() };
        let guess = [0, 12, -1_000_000, 1_000_000_000][(mix(seed) >> 32) as usize % 4];
        let search = Search::new(Algorithm::Mtdf { guess: Some(Score::new(guess)) });
        let search = search.prune(rules(form, &t, "0.7")).unwrap();
        let limits = Limits::depth(5);
        let report = search.run(&tree, &ExplicitTree::static_value, &limits).unwrap();
        assert!(report.counts.researches < 400, "{form} {guess}: {} passes", report.counts.researches);
    }
}

#[test]
fn fgpc_needs_an_order() {
    let (mut found, mut trees) = ([0, 0], 0);
    for seed in 0..400 {
        let tree = random_tree(seed, TreeRange { deepest: 5, widest: 5, values: 60, extra_turns: false });
        if tree.outcome().is_some() {
            continue;
        }
        trees += 1;
        let exact = oracle(&tree, &ExplicitTree::static_value, 4);
        for (method, found) in ["gpc", "fgpc"].into_iter().zip(&mut found) {
            let rules: Rules = format!("{method}:d=2,s=1,sigma=10,t=1").parse().unwrap();
            let search = Search::new(Algorithm::ALPHA_BETA).prune(rules).unwrap();
            let report = search.run(&tree, &ExplicitTree::static_value, &Limits::depth(4)).unwrap();
            *found += u32::from(report.value == exact);
        }
    }
    assert!(found[1] < found[0] && found[0] <= trees, "FGPC {} GPC {} of {trees}", found[1], found[0]);
}

/// Every stage has its own table, and is searched as if there were no other.
#[test]
fn stages_choose_the_table() {
    fn searched(tree: &ExplicitTree, mut rule: impl Selective<ExplicitTree>) -> (Score, Seen) {
        let mut seen = Seen::default();
        let mut walk = Walk::new(&ExplicitTree::static_value, &mut seen, &Limits::none());
        let value = selective::alpha_beta(&mut walk, &mut rule, tree, 4, Window::FULL);
        (value.unwrap(), seen)
    }
    let table = |sigma: f64| {
        let line = Regression::new(1.0, 0.0, sigma).unwrap();
        MultiProbCut::new(Pair::new(2, 0, line, 1.0).unwrap())
    };
    let (bold, careful) = (table(0.0), table(1e6));
    let mut mixed = 0;
    for seed in 0..300 {
        let tree = tree(seed, false);
        let by = |stage: fn(&ExplicitTree) -> usize| {
            searched(&tree, ByStage::new(bold.clone(), [careful.clone()], stage))
        };
        assert_eq!(by(|_| 0), searched(&tree, bold.clone()), "seed {seed}");
        assert_eq!(by(|_| 1), searched(&tree, careful.clone()), "seed {seed}");
        // Stages behind the last one are that one.
        assert_eq!(by(|_| 7), by(|_| 1), "seed {seed}");
        let by_value = by(|game| usize::from(game.static_value().get() > 0));
        mixed += u32::from(by_value != by(|_| 0) && by_value != by(|_| 1));
    }
    assert!(mixed > 5, "only {mixed} trees tell the tables apart");
}

/// A random network that sees whether a position is good, and has an output for each of the first eight moves.
fn focus(seed: u64) -> Focus<ExplicitTree> {
    let blank = Network::blank(2, 2, 8).unwrap();
    let numbers =
        (0..blank.weights().flat().len() as u64).map(|place| (mix(seed ^ place << 32) % 21) as i32 - 10);
    let weights = blank.weights().with_flat(&numbers.collect::<Vec<i32>>()).unwrap();
    let active =
        |tree: &ExplicitTree, input: &mut dyn FnMut(usize)| input((tree.static_value().get() > 0).into());
    let output = |_: &ExplicitTree, mv: u32| Some(mv as usize % 8);
    Focus::new(Network::new(weights, 2, 8).unwrap(), Sight { inputs: 2, outputs: 8, active, output })
}

/// Minimax over the moves that a network leaves, with the number of those it does not.
fn minimax_of_the_rest(
    tree: &ExplicitTree,
    rule: &Focus<ExplicitTree>,
    depth: u32,
    ply: u32,
) -> (Score, u32) {
    if let Some(score) = tree.outcome() {
        return (score.after(ply), 0);
    }
    if depth == 0 {
        return (tree.static_value(), 0);
    }
    let hidden = rule.hidden(tree);
    let mut left_out = hidden.iter().filter(|hidden| **hidden).count() as u32;
    let mut values = Vec::new();
    for (mv, _) in tree.moves().zip(&hidden).filter(|(_, hidden)| !**hidden) {
        let mut next = tree.clone();
        next.play(mv);
        let (value, below) = minimax_of_the_rest(&next, rule, depth - 1, ply + 1);
        values.push(if next.to_move() == tree.to_move() { value } else { -value });
        left_out += below;
    }
    (values.into_iter().max().expect("the best move is never hidden"), left_out)
}

/// What is hidden depends on the position alone: the three searches have the value of the tree that is left.
#[test]
fn focus_is_minimax_of_the_moves_that_are_left() {
    let mut left_out = 0;
    for seed in 0..300 {
        let (tree, rule) = (tree(seed, seed % 2 == 0), focus(seed));
        for depth in 1..6 {
            let (expected, hidden) = minimax_of_the_rest(&tree, &rule, depth, 0);
            left_out += hidden;
            for algorithm in ALGORITHMS {
                let (mut observer, limits) = ((), Limits::none());
                let mut walk = Walk::new(&ExplicitTree::static_value, &mut observer, &limits);
                let (s, rule, full) = (&mut walk, &mut rule.clone(), Window::FULL);
                let value = match algorithm {
                    Algorithm::ALPHA_BETA => selective::alpha_beta(s, rule, &tree, depth, full),
                    Algorithm::NegaScout => selective::negascout(s, rule, &tree, depth, full),
                    _ => {
                        let mut memory = selective::Memory::with_mebibytes(1);
                        selective::mtdf(s, rule, &mut memory, &tree, depth, full, Score::ZERO)
                    }
                };
                assert_eq!(value, Ok(expected), "seed {seed}, depth {depth}, {algorithm}");
            }
        }
    }
    assert!(left_out > 1000, "only {left_out} moves were hidden");
}
