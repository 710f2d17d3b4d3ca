//! Numbers of ours beside those that they are compared with.

use crate::comma_separated::CommaSeparated;
use crate::statistics::{Confidence, binomial_interval};
use serde::Serialize;

/// A table: numbers by row and column, each with its interval and what it is compared with.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// What it shows, with the unit of its numbers.
    pub title: String,
    /// What the names of the rows are.
    pub side: String,
    /// The heads of the columns.
    pub heads: Vec<String>,
    /// What the numbers in brackets are, such as "paper"; nothing if there are none.
    pub beside: String,
    /// What samples are made of, such as "trees"; nothing if all numbers are exact.
    pub samples_of: String,
    /// The rows.
    pub rows: Vec<Row>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// How many samples its numbers rest on; none if they are exact.
    pub samples: Option<u64>,
    /// A cell for every column.
    pub cells: Vec<Option<Cell>>,
}

/// A number of ours, and what it is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// Ours.
    pub value: f64,
    /// Its interval of 95 %; none if it is exact.
    pub interval: Option<(f64, f64)>,
    /// What it is compared with.
    pub beside: Option<f64>,
    /// The decimals that are written.
    pub decimals: usize,
}

/// The quantile of the normal distribution for 95 %.
pub(super) const NORMAL_95: f64 = 1.959_963_984_540_054;

impl Cell {
    /// A number without error.
    pub fn exact(value: f64, decimals: usize) -> Cell {
        Cell { value, interval: None, beside: None, decimals }
    }

    /// A measured number.
    pub fn measured(value: f64, (low, high): (f64, f64), decimals: usize) -> Cell {
        Cell { value, interval: Some((low, high)), beside: None, decimals }
    }

    /// How often something happened, by one in `unit`: 1 for a share, a million for "of a million".
    ///
    /// ```
    /// use pleach_lab::reproduce::Cell;
    /// let cell = Cell::share(30, 1000, 100.0, 1);
    /// assert_eq!(cell.value, 3.0);
    /// assert!(cell.holds(3.5) && !cell.holds(6.0));
    /// ```
    pub fn share(events: u64, trials: u64, unit: f64, decimals: usize) -> Cell {
        let share = events as f64 / trials.max(1) as f64 * unit;
        let limits = binomial_interval(events.min(trials), trials, Confidence::PERCENT_95);
        let interval = limits.ok().map(|limits| (limits.low * unit, limits.high * unit));
        Cell { value: share, interval, beside: None, decimals }
    }

    /// The mean of numbers of which the sum and the sum of squares are known.
    ///
    /// ```
    /// use pleach_lab::reproduce::Cell;
    /// let numbers = [1.0, 2.0, 3.0, 4.0];
    /// let cell = Cell::mean(4, numbers.iter().sum(), numbers.iter().map(|x| x * x).sum(), 2);
    /// assert_eq!(cell.value, 2.5);
    /// assert!(cell.holds(2.0) && !cell.holds(5.0));
    /// ```
    pub fn mean(count: u64, sum: f64, squares: f64, decimals: usize) -> Cell {
        let count = count.max(1) as f64;
        let mean = sum / count;
        let variance = (squares - count * mean * mean).max(0.0) / (count - 1.0).max(1.0);
        let half = NORMAL_95 * (variance / count).sqrt();
        Cell::measured(mean, (mean - half, mean + half), decimals)
    }

    /// The same beside another number.
    pub fn beside(self, number: f64) -> Cell {
        Cell { beside: Some(number), ..self }
    }

    /// Whether the interval holds a number; an exact one is that number as far as it is written.
    pub fn holds(&self, number: f64) -> bool {
        match self.interval {
            Some((low, high)) => low <= number && number <= high,
            None => (self.value - number).abs() <= 0.5 * 10f64.powi(-(self.decimals as i32)),
        }
    }

    /// Ours, as it is written.
    pub fn text(&self) -> String {
        written(self.value, self.decimals)
    }

    /// The interval, as it is written: the half of it where it is even.
    pub fn interval_text(&self) -> Option<String> {
        let (low, high) = self.interval?;
        let digits = self.decimals;
        let (below, above) = (self.value - low, high - self.value);
        let even = (below - above).abs() <= 0.1 * (below + above);
        Some(match even {
            true => format!("± {}", written(0.5 * (high - low), digits)),
            false => format!("{} to {}", written(low, digits), written(high, digits)),
        })
    }

    /// What it is compared with, as it is written.
    pub fn beside_text(&self) -> Option<String> {
        self.beside.map(|number| written(number, self.decimals))
    }
}

/// A number, with its thousands apart if it is whole.
fn written(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let digits = whole.trim_start_matches('-');
    if digits.len() < 5 {
        return text.replace('-', "−");
    }
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    let sign = if whole.starts_with('-') { "−" } else { "" };
    format!("{sign}{}{rest}", groups.join("\u{202f}"))
}

impl Row {
    /// The number of samples, as it is written.
    pub fn samples_text(&self) -> String {
        self.samples.map_or("exact".to_owned(), |samples| written(samples as f64, 0))
    }
}

impl Table {
    /// All numbers for programs, one per line: ours, its interval, what it is compared with and the sample size.
    pub fn csv(&self) -> String {
        let mut table = CommaSeparated::default();
        table.row(["table", "row", "column", "ours", "low", "high", "beside", "samples"]);
        for row in &self.rows {
            for (head, cell) in self.heads.iter().zip(&row.cells) {
                let Some(cell) = cell else { continue };
                let number =
                    |number: Option<f64>| number.map(|number| number.to_string()).unwrap_or_default();
                table.row([
                    self.title.clone(),
                    row.name.clone(),
                    head.clone(),
                    cell.value.to_string(),
                    number(cell.interval.map(|interval| interval.0)),
                    number(cell.interval.map(|interval| interval.1)),
                    number(cell.beside),
                    row.samples.map(|samples| samples.to_string()).unwrap_or_default(),
                ]);
            }
        }
        table.text()
    }

    /// The table as text: the heads, and then the rows.
    pub fn texts(&self) -> Vec<Vec<String>> {
        let counted = !self.samples_of.is_empty();
        let mut heads = vec![self.side.clone()];
        heads.extend(self.heads.iter().cloned());
        heads.extend(counted.then(|| self.samples_of.clone()));
        let cell = |cell: &Option<Cell>| {
            let Some(cell) = cell else { return String::new() };
            let parts = [
                Some(cell.text()),
                cell.interval_text(),
                cell.beside_text().map(|beside| format!("({beside})")),
            ];
            parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
        };
        let row = |row: &Row| {
            let mut line = vec![row.name.clone()];
            line.extend(row.cells.iter().map(cell));
            line.extend(counted.then(|| row.samples_text()));
            line
        };
        std::iter::once(heads).chain(self.rows.iter().map(row)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(written(923196.0, 0), "923\u{202f}196");
        assert_eq!((written(-0.25, 2), written(1234.5, 1)), ("−0.25".to_owned(), "1234.5".to_owned()));
    }

    #[test]
    fn uneven_intervals_are_written_out() {
        assert_eq!(Cell::share(0, 100, 1.0, 3).interval_text().unwrap(), "0.000 to 0.036");
        assert_eq!(Cell::measured(2.0, (1.5, 2.5), 1).interval_text().unwrap(), "± 0.5");
    }
}
