//! The analysis against published numbers, and against the searches it is about.

use pleach::analysis::{
    CriticalType, RandomLevel, critical_in_total, critical_on_level, critical_positions,
    critical_types_on_level, expected_critical, expected_growth, expected_leaves, expected_leaves_exact,
    fuller_estimate, growth, growth_rate,
};
use pleach::observe::{Event, Observe};
use pleach::textbook::{Walk, alpha_beta_hard, alpha_beta_one_sided};
use pleach::tree::{Branching, ExplicitTree, Leaves, RandomTree, Shape};
use pleach::{Game, Limits, Window};

/// Measured means may be off by this many standard errors.
const STANDARD_ERRORS: f64 = 3.0;

/// A mean over seeds with its standard error.
#[derive(Clone, Copy, Debug)]
struct Mean {
    mean: f64,
    error: f64,
}

impl Mean {
    fn of(samples: &[f64]) -> Mean {
        let size = samples.len() as f64;
        let mean = samples.iter().sum::<f64>() / size;
        let squares: f64 = samples.iter().map(|sample| (sample - mean).powi(2)).sum();
        Mean { mean, error: (squares / (size * (size - 1.0))).sqrt() }
    }

    /// The growth from a tree two plies shallower. Relative errors add in squares; the root halves them.
    fn growth_from(self, shallower: Mean) -> Mean {
        let mean = growth(self.mean, shallower.mean);
        let relative = (self.error / self.mean).hypot(shallower.error / shallower.mean);
        Mean { mean, error: 0.5 * mean * relative }
    }

    fn agrees_with(self, expected: f64) -> bool {
        // The least allowance is for means that do not vary, and are summed up in floating point.
        (self.mean - expected).abs() <= STANDARD_ERRORS * self.error + 1e-9 * expected
    }
}

/// Remembers the Dewey paths of the nodes visited, in their order.
#[derive(Default)]
struct Paths {
    here: Vec<u32>,
    visited: Vec<Vec<u32>>,
}

impl<G: Game> Observe<G> for Paths {
    fn observe(&mut self, event: Event<'_, G>) {
        if let Event::Entered { ply, branch, .. } = event {
            self.here.truncate((ply as usize).saturating_sub(1));
            self.here.extend(branch.map(|branch| branch.number));
            self.visited.push(self.here.clone());
        }
    }
}

fn paths_visited<G: Game>(game: &G) -> Vec<Vec<u32>> {
    let mut paths = Paths::default();
    let mut walk = Walk::new(&(), &mut paths, &Limits::none());
    alpha_beta_hard(&mut walk, game, u32::MAX, Window::FULL).unwrap();
    paths.visited
}

/// Counts the nodes visited by level.
struct Levels(Vec<f64>);

impl<G: Game> Observe<G> for Levels {
    fn observe(&mut self, event: Event<'_, G>) {
        if let Event::Entered { ply, .. } = event {
            self.0[ply as usize] += 1.0;
        }
    }
}

#[derive(Clone, Copy)]
enum Cuts {
    /// `F1`.
    Deep,
    /// `F2`.
    Shallow,
}

fn leaves_examined(tree: &RandomTree, cuts: Cuts) -> f64 {
    let mut observer = ();
    let mut walk = Walk::new(&(), &mut observer, &Limits::none());
    match cuts {
        Cuts::Deep => alpha_beta_hard(&mut walk, tree, u32::MAX, Window::FULL).unwrap(),
        Cuts::Shallow => alpha_beta_one_sided(&mut walk, tree, u32::MAX, Window::FULL).unwrap(),
    };
    walk.leaves() as f64
}

fn mean_leaves(branching: u32, depth: u32, trees: u64, cuts: Cuts) -> Mean {
    let shape = Shape::uniform(branching, depth);
    let samples: Vec<f64> = (0..trees).map(|seed| leaves_examined(&shape.clone().tree(seed), cuts)).collect();
    Mean::of(&samples)
}

fn measured_growth(branching: u32, depth: u32, trees: u64, cuts: Cuts) -> Mean {
    let measure = |depth| mean_leaves(branching, depth, trees, cuts);
    measure(depth).growth_from(measure(depth - 2))
}

#[test]
fn corollary_1_gives_the_known_totals_and_leaves() {
    let known = [
        (2, 8, 98, 31),
        (3, 6, 125, 53),
        (4, 4, 62, 31),
        (5, 5, 242, 149),
        (7, 3, 76, 55),
        (10, 4, 338, 199),
    ];
    for (branching, depth, total, leaves) in known {
        assert_eq!(critical_in_total(branching, depth), Some(total), "b = {branching}, d = {depth}");
        assert_eq!(critical_on_level(branching, depth), Some(leaves), "b = {branching}, d = {depth}");
    }
}

#[test]
fn the_types_of_level_4_with_three_successors() {
    let counts = critical_types_on_level(3, 4).unwrap();
    assert_eq!(CriticalType::ALL.map(|kind| counts.get(kind)), [1, 2, 6, 2, 6]);
}

#[test]
fn theorem_1_perfectly_ordered_trees_are_examined_at_their_critical_positions() {
    let ordered = |shape: Shape| shape.leaves(Leaves::Ordered { quality: 1.0 });
    let uniform = [(1, 5), (2, 8), (3, 6), (4, 4), (5, 5), (7, 3), (10, 4)]
        .map(|(branching, depth)| ordered(Shape::uniform(branching, depth)));
    let ragged = [Branching::Between(1, 5), Branching::ByLevel(vec![3, 1, 4])].map(|branching| {
        let nonterminal = vec![1.0, 0.9, 0.7, 0.8];
        ordered(Shape { branching, nonterminal, ..Shape::uniform(1, 7) })
    });
    for shape in uniform.into_iter().chain(ragged) {
        for seed in 0..20 {
            let tree = shape.clone().tree(seed);
            let critical: Vec<_> =
                critical_positions(&tree, u32::MAX).map(|position| position.path).collect();
            // The same positions, and even in the same order.
            assert_eq!(paths_visited(&tree), critical, "{tree}");
        }
    }
}

#[test]
fn theorem_1_holds_for_trees_given_node_by_node() {
    let perfect: ExplicitTree = "MAX[5, MIN[MAX[1, 0], 4]]".parse().unwrap();
    let critical: Vec<_> = critical_positions(&perfect, u32::MAX).map(|position| position.path).collect();
    assert_eq!(critical.len(), 6);
    assert_eq!(paths_visited(&perfect), critical);
    // Perfect order is not always the best order.
    let better: ExplicitTree = "MAX[5, MIN[4, MAX[1, 0]]]".parse().unwrap();
    assert_eq!(paths_visited(&better).len(), 4);
}

#[test]
fn random_termination_is_foreseen_by_either_reading_of_the_formula() {
    let chances = [1.0, 0.9, 0.6, 0.8, 0.7, 0.5];
    let depth = chances.len();
    // The second kind of tree has 2 to 6 successors: 4 in the mean over nonterminal positions.
    for branching in [Branching::ByLevel(vec![4]), Branching::Between(2, 6)] {
        let shape = Shape {
            branching,
            nonterminal: chances.to_vec(),
            ..Shape::uniform(4, depth as u32).leaves(Leaves::Ordered { quality: 1.0 })
        };
        let trees: Vec<Vec<f64>> = (0..3_000).map(|seed| visits_by_level(&shape, seed)).collect();
        for level in 0..=depth {
            let visits: Vec<f64> = trees.iter().map(|tree| tree[level]).collect();
            let over_nonterminal = |&q: &f64| RandomLevel::mean_over_nonterminal(q, 4.0).unwrap();
            let over_all = |&q: &f64| RandomLevel::mean_over_all(q, 4.0 * q).unwrap();
            for above in [
                chances[..level].iter().map(over_nonterminal).collect::<Vec<_>>(),
                chances[..level].iter().map(over_all).collect(),
            ] {
                let (expected, measured) = (expected_critical(&above), Mean::of(&visits));
                let message = format!("{shape}, level {level}: {expected} and {measured:?}");
                assert!(measured.agrees_with(expected), "{message}");
            }
        }
        // A mean over nonterminal positions taken for one over all is found out.
        let misread = chances.map(|q| RandomLevel::mean_over_all(q, 4.0).unwrap());
        let deepest: Vec<f64> = trees.iter().map(|tree| tree[depth]).collect();
        assert!(!Mean::of(&deepest).agrees_with(expected_critical(&misread)));
    }
}

fn visits_by_level(shape: &Shape, seed: u64) -> Vec<f64> {
    let mut levels = Levels(vec![0.0; shape.depth as usize + 1]);
    let mut walk = Walk::new(&(), &mut levels, &Limits::none());
    alpha_beta_hard(&mut walk, &shape.clone().tree(seed), u32::MAX, Window::FULL).unwrap();
    levels.0
}

#[test]
fn means_are_the_known_rational_numbers() {
    let known =
        [(2, 2, "11/3"), (2, 3, "719/105"), (3, 2, "521/70"), (2, 4, "77503/6435"), (4, 2, "547033/45045")];
    for (branching, depth, mean) in known {
        assert_eq!(expected_leaves_exact(branching, depth).unwrap().to_string(), mean);
    }
}

/// Checked with 30 digits by the formula as it is printed.
#[test]
fn means_are_those_of_the_table() {
    let table = [
        (2, ["2.000", "3.667", "6.848", "12.044", "21.650", "37.160", "65.121", "109.999"]),
        (3, ["3.000", "7.443", "19.458", "45.202", "110.487", "248.562", "582.366", "1287.079"]),
        (4, ["4.000", "12.144", "40.114", "112.738", "340.614", "926.728", "2653.254", "7107.019"]),
        (8, ["8.000", "38.651", "222.372", "987.668", "4910.597", "21358.844", "98531.232", "425956.895"]),
    ];
    for (branching, means) in table {
        for (depth, mean) in (1..).zip(means) {
            let computed = format!("{:.3}", expected_leaves(branching, depth));
            assert_eq!(computed, mean, "b = {branching}, d = {depth}");
        }
    }
    assert_eq!(format!("{:.3}", expected_leaves(32, 5)), "1043012.683");
}

#[test]
fn growth_rates_are_those_of_the_table() {
    let table = [
        (2, "1.6180", "1.6818"),
        (3, "2.1479", "2.2795"),
        (4, "2.6297", "2.8284"),
        (8, "4.3093", "4.7568"),
        (16, "7.1411", "8.0000"),
        (32, "11.9873", "13.4543"),
    ];
    for (branching, rate, fit) in table {
        assert_eq!(format!("{:.4}", growth_rate(branching)), rate);
        assert_eq!(format!("{:.4}", fuller_estimate(branching)), fit);
    }
}

/// The measurements were made on few trees, and are good to some percent.
#[test]
fn growth_is_what_has_been_measured_in_large_trees() {
    let measured =
        [(2, 20, 1.636), (3, 16, 2.211), (4, 13, 2.665), (8, 8, 4.431), (16, 6, 7.548), (32, 5, 12.517)];
    for (branching, depth, growth) in measured {
        let expected = expected_growth(branching, depth).unwrap();
        assert!((expected / growth - 1.0).abs() < 0.02, "b = {branching}, d = {depth}: {expected}");
    }
}

#[test]
fn means_are_what_searches_of_random_trees_need() {
    let sizes = [(2, 4, 4_000), (2, 8, 4_000), (3, 5, 4_000), (4, 5, 3_000), (8, 4, 2_000), (16, 3, 1_000)];
    for (branching, depth, trees) in sizes {
        let (expected, measured) =
            (expected_leaves(branching, depth), mean_leaves(branching, depth, trees, Cuts::Deep));
        let message = format!("b = {branching}, d = {depth}: {expected} and {measured:?}");
        assert!(measured.agrees_with(expected), "{message}");
        // The test is worth something only if the error is small.
        assert!(measured.error < 0.02 * expected, "{message}");
    }
}

#[test]
fn deep_cut_offs_slow_the_growth_as_foreseen() {
    for (branching, depth, trees) in [(2, 14, 400), (3, 9, 400), (4, 7, 400), (8, 5, 200)] {
        let deep = measured_growth(branching, depth, trees, Cuts::Deep);
        let shallow = measured_growth(branching, depth, trees, Cuts::Shallow);
        let message = format!("b = {branching}, d = {depth}: {deep:?} and {shallow:?}");
        assert!(deep.agrees_with(expected_growth(branching, depth).unwrap()), "{message}");
        let apart = STANDARD_ERRORS * deep.error.hypot(shallow.error);
        assert!(shallow.mean - deep.mean > apart, "{message}");
    }
}

#[test]
fn without_deep_cut_offs_growth_is_what_has_been_measured() {
    let shallow = measured_growth(2, 20, 40, Cuts::Shallow);
    assert!(shallow.error < 0.05, "{shallow:?}");
    assert!(shallow.agrees_with(1.866), "{shallow:?}");
}
