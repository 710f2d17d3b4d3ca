//! The value of a position, as an integer that knows wins and losses by their distance.

use std::fmt;
use std::ops::Neg;

/// The value of a position, from the point of view of the side to move.
///
/// A score is an `i32` in one of three bands, so that one comparison orders them all:
///
/// | band | meaning |
/// |---|---|
/// | [`Score::win_in`]`(n)` = [`Score::WIN`]` - n` | the side to move wins in `n` plies; sooner is better |
/// | [`Score::new`]`(v)` with `\|v\| <= `[`Score::LIMIT`] | an evaluation, or points at the end of a game |
/// | [`Score::loss_in`]`(n)` = [`Score::LOSS`]` + n` | the side to move loses in `n` plies; later is better |
///
/// [`Score::MIN`] and [`Score::MAX`] lie outside all bands and stand for minus and plus infinity.
/// `i32::MIN` is never a score, so negation cannot overflow.
///
/// ```
/// use pleach::Score;
/// assert!(Score::win_in(1) > Score::win_in(3));
/// assert!(Score::win_in(3) > Score::new(5_000));
/// assert_eq!(-Score::win_in(2), Score::loss_in(2));
/// assert_eq!(-Score::MAX, Score::MIN);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// Plus infinity: above every score a position can have.
    pub const MAX: Score = Score(i32::MAX);
    /// Minus infinity: below every score a position can have.
    pub const MIN: Score = Score(-i32::MAX);
    /// The game is over and the side to move has won it.
    pub const WIN: Score = Score(2_000_000_000);
    /// The game is over and the side to move has lost it.
    pub const LOSS: Score = Score(-2_000_000_000);
    /// Nobody is ahead.
    pub const ZERO: Score = Score(0);
    /// Wins and losses further away than this many plies are not told apart.
    pub(crate) const MAX_DISTANCE: u32 = 1_000_000;
    /// The largest absolute value of an evaluation.
    pub const LIMIT: i32 = Score::WIN.0 - Score::MAX_DISTANCE as i32 - 1;

    /// An evaluation or a number of points. Values beyond [`Score::LIMIT`] are held at the limit,
    /// so that no evaluation can be mistaken for a win.
    ///
    /// ```
    /// # use pleach::Score;
    /// assert_eq!(Score::new(7).get(), 7);
    /// assert_eq!(Score::new(i32::MAX).get(), Score::LIMIT);
    /// ```
    #[inline]
    pub const fn new(value: i32) -> Score {
        if value > Score::LIMIT {
            Score(Score::LIMIT)
        } else if value < -Score::LIMIT {
            Score(-Score::LIMIT)
        } else {
            Score(value)
        }
    }

    /// The side to move wins in `plies` plies.
    ///
    /// ```
    /// # use pleach::Score;
    /// assert_eq!(Score::win_in(0), Score::WIN);
    /// assert_eq!(Score::win_in(3).distance(), Some(3));
    /// ```
    #[inline]
    pub const fn win_in(plies: u32) -> Score {
        Score(Score::WIN.0 - if plies > Score::MAX_DISTANCE { Score::MAX_DISTANCE } else { plies } as i32)
    }

    /// The side to move loses in `plies` plies. See [`Score::win_in`].
    #[inline]
    pub const fn loss_in(plies: u32) -> Score {
        Score(-Score::win_in(plies).0)
    }

    /// The bare number; larger is better for the side to move.
    #[inline]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// The score that [`Score::get`] told as these bits; what no score has is taken for minus infinity.
    #[inline]
    pub(crate) const fn from_bits(bits: u32) -> Score {
        if bits as i32 == i32::MIN { Score::MIN } else { Score(bits as i32) }
    }

    /// Whether this is a win by distance.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 > Score::LIMIT && self.0 <= Score::WIN.0
    }

    /// Whether this is a loss by distance.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 < -Score::LIMIT && self.0 >= Score::LOSS.0
    }

    /// Whether this is one of the two infinities.
    #[inline]
    pub const fn is_infinite(self) -> bool {
        self.0 == Score::MAX.0 || self.0 == Score::MIN.0
    }

    /// Whether this is an evaluation or a number of points: neither a win, a loss nor an infinity.
    #[inline]
    pub const fn is_evaluation(self) -> bool {
        // PERF: one comparison for both ends.
        self.0.wrapping_add(Score::LIMIT) as u32 <= 2 * Score::LIMIT as u32
    }

    /// The number of plies to the win or loss this score announces.
    ///
    /// ```
    /// # use pleach::Score;
    /// assert_eq!(Score::loss_in(4).distance(), Some(4));
    /// assert_eq!(Score::new(12).distance(), None);
    /// ```
    pub const fn distance(self) -> Option<u32> {
        if self.is_win() {
            Some((Score::WIN.0 - self.0) as u32)
        } else if self.is_loss() {
            Some((self.0 - Score::LOSS.0) as u32)
        } else {
            None
        }
    }

    /// This score seen from `plies` plies earlier: wins and losses move that much further away,
    /// evaluations stay what they are. A search applies it where a game ends, and a table where
    /// it reads an entry.
    ///
    /// ```
    /// # use pleach::Score;
    /// assert_eq!(Score::LOSS.after(3), Score::loss_in(3));
    /// assert_eq!(Score::new(12).after(3), Score::new(12));
    /// ```
    #[inline]
    pub const fn after(self, plies: u32) -> Score {
        // PERF: nearly all leaves end here, by one comparison.
        if self.is_evaluation() {
            return self;
        }
        match self.distance() {
            None => self,
            Some(distance) if self.0 > 0 => Score::win_in(distance.saturating_add(plies)),
            Some(distance) => Score::loss_in(distance.saturating_add(plies)),
        }
    }

    /// The inverse of [`Score::after`]: this score seen from `plies` plies later, as a table stores it.
    ///
    /// ```
    /// # use pleach::Score;
    /// assert_eq!(Score::win_in(5).before(3), Score::win_in(2));
    /// assert_eq!(Score::new(12).before(3), Score::new(12));
    /// ```
    #[inline]
    pub const fn before(self, plies: u32) -> Score {
        // PERF: as in `after`.
        if self.is_evaluation() {
            return self;
        }
        match self.distance() {
            None => self,
            Some(distance) if self.0 > 0 => Score::win_in(distance.saturating_sub(plies)),
            Some(distance) => Score::loss_in(distance.saturating_sub(plies)),
        }
    }

    /// The next higher score, where a null window needs it. Infinity stays infinity.
    ///
    /// ```
    /// # use pleach::Score;
    /// assert_eq!(Score::new(3).next_up(), Score::new(4));
    /// assert_eq!(Score::MAX.next_up(), Score::MAX);
    /// ```
    #[inline]
    pub const fn next_up(self) -> Score {
        Score(self.0.saturating_add(1))
    }

    /// The next lower score. Minus infinity stays minus infinity.
    ///
    /// ```
    /// # use pleach::Score;
    /// assert_eq!(Score::new(3).next_down(), Score::new(2));
    /// assert_eq!(Score::MIN.next_down(), Score::MIN);
    /// ```
    #[inline]
    pub const fn next_down(self) -> Score {
        if self.0 == Score::MIN.0 { self } else { Score(self.0 - 1) }
    }

    /// This score with so many points more: an evaluation moves, though not beyond the limit; wins and losses by
    /// distance and the infinities stay what they are. A table stores scores without what is
    /// [banked](crate::Hashed::banked), and adds it where it reads an entry.
    ///
    /// ```
    /// # use pleach::Score;
    /// assert_eq!(Score::new(3).with_points(4), Score::new(7));
    /// assert_eq!(Score::win_in(3).with_points(4), Score::win_in(3));
    /// ```
    #[inline]
    pub const fn with_points(self, points: i32) -> Score {
        if self.is_evaluation() { Score::new(self.0.saturating_add(points)) } else { self }
    }

    /// This score moved by `difference` points, never beyond the infinities.
    ///
    /// ```
    /// # use pleach::Score;
    /// assert_eq!(Score::new(3).plus(-5), Score::new(-2));
    /// assert_eq!(Score::MAX.plus(5), Score::MAX);
    /// ```
    #[inline]
    pub const fn plus(self, difference: i32) -> Score {
        if self.is_infinite() {
            return self;
        }
        let sum = self.0.saturating_add(difference);
        Score(if sum < Score::MIN.0 { Score::MIN.0 } else { sum })
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// An integer that is no score: only the open range between the infinities is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a score: values lie between -{limit} and {limit}", limit = Score::LIMIT)]
pub struct ScoreOutOfRange(pub i64);

impl TryFrom<i64> for Score {
    type Error = ScoreOutOfRange;

    /// The evaluation with this value, or an error where [`Score::new`] would hold it at the limit.
    fn try_from(value: i64) -> Result<Score, ScoreOutOfRange> {
        if value.abs() <= i64::from(Score::LIMIT) {
            Ok(Score(value as i32))
        } else {
            Err(ScoreOutOfRange(value))
        }
    }
}

/// As people read it: `+inf`, `-inf`, `+inf-1` beside an infinity, `win in 3`, `loss in 4`, or the number.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(distance) = self.distance() {
            let word = if self.is_win() { "win" } else { "loss" };
            return f.pad(&format!("{word} in {distance}"));
        }
        let text = match *self {
            Score::MAX => "+inf".to_owned(),
            Score::MIN => "-inf".to_owned(),
            above if above > Score::WIN => format!("+inf-{}", Score::MAX.0 - above.0),
            below if below < Score::LOSS => format!("-inf+{}", below.0 - Score::MIN.0),
            number => number.0.to_string(),
        };
        f.pad(&text)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl serde::Serialize for Score {
    /// The bare number, so that programs need not parse words; beyond all bands, where only the ends
    /// of windows lie, the text `"+inf"`, `"-inf"`, `"+inf-1"`.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let beyond = self.0 > Score::WIN.0 || self.0 < Score::LOSS.0;
        if beyond { serializer.collect_str(self) } else { serializer.serialize_i32(self.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_score() -> impl Strategy<Value = Score> {
        prop_oneof![
            (-Score::LIMIT..=Score::LIMIT).prop_map(Score::new),
            (0..=Score::MAX_DISTANCE).prop_map(Score::win_in),
            (0..=Score::MAX_DISTANCE).prop_map(Score::loss_in),
            Just(Score::MAX),
            Just(Score::MIN),
        ]
    }

    proptest! {
        #[test]
        fn negation_reverses_order_and_is_its_own_inverse(a in any_score(), b in any_score()) {
            prop_assert_eq!(-(-a), a);
            prop_assert_eq!(a < b, -b < -a);
        }

        #[test]
        fn distance_shifts_invert_each_other(a in any_score(), plies in 0u32..1_000) {
            let distance = a.distance().unwrap_or(0);
            if distance + plies <= Score::MAX_DISTANCE {
                prop_assert_eq!(a.after(plies).before(plies), a);
            }
        }

        #[test]
        fn distance_shifts_keep_the_order(a in any_score(), b in any_score(), plies in 0u32..1_000) {
            prop_assert!(a > b || a.after(plies) <= b.after(plies));
        }

        #[test]
        fn neighbours_are_adjacent(a in any_score()) {
            prop_assert!(a.next_up() > a || a == Score::MAX);
            prop_assert!(a.next_down() < a || a == Score::MIN);
        }

        #[test]
        fn moving_never_passes_infinity(a in any_score(), by in any::<i32>()) {
            let moved = a.plus(by);
            prop_assert!((Score::MIN..=Score::MAX).contains(&moved));
            prop_assert_eq!(-(-moved), moved);
        }
    }

    #[test]
    fn shown_as_the_papers_show_them() {
        let shown: Vec<String> = [
            Score::MAX,
            Score::MAX.next_down(),
            Score::MIN,
            Score::MIN.next_up(),
            Score::win_in(3),
            Score::loss_in(0),
            Score::new(-7),
        ]
        .iter()
        .map(Score::to_string)
        .collect();
        assert_eq!(shown, ["+inf", "+inf-1", "-inf", "-inf+1", "win in 3", "loss in 0", "-7"]);
    }

    #[test]
    fn values_out_of_range_are_refused() {
        assert_eq!(Score::try_from(12), Ok(Score::new(12)));
        assert!(Score::try_from(i64::from(Score::LIMIT) + 1).is_err());
        assert!(Score::try_from(i64::MIN + 1).is_err());
    }
}
