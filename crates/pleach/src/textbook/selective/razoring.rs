//! Razoring: only moves are searched that look at least as good as the best one so far.
//!
//! Birmingham and Kent 1977, as section 1.2.4 of Tong tells it: alpha-beta relies on values that were backed up, razoring
//! on static ones. The best so far is what alpha-beta cuts by, the best value of the node or alpha. A leaf is not
//! razored, since its value is as cheap, nor is the end of a game.

use super::{Decision, Node, Selective};
use crate::game::{Evaluate, Game};
use crate::limits::Stopped;
use crate::observe::{Branch, Evidence, Observe, Omission, OmissionCause, Question};
use crate::prune::Razoring;
use crate::textbook::Walk;
use crate::textbook::walk::remaining_depth;
use crate::value::Score;

impl<G: Game> Selective<G> for Razoring {
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
        let Some(margin) = self.margin else { return Ok(Decision::Search) };
        if node.best == Score::MIN || remaining_depth(node.game, node.depth, branch.mv) == 0 {
            return Ok(Decision::Search);
        }
        let child = node.game.after(branch.mv);
        if child.outcome().is_some() {
            return Ok(Decision::Search);
        }
        let margin = i32::try_from(margin).unwrap_or(i32::MAX);
        let worse = node.best.max(node.window.alpha()).plus(-margin).next_down();
        let turn_passed = child.to_move() != node.game.to_move();
        let question = if turn_passed { Question::Reaches(-worse) } else { Question::StaysUnder(worse) };
        let shallow = s.evaluate(&child);
        let evidence = Some(Evidence { question, shallow });
        let omission = Omission { cause: OmissionCause::Razoring, evidence };
        Ok(if question.is_answered_by(shallow) { Decision::Skip(omission) } else { Decision::Search })
    }
}
