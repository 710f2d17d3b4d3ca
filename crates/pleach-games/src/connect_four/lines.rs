//! Fours as bit work: which stones make one, and which empty slots would.
//!
//! Everything takes the size as a value. Where that is a constant, as in the specialised path of
//! `sized!`, all shifts and masks below become constants too.

use super::size::Size;

/// A shift that may be as long as the word or longer: very high boards have such diagonals.
#[inline(always)]
pub(super) fn down(bits: u64, by: u32) -> u64 {
    bits.checked_shr(by).unwrap_or(0)
}

#[inline(always)]
pub(super) fn up(bits: u64, by: u32) -> u64 {
    bits.checked_shl(by).unwrap_or(0)
}

/// Where fours of these stones begin, in all directions together.
#[inline(always)]
pub(super) fn fours(stones: u64, size: Size) -> u64 {
    size.directions().into_iter().fold(0, |found, step| {
        let pairs = stones & down(stones, step);
        found | (pairs & down(pairs, 2 * step))
    })
}

/// The stones that belong to a four.
pub(super) fn stones_in_fours(stones: u64, size: Size) -> u64 {
    size.directions().into_iter().fold(0, |found, step| {
        let pairs = stones & down(stones, step);
        let begin = pairs & down(pairs, 2 * step);
        found | begin | up(begin, step) | up(begin, 2 * step) | up(begin, 3 * step)
    })
}

/// The slots, empty or not, where one more stone would complete a four of these.
#[inline(always)]
pub(super) fn completions(stones: u64, size: Size) -> u64 {
    let [upward, sideways @ ..] = size.directions();
    // A vertical four can only grow upward.
    let vertical = up(stones, upward) & up(stones, 2 * upward) & up(stones, 3 * upward);
    sideways.into_iter().fold(vertical, |found, step| {
        let (before, after) = (up(stones, step), down(stones, step));
        let (before_2, after_2) = (up(stones, 2 * step), down(stones, 2 * step));
        let (before_3, after_3) = (up(stones, 3 * step), down(stones, 3 * step));
        // The new stone is the last or the third of the four, or the second or the first.
        found | (before & before_2 & (before_3 | after)) | (after & after_2 & (after_3 | before))
    })
}
