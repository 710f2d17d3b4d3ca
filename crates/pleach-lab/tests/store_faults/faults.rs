//! Which call fails.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Counts calls of a kind, and lets one of them fail.
pub(crate) struct Faults {
    /// Calls until one fails; none fails at 0.
    left: AtomicU64,
    happened: AtomicBool,
}

pub(crate) static SYSTEM_CALLS: Faults = Faults::none();
pub(crate) static ALLOCATIONS: Faults = Faults::none();

impl Faults {
    const fn none() -> Faults {
        Faults { left: AtomicU64::new(0), happened: AtomicBool::new(false) }
    }

    /// Does something while the `number`-th call fails.
    pub(crate) fn with_one<T>(&self, number: u64, work: impl FnOnce() -> T) -> T {
        self.happened.store(false, Ordering::SeqCst);
        self.left.store(number, Ordering::SeqCst);
        let done = work();
        self.left.store(0, Ordering::SeqCst);
        done
    }

    /// Whether there were so many calls.
    pub(crate) fn happened(&self) -> bool {
        self.happened.load(Ordering::SeqCst)
    }

    /// Asked by every call: whether it is to fail.
    pub(crate) fn is_now(&self) -> bool {
        let count = |left: u64| left.checked_sub(1);
        let now = self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, count) == Ok(1);
        if now {
            self.happened.store(true, Ordering::SeqCst);
        }
        now
    }
}
