//! What the exact score can still be, without searching.

use super::ConnectFour;
use super::lines::completions;
use super::size::Size;
use super::tactics::safe_landings;
use pleach::{Evaluate, Game, Interval, Score};

/// Bounds of the exact score, from the stones on the board alone: a win with the next stone and a loss
/// with the one after it are exact; otherwise nobody can win sooner than with the stones after these, and
/// [zugzwang](ConnectFour::follow_up_bounds) may keep a side from winning at all. A finished game has its
/// exact score.
///
/// Counted in the points of the game times its scale, like its outcome; see the [module](super).
///
/// ```
/// use pleach::{Evaluate, Interval, Notation, Score};
/// use pleach_games::{ConnectFour, connect_four::ProvenBounds};
/// let bounds = |text: &str| ProvenBounds.evaluate(&ConnectFour::new().parse(text).unwrap());
/// let interval = |low, high| Interval::new(Score::new(low), Score::new(high)).unwrap();
/// assert_eq!(bounds("332244"), Interval::point(Score::new(18))); // wins with the next stone
/// assert_eq!(bounds("33224"), Interval::point(Score::new(-18))); // cannot stop both ends
/// assert_eq!(bounds("7434544713245617326475"), interval(-9, -1)); // loses by zugzwang
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ProvenBounds;

impl Evaluate<ConnectFour> for ProvenBounds {
    type Value = Interval;

    #[inline]
    fn evaluate(&self, game: &ConnectFour) -> Interval {
        match game.outcome() {
            Some(outcome) => Interval::point(outcome),
            None => sized!(game, |size| game.proven_bounds(size)),
        }
    }
}

impl ConnectFour {
    /// The bounds while the game goes on.
    #[inline(always)]
    fn proven_bounds(&self, size: Size) -> Interval {
        let with_stones_more = |stones: u32| Score::new(self.points(self.stones + stones, size));
        let (empty, landings) = (self.empty(size), self.landings(size));
        if completions(self.own, size) & landings != 0 {
            return Interval::point(with_stones_more(1));
        }
        if safe_landings(landings, completions(self.other(), size) & empty) == 0 {
            return Interval::point(-with_stones_more(2));
        }
        let (low, high) = self.follow_up_bounds_on(size);
        let (low, high) = (low.max(-with_stones_more(4)), high.min(with_stones_more(3)));
        // Where stones float, which no game leads to, the bounds may cross.
        Interval::new(low.min(high), high).expect("just put in order")
    }
}
