//! The integrated strategy: GPC for the moves up to the place where the best one most likely stands, FGPC for those
//! behind it.
//!
//! Figures 5.1 and 5.2 of Tong. Node-cutting alone now and then ends a node too early; here a move behind x ends it only
//! if a test says that it is bad.

use super::gpc::stays_low;
use super::{Forecast, Node, NodeCutting, Selective, Step};
use crate::game::{Evaluate, Hashed};
use crate::limits::Stopped;
use crate::observe::{Branch, Observe, Omission, OmissionCause};
use crate::prune::{Base, Cutting, Tests};
use crate::textbook::Walk;
use crate::value::Score;

/// The integrated strategy.
///
/// ```
/// use pleach::prune::{Cutting, Line, Pair};
/// use pleach::textbook::selective::Integrated;
/// let pair = Pair::new(2, 0, Line::new(1.0, 0.0, 10.0).unwrap(), 1.5).unwrap();
/// let cutting = Cutting::new(2, 1, 0.95, "90-6-3-1".parse().unwrap()).unwrap();
/// let rule = Integrated::new(pair, cutting);
/// # let _ = rule;
/// ```
#[derive(Clone, Debug)]
pub struct Integrated {
    tests: Tests,
    base: Base,
    cutting: NodeCutting,
}

impl Integrated {
    /// GPC or FGPC by these tests, whichever the cutting says.
    pub fn new(tests: impl Into<Tests>, cutting: Cutting) -> Integrated {
        Integrated { tests: tests.into(), base: Base::default(), cutting: NodeCutting::new(cutting) }
    }

    /// Holds the moves against something else.
    pub fn base(self, base: Base) -> Integrated {
        Integrated { base, ..self }
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
        if self.tests.pairs.can_hit() {
            self.cutting.look(s, node)?;
        }
        Ok(None)
    }

    fn at_move<E, O>(
        &mut self,
        s: &mut Walk<'_, G, E, O>,
        node: &Node<'_, G>,
        branch: Branch<G::Move>,
    ) -> Result<Step, Stopped>
    where
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        let Some(hit) = stays_low(s, &self.tests, self.base, node, branch)? else {
            return Ok(Step::Search);
        };
        let omission = Omission { cause: OmissionCause::Integrated, evidence: Some(hit) };
        let is_behind = self.cutting.is_behind(node, branch);
        Ok(if is_behind { Step::Stop(omission) } else { Step::Skip(omission) })
    }
}
