//! What a search over uncertain values believes of a node, as data.

use super::lettering::{printed, score_text};
use crate::game::Player;
use crate::uncertain::best_first::Standing;
use crate::value::{Distribution, Interval, Score};
use std::ops::Neg;

/// What is believed of a node, in Max's view.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Believed {
    /// The least that it can be worth.
    pub low: Score,
    /// The most.
    pub high: Score,
    /// The scores that have a probability, with it; none where only the bounds are known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub distribution: Vec<(Score, f64)>,
    /// What a conspiracy-number search has counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conspiracy: Option<ConspiracyNumbers>,
}

/// The value of a node, and how many leaves must change for it to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ConspiracyNumbers {
    /// The value by minimax of the tree as it is.
    pub value: Score,
    /// How many leaves must change for it to rise; none if more than were counted.
    pub up: Option<u32>,
    /// How many leaves must change for it to fall; none if more than were counted.
    pub down: Option<u32>,
}

impl ConspiracyNumbers {
    /// `↑2 ↓1`, with `–` for more than were counted.
    pub(super) fn text(self) -> String {
        let count = |count: Option<u32>| count.map_or_else(|| "–".to_owned(), |count| count.to_string());
        format!("↑{} ↓{}", count(self.up), count(self.down))
    }
}

impl Believed {
    /// The end that a side can be sure of: what a node of Max is worth at least, one of Min at most.
    pub(super) fn sure(&self, player: Player) -> Score {
        match player {
            Player::Max => self.low,
            Player::Min => self.high,
        }
    }

    /// The range for the table: `5`, `[0, 5]`.
    pub(super) fn plain(&self) -> String {
        match (self.low == self.high, self.conspiracy) {
            (true, _) => self.low.to_string(),
            (false, None) => format!("[{}, {}]", self.low, self.high),
            (false, Some(numbers)) => format!("{} [{}, {}]", numbers.value, self.low, self.high),
        }
    }

    /// The range for the drawing: `=5`, `0…5`, or the value of a conspiracy-number search.
    pub(super) fn drawn(&self) -> String {
        match (self.low == self.high, self.conspiracy) {
            (true, _) => printed(&format!("={}", self.low)),
            (false, None) => format!("{}…{}", score_text(self.low), score_text(self.high)),
            (false, Some(numbers)) => score_text(numbers.value),
        }
    }
}

/// A value that a trace can hold.
pub(super) trait Believable: Clone + Neg<Output = Self> {
    /// As data, in the view that the value is in.
    fn believed(&self) -> Believed;
}

impl Believable for Interval {
    fn believed(&self) -> Believed {
        Believed { low: self.low(), high: self.high(), distribution: Vec::new(), conspiracy: None }
    }
}

impl Believable for Distribution {
    fn believed(&self) -> Believed {
        /// More masses than this tell nobody more.
        const MOST: usize = 256;
        let masses: Vec<(Score, f64)> =
            self.masses().filter(|&(_, mass)| mass > 0.0).take(MOST + 1).collect();
        let shown = masses.len() <= MOST && self.bounds().value().is_none();
        let distribution = if shown { masses } else { Vec::new() };
        Believed { distribution, ..self.bounds().believed() }
    }
}

impl Believable for Standing {
    fn believed(&self) -> Believed {
        let conspiracy = ConspiracyNumbers { value: self.value, up: self.up, down: self.down };
        Believed { conspiracy: Some(conspiracy), ..self.range.believed() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beliefs_are_written_as_people_read_them() {
        let range = Interval::new(Score::new(-1), Score::new(5)).unwrap();
        let believed = range.believed();
        assert_eq!(believed.plain(), "[-1, 5]");
        assert_eq!(believed.drawn(), "−1…5");
        assert_eq!((believed.sure(Player::Max), believed.sure(Player::Min)), (Score::new(-1), Score::new(5)));
        let standing = Standing { value: Score::new(2), range, up: Some(1), down: None };
        let believed = standing.believed();
        assert_eq!((believed.plain().as_str(), believed.drawn().as_str()), ("2 [-1, 5]", "2"));
        assert_eq!(believed.conspiracy.unwrap().text(), "↑1 ↓–");
        assert_eq!(Interval::point(Score::new(-3)).believed().drawn(), "=−3");
    }
}
