//! What shallow searches say of deep ones, by depth and stage of the game.

use super::{Pair, Regression};

/// A test: the depth of the shallow search, and its prediction in every stage.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Try {
    shallow: u32,
    /// A line for each stage.
    lines: Vec<Regression>,
}

/// The predictions of a game: for every depth the tests to make, in the order in which they are made.
///
/// A stage is a range of the game's [progress](crate::engine::Knowledge::progress): the errors of an evaluator
/// are not those of the opening all game long.
///
/// ```
/// use pleach::prune::{Regression, Model};
/// let (early, late) = (Regression::new(1.0, 0.0, 4.0).unwrap(), Regression::new(1.0, 0.5, 2.0).unwrap());
/// let mut model = Model::with_stages(vec![30]);
/// model.add(4, 2, vec![early, late]).unwrap();
/// assert_eq!(model.tries(4, 29).next(), Some((2, &early)));
/// assert_eq!(model.tries(4, 30).next(), Some((2, &late)));
/// assert_eq!(model.tries(5, 30).next(), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Model {
    /// The least progress of every stage but the first.
    limits: Vec<u32>,
    /// The tests by the depth of the node.
    tries: Vec<Vec<Try>>,
}

/// A test that does not fit into the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTry {
    /// The shallow search is not shallow.
    #[error("a search of {shallow} plies predicts none of {deep}: it must be less deep")]
    Depths {
        /// The depth of the node.
        deep: u32,
        /// The depth of the test.
        shallow: u32,
    },
    /// Not a line for each stage.
    #[error("{lines} lines for {stages} stages")]
    Stages {
        /// The lines given.
        lines: usize,
        /// The stages of the model.
        stages: usize,
    },
    /// Deeper than any test is worth.
    #[error("a test at depth {0}: the most is {most}", most = Model::DEEPEST)]
    TooDeep(u32),
}

impl Model {
    /// The greatest depth of a node that is tested.
    pub const DEEPEST: u32 = 200;

    /// No predictions, in stages that begin at these limits of progress; before the first there is one more.
    pub fn with_stages(mut limits: Vec<u32>) -> Model {
        limits.sort_unstable();
        limits.dedup();
        Model { limits, tries: Vec::new() }
    }

    /// One test, the same in all stages.
    pub fn of_pair(pair: &Pair) -> Result<Model, BadTry> {
        let mut model = Model::default();
        model.add(pair.deep(), pair.shallow(), vec![*pair.line()])?;
        Ok(model)
    }

    /// The least progress of every stage but the first.
    pub fn limits(&self) -> &[u32] {
        &self.limits
    }

    /// The number of stages.
    pub fn stages(&self) -> usize {
        self.limits.len() + 1
    }

    /// The stage of a position with this progress.
    #[inline]
    pub fn stage(&self, progress: u32) -> usize {
        self.limits.partition_point(|&limit| limit <= progress)
    }

    /// Adds a test at nodes with `deep` plies left, with a line for each stage. Shallower tests come first.
    pub fn add(&mut self, deep: u32, shallow: u32, lines: Vec<Regression>) -> Result<(), BadTry> {
        if shallow >= deep {
            return Err(BadTry::Depths { deep, shallow });
        }
        if deep > Model::DEEPEST {
            return Err(BadTry::TooDeep(deep));
        }
        if lines.len() != self.stages() {
            return Err(BadTry::Stages { lines: lines.len(), stages: self.stages() });
        }
        let place = deep as usize;
        if self.tries.len() <= place {
            self.tries.resize(place + 1, Vec::new());
        }
        let tries = &mut self.tries[place];
        let after = tries.partition_point(|other| other.shallow < shallow);
        tries.insert(after, Try { shallow, lines });
        Ok(())
    }

    /// Whether there is a test at this depth.
    #[inline]
    pub(crate) fn has_tries(&self, depth: u32) -> bool {
        self.tries.get(depth as usize).is_some_and(|tries| !tries.is_empty())
    }

    /// The tests of a node: depth of the shallow search and its prediction.
    #[inline]
    pub fn tries(&self, depth: u32, progress: u32) -> impl Iterator<Item = (u32, &Regression)> {
        let stage = self.stage(progress);
        let tries = self.tries.get(depth as usize).map_or(&[][..], Vec::as_slice);
        tries.iter().map(move |attempt| (attempt.shallow, &attempt.lines[stage]))
    }

    /// All tests: deep, shallow, and a line for each stage.
    pub fn all(&self) -> impl Iterator<Item = (u32, u32, &[Regression])> {
        let by_depth = (0..).zip(&self.tries);
        by_depth.flat_map(|(deep, tries)| tries.iter().map(move |t| (deep, t.shallow, t.lines.as_slice())))
    }
}
