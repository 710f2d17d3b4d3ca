//! Five empty squares and more: the moves in the order of the opponent's replies.

use super::processor::Processor;
use super::{Boards, NO_MOVE, bit, quadrant};
use crate::othello::{CORNERS, stable};
use arrayvec::ArrayVec;

/// So many discs more than it takes must the opponent have before stable ones are looked for.
/// PERF: with fewer the bound cuts off in one case of ninety, and costs more than it saves.
const SPARE_DISCS: i32 = 8;

/// The value with five empty squares or more, and the legal moves.
///
/// PERF: the replies that put the moves in order are the children's moves, so they are found once.
#[inline(always)]
pub(super) fn deeper<P: Processor>(
    processor: P,
    boards: Boards,
    alpha: i32,
    moves: u64,
    odd: u64,
    nodes: &mut u64,
) -> i32 {
    if moves == 0 {
        return passed(processor, boards, alpha, odd, nodes);
    }
    *nodes += 1;
    let most = at_most(boards, alpha);
    if most <= alpha {
        return most;
    }
    let mut candidates = Candidates::default();
    let mut key = candidates.fill(processor, boards, moves, odd);
    let many = boards.empty().count_ones() > 5;
    let mut best = NO_MOVE;
    loop {
        let Candidate { square, turned, replies } = candidates.candidate(key);
        let (child, odd) = (boards.after(square, turned), odd ^ quadrant(square));
        let score = match many {
            true => -processor.deeper(child, !alpha, replies, odd, nodes),
            false => -processor.four(child, !alpha, replies, odd, nodes),
        };
        best = best.max(score);
        if best > alpha {
            return best;
        }
        key = candidates.next_key(key);
        if key == u32::MAX {
            return best;
        }
    }
}

#[inline(always)]
fn passed<P: Processor>(processor: P, boards: Boards, alpha: i32, odd: u64, nodes: &mut u64) -> i32 {
    let moves = processor.moves(boards.passed());
    if moves == 0 {
        *nodes += 1;
        return boards.final_score();
    }
    -processor.deeper(boards.passed(), !alpha, moves, odd, nodes)
}

/// What no play brings more than, because of the opponent's stable discs. They are only looked for
/// where they may show that it is not more than `alpha`.
#[inline(always)]
fn at_most(boards: Boards, alpha: i32) -> i32 {
    let discs = boards.other.count_ones() as i32;
    if 64 - 2 * (discs - SPARE_DISCS) > alpha {
        return 64;
    }
    64 - 2 * stable::stable_own(boards.other, boards.own).count_ones() as i32
}

/// A move with what it turns and the opponent's replies to it.
#[derive(Clone, Copy)]
struct Candidate {
    square: u32,
    turned: u64,
    replies: u64,
}

/// The moves of a position, not sorted: most often one or two are tried.
#[derive(Default)]
struct Candidates {
    /// The weight of a move, less is better, over its place in the other list.
    keys: ArrayVec<u32, 64>,
    moves: ArrayVec<Candidate, 64>,
}

impl Candidates {
    /// Lists the moves and returns the key of the best.
    #[inline(always)]
    fn fill<P: Processor>(&mut self, processor: P, boards: Boards, moves: u64, odd: u64) -> u32 {
        let mut first = u32::MAX;
        let mut rest = moves;
        while rest != 0 {
            let square = rest.trailing_zeros();
            rest &= rest - 1;
            let turned = processor.flips(boards, square);
            let replies = processor.moves(boards.after(square, turned));
            // In halves of a reply: a corner is worth half a reply more, and an odd quadrant half of one.
            let freedom = 2 * replies.count_ones() + (replies & CORNERS).count_ones();
            let weight = freedom + u32::from(odd & bit(square) == 0);
            let key = weight << 8 | self.moves.len() as u32;
            first = first.min(key);
            self.keys.push(key);
            self.moves.push(Candidate { square, turned, replies });
        }
        first
    }

    /// The next key in order after one that was tried, `u32::MAX` after the last. No two are the same.
    #[inline(always)]
    fn next_key(&self, tried: u32) -> u32 {
        let next = |least: u32, &key: &u32| if key > tried { least.min(key) } else { least };
        self.keys.iter().fold(u32::MAX, next)
    }

    #[inline(always)]
    fn candidate(&self, key: u32) -> Candidate {
        self.moves[(key & 0xff) as usize]
    }
}
