//! The integrated strategy: GPC for the moves up to the place where the best one most likely stands, FGPC for those
//! behind it.
//!
//! Figures 5.1 and 5.2 of Tong. Node-cutting alone now and then ends a node too early; here a move behind x ends it only
//! if a test says that it is bad.

use super::gpc::stays_low;
use super::{Decision, Forecast, Node, NodeCutting, Selective};
use crate::game::{Evaluate, Hashed};
use crate::limits::Stopped;
use crate::observe::{Branch, Observe, Omission, OmissionCause};
use crate::prune::IntegratedRule;
use crate::textbook::Walk;
use crate::value::Score;

/// The integrated strategy.
///
/// ```
/// use pleach::prune::{Cutting, IntegratedRule, Regression, Pair};
/// use pleach::textbook::selective::Integrated;
/// let pair = Pair::new(2, 0, Regression::new(1.0, 0.0, 10.0).unwrap(), 1.5).unwrap();
/// let cutting = Cutting::new(2, 1, 0.95, "90-6-3-1".parse().unwrap()).unwrap();
/// let rule = Integrated::new(IntegratedRule::new(pair, cutting));
/// # let _ = rule;
/// ```
#[derive(Clone, Debug)]
pub struct Integrated {
    rule: IntegratedRule,
    cutting: NodeCutting,
}

impl Integrated {
    /// The strategy with nothing remembered yet.
    pub fn new(rule: IntegratedRule) -> Integrated {
        Integrated { cutting: NodeCutting::new(rule.cutting.clone()), rule }
    }
}

impl<G: Hashed> Selective<G> for Integrated {
    fn at_node<E, O>(
        &mut self,
        s: &mut Walk<'_, G, E, O>,
        node: &Node<'_, G>,
    ) -> Result<Option<Forecast>, Stopped>
    where
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        // Where no test can hit, it does not matter what a hit would do.
        if self.rule.tests.pairs.can_hit() {
            self.cutting.look(s, node)?;
        }
        Ok(None)
    }

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
        let Some(hit) = stays_low(s, &self.rule.tests, self.rule.base, node, branch)? else {
            return Ok(Decision::Search);
        };
        let omission = Omission { cause: OmissionCause::Integrated, evidence: Some(hit) };
        let is_behind = self.cutting.is_behind(node, branch);
        Ok(if is_behind { Decision::Stop(omission) } else { Decision::Skip(omission) })
    }
}
