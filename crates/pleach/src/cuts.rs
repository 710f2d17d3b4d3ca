//! Cut-offs by their kind.

/// Why a node is cut short. Alpha cuts happen at Min's nodes and beta cuts at Max's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CutKind {
    /// A Min node cannot exceed what Max has already, by a bound from at most two plies up.
    Alpha,
    /// A Max node cannot stay below what Min has already, by a bound from at most two plies up.
    Beta,
    /// An alpha cut by a bound from an ancestor three or more plies up.
    DeepAlpha,
    /// A beta cut by a bound from an ancestor three or more plies up.
    DeepBeta,
    /// The value is the best that the game allows.
    Direct,
}

impl CutKind {
    /// The name people read.
    ///
    /// ```
    /// assert_eq!(pleach::observe::CutKind::DeepAlpha.name(), "deep alpha cut");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            CutKind::Alpha => "alpha cut",
            CutKind::Beta => "beta cut",
            CutKind::DeepAlpha => "deep alpha cut",
            CutKind::DeepBeta => "deep beta cut",
            CutKind::Direct => "direct cut",
        }
    }
}

/// How many nodes were cut short, by the reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Cuts {
    /// At Min's nodes, by a bound from at most two plies up.
    pub alpha: u64,
    /// At Max's nodes, by a bound from at most two plies up.
    pub beta: u64,
    /// At Min's nodes, by a bound from three or more plies up.
    pub deep_alpha: u64,
    /// At Max's nodes, by a bound from three or more plies up.
    pub deep_beta: u64,
    /// Because the value was the best the game allows.
    pub direct: u64,
}

impl Cuts {
    /// All cuts together.
    ///
    /// ```
    /// use pleach::observe::Cuts;
    /// assert_eq!(Cuts { alpha: 2, direct: 1, ..Cuts::default() }.total(), 3);
    /// ```
    pub fn total(&self) -> u64 {
        self.alpha + self.beta + self.deep_alpha + self.deep_beta + self.direct
    }

    /// Adds the cuts of another thread.
    pub(crate) fn add(&mut self, other: &Cuts) {
        self.alpha += other.alpha;
        self.beta += other.beta;
        self.deep_alpha += other.deep_alpha;
        self.deep_beta += other.deep_beta;
        self.direct += other.direct;
    }

    pub(crate) fn count(&mut self, kind: CutKind) {
        *match kind {
            CutKind::Alpha => &mut self.alpha,
            CutKind::Beta => &mut self.beta,
            CutKind::DeepAlpha => &mut self.deep_alpha,
            CutKind::DeepBeta => &mut self.deep_beta,
            CutKind::Direct => &mut self.direct,
        } += 1;
    }
}
