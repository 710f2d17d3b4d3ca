//! Watching a search: events that name their cause, and what can be made of them.
//!
//! A search reports every step to an [`Observe`]r. The empty observer `()` costs nothing: it is a
//! type parameter, so the reports vanish when the program is compiled. [`Summary`] counts cuts and
//! keeps the principal variation; [`Recorder`] keeps everything, as a [`Trace`] that can be shown as
//! a table, JSON, SVG or a page.

mod event;
mod recorder;
mod summary;
mod table;
mod trace;

pub use event::{Branch, CutKind, Event, LeafCause, Observe, Retry};
pub use recorder::Recorder;
pub use summary::{Cuts, Summary};
pub use trace::{Step, StepKind, Trace, TraceNode, TraceTooLong};
