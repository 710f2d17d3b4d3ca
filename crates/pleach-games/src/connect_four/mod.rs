//! Connect Four: stones fall to the lowest empty slot of a column, and four in a row win.
//!
//! The usual board has seven columns of six slots; the options `width` and `height` give any other
//! that fits into 64 bits ([`Size`]). The first player is Max (`X`), the second Min (`O`).
//!
//! **Representation.** A position is two words: the stones of the side to move and all stones, column
//! by column with one padding bit on top of each. Adding the lowest bit of every column to the
//! occupied slots carries to the lowest empty ones, which are all the moves at once; a move is such a
//! bit ([`Slot`]), and playing it takes two operations. The sum of the two words tells every position
//! from every other ([`ConnectFour::unique_key`]): in each column the highest set bit of the sum plus
//! one stands on top of the stones, and below it the stones are told apart by their bits.
//!
//! One type serves all sizes. Its operations are written once for any size, and are compiled twice:
//! for the usual size, known at compile time, and out of line for all others. What remains of the
//! choice at run time is one comparison that is always predicted.
//!
//! **Scores** are those that solvers print: a win that leaves m stones on a board of n slots is worth
//! (n + 2 - m) / 2 points, rounded down. On the usual board that is 22 minus the number of the
//! winner's stones: 18 at the soonest, 1 for a win with one's last stone. They are points and not
//! distances, so a search needs no shift from ply to ply. A static evaluation is an estimate of the
//! same points; whole points are coarse for that, so [`ConnectFour::with_scale`] multiplies all of them.
//!
//! **Uncertain values.** [`ProvenBounds`] gives the interval that the exact score lies in for certain,
//! [`Forecast`] a distribution on it. Both count in the game's points times its scale, so that searches can
//! compare them with outcomes. A distribution has masses on whole points only, since no game ends with
//! another score. Leave the scale at 1 for them: what lies between two scores is said by their masses.
//!
//! **Knowledge** for solvers is in the methods: [`ConnectFour::winning_slots`],
//! [`ConnectFour::non_losing_slots`], [`ConnectFour::threats_after`], and the bounds
//! [`ConnectFour::follow_up_bounds`] from the play of zugzwang.

/// Does a piece of work with the size of a board.
///
/// PERF: it is written out twice: with the usual size as a constant, so that all shifts and masks are constants
/// too, and with any other out of line, where it does not weigh on the callers. A function that is handed the work
/// would not do: the compiler makes one copy for both.
macro_rules! sized {
    ($game:expr, |$size:ident| $work:expr) => {
        if $game.size() == $crate::connect_four::Size::STANDARD {
            let $size = $crate::connect_four::Size::STANDARD;
            $work
        } else {
            $crate::connect_four::out_of_line($game.size(), |$size| $work)
        }
    };
}

#[cold]
#[inline(never)]
fn out_of_line<T>(size: Size, work: impl FnOnce(Size) -> T) -> T {
    work(size)
}

mod bounds;
mod evaluator;
mod forecast;
mod guide;
mod history;
mod lines;
mod notation;
mod picture;
mod placement;
mod size;
mod slots;
mod tactics;
mod threats;

pub use bounds::ProvenBounds;
pub use evaluator::Evaluator;
pub use forecast::Forecast;
pub use guide::{Guide, Outlook};
pub use placement::Placement;
pub use size::{Size, SizeError};
pub use slots::{Slot, Slots};
pub use threats::Threats;

use pleach::registry::{Entry, Forecasts, Hosted};
use pleach::{Game, Hashed, Player, Score, Spec, SpecError, Symmetric, mix};

/// A position of Connect Four.
///
/// ```
/// use pleach::{Game, Notation, Score};
/// use pleach_games::ConnectFour;
/// // Three in a row at the bottom, open at both ends: the first player wins with the fourth stone.
/// let game = ConnectFour::new().parse("332244").unwrap();
/// assert_eq!(game.after(game.slot_in(1).unwrap()).outcome(), Some(Score::new(-18)));
/// assert_eq!(pleach::perft(&ConnectFour::new(), 4), 2401);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConnectFour {
    /// The stones of the side to move.
    own: u64,
    /// All stones.
    mask: u64,
    size: Size,
    scale: u16,
    /// The number of stones, so that nobody has to count bits. PERF: with these four bytes there is no
    /// padding left in the struct, which would be copied byte by byte.
    stones: u32,
}

impl Default for ConnectFour {
    fn default() -> Self {
        ConnectFour::with_size(Size::STANDARD)
    }
}

impl ConnectFour {
    /// The most bits that [`ConnectFour::unique_key`] has on a board of any size; on the usual board
    /// [`ConnectFour::key_bits`] says 49.
    pub const KEY_BITS: u32 = u64::BITS;

    /// The largest factor [`ConnectFour::with_scale`] takes.
    pub const MAX_SCALE: u16 = 1000;

    /// The empty board of seven columns and six rows.
    pub fn new() -> Self {
        ConnectFour::default()
    }

    /// An empty board of any size.
    ///
    /// ```
    /// use pleach::perft;
    /// use pleach_games::{ConnectFour, connect_four::Size};
    /// let small = ConnectFour::with_size(Size::new(4, 4)?);
    /// assert_eq!(perft(&small, 3), 64);
    /// # Ok::<(), pleach_games::connect_four::SizeError>(())
    /// ```
    pub fn with_size(size: Size) -> Self {
        ConnectFour { own: 0, mask: 0, size, stones: 0, scale: 1 }
    }

    /// Makes every point worth `scale`, in outcomes and in evaluations alike, so that evaluations
    /// can say less than a whole point. At least 1 and at most [`ConnectFour::MAX_SCALE`].
    ///
    /// ```
    /// use pleach::{Game, Notation, Score};
    /// use pleach_games::ConnectFour;
    /// let over = ConnectFour::new().with_scale(100).parse("3322441").unwrap();
    /// assert_eq!(over.outcome(), Some(Score::new(-1800)));
    /// ```
    pub fn with_scale(mut self, scale: u16) -> Self {
        self.scale = scale.clamp(1, ConnectFour::MAX_SCALE);
        self
    }

    /// The size of the board.
    ///
    /// ```
    /// use pleach_games::{ConnectFour, connect_four::Size};
    /// assert_eq!(ConnectFour::new().size(), Size::STANDARD);
    /// ```
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// What one point is worth; see [`ConnectFour::with_scale`].
    #[inline]
    pub fn scale(&self) -> i32 {
        i32::from(self.scale)
    }

    /// The number of stones on the board.
    ///
    /// ```
    /// use pleach::Notation;
    /// use pleach_games::ConnectFour;
    /// assert_eq!(ConnectFour::new().parse("4453").unwrap().stones(), 4);
    /// ```
    #[inline]
    pub fn stones(&self) -> u32 {
        self.stones
    }

    /// The stones of the side to move and all stones, a bit a slot: see [`Slot::bit`].
    ///
    /// ```
    /// use pleach::Notation;
    /// use pleach_games::ConnectFour;
    /// assert_eq!(ConnectFour::new().parse("12").unwrap().boards(), (1 << 0, 1 << 0 | 1 << 7));
    /// ```
    #[inline]
    pub fn boards(&self) -> (u64, u64) {
        (self.own, self.mask)
    }

    /// The stones of the side that has just moved.
    #[inline]
    fn other(&self) -> u64 {
        self.own ^ self.mask
    }

    /// Whether the side that has just moved has four in a row. The other side cannot have: the game
    /// would have been over before.
    #[inline]
    fn is_won(&self) -> bool {
        sized!(self, |size| lines::fours(self.other(), size) != 0)
    }

    /// The points of a win that leaves this many stones on the board; none if it has no room for them.
    #[inline(always)]
    fn points(&self, stones: u32, size: Size) -> i32 {
        (size.slots() + 2).saturating_sub(stones) as i32 / 2 * self.scale()
    }

    /// The bounds of the score while the game goes on: nobody can win sooner than with the next
    /// stone, nor before having four.
    #[inline(always)]
    fn bounds_in_play(&self, size: Size) -> (Score, Score) {
        // The first player's fourth stone is the seventh on the board, the second player's the eighth.
        let soonest = (self.stones + 1).max(7 + self.stones % 2);
        let soonest_loss = (self.stones + 2).max(8 - self.stones % 2);
        (Score::new(-self.points(soonest_loss, size)), Score::new(self.points(soonest, size)))
    }

    /// The slot where a stone dropped into a column comes to rest, with columns counted from 1 as
    /// players do. None if the column is full or not there, or the game is over.
    ///
    /// ```
    /// use pleach::Notation;
    /// use pleach_games::ConnectFour;
    /// let game = ConnectFour::new().parse("444444").unwrap();
    /// assert!(game.slot_in(4).is_none() && game.slot_in(8).is_none() && game.slot_in(1).is_some());
    /// ```
    pub fn slot_in(&self, column: u32) -> Option<Slot> {
        self.moves().find(|&slot| self.column_of(slot) == column)
    }

    /// The column of a slot, counted from 1.
    ///
    /// ```
    /// use pleach::Game;
    /// use pleach_games::ConnectFour;
    /// let game = ConnectFour::new();
    /// let columns: Vec<u32> = game.moves().map(|slot| game.column_of(slot)).collect();
    /// assert_eq!(columns, [1, 2, 3, 4, 5, 6, 7]);
    /// ```
    pub fn column_of(&self, slot: Slot) -> u32 {
        self.size.column_of(slot.bit()) + 1
    }

    /// A number that no other position of the same size has, below 2 to the power of
    /// [`ConnectFour::key_bits`]: what a table must compare to be sure.
    ///
    /// ```
    /// use pleach::Notation;
    /// use pleach_games::ConnectFour;
    /// let (one, other) = (ConnectFour::new().parse("123").unwrap(), ConnectFour::new().parse("321").unwrap());
    /// assert_eq!(one.unique_key(), other.unique_key());
    /// assert_eq!(one.key_bits(), 49);
    /// assert!(one.unique_key() < 1 << one.key_bits());
    /// ```
    #[inline]
    pub fn unique_key(&self) -> u64 {
        // With h stones in a column the sum of both words lies between 2^h - 1 and 2^(h+1) - 2, so it
        // tells the height and then the stones, and never reaches the next column.
        self.own + self.mask
    }

    /// The number of bits of [`ConnectFour::unique_key`] on a board of this size.
    #[inline]
    pub fn key_bits(&self) -> u32 {
        self.size.bits()
    }

    /// The position seen in a mirror, with the columns in the opposite order.
    ///
    /// ```
    /// use pleach::Notation;
    /// use pleach_games::ConnectFour;
    /// let game = ConnectFour::new().parse("1123").unwrap();
    /// assert_eq!(game.mirrored(), ConnectFour::new().parse("7765").unwrap());
    /// ```
    pub fn mirrored(&self) -> Self {
        sized!(self, |size| ConnectFour { own: size.mirror(self.own), mask: size.mirror(self.mask), ..*self })
    }
}

impl Game for ConnectFour {
    type Move = Slot;
    const COUNTS_PLIES: bool = false;

    #[inline]
    fn to_move(&self) -> Player {
        if self.stones.is_multiple_of(2) { Player::Max } else { Player::Min }
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = Slot> {
        if self.is_won() { Slots::EMPTY } else { self.possible_slots() }
    }

    #[inline]
    fn play(&mut self, slot: Slot) {
        self.own ^= self.mask;
        self.mask |= slot.mask();
        self.stones = self.stones.wrapping_add(1);
    }

    #[inline]
    fn outcome(&self) -> Option<Score> {
        sized!(self, |size| {
            if lines::fours(self.other(), size) != 0 {
                return Some(Score::new(-self.points(self.stones(), size)));
            }
            (self.stones() == size.slots()).then_some(Score::ZERO)
        })
    }

    #[inline]
    fn score_bounds(&self) -> (Score, Score) {
        if let Some(outcome) = self.outcome() {
            return (outcome, outcome);
        }
        sized!(self, |size| self.bounds_in_play(size))
    }
}

/// The key is [`ConnectFour::unique_key`] mixed by a bijection: different positions of a size never
/// share it.
impl Hashed for ConnectFour {
    #[inline]
    fn key(&self) -> u64 {
        mix(self.unique_key())
    }
}

impl Symmetric for ConnectFour {
    fn images(&self) -> impl Iterator<Item = Self> {
        [*self, self.mirrored()].into_iter()
    }

    #[inline]
    fn canonical_key(&self) -> u64 {
        let key = self.unique_key();
        mix(key.min(sized!(self, |size| size.mirror(key))))
    }
}

pub(crate) fn entry() -> Entry {
    let options = "width=N, height=N: the board (7 by 6; N * (height + 1) up to 64 bits); \
        eval=threats|placement: the evaluator; scale=N: what a point is worth (1)";
    Entry::new("connect-four", "four in a row with falling stones", options, |mut spec: Spec| {
        let name = spec.to_string();
        let game = game_of(&mut spec)?;
        let evaluator = spec.take_one_of("eval", &Evaluator::NAMES)?.unwrap_or(Evaluator::threats);
        spec.finish()?;
        Ok(Hosted::new(name, game, evaluator(game.size()))
            .knowledge(Guide)
            .identified_by(Symmetric::canonical_key)
            .seen_as(|game| game.images().collect(), Symmetric::canonical_key)
            .forecasts(Forecasts::new(Forecast::default(), ProvenBounds))
            .tunable())
    })
}

fn game_of(spec: &mut Spec) -> Result<ConnectFour, SpecError> {
    let side = "a whole number from 1 to 63";
    let width = spec.take("width", side)?.unwrap_or(Size::STANDARD.width());
    let height = spec.take("height", side)?.unwrap_or(Size::STANDARD.height());
    let size = Size::new(width, height).map_err(|error| spec.error(error))?;
    let in_range =
        |text: &str| text.parse().ok().filter(|scale| (1..=ConnectFour::MAX_SCALE).contains(scale));
    let scale = spec.take_with("scale", "a whole number from 1 to 1000", in_range)?.unwrap_or(1);
    Ok(ConnectFour::with_size(size).with_scale(scale))
}
