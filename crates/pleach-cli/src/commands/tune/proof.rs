//! The match that must show that new weights are better than the old ones.

use super::TuneOptions;
use crate::arguments::Common;
use crate::commands::match_play::elo_text;
use crate::failure::Failure;
use crate::output::{columns, print, print_json};
use crate::progress;
use pleach::Weights;
use pleach::registry::AnyGame;
use pleach_lab::contest::{Adjudication, Match, MatchReport, Openings};
use pleach_lab::player::PlayerSpec;
use pleach_lab::statistics::{Confidence, Estimate};
use pleach_lab::store::Store;
use pleach_lab::work::Effort;

/// Random moves at the beginning of the games that prove.
const OPENING_PLIES: u32 = 8;

/// Two objects as one.
fn joined(mut one: serde_json::Value, two: serde_json::Value) -> serde_json::Value {
    if let (Some(one), serde_json::Value::Object(two)) = (one.as_object_mut(), two) {
        one.extend(two);
    }
    one
}

/// Tells where weights are that no match has proved.
pub(super) fn written(
    common: &Common,
    options: &TuneOptions,
    weights: &Weights,
    told: serde_json::Value,
) -> Result<(), Failure> {
    let file = options.output.display();
    match common.json {
        true => print_json(&joined(
            serde_json::json!({"weights": file.to_string(), "version": weights.version()}),
            told,
        )),
        false => print(&format!("Written to {file}; not proved by a match.\n")),
    }
}

/// Plays the match and tells the result, with what is told of the learning; weights that are not shown to be better are
/// a difference.
pub(super) fn run(
    common: &Common,
    options: &TuneOptions,
    store: &mut Store,
    game: &dyn AnyGame,
    weights: &Weights,
    effort: Effort<'_>,
    told: serde_json::Value,
) -> Result<(), Failure> {
    let pairs = u64::from(options.prove).div_ceil(2);
    if pairs == 0 {
        return written(common, options, weights, told);
    }
    let new = game.with_weights(weights.clone()).map_err(Failure::new)?;
    let players = [
        PlayerSpec::of_game("new", new, options.thought()),
        PlayerSpec::of_game("old", game.boxed_clone(), options.thought()),
    ];
    let contest = Match {
        game,
        players: [&players[0], &players[1]],
        openings: Openings::Random { plies: OPENING_PLIES, balance: None },
        adjudication: Adjudication { most_plies: Some(options.max_plies), ..Adjudication::default() },
        pairs,
        sprt: None,
        // Openings that no game of the self-play began with, but by chance.
        seed: common.seed.unwrap_or(1) ^ 0x7072_6f6f_6600,
    };
    let bar = progress::bar(2 * pairs);
    let report = contest.play(store, effort, &mut |standing| {
        bar.set_position(standing.pairs.games());
        bar.set_message("the match with the old weights");
    });
    bar.finish_and_clear();
    let report = report?;
    let proved = tell(common, options, weights, &report, told)?;
    match (proved, report.complete) {
        (true, _) => Ok(()),
        (false, false) => Err(Failure::interrupted_and_kept()),
        (false, true) => {
            Err(Failure::without_answer("the new weights are not shown to be better than the old ones"))
        }
    }
}

/// Tells the result, and whether it proves that the new weights are better.
fn tell(
    common: &Common,
    options: &TuneOptions,
    weights: &Weights,
    report: &MatchReport,
    told: serde_json::Value,
) -> Result<bool, Failure> {
    let file = options.output.display();
    let standing = &report.standing.pairs;
    let estimate = Estimate::of(standing, Confidence::default());
    let proved = report.complete && estimate.is_some_and(|elo| elo.low > 0.0);
    if common.json {
        let result = serde_json::json!({
            "weights": file.to_string(), "version": weights.version(), "games": standing.games(),
            "score": standing.score(), "elo": estimate.map(|elo| elo.elo),
            "elo_low": estimate.map(|elo| elo.low), "elo_high": estimate.map(|elo| elo.high),
            "proved": proved, "run": report.run,
        });
        print_json(&joined(result, told))?;
    } else {
        let score = standing.score().map_or(String::new(), |score| format!("{:.1} %", 100.0 * score));
        let elo = estimate.map_or(String::new(), |elo| elo_text(&elo));
        let rows = [
            ["weights", &format!("{file}, version {}", weights.version())],
            ["match", &format!("{score} of {} games against the old ones", standing.games())],
            ["Elo", &format!("{elo}, 95 % interval")],
            ["proved", if proved { "yes" } else { "no" }],
        ];
        print(&columns(&rows.map(|row| row.map(str::to_owned).to_vec())))?;
    }
    Ok(proved)
}
