//! Focus networks: a network looks at a position and hides moves from the search (Moriarty and Miikkulainen 1994).
//!
//! What it hides depends on the position alone, so that alpha-beta, NegaScout and MTD(f) have the same value: that of
//! the tree of the moves that are left. The move that the network likes best is never hidden.

use super::{Forecast, Node, Selective};
use crate::game::{Evaluate, Game};
use crate::limits::Stopped;
use crate::observe::{Branch, Observe, Omission, OmissionCause};
use crate::prune::{Network, Sight};
use crate::textbook::Walk;
use crate::value::Score;
use std::sync::Arc;

/// Hides the moves that a network does not want to be searched.
///
/// ```
/// use pleach::prune::{Network, Sight};
/// use pleach::textbook::{Walk, selective::{self, Focus}};
/// use pleach::{Limits, Score, Window, tree::ExplicitTree};
///
/// // A network without hidden knowledge that never wants the second move.
/// let blank = Network::blank(1, 1, 2).unwrap();
/// let network = Network::new(blank.weights().with_flat(&[0, 0, 0, 0, 0, -1]).unwrap(), 1, 2).unwrap();
/// let sight = Sight { inputs: 1, outputs: 2, active: |_, _| {}, output: |_, mv: u32| Some(mv as usize - 1) };
/// let mut rule = Focus::new(network, sight);
/// let tree: ExplicitTree = "MAX[5, 6]".parse().unwrap();
/// let mut observer = ();
/// let mut walk = Walk::new(&(), &mut observer, &Limits::none());
/// let value = selective::alpha_beta(&mut walk, &mut rule, &tree, u32::MAX, Window::FULL);
/// assert_eq!(value, Ok(Score::new(5)));
/// ```
#[derive(Clone, Debug)]
pub struct Focus<G: Game> {
    network: Arc<Network>,
    sight: Sight<G>,
    /// How far below 0 a move may be rated; none: nothing is hidden.
    margin: Option<u32>,
    /// For every ply of the path, whether each move is hidden.
    hidden: Vec<Vec<bool>>,
}

impl<G: Game> Focus<G> {
    /// Hides moves that the network rates below 0.
    pub fn new(network: Network, sight: Sight<G>) -> Focus<G> {
        Focus { network: Arc::new(network), sight, margin: Some(0), hidden: Vec::new() }
    }

    /// The same with caution: only moves that are rated lower than this below 0 are hidden, or none at all.
    pub fn margin(mut self, margin: Option<u32>) -> Focus<G> {
        self.margin = margin;
        self
    }

    /// The same sight with another network.
    pub(crate) fn with_network(&self, network: Network) -> Focus<G> {
        Focus::new(network, self.sight.clone()).margin(self.margin)
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// How the network sees the game.
    pub fn sight(&self) -> &Sight<G> {
        &self.sight
    }

    /// Which moves of a position are hidden, in the order in which the game lists them.
    pub fn hidden(&self, game: &G) -> Vec<bool> {
        let Some(margin) = self.margin else { return game.moves().map(|_| false).collect() };
        let mut active = Vec::new();
        (self.sight.active)(game, &mut |input| active.push(input));
        let units = self.network.hidden(active.into_iter());
        let rate =
            |mv| (self.sight.output)(game, mv).map_or(i32::MAX, |output| self.network.rate(&units, output));
        let rates: Vec<i32> = game.moves().map(rate).collect();
        let best = rates.iter().copied().max().unwrap_or(0);
        let least = best.min(0i32.saturating_sub_unsigned(margin));
        rates.into_iter().map(|rate| rate < least).collect()
    }
}

impl<G: Game> Selective<G> for Focus<G> {
    fn at_node<E, O>(
        &mut self,
        s: &mut Walk<'_, G, E, O>,
        node: &Node<'_, G>,
    ) -> Result<Option<Forecast>, Stopped>
    where
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        let hidden = self.hidden(node.game);
        let ply = s.ply() as usize;
        self.hidden.resize_with(self.hidden.len().max(ply + 1), Vec::new);
        self.hidden[ply] = hidden;
        Ok(None)
    }

    fn hides(&mut self, ply: u32, _node: &Node<'_, G>, branch: Branch<G::Move>) -> Option<Omission> {
        let moves = self.hidden.get(ply as usize)?;
        let is_hidden = *moves.get((branch.number as usize).checked_sub(1)?)?;
        is_hidden.then_some(Omission { cause: OmissionCause::Focus, evidence: None })
    }
}
