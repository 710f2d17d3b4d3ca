//! FGPC, the fast GPC: the first move that most likely stays under the best one so far ends its node.
//!
//! Figures 3.3 (alpha-beta), 3.4 (NegaScout) and 3.5 (MT) of Tong, corrected as GPC is. It trusts the order of the
//! moves: where the best ones do not come first, it finds the minimax value far less often.

use super::gpc::stays_low;
use super::{Decision, Node, Selective};
use crate::game::{Evaluate, Game};
use crate::limits::Stopped;
use crate::observe::{Branch, Observe, Omission, OmissionCause};
use crate::prune::Fgpc;
use crate::textbook::Walk;
use crate::value::Score;

impl<G: Game> Selective<G> for Fgpc {
    fn at_move<E, O>(
        &mut self,
        s: &mut Walk<'_, G, E, O>,
        node: &Node<'_, G>,
        branch: Branch<G::Move>,
    ) -> Result<Decision, Stopped>
    where
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        let hit = stays_low(s, &self.tests, self.base, node, branch)?;
        let omission = |hit| Omission { cause: OmissionCause::Fgpc, evidence: Some(hit) };
        Ok(hit.map_or(Decision::Search, |hit| Decision::Stop(omission(hit))))
    }
}
