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
    fn every_ending_has_its_reason() {
        let registry = pleach_games::registry();
        let full = format!("{} X", "X".repeat(64));
        for (game, position, moves, reason) in [
            ("tic-tac-toe", "XOXXOOOXX", "", "the board is full"),
            ("tic-tac-toe", "XX.OO....", "c1", "three in a row"),
            ("connect-four", "121212", "1", "four in a row"),
            ("othello", &full, "", "the board is full, 64 discs to 0"),
            ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "stalemate"),
            ("chess", "8/8/4k3/8/8/4K3/8/8 w - - 0 1", "", "too little is left for a mate"),
            (
                "chess",
                "7k/8/8/8/8/8/R7/K7 w - - 99 80",
                "a2a3",
                "fifty moves without a capture or a pawn move",
            ),
            (
                "chess",
                "startpos",
                "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
                "the position is on the board for the third time",
            ),
            (
                "chinese-checkers",
                "O/OO/OOO/OOO1/13/12/11/10/4O4/10/11/12/4X8/1XXX/XXX/XX/X X - 60",
                "m5-n1 i5-h5",
                "all ten marbles are home",
            ),
        ] {
            let mut game = registry.open(game).unwrap();
            game.set_position(position).unwrap();
            moves.split_whitespace().for_each(|mv| game.play(mv).unwrap());
            let ending = Ending::of(game.as_ref()).unwrap_or_else(|| panic!("{position} goes on"));
            assert_eq!(ending.reason.as_deref(), Some(reason), "{position}");
        }
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
