//! What was found out about a position, as it is told, stored and read again.

use super::expected::Expected;
use pleach::registry::{Answer, PlayLine};
use pleach::{Bound, Score, Stopped};
use serde::{Deserialize, Serialize};

/// Which position, and how it was to be solved.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Identity {
    pub(super) game: String,
    pub(super) position: String,
    /// The moves that led to the position, if some were given: they may have repeated positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) moves: Option<String>,
    pub(super) algorithm: String,
}

/// A result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Solved {
    #[serde(flatten)]
    pub(super) identity: Identity,
    #[serde(flatten)]
    pub(super) known: Known,
    /// None if the search was stopped before it could count.
    pub(super) nodes: Option<u64>,
    pub(super) seconds: f64,
}

/// What is known of the value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Known {
    pub(super) solved: bool,
    /// The bare number of the score, if anything was proved.
    pub(super) score: Option<i32>,
    /// What the score says of the true value.
    pub(super) bound: Option<Proved>,
    /// The best move; only a guess if the position is not solved.
    pub(super) best: Option<String>,
    /// The plies to the win or loss, if the score is one by distance.
    pub(super) distance: Option<u32>,
    pub(super) pv: Vec<String>,
    /// Why it is not solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) unsolved: Option<Unsolved>,
}

/// What a score says of the true value: [`Bound`], which cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Proved {
    Exact,
    Lower,
    Upper,
}

impl From<Bound> for Proved {
    fn from(bound: Bound) -> Proved {
        match bound {
            Bound::Exact => Proved::Exact,
            Bound::Lower => Proved::Lower,
            Bound::Upper => Proved::Upper,
        }
    }
}

/// Why a position is not solved.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Unsolved {
    stopped: Reason,
    /// What it could have used.
    #[serde(flatten)]
    budget: Budget,
    /// What a search of this depth thinks the score is, which proves nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    estimate: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
}

/// What a position may use; without an entry as much as it needs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Budget {
    #[serde(rename = "most_seconds")]
    pub(super) seconds: Option<f64>,
    #[serde(rename = "most_nodes")]
    pub(super) nodes: Option<u64>,
}

/// [`Stopped`], which cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Reason {
    Nodes,
    Time,
    Flag,
    Memory,
    DeadEnd,
    TooDeep,
}

impl From<Stopped> for Reason {
    fn from(stopped: Stopped) -> Reason {
        match stopped {
            Stopped::Nodes => Reason::Nodes,
            Stopped::Time => Reason::Time,
            Stopped::Flag => Reason::Flag,
            Stopped::Memory => Reason::Memory,
            Stopped::DeadEnd => Reason::DeadEnd,
            Stopped::TooDeep => Reason::TooDeep,
        }
    }
}

impl From<Reason> for Stopped {
    fn from(reason: Reason) -> Stopped {
        match reason {
            Reason::Nodes => Stopped::Nodes,
            Reason::Time => Stopped::Time,
            Reason::Flag => Stopped::Flag,
            Reason::Memory => Stopped::Memory,
            Reason::DeadEnd => Stopped::DeadEnd,
            Reason::TooDeep => Stopped::TooDeep,
        }
    }
}

impl Known {
    /// A line whose value is exact.
    pub(super) fn proof(line: &PlayLine) -> Known {
        Known {
            solved: true,
            score: Some(line.score.get()),
            bound: Some(Proved::Exact),
            best: line.pv.first().cloned(),
            distance: line.score.distance(),
            pv: line.pv.clone(),
            unsolved: None,
        }
    }

    /// The answer of a search without a limit of depth. If it was stopped while it looked at the game to its
    /// end, it has proved a bound; while it was deepening, nothing but what leads to the end of the game.
    pub(super) fn answer(answer: Answer, deepening: bool, budget: Budget) -> Known {
        let Answer { score, bound, best, distance, pv, depth, stopped, .. } = answer;
        let is_certain = match bound {
            Bound::Exact => false,
            Bound::Lower => !deepening || score.is_win(),
            Bound::Upper => !deepening || score.is_loss(),
        };
        let unsolved = |stopped: Stopped, estimate| Unsolved {
            stopped: stopped.into(),
            budget,
            estimate,
            depth: depth.filter(|_| estimate.is_some()),
        };
        match stopped {
            None => {
                let (score, bound) = (Some(score.get()), Some(bound.into()));
                Known { solved: true, score, bound, best, distance, pv, unsolved: None }
            }
            Some(stopped) if is_certain => {
                let (score, bound) = (Some(score.get()), Some(bound.into()));
                let unsolved = Some(unsolved(stopped, None));
                Known { solved: false, score, bound, best, distance, pv, unsolved }
            }
            Some(stopped) => {
                let unsolved = Some(unsolved(stopped, Some(score.get())));
                Known { best, pv, unsolved, ..Known::nothing(stopped, budget) }
            }
        }
    }

    /// Nothing is known.
    pub(super) fn nothing(stopped: Stopped, budget: Budget) -> Known {
        let unsolved = Some(Unsolved { stopped: stopped.into(), budget, estimate: None, depth: None });
        let (best, pv) = (None, Vec::new());
        Known { solved: false, score: None, bound: None, best, distance: None, pv, unsolved }
    }

    /// The score with what it says of the true one.
    pub(super) fn score_in_words(&self) -> String {
        let score = match (self.score, self.distance) {
            (Some(number), Some(plies)) if number > 0 => Some(Score::win_in(plies)),
            (Some(_), Some(plies)) => Some(Score::loss_in(plies)),
            (number, _) => number.map(Score::new),
        };
        match (score, self.bound, self.unsolved.and_then(|unsolved| unsolved.estimate)) {
            (Some(score), Some(Proved::Lower), _) => format!("at least {score}"),
            (Some(score), Some(Proved::Upper), _) => format!("at most {score}"),
            (Some(score), _, _) => score.to_string(),
            (None, _, Some(estimate)) => format!("perhaps {}", Score::new(estimate)),
            (None, _, None) => "unknown".to_owned(),
        }
    }

    /// Whether the score is the expected one; none if too little is known.
    pub(super) fn compare(&self, expected: Expected) -> Option<bool> {
        let (score, expected) = (self.score?, expected.number());
        match self.bound? {
            Proved::Exact => Some(score == expected),
            Proved::Lower => (score > expected).then_some(false),
            Proved::Upper => (score < expected).then_some(false),
        }
    }
}

impl Solved {
    pub(super) fn new(identity: Identity, known: Known, nodes: Option<u64>, seconds: f64) -> Solved {
        // Whole microseconds are read back as they were written.
        Solved { identity, known, nodes, seconds: (seconds * 1e6).round() / 1e6 }
    }

    /// Whether somebody has stopped it, so that it is no result.
    pub(super) fn is_interrupted(&self) -> bool {
        self.known.unsolved.is_some_and(|unsolved| unsolved.stopped == Reason::Flag)
    }

    /// Whether more would not be found with this budget.
    pub(super) fn is_final_for(&self, budget: Budget) -> bool {
        self.known.unsolved.is_none_or(|unsolved| unsolved.budget == budget)
    }

    /// Why it is not solved, in words.
    pub(super) fn reason(&self) -> Option<String> {
        let unsolved = self.known.unsolved?;
        let finished = unsolved.depth.map_or(String::new(), |depth| format!(" after depth {depth}"));
        Some(format!("not solved: {}{finished}", Stopped::from(unsolved.stopped)))
    }

    pub(super) fn search_in_words(&self) -> String {
        let algorithm = &self.identity.algorithm;
        match self.reason() {
            Some(reason) => format!("{algorithm}; {reason}"),
            None => format!("{algorithm} to the end"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUDGET: Budget = Budget { seconds: Some(0.1), nodes: None };

    fn answer(score: Score, bound: Bound, stopped: Option<Stopped>) -> Answer {
        let best = Some("a1".to_owned());
        Answer {
            game: "game".to_owned(),
            position: "position".to_owned(),
            algorithm: "engine".to_owned(),
            prune: "none".to_owned(),
            pv: best.iter().cloned().collect(),
            best,
            score,
            bound,
            distance: score.distance(),
            lines: Vec::new(),
            equally_good: Vec::new(),
            depth: Some(7),
            counts: pleach::Counts::default(),
            seconds: 0.1,
            stopped,
            judgement: None,
        }
    }

    fn known(score: Score, bound: Bound, stopped: Option<Stopped>, deepening: bool) -> Known {
        Known::answer(answer(score, bound, stopped), deepening, BUDGET)
    }

    #[test]
    fn only_what_is_proved_is_called_a_score() {
        let (four, stopped) = (Score::new(4), Some(Stopped::Time));
        let words = |known: Known| (known.solved, known.score_in_words());
        assert_eq!(words(known(four, Bound::Exact, None, true)), (true, "4".to_owned()));
        assert_eq!(words(known(four, Bound::Exact, stopped, true)), (false, "perhaps 4".to_owned()));
        assert_eq!(words(known(four, Bound::Lower, stopped, true)), (false, "perhaps 4".to_owned()));
        assert_eq!(words(known(four, Bound::Lower, stopped, false)), (false, "at least 4".to_owned()));
        let win = known(Score::win_in(5), Bound::Lower, stopped, true);
        assert_eq!(words(win), (false, "at least win in 5".to_owned()));
        assert_eq!(words(Known::nothing(Stopped::Nodes, BUDGET)), (false, "unknown".to_owned()));
    }

    #[test]
    fn bounds_can_contradict_what_is_expected() {
        let lower = known(Score::new(4), Bound::Lower, Some(Stopped::Flag), false);
        let compare = |number| lower.compare(Expected::from(Score::new(number)));
        assert_eq!([3, 4, 5].map(compare), [Some(false), None, None]);
        let estimate = known(Score::new(4), Bound::Exact, Some(Stopped::Flag), true);
        assert_eq!(estimate.compare(Expected::from(Score::new(4))), None);
    }

    #[test]
    fn results_are_read_as_they_were_written() {
        let identity = Identity {
            game: "chess".to_owned(),
            position: "some".to_owned(),
            moves: None,
            algorithm: "engine".to_owned(),
        };
        for known in [
            known(Score::loss_in(4), Bound::Exact, None, true),
            known(Score::new(4), Bound::Lower, Some(Stopped::Nodes), false),
            known(Score::new(4), Bound::Exact, Some(Stopped::Time), true),
        ] {
            let solved = Solved::new(identity.clone(), known, Some(12), 1.234_567_89);
            let text = serde_json::to_string(&solved).unwrap();
            assert_eq!(serde_json::from_str::<Solved>(&text).unwrap(), solved);
            assert!(solved.is_final_for(BUDGET));
            assert_eq!(solved.is_final_for(Budget { seconds: None, nodes: None }), solved.known.solved);
        }
    }
}
