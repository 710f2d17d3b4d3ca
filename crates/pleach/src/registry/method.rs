//! The ways to search, by name.

use crate::engine::Options;
use crate::spec::{Spec, SpecError};
use crate::textbook::Algorithm;
use crate::uncertain;
use std::fmt;

/// The engine, a textbook algorithm or a search over uncertain values, with its options.
///
/// ```
/// use pleach::registry::{Method, Order};
/// use pleach::textbook::Algorithm;
/// assert_eq!("negascout:order=hints".parse(), Ok(Method::Textbook(Algorithm::NegaScout, Order::Hints)));
/// let engine: Method = "engine:driver=mtdf".parse().unwrap();
/// assert_eq!((engine.name(), engine.to_string()), ("engine", "engine:driver=mtdf".to_owned()));
/// assert!("motor".parse::<Method>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The fast search of the [`engine`](crate::engine).
    Engine(Options),
    /// An algorithm of the [`textbook`](crate::textbook), and the order of its moves.
    Textbook(Algorithm, Order),
    /// A search over [`uncertain`](crate::uncertain) values.
    Uncertain(uncertain::Algorithm),
}

/// The order in which an algorithm of the textbook searches moves; the example is at [`Method`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As the game lists them.
    #[default]
    Listed,
    /// By what the game's [knowledge](crate::engine::Knowledge) says of them, as the engine does at its root.
    Hints,
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
        let textbook = Algorithm::all().map(Method::from);
        let uncertain = uncertain::Algorithm::all().map(Method::Uncertain);
        std::iter::once(Method::default()).chain(textbook).chain(uncertain)
    }

    /// The name without options.
    pub fn name(self) -> &'static str {
        match self {
            Method::Engine(_) => Method::ENGINE,
            Method::Textbook(algorithm, _) => algorithm.name(),
            Method::Uncertain(algorithm) => algorithm.name(),
        }
    }

    /// The options it takes, in words.
    pub fn options(self) -> &'static str {
        match self {
            Method::Engine(_) => Options::HELP,
            Method::Textbook(algorithm, _) => algorithm.options(),
            Method::Uncertain(algorithm) => algorithm.options_in_words(),
        }
    }

    /// What it does, in one line with the paper.
    pub fn about(self) -> &'static str {
        match self {
            Method::Engine(_) => "the fast search: table, ordering, null windows, threads (the default)",
            Method::Textbook(algorithm, _) => algorithm.about(),
            Method::Uncertain(algorithm) => algorithm.about(),
        }
    }
}

impl From<Algorithm> for Method {
    fn from(algorithm: Algorithm) -> Method {
        Method::Textbook(algorithm, Order::default())
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
            name if Algorithm::all().any(|known| known.name() == name) => textbook(spec),
            name if names.contains(&name) => text.parse().map(Method::Uncertain),
            other => Err(SpecError::unknown("algorithm", other, &names)),
        }
    }
}

fn order(spec: &mut Spec) -> Result<Order, SpecError> {
    let order = spec.take_one_of("order", &[("listed", Order::Listed), ("hints", Order::Hints)])?;
    Ok(order.unwrap_or_default())
}

fn textbook(mut spec: Spec) -> Result<Method, SpecError> {
    // The list of Zhang and Cui has an order of its own.
    let has_order = spec.name() != Algorithm::ZhangCui.name();
    let order = if has_order { order(&mut spec)? } else { Order::default() };
    Algorithm::from_spec(spec).map(|algorithm| Method::Textbook(algorithm, order))
}

/// The name with the options that differ from their defaults; it parses back to the same.
impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Method::Engine(options) => options.fmt(f),
            Method::Textbook(algorithm, Order::Listed) => algorithm.fmt(f),
            Method::Textbook(algorithm, Order::Hints) => {
                let text = algorithm.to_string();
                write!(f, "{text}{}order=hints", if text.contains(':') { ',' } else { ':' })
            }
            Method::Uncertain(algorithm) => algorithm.fmt(f),
        }
    }
}
