//! Games by name, for programs that learn only at run time which one is wanted: the command line, the
//! studio, the protocols.
//!
//! Everything inside is generic; here the type of the game is forgotten once, behind [`AnyGame`].
//!
//! ```
//! use pleach::registry::{Entry, Hosted, Registry, Request};
//! use pleach::textbook::Algorithm;
//! use pleach::tree::RandomTree;
//! use pleach::Limits;
//!
//! let entry = Entry::new("random-tree", "seeded random trees", "b, d, seed", |spec| {
//!     let name = spec.to_string();
//!     Ok(Hosted::new(name, RandomTree::from_spec(spec)?, RandomTree::static_value))
//! });
//! let registry = Registry::default().with(entry);
//! let game = registry.open("random-tree:b=3,d=4")?;
//! let answer = game.search(&Request::new(Algorithm::NegaScout, Limits::depth(4)))?;
//! assert_eq!(answer.depth, Some(4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod any_game;
mod behaviour;
mod claim;
mod fit;
mod hosted;
mod method;
mod playing;
mod searching;
mod uncertain;
mod weighing;

pub use crate::signature::{BadSignature, Signature};
pub use answer::{Answer, PlayLine, Progress, Request, SearchError};
pub use any_game::{AnyGame, Playable, Searchable, Weighted};
pub use claim::Claim;
pub use fit::fingerprint;
pub use hosted::Hosted;
pub use method::{Method, Order};
pub use uncertain::{Forecasts, Judged, JudgedMove, Judgement};

use crate::prune::Profile;
use crate::spec::{Spec, SpecError};

/// Opens a game with the options of its name.
type Open = dyn Fn(Spec) -> Result<Box<dyn AnyGame>, SpecError> + Send + Sync;

/// A game that can be opened by name.
pub struct Entry {
    name: &'static str,
    about: &'static str,
    options: &'static str,
    seeded: bool,
    profiles: &'static [&'static str],
    open: Box<Open>,
}

impl Entry {
    /// A game with its name, a line about it, the options it takes in words, and the function that
    /// opens it at its first position. Where an option chooses among evaluators or boards of different types, each is
    /// hosted by itself:
    ///
    /// ```
    /// use pleach::registry::{AnyGame, Entry, Hosted, Registry};
    /// use pleach::tree::RandomTree;
    ///
    /// let entry = Entry::new("tree", "a random tree", "eval=static|none", |mut spec| -> Result<Box<dyn AnyGame>, _> {
    ///     let name = spec.to_string();
    ///     let sees = spec.take_one_of("eval", &[("static", true), ("none", false)])?.unwrap_or(true);
    ///     let tree = RandomTree::from_spec(spec)?;
    ///     Ok(if sees { Hosted::new(name, tree, RandomTree::static_value).into() } else { Hosted::new(name, tree, ()).into() })
    /// });
    /// let registry = Registry::default().with(entry);
    /// assert_eq!(registry.open("tree:eval=none,b=3,d=2").unwrap().static_value(), pleach::Score::ZERO);
    /// ```
    pub fn new<A, F>(name: &'static str, about: &'static str, options: &'static str, open: F) -> Entry
    where
        A: Into<Box<dyn AnyGame>>,
        F: Fn(Spec) -> Result<A, SpecError> + Send + Sync + 'static,
    {
        let open = Box::new(move |spec| open(spec).map(A::into));
        Entry { name, about, options, seeded: false, profiles: &[], open }
    }

    /// Says that the game is drawn at random by an option `seed`, which a program may then set.
    pub fn seeded(mut self) -> Entry {
        self.seeded = true;
        self
    }

    /// Says what is known of pruning it forward: [profiles](Profile) as text.
    pub fn profiles(mut self, profiles: &'static [&'static str]) -> Entry {
        self.profiles = profiles;
        self
    }

    /// Whether the game takes an option `seed`.
    pub fn is_seeded(&self) -> bool {
        self.seeded
    }

    /// The name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// A line about the game.
    pub fn about(&self) -> &'static str {
        self.about
    }

    /// The options it takes, in words.
    pub fn options(&self) -> &'static str {
        self.options
    }
}

/// The games a program knows.
#[derive(Default)]
pub struct Registry {
    entries: Vec<Entry>,
    calibrations: &'static str,
}

impl Registry {
    /// The registry with one more game. A game of the same name is replaced.
    pub fn with(mut self, entry: Entry) -> Registry {
        self.entries.retain(|known| known.name != entry.name);
        self.entries.push(entry);
        self
    }

    /// The registry with a game that is changed by a function whenever it is opened, such as by other weights.
    ///
    /// ```
    /// use pleach::registry::{Entry, Hosted, Registry};
    /// use pleach::tree::ExplicitTree;
    ///
    /// let tree = Entry::new("tree", "", "", |spec| {
    ///     spec.finish()?;
    ///     Ok(Hosted::new("tree", "MAX[1, 2]".parse::<ExplicitTree>().unwrap(), ()))
    /// });
    /// let registry = Registry::default().with(tree).adapted("tree", |mut game| {
    ///     game.play("2").unwrap();
    ///     game
    /// });
    /// assert_eq!(registry.open("tree").unwrap().outcome().map(|score| score.get()), Some(-2));
    /// ```
    pub fn adapted(
        mut self,
        name: &str,
        change: impl Fn(Box<dyn AnyGame>) -> Box<dyn AnyGame> + Send + Sync + 'static,
    ) -> Registry {
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.name == name) {
            let open =
                std::mem::replace(&mut entry.open, Box::new(|spec| Err(spec.error("cannot be opened"))));
            entry.open = Box::new(move |spec| open(spec).map(&change));
        }
        self
    }

    /// The games, in the order in which they were added.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Says how the profiles that come with the games are made: a line each with the name of the file, a colon and the
    /// arguments of `pleach calibrate`, which `pleach calibrate --shipped` follows. Empty lines and those that begin
    /// with # are skipped.
    ///
    /// ```
    /// use pleach::registry::Registry;
    /// let registry = Registry::default().calibrated_by("kalah-6.toml: kalah --depth 6 --risk 5%");
    /// assert!(registry.calibrations().starts_with("kalah-6.toml"));
    /// ```
    pub fn calibrated_by(mut self, calibrations: &'static str) -> Registry {
        self.calibrations = calibrations;
        self
    }

    /// How the profiles that come with the games are made.
    pub fn calibrations(&self) -> &'static str {
        self.calibrations
    }

    /// The profiles that come with a game, given as `NAME[:key=value,...]`; those that cannot be read are none.
    pub fn profiles(&self, game: &str) -> Vec<Profile> {
        let name = game.split(':').next().unwrap_or(game);
        let entry = self.entries.iter().find(|entry| entry.name == name);
        let texts = entry.map_or(&[][..], |entry| entry.profiles);
        texts.iter().filter_map(|text| Profile::from_toml(text).ok()).collect()
    }

    /// Opens a game given as `NAME[:key=value,...]` at its first position.
    pub fn open(&self, text: &str) -> Result<Box<dyn AnyGame>, SpecError> {
        self.open_spec(text.parse()?)
    }

    /// Opens a game whose name and options have been read already.
    pub fn open_spec(&self, spec: Spec) -> Result<Box<dyn AnyGame>, SpecError> {
        match self.entries.iter().find(|entry| entry.name == spec.name()) {
            Some(entry) => (entry.open)(spec),
            None => {
                let names: Vec<&str> = self.entries.iter().map(|entry| entry.name).collect();
                Err(SpecError::unknown("game", spec.name(), &names))
            }
        }
    }
}

#[cfg(test)]
mod tests;
