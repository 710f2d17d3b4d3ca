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
        _ => game.moves().map(|mv| deep::call_at(ply, || count(&game.after(mv), depth - 1, ply + 1))).sum(),
    }
}
