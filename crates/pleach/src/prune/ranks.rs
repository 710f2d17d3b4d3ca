//! Where the best move stands in the order of moves, given where a shallow search sees it.

/// Counts of positions by `y`, the index of the best move by a shallow search, and `x`, the index of the
/// best move by the deep one, both from 0 in the order in which the moves are searched: the conditional
/// distribution F(x | y) of Tong's chapter 4.
///
/// ```
/// use pleach::prune::Ranks;
/// let mut ranks = Ranks::default();
/// for (x, count) in [(0, 90), (1, 6), (2, 3), (3, 1)] {
///     (0..count).for_each(|_| ranks.record(0, x));
/// }
/// // In 96 of 100 positions the best move was the first or the second.
/// assert_eq!(ranks.cut(0, 0.95), Some(1));
/// assert_eq!(ranks.cut(0, 1.0), None, "nothing is certain");
/// assert_eq!(ranks.cut(4, 0.95), None, "nothing is known");
/// assert_eq!(ranks.to_string(), "90-6-3-1");
/// assert_eq!("90-6-3-1".parse(), Ok(ranks));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "Vec<Vec<u64>>", into = "Vec<Vec<u64>>")]
pub struct Ranks {
    /// By y, then by x; the last count of a row and the last row are never empty.
    rows: Vec<Vec<u64>>,
}

/// Counts that make no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRanks {
    /// More moves than any position has.
    #[error("ranks: index {0} is too large; the largest is {max}", max = Ranks::LARGEST)]
    TooLarge(usize),
    /// More positions than can be counted.
    #[error("ranks: the counts of row {0} add up to too much")]
    TooMany(usize),
    /// No counts.
    #[error(
        "ranks '{0}': expected counts such as 90-6-3-1/40-50-8-2, a row for every y and in it a count for every x"
    )]
    Text(String),
}

impl Ranks {
    /// The largest index of a move. A position with more moves is counted with its last ones together.
    pub const LARGEST: usize = 4095;

    /// Counts a position whose best move has the index `y` by the shallow search and `x` by the deep one.
    pub fn record(&mut self, y: usize, x: usize) {
        let (y, x) = (y.min(Ranks::LARGEST), x.min(Ranks::LARGEST));
        grow(&mut self.rows, y + 1);
        grow(&mut self.rows[y], x + 1);
        self.rows[y][x] = self.rows[y][x].saturating_add(1);
    }

    /// The smallest `x` with F(x | y) >= p: with probability `p` the best move is not behind it. None where
    /// nothing may be cut: with p = 1, since no table is complete, or if `y` was never seen.
    pub fn cut(&self, y: usize, p: f64) -> Option<usize> {
        let total = self.count(y);
        if total == 0 || !(0.0..1.0).contains(&p) {
            return None;
        }
        let mut seen = 0;
        self.rows[y].iter().position(|count| {
            seen = u64::saturating_add(seen, *count);
            seen as f64 >= p * total as f64
        })
    }

    /// The positions counted with this `y`.
    pub fn count(&self, y: usize) -> u64 {
        self.rows.get(y).map_or(0, |row| row.iter().copied().fold(0, u64::saturating_add))
    }

    /// The positions counted in all.
    pub fn total(&self) -> u64 {
        (0..self.rows.len()).fold(0, |sum: u64, y| sum.saturating_add(self.count(y)))
    }

    /// The counts by y, and in each row by x.
    pub fn rows(&self) -> &[Vec<u64>] {
        &self.rows
    }

    /// Adds the counts of another table, so that several threads can count.
    ///
    /// ```
    /// use pleach::prune::Ranks;
    /// let mut ranks: Ranks = "3-1".parse().unwrap();
    /// ranks.merge(&"1/0-2".parse().unwrap());
    /// assert_eq!(ranks.to_string(), "4-1/0-2");
    /// ```
    pub fn merge(&mut self, other: &Ranks) {
        grow(&mut self.rows, other.rows.len());
        for (row, others) in self.rows.iter_mut().zip(&other.rows) {
            grow(row, others.len());
            row.iter_mut().zip(others).for_each(|(count, other)| *count = count.saturating_add(*other));
        }
    }
}

fn grow<T: Default + Clone>(list: &mut Vec<T>, length: usize) {
    if list.len() < length {
        list.resize(length, T::default());
    }
}

/// The counts by y, and in each row by x.
impl TryFrom<Vec<Vec<u64>>> for Ranks {
    type Error = BadRanks;

    fn try_from(mut rows: Vec<Vec<u64>>) -> Result<Ranks, BadRanks> {
        for (y, row) in rows.iter_mut().enumerate() {
            row.truncate(row.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1));
            if row.len() > Ranks::LARGEST + 1 {
                return Err(BadRanks::TooLarge(row.len() - 1));
            }
            let total = row.iter().try_fold(0u64, |sum, &count| sum.checked_add(count));
            total.ok_or(BadRanks::TooMany(y))?;
        }
        rows.truncate(rows.iter().rposition(|row| !row.is_empty()).map_or(0, |last| last + 1));
        if rows.len() > Ranks::LARGEST + 1 {
            return Err(BadRanks::TooLarge(rows.len() - 1));
        }
        Ok(Ranks { rows })
    }
}

impl From<Ranks> for Vec<Vec<u64>> {
    fn from(ranks: Ranks) -> Vec<Vec<u64>> {
        ranks.rows
    }
}

/// Rows are separated by `/` and counts by `-`: `90-6-3-1/40-50-8-2`.
impl std::str::FromStr for Ranks {
    type Err = BadRanks;

    fn from_str(text: &str) -> Result<Ranks, BadRanks> {
        let counts = |row: &str| row.split('-').map(str::parse).collect::<Result<Vec<u64>, _>>();
        let rows: Result<Vec<Vec<u64>>, _> = text.split('/').map(counts).collect();
        rows.map_err(|_| BadRanks::Text(text.to_owned()))?.try_into()
    }
}

impl std::fmt::Display for Ranks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let counts = |row: &Vec<u64>| match row.as_slice() {
            [] => "0".to_owned(),
            row => row.iter().map(u64::to_string).collect::<Vec<_>>().join("-"),
        };
        let rows: Vec<String> = self.rows.iter().map(counts).collect();
        f.write_str(if rows.is_empty() { "0" } else { "" })?;
        f.write_str(&rows.join("/"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cut_is_the_smallest_index_that_is_likely_enough() {
        let ranks: Ranks = "50-30-15-4-1/0/10".parse().unwrap();
        let cuts: Vec<Option<usize>> =
            [0.0, 0.5, 0.51, 0.8, 0.95, 0.96, 0.999].map(|p| ranks.cut(0, p)).into();
        assert_eq!(cuts, [Some(0), Some(0), Some(1), Some(1), Some(2), Some(3), Some(4)]);
        assert_eq!((ranks.cut(1, 0.5), ranks.cut(2, 0.5), ranks.cut(3, 0.5)), (None, Some(0), None));
        assert_eq!((ranks.cut(0, 1.0), ranks.cut(0, f64::NAN), ranks.cut(0, -0.1)), (None, None, None));
        assert_eq!((ranks.count(0), ranks.total()), (100, 110));
    }

    #[test]
    fn tables_are_data() {
        let ranks: Ranks = "1/0/0-2".parse().unwrap();
        let text = serde_json::to_string(&ranks).unwrap();
        assert_eq!(text, "[[1],[],[0,2]]");
        assert_eq!(serde_json::from_str::<Ranks>(&text).unwrap(), ranks);
        assert_eq!(ranks.to_string().parse(), Ok(ranks));
        assert_eq!(Ranks::default().to_string().parse(), Ok(Ranks::default()));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "a", "1--2", "1/", "-1"] {
            assert!(text.parse::<Ranks>().is_err(), "{text}");
        }
        assert!(serde_json::from_str::<Ranks>("[[18446744073709551615, 1]]").is_err());
        let wide = vec![vec![1; Ranks::LARGEST + 2]];
        assert_eq!(Ranks::try_from(wide), Err(BadRanks::TooLarge(Ranks::LARGEST + 1)));
        let mut ranks = Ranks::default();
        ranks.record(usize::MAX, usize::MAX);
        assert_eq!(ranks.count(Ranks::LARGEST), 1);
        let mut full: Ranks = format!("{}-0", u64::MAX).parse().unwrap();
        full.merge(&format!("0-{}", u64::MAX).parse().unwrap());
        assert_eq!((full.count(0), full.cut(0, 0.5)), (u64::MAX, Some(0)), "too many to count, but no panic");
    }
}
