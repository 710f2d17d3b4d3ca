//! The ledger: every proof that was ever begun, also those that failed, in a file that travels with the profiles.
//!
//! Whoever tries often enough is lucky once. A ledger shows how often somebody has tried: a line says what is to be proved
//! before any of its positions is searched, another one how it ended. Every line is sealed by a hash (SHA-256) of itself and
//! of the seal before it, so that none can be changed or taken out without all that follow; a profile carries
//! the seal of its last line.

use crate::files;
use crate::statistics::holm;
use pleach::prune::{Measured, Proof};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// How a proof stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProofState {
    /// It was begun.
    Begun,
    /// It holds.
    Held,
    /// It does not.
    Failed,
}

/// What is to be proved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Statement {
    /// What names the proof and its positions.
    pub proof: String,
    /// The game with its options.
    pub game: String,
    /// What the game and the full search do.
    pub behaviour: String,
    /// The search with its options.
    pub search: String,
    /// Its depth.
    pub depth: u32,
    /// The risk.
    pub risk: String,
    /// Where the positions come from.
    pub populations: Vec<String>,
    /// The seed.
    pub seed: u64,
}

/// A line of a ledger.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LedgerLine {
    /// Counts from 1 on.
    pub number: u64,
    /// How it stands.
    pub state: ProofState,
    /// What is to be proved.
    #[serde(flatten)]
    pub statement: Statement,
    /// How likely so few errors would be if the risk were exceeded; 1 if it does not hold, none before it ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p: Option<f64>,
    /// What was measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<Measured>,
    /// The seal of the line before.
    pub before: String,
    /// The hash of all that stands before it.
    #[serde(default)]
    pub seal: String,
}

/// Why a ledger cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LedgerError {
    /// Somebody has changed it.
    #[error("{file}, line {line}: the ledger was edited: {reason}")]
    Edited {
        /// The file.
        file: String,
        /// The line.
        line: usize,
        /// What shows it.
        reason: &'static str,
    },
    /// It cannot be read or written.
    #[error("{file}: {reason}")]
    System {
        /// The file.
        file: String,
        /// What the system says.
        reason: String,
    },
}

/// A file of proofs.
#[derive(Clone, Debug)]
pub struct Ledger {
    file: PathBuf,
}

/// What a line ends with while it has no seal.
const UNSEALED: &str = "\"seal\":\"\"}";
/// The digits of a seal.
const DIGITS: usize = 64;

/// The hash of a line without its seal, as it is written: numbers that are read and written again may look different.
fn seal_of(unsealed: &str) -> String {
    Sha256::digest(unsealed.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A line as it was before it was sealed.
fn unsealed(line: &str) -> Option<String> {
    let (begins, ends) = line.split_at_checked(line.len().checked_sub(DIGITS + 2)?)?;
    Some(format!("{begins}{}", ends.get(DIGITS..)?))
}

impl Ledger {
    /// The name of the file in a folder of profiles.
    pub const NAME: &'static str = "ledger.jsonl";

    /// A ledger in this file, which need not be there yet.
    pub fn at(file: PathBuf) -> Ledger {
        Ledger { file }
    }

    /// All lines; none if there is no file.
    pub fn lines(&self) -> Result<Vec<LedgerLine>, LedgerError> {
        if !self.file.exists() {
            return Ok(Vec::new());
        }
        let text = files::read_text(&self.file, "ledger").map_err(|error| self.failed(&error))?;
        self.checked(&text)
    }

    /// Says that a proof begins, before any of its positions is searched, and returns how many others of the same
    /// game and depth were begun before it. One that was begun already goes on.
    pub(super) fn begin(&self, statement: &Statement) -> Result<u64, LedgerError> {
        let lines = self.add_unless(statement, ProofState::Begun, None, &[])?;
        let is_other = |line: &&LedgerLine| {
            line.statement.game == statement.game && line.statement.depth == statement.depth
        };
        let before = lines.iter().take_while(|line| line.statement.proof != statement.proof).filter(is_other);
        Ok(before.map(|line| &line.statement.proof).collect::<HashSet<_>>().len() as u64)
    }

    /// Says how a proof ended, and returns the seal of that line.
    pub(super) fn end(
        &self,
        statement: &Statement,
        p: Option<f64>,
        on: &[Measured],
    ) -> Result<String, LedgerError> {
        let state = if p.is_some() { ProofState::Held } else { ProofState::Failed };
        let lines = self.add_unless(statement, state, Some(p.unwrap_or(1.0)), on)?;
        let is_it =
            |line: &&LedgerLine| line.statement.proof == statement.proof && line.state != ProofState::Begun;
        Ok(lines.iter().find(is_it).map(|line| line.seal.clone()).unwrap_or_default())
    }

    /// Adds a line, unless the proof has one that begins or ends it already, and returns all lines.
    fn add_unless(
        &self,
        statement: &Statement,
        state: ProofState,
        p: Option<f64>,
        on: &[Measured],
    ) -> Result<Vec<LedgerLine>, LedgerError> {
        if let Some(folder) = self.file.parent() {
            std::fs::create_dir_all(folder).map_err(|error| self.failed(&error))?;
        }
        let open = OpenOptions::new().read(true).append(true).create(true).open(&self.file);
        let mut file = open.map_err(|error| self.failed(&error))?;
        file.lock().map_err(|error| self.failed(&error))?;
        let mut lines = self.read_locked(&file)?;
        let is_begun = state == ProofState::Begun;
        let is_there = |line: &LedgerLine| {
            line.statement.proof == statement.proof && (line.state == ProofState::Begun) == is_begun
        };
        if !lines.iter().any(is_there) {
            let before = lines.last().map(|line| line.seal.clone()).unwrap_or_default();
            let number = lines.len() as u64 + 1;
            let (statement, on) = (statement.clone(), on.to_vec());
            let mut line = LedgerLine { number, state, statement, p, on, before, seal: String::new() };
            let text = serde_json::to_string(&line).map_err(|error| self.failed(&error))?;
            line.seal = seal_of(&text);
            let text = text.replace(UNSEALED, &format!("\"seal\":\"{}\"}}", line.seal));
            file.write_all(format!("{text}\n").as_bytes()).map_err(|error| self.failed(&error))?;
            lines.push(line);
        }
        Ok(lines)
    }

    fn read_locked(&self, file: &File) -> Result<Vec<LedgerLine>, LedgerError> {
        let bytes =
            files::read_from(file, files::LARGEST_FILE, "ledger").map_err(|error| self.failed(&error))?;
        self.checked(&files::text(bytes).map_err(|error| self.failed(&error))?)
    }

    /// The lines of a ledger that nobody has edited.
    fn checked(&self, text: &str) -> Result<Vec<LedgerLine>, LedgerError> {
        let mut lines: Vec<LedgerLine> = Vec::new();
        for (number, text) in (1..).zip(text.lines()) {
            let edited = |reason| LedgerError::Edited { file: self.name(), line: number, reason };
            let line: LedgerLine =
                serde_json::from_str(text).map_err(|_| edited("it is not a line of a ledger"))?;
            if line.number != number as u64 {
                return Err(edited("its number is another one"));
            }
            if line.before != lines.last().map_or("", |line| &line.seal) {
                return Err(edited("it does not follow the line before it"));
            }
            if unsealed(text).is_none_or(|text| !text.ends_with(UNSEALED) || seal_of(&text) != line.seal) {
                return Err(edited("its seal is broken"));
            }
            lines.push(line);
        }
        Ok(lines)
    }

    fn name(&self) -> String {
        self.file.display().to_string()
    }

    fn failed(&self, reason: &dyn std::fmt::Display) -> LedgerError {
        LedgerError::System { file: self.name(), reason: reason.to_string() }
    }

    /// The file.
    pub fn file(&self) -> &Path {
        &self.file
    }
}

/// The line that says how a proof ended, if it has.
pub fn end_of<'a>(begun: &LedgerLine, lines: &'a [LedgerLine]) -> Option<&'a LedgerLine> {
    let is_same = |line: &&LedgerLine| line.statement.proof == begun.statement.proof;
    lines.iter().filter(is_same).find(|line| line.state != ProofState::Begun)
}

/// Which proofs of a ledger hold all together with 95 % confidence, by Holm's procedure over all that were begun: those
/// that failed or never ended count as tries.
pub fn jointly(lines: &[LedgerLine]) -> Vec<&LedgerLine> {
    let begun: Vec<&LedgerLine> = lines.iter().filter(|line| line.state == ProofState::Begun).collect();
    let ended: Vec<Option<&LedgerLine>> = begun.iter().map(|begun| end_of(begun, lines)).collect();
    let p_values: Vec<f64> = ended.iter().map(|line| line.and_then(|line| line.p).unwrap_or(1.0)).collect();
    let holds = holm(&p_values, 1.0 - Proof::CONFIDENCE);
    ended.into_iter().zip(holds).filter(|(_, holds)| *holds).filter_map(|(line, _)| line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ledger(name: &str) -> Ledger {
        let file = std::env::temp_dir().join(format!("pleach-ledger-{name}-{}.jsonl", std::process::id()));
        let _ = std::fs::remove_file(&file);
        Ledger::at(file)
    }

    fn statement(proof: &str) -> Statement {
        Statement {
            proof: proof.to_owned(),
            game: "othello".to_owned(),
            behaviour: "00000000-11111111-22222222".to_owned(),
            search: "engine".to_owned(),
            depth: 8,
            risk: "5%".to_owned(),
            populations: vec!["self-play".to_owned()],
            seed: 1,
        }
    }

    #[test]
    fn proofs_are_counted_also_those_that_fail() {
        let ledger = ledger("counted");
        assert_eq!(ledger.begin(&statement("one")), Ok(0));
        ledger.end(&statement("one"), None, &[]).unwrap();
        assert_eq!(ledger.begin(&statement("two")), Ok(1));
        assert_eq!(ledger.begin(&Statement { depth: 9, ..statement("three") }), Ok(0), "another depth");
        // A number whose last digit is lost when it is read.
        let awkward = Measured {
            population: "self-play".to_owned(),
            positions: 3,
            errors: 1,
            limit: 0.197_910_691_682_990_97,
            saving: 2.342_761_134_968_927,
            faster: Some(1.409_038_541_921_824_3),
            ..Measured::default()
        };
        let seal = ledger.end(&statement("two"), Some(0.001), &[awkward]).unwrap();
        assert_eq!(ledger.begin(&statement("two")), Ok(1), "it goes on");
        assert_eq!(ledger.end(&statement("two"), Some(0.001), &[]).unwrap(), seal);
        let lines = ledger.lines().unwrap();
        assert_eq!(lines.len(), 5);
        let together: Vec<&str> = jointly(&lines).iter().map(|line| &*line.statement.proof).collect();
        assert_eq!(together, ["two"]);
        std::fs::remove_file(ledger.file()).unwrap();
    }

    #[test]
    fn what_was_edited_is_told() {
        let ledger = ledger("edited");
        for proof in ["one", "two", "three"] {
            ledger.begin(&statement(proof)).unwrap();
        }
        let text = std::fs::read_to_string(ledger.file()).unwrap();
        let changed = |text: &str| ledger.checked(text).unwrap_err().to_string();
        let without = |number: usize| {
            let left = text.lines().enumerate().filter(|(place, _)| *place != number);
            left.map(|(_, line)| format!("{line}\n")).collect::<String>()
        };
        assert!(changed(&without(0)).contains("line 1: the ledger was edited: its number is another one"));
        assert!(changed(&text.replace("\"depth\":8", "\"depth\":9")).contains("its seal is broken"));
        let renumbered = without(1).replace("\"number\":3", "\"number\":2");
        assert!(changed(&renumbered).contains("line 2: the ledger was edited: it does not follow"));
        assert!(changed("{}\n").contains("not a line of a ledger"));
        assert_eq!(
            ledger.checked(&without(2)).unwrap().len(),
            2,
            "the last line may be missing: profiles have its seal"
        );
        std::fs::remove_file(ledger.file()).unwrap();
    }
}
