//! `pleach tournament`: everybody against everybody.

use super::contest::{self, ContestOptions};
use super::match_play::elo_text;
use crate::arguments::Common;
use crate::failure::Failure;
use crate::output::{columns, print, print_json};
use crate::program;
use crate::progress;
use clap::Args;
use pleach::registry::Registry;
use pleach_lab::contest::{Tournament, TournamentError, TournamentReport};
use pleach_lab::player::PlayerSpec;
use pleach_lab::statistics::{Confidence, Tally};
use pleach_lab::work::Effort;

/// Options of `pleach tournament`.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  pleach tournament othello engine:depth=2 engine:depth=3 engine:depth=4 --games 50

Every two players play a match, as `pleach match` does, and all matches begin with the same
openings. The ratings are those that make the results most likely (Bradley and Terry), with
their mean at zero and 95 % intervals. What is played is kept in the laboratory, and the
same command goes on where it was interrupted.")]
pub(crate) struct TournamentOptions {
    /// The game, with its options: NAME[:key=value,...]
    #[arg(value_name = "GAME")]
    game: String,
    /// The players, two at least: see `pleach match --help`
    #[arg(value_name = "PLAYER", required = true, num_args = 2..)]
    players: Vec<String>,
    #[command(flatten)]
    contest: ContestOptions,
}

pub(crate) fn run(common: &Common, options: &TournamentOptions, registry: &Registry) -> Result<(), Failure> {
    let game = contest::open(&options.game, common, registry)?;
    let read = |text: &String| options.contest.player(text, registry, &options.game);
    let players: Vec<PlayerSpec> = options.players.iter().map(read).collect::<Result<_, _>>()?;
    let tournament = Tournament {
        game: game.as_ref(),
        players: &players,
        openings: options.contest.openings(game.as_ref())?,
        adjudication: options.contest.adjudication(),
        pairs: options.contest.pairs(),
        seed: common.seed.unwrap_or(1),
    };
    let mut store = options.contest.laboratory.open()?;
    let matches = (players.len() * (players.len() - 1) / 2) as u64;
    let (stop, bar) = (progress::stop_on_interrupt(), progress::bar(2 * tournament.pairs * matches));
    let effort = Effort { threads: common.threads(), stop: &stop };
    let (mut finished, mut at) = (0, (usize::MAX, 0, 0));
    let report = tournament.play(&mut store, effort, &mut |one, two, standing| {
        if at.0 != usize::MAX && (at.0, at.1) != (one, two) {
            finished += at.2;
        }
        at = (one, two, standing.pairs.games());
        bar.set_position(finished + at.2);
        bar.set_message(format!("{} - {}", players[one].name(), players[two].name()));
    });
    bar.finish_and_clear();
    let report = report?;
    options.contest.write_games(&store, &report.runs, "tournament", game.as_ref())?;
    let shown = Shown { players: &players, report: &report };
    if common.json {
        print_json(&shown.json(&options.game))?
    } else {
        print(&shown.text())?
    }
    if report.complete { Ok(()) } else { Err(Failure::interrupted_and_kept()) }
}

impl From<TournamentError> for Failure {
    fn from(error: TournamentError) -> Failure {
        Failure::new(error)
    }
}

/// The result as it is printed.
struct Shown<'a> {
    players: &'a [PlayerSpec],
    report: &'a TournamentReport,
}

impl Shown<'_> {
    /// The players from the strongest to the weakest.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        let elo = |player: &usize| self.report.ratings.elo(*player).unwrap_or(0.0);
        order.sort_by(|one, two| elo(two).total_cmp(&elo(one)));
        order
    }

    /// The games of a player with another one, from the player's view; none with itself.
    fn between(&self, player: usize, other: usize) -> Option<Tally> {
        self.report.matches.iter().find_map(|(one, two, standing)| match (*one, *two) {
            pair if pair == (player, other) => Some(standing.pairs.tally()),
            pair if pair == (other, player) => Some(standing.pairs.tally().reversed()),
            _ => None,
        })
    }

    fn total(&self, player: usize) -> Tally {
        let mut total = Tally::default();
        for games in (0..self.players.len()).filter_map(|other| self.between(player, other)) {
            total.merge(&games);
        }
        total
    }

    fn json(&self, game: &str) -> serde_json::Value {
        let players: Vec<_> = self
            .order()
            .into_iter()
            .map(|player| {
                let estimate = self.report.ratings.estimate(player, Confidence::default());
                let total = self.total(player);
                serde_json::json!({
                    "player": self.players[player].name(),
                    "elo": estimate.map(|elo| elo.elo),
                    "elo_low": estimate.map(|elo| elo.low),
                    "elo_high": estimate.map(|elo| elo.high),
                    "games": total.games(), "wins": total.wins, "draws": total.draws, "losses": total.losses,
                })
            })
            .collect();
        serde_json::json!({
            "game": game, "ratings": players, "runs": self.report.runs, "complete": self.report.complete,
        })
    }

    fn text(&self) -> String {
        let order = self.order();
        let mut head: Vec<String> = ["", "player", "Elo", "score", "games"].map(str::to_owned).to_vec();
        head.extend((1..=order.len()).map(|place| place.to_string()));
        let mut rows = vec![head];
        for (place, &player) in (1..).zip(&order) {
            let total = self.total(player);
            let elo = self.report.ratings.estimate(player, Confidence::default());
            let score = |tally: Tally| tally.score().map(|score| format!("{:.1} %", 100.0 * score));
            let mut row = vec![
                place.to_string(),
                self.players[player].name().to_owned(),
                elo.map_or(String::new(), |elo| elo_text(&elo)),
                score(total).unwrap_or_default(),
                total.games().to_string(),
            ];
            let against = |&other: &usize| self.between(player, other).and_then(score);
            row.extend(order.iter().map(|other| against(other).unwrap_or_else(|| "-".to_owned())));
            rows.push(row);
        }
        let mut text = columns(&rows);
        let faults: u64 =
            self.report.matches.iter().map(|(_, _, standing)| standing.faults[0] + standing.faults[1]).sum();
        if faults > 0 {
            let program = program::name();
            text +=
                &format!("\n{faults} games were lost by a fault: `{program} lab export` has the reasons.\n");
        }
        text
    }
}
