//! `pleach calibrate --shipped`: all profiles that come with a program, made anew.

use super::{CalibrateOptions, KeptIn, calibrate, described, is_proved};
use crate::arguments::Common;
use crate::failure::Failure;
use crate::output::{complain, print, print_json, write_file};
use crate::progress;
use clap::Parser;
use pleach::registry::Registry;
use pleach_lab::work::Effort;
use std::path::PathBuf;

/// A line of the list, as if it had been typed.
#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
struct Typed {
    #[command(flatten)]
    options: CalibrateOptions,
}

/// Where the list stands, for messages.
const LIST: &str = "the list of shipped profiles";

/// Makes one profile after the other. What cannot be proved is told, and the others are made all the same.
pub(super) fn run(common: &Common, asked: &CalibrateOptions, registry: &Registry) -> Result<(), Failure> {
    let list = read(registry.calibrations())?;
    let folder = asked.output.clone().unwrap_or_else(|| asked.laboratory.profiles());
    let wanted = |(file, _): &&(PathBuf, CalibrateOptions)| {
        let name = file.to_string_lossy();
        asked.only.is_empty() || asked.only.iter().any(|beginning| name.starts_with(beginning.as_str()))
    };
    let stop = progress::stop_on_interrupt();
    let effort = Effort { threads: common.threads(), stop: &stop };
    let place = KeptIn { laboratory: &asked.laboratory, folder: &folder };
    let mut missing = 0_usize;
    let wanted: Vec<_> = list.iter().filter(wanted).collect();
    if wanted.is_empty() {
        let names = asked.only.join(" or ");
        return Err(Failure::new(format!("no profile of {LIST} has a name that begins with {names}")));
    }
    for (file, options) in &wanted {
        let done = calibrate(common, options, &place, effort, registry).and_then(|found| {
            is_proved(&found, options)?;
            let kept = folder.join(file);
            write_file(&kept, found.profile.to_toml().as_bytes())?;
            match common.json {
                true => print_json(&found.json()),
                false => print(&format!("{}\n{}\n", kept.display(), described(&found, &options.risk, None))),
            }
        });
        match done {
            Err(failure) if failure.is_interrupted() => return Err(failure),
            Err(failure) => {
                missing += 1;
                complain(&format!("{}: {failure}", file.display()));
            }
            Ok(()) => {}
        }
    }
    match missing {
        0 => Ok(()),
        missing => {
            Err(Failure::without_answer(format!("{missing} of {} profiles are not proved", wanted.len())))
        }
    }
}

/// The files with how each is made.
fn read(list: &str) -> Result<Vec<(PathBuf, CalibrateOptions)>, Failure> {
    let lines = (1..).zip(list.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let made: Vec<_> = lines
        .map(|(number, line)| {
            one(line).map_err(|reason| Failure::at(&format!("{LIST}, line {number}"), reason))
        })
        .collect::<Result<_, _>>()?;
    match made.is_empty() {
        true => Err(Failure::new("this program comes with no profiles")),
        false => Ok(made),
    }
}

fn one(line: &str) -> Result<(PathBuf, CalibrateOptions), String> {
    let (file, arguments) = line.split_once(':').ok_or("expected FILE: GAME --depth N --risk R ...")?;
    let typed = Typed::try_parse_from(arguments.split_whitespace()).map_err(|error| error.to_string())?;
    Ok((PathBuf::from(file.trim()), typed.options))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_the_games_names_what_ships() {
        let list = read(pleach_games::registry().calibrations()).unwrap();
        for (file, options) in &list {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../pleach-games/profiles");
            let text = std::fs::read_to_string(PathBuf::from(folder).join(file)).unwrap();
            let profile = pleach::prune::Profile::from_toml(&text).unwrap();
            assert_eq!(
                (profile.game, profile.depth),
                (options.game().to_owned(), options.depth()),
                "{file:?}"
            );
            assert_eq!(profile.risk, options.risk, "{file:?}");
        }
    }

    #[test]
    fn faults_of_a_list_are_told_with_their_line() {
        let fault = |list: &str| read(list).unwrap_err().to_string();
        assert!(fault("# nothing\n\n").contains("comes with no profiles"));
        assert!(
            fault("a.toml othello").starts_with("the list of shipped profiles, line 1: expected FILE: GAME")
        );
        let unknown = fault("# one\na.toml: othello --depth 8 --rsik 5%");
        assert!(unknown.contains("line 2") && unknown.contains("--rsik"), "{unknown}");
        assert!(fault("a.toml: --depth 8").contains("line 1"));
    }
}
