//! Which move comes first: candidates with their weights, and what the search has learnt of moves.

use super::knowledge::Knowledge;
use super::moves::AtNode;
use super::style::Style;
use super::worker::{Visit, Worker};
use crate::game::{Evaluate, Hashed, Player};
use crate::value::Score;
use std::num::NonZeroU32;

/// A move that waits to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<Move> {
    pub(super) mv: Move,
    pub(super) weight: i32,
    /// Its place in the list of moves.
    pub(super) ordinal: u32,
    /// The place of the position after it among the children that were looked at, if it was.
    pub(super) child: Option<ChildIndex>,
}

/// A place among the children. PERF: no larger with `Option` than without.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChildIndex(NonZeroU32);

impl ChildIndex {
    #[inline(always)]
    pub(super) fn new(index: usize) -> ChildIndex {
        ChildIndex(NonZeroU32::MIN | (index as u32) << 1)
    }

    #[inline(always)]
    pub(super) fn index(self) -> usize {
        self.0.get() as usize >> 1
    }
}

/// Puts the candidate of the highest weight first; the first of several equal ones.
#[inline]
pub(super) fn select<Move>(candidates: &mut [Candidate<Move>]) {
    // PERF: often one is left.
    if candidates.len() == 1 {
        return;
    }
    let (mut best, mut weight) = (0, i32::MIN);
    for (index, candidate) in candidates.iter().enumerate() {
        if candidate.weight > weight {
            (best, weight) = (index, candidate.weight);
        }
    }
    candidates.swap(0, best);
}

/// What the search has learnt of moves: killers by ply, history and countermoves by their index.
#[derive(Debug)]
pub(super) struct MoveHistory<Move> {
    killers: Vec<[Option<Move>; 2]>,
    history: Vec<i32>,
    counters: Vec<Option<Move>>,
    size: usize,
}

impl<Move: Copy + Eq> MoveHistory<Move> {
    /// What weighs as much as a killer; history stays below.
    const KILLER: i32 = 1 << 15;
    const COUNTER: i32 = MoveHistory::<Move>::KILLER - 1;
    const MOST_HISTORY: i32 = 1 << 14;

    pub(super) fn new(size: usize) -> Self {
        let (history, counters) = (vec![0; 2 * size], vec![None; 2 * size]);
        MoveHistory { killers: Vec::new(), history, counters, size }
    }

    fn place(&self, player: Player, index: usize) -> Option<usize> {
        (index < self.size).then_some(index + if player == Player::Max { 0 } else { self.size })
    }

    /// What speaks for a move at this ply, after the opponent's move in `reply_to`.
    pub(super) fn weigh(
        &self,
        ply: u32,
        player: Player,
        mv: Move,
        index: usize,
        reply_to: Option<usize>,
    ) -> i32 {
        if self.killers.get(ply as usize).is_some_and(|killers| killers.contains(&Some(mv))) {
            return Self::KILLER;
        }
        let answers = reply_to.and_then(|index| self.place(player, index)).map(|place| self.counters[place]);
        if answers == Some(Some(mv)) {
            return Self::COUNTER;
        }
        self.place(player, index).map_or(0, |place| self.history[place])
    }

    /// A move has cut off the rest of its node.
    pub(super) fn reward(
        &mut self,
        ply: u32,
        player: Player,
        mv: Move,
        index: usize,
        depth: u32,
        reply_to: Option<usize>,
    ) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(place) = reply_to.and_then(|index| self.place(player, index)) {
            self.counters[place] = Some(mv);
        }
        self.change(player, index, bonus(depth));
    }

    /// A move was tried before the one that cut, in vain.
    pub(super) fn punish(&mut self, player: Player, index: usize, depth: u32) {
        self.change(player, index, -bonus(depth));
    }

    /// Moves the history of an index towards its limit, the less the nearer it is.
    fn change(&mut self, player: Player, index: usize, bonus: i32) {
        if let Some(place) = self.place(player, index) {
            let value = &mut self.history[place];
            *value += bonus - *value * bonus.abs() / Self::MOST_HISTORY;
        }
    }
}

impl<'a, G, E, K> Worker<'a, G, E, K>
where
    G: Hashed,
    E: Evaluate<G, Value = Score>,
    K: Knowledge<G>,
{
    /// Whether moves that were good elsewhere are tried sooner.
    #[inline(always)]
    pub(super) fn learns<S: Style>(&self) -> bool {
        S::MAY_LEARN && K::LEARNS_ORDER && self.recipe.options.learning
    }

    /// What the search has learnt of a move.
    #[inline(always)]
    pub(super) fn learnt_of(&self, visit: &Visit<G, K::Seen>, mv: G::Move) -> i32 {
        let (player, index) = (visit.game.to_move(), self.recipe.knowledge.history_index(&visit.game, mv));
        self.learnt.weigh(self.route.ply, player, mv, index, self.route.arrived_by)
    }

    /// Learns from a cut, where that is wanted: the candidates from `start` to `next` were tried, the last one has cut.
    #[inline(always)]
    pub(super) fn learn<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        start: usize,
        next: usize,
        node: AtNode,
    ) {
        if self.learns::<S>() && node.depth > 1 && next > start {
            self.reward(visit, start, next, node.reach);
        }
    }

    /// Rewards the move that has cut, and punishes those that were tried before it.
    fn reward(&mut self, visit: &Visit<G, K::Seen>, start: usize, next: usize, reach: u32) {
        let (player, knowledge) = (visit.game.to_move(), &self.recipe.knowledge);
        let [tried @ .., cutting] = &self.candidates[start..next] else { return };
        let index = knowledge.history_index(&visit.game, cutting.mv);
        self.learnt.reward(self.route.ply, player, cutting.mv, index, reach, self.route.arrived_by);
        for candidate in tried {
            self.learnt.punish(player, knowledge.history_index(&visit.game, candidate.mv), reach);
        }
    }
}

/// Deeper searches tell more.
fn bonus(depth: u32) -> i32 {
    let depth = depth.min(20) as i32;
    depth * depth
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_weight_comes_first_and_ties_keep_their_order() {
        let candidate = |ordinal, weight| Candidate { mv: (), weight, ordinal, child: None };
        let mut candidates = [candidate(0, 1), candidate(1, 7), candidate(2, 7), candidate(3, 0)];
        select(&mut candidates);
        assert_eq!(candidates[0].ordinal, 1);
        select(&mut candidates[1..]);
        assert_eq!(candidates[1].ordinal, 2);
    }

    #[test]
    fn history_never_outweighs_a_killer() {
        let mut learnt: MoveHistory<u8> = MoveHistory::new(4);
        for _ in 0..10_000 {
            learnt.reward(0, Player::Max, 1, 1, 20, None);
            learnt.punish(Player::Max, 2, 20);
        }
        let weigh = |mv, index, ply| learnt.weigh(ply, Player::Max, mv, index, None);
        assert!(weigh(1, 1, 5) > 10_000 && weigh(1, 1, 5) < MoveHistory::<u8>::COUNTER);
        assert!(weigh(2, 2, 5) < -10_000);
        assert_eq!(weigh(1, 1, 0), MoveHistory::<u8>::KILLER);
    }

    #[test]
    fn moves_without_slots_are_no_fault() {
        let mut learnt: MoveHistory<u8> = MoveHistory::new(0);
        learnt.reward(3, Player::Min, 1, 0, 9, Some(0));
        assert_eq!(learnt.weigh(4, Player::Min, 1, 0, Some(0)), 0);
    }
}
