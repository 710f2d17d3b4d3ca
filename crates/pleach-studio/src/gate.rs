//! Places that are shared fairly: so many at once, of which no client has more than its share.
//!
//! Whoever finds no place waits. The next place goes to the client that has the fewest, so that a crowd of requests from
//! one does not keep the others waiting. Whoever goes away waits no more.

use crate::allowance::Allowance;
use crate::client::Client;
use crate::error::ApiError;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// The places of one kind.
pub(crate) struct Gate {
    /// What the places are for, as it is told to whoever is turned away: `searches`.
    kind: &'static str,
    places: usize,
    waiting: usize,
    /// What one client may have of the places and of those who wait.
    share: Share,
    queue: Mutex<Queue>,
}

struct Share {
    places: usize,
    waiting: usize,
}

#[derive(Default)]
struct Queue {
    taken: usize,
    taken_by: HashMap<Client, usize>,
    waiting: VecDeque<Waiter>,
}

struct Waiter {
    client: Client,
    turn: oneshot::Sender<Permit>,
}

/// A place. It is given back when dropped.
pub(crate) struct Permit {
    gate: Arc<Gate>,
    client: Client,
}

impl Gate {
    /// So many places, and so many who may wait for one.
    pub(crate) fn new(kind: &'static str, places: usize, waiting: usize, allowance: &Allowance) -> Arc<Gate> {
        let share = Share { places: allowance.share_of(places), waiting: allowance.share_of(waiting) };
        Arc::new(Gate { kind, places: places.max(1), waiting, share, queue: Mutex::default() })
    }

    /// Waits for a place, unless too many wait already.
    pub(crate) async fn enter(self: &Arc<Self>, client: Client) -> Result<Permit, ApiError> {
        let turn = {
            let mut queue = self.queue();
            if queue.taken < self.places && queue.taken_by(client) < self.share.places {
                return Ok(self.take(&mut queue, client));
            }
            let own = queue.waiting.iter().filter(|waiter| waiter.client == client).count();
            if queue.waiting.len() >= self.waiting || own >= self.share.waiting {
                return Err(self.refusal());
            }
            let (turn, has_come) = oneshot::channel();
            queue.waiting.push_back(Waiter { client, turn });
            has_come
        };
        turn.await.map_err(|_| self.refusal())
    }

    fn refusal(&self) -> ApiError {
        ApiError::busy(format!("too many {} wait for their turn: try again soon", self.kind), 2)
    }

    /// The places that are taken.
    pub(crate) fn taken(&self) -> usize {
        self.queue().taken
    }

    /// Those who wait.
    pub(crate) fn waiting(&self) -> usize {
        self.queue().waiting.len()
    }

    /// The queue without those who have gone away.
    fn queue(&self) -> MutexGuard<'_, Queue> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.waiting.retain(|waiter| !waiter.turn.is_closed());
        queue
    }

    fn take(self: &Arc<Self>, queue: &mut Queue, client: Client) -> Permit {
        queue.taken += 1;
        *queue.taken_by.entry(client).or_default() += 1;
        Permit { gate: Arc::clone(self), client }
    }

    /// Whoever is next, with the place.
    fn next(self: &Arc<Self>) -> Option<(oneshot::Sender<Permit>, Permit)> {
        let mut queue = self.queue();
        if queue.taken >= self.places {
            return None;
        }
        let counted = queue.waiting.iter().map(|waiter| queue.taken_by(waiter.client)).enumerate();
        let fair = counted.filter(|&(_, taken)| taken < self.share.places);
        let (index, _) = fair.min_by_key(|&(_, taken)| taken)?;
        let Waiter { client, turn } = queue.waiting.remove(index)?;
        Some((turn, self.take(&mut queue, client)))
    }
}

impl Queue {
    fn taken_by(&self, client: Client) -> usize {
        self.taken_by.get(&client).copied().unwrap_or(0)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        {
            let mut queue = self.gate.queue();
            queue.taken -= 1;
            let left = queue.taken_by(self.client).saturating_sub(1);
            match left {
                0 => queue.taken_by.remove(&self.client),
                left => queue.taken_by.insert(self.client, left),
            };
        }
        while let Some((turn, permit)) = self.gate.next() {
            // Whoever has gone away in this very moment gives the place back by dropping it.
            drop(turn.send(permit));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate(places: usize, waiting: usize) -> Arc<Gate> {
        Gate::new("things", places, waiting, &Allowance::default())
    }

    fn client(number: u64) -> Client {
        Client::of_page(number)
    }

    #[tokio::test]
    async fn no_client_has_more_than_its_share() {
        let gate = gate(4, 0);
        let first = (gate.enter(client(1)).await.unwrap(), gate.enter(client(1)).await.unwrap());
        assert!(gate.enter(client(1)).await.is_err(), "half of all is enough for one");
        let second = gate.enter(client(2)).await.unwrap();
        drop(first);
        assert!(gate.enter(client(1)).await.is_ok());
        drop(second);
        assert!(gate.queue().taken_by.is_empty(), "nothing is left behind");
    }

    #[tokio::test]
    async fn whoever_has_the_fewest_comes_next_and_whoever_left_does_not() {
        let gate = gate(2, 8);
        let held = (gate.enter(client(1)).await.unwrap(), gate.enter(client(2)).await.unwrap());
        let crowd: Vec<_> = (0..4).map(|_| tokio::spawn(enter(Arc::clone(&gate), client(1)))).collect();
        while gate.waiting() < 4 {
            tokio::task::yield_now().await;
        }
        let other = tokio::spawn(enter(Arc::clone(&gate), client(3)));
        while gate.waiting() < 5 {
            tokio::task::yield_now().await;
        }
        drop(held.1);
        drop(other.await.unwrap().unwrap());
        crowd.iter().for_each(|waiter| waiter.abort());
        while gate.waiting() > 0 {
            tokio::task::yield_now().await;
        }
        drop(held.0);
        assert!(gate.enter(client(2)).await.is_ok());
    }

    async fn enter(gate: Arc<Gate>, client: Client) -> Result<Permit, ApiError> {
        gate.enter(client).await
    }

    #[tokio::test]
    async fn a_crowd_does_not_fill_the_queue() {
        let gate = gate(2, 4);
        let _held = gate.enter(client(1)).await.unwrap();
        let crowd: Vec<_> = (0..2).map(|_| tokio::spawn(enter(Arc::clone(&gate), client(1)))).collect();
        while gate.waiting() < 2 {
            tokio::task::yield_now().await;
        }
        assert!(gate.enter(client(1)).await.is_err(), "two of four wait already");
        let other = gate.enter(client(2)).await.unwrap();
        assert_eq!(gate.waiting(), 2);
        drop(other);
        assert_eq!(gate.waiting(), 2, "the free place is not for whoever has a share already");
        drop(crowd);
    }
}
