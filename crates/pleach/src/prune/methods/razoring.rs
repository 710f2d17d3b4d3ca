//! Razoring: moves that look worse than the best so far are skipped (Birmingham and Kent 1977; Tong, section 1.2.4).

use super::reading::{margin, margin_text};
use super::{Described, PruningMethod, Rule, put};
use crate::prune::policy::{BadPolicy, Policy};

pub(super) const RAZORING: Described = Described {
    name: "razoring",
    options: "margin",
    about: "moves that look worse than the best so far are skipped (Birmingham and Kent)",
    is_engine_only: false,
    read: |spec| Ok(Rule::Razoring(Razoring { margin: margin(spec)? })),
};

/// Razoring with a margin.
///
/// ```
/// use pleach::prune::Razoring;
/// assert_eq!(Razoring::default(), Razoring::new(0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Razoring {
    /// How much worse moves may look; none: however bad they look they are searched.
    pub margin: Option<u32>,
}

impl Razoring {
    /// Skips moves that look worse than the best so far by more than the margin.
    pub fn new(margin: u32) -> Razoring {
        Razoring { margin: Some(margin) }
    }
}

/// As in the paper, without a margin.
impl Default for Razoring {
    fn default() -> Razoring {
        Razoring::new(0)
    }
}

impl PruningMethod for Razoring {
    fn described(&self) -> &'static Described {
        &RAZORING
    }

    fn options(&self) -> String {
        margin_text(self.margin)
    }

    fn apply_to(&self, policy: &mut Policy) -> Result<(), BadPolicy> {
        self.margin.map_or(Ok(()), |margin| put(&mut policy.razoring, margin, RAZORING.name))
    }
}
