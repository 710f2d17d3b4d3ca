//! `pleach search`: the best move of a position.

use crate::arguments::Common;
use crate::failure::Failure;
use crate::input::{self, PositionOptions};
use crate::judgement;
use crate::method::{LimitOptions, MethodOptions};
use crate::output::{columns, counted, duration, grouped, print, print_json, rate};
use crate::progress;
use crate::risk::{RiskOptions, Stated};
use crate::weights::WeightsOptions;
use clap::Args;
use pleach::prune::{Kind, KindCounts};
use pleach::registry::{Answer, AnyGame, PlayLine, Registry, Request};
use pleach::{Bound, Score, Stopped};

/// What to look for in the tree, for `search` and `trace` alike.
#[derive(Debug, Args)]
pub(crate) struct AimOptions {
    /// Look for the exact value only between two scores: alpha,beta (as scores are shown; inf, -inf)
    #[arg(long, value_name = "A,B", value_parser = input::window, allow_hyphen_values = true)]
    pub(crate) window: Option<(Score, Score)>,
    /// Deepen step by step: 1, 2, 3 ... plies
    #[arg(long)]
    pub(crate) deepening: bool,
}

impl AimOptions {
    /// The request with this aim.
    pub(crate) fn apply_to(&self, mut request: Request) -> Request {
        request.window = self.window;
        request.deepening = self.deepening;
        request
    }
}

/// Options of `pleach search`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pleach search tic-tac-toe --position 'XX.OO....' --depth 5
  pleach search random-tree:b=6,d=10,leaves=newborn --algorithm negascout --time 2s
  pleach search othello --moves 'f5 d6' --depth 8 --lines 3
  pleach search othello --depth 8 --risk 5%
  pleach search tree --position @tree.json --algorithm mtdf --depth 4 --json
  pleach search othello --moves 'f5 d6' --algorithm pb-star:theta=0.9 --nodes 50k
  pleach search othello --algorithm negascout --prune probcut:d=4,s=2,sigma=3,t=1.5 --depth 6

`pleach algorithms` lists the pruning methods, too. Those of the ProbCut family need the depths d
and s of the deep and the shallow search, the line v_d = a v_s + b (a=1,b=0 unless said), its
standard deviation sigma, and t, how many of those there must be to spare. Several pairs of depths
are pairs=3-1/5-1/8-4, with one number for all of them or one for each: sigma=10/12/15.")]
pub(crate) struct SearchOptions {
    #[command(flatten)]
    position: PositionOptions,
    #[command(flatten)]
    weights: WeightsOptions,
    #[command(flatten)]
    method: MethodOptions,
    #[command(flatten)]
    risk: RiskOptions,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    aim: AimOptions,
    /// Find all equally good moves, and choose among them by the seed
    #[arg(long)]
    all_best: bool,
    /// Show so many lines of play with their values, each beginning with another move
    #[arg(long, value_name = "N", value_parser = input::positive, default_value = "1", allow_hyphen_values = true)]
    lines: u32,
}

pub(crate) fn run(common: &Common, options: &SearchOptions, registry: &Registry) -> Result<(), Failure> {
    let game = options.weights.apply_to(options.position.open(common, registry)?)?;
    let no_end = || Failure::new("search needs an end: give --depth N, --time T or --nodes N");
    let limits = options.limits.limits().ok_or_else(no_end)?.stop_flag(progress::stop_on_interrupt());
    let request = options.aim.apply_to(options.method.request(common, limits)?);
    let (mut request, profile) = options.risk.apply_to(request, game.as_ref(), registry)?;
    request.all_best = options.all_best;
    request.lines = options.lines as usize;
    let clock = progress::clock(&format!("{} by {}", game.name(), request.algorithm));
    let answer = game.search(&request);
    clock.finish_and_clear();
    let answer = answer?;
    let stated = profile.as_ref().map(|profile| Stated { profile, claim: profile.claim(&request, &answer) });
    if common.json {
        print_json(&for_programs(&answer, stated.as_ref())?)?;
    } else {
        print(&described(game.as_ref(), &answer, stated.as_ref().map(Stated::in_words)))?;
    }
    match answer.stopped {
        Some(Stopped::Flag) => {
            Err(Failure::interrupted("told to stop: the answer is that of the last finished depth"))
        }
        _ => Ok(()),
    }
}

/// The answer for programs, with what is known of its risk.
fn for_programs(answer: &Answer, stated: Option<&Stated<'_>>) -> Result<serde_json::Value, Failure> {
    let mut told = serde_json::to_value(answer).map_err(Failure::new)?;
    if answer.is_selective() {
        told["bound"] = "probable".into();
    }
    if let Some(stated) = stated {
        told["risk"] = serde_json::to_value(stated.for_programs()).map_err(Failure::new)?;
    }
    Ok(told)
}

/// The answer for people.
fn described(game: &dyn AnyGame, answer: &Answer, risk: Option<String>) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut row = |name: &str, text: String| rows.push(vec![name.to_owned(), text]);
    row("game", answer.game.clone());
    row("position", answer.position.clone());
    row("search", searched(answer));
    if let Some(risk) = risk {
        row("risk", risk);
    }
    match (&answer.best, game.outcome()) {
        (Some(best), _) => row("best move", best.clone()),
        (None, Some(_)) => row("best move", "none: the game is over".to_owned()),
        (None, None) => row("best move", "unknown: every move failed low".to_owned()),
    }
    if !answer.equally_good.is_empty() {
        row("equally good", answer.equally_good.join(" "));
    }
    match &answer.judgement {
        None if answer.is_selective() && answer.bound == Bound::Exact => {
            row("score", format!("probably {}", answer.score));
        }
        None => row("score", score_in_words(answer.score, answer.bound)),
        Some(judged) => {
            row("verdict", judgement::verdict(judged));
            row(
                "score",
                format!("about {}, from {} to {}", answer.score, judged.value.low, judged.value.high),
            );
        }
    }
    match answer.lines.as_slice() {
        [] => row("line", answer.pv.join(" ")),
        lines => {
            let heads = std::iter::once("lines").chain(std::iter::repeat(""));
            heads.zip(lines_in_words(lines)).for_each(|(head, line)| row(head, line));
        }
    }
    let speed = rate(answer.counts.nodes, answer.seconds);
    row("nodes", format!("{} in {}, {speed}", grouped(answer.counts.nodes), duration(answer.seconds)));
    row("leaves", grouped(answer.counts.leaves));
    let extra = [
        ("tests", answer.counts.tests),
        ("re-searches", answer.counts.researches),
        ("table hits", answer.counts.table_hits),
    ];
    for (name, count) in extra.into_iter().filter(|(_, count)| *count > 0) {
        row(name, grouped(count));
    }
    row("cuts", cuts_in_words(answer));
    if let Some(share) = answer.counts.first_move_cut_rate() {
        row("first move", format!("makes {:.1} % of the cuts", share * 100.0));
    }
    let heads = std::iter::once("left out").chain(std::iter::repeat(""));
    heads.zip(answer.counts.pruning.iter()).for_each(|(head, pruned)| row(head, pruned_in_words(pruned)));
    let board = game.board();
    let mut table = columns(&rows);
    if let Some(judged) = answer.judgement.as_ref().filter(|judged| !judged.moves.is_empty()) {
        table += &format!("\n{}", judgement::drawn(judged));
    }
    if board.contains('\n') { format!("{board}\n\n{table}") } else { table }
}

/// The lines with their scores, which stand below each other.
fn lines_in_words(lines: &[PlayLine]) -> Vec<String> {
    let scores: Vec<String> = lines.iter().map(|line| line.score.to_string()).collect();
    let widest = scores.iter().map(String::len).max().unwrap_or(0);
    scores.iter().zip(lines).map(|(score, line)| format!("{score:>widest$}  {}", line.pv.join(" "))).collect()
}

fn searched(answer: &Answer) -> String {
    let depth = answer.depth.map_or("to the end".to_owned(), |depth| format!("to depth {depth}"));
    let pruned = if answer.prune == "none" { String::new() } else { format!(" with {}", answer.prune) };
    let stopped = answer.stopped.map(|stopped| format!("; {stopped}")).unwrap_or_default();
    format!("{}{pruned} {depth}{stopped}", answer.algorithm)
}

/// The score with what it says of the true one.
pub(crate) fn score_in_words(score: Score, bound: Bound) -> String {
    match bound {
        Bound::Exact => score.to_string(),
        Bound::Lower => format!("at least {score}"),
        Bound::Upper => format!("at most {score}"),
    }
}

/// What a kind of pruning has done.
fn pruned_in_words((kind, counts): (Kind, KindCounts)) -> String {
    let KindCounts { tests, nodes, left_out, saved } = counts;
    let name = kind.name();
    let tests = match tests {
        0 => String::new(),
        _ => format!(", {} of {}", counted(tests, "test", "tests"), counted(nodes, "node", "nodes")),
    };
    let (left_out, saved) = (counted(left_out, "time", "times"), counted(saved, "node", "nodes"));
    format!("{name}: {left_out}{tests}; saved about {saved}")
}

fn cuts_in_words(answer: &Answer) -> String {
    let cuts = &answer.counts.cuts;
    let kinds = [
        ("alpha", cuts.alpha),
        ("beta", cuts.beta),
        ("deep alpha", cuts.deep_alpha),
        ("deep beta", cuts.deep_beta),
        ("direct", cuts.direct),
    ];
    let named: Vec<String> = kinds
        .iter()
        .filter(|(_, count)| *count > 0)
        .map(|(name, count)| format!("{name} {}", grouped(*count)))
        .collect();
    if named.is_empty() { "none".to_owned() } else { named.join(", ") }
}
