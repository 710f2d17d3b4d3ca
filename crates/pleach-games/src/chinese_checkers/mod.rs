//! Chinese Checkers for two players on the star of 121 holes, by the rules of appendix B of Tong's
//! thesis ("An Intelligent Strategy for Game Tree Search", 2002).
//!
//! A marble steps to an empty hole beside it, or jumps: over exactly one marble, as far behind it as it
//! was before it, with nothing else on the way. Jumps can be chained. The moving marble is lifted, so
//! that it is never in its own way. The four points that are nobody's home may be touched between two
//! jumps, but no move ends there. A side that cannot move passes.
//!
//! Whoever first has all ten marbles in the home opposite wins, except that the side that moved second
//! has one last reply: if it completes too, the game is a draw. A game of 400 plies is a draw, and so is
//! a position that stands on the board for the third time (through [`Repeating`](pleach::Repeating)).
//!
//! # What is special about the representation
//!
//! Besides one bit a hole for either side, a position keeps what stands on each of the 51 lines of the
//! board in one word a line, updated as marbles move. No line is longer than 13 holes, so the jumps in
//! both directions are one look-up in a table, and a chain of jumps is a flood of the board by such
//! look-ups, three for a hole. A list of moves is never made: the iterator
//! holds the targets of one marble as a set and goes on to the next marble when they are used up.
//!
//! # What belongs to the key
//!
//! The marbles, the side to move, the side that moved first, and whether it has completed; not the
//! number of plies. If it counted, no position would ever come back and the rule of repetition would be
//! void. A table must know more: [`Hashed::key_within`](pleach::Hashed::key_within) adds the plies wherever the cap may be reached within the
//! depth of the search.
//!
//! ```
//! use pleach::{Game, Notation, Player};
//! use pleach_games::ChineseCheckers;
//! let mut game = ChineseCheckers::new();
//! assert_eq!(game.moves().count(), 14);
//! game.play(game.parse_move("c1-e5").unwrap());
//! assert_eq!(game.to_move(), Player::Min);
//! assert_eq!(game.position(), "X/XX/1XX/XXXX/4X8/12/11/10/9/10/11/12/13/OOOO/OOO/OO/O O - 1");
//! ```

mod board;
mod drawing;
mod entry;
mod evaluators;
mod generate;
mod knowledge;
mod notation;
mod rules;

pub use board::Hole;
pub(crate) use entry::entry;
pub use evaluators::{Distance, Learner};
pub use knowledge::ChineseCheckersKnowledge;
pub use rules::{ChineseCheckers, GoalRule, MarbleMove};
