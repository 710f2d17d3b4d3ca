//! What a game can tell the engine beyond its rules.

use super::down::{depth_after, turn_passes};
use super::options::{Options, Parameters};
use crate::game::Game;
use crate::value::{Score, Window};

/// What a look at a position shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look<Seen> {
    /// Its value, as seen from this position.
    Known(Score),
    /// It must be searched.
    Open {
        /// No continuation is worth less.
        low: Score,
        /// No continuation is worth more.
        high: Score,
        /// What was found out on the way and is needed to list the moves.
        seen: Seen,
    },
}

impl<Seen> Look<Seen> {
    /// The same with something else seen.
    #[inline(always)]
    pub(super) fn map<Other>(self, map: impl FnOnce(Seen) -> Other) -> Look<Other> {
        match self {
            Look::Known(score) => Look::Known(score),
            Look::Open { low, high, seen } => Look::Open { low, high, seen: map(seen) },
        }
    }
}

/// A position that a game has solved by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The value, fail-soft: exact inside the window, a bound outside.
    pub score: Score,
    /// The nodes visited for it.
    pub nodes: u64,
}

/// What a game can tell the engine beyond its rules: which moves are worth a look, in which order, and how
/// the end is played out. Every method has a default that claims nothing, and `()` knows nothing at all.
///
/// **Depth.** With `depth` plies left the engine promises the value of a search that deep. So nothing
/// may be said that a search of that depth would not find: a loss in two plies is known with a depth of
/// two, a bound of the true value only where the depth reaches the end of the game
/// ([`TO_THE_END`](super::TO_THE_END) and more always does).
///
/// ```
/// use pleach::engine::{Engine, Knowledge};
/// use pleach::{Game, Limits, Player, Score};
///
/// # #[derive(Clone)]
/// # struct Stones { left: u32, to_move: Player }
/// # impl Game for Stones {
/// #     type Move = u32;
/// #     fn to_move(&self) -> Player { self.to_move }
/// #     fn moves(&self) -> impl Iterator<Item = u32> { 1..=self.left.min(2) }
/// #     fn play(&mut self, taken: u32) { self.left -= taken; self.to_move = self.to_move.other(); }
/// #     fn outcome(&self) -> Option<Score> { (self.left == 0).then_some(Score::LOSS) }
/// # }
/// # impl pleach::Hashed for Stones { fn key(&self) -> u64 { pleach::key_of(&(self.left, self.to_move)) } }
/// /// Take one or two stones, the last one wins: leave a multiple of three.
/// struct Threes;
///
/// impl Knowledge<Stones> for Threes {
///     type Seen = ();
///     fn moves(&self, game: &Stones, (): ()) -> impl Iterator<Item = u32> { game.moves() }
///     fn seen(&self, _game: &Stones) {}
///     fn weigh_move(&self, game: &Stones, taken: u32) -> i32 { i32::from((game.left - taken) % 3 == 0) }
/// }
///
/// let stones = Stones { left: 20, to_move: Player::Max };
/// let informed = Engine::new(&()).knowledge(&Threes).search(&stones, &Limits::none()).unwrap();
/// let plain = Engine::new(&()).search(&stones, &Limits::none()).unwrap();
/// assert_eq!(informed.value, plain.value);
/// assert!(informed.counts.nodes < plain.counts.nodes);
/// ```
pub trait Knowledge<G: Game> {
    /// What a look finds out and listing the moves needs: nothing, or a set of squares.
    type Seen: Copy;

    /// Whether all children are made, looked at and weighed by [`Knowledge::weigh_child`] before the first
    /// of them is searched. That pays where making a move is cheap and a look tells much; otherwise moves
    /// are weighed by [`Knowledge::weigh_move`].
    const LOOKS_AHEAD: bool = false;

    /// Whether what was good elsewhere in the tree (killers, history, countermoves) helps to order moves.
    const LEARNS_ORDER: bool = true;

    /// Whether [`Knowledge::is_quiet`] tells anything.
    const TELLS_QUIET: bool = false;

    /// The number of different [history indices](Knowledge::history_index); 0 if moves have none.
    const HISTORY_SIZE: usize = 0;

    /// The moves worth searching, in a fixed order. A move may be left out only if another one is as good.
    fn moves(&self, game: &G, seen: Self::Seen) -> impl Iterator<Item = G::Move>;

    /// What listing the moves needs, for a position that is known to be open.
    fn seen(&self, game: &G) -> Self::Seen;

    /// Looks at a position before it is searched: is it decided, what can its value be? `depth` plies are left.
    #[inline]
    fn look(&self, game: &G, _depth: u32) -> Look<Self::Seen> {
        match game.outcome() {
            Some(score) => Look::Known(score),
            None => {
                let (low, high) = game.score_bounds();
                Look::Open { low, high, seen: self.seen(game) }
            }
        }
    }

    /// The same for the position after a move, where the position before it has been looked at and was open.
    #[inline]
    fn look_at_child(&self, _game: &G, _mv: G::Move, child: &G, depth: u32) -> Look<Self::Seen> {
        self.look(child, depth)
    }

    /// The only move worth searching, if a look has left just one: it is searched without a table.
    #[inline]
    fn only_move(&self, _game: &G, _seen: Self::Seen) -> Option<G::Move> {
        None
    }

    /// The numbers that suit the game best.
    #[inline]
    fn parameters(&self) -> Parameters {
        Parameters::default()
    }

    /// The techniques that solve positions of the game to the end best.
    #[inline]
    fn solving(&self) -> Options {
        Options::default()
    }

    /// Bounds of the value that cost more than a look, asked only of nodes that are about to be searched:
    /// the lowest and the highest value that a search of this depth can find. Bounds that cannot cut in this window may be
    /// left away.
    #[inline]
    fn bounds(&self, _game: &G, _depth: u32, _window: Window) -> (Score, Score) {
        (Score::MIN, Score::MAX)
    }

    /// Solves an open position at the end of the game, where a search made for that is faster. `depth`
    /// plies are left.
    #[inline]
    fn finish(&self, _game: &G, _depth: u32, _window: Window) -> Option<Finished> {
        None
    }

    /// About how many plies the game can still last, where that can be told: thresholds of depth are
    /// compared with it when the depth itself has no limit.
    #[inline]
    fn plies_left(&self, _game: &G) -> u32 {
        u32::MAX
    }

    /// How far the game has come, in whatever grows as it goes on: stones on the board, moves made, men exchanged.
    /// The errors of shallow searches are fitted by [stages](crate::prune::Model) of it.
    #[inline]
    fn progress(&self, _game: &G) -> u32 {
        0
    }

    /// Whether a shallow search foretells a deep one here as well as elsewhere. In chess it does not where a check must be
    /// answered: sacrifices begin with checks.
    #[inline]
    fn is_quiet(&self, _game: &G) -> bool {
        true
    }

    /// How soon a move should be tried: the highest weight first.
    #[inline]
    fn weigh_move(&self, _game: &G, _mv: G::Move) -> i32 {
        0
    }

    /// How soon a move should be tried, with the position after it, the plies left there and what a look at it
    /// has shown.
    #[inline]
    fn weigh_child(&self, _game: &G, _mv: G::Move, _child: &G, _depth: u32, _seen: Self::Seen) -> i32 {
        0
    }

    /// A small number for a move, below [`Knowledge::HISTORY_SIZE`], by which the history heuristic remembers it:
    /// the target square, or from and to.
    #[inline]
    fn history_index(&self, _game: &G, _mv: G::Move) -> usize {
        0
    }

    /// The key under which a position shares a table entry with its images, where that pays.
    #[inline]
    fn shared_key(&self, _game: &G) -> Option<u64> {
        None
    }
}

/// Knows nothing but the rules.
impl<G: Game> Knowledge<G> for () {
    type Seen = ();

    #[inline]
    fn moves(&self, game: &G, (): ()) -> impl Iterator<Item = G::Move> {
        game.moves()
    }

    #[inline]
    fn seen(&self, _game: &G) {}
}

/// What the game says of a move; a move that decides the game is known by its value.
pub(crate) fn hint<G: Game, K: Knowledge<G>>(knowledge: &K, game: &G, mv: G::Move, depth: u32) -> i32 {
    let child = game.after(mv);
    match knowledge.look(&child, depth_after(game, depth, mv)) {
        Look::Known(value) if turn_passes(game, &child) => (-value).get(),
        Look::Known(value) => value.get(),
        Look::Open { seen, .. } if K::LOOKS_AHEAD => {
            knowledge.weigh_child(game, mv, &child, depth_after(game, depth, mv), seen)
        }
        Look::Open { .. } => knowledge.weigh_move(game, mv),
    }
}
