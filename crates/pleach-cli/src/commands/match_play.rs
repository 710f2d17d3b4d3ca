//! `pleach match`: two players against each other.

use super::contest::{self, ContestOptions};
use crate::arguments::Common;
use crate::failure::Failure;
use crate::output::{columns, grouped, print, print_json};
use crate::progress;
use clap::Args;
use pleach::registry::Registry;
use pleach_lab::contest::{Match, MatchError, MatchReport, Standing};
use pleach_lab::player::PlayerSpec;
use pleach_lab::statistics::{
    Confidence, Estimate, Sprt, SprtParameters, Verdict, likelihood_of_superiority,
};
use pleach_lab::work::Effort;

/// Options of `pleach match`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pleach match othello engine:nodes=1000 engine:nodes=300 --games 200
  pleach match connect-four engine:eval=threats engine:eval=placement --depth 4 --sprt 0,20
  pleach match othello engine gtp:gtp-rhino --time 100ms
  pleach match chess engine 'uci:stockfish; UCI_LimitStrength=true; UCI_Elo=1500' --time 50ms

Players are algorithms with their options, and beside them depth, nodes or time for a move,
eval and weights for the evaluator, profile for a file of `pleach calibrate`, hash for the MiB of
the table, and name. Other programs
are uci:COMMAND (chess) or gtp:COMMAND; cmd:COMMAND chooses by the game. After a ; they take
the same, and options of UCI.

Every opening is played twice with colours swapped. The Elo difference and its interval come
from these pairs. --sprt ELO0,ELO1 stops as soon as it is clear whether the first player is
better by ELO1 rather than by ELO0, with 5 % errors of either kind. A player that crashes,
hangs, makes an illegal move or takes longer than its time and --time-margin loses the game, and
the match goes on. Programs by GTP are told their time in whole seconds, one at least, and held to
that. Games of more than --max-plies are draws; the record says why each game ended.

The games are kept in the laboratory (--lab). The same command goes on where it was
interrupted, and with more --games it resumes there. With fixed depths or nodes the
result does not depend on --threads.")]
pub(crate) struct MatchOptions {
    /// The game, with its options: NAME[:key=value,...]
    #[arg(value_name = "GAME")]
    game: String,
    /// The first player
    #[arg(value_name = "A")]
    first: String,
    /// The second player
    #[arg(value_name = "B")]
    second: String,
    /// End as soon as the test has decided: ELO0,ELO1[,ALPHA,BETA]
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    #[command(flatten)]
    contest: ContestOptions,
}

/// Reads a test.
fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    let parameters = match numbers.as_deref() {
        Some([elo0, elo1]) => SprtParameters::new(*elo0, *elo1),
        Some([elo0, elo1, alpha, beta]) => {
            SprtParameters { alpha: *alpha, beta: *beta, ..SprtParameters::new(*elo0, *elo1) }
        }
        _ => return Err("expected ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA such as 0,10".to_owned()),
    };
    Sprt::new(parameters).map_err(|error| error.to_string())
}

pub(crate) fn run(common: &Common, options: &MatchOptions, registry: &Registry) -> Result<(), Failure> {
    let game = contest::open(&options.game, common, registry)?;
    let (a, b) = (&options.first, &options.second);
    let players = [a, b].map(|text| options.contest.player(text, registry, &options.game));
    let [first, second] = players;
    let (first, second) = (first?, second?);
    let contest = Match {
        game: game.as_ref(),
        players: [&first, &second],
        openings: options.contest.openings(game.as_ref())?,
        adjudication: options.contest.adjudication(),
        pairs: options.contest.pairs(),
        sprt: options.sprt,
        seed: common.seed.unwrap_or(1),
    };
    let mut store = options.contest.laboratory.open()?;
    let (stop, bar) = (progress::stop_on_interrupt(), progress::bar(2 * contest.pairs));
    let effort = Effort { threads: common.threads(), stop: &stop };
    let report = contest.play(&mut store, effort, &mut |standing| {
        bar.set_position(standing.pairs.games());
        bar.set_message(short(standing, options.sprt.as_ref()));
    });
    bar.finish_and_clear();
    let report = report?;
    let event = format!("{} - {}", first.name(), second.name());
    options.contest.write_games(&store, &[report.run], &event, game.as_ref())?;
    let shown = Shown { options, players: [&first, &second], report: &report };
    if common.json {
        print_json(&shown.json())?
    } else {
        print(&shown.text())?
    }
    if report.complete { Ok(()) } else { Err(Failure::interrupted_and_kept()) }
}

impl From<MatchError> for Failure {
    fn from(error: MatchError) -> Failure {
        Failure::new(error)
    }
}

/// The running score beside the bar.
fn short(standing: &Standing, sprt: Option<&Sprt>) -> String {
    let Some(score) = standing.pairs.score() else { return String::new() };
    let elo = estimate(standing).map_or(String::new(), |elo| format!("  Elo {}", elo_text(&elo)));
    let llr = sprt.map_or(String::new(), |sprt| {
        format!("  LLR {:.2} ({:.2}, {:.2})", sprt.llr(&standing.pairs), sprt.lower(), sprt.upper())
    });
    format!("{:.1} %{elo}{llr}", 100.0 * score)
}

fn estimate(standing: &Standing) -> Option<Estimate> {
    Estimate::of(&standing.pairs, Confidence::default())
}

/// `+12.3 (-4.0 .. +28.6)`.
pub(super) fn elo_text(elo: &Estimate) -> String {
    format!("{} ({} .. {})", signed(elo.elo), signed(elo.low), signed(elo.high))
}

fn signed(elo: f64) -> String {
    match elo {
        f64::INFINITY => "+inf".to_owned(),
        f64::NEG_INFINITY => "-inf".to_owned(),
        _ => format!("{elo:+.1}"),
    }
}

/// The result as it is printed.
struct Shown<'a> {
    options: &'a MatchOptions,
    players: [&'a PlayerSpec; 2],
    report: &'a MatchReport,
}

impl Shown<'_> {
    fn verdict(&self) -> Option<&'static str> {
        let sprt = self.options.sprt.as_ref()?;
        Some(match sprt.verdict(&self.report.standing.pairs) {
            Verdict::Continue => "undecided",
            Verdict::AcceptH0 => "H0 accepted",
            Verdict::AcceptH1 => "H1 accepted",
        })
    }

    fn json(&self) -> serde_json::Value {
        let standing = &self.report.standing;
        let (tally, elo) = (standing.pairs.tally(), estimate(standing));
        let finite = |number: f64| number.is_finite().then_some(number);
        serde_json::json!({
            "game": self.options.game,
            "players": self.players.map(PlayerSpec::name),
            "games": standing.pairs.games(),
            "wins": tally.wins, "draws": tally.draws, "losses": tally.losses,
            "score": standing.pairs.score(),
            "elo": elo.and_then(|elo| finite(elo.elo)),
            "elo_low": elo.and_then(|elo| finite(elo.low)),
            "elo_high": elo.and_then(|elo| finite(elo.high)),
            "superiority": likelihood_of_superiority(&standing.pairs),
            "pairs": standing.pairs.counts(),
            "llr": self.options.sprt.as_ref().map(|sprt| sprt.llr(&standing.pairs)),
            "verdict": self.verdict(),
            "faults": standing.faults,
            "overtime": standing.overtime,
            "endings": standing.endings,
            "nodes": standing.nodes,
            "run": self.report.run,
            "complete": self.report.complete,
        })
    }

    fn text(&self) -> String {
        let standing = &self.report.standing;
        let tally = standing.pairs.tally();
        let mut rows: Vec<Vec<String>> = Vec::new();
        let mut row = |name: &str, text: String| rows.push(vec![name.to_owned(), text]);
        row("game", self.options.game.clone());
        row("players", self.players.map(PlayerSpec::name).join("  against  "));
        let score = standing.pairs.score().map_or("none yet".to_owned(), |score| {
            let (wins, draws, losses) = (tally.wins, tally.draws, tally.losses);
            let counts = format!("{wins} won, {draws} drawn, {losses} lost");
            format!("{:.1} % of {} games: {counts}", 100.0 * score, standing.pairs.games())
        });
        row("score", score);
        if let Some(elo) = estimate(standing) {
            row("Elo", format!("{}, 95 % interval", elo_text(&elo)));
        }
        let counts = standing.pairs.counts().map(|count| count.to_string()).join(" ");
        row("pairs", format!("{counts}  (with 0, 1/2, 1, 1 1/2, 2 points)"));
        if let Some(superior) = likelihood_of_superiority(&standing.pairs) {
            row("superior", format!("{:.1} % likely", 100.0 * superior));
        }
        if let (Some(sprt), Some(verdict)) = (&self.options.sprt, self.verdict()) {
            let (llr, lower, upper) = (sprt.llr(&standing.pairs), sprt.lower(), sprt.upper());
            row("test", format!("{verdict}: LLR {llr:.2} between {lower:.2} and {upper:.2}"));
        }
        let endings: Vec<String> =
            standing.endings.iter().map(|(ending, count)| format!("{count} {ending}")).collect();
        row("ended", endings.join(", "));
        if standing.faults != [0, 0] {
            let [first, second] = standing.faults;
            let reason = standing.first_fault.as_deref().unwrap_or("");
            row("faults", format!("{first} of the first player, {second} of the second: {reason}"));
        }
        if standing.overtime != [None, None] {
            let beyond = |time: Option<u64>| time.map_or("no limit".to_owned(), |time| format!("{time} ms"));
            row("overtime", format!("{} at most", standing.overtime.map(beyond).join(" against ")));
        }
        row("nodes", standing.nodes.map(grouped).join(" against "));
        row("kept", format!("run {} in {}", self.report.run, self.options.contest.laboratory.name()));
        columns(&rows)
    }
}
