//! What a game must say of itself to be searched.
//!
//! [`Game`] is the whole of it: whose turn it is, the moves, what a move does, and when it is over.
//! Everything else is an ability of its own that only those who need it ask for: [`Hashed`] for
//! tables and repetition, [`Evaluate`] for searches that stop before the end, and
//! [`Notation`](crate::Notation) for people.
//!
//! **Point of view.** Every score in this crate is from the point of view of the side to move in the
//! position it belongs to, unless the text says "Max's view". A position's value is negated when the
//! turn passes, and only then.

use crate::value::{Score, Window};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// The two sides, by the names the papers give them. By custom Max moves first: X, Black in
/// Othello, White in chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// The side that wants Max's view of the score to be large.
    Max,
    /// The side that wants Max's view of the score to be small.
    Min,
}

impl Player {
    /// The opponent.
    ///
    /// ```
    /// use pleach::Player;
    /// assert_eq!(Player::Max.other(), Player::Min);
    /// ```
    #[inline]
    pub fn other(self) -> Player {
        match self {
            Player::Max => Player::Min,
            Player::Min => Player::Max,
        }
    }

    /// Turns a value between this player's view and Max's view: it is negated for Min. Works for
    /// whatever can be negated: scores, windows, bounds.
    ///
    /// ```
    /// use pleach::{Player, Score};
    /// assert_eq!(Player::Min.view(Score::new(5)), Score::new(-5));
    /// assert_eq!(Player::Max.view(Score::new(5)), Score::new(5));
    /// ```
    #[inline]
    pub fn view<T: std::ops::Neg<Output = T>>(self, value: T) -> T {
        match self {
            Player::Max => value,
            Player::Min => -value,
        }
    }
}

/// A position of a two-player, zero-sum game of perfect information, together with its rules.
///
/// A pass, where the rules know one, is a move like any other. Cloning should be cheap: searches copy
/// the position and play on the copy.
///
/// ```
/// use pleach::{Game, Player, Score};
///
/// /// Take one or two stones; whoever takes the last one wins.
/// #[derive(Clone)]
/// struct Stones { left: u32, to_move: Player }
///
/// impl Game for Stones {
///     type Move = u32;
///     fn to_move(&self) -> Player { self.to_move }
///     fn moves(&self) -> impl Iterator<Item = u32> { 1..=self.left.min(2) }
///     fn play(&mut self, taken: u32) {
///         self.left -= taken;
///         self.to_move = self.to_move.other();
///     }
///     fn outcome(&self) -> Option<Score> { (self.left == 0).then_some(Score::LOSS) }
/// }
///
/// let report = pleach::textbook::solve(&Stones { left: 4, to_move: Player::Max });
/// assert_eq!(report.best, Some(1));
/// assert_eq!(report.value, Score::win_in(3));
/// ```
pub trait Game: Clone {
    /// A move. Two moves of one position are equal only if they are the same move.
    type Move: Copy + Eq + Debug;

    /// Whether every move costs one ply and hands the turn to the opponent.
    ///
    /// Set this to `false` if a side may move twice running (extra turns) or if some move costs
    /// another number of plies than one; searches then ask [`Game::to_move`] and [`Game::cost`] at
    /// every move. The test kit checks the claim.
    const REGULAR_TURNS: bool = true;

    /// Whether values may be wins and losses by their distance in plies ([`Score::WIN`], [`Score::LOSS`]).
    ///
    /// Set this to `false` if the game is played for points alone, in outcomes, bounds and whatever evaluators
    /// and knowledge say: searches then need not count how far away they are. The test kit checks the claim.
    const COUNTS_PLIES: bool = true;

    /// Whose turn it is.
    fn to_move(&self) -> Player;

    /// The legal moves, each once, in a fixed order. There is at least one while the game goes on
    /// and none once it is over: a position has moves or an [outcome](Game::outcome). A search that meets one with
    /// neither ends with [`Stopped::DeadEnd`](crate::Stopped::DeadEnd); by name it tells the position.
    fn moves(&self) -> impl Iterator<Item = Self::Move>;

    /// Plays a legal move. What happens with any other is up to the game, as long as it does not
    /// break the program's memory.
    fn play(&mut self, mv: Self::Move);

    /// `Some` once the game is over: what it is worth to the side to move, as points
    /// ([`Score::new`]) or as [`Score::WIN`], [`Score::LOSS`] (searches then prefer the quicker win).
    fn outcome(&self) -> Option<Score>;

    /// The number of plies a move uses up; a forced pass may cost 0. Asked only where
    /// [`Game::REGULAR_TURNS`] is `false`. No endless line of play may be free.
    #[inline]
    fn cost(&self, _mv: Self::Move) -> u32 {
        1
    }

    /// The lowest and the highest score that any continuation can have for the side to move. A
    /// search that has found the highest needs to look no further (the direct cut-off). The default
    /// claims nothing.
    #[inline]
    fn score_bounds(&self) -> (Score, Score) {
        (Score::MIN, Score::MAX)
    }

    /// The position if the side to move could do nothing, where that says how much a move is worth: not in
    /// check, and not where whoever must move is worse off. For the [null move](crate::prune::NullMove).
    #[inline]
    fn passed(&self) -> Option<Self> {
        None
    }

    /// The position after a move.
    #[inline]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play(mv);
        next
    }
}

/// A game whose positions have a key, for tables and for the recognition of repetitions.
///
/// Equal positions have equal keys, whose turn it is included; different positions should differ in
/// a well-mixed 64-bit key. [`key_of`] makes one of anything that implements [`Hash`].
pub trait Hashed: Game {
    /// The key of this position.
    fn key(&self) -> u64;

    /// A key for a search that looks at most `plies` plies ahead: positions may share it if no line of
    /// play of that length tells them apart. The default is [`Hashed::key`].
    ///
    /// A game with a clock (chess' fifty moves) leaves the clock out of its key, or nothing would ever be
    /// repeated; here it adds the clock where that may run out within these plies.
    #[inline]
    fn key_within(&self, _plies: u32) -> u64 {
        self.key()
    }

    /// Whether the value of a position may depend on the way to it, so that tables must be careful. See
    /// [`Hashed::recurrence`].
    const HAS_PAST: bool = false;

    /// Whether part of the score is banked: see [`Hashed::banked`].
    const BANKS: bool = false;

    /// The points by which the side to move leads and that nothing in the rest of the game changes, in a game that
    /// [`BANKS`](Hashed::BANKS) them: captured stones, closed boxes.
    ///
    /// Keys leave these points out, so that positions which differ in nothing else share an entry of a table. Every outcome
    /// and every evaluation must then be the points banked and what the rest of the game, which the key tells, is worth;
    /// wins and losses by distance must not depend on the points. The test kit checks both.
    ///
    /// ```
    /// use pleach::{Game, Hashed, Player, Score};
    ///
    /// /// Take one or two coins of an even or an odd heap: even ones are worth 2, odd ones 1.
    /// #[derive(Clone)]
    /// struct Coins { left: u32, lead: i32, to_move: Player }
    /// # impl Game for Coins {
    /// #     type Move = u32;
    /// #     const COUNTS_PLIES: bool = false;
    /// #     fn to_move(&self) -> Player { self.to_move }
    /// #     fn moves(&self) -> impl Iterator<Item = u32> { 1..=self.left.min(2) }
    /// #     fn play(&mut self, taken: u32) {
    /// #         self.lead += self.to_move.view(if self.left % 2 == 0 { 2 } else { 1 });
    /// #         (self.left, self.to_move) = (self.left - taken, self.to_move.other());
    /// #     }
    /// #     fn outcome(&self) -> Option<Score> {
    /// #         (self.left == 0).then(|| Score::new(self.banked()))
    /// #     }
    /// # }
    /// impl Hashed for Coins {
    ///     const BANKS: bool = true;
    ///     fn key(&self) -> u64 { pleach::key_of(&(self.left, self.to_move)) }
    ///     fn banked(&self) -> i32 { self.to_move.view(self.lead) }
    /// }
    ///
    /// let coins = |lead| Coins { left: 30, lead, to_move: Player::Max };
    /// let value = |game: &Coins| {
    ///     pleach::engine::Engine::new(&()).search(game, &pleach::Limits::none()).unwrap().value
    /// };
    /// assert_eq!(value(&coins(7)), value(&coins(0)).plus(7));
    /// ```
    #[inline]
    fn banked(&self) -> i32 {
        0
    }

    /// If the game is over here because the position has been there before: when that was. A value that
    /// rests on a position before some node is no value of that node by itself, and no table keeps it.
    #[inline]
    fn recurrence(&self) -> Option<Recurrence> {
        None
    }

    /// What the game is worth to the side to move when this position stands on the board for the
    /// `occurrence`-th time (2 = it has been there once before), or `None` if play goes on. The
    /// default knows no rule of repetition. See [`Repeating`](crate::Repeating).
    #[inline]
    fn repetition(&self, _occurrence: u32) -> Option<Score> {
        None
    }

    /// How many plies ago a position that may come back can have been on the board, at the most. After a move
    /// that nothing undoes, such as a capture in chess, it is 0. The default knows of no such moves.
    #[inline]
    fn reversible(&self) -> u32 {
        u32::MAX
    }
}

/// A key of a position with the points that it has banked, which its own keys leave out: with other points it is
/// another position.
#[inline]
pub(crate) fn key_with_bank<G: Hashed>(game: &G, key: u64) -> u64 {
    if G::BANKS { mix(key ^ u64::from(game.banked().cast_unsigned())) } else { key }
}

/// When a position has been on the board before. See [`Hashed::recurrence`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// Plies since the first time.
    pub since_first: u32,
    /// Plies since the last time before now.
    pub since_last: u32,
}

/// A game whose board has symmetries: rotations, reflections and the like.
pub trait Symmetric: Hashed {
    /// The positions that are this one seen otherwise, this one included; the same side is to move
    /// in all of them, and all have the same value.
    fn images(&self) -> impl Iterator<Item = Self>;

    /// A key that all images share.
    fn canonical_key(&self) -> u64 {
        self.images().map(|image| image.key()).min().unwrap_or_else(|| self.key())
    }
}

/// A game in which the two sides can change places.
pub trait Swappable: Game {
    /// The same position with the sides exchanged: whoever is to move here has the place of whoever
    /// is to move there, so it has the same value for the side to move.
    fn swapped(&self) -> Self;
}

/// The static value of positions: a [`Score`], or an [`Interval`](crate::Interval) or a
/// [`Distribution`](crate::Distribution) for searches over uncertain values. Always for the side to
/// move, and well inside `±`[`Score::LIMIT`].
///
/// Any function of the position will do:
///
/// ```
/// use pleach::{Evaluate, Score};
/// let by_size = |pile: &Vec<u8>| Score::new(pile.len() as i32);
/// assert_eq!(by_size.evaluate(&vec![1, 2]), Score::new(2));
/// ```
pub trait Evaluate<G> {
    /// What the evaluation is expressed in.
    type Value;

    /// The static value of the position for the side to move.
    fn evaluate(&self, game: &G) -> Self::Value;

    /// The same for a search that wants the exact value only inside a window: at most alpha it may be any
    /// upper bound, from beta on any lower bound. An evaluator that searches by itself, as quiescence
    /// does, saves most of its work by this.
    #[inline]
    fn evaluate_within(&self, game: &G, _window: Window) -> Self::Value {
        self.evaluate(game)
    }
}

impl<G, V, F: Fn(&G) -> V> Evaluate<G> for F {
    type Value = V;

    #[inline]
    fn evaluate(&self, game: &G) -> V {
        self(game)
    }
}

/// Knows nothing and calls every position even: for searches to the end of the game.
impl<G> Evaluate<G> for () {
    type Value = Score;

    #[inline]
    fn evaluate(&self, _game: &G) -> Score {
        Score::ZERO
    }
}

/// A 64-bit key of anything that can be hashed, the same on every machine and in every run.
///
/// Rust's own hashers make no such promise. Bytes are folded in by multiplication and finished by
/// [`mix`]; that is quick enough for a start, and a Zobrist key can replace it when it shows in a profile.
///
/// ```
/// use pleach::key_of;
/// assert_eq!(key_of(&(1u8, 2u8)), key_of(&(1u8, 2u8)));
/// assert_ne!(key_of(&(1u8, 2u8)), key_of(&(2u8, 1u8)));
/// ```
pub fn key_of<T: Hash>(value: &T) -> u64 {
    struct Folding(u64);
    impl Hasher for Folding {
        fn write(&mut self, bytes: &[u8]) {
            for chunk in bytes.chunks(8) {
                let mut word = [0; 8];
                word[..chunk.len()].copy_from_slice(chunk);
                self.write_u64(u64::from_le_bytes(word));
            }
        }
        fn write_u8(&mut self, word: u8) {
            self.write_u64(word.into());
        }
        fn write_u16(&mut self, word: u16) {
            self.write_u64(word.into());
        }
        fn write_u32(&mut self, word: u32) {
            self.write_u64(word.into());
        }
        fn write_u64(&mut self, word: u64) {
            self.0 = mix(self.0 ^ word);
        }
        fn write_usize(&mut self, word: usize) {
            self.write_u64(word as u64);
        }
        fn finish(&self) -> u64 {
            self.0
        }
    }
    let mut folding = Folding(0);
    value.hash(&mut folding);
    folding.finish()
}

/// The finishing step of the SplitMix64 generator, after adding its constant: a bijection of the
/// 64-bit words that leaves no visible relation between input and output. All that is random in
/// [`tree`](crate::tree) comes from it, so that trees are the same on every machine.
///
/// ```
/// // The generator's first output for the seed 0, as published.
/// assert_eq!(pleach::mix(0), 0xe220a8397b1dcdaf);
/// ```
#[inline]
pub const fn mix(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
