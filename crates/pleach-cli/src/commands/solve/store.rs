//! A file of results, to which every result is added as soon as it is there.

use super::record::{Budget, Identity, Solved};
use crate::failure::Failure;
use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::Path;

/// The results there are, and the file for more, if there is one.
#[derive(Default)]
pub(super) struct Store {
    file: Option<(String, File)>,
    known: HashMap<Identity, Solved>,
}

impl Store {
    /// Opens a file of results, a new one if there is none. A last line that was not written to its end is
    /// taken away; anything else that is no result is an error, for the file may be somebody's work.
    pub(super) fn open(path: Option<&Path>) -> Result<Store, Failure> {
        let Some(path) = path else { return Ok(Store::default()) };
        let place = path.display().to_string();
        let failed = |error: std::io::Error| Failure::at(&place, format!("cannot be opened: {error}"));
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        // Where files cannot be locked, nobody is kept from anything.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(Failure::at(&place, "another run is writing to it"));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let mut known = HashMap::new();
        let mut whole = 0;
        for (line, text) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
            match serde_json::from_slice::<Solved>(text) {
                Ok(solved) => _ = known.insert(solved.identity.clone(), solved),
                Err(_) if is_beginning(text) => break,
                Err(error) => {
                    let what = format!("no result of `pleach solve`: {error}");
                    return Err(Failure::at(&format!("{place}, line {line}"), what));
                }
            }
            whole += text.len();
        }
        if whole < bytes.len() {
            file.set_len(whole as u64).map_err(failed)?;
        }
        if whole > 0 && bytes[whole - 1] != b'\n' {
            file.write_all(b"\n").map_err(failed)?;
        }
        Ok(Store { file: Some((place, file)), known })
    }

    /// The result of an earlier run, unless this one could find more.
    pub(super) fn find(&self, identity: &Identity, budget: Budget) -> Option<&Solved> {
        self.known.get(identity).filter(|solved| solved.is_final_for(budget))
    }

    /// Adds a result to the file.
    pub(super) fn add(&mut self, solved: &Solved) -> Result<(), Failure> {
        let Some((place, file)) = &mut self.file else { return Ok(()) };
        let line = serde_json::to_string(solved).map_err(Failure::new)? + "\n";
        file.write_all(line.as_bytes())
            .map_err(|error| Failure::at(place, format!("cannot be written: {error}")))
    }

    /// The name of the file.
    pub(super) fn name(&self) -> Option<&str> {
        self.file.as_ref().map(|(place, _)| place.as_str())
    }
}

/// Whether a line is a result that was not written to its end.
fn is_beginning(line: &[u8]) -> bool {
    const FIRST: &[u8] = b"{\"game\":\"";
    let length = line.len().min(FIRST.len());
    !line.ends_with(b"\n") && line[..length] == FIRST[..length]
}
