//! Panics of somebody's rules or evaluator, caught: they end a game, and neither the match nor the silence.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::Once;

/// The most that is told of a panic.
const LONGEST: usize = 200;

thread_local! {
    /// Whether a panic of this thread is caught and told by somebody.
    static CAUGHT: Cell<bool> = const { Cell::new(false) };
    static REASON: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Does something; if it panics, that is an error with the message and its place in the source. Nothing is
/// printed then. Whatever the work has changed must not be used any more.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| match CAUGHT.get() {
            true => REASON.set(Some(described(panic))),
            false => before(panic),
        }));
    });
    let outer = CAUGHT.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    CAUGHT.set(outer);
    done.map_err(|_| REASON.take().unwrap_or_else(|| "a panic".to_owned()))
}

/// The message in one line, and where it comes from.
fn described(panic: &PanicHookInfo<'_>) -> String {
    let message = panic.payload_as_str().unwrap_or("a panic");
    let message: String =
        message.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    match panic.location() {
        Some(place) => format!("{message} ({}, line {})", place.file(), place.line()),
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_become_errors_with_their_place() {
        assert_eq!(caught(|| 3), Ok(3));
        let error = caught(|| panic!("no\n{}", "x".repeat(1000))).unwrap_err();
        assert!(error.starts_with("no xxx") && error.contains("crash.rs, line "), "{error}");
        let inner = caught(|| caught(|| -> u8 { panic!("inside") }).is_err() && panic!("outside"));
        assert!(inner.unwrap_err().starts_with("outside"));
    }
}
