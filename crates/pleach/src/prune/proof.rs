//! What was proved of a profile, and of whose positions.

use crate::quoted::quoted;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt::Write;

/// What was proved on positions that nothing had been fitted or chosen by, for one population or more: what holds is
/// what holds on each of them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// What was measured on each population.
    pub on: Vec<Measured>,
    /// How many proofs of other policies for the same game and depth the laboratory had seen before. Each had
    /// positions of its own; but whoever tries often enough is lucky once.
    #[serde(default)]
    pub earlier: u64,
    /// The seal of the line that a ledger of proofs has on it, if there is one.
    #[serde(default)]
    pub ledger: Option<String>,
}

/// What was measured on positions of one population.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// Where the positions come from.
    pub population: String,
    /// The positions.
    pub positions: u64,
    /// Those with a wrong answer.
    pub errors: u64,
    /// The share of wrong answers is at most this, with a confidence of [`Proof::CONFIDENCE`].
    pub limit: f64,
    /// How many times less work was done than by the full search: nodes and static evaluations.
    pub saving: f64,
    /// How many times less time of the processor was used than by the full search, if it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faster: Option<f64>,
}

impl Proof {
    /// How sure a limit is: of a hundred such proofs five may be wrong.
    pub const CONFIDENCE: f64 = 0.95;

    /// What was measured where the limit is highest; none if nothing was measured at all, which no file says.
    ///
    /// ```
    /// use pleach::prune::{Measured, Proof};
    /// let on = |population: &str, limit: f64| Measured {
    ///     population: population.to_owned(), positions: 1000, errors: 30, limit, saving: 3.0, faster: None,
    /// };
    /// let proof = Proof { on: vec![on("self-play", 0.03), on("random-games", 0.04)], earlier: 0, ledger: None };
    /// assert_eq!(proof.worst().unwrap().population, "random-games");
    /// ```
    pub fn worst(&self) -> Option<&Measured> {
        self.on.iter().reduce(|worst, other| if other.limit > worst.limit { other } else { worst })
    }

    /// The names of the populations, in one line.
    pub fn populations(&self) -> String {
        self.on.iter().map(|measured| measured.population.as_str()).collect::<Vec<_>>().join(" and ")
    }

    /// Why it makes no sense, if it does not.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.on.is_empty() {
            return Err("it names no population".to_owned());
        }
        for Measured { population, positions, errors, limit, .. } in &self.on {
            if !(0.0..=1.0).contains(limit) {
                return Err(format!("{population}: limit = {limit}: expected a share between 0 and 1"));
            }
            if errors > positions {
                return Err(format!("{population}: {errors} of {positions} positions cannot be wrong"));
            }
        }
        Ok(())
    }

    pub(super) fn write(&self, text: &mut String) -> std::fmt::Result {
        writeln!(text, "\n[proof]\nearlier = {}", self.earlier)?;
        if let Some(seal) = &self.ledger {
            writeln!(text, "ledger = {}", quoted(seal))?;
        }
        for Measured { population, positions, errors, limit, saving, faster } in &self.on {
            writeln!(text, "\n[[proof.on]]\npopulation = {}", quoted(population))?;
            writeln!(
                text,
                "positions = {positions}\nerrors = {errors}\nlimit = {limit:?}\nsaving = {saving:?}"
            )?;
            if let Some(faster) = faster {
                writeln!(text, "faster = {faster:?}")?;
            }
        }
        Ok(())
    }
}

/// What other programs read: the worst, and all.
impl Serialize for Proof {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Told<'a> {
            #[serde(flatten)]
            worst: Option<&'a Measured>,
            confidence: f64,
            earlier: u64,
            #[serde(skip_serializing_if = "Option::is_none")]
            ledger: Option<&'a str>,
            on: &'a [Measured],
        }
        let told = Told {
            worst: self.worst(),
            confidence: Proof::CONFIDENCE,
            earlier: self.earlier,
            ledger: self.ledger.as_deref(),
            on: &self.on,
        };
        told.serialize(serializer)
    }
}
