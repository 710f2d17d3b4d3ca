//! ProbCut: a node is not searched where a shallow search puts it outside its window.
//!
//! Figure 1.7 of Tong (Buro 1995), corrected: the fraction's bracket is closed, and a node that is not cut falls
//! through to the normal search (E6). The root is never cut, and tests are not tested.

use super::test::{reaches, stays_under};
use super::{Forecast, Node, Selective};
use crate::game::{Evaluate, Game};
use crate::limits::Stopped;
use crate::observe::{Observe, Omission, OmissionCause};
use crate::prune::{Pair, ProbCut};
use crate::textbook::Walk;
use crate::value::Score;

impl<G: Game> Selective<G> for ProbCut {
    fn at_node<E, O>(
        &mut self,
        s: &mut Walk<'_, G, E, O>,
        node: &Node<'_, G>,
    ) -> Result<Option<Forecast>, Stopped>
    where
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        if node.depth != self.pair.deep() || s.ply() == 0 {
            return Ok(None);
        }
        outside(s, node, &self.pair, self.infinite, OmissionCause::ProbCut)
    }
}

/// The bound that a node most likely reaches or stays under.
pub(super) fn outside<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    node: &Node<'_, G>,
    pair: &Pair,
    infinite: bool,
    cause: OmissionCause,
) -> Result<Option<Forecast>, Stopped> {
    let (alpha, beta) = (node.window.alpha(), node.window.beta());
    let forecast = |value, evidence| Some(Forecast { value, omission: Omission { cause, evidence } });
    if let hit @ Some(_) = reaches(s, node.game, pair, infinite, beta)? {
        return Ok(forecast(beta, hit));
    }
    if let hit @ Some(_) = stays_under(s, node.game, pair, infinite, alpha)? {
        return Ok(forecast(alpha, hit));
    }
    Ok(None)
}
