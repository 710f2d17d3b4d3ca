//! The weights of an evaluator, kept as data in a file that a tuner can rewrite.

mod compact;

use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// The most numbers that weights may have: enough for any table of patterns, and no danger to the memory.
const MOST_NUMBERS: usize = 1 << 24;

/// Named groups of whole numbers, read from a small TOML file, or from bytes where they are many.
///
/// ```
/// use pleach::Weights;
/// let weights = Weights::from_toml(r#"
///     evaluator = "squares"
///     version = 1
///     [weights]
///     corner = [25]
///     edge = [5, -3]
/// "#).unwrap();
/// assert_eq!(weights.group("edge", 2).unwrap(), [5, -3]);
/// assert_eq!(weights.flat(), [25, 5, -3]);
/// let tuned = weights.with_flat(&[30, 6, -2]).unwrap();
/// assert_eq!(Weights::from_toml(&tuned.to_toml()).unwrap(), tuned);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    evaluator: String,
    version: u32,
    groups: Vec<(String, Vec<i32>)>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct File {
    evaluator: String,
    version: u32,
    weights: toml::Table,
}

impl Weights {
    /// What tells these weights from others, short enough for people.
    ///
    /// ```
    /// use pleach::Weights;
    /// let weights = |edge: i32| Weights::new("squares", 1, [("edge".to_string(), vec![edge])]).unwrap();
    /// assert_eq!(weights(5).fingerprint(), weights(5).fingerprint());
    /// assert_ne!(weights(5).fingerprint(), weights(6).fingerprint());
    /// ```
    pub fn fingerprint(&self) -> String {
        format!("{:016x}", crate::key_of(&self.to_bytes()))
    }

    /// Weights from their groups, which have a name of their own each and at least one number.
    ///
    /// ```
    /// use pleach::Weights;
    /// let weights = Weights::new("squares", 1, [("edge".to_string(), vec![5, -3])]).unwrap();
    /// assert_eq!(weights.group("edge", 2).unwrap(), [5, -3]);
    /// assert!(Weights::new("squares", 1, [("edge".to_string(), vec![])]).is_err());
    /// ```
    pub fn new(
        evaluator: impl Into<String>,
        version: u32,
        groups: impl IntoIterator<Item = (String, Vec<i32>)>,
    ) -> Result<Weights, WeightsError> {
        let groups: Vec<_> = groups.into_iter().collect();
        let (mut names, mut count) = (HashSet::new(), 0);
        for (name, numbers) in &groups {
            count += numbers.len();
            if numbers.is_empty() {
                return Err(WeightsError(format!("'{name}': expected whole numbers")));
            }
            if !names.insert(name) {
                return Err(WeightsError(format!("'{name}' is there twice")));
            }
        }
        if count > MOST_NUMBERS {
            return Err(WeightsError(format!("{count} numbers are more than {MOST_NUMBERS}")));
        }
        Ok(Weights { evaluator: evaluator.into(), version, groups })
    }

    /// Reads a file's text: `evaluator`, `version`, and a table `[weights]` of arrays of whole numbers.
    pub fn from_toml(text: &str) -> Result<Weights, WeightsError> {
        let file: File = toml::from_str(text).map_err(|error| {
            let line =
                error.span().map_or(1, |span| text[..span.start.min(text.len())].lines().count().max(1));
            WeightsError(format!("line {line}: {}", error.message()))
        })?;
        let groups = file.weights.into_iter().map(|(name, value)| {
            let numbers: Option<Vec<i32>> = match &value {
                toml::Value::Array(numbers) => numbers.iter().map(whole_number).collect(),
                single => whole_number(single).map(|number| vec![number]),
            };
            let numbers = numbers.ok_or_else(|| WeightsError(format!("'{name}': expected whole numbers")))?;
            Ok((name, numbers))
        });
        let groups = groups.collect::<Result<Vec<_>, WeightsError>>()?;
        Weights::new(file.evaluator, file.version, groups)
    }

    /// The text of the file, which [`Weights::from_toml`] reads back the same.
    pub fn to_toml(&self) -> String {
        let groups = self.groups.iter().map(|(name, numbers)| (name.clone(), numbers.clone().into()));
        let file =
            File { evaluator: self.evaluator.clone(), version: self.version, weights: groups.collect() };
        toml::to_string(&file).expect("texts and whole numbers can be written")
    }

    /// The evaluator these weights belong to.
    pub fn evaluator(&self) -> &str {
        &self.evaluator
    }

    /// Which edition of them this is.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The groups by name, in the order of [`Weights::flat`].
    ///
    /// ```
    /// use pleach::Weights;
    /// let groups = [("corner".to_string(), vec![25]), ("edge".to_string(), vec![5, -3])];
    /// let weights = Weights::new("squares", 1, groups).unwrap();
    /// let names: Vec<&str> = weights.groups().map(|(name, _)| name).collect();
    /// assert_eq!(names, ["corner", "edge"]);
    /// ```
    pub fn groups(&self) -> impl Iterator<Item = (&str, &[i32])> {
        self.groups.iter().map(|(name, numbers)| (name.as_str(), numbers.as_slice()))
    }

    /// Where a group begins in [`Weights::flat`], if there is one of this name.
    ///
    /// ```
    /// # use pleach::Weights;
    /// # let groups = [("corner".to_string(), vec![25]), ("edge".to_string(), vec![5, -3])];
    /// # let weights = Weights::new("squares", 1, groups).unwrap();
    /// assert_eq!((weights.place("edge"), weights.place("centre")), (Some(1), None));
    /// ```
    pub fn place(&self, name: &str) -> Option<usize> {
        let group = self.groups.iter().position(|(known, _)| known == name)?;
        Some(self.groups[..group].iter().map(|(_, numbers)| numbers.len()).sum())
    }

    /// A group that must have exactly this many numbers.
    pub fn group(&self, name: &str, length: usize) -> Result<&[i32], WeightsError> {
        let group = self.groups.iter().find(|(known, _)| known == name);
        match group {
            None => Err(WeightsError(format!("'{name}' is missing"))),
            Some((_, numbers)) if numbers.len() != length => {
                Err(WeightsError(format!("'{name}' has {} numbers instead of {length}", numbers.len())))
            }
            Some((_, numbers)) => Ok(numbers),
        }
    }

    /// A group of a single number.
    pub fn number(&self, name: &str) -> Result<i32, WeightsError> {
        self.group(name, 1).map(|numbers| numbers[0])
    }

    /// All numbers one after the other, as a tuner sees them.
    pub fn flat(&self) -> Vec<i32> {
        self.groups.iter().flat_map(|(_, numbers)| numbers.iter().copied()).collect()
    }

    /// The same groups with other numbers, and the version counted up.
    pub fn with_flat(&self, numbers: &[i32]) -> Result<Weights, WeightsError> {
        let length: usize = self.groups().map(|(_, numbers)| numbers.len()).sum();
        if numbers.len() != length {
            return Err(WeightsError(format!("{} numbers instead of {length}", numbers.len())));
        }
        let mut rest = numbers.iter().copied();
        let fill = |(name, old): &(String, Vec<i32>)| (name.clone(), rest.by_ref().take(old.len()).collect());
        let groups = self.groups.iter().map(fill).collect();
        Ok(Weights { evaluator: self.evaluator.clone(), version: self.version.saturating_add(1), groups })
    }
}

fn whole_number(value: &toml::Value) -> Option<i32> {
    value.as_integer().and_then(|number| i32::try_from(number).ok())
}

/// An evaluator whose weights can be read out and replaced.
pub trait Tunable: Sized {
    /// The weights it uses.
    fn weights(&self) -> &Weights;

    /// The evaluator with these weights.
    fn from_weights(weights: Weights) -> Result<Self, WeightsError>;

    /// This evaluator with other weights. One that is more than its weights (prepared for a size of the board,
    /// or one of several by choice) stays what it is.
    fn with_weights(&self, weights: Weights) -> Result<Self, WeightsError> {
        Self::from_weights(weights)
    }
}

/// An evaluator whose value is a sum of weights times what it counts in a position, which a tuner can fit by
/// linear regression without trying values one by one.
///
/// ```
/// use pleach::{Linear, Tunable, Weights, WeightsError};
///
/// /// Counts the stones of two heaps: the side to move's, then the opponent's.
/// struct Stones(Weights);
///
/// impl Tunable for Stones {
///     fn weights(&self) -> &Weights { &self.0 }
///     fn from_weights(weights: Weights) -> Result<Self, WeightsError> {
///         weights.number("stone").and(weights.number("tempo")).map(|_| Stones(weights))
///     }
/// }
///
/// impl Linear<(u8, u8)> for Stones {
///     fn terms(&self, &(own, other): &(u8, u8), term: &mut dyn FnMut(u32, f32)) {
///         term(0, f32::from(own) - f32::from(other));
///         term(1, 1.0);
///     }
/// }
///
/// let groups = [("stone".to_string(), vec![10]), ("tempo".to_string(), vec![3])];
/// let stones = Stones::from_weights(Weights::new("stones", 1, groups).unwrap()).unwrap();
/// let (flat, mut value) = (stones.weights().flat(), 0.0);
/// stones.terms(&(4, 6), &mut |place, count| value += count * flat[place as usize] as f32);
/// assert_eq!(value, -17.0);
/// ```
pub trait Linear<G>: Tunable {
    /// Tells which weights count in the position, by their place in [`Weights::flat`], and how often (negative
    /// where they count against the side to move): the value is their sum, in the evaluator's own unit, before
    /// it is rounded or held in a range. A place may be told several times; then it counts as often.
    fn terms(&self, game: &G, term: &mut dyn FnMut(u32, f32));
}

/// Weights that do not fit their evaluator, or a file that holds none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("weights: {0}")]
pub struct WeightsError(String);

impl WeightsError {
    /// An error for a reason that only the evaluator can know.
    pub fn new(reason: impl Into<String>) -> Self {
        WeightsError(reason.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::{btree_map, vec};
    use proptest::prelude::*;

    fn numbers() -> impl Strategy<Value = Vec<i32>> {
        let run = prop_oneof![
            (1..400usize).prop_map(|length| vec![0; length]),
            vec(-300..300, 1..20),
            vec(any::<i32>(), 1..4),
        ];
        vec(run, 1..6).prop_map(|runs| runs.concat())
    }

    pub(super) fn weights() -> impl Strategy<Value = Weights> {
        (".{0,12}", any::<u32>(), btree_map(".{0,12}", numbers(), 0..5))
            .prop_map(|(evaluator, version, groups)| Weights::new(evaluator, version, groups).unwrap())
    }

    proptest! {
        #[test]
        fn any_names_are_read_back_the_same(weights in weights()) {
            prop_assert_eq!(Weights::from_toml(&weights.to_toml()), Ok(weights));
        }
    }

    #[test]
    fn bad_files_are_refused_with_the_reason() {
        let error = |text: &str| Weights::from_toml(text).unwrap_err().to_string();
        assert!(error("evaluator = 1").contains("line 1"), "{}", error("evaluator = 1"));
        let head = "evaluator = \"x\"\nversion = 1\n[weights]\n";
        assert_eq!(error(&format!("{head}a = [1, 2.5]")), "weights: 'a': expected whole numbers");
        assert_eq!(error(&format!("{head}a = []")), "weights: 'a': expected whole numbers");
        let weights = Weights::from_toml(&format!("{head}a = 3")).unwrap();
        assert_eq!(weights.number("a"), Ok(3));
        assert_eq!(weights.number("b").unwrap_err().to_string(), "weights: 'b' is missing");
        assert_eq!(weights.group("a", 2).unwrap_err().to_string(), "weights: 'a' has 1 numbers instead of 2");
        assert!(weights.with_flat(&[1, 2]).is_err());
    }
}
