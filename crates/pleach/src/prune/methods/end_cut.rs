//! EndCut: ProbCut where the game is searched to its end, `d` being the moves left (Buro 1997; Tong, section 1.2.4).

use super::tests::Tests;
use super::{Described, PruningMethod, Rule, put};
use crate::prune::policy::{BadPolicy, Place, Policy};

pub(super) const ENDCUT: Described = Described {
    name: "endcut",
    options: "pairs, a, b, sigma, t, infinite",
    about: "ProbCut in a search to the end of the game, d being the moves left (Buro)",
    is_engine_only: false,
    read: |spec| Ok(Rule::EndCut(EndCut { tests: Tests::take(spec)? })),
};

/// EndCut, where `d` of a pair is the number of moves left in the game.
///
/// ```
/// use pleach::prune::{EndCut, Regression, Pair};
/// use pleach::textbook::selective;
/// use pleach::textbook::Walk;
/// use pleach::{Limits, Score, Window, tree::ExplicitTree};
///
/// let tree: ExplicitTree = "MAX[MIN[3, 8], MIN[2, 9]]".parse().unwrap();
/// let pair = Pair::new(1, 0, Regression::new(1.0, 0.0, 2.0).unwrap(), f64::INFINITY).unwrap();
/// let mut rule = EndCut::new(pair);
/// let mut observer = ();
/// let mut walk = Walk::new(&(), &mut observer, &Limits::none());
/// // Endless caution: an exact solve.
/// assert_eq!(selective::alpha_beta(&mut walk, &mut rule, &tree, 2, Window::FULL), Ok(Score::new(3)));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct EndCut {
    /// The tests.
    pub tests: Tests,
}

impl EndCut {
    /// EndCut for a search whose depth at the root is the number of moves left there.
    pub fn new(tests: impl Into<Tests>) -> EndCut {
        EndCut { tests: tests.into() }
    }
}

impl PruningMethod for EndCut {
    fn described(&self) -> &'static Described {
        &ENDCUT
    }

    fn options(&self) -> String {
        self.tests.text()
    }

    fn apply_to(&self, policy: &mut Policy) -> Result<(), BadPolicy> {
        put(&mut policy.end_cut, self.tests.cut(Place::Node, ENDCUT.name)?, ENDCUT.name)
    }
}
