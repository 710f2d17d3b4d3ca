//! The options of the engine, drawn at random.

use crate::engine::{Driver, Options, OrderBy};
use crate::game::mix;

/// Options drawn from a seed: every combination comes up sooner or later, except
/// [`deeper`](Options::deeper), with which the engine need not agree with the textbook.
///
/// ```
/// use pleach::testkit::any_options;
/// assert!((0..50).any(|seed| any_options(seed).table) && !(0..50).all(|seed| any_options(seed).table));
/// ```
pub fn any_options(seed: u64) -> Options {
    let bits = mix(seed);
    let on = |bit: u32| bits >> bit & 1 == 1;
    let drivers = [Driver::Full, Driver::Pvs, Driver::Mtdf, Driver::Bisect];
    let orders = [OrderBy::Rules, OrderBy::Hints, OrderBy::Static, OrderBy::Shallow];
    Options {
        driver: drivers[bits as usize % 4],
        order: orders[(bits >> 2) as usize % 4],
        delta: [0, 1, 3, 40][(bits >> 4) as usize % 4],
        step: 1 + (bits >> 15) as u32 % 3,
        table: !on(6) || !on(7),
        deeper: false,
        enhanced: on(8),
        symmetry: on(9),
        knowledge: on(10),
        learning: on(11),
        internal: on(12),
        bounds: on(13),
        line: on(14),
    }
}
