//! What several methods read and write alike.

use crate::spec::{Spec, SpecError};

/// An option that must be given.
pub(super) fn needed<T>(spec: &Spec, key: &str, value: Option<T>) -> Result<T, SpecError> {
    value.ok_or_else(|| spec.error(format!("the option '{key}' is needed")))
}

/// A depth that must be given.
pub(super) fn needed_depth(spec: &mut Spec, key: &'static str) -> Result<u32, SpecError> {
    let depth = depth(spec, key)?;
    needed(spec, key, depth)
}

/// A depth, if it is given.
pub(super) fn depth(spec: &mut Spec, key: &'static str) -> Result<Option<u32>, SpecError> {
    spec.take(key, "a depth in plies")
}

/// A whole number above 0.
pub(super) fn at_least_one(spec: &mut Spec, key: &'static str, default: u32) -> Result<u32, SpecError> {
    let number =
        spec.take_with(key, "a whole number from 1", |text| text.parse().ok().filter(|&number| number > 0))?;
    Ok(number.unwrap_or(default))
}

/// How much worse something may look; none for `inf`, 0 where nobody says.
pub(super) fn margin(spec: &mut Spec) -> Result<Option<u32>, SpecError> {
    let read = |text: &str| match text {
        "inf" => Some(None),
        number => number.parse().ok().map(Some),
    };
    Ok(spec.take_with("margin", "a whole number from 0, or inf", read)?.unwrap_or(Some(0)))
}

/// The same as it is read.
pub(super) fn margin_text(margin: Option<u32>) -> String {
    match margin {
        Some(0) => String::new(),
        Some(margin) => format!("margin={margin}"),
        None => "margin=inf".to_owned(),
    }
}
