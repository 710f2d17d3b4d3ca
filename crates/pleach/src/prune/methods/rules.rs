//! Several pruning methods at once.

use super::Rule;
use crate::spec::SpecError;
use std::fmt;
use std::str::FromStr;

/// The pruning methods of a search, joined by `+`; `none` for an exact one.
///
/// ```
/// use pleach::prune::Rules;
/// let rules: Rules = "razoring+probcut:d=2,s=1,sigma=10,t=1.5".parse().unwrap();
/// assert_eq!(rules.iter().map(|rule| rule.name()).collect::<Vec<_>>(), ["razoring", "probcut"]);
/// assert_eq!("none".parse(), Ok(Rules::none()));
/// assert_eq!(Rules::none().to_string(), "none");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rules(Vec<Rule>);

impl Rules {
    pub(super) const NONE: &str = "none";

    /// No forward pruning.
    pub fn none() -> Rules {
        Rules::default()
    }

    /// Whether nothing is pruned.
    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    /// The methods, in the order in which they are asked.
    pub fn iter(&self) -> std::slice::Iter<'_, Rule> {
        self.0.iter()
    }
}

impl From<Rule> for Rules {
    fn from(rule: Rule) -> Rules {
        Rules(vec![rule])
    }
}

impl FromIterator<Rule> for Rules {
    fn from_iter<I: IntoIterator<Item = Rule>>(rules: I) -> Rules {
        Rules(rules.into_iter().collect())
    }
}

impl FromStr for Rules {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Rules, SpecError> {
        match text.trim() {
            Rules::NONE => Ok(Rules::none()),
            text => parts(text).map(str::parse).collect(),
        }
    }
}

/// The text parted at every `+` before a name; `1e+3` is one number.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let before_name =
        |&(place, _): &(usize, &str)| text[place + 1..].starts_with(|next: char| !next.is_ascii_digit());
    let mut begin = 0;
    let ends = text.match_indices('+').filter(before_name).map(|(place, _)| place).chain([text.len()]);
    ends.map(move |end| {
        let part = &text[begin..end];
        begin = end + 1;
        part
    })
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.0.iter().map(Rule::to_string).collect();
        f.write_str(if names.is_empty() { Rules::NONE } else { "" })?;
        f.write_str(&names.join("+"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_parted_before_names_only() {
        let rules: Rules = "gpc:d=2,s=1,sigma=1e+1,t=1.5+razoring".parse().unwrap();
        assert_eq!(rules.to_string(), "gpc:d=2,s=1,a=1,b=0,sigma=10,t=1.5+razoring");
        assert_eq!(rules.to_string().parse(), Ok(rules));
        for text in ["", "+", "razoring+", "none+razoring", "razoring++razoring"] {
            assert!(text.parse::<Rules>().is_err(), "{text}");
        }
    }
}
