//! The tree on the home page, trained like a fruit tree on a wall: a search that was really made, of the tree in
//! appendix A of Tong's thesis by alpha-beta with ProbCut.

use crate::Shared;
use crate::client::Visitor;
use crate::error::ApiError;
use axum::Json;
use pleach::observe::{CutKind, StepKind, Trace};
use pleach::registry::Request;
use pleach::textbook::Algorithm;
use pleach::{Limits, Score};
use serde::Serialize;
use std::collections::HashMap;

const TREE: &str = include_str!("../web/tree/examples/appendix-a.json");
const PRUNING: &str = "probcut:d=2,s=1,a=1,b=0,sigma=10,t=1.5";

/// The tree as it is drawn, every parent before its children.
#[derive(Serialize)]
pub(crate) struct Palmette {
    algorithm: String,
    value: Score,
    nodes: Vec<Twig>,
}

#[derive(Serialize)]
struct Twig {
    parent: Option<usize>,
    /// Whether best play goes this way.
    line: bool,
    #[serde(flatten)]
    growth: Growth,
}

/// What became of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "growth", rename_all = "kebab-case")]
enum Growth {
    /// It has children.
    Branch,
    /// It is a leaf of this value.
    Leaf { value: Score },
    /// It was cut off, with so many nodes.
    Cut { reason: Reason, size: Option<u64> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Reason {
    Alpha,
    Beta,
    Deep,
    Direct,
    Test,
}

impl From<CutKind> for Reason {
    fn from(kind: CutKind) -> Reason {
        match kind {
            CutKind::Alpha => Reason::Alpha,
            CutKind::Beta => Reason::Beta,
            CutKind::DeepAlpha | CutKind::DeepBeta => Reason::Deep,
            CutKind::Direct => Reason::Direct,
        }
    }
}

pub(crate) async fn palmette(visitor: Visitor) -> Result<Json<Palmette>, ApiError> {
    visitor.work(|shared, _| grow(shared)).await.map(Json)
}

fn grow(shared: &Shared) -> Result<Palmette, ApiError> {
    let no_trees = |_| ApiError::unknown("this program knows no typed trees");
    let mut tree = shared.open("tree").map_err(no_trees)?;
    tree.set_position(TREE)?;
    let mut request = Request::new(Algorithm::ALPHA_BETA, Limits::depth(4));
    request.prune = PRUNING.parse()?;
    let trace = tree.trace(&request, 1_000)?;
    Ok(Palmette { nodes: twigs(&trace), algorithm: trace.algorithm, value: trace.value })
}

fn twigs(trace: &Trace) -> Vec<Twig> {
    // The last cut at a node is that of the search itself: tests come before it.
    let mut reasons: HashMap<usize, Reason> = HashMap::new();
    let mut values: HashMap<usize, Score> = HashMap::new();
    for step in &trace.steps {
        match &step.kind {
            StepKind::Cut { kind, .. } => drop(reasons.insert(step.node, (*kind).into())),
            StepKind::Forecast { .. } => drop(reasons.insert(step.node, Reason::Test)),
            StepKind::Leaf => drop(values.insert(step.node, step.g)),
            _ => {}
        }
    }
    let growth = |index: usize| {
        let node = &trace.nodes[index];
        let reason = node.parent.and_then(|parent| reasons.get(&parent)).copied();
        match (reason, node.visited) {
            (Some(Reason::Test), _) => Growth::Cut { reason: Reason::Test, size: node.pruned_size },
            (Some(reason), false) => Growth::Cut { reason, size: node.pruned_size },
            _ if !node.children.is_empty() => Growth::Branch,
            _ => Growth::Leaf { value: values.get(&index).copied().unwrap_or_default() },
        }
    };
    let twig = |(index, node): (usize, &pleach::observe::TraceNode)| Twig {
        parent: node.parent,
        line: trace.line.contains(&index),
        growth: growth(index),
    };
    trace.nodes.iter().enumerate().map(twig).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_is_that_of_the_thesis() {
        let palmette = grow(&Shared::for_tests()).unwrap_or_else(|refusal| panic!("{}", refusal.reason()));
        assert_eq!(palmette.value, Score::new(35));
        let count =
            |wanted: fn(&Growth) -> bool| palmette.nodes.iter().filter(|twig| wanted(&twig.growth)).count();
        assert_eq!(count(|growth| matches!(growth, Growth::Leaf { .. })), 7);
        assert_eq!(count(|growth| matches!(growth, Growth::Cut { reason: Reason::Test, .. })), 4);
        assert_eq!(count(|growth| matches!(growth, Growth::Cut { reason: Reason::Deep, .. })), 1);
        assert_eq!(palmette.nodes.iter().filter(|twig| twig.line).count(), 5);
    }
}
