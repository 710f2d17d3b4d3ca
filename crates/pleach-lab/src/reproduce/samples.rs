//! Samples: their seeds, and what is kept of them.

use super::Cell;
use pleach::mix;
use serde::{Deserialize, Serialize};

/// The seeds of the samples of a shard: none is that of another shard or another setting.
pub(super) fn seeds(seed: u64, setting: u64, shard: u64, samples: u64) -> impl Iterator<Item = u64> {
    let key = mix(mix(seed) ^ mix(setting << 32));
    (shard * samples..(shard + 1) * samples).map(move |number| mix(key ^ mix(number)))
}

/// A count and sums of numbers, to make a mean of. They are whole, so that their order does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sums {
    pub(super) count: u64,
    sum: u64,
    squares: u64,
}

impl Sums {
    pub(super) fn add(&mut self, number: u64, times: u64) {
        self.count += times;
        self.sum += number * times;
        self.squares += number * number * times;
    }

    pub(super) fn merge(&mut self, other: &Sums) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean of the numbers.
    pub(super) fn mean(&self, decimals: usize) -> Cell {
        Cell::mean(self.count, self.sum as f64, self.squares as f64, decimals)
    }
}
