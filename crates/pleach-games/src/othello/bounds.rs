//! What the end of a game can still be, without searching.

use super::Othello;
use super::stable::stable_both;
use pleach::{Evaluate, Game, Interval, Score};

/// The scores that a game can still end with, whatever both sides do: neither can lose its
/// [stable discs](super::stable_discs), and all else may go to its opponent. A finished game has its
/// exact score.
///
/// Counted in the unit of the game, like its outcome; see the [module](super).
///
/// ```
/// use pleach::{Evaluate, Interval, Player, Score};
/// use pleach_games::othello::{Othello, ProvenBounds};
/// let interval = |low, high| Interval::new(Score::new(low), Score::new(high)).unwrap();
/// let start = Othello::new();
/// assert_eq!(ProvenBounds.evaluate(&start), interval(-64, 64));
/// // Three discs along the edge from the corner a1 are safe, and two of the opponent's at h1.
/// let game = Othello::from_boards(start.own() | 0b0000_0111, start.other() | 0b1100_0000, Player::Max);
/// assert_eq!(ProvenBounds.evaluate(&game), interval(-64 + 2 * 3, 64 - 2 * 2));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ProvenBounds;

impl Evaluate<Othello> for ProvenBounds {
    type Value = Interval;

    #[inline]
    fn evaluate(&self, game: &Othello) -> Interval {
        if let Some(outcome) = game.outcome() {
            return Interval::point(outcome);
        }
        let (own, other) = stable_both(game.own, game.other);
        // The most is the score of a game in which the opponent keeps these discs and no others.
        let most = |stable: u64| Score::new((64 - 2 * stable.count_ones() as i32) * game.unit.per_disc());
        Interval::new(-most(own), most(other)).expect("both sides together have 64 squares")
    }
}
