//! Pairs of games with colours swapped.

use super::result::GameResult;
use super::tally::Tally;
use thiserror::Error;

/// The score per game of the five outcomes of a pair, in the order of the counts.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// What stands for a count of zero where a division or a logarithm needs more, the value fishtest uses.
const ALMOST_NONE: f64 = 1e-3;

/// Counts of the five outcomes of a pair of games from the same opening with colours swapped.
///
/// The two games of a pair depend on each other, since the opening favours the same colour in both; pairs
/// are independent. The variance of a match must therefore be taken over pairs. Wins, draws and losses are
/// kept beside them: a pair of one point may be two draws or a win and a loss.
///
/// ```
/// use pleach_lab::statistics::{GameResult, Pairs};
///
/// let mut pairs = Pairs::default();
/// pairs.add(GameResult::Win, GameResult::Draw);
/// pairs.add(GameResult::Win, GameResult::Loss);
/// assert_eq!(pairs.counts(), [0, 0, 1, 1, 0]);
/// assert_eq!(pairs.games(), 4);
/// assert_eq!(pairs.score(), Some(0.625));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pairs {
    counts: [u64; 5],
    tally: Tally,
}

/// Why counts of pairs are refused.
///
/// ```
/// use pleach_lab::statistics::{Pairs, PairsError, Tally};
///
/// let tally = Tally { wins: 1, draws: 0, losses: 0 };
/// assert_eq!(Pairs::new([0, 0, 0, 0, 1], tally), Err(PairsError::Contradiction));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PairsError {
    /// No list of games has both these pairs and these wins, draws and losses.
    #[error("the counts of pairs contradict the wins, draws and losses")]
    Contradiction,
}

impl Pairs {
    /// Pairs from stored counts: of 0, ½, 1, 1½ and 2 points, and of single games.
    ///
    /// ```
    /// use pleach_lab::statistics::{Pairs, Tally};
    ///
    /// let pairs = Pairs::new([1, 10, 78, 48, 13], Tally { wins: 78, draws: 206, losses: 16 })?;
    /// assert_eq!(pairs.games(), 300);
    /// # Ok::<(), pleach_lab::statistics::PairsError>(())
    /// ```
    ///
    /// # Errors
    /// [`PairsError::Contradiction`] if no list of games has these counts.
    pub fn new(counts: [u64; 5], tally: Tally) -> Result<Self, PairsError> {
        let [none, half, one, more, two] = counts.map(u128::from);
        // The only freedom: how many pairs of one point are two draws.
        let drawn_games =
            u128::from(tally.draws).checked_sub(half + more).ok_or(PairsError::Contradiction)?;
        let split = one.checked_sub(drawn_games / 2).ok_or(PairsError::Contradiction)?;
        let agree = drawn_games % 2 == 0
            && u128::from(tally.wins) == 2 * two + more + split
            && u128::from(tally.losses) == 2 * none + half + split;
        if agree { Ok(Self { counts, tally }) } else { Err(PairsError::Contradiction) }
    }

    /// Counts a pair, by the results of its two games from the same player's view; the example is at
    /// [`Pairs`].
    pub fn add(&mut self, first: GameResult, second: GameResult) {
        let half_points = |result| match result {
            GameResult::Win => 2,
            GameResult::Draw => 1,
            GameResult::Loss => 0,
        };
        let count = &mut self.counts[half_points(first) + half_points(second)];
        *count = count.saturating_add(1);
        self.tally.add(first);
        self.tally.add(second);
    }

    /// Counts the pairs of another match of the same players too.
    ///
    /// ```
    /// use pleach_lab::statistics::{GameResult, Pairs};
    ///
    /// let mut pairs = Pairs::default();
    /// pairs.add(GameResult::Win, GameResult::Win);
    /// pairs.merge(&pairs.reversed());
    /// assert_eq!(pairs.counts(), [1, 0, 0, 0, 1]);
    /// ```
    pub fn merge(&mut self, other: &Self) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count = count.saturating_add(more);
        }
        self.tally.merge(&other.tally);
    }

    /// The pairs of 0, ½, 1, 1½ and 2 points; the example is at [`Pairs`].
    pub fn counts(&self) -> [u64; 5] {
        self.counts
    }

    /// Wins, draws and losses of the single games.
    ///
    /// ```
    /// use pleach_lab::statistics::{GameResult, Pairs, Tally};
    ///
    /// let mut pairs = Pairs::default();
    /// pairs.add(GameResult::Draw, GameResult::Draw);
    /// assert_eq!(pairs.tally(), Tally { wins: 0, draws: 2, losses: 0 });
    /// ```
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// The number of pairs.
    ///
    /// ```
    /// assert_eq!(pleach_lab::statistics::Pairs::default().pairs(), 0);
    /// ```
    pub fn pairs(&self) -> u64 {
        self.counts.iter().fold(0, |total, count| total.saturating_add(*count))
    }

    /// The number of games; the example is at [`Pairs`].
    pub fn games(&self) -> u64 {
        self.pairs().saturating_mul(2)
    }

    /// The mean score per game between 0 and 1, `None` before the first pair; the example is at [`Pairs`].
    pub fn score(&self) -> Option<f64> {
        (self.pairs() > 0).then(|| mean(&self.counts.map(|count| count as f64)))
    }

    /// The variance of the score per game of one pair (its points over two), `None` before the first pair.
    ///
    /// A count of zero stands as 0.001, so that the variance is never zero. The mean of `n` pairs has this
    /// variance over `n`.
    ///
    /// ```
    /// use pleach_lab::statistics::{GameResult, Pairs};
    ///
    /// let mut pairs = Pairs::default();
    /// pairs.add(GameResult::Win, GameResult::Win);
    /// pairs.add(GameResult::Loss, GameResult::Loss);
    /// assert!((pairs.variance().unwrap() - 0.25).abs() < 0.001);
    /// ```
    pub fn variance(&self) -> Option<f64> {
        self.regularised().map(|counts| variance(&counts))
    }

    /// The same pairs from the view of the other player; the example is at [`Pairs::merge`].
    pub fn reversed(&self) -> Self {
        let [none, half, one, more, two] = self.counts;
        Self { counts: [two, more, one, half, none], tally: self.tally.reversed() }
    }

    /// The counts with a thousandth for each that is zero, `None` before the first pair.
    pub(super) fn regularised(&self) -> Option<[f64; 5]> {
        let filled = |count| if count == 0 { ALMOST_NONE } else { count as f64 };
        (self.pairs() > 0).then(|| self.counts.map(filled))
    }
}

/// The mean score under weights of the five outcomes, not all zero.
pub(super) fn mean(weights: &[f64; 5]) -> f64 {
    let total: f64 = weights.iter().sum();
    weights.iter().zip(SCORES).map(|(weight, score)| weight * score).sum::<f64>() / total
}

/// The variance of the score under weights of the five outcomes, not all zero.
pub(super) fn variance(weights: &[f64; 5]) -> f64 {
    let (total, mean): (f64, f64) = (weights.iter().sum(), mean(weights));
    weights.iter().zip(SCORES).map(|(weight, score)| weight * (score - mean) * (score - mean)).sum::<f64>()
        / total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::simulation::pairs_of_counts;
    use proptest::prelude::*;

    const ALL: [GameResult; 3] = [GameResult::Win, GameResult::Draw, GameResult::Loss];

    #[test]
    fn every_pair_of_results_is_counted_by_its_points() {
        for first in ALL {
            for second in ALL {
                let mut pairs = Pairs::default();
                pairs.add(first, second);
                let points = first.points() + second.points();
                assert_eq!(pairs.score(), Some(points / 2.0));
                assert_eq!(pairs.tally().points(), points);
                assert_eq!(Pairs::new(pairs.counts(), pairs.tally()), Ok(pairs));
                let mut swapped = Pairs::default();
                swapped.add(second.reversed(), first.reversed());
                assert_eq!(pairs.reversed(), swapped);
            }
        }
    }

    #[test]
    fn contradictions_are_refused() {
        let refused = |counts, wins, draws, losses| {
            Pairs::new(counts, Tally { wins, draws, losses }) == Err(PairsError::Contradiction)
        };
        assert!(!refused([0, 0, 2, 0, 0], 1, 2, 1));
        assert!(refused([0, 0, 2, 0, 0], 2, 1, 1));
        assert!(refused([0, 0, 2, 0, 0], 0, 6, 0));
        assert!(refused([0, 1, 0, 0, 0], 0, 0, 2));
        assert!(refused([0, 0, 0, 0, 1], 1, 0, 1));
        assert!(refused([u64::MAX; 5], u64::MAX, u64::MAX, u64::MAX));
    }

    #[test]
    fn counts_saturate() {
        let mut pairs = pairs_of_counts([u64::MAX / 8; 5]);
        for _ in 0..6 {
            pairs.merge(&pairs.clone());
        }
        assert_eq!(pairs.games(), u64::MAX);
        assert!((pairs.score().unwrap() - 0.5).abs() < 1e-9);
    }

    #[test]
    fn nothing_is_known_before_the_first_pair() {
        assert_eq!(Pairs::default().score(), None);
        assert_eq!(Pairs::default().variance(), None);
    }

    proptest! {
        #[test]
        fn views_mirror_each_other(counts in prop::array::uniform5(0_u64..1000)) {
            let pairs = pairs_of_counts(counts);
            prop_assert_eq!(pairs.reversed().reversed(), pairs);
            prop_assert_eq!(pairs.games(), pairs.tally().games());
            if let (Some(score), Some(other)) = (pairs.score(), pairs.reversed().score()) {
                prop_assert!((score + other - 1.0).abs() < 1e-12);
                prop_assert!((score - pairs.tally().score().unwrap()).abs() < 1e-12);
                let spread = pairs.variance().unwrap();
                prop_assert!(spread > 0.0 && spread <= 0.25 + 1e-12);
            }
        }
    }
}
