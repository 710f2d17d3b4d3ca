//! Alpha-beta with a rule that leaves out nodes and moves: figures 1.7, 1.8, 2.4 and 3.3 of Tong in one.

use super::rule::{is_hidden, step};
use super::{Decision, Node, Selective};
use crate::game::{Evaluate, Game};
use crate::observe::Observe;
use crate::textbook::walk::{Answer, Walk, is_highest};
use crate::value::{Score, Window};

/// Fail-soft alpha-beta that asks a rule at every node and every move. With the rule `()` it is
/// [`textbook::alpha_beta`](crate::textbook::alpha_beta()), node for node.
///
/// ```
/// use pleach::textbook::{Walk, selective};
/// use pleach::{Limits, Score, Window, tree::ExplicitTree};
/// let tree: ExplicitTree = "MAX[5, MIN[3, 8]]".parse().unwrap();
/// let mut observer = ();
/// let mut walk = Walk::new(&(), &mut observer, &Limits::none());
/// assert_eq!(selective::alpha_beta(&mut walk, &mut (), &tree, u32::MAX, Window::FULL), Ok(Score::new(5)));
/// ```
pub fn alpha_beta<G: Game, R: Selective<G>>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    rule: &mut R,
    p: &G,
    depth: u32,
    window: Window,
) -> Answer {
    if let Some(h) = s.enter(p, depth, window)? {
        return Ok(h);
    }
    let mut node = Node { game: p, depth, window, best: Score::MIN };
    if let Some(forecast) = rule.at_node(s, &node)? {
        return Ok(s.forecast(forecast.value, forecast.omission, window));
    }
    for branch in s.branches(p, depth)? {
        if is_hidden(s, rule, &node, branch) {
            continue;
        }
        let t = match step(s, rule, &node, branch)? {
            Decision::Skip(_) => continue,
            Decision::Stop(_) => break,
            Decision::Take(forecast) => forecast.value,
            Decision::Search => {
                s.child(p, depth, branch, window.raised_to(node.best), |s, c, depth, window| {
                    alpha_beta(s, rule, c, depth, window)
                })?
            }
        };
        node.best = s.back_up(branch, node.best, t, window);
        if node.best >= window.beta() || is_highest(p, node.best, window.alpha()) {
            return Ok(s.cut(p, branch, node.best, window));
        }
    }
    Ok(s.leave(node.best, window))
}
