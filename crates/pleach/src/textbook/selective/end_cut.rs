//! EndCut: the ProbCut test inside a search to the end of the game.
//!
//! Buro 1997, section 1.2.4 of Tong. A heuristic search of `s` plies predicts the final score, by a line that is fitted
//! for each number of moves left. It turns the late middle game into a selective solve; with endless caution it is
//! exact.

use super::multi_probcut::first_hit;
use super::{Forecast, Node, Selective};
use crate::game::{Evaluate, Game};
use crate::limits::Stopped;
use crate::observe::{Observe, OmissionCause};
use crate::prune::Tests;
use crate::textbook::Walk;
use crate::value::Score;

/// EndCut, where `d` of a pair is the number of moves left in the game.
///
/// ```
/// use pleach::prune::{Line, Pair};
/// use pleach::textbook::selective::{self, EndCut};
/// use pleach::textbook::Walk;
/// use pleach::{Limits, Score, Window, tree::ExplicitTree};
///
/// let tree: ExplicitTree = "MAX[MIN[3, 8], MIN[2, 9]]".parse().unwrap();
/// let pair = Pair::new(1, 0, Line::new(1.0, 0.0, 2.0).unwrap(), f64::INFINITY).unwrap();
/// let mut rule = EndCut::new(pair);
/// let mut observer = ();
/// let mut walk = Walk::new(&(), &mut observer, &Limits::none());
/// // Endless caution: an exact solve.
/// assert_eq!(selective::alpha_beta(&mut walk, &mut rule, &tree, 2, Window::FULL), Ok(Score::new(3)));
/// ```
#[derive(Clone, Debug)]
pub struct EndCut<G> {
    tests: Tests,
    moves_left: fn(&G, u32) -> u32,
}

impl<G> EndCut<G> {
    /// EndCut for a search whose depth at the root is the number of moves left there.
    pub fn new(tests: impl Into<Tests>) -> Self {
        EndCut::counting(tests, |_, depth| depth)
    }

    /// EndCut for a game that can tell how many moves are left, given the position and the plies left.
    pub fn counting(tests: impl Into<Tests>, moves_left: fn(&G, u32) -> u32) -> Self {
        EndCut { tests: tests.into(), moves_left }
    }
}

impl<G: Game> Selective<G> for EndCut<G> {
    fn at_node<E, O>(
        &mut self,
        s: &mut Walk<'_, G, E, O>,
        node: &Node<'_, G>,
    ) -> Result<Option<Forecast>, Stopped>
    where
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        if s.ply() == 0 {
            return Ok(None);
        }
        let left = (self.moves_left)(node.game, node.depth);
        first_hit(s, node, &self.tests, left, OmissionCause::EndCut)
    }
}
