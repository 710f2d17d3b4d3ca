//! The cheap evaluator: stones are worth the fours that pass through their slots.

use super::evaluators::check_name;
use super::{ConnectFour, Size, Slots};
use pleach::{Evaluate, Score, Tunable, Weights, WeightsError};

/// Every stone counts by the number of fours that pass through its slot on an empty board: 3 in the
/// corners of the usual board, 13 in its centre. The sum of one's own minus the opponent's and a number
/// for the right to move, in hundredths of a point, go down with the slots that are left, as the points
/// to be won do.
///
/// ```
/// use pleach::{Evaluate, Notation, Score};
/// use pleach_games::{ConnectFour, connect_four::Placement};
/// let placement = Placement::default();
/// let value = |text: &str| placement.evaluate(&ConnectFour::new().with_scale(100).parse(text).unwrap());
/// assert!(value("41") > value("32"));
/// assert_eq!(value("1111"), value("7777"));
/// ```
#[derive(Clone, Debug)]
pub struct Placement {
    weights: Weights,
    /// What a stone is worth by the number of fours through its slot.
    fours: [i16; MOST_FOURS + 1],
    to_move: i32,
    size: Size,
    sums: Box<Sums>,
}

/// PERF: for each byte of a word of stones, what the stones in it are worth together.
type Sums = [[i16; 256]; 8];

/// The most fours that pass through a slot: four in each direction.
const MOST_FOURS: usize = 16;

/// Eight stones of this weight still fit into the tables.
const LARGEST: i32 = i16::MAX as i32 / 8;

/// Weights are hundredths of a point.
pub(super) const HUNDREDTHS: i32 = 100;

const WEIGHTS: &str = include_str!("../../weights/connect_four-placement.toml");

impl Default for Placement {
    fn default() -> Self {
        Weights::from_toml(WEIGHTS).and_then(Placement::from_weights).expect("the file is tested")
    }
}

impl Placement {
    pub(super) const NAME: &str = "connect-four-placement";

    /// Prepares the evaluator for boards of this size. It knows all sizes, but is quick only on the
    /// one it is prepared for, at first the usual one.
    ///
    /// ```
    /// use pleach::Evaluate;
    /// use pleach_games::{ConnectFour, connect_four::{Placement, Size}};
    /// let size = Size::new(5, 4).unwrap();
    /// let (game, placement) = (ConnectFour::with_size(size), Placement::default());
    /// assert_eq!(placement.evaluate(&game), placement.clone().for_size(size).evaluate(&game));
    /// ```
    pub fn for_size(mut self, size: Size) -> Placement {
        self.size = size;
        for (place, sums) in (0..8).zip(self.sums.iter_mut()) {
            for (stones, sum) in (0..256u64).zip(sums.iter_mut()) {
                let stones = stones << (8 * place) & size.board();
                *sum = stones_worth(&self.fours, stones, size) as i16;
            }
        }
        self
    }

    #[inline]
    fn worth(&self, stones: u64) -> i32 {
        let bytes = stones.to_le_bytes();
        self.sums.iter().zip(bytes).map(|(sums, byte)| i32::from(sums[byte as usize])).sum()
    }
}

/// The worth of stones, one by one.
fn stones_worth(fours: &[i16; MOST_FOURS + 1], stones: u64, size: Size) -> i32 {
    Slots::new(stones).map(|slot| i32::from(fours[fours_through(slot.bit(), size)])).sum()
}

/// The number of fours that pass through a slot.
fn fours_through(bit: u32, size: Size) -> usize {
    let (column, row) = (size.column_of(bit) as i32, size.row_of(bit) as i32);
    let on_board = |column: i32, row: i32| {
        (0..size.width() as i32).contains(&column) && (0..size.height() as i32).contains(&row)
    };
    let directions = [(0, 1), (1, 0), (1, -1), (1, 1)];
    let begins = directions.into_iter().flat_map(|step| (0..4).map(move |back| (step, back)));
    let whole = begins.filter(|&((right, up), back)| {
        on_board(column - right * back, row - up * back)
            && on_board(column + right * (3 - back), row + up * (3 - back))
    });
    whole.count()
}

impl Evaluate<ConnectFour> for Placement {
    type Value = Score;

    #[inline]
    fn evaluate(&self, game: &ConnectFour) -> Score {
        let difference = if game.size == self.size {
            self.worth(game.own) - self.worth(game.other())
        } else {
            stones_worth(&self.fours, game.own, game.size)
                - stones_worth(&self.fours, game.other(), game.size)
        };
        sized!(game, |size| {
            let (left, slots) = ((size.slots() - game.stones()) as i32, size.slots() as i32);
            let sum = (difference + self.to_move) * left / slots;
            let (low, high) = game.bounds_in_play(size);
            Score::new(sum * game.scale() / HUNDREDTHS).clamp(low, high)
        })
    }
}

impl Tunable for Placement {
    fn weights(&self) -> &Weights {
        &self.weights
    }

    fn from_weights(weights: Weights) -> Result<Self, WeightsError> {
        check_name(&weights, Placement::NAME)?;
        if weights.flat().iter().any(|weight| weight.abs() > LARGEST) {
            return Err(WeightsError::new(format!("they must lie between -{LARGEST} and {LARGEST}")));
        }
        let mut fours = [0; MOST_FOURS + 1];
        for (to, from) in fours.iter_mut().zip(weights.group("fours", MOST_FOURS + 1)?) {
            *to = *from as i16;
        }
        let to_move = weights.number("to_move")?;
        let (size, sums) = (Size::STANDARD, Box::new([[0; 256]; 8]));
        Ok(Placement { weights, fours, to_move, size, sums }.for_size(size))
    }

    /// Prepared for the same size of the board.
    fn with_weights(&self, weights: Weights) -> Result<Self, WeightsError> {
        Placement::from_weights(weights).map(|placement| placement.for_size(self.size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_board_has_sixty_nine_fours() {
        let board = Size::STANDARD.board();
        let all: usize = Slots::new(board).map(|slot| fours_through(slot.bit(), Size::STANDARD)).sum();
        assert_eq!(all, 4 * 69);
        assert_eq!(fours_through(0, Size::STANDARD), 3);
        assert_eq!(fours_through(3 * 7 + 2, Size::STANDARD), 13);
    }
}
