//! The textbook algorithms by name.

use crate::spec::{Spec, SpecError};
use crate::value::Score;

/// A textbook algorithm with its options.
///
/// ```
/// use pleach::textbook::{Algorithm, Form};
/// let algorithm: Algorithm = "alpha-beta:form=min-max".parse().unwrap();
/// assert_eq!(algorithm, Algorithm::AlphaBeta(Form::MinMax));
/// assert_eq!(algorithm.to_string(), "alpha-beta:form=min-max");
/// assert!("alfa-beta".parse::<Algorithm>().unwrap_err().to_string().contains("did you mean 'alpha-beta'"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// [`minimax`](super::minimax()).
    Minimax,
    /// [`negamax`](super::negamax()).
    Negamax,
    /// [`alpha_beta_hard`](super::alpha_beta_hard()).
    AlphaBetaHard(Form),
    /// [`alpha_beta_one_sided`](super::alpha_beta_one_sided()).
    AlphaBetaOneSided(Form),
    /// [`alpha_beta`](super::alpha_beta()).
    AlphaBeta(Form),
    /// [`zhang_cui`](super::zhang_cui()).
    ZhangCui,
    /// [`aspiration`](super::aspiration()).
    Aspiration {
        /// The first guess; the static value of the root if there is none.
        estimate: Option<Score>,
        /// Half the width of the first window.
        delta: u32,
    },
    /// [`negascout`](super::negascout()).
    NegaScout,
    /// [`mtdf`](super::mtdf()).
    Mtdf {
        /// The first guess; the static value of the root if there is none.
        guess: Option<Score>,
    },
}

/// The two ways to write a search: with values of the side to move, or with Max's values and a
/// function for either player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// One function, values of the side to move.
    #[default]
    Negamax,
    /// Two functions, values in Max's view.
    MinMax,
}

/// Name, options and one line of explanation for each algorithm.
const NAMES: [(&str, &str, &str); 9] = [
    ("minimax", "order", "every node, two functions in Max's view (Hsu F', G'; Tong fig. 1.1)"),
    ("negamax", "order", "every node, one function in the mover's view (Hsu F)"),
    ("alpha-beta-hard", "form, order", "alpha-beta, the value stays in the window (Hsu F1)"),
    ("alpha-beta-one-sided", "form, order", "alpha-beta without deep cut-offs (Hsu F2)"),
    ("alpha-beta", "form, order", "alpha-beta, fail-soft (Hsu F3; Tong fig. 1.2)"),
    ("zhang-cui", "", "alpha-beta over a list, children inserted by static value (Zhang and Cui)"),
    ("aspiration", "estimate, delta, order", "alpha-beta with a small window around a guess (Tong fig. 1.3)"),
    ("negascout", "order", "null-window tests of all moves but the first, PVS (Tong fig. 1.4)"),
    ("mtdf", "guess, order", "null-window tests with memory, MTD(f) (Tong figs. 1.5, 1.6)"),
];

impl Algorithm {
    /// Fail-soft alpha-beta as one usually writes it.
    pub const ALPHA_BETA: Algorithm = Algorithm::AlphaBeta(Form::Negamax);

    /// Half the width of the aspiration window where none is given.
    pub(crate) const DEFAULT_DELTA: u32 = 50;

    /// All algorithms with their default options, in the order of the papers.
    pub fn all() -> impl Iterator<Item = Algorithm> {
        NAMES.iter().map(|(name, ..)| name.parse().expect("every listed name is known"))
    }

    /// The name without options.
    ///
    /// ```
    /// assert_eq!(pleach::textbook::Algorithm::NegaScout.name(), "negascout");
    /// ```
    pub fn name(self) -> &'static str {
        self.entry().0
    }

    /// The options it takes by name, in words; `order` is part of [`Method`](crate::registry::Method).
    pub fn options(self) -> &'static str {
        self.entry().1
    }

    /// What it does, in one line with the paper.
    pub fn about(self) -> &'static str {
        self.entry().2
    }

    fn entry(self) -> &'static (&'static str, &'static str, &'static str) {
        &NAMES[match self {
            Algorithm::Minimax => 0,
            Algorithm::Negamax => 1,
            Algorithm::AlphaBetaHard(_) => 2,
            Algorithm::AlphaBetaOneSided(_) => 3,
            Algorithm::AlphaBeta(_) => 4,
            Algorithm::ZhangCui => 5,
            Algorithm::Aspiration { .. } => 6,
            Algorithm::NegaScout => 7,
            Algorithm::Mtdf { .. } => 8,
        }]
    }
}

impl std::str::FromStr for Algorithm {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        Algorithm::from_spec(text.parse()?)
    }
}

impl Algorithm {
    /// What the rest of a description says: all of its options are taken.
    pub(crate) fn from_spec(mut spec: Spec) -> Result<Self, SpecError> {
        let names = NAMES.map(|(name, ..)| name);
        let place = names.iter().position(|&name| name == spec.name());
        let place = place.ok_or_else(|| SpecError::unknown("algorithm", spec.name(), &names))?;
        let algorithm = match place {
            0 => Algorithm::Minimax,
            1 => Algorithm::Negamax,
            2 => Algorithm::AlphaBetaHard(form(&mut spec)?),
            3 => Algorithm::AlphaBetaOneSided(form(&mut spec)?),
            4 => Algorithm::AlphaBeta(form(&mut spec)?),
            5 => Algorithm::ZhangCui,
            6 => Algorithm::Aspiration {
                estimate: spec.take("estimate", "a score")?.map(Score::new),
                delta: spec.take("delta", "a positive whole number")?.unwrap_or(Algorithm::DEFAULT_DELTA),
            },
            7 => Algorithm::NegaScout,
            _ => Algorithm::Mtdf { guess: spec.take("guess", "a score")?.map(Score::new) },
        };
        spec.finish()?;
        Ok(algorithm)
    }
}

fn form(spec: &mut Spec) -> Result<Form, SpecError> {
    let form = spec.take_one_of("form", &[("negamax", Form::Negamax), ("min-max", Form::MinMax)])?;
    Ok(form.unwrap_or_default())
}

/// The name with the options that differ from their defaults; it parses back to the same.
impl std::fmt::Display for Algorithm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())?;
        let options: Vec<String> = match *self {
            Algorithm::AlphaBetaHard(Form::MinMax)
            | Algorithm::AlphaBetaOneSided(Form::MinMax)
            | Algorithm::AlphaBeta(Form::MinMax) => vec!["form=min-max".to_owned()],
            Algorithm::Aspiration { estimate, delta } => estimate
                .map(|estimate| format!("estimate={}", estimate.get()))
                .into_iter()
                .chain((delta != Algorithm::DEFAULT_DELTA).then(|| format!("delta={delta}")))
                .collect(),
            Algorithm::Mtdf { guess: Some(guess) } => vec![format!("guess={}", guess.get())],
            _ => Vec::new(),
        };
        if options.is_empty() { Ok(()) } else { write!(f, ":{}", options.join(",")) }
    }
}
