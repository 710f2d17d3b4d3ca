//! RankCut: late moves by how seldom such moves have turned out best (Lim and Lee 2006).

use super::{Described, PruningMethod, Rule, put};
use crate::prune::policy::{BadPolicy, Policy};
use crate::spec::{Spec, SpecError};
use crate::value::Score;

pub(super) const RANKCUT: Described = Described {
    name: "rankcut",
    options: "r, drop, after",
    about: "late moves by how seldom such moves turned out best (Lim and Lee 2006; engine)",
    is_engine_only: true,
    read,
};

/// What is known of a node between two of its moves.
///
/// ```
/// use pleach::{Score, prune::Situation};
/// let situation = Situation { depth: 4, tried: 3, changes: 1, behind: 12 };
/// assert_eq!(situation, Situation::new(4, 3, 1, Score::new(-12), Score::ZERO));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    /// The plies that are left.
    pub depth: u32,
    /// The moves searched so far.
    pub tried: u32,
    /// How often one of them was better than all before it, the first one not counted.
    pub changes: u32,
    /// How far the best of them stays under alpha.
    pub behind: u32,
}

impl Situation {
    /// The depths, numbers of moves, changes and distances that are told apart; those beyond count as the last.
    const DEPTHS: usize = 16;
    const TRIED: usize = 32;
    const CHANGES: usize = 4;
    const DISTANCES: usize = 12;

    /// The situation of a node with this best value and this alpha.
    pub fn new(depth: u32, tried: u32, changes: u32, best: Score, alpha: Score) -> Situation {
        let behind = i64::from(alpha.get()) - i64::from(best.get());
        Situation { depth, tried, changes, behind: u32::try_from(behind).unwrap_or(0) }
    }

    /// Distances double from one to the next.
    fn distance(&self) -> usize {
        (u32::BITS - self.behind.leading_zeros()).min(Situation::DISTANCES as u32 - 1) as usize
    }

    /// The row of situations that differ in the moves tried alone.
    fn row(&self) -> usize {
        let depth = (self.depth as usize).clamp(1, Situation::DEPTHS) - 1;
        let changes = (self.changes as usize).min(Situation::CHANGES - 1);
        (depth * Situation::CHANGES + changes) * Situation::DISTANCES + self.distance()
    }

    fn cell(&self) -> usize {
        self.row() * Situation::TRIED + (self.tried as usize).clamp(1, Situation::TRIED) - 1
    }

    const ROWS: usize = Situation::DEPTHS * Situation::CHANGES * Situation::DISTANCES;
}

/// How often a later move was still better than alpha, by the [situation](Situation): counted in full searches.
///
/// ```
/// use pleach::prune::{Chances, Situation};
/// let mut chances = Chances::default();
/// let situation = Situation { depth: 4, tried: 3, changes: 0, behind: 12 };
/// assert_eq!(chances.of(&situation), 0.5, "nothing is known");
/// (0..97).for_each(|_| chances.record(&situation, false));
/// chances.record(&situation, true);
/// assert_eq!(chances.of(&situation), 0.02);
/// let rule = chances.rank_cut(0.05, 1);
/// assert!(rule.is_late(&situation) && !rule.is_late(&Situation { tried: 2, ..situation }));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(from = "Vec<(u32, u64, u64)>", into = "Vec<(u32, u64, u64)>")]
pub struct Chances {
    /// By cell: how often it was met, and how often a later move was better. Empty or complete.
    cells: Vec<(u64, u64)>,
}

impl Chances {
    /// Counts a situation after which a later move was better than alpha, or none was.
    pub fn record(&mut self, situation: &Situation, later: bool) {
        self.add(situation.cell(), 1, u64::from(later));
    }

    fn add(&mut self, cell: usize, met: u64, later: u64) {
        if self.cells.is_empty() {
            self.cells = vec![(0, 0); Situation::ROWS * Situation::TRIED];
        }
        // Whoever reads counts from a file may find any cell in it.
        if let Some(counts) = self.cells.get_mut(cell) {
            *counts = (counts.0.saturating_add(met), counts.1.saturating_add(later));
        }
    }

    /// Adds the counts of others.
    pub fn merge(&mut self, other: &Chances) {
        for (cell, &(met, later)) in other.cells.iter().enumerate().filter(|(_, counts)| counts.0 > 0) {
            self.add(cell, met, later);
        }
    }

    /// The chance that a later move is better than alpha, by the rule of succession: one half where nothing is
    /// known.
    pub fn of(&self, situation: &Situation) -> f64 {
        self.of_cell(situation.cell())
    }

    fn of_cell(&self, cell: usize) -> f64 {
        let (met, later) = self.cells.get(cell).copied().unwrap_or_default();
        (later as f64 + 1.0) / (met as f64 + 2.0)
    }

    /// How often a situation was met, in all.
    pub fn total(&self) -> u64 {
        self.cells.iter().fold(0, |sum, counts| sum.saturating_add(counts.0))
    }

    /// Moves are late from the first number of tried moves on after which the chance of a better one is less than
    /// `probability`.
    pub fn rank_cut(&self, probability: f64, reduction: u32) -> RankCut {
        let first_late = |row: usize| {
            let cells = row * Situation::TRIED..(row + 1) * Situation::TRIED;
            let place = cells.clone().position(|cell| self.of_cell(cell) < probability);
            place.map_or(NEVER, |place| place as u8 + 1)
        };
        RankCut { reduction, drop: 0, after: (0..Situation::ROWS).map(first_late).collect() }
    }
}

/// A list of the cells that were met.
impl From<Chances> for Vec<(u32, u64, u64)> {
    fn from(chances: Chances) -> Self {
        let cells = chances.cells.into_iter().enumerate().filter(|(_, counts)| counts.0 > 0);
        cells.map(|(cell, (met, later))| (cell as u32, met, later)).collect()
    }
}

impl From<Vec<(u32, u64, u64)>> for Chances {
    fn from(cells: Vec<(u32, u64, u64)>) -> Self {
        let mut chances = Chances::default();
        cells.into_iter().for_each(|(cell, met, later)| chances.add(cell as usize, met, later));
        chances
    }
}

/// No move is ever late.
const NEVER: u8 = u8::MAX;

/// RankCut: where a later move has seldom been better, the remaining moves are searched less deep first, and again in
/// full only if they turn out better than alpha (Lim and Lee 2006). It needs no tests. Near the horizon, where
/// there is nothing less deep, they can be [left out](RankCut::dropping).
///
/// Its text has a row for every depth, separated by `/`; in it a group for every number of changes, separated by `.`; and in that, for
/// every distance from alpha (0, 1, 2 to 3, 4 to 7, ...), how many moves are searched in full; separated by `-`, and `x` where
/// all are. What is missing at the end of a list is as its last; `*` is the same as `x` alone.
///
/// ```
/// use pleach::prune::{RankCut, Situation};
/// let rule = RankCut::new(1, "*/x-8-4.9").unwrap();
/// let situation = Situation { depth: 2, tried: 4, changes: 0, behind: 5 };
/// assert!(rule.is_late(&situation));
/// assert!(!rule.is_late(&Situation { behind: 1, ..situation }), "one point behind, the first eight are searched");
/// assert!(!rule.is_late(&Situation { changes: 1, ..situation }));
/// assert!(!rule.is_late(&Situation { depth: 1, ..situation }));
/// assert_eq!(RankCut::new(1, &rule.after_text()), Ok(rule));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct RankCut {
    reduction: u32,
    /// The greatest depth of nodes whose late moves are left out.
    drop: u32,
    /// By row, how many moves are searched in full.
    after: Vec<u8>,
}

/// The many numbers would say little.
impl std::fmt::Debug for RankCut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RankCut({}, {}, {:?})", self.reduction, self.drop, self.after_text())
    }
}

impl serde::Serialize for RankCut {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.reduction, self.drop, self.after_text()).serialize(serializer)
    }
}

/// Numbers of moves that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "after={0}: expected numbers of moves from 1 to 254 or x, such as x-8-4.9/x-6, by depth (/), changes (.) and distance (-)"
)]
pub struct BadRankCut(String);

impl RankCut {
    /// How much less deep late moves are searched, and which are late.
    pub fn new(reduction: u32, after: &str) -> Result<RankCut, BadRankCut> {
        let bad = || BadRankCut(after.to_owned());
        let number = |text: &str| match text {
            "x" | "*" => Some(NEVER),
            text => text.parse().ok().filter(|&number| number > 0 && number < NEVER),
        };
        let mut rows = Vec::with_capacity(Situation::ROWS);
        for group in filled(after.split('/').collect(), Situation::DEPTHS).ok_or_else(bad)? {
            for list in filled(group.split('.').collect(), Situation::CHANGES).ok_or_else(bad)? {
                let numbers: Option<Vec<u8>> = list.split('-').map(number).collect();
                rows.extend(numbers.and_then(|list| filled(list, Situation::DISTANCES)).ok_or_else(bad)?);
            }
        }
        Ok(RankCut { reduction, drop: 0, after: rows })
    }

    /// The same, but nodes of at most `depth` plies leave their late moves out. There are most of the nodes, and a search
    /// that is less deep by a ply would spare little of them.
    ///
    /// ```
    /// use pleach::prune::{RankCut, Situation};
    /// let rule = RankCut::new(1, "3").unwrap().dropping(1);
    /// let situation = Situation { depth: 1, tried: 3, changes: 0, behind: 5 };
    /// assert!(rule.drops(&situation) && !rule.drops(&Situation { depth: 2, ..situation }));
    /// ```
    pub fn dropping(self, depth: u32) -> RankCut {
        RankCut { drop: depth, ..self }
    }

    /// How much less deep late moves are searched.
    pub fn reduction(&self) -> u32 {
        self.reduction
    }

    /// Whether the moves that are left are late, and not even searched less deep.
    pub fn drops(&self, situation: &Situation) -> bool {
        situation.depth <= self.drop && self.is_late(situation)
    }

    /// Whether the moves that are left are late.
    pub fn is_late(&self, situation: &Situation) -> bool {
        let after = self.after[situation.row()];
        after != NEVER && situation.tried >= u32::from(after)
    }

    /// Whether any move can ever be late.
    pub fn can_cut(&self) -> bool {
        (self.reduction > 0 || self.drop > 0) && self.after.iter().any(|&after| after != NEVER)
    }

    /// Which moves are late, as [`new`](RankCut::new) reads it.
    pub fn after_text(&self) -> String {
        let number = |&after: &u8| if after == NEVER { "x".to_owned() } else { after.to_string() };
        let list = |list: &[u8]| shortened(list.iter().map(number).collect()).join("-");
        let group =
            |group: &[u8]| shortened(group.chunks(Situation::DISTANCES).map(list).collect()).join(".");
        let depths = self.after.chunks(Situation::CHANGES * Situation::DISTANCES);
        shortened(depths.map(group).collect()).join("/")
    }
}

fn read(spec: &mut Spec) -> Result<Rule, SpecError> {
    let reduction = spec.take("r", "a whole number from 0")?.unwrap_or(1);
    let drop = spec.take("drop", "a whole number from 0")?.unwrap_or(0);
    if reduction == 0 && drop == 0 {
        return Err(spec.error("with r = 0 and drop = 0 nothing is left out"));
    }
    let after = spec.take_text("after");
    let after =
        after.ok_or_else(|| spec.error("the option 'after' is needed; `pleach calibrate` finds it"))?;
    Ok(Rule::RankCut(RankCut::new(reduction, &after).map_err(|bad| spec.error(bad))?.dropping(drop)))
}

impl PruningMethod for RankCut {
    fn described(&self) -> &'static Described {
        &RANKCUT
    }

    fn options(&self) -> String {
        let drop = Some(self.drop).filter(|&depth| depth > 0);
        let drop = drop.map_or_else(String::new, |depth| format!("drop={depth},"));
        format!("r={},{drop}after={}", self.reduction, self.after_text())
    }

    fn apply_to(&self, policy: &mut Policy) -> Result<(), BadPolicy> {
        put(&mut policy.rank_cut, self.clone(), RANKCUT.name)
    }
}

/// A list with its last repeated until it is complete; none if it is too long.
fn filled<T: Clone>(mut list: Vec<T>, length: usize) -> Option<Vec<T>> {
    let last = list.last()?.clone();
    (list.len() <= length).then(|| {
        list.resize(length, last);
        list
    })
}

/// A list without what its last but one says already.
fn shortened(mut list: Vec<String>) -> Vec<String> {
    while list.len() > 1 && list[list.len() - 1] == list[list.len() - 2] {
        list.pop();
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_moves_read_back_as_they_are_written() {
        for text in ["x", "3", "x-8-4.9/x-6", "x/x/5.7.9-1", "1-2-3-4-5-6-7-8-9-10-11-12"] {
            assert_eq!(RankCut::new(1, text).unwrap().after_text(), text);
        }
        assert!(!RankCut::new(1, "*").unwrap().can_cut());
        for text in
            ["", "0", "255", "a", "1-", "1//2", "1.2.3.4.5", &["1"; 17].join("/"), &["1"; 13].join("-")]
        {
            let error = RankCut::new(1, text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("after={text}: expected")), "{error}");
        }
    }

    #[test]
    fn counts_are_data_and_add_up() {
        let situation = |tried| Situation { depth: 3, tried, changes: 9, behind: u32::MAX };
        let mut chances = Chances::default();
        chances.record(&situation(2), true);
        chances.record(&situation(1_000), false);
        let text = serde_json::to_string(&chances).unwrap();
        let mut both: Chances = serde_json::from_str(&text).unwrap();
        assert_eq!(both, chances);
        both.merge(&chances);
        assert_eq!((both.total(), both.of(&situation(2)), both.of(&situation(32))), (4, 0.75, 0.25));
        let beyond: Chances = serde_json::from_str("[[4000000000, 1, 1]]").unwrap();
        assert_eq!(beyond.total(), 0, "there is no such situation");
    }

    #[test]
    fn situations_beyond_the_last_count_as_the_last() {
        let far = Situation { depth: 900, tried: 3, changes: 7, behind: 1 << 30 };
        let last = Situation { depth: 16, tried: 3, changes: 3, behind: 1 << 10 };
        assert_eq!(far.cell(), last.cell());
        assert_eq!(Situation::new(1, 1, 0, Score::MIN, Score::MAX).behind, u32::MAX - 1);
        assert_eq!(Situation::new(1, 1, 0, Score::new(5), Score::ZERO).behind, 0);
    }
}
