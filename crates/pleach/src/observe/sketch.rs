//! What of a trace is drawn: which nodes, which stubs, and where the drawing stops.

use super::lettering::{count_text, counted};
use super::{StepKind, Trace};

/// Limits of a drawing that people can still read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    /// Nodes and stubs in all.
    pub(super) items: usize,
    /// Plies below the root.
    pub(super) plies: usize,
    /// More pruned children than this become one stub.
    pub(super) stubs: usize,
}

impl Default for Limit {
    fn default() -> Self {
        Limit { items: 1_200, plies: 60, stubs: 6 }
    }
}

/// Something at the end of an edge, or the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) kind: ItemKind,
    /// The item above.
    pub(super) parent: Option<usize>,
    /// The items below, from left to right.
    pub(super) children: Vec<usize>,
    pub(super) ply: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ItemKind {
    /// A node that was reached, by its index in the trace.
    Node {
        node: usize,
        /// The visited nodes below it that are not drawn.
        hidden: u64,
    },
    /// Children that were never reached.
    Stub(Stub),
}

/// Pruned children in one stub: one, or too many to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stub {
    /// Their parent, by its index in the trace.
    pub(super) parent: usize,
    /// How many children they are.
    pub(super) moves: usize,
    /// The nodes that were not visited, as far as they were counted.
    pub(super) nodes: u64,
    /// Whether all were counted.
    pub(super) counted: bool,
}

impl Stub {
    /// What is written below the cut.
    pub(super) fn lines(&self) -> Vec<String> {
        match (self.moves, self.counted) {
            (1, true) => vec![count_text(self.nodes), "pruned".to_owned()],
            (1, false) => vec!["many".to_owned(), "pruned".to_owned()],
            (moves, complete) => {
                let sign = if complete { "" } else { "≥" };
                let nodes = counted(self.nodes, "node", "nodes");
                let moves = counted(moves as u64, "move", "moves");
                vec![moves, format!("{sign}{nodes}"), "pruned".to_owned()]
            }
        }
    }

    /// The same on one line.
    pub(super) fn line(&self) -> String {
        match self.lines().as_slice() {
            [moves, nodes, pruned] => format!("{moves}, {nodes} {pruned}"),
            lines => lines.join(" "),
        }
    }
}

/// The items of a drawing, the root first, every parent before its children, ply by ply.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    pub(super) items: Vec<Item>,
    /// What the limit left out.
    pub(super) left_out: Option<LeftOut>,
}

/// What the limit left out of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LeftOut {
    /// The lowest ply that is drawn.
    pub(super) lowest: usize,
    /// The nodes drawn.
    pub(super) drawn: u64,
    /// The nodes that were reached in all.
    pub(super) reached: u64,
}

impl Sketch {
    pub(super) fn new(trace: &Trace, limit: Limit) -> Sketch {
        if trace.nodes.is_empty() {
            return Sketch { items: Vec::new(), left_out: None };
        }
        let reached = reached(trace);
        let root =
            Item { kind: ItemKind::Node { node: 0, hidden: 0 }, parent: None, children: Vec::new(), ply: 0 };
        let mut items = vec![root];
        let mut begin = 0;
        let mut complete = false;
        for ply in 1..=limit.plies + 1 {
            let next = next_ply(trace, &reached, &items[begin..], begin, ply, limit.stubs);
            if next.is_empty() {
                complete = true;
                break;
            }
            if ply > limit.plies || items.len() + next.len() > limit.items {
                break;
            }
            begin = items.len();
            for (number, item) in (begin..).zip(&next) {
                if let Some(parent) = item.parent {
                    items[parent].children.push(number);
                }
            }
            items.extend(next);
        }
        let mut sketch = Sketch { items, left_out: None };
        if !complete {
            sketch.count_hidden(trace, &reached);
        }
        sketch
    }

    fn count_hidden(&mut self, trace: &Trace, reached: &[bool]) {
        let mut below = vec![0u64; trace.nodes.len()];
        for (number, node) in trace.nodes.iter().enumerate().rev() {
            if let Some(parent) = node.parent {
                below[parent] += below[number] + u64::from(reached[number]);
            }
        }
        let mut drawn = 0;
        for item in &mut self.items {
            if let ItemKind::Node { node, hidden } = &mut item.kind {
                drawn += 1;
                if item.children.is_empty() {
                    *hidden = below[*node];
                }
            }
        }
        let lowest = self.items.last().map_or(0, |item| item.ply);
        let reached = reached.iter().filter(|&&reached| reached).count() as u64;
        self.left_out = Some(LeftOut { lowest, drawn, reached });
    }
}

/// The nodes that were visited or remembered.
fn reached(trace: &Trace) -> Vec<bool> {
    let mut reached: Vec<bool> = trace.nodes.iter().map(|node| node.visited).collect();
    for step in &trace.steps {
        if let StepKind::TableHit { .. } = step.kind {
            reached[step.node] = true;
        }
    }
    reached
}

/// The children of a ply's items; `begin` is the number of the first of these.
fn next_ply(
    trace: &Trace,
    reached: &[bool],
    above: &[Item],
    begin: usize,
    ply: usize,
    most_stubs: usize,
) -> Vec<Item> {
    let mut next = Vec::new();
    for (parent, item) in (begin..).zip(above) {
        let ItemKind::Node { node, .. } = item.kind else { continue };
        let children = &trace.nodes[node].children;
        let pruned = |&&child: &&usize| !reached[child];
        let many = children.iter().filter(pruned).count() > most_stubs;
        let alone = children.iter().filter(|&&child| reached[child] || !many).map(|&child| {
            if reached[child] {
                ItemKind::Node { node: child, hidden: 0 }
            } else {
                ItemKind::Stub(stub(trace, node, &[child]))
            }
        });
        let together: Vec<usize> = children.iter().filter(pruned).filter(|_| many).copied().collect();
        let together = many.then(|| ItemKind::Stub(stub(trace, node, &together)));
        let kinds = alone.chain(together);
        next.extend(kinds.map(|kind| Item { kind, parent: Some(parent), children: Vec::new(), ply }));
    }
    next
}

fn stub(trace: &Trace, parent: usize, children: &[usize]) -> Stub {
    let sizes = || children.iter().map(|&child| trace.nodes[child].pruned_size);
    // A child that was too large to count has at least itself.
    let nodes = sizes().map(|size| size.unwrap_or(1)).sum();
    Stub { parent, moves: children.len(), nodes, counted: sizes().all(|size| size.is_some()) }
}

#[cfg(test)]
mod tests {
    use super::super::specimens;
    use super::*;
    use crate::textbook::Algorithm;

    #[test]
    fn many_pruned_children_become_one_stub() {
        let trace =
            specimens::of_tree("MAX[5, MIN[1, 2, 3, 4, 5, 6, 7, 8, MAX[9, 9]]]", Algorithm::ALPHA_BETA);
        let sketch = Sketch::new(&trace, Limit::default());
        let last = &sketch.items.last().expect("items").kind;
        assert_eq!(*last, ItemKind::Stub(Stub { parent: 2, moves: 8, nodes: 10, counted: true }));
        assert_eq!(sketch.items.len(), 5);
        let apart = Sketch::new(&trace, Limit { stubs: 8, ..Limit::default() });
        assert_eq!(apart.items.len(), 12);
    }

    #[test]
    fn what_the_limit_leaves_out_is_counted() {
        let trace = specimens::of_random_tree("b=3,d=4,values=50", Algorithm::Minimax);
        let sketch = Sketch::new(&trace, Limit { items: 20, ..Limit::default() });
        assert_eq!(sketch.left_out, Some(LeftOut { lowest: 2, drawn: 13, reached: 121 }));
        let hidden: u64 = sketch.items.iter().filter_map(|item| hidden(&item.kind)).sum();
        assert_eq!(hidden, 121 - 13);
        let flat = Sketch::new(&trace, Limit { items: 2, ..Limit::default() });
        assert_eq!(flat.left_out, Some(LeftOut { lowest: 0, drawn: 1, reached: 121 }));
        let shallow = Sketch::new(&trace, Limit { plies: 3, ..Limit::default() });
        assert_eq!(shallow.left_out.map(|left_out| left_out.lowest), Some(3));
        assert_eq!(Sketch::new(&trace, Limit { plies: 4, ..Limit::default() }).left_out, None);
    }

    fn hidden(kind: &ItemKind) -> Option<u64> {
        match kind {
            ItemKind::Node { hidden, .. } => Some(*hidden),
            ItemKind::Stub(_) => None,
        }
    }
}
