//! A rule for every stage of the game: Multi-ProbCut's table is one of (stage, depth, try).

use super::{Decision, Forecast, Node, Selective};
use crate::game::{Evaluate, Game};
use crate::limits::Stopped;
use crate::observe::{Branch, Observe, Omission};
use crate::textbook::Walk;
use crate::value::Score;

/// Several rules, of which the stage of a position chooses one. What was fitted to openings says little of endgames (Buro 1997).
///
/// ```
/// use pleach::prune::{MultiProbCut, Pair, Regression};
/// use pleach::textbook::selective::ByStage;
/// use pleach::tree::ExplicitTree;
/// let table = |sigma| {
///     let line = Regression::new(1.0, 0.0, sigma).unwrap();
///     MultiProbCut::new(Pair::new(3, 1, line, 1.5).unwrap())
/// };
/// // Some way of telling how far a game has come; stages behind the last one are that one.
/// let stage = |tree: &ExplicitTree| usize::from(tree.static_value().get() > 0);
/// let rule = ByStage::new(table(10.0), [table(25.0)], stage);
/// # let _ = rule;
/// ```
#[derive(Clone, Debug)]
pub struct ByStage<Rule, Stage> {
    rules: Vec<Rule>,
    stage: Stage,
}

impl<Rule, Stage> ByStage<Rule, Stage> {
    /// A rule for the first stage, those for later ones, and what tells the number of a position's stage, from 0 on.
    pub fn new(first: Rule, later: impl IntoIterator<Item = Rule>, stage: Stage) -> Self {
        ByStage { rules: std::iter::once(first).chain(later).collect(), stage }
    }

    fn rule<G>(&mut self, game: &G) -> &mut Rule
    where
        Stage: Fn(&G) -> usize,
    {
        let last = self.rules.len() - 1;
        &mut self.rules[(self.stage)(game).min(last)]
    }
}

impl<G: Game, Rule: Selective<G>, Stage: Fn(&G) -> usize> Selective<G> for ByStage<Rule, Stage> {
    fn at_node<E, O>(
        &mut self,
        s: &mut Walk<'_, G, E, O>,
        node: &Node<'_, G>,
    ) -> Result<Option<Forecast>, Stopped>
    where
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        self.rule(node.game).at_node(s, node)
    }

    fn hides(&mut self, ply: u32, node: &Node<'_, G>, branch: Branch<G::Move>) -> Option<Omission> {
        self.rule(node.game).hides(ply, node, branch)
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
        self.rule(node.game).at_move(s, node, branch)
    }
}
