//! The same arithmetic for processors with wide registers, chosen while the program runs.
//!
//! PERF: a binary for any x86-64 processor knows neither four lanes in a register nor a bit count.
//! The functions here are the portable ones compiled once more with those instructions allowed; there
//! is no second source that could go wrong. The choice is made once for a whole move or a whole
//! evaluation, not for every mask. Measured by `cargo bench -p pleach-games --bench othello`.

use super::bits;

/// What a move does: the discs it turns, and the opponent's legal moves after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flip {
    pub(super) turned: u64,
    pub(super) replies: u64,
}

/// Places a disc: see [`Flip`].
#[inline]
pub(super) fn step(own: u64, other: u64, square: u32) -> Flip {
    #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
    if wide::available() {
        // SAFETY: the processor has the instructions, as just asked.
        return unsafe { wide::step(own, other, square) };
    }
    portable_step(own, other, square)
}

/// The portable form, which both builds share.
#[inline(always)]
pub(super) fn portable_step(own: u64, other: u64, square: u32) -> Flip {
    let turned = bits::flips(own, other, square);
    let replies = bits::legal_moves(other ^ turned, own | turned | 1 << (square & 63));
    Flip { turned, replies }
}

/// What x86-64 processors of the third level (2013 and later) know beyond the first.
#[cfg(target_arch = "x86_64")]
pub(super) mod wide {
    use super::{Flip, portable_step};
    use std::sync::atomic::{AtomicU8, Ordering};

    const UNKNOWN: u8 = 0;
    const MISSING: u8 = 1;
    const PRESENT: u8 = 2;
    static WIDE: AtomicU8 = AtomicU8::new(UNKNOWN);

    /// Whether the processor can run the functions of this module. Asked once and remembered.
    #[inline(always)]
    pub(in super::super) fn available() -> bool {
        match WIDE.load(Ordering::Relaxed) {
            UNKNOWN => ask(),
            known => known == PRESENT,
        }
    }

    #[cold]
    fn ask() -> bool {
        let present = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        WIDE.store(if present { PRESENT } else { MISSING }, Ordering::Relaxed);
        present
    }

    /// [`portable_step`](super::portable_step) with wide registers.
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[cfg_attr(target_feature = "avx2", allow(dead_code, reason = "it is the same then"))]
    pub(in super::super) fn step(own: u64, other: u64, square: u32) -> Flip {
        portable_step(own, other, square)
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::othello::{Classic, Othello};
    use pleach::{Game, Player};
    use proptest::prelude::*;

    fn boards() -> impl Strategy<Value = (u64, u64)> {
        (any::<u64>(), any::<u64>(), any::<u64>(), 0..3u8).prop_map(|(colour, a, b, crowd)| {
            let occupied = [a & b, a, a | b][crowd as usize];
            (occupied & colour, occupied & !colour)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Where the processor has no wide registers there is nothing to compare.
        #[test]
        fn wide_and_portable_agree((own, other) in boards(), square in 0..64u32) {
            if wide::available() {
                // SAFETY: the processor has the instructions, as just asked.
                let wide = unsafe { wide::step(own, other, square) };
                prop_assert_eq!(wide, portable_step(own, other, square));
                let (classic, game) = (Classic::default(), Othello::from_boards(own, other, Player::Max));
                prop_assert_eq!(classic.hundredths(&game), classic.hundredths_portable(&game));
            }
        }
    }

    #[test]
    fn playing_keeps_the_legal_moves_right() {
        let mut game = Othello::new();
        while let Some(mv) = game.moves().last() {
            game.play(mv);
            assert_eq!(game.legal(), bits::legal_moves(game.own(), game.other()));
        }
    }
}
