//! The null move: nodes that are good enough even without moving (Beal 1989; Donninger 1993).

use super::reading::at_least_one;
use super::{Described, PruningMethod, Rule, put};
use crate::prune::policy::{BadPolicy, Policy};
use crate::spec::{Spec, SpecError};

pub(super) const NULL_MOVE: Described = Described {
    name: "null-move",
    options: "r, depth",
    about: "nodes that are good enough even without moving (engine)",
    is_engine_only: true,
    read,
};

/// The null move: if the side to move could pass and the node were still worth beta to it, by a search less deep, then
/// it is worth beta. For games that say what a pass would be ([`Game::passed`](crate::Game::passed)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct NullMove {
    /// How much less deep the search after the pass is, beside the ply of the pass.
    pub reduction: u32,
    /// The least depth of a node where it is tried.
    pub depth: u32,
}

impl Default for NullMove {
    fn default() -> Self {
        NullMove { reduction: 2, depth: 3 }
    }
}

fn read(spec: &mut Spec) -> Result<Rule, SpecError> {
    let default = NullMove::default();
    let (reduction, depth) =
        (at_least_one(spec, "r", default.reduction)?, at_least_one(spec, "depth", default.depth)?);
    Ok(Rule::NullMove(NullMove { reduction, depth }))
}

impl PruningMethod for NullMove {
    fn described(&self) -> &'static Described {
        &NULL_MOVE
    }

    fn options(&self) -> String {
        format!("r={},depth={}", self.reduction, self.depth)
    }

    fn apply_to(&self, policy: &mut Policy) -> Result<(), BadPolicy> {
        put(&mut policy.null_move, *self, NULL_MOVE.name)
    }
}
