//! Multi-cut: a node some of whose first moves fail high by a search less deep is taken to fail high (Bjornsson and
//! Marsland 1999).

use super::reading::at_least_one;
use super::{Described, PruningMethod, Rule, put};
use crate::prune::policy::{BadPolicy, Policy};
use crate::spec::{Spec, SpecError};

pub(super) const MULTI_CUT: Described = Described {
    name: "multi-cut",
    options: "m, c, r, depth",
    about: "c of m moves fail high less deep (Bjornsson and Marsland; engine)",
    is_engine_only: true,
    read,
};

/// How many moves are tried, and how many of them must fail high.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct MultiCut {
    /// The moves that are tried.
    pub moves: u32,
    /// Those that must fail high.
    pub cuts: u32,
    /// How much less deep they are searched.
    pub reduction: u32,
    /// The least depth of a node where it is tried.
    pub depth: u32,
}

impl Default for MultiCut {
    fn default() -> Self {
        MultiCut { moves: 6, cuts: 3, reduction: 2, depth: 4 }
    }
}

fn read(spec: &mut Spec) -> Result<Rule, SpecError> {
    let default = MultiCut::default();
    let (moves, cuts) = (at_least_one(spec, "m", default.moves)?, at_least_one(spec, "c", default.cuts)?);
    let (reduction, depth) =
        (at_least_one(spec, "r", default.reduction)?, at_least_one(spec, "depth", default.depth)?);
    if cuts > moves {
        return Err(
            spec.error(format!("c = {cuts}: of m = {moves} moves no more than {moves} can fail high"))
        );
    }
    Ok(Rule::MultiCut(MultiCut { moves, cuts, reduction, depth }))
}

impl PruningMethod for MultiCut {
    fn described(&self) -> &'static Described {
        &MULTI_CUT
    }

    fn options(&self) -> String {
        format!("m={},c={},r={},depth={}", self.moves, self.cuts, self.reduction, self.depth)
    }

    fn apply_to(&self, policy: &mut Policy) -> Result<(), BadPolicy> {
        put(&mut policy.multi_cut, *self, MULTI_CUT.name)
    }
}
