//! Positions of seeded games, least squares by stage, and the check on other positions.

use crate::solver::Solver;
use pleach::{Distribution, Evaluate, Game, Interval, Score, Symmetric, Tunable, Weights, WeightsError, mix};
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// A game with an evaluator whose errors are wanted.
pub(crate) trait Subject {
    type Game: Symmetric + Default;
    type Bounds: Evaluate<Self::Game, Value = Interval> + Default;
    type Forecast: Evaluate<Self::Game, Value = Distribution> + Tunable + Default;

    /// The name on the command line.
    const NAME: &'static str;
    /// What scores are counted in, and what stands on the board.
    const UNIT: &'static str;
    const PIECES: &'static str;
    /// How far games have come at each stage.
    const STAGES: [u32; 5];
    /// How far games have come in the positions to check.
    const CHECKED: RangeInclusive<u32>;
    /// How far games have come when their exact score can be found.
    const SOLVED: u32;
    /// The plies that both sides search until then.
    const DEPTH: u32;

    /// How far the game has come: the number of stones or discs.
    fn progress(game: &Self::Game) -> u32;
    /// The best move by a search of so many plies; none if the game is over.
    fn best(&self, game: &Self::Game, depth: u32) -> Option<<Self::Game as Game>::Move>;
    /// The static value.
    fn value(&self, game: &Self::Game) -> f64;
    /// Finds exact scores.
    fn solver(&mut self) -> &mut Solver<Self::Game, Self::Bounds>;
}

/// The plies that are searched for a good move in the games that positions are taken from.
const SHALLOW: u32 = 2;

/// Fits and checks, and prints the weights with the figures.
pub(crate) fn run<S: Subject>(mut subject: S, positions: usize) -> Result<(), WeightsError> {
    let mut source = Positions { random: Random(1), seen: HashSet::new() };
    print_head::<S>(positions);
    let lines = S::STAGES.map(|stage| {
        // Both parities of what is left to play.
        let line = fitted(&mut subject, positions, stage..=stage + 1, &mut source);
        println!("# {stage:>6} {:>8.2} {:>8.3} {:>10.2}", line.offset, line.slope, line.deviation);
        line
    });
    let weights = weights_of::<S>(&lines)?;
    check(&mut subject, &weights, S::STAGES.len() * positions, &mut source)?;
    print!("\n{}", weights.to_toml());
    Ok(())
}

fn print_head<S: Subject>(positions: usize) {
    let (stages, pieces, unit) = (S::STAGES.map(|stage| stage.to_string()).join(", "), S::PIECES, S::UNIT);
    println!("# Where {stages} {pieces} are on the board, and blended in between, the score is on average");
    println!(
        "# offset + slope * value, and off by the deviation: hundredths of a {unit}, and thousandths for slope."
    );
    println!("# cargo run --release -p pleach-games --example fit_error -- {} {positions}", S::NAME);
    println!("#\n# Fitted by least squares to {positions} positions a stage:");
    println!("# {pieces:>6}   offset    slope  deviation");
}

/// Positions of seeded games, no two of them alike.
struct Positions {
    random: Random,
    seen: HashSet<u64>,
}

impl Positions {
    /// A new position at a point of the game within this range, undecided, from a game that is played
    /// neither well nor badly.
    fn next<S: Subject>(&mut self, subject: &S, progress: &RangeInclusive<u32>) -> S::Game {
        let bounds = S::Bounds::default();
        loop {
            let progress = self.random.within(progress);
            let game = self.played_until(subject, |game| S::progress(game) >= progress);
            let undecided = bounds.evaluate(&game).value().is_none();
            if undecided && S::progress(&game) == progress && self.seen.insert(game.canonical_key()) {
                return game;
            }
        }
    }

    fn played_until<S: Subject>(&mut self, subject: &S, enough: impl Fn(&S::Game) -> bool) -> S::Game {
        let mut game = S::Game::default();
        while !enough(&game) {
            let any = self.random.one_of(&game.moves().collect::<Vec<_>>());
            let good = if self.random.below(3) == 0 { None } else { subject.best(&game, SHALLOW) };
            let Some(mv) = good.or(any) else { break };
            game.play(mv);
        }
        game
    }
}

/// The score for the side to move: exact, or that of the game which goes on from here.
fn truth<S: Subject>(subject: &mut S, game: &S::Game) -> Score {
    let mut end = game.clone();
    while S::progress(&end) < S::SOLVED {
        match subject.best(&end, S::DEPTH) {
            Some(mv) => end.play(mv),
            None => break,
        }
    }
    game.to_move().view(end.to_move().view(subject.solver().score(&end)))
}

fn fitted<S: Subject>(
    subject: &mut S,
    positions: usize,
    progress: RangeInclusive<u32>,
    source: &mut Positions,
) -> Line {
    let pairs: Vec<(f64, f64)> = (0..positions)
        .map(|_| {
            let game = source.next(subject, &progress);
            (subject.value(&game), truth(subject, &game).get().into())
        })
        .collect();
    Line::through(&pairs)
}

/// Hundredths of a point and thousandths, as the forecasts read them.
fn weights_of<S: Subject>(lines: &[Line]) -> Result<Weights, WeightsError> {
    let numbers = |number: fn(&Line) -> f64| lines.iter().map(move |line| number(line).round() as i32);
    let offsets = numbers(|line| 100.0 * line.offset);
    let slopes = numbers(|line| 1000.0 * line.slope);
    let deviations = numbers(|line| 100.0 * line.deviation);
    let numbers: Vec<i32> = offsets.chain(slopes).chain(deviations).collect();
    S::Forecast::default().weights().with_flat(&numbers)
}

/// Prints how often the truth lies where the forecasts say, by the nearest stage.
fn check<S: Subject>(
    subject: &mut S,
    weights: &Weights,
    positions: usize,
    source: &mut Positions,
) -> Result<(), WeightsError> {
    let forecast = S::Forecast::from_weights(weights.clone())?;
    let mut checks = S::STAGES.map(|_| Check::default());
    for _ in 0..positions {
        let game = source.next(subject, &S::CHECKED);
        let nearest = (0..checks.len()).min_by_key(|&stage| S::STAGES[stage].abs_diff(S::progress(&game)));
        checks[nearest.unwrap_or_default()].add(&forecast.evaluate(&game), truth(subject, &game));
    }
    println!(
        "#\n# Checked on {positions} other positions, by the nearest stage; within what share of them, and of the"
    );
    println!("# forecasts themselves, the score lies between the quantiles 25 and 75 %, 5 and 95 %:");
    println!("# {:>6}  positions  deviation   bias   25 to 75 %     5 to 95 %", S::PIECES);
    for (stage, check) in S::STAGES.iter().zip(&checks) {
        check.print(*stage);
    }
    Ok(())
}

/// A straight line through points, with the deviation of the points from it.
struct Line {
    offset: f64,
    slope: f64,
    deviation: f64,
}

impl Line {
    fn through(pairs: &[(f64, f64)]) -> Line {
        let count = pairs.len() as f64;
        let sum = |term: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|&(x, y)| term(x, y)).sum::<f64>();
        let (mean_x, mean_y) = (sum(&|x, _| x) / count, sum(&|_, y| y) / count);
        let slope = sum(&|x, y| (x - mean_x) * (y - mean_y)) / sum(&|x, _| (x - mean_x).powi(2));
        let offset = mean_y - slope * mean_x;
        let residuals = sum(&|x, y| (y - offset - slope * x).powi(2));
        Line { offset, slope, deviation: (residuals / (count - 2.0)).sqrt() }
    }
}

/// How forecasts fared.
#[derive(Default)]
struct Check {
    positions: u32,
    errors: f64,
    squares: f64,
    /// How many truths lay in the middle range of so much probability, and how many should have: scores
    /// are whole numbers, so a range has more than its nominal share.
    within: [(u32, f64); 2],
}

const SHARES: [f64; 2] = [0.5, 0.9];

impl Check {
    fn add(&mut self, forecast: &Distribution, truth: Score) {
        self.positions += 1;
        let error = f64::from(truth.get()) - forecast.expected();
        self.errors += error;
        self.squares += error * error;
        for (share, (found, forecasted)) in SHARES.iter().zip(&mut self.within) {
            let [low, high] = [0.5 - share / 2.0, 0.5 + share / 2.0].map(|level| forecast.quantile(level));
            *found += u32::from(low <= truth && truth <= high);
            *forecasted += forecast.at_most(high) - forecast.at_most(low.next_down());
        }
    }

    fn print(&self, stage: u32) {
        let count = f64::from(self.positions.max(1));
        let [half, most] = self.within.map(|(found, forecasted)| {
            format!("{:>4.1} ({:>4.1})", 100.0 * f64::from(found) / count, 100.0 * forecasted / count)
        });
        let (deviation, bias) = ((self.squares / count).sqrt(), self.errors / count);
        println!("# {stage:>6} {:>10} {deviation:>10.2} {bias:>6.2} {half:>13} {most:>13}", self.positions);
    }
}

/// Random numbers, the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = mix(self.0);
        (self.0 >> 32) as usize % count.max(1)
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> Option<T> {
        choices.get(self.below(choices.len())).copied()
    }

    fn within(&mut self, range: &RangeInclusive<u32>) -> u32 {
        range.start() + self.below((range.end() - range.start() + 1) as usize) as u32
    }
}
