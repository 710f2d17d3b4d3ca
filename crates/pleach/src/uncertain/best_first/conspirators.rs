//! Conspiracy numbers: how many leaves would have to change for a node to change.
//!
//! For a node of value `m`, `up(v)` is the least number of leaves below it that must change for it to be worth
//! `v` or more, and `down(v)` the same for `v` or less. Both are kept the other way round: how far the value
//! can rise, and fall, by the work of at most 1, 2 ... `T` conspirators. At a node of Max a rise needs one child
//! and a fall all of them:
//!
//! ```text
//! up(v)   = min over the children of up(v)      (Max)     = sum over the children of up(v)     (Min)
//! down(v) = sum over the children of down(v)    (Max)     = min over the children of down(v)   (Min)
//! ```
//!
//! Reference: McAllester, "Conspiracy Numbers for Min-Max Search" (1988).

use super::Standing;
use crate::value::{Interval, Score};

/// What a node is worth, and how far 1, 2 ... `T` conspirators can carry it either way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    pub(super) value: Score,
    /// The largest value that so many conspirators can make, from one on.
    pub(super) rise: Vec<Score>,
    /// The smallest.
    pub(super) fall: Vec<Score>,
}

impl Reach {
    /// Of a leaf whose value may turn out to be anything between its bounds.
    pub(super) fn leaf(value: Score, bounds: Interval, most: usize) -> Reach {
        let value = value.clamp(bounds.low(), bounds.high());
        Reach { value, rise: vec![bounds.high(); most], fall: vec![bounds.low(); most] }
    }

    /// The range that all conspirators together can reach.
    pub(super) fn range(&self) -> Interval {
        let ends = (self.fall.last().unwrap_or(&self.value), self.rise.last().unwrap_or(&self.value));
        Interval::new(*ends.0, *ends.1).unwrap_or(Interval::point(self.value))
    }

    /// The value with the range, and how many leaves must change for the value to change at all.
    pub(super) fn standing(&self) -> Standing {
        let count = |place: Option<usize>| place.map(|place| place as u32 + 1);
        let up = count(self.rise.iter().position(|&to| to > self.value));
        let down = count(self.fall.iter().position(|&to| to < self.value));
        Standing { value: self.value, range: self.range(), up, down }
    }

    /// The same for the other side.
    pub(super) fn negated(mut self) -> Reach {
        self.value = -self.value;
        std::mem::swap(&mut self.rise, &mut self.fall);
        self.rise.iter_mut().chain(&mut self.fall).for_each(|score| *score = -*score);
        self
    }

    /// Of a node of Max with these children; there is at least one.
    pub(super) fn of_max(children: &[Reach], most: usize) -> Reach {
        let value = children.iter().map(|child| child.value).max().unwrap_or_default();
        let rise = (0..most)
            .map(|place| children.iter().map(|child| child.rise[place]).max().unwrap_or(value))
            .collect();
        Reach { value, rise, fall: fall_of_all(children, value, most) }
    }
}

/// How far the largest of the children falls if at most 1, 2 ... conspirators work below all of them together.
fn fall_of_all(children: &[Reach], value: Score, most: usize) -> Vec<Score> {
    // How many conspirators work below each child, and where it is then.
    let mut state: Vec<(usize, Score)> = children.iter().map(|child| (0, child.value)).collect();
    let (mut fall, mut used) = (vec![value; most], 0);
    // The highest child must fall first; it takes as few conspirators as lower it at all.
    while let Some(place) = highest(&state) {
        let (working, now) = state[place];
        let Some(more) = children[place].fall[working..].iter().position(|&to| to < now) else { break };
        state[place] = (working + more + 1, children[place].fall[working + more]);
        used += more + 1;
        if used > most {
            break;
        }
        if let Some(place) = highest(&state) {
            fall[used - 1..].fill(state[place].1);
        }
    }
    fall
}

/// The place of the highest child.
fn highest(state: &[(usize, Score)]) -> Option<usize> {
    (0..state.len()).max_by_key(|&place| state[place].1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MOST: usize = 4;

    /// A small tree: a leaf with its value, or a node of Max or Min by turns.
    #[derive(Clone, Debug)]
    enum Tree {
        Leaf(i32, bool),
        Node(Vec<Tree>),
    }

    fn tree() -> impl Strategy<Value = Tree> {
        let leaf = (-3..=3, any::<bool>()).prop_map(|(value, fixed)| Tree::Leaf(value, fixed));
        leaf.prop_recursive(3, 7, 3, |inner| prop::collection::vec(inner, 1..4).prop_map(Tree::Node))
    }

    fn reach(tree: &Tree, own: bool) -> Reach {
        match tree {
            Tree::Leaf(value, fixed) => {
                let (value, wide) =
                    (Score::new(*value), Interval::new(Score::new(-5), Score::new(5)).unwrap());
                Reach::leaf(value, if *fixed { Interval::point(value) } else { wide }, MOST)
            }
            Tree::Node(children) => {
                let children: Vec<Reach> = children.iter().map(|child| reach(child, !own)).collect();
                match own {
                    true => Reach::of_max(&children, MOST),
                    false => {
                        let negated: Vec<Reach> = children.into_iter().map(Reach::negated).collect();
                        Reach::of_max(&negated, MOST).negated()
                    }
                }
            }
        }
    }

    fn leaves(tree: &Tree, out: &mut Vec<(i32, bool)>) {
        match tree {
            Tree::Leaf(value, fixed) => out.push((*value, *fixed)),
            Tree::Node(children) => children.iter().for_each(|child| leaves(child, out)),
        }
    }

    fn value(tree: &Tree, own: bool, values: &mut impl Iterator<Item = i32>) -> i32 {
        match tree {
            Tree::Leaf(..) => values.next().unwrap(),
            Tree::Node(children) => {
                let values = children.iter().map(|child| value(child, !own, values));
                if own { values.max().unwrap() } else { values.min().unwrap() }
            }
        }
    }

    proptest! {
        /// Every set of leaves, changed as far as they can be.
        #[test]
        fn by_trying_every_conspiracy(tree in tree()) {
            let mut all = Vec::new();
            leaves(&tree, &mut all);
            prop_assume!(all.len() <= 9);
            let found = reach(&tree, true);
            prop_assert_eq!(found.value.get(), value(&tree, true, &mut all.iter().map(|leaf| leaf.0)));
            for most in 1..=MOST {
                let changed = |to: i32| {
                    (0u32..1 << all.len()).filter(move |set| set.count_ones() as usize <= most).map(|set| {
                        let values = all.iter().enumerate().map(|(place, &(value, fixed))| {
                            if set >> place & 1 == 1 && !fixed { to } else { value }
                        });
                        value(&tree, true, &mut values.collect::<Vec<_>>().into_iter())
                    }).collect::<Vec<i32>>()
                };
                prop_assert_eq!(found.rise[most - 1].get(), changed(5).into_iter().max().unwrap());
                prop_assert_eq!(found.fall[most - 1].get(), changed(-5).into_iter().min().unwrap());
            }
        }
    }
}
