//! Ratings of several players.

use super::cholesky::{Cholesky, Matrix};
use super::confidence::Confidence;
use super::crosstable::Crosstable;
use super::elo::score_of_elo;
use super::estimate::Estimate;
use super::tally::Tally;
use std::f64::consts::LN_10;
use thiserror::Error;

/// How much of a drawn game against an average opponent every player is given beforehand.
///
/// It keeps a player who won or lost everything, and groups who never met, at a finite distance. Half a game
/// moves a difference of 200 by less than 1 Elo after 100 games.
const PRIOR: f64 = 0.5;

/// Elo for one unit of the natural logarithm of the odds.
const ELO_A_UNIT: f64 = 400.0 / LN_10;

/// The most players that are rated together.
const MOST_PLAYERS: usize = 1000;

/// Newton's steps that a fit may take; it needs about six.
const MOST_STEPS: usize = 200;

/// Ratings that fit the games of a crosstable best, with the mean zero.
///
/// The model is that of R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs",
/// Biometrika 39 (1952), with a draw as half a win and half a drawn game of every player against an average
/// opponent as prior. Errors come from the inverse of the observed Fisher information, between whose copies
/// stands the variance of the scores, which draws make less than that of wins and losses: P. J. Huber, "The
/// behavior of maximum likelihood estimates under nonstandard conditions" (1967). Without draws both are the
/// same. All games count as independent.
///
/// ```
/// use pleach_lab::statistics::{Confidence, Crosstable, Ratings, Tally};
///
/// let mut table = Crosstable::new(3);
/// table.merge(0, 1, &Tally { wins: 60, draws: 30, losses: 10 }).unwrap();
/// table.merge(1, 2, &Tally { wins: 50, draws: 30, losses: 20 }).unwrap();
/// let ratings = Ratings::fit(&table)?;
/// let elo: Vec<f64> = (0..3).filter_map(|player| ratings.elo(player)).collect();
/// assert!(elo[0] > elo[1] && elo[1] > elo[2]);
/// assert!(elo.iter().sum::<f64>().abs() < 1e-9);
///
/// let first = ratings.estimate(0, Confidence::PERCENT_95).unwrap();
/// assert!(first.low > 0.0 && first.high < 300.0);
/// assert!(ratings.difference(0, 1, Confidence::PERCENT_95).unwrap().low > 0.0);
/// # Ok::<(), pleach_lab::statistics::RatingError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    elo: Vec<f64>,
    covariance: Matrix,
    connected: bool,
}

/// Why there are no ratings.
///
/// ```
/// use pleach_lab::statistics::{Crosstable, RatingError, Ratings};
/// assert_eq!(Ratings::fit(&Crosstable::new(0)), Err(RatingError::NoPlayers));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RatingError {
    /// The table is empty.
    #[error("there are no players to rate")]
    NoPlayers,
    /// A dense matrix of so many players would not fit.
    #[error("{0} players are more than the 1000 that can be rated together")]
    TooManyPlayers(usize),
    /// Numbers of games differ by more than the precision of numbers.
    #[error("the numbers of games are too uneven to rate the players together")]
    TooUneven,
}

impl Ratings {
    /// Rates the players of a table; the example is at [`Ratings`].
    ///
    /// # Errors
    /// [`RatingError`] if there are no players or more than a thousand, or if some played so absurdly more than others that
    /// nothing can be computed.
    pub fn fit(table: &Crosstable) -> Result<Self, RatingError> {
        if table.players() == 0 {
            return Err(RatingError::NoPlayers);
        }
        if table.players() > MOST_PLAYERS {
            return Err(RatingError::TooManyPlayers(table.players()));
        }
        let model = Model::new(table);
        let strengths = model.maximise().ok_or(RatingError::TooUneven)?;
        let covariance = model.covariance(&strengths).ok_or(RatingError::TooUneven)?;
        let mean = strengths.iter().sum::<f64>() / strengths.len() as f64;
        let elo = strengths.iter().map(|strength| (strength - mean) * ELO_A_UNIT).collect();
        Ok(Self { elo, covariance, connected: table.is_connected() })
    }

    /// The number of players.
    ///
    /// ```
    /// use pleach_lab::statistics::{Crosstable, Ratings};
    /// assert_eq!(Ratings::fit(&Crosstable::new(4))?.players(), 4);
    /// # Ok::<(), pleach_lab::statistics::RatingError>(())
    /// ```
    pub fn players(&self) -> usize {
        self.elo.len()
    }

    /// Whether a chain of games joins any two players; if not, differences between groups mean nothing.
    ///
    /// ```
    /// use pleach_lab::statistics::{Crosstable, Ratings};
    /// assert!(!Ratings::fit(&Crosstable::new(4))?.is_connected());
    /// # Ok::<(), pleach_lab::statistics::RatingError>(())
    /// ```
    pub fn is_connected(&self) -> bool {
        self.connected
    }

    /// The rating of a player, `None` if there is no such player; the example is at [`Ratings`].
    pub fn elo(&self, player: usize) -> Option<f64> {
        self.elo.get(player).copied()
    }

    /// The standard error of a rating against the mean of all, `None` if there is no such player.
    ///
    /// ```
    /// use pleach_lab::statistics::{Crosstable, Ratings, Tally};
    ///
    /// let mut table = Crosstable::new(2);
    /// table.merge(0, 1, &Tally { wins: 50, draws: 0, losses: 50 }).unwrap();
    /// // The difference of both has the error 400 / ln 10 / √(100 · ¼), each rating half of that.
    /// let error = Ratings::fit(&table)?.standard_error(0).unwrap();
    /// assert!((error - 17.37).abs() < 0.1);
    /// # Ok::<(), pleach_lab::statistics::RatingError>(())
    /// ```
    pub fn standard_error(&self, player: usize) -> Option<f64> {
        self.covariance.get(player).map(|row| row[player].max(0.0).sqrt())
    }

    /// The rating of a player with its interval, `None` if there is no such player; the example is at
    /// [`Ratings`].
    pub fn estimate(&self, player: usize, confidence: Confidence) -> Option<Estimate> {
        Some(Estimate::normal(self.elo(player)?, self.standard_error(player)?, confidence))
    }

    /// How much stronger one player is than another, `None` if there are no such players; the example is at
    /// [`Ratings`].
    ///
    /// The intervals of two ratings may overlap where that of their difference excludes zero.
    pub fn difference(&self, first: usize, second: usize, confidence: Confidence) -> Option<Estimate> {
        let elo = self.elo(first)? - self.elo(second)?;
        let [one, other] = [&self.covariance[first], &self.covariance[second]];
        let variance = one[first] + other[second] - 2.0 * one[second];
        Some(Estimate::normal(elo, variance.max(0.0).sqrt(), confidence))
    }
}

/// The games in a form to compute with; strengths are natural logarithms of odds.
struct Model {
    players: usize,
    /// For any two players who met, the lesser number first, and their games.
    meetings: Vec<(usize, usize, Tally)>,
}

impl Model {
    fn new(table: &Crosstable) -> Self {
        Self { players: table.players(), meetings: table.meetings().collect() }
    }

    /// The logarithm of the likelihood with the prior: strictly concave, since the prior is.
    fn log_likelihood(&self, strengths: &[f64]) -> f64 {
        let games: f64 = (self.meetings.iter())
            .map(|(first, second, tally)| {
                let gap = strengths[*first] - strengths[*second];
                tally.points() * log_probability(gap) + tally.reversed().points() * log_probability(-gap)
            })
            .sum();
        let prior = |strength: &f64| 0.5 * PRIOR * (log_probability(*strength) + log_probability(-strength));
        games + strengths.iter().map(prior).sum::<f64>()
    }

    /// Points beyond those expected, the derivative of the logarithm of the likelihood.
    fn gradient(&self, strengths: &[f64]) -> Vec<f64> {
        let mut gradient: Vec<f64> =
            strengths.iter().map(|strength| PRIOR * (0.5 - probability(*strength))).collect();
        for (first, second, tally) in &self.meetings {
            let expected = probability(strengths[*first] - strengths[*second]);
            let beyond = tally.points() * (1.0 - expected) - tally.reversed().points() * expected;
            gradient[*first] += beyond;
            gradient[*second] -= beyond;
        }
        gradient
    }

    /// A matrix of differences: each meeting adds `weight` of its games, the prior its information.
    fn assemble(&self, strengths: &[f64], weight: impl Fn(&Tally, f64) -> f64) -> Matrix {
        let mut matrix = vec![vec![0.0; self.players]; self.players];
        for (player, strength) in strengths.iter().enumerate() {
            matrix[player][player] = PRIOR * spread(*strength);
        }
        for (first, second, tally) in &self.meetings {
            let weight = weight(tally, strengths[*first] - strengths[*second]);
            matrix[*first][*first] += weight;
            matrix[*second][*second] += weight;
            matrix[*first][*second] -= weight;
            matrix[*second][*first] -= weight;
        }
        matrix
    }

    fn information(&self, strengths: &[f64]) -> Option<Cholesky> {
        Cholesky::new(&self.assemble(strengths, |tally, gap| tally.games() as f64 * spread(gap)))
    }

    /// The likeliest strengths, by Newton's method with steps halved until they do not lose.
    fn maximise(&self) -> Option<Vec<f64>> {
        let mut strengths = vec![0.0; self.players];
        let mut likelihood = self.log_likelihood(&strengths);
        for _ in 0..MOST_STEPS {
            let step = self.information(&strengths)?.solve(&self.gradient(&strengths));
            let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
            if longest < 1e-10 {
                break;
            }
            let mut length = 1.0;
            let (next, better) = loop {
                let next: Vec<f64> =
                    strengths.iter().zip(&step).map(|(strength, part)| strength + length * part).collect();
                let better = self.log_likelihood(&next);
                // Near the top a good step changes the likelihood by less than it is rounded.
                if better >= likelihood - 1e-13 * likelihood.abs() {
                    break (next, better);
                }
                length *= 0.5;
                // No step gains any more: the top, to the precision of numbers.
                if length * longest < 1e-12 {
                    return Some(strengths);
                }
            };
            (strengths, likelihood) = (next, better);
        }
        Some(strengths)
    }

    /// The covariance of the ratings in Elo against their mean.
    fn covariance(&self, strengths: &[f64]) -> Option<Matrix> {
        let information = self.information(strengths)?;
        let mut rows = self.assemble(strengths, variance_of_games);
        // Both the inverse and the inner matrix are symmetric: solving rows twice puts it on either side.
        for _ in 0..2 {
            rows = transposed(&rows.iter().map(|row| information.solve(row)).collect());
            centre(&mut rows);
        }
        for entry in rows.iter_mut().flatten() {
            *entry *= ELO_A_UNIT * ELO_A_UNIT;
        }
        Some(rows)
    }
}

/// The variance of the points of some games: p (1 − p) for each, less a quarter for each draw.
///
/// Games that were all drawn would show none at all; one of them counts as decided.
fn variance_of_games(tally: &Tally, gap: f64) -> f64 {
    let games = tally.games() as f64;
    let decided = games * spread(gap);
    (decided - 0.25 * tally.draws as f64).max(decided / (games + 1.0))
}

/// The probability to score for a gap of strengths.
fn probability(gap: f64) -> f64 {
    score_of_elo(gap * ELO_A_UNIT)
}

/// The variance of a game that cannot be drawn.
fn spread(gap: f64) -> f64 {
    probability(gap) * probability(-gap)
}

/// The logarithm of the probability to score, also where that rounds to zero.
fn log_probability(gap: f64) -> f64 {
    gap.min(0.0) - libm::log1p(libm::exp(-gap.abs()))
}

fn transposed(matrix: &Matrix) -> Matrix {
    (0..matrix.len()).map(|column| matrix.iter().map(|row| row[column]).collect()).collect()
}

/// Takes the mean from every column: ratings are measured against the mean of all.
fn centre(matrix: &mut Matrix) {
    let size = matrix.len();
    for column in 0..size {
        let mean = matrix.iter().map(|row| row[column]).sum::<f64>() / size as f64;
        for row in matrix.iter_mut() {
            row[column] -= mean;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::elo::elo_of_score;
    use crate::statistics::simulation::{game, generator, result};
    use proptest::prelude::*;

    const LEVEL: Confidence = Confidence::PERCENT_95;

    fn table_of(players: usize, meetings: &[(usize, usize, Tally)]) -> Crosstable {
        let mut table = Crosstable::new(players);
        for (first, second, tally) in meetings {
            table.merge(*first, *second, tally).unwrap();
        }
        table
    }

    fn decided(wins: u64, losses: u64) -> Tally {
        Tally { wins, draws: 0, losses }
    }

    /// The worked example of the article "Bradley–Terry model" in Wikipedia, a thousand times over to
    /// outweigh the prior.
    #[test]
    fn the_known_strengths_are_found() {
        let table = table_of(
            4,
            &[
                (0, 1, decided(2000, 3000)),
                (0, 3, decided(1000, 4000)),
                (1, 2, decided(5000, 3000)),
                (2, 3, decided(1000, 3000)),
            ],
        );
        let ratings = Ratings::fit(&table).unwrap();
        let odds: Vec<f64> = ratings.elo.iter().map(|elo| (elo / ELO_A_UNIT).exp()).collect();
        let total: f64 = odds.iter().sum();
        for (odds, known) in odds.iter().zip([0.139, 0.226, 0.143, 0.492]) {
            assert!((odds / total - known).abs() < 0.001, "{odds:?}");
        }
    }

    #[test]
    fn two_players_differ_by_the_elo_of_their_score() {
        let ratings = Ratings::fit(&table_of(2, &[(0, 1, decided(7500, 2500))])).unwrap();
        let found = ratings.difference(0, 1, LEVEL).unwrap();
        assert!((found.elo - elo_of_score(0.75)).abs() < 0.1);
        let error = ELO_A_UNIT / (10000.0_f64 * 0.75 * 0.25).sqrt();
        assert!(((found.high - found.low) / (2.0 * 1.959_964 * error) - 1.0).abs() < 0.001);
    }

    #[test]
    fn draws_narrow_the_interval() {
        let drawn = Tally { wins: 25, draws: 50, losses: 25 };
        let error = |tally| Ratings::fit(&table_of(2, &[(0, 1, tally)])).unwrap().standard_error(0).unwrap();
        let ratio = error(drawn) / error(decided(50, 50));
        assert!((ratio - 0.5_f64.sqrt()).abs() < 0.01, "{ratio}");
        assert!(error(Tally { wins: 0, draws: 1000, losses: 0 }) > 0.1);
    }

    #[test]
    fn winning_everything_stays_finite() {
        let ratings = Ratings::fit(&table_of(3, &[(0, 1, decided(20, 0)), (1, 2, decided(20, 0))])).unwrap();
        for player in 0..3 {
            let found = ratings.estimate(player, LEVEL).unwrap();
            assert!(found.low.is_finite() && found.high - found.low > 100.0, "{found:?}");
        }
        assert!(ratings.elo(0).unwrap() > 300.0);
    }

    #[test]
    fn groups_that_never_met_are_joined_loosely() {
        let even = decided(50, 50);
        let ratings = Ratings::fit(&table_of(4, &[(0, 1, even), (2, 3, even)])).unwrap();
        assert!(!ratings.is_connected());
        let width = |first, second| {
            let found = ratings.difference(first, second, LEVEL).unwrap();
            found.high - found.low
        };
        assert!(width(0, 2) > 5.0 * width(0, 1));
    }

    #[test]
    fn odd_tables_are_answered() {
        assert_eq!(Ratings::fit(&Crosstable::new(0)), Err(RatingError::NoPlayers));
        let crowd = Ratings::fit(&Crosstable::new(usize::MAX));
        assert_eq!(crowd, Err(RatingError::TooManyPlayers(usize::MAX)));
        let alone = Ratings::fit(&Crosstable::new(1)).unwrap();
        assert_eq!((alone.elo(0), alone.standard_error(0)), (Some(0.0), Some(0.0)));
        assert_eq!(alone.elo(1), None);
        assert_eq!(alone.estimate(1, LEVEL), None);
        assert_eq!(alone.difference(0, 1, LEVEL), None);
        let absurd =
            Ratings::fit(&table_of(3, &[(0, 1, decided(u64::MAX, u64::MAX)), (1, 2, decided(1, 0))]));
        assert!(absurd == Err(RatingError::TooUneven) || absurd.is_ok_and(|found| found.elo[0].is_finite()));
    }

    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        let truth = [-150.0, -60.0, 0.0, 20.0, 190.0];
        for (draws, seed) in [(0.0, 4), (0.6, 5)] {
            let mut random = generator(seed);
            let (mut held, mut differences, runs) = (0, 0, 600);
            for _ in 0..runs {
                let mut table = Crosstable::new(truth.len());
                for first in 0..truth.len() {
                    for second in first + 1..truth.len() {
                        let odds = game(truth[first] - truth[second], draws);
                        for _ in 0..30 {
                            table.add(first, second, result(odds, &mut random)).unwrap();
                        }
                    }
                }
                let ratings = Ratings::fit(&table).unwrap();
                for (player, elo) in truth.iter().enumerate() {
                    let found = ratings.estimate(player, LEVEL).unwrap();
                    held += u32::from(found.low <= *elo && *elo <= found.high);
                    let found = ratings.difference(player, 2, LEVEL).unwrap();
                    differences += u32::from(player != 2 && found.low <= *elo && *elo <= found.high);
                }
            }
            for (held, checks) in [(held, runs * 5), (differences, runs * 4)] {
                let coverage = f64::from(held) / f64::from(checks);
                assert!((0.93..0.97).contains(&coverage), "{draws}: {coverage}");
            }
        }
    }

    fn tables() -> impl Strategy<Value = Vec<(usize, usize, Tally)>> {
        let tally =
            (0_u64..30, 0_u64..30, 0_u64..30).prop_map(|(wins, draws, losses)| Tally { wins, draws, losses });
        let meeting = (0_usize..5, 1_usize..5, tally).prop_map(|(first, by, t)| (first, (first + by) % 5, t));
        prop::collection::vec(meeting, 0..12)
    }

    proptest! {
        #[test]
        fn ratings_follow_their_players(meetings in tables(), order in Just(vec![0, 1, 2, 3, 4]).prop_shuffle()) {
            let moved: Vec<_> =
                meetings.iter().map(|(first, second, tally)| (order[*first], order[*second], *tally)).collect();
            let ratings = Ratings::fit(&table_of(5, &meetings)).unwrap();
            let others = Ratings::fit(&table_of(5, &moved)).unwrap();
            for (player, place) in order.iter().enumerate() {
                prop_assert!((ratings.elo[player] - others.elo[*place]).abs() < 1e-6);
                let errors = (ratings.standard_error(player).unwrap(), others.standard_error(*place).unwrap());
                prop_assert!((errors.0 - errors.1).abs() < 1e-6 * (1.0 + errors.0));
            }
        }

        #[test]
        fn players_score_what_their_ratings_expect(meetings in tables()) {
            let model = Model::new(&table_of(5, &meetings));
            let strengths = model.maximise().unwrap();
            for beyond in model.gradient(&strengths) {
                prop_assert!(beyond.abs() < 1e-6);
            }
        }

        #[test]
        fn another_win_never_harms(meetings in tables(), second in 1_usize..5) {
            let mut table = table_of(5, &meetings);
            let before = Ratings::fit(&table).unwrap().difference(0, second, LEVEL).unwrap();
            table.merge(0, second, &decided(1, 0)).unwrap();
            let after = Ratings::fit(&table).unwrap().difference(0, second, LEVEL).unwrap();
            prop_assert!(after.elo > before.elo - 1e-6);
        }
    }
}
