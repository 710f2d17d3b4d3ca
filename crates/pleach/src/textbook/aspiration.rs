//! Aspiration: a small window around a guess, and a second search where the guess was wrong.
//!
//! Figure 1.3 of Tong, corrected: the second search runs with `(-inf, g + 1)` or `(g - 1, +inf)`, so
//! that a value equal to the first bound is exact and not a failure again.

use super::alpha_beta;
use super::walk::{Answer, Walk};
use crate::game::{Evaluate, Game};
use crate::observe::{Observe, Retry};
use crate::value::{Score, Window};

/// Aspiration search with fail-soft [`alpha_beta`]: the window is `estimate - delta` to
/// `estimate + delta`, cut to `window`, and the value is exact if it lies inside `window`.
///
/// ```
/// use pleach::textbook::{Walk, aspiration};
/// use pleach::{Limits, Score, Window, tree::ExplicitTree};
/// let tree: ExplicitTree = "MAX[5, MIN[3, 8]]".parse().unwrap();
/// let mut observer = ();
/// let mut walk = Walk::new(&(), &mut observer, &Limits::none());
/// let guess = Score::new(100);
/// assert_eq!(aspiration(&mut walk, &tree, u32::MAX, Window::FULL, guess, 10), Ok(Score::new(5)));
/// ```
pub fn aspiration<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    p: &G,
    depth: u32,
    window: Window,
    estimate: Score,
    delta: u32,
) -> Answer {
    let delta = i32::try_from(delta).unwrap_or(i32::MAX).max(1);
    let hoped =
        Window::new(estimate.plus(-delta).max(window.alpha()), estimate.plus(delta).min(window.beta()));
    // An estimate outside the caller's window leaves nothing to hope for.
    let hoped = hoped.unwrap_or(window);
    let g = alpha_beta(s, p, depth, hoped)?;
    let (again, reason) = if g <= hoped.alpha() && g > window.alpha() {
        (Window::new(window.alpha(), g.next_up()), Retry::AspirationFailedLow)
    } else if g >= hoped.beta() && g < window.beta() {
        (Window::new(g.next_down(), window.beta()), Retry::AspirationFailedHigh)
    } else {
        return Ok(g);
    };
    let again = again.expect("g lies strictly inside the caller's window");
    s.note_again(reason, again);
    alpha_beta(s, p, depth, again)
}
