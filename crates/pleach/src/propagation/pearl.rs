//! Pearl's model of errors in a tree of wins and losses.
//!
//! A leaf is a win for the side to move with probability `p_0`. `alpha` is the probability that a lost node is taken for
//! a won one, `beta` that a won node is taken for a lost one. One ply up (equations 8 to 10):
//!
//! ```text
//! alpha_(k+1) = 1 - (1 - beta_k)^b
//! beta_(k+1)  = {[p_k (1 - beta_k) + (1 - p_k) alpha_k]^b - [p_k (1 - beta_k)]^b} / (1 - p_k^b)
//! p_(k+1)     = 1 - p_k^b
//! ```
//!
//! Equation 12 of the paper lacks brackets and an exponent, and the first branch of equation 16 is that of the second:
//! `alpha_(k+2) = 1 - (1 - beta_(k+1))^b`, and `[1 - (1 - beta)^b] / beta` for `p -> 0`. The recurrences give both.

/// What is known of the nodes at a height: how often they are won, and how often they are taken for something else.
///
/// ```
/// use pleach::propagation::Errors;
/// let leaves = Errors { win: 0.5, alpha: 0.0, beta: 0.1 };
/// // Equations 5 and 7, for binary trees.
/// let parents = leaves.parents(2);
/// assert!((parents.alpha - (1.0 - 0.9 * 0.9)).abs() < 1e-15);
/// assert_eq!((parents.beta, parents.win), (0.0, 0.75));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errors {
    /// The probability `p_k` of a win for the side to move.
    pub win: f64,
    /// The probability that a loss is taken for a win.
    pub alpha: f64,
    /// The probability that a win is taken for a loss.
    pub beta: f64,
}

impl Errors {
    /// The same one ply up, in a tree with `branching` successors a node: equations 8, 9 and 10; the example is
    /// at [`Errors`].
    pub fn parents(self, branching: u32) -> Errors {
        let Errors { win, alpha, beta } = self;
        // Equation 9 without its quotient of differences, which has no digits left for p near 1: with
        // X = p (1 - beta) + (1 - p) alpha and Y = p (1 - beta), X^b - Y^b is X - Y = (1 - p) alpha times a sum.
        let lost = win * (1.0 - beta);
        let taken_for_won = lost + (1.0 - win) * alpha;
        let (mut mixed, mut all) = (0.0, 0.0);
        let mut power = 1.0;
        for _ in 0..branching {
            mixed = mixed * taken_for_won + power;
            power *= lost;
            all = all * win + 1.0;
        }
        Errors {
            win: one_less_power(win, branching),
            alpha: one_less_power_of_complement(beta, branching),
            beta: if all > 0.0 { alpha * mixed / all } else { 0.0 },
        }
    }
}

/// `1 - x^b`.
fn one_less_power(x: f64, branching: u32) -> f64 {
    1.0 - x.powi(branching.min(i32::MAX as u32) as i32)
}

/// `1 - (1 - x)^b`, to all digits of a small `x`.
fn one_less_power_of_complement(x: f64, branching: u32) -> f64 {
    if x >= 1.0 { one_less_power(0.0, branching) } else { -(f64::from(branching) * (-x).ln_1p()).exp_m1() }
}

/// `alpha'_(k+2) / alpha'_k`: by how much two plies multiply errors on losses, if there are none on wins (equation 14
/// for `win` at 0 and 1, equation 18 for `b = 2`).
///
/// ```
/// use pleach::propagation::alpha_growth;
/// // Equation 15: where everything is won small errors grow by b, where everything is lost they vanish.
/// assert!((alpha_growth(5, 1.0, 1e-9) - 5.0).abs() < 1e-6);
/// assert!(alpha_growth(5, 0.0, 1e-9) < 1e-6);
/// ```
pub fn alpha_growth(branching: u32, win: f64, alpha: f64) -> f64 {
    Errors { win, alpha, beta: 0.0 }.parents(branching).parents(branching).alpha / alpha
}

/// `beta'_(k+2) / beta'_k`: by how much two plies multiply errors on wins, if there are none on losses (equation 16 as
/// corrected for `win` at 0 and 1, equation 19 for `b = 2`).
///
/// ```
/// use pleach::propagation::beta_growth;
/// // Equation 17.
/// assert!((beta_growth(5, 0.0, 1e-9) - 5.0).abs() < 1e-6);
/// assert!(beta_growth(5, 1.0, 1e-9) < 1e-6);
/// ```
pub fn beta_growth(branching: u32, win: f64, beta: f64) -> f64 {
    Errors { win, alpha: 0.0, beta }.parents(branching).parents(branching).beta / beta
}

/// Where errors on wins grow fastest if the outcome is in doubt, at Pearl's `xi`: the `beta` and its growth. The bound
/// of Theorem 2 is `b`.
///
/// ```
/// use pleach::propagation::largest_beta_growth;
/// let (beta, growth) = largest_beta_growth(2);
/// assert_eq!((format!("{beta:.3}"), format!("{growth:.3}")), ("0.099".to_owned(), "1.537".to_owned()));
/// ```
pub fn largest_beta_growth(branching: u32) -> (f64, f64) {
    let growth = |beta: f64| beta_growth(branching, crate::analysis::pearl_root(branching), beta);
    // The curve has one top: it is looked for by thirds.
    let (mut low, mut high) = (1e-9, 1.0);
    for _ in 0..200 {
        let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if growth(left) < growth(right) { low = left } else { high = right }
    }
    let beta = 0.5 * (low + high);
    (beta, growth(beta))
}
