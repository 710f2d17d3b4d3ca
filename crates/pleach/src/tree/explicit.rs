//! A tree given node by node.

use crate::game::{Game, Hashed, Player, mix};
use crate::limits::MAX_PLY;
use crate::notation::{Notation, NotationError};
use crate::value::{Interval, Score};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// A node of a tree that is given node by node; a move is the number of a child, from 1.
///
/// Values and static values are in Max's view, as in the papers. Nodes may belong to either player at
/// any level. A leaf or a static value may be unknown (`null` in JSON, a bare name or `?` in
/// brackets); that is an error only if a search asks for it, see [`ExplicitTree::take_missing_value`].
///
/// No two nodes are equal, even if they look alike: trees in the papers have no transpositions.
///
/// ```
/// use pleach::{Game, Notation, tree::ExplicitTree};
/// let tree: ExplicitTree = "MAX[5, MIN[3, x]]".parse().unwrap();
/// assert_eq!(tree.moves().collect::<Vec<_>>(), [1, 2]);
/// assert_eq!(tree.after(2).position(), "MIN[3, x]");
/// ```
#[derive(Clone)]
pub struct ExplicitTree {
    tree: Arc<Tree>,
    node: u32,
}

/// The nodes, the root first, every parent before its children.
#[derive(Debug)]
struct Tree {
    nodes: Vec<Node>,
    limit: Option<Score>,
    /// The first node whose unknown value was asked for.
    missing: AtomicU32,
}

const NONE: u32 = u32::MAX;
/// The most nodes of a tree: they take some hundred bytes each, many times the text that gives them.
const MOST_NODES: usize = 1_000_000;

#[derive(Clone, Debug)]
struct Node {
    name: Option<Box<str>>,
    player: Player,
    /// The value of a leaf, the static value of an interior node; in Max's view.
    value: Option<Score>,
    /// What the value is known to lie in, in Max's view.
    range: Option<Interval>,
    children: Vec<u32>,
}

impl ExplicitTree {
    /// Reads a tree from JSON: an interior node is `{"name", "player": "max"|"min", "static",
    /// "children": [...]}`, a leaf `{"name", "value"}`. Names and statics may be left out; a player
    /// left out is the opponent of the parent's, and Max at the root.
    ///
    /// For searches over uncertain values a node may have a `"range": [low, high]` in place of a static value. A
    /// node with nothing but a range is one that a search may stop at and not go beyond.
    ///
    /// ```
    /// use pleach::tree::ExplicitTree;
    /// let json = r#"{"player": "max", "children": [{"value": 5}, {"name": "x", "value": null}]}"#;
    /// assert_eq!(ExplicitTree::from_json(json).unwrap().to_string(), "MAX[5, x]");
    /// ```
    pub fn from_json(text: &str) -> Result<Self, NotationError> {
        super::json::read(text)
    }

    /// Declares that all scores lie between `-limit` and `limit`, so that a value of `limit` makes a
    /// direct cut-off.
    ///
    /// ```
    /// use pleach::{textbook, tree::ExplicitTree, Score};
    /// let tree: ExplicitTree = "MAX[MIN[7, 9], MIN[8, 6]]".parse().unwrap();
    /// assert!(tree.clone().with_limit(Score::new(8)).is_err());
    /// let report = textbook::solve(&tree.with_limit(Score::new(9)).unwrap());
    /// assert_eq!(report.value, Score::new(7));
    /// ```
    pub fn with_limit(self, limit: Score) -> Result<Self, TreeError> {
        let beyond = |value: Score| value > limit || value < -limit;
        if let Some(node) =
            (0..self.len() as u32).find(|&n| self.tree.nodes[n as usize].value.is_some_and(beyond))
        {
            let name = self.name_of(node);
            return Err(TreeError::BeyondLimit { name, limit });
        }
        let nodes = self.tree.nodes.clone();
        let tree = Arc::new(Tree { nodes, limit: Some(limit), missing: AtomicU32::new(NONE) });
        Ok(ExplicitTree { tree, node: self.node })
    }

    /// The number of nodes of the whole tree.
    pub fn len(&self) -> usize {
        self.tree.nodes.len()
    }

    /// Whether the tree is a single leaf.
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }

    /// The static value of the node for the side to move: an evaluator for searches with a depth
    /// limit. A leaf's is its value.
    pub fn static_value(&self) -> Score {
        self.value_of(self.here())
    }

    /// The range that the value is said to lie in, for the side to move.
    ///
    /// ```
    /// use pleach::tree::ExplicitTree;
    /// let tree = ExplicitTree::from_json(r#"{"range": [-1, 4], "children": [{"value": 2}]}"#).unwrap();
    /// assert_eq!(tree.range().unwrap().to_string(), "[-1, 4]");
    /// ```
    pub fn range(&self) -> Option<Interval> {
        let node = self.here();
        node.range.map(|range| node.player.view(range))
    }

    /// The name of the first node whose value was asked for though it is unknown, since this was last
    /// asked. A search took it for 0, and its result means nothing.
    ///
    /// ```
    /// use pleach::{textbook, tree::ExplicitTree};
    /// let tree: ExplicitTree = "MAX[5, MIN[MAX[MIN[3, x]]]]".parse().unwrap();
    /// textbook::solve(&tree);
    /// assert_eq!(tree.take_missing_value(), None);
    /// let reordered: ExplicitTree = "MAX[5, MIN[MAX[MIN[x, 3]]]]".parse().unwrap();
    /// textbook::solve(&reordered);
    /// assert_eq!(reordered.take_missing_value().as_deref(), Some("x"));
    /// ```
    pub fn take_missing_value(&self) -> Option<String> {
        match self.tree.missing.swap(NONE, Ordering::Relaxed) {
            NONE => None,
            node => Some(self.name_of(node)),
        }
    }

    /// Whether this node is a leaf.
    pub fn is_leaf(&self) -> bool {
        self.here().children.is_empty()
    }

    pub(super) fn value(&self) -> Option<Score> {
        self.here().value
    }

    pub(super) fn name(&self) -> Option<&str> {
        self.here().name.as_deref()
    }

    pub(super) fn children(&self) -> impl DoubleEndedIterator<Item = ExplicitTree> {
        self.here().children.iter().map(|&node| ExplicitTree { tree: Arc::clone(&self.tree), node })
    }

    fn here(&self) -> &Node {
        &self.tree.nodes[self.node as usize]
    }

    fn value_of(&self, node: &Node) -> Score {
        let value = node.value.unwrap_or_else(|| {
            let missing = &self.tree.missing;
            // Only the first is of interest, so a lost race does not matter.
            let _ = missing.compare_exchange(NONE, self.node, Ordering::Relaxed, Ordering::Relaxed);
            Score::ZERO
        });
        node.player.view(value)
    }

    fn name_of(&self, node: u32) -> String {
        let named = self.tree.nodes[node as usize].name.as_deref().map(str::to_owned);
        named.unwrap_or_else(|| format!("number {} of {}", node + 1, self.len()))
    }
}

impl Game for ExplicitTree {
    type Move = u32;
    const REGULAR_TURNS: bool = false;

    fn to_move(&self) -> Player {
        self.here().player
    }

    fn moves(&self) -> impl Iterator<Item = u32> {
        1..=self.here().children.len() as u32
    }

    fn play(&mut self, child: u32) {
        self.node = self.here().children[child as usize - 1];
    }

    fn outcome(&self) -> Option<Score> {
        let node = self.here();
        node.children.is_empty().then(|| self.value_of(node))
    }

    fn score_bounds(&self) -> (Score, Score) {
        self.tree.limit.map_or((Score::MIN, Score::MAX), |limit| (-limit, limit))
    }
}

impl Hashed for ExplicitTree {
    fn key(&self) -> u64 {
        mix(self.node.into())
    }
}

impl Notation for ExplicitTree {
    const READS_ANEW: bool = true;

    fn position(&self) -> String {
        self.to_string()
    }

    /// Brackets, or JSON if the text begins with `{`. A limit on the scores is kept.
    fn parse(&self, text: &str) -> Result<Self, NotationError> {
        let tree: ExplicitTree = text.parse()?;
        match self.tree.limit {
            None => Ok(tree),
            Some(limit) => Ok(tree.with_limit(limit)?),
        }
    }

    fn move_text(&self, child: u32) -> String {
        child.to_string()
    }

    fn node_name(&self) -> Option<String> {
        self.name().map(str::to_owned)
    }
}

impl FromStr for ExplicitTree {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        if text.trim_start().starts_with('{') { super::json::read(text) } else { super::brackets::read(text) }
    }
}

/// The tree below this node, in brackets.
impl fmt::Display for ExplicitTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::brackets::write(self, f)
    }
}

impl fmt::Debug for ExplicitTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Builds an [`ExplicitTree`] from its root down, in the order of a depth-first walk.
///
/// ```
/// use pleach::{Player, Score, tree::TreeBuilder};
/// let mut builder = TreeBuilder::default();
/// builder.open(Some(Player::Max), None, None)?;
/// builder.leaf(None, Some(Score::new(5)))?;
/// builder.open(None, Some("m"), None)?;
/// builder.leaf(None, Some(Score::new(3)))?;
/// builder.close()?;
/// builder.close()?;
/// assert_eq!(builder.finish()?.to_string(), "MAX[5, m: MIN[3]]");
/// # Ok::<(), pleach::tree::TreeError>(())
/// ```
#[derive(Debug, Default)]
pub struct TreeBuilder {
    nodes: Vec<Node>,
    open: Vec<u32>,
}

impl TreeBuilder {
    /// Begins an interior node. A player left out is the opponent of the parent's, Max at the root.
    pub fn open(
        &mut self,
        player: Option<Player>,
        name: Option<&str>,
        static_value: Option<Score>,
    ) -> Result<(), TreeError> {
        if self.open.len() >= MAX_PLY as usize {
            return Err(TreeError::TooDeep);
        }
        let node = self.add(player, name, static_value)?;
        self.open.push(node);
        Ok(())
    }

    /// States what the value of the node added last lies in, in Max's view.
    pub fn range(&mut self, range: Interval) -> Result<(), TreeError> {
        self.nodes.last_mut().ok_or(TreeError::NothingOpen)?.range = Some(range);
        Ok(())
    }

    /// Adds a leaf; no value means an unknown one.
    pub fn leaf(&mut self, name: Option<&str>, value: Option<Score>) -> Result<(), TreeError> {
        self.add(None, name, value).map(drop)
    }

    /// Ends the interior node that was begun last. It must have a child.
    pub fn close(&mut self) -> Result<(), TreeError> {
        let node = self.open.pop().ok_or(TreeError::NothingOpen)?;
        match self.nodes[node as usize].children.is_empty() {
            true => Err(TreeError::NoChildren),
            false => Ok(()),
        }
    }

    /// The tree, once every node is closed.
    pub fn finish(self) -> Result<ExplicitTree, TreeError> {
        if self.nodes.is_empty() {
            return Err(TreeError::Empty);
        }
        if !self.open.is_empty() {
            return Err(TreeError::StillOpen(self.open.len()));
        }
        let tree = Tree { nodes: self.nodes, limit: None, missing: AtomicU32::new(NONE) };
        Ok(ExplicitTree { tree: Arc::new(tree), node: 0 })
    }

    fn add(
        &mut self,
        player: Option<Player>,
        name: Option<&str>,
        value: Option<Score>,
    ) -> Result<u32, TreeError> {
        if self.nodes.len() >= MOST_NODES {
            return Err(TreeError::TooLarge);
        }
        let number = self.nodes.len() as u32;
        let parent = self.open.last().map(|&parent| &mut self.nodes[parent as usize]);
        let mut by_turn = Player::Max;
        match parent {
            None if number > 0 => return Err(TreeError::SecondRoot),
            None => {}
            Some(parent) => {
                by_turn = parent.player.other();
                parent.children.push(number);
            }
        }
        let (name, player) = (name.map(Box::from), player.unwrap_or(by_turn));
        self.nodes.push(Node { name, player, value, range: None, children: Vec::new() });
        Ok(number)
    }
}

/// Nodes that do not make a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// There is no node.
    #[error("the tree is empty")]
    Empty,
    /// An interior node without children.
    #[error("an interior node needs at least one child")]
    NoChildren,
    /// More nodes were ended than begun.
    #[error("no node is open here")]
    NothingOpen,
    /// Nodes were begun and not ended.
    #[error("{0} nodes are still open at the end")]
    StillOpen(usize),
    /// A second node beside the root.
    #[error("the tree ends here, but the text goes on")]
    SecondRoot,
    /// More than a million nodes.
    #[error("the tree has more than {MOST_NODES} nodes; give a smaller one")]
    TooLarge,
    /// Nodes inside each other beyond [`MAX_PLY`](crate::MAX_PLY).
    #[error("the tree is deeper than {MAX_PLY} nodes; give a smaller one")]
    TooDeep,
    /// A value beyond the declared limit of the scores.
    #[error("the value of node {name} lies beyond the limit of {limit}")]
    BeyondLimit {
        /// The node.
        name: String,
        /// The limit.
        limit: Score,
    },
}

impl From<TreeError> for NotationError {
    fn from(error: TreeError) -> Self {
        NotationError::new(error.to_string())
    }
}
