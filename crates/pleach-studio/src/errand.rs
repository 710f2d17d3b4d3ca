//! Work beside searches: replaying games, listing moves, drawing boards, reading what was pasted.
//!
//! It is done on threads that may wait, so many at once, and asks again and again whether anybody still wants it.

use crate::Shared;
use crate::client::Visitor;
use crate::error::ApiError;
use crate::searches::SearchPermit;
use pleach::panics::Panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A piece of work that is wanted, until its page goes away or its time is up.
pub(crate) struct Errand {
    stop: Arc<AtomicBool>,
    until: Instant,
    longest: Duration,
}

impl Errand {
    fn new(longest: Duration, stop: Arc<AtomicBool>) -> Errand {
        Errand { stop, until: Instant::now() + longest, longest }
    }

    /// Raised when nobody wants it any more.
    pub(crate) fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Whether it is still wanted. Whatever takes long asks often.
    pub(crate) fn check(&self) -> Result<(), ApiError> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(ApiError::bad("nobody waits for this any more"));
        }
        if Instant::now() >= self.until {
            return Err(took_too_long(self.longest));
        }
        Ok(())
    }

    #[cfg(test)]
    pub(crate) fn for_tests() -> Errand {
        Errand::new(Duration::from_secs(600), Arc::default())
    }
}

fn took_too_long(longest: Duration) -> ApiError {
    ApiError::bad(format!("this takes more than {} seconds: ask for less", longest.as_secs_f64()))
}

/// Raises a flag when the request is dropped, because its connection is gone.
struct Leaving(Arc<AtomicBool>);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Visitor {
    /// Does a piece of work for this visitor where it keeps nobody waiting.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Arc<Shared>, &Errand) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = self.shared.works.enter(self.client).await?;
        let errand = Errand::new(self.shared.allowance.longest_work, Arc::default());
        self.run(errand, permit, work).await
    }

    /// Does the work of a search that is no stream of news.
    pub(crate) async fn search<T: Send + 'static>(
        &self,
        place: SearchPermit,
        work: impl FnOnce(&Arc<Shared>, &Errand) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let errand = Errand::new(self.shared.allowance.longest_search, Arc::clone(&place.stop));
        self.run(errand, place, work).await
    }

    /// Does work on a thread that may wait. What is held meanwhile is given back when it has really ended, even if its
    /// page has gone away long before.
    async fn run<T: Send + 'static>(
        &self,
        errand: Errand,
        held: impl Send + 'static,
        work: impl FnOnce(&Arc<Shared>, &Errand) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        /// Work that asks in time tells by itself that it takes too long.
        const GRACE: Duration = Duration::from_millis(500);
        let longest = errand.longest;
        let _leaving = Leaving(errand.stop_flag());
        let shared = Arc::clone(&self.shared);
        let done = tokio::task::spawn_blocking(move || {
            let _held = held;
            errand.check()?;
            work(&shared, &errand)
        });
        match tokio::time::timeout(longest + GRACE, done).await {
            Ok(done) => done.unwrap_or_else(|error| Err(failed(error))),
            Err(_) => Err(took_too_long(longest)),
        }
    }
}

/// What is told of work that has panicked.
fn failed(error: tokio::task::JoinError) -> ApiError {
    match error.try_into_panic() {
        Ok(panic) => ApiError::broken(panicked(&panic.into())),
        Err(_) => ApiError::busy("the studio is closing", 5),
    }
}

/// What is told of a panic: games and evaluators may be anybody's.
pub(crate) fn panicked(panic: &Panic) -> String {
    format!("the game's rules or its evaluator have panicked, which is a fault in their code: {panic}")
}
