//! Tables of a paper, made again as a job.

use super::job::{Job, Kept};
use super::jobs::Unfinished;
use super::settings::Reproduction;
use crate::Shared;
use pleach_lab::reproduce::{LiMarsland, LiMarslandResult};
use pleach_lab::store::Store;
use pleach_lab::work::Effort;

pub(super) fn run(
    shared: &Shared,
    job: &Job,
    asked: &Reproduction,
    store: &mut Store,
) -> Result<Kept, Unfinished> {
    let experiment = LiMarsland { quick: asked.quick, seed: asked.seed };
    let effort = Effort { threads: shared.lab.threads, stop: &job.stop };
    let parts = experiment.parts();
    let found = experiment
        .run(store, effort, &mut |done| job.show(0, done, parts, "searches the paper's trees"))?
        .ok_or(Unfinished::Stopped)?;
    let (fits, cells) = found.within();
    let tables: Vec<_> = found
        .tables()
        .into_iter()
        .map(|(title, rows)| serde_json::json!({ "title": title, "heads": LiMarslandResult::HEADS, "rows": rows }))
        .collect();
    let mut kept = Kept {
        summary: format!("{fits} of {cells} cells agree"),
        result: serde_json::json!({ "tables": tables }),
        ..Kept::default()
    };
    kept.add_page(&asked.item, &found.page()?);
    Ok(kept)
}
