//! A table or a figure of a paper, made again as a job.

use super::job::{Job, Kept};
use super::jobs::Unfinished;
use super::settings::Reproduction;
use crate::Shared;
use pleach_lab::reproduce::{self, Chapter, Report, Setup};
use pleach_lab::store::Store;
use pleach_lab::work::Effort;

pub(super) fn run(
    shared: &Shared,
    job: &Job,
    asked: &Reproduction,
    store: &mut Store,
) -> Result<Kept, Unfinished> {
    let item = asked.item().map_err(|refusal| Unfinished::Failed(refusal.to_string()))?;
    let effort = Effort { threads: shared.lab.threads, stop: &job.stop };
    let mut setup =
        Setup::new(store, effort, &shared.registry).quick(asked.quick).seed(asked.seed).news(|progress| {
            job.show(0, progress.done, progress.all, "measures what the paper shows");
        });
    let finding = item.run(&mut setup).map_err(|error| match error {
        reproduce::Unfinished::Stopped => Unfinished::Stopped,
        error => Unfinished::Failed(error.to_string()),
    })?;
    let verdict = finding.verdict();
    let charts: Result<Vec<String>, _> = finding.charts.iter().map(|chart| chart.svg()).collect();
    let tables: Vec<_> = finding
        .tables
        .iter()
        .map(|table| {
            let mut rows = table.texts();
            let heads = rows.remove(0);
            serde_json::json!({ "title": table.title, "beside": table.beside, "heads": heads, "rows": rows })
        })
        .collect();
    let result = serde_json::json!({
        "claim": item.claim, "verdict": verdict, "sentence": verdict.sentence(), "checks": finding.checks,
        "remarks": finding.remarks, "tables": tables, "charts": charts?,
    });
    let mut kept = Kept { summary: verdict.short().to_owned(), result, ..Kept::default() };
    kept.files.extend(finding.files(&item.stem())?);
    let report = Report { chapters: vec![Chapter { item, finding }], quick: asked.quick, seed: asked.seed };
    kept.files.insert(format!("{}.html", item.stem()), report.page()?.html());
    Ok(kept)
}
