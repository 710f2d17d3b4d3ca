//! The ways to search, by name.

use crate::engine::Options;
use crate::spec::{Spec, SpecError};
use crate::textbook::Algorithm;
use crate::uncertain;
use std::fmt;

/// The engine, a textbook algorithm or a search over uncertain values, with its options.
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
    /// A search over [`uncertain`](crate::uncertain) values.
    Uncertain(uncertain::Algorithm),
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
        let textbook = Algorithm::all().map(Method::Textbook);
        let uncertain = uncertain::Algorithm::all().map(Method::Uncertain);
        std::iter::once(Method::default()).chain(textbook).chain(uncertain)
    }

    /// The name without options.
    pub fn name(self) -> &'static str {
        match self {
            Method::Engine(_) => Method::ENGINE,
            Method::Textbook(algorithm) => algorithm.name(),
            Method::Uncertain(algorithm) => algorithm.name(),
        }
    }

    /// The options it takes, in words.
    pub fn options(self) -> &'static str {
        match self {
            Method::Engine(_) => Options::HELP,
            Method::Textbook(algorithm) => algorithm.options(),
            Method::Uncertain(algorithm) => algorithm.options_in_words(),
        }
    }

    /// What it does, in one line with the paper.
    pub fn about(self) -> &'static str {
        match self {
            Method::Engine(_) => "the fast search: table, ordering, null windows, threads (the default)",
            Method::Textbook(algorithm) => algorithm.about(),
            Method::Uncertain(algorithm) => algorithm.about(),
        }
    }
}

impl From<Algorithm> for Method {
    fn from(algorithm: Algorithm) -> Method {
        Method::Textbook(algorithm)
    }
}

impl From<uncertain::Algorithm> for Method {
    fn from(algorithm: uncertain::Algorithm) -> Method {
        Method::Uncertain(algorithm)
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
            name if Algorithm::all().any(|known| known.name() == name) => text.parse().map(Method::Textbook),
            name if names.contains(&name) => text.parse().map(Method::Uncertain),
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
            Method::Uncertain(algorithm) => algorithm.fmt(f),
        }
    }
}
