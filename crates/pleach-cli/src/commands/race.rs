//! `pleach race`: the same positions through several searches.

use crate::arguments::Common;
use crate::failure::Failure;
use crate::input;
use crate::laboratory::LaboratoryOptions;
use crate::output::{columns, deliver_page, print, print_json};
use crate::population;
use crate::progress;
use crate::risk::read_profile;
use crate::weights::WeightsOptions;
use clap::Args;
use pleach::prune::Rules;
use pleach::registry::{AnyGame, Registry};
use pleach_lab::calibrate::{Population, Sampler};
use pleach_lab::race::{self, Finish, Race, Runner};
use pleach_lab::work::Effort;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

/// Options of `pleach race`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pleach race connect-four --algorithms minimax,alpha-beta,negascout,mtdf --depth 5
  pleach race othello --depth 8 --profiles othello.toml --report race.html
  pleach race chinese-checkers --algorithms mtdf --depth 3 \\
    --prunes 'none;gpc:d=2,s=0,sigma=60,t=3'

Every algorithm runs with every pruning method; the first pair is what the others are
compared with. Pruning methods are separated by semicolons, because their options hold commas.
Positions come from seeded games of the engine against itself. Saving is by work, that is
nodes and static evaluations. A move counts as the same if it is as good by the first
search. Results are kept in the laboratory.")]
pub(crate) struct RaceOptions {
    /// The game, with its options: NAME[:key=value,...]
    #[arg(value_name = "GAME")]
    game: String,
    /// The algorithms, separated by commas; one with options by semicolons
    #[arg(long, value_name = "A,B", default_value = "engine")]
    algorithms: String,
    /// The pruning methods, separated by semicolons
    #[arg(long, value_name = "P;Q", default_value = "none")]
    prunes: String,
    /// Profiles of `pleach calibrate` for the engine, separated by commas
    #[arg(long, value_name = "FILE,FILE", value_delimiter = ',')]
    profiles: Vec<PathBuf>,
    /// Where the positions come from, as `pleach calibrate --help` tells [default: self-play]
    #[arg(long, value_name = "P")]
    population: Option<String>,
    /// The number of positions
    #[arg(long, value_name = "N", default_value = "100", value_parser = input::positive)]
    positions: u32,
    /// The depth of all searches, in plies
    #[arg(long, short, value_name = "N", value_parser = input::positive, allow_hyphen_values = true)]
    depth: u32,
    /// Where to write the report: one HTML page
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    weights: WeightsOptions,
    #[command(flatten)]
    laboratory: LaboratoryOptions,
}

impl RaceOptions {
    fn runners(&self, game: &dyn AnyGame) -> Result<Vec<Runner>, Failure> {
        let mut runners = Runner::all(&self.algorithms, &self.prunes)?;
        for file in &self.profiles {
            let place = file.display().to_string();
            let profile = read_profile(file, game)?;
            let policy = Some(Arc::new(profile.policy()));
            let (method, prune) = (profile.search.parse()?, Rules::none());
            runners.push(Runner { name: format!("engine {place}"), method, prune, policy });
        }
        Ok(runners)
    }
}

pub(crate) fn run(common: &Common, options: &RaceOptions, registry: &Registry) -> Result<(), Failure> {
    let game = options.weights.apply_to(registry.open(&options.game)?)?;
    let runners = options.runners(game.as_ref())?;
    let mut store = options.laboratory.open()?;
    let (stop, count) = (progress::stop_on_interrupt(), options.positions as usize);
    let effort = Effort { threads: common.threads(), stop: &stop };
    let (depth, seed) = (options.depth, common.seed.unwrap_or(1));
    let population = match &options.population {
        Some(text) => population::read_one(text, game.as_ref())?,
        None => Population::default(),
    };
    let sampler = Sampler { game: game.as_ref(), population: &population, depth, purpose: "race", seed };
    let bar = progress::bar((count * runners.len()) as u64);
    bar.set_message("positions drawn from games");
    let positions = sampler.draw(count, &mut HashSet::new(), &mut store, effort, &mut |_| {})?;
    let memory = common.hash as usize;
    let race = Race { game: game.as_ref(), positions: &positions, runners: &runners, depth, memory, seed };
    bar.set_message("searches");
    let finishes = race.run(&mut store, effort, &mut |done| bar.set_position(done as u64));
    bar.finish_and_clear();
    let finishes = finishes?;
    if let Some(file) = &options.report {
        let page = race::page(&options.game, depth, &finishes).map_err(Failure::new)?;
        deliver_page(&page, file)?;
    }
    if common.json {
        return finishes.iter().try_for_each(print_json);
    }
    let mut rows = vec![Finish::HEADS.map(str::to_owned).to_vec()];
    rows.extend(finishes.iter().map(Finish::row));
    print(&columns(&rows))
}
