//! What was proved of a profile, and of whose positions.

use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// What was proved on positions that nothing had been fitted or chosen by, for one population or more: what holds is
/// what holds on each of them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// What was measured on each population.
    pub on: Vec<Measured>,
    /// Of how many proofs this is one whose limits hold all together with a confidence of [`Proof::CONFIDENCE`]; 1 where the
    /// limits were taken by themselves.
    #[serde(default = "by_itself")]
    pub among: u32,
    /// How many proofs of other policies for the same game and depth the laboratory had seen before. Each had
    /// positions of its own; but whoever tries often enough is lucky once.
    #[serde(default)]
    pub earlier: u64,
    /// The seal of the line that a ledger of proofs has on it, if there is one.
    #[serde(default)]
    pub ledger: Option<String>,
    /// The full search that does least of all that were tried: see [`Measured::against_best`].
    #[serde(default)]
    pub rival: Option<String>,
    /// Searches that differ a little from the one that was proved, each measured on the same positions.
    #[serde(default)]
    pub also: Vec<Variation>,
}

fn by_itself() -> u32 {
    1
}

impl Default for Proof {
    fn default() -> Self {
        let (on, also) = (Vec::new(), Vec::new());
        Proof { on, among: by_itself(), earlier: 0, ledger: None, rival: None, also }
    }
}

/// What was measured on positions of one population.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// Where the positions come from.
    pub population: String,
    /// The positions.
    pub positions: u64,
    /// Those with a wrong answer.
    pub errors: u64,
    /// The share of wrong answers is at most this, with the confidence of the [proof](Proof::among).
    pub limit: f64,
    /// How many times less work was done than by the full search: nodes and static evaluations.
    pub saving: f64,
    /// How many times less CPU time was used than by the full search, if it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faster: Option<f64>,
    /// How many times less work was done than by the [full search that does least](Proof::rival), if it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against_best: Option<f64>,
    /// What the chosen moves lose on average, if it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<MeanLoss>,
    /// The same in every stage of the game, where there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<StageShare>,
}

/// What moves lose on average, in points of the evaluator.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct MeanLoss {
    /// The mean.
    pub mean: f64,
    /// It is at most this, with the confidence of the [proof](Proof::among).
    pub limit: f64,
    /// A move that loses more, by missing a certain win for instance, counts as this.
    pub most: f64,
}

/// The share of wrong answers in a stage of the game.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct StageShare {
    /// The least [progress](crate::engine::Knowledge::progress) of its positions.
    pub from: u32,
    /// Its positions.
    pub positions: u64,
    /// Those with a wrong answer.
    pub errors: u64,
    /// The share is at most this, with the confidence of the [proof](Proof::among).
    pub limit: f64,
}

/// A search that differs a little from the one that was proved.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Variation {
    /// How it differs.
    pub by: Difference,
    /// What was measured on each population.
    pub on: Vec<Measured>,
}

/// How a search may differ from the one that was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Difference {
    /// It has so many threads.
    Threads(usize),
    /// A limit of time or nodes might have stopped it, so that it made no [previews](super::Cut::preview).
    Interruptible,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Threads(threads) => write!(f, "{threads} threads"),
            Difference::Interruptible => f.write_str("a limit of time or nodes"),
        }
    }
}

/// What was measured where the limit is highest.
fn worst(on: &[Measured]) -> Option<&Measured> {
    on.iter().reduce(|worst, other| if other.limit > worst.limit { other } else { worst })
}

impl Variation {
    /// What was measured where the limit is highest; none if nothing was measured at all, which no file says.
    pub fn worst(&self) -> Option<&Measured> {
        worst(&self.on)
    }
}

impl Proof {
    /// How sure limits are, those of [one proof](Proof::among) or of several together: of a hundred such statements five may be
    /// wrong.
    pub const CONFIDENCE: f64 = 0.95;

    /// What was measured where the limit is highest; none if nothing was measured at all, which no file says.
    ///
    /// ```
    /// use pleach::prune::{Measured, Proof};
    /// let on = |population: &str, limit: f64| Measured {
    ///     population: population.to_owned(), positions: 1000, errors: 30, limit, saving: 3.0, ..Measured::default()
    /// };
    /// let proof = Proof { on: vec![on("self-play", 0.03), on("random-games", 0.04)], ..Proof::default() };
    /// assert_eq!(proof.worst().unwrap().population, "random-games");
    /// ```
    pub fn worst(&self) -> Option<&Measured> {
        worst(&self.on)
    }

    /// What was measured of a search that differs so.
    pub fn variation(&self, by: Difference) -> Option<&Variation> {
        self.also.iter().find(|variation| variation.by == by)
    }

    /// How sure its limits are, in words.
    ///
    /// ```
    /// use pleach::prune::Proof;
    /// assert_eq!(Proof::default().surely(), "with 95 % confidence");
    /// assert_eq!(Proof { among: 20, ..Proof::default() }.surely(), "with 95 % confidence for 20 proofs together");
    /// ```
    pub fn surely(&self) -> String {
        let percent = 100.0 * Proof::CONFIDENCE;
        match self.among {
            0 | 1 => format!("with {percent} % confidence"),
            among => format!("with {percent} % confidence for {among} proofs together"),
        }
    }

    /// The names of the populations, in one line.
    ///
    /// ```
    /// use pleach::prune::{Measured, Proof};
    /// let on = |population: &str| Measured { population: population.to_owned(), ..Measured::default() };
    /// let proof = Proof { on: vec![on("self-play"), on("tactics"), on("random-games")], ..Proof::default() };
    /// assert_eq!(proof.populations(), "self-play, tactics and random-games");
    /// ```
    pub fn populations(&self) -> String {
        let names: Vec<&str> = self.on.iter().map(|measured| measured.population.as_str()).collect();
        match names.split_last() {
            Some((last, first)) if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            _ => names.concat(),
        }
    }

    /// Why it makes no sense, if it does not.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.on.is_empty() {
            return Err("it names no population".to_owned());
        }
        if self.among == 0 {
            return Err("among = 0: expected 1 or more proofs".to_owned());
        }
        let also = self.also.iter().flat_map(|variation| &variation.on);
        for measured in self.on.iter().chain(also) {
            measured.check().map_err(|reason| format!("{}: {reason}", measured.population))?;
        }
        Ok(())
    }

    /// As files have it.
    pub(super) fn serialize_for_file<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct WrittenProof<'a> {
            among: u32,
            earlier: u64,
            ledger: Option<&'a str>,
            rival: Option<&'a str>,
            on: &'a [Measured],
            #[serde(skip_serializing_if = "<[Variation]>::is_empty")]
            also: &'a [Variation],
        }
        let Proof { among, earlier, ledger, rival, on, also } = self;
        let (ledger, rival) = (ledger.as_deref(), rival.as_deref());
        WrittenProof { among: *among, earlier: *earlier, ledger, rival, on, also }.serialize(serializer)
    }
}

impl Measured {
    fn check(&self) -> Result<(), String> {
        let whole = (self.positions, self.errors, self.limit);
        let stages = self.stages.iter().map(|stage| (stage.positions, stage.errors, stage.limit));
        for (positions, errors, limit) in std::iter::once(whole).chain(stages) {
            if !(0.0..=1.0).contains(&limit) {
                return Err(format!("limit = {limit}: expected a share between 0 and 1"));
            }
            if errors > positions {
                return Err(format!("{errors} of {positions} positions cannot be wrong"));
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
            among: u32,
            earlier: u64,
            #[serde(skip_serializing_if = "Option::is_none")]
            ledger: Option<&'a str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            rival: Option<&'a str>,
            on: &'a [Measured],
            #[serde(skip_serializing_if = "<[Variation]>::is_empty")]
            also: &'a [Variation],
        }
        let told = Told {
            worst: self.worst(),
            confidence: Proof::CONFIDENCE,
            among: self.among,
            earlier: self.earlier,
            ledger: self.ledger.as_deref(),
            rival: self.rival.as_deref(),
            on: &self.on,
            also: &self.also,
        };
        told.serialize(serializer)
    }
}
