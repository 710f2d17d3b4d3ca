//! The open interval a search is asked about.

use super::{Bound, Score};
use std::fmt;
use std::ops::Neg;

/// The search window `(alpha, beta)`: the caller wants the exact value only if it lies strictly between.
///
/// `alpha < beta` always holds: with `alpha = beta` the fail-hard and fail-soft searches would visit
/// different nodes, so an empty window cannot be made.
///
/// ```
/// use pleach::{Score, Window};
/// let window = Window::new(Score::new(-5), Score::new(12)).unwrap();
/// assert_eq!(-window, Window::new(Score::new(-12), Score::new(5)).unwrap());
/// assert!(Window::new(Score::new(3), Score::new(3)).is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Window {
    alpha: Score,
    beta: Score,
}

impl Window {
    /// From minus to plus infinity: every value is exact.
    pub const FULL: Window = Window { alpha: Score::MIN, beta: Score::MAX };

    /// The window `(alpha, beta)`, or an error unless `alpha < beta`.
    pub fn new(alpha: Score, beta: Score) -> Result<Window, EmptyWindow> {
        if alpha < beta { Ok(Window { alpha, beta }) } else { Err(EmptyWindow { alpha, beta }) }
    }

    /// The null window `(gamma - 1, gamma)`, which asks only whether the value reaches `gamma`.
    /// At minus infinity, which every value reaches, it asks about the next higher score.
    ///
    /// ```
    /// # use pleach::{Score, Window};
    /// assert_eq!(Window::below(Score::new(4)).alpha(), Score::new(3));
    /// ```
    #[inline]
    pub fn below(gamma: Score) -> Window {
        let beta = gamma.max(Score::MIN.next_up());
        Window { alpha: beta.next_down(), beta }
    }

    /// The lower end: values up to here are of no use to the caller.
    #[inline]
    pub fn alpha(self) -> Score {
        self.alpha
    }

    /// The upper end: a value from here on ends the search.
    #[inline]
    pub fn beta(self) -> Score {
        self.beta
    }

    /// The same window with alpha raised to `value` where that is higher. `value` must lie under
    /// beta, as it does in every search that cuts when it does not.
    ///
    /// ```
    /// # use pleach::{Score, Window};
    /// assert_eq!(Window::FULL.raised_to(Score::new(4)).alpha(), Score::new(4));
    /// assert_eq!(Window::FULL.raised_to(Score::MIN), Window::FULL);
    /// ```
    #[inline]
    pub fn raised_to(self, value: Score) -> Window {
        debug_assert!(value < self.beta, "a value at or above beta must cut, not raise alpha");
        Window { alpha: self.alpha.max(value), beta: self.beta }
    }

    /// The same window with beta lowered to `value` where that is lower: what
    /// [`Window::raised_to`] is for Max, in Max's view of Min's nodes. `value` must lie above alpha.
    ///
    /// ```
    /// # use pleach::{Score, Window};
    /// assert_eq!(Window::FULL.lowered_to(Score::new(4)).beta(), Score::new(4));
    /// ```
    #[inline]
    pub fn lowered_to(self, value: Score) -> Window {
        -((-self).raised_to(-value))
    }

    /// The same window with alpha at minus infinity: the one-sided searches know no other.
    ///
    /// ```
    /// # use pleach::{Score, Window};
    /// assert_eq!(Window::below(Score::new(4)).without_alpha().alpha(), Score::MIN);
    /// ```
    #[inline]
    pub fn without_alpha(self) -> Window {
        Window { alpha: Score::MIN, beta: self.beta }
    }

    /// Whether no score lies between the ends: the window of a test.
    ///
    /// ```
    /// # use pleach::{Score, Window};
    /// assert!(Window::below(Score::new(4)).is_null());
    /// assert!(!Window::FULL.is_null());
    /// ```
    #[inline]
    pub fn is_null(self) -> bool {
        self.alpha.next_up() == self.beta
    }

    /// The window seen from `plies` plies later, as [`Score::before`] does with scores. It never closes.
    #[inline]
    pub(crate) fn before(self, plies: u32) -> Window {
        let (alpha, beta) = (self.alpha.before(plies), self.beta.before(plies));
        Window { alpha: alpha.min(beta.next_down()), beta }
    }

    /// What a fail-soft `value` found with this window says of the true value.
    ///
    /// ```
    /// # use pleach::{Bound, Score, Window};
    /// let window = Window::new(Score::new(0), Score::new(10)).unwrap();
    /// assert_eq!(window.bound(Score::new(5)), Bound::Exact);
    /// assert_eq!(window.bound(Score::new(10)), Bound::Lower);
    /// assert_eq!(window.bound(Score::new(0)), Bound::Upper);
    /// ```
    #[inline]
    pub fn bound(self, value: Score) -> Bound {
        if value >= self.beta {
            Bound::Lower
        } else if value <= self.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }
}

/// The same question from the other side.
impl Neg for Window {
    type Output = Window;

    #[inline]
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.alpha, self.beta)
    }
}

impl fmt::Debug for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A window without room between its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the window ({alpha}, {beta}) is empty: alpha must be less than beta")]
pub struct EmptyWindow {
    /// The lower end that was given.
    pub alpha: Score,
    /// The upper end that was given.
    pub beta: Score,
}
