//! Values of positions as a page shows them: always the first player's.

use pleach::registry::AnyGame;
use pleach::{Player, Score};
use serde::Serialize;

/// A side of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    First,
    Second,
}

impl From<Player> for Side {
    fn from(player: Player) -> Side {
        match player {
            Player::Max => Side::First,
            Player::Min => Side::Second,
        }
    }
}

/// A value in the first player's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Value {
    /// Points, as the game counts them; none if somebody wins by force.
    points: Option<i32>,
    /// Who wins by force.
    winner: Option<Side>,
    /// In how many plies.
    plies: Option<u32>,
}

impl Value {
    /// A score that a search of the game has shown.
    pub(crate) fn shown(game: &dyn AnyGame, score: Score) -> Value {
        let firsts = if game.is_shown_to_max() { score } else { game.to_move().view(score) };
        Value::of_first(firsts)
    }

    /// The game's static value.
    pub(crate) fn at_a_glance(game: &dyn AnyGame) -> Value {
        Value::of_first(game.to_move().view(game.static_value()))
    }

    fn of_first(score: Score) -> Value {
        let winner = match (score.is_win(), score.is_loss()) {
            (true, _) => Some(Side::First),
            (_, true) => Some(Side::Second),
            _ => None,
        };
        Value { points: score.is_evaluation().then_some(score.get()), winner, plies: score.distance() }
    }
}

/// How a game has ended.
#[derive(Debug, Serialize)]
pub(crate) struct Ending {
    /// Who has won; nobody if it is a draw.
    winner: Option<Side>,
    /// By how many points, where they are counted.
    margin: Option<u32>,
    /// Why it is over, in words.
    reason: Option<String>,
}

impl Ending {
    /// Who has won; nobody if it is a draw.
    pub(crate) fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// The ending of a game that is over.
    pub(crate) fn of(game: &dyn AnyGame) -> Option<Ending> {
        let firsts = game.to_move().view(game.outcome()?);
        let winner = match firsts.cmp(&Score::ZERO) {
            std::cmp::Ordering::Greater => Some(Side::First),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => Some(Side::Second),
        };
        let margin = (firsts.is_evaluation() && winner.is_some()).then(|| firsts.get().unsigned_abs());
        Some(Ending { winner, margin, reason: game.ending() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_the_first_players() {
        let mut game = pleach_games::registry().open("othello").unwrap();
        game.play("f5").unwrap();
        let value = Value::shown(game.as_ref(), Score::new(6));
        assert_eq!(value, Value { points: Some(-6), winner: None, plies: None });
        let value = Value::shown(game.as_ref(), Score::loss_in(4));
        assert_eq!(value, Value { points: None, winner: Some(Side::First), plies: Some(4) });
    }

    #[test]
    fn endings_name_the_winner_and_the_reason() {
        let mut game = pleach_games::registry().open("chess").unwrap();
        assert!(Ending::of(game.as_ref()).is_none());
        for mv in ["f2f3", "e7e5", "g2g4", "d8h4"] {
            game.play(mv).unwrap();
        }
        let ending = Ending::of(game.as_ref()).unwrap();
        assert_eq!((ending.winner, ending.margin), (Some(Side::Second), None));
        assert_eq!(ending.reason.as_deref(), Some("checkmate"));
    }
}
