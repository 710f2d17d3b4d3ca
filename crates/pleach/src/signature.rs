//! What a game and a search of it do, as three numbers.

use std::fmt;
use std::str::FromStr;

/// What a game and a search do. Signatures that differ belong to programs that behave differently; the opposite is
/// likely and no more: they see a thousand positions.
///
/// ```
/// use pleach::registry::{Hosted, Request, Searchable, Signature};
/// use pleach::tree::RandomTree;
/// use pleach::Limits;
///
/// let tree: RandomTree = "b=3,d=6,leaves=newborn".parse().unwrap();
/// let request = Request::new("engine".parse::<pleach::registry::Method>().unwrap(), Limits::depth(4));
/// let game = Hosted::new("tree", tree.clone(), RandomTree::static_value);
/// let other = Hosted::new("tree", tree, |tree: &RandomTree| -tree.static_value());
/// let [own, others] = [game.signature(&request), other.signature(&request)];
/// assert_eq!(own, game.signature(&request));
/// assert_eq!(own.difference(&others), Some("the evaluator"));
/// assert_eq!(own.to_string().parse::<Signature>(), Ok(own));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    pub(crate) rules: u32,
    pub(crate) values: u32,
    pub(crate) searches: u32,
}

/// A text that is no signature.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a signature: expected three numbers of eight hexadecimal digits, with dashes between them"
)]
pub struct BadSignature(String);

impl Signature {
    /// What the rules and keys alone have shown: for results that rest on nothing else, such as exact values.
    pub fn rules(&self) -> u32 {
        self.rules
    }

    /// Whether rules, keys and evaluator are the same, whatever the search.
    pub(crate) fn is_same_game(&self, other: &Signature) -> bool {
        (self.rules, self.values) == (other.rules, other.values)
    }

    /// What is different, in words: the first of rules, evaluator and search that is.
    pub fn difference(&self, other: &Signature) -> Option<&'static str> {
        match (self.rules == other.rules, self.values == other.values, self.searches == other.searches) {
            (true, true, true) => None,
            (false, _, _) => Some("the game's rules or keys"),
            (_, false, _) => Some("the evaluator"),
            (_, _, false) => Some("the search"),
        }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}-{:08x}-{:08x}", self.rules, self.values, self.searches)
    }
}

impl FromStr for Signature {
    type Err = BadSignature;

    fn from_str(text: &str) -> Result<Signature, BadSignature> {
        let number = |text: &str| match text.len() {
            8 => u32::from_str_radix(text, 16).ok(),
            _ => None,
        };
        let parts: Vec<Option<u32>> = text.split('-').map(number).collect();
        match parts[..] {
            [Some(rules), Some(values), Some(searches)] => Ok(Signature { rules, values, searches }),
            _ => Err(BadSignature(text.chars().take(40).collect())),
        }
    }
}
