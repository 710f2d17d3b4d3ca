//! `pleach calibrate`: pruning fitted to a game, with a stated risk.

mod shipped;
mod told;

use crate::arguments::Common;
use crate::failure::Failure;
use crate::input;
use crate::laboratory::LaboratoryOptions;
use crate::output::{deliver, deliver_page, print, print_json};
use crate::population;
use crate::progress;
use crate::weights::WeightsOptions;
use clap::Args;
use pleach::prune::{Profile, Risk};
use pleach::registry::{AnyGame, Method, Registry};
use pleach_lab::calibrate::{
    AidKind, CalibrateError, Calibrated, Calibration, Choices, Contest, Ending, Ledger, Path, Population,
    Setting, Sizes,
};
use pleach_lab::contest::Openings;
use pleach_lab::work::Effort;
use std::path::PathBuf;
use std::time::Duration;
use told::{described, show, tell};

/// Options of `pleach calibrate`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pleach calibrate othello --depth 8 --risk 5% -o othello.toml --report othello.html
  pleach calibrate chinese-checkers --depth 5 --risk 1% -o careful.toml
  pleach calibrate chess --depth 6 --risk '5%,criterion=move' -o chess.toml
  pleach calibrate othello --depth 8 --risk 5%,each=stage

The risk is the share of positions that may be answered differently from the full-width
search of the same depth. What counts as otherwise is the criterion: value (any other value,
the default), value-within=N, move (a move that is not as good), loss-above=N (a move worse
by more than N). The share is a mean over the game; with each=stage every third of it must
keep the risk by itself, and caution goes where the errors are.

Positions come from seeded games, one per game, of two populations unless --population says otherwise:
  self-play      0 to 6 random plies, 1000 nodes per move, one move in 40 at random
  random-games   every move at random, where evaluators are at their worst
  wide-openings  6 to 20 random plies, then 1000 nodes per move
  unequal        2000 nodes per move against 20, one move in 20 at random
  tactics        as self-play, but only where the best move after 4 plies loses 100 points after 6
Each takes opening=A-B, nodes=N, weak=N, random=N|never, swing=N and depth=N, as in
self-play:nodes=5000,opening=0-12. A file of your own may have records (PGN for chess), positions
(FEN, EPD) or moves, one per line. What is proved holds on each population that is named, and on no
other.

Some positions serve to fit how shallow searches predict deep ones, others to choose the fastest
policy that keeps the risk, and the last, which nobody has looked at before, to prove it: the upper
95 % limit of the error must lie under the risk. They are drawn by what is to be proved, so that
another risk, another policy or another number of positions never meets them again. A path of
policies fixed beforehand is tested there from careful to bold until the first one fails. If none
holds, nothing is claimed and the exit code is 1.

A proved profile goes to the file that -o names, or else to the folder pleach-profiles beside the
laboratory (or the one that PLEACH_PROFILES names), where --risk finds it.

Every proof is written down in ledger.jsonl in that folder before its positions are searched, and
again when it ends, also if it fails; `pleach lab ledger` checks it and says which proofs hold all
together.

Everything is kept in the laboratory: the same command goes on where it was interrupted.")]
pub(crate) struct CalibrateOptions {
    /// The game, with its options: NAME[:key=value,...]
    #[arg(value_name = "GAME", required_unless_present = "shipped")]
    game: Option<String>,
    /// The depth of the search, in plies
    #[arg(long, short, value_name = "N", value_parser = input::positive, allow_hyphen_values = true)]
    #[arg(required_unless_present = "shipped")]
    depth: Option<u32>,
    /// Make all profiles anew that come with this program, in one laboratory with one ledger; -o names the folder
    #[arg(long, conflicts_with_all = ["game", "depth", "report", "weights"])]
    shipped: bool,
    /// One of how many proofs that shall hold all together: each has its share of the 5 %
    #[arg(long, value_name = "N", default_value = "1", value_parser = input::positive)]
    among: u32,
    /// The share of positions that may be answered differently: 5%, or 1%,criterion=move
    #[arg(long, value_name = "R", default_value = "5%", value_parser = crate::risk::read, allow_hyphen_values = true)]
    risk: Risk,
    /// The engine with its options
    #[arg(long, short, value_name = "A", default_value = "engine")]
    algorithm: String,
    /// Where to write the profile [default: where --risk finds it, if it is proved]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Where to write the report: one HTML page; its tables as CSV and its plots as SVG go beside it
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    weights: WeightsOptions,
    /// Leave out this in any case, and fit the rest: null-move, or futility:margin=50+null-move
    #[arg(long, value_name = "P", default_value = "none")]
    beside: String,
    /// Standard deviations more for every ply away from the root: all of these are tried
    #[arg(
        long,
        value_name = "X,Y",
        value_delimiter = ',',
        default_value = "0,0.1",
        allow_hyphen_values = true
    )]
    slopes: Vec<f64>,
    /// Standard deviations more before a move of the side to move at the root is left out, and less for the other side:
    /// all of these are tried
    #[arg(long, value_name = "X,Y", value_delimiter = ',', default_value = "0", allow_hyphen_values = true)]
    leans: Vec<f64>,
    /// Try only policies whose names begin so, separated by semicolons: GPC, FGPC, ProbCut, RankCut, 'late moves', 'null move', node-cutting,
    /// integrated; or more of the name, as in 'GPC, gate -1.5'
    #[arg(long, value_name = "NAME;NAME", value_delimiter = ';')]
    only: Vec<String>,
    /// What is tried beside tests, where it saves anything by itself
    #[arg(long, value_name = "A,B", value_delimiter = ',', default_value = "late-moves,null-move")]
    aids: Vec<AidName>,
    /// The cautions to prove, from careful to bold, as multiples of the chosen one [default:
    /// 2.4,1.6,1.3,1.15,1.08,1.04,1,0.96,0.92,0.88,0.84]
    #[arg(long, value_name = "X,Y", value_delimiter = ',')]
    path: Vec<f64>,
    /// Games against the full search with the same time for both, when all is done
    #[arg(long, value_name = "N", value_parser = input::positive)]
    games: Option<u32>,
    /// The time for a move in these games
    #[arg(long, value_name = "T", default_value = "10ms", value_parser = input::time)]
    game_time: Duration,
    /// Begin these games only where a short search finds nobody ahead by more than this
    #[arg(long, value_name = "SCORE", value_parser = input::positive)]
    balance: Option<u32>,
    /// Where positions come from, once for every population: a name with options, or a file [default: self-play and
    /// random-games]
    #[arg(long, value_name = "P")]
    population: Vec<String>,
    /// End the proof as soon as the risk is proved, with limits that hold however often one looks
    #[arg(long, value_name = "WHEN")]
    until: Option<Until>,
    /// Positions to fit by
    #[arg(long, value_name = "N", value_parser = input::positive)]
    fit: Option<u32>,
    /// Positions to choose by
    #[arg(long, value_name = "N", value_parser = input::positive)]
    choose: Option<u32>,
    /// Positions of each population to prove by
    #[arg(long, value_name = "N", value_parser = input::positive)]
    prove: Option<u32>,
    #[command(flatten)]
    laboratory: LaboratoryOptions,
}

/// When a proof may end before all positions are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Until {
    Proved,
}

/// What may be tried beside tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum AidName {
    LateMoves,
    NullMove,
    None,
}

impl AidName {
    fn kind(self) -> Option<AidKind> {
        match self {
            AidName::LateMoves => Some(AidKind::LateMoves),
            AidName::NullMove => Some(AidKind::NullMove),
            AidName::None => None,
        }
    }
}

impl CalibrateOptions {
    /// The game: there is one wherever a list does not name them.
    fn game(&self) -> &str {
        self.game.as_deref().unwrap_or_default()
    }

    /// The depth, likewise.
    fn depth(&self) -> u32 {
        self.depth.unwrap_or_default()
    }

    fn choices(&self) -> Result<Choices, Failure> {
        if let Some(bad) = self.slopes.iter().chain(&self.leans).find(|number| !number.is_finite()) {
            return Err(Failure::new(format!("{bad}: slopes and leans must be finite numbers")));
        }
        let (slopes, leans, only) = (self.slopes.clone(), self.leans.clone(), self.only.clone());
        let aids = self.aids.iter().filter_map(|aid| aid.kind()).collect();
        Ok(Choices { slopes, leans, aids, only })
    }

    fn path(&self) -> Result<Path, Failure> {
        if self.path.is_empty() {
            return Ok(Path::default());
        }
        Path::new(self.path.clone()).map_err(|error| Failure::at("--path", error))
    }

    fn populations(&self, game: &dyn AnyGame) -> Result<Vec<Population>, Failure> {
        if self.population.is_empty() {
            return Ok(Population::usual());
        }
        population::read(&self.population, game)
    }

    fn contest(&self) -> Option<Contest> {
        let openings = Openings::Random { plies: 6, balance: self.balance.map(|score| score as i32) };
        self.games.map(|games| Contest { games: games.into(), time: self.game_time, openings })
    }

    fn sizes(&self) -> Sizes {
        let usual = Sizes::for_risk(&self.risk);
        let or = |given: Option<u32>, usual| given.map_or(usual, |number| number as usize);
        Sizes {
            fitting: or(self.fit, usual.fitting),
            choosing: or(self.choose, usual.choosing),
            proving: or(self.prove, usual.proving),
        }
    }
}

pub(crate) fn run(common: &Common, options: &CalibrateOptions, registry: &Registry) -> Result<(), Failure> {
    if options.shipped {
        return shipped::run(common, options, registry);
    }
    let folder = options.laboratory.profiles();
    let stop = progress::stop_on_interrupt();
    let effort = Effort { threads: common.threads(), stop: &stop };
    let place = KeptIn { laboratory: &options.laboratory, folder: &folder };
    let found = calibrate(common, options, &place, effort, registry)?;
    let kept = keep(&found.profile, options, registry)?;
    if let Some(file) = &options.report {
        deliver_page(&found.page().map_err(Failure::new)?, file)?;
    }
    if common.json {
        print_json(&found.json())?
    } else {
        print(&described(&found, &options.risk, kept.as_deref()))?
    }
    is_proved(&found, options)
}

/// Where a calibration is kept, and the folder of its ledger.
struct KeptIn<'a> {
    laboratory: &'a LaboratoryOptions,
    folder: &'a std::path::Path,
}

/// Fits, chooses and proves.
fn calibrate(
    common: &Common,
    options: &CalibrateOptions,
    place: &KeptIn<'_>,
    effort: Effort<'_>,
    registry: &Registry,
) -> Result<Calibrated, Failure> {
    let game = options.weights.apply_to(registry.open(options.game())?)?;
    let method: Method = options.algorithm.parse()?;
    if !matches!(method, Method::Engine(_)) {
        return Err(Failure::at(&options.algorithm, "only the engine can be calibrated"));
    }
    let (depth, seed) = (options.depth(), common.seed.unwrap_or(1));
    let setting = Setting { method, ..Setting::new(game.as_ref(), depth, seed) };
    let calibration = Calibration {
        choices: options.choices()?,
        path: options.path()?,
        beside: options.beside.parse()?,
        populations: options.populations(game.as_ref())?,
        ledger: Some(Ledger::at(place.folder.join(Ledger::NAME))),
        ending: options.until.map_or(Ending::AllPositions, |Until::Proved| Ending::WhenProved),
        among: options.among,
        ..Calibration::new(&setting, options.risk, options.sizes())
    };
    calibration.check()?;
    let (mut store, bar) = (place.laboratory.open()?, progress::bar(1));
    let found = calibration.run(&mut store, effort, &mut |news| tell(&bar, &news));
    let mut found = found.inspect_err(|_| bar.finish_and_clear())?;
    if let Some(contest) = options.contest() {
        let news = &mut |games| show(&bar, games, contest.games, "games at equal time");
        let complete = contest.play(&setting, &mut found, &mut store, effort, news).map_err(Failure::new)?;
        bar.finish_and_clear();
        complete.then_some(()).ok_or_else(Failure::interrupted_and_kept)?;
    }
    bar.finish_and_clear();
    Ok(found)
}

fn is_proved(found: &Calibrated, options: &CalibrateOptions) -> Result<(), Failure> {
    match found.profile.proof {
        Some(_) => Ok(()),
        None => Err(Failure::without_answer(format!("a risk of {} is not proved", options.risk))),
    }
}

/// Writes the profile to where it was asked for; if nowhere, and if it is proved, to where `--risk` looks for it.
fn keep(
    profile: &Profile,
    options: &CalibrateOptions,
    registry: &Registry,
) -> Result<Option<PathBuf>, Failure> {
    match (&options.output, &profile.proof) {
        (Some(file), _) => deliver(&profile.to_toml(), Some(file)).map(|()| Some(file.clone())),
        (None, None) => Ok(None),
        (None, Some(_)) => {
            let folder = options.laboratory.profiles();
            let failed =
                |error| Failure::at(&folder.display().to_string(), format!("cannot be written: {error}"));
            crate::risk::profiles(&options.laboratory, registry).keep(profile).map_err(failed)
        }
    }
}

impl From<CalibrateError> for Failure {
    fn from(error: CalibrateError) -> Failure {
        match error {
            CalibrateError::Stopped => Failure::interrupted_and_kept(),
            error => Failure::new(error),
        }
    }
}
