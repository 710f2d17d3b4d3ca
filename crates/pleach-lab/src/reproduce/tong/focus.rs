//! Focus networks, which Tong (section 1.2.4) cites from Moriarty and Miikkulainen, "Evolving neural networks to focus minimax
//! search" (1994): alpha-beta that sees what a network shows it against alpha-beta that sees all moves, at equal depths.

use super::super::{Cell, Finding, Part, Row, Setup, Table, Unfinished, behaviour};
use crate::chart::{Axis, Chart, Layer, Mark};
use crate::contest::{Adjudication, Opening, Openings, play_pair};
use crate::player::{PlayerSpec, Thought};
use crate::statistics::{Confidence, Estimate, GameResult, Pairs, score_of_elo};
use pleach::prune::{FocusRule, Rule, Rules};
use pleach::registry::{AnyGame, Method, Order};
use pleach::textbook::Algorithm;
use pleach::{Weights, mix};
use std::sync::atomic::Ordering;

/// The evaluator that the network was bred with, and one that it has never met.
const EVALUATORS: [(&str, &str); 2] =
    [("othello:eval=discs-corners", "discs and corners"), ("othello:eval=classic", "classic")];
/// The depth at which the network was bred.
const BRED_AT: u32 = 2;
const DEEPEST: u64 = 6;
const QUICK_DEEPEST: u64 = 4;
const SHARDS: u64 = 40;
const PAIRS_A_SHARD: u64 = 25;
const QUICK_PAIRS_A_SHARD: u64 = 5;
/// The network was bred with openings of 6 plies, of which there are only 8200: it has met most of them.
const OPENING_PLIES: u32 = 10;
const METHOD: Method = Method::Textbook(Algorithm::ALPHA_BETA, Order::Listed);
const PERCENT: f64 = 100.0;

/// A pair of games with the same opening: what the focused side made of each, and the nodes of both sides.
type Played = ([GameResult; 2], [u64; 2]);

/// What came of the pairs of one depth.
struct Match {
    depth: u32,
    pairs: u64,
    /// In percent of the points.
    score: Cell,
    /// In percent of the nodes of the full-width side.
    nodes: Cell,
}

fn played(game: &dyn AnyGame, depth: u32, opening: &Opening) -> Result<Played, String> {
    let thought = Thought { depth: Some(depth), ..Thought::default() };
    let spec = |name, rules| PlayerSpec::of_game(name, game.boxed_clone(), thought).searching(METHOD, rules);
    let one = spec("focused", Rules::from(Rule::Focus(FocusRule::default())));
    let two = spec("full-width", Rules::none());
    let make = |spec: &PlayerSpec| spec.make().map_err(|error| error.to_string());
    let mut players = [make(&one)?, make(&two)?];
    let games = play_pair(game, opening, [one.name(), two.name()], &mut players, &Adjudication::default());
    let [first, second] = games.map_err(|error| error.to_string())?;
    if let Some(fault) = first.fault.or(second.fault) {
        return Err(fault);
    }
    let nodes = [first.nodes_first + second.nodes_second, first.nodes_second + second.nodes_first];
    Ok(([first.result, second.result.reversed()], nodes))
}

fn matched(setup: &mut Setup<'_>, game: &dyn AnyGame, depth: u32) -> Result<Match, Unfinished> {
    let each = setup.size(PAIRS_A_SHARD, QUICK_PAIRS_A_SHARD);
    let openings = Openings::Random { plies: OPENING_PLIES, balance: None };
    let openings = openings.first(SHARDS * each, game, mix(setup.get_seed()));
    let sample = played(game, BRED_AT, &openings[0]).map_err(Unfinished::Failed)?;
    let network = game.network().map(Weights::fingerprint);
    let part = Part {
        name: "tong/focus",
        details: serde_json::json!({
            "game": game.name(), "depth": depth, "opening plies": OPENING_PLIES, "pairs a shard": each,
        }),
        behaviour: behaviour(&(crate::player::behaviour(game), network, sample)),
        shards: SHARDS,
    };
    let effort = setup.effort();
    let rows = setup.each(&part, |shard| {
        let own = openings.iter().skip((shard * each) as usize).take(each as usize);
        own.map(|opening| match effort.stop.load(Ordering::Relaxed) {
            true => Err("stopped".to_owned()),
            false => played(game, depth, opening),
        })
        .collect()
    })?;
    Ok(summed(depth, &rows.into_iter().flatten().collect::<Vec<Played>>()))
}

fn summed(depth: u32, played: &[Played]) -> Match {
    let mut pairs = Pairs::default();
    let (mut sum, mut squares) = (0.0, 0.0);
    for &([first, second], [own, other]) in played {
        pairs.add(first, second);
        let share = PERCENT * own as f64 / other.max(1) as f64;
        (sum, squares) = (sum + share, squares + share * share);
    }
    let percent = |elo| PERCENT * score_of_elo(elo);
    let interval = Estimate::of(&pairs, Confidence::PERCENT_95)
        .map_or((0.0, PERCENT), |estimate| (percent(estimate.low), percent(estimate.high)));
    let score = Cell::measured(PERCENT * pairs.score().unwrap_or(0.5), interval, 1);
    Match { depth, pairs: pairs.pairs(), score, nodes: Cell::mean(pairs.pairs(), sum, squares, 1) }
}

fn table(evaluator: &str, matches: &[Match]) -> Table {
    let row = |found: &Match| Row {
        name: found.depth.to_string(),
        samples: Some(found.pairs),
        cells: vec![Some(found.score), Some(found.nodes)],
    };
    Table {
        title: format!("Both sides evaluate by {evaluator}; percent"),
        side: "depth".to_owned(),
        heads: ["points of the focused side", "its nodes, of those of the full-width side"]
            .map(String::from)
            .to_vec(),
        beside: String::new(),
        samples_of: "pairs of games".to_owned(),
        rows: matches.iter().map(row).collect(),
    }
}

fn chart(caption: &str, up: &str, matches: &[Vec<Match>], cell: fn(&Match) -> Cell) -> Chart {
    let layer = |((_, name), matches): (&(&str, &str), &Vec<Match>)| Layer::Line {
        name: (*name).to_owned(),
        marks: matches
            .iter()
            .map(|found| Mark { x: found.depth.into(), y: cell(found).value, interval: cell(found).interval })
            .collect(),
    };
    Chart {
        caption: caption.to_owned(),
        across: Axis::plain("depth of both sides, plies"),
        up: Axis::plain(up),
        layers: EVALUATORS.iter().zip(matches).map(layer).collect(),
    }
}

/// The depths at which something holds, in words.
fn depths(matches: &[Match], holds: impl Fn(&Match) -> bool) -> String {
    let depths: Vec<String> =
        matches.iter().filter(|found| holds(found)).map(|found| found.depth.to_string()).collect();
    if depths.is_empty() { "none".to_owned() } else { depths.join(", ") }
}

fn low(cell: Cell) -> f64 {
    cell.interval.map_or(cell.value, |interval| interval.0)
}

fn high(cell: Cell) -> f64 {
    cell.interval.map_or(cell.value, |interval| interval.1)
}

/// Matches by depth, with two evaluators.
pub(super) fn matches(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    let deepest = setup.size(DEEPEST, QUICK_DEEPEST) as u32;
    setup.expect(SHARDS * u64::from(deepest) * EVALUATORS.len() as u64);
    let mut all = Vec::new();
    for (name, _) in EVALUATORS {
        let game = setup.game(name)?;
        let matches: Result<Vec<Match>, Unfinished> =
            (1..=deepest).map(|depth| matched(setup, game.as_ref(), depth)).collect();
        all.push(matches?);
    }
    let tables = EVALUATORS.iter().zip(&all).map(|((_, name), matches)| table(name, matches)).collect();
    let points = "Points of focused alpha-beta against full-width alpha-beta; 95 % intervals";
    let nodes = "Nodes of the focused side; 95 % intervals";
    let charts = vec![
        chart(points, "percent", &all, |found| found.score),
        chart(nodes, "percent of the other side's", &all, |found| found.nodes),
    ];
    let mut finding = Finding { tables, charts, ..Finding::default() };
    judge(&mut finding, &all);
    Ok(finding)
}

fn judge(finding: &mut Finding, all: &[Vec<Match>]) {
    let [bred, stranger] = all else { return };
    let wins = |found: &Match| low(found.score) > PERCENT / 2.0;
    let loses = |found: &Match| high(found.score) < PERCENT / 2.0;
    finding.check(
        format!("at depth {BRED_AT}, where the network was bred, the focused search is shown to be stronger"),
        bred.iter().any(|found| found.depth == BRED_AT && wins(found)),
    );
    finding.check("at no depth is it shown to be weaker", !bred.iter().any(loses));
    finding.check(
        format!("from depth {BRED_AT} on it visits less than half of the nodes"),
        bred.iter().filter(|found| found.depth >= BRED_AT).all(|found| high(found.nodes) < PERCENT / 2.0),
    );
    finding.remarks.push(format!(
        "With the evaluator it was bred with the focused side is shown to be stronger at depths {}, and weaker at {}; with one that \
         it never met, stronger at {} and weaker at {}.",
        depths(bred, wins),
        depths(bred, loses),
        depths(stranger, wins),
        depths(stranger, loses),
    ));
    finding.remarks.push(format!(
        "Tong tells the result without numbers, and the authors' tables are not among the papers here: the claim is compared, no \
         number is. Both sides are the textbook's alpha-beta without memory. Games begin with {OPENING_PLIES} random plies (the network was bred with 6), each \
         opening with both colours. At depth 1 the share of nodes is about the share of moves that are looked at. The network has 8 \
         hidden units and a fixed form; the authors encoded theirs in marker-based chromosomes."
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_judged_by_their_intervals() {
        let won = ([GameResult::Win, GameResult::Win], [30, 100]);
        let lost = ([GameResult::Loss, GameResult::Loss], [60, 100]);
        let all = [vec![summed(2, &[won; 50]), summed(3, &[lost; 50])], vec![summed(2, &[won, lost])]];
        assert_eq!((all[1][0].score.value, all[1][0].nodes.value), (50.0, 45.0));
        let mut finding = Finding::default();
        judge(&mut finding, &all);
        let holds: Vec<Option<bool>> = finding.checks.iter().map(|check| check.holds).collect();
        assert_eq!(holds, [Some(true), Some(false), Some(false)]);
        assert!(
            finding.remarks[0].contains("stronger at depths 2, and weaker at 3;"),
            "{}",
            finding.remarks[0]
        );
    }

    /// A network that hides nothing plays as the search without one does.
    #[test]
    fn blank_networks_change_nothing() {
        let game = pleach_games::registry().open(EVALUATORS[0].0).unwrap();
        let network = game.network().unwrap();
        let blank = network.with_flat(&vec![0; network.flat().len()]).unwrap();
        let openings = Openings::Random { plies: OPENING_PLIES, balance: None }.first(1, game.as_ref(), 1);
        let focused = |game: &dyn AnyGame| played(game, 2, &openings[0]).unwrap();
        let ([first, second], [own, other]) = focused(game.with_weights(blank).unwrap().as_ref());
        assert_eq!((first, own), (second.reversed(), other));
        let (_, [own, other]) = focused(game.as_ref());
        assert!(own < other, "{own} nodes, {other} of the other");
    }
}
