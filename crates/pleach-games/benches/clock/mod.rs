//! What the benchmarks measure time with on a machine that does other work too.

use std::time::Instant;

/// CPU time of this thread where the system tells it, so that other programs do not count;
/// else the time of day.
pub(crate) struct Clock {
    processor: Option<u64>,
    wall: Instant,
}

impl Clock {
    pub(crate) fn start() -> Clock {
        Clock { processor: Clock::processor(), wall: Instant::now() }
    }

    /// Linux: nanoseconds on a processor are the first number of this file.
    fn processor() -> Option<u64> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_whitespace().next()?.parse().ok()
    }

    pub(crate) fn seconds(&self) -> f64 {
        match (self.processor, Clock::processor()) {
            (Some(start), Some(end)) if end > start => (end - start) as f64 / 1e9,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}
