//! Figure 3.6, the line, and figures 4.6 to 4.8, where the best move stands.

use super::super::{Cell, Finding, Row, Setup, Table, Unfinished};
use super::costs::at_least;
use super::experiment::{Experiment, THESIS};
use crate::chart::{Axis, Chart, Layer, Mark};
use crate::reproduce::table::NORMAL_95;

/// Ranks beyond are not written.
const MOST_RANKS: usize = 30;
/// The share of the variance that a good line explains.
const GOOD: f64 = 0.8;

/// Figure 3.6.
pub(super) fn line(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    setup.expect(Experiment::SHARDS);
    let experiment = Experiment::new(setup, &THESIS)?;
    let (fit, values) = (&experiment.fits[0], &experiment.values[0]);
    let pairs = values.len() as u64;
    let line = &fit.line;
    let with_error = |value: f64, error: f64, decimals, thesis| {
        let half = NORMAL_95 * error;
        Cell::measured(value, (value - half, value + half), decimals).beside(thesis)
    };
    let slope = with_error(line.a(), fit.slope_error, 4, 0.9527);
    // The standard error of a standard deviation of so many residuals, with their kurtosis.
    let spread = line.sigma() * ((2.0 + fit.excess_kurtosis.max(0.0)) / (4.0 * pairs as f64)).sqrt();
    let cells = [
        slope,
        with_error(line.b(), fit.constant_error, 1, 24.1225),
        with_error(line.sigma(), spread, 1, 407.3506),
    ];
    let mut cells: Vec<Option<Cell>> = cells.map(Some).to_vec();
    cells.push(Some(Cell::exact(fit.explained, 3)));
    let table = Table {
        title: "Deep values g(c) = a f(c) + b + error, from the side to move; the scale of b and sigma is the evaluator's".to_owned(),
        side: "values".to_owned(),
        heads: ["a", "b", "sigma", "variance explained"].map(str::to_owned).to_vec(),
        beside: "thesis, another evaluator".to_owned(),
        samples_of: "pairs".to_owned(),
        rows: vec![Row { name: "depth 2 by depth 0".to_owned(), samples: Some(pairs), cells }],
    };
    let (least, most) =
        values.iter().fold((i32::MAX, i32::MIN), |(least, most), &(x, _)| (least.min(x), most.max(x)));
    let on_line = |x: i32| Mark::at(x.into(), line.predict(x.into()));
    let cloud = values.iter().map(|&(x, y)| Mark::at(x.into(), y.into())).collect();
    let chart = Chart {
        caption: "Values of positions after a move, searched 2 plies deep, by their static values".to_owned(),
        across: Axis::plain("static value f(c), points"),
        up: Axis::plain("value of 2 plies g(c), points"),
        layers: vec![
            Layer::Cloud { name: "positions".to_owned(), marks: cloud },
            Layer::Curve {
                name: "line of regression".to_owned(),
                marks: vec![on_line(least), on_line(most)],
            },
        ],
    };
    let mut finding = Finding { tables: vec![table], charts: vec![chart], ..Finding::default() };
    finding.check(
        format!("the line explains at least {GOOD} of the variance ({:.3})", fit.explained),
        fit.explained >= GOOD,
    );
    finding
        .check(format!("a is near to 1: from 0.9 to 1.1 ({:.3})", line.a()), (0.9..=1.1).contains(&line.a()));
    finding.remarks.push(format!(
        "One child of each of {pairs} positions, each from another game, where the thesis has 9669 pairs; values of decided games are left \
         out ({} outliers beside). The errors have an excess kurtosis of {:.1}, where normal ones have 0.",
        fit.outliers, fit.excess_kurtosis
    ));
    Ok(finding)
}

/// Figures 4.6, 4.7 and 4.8: F(x | y) for one y.
pub(super) fn ranks(setup: &mut Setup<'_>, y: usize) -> Result<Finding, Unfinished> {
    setup.expect(Experiment::SHARDS);
    let experiment = Experiment::new(setup, &THESIS)?;
    let empty = Vec::new();
    let counts = experiment.ranks.rows().get(y).unwrap_or(&empty);
    let total = experiment.ranks.count(y);
    let mut finding = Finding::default();
    let share = |events: u64| Cell::share(events, total, 100.0, 1);
    let (mut sum, mut rows, mut marks) = (0, Vec::new(), Vec::new());
    for (x, count) in counts.iter().enumerate() {
        sum += count;
        let cumulated = share(sum);
        marks.push(Mark { x: x as f64, y: cumulated.value, interval: cumulated.interval });
        if x < MOST_RANKS && *count > 0 {
            let cells = vec![Some(share(*count)), Some(cumulated)];
            rows.push(Row { name: format!("x = {x}"), samples: Some(total), cells });
        }
    }
    finding.tables.push(Table {
        title: format!(
            "Where the best move of 3 plies stands if that of 1 ply is number {y}, in % of such positions"
        ),
        side: "index, from 0".to_owned(),
        heads: vec!["P(x | y)".to_owned(), "F(x | y)".to_owned()],
        beside: String::new(),
        samples_of: "positions".to_owned(),
        rows,
    });
    if !marks.is_empty() {
        finding.charts.push(Chart {
            caption: format!("Conditional distribution F(x | y = {y}), Chinese Checkers"),
            across: Axis::plain("index x of the best move by 3 plies"),
            up: Axis::plain("F(x | y), %"),
            layers: vec![Layer::Line { name: format!("y = {y}, {total} positions"), marks }],
        });
    }
    let moves = experiment.moves as f64 / experiment.ranks.total().max(1) as f64;
    let own = share(counts.get(y).copied().unwrap_or(0));
    let holds = if total == 0 { None } else { at_least(&own, 100.0 / moves) };
    finding.weigh(
        format!(
            "x = y is more likely than any one of {moves:.1} moves would be by chance ({} %)",
            own.text()
        ),
        holds,
    );
    let mode = counts.iter().copied().max().unwrap_or(0);
    finding.weigh("x = y is the likeliest of all", (total > 0).then(|| counts.get(y) == Some(&mode)));
    finding.remarks.push(format!(
        "The moves stand in the order of the game's hints: the longest way forward first. {} positions have {moves:.1} moves on the average; the thesis has 9669 with 67.8.",
        experiment.ranks.total()
    ));
    Ok(finding)
}
