//! FGPC, the fast GPC: the first move that most likely stays under the best one so far ends its node.
//!
//! Figures 3.3 (alpha-beta), 3.4 (NegaScout) and 3.5 (MT) of Tong, corrected as GPC is. It trusts the order of the
//! moves: where the best ones do not come first, it finds the minimax value far less often.

use super::gpc::stays_low;
use super::{Node, Selective, Step};
use crate::game::{Evaluate, Game};
use crate::limits::Stopped;
use crate::observe::{Branch, Observe, Omission, OmissionCause};
use crate::prune::{Base, Tests};
use crate::textbook::Walk;
use crate::value::Score;

/// FGPC at nodes whose children have `d` plies left; with several pairs it is FGMPC.
///
/// ```
/// use pleach::prune::{Base, Line, Pair};
/// use pleach::textbook::selective::Fgpc;
/// let pair = Pair::new(2, 1, Line::new(1.0, 0.0, 10.0).unwrap(), 1.5).unwrap();
/// assert!(Fgpc::new(pair) != Fgpc::new(pair).base(Base::Window));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Fgpc {
    tests: Tests,
    base: Base,
}

impl Fgpc {
    /// FGPC as it is printed.
    pub fn new(tests: impl Into<Tests>) -> Fgpc {
        Fgpc { tests: tests.into(), base: Base::default() }
    }

    /// Holds the moves against something else.
    pub fn base(self, base: Base) -> Fgpc {
        Fgpc { base, ..self }
    }
}

impl<G: Game> Selective<G> for Fgpc {
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
        let hit = stays_low(s, &self.tests, self.base, node, branch)?;
        let omission = |hit| Omission { cause: OmissionCause::Fgpc, evidence: Some(hit) };
        Ok(hit.map_or(Step::Search, |hit| Step::Stop(omission(hit))))
    }
}
