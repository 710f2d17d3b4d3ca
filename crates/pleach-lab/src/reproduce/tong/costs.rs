//! Figures of what searches cost and how often they agree: 3.7 to 3.11, 4.9 to 4.13 and 5.3 to 5.7.

use super::super::{Cell, Finding, Pooled, Row, Setup, Table, Unfinished};
use super::experiment::{Experiment, THESIS};
use super::searches::{ALGORITHMS, FULL, PERCENTS, Searched, Tried, all};
use crate::chart::{Axis, Chart, Layer, Mark};

/// With s = 0 and d = 2, as in the thesis.
pub(super) const ROOT_ALONE: &str =
    "With three plies tests are made for the moves of the root alone (E15 of the specification).";

/// A chapter of the thesis with searches of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chapter {
    /// Chapter 3: GPC and FGPC.
    Tests,
    /// Chapter 4: node-cutting.
    NodeCutting,
    /// Chapter 5: the integrated strategy.
    Integrated,
}

/// What a figure measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    Time,
    Nodes,
    BottomPositions,
    SameMove,
    SameValue,
}

impl Chapter {
    /// The names of its searches, the full program among them.
    pub(super) fn names(self) -> Vec<String> {
        let with_full = |kind: &str| {
            std::iter::once(FULL.to_owned()).chain(PERCENTS.map(|p| format!("{FULL}-{kind}-{p}"))).collect()
        };
        match self {
            Chapter::Tests => {
                let three = |plain: &str| [plain.to_owned(), format!("GPC-{plain}"), format!("FGPC-{plain}")];
                ALGORITHMS.iter().flat_map(|(plain, _)| three(plain)).collect()
            }
            Chapter::NodeCutting => with_full("NC"),
            Chapter::Integrated => with_full("IS"),
        }
    }

    /// The time that the thesis gives for a search, in per cent of the plain one.
    fn thesis(name: &str) -> Option<f64> {
        match name {
            "FGPC-AB" => Some(37.0),
            "FGPC-NS" => Some(38.0),
            "FGPC-MTD" => Some(34.0),
            "MTD-NC-95" => Some(45.0),
            "MTD-IS-95" => Some(40.0),
            _ => None,
        }
    }

    /// The share of the plain search's work that a search takes at most by the thesis, in per cent.
    pub(super) fn most(self, name: &str) -> Option<f64> {
        match self {
            Chapter::Tests if name.starts_with("GPC-") => Some(50.0),
            Chapter::Tests if name.starts_with("FGPC-") => Some(40.0),
            Chapter::NodeCutting if name != FULL => Some(67.0),
            Chapter::Integrated if name == "MTD-IS-95" => Some(40.0),
            _ => None,
        }
    }

    /// How often searches agree at least by the thesis, in per cent; chapter 3 says no more than "high".
    pub(super) fn least(self) -> f64 {
        match self {
            Chapter::Tests => 90.0,
            Chapter::NodeCutting => 95.0,
            Chapter::Integrated => 94.0,
        }
    }
}

impl Measure {
    fn in_words(self) -> &'static str {
        match self {
            Measure::Time => "nodes and static evaluations",
            Measure::Nodes => "nodes",
            Measure::BottomPositions => "bottom positions",
            Measure::SameMove => "a move as good as MTD's, % of the positions",
            Measure::SameValue => "the value of MTD, % of the positions",
        }
    }

    /// What is counted at a position.
    fn of(self, tried: &Tried) -> u64 {
        match self {
            Measure::Time => tried.work,
            Measure::Nodes => tried.nodes,
            Measure::BottomPositions => tried.bottom,
            Measure::SameMove => tried.same_move.into(),
            Measure::SameValue => tried.same_value.into(),
        }
    }

    fn is_cost(self) -> bool {
        matches!(self, Measure::Time | Measure::Nodes | Measure::BottomPositions)
    }
}

/// Whether a number lies under a limit, if its interval tells.
pub(super) fn at_most(cell: &Cell, limit: f64) -> Option<bool> {
    let (low, high) = cell.interval.unwrap_or((cell.value, cell.value));
    if high <= limit {
        return Some(true);
    }
    (low > limit).then_some(false)
}

/// Whether a number lies above a limit, if its interval tells.
pub(super) fn at_least(cell: &Cell, limit: f64) -> Option<bool> {
    let (low, high) = cell.interval.unwrap_or((cell.value, cell.value));
    if low >= limit {
        return Some(true);
    }
    (high < limit).then_some(false)
}

/// What all searches have found, and where each stands.
pub(super) struct Found<'a> {
    pub(super) searches: &'a [Searched],
    pub(super) rows: Vec<Vec<Tried>>,
    pub(super) measure: Measure,
}

impl Found<'_> {
    /// The same with another measure.
    pub(super) fn of(&self, measure: Measure) -> Found<'_> {
        Found { rows: self.rows.clone(), searches: self.searches, measure }
    }

    fn place(&self, name: &str) -> usize {
        self.searches.iter().position(|search| search.name == name).unwrap_or(0)
    }

    /// What a search costs in per cent of another.
    pub(super) fn ratio(&self, name: &str, plain: &str) -> Cell {
        let (own, plain) = (self.place(name), self.place(plain));
        let pair = |row: &Vec<Tried>| (self.measure.of(&row[plain]), self.measure.of(&row[own]));
        let pooled = Pooled::of(&self.rows.iter().map(pair).collect::<Vec<_>>());
        pooled.map_or(Cell::exact(100.0, 1), |found| {
            Cell::measured(100.0 * found.share, (100.0 * found.low, 100.0 * found.high), 1)
        })
    }

    fn mean(&self, name: &str, of: impl Fn(&Tried) -> f64, decimals: usize) -> Cell {
        let place = self.place(name);
        let numbers = self.rows.iter().map(|row| of(&row[place]));
        let (sum, squares) =
            numbers.fold((0.0, 0.0), |(sum, squares), number| (sum + number, squares + number * number));
        Cell::mean(self.rows.len() as u64, sum, squares, decimals)
    }

    fn share(&self, name: &str) -> Cell {
        let place = self.place(name);
        let events = self.rows.iter().map(|row| self.measure.of(&row[place])).sum();
        Cell::share(events, self.rows.len() as u64, 100.0, 1)
    }

    /// What a figure shows of a search.
    pub(super) fn shown(&self, name: &str) -> Cell {
        match self.measure.is_cost() {
            true => self.ratio(name, self.searches[self.place(name)].plain),
            false => self.share(name),
        }
    }
}

pub(super) fn figure(
    setup: &mut Setup<'_>,
    chapter: Chapter,
    measure: Measure,
) -> Result<Finding, Unfinished> {
    setup.expect(Experiment::SHARDS);
    let experiment = Experiment::new(setup, &THESIS)?;
    let searches = all(&experiment).map_err(Unfinished::Failed)?;
    let found = Found { rows: experiment.reported(setup, &searches)?, searches: &searches, measure };
    let names = chapter.names();
    let mut shown = names.clone();
    if chapter == Chapter::Tests {
        let others = searches.iter().map(|search| &search.name).filter(|name| name.contains("t = "));
        shown.extend(others.cloned());
    }
    let mut finding = Finding { tables: vec![table(&found, &shown)], ..Finding::default() };
    if measure == Measure::Time {
        finding.tables.push(times(&found, &shown));
    }
    finding.charts.push(chart(&found, &names));
    match measure.is_cost() {
        true => check_costs(&mut finding, &found, chapter),
        false => {
            // Without pruning there is nothing to ask.
            let is_plain = |name: &String| ALGORITHMS.iter().any(|(plain, _)| plain == name);
            for name in names.iter().filter(|name| !is_plain(name)) {
                let (share, least) = (found.share(name), chapter.least());
                let what =
                    if measure == Measure::SameMove { "a move as good as MTD's" } else { "MTD's value" };
                finding.weigh(
                    format!("{name} has {what} in at least {least} % of the positions ({} %)", share.text()),
                    at_least(&share, least),
                );
            }
        }
    }
    if chapter != Chapter::NodeCutting {
        finding.correction = experiment.correction();
    }
    finding.remarks.push(format!("{} {}", experiment.remark(), ROOT_ALONE));
    if measure == Measure::Time {
        finding.remarks.push("Times depend on the machine and differ from run to run; what is checked is the work, nodes and static evaluations.".to_owned());
    }
    Ok(finding)
}

fn check_costs(finding: &mut Finding, found: &Found<'_>, chapter: Chapter) {
    let names = chapter.names();
    for name in &names {
        if let Some(most) = chapter.most(name) {
            let ratio = found.shown(name);
            finding.weigh(
                format!(
                    "{name} takes at most {most} % of what the search without it takes ({} %)",
                    ratio.text()
                ),
                at_most(&ratio, most),
            );
        }
    }
    if chapter == Chapter::Tests {
        for (plain, _) in ALGORITHMS {
            let ratio = found.ratio(&format!("FGPC-{plain}"), &format!("GPC-{plain}"));
            finding.weigh(
                format!("FGPC-{plain} takes less than GPC-{plain} ({} % of it)", ratio.text()),
                at_most(&ratio, 100.0),
            );
        }
        return;
    }
    let costs: Vec<f64> = names.iter().skip(1).map(|name| found.shown(name).value).collect();
    finding.check("the cost falls with p", costs.windows(2).all(|pair| pair[0] <= pair[1]));
}

fn table(found: &Found<'_>, names: &[String]) -> Table {
    let positions = found.rows.len() as u64;
    let row = |name: &String| {
        let mean = found.mean(name, |tried| found.measure.of(tried) as f64, 0);
        let shown = match (Chapter::thesis(name), found.measure) {
            (Some(thesis), Measure::Time) => found.shown(name).beside(thesis),
            _ => found.shown(name),
        };
        let cells = if found.measure.is_cost() { vec![Some(mean), Some(shown)] } else { vec![Some(shown)] };
        Row { name: name.clone(), samples: Some(positions), cells }
    };
    let words = found.measure.in_words();
    let heads = match found.measure.is_cost() {
        true => vec![format!("{words} per position"), "% of the search without it".to_owned()],
        false => vec![words.to_owned()],
    };
    let beside = if found.measure == Measure::Time { "thesis, of the time" } else { "" };
    Table {
        title: format!("{}: {words}", THESIS.name),
        side: "search".to_owned(),
        heads,
        beside: beside.to_owned(),
        samples_of: "positions".to_owned(),
        rows: names.iter().map(row).collect(),
    }
}

fn times(found: &Found<'_>, names: &[String]) -> Table {
    let row = |name: &String| Row {
        name: name.clone(),
        samples: Some(found.rows.len() as u64),
        cells: vec![Some(found.mean(name, |tried| tried.micros as f64 / 1000.0, 2))],
    };
    Table {
        title: "Milliseconds of CPU time per position, of this machine; they differ from run to run"
            .to_owned(),
        side: "search".to_owned(),
        heads: vec!["ms".to_owned()],
        beside: String::new(),
        samples_of: "positions".to_owned(),
        rows: names.iter().map(row).collect(),
    }
}

fn chart(found: &Found<'_>, names: &[String]) -> Chart {
    let mark = |(x, name): (usize, &String)| {
        let cell = found.shown(name);
        Mark { x: x as f64, y: cell.value, interval: cell.interval }
    };
    let words = found.measure.in_words();
    let label = if found.measure.is_cost() { "% of the search without it" } else { "% of the positions" };
    Chart {
        caption: format!("{}: {words}", THESIS.name),
        across: Axis::names("search", names.iter().cloned()),
        up: Axis::plain(label),
        layers: vec![Layer::Points {
            name: "measured, with 95 %".to_owned(),
            marks: names.iter().enumerate().map(mark).collect(),
        }],
    }
}
