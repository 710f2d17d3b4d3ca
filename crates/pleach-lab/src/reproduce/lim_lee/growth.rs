//! Figures 4 and 5: how errors grow over two plies in Pearl's model.

use super::super::{Cell, Finding, Row, Setup, Table, Unfinished};
use crate::chart::{Axis, Chart, Layer, Mark};
use pleach::analysis::pearl_root;
use pleach::propagation::{alpha_growth, beta_growth, largest_beta_growth};

/// A curve over all errors.
fn curve(name: &str, growth: impl Fn(f64) -> f64) -> Layer {
    let error = |step: u32| f64::from(step) / 200.0;
    let marks = (1..=200).map(|step| Mark::at(error(step), growth(error(step)))).collect();
    Layer::Curve { name: name.to_owned(), marks }
}

fn exact_table(title: &str, side: &str, heads: &[&str], beside: &str) -> Table {
    Table {
        title: title.to_owned(),
        side: side.to_owned(),
        heads: heads.iter().map(|&head| head.to_owned()).collect(),
        beside: beside.to_owned(),
        samples_of: String::new(),
        rows: Vec::new(),
    }
}

fn row(name: &str, cells: impl IntoIterator<Item = Cell>) -> Row {
    Row { name: name.to_owned(), samples: None, cells: cells.into_iter().map(Some).collect() }
}

pub(super) fn figure_4(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    setup.expect(0);
    let xi = pearl_root(2);
    let limits = [("p → 0", 0.0), ("p = ξ", xi), ("p → 1", 1.0)];
    let (alpha, beta) =
        (|p| move |error| alpha_growth(2, p, error), |p| move |error| beta_growth(2, p, error));
    let mut layers: Vec<Layer> =
        limits.iter().map(|&(name, p)| curve(&format!("α, {name}"), alpha(p))).collect();
    layers.extend(limits.iter().map(|&(name, p)| curve(&format!("β, {name}"), beta(p))));
    let chart = Chart {
        caption:
            "Growth of errors over two plies, b = 2: α of losses taken for wins, β of wins taken for losses"
                .to_owned(),
        across: Axis::plain("error α or β at height k, a probability"),
        up: Axis::plain("error at height k + 2, as a multiple"),
        layers,
    };
    let heads = ["growth at 0.001", "fixed point", "limit of small errors"];
    let mut table = exact_table("Limit points of Pearl's model, b = 2; computed", "error", &heads, "theory");
    // Equations 15 and 17: small errors grow by b or vanish.
    table.rows = vec![
        row("β, p → 1", [beta(1.0)(1e-3), 1.0 - xi, 0.0].map(|number| Cell::exact(number, 4))),
        row("α, p → 0", [alpha(0.0)(1e-3), xi, 0.0].map(|number| Cell::exact(number, 4))),
        row("β, p → 0", [beta(0.0)(1e-3), 0.0, 2.0].map(|number| Cell::exact(number, 4))),
        row("α, p → 1", [alpha(1.0)(1e-3), 0.0, 2.0].map(|number| Cell::exact(number, 4))),
    ];
    let mut finding = Finding { tables: vec![table], charts: vec![chart], ..Finding::default() };
    let grid = |low: f64, high: f64| (1..100).map(move |step| low + (high - low) * f64::from(step) / 100.0);
    let filtered = |growth: &dyn Fn(f64) -> f64, fixed: f64| {
        grid(0.0, fixed).all(|error| growth(error) < 1.0) && grid(fixed, 1.0).all(|error| growth(error) > 1.0)
    };
    finding
        .check("for p → 1 β falls below 1 - ξ = 0.3820 and grows above it", filtered(&beta(1.0), 1.0 - xi));
    finding.check("for p → 0 α falls below ξ = 0.6180 and grows above it", filtered(&alpha(0.0), xi));
    let both = grid(0.0, 1.0).all(|error| alpha(xi)(error) > 1.0 && beta(xi)(error) > 1.0);
    finding.check("at p = ξ both kinds of errors grow", both);
    let least = 1e-9;
    let ends = [beta(0.0)(least) - 2.0, alpha(1.0)(least) - 2.0, beta(1.0)(least), alpha(0.0)(least)];
    finding.check(
        "small errors grow by b = 2 or vanish (equations 15 and 17)",
        ends.iter().all(|end| end.abs() < 1e-6),
    );
    finding.correction = Some(
        "equation 12, which lacks the outer exponent, and the first branch of equation 16, which repeats the second: it is \
         [1 - (1 - β)^b] / β"
            .to_owned(),
    );
    Ok(finding)
}

pub(super) fn figure_5(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    setup.expect(0);
    // What independent computations have found; the paper prints the first.
    let known =
        [(2, 1.536_692, 0.0992), (3, 1.994_744, 0.1163), (4, 2.416_695, 0.1172), (5, 2.817_068, 0.1136)];
    let layers = known
        .iter()
        .map(|&(b, ..)| curve(&format!("b = {b}"), move |beta| beta_growth(b, pearl_root(b), beta)));
    let chart = Chart {
        caption: "Growth of errors on wins over two plies at p = ξ".to_owned(),
        across: Axis::plain("error β at height k, a probability"),
        up: Axis::plain("error at height k + 2, as a multiple"),
        layers: layers.collect(),
    };
    let heads = ["largest growth", "at error β", "bound of Theorem 2"];
    let beside = "an independent computation; the paper has 1.537 at 0.099 for b = 2";
    let mut table = exact_table("The largest growth; computed", "branching factor", &heads, beside);
    let mut finding = Finding { charts: vec![chart], ..Finding::default() };
    let mut agree = true;
    for (b, growth, at) in known {
        let (beta, found) = largest_beta_growth(b);
        agree &= (found - growth).abs() < 1e-5 && (beta - at).abs() < 1e-3;
        let cells =
            [Cell::exact(found, 4).beside(growth), Cell::exact(beta, 4).beside(at), Cell::exact(b.into(), 0)];
        table.rows.push(row(&format!("b = {b}"), cells));
    }
    finding.tables.push(table);
    let (beta, growth) = largest_beta_growth(2);
    finding.check(
        "for b = 2 the largest growth is 1.537 at 0.099",
        (growth * 1e3).round() == 1537.0 && (beta * 1e3).round() == 99.0,
    );
    finding.check("the largest growths for b = 2 to 5 are those of an independent computation", agree);
    let below = (2..=64).all(|b| largest_beta_growth(b).1 < f64::from(b));
    finding.check("the bound b of Theorem 2 is never reached at p = ξ, for b up to 64", below);
    Ok(finding)
}
