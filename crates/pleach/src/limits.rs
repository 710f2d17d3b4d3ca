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

    /// The depth limit, if there is one.
    pub fn max_depth(&self) -> Option<u32> {
        self.depth
    }

    /// Whether the stop flag has been raised.
    pub fn is_flagged(&self) -> bool {
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
    /// A line of play went deeper than [`MAX_PLY`].
    #[error("a line of play is longer than {MAX_PLY} plies; give a depth limit")]
    TooDeep,
}

/// The longest line of play a search follows. Longer ones would need more memory for the path than
/// anyone has asked for; the search is refused with [`Stopped::TooDeep`].
pub const MAX_PLY: u32 = 500_000;

/// Looks at the limits now and then; at a node it costs one comparison.
#[derive(Debug)]
pub(crate) struct Watch {
    limits: Limits,
    started: Instant,
    pause_at: u64,
}

impl Watch {
    /// Clock and flag are looked at after this many nodes: some microseconds of search.
    const INTERVAL: u64 = 512;

    pub(crate) fn new(limits: &Limits) -> Watch {
        let mut watch = Watch { limits: limits.clone(), started: Instant::now(), pause_at: 0 };
        watch.set_pause(0);
        watch
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Called before the node after `nodes` others.
    #[inline(always)]
    pub(crate) fn check(&mut self, nodes: u64) -> Result<(), Stopped> {
        if nodes < self.pause_at { Ok(()) } else { self.look(nodes) }
    }

    #[cold]
    fn look(&mut self, nodes: u64) -> Result<(), Stopped> {
        if self.limits.nodes.is_some_and(|most| nodes >= most) {
            return Err(Stopped::Nodes);
        }
        if self.limits.is_flagged() {
            return Err(Stopped::Flag);
        }
        if self.limits.time.is_some_and(|most| self.started.elapsed() >= most) {
            return Err(Stopped::Time);
        }
        self.set_pause(nodes);
        Ok(())
    }

    fn set_pause(&mut self, nodes: u64) {
        let polled = self.limits.time.is_some() || self.limits.stop.is_some();
        let next_look = if polled { nodes + Watch::INTERVAL } else { u64::MAX };
        self.pause_at = self.limits.nodes.unwrap_or(u64::MAX).min(next_look);
    }
}
