//! What a search over uncertain values found, as data.

use super::belief::Belief;
use crate::limits::Stopped;
use crate::report::Counts;
use crate::value::Look;
use std::cmp::Reverse;
use std::time::Duration;

/// A root move with what is believed of it, for the side to move at the root.
#[derive(Clone, Debug, PartialEq)]
pub struct RootMove<Move, V> {
    /// The move.
    pub mv: Move,
    /// Its place among the moves of the position, from 1.
    pub number: u32,
    /// What is likely to follow, the move included: as far as the tree of a best-first search goes, and the move alone in a
    /// depth-first one. Once the time of a search is up, only that of the best move is sure to go further than the move.
    pub line: Vec<Move>,
    /// Its value.
    pub value: V,
    /// The probability that it is at least as good as every other.
    pub dominance: f64,
    /// How deep it was searched, or how far below the root its deepest node lies.
    pub depth: u32,
}

/// What kind of answer it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Every line was searched to the depth asked for, or to its end.
    Finished,
    /// The best move was told from the others, as surely as was asked for.
    Separated,
    /// The value of the position is as stable as was asked for, whether or not several moves reach it.
    Settled,
    /// Nothing more can be found out, and the best move is not told from the others.
    Unseparated,
    /// A limit of nodes, time or memory came first: the best move is the best so far.
    Unfinished,
}

impl Verdict {
    /// For people.
    ///
    /// ```
    /// use pleach::uncertain::Verdict;
    /// assert_eq!(Verdict::Separated.in_words(), "the best move is separated from the others");
    /// ```
    pub fn in_words(self) -> &'static str {
        match self {
            Verdict::Finished => "searched to the depth asked for",
            Verdict::Separated => "the best move is separated from the others",
            Verdict::Settled => "the value is settled: too many leaves would have to change to change it",
            Verdict::Unseparated => "unseparated: nothing tells the best move from the others",
            Verdict::Unfinished => "unfinished: the best move is the best so far",
        }
    }
}

/// The answer of a search.
#[derive(Clone, Debug)]
pub struct Report<Move, V> {
    /// The best move; `None` if the game is over.
    pub best: Option<Move>,
    /// The value of the position for the side to move.
    pub value: V,
    /// The root moves, best first.
    pub moves: Vec<RootMove<Move, V>>,
    /// The depth of the last finished iteration, or that of the deepest node of a best-first tree.
    pub depth: u32,
    /// What kind of answer it is.
    pub verdict: Verdict,
    /// The work done, unfinished iterations included.
    pub counts: Counts,
    /// How often the bounds of a position's successors contradicted its own and were held inside them.
    pub widened: u64,
    /// The memory of the tree, in bytes; none for the depth-first searches.
    pub memory: Option<usize>,
    /// The time used.
    pub elapsed: Duration,
    /// Why it ended before it was done.
    pub stopped: Option<Stopped>,
}

impl<Move: PartialEq, V> Report<Move, V> {
    /// What is likely to follow, the best move first.
    pub fn line(&self) -> &[Move] {
        let best = self.moves.iter().find(|root| Some(&root.mv) == self.best.as_ref());
        best.map_or(&[], |root| &root.line)
    }
}

/// A key that sorts large numbers first.
pub(super) fn descending(number: f64) -> Reverse<i64> {
    let bits = number.to_bits() as i64;
    // As `f64::total_cmp` does it.
    Reverse(bits ^ (((bits >> 63) as u64) >> 1) as i64)
}

/// The dominance levels put into moves that have none yet, as long as there is time.
pub(super) fn with_dominance<Move, V: Belief>(
    moves: &mut [RootMove<Move, V>],
    look: Look<'_>,
) -> Result<(), Stopped> {
    let levels = V::dominance_within(&moves.iter().map(|root| &root.value).collect::<Vec<_>>(), look)?;
    moves.iter_mut().zip(levels).for_each(|(root, level)| root.dominance = level);
    Ok(())
}
