//! How the probability of pruning depends on the depth of a node.

use std::fmt;

/// By what rule the probability falls from the root to the leaves.
///
/// ```
/// use pleach::propagation::Schedule;
/// let by_depth = |schedule: Schedule| [0, 1, 2, 3].map(|depth| schedule.probability(0.1, depth, 4));
/// assert_eq!(by_depth(Schedule::Multiplicative(0.5)), [0.1, 0.05, 0.05, 0.025]);
/// assert_eq!(by_depth(Schedule::Linear(0.05)), [0.1, 0.05, 0.0, 0.0]);
/// assert_eq!(by_depth(Schedule::Leaves), [0.0, 0.0, 0.0, 0.1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Schedule {
    /// The same at every depth.
    Constant,
    /// Times a factor every two plies: `q_(i+2) = q_i c`, `q_1 = q_0 c`.
    Multiplicative(f64),
    /// Less by so much every ply: `q_(i+1) = q_i - c`, and never below 0.
    Linear(f64),
    /// At the root only.
    Root,
    /// At the parents of the leaves only.
    Leaves,
}

impl Schedule {
    /// The probability that a child of a node at `depth` is pruned, in a search to `search_depth` plies that begins with
    /// `first` at the root; the example is at [`Schedule`].
    pub fn probability(self, first: f64, depth: u32, search_depth: u32) -> f64 {
        match self {
            Schedule::Constant => first,
            Schedule::Multiplicative(factor) => first * factor.powi(depth.div_ceil(2).min(10_000) as i32),
            Schedule::Linear(step) => (first - step * f64::from(depth)).max(0.0),
            Schedule::Root => {
                if depth == 0 {
                    first
                } else {
                    0.0
                }
            }
            Schedule::Leaves => {
                if depth + 1 == search_depth {
                    first
                } else {
                    0.0
                }
            }
        }
    }

    /// The same for all nodes of a search, from the root on.
    ///
    /// ```
    /// use pleach::propagation::Schedule;
    /// assert_eq!(Schedule::Root.probabilities(0.2, 3), [0.2, 0.0, 0.0]);
    /// ```
    pub fn probabilities(self, first: f64, search_depth: u32) -> Vec<f64> {
        (0..search_depth).map(|depth| self.probability(first, depth, search_depth)).collect()
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Schedule::Constant => f.write_str("constant"),
            Schedule::Multiplicative(factor) => write!(f, "× {factor}"),
            Schedule::Linear(step) => write!(f, "− {step}"),
            Schedule::Root => f.write_str("root"),
            Schedule::Leaves => f.write_str("leaves"),
        }
    }
}
