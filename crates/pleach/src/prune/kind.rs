//! What has left something out, and what it cost.

/// The kinds of forward pruning that the engine tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Shallow searches: the ProbCut family.
    Test,
    /// See [`NullMove`](super::NullMove).
    NullMove,
    /// See [`MultiCut`](super::MultiCut).
    MultiCut,
    /// Late moves searched less deep, or left out: [`LateMoves`](super::LateMoves), [`RankCut`](super::RankCut).
    LateMove,
    /// See [`Futility`](super::Futility).
    Futility,
    /// Moves that look worse than the best so far.
    Razoring,
    /// Moves that stand behind those worth searching.
    NodeCutting,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 7] = [
        Kind::Test,
        Kind::NullMove,
        Kind::MultiCut,
        Kind::LateMove,
        Kind::Futility,
        Kind::Razoring,
        Kind::NodeCutting,
    ];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Test => "test",
            Kind::NullMove => "null-move",
            Kind::MultiCut => "multi-cut",
            Kind::LateMove => "late-move",
            Kind::Futility => "futility",
            Kind::Razoring => "razoring",
            Kind::NodeCutting => "node-cutting",
        }
    }
}

/// What one kind of pruning has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct KindCounts {
    /// Shallow searches made to see whether something may be left out.
    pub tests: u64,
    /// The nodes visited by them, those of tests within tests not counted again.
    pub nodes: u64,
    /// How often something was left out.
    pub left_out: u64,
    /// About how many nodes that has saved, the nodes of the tests not deducted: as many as the nodes took on average that were
    /// searched to the same depth.
    pub saved: u64,
}

/// What all kinds have done.
///
/// ```
/// use pleach::prune::{ByKind, Kind};
/// let mut counts = ByKind::default();
/// counts[Kind::Test].tests += 1;
/// assert_eq!(counts.total().tests, 1);
/// assert_eq!(serde_json::to_string(&counts).unwrap(), r#"{"test":{"tests":1,"nodes":0,"left_out":0,"saved":0}}"#);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByKind([KindCounts; Kind::ALL.len()]);

impl ByKind {
    /// The kinds that have done anything.
    pub fn iter(&self) -> impl Iterator<Item = (Kind, KindCounts)> {
        Kind::ALL.into_iter().zip(self.0).filter(|(_, counts)| *counts != KindCounts::default())
    }

    /// Whether nothing was tested and nothing left out.
    pub fn is_empty(&self) -> bool {
        *self == ByKind::default()
    }

    /// All kinds together.
    pub fn total(&self) -> KindCounts {
        self.0.iter().fold(KindCounts::default(), |sum, counts| sum.plus(counts))
    }

    pub(crate) fn add(&mut self, other: &ByKind) {
        self.0.iter_mut().zip(&other.0).for_each(|(counts, other)| *counts = counts.plus(other));
    }
}

impl KindCounts {
    fn plus(&self, other: &KindCounts) -> KindCounts {
        KindCounts {
            tests: self.tests + other.tests,
            nodes: self.nodes + other.nodes,
            left_out: self.left_out + other.left_out,
            saved: self.saved + other.saved,
        }
    }
}

impl std::ops::Index<Kind> for ByKind {
    type Output = KindCounts;

    fn index(&self, kind: Kind) -> &KindCounts {
        &self.0[kind as usize]
    }
}

impl std::ops::IndexMut<Kind> for ByKind {
    fn index_mut(&mut self, kind: Kind) -> &mut KindCounts {
        &mut self.0[kind as usize]
    }
}

/// A map of the kinds that have done anything.
impl serde::Serialize for ByKind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(kind, counts)| (kind.name(), counts)))
    }
}
