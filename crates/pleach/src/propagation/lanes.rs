//! Several generators side by side, in one vector of the processor.

use crate::game::mix;

/// As many numbers come at once.
pub(super) const LANES: usize = 8;

/// Blackman and Vigna's xoshiro128++, once a lane, each seeded by SplitMix64.
#[derive(Clone, Debug)]
pub(super) struct Lanes([[u32; LANES]; 4]);

impl Lanes {
    pub(super) fn new(seed: u64) -> Lanes {
        let mut state = [[0; LANES]; 4];
        for (number, pair) in (0..).zip(state.as_flattened_mut().chunks_exact_mut(2)) {
            let word = mix(seed ^ mix(number + 1));
            (pair[0], pair[1]) = (word as u32, (word >> 32) as u32);
        }
        Lanes(state)
    }

    /// The next number of every lane.
    #[inline]
    pub(super) fn next(&mut self) -> [u32; LANES] {
        let [zero, one, two, three] = &mut self.0;
        let mut numbers = [0; LANES];
        // PERF: one loop over the lanes, so that the compiler makes vectors of them.
        for lane in 0..LANES {
            numbers[lane] = zero[lane].wrapping_add(three[lane]).rotate_left(7).wrapping_add(zero[lane]);
            let shifted = one[lane] << 9;
            two[lane] ^= zero[lane];
            three[lane] ^= one[lane];
            one[lane] ^= two[lane];
            zero[lane] ^= three[lane];
            two[lane] ^= shifted;
            three[lane] = three[lane].rotate_left(11);
        }
        numbers
    }

    /// Calls a function with the next numbers and each group of places that they are for.
    #[inline]
    pub(super) fn each<T>(&mut self, places: &mut [T], mut set: impl FnMut(&mut T, u32)) {
        let mut groups = places.chunks_exact_mut(LANES);
        for group in &mut groups {
            let numbers = self.next();
            for lane in 0..LANES {
                set(&mut group[lane], numbers[lane]);
            }
        }
        let rest = groups.into_remainder();
        if !rest.is_empty() {
            rest.iter_mut().zip(self.next()).for_each(|(place, number)| set(place, number));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::Xoshiro128PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    #[test]
    fn every_lane_is_the_published_generator() {
        let mut lanes = Lanes::new(7);
        let mut single: Vec<Xoshiro128PlusPlus> = (0..LANES)
            .map(|lane| {
                let words = lanes.0.map(|word| word[lane].to_le_bytes());
                Xoshiro128PlusPlus::from_seed(words.as_flattened().try_into().unwrap())
            })
            .collect();
        for _ in 0..100 {
            let expected: Vec<u32> = single.iter_mut().map(|lane| lane.next_u32()).collect();
            assert_eq!(lanes.next().to_vec(), expected);
        }
    }
}
