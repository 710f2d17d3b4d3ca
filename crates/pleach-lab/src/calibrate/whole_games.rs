//! Whole games by a policy: how many contain a worse move, and what that costs.

use super::measure::Bench;
use super::population::Games;
use super::sample::Sampled;
use super::{CalibrateError, Setting};
use crate::statistics::{Confidence, Limits, binomial_interval, mean_interval};
use crate::store::{Definition, Store};
use crate::work::{Effort, each};
use pleach::mix;
use pleach::prune::Policy;
use pleach::registry::{AnyGame, SearchError};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A game that is not over after so many plies ends there.
const MOST_PLIES: usize = 400;

/// Games from the openings of self-play in which both sides move by a policy, and at every move the full search is asked,
/// too.
pub struct WholeGames<'a> {
    /// What is searched, and how.
    pub setting: &'a Setting<'a>,
    /// What is left out.
    pub policy: Arc<Policy>,
    /// How many games.
    pub games: usize,
    /// What a game that loses more counts as, in points; nothing is said of losses where nobody knows.
    pub most_loss: Option<f64>,
}

/// What the moves of a game were like.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GamePlayed {
    /// Moves searched.
    pub moves: u32,
    /// Those that were worse than the best one.
    pub worse: u32,
    /// What they lost in all, in points.
    pub lost: f64,
}

/// What whole games were like.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GamesAccount {
    /// Games.
    pub games: usize,
    /// Those with a worse move or more.
    pub spoilt: usize,
    /// The share of such games, with its 95 % interval: the estimate, the lower and the upper end.
    pub share: [f64; 3],
    /// Moves a game.
    pub moves: f64,
    /// Worse moves a game.
    pub worse: f64,
    /// Points lost a game by both sides, with the 95 % interval, if it is known what a game can lose.
    pub loss: Option<[f64; 3]>,
    /// What a game that lost more counts as.
    pub most_loss: Option<f64>,
}

impl WholeGames<'_> {
    /// Plays what is not played yet.
    pub fn play(
        &self,
        store: &mut Store,
        effort: Effort<'_>,
        news: &mut dyn FnMut(usize),
    ) -> Result<GamesAccount, CalibrateError> {
        let details = serde_json::json!({
            "behaviour": self.setting.behaviour(Some(&self.policy)).to_string(),
            "policy": *self.policy,
            "depth": self.setting.depth,
            "method": self.setting.method.to_string(),
            "memory": self.setting.memory,
        });
        let definition =
            Definition::new("whole-games", self.setting.game.name(), &details, self.setting.seed);
        let play = |number: usize| self.play_one(number, effort);
        let played = each(store, &definition, self.games, self.games, effort, news, play);
        let games: Vec<GamePlayed> = played?;
        Ok(GamesAccount::of(&games, self.most_loss))
    }

    fn play_one(&self, number: usize, effort: Effort<'_>) -> Result<GamePlayed, SearchError> {
        let seed = mix(self.setting.seed ^ mix(number as u64) ^ pleach::key_of(&"whole games"));
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut played = GamePlayed { moves: 0, worse: 0, lost: 0.0 };
        let Some(mut game) = Games::default().begin(self.setting.game, &mut random) else {
            return Ok(played);
        };
        for _ in 0..MOST_PLIES {
            if game.outcome().is_some() {
                break;
            }
            let (chosen, loss) = self.choose(game.as_ref(), effort)?;
            played.moves += 1;
            played.worse += u32::from(loss > 0);
            played.lost += f64::from(loss);
            game.play(&chosen)?;
        }
        Ok(played)
    }

    /// The move of the policy, and what it loses by the full search.
    fn choose(&self, game: &dyn AnyGame, effort: Effort<'_>) -> Result<(String, i32), SearchError> {
        let position = [Sampled::of(game)];
        let bench = Bench::new(self.setting, &position, "", effort);
        bench.choose(&self.policy, game, &bench.search_in_full(game)?)
    }
}

impl GamesAccount {
    fn of(games: &[GamePlayed], most_loss: Option<f64>) -> GamesAccount {
        let count = games.len().max(1) as f64;
        let mean = |of: fn(&GamePlayed) -> f64| games.iter().map(of).sum::<f64>() / count;
        let spoilt = games.iter().filter(|game| game.worse > 0).count();
        let limits = binomial_interval(spoilt as u64, games.len() as u64, Confidence::default());
        // There are never more such games than games.
        let Limits { low, high } = limits.unwrap_or(Limits { low: 0.0, high: 1.0 });
        GamesAccount {
            games: games.len(),
            spoilt,
            share: [spoilt as f64 / count, low, high],
            moves: mean(|game| f64::from(game.moves)),
            worse: mean(|game| f64::from(game.worse)),
            loss: most_loss.map(|most| loss_of(games, most)),
            most_loss,
        }
    }
}

/// The mean loss of a game, where none counts as more than the most, with its 95 % interval.
fn loss_of(games: &[GamePlayed], most: f64) -> [f64; 3] {
    let shares: Vec<f64> = games.iter().map(|game| (game.lost / most).min(1.0)).collect();
    let Limits { low, high } = mean_interval(&shares, Confidence::default());
    let mean = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
    [mean, low, high].map(|share| most * share)
}

impl std::fmt::Display for GamesAccount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let GamesAccount { games, spoilt, share, worse, moves, loss, .. } = self;
        let [share, low, high] = share.map(|share| 100.0 * share);
        write!(
            f,
            "{spoilt} of {games} games have a worse move or more: {share:.1} % ({low:.1} to {high:.1} %, 95 %); {worse:.2} worse \
             moves in a game of {moves:.0}"
        )?;
        match loss {
            Some([mean, low, high]) => write!(f, ", {mean:.2} points lost a game ({low:.2} to {high:.2})"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_with_their_intervals() {
        let game = |worse: u32| GamePlayed { moves: 50, worse, lost: 2.0 * f64::from(worse) };
        let games: Vec<GamePlayed> = (0..200).map(|number| game(u32::from(number % 4 == 0) * 2)).collect();
        let account = GamesAccount::of(&games, Some(40.0));
        let [loss, least, most] = account.loss.unwrap();
        assert!(account.spoilt == 50 && account.worse == 0.5 && (loss - 1.0).abs() < 1e-9, "{account:?}");
        let [share, low, high] = account.share;
        assert!(share == 0.25 && low > 0.19 && high < 0.32, "{account:?}");
        assert!(least > 0.2 && least < 1.0 && most > 1.0 && most < 2.5, "{account:?}");
        assert!(GamesAccount::of(&games, None).loss.is_none());
        assert!(account.to_string().starts_with("50 of 200 games have a worse move or more: 25.0 %"));
    }
}
