//! What happens in a search, one event at a time.

use crate::branch::Branch;
use crate::cuts::CutKind;
use crate::game::Game;
use crate::value::{Bound, Score, Window};

/// One step of a search. Scores and windows are those of the side to move at the node of the event,
/// which is the node last entered at its ply.
#[derive(Debug)]
pub enum Event<'a, G: Game> {
    /// A new iteration to this depth begins.
    Iteration {
        /// The nominal depth.
        depth: u32,
    },
    /// A node is visited.
    Entered {
        /// The position.
        game: &'a G,
        /// Its distance from the root in moves.
        ply: u32,
        /// The branch that led here, none at the root.
        branch: Option<Branch<G::Move>>,
        /// The remaining depth.
        depth: u32,
        /// The window it is searched with.
        window: Window,
    },
    /// The node just entered is a leaf.
    Leaf {
        /// The leaf's ply.
        ply: u32,
        /// Its value.
        value: Score,
        /// Why it is a leaf.
        cause: LeafCause,
    },
    /// A child's value has come back.
    Returned {
        /// The parent's ply.
        ply: u32,
        /// The child.
        branch: Branch<G::Move>,
        /// The child's value, seen by the parent.
        value: Score,
        /// The parent's best value so far, this child included.
        best: Score,
        /// Whether this child made it better.
        improved: bool,
        /// The parent's window as it was entered.
        window: Window,
    },
    /// The remaining children are not searched.
    Cut {
        /// The ply of the node that is cut short.
        ply: u32,
        /// The reason.
        kind: CutKind,
        /// The ply of the ancestor whose bound made the cut; `None` if it was the window the whole
        /// search was started with, or the limit of the game's scores.
        by: Option<u32>,
    },
    /// A node is done.
    Left {
        /// The node's ply.
        ply: u32,
        /// Its value.
        value: Score,
        /// What the value says of the true one.
        bound: Bound,
    },
    /// A child's value was remembered and the child not visited.
    TableHit {
        /// The child's ply.
        ply: u32,
        /// The branch that leads to it, none at the root.
        branch: Option<Branch<G::Move>>,
        /// The remembered value, of the side to move in the child.
        value: Score,
        /// What it says of the true value.
        bound: Bound,
    },
    /// A null-window search asks whether a value exceeds a bound.
    Test {
        /// The ply of the node that is tested.
        ply: u32,
        /// The branch that leads to it, none at the root.
        branch: Option<Branch<G::Move>>,
        /// The window, of the side to move in that node.
        window: Window,
    },
    /// A node is searched again because the first answer was only a bound.
    Again {
        /// The ply of the node that is searched again.
        ply: u32,
        /// The branch that leads to it, none at the root.
        branch: Option<Branch<G::Move>>,
        /// Why.
        reason: Retry,
        /// The new window, of the side to move in that node.
        window: Window,
    },
    /// A shallow search begins that says whether, or how far, the node is searched at all. What follows up
    /// to [`Event::Probed`] belongs to it, and happens as if its node were the root.
    Probe {
        /// The ply of the node that is looked at.
        ply: u32,
        /// The branch that leads to it, none at the root.
        branch: Option<Branch<G::Move>>,
        /// The plies of the shallow search.
        depth: u32,
        /// What it is asked.
        question: Question,
        /// Its window.
        window: Window,
    },
    /// The shallow search is done.
    Probed {
        /// The ply of the node that was looked at.
        ply: u32,
        /// The branch that leads to it, none at the root.
        branch: Option<Branch<G::Move>>,
        /// What was asked.
        question: Question,
        /// The value it found.
        value: Score,
    },
    /// A node is not searched, since its value most likely lies outside the window.
    Forecast {
        /// The node's ply.
        ply: u32,
        /// The bound that it is taken to reach, or to stay under.
        value: Score,
        /// The reason.
        omission: Omission,
    },
    /// A move is not searched, since it most likely does not matter.
    Skipped {
        /// The ply of the node.
        ply: u32,
        /// The move.
        branch: Branch<G::Move>,
        /// The reason; what it rests on belongs to the side to move after the branch.
        omission: Omission,
        /// Whether the later moves are not searched either.
        rest: bool,
    },
}

impl<G: Game> Clone for Event<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Event<'_, G> {}

/// Why a node is a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafCause {
    /// The game is over.
    Outcome,
    /// The depth limit is reached and the position is evaluated.
    Horizon,
}

/// What a shallow search is asked about the deep one.
///
/// ```
/// use pleach::Score;
/// use pleach::observe::Question;
/// let question = Question::Reaches(Score::new(27));
/// assert!(question.is_answered_by(Score::new(50)));
/// assert_eq!(-question, Question::StaysUnder(Score::new(-27)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "question", content = "threshold", rename_all = "kebab-case")]
pub enum Question {
    /// Whether the shallow value reaches this threshold, which predicts that the deep one reaches a bound.
    Reaches(Score),
    /// Whether the shallow value is at most this threshold, which predicts that the deep one stays under a bound.
    StaysUnder(Score),
    /// Which move is best.
    BestMove,
}

impl Question {
    /// Whether a shallow value speaks for leaving out the deep search.
    pub fn is_answered_by(self, value: Score) -> bool {
        match self {
            Question::Reaches(threshold) => value >= threshold,
            Question::StaysUnder(threshold) => value <= threshold,
            Question::BestMove => false,
        }
    }
}

/// The same question from the other side.
impl std::ops::Neg for Question {
    type Output = Question;

    fn neg(self) -> Question {
        match self {
            Question::Reaches(threshold) => Question::StaysUnder(-threshold),
            Question::StaysUnder(threshold) => Question::Reaches(-threshold),
            Question::BestMove => Question::BestMove,
        }
    }
}

/// Why something was left out that alpha-beta would have searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Omission {
    /// The method.
    pub cause: OmissionCause,
    /// The question that was put, and the shallow or static value that answered it.
    #[serde(flatten)]
    pub evidence: Option<Evidence>,
}

/// What an omission rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Evidence {
    /// What was asked.
    #[serde(flatten)]
    pub question: Question,
    /// The value that answered it.
    pub shallow: Score,
}

/// The same from the other side.
impl std::ops::Neg for Omission {
    type Output = Omission;

    fn neg(self) -> Omission {
        let evidence = self
            .evidence
            .map(|Evidence { question, shallow }| Evidence { question: -question, shallow: -shallow });
        Omission { evidence, ..self }
    }
}

/// The pruning method that left something out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OmissionCause {
    /// The static value is worse than the best value so far.
    Razoring,
    /// A shallow search puts the node outside its window.
    #[serde(rename = "probcut")]
    ProbCut,
    /// One of several shallow searches does.
    #[serde(rename = "mpc")]
    MultiProbCut,
    /// A shallow search does in a search to the end of the game.
    #[serde(rename = "endcut")]
    EndCut,
    /// A shallow search puts the move under the best value so far.
    Gpc,
    /// The same, and the order of moves says that the later ones are worse.
    Fgpc,
    /// The best move most likely stands before this one.
    NodeCutting,
    /// GPC or FGPC, by the place where the best move most likely stands.
    Integrated,
    /// A network finds the move not worth searching.
    Focus,
}

impl OmissionCause {
    /// The name people read.
    ///
    /// ```
    /// assert_eq!(pleach::observe::OmissionCause::Gpc.name(), "GPC");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            OmissionCause::Razoring => "razoring",
            OmissionCause::ProbCut => "ProbCut",
            OmissionCause::MultiProbCut => "Multi-ProbCut",
            OmissionCause::EndCut => "EndCut",
            OmissionCause::Gpc => "GPC",
            OmissionCause::Fgpc => "FGPC",
            OmissionCause::NodeCutting => "node-cutting",
            OmissionCause::Integrated => "the integrated strategy",
            OmissionCause::Focus => "the focus network",
        }
    }
}

/// Why a node is searched again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Retry {
    /// The test of NegaScout failed high: the move is better, by how much is the question.
    ScoutFailedHigh,
    /// The aspiration window was too low.
    AspirationFailedHigh,
    /// The aspiration window was too high.
    AspirationFailedLow,
    /// MTD(f) narrows its bounds by another pass.
    NextPass,
    /// All equally good moves are asked for.
    EquallyGood,
}

impl Retry {
    /// The reason as people read it.
    ///
    /// ```
    /// assert_eq!(pleach::observe::Retry::NextPass.name(), "next pass");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Retry::ScoutFailedHigh => "the test failed high",
            Retry::AspirationFailedHigh => "the guess was too low",
            Retry::AspirationFailedLow => "the guess was too high",
            Retry::NextPass => "next pass",
            Retry::EquallyGood => "equally good?",
        }
    }
}

/// Someone who watches a search.
///
/// ```
/// use pleach::observe::{Event, Observe};
/// use pleach::{textbook, tree::ExplicitTree, Game, Limits};
///
/// /// Counts the leaves.
/// struct Leaves(u32);
/// impl<G: Game> Observe<G> for Leaves {
///     fn observe(&mut self, event: Event<'_, G>) {
///         if let Event::Leaf { .. } = event { self.0 += 1; }
///     }
/// }
///
/// let tree: ExplicitTree = "MAX[5, MIN[3, 8]]".parse().unwrap();
/// let mut leaves = Leaves(0);
/// textbook::Search::new(textbook::Algorithm::ALPHA_BETA)
///     .run_observed(&tree, &(), &Limits::none(), &mut leaves)
///     .unwrap();
/// assert_eq!(leaves.0, 2);
/// ```
pub trait Observe<G: Game> {
    /// Whether anyone looks at the events. Where it is `false` the search does not even keep what
    /// it would need to make them.
    const ACTIVE: bool = true;

    /// Takes notice of an event.
    fn observe(&mut self, event: Event<'_, G>);
}

/// Nobody watches.
impl<G: Game> Observe<G> for () {
    const ACTIVE: bool = false;

    #[inline(always)]
    fn observe(&mut self, _event: Event<'_, G>) {}
}

impl<G: Game, O: Observe<G> + ?Sized> Observe<G> for &mut O {
    const ACTIVE: bool = O::ACTIVE;

    #[inline(always)]
    fn observe(&mut self, event: Event<'_, G>) {
        (**self).observe(event);
    }
}

/// Both watch.
impl<G: Game, A: Observe<G>, B: Observe<G>> Observe<G> for (A, B) {
    const ACTIVE: bool = A::ACTIVE || B::ACTIVE;

    #[inline(always)]
    fn observe(&mut self, event: Event<'_, G>) {
        self.0.observe(event);
        self.1.observe(event);
    }
}
