//! Ending games early.

use pleach::Score;
use serde::Serialize;
use std::time::Duration;

/// When a game is given to one side before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ResignRule {
    /// Both players must agree that a side is ahead by this much...
    pub score: i32,
    /// ... for so many moves of each.
    pub moves: u32,
}

/// When a game is called a draw before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DrawRule {
    /// Both players must think that nobody is ahead by more than this...
    pub score: i32,
    /// ... for so many moves of each...
    pub moves: u32,
    /// ... after so many plies.
    pub from: u32,
}

/// The rules by which games are ended early. Players that tell no scores are never interrupted by the first two.
///
/// ```
/// use pleach_lab::contest::Adjudication;
/// // Some games never end by themselves.
/// assert_eq!(Adjudication::default().most_plies, Some(Adjudication::DEFAULT_PLIES));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Adjudication {
    /// When a side has won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// When it is a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// A game that is longer, the opening not counted, is a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_plies: Option<u32>,
    /// A player whose move takes longer than its time and this loses.
    pub time_margin: Duration,
}

impl Adjudication {
    /// Longer games are draws where nobody says: hardly any game lasts as long.
    pub const DEFAULT_PLIES: u32 = 1000;
    /// What a busy machine may cost a player that keeps its time.
    pub const DEFAULT_MARGIN: Duration = Duration::from_millis(250);
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        let (most_plies, time_margin) = (Some(Adjudication::DEFAULT_PLIES), Adjudication::DEFAULT_MARGIN);
        Adjudication { resign: None, draw: None, most_plies, time_margin }
    }
}

/// What a game is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The first player has won.
    First,
    /// The second player has won.
    Second,
    Draw,
    TooLong,
}

/// Watches a game.
#[derive(Debug, Default)]
pub(super) struct Watcher {
    plies: u32,
    /// Plies in a row with a score beyond the rule's, for the first and for the second player.
    ahead: [u32; 2],
    level: u32,
}

impl Watcher {
    /// Hears of a move and of what the mover thought, in the first player's view.
    pub(super) fn hear(&mut self, rules: &Adjudication, score: Option<Score>) -> Option<Verdict> {
        self.plies += 1;
        let points = score.map(|score| i64::from(score.get()));
        let count = |holds: bool, before: u32| if holds { before + 1 } else { 0 };
        if let Some(rule) = rules.resign {
            let far = i64::from(rule.score);
            self.ahead[0] = count(points.is_some_and(|points| points >= far), self.ahead[0]);
            self.ahead[1] = count(points.is_some_and(|points| points <= -far), self.ahead[1]);
            // Moves alternate: twice as many plies as moves of each.
            let enough = rule.moves.saturating_mul(2);
            match self.ahead.map(|plies| plies >= enough && enough > 0) {
                [true, _] => return Some(Verdict::First),
                [_, true] => return Some(Verdict::Second),
                _ => {}
            }
        }
        if let Some(rule) = rules.draw {
            let near = |points: i64| points.abs() <= i64::from(rule.score) && self.plies > rule.from;
            self.level = count(points.is_some_and(near), self.level);
            if self.level >= rule.moves.saturating_mul(2) && rule.moves > 0 {
                return Some(Verdict::Draw);
            }
        }
        rules.most_plies.filter(|&most| self.plies >= most).map(|_| Verdict::TooLong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdicts(rules: Adjudication, scores: &[Option<i32>]) -> Vec<Option<Verdict>> {
        let mut watcher = Watcher::default();
        scores.iter().map(|score| watcher.hear(&rules, score.map(Score::new))).collect()
    }

    #[test]
    fn both_players_must_agree() {
        let rules =
            Adjudication { resign: Some(ResignRule { score: 500, moves: 1 }), ..Adjudication::default() };
        let scores = [Some(600), Some(100), Some(600), Some(500)];
        assert_eq!(verdicts(rules, &scores), [None, None, None, Some(Verdict::First)]);
        assert_eq!(verdicts(rules, &[Some(-600), Some(-600)]), [None, Some(Verdict::Second)]);
        assert_eq!(verdicts(rules, &[Some(600), None, Some(600)]), [None; 3]);
    }

    #[test]
    fn draws_are_called_late() {
        let draw = Some(DrawRule { score: 5, moves: 1, from: 2 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        let scores = [Some(0), Some(0), Some(1), Some(-5)];
        assert_eq!(verdicts(rules, &scores), [None, None, None, Some(Verdict::Draw)]);
        let rules = Adjudication { most_plies: Some(2), ..Adjudication::default() };
        assert_eq!(verdicts(rules, &[None, None]), [None, Some(Verdict::TooLong)]);
    }
}
