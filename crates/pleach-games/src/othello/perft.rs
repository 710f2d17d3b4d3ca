//! Counting the leaves of the game tree at full speed.

use super::Othello;
use super::bits::{flips, legal_moves};

/// The number of leaves at a depth, as the published tables count them: a pass is a ply, and a line
/// of play that ends earlier is a leaf too. [`pleach::perft`] counts only lines of exactly that many
/// moves, which from depth 10 on is less: 228 games are over after nine moves.
///
/// ```
/// use pleach_games::{Othello, othello};
/// assert_eq!(othello::perft(&Othello::new(), 5), 1396);
/// ```
pub fn perft(game: &Othello, depth: u32) -> u64 {
    #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
    if super::vector::wide::available() {
        // SAFETY: the processor has the instructions, as just asked.
        return unsafe { wide(game.own, game.other, depth) };
    }
    portable(game.own, game.other, depth)
}

/// PERF: the choice of instructions is made once for the whole tree; see [`vector`](super::vector).
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[cfg_attr(target_feature = "avx2", allow(dead_code, reason = "it is the same then"))]
fn wide(own: u64, other: u64, depth: u32) -> u64 {
    leaves(own, other, depth, |own, other, depth| wide(own, other, depth))
}

fn portable(own: u64, other: u64, depth: u32) -> u64 {
    leaves(own, other, depth, portable)
}

/// The leaves below a node, `deeper` being this same function with the same instructions.
#[inline(always)]
fn leaves(own: u64, other: u64, depth: u32, deeper: impl Fn(u64, u64, u32) -> u64) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut squares = legal_moves(own, other);
    if squares == 0 {
        let over = legal_moves(other, own) == 0;
        return if over { 1 } else { deeper(other, own, depth - 1) };
    }
    if depth == 1 {
        return u64::from(squares.count_ones());
    }
    let mut sum = 0;
    while squares != 0 {
        let square = squares.trailing_zeros();
        squares &= squares - 1;
        let turned = flips(own, other, square);
        sum += deeper(other ^ turned, own | turned | 1 << square, depth - 1);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_of_counting_agree() {
        let game = Othello::new();
        for depth in 0..=7 {
            let count = pleach::perft(&game, depth);
            assert_eq!(portable(game.own, game.other, depth), count);
            assert_eq!(perft(&game, depth), count);
        }
    }
}
