//! The tests of the ProbCut family: pairs of depths, and what their predictions are held against.

use super::reading::{needed, needed_depth};
use crate::prune::policy::{BadPolicy, Cut, Place};
use crate::prune::{Pair, Pairs, Regression};
use crate::spec::{Spec, SpecError};

/// The tests of a method of the ProbCut family.
#[derive(Clone, Debug, PartialEq)]
pub struct Tests {
    /// The pairs of depths with their predictions.
    pub pairs: Pairs,
    /// Whether infinite bounds are tested, as the thesis' figures and traces do. That can never hit.
    pub infinite: bool,
}

impl<P: Into<Pairs>> From<P> for Tests {
    /// The tests as the figures have them.
    fn from(pairs: P) -> Tests {
        Tests { pairs: pairs.into(), infinite: true }
    }
}

/// What the moves of a node are held against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Base {
    /// The best value of the node so far, `g` of the figures.
    #[default]
    Best,
    /// That or alpha, whichever is higher: a move that stays under alpha is of no use either.
    Window,
}

impl Base {
    /// Reads the option `base`.
    pub(super) fn take(spec: &mut Spec) -> Result<Base, SpecError> {
        Ok(spec.take_one_of("base", &[("g", Base::Best), ("max", Base::Window)])?.unwrap_or_default())
    }

    /// The option as it is read, after a comma.
    pub(super) fn text(self) -> &'static str {
        match self {
            Base::Best => "",
            Base::Window => ",base=max",
        }
    }

    /// Refuses the option where it is given: the engine has its own.
    pub(super) fn refuse(self, name: &'static str) -> Result<(), BadPolicy> {
        match self {
            Base::Best => Ok(()),
            Base::Window => Err(BadPolicy::Option(
                name,
                "base=max",
                "it holds moves against the best value and alpha always",
            )),
        }
    }
}

impl Tests {
    /// Reads `d`, `s` or `pairs`, `a`, `b`, `sigma`, `t` and `infinite`.
    pub(super) fn take(spec: &mut Spec) -> Result<Tests, SpecError> {
        let depths = depths(spec)?;
        let mut numbers = |key: &'static str, default: Option<f64>| numbers(spec, key, default, depths.len());
        let (a, b) = (numbers("a", Some(1.0))?, numbers("b", Some(0.0))?);
        let (sigma, t) = (numbers("sigma", None)?, numbers("t", None)?);
        let pair = |(place, &(deep, shallow)): (usize, &(u32, u32))| {
            let line = Regression::new(a[place], b[place], sigma[place]).map_err(|bad| spec.error(bad))?;
            Pair::new(deep, shallow, line, t[place]).map_err(|bad| spec.error(bad))
        };
        let pairs = depths.iter().enumerate().map(pair).collect::<Result<Pairs, SpecError>>()?;
        let infinite = spec.take_one_of("infinite", &[("test", true), ("skip", false)])?;
        Ok(Tests { pairs, infinite: infinite.unwrap_or(true) })
    }

    /// The options as they are read.
    pub(super) fn text(&self) -> String {
        let Tests { pairs, infinite } = self;
        let depths: Vec<String> =
            pairs.iter().map(|pair| format!("{}-{}", pair.deep(), pair.shallow())).collect();
        let depths = match pairs.iter().as_slice() {
            [pair] => format!("d={},s={}", pair.deep(), pair.shallow()),
            _ => format!("pairs={}", depths.join("/")),
        };
        let numbers = |number: fn(&Pair) -> f64| {
            let mut numbers: Vec<String> = pairs.iter().map(|pair| number(pair).to_string()).collect();
            if numbers.windows(2).all(|two| two[0] == two[1]) {
                numbers.truncate(1);
            }
            numbers.join("/")
        };
        let (a, b) = (numbers(|pair| pair.line().a()), numbers(|pair| pair.line().b()));
        let (sigma, t) = (numbers(|pair| pair.line().sigma()), numbers(Pair::t));
        let infinite = if *infinite { "" } else { ",infinite=skip" };
        format!("{depths},a={a},b={b},sigma={sigma},t={t}{infinite}")
    }

    /// The engine's form. It refuses an option that the engine does not have.
    pub(super) fn cut(&self, place: Place, name: &'static str) -> Result<Cut, BadPolicy> {
        if !self.infinite {
            let why = "it never tests against infinite bounds";
            return Err(BadPolicy::Option(name, "infinite=skip", why));
        }
        Ok(Cut::of_pairs(place, &self.pairs)?)
    }

    /// The pair, if it is just one.
    pub(super) fn only_pair(&self) -> Option<Pair> {
        match self.pairs.iter().as_slice() {
            [pair] => Some(*pair),
            _ => None,
        }
    }
}

/// `d=5,s=1` or `pairs=3-1/5-1`.
fn depths(spec: &mut Spec) -> Result<Vec<(u32, u32)>, SpecError> {
    let read = |text: &str| {
        let pair = |pair: &str| {
            let (deep, shallow) = pair.split_once('-')?;
            Some((deep.parse().ok()?, shallow.parse().ok()?))
        };
        text.split('/').map(pair).collect()
    };
    match spec.take_with("pairs", "depths such as 3-1/5-1/8-4", read)? {
        Some(pairs) => Ok(pairs),
        None => Ok(vec![(needed_depth(spec, "d")?, needed_depth(spec, "s")?)]),
    }
}

/// A number for each pair, or one for all.
fn numbers(
    spec: &mut Spec,
    key: &'static str,
    default: Option<f64>,
    count: usize,
) -> Result<Vec<f64>, SpecError> {
    let read = |text: &str| text.split('/').map(|number| number.parse().ok()).collect::<Option<Vec<f64>>>();
    let given = spec.take_with(key, "a number, or one for each pair separated by '/'", read)?;
    let numbers = needed(spec, key, given.or(default.map(|number| vec![number])))?;
    match numbers.as_slice() {
        [one] => Ok(vec![*one; count]),
        _ if numbers.len() == count => Ok(numbers),
        _ => Err(spec.error(format!("{key} has {} numbers for {count} pairs", numbers.len()))),
    }
}
