//! Critical positions: what alpha-beta must examine even if every best move comes first.
//!
//! Hsu, "Analysis of a possible best case" and "Types of nodes", after Knuth and Moore 1975. A position
//! `a_1.a_2...a_l` is critical if `a_i = 1` for all even `i` or for all odd `i`; the root is critical.
//! With the anchor `j`, the least index with `a_j != 1`, the types are
//!
//! | type | condition | examined because |
//! |---|---|---|
//! | 1 | no anchor: the root, or the leftmost child of a type 1 node | the value must come from somewhere |
//! | 2.1 | `l = j` | a later child of type 1 must be refuted |
//! | 2.2 | `l - j > 0` is even | every child of type 3 must be refuted |
//! | 3.1 | `l - j = 1` | the first child of type 2.1 refutes it |
//! | 3.2 | `l - j > 1` is odd | the first child of type 2.2 refutes it |
//!
//! Theorem 1: in a perfectly ordered tree fail-hard alpha-beta examines precisely these positions.
//!
//! Corrections to the paper: the leftmost child of *any* type 1 node is of type 1, the root's too (H17);
//! and in type 3.1 it is `a_j` that differs from 1, while `a_l = 1` (H4).

use crate::game::Game;
use std::fmt;

/// The type of a critical position.
///
/// ```
/// use pleach::analysis::CriticalType;
/// assert_eq!(CriticalType::TwoOne.to_string(), "2.1");
/// assert_eq!(CriticalType::TwoOne.child(1), Some(CriticalType::ThreeOne));
/// assert_eq!(CriticalType::TwoOne.child(2), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
pub enum CriticalType {
    /// Type 1: the leftmost branch, searched with the full window.
    #[serde(rename = "1")]
    One,
    /// Type 2.1: a later child of a type 1 node; its first child refutes it.
    #[serde(rename = "2.1")]
    TwoOne,
    /// Type 2.2: a child of a type 3 node; its first child refutes it.
    #[serde(rename = "2.2")]
    TwoTwo,
    /// Type 3.1: the first child of a type 2.1 node; all its children are examined.
    #[serde(rename = "3.1")]
    ThreeOne,
    /// Type 3.2: the first child of a type 2.2 node; all its children are examined.
    #[serde(rename = "3.2")]
    ThreeTwo,
}

impl CriticalType {
    /// All types in the paper's order.
    ///
    /// ```
    /// use pleach::analysis::CriticalType;
    /// let names = CriticalType::ALL.map(|kind| kind.name());
    /// assert_eq!(names, ["1", "2.1", "2.2", "3.1", "3.2"]);
    /// ```
    pub const ALL: [CriticalType; 5] = [
        CriticalType::One,
        CriticalType::TwoOne,
        CriticalType::TwoTwo,
        CriticalType::ThreeOne,
        CriticalType::ThreeTwo,
    ];

    /// The paper's number of the type.
    ///
    /// ```
    /// assert_eq!(pleach::analysis::CriticalType::ThreeTwo.name(), "3.2");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            CriticalType::One => "1",
            CriticalType::TwoOne => "2.1",
            CriticalType::TwoTwo => "2.2",
            CriticalType::ThreeOne => "3.1",
            CriticalType::ThreeTwo => "3.2",
        }
    }

    /// The type of the child with this number, counted from 1; `None` if it is not critical.
    /// "Properties of Theorem 1": types 1 and 3 have all their children examined, type 2 only the first.
    ///
    /// ```
    /// use pleach::analysis::CriticalType;
    /// assert_eq!(CriticalType::One.child(1), Some(CriticalType::One));
    /// assert_eq!(CriticalType::One.child(7), Some(CriticalType::TwoOne));
    /// assert_eq!(CriticalType::ThreeOne.child(7), Some(CriticalType::TwoTwo));
    /// ```
    pub fn child(self, number: u32) -> Option<CriticalType> {
        match (self, number) {
            (_, 0) => None,
            (CriticalType::One, 1) => Some(CriticalType::One),
            (CriticalType::One, _) => Some(CriticalType::TwoOne),
            (CriticalType::TwoOne, 1) => Some(CriticalType::ThreeOne),
            (CriticalType::TwoTwo, 1) => Some(CriticalType::ThreeTwo),
            (CriticalType::TwoOne | CriticalType::TwoTwo, _) => None,
            (CriticalType::ThreeOne | CriticalType::ThreeTwo, _) => Some(CriticalType::TwoTwo),
        }
    }
}

impl fmt::Display for CriticalType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The type of the position with this Dewey path, `None` if it is not critical. A path with a 0 leads
/// nowhere, for children are counted from 1.
///
/// ```
/// use pleach::analysis::{CriticalType, critical_type};
/// // The paper's examples.
/// assert_eq!(critical_type(&[]), Some(CriticalType::One));
/// assert_eq!(critical_type(&[1, 1]), Some(CriticalType::One));
/// assert_eq!(critical_type(&[2, 1, 4, 1, 2]), Some(CriticalType::TwoTwo));
/// assert_eq!(critical_type(&[1, 3, 1, 5, 1, 2]), Some(CriticalType::TwoTwo));
/// assert_eq!(critical_type(&[1, 1, 1, 2, 1, 1, 1, 3]), Some(CriticalType::TwoTwo));
/// assert_eq!(critical_type(&[1, 2, 1, 1, 2]), None);
/// ```
pub fn critical_type(path: &[u32]) -> Option<CriticalType> {
    if path.contains(&0) {
        return None;
    }
    let Some(anchor) = path.iter().position(|&number| number != 1) else {
        return Some(CriticalType::One);
    };
    let below_anchor = &path[anchor + 1..];
    // A critical path has a 1 wherever the distance from the anchor is odd.
    if below_anchor.iter().step_by(2).any(|&number| number != 1) {
        return None;
    }
    Some(match below_anchor.len() {
        0 => CriticalType::TwoOne,
        1 => CriticalType::ThreeOne,
        distance if distance.is_multiple_of(2) => CriticalType::TwoTwo,
        _ => CriticalType::ThreeTwo,
    })
}

/// A critical position of a game, as [`critical_positions`] finds it.
///
/// ```
/// use pleach::analysis::{CriticalType, critical_positions};
/// use pleach::{Game, tree::ExplicitTree};
/// let tree: ExplicitTree = "MAX[5, MIN[3, 8]]".parse().unwrap();
/// let last = critical_positions(&tree, 2).last().unwrap();
/// assert_eq!((last.path, last.kind), (vec![2, 1], CriticalType::ThreeOne));
/// assert_eq!(last.game.outcome(), Some(pleach::Score::new(3)));
/// ```
#[derive(Clone, Debug)]
pub struct CriticalPosition<G> {
    /// The position.
    pub game: G,
    /// Its Dewey path; as long as its level.
    pub path: Vec<u32>,
    /// Its type.
    pub kind: CriticalType,
}

/// All critical positions of a game down to a depth, in the order in which a search meets them.
///
/// Depth is counted as searches count it, so that `critical_positions(game, d)` are what alpha-beta
/// examines with depth `d` if the first move of every position is a best one and the turns alternate.
///
/// ```
/// use pleach::analysis::critical_positions;
/// use pleach::tree::Shape;
/// let paths: Vec<_> = critical_positions(&Shape::uniform(2, 2).tree(1), 2).map(|p| p.path).collect();
/// assert_eq!(paths, [vec![], vec![1], vec![1, 1], vec![1, 2], vec![2], vec![2, 1]]);
/// ```
pub fn critical_positions<G: Game>(root: &G, depth: u32) -> CriticalPositions<G> {
    CriticalPositions { descent: Descent::new(root, depth), path: Vec::new() }
}

/// The iterator of [`critical_positions`].
///
/// ```
/// use pleach::analysis::critical_positions;
/// use pleach::tree::Shape;
/// let mut positions = critical_positions(&Shape::uniform(3, 5).tree(1), 5);
/// assert_eq!(positions.nth(5).map(|position| position.path), Some(vec![1, 1, 1, 1, 1]));
/// ```
#[derive(Clone, Debug)]
pub struct CriticalPositions<G> {
    descent: Descent<G>,
    path: Vec<u32>,
}

impl<G: Game> Iterator for CriticalPositions<G> {
    type Item = CriticalPosition<G>;

    fn next(&mut self) -> Option<CriticalPosition<G>> {
        let found = self.descent.next()?;
        self.path.truncate(found.level.saturating_sub(1));
        self.path.extend(found.number);
        Some(CriticalPosition { game: found.game, path: self.path.clone(), kind: found.kind })
    }
}

/// The critical positions of one level, or of a whole tree, by type.
///
/// ```
/// use pleach::analysis::{CriticalType, critical_types_on_level};
/// let counts = critical_types_on_level(3, 4).unwrap();
/// assert_eq!(counts.get(CriticalType::TwoTwo), 6);
/// assert_eq!(counts.total(), 17);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TypeCounts {
    /// By the order of the types; their sum fits.
    counts: [u128; 5],
}

impl TypeCounts {
    /// How many are of this type.
    ///
    /// ```
    /// use pleach::analysis::{CriticalType, TypeCounts};
    /// assert_eq!(TypeCounts::default().get(CriticalType::One), 0);
    /// ```
    pub fn get(self, kind: CriticalType) -> u128 {
        self.counts[kind as usize]
    }

    /// How many there are.
    ///
    /// ```
    /// assert_eq!(pleach::analysis::critical_types_on_level(2, 3).unwrap().total(), 5);
    /// ```
    pub fn total(self) -> u128 {
        self.counts.iter().sum()
    }
}

/// Walks a game to a depth and counts its critical positions, level by level from the root.
///
/// ```
/// use pleach::analysis::count_critical;
/// use pleach::tree::Shape;
/// let levels = count_critical(&Shape::uniform(10, 4).tree(1), 4);
/// let totals: Vec<_> = levels.iter().map(|counts| counts.total()).collect();
/// assert_eq!(totals, [1, 10, 19, 109, 199]);
/// ```
pub fn count_critical<G: Game>(root: &G, depth: u32) -> Vec<TypeCounts> {
    let mut levels: Vec<TypeCounts> = Vec::new();
    let mut descent = Descent::new(root, depth);
    while let Some(found) = descent.next() {
        if found.level >= levels.len() {
            levels.resize_with(found.level + 1, TypeCounts::default);
        }
        levels[found.level].counts[found.kind as usize] += 1;
    }
    levels
}

/// The critical positions by type on a level of the uniform tree with `branching` successors
/// everywhere; `None` if there are more than a `u128` holds.
///
/// The anchor of a type 2.2 node of level `i` may lie at any level `i - 2m`, which leaves `m` free
/// choices below it: `(b - 1)(b + b^2 + ...) = b^ceil(i/2) - b`. Type 3.2 has `b^floor(i/2) - b`.
///
/// ```
/// use pleach::analysis::{CriticalType, critical_types_on_level};
/// let counts = critical_types_on_level(3, 4).unwrap();
/// assert_eq!(CriticalType::ALL.map(|kind| counts.get(kind)), [1, 2, 6, 2, 6]);
/// // A tree without moves is its root.
/// assert_eq!(critical_types_on_level(0, 1).unwrap().total(), 0);
/// assert_eq!(critical_types_on_level(2, 400), None);
/// ```
pub fn critical_types_on_level(branching: u32, level: u32) -> Option<TypeCounts> {
    let b = u128::from(branching);
    let counts = match (branching, level) {
        (_, 0) => [1, 0, 0, 0, 0],
        (0, _) => [0; 5],
        (_, 1) => [1, b - 1, 0, 0, 0],
        _ => {
            let two_two = b.checked_pow(level.div_ceil(2))? - b;
            let three_two = b.checked_pow(level / 2)? - b;
            [1, b - 1, two_two, b - 1, three_two]
        }
    };
    counts.iter().try_fold(0, |sum: u128, &count| sum.checked_add(count))?;
    Some(TypeCounts { counts })
}

/// The walk itself, with a stack of its own: lines of play may be longer than the program's stack.
#[derive(Clone, Debug)]
struct Descent<G> {
    waiting: Vec<Found<G>>,
}

/// A critical position that waits for its turn, or whose turn it is.
#[derive(Clone, Debug)]
struct Found<G> {
    game: G,
    /// The remaining depth.
    depth: u32,
    level: usize,
    /// Its number among its siblings, none for the root.
    number: Option<u32>,
    kind: CriticalType,
}

impl<G: Game> Descent<G> {
    fn new(root: &G, depth: u32) -> Self {
        let root = Found { game: root.clone(), depth, level: 0, number: None, kind: CriticalType::One };
        Descent { waiting: vec![root] }
    }

    fn next(&mut self) -> Option<Found<G>> {
        let found = self.waiting.pop()?;
        if found.depth > 0 {
            let first = self.waiting.len();
            self.waiting.extend(critical_children(&found));
            // The stack gives back last what came first.
            self.waiting[first..].reverse();
        }
        Some(found)
    }
}

/// No move means that the game is over: the outcome need not be asked for, and may be unknown.
fn critical_children<G: Game>(parent: &Found<G>) -> impl Iterator<Item = Found<G>> {
    parent.game.moves().zip(1..).map_while(|(mv, number)| {
        // Once a child is not critical, no later one is.
        let kind = parent.kind.child(number)?;
        let cost = if G::REGULAR_TURNS { 1 } else { parent.game.cost(mv) };
        let depth = parent.depth.saturating_sub(cost);
        Some(Found {
            game: parent.game.after(mv),
            depth,
            level: parent.level + 1,
            number: Some(number),
            kind,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{ExplicitTree, Shape};

    /// All paths of a length over the numbers 1 to `branching`.
    fn paths(branching: u32, length: u32) -> Vec<Vec<u32>> {
        let mut paths = vec![Vec::new()];
        for _ in 0..length {
            let longer =
                |path: Vec<u32>| (1..=branching).map(move |number| [path.as_slice(), &[number]].concat());
            paths = paths.into_iter().flat_map(longer).collect();
        }
        paths
    }

    /// The definition, word by word.
    fn is_critical(path: &[u32]) -> bool {
        let ones = |skip: usize| path.iter().skip(skip).step_by(2).all(|&number| number == 1);
        path.is_empty() || ones(0) || ones(1)
    }

    #[test]
    fn a_position_has_a_type_if_and_only_if_it_is_critical() {
        for (branching, length) in [(2, 9), (3, 6), (5, 4)] {
            for length in 0..=length {
                for path in paths(branching, length) {
                    assert_eq!(critical_type(&path).is_some(), is_critical(&path), "{path:?}");
                }
            }
        }
    }

    #[test]
    fn the_type_of_a_child_follows_from_its_parents() {
        for path in paths(3, 7) {
            let by_steps = path.iter().try_fold(CriticalType::One, |kind, &number| kind.child(number));
            assert_eq!(critical_type(&path), by_steps, "{path:?}");
        }
    }

    #[test]
    fn a_path_with_a_zero_leads_nowhere() {
        assert_eq!(critical_type(&[0]), None);
        assert_eq!(critical_type(&[1, 0, 1]), None);
        assert_eq!(CriticalType::ThreeTwo.child(0), None);
    }

    #[test]
    fn types_are_counted_alike_by_path_by_walk_and_by_formula() {
        for (branching, depth) in [(1, 6), (2, 9), (3, 6), (5, 4)] {
            let walked = count_critical(&Shape::uniform(branching, depth).tree(3), depth);
            assert_eq!(walked.len(), depth as usize + 1);
            for (level, counts) in (0..).zip(walked) {
                let mut by_path = TypeCounts::default();
                for kind in paths(branching, level).iter().filter_map(|path| critical_type(path)) {
                    by_path.counts[kind as usize] += 1;
                }
                assert_eq!(counts, by_path, "b = {branching}, level {level}");
                assert_eq!(critical_types_on_level(branching, level), Some(by_path));
            }
        }
    }

    #[test]
    fn the_paths_of_the_walk_have_the_types_it_says() {
        let positions: Vec<_> = critical_positions(&Shape::uniform(3, 5).tree(9), 5).collect();
        assert!(positions.iter().all(|position| critical_type(&position.path) == Some(position.kind)));
        let paths: Vec<_> = positions.into_iter().map(|position| position.path).collect();
        assert!(paths.is_sorted(), "depth first, from left to right");
    }

    #[test]
    fn the_walk_stops_at_the_depth_and_where_the_game_is_over() {
        let tree: ExplicitTree = "MAX[5, MIN[9, MAX[2, MIN[3, x]]]]".parse().unwrap();
        let totals =
            |depth| count_critical(&tree, depth).iter().map(|level| level.total()).collect::<Vec<_>>();
        assert_eq!(totals(0), [1]);
        assert_eq!(totals(1), [1, 2]);
        assert_eq!(totals(u32::MAX), [1, 2, 1]);
        assert_eq!(tree.take_missing_value(), None, "nobody asks for values");
    }

    #[test]
    fn long_lines_of_play_do_not_exhaust_the_stack() {
        let levels = count_critical(&Shape::uniform(1, 100_000).tree(1), u32::MAX);
        assert_eq!(levels.len(), 100_001);
        assert!(levels.iter().all(|counts| counts.get(CriticalType::One) == 1 && counts.total() == 1));
    }

    #[test]
    fn counts_too_large_are_refused() {
        assert!(critical_types_on_level(2, 253).is_some());
        assert_eq!(critical_types_on_level(2, 255), None);
        assert_eq!(critical_types_on_level(u32::MAX, u32::MAX), None);
        assert_eq!(critical_types_on_level(1, u32::MAX).map(TypeCounts::total), Some(1));
    }
}
