//! The searches under way: how many, with how much memory, and how they are told to stop.

use crate::allowance::Allowance;
use crate::client::Client;
use crate::error::ApiError;
use crate::gate::{Gate, Permit};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What all searches share.
pub(crate) struct Searches {
    gate: Arc<Gate>,
    most_table: usize,
    /// MiB that no table has taken.
    memory: Mutex<usize>,
    /// The stop flags of those under way.
    flags: Mutex<Vec<Arc<AtomicBool>>>,
    closing: AtomicBool,
}

/// The right to search. It is given back when dropped.
pub(crate) struct SearchPermit {
    searches: Arc<Searches>,
    /// MiB for the table.
    pub(crate) memory: usize,
    /// Ends the search when raised.
    pub(crate) stop: Arc<AtomicBool>,
    _permit: Permit,
}

impl Searches {
    pub(crate) fn new(allowance: &Allowance) -> Searches {
        Searches {
            gate: Gate::new("searches", allowance.searches, allowance.waiting, allowance),
            most_table: allowance.table,
            memory: Mutex::new(allowance.memory),
            flags: Mutex::default(),
            closing: AtomicBool::new(false),
        }
    }

    /// Waits for a place, unless too many wait already. Whoever goes away while waiting waits no more.
    pub(crate) async fn enter(self: &Arc<Self>, client: Client) -> Result<SearchPermit, ApiError> {
        let permit = self.gate.enter(client).await?;
        let stop = Arc::new(AtomicBool::new(false));
        self.flags.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&stop));
        // After the flag is where it is found, so that nobody begins unseen while all is being closed.
        if self.closing.load(Ordering::SeqCst) {
            stop.store(true, Ordering::SeqCst);
        }
        Ok(SearchPermit { memory: self.take_memory(), searches: Arc::clone(self), stop, _permit: permit })
    }

    /// Half of what is left, so that there is always some for the next, and never more than a search may have.
    fn take_memory(&self) -> usize {
        let mut left = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = (*left / 2).min(self.most_table);
        *left -= taken;
        taken
    }

    /// Ends all searches, and all that begin from now on.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::SeqCst);
        for flag in self.flags.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            flag.store(true, Ordering::SeqCst);
        }
    }

    /// The searches that wait for their turn.
    pub(crate) fn waiting(&self) -> usize {
        self.gate.waiting()
    }

    /// The searches under way.
    pub(crate) fn under_way(&self) -> usize {
        self.flags.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

impl Drop for SearchPermit {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        *self.searches.memory.lock().unwrap_or_else(PoisonError::into_inner) += self.memory;
        let mut flags = self.searches.flags.lock().unwrap_or_else(PoisonError::into_inner);
        flags.retain(|flag| !Arc::ptr_eq(flag, &self.stop));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn searches(searches: usize, waiting: usize) -> Arc<Searches> {
        let allowance =
            Allowance { searches, waiting, memory: 100, table: 64, share: 100, ..Allowance::default() };
        Arc::new(Searches::new(&allowance))
    }

    #[tokio::test]
    async fn memory_is_shared_and_given_back() {
        let searches = searches(8, 0);
        let first = searches.enter(Client::of_page(1)).await.unwrap();
        let second = searches.enter(Client::of_page(1)).await.unwrap();
        assert_eq!((first.memory, second.memory, searches.under_way()), (50, 25, 2));
        drop((first, second));
        assert_eq!((searches.under_way(), *searches.memory.lock().unwrap()), (0, 100));
    }

    #[tokio::test]
    async fn whoever_comes_too_late_is_turned_away() {
        let searches = searches(1, 0);
        let place = searches.enter(Client::of_page(1)).await.unwrap();
        assert!(searches.enter(Client::of_page(1)).await.is_err());
        drop(place);
        assert!(searches.enter(Client::of_page(1)).await.is_ok());
    }

    #[tokio::test]
    async fn closing_stops_everybody() {
        let searches = searches(2, 0);
        let place = searches.enter(Client::of_page(1)).await.unwrap();
        searches.close();
        assert!(place.stop.load(Ordering::SeqCst));
        assert!(searches.enter(Client::of_page(1)).await.unwrap().stop.load(Ordering::SeqCst));
    }
}
