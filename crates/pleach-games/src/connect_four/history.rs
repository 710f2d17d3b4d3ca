//! A game that leads to a board.
//!
//! A position does not remember how it came about, and must not: the same board reached by two orders of
//! moves is the same position, with one key and one text. So the columns that [`position`] writes
//! are those of *some* game that leads to the board, found by a search through the orders in which
//! its stones can have been played. Playing from the column with the most stones left hardly ever runs
//! into a dead end (the tests count them); all the same the search gives up where a made-up board makes
//! it hard.
//!
//! [`position`]: pleach::Notation::position

use super::lines::fours;
use super::slots::{Slot, Slots};
use super::{ConnectFour, Size};
use std::collections::HashSet;

/// What the search for an order came to.
pub(super) enum History {
    /// The moves of a game that leads to the board.
    Played(Vec<Slot>),
    /// No game leads to the board.
    Impossible,
    /// There were too many dead ends.
    Unknown,
}

/// Dead ends after which the search gives up.
const MOST_DEAD_ENDS: usize = 20_000;

struct TooHard;

struct Orders {
    size: Size,
    /// The stones of the side that moves first, and of the other.
    sides: [u64; 2],
    target: u64,
    dead_ends: HashSet<u64>,
    played: Vec<Slot>,
}

impl ConnectFour {
    /// A game that leads to this board and goes on up to here.
    pub(super) fn history(&self) -> History {
        let size = self.size;
        let sides =
            if self.stones.is_multiple_of(2) { [self.own, self.other()] } else { [self.other(), self.own] };
        let mut orders =
            Orders { size, sides, target: self.mask, dead_ends: HashSet::new(), played: Vec::new() };
        if !self.is_won() {
            return orders.search(None);
        }
        // The last stone completed every four there is, and lies on top of its column.
        let tops = (self.mask + size.bottom()) >> 1 & self.other();
        let last_stones = Slots::new(tops).filter(|last| fours(self.other() & !last.mask(), size) == 0);
        let mut result = History::Impossible;
        for last in last_stones {
            orders.target = self.mask & !last.mask();
            match orders.search(Some(last)) {
                History::Played(moves) => return History::Played(moves),
                History::Unknown => result = History::Unknown,
                History::Impossible => {}
            }
        }
        result
    }
}

impl Orders {
    fn search(&mut self, last: Option<Slot>) -> History {
        self.dead_ends.clear();
        self.played.clear();
        match self.extend(0) {
            Ok(true) => {
                self.played.extend(last);
                History::Played(std::mem::take(&mut self.played))
            }
            Ok(false) => History::Impossible,
            Err(TooHard) => History::Unknown,
        }
    }

    /// Plays on from the stones placed so far until all are, if that can be done.
    fn extend(&mut self, placed: u64) -> Result<bool, TooHard> {
        if placed == self.target {
            return Ok(true);
        }
        if self.dead_ends.contains(&placed) {
            return Ok(false);
        }
        let stones = self.sides[self.played.len() % 2];
        let mut choices: Vec<Slot> =
            Slots::new((placed + self.size.bottom()) & self.target & stones).collect();
        choices.sort_by_key(|slot| std::cmp::Reverse(self.left_above(*slot)));
        for slot in choices {
            self.played.push(slot);
            if self.extend(placed | slot.mask())? {
                return Ok(true);
            }
            self.played.pop();
        }
        self.dead_ends.insert(placed);
        if self.dead_ends.len() > MOST_DEAD_ENDS { Err(TooHard) } else { Ok(false) }
    }

    /// The number of stones from this slot upward.
    fn left_above(&self, slot: Slot) -> u32 {
        let column = self.size.column(self.size.column_of(slot.bit()));
        (self.target & column).count_ones() - self.size.row_of(slot.bit())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pleach::Game;

    /// Long games without a four, which leave the most stones to put in order.
    #[test]
    fn positions_of_games_hardly_ever_lead_into_dead_ends() {
        let (mut positions, mut dead_ends, mut random) = (0, 0, 1);
        for (width, height) in [(7, 6), (9, 6), (12, 4), (16, 3), (8, 7)] {
            for _ in 0..30 {
                let mut game = ConnectFour::with_size(Size::new(width, height).unwrap());
                loop {
                    let quiet = game.possible_slots().filter(|&slot| !game.winning_slots().contains(slot));
                    let quiet: Vec<Slot> = quiet.collect();
                    random = pleach::mix(random);
                    let Some(&slot) = quiet.get(random as usize % quiet.len().max(1)) else { break };
                    game.play(slot);
                    let sides = match game.stones.is_multiple_of(2) {
                        true => [game.own, game.other()],
                        false => [game.other(), game.own],
                    };
                    let (size, target) = (game.size, game.mask);
                    let (seen, played) = (HashSet::new(), Vec::new());
                    let mut orders = Orders { size, sides, target, dead_ends: seen, played };
                    assert!(matches!(orders.search(None), History::Played(_)));
                    positions += 1;
                    dead_ends += orders.dead_ends.len();
                }
            }
        }
        assert!(dead_ends * 100 < positions, "{dead_ends} dead ends in {positions} positions");
    }
}
