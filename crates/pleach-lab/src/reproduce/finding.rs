//! What comes of an item, as data.

use super::Table;
use crate::chart::Chart;
use serde::Serialize;

/// What came of an item.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Finding {
    /// The numbers.
    pub tables: Vec<Table>,
    /// The pictures.
    pub charts: Vec<Chart>,
    /// What of the paper's claim was looked at, and whether it holds.
    pub checks: Vec<Check>,
    /// What had to be put right before anything could agree.
    pub correction: Option<String>,
    /// What a reader should know beside.
    pub remarks: Vec<String>,
}

/// A part of a claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// The part, as a sentence without its stop.
    pub claim: String,
    /// Whether it holds.
    pub holds: bool,
}

/// What is to be said of an item.
///
/// ```
/// use pleach_lab::reproduce::{Finding, Verdict};
/// let mut found = Finding::default();
/// found.check("two and two are four", true);
/// assert_eq!(found.verdict().sentence(), "Agrees.");
/// found.check("three is even", false);
/// assert_eq!(found.verdict().sentence(), "Does not reproduce, because it does not hold that three is even.");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "says", content = "why")]
pub enum Verdict {
    /// Everything holds.
    Agrees,
    /// Everything holds once this is put right.
    AgreesAfterCorrecting(String),
    /// Something does not hold.
    DoesNotReproduce(String),
}

impl Verdict {
    /// The verdict in one sentence; the example is at [`Verdict`].
    pub fn sentence(&self) -> String {
        match self {
            Verdict::Agrees => "Agrees.".to_owned(),
            Verdict::AgreesAfterCorrecting(what) => format!("Agrees after correcting {what}."),
            Verdict::DoesNotReproduce(why) => format!("Does not reproduce, because {why}."),
        }
    }

    /// The verdict in a few words.
    pub fn short(&self) -> &'static str {
        match self {
            Verdict::Agrees => "agrees",
            Verdict::AgreesAfterCorrecting(_) => "agrees, corrected",
            Verdict::DoesNotReproduce(_) => "does not reproduce",
        }
    }
}

impl Finding {
    /// Looks at a part of the claim.
    pub fn check(&mut self, claim: impl Into<String>, holds: bool) {
        self.checks.push(Check { claim: claim.into(), holds });
    }

    /// What is to be said of it: that follows from the checks alone.
    pub fn verdict(&self) -> Verdict {
        let broken: Vec<&str> =
            self.checks.iter().filter(|check| !check.holds).map(|check| check.claim.as_str()).collect();
        match (broken.is_empty(), &self.correction) {
            (false, _) => {
                Verdict::DoesNotReproduce(format!("it does not hold that {}", broken.join("; nor that ")))
            }
            (true, Some(what)) => Verdict::AgreesAfterCorrecting(what.clone()),
            (true, None) => Verdict::Agrees,
        }
    }
}
