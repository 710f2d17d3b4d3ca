//! Minimax: the definition of a position's value, and the oracle of all other searches.
//!
//! Two mutually recursive functions, one for each player, with all values in Max's view: `F'` and
//! `G'` of Hsu ("Algorithm: Mini-max"), with a depth limit `F0'` and `G0'`; figure 1.1 of Tong.
//! A depth of `u32::MAX` is no limit.

use super::walk::{Answer, Walk};
use crate::game::{Evaluate, Game, Player};
use crate::observe::Observe;
use crate::value::{Score, Window};

/// Minimax: every node is visited, and the value is that of the side to move at `p`.
///
/// ```
/// use pleach::textbook::{Walk, minimax};
/// use pleach::{Limits, Score, tree::ExplicitTree};
/// let tree: ExplicitTree = "MAX[5, MIN[3, 8]]".parse().unwrap();
/// let mut observer = ();
/// let mut walk = Walk::new(&(), &mut observer, &Limits::none());
/// assert_eq!(minimax(&mut walk, &tree, u32::MAX), Ok(Score::new(5)));
/// assert_eq!(walk.nodes(), 5);
/// ```
pub fn minimax<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    p: &G,
    depth: u32,
) -> Answer {
    value_for_max(s, p, depth).map(|value| p.to_move().view(value))
}

fn value_for_max<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    p: &G,
    depth: u32,
) -> Answer {
    match p.to_move() {
        Player::Max => max_node(s, p, depth),
        Player::Min => min_node(s, p, depth),
    }
}

/// `F'`.
fn max_node<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    p: &G,
    depth: u32,
) -> Answer {
    if let Some(f) = s.enter(p, depth, Window::FULL)? {
        return Ok(f);
    }
    let mut m = Score::MIN;
    for branch in s.branches(p, depth)? {
        let t =
            s.child_for_max(p, depth, branch, Window::FULL, |s, c, depth, _| value_for_max(s, c, depth))?;
        m = s.back_up(branch, m, t, Window::FULL);
    }
    Ok(s.leave(m, Window::FULL))
}

/// `G'`. What is reported of the node is in Min's view, as everywhere.
fn min_node<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    p: &G,
    depth: u32,
) -> Answer {
    if let Some(h) = s.enter(p, depth, Window::FULL)? {
        return Ok(-h);
    }
    let mut m = Score::MAX;
    for branch in s.branches(p, depth)? {
        let t =
            s.child_for_max(p, depth, branch, Window::FULL, |s, c, depth, _| value_for_max(s, c, depth))?;
        m = -s.back_up(branch, -m, -t, Window::FULL);
    }
    Ok(-s.leave(-m, Window::FULL))
}
