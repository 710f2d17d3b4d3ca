//! The searches over uncertain values by name.

use super::best_first::Threshold;
use super::{Choice, Leaves};
use crate::spec::{Spec, SpecError};
use std::fmt;

/// A search over uncertain values with its options.
///
/// ```
/// use pleach::uncertain::{Algorithm, Choice};
/// let algorithm: Algorithm = "p-ab:choice=bound,sigma=4.5".parse().unwrap();
/// assert_eq!(algorithm.options().choice, Choice::Bound);
/// assert_eq!(algorithm.to_string(), "p-ab:choice=bound,sigma=4.5");
/// let error = "pb-star:theta=2".parse::<Algorithm>().unwrap_err().to_string();
/// assert_eq!(error, "pb-star: theta=2: expected a probability above 0 and up to 1, with up to 4 decimals");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// [`p_ab`](super::p_ab()).
    PAb(Options),
    /// [`r_ab`](super::r_ab()).
    RAb(Options),
    /// [`informed`](super::informed()).
    Informed(Options),
    /// [`BStar`](super::best_first::BStar).
    BStar(Options),
    /// [`PbStar`](super::best_first::PbStar).
    PbStar(Options),
    /// [`Conspiracy`](super::best_first::Conspiracy).
    Conspiracy(Options),
}

/// The options of all searches over uncertain values; each reads those that concern it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How sure static values are.
    pub errors: Errors,
    /// Where intervals come from.
    pub bounds: Bounds,
    /// How much of a forecast an interval holds.
    pub level: Share,
    /// How the move is chosen.
    pub choice: Choice,
    /// What leaves return.
    pub leaves: Leaves,
    /// The dominance below which a move is not deepened any more; none deepens all.
    pub attention: Option<Share>,
    /// The dominance at which PB* ends.
    pub theta: Share,
    /// Whether PB* leaves out successors that cannot count.
    pub cut: bool,
    /// When a conspiracy search trusts a value.
    pub threshold: Threshold,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            errors: Errors::Game,
            bounds: Bounds::Likely,
            level: Share(9000),
            choice: Choice::Dominance,
            leaves: Leaves::Clipped,
            attention: None,
            theta: Share(9500),
            cut: true,
            threshold: Threshold::default(),
        }
    }
}

/// How sure static values are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Errors {
    /// As the game's own forecast says, which is fitted to its evaluator; measured where it has none.
    #[default]
    Game,
    /// As far as one more ply changes them around the root.
    Measured,
    /// By this standard deviation, in the game's own unit.
    Constant(Share),
}

/// Where intervals come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bounds {
    /// The middle of the forecast.
    #[default]
    Likely,
    /// What is proven of a position.
    Proven,
}

/// A number with up to four decimals, so that options can be compared and written as they were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Share(u32);

impl Share {
    const ONE: u32 = 10_000;

    /// The number, rounded to four decimals; `None` if it is negative or too large.
    ///
    /// ```
    /// use pleach::uncertain::Share;
    /// assert_eq!(Share::new(0.95).unwrap().get(), 0.95);
    /// assert!(Share::new(-1.0).is_none() && Share::new(f64::NAN).is_none());
    /// ```
    pub fn new(number: f64) -> Option<Share> {
        let scaled = (number * f64::from(Share::ONE)).round();
        (0.0..=f64::from(u32::MAX)).contains(&scaled).then_some(Share(scaled as u32))
    }

    /// The number.
    pub fn get(self) -> f64 {
        f64::from(self.0) / f64::from(Share::ONE)
    }

    fn read(text: &str) -> Option<Share> {
        let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        if plain && decimals <= 4 { Share::new(text.parse().ok()?) } else { None }
    }

    fn probability(text: &str) -> Option<Share> {
        Share::read(text).filter(|share| (1..=Share::ONE).contains(&share.0))
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

/// Name, options and one line of explanation for each algorithm.
const NAMES: [(&str, &str, &str); 6] = [
    (
        "p-ab",
        "choice=dominance|expectation|bound, leaves=clipped|plain, attention=P, sigma=game|measured|S",
        "alpha-beta on distributions (Li and Marsland alg. 1)",
    ),
    (
        "r-ab",
        "choice, bounds=likely|proven, level=P, sigma",
        "alpha-beta on intervals (Li and Marsland sec. 5.1)",
    ),
    (
        "informed",
        "choice, attention, sigma",
        "p-ab with proven bounds at interior nodes (Li and Marsland sec. 5.2)",
    ),
    ("b-star", "bounds, level, sigma", "best-first proof on intervals, B* (Berliner)"),
    ("pb-star", "theta=P, cut=on|off, sigma", "B* on distributions, PB* (Palay; Li and Marsland sec. 5.3)"),
    (
        "conspiracy",
        "conspirators=N, accuracy=N",
        "best-first until few leaves cannot change the value (McAllester)",
    ),
];

const PROBABILITY: &str = "a probability above 0 and up to 1, with up to 4 decimals";
const CHOICES: [(&str, Choice); 3] =
    [("dominance", Choice::Dominance), ("expectation", Choice::Expectation), ("bound", Choice::Bound)];
const LEAVES: [(&str, Leaves); 2] = [("clipped", Leaves::Clipped), ("plain", Leaves::Plain)];
const BOUNDS: [(&str, Bounds); 2] = [("likely", Bounds::Likely), ("proven", Bounds::Proven)];

impl Algorithm {
    /// All algorithms with their default options.
    pub fn all() -> impl Iterator<Item = Algorithm> {
        NAMES.iter().map(|(name, ..)| name.parse().expect("every listed name is known"))
    }

    /// The name without options.
    ///
    /// ```
    /// use pleach::uncertain::{Algorithm, Options};
    /// assert_eq!(Algorithm::PbStar(Options::default()).name(), "pb-star");
    /// ```
    pub fn name(self) -> &'static str {
        self.entry().0
    }

    /// The options it takes, in words.
    pub(crate) fn options_in_words(self) -> &'static str {
        self.entry().1
    }

    /// What it does, in one line with the paper.
    pub fn about(self) -> &'static str {
        self.entry().2
    }

    /// Its options.
    pub fn options(self) -> Options {
        match self {
            Algorithm::PAb(options)
            | Algorithm::RAb(options)
            | Algorithm::Informed(options)
            | Algorithm::BStar(options)
            | Algorithm::PbStar(options)
            | Algorithm::Conspiracy(options) => options,
        }
    }

    fn entry(self) -> &'static (&'static str, &'static str, &'static str) {
        &NAMES[match self {
            Algorithm::PAb(_) => 0,
            Algorithm::RAb(_) => 1,
            Algorithm::Informed(_) => 2,
            Algorithm::BStar(_) => 3,
            Algorithm::PbStar(_) => 4,
            Algorithm::Conspiracy(_) => 5,
        }]
    }
}

impl std::str::FromStr for Algorithm {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let mut spec: Spec = text.parse()?;
        let names = NAMES.map(|(name, ..)| name);
        let place = names.iter().position(|&name| name == spec.name());
        let place = place.ok_or_else(|| SpecError::unknown("algorithm", spec.name(), &names))?;
        let takes = |option: &str| match option {
            "sigma" => place != 5,
            "choice" => place <= 2,
            "leaves" => place == 0,
            "attention" => place == 0 || place == 2,
            "bounds" | "level" => place == 1 || place == 3,
            "theta" | "cut" => place == 4,
            _ => place == 5,
        };
        let options = read(&mut spec, takes)?;
        spec.finish()?;
        let make = [
            Algorithm::PAb,
            Algorithm::RAb,
            Algorithm::Informed,
            Algorithm::BStar,
            Algorithm::PbStar,
            Algorithm::Conspiracy,
        ][place];
        Ok(make(options))
    }
}

/// Takes the options that an algorithm has.
fn read(spec: &mut Spec, takes: impl Fn(&str) -> bool) -> Result<Options, SpecError> {
    let mut options = Options::default();
    if takes("sigma") {
        let expected = "game, measured, or an error from 0.25 to 100000";
        options.errors = spec.take_with("sigma", expected, errors)?.unwrap_or_default();
    }
    if takes("choice") {
        options.choice = spec.take_one_of("choice", &CHOICES)?.unwrap_or_default();
    }
    if takes("leaves") {
        options.leaves = spec.take_one_of("leaves", &LEAVES)?.unwrap_or_default();
    }
    if takes("attention") {
        options.attention = spec.take_with("attention", PROBABILITY, Share::probability)?;
    }
    if takes("bounds") {
        options.bounds = spec.take_one_of("bounds", &BOUNDS)?.unwrap_or_default();
        options.level = spec.take_with("level", PROBABILITY, Share::probability)?.unwrap_or(options.level);
    }
    if takes("theta") {
        options.theta = spec.take_with("theta", PROBABILITY, Share::probability)?.unwrap_or(options.theta);
        options.cut = spec.take_switch("cut")?.unwrap_or(options.cut);
    }
    if takes("conspirators") {
        let in_range = |text: &str| text.parse().ok().filter(|count| (1..=Threshold::MOST).contains(count));
        let usual = options.threshold;
        let conspirators = spec.take_with("conspirators", "a whole number from 1 to 32", in_range)?;
        let accuracy = spec.take("accuracy", "a whole number of at least 0")?;
        options.threshold = Threshold {
            conspirators: conspirators.unwrap_or(usual.conspirators),
            accuracy: accuracy.unwrap_or(usual.accuracy),
        };
    }
    Ok(options)
}

fn errors(text: &str) -> Option<Errors> {
    match text {
        "game" => Some(Errors::Game),
        "measured" => Some(Errors::Measured),
        number => {
            let sigma = Share::read(number).filter(|sigma| (0.25..=100_000.0).contains(&sigma.get()));
            sigma.map(Errors::Constant)
        }
    }
}

/// The name with the options that differ from their defaults; it parses back to the same.
impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        let (own, usual) = (self.options(), Options::default());
        let named = |key: &str, value: String, differs: bool| differs.then(|| format!("{key}={value}"));
        let name_of =
            |choice| CHOICES.iter().find(|(_, known)| *known == choice).map_or("", |(name, _)| name);
        let errors = match own.errors {
            Errors::Game => "game".to_owned(),
            Errors::Measured => "measured".to_owned(),
            Errors::Constant(sigma) => sigma.to_string(),
        };
        let given = [
            named("choice", name_of(own.choice).to_owned(), own.choice != usual.choice),
            named("leaves", "plain".to_owned(), own.leaves != usual.leaves),
            own.attention.map(|least| format!("attention={least}")),
            named("bounds", "proven".to_owned(), own.bounds != usual.bounds),
            named("level", own.level.to_string(), own.level != usual.level),
            named("theta", own.theta.to_string(), own.theta != usual.theta),
            named("cut", "off".to_owned(), own.cut != usual.cut),
            named(
                "conspirators",
                own.threshold.conspirators.to_string(),
                own.threshold.conspirators != usual.threshold.conspirators,
            ),
            named(
                "accuracy",
                own.threshold.accuracy.to_string(),
                own.threshold.accuracy != usual.threshold.accuracy,
            ),
            named("sigma", errors, own.errors != usual.errors),
        ];
        let given: Vec<String> = given.into_iter().flatten().collect();
        if given.is_empty() { Ok(()) } else { write!(f, ":{}", given.join(",")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for text in [
            "p-ab",
            "p-ab:choice=expectation,leaves=plain,attention=0.02,sigma=measured",
            "r-ab:bounds=proven,level=0.5",
            "informed:sigma=12.25",
            "b-star:level=1",
            "pb-star:theta=1,cut=off",
            "conspiracy:conspirators=5,accuracy=2",
        ] {
            assert_eq!(text.parse::<Algorithm>().unwrap().to_string(), text);
        }
        assert_eq!(Algorithm::all().map(Algorithm::name).collect::<Vec<_>>(), NAMES.map(|entry| entry.0));
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        let error = |text: &str| text.parse::<Algorithm>().unwrap_err().to_string();
        assert_eq!(
            error("p-ab:sigma=-1"),
            "p-ab: sigma=-1: expected game, measured, or an error from 0.25 to 100000"
        );
        assert_eq!(
            error("b-star:theta=0.5"),
            "b-star: unknown option 'theta' (available: sigma, bounds, level)"
        );
        assert_eq!(
            error("conspiracy:conspirators=0"),
            "conspiracy: conspirators=0: expected a whole number from 1 to 32"
        );
        assert!(error("pb-star:theta=NaN").contains("expected a probability"));
        assert!(error("r-ab:level=0").contains("expected a probability"));
        assert!(error("r-ab:level=0.12345").contains("up to 4 decimals"));
    }
}
