//! Figures of whole games: 3.12, 4.14 and 5.8 against the players of the genetic population, 3.13, 4.15 and 5.9 against
//! the full program.

use super::super::{Cell, Finding, Part, Row, Setup, Table, Unfinished};
use super::costs::{Chapter, ROOT_ALONE, at_least};
use super::experiment::{Experiment, THESIS};
use super::searches::{FULL, Searched, all, full};
use crate::chart::{Axis, Chart, Layer, Mark};
use crate::contest::{Adjudication, Opening, Openings, play_pair};
use crate::player::{PlayerSpec, Thought};
use pleach::registry::AnyGame;

/// The weights of a player a line, below their names: the last generation of the genetic algorithm.
const PLAYERS: &str = include_str!("population.csv");
/// Random moves before a game begins.
const OPENING_PLIES: u32 = 8;
/// A longer game is a draw.
const MOST_PLIES: u32 = 200;
/// Points of per cent by which players of like strength may differ.
const LIKE: f64 = 10.0;

/// Whom searches play against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Against {
    /// A pair of games with each of a hundred players.
    Population,
    /// As many pairs as there are openings, against the search without anything left out.
    Full,
}

impl Against {
    fn pairs(self, setup: &Setup<'_>) -> u64 {
        match self {
            Against::Population => setup.size(100, 2),
            Against::Full => setup.size(THESIS.games.0, THESIS.games.1),
        }
    }

    fn in_words(self) -> &'static str {
        match self {
            Against::Population => "against players of the population",
            Against::Full => "against the full program",
        }
    }
}

fn failed(error: impl ToString) -> Unfinished {
    Unfinished::Failed(error.to_string())
}

fn player(game: &dyn AnyGame, depth: u32, search: &Searched) -> PlayerSpec {
    let thought = Thought { depth: Some(depth), ..Thought::default() };
    PlayerSpec::of_game(&search.name, game.boxed_clone(), thought)
        .searching(search.method, search.prune.clone())
}

/// The first players of the population, who search as deep.
fn population(game: &dyn AnyGame, count: u64) -> Result<Vec<PlayerSpec>, Unfinished> {
    let weights = game.weights().ok_or_else(|| failed("the game has no weights"))?;
    let one = |(number, line): (usize, &str)| {
        let numbers: Vec<i32> = line.split(',').filter_map(|number| number.parse().ok()).collect();
        let game = game.with_weights(weights.with_flat(&numbers).map_err(failed)?).map_err(failed)?;
        let thought = Thought { depth: Some(THESIS.depth), ..Thought::default() };
        Ok(PlayerSpec::of_game(&format!("player {number}"), game, thought))
    };
    PLAYERS.lines().enumerate().skip(1).take(count as usize).map(one).collect()
}

/// The points of a search in pairs of games against the full program, in per cent.
pub(super) fn points(
    setup: &mut Setup<'_>,
    experiment: &Experiment,
    search: &Searched,
    pairs: u64,
) -> Result<Vec<f64>, Unfinished> {
    let (game, depth) = (experiment.game.as_ref(), experiment.subject.depth);
    let opponents = [player(game, depth, &full().map_err(failed)?)];
    points_against(setup, experiment, search, &opponents, &openings(setup, game, pairs))
}

fn openings(setup: &Setup<'_>, game: &dyn AnyGame, pairs: u64) -> Vec<Opening> {
    Openings::Random { plies: OPENING_PLIES, balance: None }.first(pairs, game, setup.get_seed())
}

/// The points of a search in every pair of games, in per cent.
fn points_against(
    setup: &mut Setup<'_>,
    experiment: &Experiment,
    search: &Searched,
    opponents: &[PlayerSpec],
    openings: &[Opening],
) -> Result<Vec<f64>, Unfinished> {
    let (game, depth) = (experiment.game.as_ref(), experiment.subject.depth);
    let own = player(game, depth, search);
    let definitions: Vec<_> = opponents.iter().map(PlayerSpec::definition).collect();
    let part = Part {
        name: "tong/games",
        details: serde_json::json!({ "game": experiment.subject.game, "search": search.name, "pairs": openings.len(), "most plies": MOST_PLIES }),
        behaviour: super::super::behaviour(&(own.definition(), definitions)),
        shards: openings.len() as u64,
    };
    let rules = Adjudication { most_plies: Some(MOST_PLIES), ..Adjudication::default() };
    let rows = setup.each(&part, |shard| {
        let (opening, opponent) = (&openings[shard as usize], &opponents[shard as usize % opponents.len()]);
        let make = |spec: &PlayerSpec| spec.make().map_err(|error| error.to_string());
        let mut players = [make(&own)?, make(opponent)?];
        let names = [own.name(), opponent.name()];
        let games =
            play_pair(game, opening, names, &mut players, &rules).map_err(|error| error.to_string())?;
        if let Some(fault) = games.iter().find_map(|game| game.fault.clone()) {
            return Err(fault);
        }
        Ok(vec![50.0 * (games[0].result.points() + games[1].result.reversed().points())])
    })?;
    Ok(rows.into_iter().flatten().collect())
}

/// The mean of numbers, one a pair of games.
fn mean(numbers: impl Iterator<Item = f64>) -> Cell {
    let (count, sum, squares) = numbers.fold((0, 0.0, 0.0), |(count, sum, squares), number| {
        (count + 1, sum + number, squares + number * number)
    });
    Cell::mean(count, sum, squares, 1)
}

pub(super) fn figure(
    setup: &mut Setup<'_>,
    chapter: Chapter,
    against: Against,
) -> Result<Finding, Unfinished> {
    let (names, pairs) = (chapter.names(), against.pairs(setup));
    setup.expect(Experiment::SHARDS + pairs * names.len() as u64);
    let experiment = Experiment::new(setup, &THESIS)?;
    let searches = all(&experiment).map_err(failed)?;
    let mut found: Vec<(&Searched, Vec<f64>)> = Vec::new();
    for search in names.iter().filter_map(|name| searches.iter().find(|search| search.name == *name)) {
        let points = match against {
            Against::Full => points(setup, &experiment, search, pairs)?,
            Against::Population => {
                let game = experiment.game.as_ref();
                let openings = openings(setup, game, pairs);
                points_against(setup, &experiment, search, &population(game, pairs)?, &openings)?
            }
        };
        found.push((search, points));
    }
    let mut finding = Finding {
        tables: vec![points_table(&found, &format!("Points {}, %", against.in_words()))],
        charts: vec![chart(&found, against)],
        ..Finding::default()
    };
    check(&mut finding, &found, chapter, against);
    if chapter != Chapter::NodeCutting {
        finding.correction = experiment.correction();
    }
    finding.remarks.push(format!(
        "Pairs of games with colours changed, after {OPENING_PLIES} random moves; games of more than {MOST_PLIES} plies are draws. Everybody searches \
         {} plies. A pair is one sample. {FULL} against itself has 50 % whatever happens.",
        THESIS.depth
    ));
    finding.remarks.push(format!("{} {ROOT_ALONE}", experiment.remark()));
    Ok(finding)
}

fn check(finding: &mut Finding, found: &[(&Searched, Vec<f64>)], chapter: Chapter, against: Against) {
    let of = |name: &str| found.iter().find(|(search, _)| search.name == name).map(|found| &found.1);
    let difference = |one: &[f64], two: &[f64]| mean(one.iter().zip(two).map(|(one, two)| one - two));
    for (search, points) in found.iter().filter(|(search, _)| search.name != search.plain) {
        let Some(plain) = of(search.plain) else { continue };
        let (name, plain_name) = (&search.name, search.plain);
        let ahead = difference(points, plain);
        match (chapter, against) {
            (Chapter::Tests, Against::Full) => {}
            // "Close to algorithms without them", "similar strength".
            (Chapter::Tests, _) | (Chapter::Integrated, Against::Full) => {
                let is_like = match (at_least(&ahead, -LIKE), at_least(&ahead, LIKE)) {
                    (Some(true), Some(false)) => Some(true),
                    (Some(false), _) | (_, Some(true)) => Some(false),
                    _ => None,
                };
                finding.weigh(
                    format!("{name} scores within {LIKE} points of {plain_name} ({})", ahead.text()),
                    is_like,
                );
            }
            _ => finding.weigh(
                format!("{name} scores no less than {plain_name} ({})", ahead.text()),
                at_least(&ahead, 0.0),
            ),
        }
    }
    if (chapter, against) == (Chapter::Tests, Against::Full) {
        for (plain, _) in super::searches::ALGORITHMS {
            let (fast, careful) = (format!("FGPC-{plain}"), format!("GPC-{plain}"));
            if let (Some(one), Some(two)) = (of(&fast), of(&careful)) {
                let ahead = difference(one, two);
                finding.weigh(
                    format!("{fast} scores more than {careful} ({})", ahead.text()),
                    at_least(&ahead, 0.0),
                );
            }
        }
    }
}

/// A row for every search.
pub(super) fn points_table(found: &[(&Searched, Vec<f64>)], title: &str) -> Table {
    let row = |(search, points): &(&Searched, Vec<f64>)| Row {
        name: search.name.clone(),
        samples: Some(points.len() as u64),
        cells: vec![Some(mean(points.iter().copied()))],
    };
    Table {
        title: title.to_owned(),
        side: "search".to_owned(),
        heads: vec!["points, %".to_owned()],
        beside: String::new(),
        samples_of: "pairs of games".to_owned(),
        rows: found.iter().map(row).collect(),
    }
}

fn chart(found: &[(&Searched, Vec<f64>)], against: Against) -> Chart {
    let mark = |(x, (_, points)): (usize, &(&Searched, Vec<f64>))| {
        let cell = mean(points.iter().copied());
        Mark { x: x as f64, y: cell.value, interval: cell.interval }
    };
    Chart {
        caption: format!("{}: points {}", THESIS.name, against.in_words()),
        across: Axis::names("search", found.iter().map(|(search, _)| search.name.clone())),
        up: Axis::plain("points, %"),
        layers: vec![Layer::Points {
            name: "measured, with 95 %".to_owned(),
            marks: found.iter().enumerate().map(mark).collect(),
        }],
    }
}
