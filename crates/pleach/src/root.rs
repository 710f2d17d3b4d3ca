//! What is asked of a search at its root.

use crate::report::Iteration;

/// What is wanted at the root beside the best of all moves.
///
/// ```
/// use pleach::textbook::{Algorithm, Root, Search};
/// use pleach::{Limits, Score, tree::ExplicitTree};
///
/// let tree: ExplicitTree = "MAX[5, MIN[3, 8], 4, 7]".parse().unwrap();
/// let mut depths = Vec::new();
/// let root = Root { only: &[1, 2, 3], finished: &mut |iteration| depths.push(iteration.depth) };
/// let search = Search::new(Algorithm::ALPHA_BETA).lines(2).deepening();
/// let report = search.run_root(&tree, &(), &Limits::depth(2), &mut (), root).unwrap();
/// assert_eq!((report.value, report.best), (Score::new(5), Some(1)));
/// assert_eq!(report.other_lines()[0].line, [3]);
/// assert_eq!(depths, [1, 2]);
/// ```
pub struct Root<'a, Move> {
    /// The moves to choose from; all of them if there are none here.
    pub only: &'a [Move],
    /// Is told every iteration as soon as it is finished.
    pub finished: &'a mut dyn FnMut(&Iteration<Move>),
}
