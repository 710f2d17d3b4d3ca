//! What the engine may leave out.

use super::Model;

/// All that the engine may leave out: rules that can be combined at will. The default leaves out nothing.
///
/// ```
/// use pleach::engine::Engine;
/// use pleach::prune::{Cut, Line, Model, Pair, Place, Policy};
/// use pleach::{Limits, tree::RandomTree};
/// let pair = Pair::new(4, 2, Line::new(1.0, 0.0, 20.0).unwrap(), 1.0).unwrap();
/// let cut = Cut::new(Place::Node, Model::of_pair(&pair).unwrap(), pair.t());
/// let policy = Policy { cut: Some(cut), ..Policy::default() };
/// let tree: RandomTree = "b=6,d=8,leaves=newborn,seed=3".parse().unwrap();
/// let engine = Engine::new(&RandomTree::static_value);
/// let full = engine.search(&tree, &Limits::depth(8)).unwrap();
/// let selective = engine.prune(&policy).search(&tree, &Limits::depth(8)).unwrap();
/// assert!(selective.counts.nodes < full.counts.nodes);
/// ```
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Policy {
    /// Tests by shallow searches: the ProbCut family.
    pub cut: Option<Cut>,
}

impl Policy {
    /// Whether nothing is ever left out.
    ///
    /// ```
    /// use pleach::prune::{Cut, Model, Place, Policy};
    /// assert!(Policy::default().is_empty());
    /// let careful = Cut::new(Place::Node, Model::default(), f64::INFINITY);
    /// assert!(Policy { cut: Some(careful) }.is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        let Policy { cut } = self;
        cut.as_ref().is_none_or(|cut| cut.t == f64::INFINITY)
    }
}

/// Where a shallow search is asked, and what is left out when it agrees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// At the node, which is not searched: ProbCut and Multi-ProbCut (Buro 1995, 1997).
    #[default]
    Node,
    /// At a move, which is skipped: GPC (Tong, chapter 2).
    Move,
    /// At a move, with which all later ones are skipped: FGPC (Tong, chapter 3).
    Rest,
}

/// Tests by shallow searches.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Cut {
    /// What is left out.
    pub place: Place,
    /// What shallow searches say of deep ones.
    pub model: Model,
    /// The standard deviations to spare.
    pub t: f64,
    /// How many more of them for every ply away from the root.
    pub slope: f64,
    /// Tests are made only where the static value is at most so many standard deviations under what the node would have
    /// to reach; always, where there is none. It spares most of the tests that would fail.
    pub gate: Option<f64>,
    /// Whether the shallow searches may leave out something themselves.
    pub nested: bool,
    /// Whether it is also tested if a node stays under alpha. Where the window is a null window and the moves are
    /// in good order, that is rarely so.
    pub both: bool,
}

impl Cut {
    /// Tests with `t` standard deviations to spare everywhere, which leave out nothing themselves.
    pub fn new(place: Place, model: Model, t: f64) -> Cut {
        Cut { place, model, t, slope: 0.0, gate: None, nested: false, both: false }
    }

    /// The standard deviations to spare at a ply.
    #[inline]
    pub fn caution(&self, ply: u32) -> f64 {
        self.t + self.slope * f64::from(ply)
    }
}
