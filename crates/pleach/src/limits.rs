//! How long a search may go on, and why it stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How far a search may go: any combination of depth, nodes, time and a flag that someone else raises.
///
/// ```
/// use pleach::Limits;
/// use std::time::Duration;
/// let limits = Limits::depth(6).nodes(1_000_000).time(Duration::from_millis(500));
/// assert_eq!(limits.max_depth(), Some(6));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<Duration>,
    stop: Option<Arc<AtomicBool>>,
    /// When the time began to count, if that was before the search did.
    begun: Option<Instant>,
}

impl Limits {
    /// No limit at all: to the end of the game.
    pub fn none() -> Limits {
        Limits::default()
    }

    /// At most `plies` plies deep.
    pub fn depth(plies: u32) -> Limits {
        Limits { depth: Some(plies), ..Limits::default() }
    }

    /// At most `plies` plies deep, beside the limits there are.
    pub fn to_depth(mut self, plies: u32) -> Limits {
        self.depth = Some(plies);
        self
    }

    /// At most this many nodes.
    pub fn nodes(mut self, nodes: u64) -> Limits {
        self.nodes = Some(nodes);
        self
    }

    /// At most this much time.
    pub fn time(mut self, time: Duration) -> Limits {
        self.time = Some(time);
        self
    }

    /// Until the flag becomes true.
    pub fn stop_flag(mut self, stop: Arc<AtomicBool>) -> Limits {
        self.stop = Some(stop);
        self
    }

    /// The same with a time that counts from there on: what is done before a search begins is part of it.
    pub(crate) fn begun(mut self, at: Instant) -> Limits {
        self.begun = Some(at);
        self
    }

    /// The time limit, if there is one.
    pub(crate) fn max_time(&self) -> Option<Duration> {
        self.time
    }

    /// The depth limit, if there is one.
    pub fn max_depth(&self) -> Option<u32> {
        self.depth
    }

    /// The stop flag, if there is one.
    pub(crate) fn flag(&self) -> Option<Arc<AtomicBool>> {
        self.stop.clone()
    }

    /// Whether the stop flag has been raised.
    pub(crate) fn is_flagged(&self) -> bool {
        self.stop.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Whether the search may be stopped in its middle, so that it should deepen step by step.
    pub fn may_interrupt(&self) -> bool {
        self.nodes.is_some() || self.time.is_some()
    }
}

/// Why a search ended before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
// PERF: as wide as a score, so that `Result<Score, Stopped>` travels in two registers.
#[repr(u32)]
pub enum Stopped {
    /// The node limit was reached.
    #[error("the node limit was reached")]
    Nodes,
    /// The time was up.
    #[error("the time was up")]
    Time,
    /// The stop flag was raised.
    #[error("it was told to stop")]
    Flag,
    /// The memory allowed was used up, by a search that keeps its tree.
    #[error("the memory allowed was used up")]
    Memory,
    /// The game has neither moves nor an outcome in a position that was reached: its rules are broken there.
    #[error("the game has neither moves nor an outcome in a position that was reached")]
    DeadEnd,
    /// A line of play went deeper than [`MAX_PLY`].
    #[error("a line of play is longer than {MAX_PLY} plies; limit the depth to that")]
    TooDeep,
}

/// The longest line of play a search follows. Longer ones would need more memory for the path than
/// anyone has asked for; the search is refused with [`Stopped::TooDeep`].
pub const MAX_PLY: u32 = 500_000;

/// Says that a piece of work is not needed any more. A piece is part of a larger one, whose interruption ends
/// it as well.
#[derive(Debug)]
pub(crate) struct Interrupt {
    raised: AtomicBool,
    of_the_whole: Option<Arc<Interrupt>>,
}

impl Interrupt {
    /// For a part of what this one interrupts.
    pub(crate) fn part_of(whole: Option<Arc<Interrupt>>) -> Arc<Interrupt> {
        Arc::new(Interrupt { raised: AtomicBool::new(false), of_the_whole: whole })
    }

    pub(crate) fn raise(&self) {
        self.raised.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
            || self.of_the_whole.as_ref().is_some_and(|whole| whole.is_raised())
    }

    /// Whether the work is this whole or a part of it.
    pub(crate) fn is_within(&self, whole: &Interrupt) -> bool {
        std::ptr::eq(self, whole) || self.of_the_whole.as_ref().is_some_and(|outer| outer.is_within(whole))
    }
}

/// Counts nodes and looks at the limits now and then.
///
/// PERF: at a node it costs one countdown; the number of nodes is made up from it when it is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    limits: Limits,
    /// Whether others take part, so that there may be interruptions.
    shared: bool,
    /// What may interrupt the work under way.
    interrupt: Option<Arc<Interrupt>>,
    started: Instant,
    /// Clock and flag are looked at after so many nodes.
    interval: u64,
    /// When they were looked at last, if the interval follows from how long nodes take.
    paced_at: Option<Duration>,
    /// What is kept back of the time, for getting home.
    reserve: Duration,
    /// Nodes counted when the limits were last looked at, those of the countdown included.
    nodes_at_zero: u64,
    /// Nodes that may be counted before the next look.
    countdown: u64,
}

impl Watch {
    /// Clock and flag are looked at after this many nodes: less than a millisecond of search, even where
    /// every leaf plays captures out.
    const INTERVAL: u64 = 128;
    /// The most that is kept back of the time, for getting home: on a busy machine a thread waits its turn.
    const RESERVE: Duration = Duration::from_millis(4);
    /// Between two looks of a paced watch lies at least this, if the nodes are quick, and at most that.
    const SHORT: Duration = Duration::from_micros(50);
    const LONG: Duration = Duration::from_micros(400);

    pub(crate) fn new(limits: &Limits) -> Watch {
        let mut watch = Watch {
            limits: limits.clone(),
            shared: false,
            interrupt: None,
            started: limits.begun.unwrap_or_else(Instant::now),
            interval: Watch::INTERVAL,
            paced_at: None,
            reserve: limits.time.map_or(Watch::RESERVE, |most| Watch::RESERVE.min(most / 16)),
            nodes_at_zero: 0,
            countdown: 0,
        };
        watch.set_countdown();
        watch
    }

    /// The watch of one of several threads, each of which may use its share of the nodes.
    pub(crate) fn shared_by(mut self, threads: u64) -> Watch {
        self.limits.nodes = self.limits.nodes.map(|most| most.div_ceil(threads));
        self.shared = threads > 1;
        self.set_countdown();
        self
    }

    /// The same for a search whose nodes may take long, each another time: the clock is looked at as often as it takes
    /// to be on time.
    pub(crate) fn paced(mut self) -> Watch {
        (self.interval, self.paced_at) = (1, Some(self.elapsed()));
        self.set_countdown();
        self
    }

    /// Looks at the clock and the flag now. For work that takes long and visits no node.
    pub(crate) fn look_now(&self) -> Result<(), Stopped> {
        if self.limits.is_flagged() || self.interrupt.as_ref().is_some_and(|interrupt| interrupt.is_raised())
        {
            return Err(Stopped::Flag);
        }
        if self.limits.time.is_some_and(|most| self.started.elapsed() + self.reserve >= most) {
            return Err(Stopped::Time);
        }
        Ok(())
    }

    /// Keeps back more of the time: what the answer takes that is made when the time is up. Half of it is the most.
    pub(crate) fn keep_back(&mut self, needed: Duration) {
        if let Some(most) = self.limits.time {
            self.reserve = (Watch::RESERVE.min(most / 16) + needed).min(most / 2);
        }
    }

    /// From now on this interrupts the work; what did before is returned.
    pub(crate) fn interrupted_by(&mut self, interrupt: Option<Arc<Interrupt>>) -> Option<Arc<Interrupt>> {
        std::mem::replace(&mut self.interrupt, interrupt)
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes_at_zero - self.countdown
    }

    /// Counts a node that is about to be visited, unless a limit forbids it.
    #[inline(always)]
    pub(crate) fn count_node(&mut self) -> Result<(), Stopped> {
        let (left, nothing_left) = self.countdown.overflowing_sub(1);
        // PERF: stored in any case, so that it is one instruction; a look puts it right.
        self.countdown = left;
        if nothing_left { self.look() } else { Ok(()) }
    }

    /// What interrupts the work under way.
    pub(crate) fn interrupt(&self) -> Option<Arc<Interrupt>> {
        self.interrupt.clone()
    }

    /// Counts nodes that have been visited already.
    #[inline(always)]
    pub(crate) fn count_more(&mut self, nodes: u64) -> Result<(), Stopped> {
        match self.countdown.checked_sub(nodes) {
            Some(left) => {
                self.countdown = left;
                Ok(())
            }
            None => {
                self.nodes_at_zero += nodes - self.countdown;
                self.countdown = 0;
                self.look().inspect(|()| self.countdown += 1)
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self) -> Result<(), Stopped> {
        self.countdown = 0;
        if self.limits.nodes.is_some_and(|most| self.nodes() >= most) {
            return Err(Stopped::Nodes);
        }
        self.look_now()?;
        if let Some(before) = self.paced_at {
            self.set_pace(before);
        }
        self.set_countdown();
        self.countdown -= 1;
        Ok(())
    }

    /// Makes the interval fit the time that has passed since the last look.
    fn set_pace(&mut self, before: Duration) {
        let now = self.elapsed();
        self.interval = match now.saturating_sub(before) {
            passed if passed > Watch::LONG => (self.interval / 4).max(1),
            passed if passed < Watch::SHORT => (self.interval * 2).min(Watch::INTERVAL),
            _ => self.interval,
        };
        self.paced_at = Some(now);
    }

    fn set_countdown(&mut self) {
        let nodes = self.nodes();
        let polled = self.limits.time.is_some() || self.limits.stop.is_some() || self.shared;
        let left = self.limits.nodes.map_or(u64::MAX - nodes, |most| most.saturating_sub(nodes));
        self.countdown = if polled { left.min(self.interval) } else { left };
        self.nodes_at_zero = nodes + self.countdown;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paced_watch_looks_as_often_as_nodes_take_long() {
        let mut watch = Watch::new(&Limits::none().time(Duration::from_secs(3600))).paced();
        for _ in 0..100_000 {
            watch.count_node().unwrap();
        }
        assert!(watch.interval > 1, "quick nodes");
        for _ in 0..200 {
            std::thread::sleep(2 * Watch::LONG);
            watch.count_node().unwrap();
        }
        assert_eq!(watch.interval, 1, "slow nodes");
        assert_eq!(watch.nodes(), 100_200);
    }

    #[test]
    fn the_time_may_begin_before_the_search_and_end_before_the_time_is_up() {
        let hour = Duration::from_secs(3600);
        let Some(before) = Instant::now().checked_sub(hour / 2) else { return };
        let limits = Limits::none().time(hour).begun(before);
        let mut watch = Watch::new(&limits);
        assert_eq!(watch.look_now(), Ok(()));
        watch.keep_back(Duration::from_secs(60));
        assert_eq!(watch.look_now(), Ok(()));
        watch.keep_back(hour);
        assert_eq!(watch.look_now(), Err(Stopped::Time), "half of the time is the most that is kept back");
        assert_eq!(Watch::new(&limits.time(hour / 4)).look_now(), Err(Stopped::Time));
    }
}
