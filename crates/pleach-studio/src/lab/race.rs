//! A race as a job.

use super::job::{Job, Kept};
use super::jobs::Unfinished;
use super::settings::Contestants;
use crate::Shared;
use pleach_lab::calibrate::{Population, Sampler};
use pleach_lab::race::{Race, page};
use pleach_lab::store::Store;
use pleach_lab::work::Effort;
use std::collections::HashSet;

pub(super) fn run(
    shared: &Shared,
    job: &Job,
    asked: &Contestants,
    store: &mut Store,
) -> Result<Kept, Unfinished> {
    let failed = |refusal: crate::error::ApiError| Unfinished::Failed(refusal.to_string());
    let game = shared.open(&asked.game).map_err(failed)?;
    let runners = asked.runners().map_err(failed)?;
    let Contestants { depth, positions: count, seed, .. } = *asked;
    let effort = Effort { threads: shared.lab.threads, stop: &job.stop };
    let sampler =
        Sampler { game: game.as_ref(), population: &Population::default(), depth, purpose: "race", seed };
    let positions = sampler.draw(count, &mut HashSet::new(), store, effort, &mut |done| {
        job.show(0, done as u64, count as u64, "draws positions from self-play");
    })?;
    let memory = shared.allowance.table;
    let race = Race { game: game.as_ref(), positions: &positions, runners: &runners, depth, memory, seed };
    let all = count * runners.len();
    let finishes = race.run(store, effort, &mut |done| {
        let runner = &runners[(done.saturating_sub(1) / count).min(runners.len() - 1)].name;
        job.show(1, done as u64, all as u64, format!("searches by {runner}"));
    })?;
    let result = serde_json::json!({ "finishes": finishes });
    let best = finishes.iter().skip(1).max_by(|a, b| a.saving.total_cmp(&b.saving));
    let summary = match best {
        Some(best) => format!("{}: {:.2} times less work", best.name, best.saving),
        None => format!("{count} positions"),
    };
    let mut kept = Kept { summary, result, ..Kept::default() };
    kept.add_page("race", &page(&asked.game, depth, &finishes)?);
    Ok(kept)
}
