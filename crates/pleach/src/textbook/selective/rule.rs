//! The two seams at which a search can leave something out.

use crate::game::{Evaluate, Game};
use crate::limits::Stopped;
use crate::observe::{Branch, Observe, Omission};
use crate::textbook::Walk;
use crate::value::{Score, Window};

/// A node at which a rule is asked.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a, G> {
    /// The position.
    pub game: &'a G,
    /// The plies left.
    pub depth: u32,
    /// The window with which it was entered.
    pub window: Window,
    /// The best value so far, `g` of the figures; minus infinity before a move has one.
    pub best: Score,
}

/// A value that is taken for granted, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// A bound of the window that the true value most likely reaches, or stays under.
    pub value: Score,
    /// The reason.
    pub omission: Omission,
}

/// What becomes of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It is searched.
    Search,
    /// It is not searched. The best value does not change.
    Skip(Omission),
    /// Neither it nor the moves after it are searched.
    Stop(Omission),
    /// It is not searched, and counts as worth this to the side that makes it.
    Take(Forecast),
}

/// A rule that says what a search leaves out. Both methods search everything unless they are written.
///
/// ```
/// use pleach::observe::{Branch, Observe, Omission, OmissionCause};
/// use pleach::textbook::selective::{self, Node, Selective, Decision};
/// use pleach::textbook::Walk;
/// use pleach::{Evaluate, Game, Limits, Score, Stopped, Window, tree::ExplicitTree};
///
/// /// Only the first two moves of a node are searched.
/// struct FirstTwo;
/// impl<G: Game> Selective<G> for FirstTwo {
///     fn at_move<E, O>(&mut self, _: &mut Walk<'_, G, E, O>, _: &Node<'_, G>, branch: Branch<G::Move>)
///         -> Result<Decision, Stopped>
///     where E: Evaluate<G, Value = Score>, O: Observe<G>,
///     {
///         let omission = Omission { cause: OmissionCause::NodeCutting, evidence: None };
///         Ok(if branch.place > 2 { Decision::Stop(omission) } else { Decision::Search })
///     }
/// }
///
/// let tree: ExplicitTree = "MAX[5, 6, 7]".parse().unwrap();
/// let mut observer = ();
/// let mut walk = Walk::new(&(), &mut observer, &Limits::none());
/// let value = selective::alpha_beta(&mut walk, &mut FirstTwo, &tree, u32::MAX, Window::FULL);
/// assert_eq!(value, Ok(Score::new(6)));
/// ```
pub trait Selective<G: Game> {
    /// Asked before the moves of a node: its value, if it need not be searched.
    fn at_node<E, O>(
        &mut self,
        _s: &mut Walk<'_, G, E, O>,
        _node: &Node<'_, G>,
    ) -> Result<Option<Forecast>, Stopped>
    where
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        Ok(None)
    }

    /// Asked first about each move of a node at this ply, after [`Selective::at_node`]: why the search must not see it. What
    /// is hidden may depend on the position alone, and not all moves of a position may be hidden.
    fn hides(&mut self, _ply: u32, _node: &Node<'_, G>, _branch: Branch<G::Move>) -> Option<Omission> {
        None
    }

    /// Asked before each move. The searches do not obey a [`Decision::Skip`] or [`Decision::Stop`] before a move has a
    /// value.
    fn at_move<E, O>(
        &mut self,
        _s: &mut Walk<'_, G, E, O>,
        _node: &Node<'_, G>,
        _branch: Branch<G::Move>,
    ) -> Result<Decision, Stopped>
    where
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        Ok(Decision::Search)
    }
}

/// Nothing is left out.
impl<G: Game> Selective<G> for () {}

/// The first rule is asked first; the second if the first would search.
impl<G: Game, A: Selective<G>, B: Selective<G>> Selective<G> for (A, B) {
    fn at_node<E, O>(
        &mut self,
        s: &mut Walk<'_, G, E, O>,
        node: &Node<'_, G>,
    ) -> Result<Option<Forecast>, Stopped>
    where
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        match self.0.at_node(s, node)? {
            None => self.1.at_node(s, node),
            forecast => Ok(forecast),
        }
    }

    fn hides(&mut self, ply: u32, node: &Node<'_, G>, branch: Branch<G::Move>) -> Option<Omission> {
        self.0.hides(ply, node, branch).or_else(|| self.1.hides(ply, node, branch))
    }

    fn at_move<E, O>(
        &mut self,
        s: &mut Walk<'_, G, E, O>,
        node: &Node<'_, G>,
        branch: Branch<G::Move>,
    ) -> Result<Decision, Stopped>
    where
        E: Evaluate<G, Value = Score>,
        O: Observe<G>,
    {
        match self.0.at_move(s, node, branch)? {
            Decision::Search => self.1.at_move(s, node, branch),
            step => Ok(step),
        }
    }
}

/// Whether a rule hides a move, which is reported then.
pub(super) fn is_hidden<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    rule: &mut impl Selective<G>,
    node: &Node<'_, G>,
    branch: Branch<G::Move>,
) -> bool {
    let hidden = rule.hides(s.ply(), node, branch);
    if let Some(omission) = hidden {
        s.skip(branch, omission, false);
    }
    hidden.is_some()
}

/// Asks a rule about a move and reports what is left out. A node without a value searches the move whatever the
/// rule says.
pub(super) fn step<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    rule: &mut impl Selective<G>,
    node: &Node<'_, G>,
    branch: Branch<G::Move>,
) -> Result<Decision, Stopped> {
    let step = rule.at_move(s, node, branch)?;
    let has_value = node.best > Score::MIN;
    match step {
        Decision::Skip(omission) if has_value => s.skip(branch, omission, false),
        Decision::Stop(omission) if has_value => s.skip(branch, omission, true),
        Decision::Take(forecast) => s.skip(branch, forecast.omission, false),
        _ => return Ok(Decision::Search),
    }
    Ok(step)
}
