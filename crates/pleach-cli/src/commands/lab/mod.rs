//! `pleach lab`: the store of runs.

use super::contest::games_as_text;
use crate::arguments::Common;
use crate::failure::Failure;
use crate::laboratory::LaboratoryOptions;
use crate::output::{columns, deliver, duration, print, print_json};
use crate::program;
use clap::{Args, Subcommand, ValueEnum};
use pleach::registry::Registry;
use pleach_lab::calibrate::{Ledger, LedgerLine, ProofState, end_of, jointly};
use pleach_lab::store::{RunInfo, Store, csv, json_lines};
use serde_json::Value;
use std::path::PathBuf;

/// Options of `pleach lab`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pleach lab ls
  pleach lab show 3
  pleach lab export 3 --format csv -o games.csv
  pleach lab rm 3
  pleach lab ledger

A laboratory is a SQLite file. Python, R and sqlite3 read it too: the tables `runs` and
`shards`, and the views `results` (every row of every run) and `games`. `sqlite3
pleach-lab.sqlite .schema` explains them.")]
pub(crate) struct LabOptions {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    laboratory: LaboratoryOptions,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// List the runs
    Ls,
    /// Show what is known of a run
    Show {
        /// The number of the run
        run: i64,
    },
    /// Write what a run has found
    Export {
        /// The number of the run
        run: i64,
        /// How to write it
        #[arg(long, value_enum, default_value = "json")]
        format: Format,
        /// The file; standard output if there is none
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Check the ledger of proofs, and say which hold all together
    Ledger {
        /// The ledger; that of your own calibrations if there is none
        file: Option<PathBuf>,
    },
    /// Take runs away, with all that they have found
    Rm {
        /// The numbers of the runs
        #[arg(required = true)]
        runs: Vec<i64>,
    },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// An object a line
    Json,
    /// A line each, with a head
    Csv,
    /// The games: PGN for chess, something like SGF for the others
    Games,
}

pub(crate) fn run(common: &Common, options: &LabOptions, registry: &Registry) -> Result<(), Failure> {
    let laboratory = &options.laboratory;
    match &options.action {
        Action::Ls => list(common, &laboratory.open_to_read()?),
        Action::Show { run } => show(common, &laboratory.open_to_read()?.run(*run)?),
        Action::Export { run, format, output } => {
            let text = exported(&laboratory.open_to_read()?, *run, *format, registry)?;
            deliver(&text, output.as_deref())
        }
        Action::Ledger { file } => {
            let usual = || laboratory.profiles().join(Ledger::NAME);
            ledger(common, &Ledger::at(file.clone().unwrap_or_else(usual)))
        }
        Action::Rm { runs } => {
            let mut store = laboratory.open_existing()?;
            for &run in runs {
                store.remove(run)?;
            }
            Ok(())
        }
    }
}

/// What a ledger says. It is checked on the way: one that was edited is refused.
fn ledger(common: &Common, ledger: &Ledger) -> Result<(), Failure> {
    let lines = ledger.lines().map_err(Failure::new)?;
    if lines.is_empty() {
        let file = ledger.file().display().to_string();
        return Err(Failure::at(&file, "there is no proof in it"));
    }
    let together: Vec<&str> = jointly(&lines).iter().map(|line| line.statement.proof.as_str()).collect();
    let joint = |line: &LedgerLine| together.contains(&line.statement.proof.as_str());
    if common.json {
        return lines.iter().try_for_each(|line| {
            let mut told = serde_json::to_value(line).map_err(Failure::new)?;
            told["jointly"] = joint(line).into();
            print_json(&told)
        });
    }
    let heads = ["proof", "game", "depth", "risk", "state", "p", "jointly"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for line in lines.iter().filter(|line| line.state == ProofState::Begun) {
        let end = end_of(line, &lines);
        let state = match end.map(|end| end.state) {
            Some(ProofState::Held) => "holds",
            Some(_) => "failed",
            None => "not ended",
        };
        let statement = &line.statement;
        rows.push(vec![
            line.number.to_string(),
            statement.game.clone(),
            statement.depth.to_string(),
            statement.risk.clone(),
            state.to_owned(),
            end.and_then(|end| end.p).map_or(String::new(), |p| format!("{p:.2e}")),
            if end.is_some_and(joint) { "yes" } else { "" }.to_owned(),
        ]);
    }
    let begun = rows.len() - 1;
    let sentence = format!(
        "\nOf {begun} proofs that were begun, {} hold all together with 95 % confidence (Holm's procedure over all that were begun).\n",
        together.len()
    );
    print(&(columns(&rows) + &sentence))
}

fn list(common: &Common, store: &Store) -> Result<(), Failure> {
    let runs = store.runs()?;
    if common.json {
        return runs.iter().try_for_each(print_json);
    }
    if runs.is_empty() {
        return print(&program::named(
            "There are no runs yet. `pleach match` and `pleach tune` make some.\n",
        ));
    }
    let head = ["run", "kind", "game", "begun", "state", "shards", "time"].map(str::to_owned).to_vec();
    let rows = runs.iter().map(|run| {
        let state = if run.ended.is_some() { "done" } else { "open" };
        vec![
            run.id.to_string(),
            run.kind.clone(),
            run.game.clone(),
            run.begun.clone(),
            state.to_owned(),
            run.shards.to_string(),
            duration(run.seconds),
        ]
    });
    print(&columns(&std::iter::once(head).chain(rows).collect::<Vec<_>>()))
}

fn show(common: &Common, run: &RunInfo) -> Result<(), Failure> {
    if common.json {
        return print_json(run);
    }
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut row = |name: &str, text: String| rows.push(vec![name.to_owned(), text]);
    row("run", run.id.to_string());
    row("kind", run.kind.clone());
    row("game", run.game.clone());
    row("seed", run.seed.to_string());
    row("begun", format!("{} by Pleach {}", run.begun, run.program));
    row("ended", run.ended.clone().unwrap_or_else(|| "not yet".to_owned()));
    row("shards", format!("{} in {}", run.shards, duration(run.seconds)));
    for (title, value) in [("definition", Some(&run.definition)), ("result", run.summary.as_ref())] {
        for (name, value) in value.and_then(Value::as_object).into_iter().flatten() {
            row(&format!("{title}: {name}"), value.as_str().map_or(value.to_string(), str::to_owned));
        }
    }
    print(&columns(&rows))
}

fn exported(store: &Store, run: i64, format: Format, registry: &Registry) -> Result<String, Failure> {
    let info = store.run(run)?;
    if let Format::Games = format {
        let game = registry.open(&info.game)?;
        return games_as_text(store, run, &format!("run {run}"), game.as_ref());
    }
    let mut rows: Vec<Value> = Vec::new();
    store.each_shard(run, |shard, more: Vec<Value>| {
        rows.extend(more.into_iter().map(|mut row| {
            if let Some(object) = row.as_object_mut() {
                object.shift_insert(0, "shard".to_owned(), shard.into());
            }
            row
        }));
    })?;
    Ok(match format {
        Format::Csv => csv(&rows),
        _ => json_lines(&rows),
    })
}
