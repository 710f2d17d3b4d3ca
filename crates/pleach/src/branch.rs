//! Moves with their Dewey numbers.

use crate::game::Game;

/// A move and its number among its siblings, counted from 1 as in the Dewey system: the path
/// `2.1.3` is the second move at the root, the first reply, and the third answer to that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch<Move> {
    /// The place in the order in which the game lists its moves, from 1.
    pub number: u32,
    /// The place in the order in which the search looks at them, from 1: the same, unless it sorts them.
    pub place: u32,
    /// The move.
    pub mv: Move,
}

/// The moves of a position with their Dewey numbers.
#[inline(always)]
pub fn branches<G: Game>(p: &G) -> impl Iterator<Item = Branch<G::Move>> {
    p.moves().enumerate().map(|(index, mv)| {
        let number = index as u32 + 1;
        Branch { number, place: number, mv }
    })
}
