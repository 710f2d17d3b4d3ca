//! What a comment says of the score.

use pleach::Score;

/// The score that somebody else has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Expected(Score);

impl Expected {
    /// Reads `score 38`, `score +38`, or `score win in 5` anywhere in a comment.
    pub(super) fn in_comment(comment: &str) -> Option<Expected> {
        let separates = |c: char| c.is_whitespace() || matches!(c, ';' | ',');
        let words: Vec<&str> = comment.split(separates).filter(|word| !word.is_empty()).collect();
        let after = words.iter().position(|&word| word == "score")? + 1;
        let score = match *words.get(after..)? {
            ["win", "in", plies, ..] => Score::win_in(plies.parse().ok()?),
            ["loss", "in", plies, ..] => Score::loss_in(plies.parse().ok()?),
            [number, ..] => Score::try_from(number.parse::<i64>().ok()?).ok()?,
            [] => return None,
        };
        Some(Expected(score))
    }

    /// The bare number.
    pub(super) fn number(self) -> i32 {
        self.0.get()
    }
}

impl From<Score> for Expected {
    fn from(score: Score) -> Expected {
        Expected(score)
    }
}

impl std::fmt::Display for Expected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_found_in_comments() {
        let found = |comment: &str| Expected::in_comment(comment).map(|expected| expected.to_string());
        assert_eq!(found(" score +38; best A2; # FFO 40").as_deref(), Some("38"));
        assert_eq!(found("score -12").as_deref(), Some("-12"));
        assert_eq!(found("mate, score win in 3.").as_deref(), None);
        assert_eq!(found("mate, score win in 3").as_deref(), Some("win in 3"));
        assert_eq!(found("score loss in 4; hard").as_deref(), Some("loss in 4"));
        for other in ["", "score", "the score is unknown", "scores 5", "score 99999999999"] {
            assert_eq!(found(other), None, "{other}");
        }
    }
}
