//! Wins, draws and losses.

use super::result::GameResult;
use serde::{Deserialize, Serialize};

/// Wins, draws and losses of the first of two players.
///
/// Counts saturate: no match is long enough to notice, and nothing panics.
///
/// ```
/// use pleach_lab::statistics::{GameResult, Tally};
///
/// let mut tally = Tally { wins: 2, draws: 1, losses: 0 };
/// tally.add(GameResult::Loss);
/// assert_eq!(tally.games(), 4);
/// assert_eq!(tally.score(), Some(0.625));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tally {
    /// Games won by the first player.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games won by the second player.
    pub losses: u64,
}

impl Tally {
    /// Counts one game; the example is at [`Tally`].
    pub fn add(&mut self, result: GameResult) {
        let count = match result {
            GameResult::Win => &mut self.wins,
            GameResult::Draw => &mut self.draws,
            GameResult::Loss => &mut self.losses,
        };
        *count = count.saturating_add(1);
    }

    /// Counts the games of another tally too.
    ///
    /// ```
    /// use pleach_lab::statistics::Tally;
    /// let mut tally = Tally { wins: 1, draws: 2, losses: 3 };
    /// tally.merge(&tally.reversed());
    /// assert_eq!(tally, Tally { wins: 4, draws: 4, losses: 4 });
    /// ```
    pub fn merge(&mut self, other: &Self) {
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.losses = self.losses.saturating_add(other.losses);
    }

    /// The number of games; the example is at [`Tally`].
    pub fn games(&self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// The points of the first player, a draw as half a point.
    ///
    /// ```
    /// use pleach_lab::statistics::Tally;
    /// assert_eq!(Tally { wins: 3, draws: 1, losses: 9 }.points(), 3.5);
    /// ```
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// The mean score per game between 0 and 1, `None` before the first game; the example is at [`Tally`].
    pub fn score(&self) -> Option<f64> {
        let games = self.wins as f64 + self.draws as f64 + self.losses as f64;
        (games > 0.0).then(|| self.points() / games)
    }

    /// The same games from the view of the second player; the example is at [`Tally::merge`].
    pub fn reversed(&self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_saturate() {
        let mut tally = Tally { wins: u64::MAX, draws: 1, losses: 1 };
        tally.add(GameResult::Win);
        tally.merge(&tally.clone());
        assert_eq!(tally, Tally { wins: u64::MAX, draws: 2, losses: 2 });
        assert_eq!(tally.games(), u64::MAX);
        assert_eq!(tally.score(), Some(1.0));
    }

    #[test]
    fn no_games_have_no_score() {
        assert_eq!(Tally::default().score(), None);
    }
}
