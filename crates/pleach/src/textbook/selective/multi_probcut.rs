//! Multi-ProbCut: ProbCut at several depths, with several tries at each.
//!
//! Figure 1.8 of Tong (Buro 1997), corrected: each try loads its own parameters (E7), and a node that is not cut
//! falls through to the normal search (E6). For stages of the game, each with a table of its own, see
//! [`ByStage`](super::ByStage).

use super::probcut::outside;
use super::{Forecast, Node, Selective};
use crate::game::{Evaluate, Game};
use crate::limits::Stopped;
use crate::observe::{Observe, OmissionCause};
use crate::prune::{MultiProbCut, Tests};
use crate::textbook::Walk;
use crate::value::Score;

impl<G: Game> Selective<G> for MultiProbCut {
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
        first_hit(s, node, &self.tests, node.depth, OmissionCause::MultiProbCut)
    }
}

/// What the first test that hits says of a node, among those for so many plies.
pub(super) fn first_hit<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    node: &Node<'_, G>,
    tests: &Tests,
    plies: u32,
    cause: OmissionCause,
) -> Result<Option<Forecast>, Stopped> {
    for pair in tests.pairs.at(plies) {
        if let forecast @ Some(_) = outside(s, node, pair, tests.infinite, cause)? {
            return Ok(forecast);
        }
    }
    Ok(None)
}
