//! A round robin: everybody against everybody, and what it says of their strength.

use super::match_play::{Match, MatchError, Standing};
use super::{Adjudication, Openings};
use crate::player::PlayerSpec;
use crate::statistics::{Crosstable, CrosstableError, RatingError, Ratings};
use crate::store::Store;
use crate::work::Effort;
use pleach::registry::AnyGame;

/// A tournament: a match between every two players, with the same openings in all of them.
pub struct Tournament<'a> {
    /// The game at its first position.
    pub game: &'a dyn AnyGame,
    /// The players.
    pub players: &'a [PlayerSpec],
    /// How games begin.
    pub openings: Openings,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// The pairs of games between every two players.
    pub pairs: u64,
    /// The seed of the openings.
    pub seed: u64,
}

/// What came of a tournament.
#[derive(Debug)]
pub struct TournamentReport {
    /// The standings of all matches: the numbers of the two players, and the score from the first one's view.
    pub matches: Vec<(usize, usize, Standing)>,
    /// The rating of every player, in their order.
    pub ratings: Ratings,
    /// Whether all games were played.
    pub complete: bool,
    /// The runs in the store.
    pub runs: Vec<i64>,
}

/// Why a tournament has no result.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// A match did not go on.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The results cannot be put into a table.
    #[error(transparent)]
    Crosstable(#[from] CrosstableError),
    /// The players cannot be rated.
    #[error(transparent)]
    Rating(#[from] RatingError),
}

impl Tournament<'_> {
    /// Plays what is not played yet. Tells of every pair: the two players' numbers, and their standing.
    pub fn play(
        &self,
        store: &mut Store,
        effort: Effort<'_>,
        news: &mut dyn FnMut(usize, usize, &Standing),
    ) -> Result<TournamentReport, TournamentError> {
        let (mut matches, mut runs, mut complete) = (Vec::new(), Vec::new(), true);
        let mut table = Crosstable::new(self.players.len());
        for (one, two) in pairings(self.players.len()) {
            let contest = Match {
                game: self.game,
                players: [&self.players[one], &self.players[two]],
                openings: self.openings.clone(),
                adjudication: self.adjudication,
                pairs: self.pairs,
                sprt: None,
                seed: self.seed,
            };
            let report = contest.play(store, effort, &mut |standing| news(one, two, standing))?;
            table.merge(one, two, &report.standing.pairs.tally())?;
            complete &= report.complete;
            runs.push(report.run);
            matches.push((one, two, report.standing));
        }
        Ok(TournamentReport { matches, ratings: Ratings::fit(&table)?, complete, runs })
    }
}

/// Every two of so many players.
fn pairings(players: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..players).flat_map(move |one| (one + 1..players).map(move |two| (one, two)))
}
