//! What the engine may leave out.

use super::{BadTry, Cutting, Futility, LateMoves, Model, MultiCut, NullMove, Pairs, RankCut, Rules};

/// All that the engine may leave out: rules that can be combined at will. The default leaves out nothing.
///
/// ```
/// use pleach::engine::Engine;
/// use pleach::prune::{Cut, Regression, Model, Pair, Place, Policy};
/// use pleach::{Limits, tree::RandomTree};
/// let pair = Pair::new(4, 2, Regression::new(1.0, 0.0, 20.0).unwrap(), 1.0).unwrap();
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
    /// The same in searches to the end of the game, by the plies that are left: EndCut.
    pub end_cut: Option<Cut>,
    /// The moves worth searching: node-cutting, the integrated strategy.
    pub width: Option<Width>,
    /// Moves that look worse than the best so far by more than this are skipped.
    pub razoring: Option<u32>,
    /// Nodes that are good enough even without moving.
    pub null_move: Option<NullMove>,
    /// Late moves that are searched less deep first.
    pub late_moves: Option<LateMoves>,
    /// Late moves by how seldom such moves have turned out best.
    pub rank_cut: Option<RankCut>,
    /// Moves near the horizon that cannot recover the deficit.
    pub futility: Option<Futility>,
    /// Nodes several of whose moves fail high less deep.
    pub multi_cut: Option<MultiCut>,
}

/// Rules that the engine cannot follow together, or at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPolicy {
    /// Two rules for the same place.
    #[error("{0}: the engine follows one method of this kind at a time")]
    Twice(&'static str),
    /// A method that only the textbook's searches have.
    #[error("{0}: the engine has no such method; use alpha-beta, negascout or mtdf")]
    Textbook(&'static str),
    /// An option that the engine does not follow.
    #[error("{0}: the engine has no option '{1}': {2}; leave it out")]
    Option(&'static str, &'static str, &'static str),
    /// A test that makes no sense.
    #[error(transparent)]
    Test(#[from] BadTry),
}

impl Policy {
    /// Whether nothing is ever left out.
    ///
    /// ```
    /// use pleach::prune::{Cut, Model, Place, Policy};
    /// assert!(Policy::default().is_empty());
    /// let careful = Cut::new(Place::Node, Model::default(), f64::INFINITY);
    /// assert!(Policy { cut: Some(careful), ..Policy::default() }.is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        let never = |cut: &Option<Cut>| cut.as_ref().is_none_or(|cut| cut.t == f64::INFINITY);
        let Policy { cut, end_cut, width, razoring, null_move, late_moves, rank_cut, futility, multi_cut } =
            self;
        never(cut)
            && never(end_cut)
            && width.as_ref().is_none_or(|width| !width.cutting.can_cut())
            && razoring.is_none()
            && null_move.is_none()
            && late_moves.is_none()
            && rank_cut.as_ref().is_none_or(|rule| !rule.can_cut())
            && futility.is_none()
            && multi_cut.is_none()
    }

    /// The engine's form of rules given by name.
    ///
    /// ```
    /// use pleach::prune::{Place, Policy, Rules};
    /// let rules: Rules = "gpc:d=4,s=2,sigma=3,t=1.5+null-move".parse().unwrap();
    /// let policy = Policy::from_rules(&rules).unwrap();
    /// assert_eq!(policy.cut.unwrap().place, Place::Move);
    /// assert!(policy.null_move.is_some());
    /// let twice: Rules = "gpc:d=4,s=2,sigma=3,t=1+fgpc:d=4,s=2,sigma=3,t=1".parse().unwrap();
    /// assert!(Policy::from_rules(&twice).is_err());
    /// ```
    pub fn from_rules(rules: &Rules) -> Result<Policy, BadPolicy> {
        Policy::of(None, rules)
    }

    /// Tests together with rules given by name.
    ///
    /// ```
    /// use pleach::prune::{Cut, Model, Place, Policy};
    /// let cut = Cut::new(Place::Move, Model::default(), 1.5);
    /// let policy = Policy::of(Some(cut.clone()), &"null-move".parse().unwrap()).unwrap();
    /// assert!(policy.cut.is_some() && policy.null_move.is_some());
    /// assert!(Policy::of(Some(cut), &"gpc:d=2,s=1,sigma=1,t=1".parse().unwrap()).is_err());
    /// ```
    pub fn of(cut: Option<Cut>, rules: &Rules) -> Result<Policy, BadPolicy> {
        let mut policy = Policy { cut, ..Policy::default() };
        for rule in rules.iter() {
            rule.apply_to(&mut policy)?;
        }
        Ok(policy)
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
    /// How many more of them before a move of the side to move at the root is left out, and how many less for those of the other
    /// side: whether it is better to prune one's own moves more is the open question of Lim and Lee.
    pub lean: f64,
    /// How much of all that is spared in previews: 1 for all of it, 0 for nothing. Previews are the iterations before the last one;
    /// they only put the moves into order and tell where the value may be. Where this is below 1, only depths of
    /// the last one's parity are previewed. A search that the clock or a number of nodes may stop has no previews: any of its
    /// iterations may be the last.
    pub preview: f64,
    /// Tests are made only where the static value is at most so many standard deviations under what the node would have
    /// to reach; always, where there is none. It spares most of the tests that would fail.
    pub gate: Option<f64>,
    /// Whether tests are made only of positions that the game's knowledge calls
    /// [calm](crate::engine::Knowledge::is_quiet), and of moves from calm positions.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub calm: bool,
    /// Whether the shallow searches may leave out something themselves.
    pub nested: bool,
    /// Whether it is also tested if a node stays under alpha. Where the window is a null window and the moves are
    /// in good order, that is rarely so.
    pub both: bool,
}

impl Cut {
    /// Tests with `t` standard deviations to spare everywhere, which leave out nothing themselves.
    pub fn new(place: Place, model: Model, t: f64) -> Cut {
        let (gate, calm, nested, both) = (None, false, false, false);
        Cut { place, model, t, slope: 0.0, lean: 0.0, preview: 1.0, gate, calm, nested, both }
    }

    /// The tests of some pairs of depths, each with its own caution.
    pub(super) fn of_pairs(place: Place, pairs: &Pairs) -> Result<Cut, BadTry> {
        let mut model = Model::default();
        for pair in pairs.iter().filter(|pair| pair.can_hit()) {
            // The caution of a pair becomes part of its spread.
            let spread = pair.line().widened(pair.t()).unwrap_or(*pair.line());
            model.add(pair.deep(), pair.shallow(), vec![spread])?;
        }
        let t = if pairs.can_hit() { 1.0 } else { f64::INFINITY };
        Ok(Cut::new(place, model, t))
    }

    /// The standard deviations to spare at a node of a ply, which a move of the ply before has led to.
    ///
    /// ```
    /// use pleach::prune::{Cut, Model, Place};
    /// let cut = Cut { slope: 0.5, lean: -0.25, ..Cut::new(Place::Move, Model::default(), 2.0) };
    /// assert_eq!([1, 2, 3].map(|ply| cut.caution(ply)), [2.25, 3.25, 3.25]);
    /// ```
    #[inline]
    pub fn caution(&self, ply: u32) -> f64 {
        let lean = if ply.is_multiple_of(2) { -self.lean } else { self.lean };
        (self.t + self.slope * f64::from(ply) + lean).max(0.0)
    }
}

/// How many moves are worth searching at the nodes that [`Cutting`] names. The engine begins with the move that
/// a shallow search likes best, so that its rank y is 0 and the last move worth searching has the rank x
/// with F(x | 0) >= p.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Width {
    /// What tells the rank.
    pub cutting: Cutting,
    /// Whether moves behind it are not simply left out, but the first of them that a test finds bad ends the node
    /// (the integrated strategy).
    pub integrated: bool,
}
