//! Recursion as deep as a tree goes, without fear for the stack.

/// The stack is looked at every so many plies only: the look costs more than a node of a small tree.
const PLIES_BETWEEN_LOOKS: u32 = 32;
/// What the plies until the next look may use, in a debug build too.
const RED_ZONE: usize = 256 * 1024;
/// What is added when less than the red zone is left.
const SEGMENT: usize = 4 * 1024 * 1024;

/// Calls `recurse`, on a fresh piece of stack if this one runs out. `ply` is the depth of the call.
#[inline(always)]
pub(crate) fn call_at<R>(ply: u32, recurse: impl FnOnce() -> R) -> R {
    if ply % PLIES_BETWEEN_LOOKS == 0 { stacker::maybe_grow(RED_ZONE, SEGMENT, recurse) } else { recurse() }
}
