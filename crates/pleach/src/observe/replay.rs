//! What every step of a trace changes in the drawing, and what the drawing shows at the end.
//!
//! The page applies the same changes in the same way when it scrubs, so all that needs thought about
//! windows and bounds is done here, once.

use super::lettering::{drawn_name, printed, score_text, value_text, window_text};
use super::{Believed, CutKind, Evidence, Step, StepKind, Trace};
use crate::game::Player;
use crate::value::{Bound, Score};

/// Why a node is not searched on: the cuts, a remembered value, and what forward pruning leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    Alpha,
    Beta,
    DeepAlpha,
    DeepBeta,
    Direct,
    Table,
    /// A shallow search speaks against the node.
    Test,
    /// The parent leaves the move out.
    Skip,
    /// What is there already is at least as good, as far as bounds can be trusted.
    Dominated,
    /// What is there already is at least as good, by proven bounds.
    ProvenDominated,
}

impl Reason {
    pub(super) const ALL: [Reason; 10] = [
        Reason::Alpha,
        Reason::Beta,
        Reason::DeepAlpha,
        Reason::DeepBeta,
        Reason::Direct,
        Reason::Table,
        Reason::Test,
        Reason::Skip,
        Reason::Dominated,
        Reason::ProvenDominated,
    ];

    /// The name in classes and identifiers.
    pub(super) fn key(self) -> &'static str {
        match self {
            Reason::Alpha => "alpha",
            Reason::Beta => "beta",
            Reason::DeepAlpha => "deep-alpha",
            Reason::DeepBeta => "deep-beta",
            Reason::Direct => "direct",
            Reason::Table => "table",
            Reason::Test => "test",
            Reason::Skip => "skip",
            Reason::Dominated => "dominated",
            Reason::ProvenDominated => "proven-dominated",
        }
    }

    /// The word beside the badge.
    pub(super) fn word(self) -> &'static str {
        match self {
            Reason::DeepAlpha => "deep alpha",
            Reason::DeepBeta => "deep beta",
            Reason::ProvenDominated => "dominated",
            other => other.key(),
        }
    }

    pub(super) fn of(kind: CutKind) -> Reason {
        match kind {
            CutKind::Alpha => Reason::Alpha,
            CutKind::Beta => Reason::Beta,
            CutKind::DeepAlpha => Reason::DeepAlpha,
            CutKind::DeepBeta => Reason::DeepBeta,
            CutKind::Direct => Reason::Direct,
        }
    }
}

/// The badge of a node: the reason, and for a deep cut or a test what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Badge {
    pub(super) reason: Reason,
    pub(super) origin: Option<Origin>,
}

/// The node that set the bound of a deep cut and that bound in words; or the values of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    pub(super) node: Option<usize>,
    pub(super) note: String,
}

/// How far a node has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Phase {
    #[default]
    Later,
    Open,
    Done,
}

/// What a step changes at its node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Iteration,
    Test,
    Again,
    Enter {
        window: String,
    },
    Leaf {
        value: String,
    },
    /// A best-first search has a new node.
    Judge {
        value: String,
    },
    Return {
        value: String,
        best: Option<usize>,
    },
    Cut {
        badge: Badge,
    },
    /// A node that failed low knows no best move, so that no line leads through it.
    Leave {
        value: String,
        has_line: bool,
    },
    Remember {
        value: String,
    },
    /// A shallow search is done: its badge if it speaks against the node, and the window of a node whose own
    /// search goes on.
    Probed {
        badge: Option<Badge>,
        window: Option<String>,
    },
    /// Something below is left out.
    Omit {
        reason: Reason,
    },
    /// A best-first search goes below the node.
    Expand,
}

/// What the drawing shows of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Paint {
    pub(super) phase: Phase,
    /// The window of the last visit.
    pub(super) window: Option<String>,
    pub(super) value: Option<String>,
    pub(super) badge: Option<Badge>,
    /// Why the children that were never visited were not, by the last cut.
    pub(super) pruned: Option<Reason>,
    /// The index of the step that said last what is believed of the node.
    pub(super) believed: Option<usize>,
}

impl Paint {
    fn apply(&mut self, change: &Change) {
        match change {
            Change::Iteration | Change::Test | Change::Again => {}
            Change::Expand => self.phase = Phase::Open,
            Change::Enter { window } => {
                (self.phase, self.window) = (Phase::Open, Some(window.clone()));
                (self.value, self.badge, self.believed) = (None, None, None);
            }
            Change::Leaf { value } | Change::Judge { value } | Change::Leave { value, .. } => {
                (self.phase, self.value) = (Phase::Done, Some(value.clone()));
            }
            Change::Return { value, .. } => self.value = Some(value.clone()),
            Change::Cut { badge } => (self.badge, self.pruned) = (Some(badge.clone()), Some(badge.reason)),
            Change::Remember { value } => {
                (self.phase, self.value) = (Phase::Done, Some(value.clone()));
                self.badge = Some(Badge { reason: Reason::Table, origin: None });
            }
            Change::Probed { badge, window } => {
                self.badge = badge.clone();
                if window.is_some() {
                    (self.phase, self.window, self.value) = (Phase::Open, window.clone(), None);
                }
            }
            Change::Omit { reason } => self.pruned = Some(*reason),
        }
    }
}

/// The changes of all steps, and the paint of all nodes after the last.
#[derive(Debug)]
pub(super) struct Replay {
    pub(super) changes: Vec<Change>,
    pub(super) paints: Vec<Paint>,
}

impl Replay {
    pub(super) fn new(trace: &Trace) -> Replay {
        let mut knowledge = vec![Knowledge::default(); trace.nodes.len()];
        let (mut iteration, mut probes) = (0, 0);
        let changes: Vec<Change> = trace
            .steps
            .iter()
            .map(|step| {
                iteration += u32::from(matches!(step.kind, StepKind::Iteration { .. }));
                probes += i32::from(matches!(step.kind, StepKind::Probe { .. }));
                probes -= i32::from(matches!(step.kind, StepKind::Probed { .. }));
                // What a shallow search finds is no knowledge of the deep one.
                let mut shallow = Knowledge::default();
                let known = if probes > 0 { &mut shallow } else { &mut knowledge[step.node] };
                change_of(trace, step, known, iteration)
            })
            .collect();
        let mut paints = vec![Paint::default(); trace.nodes.len()];
        for (number, (step, change)) in trace.steps.iter().zip(&changes).enumerate() {
            let paint = &mut paints[step.node];
            paint.apply(change);
            if step.believed.is_some() {
                paint.believed = Some(number);
            }
        }
        Replay { changes, paints }
    }
}

fn change_of(trace: &Trace, step: &Step, known: &mut Knowledge, iteration: u32) -> Change {
    let player = trace.nodes[step.node].player;
    let believed = step.believed.as_deref().map(Believed::drawn);
    match step.kind {
        StepKind::Iteration { .. } | StepKind::End { .. } => Change::Iteration,
        StepKind::Test | StepKind::Probe { .. } => Change::Test,
        StepKind::Again { .. } => Change::Again,
        StepKind::Enter { .. } => Change::Enter { window: window_text(step.alpha, step.beta) },
        StepKind::Leaf => Change::Leaf { value: believed.unwrap_or_else(|| score_text(step.g)) },
        StepKind::Judge => Change::Judge { value: believed.unwrap_or_default() },
        StepKind::Known | StepKind::BackUp => {
            Change::Leave { value: believed.unwrap_or_default(), has_line: true }
        }
        StepKind::Expand { .. } => Change::Expand,
        StepKind::Dominated { by, proven } => {
            let reason = if proven { Reason::ProvenDominated } else { Reason::Dominated };
            let note = by.map(|by| format!("by {}", drawn_name(&trace.nodes[by])));
            let origin = note.map(|note| Origin { node: None, note });
            Change::Cut { badge: Badge { reason, origin } }
        }
        StepKind::Return { child, improved, .. } => {
            // What a node has so far, it can only better.
            let so_far = if player == Player::Max { Bound::Lower } else { Bound::Upper };
            let value = believed.unwrap_or_else(|| value_text(so_far, step.g));
            Change::Return { value, best: improved.then_some(child) }
        }
        StepKind::Cut { kind, by } => {
            let reason = Reason::of(kind);
            let deep = matches!(reason, Reason::DeepAlpha | Reason::DeepBeta);
            let origin = by
                .filter(|_| deep)
                .map(|node| Origin { node: Some(node), note: origin_note(trace, step, node) });
            Change::Cut { badge: Badge { reason, origin } }
        }
        StepKind::Leave { bound } => {
            let failed_low = if player == Player::Max { Bound::Upper } else { Bound::Lower };
            let value = believed.unwrap_or_else(|| value_text(known.learn(bound, step.g, iteration), step.g));
            Change::Leave { value, has_line: bound != failed_low }
        }
        StepKind::Probed { question, shallow, hit, goes_on } => {
            let note = printed(&Evidence { question, shallow }.text());
            let origin = Some(Origin { node: None, note });
            let badge = hit.then_some(Badge { reason: Reason::Test, origin });
            Change::Probed { badge, window: goes_on.then(|| window_text(step.alpha, step.beta)) }
        }
        StepKind::Forecast { .. } => Change::Omit { reason: Reason::Test },
        StepKind::Skip { .. } => Change::Omit { reason: Reason::Skip },
        StepKind::TableHit { bound } => {
            Change::Remember { value: value_text(known.learn(bound, step.g, iteration), step.g) }
        }
    }
}

/// `α = 12 from a`.
fn origin_note(trace: &Trace, step: &Step, by: usize) -> String {
    let (end, bound) = match trace.nodes[step.node].player {
        Player::Min => ("α", step.alpha),
        Player::Max => ("β", step.beta),
    };
    format!("{end} = {} from {}", score_text(bound), drawn_name(&trace.nodes[by]))
}

/// The bounds that the visits of a node have proved in one iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Knowledge {
    iteration: u32,
    lower: Score,
    upper: Score,
}

impl Default for Knowledge {
    fn default() -> Self {
        Knowledge { iteration: 0, lower: Score::MIN, upper: Score::MAX }
    }
}

impl Knowledge {
    /// Takes in a value: what it says of the true one together with all that was known before.
    pub(super) fn learn(&mut self, bound: Bound, value: Score, iteration: u32) -> Bound {
        if self.iteration != iteration {
            // Another depth asks another question.
            *self = Knowledge { iteration, ..Knowledge::default() };
        }
        if bound != Bound::Upper {
            self.lower = self.lower.max(value);
        }
        if bound != Bound::Lower {
            self.upper = self.upper.min(value);
        }
        if self.lower == self.upper && self.lower == value { Bound::Exact } else { bound }
    }
}

#[cfg(test)]
mod tests {
    use super::super::specimens;
    use super::*;
    use crate::textbook::Algorithm;

    fn paint<'a>(trace: &Trace, replay: &'a Replay, name: &str) -> &'a Paint {
        let node = trace.nodes.iter().position(|node| node.label() == name);
        &replay.paints[node.expect("a node of that name")]
    }

    #[test]
    fn the_end_shows_values_windows_and_badges() {
        let trace = specimens::appendix_a();
        let replay = Replay::new(&trace);
        let s = paint(&trace, &replay, "s");
        assert_eq!(
            (s.phase, s.value.as_deref(), s.window.as_deref()),
            (Phase::Done, Some("≤10"), Some("12 : ∞"))
        );
        let badge = s.badge.as_ref().expect("s is cut");
        assert_eq!(badge.reason, Reason::DeepAlpha);
        let origin = badge.origin.as_ref().expect("a deep cut has an origin");
        assert_eq!((origin.node, origin.note.as_str()), (Some(0), "α = 12 from a"));
        assert_eq!(paint(&trace, &replay, "a").value.as_deref(), Some("=35"));
        assert_eq!(paint(&trace, &replay, "e").value.as_deref(), Some("41"));
        assert_eq!(paint(&trace, &replay, "u").phase, Phase::Later);
        assert_eq!(paint(&trace, &replay, "j").pruned, Some(Reason::Beta));
    }

    #[test]
    fn tests_leave_a_badge_and_no_knowledge() {
        let trace = specimens::appendix_a_pruned("probcut");
        let replay = Replay::new(&trace);
        let j = paint(&trace, &replay, "j");
        assert_eq!((j.value.as_deref(), j.window.as_deref()), (Some("≥12"), Some("−∞ : 12")));
        let badge = j.badge.as_ref().expect("j is not searched");
        let note = badge.origin.as_ref().map(|origin| origin.note.as_str());
        assert_eq!((badge.reason, note), (Reason::Test, Some("50 ≥ 27")));
        // c was tested twice before it was searched.
        let c = paint(&trace, &replay, "c");
        assert_eq!((c.value.as_deref(), c.window.as_deref(), &c.badge), (Some("=12"), Some("−∞ : ∞"), &None));
        let trace = specimens::appendix_a_pruned("gpc");
        let replay = Replay::new(&trace);
        assert_eq!(paint(&trace, &replay, "b").pruned, Some(Reason::Skip));
        assert_eq!(paint(&trace, &replay, "j").badge.as_ref().map(|badge| badge.reason), Some(Reason::Test));
    }

    #[test]
    fn bounds_that_meet_are_exact() {
        let trace = specimens::of_tree("MAX[MIN[3, 8], MIN[6, 9], 5]", Algorithm::Mtdf { guess: None });
        let replay = Replay::new(&trace);
        assert_eq!(replay.paints[0].value.as_deref(), Some("=6"));
        let mut known = Knowledge::default();
        assert_eq!(known.learn(Bound::Lower, Score::new(6), 1), Bound::Lower);
        assert_eq!(known.learn(Bound::Upper, Score::new(6), 2), Bound::Upper);
        assert_eq!(known.learn(Bound::Lower, Score::new(6), 2), Bound::Exact);
    }
}
