//! The improved alpha-beta of Zhang and Cui: a list of nodes, children inserted by static value.
//!
//! Their steps 1 to 7, with the misprints put right: in step 4 a node is pruned when `v <= u` (the
//! printed `>=` gives wrong root values from depth 4 on) and the other case is "n is an and-node"; in
//! step 6 the first "and-node" means or-node. An or-node is a node of Max, an and-node one of Min.
//! Values are in Max's view.

use super::walk::{Answer, Walk};
use crate::branch::branches;
use crate::game::{Evaluate, Game, Player};
use crate::limits::{MAX_PLY, Stopped};
use crate::observe::{Branch, LeafCause, Observe};
use crate::value::{Score, Window};

/// A node that is on the list, or above one that is.
struct Node<G: Game> {
    game: G,
    branch: Option<Branch<G::Move>>,
    parent: Option<usize>,
    ply: u32,
    depth: u32,
    /// The static value, or the outcome where the game is over.
    initial: (Score, LeafCause),
    /// The strictest values among the siblings of its ancestors, Max's and Min's: what a window is.
    window: Window,
    /// The best value of the children that are done.
    backed_up: Option<Score>,
    /// The children still on the list.
    waiting: usize,
}

/// The improved alpha-beta of Zhang and Cui. It visits exactly what alpha-beta visits when the
/// children of every node are sorted by static value, the best for the side to move first.
///
/// ```
/// use pleach::textbook::{Walk, zhang_cui};
/// use pleach::{Limits, Score, Window, tree::ExplicitTree};
/// // The better move comes last, and its static value says so.
/// let tree = ExplicitTree::from_json(r#"{"player": "max", "children": [
///     {"player": "min", "static": 1, "children": [{"value": 2}, {"value": 3}]},
///     {"player": "min", "static": 6, "children": [{"value": 7}, {"value": 8}]}]}"#).unwrap();
/// let mut observer = ();
/// let evaluator = ExplicitTree::static_value;
/// let mut walk = Walk::new(&evaluator, &mut observer, &Limits::none());
/// assert_eq!(zhang_cui(&mut walk, &tree, u32::MAX, Window::FULL), Ok(Score::new(7)));
/// assert_eq!(walk.nodes(), 6);
/// ```
pub fn zhang_cui<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    m: &G,
    depth: u32,
    window: Window,
) -> Answer {
    let base = s.ply();
    let window = m.to_move().view(window);
    // The root is not inserted among siblings: its static value is of no interest unless it is a leaf.
    let is_leaf = depth == 0 || m.outcome().is_some();
    let initial = if is_leaf { initial_value(s, m, base) } else { (Score::ZERO, LeafCause::Horizon) };
    let (game, branch, parent) = (m.clone(), None, None);
    let root = Node { game, branch, parent, ply: base, depth, initial, window, backed_up: None, waiting: 0 };
    // Step 1: set N to be the list consisting of the single element m.
    let mut tree = ListTree { nodes: vec![root], list: vec![0] };
    // Step 2: let n be the first node in N, whose front is at the end of the vector.
    while let Some(&n) = tree.list.last() {
        // Step 4: try to prune n.
        if tree.is_pruned(n) {
            tree.prune_siblings(s, n);
            continue;
        }
        tree.list.pop();
        tree.enter(s, n)?;
        let node = &tree.nodes[n];
        if node.depth == 0 || node.initial.1 == LeafCause::Outcome {
            // Step 5: assign n the value of the evaluation function and back it up.
            let (value, cause) = node.initial;
            s.leaf(node.game.to_move().view(value), cause);
            tree.back_up(s, n, value);
        } else {
            // Step 6: add the children of n to the front of N.
            tree.expand(s, n)?;
        }
        // Step 7: return to step 2.
    }
    // Step 3: the list is empty when m has been assigned its value.
    s.go_to(base, None);
    let root = &tree.nodes[0];
    Ok(m.to_move().view(root.backed_up.unwrap_or(root.initial.0)))
}

/// The value of a node before it is searched, in Max's view.
fn initial_value<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    p: &G,
    ply: u32,
) -> (Score, LeafCause) {
    let (value, cause) = match p.outcome() {
        Some(outcome) => (outcome.after(ply), LeafCause::Outcome),
        None => (s.evaluate(p), LeafCause::Horizon),
    };
    (p.to_move().view(value), cause)
}

struct ListTree<G: Game> {
    /// The nodes on the list and above it, parents before children.
    nodes: Vec<Node<G>>,
    /// The list N, its front at the end.
    list: Vec<usize>,
}

impl<G: Game> ListTree<G> {
    fn player(&self, n: usize) -> Player {
        self.nodes[n].game.to_move()
    }

    /// Step 4: v is the best value among the siblings of n, u the strictest among the siblings of
    /// those ancestors where the other player chooses.
    fn is_pruned(&self, n: usize) -> bool {
        let Some(parent) = self.nodes[n].parent else { return false };
        let Some(v) = self.nodes[parent].backed_up else { return false };
        let window = self.nodes[parent].window;
        match self.player(parent) {
            Player::Min => v <= window.alpha(),
            Player::Max => v >= window.beta(),
        }
    }

    /// Removes n and its siblings from N: their parent is done.
    fn prune_siblings(
        &mut self,
        s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
        n: usize,
    ) {
        let parent = self.nodes[n].parent.expect("only a node with siblings is pruned");
        let Node { waiting, backed_up, ply, window, .. } = self.nodes[parent];
        self.list.truncate(self.list.len() - waiting);
        let value = backed_up.expect("a pruned node has a sibling with a value");
        let player = self.player(parent);
        s.go_to(ply, None);
        s.note_cut(&self.nodes[parent].game, player.view(value), player.view(window));
        s.leave(player.view(value), player.view(window));
        self.back_up(s, parent, value);
    }

    fn enter(
        &mut self,
        s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
        n: usize,
    ) -> Result<(), Stopped> {
        if let Some(parent) = self.nodes[n].parent {
            let Node { window, backed_up, .. } = self.nodes[parent];
            self.nodes[n].window = match (backed_up, self.player(parent)) {
                (None, _) => window,
                (Some(v), Player::Max) => window.raised_to(v),
                (Some(v), Player::Min) => window.lowered_to(v),
            };
        }
        let node = &self.nodes[n];
        s.go_to(node.ply, node.branch);
        s.arrive(&node.game, node.depth, node.game.to_move().view(node.window))
    }

    fn expand(
        &mut self,
        s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
        n: usize,
    ) -> Result<(), Stopped> {
        let parent = &self.nodes[n];
        if parent.ply >= MAX_PLY {
            return Err(Stopped::TooDeep);
        }
        let (player, ply, window) = (parent.game.to_move(), parent.ply + 1, parent.window);
        let mut children: Vec<Node<G>> = branches(&parent.game)
            .map(|branch| {
                let game = parent.game.after(branch.mv);
                let cost = if G::REGULAR_TURNS { 1 } else { parent.game.cost(branch.mv) };
                let (depth, initial) = (parent.depth.saturating_sub(cost), initial_value(s, &game, ply));
                let (branch, parent) = (Some(branch), Some(n));
                Node { game, branch, parent, ply, depth, initial, window, backed_up: None, waiting: 0 }
            })
            .collect();
        if children.is_empty() {
            return Err(s.dead_end(&parent.game));
        }
        // An or-node adds its children from large value to small, an and-node from small to large.
        children.sort_by_key(|child| std::cmp::Reverse(player.view(child.initial.0)));
        self.nodes[n].waiting = children.len();
        let first = self.nodes.len();
        self.nodes.extend(children);
        self.list.extend((first..self.nodes.len()).rev());
        Ok(())
    }

    /// Hands the value of a node that is done to its parent, which may then be done too, and so on up.
    fn back_up(
        &mut self,
        s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
        mut n: usize,
        mut value: Score,
    ) {
        while let (Some(parent), Some(branch)) = (self.nodes[n].parent, self.nodes[n].branch) {
            let player = self.player(parent);
            let Node { ply, window, backed_up, .. } = self.nodes[parent];
            s.go_to(ply, None);
            let m = backed_up.map_or(Score::MIN, |m| player.view(m));
            let best = s.back_up(branch, m, player.view(value), player.view(window));
            value = player.view(best);
            self.nodes[parent].backed_up = Some(value);
            self.nodes[parent].waiting -= 1;
            if self.nodes[parent].waiting > 0 {
                return;
            }
            // Nothing below the parent is needed any more, and its children are the last nodes.
            s.leave(best, player.view(window));
            let kept = self.nodes.iter().rposition(|node| node.parent != Some(parent));
            self.nodes.truncate(kept.map_or(0, |last| last + 1));
            n = parent;
        }
    }
}
