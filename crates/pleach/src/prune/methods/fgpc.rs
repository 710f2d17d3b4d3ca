//! FGPC, the fast GPC: the first move that a shallow search puts under the best so far ends its node (Tong, chapter 3).

use super::tests::{Base, Tests};
use super::{Described, PruningMethod, Rule, put};
use crate::prune::policy::{BadPolicy, Place, Policy};

pub(super) const FGPC: Described = Described {
    name: "fgpc",
    options: "d, s, a, b, sigma, t, base, infinite",
    about: "the first such move ends its node; needs a good order (Tong figs. 3.3-3.5)",
    is_engine_only: false,
    read: |spec| Ok(Rule::Fgpc(Fgpc { tests: Tests::take(spec)?, base: Base::take(spec)? })),
};

pub(super) const FGMPC: Described = Described {
    name: "fgmpc",
    options: "pairs, a, b, sigma, t, base, infinite",
    about: "FGPC with several pairs of depths (Tong, future work)",
    ..FGPC
};

/// FGPC at nodes whose children have `d` plies left; with several pairs it is FGMPC.
///
/// ```
/// use pleach::prune::{Base, Fgpc, Regression, Pair};
/// let pair = Pair::new(2, 1, Regression::new(1.0, 0.0, 10.0).unwrap(), 1.5).unwrap();
/// assert!(Fgpc::new(pair) != Fgpc::new(pair).base(Base::Window));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Fgpc {
    /// The tests.
    pub tests: Tests,
    /// What a move must not stay under.
    pub base: Base,
}

impl Fgpc {
    /// FGPC as it is printed.
    pub fn new(tests: impl Into<Tests>) -> Fgpc {
        Fgpc { tests: tests.into(), base: Base::default() }
    }

    /// Holds the moves against something else.
    pub fn base(self, base: Base) -> Fgpc {
        Fgpc { base, ..self }
    }
}

impl PruningMethod for Fgpc {
    fn described(&self) -> &'static Described {
        if self.tests.only_pair().is_some() { &FGPC } else { &FGMPC }
    }

    fn options(&self) -> String {
        format!("{}{}", self.tests.text(), self.base.text())
    }

    fn apply_to(&self, policy: &mut Policy) -> Result<(), BadPolicy> {
        let name = self.described().name;
        self.base.refuse(name)?;
        put(&mut policy.cut, self.tests.cut(Place::Rest, name)?, name)
    }
}
