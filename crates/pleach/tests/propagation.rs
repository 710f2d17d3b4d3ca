//! Lim and Lee's lemma, theorems and proposition as laws of random trees, and the fast simulation against plain ones.

use pleach::analysis::pearl_root;
use pleach::propagation::{
    Deepening, Errors, LeafValues, Pruned, Schedule, UniformTree, alpha_growth, beta_growth,
    largest_beta_growth,
};
use proptest::prelude::*;
use std::collections::HashSet;

type Node = (u32, usize);

/// Minimax as it is in the textbook, without the nodes that are pruned.
fn plain_value(tree: &UniformTree, leaves: &[i32], pruned: &HashSet<Node>, (depth, place): Node) -> i32 {
    if depth == tree.plies() {
        return leaves[place];
    }
    let children =
        tree.children(depth, place).map(|child| (depth + 1, child)).filter(|child| !pruned.contains(child));
    let values = children.map(|child| plain_value(tree, leaves, pruned, child));
    if depth.is_multiple_of(2) { values.max().unwrap_or(i32::MIN) } else { values.min().unwrap_or(i32::MAX) }
}

/// Children of the nodes of one player: at odd depths those of Max.
fn children_of(tree: &UniformTree, of_max: bool) -> Vec<Node> {
    let depths = (1..=tree.plies()).filter(|depth| (depth % 2 == 1) == of_max);
    depths.flat_map(|depth| (0..tree.values(depth).len()).map(move |place| (depth, place))).collect()
}

fn leaf_values() -> impl Strategy<Value = LeafValues> {
    prop_oneof![Just(LeafValues::Independent), Just(LeafValues::Newborn)]
}

/// A drawn tree, some children of the nodes of one player, and whether that is Max.
fn case() -> impl Strategy<Value = (UniformTree, Vec<Node>, bool)> {
    let picks = proptest::collection::vec(any::<prop::sample::Index>(), 0..6);
    let shape = (1_u32..5, 2_u32..6, leaf_values());
    (shape, any::<u64>(), any::<bool>(), picks).prop_map(
        |((branching, height, leaves), seed, of_max, picks)| {
            let mut tree = UniformTree::new(branching, height, leaves).unwrap();
            tree.draw(seed);
            let nodes = children_of(&tree, of_max);
            let picked = match nodes.is_empty() {
                true => Vec::new(),
                false => picks.iter().map(|pick| nodes[pick.index(nodes.len())]).collect(),
            };
            (tree, picked, of_max)
        },
    )
}

/// Whether a node is in the tree that pruning leaves.
fn is_left(tree: &UniformTree, pruned: &HashSet<Node>, (mut depth, mut place): Node) -> bool {
    while depth > 0 {
        if pruned.contains(&(depth, place)) {
            return false;
        }
        depth -= 1;
        place %= tree.values(depth).len();
    }
    true
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// The level-by-level form finds what plain minimax finds, for every node that is left.
    #[test]
    fn pruning_is_minimax_without_some_nodes((mut tree, picked, _) in case()) {
        let leaves = tree.values(tree.plies()).to_vec();
        let pruned: HashSet<Node> = picked.iter().copied().collect();
        tree.prune(&mut picked.clone());
        for depth in 0..=tree.plies() {
            for place in 0..tree.values(depth).len() {
                if is_left(&tree, &pruned, (depth, place)) {
                    prop_assert_eq!(tree.values(depth)[place], plain_value(&tree, &leaves, &pruned, (depth, place)));
                }
            }
        }
    }

    /// Lemma 1: without some of Max's moves no node that is left is worth more, without some of Min's none less.
    #[test]
    fn lemma_1((mut tree, picked, of_max) in case()) {
        let before = tree.clone();
        let pruned: HashSet<Node> = picked.iter().copied().collect();
        tree.prune(&mut picked.clone());
        for depth in 0..=tree.plies() {
            for place in 0..tree.values(depth).len() {
                if is_left(&tree, &pruned, (depth, place)) {
                    let (old, new) = (before.values(depth)[place], tree.values(depth)[place]);
                    prop_assert!(if of_max { new <= old } else { new >= old }, "{} and {}", old, new);
                }
            }
        }
    }

    /// Theorem 1: a move whose value is right keeps its rank or a better one if only Max's moves are pruned, and keeps its
    /// rank or a worse one if only Min's are.
    #[test]
    fn theorem_1((mut tree, picked, of_max) in case()) {
        let before = tree.values(1).to_vec();
        prop_assume!(before.iter().collect::<HashSet<_>>().len() == before.len());
        let pruned: HashSet<Node> = picked.iter().copied().collect();
        tree.prune(&mut picked.clone());
        let left: Vec<usize> = (0..before.len()).filter(|&place| !pruned.contains(&(1, place))).collect();
        let rank = |values: &[i32], of: usize| left.iter().filter(|&&place| values[place] > values[of]).count();
        for &place in left.iter().filter(|&&place| tree.values(1)[place] == before[place]) {
            let (old, new) = (rank(&before, place), rank(tree.values(1), place));
            prop_assert!(if of_max { new <= old } else { new >= old }, "{} and {}", old, new);
        }
    }

    /// Proposition 1, as corrected: of all nodes at a height no more than one in b changes its grandparent if it alone
    /// changes, in a direction that is the same for all.
    #[test]
    fn proposition_1(branching in 2_u32..6, leaves in leaf_values(), seed: u64, up: bool) {
        let mut tree = UniformTree::new(branching, 3, leaves).unwrap();
        tree.draw(seed);
        let value = tree.value();
        let leaves = tree.values(2).to_vec();
        let changed = (0..leaves.len()).filter(|&place| {
            let mut other = leaves.clone();
            other[place] = if up { i32::MAX } else { i32::MIN };
            plain_value(&tree, &other, &HashSet::new(), (0, 0)) != value
        });
        prop_assert!(changed.count() <= branching as usize);
    }

    /// Theorem 2: two plies multiply errors by b at most.
    #[test]
    fn theorem_2(branching in 2_u32..40, win in 0.0..=1.0_f64, error in 1e-6..=1.0_f64) {
        let most = f64::from(branching) * (1.0 + 1e-9);
        prop_assert!(alpha_growth(branching, win, error) <= most);
        prop_assert!(beta_growth(branching, win, error) <= most);
    }

    /// Equations 5 to 7, 9, 12 as corrected, 14, 16 as corrected, 18 and 19, as they are printed.
    #[test]
    fn the_recurrences_are_the_printed_equations(b in 2_u32..8, p in 0.01..0.99_f64, alpha in 0.0..1.0_f64, beta in 0.0..1.0_f64) {
        let close = |one: f64, other: f64| (one - other).abs() < 1e-9;
        let power = |x: f64| x.powi(b as i32);
        let once = Errors { win: p, alpha, beta }.parents(b);
        let difference = power(p * (1.0 - beta) + (1.0 - p) * alpha) - power(p * (1.0 - beta));
        prop_assert!(close(once.beta, difference / (1.0 - power(p))));
        prop_assert!(close(once.parents(b).alpha, 1.0 - power(1.0 - difference / (1.0 - power(p)))));
        let binary = Errors { win: p, alpha, beta }.parents(2);
        prop_assert!(close(binary.beta, alpha / (1.0 + p) * ((1.0 - p) * alpha + 2.0 * p * (1.0 - beta))));
        let (a, e) = (alpha.max(1e-3), beta.max(1e-3));
        prop_assert!(close(alpha_growth(b, 0.0, a), (1.0 - power(1.0 - power(a))) / a));
        prop_assert!(close(alpha_growth(b, 1.0, a), (1.0 - power(1.0 - a)) / a));
        prop_assert!(close(beta_growth(b, 0.0, e), (1.0 - power(1.0 - e)) / e));
        prop_assert!(close(beta_growth(b, 1.0, e), power(1.0 - power(1.0 - e)) / e));
        let inner = a / (1.0 + p) * ((1.0 - p) * a + 2.0 * p);
        prop_assert!(close(alpha_growth(2, p, a) * a, inner * (2.0 - inner)));
        let twice = e * (2.0 - e) / (2.0 - p * p) * (p * p * (1.0 - (1.0 - e).powi(2)) + 2.0 * (1.0 - p * p));
        prop_assert!(close(beta_growth(2, p, e) * e, twice));
    }
}

#[test]
fn errors_grow_fastest_where_the_papers_say() {
    let known = [(2, 1.536692, 0.0992), (3, 1.994744, 0.1163), (4, 2.416695, 0.1172), (5, 2.817068, 0.1136)];
    for (branching, growth, at) in known {
        let (beta, found) = largest_beta_growth(branching);
        assert!(
            (found - growth).abs() < 1e-6 && (beta - at).abs() < 1e-4,
            "b = {branching}: {found} at {beta}"
        );
    }
    // The fixed points of figure 4.
    let xi = pearl_root(2);
    assert!((beta_growth(2, 1.0, 1.0 - xi) - 1.0).abs() < 1e-12);
    assert!((alpha_growth(2, 0.0, xi) - 1.0).abs() < 1e-12);
}

/// Figure 1, with fewer trees than the paper has: the tails of the table that independent simulations have found.
#[test]
fn ranks_are_those_of_figure_1() {
    const TREES: u64 = 20_000;
    let settings = [
        (LeafValues::Independent, 4, Pruned { of_max: 3, of_min: 0 }, [923196, 73850, 2911, 43, 0]),
        (LeafValues::Independent, 5, Pruned { of_max: 0, of_min: 3 }, [975501, 9444, 6338, 4931, 3786]),
        (LeafValues::Newborn, 4, Pruned { of_max: 0, of_min: 3 }, [904320, 52699, 25987, 12099, 4895]),
        (LeafValues::Newborn, 5, Pruned { of_max: 3, of_min: 1 }, [956334, 41837, 1483, 265, 81]),
    ];
    for (leaves, height, pruned, expected) in settings {
        let mut tree = UniformTree::new(5, height, leaves).unwrap();
        let mut ranks = [0_u64; 5];
        for seed in 0..TREES {
            tree.draw(seed);
            ranks[tree.rank_after(pruned).unwrap() - 1] += 1;
        }
        for (rank, expected) in ranks.iter().zip(expected) {
            let mean = expected as f64 * TREES as f64 / 1e6;
            assert!((*rank as f64 - mean).abs() < 4.0 * mean.sqrt() + 1.0, "{leaves:?}, {height}: {ranks:?}");
        }
    }
}

#[test]
fn values_are_right_as_often_as_in_figure_6() {
    let mut tree = UniformTree::new(5, 5, LeafValues::Newborn).unwrap();
    let known = [
        (Schedule::Constant, 0.479),
        (Schedule::Multiplicative(0.5), 0.700),
        (Schedule::Linear(0.02), 0.626),
    ];
    for (schedule, expected) in known {
        let probabilities = schedule.probabilities(0.1, tree.plies());
        let right = (0..4000).filter(|&seed| {
            tree.draw(seed);
            tree.pruned_value(&probabilities) == tree.value()
        });
        let share = right.count() as f64 / 4000.0;
        assert!((share - expected).abs() < 0.03, "{schedule}: {share}");
    }
}

#[test]
fn searches_get_as_deep_as_in_figure_7() {
    let deepening = Deepening { branching: 5, nodes: 1000, deepest: 12 };
    let depths: u32 = (0..4000).map(|seed| deepening.search(Schedule::Constant, 0.0, seed).depth).sum();
    assert!((f64::from(depths) / 4000.0 - 4.208).abs() < 0.03, "{depths}");
    let root: Vec<_> = (0..4000).map(|seed| (seed, deepening.search(Schedule::Root, 0.227, seed))).collect();
    let right: Vec<u32> = root
        .iter()
        .filter(|(seed, reached)| reached.value == deepening.value(*seed, reached.depth))
        .map(|(_, reached)| reached.depth)
        .collect();
    let share = right.len() as f64 / 4000.0;
    let mean = f64::from(right.iter().sum::<u32>()) / right.len() as f64;
    assert!((share - 0.75).abs() < 0.03 && (mean - 4.456).abs() < 0.05, "{share}, {mean}");
}
