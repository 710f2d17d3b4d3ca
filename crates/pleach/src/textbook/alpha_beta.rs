//! Alpha-beta, fail-soft: a value outside the window is still a bound, and the tightest one known.
//!
//! `F3` of Hsu ("Version F3"), and `F3'`, `G3'` in min/max form; figure 1.2 of Tong. On fail-low it
//! returns an upper bound of `F(p)` that is at most alpha, on fail-high a lower bound that is at
//! least beta. It visits the nodes of the fail-hard form in the same order.

use super::walk::{Answer, Walk, is_highest};
use crate::game::{Evaluate, Game, Player};
use crate::observe::Observe;
use crate::value::{Score, Window};

/// `F3`: fail-soft alpha-beta in negamax form.
///
/// ```
/// use pleach::textbook::{Walk, alpha_beta};
/// use pleach::{Limits, Score, Window, tree::ExplicitTree};
/// let tree: ExplicitTree = "MAX[5, MIN[3, 8]]".parse().unwrap();
/// let mut observer = ();
/// let mut walk = Walk::new(&(), &mut observer, &Limits::none());
/// let window = Window::new(Score::new(7), Score::new(9)).unwrap();
/// // Fail-low: the true value 5 is at most what comes back, and that is below alpha.
/// assert_eq!(alpha_beta(&mut walk, &tree, u32::MAX, window), Ok(Score::new(5)));
/// ```
pub fn alpha_beta<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    p: &G,
    depth: u32,
    window: Window,
) -> Answer {
    if let Some(h) = s.enter(p, depth, window)? {
        return Ok(h);
    }
    let mut m = Score::MIN;
    for branch in s.branches(p, depth)? {
        let t = s.child(p, depth, branch, window.raised_to(m), alpha_beta)?;
        m = s.back_up(branch, m, t, window);
        if m >= window.beta() || is_highest(p, m, window.alpha()) {
            return Ok(s.cut(p, branch, m, window));
        }
    }
    Ok(s.leave(m, window))
}

/// `F3'` and `G3'`: fail-soft alpha-beta in min/max form, with window and value in Max's view.
/// It visits what [`alpha_beta`] visits.
pub fn alpha_beta_min_max<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    p: &G,
    depth: u32,
    window: Window,
) -> Answer {
    match p.to_move() {
        Player::Max => max_node(s, p, depth, window),
        Player::Min => min_node(s, p, depth, window),
    }
}

fn max_node<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    p: &G,
    depth: u32,
    window: Window,
) -> Answer {
    if let Some(f) = s.enter(p, depth, window)? {
        return Ok(f);
    }
    let mut m = Score::MIN;
    for branch in s.branches(p, depth)? {
        let t = s.child_for_max(p, depth, branch, window.raised_to(m), alpha_beta_min_max)?;
        m = s.back_up(branch, m, t, window);
        if m >= window.beta() || is_highest(p, m, window.alpha()) {
            return Ok(s.cut(p, branch, m, window));
        }
    }
    Ok(s.leave(m, window))
}

/// What is reported of the node is in Min's view, as everywhere.
fn min_node<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    p: &G,
    depth: u32,
    window: Window,
) -> Answer {
    if let Some(h) = s.enter(p, depth, -window)? {
        return Ok(-h);
    }
    let mut m = Score::MAX;
    for branch in s.branches(p, depth)? {
        let t = s.child_for_max(p, depth, branch, window.lowered_to(m), alpha_beta_min_max)?;
        m = -s.back_up(branch, -m, -t, -window);
        if m <= window.alpha() || is_highest(p, -m, -window.beta()) {
            return Ok(-s.cut(p, branch, -m, -window));
        }
    }
    Ok(-s.leave(-m, -window))
}
