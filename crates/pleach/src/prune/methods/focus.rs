//! Focus: the moves that the game's focus network finds not worth searching (Moriarty and Miikkulainen 1994).

use super::reading::{margin, margin_text};
use super::{Described, PruningMethod, Rule};
use crate::prune::policy::{BadPolicy, Policy};

pub(super) const FOCUS: Described = Described {
    name: "focus",
    options: "margin",
    about: "moves that the game's focus network finds not worth searching (Moriarty and Miikkulainen 1994)",
    is_engine_only: false,
    read: |spec| Ok(Rule::Focus(FocusRule { margin: margin(spec)? })),
};

/// Focus as it is written; the textbook's is [`Focus`](crate::textbook::selective::Focus).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FocusRule {
    /// How far below 0 a move may be rated and still be searched; none: all moves are.
    pub margin: Option<u32>,
}

/// As in the paper, without a margin.
impl Default for FocusRule {
    fn default() -> FocusRule {
        FocusRule { margin: Some(0) }
    }
}

impl PruningMethod for FocusRule {
    fn described(&self) -> &'static Described {
        &FOCUS
    }

    fn options(&self) -> String {
        margin_text(self.margin)
    }

    fn apply_to(&self, _policy: &mut Policy) -> Result<(), BadPolicy> {
        Err(BadPolicy::Textbook(FOCUS.name))
    }
}
