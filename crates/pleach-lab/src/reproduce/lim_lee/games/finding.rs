//! The tables, the pictures and the answer of a game.

use super::super::super::{Cell, Finding, Row, Table};
use super::compare::{Compared, Comparison, Numbers};
use super::curve::{LOSS, RANK, TAIL, WORK, WORSE, WRONG};
use super::resampled::Estimate;
use super::ways::{COMPARED_AT, OWN_LESS};
use crate::chart::{Axis, Chart, Layer, Mark};

const PERCENT: f64 = 100.0;

/// A number as a cell; empty if it cannot be told.
fn cell(estimate: &Estimate, unit: f64, decimals: usize) -> Option<Cell> {
    let interval = estimate.interval.map(|(low, high)| (low * unit, high * unit));
    estimate.value.map(|value| Cell { interval, ..Cell::exact(value * unit, decimals) })
}

/// Of the columns that both tables have.
const HEADS: [&str; 6] =
    ["work, % of full", "mean rank", "rank 4 or worse, %", "worse move, %", "wrong value, %", "points lost"];

/// The decimals of points, by the most that a move can lose.
fn decimals(most_loss: u32) -> usize {
    if most_loss < 100 { 3 } else { 1 }
}

fn cells(numbers: &Numbers, decimals: usize) -> Vec<Option<Cell>> {
    let share = |place: usize| cell(&numbers[place], PERCENT, 1);
    let (rank, loss) = (cell(&numbers[RANK], 1.0, 2), cell(&numbers[LOSS], 1.0, decimals));
    vec![share(WORK), rank, share(TAIL), share(WORSE), share(WRONG), loss]
}

fn table(title: String, heads: Vec<String>, rows: Vec<Row>) -> Table {
    let (side, samples_of) = ("what is pruned".to_owned(), "positions".to_owned());
    Table { title, side, heads, beside: String::new(), samples_of, rows }
}

fn name(comparison: &Comparison, way: &Compared) -> String {
    format!("{} plies: {}", comparison.depth, way.name)
}

/// One side or both, pruned with the same probability.
fn at_the_same_probability(at_random: &[Comparison], decimals: usize) -> Table {
    let rows = at_random.iter().flat_map(|comparison| {
        comparison.ways[..=OWN_LESS].iter().map(|way| Row {
            name: name(comparison, way),
            samples: Some(comparison.positions),
            cells: cells(&way.degrees[COMPARED_AT].1, decimals),
        })
    });
    let probability = at_random.first().map_or(0.0, |comparison| comparison.ways[0].degrees[COMPARED_AT].0);
    let title = format!("Moves pruned at random with the same probability, {probability}");
    table(title, HEADS.map(str::to_owned).to_vec(), rows.collect())
}

fn at_equal_work(comparisons: &[&Comparison], decimals: usize) -> Table {
    let rows = comparisons.iter().flat_map(|comparison| {
        comparison.ways.iter().map(|way| {
            let mut cells = cells(&way.at_equal_work, decimals);
            cells.push(cell(&way.beyond, 1.0, decimals));
            cells.push(cell(&way.work_at_equal_error, PERCENT, 0));
            Row { name: name(comparison, way), samples: Some(comparison.positions), cells }
        })
    });
    let more = ["points beyond the first row's", "work at as many worse moves, % of the first row's"];
    let heads = HEADS.into_iter().chain(more).map(str::to_owned).collect();
    table("At the work of the first row of each depth".to_owned(), heads, rows.collect())
}

fn chart(caption: String, comparison: &Comparison) -> Chart {
    let layer = |way: &Compared| {
        let marks = way.degrees.iter().filter_map(|(_, numbers)| {
            let Estimate { value, interval, .. } = numbers[LOSS];
            Some(Mark { x: PERCENT * numbers[WORK].value?, y: value?, interval })
        });
        let mut marks: Vec<Mark> = marks.collect();
        marks.sort_by(|one, other| one.x.total_cmp(&other.x));
        Layer::Line { name: way.name.to_owned(), marks }
    };
    Chart {
        caption,
        across: Axis::plain("work, % of the full search"),
        up: Axis::plain("points lost per move"),
        layers: comparison.ways.iter().map(layer).collect(),
    }
}

/// A difference as it stands in a claim, with the interval that decides it: both ends, as a half of it might seem to hold zero.
fn told(estimate: &Estimate, unit: f64, decimals: usize) -> String {
    let text = |number: f64| Cell::exact(number * unit, decimals).text();
    match (estimate.value, estimate.joint) {
        (Some(value), Some((low, high))) => format!("{} ({} to {})", text(value), text(low), text(high)),
        (Some(value), None) => format!("{}, without an interval", text(value)),
        (None, _) => "not measured".to_owned(),
    }
}

pub(super) fn finding(at_random: &[Comparison], by_tests: &Comparison, most_loss: u32) -> Finding {
    let all: Vec<&Comparison> = at_random.iter().chain([by_tests]).collect();
    let decimals = decimals(most_loss);
    let tables = vec![at_the_same_probability(at_random, decimals), at_equal_work(&all, decimals)];
    let mut finding = Finding { tables, ..Finding::default() };
    for (comparison, what) in named(at_random, by_tests) {
        finding
            .charts
            .push(chart(format!("Pruned {what}, {} plies; 95 % intervals", comparison.depth), comparison));
    }
    for comparison in at_random {
        let difference = told(&comparison.bad_ranks, PERCENT, 1);
        finding.weigh(
            format!(
                "at random, {} plies, at the same probability: pruning own moves chooses rank 4 or worse less often than \
                 pruning the opponent's, difference {difference} %",
                comparison.depth
            ),
            comparison.bad_ranks.is_below(0.0),
        );
    }
    for (comparison, what) in named(at_random, by_tests) {
        check_at_equal_work(&mut finding, what, comparison, decimals);
    }
    finding.remarks = vec![answer(at_random, by_tests), how(most_loss)];
    finding
}

/// All comparisons, with how moves were pruned.
fn named<'a>(
    at_random: &'a [Comparison],
    by_tests: &'a Comparison,
) -> impl Iterator<Item = (&'a Comparison, &'static str)> {
    at_random.iter().map(|comparison| (comparison, "at random")).chain([(by_tests, "by tests")])
}

fn check_at_equal_work(finding: &mut Finding, what: &str, comparison: &Comparison, decimals: usize) {
    let Comparison { depth, own_more, less_near_leaves, less_near_leaves_wrong, .. } = comparison;
    let place = format!("{what}, {depth} plies, at equal work");
    let claims = [
        (
            "pruning own moves more loses less than pruning the opponent's more",
            own_more,
            1.0,
            decimals,
            "points",
        ),
        (
            "pruning less near the leaves loses less than pruning more there",
            less_near_leaves,
            1.0,
            decimals,
            "points",
        ),
        (
            "pruning less near the leaves finds wrong values less often than pruning more there",
            less_near_leaves_wrong,
            PERCENT,
            1,
            "%",
        ),
    ];
    for (claim, difference, factor, decimals, unit) in claims {
        let told = told(difference, factor, decimals);
        finding.weigh(format!("{place}: {claim}, difference {told} {unit}"), difference.is_below(0.0));
    }
}

/// Whether the advice of the paper holds, in one sentence.
fn answer(at_random: &[Comparison], by_tests: &Comparison) -> String {
    let word = |estimate: &Estimate| match estimate.is_below(0.0) {
        Some(true) => "yes",
        Some(false) => "no",
        None => "undecided",
    };
    let part = |of: fn(&Comparison) -> &Estimate| {
        let parts = named(at_random, by_tests).map(|(comparison, what)| {
            format!("{} ({what}, {} plies)", word(of(comparison)), comparison.depth)
        });
        parts.collect::<Vec<_>>().join(", ")
    };
    format!(
        "Does “prune own moves more, prune less near the leaves” hold here at equal work? Own moves, by the points lost: {}; \
         near the leaves, by the points lost: {}; near the leaves, by how often the value is wrong, which is what the paper \
         measures: {}.",
        part(|comparison| &comparison.own_more),
        part(|comparison| &comparison.less_near_leaves),
        part(|comparison| &comparison.less_near_leaves_wrong),
    )
}

/// How it was measured.
fn how(most_loss: u32) -> String {
    format!(
        "Positions are from games of the program against itself, one per game. Ranks and points lost are those of the chosen move \
         by the full search of the same depth; equally good moves have the same rank, and a game thrown away counts as \
         {most_loss} points. Work is nodes and static evaluations. At random: plain alpha-beta, and what is pruned at a node \
         depends on its position only. By tests: the engine with the tests of a profile that comes with the game, without \
         what else it leaves out; caution is three quarters more or less for moves of one side, or rises or falls by \
         three quarters from the middle of the depths to root and leaves. Between the degrees that were measured numbers are \
         taken in proportion, which overstates losses a little, but for the first row of a depth. Intervals are those of \
         4000 samples drawn from the positions, the same for all ways; those of the checks are wider, so that all of them hold \
         together with 95 %. Where several degrees err as often, the one with the least work counts."
    )
}
