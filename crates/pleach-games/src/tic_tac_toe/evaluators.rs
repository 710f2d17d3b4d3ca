//! The evaluator of tic-tac-toe.

use super::TicTacToe;
use super::rules::LINES;
use pleach::{Game, Score};

/// Zhang and Cui's evaluation for the side to move: the lines still open for one's own side minus
/// those open for the opponent.
///
/// ```
/// use pleach::{Notation, Score};
/// use pleach_games::{TicTacToe, open_lines};
/// let game = TicTacToe::new().parse("....X....").unwrap();
/// assert_eq!(open_lines(&game), Score::new(-4));
/// ```
pub fn open_lines(game: &TicTacToe) -> Score {
    let open = |against: u16| LINES.iter().filter(|&line| against & line == 0).count() as i32;
    game.to_move().view(Score::new(open(game.o) - open(game.x)))
}
