//! The guide in `book/`: its commands do what it shows, and its tables have every option with its default.
#![cfg(unix)]

mod program;

use pleach_guide::book::{Chapter, chapters, source};
use pleach_guide::console::{Folder, Program, calls, pictures};
use program::text;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

fn pleach() -> Program<'static> {
    Program { called: "pleach", file: Path::new(env!("CARGO_BIN_EXE_pleach")) }
}

#[test]
fn every_command_does_what_is_shown() {
    let (mut faults, mut made) = (Vec::new(), BTreeSet::new());
    for chapter in chapters() {
        let folder = Folder::new(&chapter.file);
        faults.extend(pleach().faults(&chapter, &folder));
        for (name, same) in pictures(&folder) {
            faults.extend((!same).then(|| format!("{}: pictures/{name} is another one now", chapter.file)));
            made.insert(name);
        }
    }
    let kept = std::fs::read_dir(source().join("pictures")).unwrap().flatten();
    let kept: BTreeSet<String> = kept.filter_map(|file| file.file_name().into_string().ok()).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    assert_eq!(kept, made, "every picture is made by a command that its chapter names");
}

/// A command that is not run should at least be one that cannot be.
#[test]
fn few_commands_are_only_parsed() {
    let all: Vec<_> = chapters().iter().flat_map(|chapter| calls(&chapter.text)).collect();
    let ours = all.iter().filter(|call| pleach().is_called_by(call));
    let (long, run): (Vec<_>, Vec<_>) = ours.partition(|call| call.is_long);
    assert!(run.len() > 2 * long.len(), "{} are run, {} are not", run.len(), long.len());
}

fn options() -> Chapter {
    chapters().into_iter().find(|chapter| chapter.file == "options.md").unwrap()
}

/// The rows of the table under a heading, without backticks.
fn rows(chapter: &Chapter, heading: &str) -> Vec<String> {
    let mut lines = chapter.text.lines().skip_while(|line| line.replace('`', "") != heading);
    assert!(lines.next().is_some(), "there is no heading '{heading}'");
    let lines = lines.take_while(|line| !line.starts_with('#')).filter(|line| line.starts_with("| `"));
    lines.map(|line| line.replace('`', "").replace("\\|", "|")).collect()
}

/// The long options that a help lists, each with its default if it has one.
fn listed(help: &str) -> Vec<(String, Option<String>)> {
    let mut options: Vec<(String, String)> = Vec::new();
    for line in help.lines().take_while(|line| !line.starts_with("Options of all commands")) {
        let words = line.trim_start();
        let indent = line.len() - words.len();
        let is_option = words.starts_with("--") || words.starts_with('-') && words.contains(", --");
        if indent <= 6 && is_option {
            let long = words[words.find("--").unwrap()..].split([' ', ',']).next().unwrap();
            options.push((long.to_owned(), words.to_owned()));
        } else if !line.starts_with(' ') && !line.is_empty() {
            options.push((String::new(), String::new()));
        } else if let Some((_, text)) = options.last_mut() {
            *text = format!("{text} {words}");
        }
    }
    options.retain(|(name, _)| !name.is_empty() && name != "--help");
    let default = |text: String| {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let start = text.find("[default: ")? + "[default: ".len();
        Some(text[start..start + text[start..].find(']')?].to_owned())
    };
    options.into_iter().map(|(name, text)| (name, default(text))).collect()
}

#[test]
fn the_tables_have_every_option_of_every_command() {
    let chapter = options();
    let help = text(&["--help"]);
    let mut commands: Vec<String> = Vec::new();
    for line in
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty())
    {
        commands.extend(
            line.strip_prefix("  ")
                .filter(|line| !line.starts_with(' '))
                .and_then(|line| line.split(' ').next())
                .map(str::to_owned),
        );
    }
    assert!(commands.len() > 15, "{commands:?}");
    for name in ["ls", "show", "export", "ledger", "rm"] {
        commands.push(format!("lab {name}"));
    }
    for command in commands.iter().filter(|command| *command != "lab") {
        let arguments: Vec<&str> = command.split(' ').chain(["--help"]).collect();
        let rows = rows(&chapter, &format!("### {command}"));
        let wanted = listed(&text(&arguments));
        for (option, default) in &wanted {
            let begins = |row: &&String| row[2..].split([' ', ',']).any(|word| word == option);
            let row = rows.iter().find(|row| begins(row) && row.starts_with(&format!("| {option}")));
            let row = row.unwrap_or_else(|| panic!("{command}: no row for {option}"));
            if let Some(default) = default {
                let cell = row.trim_end_matches('|').rsplit('|').next().unwrap().trim();
                assert_eq!(cell, default, "{command} {option}");
            }
        }
        assert_eq!(rows.len(), wanted.len(), "{command}: {rows:#?} for {wanted:?}");
    }
    let all = text(&["games", "--help"]);
    let all = all.split("Options of all commands:").nth(1).expect("they are told apart");
    for (option, default) in listed(all) {
        let rows = rows(&chapter, "### all commands");
        let row = rows.iter().find(|row| row.starts_with(&format!("| {option}"))).expect("it has a row");
        assert!(default.is_none_or(|default| row.contains(&default)), "{option}");
    }
}

/// The names of options in words such as `driver=full|pvs, delta=N; on|off: table, deeper`.
fn keys(words: &str) -> Vec<&str> {
    let words = words.split([',', ';', ':']).map(|word| word.trim().split('=').next().unwrap());
    words.filter(|key| !key.is_empty() && key.chars().all(|c| c.is_ascii_lowercase() || c == '-')).collect()
}

/// The lines of JSON that a list is.
fn lines(arguments: &[&str]) -> Vec<Value> {
    let text = text(arguments);
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

#[test]
fn the_tables_have_every_option_of_every_algorithm_and_pruning_method() {
    let chapter = options();
    let headings = [("algorithm", "## Algorithms"), ("pruning", "## Pruning methods")];
    let tables = headings.map(|(kind, heading)| (kind, rows(&chapter, heading)));
    for entry in lines(&["algorithms", "--json"]) {
        let [name, kind, options] =
            ["name", "kind", "options"].map(|key| entry[key].as_str().unwrap_or_default());
        let (_, rows) = tables.iter().find(|table| table.0 == kind).unwrap_or_else(|| panic!("{entry}"));
        let cells = rows.iter().map(|row| row.split('|').map(str::trim).collect::<Vec<_>>());
        let of_it: Vec<Vec<&str>> =
            cells.filter(|cells| cells[1].split(", ").any(|cell| cell == name)).collect();
        assert!(!of_it.is_empty(), "no row for {name}");
        for key in keys(options) {
            let has = |cells: &Vec<&str>| cells[2].split(['=', ' ', ',']).any(|word| word == key);
            assert!(of_it.iter().any(has), "{name} has no row for {key}");
        }
    }
}

#[test]
fn the_tables_have_every_option_of_every_game() {
    let rows = rows(&options(), "## Games");
    for entry in lines(&["games", "--json"]) {
        let (name, options) = (entry["name"].as_str().unwrap(), entry["options"].as_str().unwrap());
        let of_it: Vec<&String> = rows.iter().filter(|row| row.starts_with(&format!("| {name} "))).collect();
        assert!(!of_it.is_empty(), "no row for {name}");
        let named = options.split([',', ';', ' ']).filter_map(|word| Some(word.split_once('=')?.0));
        for key in named.filter(|key| !key.contains('|')) {
            assert!(
                of_it.iter().any(|row| row.contains(&format!("| {key}="))),
                "{name} has no row for {key}"
            );
        }
    }
}
