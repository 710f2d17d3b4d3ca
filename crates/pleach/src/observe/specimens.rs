//! Recorded searches for the tests of this module.

use super::{Recorder, Trace};
use crate::limits::Limits;
use crate::notation::Notation;
use crate::registry::{AnyGame, Hosted, Method, Request};
use crate::textbook::{Algorithm, Search};
use crate::tree::{ExplicitTree, RandomTree};
use crate::{Evaluate, Hashed, Score};

/// Records a search.
pub(super) fn record<G: Hashed + Notation>(
    name: &str,
    game: &G,
    evaluator: &impl Evaluate<G, Value = Score>,
    search: Search,
    algorithm: Algorithm,
    limits: Limits,
) -> Trace {
    let mut recorder = Recorder::new(1_000_000);
    let report = search.run_observed(game, evaluator, &limits, &mut recorder).expect("a search to its end");
    recorder.finish(name, &algorithm.to_string(), game, &report).expect("a short trace")
}

/// A tree in brackets or JSON, searched to its end.
pub(super) fn of_tree(text: &str, algorithm: Algorithm) -> Trace {
    let tree: ExplicitTree = text.parse().expect("a tree");
    record("tree", &tree, &ExplicitTree::static_value, Search::new(algorithm), algorithm, Limits::none())
}

/// A random tree, searched to its end.
pub(super) fn of_random_tree(text: &str, algorithm: Algorithm) -> Trace {
    let tree: RandomTree = text.parse().expect("a random tree");
    let name = format!("random tree {tree}");
    record(&name, &tree, &RandomTree::static_value, Search::new(algorithm), algorithm, Limits::none())
}

/// The tree of the thesis' appendix A, by alpha-beta.
pub(super) fn appendix_a() -> Trace {
    let text = include_str!("../../../../testdata/tong-appendix-a-tree.json");
    of_tree(text, Algorithm::ALPHA_BETA)
}

/// The same tree, pruned forward.
pub(super) fn appendix_a_pruned(method: &str) -> Trace {
    let text = include_str!("../../../../testdata/tong-appendix-a-tree.json");
    let tree: ExplicitTree = text.parse().expect("a tree");
    let search = pruned(Algorithm::ALPHA_BETA, &format!("{method}:d=2,s=1,sigma=10,t=1.5"));
    record("tree", &tree, &ExplicitTree::static_value, search, Algorithm::ALPHA_BETA, Limits::depth(4))
}

fn pruned(algorithm: Algorithm, rules: &str) -> Search {
    let rules = rules.parse().expect("pruning methods");
    Search::new(algorithm).prune(rules).expect("an algorithm with a selective form")
}

/// Every pruning method with every search that has it.
fn selective() -> Vec<Trace> {
    let tests = "sigma=100000000,t=0.3";
    let rules = [
        "razoring".to_owned(),
        format!("probcut:d=2,s=0,{tests}"),
        format!("mpc:pairs=3-1/2-0,{tests},infinite=skip"),
        format!("endcut:d=3,s=1,{tests}"),
        format!("gpc:d=2,s=1,{tests},base=max,sides=both"),
        format!("gmpc:pairs=3-1/2-0,{tests}"),
        format!("fgpc:d=2,s=0,{tests}"),
        "node-cutting:d=3,s=1,p=0.5,ranks=60-20-20/20-60-20/20-20-60".to_owned(),
        format!("integrated:d=2,s=0,{tests},p=0.5,ranks=60-20-20/20-60-20/20-20-60"),
    ];
    let algorithms = [Algorithm::ALPHA_BETA, Algorithm::NegaScout, Algorithm::Mtdf { guess: None }];
    let tree: RandomTree = "b=4,d=4,leaves=newborn,seed=5".parse().expect("a random tree");
    let traces = rules.iter().flat_map(|rules| algorithms.map(|algorithm| (rules, algorithm)));
    traces
        .map(|(rules, algorithm)| {
            let search = pruned(algorithm, rules).deepening();
            record("random tree", &tree, &RandomTree::static_value, search, algorithm, Limits::depth(4))
        })
        .collect()
}

/// Every search over uncertain values, on a random tree and on the example of B*.
pub(super) fn uncertain() -> Vec<Trace> {
    let trace = |game: &dyn AnyGame, algorithm: &str, depth: u32| {
        let algorithm: Method = algorithm.parse().expect("an algorithm");
        game.trace(&Request::new(algorithm, Limits::depth(depth)), 100_000).expect("a short trace")
    };
    let random: RandomTree = "b=3,d=4,values=30,seed=2".parse().expect("a random tree");
    let random = Hosted::new("random-tree", random, RandomTree::static_value);
    let names = ["p-ab", "r-ab", "informed", "b-star", "pb-star", "conspiracy", "r-ab:bounds=proven"];
    let mut traces: Vec<Trace> = names.iter().map(|name| trace(&random, name, 4)).collect();
    let text = include_str!("../../../../testdata/b-star-example.json");
    let tree: ExplicitTree = text.parse().expect("a tree");
    let tree = Hosted::new("tree", tree, ExplicitTree::static_value).stated_range(ExplicitTree::range);
    traces.push(trace(&tree, "b-star:bounds=proven", 3));
    traces
}

/// The smallest tree with a deep cut-off, by alpha-beta.
pub(super) fn deep_cut() -> Trace {
    of_tree("MAX[5, MIN[9, MAX[2, MIN[3, 7]]]]", Algorithm::ALPHA_BETA)
}

/// A tree whose names try to break out of wherever they are put.
pub(super) fn hostile() -> Trace {
    let name = r#"</script><b>\"&'--><![CDATA[\u0000"#;
    let text = format!(
        r#"{{"name": "{name}", "children": [{{"value": 5}},
        {{"name": "{name}2", "children": [{{"name": "{name}3", "value": 3}}, {{"name": "{name}4", "value": 9}}]}}]}}"#
    );
    let mut trace = of_tree(&text, Algorithm::ALPHA_BETA);
    trace.game = "<img src=x onerror=alert(1)>".to_owned();
    trace.algorithm = "]]></style><script>alert(1)</script>".to_owned();
    trace.nodes[0].board = Some("</pre><script>alert(2)</script>\nx".to_owned());
    trace
}

/// Many shapes and algorithms.
pub(super) fn all() -> Vec<Trace> {
    let mut traces = vec![appendix_a(), deep_cut(), hostile()];
    for algorithm in Algorithm::all() {
        for shape in ["b=1-4,d=5,q=1/0.8,values=40", "b=9,d=3,values=100", "b=2,d=6", "b=24,d=2,values=9"] {
            for seed in 1..=4 {
                traces.push(of_random_tree(&format!("{shape},seed={seed}"), algorithm));
            }
        }
    }
    traces.extend(selective());
    traces.extend(["probcut", "gpc", "fgpc"].map(appendix_a_pruned));
    traces.push(deepening());
    traces.extend(uncertain());
    traces.push(of_tree("7", Algorithm::ALPHA_BETA));
    traces
}

/// A search by iterative deepening, where leaves of one iteration are interior nodes of the next.
pub(super) fn deepening() -> Trace {
    let tree: RandomTree = "b=3,d=4,values=50,seed=3".parse().expect("a random tree");
    let (algorithm, search) =
        (Algorithm::NegaScout, Search::new(Algorithm::NegaScout).deepening().all_best());
    record("random tree", &tree, &RandomTree::static_value, search, algorithm, Limits::depth(4))
}
