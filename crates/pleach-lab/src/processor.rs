//! CPU time: what others do on the machine meanwhile does not count.

use std::time::Duration;

/// The time that the processor has spent on this thread.
///
/// ```
/// use pleach_lab::processor;
/// let before = processor::time();
/// assert!((0..1_000_000u64).fold(0, |sum, n| sum ^ n.wrapping_mul(n)) > 0);
/// assert!(processor::time() >= before);
/// ```
#[cfg(unix)]
pub fn time() -> Duration {
    let clock = nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID;
    clock.now().map_or(Duration::ZERO, Duration::from)
}

/// The time that has passed, where the processor's is not known.
#[cfg(not(unix))]
pub fn time() -> Duration {
    static STARTED: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    STARTED.elapsed()
}
