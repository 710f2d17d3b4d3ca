//! Names with options, as people type them: `NAME[:key=value,...]`.

use crate::nearest::or_nearest;
use std::fmt;
use std::str::FromStr;

/// A name and its options, taken one by one.
///
/// ```
/// use pleach::Spec;
/// let mut spec: Spec = "random-tree:b=5,dept=6".parse().unwrap();
/// assert_eq!(spec.name(), "random-tree");
/// assert_eq!(spec.take::<u32>("b", "a number").unwrap(), Some(5));
/// // An option that nobody takes is an error, and the nearest one is offered.
/// spec.take::<u32>("depth", "a number").unwrap();
/// assert_eq!(spec.finish().unwrap_err().to_string(),
///     "random-tree: unknown option 'dept' (did you mean 'depth'?)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    name: String,
    options: Vec<(String, String)>,
    known: Vec<&'static str>,
}

impl Spec {
    /// The name before the colon.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Sets an option that was not given.
    pub fn set_default(&mut self, key: &str, value: impl ToString) {
        if !self.has(key) {
            self.options.push((key.to_owned(), value.to_string()));
        }
    }

    /// Whether an option was given and not yet taken.
    pub fn has(&self, key: &str) -> bool {
        self.options.iter().any(|(name, _)| name == key)
    }

    /// Takes an option as text.
    pub fn take_text(&mut self, key: &'static str) -> Option<String> {
        self.known.push(key);
        let place = self.options.iter().position(|(name, _)| name == key)?;
        Some(self.options.remove(place).1)
    }

    /// Takes an option as a value. `expected` describes it in the error message.
    pub fn take<T: FromStr>(&mut self, key: &'static str, expected: &str) -> Result<Option<T>, SpecError> {
        self.take_with(key, expected, |text| text.parse().ok())
    }

    /// Takes an option that a function reads; `None` from it is an error.
    pub fn take_with<T>(
        &mut self,
        key: &'static str,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, SpecError> {
        let Some(text) = self.take_text(key) else { return Ok(None) };
        match read(&text) {
            Some(value) => Ok(Some(value)),
            None => Err(self.error(format!("{key}={text}: expected {expected}"))),
        }
    }

    /// Takes an option with a fixed set of values.
    pub fn take_one_of<T: Copy>(
        &mut self,
        key: &'static str,
        values: &[(&str, T)],
    ) -> Result<Option<T>, SpecError> {
        let Some(text) = self.take_text(key) else { return Ok(None) };
        if let Some(&(_, value)) = values.iter().find(|(name, _)| *name == text) {
            return Ok(Some(value));
        }
        let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
        Err(self.error(format!("{key}={text}: unknown value{}", or_nearest(&text, &names))))
    }

    /// Takes an option that is `on` or `off`.
    pub fn take_switch(&mut self, key: &'static str) -> Result<Option<bool>, SpecError> {
        self.take_one_of(key, &[("on", true), ("off", false)])
    }

    /// Takes all options that are left, for somebody else who knows them.
    pub fn take_all(&mut self) -> Vec<(String, String)> {
        std::mem::take(&mut self.options)
    }

    /// Makes sure that every option has been taken.
    pub fn finish(mut self) -> Result<(), SpecError> {
        if self.options.is_empty() {
            return Ok(());
        }
        let (key, _) = self.options.remove(0);
        let message = match self.known.is_empty() {
            true => format!("unknown option '{key}' (it takes none)"),
            false => format!("unknown option '{key}'{}", or_nearest(&key, &self.known)),
        };
        Err(self.error(message))
    }

    /// An error about this name's options.
    pub fn error(&self, message: impl fmt::Display) -> SpecError {
        SpecError(format!("{}: {message}", self.name))
    }
}

/// The name with the options that have not been taken yet, as it is read.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (index, (key, value)) in self.options.iter().enumerate() {
            write!(f, "{}{key}={value}", if index == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let (name, options) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        let mut spec = Spec { name: name.to_owned(), options: Vec::new(), known: Vec::new() };
        if name.is_empty() {
            return Err(SpecError(format!("'{text}': expected a name, or name:key=value,...")));
        }
        for option in options.split(',').filter(|_| !options.is_empty()) {
            let Some((key, value)) = option.split_once('=') else {
                return Err(spec.error(format!("'{option}': expected key=value")));
            };
            if spec.has(key) {
                return Err(spec.error(format!("the option '{key}' is given twice")));
            }
            spec.options.push((key.to_owned(), value.to_owned()));
        }
        Ok(spec)
    }
}

/// A name or an option that is not known, or a value that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SpecError(String);

impl SpecError {
    /// An error with this message.
    pub(crate) fn new(message: String) -> SpecError {
        SpecError(message)
    }

    /// `unknown KIND 'NAME'`, with the nearest of the known names.
    pub fn unknown<S: AsRef<str>>(kind: &str, name: &str, known: &[S]) -> SpecError {
        SpecError(format!("unknown {kind} '{name}'{}", or_nearest(name, known)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_of(text: &str) -> String {
        match text.parse::<Spec>() {
            Err(error) => error.to_string(),
            Ok(mut spec) => {
                let size = spec.take::<u32>("size", "a whole number");
                let fast = spec.take_switch("fast");
                size.map(drop).and(fast.map(drop)).and(spec.finish()).unwrap_err().to_string()
            }
        }
    }

    #[test]
    fn errors_name_the_place_and_the_nearest_option() {
        assert_eq!(error_of(""), "'': expected a name, or name:key=value,...");
        assert_eq!(error_of("go:size"), "go: 'size': expected key=value");
        assert_eq!(error_of("go:size=1,size=2"), "go: the option 'size' is given twice");
        assert_eq!(error_of("go:size=big"), "go: size=big: expected a whole number");
        assert_eq!(error_of("go:sise=1"), "go: unknown option 'sise' (did you mean 'size'?)");
        assert_eq!(error_of("go:fast=yes"), "go: fast=yes: unknown value (available: on, off)");
        assert_eq!(error_of("go:,"), "go: '': expected key=value");
    }
}
