//! A game whose type has been forgotten: what plays, what searches, and what has weights.

use super::{Answer, Method, Progress, Request, SearchError, Signature};
use crate::game::Player;
use crate::limits::{Limits, Stopped};
use crate::notation::NotationError;
use crate::observe::Trace;
use crate::paint::Paint;
use crate::propagation::{PrunedAtRandom, RandomPruning};
use crate::testkit::{Finding, Laws};
use crate::value::Score;
use crate::weights::{Weights, WeightsError};

/// A position of some game whose type has been forgotten: [playing](Playable), [searching](Searchable) and
/// [weights](Weighted).
pub trait AnyGame: Playable + Searchable + Weighted + Send + Sync {
    /// The same game at the same position, with what it remembers of the past.
    fn boxed_clone(&self) -> Box<dyn AnyGame>;

    /// This value as its own type, for [`Searchable::judge`].
    fn as_any(&self) -> &dyn std::any::Any;
}

/// The rules: positions and moves as text, boards as text and as images.
pub trait Playable {
    /// The game's name with its options.
    fn name(&self) -> &str;

    /// The position as text.
    fn position(&self) -> String;

    /// The board for a terminal, without colour and without a mark.
    fn board(&self) -> String;

    /// The board for a terminal, with the last move that was played marked.
    fn draw(&self, paint: Paint) -> String;

    /// The board as an SVG image, with the last move that was played marked, if the game can draw one.
    fn svg(&self) -> Option<String>;

    /// Why the game is over, in words, if it is and the game can tell.
    fn ending(&self) -> Option<String>;

    /// The cells that the piece of a move touches on its way: see
    /// [`Notation::waypoints`](crate::Notation::waypoints).
    fn waypoints(&self, mv: &str) -> Result<Vec<String>, NotationError>;

    /// The number of columns of the board, if it has such a thing.
    fn board_size(&self) -> Option<u32>;

    /// Whose turn it is.
    fn to_move(&self) -> Player;

    /// What the game is worth to the side to move, once it is over.
    fn outcome(&self) -> Option<Score>;

    /// The legal moves, as text.
    fn moves(&self) -> Vec<String>;

    /// Whether there are more legal moves than this, for whoever would not list them all. It looks at one more than that
    /// at most.
    ///
    /// ```
    /// use pleach::registry::{Hosted, Playable};
    /// use pleach::tree::ExplicitTree;
    ///
    /// let tree: ExplicitTree = "MAX[5, MIN[3, 8], 4]".parse().unwrap();
    /// let game = Hosted::new("tree", tree, ());
    /// assert!(game.has_more_moves_than(2) && !game.has_more_moves_than(3));
    /// ```
    fn has_more_moves_than(&self, most: usize) -> bool;

    /// Goes to a position given as text.
    fn set_position(&mut self, text: &str) -> Result<(), NotationError>;

    /// Plays a move given as text.
    fn play(&mut self, mv: &str) -> Result<(), NotationError>;

    /// The text of a move, however it was written: what [`Playable::moves`] calls it.
    fn read_move(&self, mv: &str) -> Result<String, NotationError>;

    /// The move, given as [`Playable::play`] reads it, as records of games write it: `Nf3` where play says
    /// `g1f3`.
    fn record_move(&self, mv: &str) -> Result<String, NotationError>;

    /// How far the game has come: see [`Knowledge::progress`](crate::engine::Knowledge::progress).
    fn progress(&self) -> u32;

    /// A number that the same position always has; and so have its images, if the game
    /// [says so](super::Hosted::identified_by).
    fn identity(&self) -> u64;

    /// Whether play may come back to a position, so that lines of play are as long as a rule of repetition
    /// allows: whoever solves such a game should deepen step by step.
    fn may_repeat(&self) -> bool;

    /// Counts the move sequences of `depth` moves, as is the custom of the game, below every legal move, on as many
    /// threads, and reports each count as soon as it is there. Of the limits only the stop flag is used.
    fn perft(
        &self,
        depth: u32,
        threads: usize,
        limits: &Limits,
        counted: &mut dyn FnMut(&str, u64),
    ) -> Result<u64, Stopped>;
}

/// What the evaluator and the searches say of a position.
pub trait Searchable {
    /// Whether scores of searches are shown as Max's, as trees want it, and not as those of the side to move.
    fn is_shown_to_max(&self) -> bool;

    /// The legal moves, as text, in the order in which an algorithm with [`Order::Hints`](super::Order::Hints) searches them with so many plies left.
    ///
    /// ```
    /// use pleach::registry::{Hosted, Playable, Searchable};
    /// let tree: pleach::tree::ExplicitTree = "MAX[5, MIN[3, 8]]".parse().unwrap();
    /// let hosted = Hosted::new("a tree", tree, ());
    /// // A tree gives no hints but for its leaves, whose values are seen.
    /// assert_eq!((hosted.moves(), hosted.moves_by_hints(2)), (vec!["1".into(), "2".into()], vec!["1".into(), "2".into()]));
    /// ```
    fn moves_by_hints(&self, depth: u32) -> Vec<String>;

    /// Whether it is known which positions are quiet: see [`Knowledge::is_quiet`](crate::engine::Knowledge::is_quiet).
    fn tells_quiet(&self) -> bool;

    /// What the evaluator says of the position, or the outcome where the game is over. It is that of the
    /// side to move, always.
    fn static_value(&self) -> Score;

    /// What this game's evaluator says of another position of the same kind of game, as
    /// [`Searchable::static_value`] would; `None` if it is another kind.
    fn judge(&self, other: &dyn AnyGame) -> Option<Score>;

    /// Searches the position.
    fn search(&self, request: &Request) -> Result<Answer, SearchError> {
        self.search_watched(request, &mut |_| {})
    }

    /// Searches the position, and tells of every iteration as soon as it is finished.
    ///
    /// ```
    /// use pleach::registry::{Hosted, Request, Searchable};
    /// use pleach::textbook::Algorithm;
    /// use pleach::tree::ExplicitTree;
    /// use pleach::Limits;
    ///
    /// let tree: ExplicitTree = "MAX[5, MIN[3, 8], 4]".parse().unwrap();
    /// let game = Hosted::new("tree", tree, ());
    /// let mut request = Request::new(Algorithm::NegaScout, Limits::depth(2));
    /// request.deepening = true;
    /// request.lines = 2;
    /// let mut depths = Vec::new();
    /// let answer = game.search_watched(&request, &mut |news| depths.push(news.lines[0].depth)).unwrap();
    /// assert_eq!(depths, [Some(1), Some(2)]);
    /// assert_eq!(answer.lines[1].pv, ["3"]);
    /// ```
    fn search_watched(
        &self,
        request: &Request,
        news: &mut dyn FnMut(&Progress),
    ) -> Result<Answer, SearchError>;

    /// Searches as [`Searchable::search_watched`] does; if the search is stopped before anything is finished it
    /// looks one ply ahead, so that a player always has a move.
    ///
    /// ```
    /// use pleach::registry::{Hosted, Request, Searchable};
    /// use pleach::textbook::Algorithm;
    /// use pleach::tree::ExplicitTree;
    /// use pleach::Limits;
    ///
    /// let tree: ExplicitTree = "MAX[5, MIN[3, 8], 4]".parse().unwrap();
    /// let game = Hosted::new("tree", tree, ());
    /// let request = Request::new(Algorithm::NegaScout, Limits::depth(1).nodes(1));
    /// assert!(game.search(&request).is_err());
    /// assert_eq!(game.search_or_fallback(&request, &mut |_| {}).unwrap().depth, Some(1));
    /// ```
    fn search_or_fallback(
        &self,
        request: &Request,
        news: &mut dyn FnMut(&Progress),
    ) -> Result<Answer, SearchError> {
        match self.search_watched(request, news) {
            Err(SearchError::Stopped(_)) => {
                self.search_watched(&Request { limits: Limits::depth(1), lines: 1, ..request.clone() }, news)
            }
            done => done,
        }
    }

    /// Searches the position to a depth by plain alpha-beta while moves are pruned at random: see [`RandomPruning`].
    ///
    /// ```
    /// use pleach::Limits;
    /// use pleach::propagation::{RandomPruning, Schedule, Whose};
    /// use pleach::registry::{Hosted, Searchable};
    /// use pleach::tree::ExplicitTree;
    ///
    /// let tree: ExplicitTree = "MAX[5, MIN[3, 8], 4]".parse().unwrap();
    /// let game = Hosted::new("tree", tree, ());
    /// let pruning = RandomPruning { whose: Whose::Both, schedule: Schedule::Constant, first: 0.0, seed: 1 };
    /// let found = game.search_pruned_at_random(&pruning, 2, &Limits::none()).unwrap();
    /// assert_eq!((found.value.get(), found.best.as_deref()), (5, Some("1")));
    /// ```
    fn search_pruned_at_random(
        &self,
        pruning: &RandomPruning,
        depth: u32,
        limits: &Limits,
    ) -> Result<PrunedAtRandom<String>, Stopped>;

    /// The way to search that solves positions of this game to the end best.
    fn solving_method(&self) -> Method;

    /// What this game with its evaluator does, and what searches by this algorithm and this pruning do: see
    /// [`Signature`]. It is that of the game, whatever position it is at, and costs a few thousand nodes.
    fn signature(&self, request: &Request) -> Signature;

    /// Plays random games from the position and tells of every law whether it holds: see
    /// [`Laws::findings`]. After every game `news` hears how many have been played; of the limits only the stop
    /// flag is used.
    fn check_laws(
        &self,
        laws: &Laws,
        limits: &Limits,
        news: &mut dyn FnMut(u32),
    ) -> Result<Vec<Finding>, Stopped>;

    /// Searches the position and records every step, at most `most_steps` of them.
    fn trace(&self, request: &Request, most_steps: usize) -> Result<Trace, SearchError>;
}

/// The weights of an evaluator, and of a focus network.
pub trait Weighted {
    /// The weights of the evaluator, if it has any.
    fn weights(&self) -> Option<&Weights>;

    /// The weights of the focus network, if the game has one.
    fn network(&self) -> Option<&Weights>;

    /// The same position with other weights in its evaluator; or in its focus network, if they are those of one.
    fn with_weights(&self, weights: Weights) -> Result<Box<dyn AnyGame>, WeightsError>;

    /// Tells which weights count in the position, and how often: see [`Linear::terms`](crate::Linear::terms).
    /// Returns false, and tells nothing, if the evaluator cannot say.
    fn terms(&self, term: &mut dyn FnMut(u32, f32)) -> bool;
}
