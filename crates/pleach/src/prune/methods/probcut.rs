//! ProbCut: nodes that a shallow search puts outside their window (Buro 1995; Tong, figure 1.7).

use super::tests::Tests;
use super::{Described, PruningMethod, Rule, put};
use crate::prune::Pair;
use crate::prune::policy::{BadPolicy, Cut, Place, Policy};
use crate::spec::{Spec, SpecError};

pub(super) const PROBCUT: Described = Described {
    name: "probcut",
    options: "d, s, a, b, sigma, t, infinite",
    about: "nodes that a shallow search puts outside the window (Buro; Tong fig. 1.7)",
    is_engine_only: false,
    read,
};

/// ProbCut at nodes with `d` plies left.
///
/// ```
/// use pleach::prune::{Regression, Pair, ProbCut};
/// let rule = ProbCut::new(Pair::new(2, 1, Regression::new(1.0, 0.0, 10.0).unwrap(), 1.5).unwrap());
/// assert!(rule != rule.skip_infinite());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProbCut {
    /// The test.
    pub pair: Pair,
    /// Whether infinite bounds are tested, as the figure does.
    pub infinite: bool,
}

impl ProbCut {
    /// ProbCut by this pair of depths, with tests against infinite bounds as in the figure.
    pub fn new(pair: Pair) -> ProbCut {
        ProbCut { pair, infinite: true }
    }

    /// Without the tests against infinite bounds, which can never hit.
    pub fn skip_infinite(self) -> ProbCut {
        ProbCut { infinite: false, ..self }
    }

    fn tests(&self) -> Tests {
        Tests { pairs: self.pair.into(), infinite: self.infinite }
    }
}

fn read(spec: &mut Spec) -> Result<Rule, SpecError> {
    let tests = Tests::take(spec)?;
    match tests.only_pair() {
        Some(pair) => Ok(Rule::ProbCut(ProbCut { pair, infinite: tests.infinite })),
        None => Err(spec.error("takes one pair of depths; mpc takes several")),
    }
}

impl PruningMethod for ProbCut {
    fn described(&self) -> &'static Described {
        &PROBCUT
    }

    fn options(&self) -> String {
        self.tests().text()
    }

    fn apply_to(&self, policy: &mut Policy) -> Result<(), BadPolicy> {
        let cut = Cut { both: true, ..self.tests().cut(Place::Node, PROBCUT.name)? };
        put(&mut policy.cut, cut, PROBCUT.name)
    }
}
