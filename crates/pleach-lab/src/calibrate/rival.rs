//! The full search that does least: what a saving has to be compared with, too.

use super::choose::sum;
use super::measure::{Bench, Trial};
use super::sample::Sampled;
use super::{CalibrateError, Setting};
use crate::store::Store;
use crate::work::Effort;
use pleach::engine::{Driver, Options};
use pleach::registry::Method;

/// The positions that the rivals are tried on.
const TRIED_ON: usize = 100;
/// The positions of every population that the best one is compared on.
const COMPARED_ON: usize = 300;

/// The search with the least work in full: the one that is calibrated, or one that asks otherwise for the same value, with
/// null windows only or deepening by two plies.
pub(super) fn best_full(
    setting: &Setting<'_>,
    positions: &[Sampled],
    label: &str,
    effort: Effort<'_>,
    store: &mut Store,
) -> Result<Method, CalibrateError> {
    let count = positions.len().min(TRIED_ON);
    let mut best: Option<(u64, Method)> = None;
    for method in rivals(setting.method) {
        let full = full_work(&Setting { method, ..*setting }, positions, label, count, effort, store)?;
        if best.is_none_or(|(least, _)| full < least) {
            best = Some((full, method));
        }
    }
    Ok(best.map_or(setting.method, |(_, method)| method))
}

/// How many times less work trials took than the best full search of the same positions.
pub(super) fn against(
    rival: Method,
    bench: &Bench<'_>,
    trials: &[Trial],
    store: &mut Store,
) -> Result<f64, CalibrateError> {
    let count = trials.len().min(COMPARED_ON);
    let setting = Setting { method: rival, ..*bench.setting };
    let full = full_work(&setting, bench.positions, bench.label, count, bench.effort, store)?;
    let selective = sum(trials[..count].iter().map(|trial| &trial.work)).total();
    Ok(full as f64 / selective.max(1) as f64)
}

fn full_work(
    setting: &Setting<'_>,
    positions: &[Sampled],
    label: &str,
    count: usize,
    effort: Effort<'_>,
    store: &mut Store,
) -> Result<u64, CalibrateError> {
    let found = Bench::new(setting, positions, label, effort).full(count, store, &mut |_| {})?;
    Ok(sum(found.iter().map(|full| &full.work)).total())
}

fn rivals(own: Method) -> Vec<Method> {
    let Method::Engine(options) = own else { return vec![own] };
    let drivers = [options.driver, Driver::Pvs, Driver::Mtdf];
    let mut all = vec![own];
    for (driver, step) in drivers.into_iter().flat_map(|driver| [(driver, 1), (driver, 2)]) {
        let rival = Method::Engine(Options { driver, step, ..options });
        if !all.contains(&rival) {
            all.push(rival);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rivals_differ_in_how_they_ask() {
        let names: Vec<String> = rivals(Method::default()).iter().map(Method::to_string).collect();
        assert_eq!(names, ["engine", "engine:step=2", "engine:driver=mtdf", "engine:driver=mtdf,step=2"]);
    }
}
