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
use crate::prune::EndCut;
use crate::textbook::Walk;
use crate::value::Score;

impl<G: Game> Selective<G> for EndCut {
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
        first_hit(s, node, &self.tests, node.depth, OmissionCause::EndCut)
    }
}
