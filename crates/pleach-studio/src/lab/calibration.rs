//! A calibration as a job: what it has found so far is there to be looked at while it goes on.

use super::job::{Job, Kept};
use super::jobs::Unfinished;
use super::settings::{Fitting, JobSettings};
use crate::Shared;
use crate::errand::Errand;
use crate::error::ApiError;
use pleach::prune::Proof;
use pleach::registry::AnyGame;
use pleach_lab::calibrate::{
    Calibrated, Calibration, Contest, Full, News, Point, Predictions, Setting, value_pair,
};
use pleach_lab::store::Store;
use pleach_lab::work::Effort;
use serde_json::{Value, json};
use std::sync::Arc;

/// The steps that the page shows: sample, fit, compare, choose, prove, write, play.
mod step {
    pub(super) const SAMPLE: usize = 0;
    pub(super) const FIT: usize = 1;
    pub(super) const COMPARE: usize = 2;
    pub(super) const CHOOSE: usize = 3;
    pub(super) const PROVE: usize = 4;
    pub(super) const WRITE: usize = 5;
    pub(super) const PLAY: usize = 6;
}

/// The most points of the scatter.
const MOST_PAIRS: usize = 1_200;

pub(super) fn run(
    shared: &Shared,
    job: &Job,
    asked: &Fitting,
    store: &mut Store,
) -> Result<Kept, Unfinished> {
    let failed = |refusal: ApiError| Unfinished::Failed(refusal.to_string());
    let game = shared.open(&asked.game).map_err(failed)?;
    let effort = Effort { threads: shared.lab.threads, stop: &job.stop };
    job.find(|result| *result = json!({ "tried": [], "tested": [] }));
    let mut found = calibrate(shared, asked, game.as_ref(), store, effort, &mut |news| tell(job, &news))?;
    job.show(step::WRITE, 0, 1, "writes profile and report");
    if asked.games > 0 {
        let setting = setting(asked, game.as_ref());
        let all = asked.games;
        let complete = Contest::new(all).play(&setting, &mut found, store, effort, &mut |done| {
            job.show(step::PLAY, done, all, "plays against the full search at equal time");
        })?;
        complete.then_some(()).ok_or(Unfinished::Stopped)?;
    }
    let mut result = found.json();
    result["scatter"] = scatter(&found.material.predictions, &found.fitting);
    result["labels"] = found.points.iter().map(|point| point.structure.to_string()).collect();
    result["play_in_words"] = json!(found.contested.map(|contested| contested.to_string()));
    let mut kept = Kept { summary: summary(&found), result, ..Kept::default() };
    kept.add_page("report", &found.page()?);
    kept.files.insert("profile.toml".to_owned(), found.profile.to_toml());
    if found.profile.proof.is_some() {
        // The profile is in the laboratory, too: a folder that cannot be written loses nothing.
        let _ = shared.profiles().keep(&found.profile);
    }
    job.keep_calibrated(Arc::new(found));
    Ok(kept)
}

fn setting<'a>(asked: &Fitting, game: &'a dyn AnyGame) -> Setting<'a> {
    Setting::new(game, asked.depth, asked.seed)
}

fn calibrate(
    shared: &Shared,
    asked: &Fitting,
    game: &dyn AnyGame,
    store: &mut Store,
    effort: Effort<'_>,
    news: &mut dyn FnMut(News<'_>),
) -> Result<Calibrated, Unfinished> {
    let setting = setting(asked, game);
    let refused = |refusal: ApiError| Unfinished::Failed(refusal.to_string());
    let (risk, sizes) = (asked.risk().map_err(refused)?, asked.sizes().map_err(refused)?);
    let calibration = Calibration {
        beside: asked.beside().map_err(refused)?,
        ledger: Some(shared.ledger()),
        ..Calibration::new(&setting, risk, sizes)
    };
    Ok(calibration.run(store, effort, news)?)
}

fn summary(found: &Calibrated) -> String {
    match found.profile.proof.as_ref().and_then(Proof::worst) {
        Some(worst) => {
            format!(
                "{:.2} times less work, proved: wrong in at most {}",
                worst.saving,
                found.profile.risk.in_words()
            )
        }
        None => "not proved".to_owned(),
    }
}

/// Shows where the calibration is, and what it has found.
fn tell(job: &Job, news: &News<'_>) {
    let show =
        |step, (done, all): (usize, usize), sentence: &str| job.show(step, done as u64, all as u64, sentence);
    match *news {
        News::Sampling(done, all) => {
            // Each of the three sets is drawn when it is needed.
            let step = match () {
                () if job.has_found("chosen") => step::PROVE,
                () if job.has_found("scatter") => step::COMPARE,
                () => step::SAMPLE,
            };
            show(step, (done, all), "draws positions from self-play");
        }
        News::Fitting(done, all) => show(step::FIT, (done, all), "searches in full, to fit"),
        News::Comparing(done, all) => show(step::COMPARE, (done, all), "searches in full, to compare"),
        News::Proving(done, all) => {
            show(step::PROVE, (done, all), "proves the choice on games it has not seen")
        }
        News::Fitted(predictions, full) => job.find(|result| {
            result["scatter"] = scatter(predictions, full);
            result["doubts"] = json!(predictions.doubts());
        }),
        News::Tried(point) => {
            let Point { structure, t, errors, positions, saving, .. } = point;
            let sentence = format!(
                "tried {structure}, t = {t:.2}: {errors} of {positions} differ, {saving:.2} times less work"
            );
            job.find(|result| {
                push(result, "tried", json!(point));
                push(result, "labels", json!(structure.to_string()));
            });
            job.show(step::CHOOSE, 0, 0, sentence);
        }
        News::Chosen(point) => job.find(|result| result["chosen"] = json!(point)),
        News::Tested(tested) => job.find(|result| push(result, "tested", json!(tested))),
    }
}

fn push(result: &mut Value, name: &str, value: Value) {
    match &mut result[name] {
        Value::Array(list) => list.push(value),
        missing => *missing = json!([value]),
    }
}

/// The deepest prediction by a search about half as deep: the line, and the values it was fitted to.
fn scatter(predictions: &Predictions, full: &[Full]) -> Value {
    let Some(pair) = predictions.deepest_test() else { return Value::Null };
    let pairs: Vec<(f64, f64)> =
        full.iter().filter_map(|found| value_pair(found, pair.shallow, pair.deep)).take(MOST_PAIRS).collect();
    json!({ "deep": pair.deep, "shallow": pair.shallow, "fit": pair.whole, "pairs": pairs })
}

/// The profile of a point that was tried. Where the calibration was made by an earlier studio, it is gone through again;
/// everything it needs is in the store.
pub(super) fn profile(shared: &Shared, job: &Job, point: usize, errand: &Errand) -> Result<String, ApiError> {
    let JobSettings::Calibration(asked) = &job.settings else {
        return Err(ApiError::bad("only a calibration has profiles"));
    };
    let game = shared.open(&asked.game)?;
    let found = match job.calibrated() {
        Some(found) => found,
        None if job.result()["profile"].is_string() => {
            let effort = Effort { threads: shared.lab.threads, stop: &errand.stop_flag() };
            let found = calibrate(shared, asked, game.as_ref(), &mut shared.lab.open()?, effort, &mut |_| {});
            let found = Arc::new(found.map_err(ApiError::broken)?);
            job.keep_calibrated(Arc::clone(&found));
            found
        }
        None => return Err(ApiError::conflict("the calibration is not done yet")),
    };
    let point = found.points.get(point).ok_or_else(|| ApiError::bad(format!("there is no point {point}")))?;
    let profile = found.profile_at(point, &setting(asked, game.as_ref()));
    Ok(profile.map_err(ApiError::broken)?.to_toml())
}
