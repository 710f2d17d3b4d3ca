//! Who played whom, and how it ended.

use super::result::GameResult;
use super::tally::Tally;
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;

/// Wins, draws and losses between any two of several players, who are numbered from 0.
///
/// ```
/// use pleach_lab::statistics::{Crosstable, GameResult, Tally};
///
/// let mut table = Crosstable::new(3);
/// table.add(0, 1, GameResult::Win)?;
/// table.merge(2, 0, &Tally { wins: 1, draws: 4, losses: 5 })?;
/// assert_eq!(table.between(1, 0), Some(Tally { wins: 0, draws: 0, losses: 1 }));
/// assert_eq!(table.total(0), Some(Tally { wins: 6, draws: 4, losses: 1 }));
/// # Ok::<(), pleach_lab::statistics::CrosstableError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crosstable {
    players: usize,
    /// The games of any two who met, the lesser number first.
    meetings: BTreeMap<(usize, usize), Tally>,
}

/// Why a game is refused.
///
/// ```
/// use pleach_lab::statistics::{Crosstable, CrosstableError, GameResult};
///
/// let mut table = Crosstable::new(2);
/// assert_eq!(table.add(0, 0, GameResult::Draw), Err(CrosstableError::AgainstItself(0)));
/// assert_eq!(
///     table.add(0, 2, GameResult::Draw),
///     Err(CrosstableError::NoSuchPlayer { player: 2, players: 2 })
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CrosstableError {
    /// The number of a player is too great.
    #[error("there is no player {player} among {players}, who are numbered from 0")]
    NoSuchPlayer {
        /// The number.
        player: usize,
        /// How many there are.
        players: usize,
    },
    /// Nobody is rated by games against itself.
    #[error("player {0} cannot play against itself")]
    AgainstItself(usize),
}

impl Crosstable {
    /// A table without games; the example is at [`Crosstable`].
    pub fn new(players: usize) -> Self {
        Self { players, meetings: BTreeMap::new() }
    }

    /// The number of players.
    ///
    /// ```
    /// assert_eq!(pleach_lab::statistics::Crosstable::new(3).players(), 3);
    /// ```
    pub fn players(&self) -> usize {
        self.players
    }

    /// Counts one game, by its result from the view of `first`; the example is at [`Crosstable`].
    ///
    /// # Errors
    /// [`CrosstableError`] if a number is too great or both are the same.
    pub fn add(&mut self, first: usize, second: usize, result: GameResult) -> Result<(), CrosstableError> {
        let mut tally = Tally::default();
        tally.add(result);
        self.merge(first, second, &tally)
    }

    /// Counts games between two players, from the view of `first`; the example is at [`Crosstable`].
    ///
    /// # Errors
    /// [`CrosstableError`] if a number is too great or both are the same.
    pub fn merge(&mut self, first: usize, second: usize, games: &Tally) -> Result<(), CrosstableError> {
        let players = self.players;
        if let Some(player) = [first, second].into_iter().find(|player| *player >= players) {
            return Err(CrosstableError::NoSuchPlayer { player, players });
        }
        if first == second {
            return Err(CrosstableError::AgainstItself(first));
        }
        let (pair, games) =
            if first < second { ((first, second), *games) } else { ((second, first), games.reversed()) };
        self.meetings.entry(pair).or_default().merge(&games);
        Ok(())
    }

    /// The games between two players from the view of `first`, `None` if there is no such player; the
    /// example is at [`Crosstable`].
    pub fn between(&self, first: usize, second: usize) -> Option<Tally> {
        let within = first < self.players && second < self.players;
        let stored = |first, second| self.meetings.get(&(first, second)).copied().unwrap_or_default();
        within.then(|| if first < second { stored(first, second) } else { stored(second, first).reversed() })
    }

    /// All games of a player from its view, `None` if there is no such player; the example is at
    /// [`Crosstable`].
    pub fn total(&self, player: usize) -> Option<Tally> {
        let mut total = Tally::default();
        for (first, second, tally) in self.meetings() {
            if first == player {
                total.merge(&tally);
            } else if second == player {
                total.merge(&tally.reversed());
            }
        }
        (player < self.players).then_some(total)
    }

    /// Any two players who met, the lesser number first, with their games from its view.
    ///
    /// ```
    /// use pleach_lab::statistics::{Crosstable, GameResult, Tally};
    ///
    /// let mut table = Crosstable::new(3);
    /// table.add(2, 0, GameResult::Win)?;
    /// let meetings: Vec<_> = table.meetings().collect();
    /// assert_eq!(meetings, [(0, 2, Tally { wins: 0, draws: 0, losses: 1 })]);
    /// # Ok::<(), pleach_lab::statistics::CrosstableError>(())
    /// ```
    pub fn meetings(&self) -> impl Iterator<Item = (usize, usize, Tally)> + '_ {
        let all = self.meetings.iter().map(|((first, second), tally)| (*first, *second, *tally));
        all.filter(|(_, _, tally)| tally.games() > 0)
    }

    /// Whether any two players are joined by a chain of games.
    ///
    /// Without one, the difference of their ratings is a guess of the prior alone.
    ///
    /// ```
    /// use pleach_lab::statistics::{Crosstable, GameResult};
    ///
    /// let mut table = Crosstable::new(3);
    /// table.add(0, 1, GameResult::Draw)?;
    /// assert!(!table.is_connected());
    /// table.add(2, 1, GameResult::Draw)?;
    /// assert!(table.is_connected());
    /// # Ok::<(), pleach_lab::statistics::CrosstableError>(())
    /// ```
    pub fn is_connected(&self) -> bool {
        let mut neighbours: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (first, second, _) in self.meetings() {
            neighbours.entry(first).or_default().push(second);
            neighbours.entry(second).or_default().push(first);
        }
        let (mut reached, mut waiting) = (BTreeSet::from([0]), vec![0]);
        while let Some(player) = waiting.pop() {
            let others = neighbours.get(&player).into_iter().flatten();
            waiting.extend(others.filter(|other| reached.insert(**other)));
        }
        reached.len() >= self.players
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refused_games_change_nothing() {
        let mut table = Crosstable::new(2);
        let before = table.clone();
        assert!(table.add(5, 0, GameResult::Win).is_err());
        assert!(table.add(1, 1, GameResult::Win).is_err());
        assert_eq!(table, before);
        assert_eq!(table.between(0, 2), None);
        assert_eq!(table.total(2), None);
    }

    #[test]
    fn small_tables_are_connected() {
        assert!(Crosstable::new(0).is_connected());
        assert!(!Crosstable::new(usize::MAX).is_connected());
        assert!(Crosstable::new(1).is_connected());
        assert!(!Crosstable::new(2).is_connected());
        assert_eq!(Crosstable::new(0).total(0), None);
    }

    #[test]
    fn islands_are_seen() {
        let mut table = Crosstable::new(6);
        for (first, second) in [(0, 1), (1, 2), (3, 4), (4, 5)] {
            table.add(first, second, GameResult::Draw).unwrap();
        }
        assert!(!table.is_connected());
        table.add(5, 0, GameResult::Loss).unwrap();
        assert!(table.is_connected());
    }
}
