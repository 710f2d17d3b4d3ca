//! The integrated strategy: GPC up to the place where the best move most likely stands, FGPC behind it (Tong, chapter 5).

use super::node_cutting::Cutting;
use super::reading::depth;
use super::tests::{Base, Tests};
use super::{Described, PruningMethod, Rule, put};
use crate::prune::policy::{BadPolicy, Place, Policy, Width};
use crate::spec::{Spec, SpecError};

pub(super) const INTEGRATED: Described = Described {
    name: "integrated",
    options: "d, s, a, b, sigma, t, base, infinite, rank-depth, p, ranks",
    about: "GPC up to that place, FGPC behind it (Tong ch. 5)",
    is_engine_only: false,
    read,
};

/// The integrated strategy as it is written; the textbook's is [`Integrated`](crate::textbook::selective::Integrated).
///
/// ```
/// use pleach::prune::{Base, Cutting, IntegratedRule, Regression, Pair};
/// let pair = Pair::new(2, 0, Regression::new(1.0, 0.0, 10.0).unwrap(), 1.5).unwrap();
/// let cutting = Cutting::new(2, 1, 0.95, "90-6-3-1".parse().unwrap()).unwrap();
/// assert_eq!(IntegratedRule::new(pair, cutting).base, Base::Best);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct IntegratedRule {
    /// The tests.
    pub tests: Tests,
    /// What a move must not stay under.
    pub base: Base,
    /// Where skipping becomes stopping.
    pub cutting: Cutting,
}

impl IntegratedRule {
    /// GPC or FGPC by these tests, whichever the cutting says.
    pub fn new(tests: impl Into<Tests>, cutting: Cutting) -> IntegratedRule {
        IntegratedRule { tests: tests.into(), base: Base::default(), cutting }
    }
}

fn read(spec: &mut Spec) -> Result<Rule, SpecError> {
    let (tests, base) = (Tests::take(spec)?, Base::take(spec)?);
    let shallow = depth(spec, "rank-depth")?.unwrap_or(1);
    let pair = tests.only_pair().ok_or_else(|| spec.error("takes one pair of depths"))?;
    let cutting = Cutting::take(spec, pair.deep(), shallow)?;
    Ok(Rule::Integrated(IntegratedRule { tests, base, cutting }))
}

impl PruningMethod for IntegratedRule {
    fn described(&self) -> &'static Described {
        &INTEGRATED
    }

    fn options(&self) -> String {
        let (tests, base, depth) = (self.tests.text(), self.base.text(), self.cutting.shallow());
        format!("{tests}{base},rank-depth={depth},{}", self.cutting.text())
    }

    fn apply_to(&self, policy: &mut Policy) -> Result<(), BadPolicy> {
        let name = INTEGRATED.name;
        self.base.refuse(name)?;
        put(&mut policy.cut, self.tests.cut(Place::Move, name)?, name)?;
        put(&mut policy.width, Width { cutting: self.cutting.clone(), integrated: true }, name)
    }
}
