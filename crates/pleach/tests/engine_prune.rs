//! Forward pruning in the engine: what must hold whatever is left out.

use pleach::engine::{Driver, Engine, Knowledge, Options, Table};
use pleach::prune::{
    Chances, Cut, Cutting, Futility, Kind, KindCounts, LateMoves, Model, MultiCut, Pair, Place, Policy,
    RankCut, Regression, Width,
};
use pleach::testkit::any_options;
use pleach::tree::RandomTree;
use pleach::{Bound, Game, Limits, Report, Window, mix};
use std::sync::{Arc, Mutex};

const PLACES: [Place; 3] = [Place::Node, Place::Move, Place::Rest];

fn tree(seed: u64) -> RandomTree {
    let leaves = if seed.is_multiple_of(2) { "newborn" } else { "iid" };
    let (b, d) = (2 + seed % 5, 4 + seed % 4);
    format!("b={b},d={d},leaves={leaves},seed={seed}").parse().unwrap()
}

/// Tests at every depth, some of them several.
fn model(seed: u64) -> Model {
    let mut model = Model::default();
    for deep in 1..8 {
        for shallow in
            (0..deep).filter(|&shallow| mix(seed ^ u64::from(8 * deep + shallow)).is_multiple_of(3))
        {
            let sigma = 10.0 + (mix(seed + u64::from(deep)) % 200) as f64;
            model.add(deep, shallow, vec![Regression::new(1.0, 0.0, sigma).unwrap()]).unwrap();
        }
    }
    model
}

/// Any policy there is, with this caution.
fn policy(seed: u64, t: f64) -> Policy {
    let bit = |place: u32| mix(seed) >> place & 1 == 1;
    let mut cut = Cut::new(PLACES[mix(seed) as usize % 3], model(seed), t);
    cut.slope = if bit(8) { 0.1 } else { 0.0 };
    cut.gate = bit(9).then_some(if bit(10) { 0.5 } else { -0.5 });
    (cut.nested, cut.both) = (bit(11), bit(12));
    cut.preview = if bit(13) { 0.5 } else { 1.0 };
    Policy { cut: Some(cut), ..Policy::default() }
}

/// The same with some of the other rules.
fn policy_of_all(seed: u64, t: f64) -> Policy {
    let bit = |place: u32| mix(seed) >> place & 1 == 1;
    let ranks = "60-20-10-5-3-2".parse().unwrap();
    let cutting = Cutting::new(1 + (seed % 3) as u32, 1, 0.85, ranks).unwrap();
    Policy {
        width: bit(20).then_some(Width { cutting, integrated: bit(21) }),
        razoring: bit(22).then_some(100_000_000),
        late_moves: bit(23).then(LateMoves::default),
        rank_cut: bit(26).then(|| RankCut::new(1, "x/x-9-2.3/1").unwrap().dropping(u32::from(bit(27)) * 2)),
        futility: bit(24).then_some(Futility { margin: 100_000_000, depth: 2 }),
        multi_cut: bit(25).then(MultiCut::default),
        ..policy(seed, t)
    }
}

fn search(
    tree: &RandomTree,
    options: Options,
    policy: &Policy,
    threads: usize,
    table: Option<&Arc<Table>>,
) -> Report<u32> {
    let engine =
        Engine::new(&RandomTree::static_value).options(options).memory(1).threads(threads).prune(policy);
    let engine = match table {
        Some(table) => engine.table(Arc::clone(table)),
        None => engine,
    };
    engine.search(tree, &Limits::depth(8)).unwrap()
}

#[test]
fn endless_caution_visits_what_the_full_search_visits() {
    for seed in 0..600 {
        let (tree, options) = (tree(seed), any_options(seed));
        let full = search(&tree, options, &Policy::default(), 1, None);
        let careful = search(&tree, options, &policy(seed, f64::INFINITY), 1, None);
        assert_eq!((careful.value, careful.counts), (full.value, full.counts), "seed {seed}, {options}");
    }
}

/// Of a tree in a storm nothing is calm.
struct Storm;

impl Knowledge<RandomTree> for Storm {
    type Seen = ();
    const TELLS_QUIET: bool = true;

    fn moves(&self, game: &RandomTree, (): ()) -> impl Iterator<Item = u32> {
        game.moves()
    }

    fn seen(&self, _game: &RandomTree) {}

    fn is_quiet(&self, _game: &RandomTree) -> bool {
        false
    }
}

#[test]
fn only_calm_positions_are_tested_where_that_is_wanted() {
    let mut tests = 0;
    for seed in 0..200 {
        let (tree, options) = (tree(seed), any_options(seed));
        let policy = |calm| {
            let cut = policy(seed, 0.5).cut.map(|cut| Cut { calm, preview: 1.0, ..cut });
            Policy { cut, ..Policy::default() }
        };
        let search = |policy: &Policy| {
            let engine = Engine::new(&RandomTree::static_value).knowledge(&Storm).options(options).memory(1);
            engine.prune(policy).search(&tree, &Limits::depth(8)).unwrap()
        };
        let (full, calm) = (search(&Policy::default()), search(&policy(true)));
        assert_eq!(calm.value, full.value, "seed {seed}, {options}");
        assert_eq!(calm.counts.pruning.total(), KindCounts::default(), "seed {seed}, {options}");
        tests += search(&policy(false)).counts.pruning[Kind::Test].tests;
    }
    assert!(tests > 1_000, "only {tests} tests: that proves little");
}

/// A table that selective searches have filled serves exact ones with moves alone.
#[test]
fn exact_searches_never_use_what_rests_on_something_left_out() {
    let mut would_fail = 0;
    for seed in 0..800 {
        let tree = tree(seed);
        let options = Options { table: true, ..any_options(seed) };
        let table = Arc::new(Table::with_mebibytes(1).unwrap());
        let selective = search(&tree, options, &policy_of_all(seed, 0.0), 1, Some(&table));
        let exact = search(&tree, options, &Policy::default(), 1, Some(&table));
        let expected = search(&tree, Options::PLAIN, &Policy::default(), 1, None);
        assert_eq!(exact.value, expected.value, "seed {seed}, {options}");
        would_fail += u32::from(selective.value != expected.value);
    }
    assert!(would_fail > 50, "only {would_fail} selective searches went wrong: that proves little");
}

#[test]
fn there_is_always_a_move_and_every_driver_ends() {
    for seed in 0..1_500 {
        let (tree, options) = (tree(seed), any_options(seed));
        let threads = if seed.is_multiple_of(10) { 2 } else { 1 };
        let report = search(&tree, options, &policy_of_all(seed, (seed % 4) as f64 / 2.0), threads, None);
        let (best, value) = (report.best, report.value);
        assert!(best.is_some() && !value.is_infinite(), "{best:?} {value}: seed {seed}, {options}");
        let counts = report.counts;
        assert!(counts.shallow_nodes <= counts.nodes, "seed {seed}, {options}");
        let by_kind = counts.pruning.total();
        assert_eq!((by_kind.tests, by_kind.left_out), (counts.shallow_tests, counts.left_out));
        if threads == 1 {
            let again = search(&tree, options, &policy_of_all(seed, (seed % 4) as f64 / 2.0), 1, None);
            assert_eq!((again.value, again.counts), (report.value, counts), "seed {seed}, {options}");
        }
    }
}

/// A move that is left out is predicted to be no better than alpha, and nothing else is known of it: so where all others
/// are worse, the value is alpha, at the root as at every other node.
#[test]
fn the_root_claims_no_more_than_its_predictions_say() {
    let mut at_alpha = 0;
    for seed in 0..200 {
        let (tree, depth) = (tree(seed), 4 + (seed % 4) as u32);
        let full = search(&tree, Options::PLAIN, &Policy::default(), 1, None);
        // Only the moves of the root have so many plies left.
        let mut model = Model::default();
        model.add(depth - 1, 1, vec![Regression::new(1.0, 0.0, 1.0).unwrap()]).unwrap();
        let cut = Some(Cut::new(Place::Move, model, 0.0));
        let policy = Policy { cut, ..Policy::default() };
        let alpha = full.value.plus(1_000);
        let driver = if seed % 4 < 2 { Driver::Full } else { Driver::Pvs };
        let options = Options { driver, delta: 0, ..any_options(seed) };
        for threads in [1, 2] {
            let engine = Engine::new(&RandomTree::static_value).options(options).memory(1).threads(threads);
            let engine = engine.prune(&policy).deepening(false);
            let engine = engine.window(Window::new(alpha, alpha.plus(1_000)).unwrap());
            let report = engine.search(&tree, &Limits::depth(depth)).unwrap();
            if report.counts.left_out > 0 && report.bound == Bound::Upper {
                assert_eq!(report.value, alpha, "seed {seed}, {options}, {threads} threads");
                at_alpha += 1;
            }
        }
    }
    assert!(at_alpha > 50, "only {at_alpha} searches left something out: that proves little");
}

/// What was saved is a guess, but it must not lead anybody astray.
#[test]
fn what_was_saved_is_about_what_the_full_search_visits_more() {
    let (mut told, mut true_saving) = (0.0, 0.0);
    for seed in 0..200 {
        let tree: RandomTree = format!("b=6,d=5,leaves=newborn,seed={seed}").parse().unwrap();
        let pair = Pair::new(4, 2, Regression::new(0.655, -183e6, 22e6).unwrap(), 1.0).unwrap();
        let cut = Cut::new(Place::Node, Model::of_pair(&pair).unwrap(), pair.t());
        let policy = Policy { cut: Some(cut), ..Policy::default() };
        let full = search(&tree, Options::PLAIN, &Policy::default(), 1, None).counts;
        let selective = search(&tree, Options::PLAIN, &policy, 1, None).counts;
        assert_eq!(full.pruning.total().saved, 0);
        let KindCounts { nodes, saved, left_out, .. } = selective.pruning.total();
        assert_eq!(saved > 0, left_out > 0, "seed {seed}");
        told += saved as f64 - nodes as f64;
        true_saving += full.nodes as f64 - selective.nodes as f64;
    }
    let ratio = told / true_saving;
    assert!((0.5..2.0).contains(&ratio), "told {told}, true {true_saving}: {ratio}");
}

#[test]
fn late_moves_near_the_horizon_are_left_out_without_a_test() {
    let (mut spared, mut compared) = (0, 0);
    for seed in 0..200 {
        let (tree, options) = (tree(seed), any_options(seed));
        let policy = |rule: RankCut| Policy { rank_cut: Some(rule), ..Policy::default() };
        let full = search(&tree, options, &Policy::default(), 1, None);
        // Where no node is so near to the horizon, nothing is left out.
        let never = policy(RankCut::new(0, "1").unwrap().dropping(0));
        let same = search(&tree, options, &never, 1, None);
        assert_eq!(
            (same.value, same.counts.nodes),
            (full.value, full.counts.nodes),
            "seed {seed}, {options}"
        );
        // The trees are less deep than the search: their last plies are some way from its horizon.
        let dropping = policy(RankCut::new(0, "1").unwrap().dropping(8));
        let counts = search(&tree, options, &dropping, 1, None).counts;
        assert!(
            counts.pruning[Kind::LateMove].left_out > 0 && counts.shallow_tests == 0,
            "seed {seed}, {options}"
        );
        // Drivers that go by bounds may need more steps: what is left out says no more than alpha.
        if !matches!(options.driver, Driver::Mtdf | Driver::Bisect) {
            compared += 1;
            spared += u32::from(counts.nodes < full.counts.nodes);
        }
    }
    assert!(compared >= 100 && 20 * spared > 19 * compared, "{spared} of {compared} searches were shorter");
}

#[test]
fn counting_late_moves_changes_nothing() {
    for seed in 0..300 {
        let (tree, options, chances) = (tree(seed), any_options(seed), Mutex::new(Chances::default()));
        let full = search(&tree, options, &Policy::default(), 1, None);
        let engine = Engine::new(&RandomTree::static_value).options(options).memory(1).gather(&chances);
        let counted = engine.search(&tree, &Limits::depth(8)).unwrap();
        assert_eq!((counted.value, counted.counts), (full.value, full.counts), "seed {seed}, {options}");
    }
}

/// Previews are of the last iteration's parity, and less careful than it; a search that may be stopped has none.
#[test]
fn previews_are_hasty_only_where_the_last_iteration_is_known() {
    let depths = |report: &Report<_>| report.iterations.iter().map(|one| one.depth).collect::<Vec<_>>();
    let tree: RandomTree = "b=5,d=7,leaves=newborn,seed=1".parse().unwrap();
    let mut careful = Cut::new(Place::Move, model(1), 1.0);
    careful.model.add(3, 1, vec![Regression::new(0.7, 0.0, 2e7).unwrap()]).unwrap();
    let hasty = Cut { preview: 0.5, ..careful.clone() };
    let [careful, hasty] = [careful, hasty].map(|cut| Policy { cut: Some(cut), ..Policy::default() });
    let engine = |policy| Engine::new(&RandomTree::static_value).prune(policy);
    let search = |policy, limits: &Limits| engine(policy).search(&tree, limits).unwrap();
    let (whole, preview) = (search(&careful, &Limits::depth(7)), search(&hasty, &Limits::depth(7)));
    assert_eq!(depths(&whole), [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(depths(&preview), [1, 3, 5, 7]);
    assert_eq!(depths(&search(&hasty, &Limits::depth(6))), [1, 2, 4, 6]);
    assert!(preview.counts.nodes < whole.counts.nodes);
    let interruptible = Limits::depth(7).nodes(1_000_000);
    assert_eq!(search(&hasty, &interruptible).counts, search(&careful, &interruptible).counts);
}
