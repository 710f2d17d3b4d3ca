//! NegaScout with a rule that leaves out nodes and moves: figures 2.5 and 3.4 of Tong, and ProbCut as well, which
//! the thesis believes impossible with null windows (E13).

use super::rule::{is_hidden, step};
use super::{Decision, Node, Selective};
use crate::game::{Evaluate, Game};
use crate::observe::{Branch, Observe, Retry};
use crate::textbook::negascout::last_two_plies;
use crate::textbook::walk::{Answer, Walk, is_highest};
use crate::value::{Score, Window};

/// Fail-soft NegaScout that asks a rule at every node and every move. With the rule `()` it is
/// [`textbook::negascout`](crate::textbook::negascout()), node for node.
///
/// ```
/// use pleach::textbook::{Walk, selective};
/// use pleach::{Limits, Score, Window, tree::ExplicitTree};
/// let tree: ExplicitTree = "MAX[MIN[3, 8], MIN[6, 9], 5]".parse().unwrap();
/// let mut observer = ();
/// let mut walk = Walk::new(&(), &mut observer, &Limits::none());
/// assert_eq!(selective::negascout(&mut walk, &mut (), &tree, u32::MAX, Window::FULL), Ok(Score::new(6)));
/// ```
pub fn negascout<G: Game, R: Selective<G>>(
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
        let v = match step(s, rule, &node, branch)? {
            Decision::Skip(_) => continue,
            Decision::Stop(_) => break,
            Decision::Take(forecast) => forecast.value,
            Decision::Search if node.best == Score::MIN => {
                s.child(p, depth, branch, window, |s, c, depth, window| negascout(s, rule, c, depth, window))?
            }
            Decision::Search => scout(s, rule, p, depth, branch, window.raised_to(node.best))?,
        };
        node.best = s.back_up(branch, node.best, v, window);
        if node.best >= window.beta() || is_highest(p, node.best, window.alpha()) {
            return Ok(s.cut(p, branch, node.best, window));
        }
    }
    Ok(s.leave(node.best, window))
}

/// Tests a later child with a null window, and searches it again if it turns out better.
fn scout<G: Game, R: Selective<G>>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    rule: &mut R,
    p: &G,
    depth: u32,
    branch: Branch<G::Move>,
    window: Window,
) -> Answer {
    let test = Window::below(window.alpha().next_up());
    let omissions = s.omissions();
    let v = s.child(p, depth, branch, test, |s, c, depth, test| {
        s.note_test(test);
        negascout(s, rule, c, depth, test)
    })?;
    // What was left out is no exact value even at the last two plies.
    let is_exact = last_two_plies::<G>(depth) && s.omissions() == omissions;
    if v <= window.alpha() || v >= window.beta() || is_exact {
        return Ok(v);
    }
    let again = window.raised_to(v);
    let better = s.child(p, depth, branch, again, |s, c, depth, again| {
        s.note_again(Retry::ScoutFailedHigh, again);
        negascout(s, rule, c, depth, again)
    })?;
    Ok(v.max(better))
}
