//! A recorded search, as data.

use super::{Believed, CutKind, Evidence, Omission, Question, Retry};
use crate::game::Player;
use crate::uncertain::Verdict;
use crate::uncertain::best_first::Strategy;
use crate::value::{Bound, Score};

/// Every step of a search, and the part of the tree that it saw or passed over. All scores are in
/// Max's view, as the papers print them.
///
/// A [`Recorder`](super::Recorder) makes it; [`Trace::to_table`], [`Trace::to_json`],
/// [`Trace::to_columns`] and [`Trace::to_svg`] show it.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Trace {
    /// The game.
    pub game: String,
    /// The position at the root.
    pub position: String,
    /// The algorithm with its options.
    pub algorithm: String,
    /// The value of the root.
    pub value: Score,
    /// What that says of the true value.
    pub bound: Bound,
    /// The nodes visited (NC).
    pub visits: u64,
    /// The leaves visited (NBP).
    pub leaves: u64,
    /// The indices of the nodes of the principal variation, the root first.
    pub line: Vec<usize>,
    /// The nodes, the root first, every parent before its children.
    pub nodes: Vec<TraceNode>,
    /// The steps, in order.
    pub steps: Vec<Step>,
}

/// A node that was visited, or a child of such a node that was not.
#[derive(Clone, Debug, serde::Serialize)]
pub struct TraceNode {
    /// Its Dewey path, `2.1.3`; empty for the root.
    pub path: String,
    /// Its name, if the game names its nodes.
    pub name: Option<String>,
    /// The move that leads to it.
    pub mv: Option<String>,
    /// Whose turn it is there.
    pub player: Player,
    /// The index of its parent.
    pub parent: Option<usize>,
    /// The indices of its children, in the order in which the game generates them, visited or not.
    /// Empty for leaves and for nodes that were not visited.
    pub children: Vec<usize>,
    /// Whether the search ever entered it.
    pub visited: bool,
    /// For a node that was not visited: the number of nodes, itself included, that a full search
    /// would have visited there; `None` if that is more than the recorder cares to count.
    pub pruned_size: Option<u64>,
    /// The board, as text.
    pub board: Option<String>,
}

impl TraceNode {
    /// The name if there is one, else the path, `root` for the root.
    pub fn label(&self) -> &str {
        match (&self.name, self.path.is_empty()) {
            (Some(name), _) => name,
            (None, true) => "root",
            (None, false) => &self.path,
        }
    }
}

/// One step of a search. `alpha`, `beta` and `g` are those of the node after the step. In a search over uncertain
/// values `g` is what its side can be sure of: the lower bound of a Max node, the upper one of a Min node.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Step {
    /// The index of the node the step happens at.
    pub node: usize,
    /// What happens.
    #[serde(flatten)]
    pub kind: StepKind,
    /// The lower end of the node's window.
    pub alpha: Score,
    /// The upper end of the node's window.
    pub beta: Score,
    /// The best value so far; an infinity before there is one.
    pub g: Score,
    /// What a search over uncertain values believes of the node after the step, where the step says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub believed: Option<Box<Believed>>,
}

/// What happens in a step. See [`Event`](super::Event).
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "step", rename_all = "kebab-case")]
pub enum StepKind {
    /// A new iteration begins.
    Iteration {
        /// Its depth.
        depth: u32,
    },
    /// The node is visited.
    Enter {
        /// The remaining depth.
        depth: u32,
    },
    /// The node is a leaf, worth `g`.
    Leaf,
    /// A child's value comes back to the node.
    Return {
        /// The index of the child.
        child: usize,
        /// The child's value.
        value: Score,
        /// Whether it made `g` better.
        improved: bool,
    },
    /// The remaining children are not searched.
    Cut {
        /// The reason.
        kind: CutKind,
        /// The index of the ancestor whose bound made the cut.
        by: Option<usize>,
    },
    /// The node is done, with the value `g`.
    Leave {
        /// What the value says of the true one.
        bound: Bound,
    },
    /// The value `g` of the node was remembered, and the node not visited.
    TableHit {
        /// What the value says of the true one.
        bound: Bound,
    },
    /// The node is about to be tested with a null window.
    Test,
    /// The node is about to be searched again.
    Again {
        /// Why.
        reason: Retry,
    },
    /// The node is about to be looked at by a shallow search.
    Probe {
        /// The plies of that search.
        depth: u32,
        /// What it is asked.
        #[serde(flatten)]
        question: Question,
    },
    /// The shallow search of the node is done. `g` and the window are those of the node before it.
    Probed {
        /// What was asked.
        #[serde(flatten)]
        question: Question,
        /// The value it found.
        shallow: Score,
        /// Whether that speaks for leaving out the deep search.
        hit: bool,
        /// Whether the node was under way already, so that its own search goes on.
        goes_on: bool,
    },
    /// The node is not searched; `g` is the bound that it most likely reaches or stays under.
    Forecast {
        /// Why.
        #[serde(flatten)]
        omission: Omission,
    },
    /// A child is not searched.
    Skip {
        /// The index of the child.
        child: usize,
        /// Why.
        #[serde(flatten)]
        omission: Omission,
        /// Whether the later children are not searched either.
        rest: bool,
    },
    /// What is known of the node is all that is asked for: it is not searched.
    Known,
    /// The node cannot be better for its parent than what is there already: what is left of it is not searched.
    Dominated {
        /// The index of the node that has as much.
        by: Option<usize>,
        /// Whether the bounds that show it are proven.
        proven: bool,
    },
    /// A best-first search expands the node.
    Expand {
        /// Why it.
        strategy: Strategy,
    },
    /// The node becomes part of a best-first tree.
    Judge,
    /// The value of the node is that of its children now.
    BackUp,
    /// A best-first search ends.
    End {
        /// What kind of answer it has.
        verdict: Verdict,
    },
}

impl Evidence {
    /// The value that was found beside the threshold: `50 >= 27`.
    pub(super) fn text(self) -> String {
        let Evidence { question, shallow } = self;
        match question {
            Question::Reaches(threshold) if shallow >= threshold => format!("{shallow} >= {threshold}"),
            Question::Reaches(threshold) => format!("{shallow} < {threshold}"),
            Question::StaysUnder(threshold) if shallow <= threshold => format!("{shallow} <= {threshold}"),
            Question::StaysUnder(threshold) => format!("{shallow} > {threshold}"),
            Question::BestMove => shallow.to_string(),
        }
    }
}

impl Trace {
    /// Whether it is that of a search over uncertain values.
    pub(super) fn is_uncertain(&self) -> bool {
        self.steps.iter().any(|step| step.believed.is_some())
    }

    /// The trace as JSON: the fields of [`Trace`], with infinities as `"+inf"` and `"-inf"`.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a trace has nothing that JSON cannot hold")
    }
}

/// A search with more steps than a trace should have, or one that passes more nodes or goes deeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search takes more than {limit} {of}; lower the depth, or raise the limit of the trace")]
pub struct TraceTooLong {
    /// The limit.
    pub limit: usize,
    /// What there are too many of.
    pub of: &'static str,
}
