//! Signs of life on a terminal, and Ctrl-C.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A bar over a known number of steps; indicatif shows it on a terminal only.
pub(crate) fn bar(steps: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{bar:32} {pos}/{len}  {elapsed_precise}  {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// A bar over steps that are told on the way, with the time that is left.
pub(crate) fn bar_with_time_left() -> ProgressBar {
    let bar = bar(0);
    let style = ProgressStyle::with_template("{bar:32} {pos}/{len}  {elapsed_precise}, {eta} left  {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// A clock that runs while something is searched.
pub(crate) fn clock(message: &str) -> ProgressBar {
    let clock = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style =
        ProgressStyle::with_template("{spinner} {msg}  {elapsed_precise}  (Ctrl-C keeps what is done)");
    clock.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    clock.set_message(message.to_owned());
    clock.enable_steady_tick(Duration::from_millis(200));
    clock
}

/// A flag that the first Ctrl-C raises, or the system's wish that the program end; the second ends the program.
pub(crate) fn stop_on_interrupt() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    // Without a handler Ctrl-C ends the program, which is what the second one does anyway.
    let _ = ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            pleach_lab::player::end_programs();
            std::process::exit(130);
        }
    });
    flag
}
