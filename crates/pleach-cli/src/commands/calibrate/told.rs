//! Where a calibration is, and what came of it, for people.

use crate::output::{columns, grouped};
use pleach::prune::Risk;
use pleach::prune::{Measured, Proof, Variation};
use pleach_lab::calibrate::{Calibrated, News, Point, Tested};

pub(super) fn show(bar: &indicatif::ProgressBar, done: u64, all: u64, message: &str) {
    bar.set_length(all);
    bar.set_position(done);
    bar.set_message(message.to_owned());
}

/// Shows where the calibration is.
pub(super) fn tell(bar: &indicatif::ProgressBar, news: &News<'_>) {
    let show = |done: usize, all: usize, message: &str| show(bar, done as u64, all as u64, message);
    match *news {
        News::Fitted(..) | News::Chosen(_) | News::Tested(_) => {}
        News::Sampling(done, all) => show(done, all, "positions drawn from games"),
        News::Fitting(done, all) => show(done, all, "searched in full, to fit"),
        News::Comparing(done, all) => show(done, all, "searched in full, to compare"),
        News::Proving(done, all) => show(done, all, "searches to prove what was chosen"),
        News::Tried(point) => {
            let Point { structure, t, errors, positions, saving, .. } = point;
            bar.set_message(format!(
                "tried {structure}, t = {t:.2}: {errors} of {positions} wrong, {saving:.2} times less work"
            ));
        }
    }
}

fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

/// What was proved on every population, and of searches that differ a little.
fn proof_rows(proof: &Proof, row: &mut dyn FnMut(&str, String)) {
    for measured in &proof.on {
        let Measured { population, positions, errors, limit, saving, faster, against_best, loss, stages } =
            measured;
        let (positions, limit) = (grouped(*positions), percent(*limit));
        row(
            "proved",
            format!("on {population} {}: {errors} of {positions} wrong, limit {limit}", proof.surely()),
        );
        let ratios = [(Some(*saving), "less work"), (*faster, "less time")]
            .into_iter()
            .filter_map(|(ratio, what)| ratio.map(|ratio| format!("{ratio:.2} times {what}")));
        let rival = proof.rival.as_deref().unwrap_or("the best full search");
        let best = against_best.map(|ratio| format!("{ratio:.2} times less work than {rival} in full"));
        row("", ratios.chain(best).collect::<Vec<_>>().join(", "));
        if let Some(loss) = loss {
            row("", format!("{:.3} points lost per move on average, at most {:.3}", loss.mean, loss.limit));
        }
        if !stages.is_empty() {
            let shares = stages.iter().map(|stage| {
                let share = percent(stage.errors as f64 / stage.positions.max(1) as f64);
                format!("from {} on {share} (at most {})", stage.from, percent(stage.limit))
            });
            row("", format!("by progress: {}", shares.collect::<Vec<_>>().join(", ")));
        }
    }
    for variation in &proof.also {
        if let (Variation { by, .. }, Some(worst)) = (variation, variation.worst()) {
            let Measured { population, positions, errors, limit, .. } = worst;
            row(
                "also",
                format!(
                    "with {by}: {errors} of {positions} wrong at worst ({population}), at most {}",
                    percent(*limit)
                ),
            );
        }
    }
}

/// The result for people.
pub(super) fn described(found: &Calibrated, risk: &Risk, kept: Option<&std::path::Path>) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut row = |name: &str, text: String| rows.push(vec![name.to_owned(), text]);
    let (profile, account) = (&found.profile, &found.account);
    row("game", format!("{}, weights {}", profile.game, profile.weights));
    row("search", format!("{} to depth {}", profile.search, profile.depth));
    row("risk", risk.to_string());
    row("policy", format!("{}, t = {:.3}", found.point().structure, found.point().t));
    if !profile.rules.is_none() {
        row("rules", profile.rules.to_string());
    }
    match &profile.proof {
        Some(proof) => proof_rows(proof, &mut row),
        None => row("proved", "nothing: even the most careful policy of the path failed".to_owned()),
    }
    let ratio = |full: u64, selective: u64| full as f64 / selective.max(1) as f64;
    let (full, selective) = (&account.full, &account.selective);
    row(
        "saving",
        format!(
            "{:.2} times less work ({:.2} by nodes, {:.2} by time); {:.0} % of the nodes are tests",
            ratio(full.total(), selective.total()),
            ratio(full.nodes, selective.nodes),
            full.seconds / selective.seconds.max(1e-9),
            100.0 * selective.test_nodes as f64 / selective.nodes.max(1) as f64
        ),
    );
    row("by criterion", account.to_string());
    for Tested { point, limit, holds, .. } in &found.tested {
        let verdict = if *holds { "holds" } else { "fails" };
        let (errors, positions) = (point.errors, point.positions);
        let limit = percent(*limit);
        row(
            "tested",
            format!(
                "t = {:.3}: {errors} of {positions} wrong, limit {limit}, {:.2} times: {verdict}",
                point.t, point.saving
            ),
        );
    }
    if let Some(contested) = &found.contested {
        row("play", contested.to_string());
    }
    for doubt in found.doubts() {
        row("note", doubt);
    }
    if let Some(file) = kept {
        row("profile", file.display().to_string());
    }
    columns(&rows)
}
