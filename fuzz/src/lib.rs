//! What all targets share: the games, and an allocator with a budget.

use pleach::registry::{AnyGame, Registry};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The games.
pub static REGISTRY: LazyLock<Registry> = LazyLock::new(pleach_games::registry);

/// Every game at its first position, opened once: the weights of some are large.
static GAMES: LazyLock<Vec<Box<dyn AnyGame>>> = LazyLock::new(|| {
    let open = |name: &str| REGISTRY.open(name).expect("every game opens without options");
    REGISTRY.entries().iter().map(|entry| open(entry.name())).collect()
});

/// All games at their first positions.
pub fn games() -> impl Iterator<Item = Box<dyn AnyGame>> {
    GAMES.iter().map(|game| game.boxed_clone())
}

/// A game at its first position.
pub fn game(name: &str) -> Box<dyn AnyGame> {
    games().find(|game| game.name() == name).expect("a known game")
}

/// No input is worth more memory: what asks for more is a finding. Tables of searches are not among it, which the system
/// lends by whole pages; of them there is the limit of libFuzzer.
const MOST_BYTES: usize = 512 << 20;

/// The system's allocator, which ends the program when more than [`MOST_BYTES`] are in use.
pub struct Budget {
    used: AtomicUsize,
}

impl Budget {
    /// Nothing is in use.
    pub const fn new() -> Budget {
        Budget { used: AtomicUsize::new(0) }
    }

    fn take(&self, bytes: usize) {
        let used = self.used.fetch_add(bytes, Relaxed) + bytes;
        if used > MOST_BYTES {
            // Neither a panic nor a print may ask for memory now.
            std::process::abort();
        }
    }
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::new()
    }
}

// SAFETY: all is done by the system's allocator; only the sizes are counted.
unsafe impl GlobalAlloc for Budget {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        self.take(layout.size());
        // SAFETY: the caller's promises are the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        self.take(layout.size());
        // SAFETY: the caller's promises are the same.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        self.take(size);
        self.used.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller's promises are the same.
        unsafe { System.realloc(place, layout, size) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        self.used.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller's promises are the same.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static BUDGET: Budget = Budget::new();
