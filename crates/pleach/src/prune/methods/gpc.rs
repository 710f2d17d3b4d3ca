//! GPC: moves that a shallow search puts under the best so far are skipped (Tong, chapter 2).

use super::tests::{Base, Tests};
use super::{Described, PruningMethod, Rule, put};
use crate::prune::policy::{BadPolicy, Place, Policy};
use crate::spec::{Spec, SpecError};

pub(super) const GPC: Described = Described {
    name: "gpc",
    options: "d, s, a, b, sigma, t, base, sides, infinite",
    about: "moves that a shallow search puts under the best so far are skipped (Tong figs. 2.4-2.6)",
    is_engine_only: false,
    read,
};

pub(super) const GMPC: Described = Described {
    name: "gmpc",
    options: "pairs, a, b, sigma, t, base, sides, infinite",
    about: "GPC with several pairs of depths (Tong, future work)",
    ..GPC
};

/// Which bounds the tests at a move are made for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sides {
    /// The move's value stays under the base, as in the figures.
    #[default]
    Low,
    /// That, or it reaches beta; and a move that is not searched counts as the bound. This is ProbCut, made from
    /// the parent.
    Both,
}

/// GPC at nodes whose children have `d` plies left; with several pairs it is GMPC.
///
/// ```
/// use pleach::prune::{Base, Gpc, Regression, Pair, Sides};
/// let pair = Pair::new(2, 1, Regression::new(1.0, 0.0, 10.0).unwrap(), 1.5).unwrap();
/// let as_printed = Gpc::new(pair);
/// let as_probcut = Gpc::new(pair).base(Base::Window).sides(Sides::Both);
/// assert!(as_printed != as_probcut);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Gpc {
    /// The tests.
    pub tests: Tests,
    /// What a move must not stay under.
    pub base: Base,
    /// Which bounds are tested.
    pub sides: Sides,
}

impl Gpc {
    /// GPC as it is printed.
    pub fn new(tests: impl Into<Tests>) -> Gpc {
        Gpc { tests: tests.into(), base: Base::default(), sides: Sides::default() }
    }

    /// Holds the moves against something else.
    pub fn base(self, base: Base) -> Gpc {
        Gpc { base, ..self }
    }

    /// Tests against other bounds.
    pub fn sides(self, sides: Sides) -> Gpc {
        Gpc { sides, ..self }
    }
}

fn read(spec: &mut Spec) -> Result<Rule, SpecError> {
    let (tests, base) = (Tests::take(spec)?, Base::take(spec)?);
    let sides = spec.take_one_of("sides", &[("low", Sides::Low), ("both", Sides::Both)])?;
    Ok(Rule::Gpc(Gpc { tests, base, sides: sides.unwrap_or_default() }))
}

impl PruningMethod for Gpc {
    fn described(&self) -> &'static Described {
        if self.tests.only_pair().is_some() { &GPC } else { &GMPC }
    }

    fn options(&self) -> String {
        let sides = if self.sides == Sides::Both { ",sides=both" } else { "" };
        format!("{}{}{sides}", self.tests.text(), self.base.text())
    }

    fn apply_to(&self, policy: &mut Policy) -> Result<(), BadPolicy> {
        let name = self.described().name;
        self.base.refuse(name)?;
        if self.sides == Sides::Both {
            let why = "it tests only whether moves stay under their base";
            return Err(BadPolicy::Option(name, "sides=both", why));
        }
        put(&mut policy.cut, self.tests.cut(Place::Move, name)?, name)
    }
}
