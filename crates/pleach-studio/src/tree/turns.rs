//! Recordings take their turns: a long one holds hundreds of mebibytes until it is sent, so that few are made at once.

use crate::error::Refusal;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::{Semaphore, SemaphorePermit};

/// The recordings that are made at the same time, in all studios of this program together.
static PLACES: Semaphore = Semaphore::const_new(2);
static WAITING: AtomicUsize = AtomicUsize::new(0);
const MOST_WAITING: usize = 64;

/// The right to record, given back when dropped.
pub(super) struct Turn(#[allow(dead_code, reason = "it is held, not read")] SemaphorePermit<'static>);

/// Somebody who waits, and waits no more when dropped.
struct Waiting;

impl Drop for Waiting {
    fn drop(&mut self) {
        WAITING.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Turn {
    /// Waits for a turn, unless too many wait already.
    pub(super) async fn wait() -> Result<Turn, Refusal> {
        let before = WAITING.fetch_add(1, Ordering::SeqCst);
        let _counted = Waiting;
        if before >= MOST_WAITING {
            return Err(Refusal::busy("too many searches wait to be recorded: try again soon", 3));
        }
        PLACES.acquire().await.map(Turn).map_err(|_| Refusal::busy("the studio is closing", 5))
    }
}
