//! Memory that grows piece by piece and never moves.

use std::ops::{Index, IndexMut};

/// How many items a piece has.
const PIECE: usize = 1 << 15;

/// A list that grows by pieces: growing costs no copy, and never needs room for both the old and the new.
#[derive(Debug)]
pub(super) struct Arena<T> {
    pieces: Vec<Vec<T>>,
    len: usize,
}

impl<T> Arena<T> {
    pub(super) fn new() -> Self {
        Arena { pieces: Vec::new(), len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// What it takes of the memory.
    pub(super) fn bytes(&self) -> usize {
        self.pieces.len() * PIECE * size_of::<T>()
    }

    /// What it would take with so many more items.
    pub(super) fn bytes_with(&self, more: usize) -> usize {
        (self.len + more).div_ceil(PIECE) * PIECE * size_of::<T>()
    }

    pub(super) fn push(&mut self, item: T) {
        if self.len.is_multiple_of(PIECE) {
            self.pieces.push(Vec::with_capacity(PIECE));
        }
        if let Some(piece) = self.pieces.last_mut() {
            piece.push(item);
            self.len += 1;
        }
    }
}

impl<T> Index<usize> for Arena<T> {
    type Output = T;

    #[inline]
    fn index(&self, place: usize) -> &T {
        &self.pieces[place / PIECE][place % PIECE]
    }
}

impl<T> IndexMut<usize> for Arena<T> {
    #[inline]
    fn index_mut(&mut self, place: usize) -> &mut T {
        &mut self.pieces[place / PIECE][place % PIECE]
    }
}

/// By the number of a node.
impl<T> Index<u32> for Arena<T> {
    type Output = T;

    #[inline]
    fn index(&self, place: u32) -> &T {
        &self[place as usize]
    }
}

impl<T> IndexMut<u32> for Arena<T> {
    #[inline]
    fn index_mut(&mut self, place: u32) -> &mut T {
        &mut self[place as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_stay_where_they_are() {
        let mut arena = Arena::new();
        (0..3 * PIECE as u32).for_each(|item| arena.push(item));
        arena[7usize] = 1;
        assert_eq!((arena[7u32], arena[PIECE], arena.len()), (1, PIECE as u32, 3 * PIECE));
        assert_eq!((arena.bytes(), arena.bytes_with(1)), (12 * PIECE, 16 * PIECE));
    }
}
