//! `pleach reproduce`: tables and figures of the papers.

mod li_marsland;

use crate::arguments::Common;
use crate::failure::Failure;
use crate::laboratory::LaboratoryOptions;
use clap::Args;
use pleach::SpecError;
use std::path::{Path, PathBuf};

/// Options of `pleach reproduce`.
#[derive(Debug, Args)]
#[command(after_help = "Items:
  li-marsland  Tables 1 to 3 of Li and Marsland, \"Probability-Based Game Tree Pruning\" (1989)

Examples:
  pleach reproduce li-marsland --quick
  pleach reproduce all --output report

Every item writes a page with tables and plots, and a CSV file. Everything is kept in the
laboratory: the same command goes on where it was interrupted.")]
pub(crate) struct ReproduceOptions {
    /// What to make again; all if nothing is named
    #[arg(value_name = "ITEM")]
    items: Vec<String>,
    /// A tenth of the work, with wider intervals
    #[arg(long)]
    quick: bool,
    /// The directory to write into
    #[arg(long, short, value_name = "DIR", default_value = "reproduction")]
    output: PathBuf,
    #[command(flatten)]
    laboratory: LaboratoryOptions,
}

const ALL: &str = "all";
const ITEMS: [&str; 1] = ["li-marsland"];

pub(crate) fn run(common: &Common, options: &ReproduceOptions) -> Result<(), Failure> {
    let known: Vec<&str> = ITEMS.into_iter().chain([ALL]).collect();
    if let Some(unknown) = options.items.iter().find(|item| !known.contains(&item.as_str())) {
        return Err(SpecError::unknown("item", unknown, &known).into());
    }
    let place = options.output.display().to_string();
    std::fs::create_dir_all(&options.output)
        .map_err(|error| Failure::at(&place, format!("cannot be made: {error}")))?;
    let wanted = |item: &str| {
        options.items.is_empty() || options.items.iter().any(|named| named == item || named == ALL)
    };
    if wanted("li-marsland") {
        li_marsland::run(common, options)?;
    }
    Ok(())
}

/// Writes a file of the report.
fn write(directory: &Path, name: &str, text: &str) -> Result<String, Failure> {
    let path = directory.join(name);
    crate::output::deliver(text, Some(&path))?;
    Ok(path.display().to_string())
}
