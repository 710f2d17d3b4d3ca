//! What the compiler may take for granted of a node.
//!
//! PERF: nearly all nodes are asked by a null window, with the usual options, and many of them without a limit of
//! depth. The skeleton is compiled once for each of these cases and once for all others, so that most nodes have
//! nothing to ask for. The style is chosen where a null window begins, and stays the same from there down.

use super::table::UNLIMITED;
use crate::value::{Bound, Score, Window};

/// What is certain of a node and of all below it.
pub(super) trait Style {
    /// The window is a null window, and the options are [usual](super::Options::is_standard).
    const NULL: bool;
    /// The depth has no limit.
    const TO_THE_END: bool;
    /// Moves that were good elsewhere may be tried sooner, if the options say so.
    const MAY_LEARN: bool;
    /// Something may be left out, if there is a policy.
    const MAY_PRUNE: bool;

    /// The depth that is left.
    #[inline(always)]
    fn depth(depth: u32) -> u32 {
        debug_assert!(!Self::TO_THE_END || depth >= UNLIMITED);
        if Self::TO_THE_END { UNLIMITED } else { depth }
    }

    /// What a value says of the true one.
    #[inline(always)]
    fn bound(window: Window, value: Score) -> Bound {
        match value >= window.beta() {
            true if Self::NULL => Bound::Lower,
            false if Self::NULL => Bound::Upper,
            _ => window.bound(value),
        }
    }

    /// Whether a value is enough to leave a node whose best value is at most `high`.
    #[inline(always)]
    fn is_enough(window: Window, value: Score, high: Score) -> bool {
        value >= window.beta() || (!Self::NULL && value > window.alpha() && value >= high)
    }
}

/// Nothing is certain.
pub(super) enum Any {}

impl Style for Any {
    const NULL: bool = false;
    const TO_THE_END: bool = false;
    const MAY_LEARN: bool = true;
    const MAY_PRUNE: bool = true;
}

/// A null window.
pub(super) enum Test {}

impl Style for Test {
    const NULL: bool = true;
    const TO_THE_END: bool = false;
    const MAY_LEARN: bool = true;
    const MAY_PRUNE: bool = false;
}

/// A null window, to the end of the game, by what the game alone says of moves.
pub(super) enum Proof {}

impl Style for Proof {
    const NULL: bool = true;
    const TO_THE_END: bool = true;
    const MAY_LEARN: bool = false;
    const MAY_PRUNE: bool = false;
}

/// A null window, with a policy of what may be left out.
pub(super) enum Selective {}

impl Style for Selective {
    const NULL: bool = true;
    const TO_THE_END: bool = false;
    const MAY_LEARN: bool = true;
    const MAY_PRUNE: bool = true;
}
