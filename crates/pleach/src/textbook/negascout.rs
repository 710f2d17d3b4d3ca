//! NegaScout (principal variation search): later moves are only tested, and searched if they pass.
//!
//! Figure 1.4 of Tong, corrected: as printed it returns the minimax value in under 13 % of random
//! trees. In negamax form: the first child gets the full window; each later child the null window
//! `(b, b + 1)` with `b = max(alpha, g)`; if its value `v` lies in `b < v < beta` it is searched again
//! with `(v, beta)` and the larger value kept; `g = max(g, v)`.

use super::walk::{Answer, Walk, is_highest};
use crate::game::{Evaluate, Game};
use crate::observe::{Branch, Observe, Retry};
use crate::value::{Score, Window};

/// NegaScout, fail-soft.
///
/// ```
/// use pleach::textbook::{Walk, negascout};
/// use pleach::{Limits, Score, Window, tree::ExplicitTree};
/// let tree: ExplicitTree = "MAX[MIN[3, 8], MIN[6, 9], 5]".parse().unwrap();
/// let mut observer = ();
/// let mut walk = Walk::new(&(), &mut observer, &Limits::none());
/// assert_eq!(negascout(&mut walk, &tree, u32::MAX, Window::FULL), Ok(Score::new(6)));
/// ```
pub fn negascout<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    p: &G,
    depth: u32,
    window: Window,
) -> Answer {
    if let Some(h) = s.enter(p, depth, window)? {
        return Ok(h);
    }
    let mut g = Score::MIN;
    for branch in s.branches(p, depth)? {
        let v = match branch.place {
            1 => s.child(p, depth, branch, window, negascout)?,
            _ => scout(s, p, depth, branch, window.raised_to(g))?,
        };
        g = s.back_up(branch, g, v, window);
        if g >= window.beta() || is_highest(p, g, window.alpha()) {
            return Ok(s.cut(p, branch, g, window));
        }
    }
    Ok(s.leave(g, window))
}

/// Tests a later child with a null window, and searches it again if it turns out better.
fn scout<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    p: &G,
    depth: u32,
    branch: Branch<G::Move>,
    window: Window,
) -> Answer {
    let test = Window::below(window.alpha().next_up());
    let v = s.child(p, depth, branch, test, |s, c, depth, test| {
        s.note_test(test);
        negascout(s, c, depth, test)
    })?;
    if v <= window.alpha() || v >= window.beta() || last_two_plies::<G>(depth) {
        return Ok(v);
    }
    let again = window.raised_to(v);
    let better = s.child(p, depth, branch, again, |s, c, depth, again| {
        s.note_again(Retry::ScoutFailedHigh, again);
        negascout(s, c, depth, again)
    })?;
    Ok(v.max(better))
}

/// Whether a fail-soft test that failed high is exact anyway: all children of the child are leaves,
/// and none was left out, since the child failed low. That needs turns which alternate and moves
/// which cost one ply.
pub(super) fn last_two_plies<G: Game>(depth: u32) -> bool {
    G::REGULAR_TURNS && depth <= 2
}
