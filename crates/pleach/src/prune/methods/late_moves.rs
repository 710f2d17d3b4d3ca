//! Late moves are searched less deep first, and again in full only if they turn out better than alpha.

use super::reading::at_least_one;
use super::{Described, PruningMethod, Rule, put};
use crate::prune::policy::{BadPolicy, Policy};
use crate::spec::{Spec, SpecError};

pub(super) const LATE_MOVE_REDUCTION: Described = Described {
    name: "late-move-reduction",
    options: "after, r, depth",
    about: "late moves are searched less deep first (engine)",
    is_engine_only: true,
    read,
};

/// Which moves are late, and how much less deep they are searched first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct LateMoves {
    /// The moves searched in full before any is late.
    pub after: u32,
    /// How much less deep late moves are searched.
    pub reduction: u32,
    /// The least depth of a node where moves are late.
    pub depth: u32,
}

impl Default for LateMoves {
    fn default() -> Self {
        LateMoves { after: 3, reduction: 1, depth: 3 }
    }
}

fn read(spec: &mut Spec) -> Result<Rule, SpecError> {
    let default = LateMoves::default();
    let after = at_least_one(spec, "after", default.after)?;
    let (reduction, depth) =
        (at_least_one(spec, "r", default.reduction)?, at_least_one(spec, "depth", default.depth)?);
    Ok(Rule::LateMoves(LateMoves { after, reduction, depth }))
}

impl PruningMethod for LateMoves {
    fn described(&self) -> &'static Described {
        &LATE_MOVE_REDUCTION
    }

    fn options(&self) -> String {
        format!("after={},r={},depth={}", self.after, self.reduction, self.depth)
    }

    fn apply_to(&self, policy: &mut Policy) -> Result<(), BadPolicy> {
        put(&mut policy.late_moves, *self, LATE_MOVE_REDUCTION.name)
    }
}
