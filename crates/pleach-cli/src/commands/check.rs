//! `pleach check`: the laws of a game, held against random games of it.

use crate::arguments::Common;
use crate::failure::Failure;
use crate::input::PositionOptions;
use crate::output::{columns, elided, print, print_json};
use crate::progress;
use clap::Args;
use pleach::Limits;
use pleach::registry::Registry;
use pleach::testkit::{Finding, Laws, Verdict};
use std::sync::{Arc, Mutex, PoisonError};

/// Options of `pleach check`.
#[derive(Debug, Args)]
#[command(after_help = "Exit code 0 if all laws hold, 1 if one is broken.

Example:
  pleach check connect-four --games 1000")]
pub(crate) struct CheckOptions {
    #[command(flatten)]
    position: PositionOptions,
    /// How many random games are played
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Games are given up after this many moves
    #[arg(long, value_name = "N", default_value = "500", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    longest: u32,
    /// It is no fault if games do not end by then
    #[arg(long)]
    endless: bool,
}

#[derive(serde::Serialize)]
struct CheckRow<'a> {
    law: &'a str,
    /// `None` if the law was not tested.
    holds: Option<bool>,
    position: Option<&'a str>,
    #[serde(rename = "move")]
    mv: Option<&'a str>,
    /// What was found where it does not hold.
    found: Option<&'a str>,
    /// Why it was not tested.
    reason: Option<&'a str>,
}

impl CheckRow<'_> {
    fn of(finding: &Finding) -> CheckRow<'_> {
        let line =
            CheckRow { law: finding.law, holds: None, position: None, mv: None, found: None, reason: None };
        match &finding.verdict {
            Verdict::Holds => CheckRow { holds: Some(true), ..line },
            Verdict::Untested(reason) => CheckRow { reason: Some(reason), ..line },
            Verdict::Broken(violation) => CheckRow {
                holds: Some(false),
                position: Some(&violation.position),
                mv: violation.mv.as_deref(),
                found: Some(&violation.found),
                ..line
            },
        }
    }

    /// One row for a terminal.
    fn row(&self) -> Vec<String> {
        let (sign, more) = match self.holds {
            Some(true) => ("holds", String::new()),
            None => ("-", format!("not tested: {}", self.reason.unwrap_or_default())),
            Some(false) => {
                let mv = self.mv.map(|mv| format!("; move: {mv}")).unwrap_or_default();
                let (found, position) = (self.found.unwrap_or_default(), self.position.unwrap_or_default());
                ("BROKEN", format!("found: {found}; position: {position}{mv}"))
            }
        };
        vec![sign.to_owned(), self.law.to_owned(), elided(&more)]
    }
}

pub(crate) fn run(common: &Common, options: &CheckOptions, registry: &Registry) -> Result<(), Failure> {
    let game = options.position.open(common, registry)?;
    let CheckOptions { games, longest, endless, .. } = *options;
    let laws = Laws { seed: common.seed.unwrap_or(1), games, longest, endless };
    let limits = Limits::none().stop_flag(progress::stop_on_interrupt());
    let bar = progress::bar(games.into());
    let place = PanicPlace::watch();
    let findings = game.check_laws(&laws, &limits, &mut |played| bar.set_position(played.into()));
    let place = place.unwatch();
    bar.finish_and_clear();
    let mut findings = findings?;
    if let (Some(place), Some(Verdict::Broken(violation))) =
        (place, findings.first_mut().map(|finding| &mut finding.verdict))
    {
        violation.found.push_str(&format!(" ({place})"));
    }
    let lines: Vec<CheckRow<'_>> = findings.iter().map(CheckRow::of).collect();
    let broken = lines.iter().filter(|line| line.holds == Some(false)).count();
    match common.json {
        true => lines.iter().try_for_each(print_json)?,
        false => print(&columns(&lines.iter().map(CheckRow::row).collect::<Vec<_>>()))?,
    }
    match broken {
        0 => Ok(()),
        1 => Err(Failure::without_answer(format!("{}: a law is broken", game.name()))),
        _ => Err(Failure::without_answer(format!("{}: {broken} laws are broken", game.name()))),
    }
}

/// Where in the source the first panic was. While it is watched for, panics print nothing: they are findings.
struct PanicPlace(Arc<Mutex<Option<String>>>);

impl PanicPlace {
    fn watch() -> PanicPlace {
        let first = Arc::new(Mutex::new(None));
        let noted = Arc::clone(&first);
        std::panic::set_hook(Box::new(move |panic| {
            let place = panic.location().map(ToString::to_string);
            let mut first = noted.lock().unwrap_or_else(PoisonError::into_inner);
            *first = first.take().or(place);
        }));
        PanicPlace(first)
    }

    fn unwatch(self) -> Option<String> {
        drop(std::panic::take_hook());
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
