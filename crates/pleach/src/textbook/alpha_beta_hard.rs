//! Alpha-beta, fail-hard: the returned value never leaves the window.
//!
//! `F1` of Hsu ("Original version"), and `F1'`, `G1'` in min/max form. At interior nodes it returns
//! `F(p)` clamped to `[alpha, beta]`; a leaf returns its value as it is.
//!
//! Correction H1: the printed test `m is max ... return(beta)` returned an infinite value where the
//! game's highest score lies below beta. The direct cut-off returns `m`.

use super::walk::{Answer, Walk, is_highest};
use crate::game::{Evaluate, Game, Player};
use crate::observe::Observe;
use crate::value::{Score, Window};

/// `F1`: fail-hard alpha-beta in negamax form.
///
/// ```
/// use pleach::textbook::{Walk, alpha_beta_hard};
/// use pleach::{Limits, Score, Window, tree::ExplicitTree};
/// let tree: ExplicitTree = "MAX[5, MIN[3, 8]]".parse().unwrap();
/// let mut observer = ();
/// let mut walk = Walk::new(&(), &mut observer, &Limits::none());
/// let window = Window::new(Score::new(7), Score::new(9)).unwrap();
/// assert_eq!(alpha_beta_hard(&mut walk, &tree, u32::MAX, window), Ok(Score::new(7)));
/// ```
pub fn alpha_beta_hard<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    p: &G,
    depth: u32,
    window: Window,
) -> Answer {
    if let Some(h) = s.enter(p, depth, window)? {
        return Ok(h);
    }
    let mut m = window.alpha();
    for branch in s.branches(p, depth)? {
        let t = s.child(p, depth, branch, window.raised_to(m), alpha_beta_hard)?;
        m = s.back_up(branch, m, t, window);
        if m >= window.beta() {
            return Ok(s.cut(p, branch, window.beta(), window));
        }
        if is_highest(p, m, window.alpha()) {
            return Ok(s.cut(p, branch, m, window));
        }
    }
    Ok(s.leave(m, window))
}

/// `F1'` and `G1'`: fail-hard alpha-beta in min/max form, with window and value in Max's view.
/// It visits what [`alpha_beta_hard`] visits.
pub fn alpha_beta_hard_min_max<G: Game>(
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
    let mut m = window.alpha();
    for branch in s.branches(p, depth)? {
        let t = s.child_for_max(p, depth, branch, window.raised_to(m), alpha_beta_hard_min_max)?;
        m = s.back_up(branch, m, t, window);
        if m >= window.beta() {
            return Ok(s.cut(p, branch, window.beta(), window));
        }
        if is_highest(p, m, window.alpha()) {
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
    let mut m = window.beta();
    for branch in s.branches(p, depth)? {
        let t = s.child_for_max(p, depth, branch, window.lowered_to(m), alpha_beta_hard_min_max)?;
        m = -s.back_up(branch, -m, -t, -window);
        if m <= window.alpha() {
            return Ok(-s.cut(p, branch, -window.alpha(), -window));
        }
        if is_highest(p, -m, -window.beta()) {
            return Ok(-s.cut(p, branch, -m, -window));
        }
    }
    Ok(-s.leave(-m, -window))
}
