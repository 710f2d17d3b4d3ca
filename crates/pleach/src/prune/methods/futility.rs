//! Futility: moves near the horizon that cannot recover the deficit (Schaeffer 1986; Heinz 1998).

use super::reading::at_least_one;
use super::{Described, PruningMethod, Rule, put};
use crate::prune::policy::{BadPolicy, Policy};
use crate::spec::{Spec, SpecError};

pub(super) const FUTILITY: Described = Described {
    name: "futility",
    options: "margin, depth",
    about: "moves near the horizon that cannot recover the deficit (engine)",
    is_engine_only: true,
    read,
};

/// Futility: near the horizon, a node whose static value is far under alpha searches its first move only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Futility {
    /// What a ply may recover, in points of the evaluator.
    pub margin: u32,
    /// The greatest depth where it is assumed.
    pub depth: u32,
}

impl Futility {
    /// The depth where nobody says.
    const DEFAULT_DEPTH: u32 = 2;
}

fn read(spec: &mut Spec) -> Result<Rule, SpecError> {
    let margin = spec.take("margin", "a whole number from 0")?;
    let margin =
        margin.ok_or_else(|| spec.error("the option 'margin' is needed: points of the evaluator per ply"))?;
    Ok(Rule::Futility(Futility { margin, depth: at_least_one(spec, "depth", Futility::DEFAULT_DEPTH)? }))
}

impl PruningMethod for Futility {
    fn described(&self) -> &'static Described {
        &FUTILITY
    }

    fn options(&self) -> String {
        format!("margin={},depth={}", self.margin, self.depth)
    }

    fn apply_to(&self, policy: &mut Policy) -> Result<(), BadPolicy> {
        put(&mut policy.futility, *self, FUTILITY.name)
    }
}
