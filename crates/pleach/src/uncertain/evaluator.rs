//! Uncertain values for every game: from its static values, and from what its rules say of scores.

use crate::game::{Evaluate, Game};
use crate::limits::Limits;
use crate::value::{Distribution, Interval, Normal, Score};
use std::time::Instant;

/// The static value of an evaluator with a constant error: a normal distribution around it, held within four
/// deviations and within [`Game::score_bounds`].
///
/// ```
/// use pleach::uncertain::ConstantError;
/// use pleach::{Evaluate, tree::RandomTree};
/// let tree: RandomTree = "b=3,d=4,seed=1".parse().unwrap();
/// let unsure = ConstantError::new(&RandomTree::static_value, 3.0).unwrap();
/// let value = unsure.evaluate(&tree);
/// assert!((value.expected() - f64::from(tree.static_value().get())).abs() < 0.5);
/// assert!(ConstantError::new(&RandomTree::static_value, 0.0).is_none());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ConstantError<'a, E> {
    evaluator: &'a E,
    sigma: f64,
    step: i32,
}

/// The least error that is told from certainty.
const LEAST_ERROR: f64 = 0.25;
/// The largest error there is room for.
const LARGEST_ERROR: f64 = 100_000.0;
/// Masses lie at most so many to a deviation: more of them change nothing but the time.
const MASSES_A_DEVIATION: f64 = 4.0;
/// The static values that an error is measured by, at most.
const MOST_MEASURED: usize = 1 << 14;
/// What lies further away than this many deviations goes to the nearest bound.
const DEVIATIONS: f64 = 4.0;

impl<'a, E> ConstantError<'a, E> {
    /// The values of this evaluator with an error of this standard deviation, between 0.25 and 100 000.
    pub fn new(evaluator: &'a E, sigma: f64) -> Option<Self> {
        let step = (sigma / MASSES_A_DEVIATION).max(1.0) as i32;
        (LEAST_ERROR..=LARGEST_ERROR).contains(&sigma).then_some(ConstantError { evaluator, sigma, step })
    }

    /// The standard deviation of the error.
    pub fn sigma(&self) -> f64 {
        self.sigma
    }

    /// The values of this evaluator with the error that it has around a position: how far static values
    /// are, on average over the position and its successors, from those that one more ply gives.
    ///
    /// ```
    /// use pleach::uncertain::ConstantError;
    /// use pleach::tree::RandomTree;
    /// let tree: RandomTree = "b=4,d=6,leaves=newborn,seed=1".parse().unwrap();
    /// assert!(ConstantError::measured(&RandomTree::static_value, &tree).sigma() > 0.0);
    /// ```
    pub fn measured<G>(evaluator: &'a E, game: &G) -> Self
    where
        G: Game,
        E: Evaluate<G, Value = Score>,
    {
        ConstantError::measured_within(evaluator, game, &Limits::none())
    }

    /// The same within an eighth of the time allowed. What is measured of wide positions is a sample in any case.
    pub(crate) fn measured_within<G>(evaluator: &'a E, game: &G, limits: &Limits) -> Self
    where
        G: Game,
        E: Evaluate<G, Value = Score>,
    {
        let begun = Instant::now();
        let is_late =
            || limits.max_time().is_some_and(|most| begun.elapsed() > most / 8) || limits.is_flagged();
        let (mut errors, mut left) = (Vec::new(), MOST_MEASURED);
        for mv in game.moves() {
            if left == 0 || is_late() {
                break;
            }
            left -= 1;
            errors.extend(error_at(evaluator, &game.after(mv), &mut left, &is_late));
        }
        // Of the position itself something is always known.
        left = left.max(MOST_MEASURED / 16);
        errors.extend(error_at(evaluator, game, &mut left, &|| !errors.is_empty() && is_late()));
        let square = errors.iter().map(|error| error * error).sum::<f64>() / (errors.len().max(1)) as f64;
        let sigma = square.sqrt().clamp(LEAST_ERROR, LARGEST_ERROR);
        ConstantError { evaluator, sigma, step: (sigma / MASSES_A_DEVIATION).max(1.0) as i32 }
    }
}

/// The difference that one more ply makes, where all values are evaluations. Each move takes one off what is left to be
/// looked at; those that are left when there is nothing more, or no time, are not looked at.
fn error_at<G: Game>(
    evaluator: &impl Evaluate<G, Value = Score>,
    game: &G,
    left: &mut usize,
    is_late: &dyn Fn() -> bool,
) -> Option<f64> {
    if game.outcome().is_some() {
        return None;
    }
    let looked_at = game.moves().enumerate().take_while(|(place, _)| {
        let goes_on = *left > 0 && (*place == 0 || !is_late());
        *left -= usize::from(goes_on);
        goes_on
    });
    let deeper = looked_at.map(|(_, mv)| {
        let next = game.after(mv);
        let value = next.outcome().unwrap_or_else(|| evaluator.evaluate(&next));
        if next.to_move() == game.to_move() { value } else { -value }
    });
    let (deeper, value) = (deeper.max()?, evaluator.evaluate(game));
    let known = deeper.is_evaluation() && value.is_evaluation();
    known.then(|| f64::from(deeper.get()) - f64::from(value.get()))
}

impl<G: Game, E: Evaluate<G, Value = Score>> Evaluate<G> for ConstantError<'_, E> {
    type Value = Distribution;

    fn evaluate(&self, game: &G) -> Distribution {
        let value = self.evaluator.evaluate(game);
        if !value.is_evaluation() {
            return Distribution::point(value);
        }
        // Scores of all positions lie on the same grid, so that lists of few masses have few after P_MAX.
        let reach = (DEVIATIONS * self.sigma).ceil() as i32;
        let on_grid = |score: i32| score.div_euclid(self.step) * self.step;
        let (low, high) =
            (on_grid(value.get().saturating_sub(reach)), on_grid(value.get().saturating_add(reach)));
        let bounds = Interval::new(Score::new(low), Score::new(high));
        let normal = Normal::new(value.get().into(), self.sigma);
        let distribution = bounds.ok().zip(normal.ok());
        let rounded = distribution.and_then(|(bounds, normal)| normal.rounded(bounds, self.step as u32).ok());
        let (least, most) = game.score_bounds();
        let allowed = Interval::new(least, most).unwrap_or(Interval::FULL);
        rounded.unwrap_or_else(|| Distribution::point(value)).clip(allowed)
    }
}

/// The middle of a distribution as an interval: what searches over intervals make of a forecast.
///
/// ```
/// use pleach::uncertain::Likely;
/// use pleach::{Distribution, Evaluate, Interval, Score};
/// let forecast = |_: &()| Distribution::new(Score::new(-2), vec![0.05, 0.2, 0.5, 0.2, 0.05]).unwrap();
/// let likely = Likely::new(&forecast, 0.8);
/// assert_eq!(likely.evaluate(&()), Interval::new(Score::new(-1), Score::new(1)).unwrap());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Likely<'a, E> {
    forecast: &'a E,
    level: f64,
}

impl<'a, E> Likely<'a, E> {
    /// The middle of the forecasts that holds at least this probability.
    pub fn new(forecast: &'a E, level: f64) -> Self {
        Likely { forecast, level }
    }
}

impl<G, E: Evaluate<G, Value = Distribution>> Evaluate<G> for Likely<'_, E> {
    type Value = Interval;

    fn evaluate(&self, game: &G) -> Interval {
        self.forecast.evaluate(game).middle(self.level)
    }
}

/// What the rules alone say of a position's value: [`Game::score_bounds`], or the outcome.
///
/// ```
/// use pleach::uncertain::ScoreBounds;
/// use pleach::{Evaluate, Interval, Score, tree::ExplicitTree};
/// let tree: ExplicitTree = "MAX[1, -1]".parse().unwrap();
/// let tree = tree.with_limit(Score::new(1)).unwrap();
/// assert_eq!(ScoreBounds.evaluate(&tree), Interval::new(Score::new(-1), Score::new(1)).unwrap());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ScoreBounds;

impl<G: Game> Evaluate<G> for ScoreBounds {
    type Value = Interval;

    fn evaluate(&self, game: &G) -> Interval {
        match game.outcome() {
            Some(outcome) => Interval::point(outcome),
            None => {
                let (low, high) = game.score_bounds();
                Interval::new(low, high).unwrap_or(Interval::FULL)
            }
        }
    }
}
