//! Tuning by regression.

use super::{TuneOptions, proof};
use crate::arguments::Common;
use crate::failure::Failure;
use crate::output::{columns, grouped, print};
use crate::progress;
use clap::{Args, ValueEnum};
use pleach::registry::{AnyGame, Registry};
use pleach_lab::player::{PlayerSpec, Thought};
use pleach_lab::plot::Series;
use pleach_lab::tune::{
    Choice, Course, CourseNews, CourseReport, CurvePoint, Label, LearnError, Loss, Outcomes, Regression,
    Settled,
};
use pleach_lab::work::Effort;

/// Options of tuning by regression.
#[derive(Debug, Args)]
#[command(next_help_heading = "Regression")]
pub(super) struct RegressionOptions {
    /// Who plays the first round, as `pleach match` reads it: engine:eval=classic
    #[arg(long, value_name = "PLAYER")]
    teacher: Option<String>,
    /// Rounds of playing and learning
    #[arg(long, value_name = "N", default_value = "1", value_parser = crate::input::positive)]
    rounds: u32,
    /// Solve positions from this ply of the game on
    #[arg(long, value_name = "PLY")]
    exact_from: Option<u32>,
    /// What positions are worth: outcome, search, or the share of the outcome such as 0.7
    #[arg(long, value_name = "LABEL", default_value = "outcome", value_parser = label)]
    label: Label,
    /// What an error costs: its square, or the cross entropy of winning chances [default: squares where games are won by
    /// points, which a few quick games show]
    #[arg(long, value_enum)]
    loss: Option<LossName>,
    /// The share of the positions of each game to learn from
    #[arg(long, value_name = "SHARE", default_value = "1", value_parser = super::share)]
    share: f64,
    /// The share of the games that are kept back, to see whether what was learned holds elsewhere
    #[arg(long, value_name = "SHARE", default_value = "0.1", value_parser = super::share)]
    kept_back: f64,
    /// Leave out positions whose search differs from their static value by more than this
    #[arg(long, value_name = "SCORE", value_parser = crate::input::positive)]
    quiet: Option<u32>,
    /// Leave out positions in which the search finds somebody ahead by more than this
    #[arg(long, value_name = "SCORE", value_parser = crate::input::positive)]
    balance: Option<u32>,
    /// How many positions it takes to move a weight half the way [default: 10 with squares; with the logistic loss those of
    /// 4000 games times the share of the outcome in the label, for positions of one game speak alike]
    #[arg(long, value_name = "N", value_parser = ridge)]
    ridge: Option<f64>,
    /// The most iterations of a round
    #[arg(long, value_name = "N", default_value = "60", value_parser = crate::input::positive)]
    iterations: u32,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LossName {
    /// Least squares, for games with points
    Squares,
    /// Logistic, for games that are won or lost
    Logistic,
}

fn label(text: &str) -> Result<Label, String> {
    match text {
        "outcome" => Ok(Label::Outcome),
        "search" => Ok(Label::Search),
        number => super::share(number).map(Label::Mixed),
    }
}

fn points(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

fn ridge(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|ridge| (0.0..=1e12).contains(ridge));
    number.ok_or_else(|| "expected a number of positions, 0 or more".to_owned())
}

pub(super) fn run(
    common: &Common,
    options: &TuneOptions,
    registry: &Registry,
    game: &dyn AnyGame,
) -> Result<(), Failure> {
    let teacher = teacher(options, registry)?;
    let (teacher_game, thought) = match &teacher {
        Some(teacher) => teacher.own_game().ok_or_else(|| Failure::new("the teacher must be one of ours"))?,
        None => (game, options.thought()),
    };
    let loss = loss(options, teacher_game)?;
    let course = course(common, options, game, (teacher_game, thought), loss);
    let mut store = options.laboratory.open()?;
    let (stop, bar) = (progress::stop_on_interrupt(), progress::bar(options.games.into()));
    let effort = Effort { threads: common.threads(), stop: &stop };
    let report = course.learn(&mut store, effort, &mut |news| match news {
        CourseNews::Games { round, games } => {
            bar.set_position(games);
            bar.set_message(format!("games of round {round}"));
        }
        CourseNews::Examples { train, test } => {
            bar.set_message(format!(
                "{} positions, {} kept back",
                grouped(train as u64),
                grouped(test as u64)
            ));
        }
        CourseNews::Learned(CurvePoint { iteration, train, test }) => {
            bar.set_message(format!("iteration {iteration}: loss {train:.4}, kept back {test:.4}"));
        }
    });
    bar.finish_and_clear();
    let report = report?;
    options.write(&report.weights)?;
    options.draw("iteration of the regression", "mean loss of a position", curves(&report))?;
    if !common.json {
        print(&format!("{}{}", settled_text(&report), curve_text(&report)))?;
    }
    let told = report.settled.map_or(serde_json::json!({}), |settled| {
        let Settled { loss, ridge, a_game } = settled;
        serde_json::json!({"loss": loss, "ridge": ridge, "positions_a_game": a_game})
    });
    proof::run(common, options, &mut store, game, &report.weights, effort, told)
}

/// What was asked for.
fn course<'a>(
    common: &Common,
    options: &TuneOptions,
    game: &'a dyn AnyGame,
    (teacher, thought): (&'a dyn AnyGame, Thought),
    loss: Loss,
) -> Course<'a> {
    let chosen = &options.regression;
    Course {
        pupil: game,
        teacher,
        thought,
        opening: options.opening_plies.clone(),
        exact_from: chosen.exact_from,
        most_plies: options.max_plies,
        games: options.games.into(),
        rounds: chosen.rounds,
        choice: Choice {
            label: chosen.label,
            share: chosen.share,
            kept_back: chosen.kept_back,
            quiet: chosen.quiet.map(points),
            balance: chosen.balance.map(points),
            seed: common.seed.unwrap_or(1),
        },
        regression: Regression {
            loss,
            ridge: chosen.ridge,
            // Squares are found in one step.
            steps: if loss == Loss::Squares { 1 } else { 4 },
            iterations: chosen.iterations,
            patience: 5,
        },
        seed: common.seed.unwrap_or(1),
    }
}

/// The loss that was asked for or fits the game; whether it does is known before any game is kept.
fn loss(options: &TuneOptions, game: &dyn AnyGame) -> Result<Loss, Failure> {
    // The scale is found from the examples.
    let logistic = Loss::Logistic { scale: 0.0 };
    if let Some(LossName::Logistic) = options.regression.loss {
        return Ok(logistic);
    }
    let outcomes = Outcomes::of(game, options.max_plies)?;
    match options.regression.loss {
        Some(LossName::Squares) if outcomes == Outcomes::Decided => Err(LearnError::NoPoints.into()),
        Some(LossName::Squares) => Ok(Loss::Squares),
        _ => Ok(outcomes.usual_loss()),
    }
}

/// What the last round went by.
fn settled_text(report: &CourseReport) -> String {
    let Some(Settled { loss, ridge, a_game }) = report.settled else { return String::new() };
    let loss = match loss {
        Loss::Squares => "squares of points".to_owned(),
        Loss::Logistic { scale } => format!("logistic: a lead of {scale:.0} wins 73 % of the games"),
    };
    let ridge = format!("{} positions, of which a game has {a_game:.1}", grouped(ridge as u64));
    let rows = [["loss", &loss], ["ridge", &ridge]];
    columns(&rows.map(|row| row.map(str::to_owned).to_vec())) + "\n"
}

impl From<LearnError> for Failure {
    fn from(error: LearnError) -> Failure {
        match error {
            LearnError::Stopped => Failure::interrupted_and_kept(),
            error => Failure::new(error),
        }
    }
}

fn teacher(options: &TuneOptions, registry: &Registry) -> Result<Option<PlayerSpec>, Failure> {
    let read = |text: &String| {
        PlayerSpec::parse(text, registry, &options.game, options.thought())
            .map_err(|error| Failure::at("--teacher", error))
    };
    options.regression.teacher.as_ref().map(read).transpose()
}

/// The learning curves of all rounds, as they are drawn.
fn curves(report: &CourseReport) -> Vec<Series> {
    let line = |name: String, curve: &[CurvePoint], loss: fn(&CurvePoint) -> f64| {
        let points = curve.iter().map(|point| (f64::from(point.iteration), loss(point))).collect();
        Series { name, points }
    };
    let rounds = (1..).zip(&report.curves).flat_map(|(round, curve)| {
        [
            line(format!("round {round}, learned from"), curve, |point| point.train),
            line(format!("round {round}, kept back"), curve, |point| point.test),
        ]
    });
    rounds.collect()
}

/// The learning curves: where they began, and their best point.
fn curve_text(report: &CourseReport) -> String {
    let mut rows =
        vec![["round", "iterations", "loss before", "after", "kept back"].map(str::to_owned).to_vec()];
    for (round, curve) in (1..).zip(&report.curves) {
        let best = curve.iter().min_by(|one, two| one.test.total_cmp(&two.test));
        if let (Some(first), Some(best)) = (curve.first(), best) {
            rows.push(vec![
                round.to_string(),
                best.iteration.to_string(),
                format!("{:.4}", first.test),
                format!("{:.4}", best.train),
                format!("{:.4}", best.test),
            ]);
        }
    }
    columns(&rows)
}
