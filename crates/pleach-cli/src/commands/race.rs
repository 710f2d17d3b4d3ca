//! `pleach race`: the same positions through several searches.

use crate::arguments::Common;
use crate::failure::Failure;
use crate::input;
use crate::laboratory::LaboratoryOptions;
use crate::output::{columns, deliver_page, grouped, print, print_json};
use crate::progress;
use clap::Args;
use pleach::prune::{Profile, Rules};
use pleach::registry::{AnyGame, Method, Registry};
use pleach_lab::calibrate::Sampler;
use pleach_lab::page::Page;
use pleach_lab::plot::{Plot, Series};
use pleach_lab::race::{Finish, Race, Runner};
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
compared with. Pruning methods are parted by semicolons, because their options hold commas.
Positions come from seeded games of the engine against itself. Saving is by work, that is
nodes and static evaluations. A move counts as the same if it is as good by the first
search. Results are kept in the laboratory.")]
pub(crate) struct RaceOptions {
    /// The game, with its options: NAME[:key=value,...]
    #[arg(value_name = "GAME")]
    game: String,
    /// The algorithms, parted by commas; one with options by semicolons
    #[arg(long, value_name = "A,B", default_value = "engine")]
    algorithms: String,
    /// The pruning methods, parted by semicolons
    #[arg(long, value_name = "P;Q", default_value = "none")]
    prunes: String,
    /// Profiles of `pleach calibrate` for the engine, parted by commas
    #[arg(long, value_name = "FILE,FILE", value_delimiter = ',')]
    profiles: Vec<PathBuf>,
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
    laboratory: LaboratoryOptions,
}

impl RaceOptions {
    fn runners(&self, game: &dyn AnyGame) -> Result<Vec<Runner>, Failure> {
        let parted = if self.algorithms.contains([';', ':']) { ';' } else { ',' };
        let mut runners = Vec::new();
        for algorithm in self.algorithms.split(parted).map(str::trim) {
            let method: Method = algorithm.parse()?;
            for prune in self.prunes.split(';').map(str::trim) {
                let prune: Rules = prune.parse()?;
                let name = if prune.is_none() { method.to_string() } else { format!("{method} {prune}") };
                runners.push(Runner { name, method, prune, policy: None });
            }
        }
        for file in &self.profiles {
            let place = file.display().to_string();
            let text = std::fs::read_to_string(file)
                .map_err(|error| Failure::at(&place, format!("cannot be read: {error}")))?;
            let profile = Profile::from_toml(&text).map_err(|error| Failure::at(&place, error))?;
            profile.check(game).map_err(|error| Failure::at(&place, error))?;
            let policy = Some(Arc::new(profile.policy()));
            let (method, prune) = (profile.search.parse()?, Rules::none());
            runners.push(Runner { name: format!("engine {place}"), method, prune, policy });
        }
        Ok(runners)
    }
}

pub(crate) fn run(common: &Common, options: &RaceOptions, registry: &Registry) -> Result<(), Failure> {
    let game = registry.open(&options.game)?;
    let runners = options.runners(game.as_ref())?;
    let mut store = options.laboratory.open()?;
    let (stop, count) = (progress::stop_on_interrupt(), options.positions as usize);
    let effort = Effort { threads: common.threads(), stop: &stop };
    let (depth, seed) = (options.depth, common.seed.unwrap_or(1));
    let interrupted =
        || Failure::new("interrupted: what is done is kept, and the same command goes on from there");
    let sampler = Sampler { game: game.as_ref(), depth, purpose: "race", seed };
    let bar = progress::bar((count * runners.len()) as u64);
    bar.set_message("positions drawn from self-play");
    let positions = sampler.draw(count, &mut HashSet::new(), &mut store, effort, &mut |_| {})?;
    let positions = positions.ok_or_else(interrupted)?;
    let memory = common.hash as usize;
    let race = Race { game: game.as_ref(), positions: &positions, runners: &runners, depth, memory, seed };
    bar.set_message("searches");
    let finishes = race.run(&mut store, effort, &mut |done| bar.set_position(done as u64));
    bar.finish_and_clear();
    let finishes = finishes?.ok_or_else(interrupted)?;
    if let Some(file) = &options.report {
        deliver_page(&page(options, &finishes)?, file)?;
    }
    if common.json {
        return finishes.iter().try_for_each(print_json);
    }
    let mut rows = vec![HEADS.map(str::to_owned).to_vec()];
    rows.extend(finishes.iter().map(row));
    print(&columns(&rows))
}

const HEADS: [&str; 12] = [
    "search",
    "nodes",
    "leaves",
    "evaluations",
    "tests",
    "in tests",
    "CPU ms",
    "saving",
    "faster",
    "same value",
    "same move",
    "mean loss",
];

fn percent([share, low, high]: [f64; 3]) -> String {
    format!("{:.1} % ({:.1}..{:.1})", 100.0 * share, 100.0 * low, 100.0 * high)
}

/// A search as a row of the table; counts are means over the positions.
fn row(finish: &Finish) -> Vec<String> {
    let mean = |count: u64| grouped(count / finish.positions.max(1) as u64);
    let work = &finish.work;
    vec![
        finish.name.clone(),
        mean(work.nodes),
        mean(work.leaves),
        mean(work.evaluations),
        mean(work.tests),
        format!("{:.0} %", 100.0 * work.test_nodes as f64 / work.nodes.max(1) as f64),
        format!("{:.2}", 1e3 * work.seconds / finish.positions.max(1) as f64),
        format!("{:.2}x", finish.saving),
        format!("{:.2}x", finish.faster),
        percent(finish.same_value),
        percent(finish.same_move),
        format!("{:.3}", finish.mean_loss),
    ]
}

fn page(options: &RaceOptions, finishes: &[Finish]) -> Result<Page, Failure> {
    let mut page = Page::new(&format!("Race: {} to depth {}", options.game, options.depth));
    let positions = finishes.first().map_or(0, |finish| finish.positions);
    page.text(&format!(
        "{positions} positions from seeded self-play, the same for all. Counts are means a position. Saving is how \
         many times less work (nodes and static evaluations) than the first search; intervals are of 95 % confidence."
    ));
    page.table(&HEADS, &finishes.iter().map(row).collect::<Vec<_>>());
    let bar = |place: usize, height: f64| vec![(place as f64 + 1.0, 0.0), (place as f64 + 1.0, height)];
    let bars = |height: fn(&Finish) -> f64| {
        let series = |(place, finish): (usize, &Finish)| Series {
            name: format!("{}: {}", place + 1, finish.name),
            points: bar(place, height(finish)),
        };
        finishes.iter().enumerate().map(series).collect::<Vec<_>>()
    };
    let plots = [
        (
            "Nodes a position",
            "nodes",
            bars(|finish| finish.work.nodes as f64 / finish.positions.max(1) as f64),
        ),
        (
            "Time of the processor a position",
            "ms",
            bars(|finish| 1e3 * finish.work.seconds / finish.positions.max(1) as f64),
        ),
        ("Same value as the first", "% of the positions", bars(|finish| 100.0 * finish.same_value[0])),
        ("A move as good as the first's", "% of the positions", bars(|finish| 100.0 * finish.same_move[0])),
    ];
    for (caption, vertical, series) in plots {
        let (caption, vertical) = (caption.to_owned(), vertical.to_owned());
        let horizontal = "search, by its row in the table".to_owned();
        page.plot(&Plot { caption, horizontal, vertical, series }).map_err(Failure::new)?;
    }
    Ok(page)
}
