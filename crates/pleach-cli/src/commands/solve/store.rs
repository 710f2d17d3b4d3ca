//! A file of results, to which every result is added as soon as it is there.
//!
//! The first line says what the results are of: game, weights, algorithm and program. Every line ends with its
//! checksum, which begins with that of the first line, so that no line can be moved to another file unseen. What
//! is damaged is told and solved again, never trusted.

use super::record::{Budget, Identity, Solved};
use crate::failure::Failure;
use crate::output::complain;
use pleach::registry::{AnyGame, Method, Request};
use pleach::{Limits, Weights, key_of};
use pleach_lab::files;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::Path;

/// Longer files are no results: that is five million of them.
const LARGEST_FILE: u64 = 1 << 30;

/// What all results of a file have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    /// What kind of file it is.
    results: String,
    game: String,
    /// A key of the evaluator's weights, if it has some.
    weights: Option<String>,
    algorithm: String,
    /// The version of the program.
    program: String,
    /// What seeded games show of the rules: see [`pleach::registry::Signature`].
    rules: String,
}

impl Header {
    pub(super) fn new(game: &dyn AnyGame, algorithm: String) -> Header {
        let usual = Request::new(Method::default(), Limits::none());
        Header {
            results: "pleach solve".to_owned(),
            game: game.name().to_owned(),
            weights: game.weights().map(Weights::fingerprint),
            algorithm,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            rules: format!("{:08x}", game.signature(&usual).rules()),
        }
    }

    /// Where another header says something else, if it does: the name, what it says, and what this one says.
    fn difference(&self, other: &Header) -> Option<(&'static str, String, String)> {
        let none = || "none".to_owned();
        let weights = |header: &Header| header.weights.clone().unwrap_or_else(none);
        let pairs = [
            ("game", other.game.clone(), self.game.clone()),
            ("algorithm", other.algorithm.clone(), self.algorithm.clone()),
            ("weights", weights(other), weights(self)),
            ("program", other.program.clone(), self.program.clone()),
            ("rules", other.rules.clone(), self.rules.clone()),
        ];
        pairs.into_iter().find(|(_, theirs, ours)| theirs != ours)
    }
}

/// The results there are, and the file for more, if there is one.
#[derive(Default)]
pub(super) struct Store {
    file: Option<Output>,
    known: HashMap<Identity, Solved>,
}

struct Output {
    place: String,
    file: File,
    /// The checksum of the first line.
    begins: u64,
}

impl Store {
    /// Opens a file of results, a new one if there is none. A last line that was not written to its end is taken
    /// away; a file of anything else is an error, for it may be somebody's work.
    pub(super) fn open(path: Option<&Path>, header: impl FnOnce() -> Header) -> Result<Store, Failure> {
        let Some(path) = path else { return Ok(Store::default()) };
        let header = header();
        let place = path.display().to_string();
        let failed = |error: std::io::Error| Failure::at(&place, format!("cannot be opened: {error}"));
        if path.metadata().is_ok_and(|known| !known.is_file()) {
            return Err(Failure::at(&place, "results are read again, so that they need a file of their own"));
        }
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        // Where files cannot be locked, nobody is kept from anything.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(Failure::at(&place, "another run is writing to it"));
        }
        let bytes = files::read_from(&file, LARGEST_FILE, "list of results")
            .map_err(|error| Failure::at(&place, error))?;
        let first = sealed(0, &to_json(&header)?);
        let begins = key_of(&first.as_bytes());
        // One that was killed has left a beginning of it.
        if first.as_bytes().starts_with(&bytes) {
            file.set_len(0).and_then(|()| file.write_all(first.as_bytes())).map_err(failed)?;
            return Ok(Store { file: Some(Output { place, file, begins }), known: HashMap::new() });
        }
        let (line, rest) =
            bytes.split_at(bytes.iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |at| at + 1));
        check_first(&place, line, &header)?;
        let mut known = HashMap::new();
        let whole = line.len() + read_lines(&place, rest, begins, &mut known);
        if whole < bytes.len() {
            file.set_len(whole as u64).map_err(failed)?;
        }
        if bytes[whole - 1] != b'\n' {
            file.write_all(b"\n").map_err(failed)?;
        }
        Ok(Store { file: Some(Output { place, file, begins }), known })
    }

    /// The result of an earlier run, unless this one could find more.
    pub(super) fn find(&self, identity: &Identity, budget: Budget) -> Option<&Solved> {
        self.known.get(identity).filter(|solved| solved.is_final_for(budget))
    }

    /// Adds a result to the file.
    pub(super) fn add(&mut self, solved: &Solved) -> Result<(), Failure> {
        let Some(Output { place, file, begins }) = &mut self.file else { return Ok(()) };
        let line = sealed(*begins, &to_json(solved)?);
        file.write_all(line.as_bytes())
            .map_err(|error| Failure::at(place, format!("cannot be written: {error}")))
    }

    /// The name of the file.
    pub(super) fn name(&self) -> Option<&str> {
        self.file.as_ref().map(|output| output.place.as_str())
    }
}

fn to_json(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(Failure::new)
}

/// Reads the results, and returns how many bytes of them are whole lines.
fn read_lines(place: &str, bytes: &[u8], begins: u64, known: &mut HashMap<Identity, Solved>) -> usize {
    let mut whole = 0;
    for (line, text) in (2..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
        let solved = opened(begins, text).and_then(|text| serde_json::from_slice::<Solved>(&text).ok());
        match solved {
            Some(solved) => _ = known.insert(solved.identity.clone(), solved),
            // It was not written to its end.
            None if !text.ends_with(b"\n") => return whole,
            None => {
                complain(&format!("{place}, line {line}: damaged, and not used: what it was is solved again"))
            }
        }
        whole += text.len();
    }
    whole
}

/// Whether the first line of a file says what is wanted of it.
fn check_first(place: &str, line: &[u8], wanted: &Header) -> Result<(), Failure> {
    let header = serde_json::from_slice::<Header>(line);
    let is_ours = header.as_ref().is_ok_and(|header| header.results == wanted.results);
    if !is_ours && !String::from_utf8_lossy(line).contains(&wanted.results) {
        let what = "no file of results of `pleach solve`, or one without checksums; give another file";
        return Err(Failure::at(&format!("{place}, line 1"), what));
    }
    let (Some(_), Ok(header)) = (opened(0, line), header) else {
        let what = "damaged, so that nobody knows what the results are of; give another file";
        return Err(Failure::at(&format!("{place}, line 1"), what));
    };
    match wanted.difference(&header) {
        None => Ok(()),
        Some((name, theirs, ours)) => Err(Failure::at(
            place,
            format!("holds results of {name} {theirs}, not of {ours}; give another file"),
        )),
    }
}

/// What stands before and after the digits of a checksum.
const BEFORE: &str = ",\"check\":\"";
const AFTER: &str = "\"}";

/// A line: a JSON object with its checksum.
fn sealed(begins: u64, object: &str) -> String {
    let check = key_of(&(begins, object.as_bytes()));
    format!("{}{BEFORE}{check:016x}{AFTER}\n", &object[..object.len() - 1])
}

/// The object of a line, if the checksum is right.
fn opened(begins: u64, line: &[u8]) -> Option<Vec<u8>> {
    let line = line.strip_suffix(b"\n").unwrap_or(line).strip_suffix(AFTER.as_bytes())?;
    let (line, digits) = line.split_at_checked(line.len().checked_sub(16)?)?;
    let mut object = line.strip_suffix(BEFORE.as_bytes())?.to_vec();
    object.push(b'}');
    let check = format!("{:016x}", key_of(&(begins, &object[..])));
    (check.as_bytes() == digits).then_some(object)
}
