//! `pleach reproduce`: tables and figures of the papers.

use crate::arguments::Common;
use crate::failure::Failure;
use crate::laboratory::LaboratoryOptions;
use crate::output::{columns, print, print_json, write_file};
use crate::progress;
use clap::Args;
use indicatif::ProgressBar;
use pleach::registry::Registry;
use pleach_lab::reproduce::{Chapter, Item, Report, Setup, Unfinished};
use pleach_lab::store::Store;
use pleach_lab::work::Effort;
use std::path::{Path, PathBuf};

/// Options of `pleach reproduce`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pleach reproduce --list
  pleach reproduce lim-lee/figure-6 li-marsland --quick
  pleach reproduce all -o report

Writes one page, report.html, with a verdict for every item, and beside it tables as CSV and plots
as SVG. Everything is kept in the laboratory: the same command goes on where it was interrupted.")]
pub(crate) struct ReproduceOptions {
    /// What to make again: an item, a paper or all; all if nothing is named
    #[arg(value_name = "ITEM")]
    items: Vec<String>,
    /// A small part of the work, with wider intervals
    #[arg(long)]
    quick: bool,
    /// List the items, and how many minutes each takes about
    #[arg(long)]
    list: bool,
    /// The directory to write into
    #[arg(long, short, value_name = "DIR", default_value = "reproduction")]
    output: PathBuf,
    #[command(flatten)]
    laboratory: LaboratoryOptions,
}

pub(crate) fn run(common: &Common, options: &ReproduceOptions, registry: &Registry) -> Result<(), Failure> {
    let items = Item::chosen(&options.items)?;
    if options.list {
        return list(common, &items);
    }
    check_directory(&options.output)?;
    let mut store = options.laboratory.open()?;
    let stop = progress::stop_on_interrupt();
    let seed = common.seed.unwrap_or(1);
    let mut report = Report { chapters: Vec::new(), quick: options.quick, seed };
    for (number, &item) in items.iter().enumerate() {
        let bar = progress::bar_with_time_left();
        bar.set_message(format!("{} ({} of {})", item.name, number + 1, items.len()));
        let effort = Effort { threads: common.threads(), stop: &stop };
        let finding = make(item, &mut store, effort, registry, &report, &bar);
        bar.finish_and_clear();
        let chapter = Chapter { item, finding: finding? };
        tell(common, &chapter, &report)?;
        report.chapters.push(chapter);
    }
    write(&report, &options.output)?;
    match common.json {
        true => Ok(()),
        false => print(&format!("written: {}\n", options.output.join(PAGE).display())),
    }
}

const PAGE: &str = "report.html";

fn list(common: &Common, items: &[&Item]) -> Result<(), Failure> {
    if common.json {
        return items.iter().try_for_each(|item| print_json(&item.listed()));
    }
    let rows: Vec<Vec<String>> = items
        .iter()
        .map(|item| vec![item.name.to_owned(), format!("{:.1} min", item.minutes), item.title.to_owned()])
        .collect();
    print(&columns(&rows))
}

/// Makes the directory and finds out whether it can be written to, before hours of work.
fn check_directory(directory: &Path) -> Result<(), Failure> {
    let place = directory.display().to_string();
    std::fs::create_dir_all(directory)
        .map_err(|error| Failure::at(&place, format!("cannot be made: {error}")))?;
    let probe = directory.join(".pleach-probe");
    write_file(&probe, b"")?;
    // Whoever can make a file can remove it; if not, an empty file is no harm.
    let _ = std::fs::remove_file(probe);
    Ok(())
}

fn make(
    item: &Item,
    store: &mut Store,
    effort: Effort<'_>,
    registry: &Registry,
    report: &Report,
    bar: &ProgressBar,
) -> Result<pleach_lab::reproduce::Finding, Failure> {
    let mut begun = false;
    let mut setup =
        Setup::new(store, effort, registry).quick(report.quick).seed(report.seed).news(|progress| {
            bar.set_length(progress.all);
            bar.set_position(progress.done);
            // What an earlier run has done says nothing of the pace.
            if !std::mem::replace(&mut begun, true) {
                bar.reset_eta();
            }
        });
    item.run(&mut setup).map_err(|error| match error {
        Unfinished::Stopped => Failure::interrupted_and_kept(),
        error => Failure::at(item.name, error),
    })
}

fn tell(common: &Common, Chapter { item, finding }: &Chapter, report: &Report) -> Result<(), Failure> {
    let verdict = finding.verdict();
    if common.json {
        return print_json(&serde_json::json!({
            "item": item.name, "paper": item.paper, "title": item.title, "claim": item.claim,
            "command": item.command(report.quick, report.seed), "quick": report.quick, "seed": report.seed,
            "verdict": verdict, "sentence": verdict.sentence(), "checks": finding.checks,
            "remarks": finding.remarks, "tables": finding.tables, "charts": finding.charts,
        }));
    }
    print(&format!("{}: {}\n", item.name, verdict.sentence()))
}

fn write(report: &Report, directory: &Path) -> Result<(), Failure> {
    let page = report.page().map_err(Failure::new)?;
    for (name, text) in report.files().map_err(Failure::new)? {
        write_file(&directory.join(name), text.as_bytes())?;
    }
    write_file(&directory.join(PAGE), page.html().as_bytes())
}
