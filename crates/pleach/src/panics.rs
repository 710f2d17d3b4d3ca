//! Panics of somebody's rules or evaluator, caught: they end what was asked of them, and nothing else.
//!
//! ```
//! use pleach::panics::{caught, caught_quietly};
//! assert_eq!(caught(|| 3), Ok(3));
//! let panic = caught_quietly(|| -> u8 { panic!("no such square") }).unwrap_err();
//! assert!(panic.to_string().starts_with("no such square ("), "the place follows");
//! ```

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

/// The most that is told of a panic.
const LONGEST: usize = 200;

/// What is known of a panic: its message, in one line, and its place in the source if somebody has asked in time. See
/// [the module](self) for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panic {
    message: String,
    place: Option<String>,
}

/// From what a panic leaves behind.
impl From<Box<dyn Any + Send>> for Panic {
    fn from(payload: Box<dyn Any + Send>) -> Panic {
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let text = text.unwrap_or("without a message");
        let message = text.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
        Panic { message, place: None }
    }
}

impl fmt::Display for Panic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.place.as_ref().map_or(Ok(()), |place| write!(f, " ({place})"))
    }
}

/// Does something; if it panics, that is an error. Whatever the work has changed must not be used any more. The panic is
/// printed as all others are.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Panic> {
    catch_unwind(AssertUnwindSafe(work)).map_err(Panic::from)
}

thread_local! {
    /// Whether panics of this thread are told of by somebody who catches them.
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The same where nothing is printed: the error says where the panic was, too.
pub fn caught_quietly<T>(work: impl FnOnce() -> T) -> Result<T, Panic> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| match IS_QUIET.get() {
            true => PLACE.set(panic.location().map(|at| format!("{}, line {}", at.file(), at.line()))),
            false => before(panic),
        }));
    });
    let outer = IS_QUIET.replace(true);
    let done = caught(work);
    IS_QUIET.set(outer);
    done.map_err(|panic| Panic { place: PLACE.take(), ..panic })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_become_errors_with_their_place() {
        assert_eq!(caught_quietly(|| 3), Ok(3));
        let error = caught_quietly(|| panic!("no\n{}", "x".repeat(1000))).unwrap_err().to_string();
        assert!(error.starts_with("no xxx") && error.contains("panics.rs, line "), "{error}");
        assert!(error.len() < 2 * LONGEST, "{error}");
        let inner = caught_quietly(|| caught(|| -> u8 { panic!("inside") }).is_err() && panic!("outside"));
        assert!(inner.unwrap_err().to_string().starts_with("outside"));
        let nothing = caught_quietly(|| std::panic::panic_any(7)).unwrap_err();
        assert!(nothing.to_string().starts_with("without a message ("));
    }
}
