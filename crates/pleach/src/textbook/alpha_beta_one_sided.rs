//! Alpha-beta, one-sided: only one bound is handed down, so there are no deep cut-offs.
//!
//! `F2` of Hsu ("Version F2"), and `F2'`, `G2'` in min/max form. It returns `F(p)` where that is
//! below the bound, and otherwise a value between the bound and `F(p)`. It visits at least what the
//! two-sided forms visit, and exactly that up to depth 3.

use super::walk::{Answer, Walk, is_highest};
use crate::game::{Evaluate, Game, Player};
use crate::observe::Observe;
use crate::value::{Score, Window};

/// `F2`: one-sided alpha-beta in negamax form. Only the window's beta is used.
///
/// ```
/// use pleach::textbook::{Walk, alpha_beta_one_sided};
/// use pleach::{Limits, Score, Window, tree::ExplicitTree};
/// // The smallest tree with a deep cut-off without one-child nodes: F1 and F3 visit 8 nodes.
/// let tree: ExplicitTree = "MAX[5, MIN[9, MAX[2, MIN[3, 7]]]]".parse().unwrap();
/// let mut observer = ();
/// let mut walk = Walk::new(&(), &mut observer, &Limits::none());
/// assert_eq!(alpha_beta_one_sided(&mut walk, &tree, u32::MAX, Window::FULL), Ok(Score::new(5)));
/// assert_eq!(walk.nodes(), 9);
/// ```
pub fn alpha_beta_one_sided<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    p: &G,
    depth: u32,
    window: Window,
) -> Answer {
    let window = window.without_alpha();
    if let Some(h) = s.enter(p, depth, window)? {
        return Ok(h);
    }
    let mut m = Score::MIN;
    for branch in s.branches(p, depth)? {
        let t = s.child(p, depth, branch, window.raised_to(m), alpha_beta_one_sided)?;
        m = s.back_up(branch, m, t, window);
        if m >= window.beta() || is_highest(p, m, window.alpha()) {
            return Ok(s.cut(p, branch, m, window));
        }
    }
    Ok(s.leave(m, window))
}

/// `F2'` and `G2'`: one-sided alpha-beta in min/max form, with window and value in Max's view. At a
/// Max node only beta is used, at a Min node only alpha.
pub fn alpha_beta_one_sided_min_max<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    p: &G,
    depth: u32,
    window: Window,
) -> Answer {
    match p.to_move() {
        Player::Max => max_node(s, p, depth, window.without_alpha()),
        Player::Min => min_node(s, p, depth, -(-window).without_alpha()),
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
        let t = s.child_for_max(p, depth, branch, window.raised_to(m), alpha_beta_one_sided_min_max)?;
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
        let t = s.child_for_max(p, depth, branch, window.lowered_to(m), alpha_beta_one_sided_min_max)?;
        m = -s.back_up(branch, -m, -t, -window);
        if m <= window.alpha() || is_highest(p, -m, -window.beta()) {
            return Ok(-s.cut(p, branch, -m, -window));
        }
    }
    Ok(-s.leave(-m, -window))
}
