//! Node-cutting: moves behind the place where the best one most likely stands are not searched (Tong, chapter 4).

use super::reading::{needed, needed_depth};
use super::{Described, PruningMethod, Rule, put};
use crate::prune::Ranks;
use crate::prune::policy::{BadPolicy, Policy, Width};
use crate::spec::{Spec, SpecError};

pub(super) const NODE_CUTTING: Described = Described {
    name: "node-cutting",
    options: "d, s, p, ranks",
    about: "moves behind the place where the best one most likely stands (Tong ch. 4)",
    is_engine_only: false,
    read,
};

/// What node-cutting goes by.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Cutting {
    deep: u32,
    shallow: u32,
    probability: f64,
    ranks: Ranks,
}

/// A probability that is none.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("p = {0}: the probability must be a number from 0 to 1 (1: nothing is cut)")]
pub struct BadProbability(f64);

impl Cutting {
    /// At nodes whose children have `deep` plies left, a search of `shallow` plies finds the index y of the best
    /// move; only moves up to the smallest index x with F(x | y) >= `probability` are searched.
    ///
    /// ```
    /// use pleach::prune::{Cutting, Ranks};
    /// let ranks: Ranks = "90-6-3-1".parse().unwrap();
    /// assert!(Cutting::new(2, 1, 1.5, ranks.clone()).is_err());
    /// assert_eq!(Cutting::new(2, 1, 0.95, ranks).unwrap().last(0), Some(1));
    /// ```
    pub fn new(deep: u32, shallow: u32, probability: f64, ranks: Ranks) -> Result<Cutting, BadProbability> {
        if !(0.0..=1.0).contains(&probability) {
            return Err(BadProbability(probability));
        }
        Ok(Cutting { deep, shallow, probability, ranks })
    }

    /// The plies left below the nodes that are cut.
    pub fn deep(&self) -> u32 {
        self.deep
    }

    /// The plies of the search that looks for y, from the node itself.
    pub fn shallow(&self) -> u32 {
        self.shallow
    }

    /// The index of the last move to search; none if all are.
    pub fn last(&self, y: usize) -> Option<usize> {
        self.ranks.cut(y, self.probability)
    }

    /// Whether anything is ever cut.
    pub fn can_cut(&self) -> bool {
        self.probability < 1.0 && self.ranks.total() > 0
    }

    /// Reads `p` and `ranks`.
    pub(super) fn take(spec: &mut Spec, deep: u32, shallow: u32) -> Result<Cutting, SpecError> {
        let probability = spec.take("p", "a number from 0 to 1")?;
        let probability = needed(spec, "p", probability)?;
        let ranks = spec.take_text("ranks");
        let ranks: Ranks = needed(spec, "ranks", ranks)?.parse().map_err(|bad| spec.error(bad))?;
        if shallow == 0 {
            return Err(spec.error("the search for the best move must be at least 1 ply deep"));
        }
        if shallow > deep {
            return Err(spec.error(format!(
                "the search for the best move, {shallow} plies, must be less deep than d + 1"
            )));
        }
        Cutting::new(deep, shallow, probability, ranks).map_err(|bad| spec.error(bad))
    }

    /// These options as they are read.
    pub(super) fn text(&self) -> String {
        format!("p={},ranks={}", self.probability, self.ranks)
    }
}

fn read(spec: &mut Spec) -> Result<Rule, SpecError> {
    let (deep, shallow) = (needed_depth(spec, "d")?, needed_depth(spec, "s")?);
    Ok(Rule::NodeCutting(Cutting::take(spec, deep, shallow)?))
}

impl PruningMethod for Cutting {
    fn described(&self) -> &'static Described {
        &NODE_CUTTING
    }

    fn options(&self) -> String {
        format!("d={},s={},{}", self.deep, self.shallow, self.text())
    }

    fn apply_to(&self, policy: &mut Policy) -> Result<(), BadPolicy> {
        put(&mut policy.width, Width { cutting: self.clone(), integrated: false }, NODE_CUTTING.name)
    }
}
