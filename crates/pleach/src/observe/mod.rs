//! Watching a search: events that name their cause, and what can be made of them.
//!
//! A search reports every step to an [`Observe`]r. The empty observer `()` costs nothing: it is a
//! type parameter, so the reports vanish when the program is compiled. [`Summary`] counts cuts and
//! keeps the principal variation; [`Recorder`] keeps everything, as a [`Trace`] that can be shown as
//! a [table](Trace::to_table), [JSON](Trace::to_json), [columns](Trace::to_columns) for programs that go
//! through many steps, or an [SVG drawing](Trace::to_svg).

mod belief_bar;
mod believed;
mod columns;
mod drawing;
mod event;
mod layout;
mod legend;
mod lettering;
mod palette;
mod reach;
mod recorder;
mod replay;
mod rows;
mod sketch;
mod summary;
mod svg;
mod table;
mod trace;
mod uncertain;

#[cfg(test)]
mod specimens;

pub use crate::branch::Branch;
pub use crate::cuts::{CutKind, Cuts};
pub use believed::{Believed, ConspiracyNumbers};
pub use event::{Event, Evidence, LeafCause, Observe, Omission, OmissionCause, Question, Retry};
pub use palette::TOKENS;
pub use recorder::Recorder;
pub use summary::Summary;
pub use trace::{Step, StepKind, Trace, TraceNode, TraceTooLong};
