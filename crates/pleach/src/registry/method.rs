//! The ways to search, by name.

use crate::engine::Options;
use crate::spec::{Spec, SpecError};
use crate::textbook::Algorithm;
use std::fmt;

/// The engine or a textbook algorithm, with its options.
///
/// ```
/// use pleach::registry::Method;
/// use pleach::textbook::Algorithm;
/// assert_eq!("negascout".parse(), Ok(Method::Textbook(Algorithm::NegaScout)));
/// let engine: Method = "engine:driver=mtdf".parse().unwrap();
/// assert_eq!((engine.name(), engine.to_string()), ("engine", "engine:driver=mtdf".to_owned()));
/// assert!("motor".parse::<Method>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The fast search of the [`engine`](crate::engine).
    Engine(Options),
    /// An algorithm of the [`textbook`](crate::textbook).
    Textbook(Algorithm),
}

impl Default for Method {
    fn default() -> Self {
        Method::Engine(Options::default())
    }
}

impl Method {
    const ENGINE: &str = "engine";

    /// All ways to search with their default options, the engine first.
    pub fn all() -> impl Iterator<Item = Method> {
        std::iter::once(Method::default()).chain(Algorithm::all().map(Method::Textbook))
    }

    /// The name without options.
    pub fn name(self) -> &'static str {
        match self {
            Method::Engine(_) => Method::ENGINE,
            Method::Textbook(algorithm) => algorithm.name(),
        }
    }

    /// The options it takes, in words.
    pub fn options(self) -> &'static str {
        match self {
            Method::Engine(_) => Options::HELP,
            Method::Textbook(algorithm) => algorithm.options(),
        }
    }

    /// What it does, in one line with the paper.
    pub fn about(self) -> &'static str {
        match self {
            Method::Engine(_) => "the fast search: table, ordering, null windows, threads (the default)",
            Method::Textbook(algorithm) => algorithm.about(),
        }
    }
}

impl From<Algorithm> for Method {
    fn from(algorithm: Algorithm) -> Method {
        Method::Textbook(algorithm)
    }
}

impl From<Options> for Method {
    fn from(options: Options) -> Method {
        Method::Engine(options)
    }
}

impl std::str::FromStr for Method {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let spec: Spec = text.parse()?;
        let names: Vec<&str> = Method::all().map(Method::name).collect();
        match spec.name() {
            Method::ENGINE => Options::from_spec(spec).map(Method::Engine),
            name if names.contains(&name) => text.parse().map(Method::Textbook),
            other => Err(SpecError::unknown("algorithm", other, &names)),
        }
    }
}

/// The name with the options that differ from their defaults; it parses back to the same.
impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Method::Engine(options) => options.fmt(f),
            Method::Textbook(algorithm) => algorithm.fmt(f),
        }
    }
}
