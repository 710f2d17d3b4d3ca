//! The risk that a user accepts, and what a wrong answer is.

use std::fmt;
use std::str::FromStr;

/// What makes an answer wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Criterion {
    /// Another value than that of the full search.
    #[default]
    Value,
    /// A value that differs by more than this.
    ValueWithin(u32),
    /// A move that is not as good as the best one.
    Move,
    /// A move that is worse than the best one by more than this.
    LossAbove(u32),
}

impl Criterion {
    /// Whether it must be known how good the chosen move is.
    pub fn needs_loss(self) -> bool {
        matches!(self, Criterion::Move | Criterion::LossAbove(_))
    }

    /// Whether an answer is wrong whose value differs so much from that of the full search, and whose move loses so much.
    ///
    /// ```
    /// use pleach::prune::Criterion;
    /// assert!(Criterion::Value.is_wrong(1, 0) && !Criterion::ValueWithin(2).is_wrong(2, 9));
    /// assert!(Criterion::Move.is_wrong(0, 1) && !Criterion::LossAbove(5).is_wrong(9, 5));
    /// ```
    pub fn is_wrong(self, difference: u32, loss: i32) -> bool {
        match self {
            Criterion::Value => difference > 0,
            Criterion::ValueWithin(most) => difference > most,
            Criterion::Move => loss > 0,
            Criterion::LossAbove(most) => loss.unsigned_abs() > most,
        }
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Criterion::Value => f.write_str("value"),
            Criterion::ValueWithin(most) => write!(f, "value-within={most}"),
            Criterion::Move => f.write_str("move"),
            Criterion::LossAbove(most) => write!(f, "loss-above={most}"),
        }
    }
}

impl FromStr for Criterion {
    type Err = BadRisk;

    fn from_str(text: &str) -> Result<Criterion, BadRisk> {
        let unknown = || BadRisk::Criterion(text.to_owned());
        let (name, number) = text.split_once('=').map_or((text, None), |(name, number)| (name, Some(number)));
        let most = || number.and_then(|number| number.parse().ok()).ok_or_else(unknown);
        match (name, number) {
            ("value", None) => Ok(Criterion::Value),
            ("move", None) => Ok(Criterion::Move),
            ("value-within", _) => Ok(Criterion::ValueWithin(most()?)),
            ("loss-above", _) => Ok(Criterion::LossAbove(most()?)),
            _ => Err(unknown()),
        }
    }
}

/// The share of positions that may be answered differently from the full search of the same depth.
///
/// ```
/// use pleach::prune::{Criterion, Risk};
/// let risk: Risk = "2%".parse().unwrap();
/// assert_eq!((risk.share(), risk.criterion()), (0.02, Criterion::Value));
/// let risk: Risk = "1%,criterion=loss-above=3".parse().unwrap();
/// assert_eq!(risk.to_string(), "1%,criterion=loss-above=3");
/// let risk: Risk = "5%,each=stage".parse().unwrap();
/// assert!(risk.each_stage() && risk.to_string() == "5%,each=stage");
/// for nonsense in ["0", "100%", "abc", "2%,criterion=luck", "2%,speed=3", "-1%", "5%,each=move"] {
///     assert!(nonsense.parse::<Risk>().is_err(), "{nonsense}");
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Risk {
    share: f64,
    criterion: Criterion,
    each_stage: bool,
}

/// Why there is no such risk.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRisk {
    /// No share, or one that means nothing.
    #[error("'{0}': expected a share of wrong answers above 0 and below 100 %, such as 2% or 0.02")]
    Share(String),
    /// A criterion that nobody knows.
    #[error("criterion '{0}': expected value, value-within=N, move or loss-above=N")]
    Criterion(String),
    /// Something else after the comma.
    #[error("'{0}': expected criterion=... or each=stage, as in 1%,criterion=move")]
    Option(String),
}

impl Risk {
    /// At most this share of wrong answers.
    pub fn new(share: f64, criterion: Criterion) -> Result<Risk, BadRisk> {
        if share > 0.0 && share < 1.0 {
            Ok(Risk { share, criterion, each_stage: false })
        } else {
            Err(BadRisk::Share(share.to_string()))
        }
    }

    /// The same risk in every stage of the game by itself: not only on average.
    ///
    /// ```
    /// use pleach::prune::{Criterion, Risk};
    /// assert_eq!(Risk::new(0.05, Criterion::Value).unwrap().in_each_stage().to_string(), "5%,each=stage");
    /// ```
    pub fn in_each_stage(self) -> Risk {
        Risk { each_stage: true, ..self }
    }

    /// Whether every stage of the game must keep it by itself.
    pub fn each_stage(&self) -> bool {
        self.each_stage
    }

    /// Whether whoever keeps this risk keeps another, too.
    ///
    /// ```
    /// use pleach::prune::Risk;
    /// let risk = |text: &str| text.parse::<Risk>().unwrap();
    /// assert!(risk("1%").keeps(&risk("5%")) && risk("5%,each=stage").keeps(&risk("5%")));
    /// assert!(!risk("5%").keeps(&risk("1%")) && !risk("1%").keeps(&risk("5%,criterion=move")));
    /// ```
    pub fn keeps(&self, other: &Risk) -> bool {
        self.criterion == other.criterion && self.share <= other.share && self.each_stage >= other.each_stage
    }

    /// The share of wrong answers.
    pub fn share(&self) -> f64 {
        self.share
    }

    /// The same in per cent, as it was typed.
    pub fn percent(&self) -> f64 {
        // Twelve digits are enough for any share, and hide that 0.07 * 100 is not 7.
        (self.share * 1e12).round() / 1e10
    }

    /// What is asked for in words.
    ///
    /// ```
    /// use pleach::prune::Risk;
    /// assert_eq!("7%,criterion=move".parse::<Risk>().unwrap().in_words(), "7 % by move");
    /// ```
    pub fn in_words(&self) -> String {
        format!("{} % by {}", self.percent(), self.criterion)
    }

    /// What is wrong.
    pub fn criterion(&self) -> Criterion {
        self.criterion
    }
}

impl FromStr for Risk {
    type Err = BadRisk;

    fn from_str(text: &str) -> Result<Risk, BadRisk> {
        let mut parts = text.split(',');
        let share = parts.next().unwrap_or_default();
        let bad = || BadRisk::Share(share.trim().to_owned());
        let number = match share.trim().strip_suffix('%') {
            Some(percent) => percent.trim().parse::<f64>().map_err(|_| bad())? / 100.0,
            None => share.trim().parse().map_err(|_| bad())?,
        };
        let mut risk = Risk::new(number, Criterion::default()).map_err(|_| bad())?;
        for part in parts {
            match part.trim().split_once('=') {
                Some(("criterion", criterion)) => risk.criterion = criterion.parse()?,
                Some(("each", "stage")) => risk.each_stage = true,
                _ => return Err(BadRisk::Option(part.trim().to_owned())),
            }
        }
        Ok(risk)
    }
}

impl fmt::Display for Risk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = self.percent();
        match self.criterion {
            Criterion::Value => write!(f, "{percent}%")?,
            other => write!(f, "{percent}%,criterion={other}")?,
        }
        f.write_str(if self.each_stage { ",each=stage" } else { "" })
    }
}
