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
    if is_time_to_look(ply) { on_enough_stack(recurse) } else { recurse() }
}

/// Whether the stack should be looked at in a call of this depth.
#[inline(always)]
pub(crate) fn is_time_to_look(ply: u32) -> bool {
    ply.is_multiple_of(PLIES_BETWEEN_LOOKS)
}

/// Calls `recurse`, on a fresh piece of stack if this one runs out.
pub(crate) fn on_enough_stack<R>(recurse: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(RED_ZONE, SEGMENT, recurse)
}
