//! `pleach verify`: what profiles promise, measured again on positions that nobody has seen.

use crate::arguments::Common;
use crate::failure::Failure;
use crate::input;
use crate::laboratory::LaboratoryOptions;
use crate::output::{columns, deliver_page, print, print_json};
use crate::population;
use crate::progress;
use crate::risk::{profiles, read_profile};
use clap::Args;
use pleach::prune::Profile;
use pleach::registry::{AnyGame, Registry};
use pleach_lab::calibrate::{Population, Verification, Verified, VerifyError, reliability_page};
use pleach_lab::work::Effort;
use std::path::PathBuf;

/// Options of `pleach verify`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pleach verify                                   # all profiles that come with the games
  pleach verify othello --positions 500 --report othello.html
  pleach verify chess --profile chess.toml --population tactics --games 20

Every profile is measured on fresh positions of every population: how many are answered differently
than by the full search of the same depth, beside what the profile states. Populations that a
profile was not proved on are told apart: nothing is stated of them. With --games whole games are
played by the profile, and at every move the full search is asked whether there was a better one.
The report has the reliability plot: stated against observed risk.

If what is observed on a population of the proof contradicts it (the lower 95 % limit is above what
is stated), the exit code is 1. Everything is kept in the laboratory.")]
pub(crate) struct VerifyOptions {
    /// The games, with their options: NAME[:key=value,...] [default: all]
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// Profiles of one game, in place of those that come with it and those of your own
    #[arg(long, value_name = "FILE", value_delimiter = ',', requires = "games")]
    profile: Vec<PathBuf>,
    /// Positions of every population
    #[arg(long, value_name = "N", default_value = "2000", value_parser = input::positive)]
    positions: u32,
    /// Where positions come from, once for every population: a name with options, or a file [default: self-play,
    /// random-games and wide-openings]
    #[arg(long, value_name = "P")]
    population: Vec<String>,
    /// Whole games to play by every profile
    #[arg(long = "games", id = "whole-games", value_name = "N", value_parser = input::positive)]
    whole_games: Option<u32>,
    /// Where to write the report: one HTML page; its table as CSV and its plot as SVG go beside it
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    laboratory: LaboratoryOptions,
}

/// The populations where nobody says: those of proofs, and one that is in none.
const DEFAULT_POPULATIONS: [&str; 3] = ["self-play", "random-games", "wide-openings"];

pub(crate) fn run(common: &Common, options: &VerifyOptions, registry: &Registry) -> Result<(), Failure> {
    let promises = options.profiles(registry)?;
    let mut store = options.laboratory.open()?;
    let (stop, bar) = (progress::stop_on_interrupt(), progress::bar(1));
    let effort = Effort { threads: common.threads(), stop: &stop };
    let mut all: Vec<Verified> = Vec::new();
    for (game, profile, populations) in promises {
        let verification = Verification {
            profile: &profile,
            game: game.as_ref(),
            populations: &populations,
            positions: options.positions as usize,
            games: options.whole_games.unwrap_or(0) as usize,
            // Not the seed of calibrations: nobody has looked at these.
            seed: common.seed.unwrap_or(DEFAULT_SEED),
        };
        let (name, depth) = (game.name().to_owned(), profile.depth);
        let verified = verification.run(&mut store, effort, &mut |done, of, what| {
            bar.set_length(of as u64);
            bar.set_position(done as u64);
            bar.set_message(format!("{name}, {depth} plies: {what}"));
        });
        let verified = verified.inspect_err(|_| bar.finish_and_clear())?;
        if common.json {
            print_json(&verified)?;
        }
        all.push(verified);
    }
    bar.finish_and_clear();
    if let Some(file) = &options.report {
        deliver_page(&reliability_page(&all), file)?;
    }
    if !common.json {
        print(&described(&all))?;
    }
    match all.iter().filter(|verified| verified.contradicts()).count() {
        0 => Ok(()),
        count => Err(Failure::without_answer(format!(
            "{count} of {} profiles are contradicted by what was observed",
            all.len()
        ))),
    }
}

/// A profile with its game, and whose positions it is measured on.
type Promise = (Box<dyn AnyGame>, Profile, Vec<Population>);

/// The seed where nobody says.
const DEFAULT_SEED: u64 = 7117;

impl VerifyOptions {
    /// What is to be verified, with its game.
    fn profiles(&self, registry: &Registry) -> Result<Vec<Promise>, Failure> {
        let names: Vec<&str> = match self.games.is_empty() {
            true => registry.entries().iter().map(|entry| entry.name()).collect(),
            false => self.games.iter().map(String::as_str).collect(),
        };
        if !self.profile.is_empty() && names.len() > 1 {
            return Err(Failure::new("--profile goes with one game"));
        }
        let mut found = Vec::new();
        for name in names {
            let game = registry.open(name)?;
            let own = match self.profile.is_empty() {
                true => self.known(game.as_ref(), registry),
                false => self
                    .profile
                    .iter()
                    .map(|file| read_profile(file, game.as_ref()))
                    .collect::<Result<_, _>>()?,
            };
            let populations = self.populations(game.as_ref())?;
            found.extend(own.into_iter().map(|profile| (game.boxed_clone(), profile, populations.clone())));
        }
        match found.is_empty() {
            true => {
                Err(Failure::new("no proved profile is known of these games: make one by `pleach calibrate`"))
            }
            false => Ok(found),
        }
    }

    /// The proved profiles that come with a game, and the user's own.
    fn known(&self, game: &dyn AnyGame, registry: &Registry) -> Vec<Profile> {
        let (all, _) = profiles(&self.laboratory, registry).all(game.name());
        let is_usable = |profile: &Profile| profile.proof.is_some() && profile.check(game).is_ok();
        all.into_iter().map(|(_, profile)| profile).filter(is_usable).collect()
    }

    fn populations(&self, game: &dyn AnyGame) -> Result<Vec<Population>, Failure> {
        match self.population.is_empty() {
            true => population::read(&DEFAULT_POPULATIONS, game),
            false => population::read(&self.population, game),
        }
    }
}

/// The table for people, and the games.
fn described(all: &[Verified]) -> String {
    let heads = Verified::HEADS.map(str::to_owned).to_vec();
    let rows: Vec<Vec<String>> = std::iter::once(heads).chain(all.iter().flat_map(Verified::rows)).collect();
    let games = all.iter().filter_map(|one| {
        one.games.map(|games| format!("{}, {} plies, {}: {games}\n", one.game, one.depth, one.risk))
    });
    columns(&rows) + &games.collect::<String>()
}

impl From<VerifyError> for Failure {
    fn from(error: VerifyError) -> Failure {
        match error {
            VerifyError::Calibrate(error) => error.into(),
            error => Failure::new(error),
        }
    }
}
