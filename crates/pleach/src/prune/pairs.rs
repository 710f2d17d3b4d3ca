//! Several pairs of depths, in the order in which they are tried.

use super::Pair;

/// The tests of a multi-pair method: at every depth those of the pairs that are made for it, in order of
/// rising shallow depth, so that a cheap test is tried before a dear one (Buro's Multi-ProbCut).
///
/// ```
/// use pleach::prune::{Regression, Pair, Pairs};
/// let line = Regression::new(1.0, 0.0, 10.0).unwrap();
/// let pair = |deep, shallow| Pair::new(deep, shallow, line, 1.5).unwrap();
/// let pairs: Pairs = [pair(8, 4), pair(3, 1), pair(8, 2)].into_iter().collect();
/// assert_eq!(pairs.at(8).map(Pair::shallow).collect::<Vec<_>>(), [2, 4]);
/// assert_eq!(pairs.at(5).count(), 0);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pairs(Vec<Pair>);

impl Pairs {
    /// The pairs for nodes with so many plies left, the cheapest first.
    pub fn at(&self, depth: u32) -> impl Iterator<Item = &Pair> {
        self.0.iter().filter(move |pair| pair.deep() == depth)
    }

    /// All pairs, by depth.
    pub fn iter(&self) -> std::slice::Iter<'_, Pair> {
        self.0.iter()
    }

    /// Whether one of the tests can ever hit.
    pub(crate) fn can_hit(&self) -> bool {
        self.0.iter().any(Pair::can_hit)
    }
}

impl FromIterator<Pair> for Pairs {
    fn from_iter<I: IntoIterator<Item = Pair>>(pairs: I) -> Pairs {
        let mut pairs: Vec<Pair> = pairs.into_iter().collect();
        pairs.sort_by_key(|pair| (pair.deep(), pair.shallow()));
        Pairs(pairs)
    }
}

impl From<Pair> for Pairs {
    fn from(pair: Pair) -> Pairs {
        Pairs(vec![pair])
    }
}

impl<'a> IntoIterator for &'a Pairs {
    type Item = &'a Pair;
    type IntoIter = std::slice::Iter<'a, Pair>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
