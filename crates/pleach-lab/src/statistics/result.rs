//! The result of a game.

use serde::{Deserialize, Serialize};

/// The result of one game, from the view of the first of two players.
///
/// ```
/// use pleach_lab::statistics::GameResult;
///
/// assert_eq!(GameResult::Win.points(), 1.0);
/// assert_eq!(GameResult::Win.reversed(), GameResult::Loss);
/// assert_eq!(serde_json::to_string(&GameResult::Draw).unwrap(), "\"draw\"");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameResult {
    /// The first player won: one point.
    Win,
    /// Nobody won: half a point.
    Draw,
    /// The second player won: no point.
    Loss,
}

impl GameResult {
    /// The points of the first player: 1, ½ or 0.
    ///
    /// ```
    /// use pleach_lab::statistics::GameResult;
    /// assert_eq!(GameResult::Draw.points(), 0.5);
    /// ```
    pub fn points(self) -> f64 {
        match self {
            Self::Win => 1.0,
            Self::Draw => 0.5,
            Self::Loss => 0.0,
        }
    }

    /// The same game from the view of the second player.
    ///
    /// ```
    /// use pleach_lab::statistics::GameResult;
    /// assert_eq!(GameResult::Draw.reversed(), GameResult::Draw);
    /// assert_eq!(GameResult::Loss.reversed(), GameResult::Win);
    /// ```
    pub fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [GameResult; 3] = [GameResult::Win, GameResult::Draw, GameResult::Loss];

    #[test]
    fn both_views_share_one_point() {
        for result in ALL {
            assert_eq!(result.points() + result.reversed().points(), 1.0);
            assert_eq!(result.reversed().reversed(), result);
        }
    }

    #[test]
    fn words_are_read_back() {
        for result in ALL {
            let word = serde_json::to_string(&result).unwrap();
            assert_eq!(serde_json::from_str::<GameResult>(&word).unwrap(), result);
        }
    }
}
