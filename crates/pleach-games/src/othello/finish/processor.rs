//! What a solver asks of a processor.

use super::{Boards, Solved, deeper, last};
use crate::othello::bits;

/// The parts that differ between processors, and those functions that shall not be compiled into their
/// callers: each implementation compiles them once, with the instructions that it may use.
pub(super) trait Processor: Copy {
    /// The discs that turn when the side to move places one on the empty `square`.
    fn flips(self, boards: Boards, square: u32) -> u64;

    /// The legal squares of the side to move.
    fn moves(self, boards: Boards) -> u64;

    /// [`super::solve`].
    fn solve(self, boards: Boards, alpha: i32, beta: i32) -> Solved;

    /// [`last::three`].
    fn three(self, boards: Boards, alpha: i32, empty: u64, odd: u64, nodes: &mut u64) -> i32;

    /// [`last::four`].
    fn four(self, boards: Boards, alpha: i32, moves: u64, odd: u64, nodes: &mut u64) -> i32;

    /// [`deeper::deeper`].
    fn deeper(self, boards: Boards, alpha: i32, moves: u64, odd: u64, nodes: &mut u64) -> i32;
}

/// Any processor.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Processor for Portable {
    #[inline(always)]
    fn flips(self, boards: Boards, square: u32) -> u64 {
        bits::flips(boards.own, boards.other, square)
    }

    #[inline(always)]
    fn moves(self, boards: Boards) -> u64 {
        bits::legal_moves(boards.own, boards.other)
    }

    fn solve(self, boards: Boards, alpha: i32, beta: i32) -> Solved {
        super::solve(self, boards, alpha, beta)
    }

    #[inline(never)]
    fn three(self, boards: Boards, alpha: i32, empty: u64, odd: u64, nodes: &mut u64) -> i32 {
        last::three(self, boards, alpha, empty, odd, nodes)
    }

    #[inline(never)]
    fn four(self, boards: Boards, alpha: i32, moves: u64, odd: u64, nodes: &mut u64) -> i32 {
        last::four(self, boards, alpha, moves, odd, nodes)
    }

    #[inline(never)]
    fn deeper(self, boards: Boards, alpha: i32, moves: u64, odd: u64, nodes: &mut u64) -> i32 {
        deeper::deeper(self, boards, alpha, moves, odd, nodes)
    }
}
