//! Tuning by a genetic algorithm.

use super::{TuneOptions, proof};
use crate::arguments::Common;
use crate::failure::Failure;
use crate::input;
use crate::output::{columns, print};
use crate::progress;
use clap::Args;
use pleach::registry::AnyGame;
use pleach_lab::contest::Adjudication;
use pleach_lab::plot::Series;
use pleach_lab::tune::{Breed, GeneRange, Genetic};
use pleach_lab::work::Effort;

/// Options of the genetic algorithm.
#[derive(Debug, Args)]
#[command(next_help_heading = "Genetic algorithm")]
pub(super) struct GeneticOptions {
    /// The number of players
    #[arg(long, value_name = "N", default_value = "100", value_parser = several)]
    population: u32,
    /// The number of generations
    #[arg(long, value_name = "N", default_value = "30", value_parser = input::positive)]
    generations: u32,
    /// Pairs of games of every player in a generation
    #[arg(long, value_name = "N", default_value = "4", value_parser = input::positive)]
    pairs: u32,
    /// The least and the greatest of all weights [default: each as far from what it was as it was from zero]
    #[arg(long, value_name = "LOW,HIGH", value_parser = bounds, allow_hyphen_values = true)]
    range: Option<(i32, i32)>,
}

fn several(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (2..=100_000).contains(number));
    number.ok_or_else(|| "expected a whole number from 2 to 100000".to_owned())
}

fn bounds(text: &str) -> Result<(i32, i32), String> {
    let (low, high) = text.split_once(',').unwrap_or((text, ""));
    let number = |text: &str| text.trim().parse::<i32>().ok().filter(|number| number.abs() <= 1_000_000);
    match (number(low), number(high)) {
        (Some(low), Some(high)) if low < high => Ok((low, high)),
        _ => Err("expected two whole numbers, the least and the greatest, such as 0,8".to_owned()),
    }
}

/// Pairs that each finalist plays against the old weights.
const FINAL_PAIRS: u32 = 50;

pub(super) fn run(
    common: &Common,
    options: &TuneOptions,
    game: &dyn AnyGame,
    breed: Breed,
) -> Result<(), Failure> {
    let chosen = &options.genetic;
    let genetic = Genetic {
        breed,
        game,
        thought: options.thought(),
        population: chosen.population as usize,
        generations: chosen.generations,
        pairs: chosen.pairs,
        final_pairs: FINAL_PAIRS,
        opening_plies: *options.opening_plies.start(),
        range: match (chosen.range, breed) {
            (Some((low, high)), _) => GeneRange::Fixed(low, high),
            (None, Breed::Evaluator) => GeneRange::Relative,
            // A network may begin with nothing but zeros.
            (None, Breed::Focus(_)) => GeneRange::Fixed(-64, 64),
        },
        adjudication: Adjudication { most_plies: Some(options.max_plies), ..Adjudication::default() },
        seed: common.seed.unwrap_or(1),
    };
    let mut store = options.laboratory.open()?;
    let (stop, bar) = (progress::stop_on_interrupt(), progress::bar(chosen.generations.into()));
    let effort = Effort { threads: common.threads(), stop: &stop };
    let mut rows =
        vec![["generation", "best score", "rate of mutation", "spread"].map(str::to_owned).to_vec()];
    let (mut best, mut spread) = (Vec::new(), Vec::new());
    let report = genetic.breed(&mut store, effort, &mut |news| {
        best.push((f64::from(news.generation), news.best));
        spread.push((f64::from(news.generation), news.spread));
        bar.set_position(u64::from(news.generation) + 1);
        bar.set_message(format!("best {:.1} %, spread {:.1} %", 100.0 * news.best, 100.0 * news.spread));
        rows.push(vec![
            news.generation.to_string(),
            format!("{:.1} %", 100.0 * news.best),
            format!("{:.3}", news.rate),
            format!("{:.1} %", 100.0 * news.spread),
        ]);
    });
    bar.finish_and_clear();
    let report = report?;
    options.write(&report.weights)?;
    let series = [("best score", best), ("spread of the weights, as a part of their range", spread)];
    let series = series.map(|(name, points)| Series { name: name.to_owned(), points });
    options.draw("generation", "share", series.into())?;
    if !common.json {
        let finals: Vec<String> =
            report.finals.iter().map(|score| format!("{:.1} %", 100.0 * score)).collect();
        let whom = match breed {
            Breed::Evaluator => "the old weights",
            Breed::Focus(_) => "the search without a network (score, and a fifth of the nodes saved)",
        };
        print(&format!("{}\nFinalists against {whom}: {}\n", columns(&rows), finals.join(", ")))?;
    }
    if let Breed::Focus(_) = breed {
        // The finals were no match with the old weights: `pleach reproduce tong/focus` plays the one that counts.
        return proof::written(
            common,
            options,
            &report.weights,
            serde_json::json!({"finals": report.finals}),
        );
    }
    proof::run(common, options, &mut store, game, &report.weights, effort, serde_json::json!({}))
}
