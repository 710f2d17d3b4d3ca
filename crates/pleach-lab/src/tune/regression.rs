//! Weights by regression: least squares on points, or logistic on who wins.
//!
//! The error is E(w) = sum over the examples of l(v(w), y) + r |w - w0|^2 / 2, where v(w) is the evaluator's value,
//! linear in the weights near the old ones w0, y the label, and l half the squared difference, or the cross
//! entropy of the winning probabilities 1 / (1 + exp(-v / s)). The ridge r keeps weights that few examples speak
//! about near what they were. Each step of Newton's method is solved by conjugate gradients with the diagonal as
//! preconditioner: that needs nothing but sums over the examples, and takes a dozen weights and a million alike.

use super::examples::{Examples, Label, Lane};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// What an error costs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Loss {
    /// Half its square.
    Squares,
    /// The cross entropy of winning probabilities; an advantage of `scale` points wins 73 % of the games.
    Logistic {
        /// The points.
        scale: f64,
    },
}

impl Loss {
    /// The ridge where nobody gives one, by what the examples are worth and how many of them a game has.
    ///
    /// Who has won is the same for all examples of a game, so that they count for one: moving a weight half of the way
    /// takes thousands of games, and not of positions. Points tell more, and searches are made for every
    /// position. The numbers are those of `records/laboratory.md` that were shown to gain.
    pub fn usual_ridge(self, label: Label, a_game: f64) -> f64 {
        const LEAST: [f64; 2] = [10.0, 1000.0];
        const GAMES: f64 = 4000.0;
        match self {
            Loss::Squares => LEAST[0],
            Loss::Logistic { .. } => (GAMES * a_game * label.share()).max(LEAST[1]).round(),
        }
    }

    /// What is wanted of an example: points, or a winning probability.
    fn target(self, lane: &Lane, example: usize, share: f32) -> f64 {
        let mixed = |outcome: f64, value: f64| f64::from(share) * outcome + f64::from(1.0 - share) * value;
        let (outcome, value) = (f64::from(lane.outcomes[example]), f64::from(lane.values[example]));
        match self {
            Loss::Squares => mixed(outcome, value),
            Loss::Logistic { scale } => {
                // Whoever has points at the end has won, however many.
                let won = if outcome == 0.0 { 0.5 } else { f64::from(outcome > 0.0) };
                mixed(won, probability(value, scale))
            }
        }
    }

    /// The loss of a value, its derivative and its second derivative.
    fn of(self, value: f32, target: f64) -> (f64, f32, f32) {
        match self {
            Loss::Squares => {
                let error = value - target as f32;
                (f64::from(error * error) / 2.0, error, 1.0)
            }
            Loss::Logistic { scale } => {
                let (p, wanted) = (probability(f64::from(value), scale), target);
                // No probability is so sure of itself that an error costs without end.
                let safe = p.clamp(1e-12, 1.0 - 1e-12);
                let loss = -(wanted * libm::log(safe) + (1.0 - wanted) * libm::log(1.0 - safe));
                (loss, ((p - wanted) / scale) as f32, (p * (1.0 - p) / (scale * scale)) as f32)
            }
        }
    }
}

/// The chance to win with so many points.
fn probability(points: f64, scale: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-points / scale))
}

/// How a regression goes.
#[derive(Clone, Copy, Debug)]
pub struct Regression {
    /// What an error costs.
    pub loss: Loss,
    /// The ridge: as many examples as it takes to move a weight half of the way that they ask for. The examples of one game share
    /// its outcome, so they count for few independent ones: weights that follow them too closely foretell games a
    /// little better and play worse. None is the [usual one](Loss::usual_ridge), which a [`Course`](super::Course)
    /// finds; without one it is that of a single example a game.
    pub ridge: Option<f64>,
    /// Newton's steps; squares need one.
    pub steps: u32,
    /// The most iterations of conjugate gradients in a step.
    pub iterations: u32,
    /// Stops when the examples that were kept back have not improved for so many iterations.
    pub patience: u32,
}

/// A point of the learning curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurvePoint {
    /// The iteration; 0 is the start.
    pub iteration: u32,
    /// The mean loss on the examples that were learned from.
    pub train: f64,
    /// The mean loss on the others.
    pub test: f64,
}

/// What was learned.
pub struct Learned {
    /// How much each weight should change, by its place.
    pub changes: Vec<f64>,
    /// How it was learned.
    pub curve: Vec<CurvePoint>,
}

impl Regression {
    /// Finds the changes of `weights` weights that fit the examples best, and tells of every iteration.
    pub fn fit(
        &self,
        examples: &Examples,
        weights: usize,
        pool: &rayon::ThreadPool,
        news: &mut dyn FnMut(CurvePoint),
    ) -> Learned {
        let problem =
            Problem { regression: self, lanes: &examples.train, share: examples.share, pool, weights };
        let mut curve =
            Curve { best: (f64::INFINITY, vec![0.0; weights]), points: Vec::new(), since_best: 0 };
        let mut changes = vec![0.0; weights];
        curve.add(&problem, examples, &changes, news);
        for _ in 0..self.steps {
            let (gradient, diagonal) = problem.slope(&changes);
            let mut descent = Descent::new(&gradient, &diagonal);
            for _ in 0..self.iterations {
                if !descent.step(|direction| problem.curvature(&changes, direction)) {
                    break;
                }
                let there: Vec<f64> = changes.iter().zip(&descent.found).map(|(a, b)| a + b).collect();
                curve.add(&problem, examples, &there, news);
                if curve.since_best >= self.patience {
                    break;
                }
            }
            if changes == curve.best.1 {
                break;
            }
            changes.clone_from(&curve.best.1);
            curve.since_best = 0;
        }
        Learned { changes, curve: curve.points }
    }
}

/// The learning curve so far, and the best place on it.
struct Curve {
    best: (f64, Vec<f64>),
    points: Vec<CurvePoint>,
    since_best: u32,
}

impl Curve {
    fn add(
        &mut self,
        problem: &Problem<'_>,
        examples: &Examples,
        changes: &[f64],
        news: &mut dyn FnMut(CurvePoint),
    ) {
        let train = problem.mean_loss(&examples.train, changes);
        // Without examples to see by, those that were learned from must do.
        let kept_back = examples.counts().1 > 0;
        let test = if kept_back { problem.mean_loss(&examples.test, changes) } else { train };
        let point = CurvePoint { iteration: self.points.len() as u32, train, test };
        news(point);
        self.points.push(point);
        self.since_best += 1;
        if test < self.best.0 {
            (self.best, self.since_best) = ((test, changes.to_vec()), 0);
        }
    }
}

/// Conjugate gradients with a diagonal preconditioner: finds x with A x = -gradient.
struct Descent<'a> {
    found: Vec<f64>,
    diagonal: &'a [f64],
    residual: Vec<f64>,
    direction: Vec<f64>,
    strength: f64,
    first_strength: f64,
}

impl<'a> Descent<'a> {
    /// What is left of the residual when there is nothing more to be found.
    const PRECISION: f64 = 1e-16;

    fn new(gradient: &[f64], diagonal: &'a [f64]) -> Descent<'a> {
        let residual: Vec<f64> = gradient.iter().map(|slope| -slope).collect();
        let direction = scaled(&residual, diagonal);
        let strength = dot(&residual, &direction);
        let found = vec![0.0; gradient.len()];
        Descent { found, diagonal, residual, direction, strength, first_strength: strength }
    }

    /// One step; false if there is none left to make.
    fn step(&mut self, curvature: impl FnOnce(&[f64]) -> Vec<f64>) -> bool {
        if self.strength <= self.first_strength * Descent::PRECISION {
            return false;
        }
        let bent = curvature(&self.direction);
        let length = self.strength / dot(&self.direction, &bent);
        if !length.is_finite() {
            return false;
        }
        for (index, direction) in self.direction.iter().enumerate() {
            self.found[index] += length * direction;
            self.residual[index] -= length * bent[index];
        }
        let steepest = scaled(&self.residual, self.diagonal);
        let strength = dot(&self.residual, &steepest);
        let turn = strength / self.strength;
        for (direction, steep) in self.direction.iter_mut().zip(&steepest) {
            *direction = steep + turn * *direction;
        }
        self.strength = strength;
        true
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn scaled(vector: &[f64], diagonal: &[f64]) -> Vec<f64> {
    vector.iter().zip(diagonal).map(|(value, scale)| if *scale > 0.0 { value / scale } else { 0.0 }).collect()
}

/// Sums over the examples.
struct Problem<'a> {
    regression: &'a Regression,
    lanes: &'a [Lane],
    share: f32,
    pool: &'a rayon::ThreadPool,
    weights: usize,
}

impl Problem<'_> {
    /// The ridge in terms of the loss: an example counts as much as its second derivative.
    fn ridge(&self) -> f64 {
        let loss = self.regression.loss;
        let ridge = self.regression.ridge.unwrap_or_else(|| loss.usual_ridge(Label::Outcome, 1.0));
        match loss {
            Loss::Squares => ridge,
            Loss::Logistic { scale } => ridge / (4.0 * scale * scale),
        }
    }

    fn target(&self, lane: &Lane, example: usize) -> f64 {
        self.regression.loss.target(lane, example, self.share)
    }

    fn mean_loss(&self, lanes: &[Lane], changes: &[f64]) -> f64 {
        let numbers = single(changes);
        let of_lane = |lane: &Lane| -> f64 {
            let loss = |example| {
                let value = lane.bases[example] + lane.dot(example, &numbers);
                self.regression.loss.of(value, self.target(lane, example)).0
            };
            (0..lane.len()).map(loss).sum()
        };
        let sums: Vec<f64> = self.pool.install(|| lanes.par_iter().map(of_lane).collect());
        let count: usize = lanes.iter().map(Lane::len).sum();
        sums.iter().sum::<f64>() / count.max(1) as f64
    }

    /// The gradient at a place, and the diagonal of the second derivative.
    fn slope(&self, changes: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let numbers = single(changes);
        let of_lane = |lane: &Lane| {
            let (mut gradient, mut diagonal) = (vec![0.0; self.weights], vec![0.0; self.weights]);
            for example in 0..lane.len() {
                let value = lane.bases[example] + lane.dot(example, &numbers);
                let (_, slope, bend) = self.regression.loss.of(value, self.target(lane, example));
                lane.add(example, slope, &mut gradient);
                lane.add_squares(example, bend, &mut diagonal);
            }
            (gradient, diagonal)
        };
        let lanes: Vec<_> = self.pool.install(|| self.lanes.par_iter().map(of_lane).collect());
        let (gradients, diagonals): (Vec<_>, Vec<_>) = lanes.into_iter().unzip();
        let ridge = self.ridge();
        let mut gradient = sum(gradients, self.weights);
        gradient.iter_mut().zip(changes).for_each(|(slope, change)| *slope += ridge * change);
        let mut diagonal = sum(diagonals, self.weights);
        diagonal.iter_mut().for_each(|bend| *bend += ridge);
        (gradient, diagonal)
    }

    /// The second derivative at a place, times a direction.
    fn curvature(&self, changes: &[f64], direction: &[f64]) -> Vec<f64> {
        let (numbers, along) = (single(changes), single(direction));
        let of_lane = |lane: &Lane| {
            let mut bent = vec![0.0; self.weights];
            for example in 0..lane.len() {
                let bend = match self.regression.loss {
                    Loss::Squares => 1.0,
                    loss => {
                        let value = lane.bases[example] + lane.dot(example, &numbers);
                        loss.of(value, self.target(lane, example)).2
                    }
                };
                lane.add(example, bend * lane.dot(example, &along), &mut bent);
            }
            bent
        };
        let lanes: Vec<Vec<f64>> = self.pool.install(|| self.lanes.par_iter().map(of_lane).collect());
        let ridge = self.ridge();
        let mut bent = sum(lanes, self.weights);
        bent.iter_mut().zip(direction).for_each(|(bend, step)| *bend += ridge * step);
        bent
    }
}

/// PERF: half the memory to read.
fn single(numbers: &[f64]) -> Vec<f32> {
    numbers.iter().map(|&number| number as f32).collect()
}

/// The sum of all lanes, always in the same order.
fn sum(lanes: Vec<Vec<f64>>, length: usize) -> Vec<f64> {
    let add = |mut sum: Vec<f64>, lane: Vec<f64>| {
        sum.iter_mut().zip(lane).for_each(|(sum, number)| *sum += number);
        sum
    };
    lanes.into_iter().reduce(add).unwrap_or_else(|| vec![0.0; length])
}

/// The scale at which the winning probabilities of the examples' values fit their results best.
pub fn fitted_scale(examples: &Examples, pool: &rayon::ThreadPool) -> f64 {
    let loss = |scale: f64| {
        let of_lane = |lane: &Lane| -> f64 {
            let loss = |example: usize| {
                let loss = Loss::Logistic { scale };
                loss.of(lane.bases[example], loss.target(lane, example, 1.0)).0
            };
            (0..lane.len()).map(loss).sum()
        };
        let sums: Vec<f64> = pool.install(|| examples.train.par_iter().map(of_lane).collect());
        sums.iter().sum::<f64>()
    };
    // Golden section on the logarithm of the scale.
    const SHRINK: f64 = 0.618_033_988_749_894_9;
    let (mut low, mut high) = (libm::log(0.01), libm::log(1e6));
    for _ in 0..60 {
        let (one, two) = (high - SHRINK * (high - low), low + SHRINK * (high - low));
        if loss(libm::exp(one)) < loss(libm::exp(two)) { high = two } else { low = one }
    }
    libm::exp((low + high) / 2.0)
}
