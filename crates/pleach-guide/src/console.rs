//! What a chapter shows of a terminal: commands after `$`, and what they print.
//!
//! The fence says what becomes of it. Commands of a fence ```` ```console ```` are run, one after the other, all of a chapter
//! in one folder; those of ```` ```console,long ```` take long or never end and are only parsed, by their `--help`. With
//! ```` ```console,exit=1 ```` they must end with that code. In what they print a line `...` stands for any lines,
//! and ` ...` at the end of a line for anything that follows in it. Where nothing is shown, nothing is compared.

use crate::book::{Chapter, repository, source};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A command of a chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The line of the chapter, from 1.
    pub line: usize,
    /// What is typed, in one line.
    pub typed: String,
    /// What is shown of its output.
    pub shown: Vec<String>,
    /// Whether it is only parsed.
    pub is_long: bool,
    /// The code it must end with.
    pub exit: i32,
}

/// The commands of a chapter.
pub fn calls(text: &str) -> Vec<Call> {
    let mut calls: Vec<Call> = Vec::new();
    // The words after `console` of the fence that is open; none in other fences and outside.
    let mut open: Option<Vec<&str>> = None;
    let mut in_fence = false;
    let mut goes_on = false;
    for (line, text) in (1..).zip(text.lines()) {
        if let Some(fence) = text.strip_prefix("```") {
            in_fence = !in_fence;
            let mut words = fence.split(',');
            open = (in_fence && words.next() == Some("console")).then(|| words.collect());
            goes_on = false;
        } else if let Some(words) = &open {
            let exit = words.iter().find_map(|word| word.strip_prefix("exit="));
            let (exit, is_long) =
                (exit.map_or(0, |code| code.parse().expect("a code")), words.contains(&"long"));
            match (text.strip_prefix("$ "), calls.last_mut()) {
                (Some(typed), _) => {
                    let typed = typed.to_owned();
                    calls.push(Call { line, typed, shown: Vec::new(), is_long, exit });
                }
                (None, Some(call)) if goes_on => call.typed = format!("{} {}", call.typed, text.trim()),
                (None, Some(call)) => call.shown.push(text.trim_end().to_owned()),
                (None, None) => panic!("line {line}: a console begins with a command"),
            }
            let call = calls.last_mut().expect("there is one now");
            goes_on = call.shown.is_empty() && call.typed.ends_with('\\');
            if goes_on {
                call.typed.truncate(call.typed.trim_end_matches('\\').trim_end().len());
            }
        }
    }
    calls
}

/// What commands of the guide read from the repository.
const READ: [&str; 2] = ["testdata", "crates/pleach-games/profiles"];

/// A folder of a test's own with those of the repository's files in it that commands read; it goes away with it.
pub struct Folder(PathBuf);

impl Folder {
    /// A new one. Panics where there is no place for temporary files.
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("pleach-guide-{name}-{}", std::process::id()));
        for folder in READ {
            let copies = path.join(folder);
            std::fs::create_dir_all(&copies).expect("there is a place for temporary files");
            for file in std::fs::read_dir(repository().join(folder)).expect("it is there").flatten() {
                std::fs::copy(file.path(), copies.join(file.file_name())).expect("it can be copied");
            }
        }
        Folder(path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A program by the name that chapters call it by.
pub struct Program<'a> {
    /// How a command of it begins: `pleach`, or `cargo run --release --`.
    pub called: &'a str,
    /// The file.
    pub file: &'a Path,
}

impl Program<'_> {
    /// Whether a command calls it.
    pub fn is_called_by(&self, call: &Call) -> bool {
        let begins = |part: &str| {
            part.trim_start().strip_prefix(self.called).is_some_and(|rest| rest.starts_with([' ', '\n']))
        };
        begins(&call.typed) || call.typed.split('|').next_back().is_some_and(begins)
    }

    fn run(&self, call: &Call, folder: &Path) -> Output {
        let mut typed = call.typed.replace(&format!("{} ", self.called), "\"$PLEACH_GUIDE_PROGRAM\" ");
        if call.is_long {
            typed += " --help";
        }
        let mut shell = Command::new("sh");
        for name in ["COLUMNS", "PLEACH_LAB", "PLEACH_PROFILES", "CLICOLOR_FORCE"] {
            shell.env_remove(name);
        }
        shell.env("PLEACH_GUIDE_PROGRAM", self.file).args(["-c", &typed]).current_dir(folder);
        shell.output().expect("there is a shell")
    }

    /// Runs the commands of a chapter that call it, and says everything that differs from what is shown.
    pub fn faults(&self, chapter: &Chapter, folder: &Folder) -> Vec<String> {
        let calls = calls(&chapter.text).into_iter().filter(|call| self.is_called_by(call));
        let fault = |call: Call| {
            let output = self.run(&call, folder.path());
            let place = format!("book/src/{}:{}: `{}`", chapter.file, call.line, call.typed);
            let [out, error] =
                [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
            if output.status.code() != Some(call.exit) {
                return Some(format!("{place} ends with {:?}: {error}", output.status.code()));
            }
            let printed = if call.exit == 0 { out } else { out + &error };
            let lines: Vec<String> = printed.lines().map(in_words).collect();
            let shown: Vec<String> = call.shown.iter().map(|line| in_words(line)).collect();
            let same = call.is_long || shown.is_empty() || fits(&shown, &lines);
            (!same).then(|| format!("{place} prints\n{printed}\nand not\n{}", call.shown.join("\n")))
        };
        calls.filter_map(fault).collect()
    }
}

/// A line with single blanks: columns are as wide as whatever stands in them.
fn in_words(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether what is printed is what is shown.
fn fits(shown: &[String], printed: &[String]) -> bool {
    match (shown, printed) {
        ([], lines) => lines.iter().all(String::is_empty),
        ([gap, rest @ ..], _) if gap == "..." => {
            (0..=printed.len()).any(|skipped| fits(rest, &printed[skipped..]))
        }
        ([first, shown @ ..], [line, printed @ ..]) => {
            let same = match first.strip_suffix(" ...") {
                Some(beginning) => line.starts_with(beginning),
                None => first == line,
            };
            same && fits(shown, printed)
        }
        (_, []) => false,
    }
}

/// The pictures of the guide that commands in this folder have made: the name, and whether it is the same. With
/// `PLEACH_GUIDE_PICTURES=write` in the environment they are taken into the guide.
pub fn pictures(folder: &Folder) -> Vec<(String, bool)> {
    let files = std::fs::read_dir(folder.path()).expect("it is there").flatten();
    let names =
        files.filter_map(|file| file.file_name().into_string().ok()).filter(|name| name.ends_with(".svg"));
    let compare = |name: String| {
        let (made, kept) = (folder.path().join(&name), source().join("pictures").join(&name));
        if std::env::var("PLEACH_GUIDE_PICTURES").is_ok_and(|what| what == "write") {
            std::fs::copy(&made, &kept).expect("the picture can be written");
        }
        let same =
            std::fs::read(&made).ok().zip(std::fs::read(kept).ok()).is_some_and(|(made, kept)| made == kept);
        (name, same)
    };
    names.map(compare).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_with_what_they_print() {
        let text = "```text\n$ no\n```\n```console,long,exit=2\n$ pleach a \\\n    b\nout\n$ pleach c\n```\n";
        let calls = calls(text);
        let typed: Vec<&str> = calls.iter().map(|call| call.typed.as_str()).collect();
        assert_eq!(typed, ["pleach a b", "pleach c"]);
        assert_eq!((calls[0].line, calls[0].shown.as_slice()), (5, ["out".to_owned()].as_slice()));
        assert!(calls.iter().all(|call| call.is_long && call.exit == 2));
    }

    #[test]
    fn gaps_stand_for_anything() {
        let fits = |shown: &str, printed: &str| {
            let lines = |text: &str| text.split('/').map(in_words).collect::<Vec<_>>();
            super::fits(&lines(shown), &lines(printed))
        };
        let printed = "a/b  17/c/d";
        assert!(fits("a/b .../.../d", printed) && fits("...", printed) && fits("a/b 17/c/d", printed));
        assert!(fits(".../c/d", printed) && fits("a/...", printed));
        assert!(!fits("a/.../c", printed) && !fits("b ...", printed));
    }
}
