//! Many distributions in little memory.
//!
//! Trees of millions of nodes keep a list for each of them. They are kept in single precision, a seventh
//! digit being far below what any evaluator knows, on the grid of the scores that have a mass; sums are
//! made 1 again when a list is read. Bounds are kept exactly, beside the list.

use crate::value::{Distribution, Interval, Score};

/// The masses of a piece; no list is longer.
const PIECE: usize = Distribution::MOST_SCORES;

/// Lists of masses.
#[derive(Debug, Default)]
pub(super) struct Lists {
    pieces: Vec<Vec<f32>>,
}

/// Where a list is, and what it is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct List {
    pub(super) bounds: Interval,
    /// The place of its first mass among all.
    start: u32,
    /// How many masses there is room for.
    room: u32,
    /// How far apart the scores are that have a place.
    step: u32,
}

impl Lists {
    pub(super) fn bytes(&self) -> usize {
        self.pieces.iter().map(|piece| piece.capacity() * size_of::<f32>()).sum()
    }

    /// What there would be with lists of these lengths.
    pub(super) fn bytes_with(&self, lists: impl Iterator<Item = usize>) -> usize {
        let mut room = self.pieces.last().map_or(0, |piece| PIECE - piece.len());
        let mut more = 0;
        for masses in lists {
            if masses > room {
                (room, more) = (PIECE, more + 1);
            }
            room -= masses;
        }
        self.bytes() + more * PIECE * size_of::<f32>()
    }

    /// Keeps a distribution.
    pub(super) fn keep(&mut self, value: &Distribution) -> List {
        let bounds = value.bounds();
        self.put(value, List { bounds, start: 0, room: 0, step: 1 })
    }

    /// Keeps a distribution in the place of another one, or elsewhere if there is not enough room.
    pub(super) fn replace(&mut self, old: List, value: &Distribution) -> List {
        self.put(value, old)
    }

    fn put(&mut self, value: &Distribution, place: List) -> List {
        let bounds = value.bounds();
        if bounds.value().is_some() {
            return List { bounds, ..place };
        }
        let step = step_of(value);
        let masses = bounds.width() / step + 1;
        let mut list = List { bounds, step, ..place };
        if masses > place.room {
            (list.start, list.room) = (self.allocate(masses as usize), masses);
        }
        let slots = self.slots_mut(list.start, masses);
        slots.fill(0.0);
        for (score, mass) in value.masses().filter(|&(_, mass)| mass > 0.0) {
            // A mass too small for single precision stays possible.
            slots[(distance(bounds.low(), score) / step) as usize] = (mass as f32).max(f32::MIN_POSITIVE);
        }
        list
    }

    /// The distribution that is kept.
    pub(super) fn read(&self, list: List) -> Distribution {
        let bounds = list.bounds;
        if let Some(score) = bounds.value() {
            return Distribution::point(score);
        }
        let masses = bounds.width() / list.step + 1;
        let slots = self.slots(list.start, masses);
        let sum: f64 = slots.iter().map(|&mass| f64::from(mass)).sum();
        Distribution::on_grid(bounds, list.step, slots.iter().map(|&mass| f64::from(mass) / sum))
    }

    fn allocate(&mut self, masses: usize) -> u32 {
        let fits = self.pieces.last().is_some_and(|piece| piece.len() + masses <= PIECE);
        if !fits {
            self.pieces.push(Vec::with_capacity(PIECE));
        }
        let place = self.pieces.len() - 1;
        let piece = &mut self.pieces[place];
        let start = place * PIECE + piece.len();
        piece.resize(piece.len() + masses, 0.0);
        start as u32
    }

    fn slots(&self, start: u32, masses: u32) -> &[f32] {
        let first = start as usize % PIECE;
        &self.pieces[start as usize / PIECE][first..first + masses as usize]
    }

    fn slots_mut(&mut self, start: u32, masses: u32) -> &mut [f32] {
        let first = start as usize % PIECE;
        &mut self.pieces[start as usize / PIECE][first..first + masses as usize]
    }
}

/// How many masses a distribution is kept as.
pub(super) fn masses_of(value: &Distribution) -> usize {
    match value.bounds().value() {
        Some(_) => 0,
        None => (value.bounds().width() / step_of(value)) as usize + 1,
    }
}

fn distance(low: Score, score: Score) -> u32 {
    score.get().abs_diff(low.get())
}

/// The largest step from the lower bound that meets every score with a mass.
fn step_of(value: &Distribution) -> u32 {
    let low = value.bounds().low();
    let places = value.masses().filter(|&(_, mass)| mass > 0.0).map(|(score, _)| distance(low, score));
    // PERF: a multiple of the step so far, as nearly all are, takes one division.
    places.fold(0, |step, place| greatest_common_divisor(place, step)).max(1)
}

fn greatest_common_divisor(one: u32, other: u32) -> u32 {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_back_as_they_were() {
        let mut lists = Lists::default();
        let value = |low: i32, masses: &[f64]| Distribution::new(Score::new(low), masses.to_vec()).unwrap();
        let values = [
            value(-3, &[0.25, 0.0, 0.5, 0.0, 0.25]),
            value(0, &[0.0, 0.5, 0.5, 0.0]),
            value(7, &[1.0]),
            value(0, &[1e-60, 1.0]),
        ];
        let kept: Vec<List> = values.iter().map(|value| lists.keep(value)).collect();
        for (value, &list) in values.iter().zip(&kept) {
            let read = lists.read(list);
            assert_eq!(read.bounds(), value.bounds());
            for (score, mass) in value.masses() {
                assert!((read.mass(score) - mass).abs() < 1e-7);
                assert_eq!(read.mass(score) > 0.0, mass > 0.0);
            }
        }
        let used = lists.pieces[0].len();
        let narrower = lists.replace(kept[0], &value(-2, &[0.5, 0.5]));
        assert_eq!(lists.read(narrower), value(-2, &[0.5, 0.5]));
        assert_eq!(lists.pieces[0].len(), used, "in the same place");
        let finer = lists.replace(narrower, &value(-3, &[0.25; 4]));
        assert_eq!((lists.read(finer), lists.pieces[0].len()), (value(-3, &[0.25; 4]), used + 4));
    }
}
