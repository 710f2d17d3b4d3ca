//! Several threads at one search, over one table.
//!
//! All threads search the same root. They share work through the table, and keep out of each other's way
//! by a list of the moves that are being searched: whoever comes to a move that is on the list takes another
//! first, and when he comes back its value is likely to be in the table (Weill's ABDADA, 1996, in the
//! simplified form of Kerrigan). The first thread that finishes an iteration has the answer for all. Every
//! thread's answer is right by itself, so values do not depend on who comes first; the number of nodes does.

use crate::game::mix;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// What the threads of a search know of each other.
#[derive(Debug)]
pub(super) struct Crew {
    done: Arc<AtomicBool>,
    busy: Box<[AtomicU64]>,
}

impl Crew {
    /// Moves on the list. Two that share a place push each other out, which costs a little time at worst.
    const PLACES: usize = 1 << 12;

    pub(super) fn new() -> Crew {
        let busy = (0..Crew::PLACES).map(|_| AtomicU64::new(0)).collect();
        Crew { done: Arc::new(AtomicBool::new(false)), busy }
    }

    /// Begins an iteration.
    pub(super) fn begin(&self) {
        self.done.store(false, Relaxed);
        for place in &self.busy {
            place.store(0, Relaxed);
        }
    }

    /// Ends the iteration for all threads.
    pub(super) fn end(&self) {
        self.done.store(true, Relaxed);
    }

    /// The flag that is raised when the iteration is over.
    pub(super) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.done)
    }

    #[inline]
    pub(super) fn is_at(&self, key: u64, ordinal: u32) -> bool {
        let name = name(key, ordinal);
        self.place(name).load(Relaxed) == name
    }

    #[inline]
    pub(super) fn enter(&self, key: u64, ordinal: u32) {
        let name = name(key, ordinal);
        self.place(name).store(name, Relaxed);
    }

    #[inline]
    pub(super) fn leave(&self, key: u64, ordinal: u32) {
        self.place(name(key, ordinal)).store(0, Relaxed);
    }

    #[inline]
    fn place(&self, name: u64) -> &AtomicU64 {
        &self.busy[name as usize % Crew::PLACES]
    }
}

/// A number for a move of a position; never 0, which stands for an empty place.
#[inline]
fn name(key: u64, ordinal: u32) -> u64 {
    mix(key.wrapping_add(u64::from(ordinal))) | 1 << 63
}
