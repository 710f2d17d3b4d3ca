//! Othello on eight by eight squares.
//!
//! X is Black, moves first, and is Max. A side without a legal move passes, which is a move and costs
//! a ply; the game is over when neither side can place a disc. The score is the difference of discs
//! with the empty squares counted for the winner.
//!
//! **The position** is two 64-bit boards, the discs of the side to move and those of its opponent,
//! so that no rule asks for colours; beside them the legal moves of the side to move. These are found
//! once, where the move before is played, and serve the move list, the end of the game, the evaluator
//! and whatever orders moves by the opponent's mobility.
//!
//! **Units.** Scores of finished games and of evaluators must be comparable, so the game says what it
//! counts in, and the evaluators follow: whole discs ([`Unit::Disc`], the default: scores are -64 to
//! 64, as solvers print them), or hundredths of a disc ([`Unit::Hundredth`], for searches that want
//! to tell moves apart by less than a disc). Weights are always hundredths of a disc.
//!
//! **Uncertain values.** [`ProvenBounds`] gives the interval that the final score lies in for certain,
//! [`Forecast`] a distribution on it. Both count in the game's unit, so that searches can compare them with
//! outcomes. A distribution has masses on even numbers of discs only, since no game ends with another. Leave
//! the unit at whole discs for them: what lies between two scores is said by their masses, and in hundredths
//! a distribution says the same in a list a hundred times as long.
//!
//! The functions on bare boards ([`legal_moves`], [`flips`], [`stable_discs`] and so on) are there for
//! solvers that work below the level of a position.

mod bits;
mod bounds;
mod classic;
mod drawing;
mod entry;
mod evaluators;
mod finish;
mod focus;
mod forecast;
mod knowledge;
mod notation;
mod patterns;
mod perft;
mod rules;
mod stable;
mod vector;

pub use bits::{
    CORNERS, QUADRANTS, final_score, flips, frontier, legal_moves, neighbours, odd_quadrants, potential_moves,
};
pub use bounds::ProvenBounds;
pub use classic::Classic;
pub(crate) use entry::entry;
pub use evaluators::DiscsCorners;
pub use finish::{MOST_EMPTIES, Solved, solve_last};
pub use focus::{focus_network, focus_sight};
pub use forecast::Forecast;
pub use knowledge::OthelloKnowledge;
pub use patterns::Patterns;
pub use perft::perft;
pub use rules::{Move, Othello, Unit};
pub use stable::stable_discs;
