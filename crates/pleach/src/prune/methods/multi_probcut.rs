//! Multi-ProbCut: ProbCut at several depths, with several tries at each (Buro 1997; Tong, figure 1.8).

use super::tests::Tests;
use super::{Described, PruningMethod, Rule, put};
use crate::prune::policy::{BadPolicy, Cut, Place, Policy};

pub(super) const MPC: Described = Described {
    name: "mpc",
    options: "pairs, a, b, sigma, t, infinite",
    about: "ProbCut with several pairs of depths, Multi-ProbCut (Buro; Tong fig. 1.8)",
    is_engine_only: false,
    read: |spec| Ok(Rule::MultiProbCut(MultiProbCut { tests: Tests::take(spec)? })),
};

/// Multi-ProbCut by a table of pairs.
///
/// ```
/// use pleach::prune::{Regression, MultiProbCut, Pair, Pairs};
/// let line = Regression::new(1.0, 0.0, 10.0).unwrap();
/// let pairs: Pairs = [(3, 1), (5, 1), (8, 4)].map(|(d, s)| Pair::new(d, s, line, 1.5).unwrap()).into_iter().collect();
/// assert_eq!(MultiProbCut::new(pairs).tests.pairs.at(8).count(), 1);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MultiProbCut {
    /// The tests; at each depth the cheapest comes first.
    pub tests: Tests,
}

impl MultiProbCut {
    /// Multi-ProbCut with these tests.
    pub fn new(tests: impl Into<Tests>) -> MultiProbCut {
        MultiProbCut { tests: tests.into() }
    }
}

impl PruningMethod for MultiProbCut {
    fn described(&self) -> &'static Described {
        &MPC
    }

    fn options(&self) -> String {
        self.tests.text()
    }

    fn apply_to(&self, policy: &mut Policy) -> Result<(), BadPolicy> {
        let cut = Cut { both: true, ..self.tests.cut(Place::Node, MPC.name)? };
        put(&mut policy.cut, cut, MPC.name)
    }
}
