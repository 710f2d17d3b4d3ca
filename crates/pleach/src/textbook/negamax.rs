//! Negamax: minimax in one function, by the view of the side to move.
//!
//! `F` of Hsu ("Algorithm: Nega-max"), with a depth limit `F0`. A depth of `u32::MAX` is no limit.

use super::walk::{Answer, Walk};
use crate::game::{Evaluate, Game};
use crate::observe::Observe;
use crate::value::{Score, Window};

/// Negamax: visits what [`minimax`](super::minimax) visits, in the same order.
///
/// ```
/// use pleach::textbook::{Walk, negamax};
/// use pleach::{Limits, Score, tree::ExplicitTree};
/// let tree: ExplicitTree = "MIN[5, MAX[3, 8]]".parse().unwrap();
/// let mut observer = ();
/// let mut walk = Walk::new(&(), &mut observer, &Limits::none());
/// // Min is to move and can hold Max to 5.
/// assert_eq!(negamax(&mut walk, &tree, u32::MAX), Ok(Score::new(-5)));
/// ```
pub fn negamax<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    p: &G,
    depth: u32,
) -> Answer {
    if let Some(h) = s.enter(p, depth, Window::FULL)? {
        return Ok(h);
    }
    let mut m = Score::MIN;
    for branch in s.branches(p, depth)? {
        let t = s.child(p, depth, branch, Window::FULL, |s, c, depth, _| negamax(s, c, depth))?;
        m = s.back_up(branch, m, t, Window::FULL);
    }
    Ok(s.leave(m, Window::FULL))
}
