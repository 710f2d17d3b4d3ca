//! Counting move sequences: the customary check of a game's rules.

use crate::deep;
use crate::game::Game;

/// The number of move sequences of exactly `depth` moves. A pass is a move; sequences that end the
/// game earlier do not count.
///
/// ```
/// use pleach::{perft, tree::ExplicitTree};
/// let tree: ExplicitTree = "MAX[5, MIN[3, 8]]".parse().unwrap();
/// assert_eq!((perft(&tree, 0), perft(&tree, 1), perft(&tree, 2), perft(&tree, 3)), (1, 2, 2, 0));
/// ```
pub fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    count(game, depth, 0)
}

fn count<G: Game>(game: &G, depth: u32, ply: u32) -> u64 {
    match depth {
        0 => 1,
        1 => game.moves().count() as u64,
        _ => deep::call_at(ply, || game.moves().map(|mv| count_after(game, mv, depth - 1, ply + 1)).sum()),
    }
}

// PERF: the copy is played on where it lies. `Game::after` returns it, and for a position of some 100 bytes
// that is a second copy right after the stores of `play`, which stalls on store forwarding: a tenth of the time in chess.
#[inline(always)]
fn count_after<G: Game>(game: &G, mv: G::Move, depth: u32, ply: u32) -> u64 {
    let mut next = game.clone();
    next.play(mv);
    count(&next, depth, ply)
}
