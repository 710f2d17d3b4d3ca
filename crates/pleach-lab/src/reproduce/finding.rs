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
    /// Whether it holds; none if the intervals do not tell.
    pub holds: Option<bool>,
}

/// What is to be said of an item.
///
/// ```
/// use pleach_lab::reproduce::{Finding, Verdict};
/// let mut found = Finding::default();
/// found.check("two and two are four", true);
/// assert_eq!(found.verdict().sentence(), "Agrees.");
/// found.weigh("a coin is fair", None);
/// assert_eq!(found.verdict().sentence(), "Undecided, because the intervals do not tell whether a coin is fair.");
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
    /// Nothing is refuted, and not everything is shown.
    Undecided(String),
}

impl Verdict {
    /// The verdict in one sentence; the example is at [`Verdict`].
    pub fn sentence(&self) -> String {
        match self {
            Verdict::Agrees => "Agrees.".to_owned(),
            Verdict::AgreesAfterCorrecting(what) => format!("Agrees after correcting {what}."),
            Verdict::DoesNotReproduce(why) => format!("Does not reproduce, because {why}."),
            Verdict::Undecided(why) => format!("Undecided, because {why}."),
        }
    }

    /// The verdict in a few words.
    pub fn short(&self) -> &'static str {
        match self {
            Verdict::Agrees => "agrees",
            Verdict::AgreesAfterCorrecting(_) => "agrees, corrected",
            Verdict::DoesNotReproduce(_) => "does not reproduce",
            Verdict::Undecided(_) => "undecided",
        }
    }
}

/// The first claims of several, and how many there are beside.
fn listed(claims: &[&str], between: &str) -> String {
    const MOST: usize = 3;
    let (first, rest) = claims.split_at(claims.len().min(MOST));
    let more = if rest.is_empty() { String::new() } else { format!("; and {} more", rest.len()) };
    first.join(&format!("; {between} ")) + &more
}

impl Finding {
    /// Looks at a part of the claim.
    pub fn check(&mut self, claim: impl Into<String>, holds: bool) {
        self.weigh(claim, Some(holds));
    }

    /// The same where it may be that nobody can tell; the example is at [`Verdict`].
    pub fn weigh(&mut self, claim: impl Into<String>, holds: Option<bool>) {
        self.checks.push(Check { claim: claim.into(), holds });
    }

    /// What is to be said of it: that follows from the checks alone.
    pub fn verdict(&self) -> Verdict {
        let those = |wanted: Option<bool>| -> Vec<&str> {
            let checks = self.checks.iter().filter(|check| check.holds == wanted);
            checks.map(|check| check.claim.as_str()).collect()
        };
        let (broken, open) = (those(Some(false)), those(None));
        if !broken.is_empty() {
            return Verdict::DoesNotReproduce(format!(
                "it does not hold that {}",
                listed(&broken, "nor that")
            ));
        }
        if !open.is_empty() {
            let why = format!("the intervals do not tell whether {}", listed(&open, "nor whether"));
            return Verdict::Undecided(why);
        }
        match &self.correction {
            Some(what) => Verdict::AgreesAfterCorrecting(what.clone()),
            None => Verdict::Agrees,
        }
    }
}
