//! Chess on the move generator of [`cozy_chess`], with evaluators, static exchange evaluation and
//! quiescence.
//!
//! **Representation.** [`Chess`] is a board of `cozy-chess` (six piece sets and two colour sets of 64
//! bits, with the Zobrist hash, checkers and pins kept up to date by every move) and adds what that crate
//! leaves to its user: draws, the notation of the UCI protocol, and a key that tells apart exactly what
//! the rule of repetition tells apart. White is Max.
//!
//! **Moves are generated on demand.** [`Game::moves`](pleach::Game::moves) returns [`Moves`], which has generated nothing yet.
//! Counting it counts bits, folding it plays straight out of the generator's call-back, and only a loop
//! that asks for the next move makes it store the (at most 18) move sets of the pieces. That is why
//! [`pleach::perft`] runs as fast as the bare crate.
//!
//! **The key knows no clock.** Two positions share a key if pieces, side to move, castling rights and
//! *possible* en-passant captures are the same, as article 9.2 of the rules of chess says; the counters of the
//! fifty-move rule and of the moves are left out. With them no position would ever be repeated. A
//! table must know more: [`Hashed::key_within`](pleach::Hashed::key_within) adds the clock of the fifty-move rule wherever it may run out within
//! the depth of the search.
//!
//! ```
//! use pleach::textbook::{Algorithm, Search};
//! use pleach::{Game, Limits, Notation, Score};
//! use pleach_games::chess::{Chess, Material};
//!
//! let game = Chess::new().parse("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")?;
//! let report = Search::new(Algorithm::ALPHA_BETA).run(&game, &Material::default(), &Limits::depth(2)).unwrap();
//! assert_eq!(report.value, Score::win_in(1));
//! assert_eq!(game.move_text(report.best.unwrap()), "a1a8");
//! # Ok::<(), pleach::NotationError>(())
//! ```

mod classic;
mod drawing;
mod entry;
mod evaluators;
mod exchange;
mod features;
mod fen;
mod knowledge;
mod material;
mod moves;
mod notation;
mod pawns;
mod quiescence;
mod rules;
mod taper;

pub use classic::Classic;
pub use cozy_chess;
pub use cozy_chess::Move;
pub(crate) use entry::entry;
pub use exchange::{PieceValues, see};
pub use knowledge::ChessKnowledge;
pub use material::Material;
pub use moves::{Moves, captures, gives_check};
pub use quiescence::{Quiescent, QuietLimits};
pub use rules::Chess;
