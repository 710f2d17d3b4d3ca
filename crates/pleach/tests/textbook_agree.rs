//! Every textbook search against the oracle, and their bounds and visits against each other.

use pleach::observe::{CutKind, Event, Observe};
use pleach::testkit::{TreeRange, Values, compare_all, oracle, random_tree};
use pleach::textbook::{self, Algorithm, Answer, Form, Hint, Search, Walk, alpha_beta};
use pleach::tree::{ExplicitTree, Leaves, RandomTree, Shape};
use pleach::{Game, Limits, Player, Score, Window, mix};

/// The Dewey paths of the visited nodes in order, and the kinds of the cuts.
#[derive(Default, Debug, PartialEq)]
struct Visits {
    path: Vec<u32>,
    visited: Vec<Vec<u32>>,
    cuts: Vec<CutKind>,
}

impl<G: Game> Observe<G> for Visits {
    fn observe(&mut self, event: Event<'_, G>) {
        match event {
            Event::Entered { ply, branch, .. } => {
                self.path.truncate((ply as usize).saturating_sub(1));
                self.path.extend(branch.map(|branch| branch.number));
                self.visited.push(self.path.clone());
            }
            Event::Cut { kind, .. } => self.cuts.push(kind),
            _ => {}
        }
    }
}

type Tree = ExplicitTree;

fn visits<F>(search: F, tree: &Tree, window: Window) -> (Score, Visits)
where
    F: FnOnce(&mut Walk<'_, Tree, fn(&Tree) -> Score, Visits>, &Tree, u32, Window) -> Answer,
{
    let mut visits = Visits::default();
    let evaluator: fn(&Tree) -> Score = ExplicitTree::static_value;
    let mut walk = Walk::new(&evaluator, &mut visits, &Limits::none());
    let value = search(&mut walk, tree, u32::MAX, window).unwrap();
    assert_eq!(walk.nodes() as usize, visits.visited.len());
    (value, visits)
}

fn random_window(seed: u64) -> Window {
    let draw = |salt| Score::new((mix(seed ^ salt) % 15) as i32 - 7);
    let (a, b) = (draw(1), draw(2));
    match mix(seed) % 5 {
        0 => Window::FULL,
        1 => Window::new(Score::MIN, b).unwrap(),
        2 => Window::new(a, Score::MAX).unwrap(),
        3 => Window::below(a),
        _ => Window::new(a.min(b), a.max(b).next_up()).unwrap(),
    }
}

#[test]
fn every_search_is_minimax_on_random_trees() {
    for seed in 0..10_000 {
        let extra_turns = seed % 3 == 0;
        let range = TreeRange { deepest: 5, widest: 4, values: 4 + seed as u32 % 30, extra_turns };
        let tree = random_tree(seed, range);
        let depth = [u32::MAX, 3, 1, 2][seed as usize % 4];
        compare_all(&tree, &ExplicitTree::static_value, depth).unwrap();
    }
}

#[test]
fn every_search_is_minimax_on_computed_trees() {
    let shapes = [
        "b=3,d=5",
        "b=2-5,d=4,leaves=newborn",
        "b=1/4/2,d=6,q=0.8",
        "b=4,d=4,leaves=win-loss,direct=on",
        "b=3,d=5,leaves=ordered,quality=0.6",
        "b=3,d=5,leaves=iid,values=3,direct=on",
    ];
    for shape in shapes {
        for seed in 0..60 {
            let tree: RandomTree = format!("{shape},seed={seed}").parse().unwrap();
            // Static values must keep to the declared scores, too.
            let different = if shape.contains("direct") { 3 } else { 7 };
            compare_all(&tree, &Values { salt: seed, different }, 1 + seed as u32 % 6).unwrap();
        }
    }
}

#[test]
fn min_max_forms_visit_what_the_negamax_forms_visit() {
    for seed in 0..2_000 {
        let tree = random_tree(seed, TreeRange { extra_turns: seed % 2 == 0, ..TreeRange::default() });
        let player = tree.to_move();
        let window = random_window(seed);
        let pairs = [Algorithm::AlphaBetaHard, Algorithm::AlphaBetaOneSided, Algorithm::AlphaBeta];
        for form in pairs {
            let run = |form: Algorithm| {
                let mut visits = Visits::default();
                let search = Search::new(form).window(window);
                let report = search.run_observed(&tree, &(), &Limits::none(), &mut visits).unwrap();
                (report.value, visits)
            };
            assert_eq!(run(form(Form::Negamax)), run(form(Form::MinMax)), "{tree} {window} {player:?}");
        }
    }
}

#[test]
fn hard_and_soft_visit_the_same_nodes_and_one_sided_a_superset() {
    for seed in 0..5_000 {
        let deepest = 2 + seed as u32 % 5;
        let tree = random_tree(seed, TreeRange { deepest, values: 10, ..TreeRange::default() });
        let window = random_window(seed);
        let (_, hard) = visits(textbook::alpha_beta_hard, &tree, window);
        let (_, soft) = visits(textbook::alpha_beta, &tree, window);
        assert_eq!(hard, soft, "{tree} {window}");

        let (_, soft) = visits(textbook::alpha_beta, &tree, Window::FULL);
        let (_, one_sided) = visits(textbook::alpha_beta_one_sided, &tree, Window::FULL);
        let mut remaining = one_sided.visited.iter();
        assert!(soft.visited.iter().all(|node| remaining.any(|other| other == node)), "{tree}");
        assert!(
            !one_sided.cuts.contains(&CutKind::DeepAlpha) && !one_sided.cuts.contains(&CutKind::DeepBeta)
        );
        if deepest <= 3 {
            assert_eq!(soft.visited, one_sided.visited, "{tree}");
        }
    }
}

#[test]
fn values_outside_the_window_are_bounds() {
    for seed in 0..5_000 {
        let tree = random_tree(seed, TreeRange { extra_turns: seed % 4 == 0, ..TreeRange::default() });
        let exact = oracle(&tree, &(), u32::MAX);
        let window = random_window(seed);
        let (alpha, beta) = (window.alpha(), window.beta());
        let (hard, _) = visits(textbook::alpha_beta_hard, &tree, window);
        let (one_sided, _) = visits(textbook::alpha_beta_one_sided, &tree, window);
        if !tree.is_leaf() {
            assert_eq!(hard, exact.clamp(alpha, beta), "hard {tree} {window}");
        }
        match exact < beta {
            true => assert_eq!(one_sided, exact, "one-sided {tree} {window}"),
            false => assert!(beta <= one_sided && one_sided <= exact, "one-sided {tree} {window}"),
        }
        let soft_searches = [
            visits(textbook::alpha_beta, &tree, window).0,
            visits(textbook::negascout, &tree, window).0,
            visits(textbook::zhang_cui, &tree, window).0,
            visits(|s, p, d, w| textbook::aspiration(s, p, d, w, Score::new(1), 2), &tree, window).0,
            visits(
                |s, p, d, w| {
                    textbook::mtdf(s, &mut textbook::Memory::with_capacity(1_000), p, d, w, Score::new(-1))
                },
                &tree,
                window,
            )
            .0,
        ];
        for soft in soft_searches {
            if exact <= alpha {
                assert!(exact <= soft && soft <= alpha, "{soft} {tree} {window}");
            } else if exact >= beta {
                assert!(beta <= soft && soft <= exact, "{soft} {tree} {window}");
            } else {
                assert_eq!(soft, exact, "{tree} {window}");
            }
        }
    }
}

#[test]
fn the_direct_cut_visits_what_the_window_of_the_scores_visits() {
    let mut direct_cuts = 0;
    for seed in 0..2_000 {
        let limit = Score::new(3);
        let tree = random_tree(seed, TreeRange { values: 7, deepest: 5, ..TreeRange::default() });
        let declared = tree.clone().with_limit(limit).unwrap();
        let inside = Window::new(-limit, limit).unwrap();
        let hard = |tree: &Tree, window| visits(textbook::alpha_beta_hard, tree, window);
        let soft = |tree: &Tree, window| visits(textbook::alpha_beta, tree, window);
        for (declared, inside) in [
            (hard(&declared, Window::FULL), hard(&tree, inside)),
            (soft(&declared, Window::FULL), soft(&tree, inside)),
        ] {
            assert_eq!(declared.1.visited, inside.1.visited, "{tree}");
            assert_eq!(declared.0, oracle(&tree, &(), u32::MAX), "{tree}");
            direct_cuts += declared.1.cuts.iter().filter(|&&kind| kind == CutKind::Direct).count();
        }
    }
    assert!(direct_cuts > 1_000, "the test means nothing without direct cuts");
}

#[test]
fn cuts_are_deep_when_their_bound_comes_from_three_plies_up() {
    let run = |text: &str, search: Algorithm| {
        let tree: ExplicitTree = text.parse().unwrap();
        Search::new(search).run(&tree, &(), &Limits::none()).unwrap().counts
    };
    // Spec 1: the smallest trees with a deep cut-off, with and without one-child nodes.
    let hard = Algorithm::AlphaBetaHard(Form::Negamax);
    let one_sided = Algorithm::AlphaBetaOneSided(Form::Negamax);
    for (text, nodes) in [("MAX[5, MIN[MAX[MIN[3, 7]]]]", 6), ("MAX[5, MIN[9, MAX[2, MIN[3, 7]]]]", 8)] {
        for search in [hard, Algorithm::ALPHA_BETA] {
            let counts = run(text, search);
            assert_eq!((counts.nodes, counts.cuts.deep_alpha, counts.cuts.total()), (nodes, 1, 1), "{text}");
        }
        assert_eq!(run(text, one_sided).nodes, nodes + 1, "{text}");
        // The same for the other player.
        let mirrored = text.replace("MAX", "max").replace("MIN", "MAX").replace("max", "MIN");
        let mirrored: String =
            mirrored.chars().map(|c| if c.is_numeric() { format!("-{c}") } else { c.into() }).collect();
        let counts = run(&mirrored, Algorithm::ALPHA_BETA);
        assert_eq!((counts.nodes, counts.cuts.deep_beta), (nodes, 1), "{mirrored}");
    }
}

#[test]
fn perfect_order_is_not_always_best() {
    let counts = |text: &str| {
        let tree: ExplicitTree = text.parse().unwrap();
        let counts = Search::new(Algorithm::ALPHA_BETA).run(&tree, &(), &Limits::none()).unwrap().counts;
        (counts.nodes, counts.leaves)
    };
    assert_eq!(counts("MAX[5, MIN[MAX[1, 0], 4]]"), (6, 3));
    assert_eq!(counts("MAX[5, MIN[4, MAX[1, 0]]]"), (4, 2));
}

#[test]
fn the_list_of_zhang_and_cui_is_alpha_beta_with_sorted_children() {
    /// A tree whose children are sorted by static value, best first for the side to move.
    fn sorted(tree: &ExplicitTree) -> String {
        if tree.is_leaf() {
            return tree.to_string();
        }
        let mut children: Vec<ExplicitTree> = tree.moves().map(|mv| tree.after(mv)).collect();
        children.sort_by_key(|child| {
            let for_max = child.to_move().view(child.static_value());
            -tree.to_move().view(for_max)
        });
        let children: Vec<String> = children.iter().map(sorted).collect();
        let player = if tree.to_move() == Player::Max { "MAX" } else { "MIN" };
        format!("{player}[{}]", children.join(", "))
    }
    for seed in 0..2_000 {
        let tree = random_tree(seed, TreeRange { extra_turns: seed % 5 == 0, ..TreeRange::default() });
        let reference: ExplicitTree = sorted(&tree).parse().unwrap();
        for window in [Window::FULL, random_window(seed)] {
            let (value, list) = visits(textbook::zhang_cui, &tree, window);
            let (expected, recursive) = visits(textbook::alpha_beta, &reference, window);
            assert_eq!((value, list.visited.len()), (expected, recursive.visited.len()), "{tree} {window}");
            assert_eq!(list.cuts, recursive.cuts, "{tree} {window}");
        }
    }
}

#[test]
fn ordered_trees_have_the_value_they_were_made_with() {
    for seed in 0..200 {
        for quality in [0.0, 0.5, 1.0] {
            let tree = Shape::uniform(1 + seed as u32 % 4, 5).leaves(Leaves::Ordered { quality }).tree(seed);
            assert_eq!(tree.known_value(), Some(oracle(&tree, &(), 9)));
        }
    }
}

type HintOf<'a> = &'a dyn Fn(&ExplicitTree, u32, u32) -> i32;

/// Whatever the order, the value is the same; by hints that tell the truth there is less to search.
#[test]
fn hints_change_the_work_and_not_the_value() {
    let hints: [HintOf<'_>; 2] = [
        &|tree, mv, _| {
            let next = tree.after(mv);
            let value = next.outcome().unwrap_or_else(|| next.static_value());
            if next.to_move() == tree.to_move() { value.get() } else { -value.get() }
        },
        &|tree, mv, depth| {
            (mix(u64::from(mv) ^ u64::from(depth) << 32 ^ tree.static_value().get() as u64) % 100) as i32
        },
    ];
    let (mut listed, mut sorted) = (0, [0; 2]);
    for seed in 0..300 {
        let tree =
            random_tree(seed, TreeRange { deepest: 5, widest: 5, values: 24, extra_turns: seed % 3 == 0 });
        for depth in 1..5 {
            let leaves = |hint: Option<Hint<'_, ExplicitTree>>| {
                let (mut observer, limits) = ((), Limits::none());
                let mut walk = Walk::new(&ExplicitTree::static_value, &mut observer, &limits);
                walk = hint.into_iter().fold(walk, Walk::ordered_by);
                (alpha_beta(&mut walk, &tree, depth, Window::FULL).unwrap(), walk.leaves())
            };
            let (value, count) = leaves(None);
            listed += count;
            for (hint, sum) in hints.iter().zip(&mut sorted) {
                let (other, count) = leaves(Some(Hint::new(hint)));
                assert_eq!(other, value, "seed {seed}, depth {depth}");
                *sum += count;
            }
        }
    }
    assert!(sorted[0] < listed, "{listed} leaves as they are listed, {sorted:?} by hints");
}
