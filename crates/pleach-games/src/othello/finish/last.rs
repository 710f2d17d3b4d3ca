//! One to four empty squares.
//!
//! PERF: a third of the time goes into branches that no predictor foresees, so the functions take the
//! better of two scores without one, and the last square is valued without any, whoever can move there.
//! Where a square has no opponent's disc beside it, what it turns is not looked for.

use super::line::{beside, last_disc};
use super::processor::Processor;
use super::{Boards, NO_MOVE, bit, quadrant};

/// The exact score with one empty square: `own` places a disc, or the opponent, or nobody.
#[inline(always)]
pub(super) fn one(own: u64, square: u32) -> i32 {
    let turned = last_disc(own, square);
    let now = 2 * own.count_ones() as i32 - 64;
    let over = if now >= 0 { now + 2 } else { now };
    let passed = if turned.by_other != 0 { now - turned.by_other } else { over };
    if turned.by_own != 0 { now + 2 + turned.by_own } else { passed }
}

/// Two empty squares.
#[inline(always)]
pub(super) fn two<P: Processor>(
    processor: P,
    boards: Boards,
    alpha: i32,
    squares: [u32; 2],
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let score = best_of_two(processor, boards, alpha, squares, nodes);
    if score != NO_MOVE {
        return score;
    }
    after_pass(boards, best_of_two(processor, boards.passed(), !alpha, squares, nodes))
}

#[inline(always)]
fn best_of_two<P: Processor>(
    processor: P,
    boards: Boards,
    alpha: i32,
    [first, second]: [u32; 2],
    nodes: &mut u64,
) -> i32 {
    let mut best = NO_MOVE;
    let turned = flips(processor, boards, first);
    if turned != 0 {
        *nodes += 1;
        best = -one(boards.other ^ turned, second);
        if best > alpha {
            return best;
        }
    }
    let turned = flips(processor, boards, second);
    if turned != 0 {
        *nodes += 1;
        best = best.max(-one(boards.other ^ turned, first));
    }
    best
}

/// Three empty squares.
#[inline(always)]
pub(super) fn three<P: Processor>(
    processor: P,
    boards: Boards,
    alpha: i32,
    empty: u64,
    odd: u64,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    // The number of squares is odd, so that of some quadrant is.
    let first = (empty & odd).trailing_zeros();
    let others = empty ^ bit(first);
    let squares = [first, others.trailing_zeros(), 63 - others.leading_zeros()];
    let score = best_of_three(processor, boards, alpha, squares, nodes);
    if score != NO_MOVE {
        return score;
    }
    after_pass(boards, best_of_three(processor, boards.passed(), !alpha, squares, nodes))
}

#[inline(always)]
fn best_of_three<P: Processor>(
    processor: P,
    boards: Boards,
    alpha: i32,
    mut squares: [u32; 3],
    nodes: &mut u64,
) -> i32 {
    let mut best = NO_MOVE;
    // PERF: turning the squares round keeps this a loop; written out three times it is slower.
    for _ in 0..3 {
        let [square, second, third] = squares;
        squares = [second, third, square];
        let turned = flips(processor, boards, square);
        if turned != 0 {
            let child = boards.after(square, turned);
            best = best.max(-two(processor, child, !alpha, [second, third], nodes));
            if best > alpha {
                break;
            }
        }
    }
    best
}

/// Four empty squares, and the legal moves among them.
#[inline(always)]
pub(super) fn four<P: Processor>(
    processor: P,
    boards: Boards,
    alpha: i32,
    moves: u64,
    odd: u64,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    if moves != 0 {
        return best_of_four(processor, boards, alpha, moves, odd, nodes);
    }
    let moves = processor.moves(boards.passed());
    if moves != 0 {
        return -best_of_four(processor, boards.passed(), !alpha, moves, odd, nodes);
    }
    boards.final_score()
}

#[inline(always)]
fn best_of_four<P: Processor>(
    processor: P,
    boards: Boards,
    alpha: i32,
    mut moves: u64,
    odd: u64,
    nodes: &mut u64,
) -> i32 {
    let empty = boards.empty();
    let mut best = NO_MOVE;
    while moves != 0 && best <= alpha {
        let square = odd_first(moves, odd);
        moves ^= bit(square);
        let child = boards.after(square, processor.flips(boards, square));
        let score = -processor.three(child, !alpha, empty ^ bit(square), odd ^ quadrant(square), nodes);
        best = best.max(score);
    }
    best
}

/// The value for the side that had to pass, from the best that its opponent can do then.
#[inline(always)]
fn after_pass(boards: Boards, best: i32) -> i32 {
    if best != NO_MOVE { -best } else { boards.final_score() }
}

/// One of the squares, from an odd quadrant if there is one: who moves there tends to have the last
/// move there too.
#[inline(always)]
fn odd_first(squares: u64, odd: u64) -> u32 {
    let preferred = squares & odd;
    if preferred != 0 { preferred.trailing_zeros() } else { squares.trailing_zeros() }
}

#[inline(always)]
fn flips<P: Processor>(processor: P, boards: Boards, square: u32) -> u64 {
    if beside(square) & boards.other == 0 {
        return 0;
    }
    processor.flips(boards, square)
}
