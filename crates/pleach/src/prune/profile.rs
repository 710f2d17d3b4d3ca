//! A policy fitted to a game, with what was proved of it: a file that every search can load.

use super::{BadRisk, Cut, Model, Place, Policy, Proof, Regression, Risk, Rules};
use crate::signature::Signature;
use serde::{Deserialize, Serialize, Serializer};

/// A policy with the game, the evaluator and the depth it was fitted for, and what was proved.
///
/// ```
/// use pleach::prune::Profile;
/// let text = r#"
///     format = 3
///     game = "othello"
///     weights = "none"
///     behaviour = "00000000-11111111-22222222"
///     search = "engine"
///     depth = 6
///     hash = 64
///     seed = 1
///     program = "0.1.0"
///     [policy]
///     place = "move"
///     t = 1.5
///     nested = true
///     [[policy.test]]
///     deep = 4
///     shallow = 2
///     lines = [[1.0, 0.5, 3.0]]
///     [risk]
///     share = 0.05
///     criterion = "value"
///     [[proof.on]]
///     population = "self-play"
///     positions = 1000
///     errors = 30
///     limit = 0.041
///     saving = 3.1
/// "#;
/// let profile = Profile::from_toml(text)?;
/// assert_eq!(profile.proof.as_ref().and_then(|proof| proof.worst()).unwrap().population, "self-play");
/// assert_eq!(profile.policy().cut.unwrap().t, 1.5);
/// assert_eq!(Profile::from_toml(&profile.to_toml())?, profile);
/// assert!(Profile::from_toml(&text.replace("3.0]]", "-3.0]]")).is_err());
/// assert!(Profile::from_toml(&text.replace("t = 1.5", "t = 1.5\npreview = 2.0")).is_err());
/// # Ok::<(), pleach::prune::ProfileError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// The game with its options.
    pub game: String,
    /// The [fingerprint](crate::Weights::fingerprint) of the evaluator's weights, or `none` if it has no weights.
    pub weights: String,
    /// What the game, the evaluator and the search with this policy did when it was proved.
    pub behaviour: Signature,
    /// The search with its options.
    pub search: String,
    /// The depth at which it was proved.
    pub depth: u32,
    /// The MiB of the table with which it was proved.
    pub memory: usize,
    /// The seed of the calibration.
    pub seed: u64,
    /// The version of the program that has made it.
    pub program: String,
    /// The tests by shallow searches, if there are any.
    pub cut: Option<Cut>,
    /// What else is left out.
    pub rules: Rules,
    /// What was asked for.
    pub risk: Risk,
    /// What was proved, if it was.
    pub proof: Option<Proof>,
}

/// Why a profile is of no use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ProfileError(String);

impl ProfileError {
    pub(crate) fn new(message: impl std::fmt::Display) -> ProfileError {
        ProfileError(message.to_string())
    }
}

/// The file as it is written.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Written {
    /// Checked before the rest is read.
    format: u32,
    game: String,
    weights: String,
    behaviour: String,
    search: String,
    depth: u32,
    hash: usize,
    seed: u64,
    program: String,
    policy: WrittenPolicy,
    risk: WrittenRisk,
    #[serde(serialize_with = "write_proof")]
    proof: Option<Proof>,
}

/// Proofs tell other programs more than their files have: what is worst.
fn write_proof<S: Serializer>(proof: &Option<Proof>, serializer: S) -> Result<S::Ok, S::Error> {
    match proof {
        Some(proof) => proof.serialize_for_file(serializer),
        None => serializer.serialize_none(),
    }
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct WrittenPolicy {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    rules: String,
    #[serde(default)]
    place: Place,
    t: Option<f64>,
    #[serde(default)]
    slope: f64,
    #[serde(default)]
    lean: f64,
    preview: Option<f64>,
    gate: Option<f64>,
    #[serde(default)]
    calm: bool,
    #[serde(default)]
    nested: bool,
    #[serde(default)]
    both: bool,
    #[serde(default)]
    stages: Vec<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    test: Vec<WrittenTest>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct WrittenTest {
    deep: u32,
    shallow: u32,
    lines: Vec<[f64; 3]>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct WrittenRisk {
    share: f64,
    criterion: String,
    each: Option<Each>,
}

/// What keeps the risk by itself.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Each {
    Stage,
}

impl WrittenRisk {
    fn read(self) -> Result<Risk, BadRisk> {
        let risk = Risk::new(self.share, self.criterion.parse()?)?;
        Ok(if self.each.is_some() { risk.in_each_stage() } else { risk })
    }
}

impl WrittenPolicy {
    /// The tests of a profile, with a table for each pair of depths, and its rules.
    fn of(profile: &Profile) -> WrittenPolicy {
        let rules = if profile.rules.is_none() { String::new() } else { profile.rules.to_string() };
        let cut =
            profile.cut.clone().unwrap_or_else(|| Cut::new(Place::Node, Model::default(), f64::INFINITY));
        let numbers = |line: &Regression| [line.a(), line.b(), line.sigma()];
        let test = |(deep, shallow, lines): (u32, u32, &[Regression])| WrittenTest {
            deep,
            shallow,
            lines: lines.iter().map(numbers).collect(),
        };
        WrittenPolicy {
            rules,
            place: cut.place,
            t: profile.cut.is_some().then_some(cut.t),
            slope: cut.slope,
            lean: cut.lean,
            preview: Some(cut.preview),
            gate: cut.gate,
            calm: cut.calm,
            nested: cut.nested,
            both: cut.both,
            stages: cut.model.limits().to_vec(),
            test: cut.model.all().map(test).collect(),
        }
    }

    fn rules(&self) -> Result<Rules, ProfileError> {
        match self.rules.as_str() {
            "" => Ok(Rules::none()),
            rules => rules.parse().map_err(|error| ProfileError::new(format!("rules: {error}"))),
        }
    }

    /// The tests, if there are any.
    fn cut(self) -> Result<Option<Cut>, ProfileError> {
        if ![self.slope, self.lean, self.gate.unwrap_or_default()].iter().all(|number| number.is_finite()) {
            return Err(ProfileError::new("slope, lean and gate must be finite numbers"));
        }
        let preview = self.preview.unwrap_or(1.0);
        if !(0.0..=1.0).contains(&preview) {
            return Err(ProfileError::new(format!("preview = {preview}: expected a number from 0 to 1")));
        }
        if self.test.is_empty() {
            return Ok(None);
        }
        let t = self.t.ok_or_else(|| ProfileError::new("t is missing: how careful the tests are"))?;
        if t.is_nan() || t < 0.0 {
            return Err(ProfileError::new(format!("t = {t}: expected a number, 0 or more")));
        }
        let mut model = Model::with_stages(self.stages);
        for WrittenTest { deep, shallow, lines } in self.test {
            let place = |error: &dyn std::fmt::Display| {
                ProfileError::new(format!("the test of depth {deep} by depth {shallow}: {error}"))
            };
            let lines = lines
                .into_iter()
                .map(|[a, b, sigma]| Regression::new(a, b, sigma).map_err(|error| place(&error)));
            let lines = lines.collect::<Result<_, _>>()?;
            model.add(deep, shallow, lines).map_err(|error| place(&error))?;
        }
        let WrittenPolicy { place, slope, lean, gate, calm, nested, both, .. } = self;
        Ok(Some(Cut { place, model, t, slope, lean, preview, gate, calm, nested, both }))
    }
}

impl Profile {
    /// The layout of the file that this program writes and reads.
    const FORMAT: u32 = 3;

    /// Reads a profile, and refuses what makes no sense.
    pub fn from_toml(text: &str) -> Result<Profile, ProfileError> {
        check_format(text)?;
        let written: Written = parsed(text)?;
        if let Some(proof) = &written.proof {
            proof.check().map_err(|reason| at("proof", reason))?;
        }
        let profile = Profile {
            game: written.game,
            weights: written.weights,
            behaviour: written.behaviour.parse().map_err(|error| at("behaviour", error))?,
            search: written.search,
            depth: written.depth,
            memory: written.hash,
            seed: written.seed,
            program: written.program,
            rules: written.policy.rules()?,
            cut: written.policy.cut()?,
            risk: written.risk.read().map_err(|error| at("risk", error))?,
            proof: written.proof,
        };
        if profile.checked_policy()?.is_empty() {
            return Err(ProfileError::new("the policy leaves out nothing: it has neither tests nor rules"));
        }
        Ok(profile)
    }

    /// The profile as a file.
    pub fn to_toml(&self) -> String {
        let Profile { game, weights, search, program, risk, .. } = self.clone();
        let written = Written {
            format: Profile::FORMAT,
            game,
            weights,
            behaviour: self.behaviour.to_string(),
            search,
            depth: self.depth,
            hash: self.memory,
            seed: self.seed,
            program,
            policy: WrittenPolicy::of(self),
            risk: WrittenRisk {
                share: risk.share(),
                criterion: risk.criterion().to_string(),
                each: risk.each_stage().then_some(Each::Stage),
            },
            proof: self.proof.clone(),
        };
        let text = toml::to_string(&written).expect("texts and numbers can be written");
        format!("# A policy of forward pruning, fitted and proved by `pleach calibrate`.\n{text}")
    }

    /// The policy.
    pub fn policy(&self) -> Policy {
        self.checked_policy().unwrap_or_default()
    }

    /// The policy, unless its rules and its tests exclude each other.
    fn checked_policy(&self) -> Result<Policy, ProfileError> {
        Policy::of(self.cut.clone(), &self.rules)
            .map_err(|error| ProfileError::new(format!("rules: {error}")))
    }
}

/// An error of an entry of the file.
fn at(entry: &str, error: impl std::fmt::Display) -> ProfileError {
    ProfileError::new(format!("{entry}: {error}"))
}

fn parsed<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, ProfileError> {
    toml::from_str(text).map_err(|error| {
        let line = error.span().map(|span| text[..span.start.min(text.len())].lines().count().max(1));
        let place = line.map_or(String::new(), |line| format!("line {line}: "));
        ProfileError::new(format!("{place}{}", error.message().lines().next().unwrap_or_default()))
    })
}

/// Refuses other layouts before anything that they may lack is missed.
fn check_format(text: &str) -> Result<(), ProfileError> {
    #[derive(Deserialize)]
    struct Formatted {
        format: u32,
    }
    match parsed::<Formatted>(text)?.format {
        Profile::FORMAT => Ok(()),
        1 => Err(ProfileError::new(
            "format 1 does not say what the program did when it was proved: calibrate again",
        )),
        2 => {
            Err(ProfileError::new("format 2 does not say on whose positions it was proved: calibrate again"))
        }
        format => Err(ProfileError::new(format!(
            "format {format} is not known: this program reads format {}",
            Profile::FORMAT
        ))),
    }
}
