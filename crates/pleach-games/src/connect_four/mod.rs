//! Connect Four: stones fall to the lowest empty slot of a column, and four in a row win.
//!
//! The usual board has seven columns of six slots; the options `width` and `height` give any other
//! that fits into 64 bits ([`Size`]). The first player is Max (`X`), the second Min (`O`).
//!
//! **Representation.** A position is two words: the stones of the side to move and all stones, column
//! by column with one padding bit on top of each. Adding the lowest bit of every column to the
//! occupied slots carries to the lowest empty ones, which are all the moves at once; a move is such a
//! bit ([`Slot`]), and playing it takes two operations. The sum of the two words tells every position
//! from every other ([`ConnectFour::unique_key`]): in each column the highest set bit of the sum plus
//! one stands on top of the stones, and below it the stones are told apart by their bits.
//!
//! One type serves all sizes. Its operations are written once for any size, and are compiled twice:
//! for the usual size, known at compile time, and out of line for all others. What remains of the
//! choice at run time is one comparison that is always predicted.
//!
//! **Scores** are those that solvers print: a win that leaves m stones on a board of n slots is worth
//! (n + 2 - m) / 2 points, rounded down. On the usual board that is 22 minus the number of the
//! winner's stones: 18 at the soonest, 1 for a win with one's last stone. They are points and not
//! distances, so a search needs no shift from ply to ply. A static evaluation is an estimate of the
//! same points; whole points are coarse for that, so [`ConnectFour::with_scale`] multiplies all of them.
//!
//! **Uncertain values.** [`ProvenBounds`] gives the interval that the exact score lies in for certain,
//! [`Forecast`] a distribution on it. Both count in the game's points times its scale, so that searches can
//! compare them with outcomes. A distribution has masses on whole points only, since no game ends with
//! another score. Leave the scale at 1 for them: what lies between two scores is said by their masses.
//!
//! **Knowledge** for solvers is in the methods: [`ConnectFour::winning_slots`],
//! [`ConnectFour::non_losing_slots`], [`ConnectFour::threats_after`], and the bounds
//! [`ConnectFour::follow_up_bounds`] from the play of zugzwang.

/// Does a piece of work with the size of a board.
///
/// PERF: it is written out twice: with the usual size as a constant, so that all shifts and masks are constants
/// too, and with any other out of line, where it does not weigh on the callers. A function that is handed the work
/// would not do: the compiler makes one copy for both.
macro_rules! sized {
    ($game:expr, |$size:ident| $work:expr) => {
        if $game.size() == $crate::connect_four::Size::STANDARD {
            let $size = $crate::connect_four::Size::STANDARD;
            $work
        } else {
            $crate::connect_four::out_of_line($game.size(), |$size| $work)
        }
    };
}

#[cold]
#[inline(never)]
fn out_of_line<T>(size: Size, work: impl FnOnce(Size) -> T) -> T {
    work(size)
}

mod bounds;
mod drawing;
mod entry;
mod evaluators;
mod forecast;
mod history;
mod knowledge;
mod lines;
mod notation;
mod placement;
mod rules;
mod size;
mod slots;
mod tactics;
mod threats;

pub use bounds::ProvenBounds;
pub(crate) use entry::entry;
pub use evaluators::Evaluator;
pub use forecast::Forecast;
pub use knowledge::{ConnectFourKnowledge, Outlook};
pub use placement::Placement;
pub use rules::ConnectFour;
pub use size::{Size, SizeError};
pub use slots::{Slot, Slots};
pub use threats::Threats;
