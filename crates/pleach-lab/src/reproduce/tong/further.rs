//! What the thesis leaves for later (section 6.2): other games and depths, several pairs of depths, one test or two, and a
//! method for each stage.

use super::super::{Cell, Finding, Row, Setup, Table, Unfinished};
use super::costs::{Chapter, Found, Measure, at_least, at_most};
use super::experiment::{Experiment, Subject, THESIS};
use super::games::{points, points_table};
use super::searches::{FULL, Searched, Tried, all, full, searched, tests};
use crate::calibrate::Sampled;
use crate::chart::{Axis, Chart, Layer, Mark};

/// Chinese Checkers two plies deeper: tests at the root, and three plies above the leaves.
pub(super) const FIVE: Subject = Subject {
    name: "Chinese Checkers, 5 plies",
    depth: 5,
    pairs: &[(4, 2), (2, 0)],
    positions: [(200, 12), (60, 3), (120, 4)],
    games: (4, 0),
    ..THESIS
};
/// Othello with its own evaluator.
pub(super) const OTHELLO: Subject = Subject {
    game: "othello",
    name: "Othello, 5 plies",
    depth: 5,
    pairs: &[(4, 2)],
    rank_depth: 3,
    positions: [(1000, 40), (300, 20), (1000, 20)],
    games: (50, 1),
};
/// Connect Four with its own evaluator.
pub(super) const CONNECT_FOUR: Subject = Subject {
    game: "connect-four",
    name: "Connect Four, 7 plies",
    depth: 7,
    pairs: &[(6, 2)],
    rank_depth: 3,
    positions: [(1000, 40), (300, 20), (1000, 20)],
    games: (50, 1),
};
/// Chess with its own evaluator, which searches captures.
pub(super) const CHESS: Subject = Subject {
    game: "chess",
    name: "chess, 4 plies",
    depth: 4,
    pairs: &[(3, 1)],
    rank_depth: 2,
    positions: [(600, 24), (200, 10), (400, 10)],
    games: (20, 0),
};

/// The methods whose claims are checked and that play, with the chapters that make the claims.
const CHECKED: [(&str, Chapter); 4] = [
    ("GPC-MTD", Chapter::Tests),
    ("FGPC-MTD", Chapter::Tests),
    ("MTD-NC-95", Chapter::NodeCutting),
    ("MTD-IS-95", Chapter::Integrated),
];

fn failed(error: impl ToString) -> Unfinished {
    Unfinished::Failed(error.to_string())
}

/// The searches of all chapters on another subject.
pub(super) fn comparison(setup: &mut Setup<'_>, subject: &Subject) -> Result<Finding, Unfinished> {
    let pairs = setup.size(subject.games.0, subject.games.1);
    setup.expect(Experiment::SHARDS + pairs * CHECKED.len() as u64);
    let experiment = Experiment::new(setup, subject)?;
    let mut searches = all(&experiment).map_err(failed)?;
    let is_middle = |name: &str| ["-96", "-97", "-98"].iter().any(|end| name.ends_with(end));
    searches.retain(|search| !search.name.contains("t = ") && !is_middle(&search.name));
    let found =
        Found { rows: experiment.reported(setup, &searches)?, searches: &searches, measure: Measure::Time };
    let playing: Vec<&Searched> =
        searches.iter().filter(|search| CHECKED.iter().any(|(name, _)| *name == search.name)).collect();
    let mut played = Vec::new();
    for search in playing {
        played.push((search, points(setup, &experiment, search, pairs)?));
    }
    let mut finding = Finding {
        tables: vec![table(subject.name, &found)],
        charts: vec![chart(subject.name, &found)],
        ..Finding::default()
    };
    if pairs > 0 {
        let title = format!("{}: points against the full program, %", subject.name);
        finding.tables.push(points_table(&played, &title));
    }
    for (name, chapter) in CHECKED {
        check(&mut finding, &found, name, chapter.most(name), chapter.least());
    }
    finding.correction = experiment.correction();
    finding.remarks.push(experiment.remark());
    finding.remarks.push(
        "The thesis has no numbers for this: what it claims for Chinese Checkers at 3 plies is checked here."
            .to_owned(),
    );
    Ok(finding)
}

fn check(finding: &mut Finding, found: &Found<'_>, name: &str, most: Option<f64>, least: f64) {
    if let Some(most) = most {
        let ratio = found.shown(name);
        let claim =
            format!("{name} takes at most {most} % of the work of the full program ({} %)", ratio.text());
        finding.weigh(claim, at_most(&ratio, most));
    }
    let share = found.of(Measure::SameMove).shown(name);
    let claim =
        format!("{name} has a move as good in at least {least} % of the positions ({} %)", share.text());
    finding.weigh(claim, at_least(&share, least));
}

/// Work and agreement of every search.
fn table(title: &str, found: &Found<'_>) -> Table {
    let row = |search: &Searched| Row {
        name: search.name.clone(),
        samples: Some(found.rows.len() as u64),
        cells: vec![
            Some(found.shown(&search.name)),
            Some(found.of(Measure::SameMove).shown(&search.name)),
            Some(found.of(Measure::SameValue).shown(&search.name)),
        ],
    };
    Table {
        title: format!("{title}: what searches take and find"),
        side: "search".to_owned(),
        heads: ["work, % of the search without it", "a move as good as MTD's, %", "the value of MTD, %"]
            .map(str::to_owned)
            .to_vec(),
        beside: String::new(),
        samples_of: "positions".to_owned(),
        rows: found.searches.iter().map(row).collect(),
    }
}

fn chart(title: &str, found: &Found<'_>) -> Chart {
    let layer = |name: &str, cell: &dyn Fn(&str) -> Cell| {
        let mark = |(x, search): (usize, &Searched)| {
            let cell = cell(&search.name);
            Mark { x: x as f64, y: cell.value, interval: cell.interval }
        };
        Layer::Points { name: name.to_owned(), marks: found.searches.iter().enumerate().map(mark).collect() }
    };
    let names = found.searches.iter().map(|search| search.name.clone());
    let moves = found.of(Measure::SameMove);
    Chart {
        caption: format!("{title}: work and good moves; 95 % intervals"),
        across: Axis::names("search", names),
        up: Axis::plain("%"),
        layers: vec![
            layer("work, of the search without it", &|name| found.shown(name)),
            layer("positions with a move as good", &|name| moves.shown(name)),
        ],
    }
}

/// One pair of depths, another, or both: GMPC and FGMPC.
pub(super) fn several_pairs(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    setup.expect(Experiment::SHARDS);
    let experiment = Experiment::new(setup, &FIVE)?;
    let mut searches = vec![full().map_err(failed)?];
    for (number, kind) in ["gpc", "fgpc"].into_iter().enumerate() {
        for (pairs, multi) in [(0..1, ""), (1..2, ""), (0..2, "m")] {
            let t = experiment.t[number];
            let kind = kind.replace("pc", &format!("{multi}pc"));
            let depths: Vec<String> = FIVE.pairs[pairs.clone()]
                .iter()
                .map(|(deep, shallow)| format!("{deep} by {shallow}"))
                .collect();
            let name = format!("{}-{FULL}, {}", kind.to_uppercase(), depths.join(" and "));
            searches.push(searched(name, FULL, &tests(&experiment, &kind, pairs, t), t).map_err(failed)?);
        }
    }
    let rows = experiment.reported(setup, &searches)?;
    let found = Found { rows, searches: &searches, measure: Measure::Time };
    let mut finding = shown(&found);
    for (single, several) in [(1, 3), (2, 3), (4, 6), (5, 6)] {
        let (single, several) = (&searches[single].name, &searches[several].name);
        let ratio = found.ratio(several, single);
        finding.weigh(
            format!("{several}, takes less than {single} ({} % of it)", ratio.text()),
            at_most(&ratio, 100.0),
        );
    }
    for several in [3, 6] {
        check(&mut finding, &found, &searches[several].name, None, Chapter::Tests.least());
    }
    finding.remarks.push(experiment.remark());
    Ok(finding)
}

/// Tests against one end of the window, and against both.
pub(super) fn one_sided(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    setup.expect(Experiment::SHARDS);
    let experiment = Experiment::new(setup, &FIVE)?;
    let mut searches = vec![full().map_err(failed)?];
    let t = experiment.t[0];
    for (sides, base, words) in [
        ("low", "g", "low, by the best value"),
        ("low", "max", "low, by the window"),
        ("both", "max", "both ends of the window"),
    ] {
        let rule = format!("{},sides={sides},base={base}", tests(&experiment, "gmpc", 0..2, t));
        searches.push(searched(format!("GMPC-{FULL}, {words}"), FULL, &rule, t).map_err(failed)?);
    }
    let rows = experiment.reported(setup, &searches)?;
    let found = Found { rows, searches: &searches, measure: Measure::Time };
    let mut finding = shown(&found);
    let [_, as_printed, low, both] = &searches[..] else { return Ok(finding) };
    let ratio = found.ratio(&low.name, &both.name);
    finding.weigh(
        format!("one end is enough: {} takes no more than with both ({} % of it)", low.name, ratio.text()),
        at_most(&ratio, 100.0),
    );
    for search in [as_printed, low] {
        check(&mut finding, &found, &search.name, None, Chapter::Tests.least());
    }
    finding.remarks.push(experiment.remark());
    Ok(finding)
}

fn shown(found: &Found<'_>) -> Finding {
    Finding {
        tables: vec![table(FIVE.name, found)],
        charts: vec![chart(FIVE.name, found)],
        ..Finding::default()
    }
}

/// The stages of a game: thirds of the positions by progress.
const STAGES: usize = 3;

/// Where stages begin but the first.
fn limits(positions: &[Sampled]) -> Vec<u32> {
    let mut progress: Vec<u32> = positions.iter().map(|sampled| sampled.progress).collect();
    progress.sort_unstable();
    (1..STAGES).filter_map(|stage| progress.get(progress.len() * stage / STAGES).copied()).collect()
}

fn stage_of(limits: &[u32], sampled: &Sampled) -> usize {
    limits.partition_point(|limit| *limit <= sampled.progress)
}

/// The rows of a stage.
fn of_stage<'a>(
    positions: &'a [Sampled],
    rows: &'a [Vec<Tried>],
    limits: &'a [u32],
    stage: usize,
) -> impl Iterator<Item = &'a Vec<Tried>> + Clone {
    let pairs = positions.iter().zip(rows);
    pairs.filter(move |(sampled, _)| stage_of(limits, sampled) == stage).map(|(_, row)| row)
}

/// The method that takes least in a stage among those that keep good moves; the full program if none does.
fn cheapest<'a>(rows: impl Iterator<Item = &'a Vec<Tried>> + Clone, methods: usize, least: f64) -> usize {
    let count = rows.clone().count() as f64;
    let kept = |method: usize| {
        100.0 * rows.clone().filter(|row| row[method].same_move).count() as f64 >= least * count
    };
    let work = |method: usize| rows.clone().map(|row| row[method].work).sum::<u64>();
    (0..methods).filter(|method| kept(*method)).min_by_key(|method| work(*method)).unwrap_or(0)
}

/// Another method at every stage of the game, chosen on other positions, against the same at all stages.
pub(super) fn by_stage(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    setup.expect(Experiment::SHARDS + Experiment::SHARDS_OF_SEARCHES);
    let experiment = Experiment::new(setup, &THESIS)?;
    let mut searches = all(&experiment).map_err(failed)?;
    searches.retain(|search| search.plain == FULL);
    let (choosing, reporting) = (&experiment.choosing, &experiment.reporting);
    let looked_at = experiment.tried(setup, "tong/stages", choosing, &searches)?;
    let mut rows = experiment.tried(setup, "tong/stages", reporting, &searches)?;
    let (limits, least) = (limits(choosing), Chapter::Integrated.least());
    let chosen: Vec<usize> = (0..STAGES)
        .map(|stage| cheapest(of_stage(choosing, &looked_at, &limits, stage), searches.len(), least))
        .collect();
    let everywhere = cheapest(looked_at.iter(), searches.len(), least);
    for (sampled, row) in reporting.iter().zip(&mut rows) {
        row.push(row[everywhere]);
        row.push(row[chosen[stage_of(&limits, sampled)]]);
    }
    let names = ["the cheapest at all stages", "the cheapest at each stage"];
    for name in names {
        searches.push(Searched { name: name.to_owned(), ..searches[0].clone() });
    }
    let staged = stage_table(&searches, reporting, &rows, &limits);
    let found = Found { rows, searches: &searches, measure: Measure::Time };
    let mut finding = Finding {
        tables: vec![table(THESIS.name, &found), staged],
        charts: vec![chart(THESIS.name, &found)],
        ..Finding::default()
    };
    let [same, each] = names;
    let ratio = found.ratio(each, same);
    finding.weigh(
        format!("a method for each stage takes less than one for all ({} % of it)", ratio.text()),
        at_most(&ratio, 100.0),
    );
    check(&mut finding, &found, each, None, least);
    let words: Vec<String> = chosen.iter().map(|method| searches[*method].name.clone()).collect();
    finding.remarks.push(format!(
        "Stages are thirds of {} other positions by progress, rows that marbles of both sides have come ({} and {} begin the later ones). The cheapest \
         methods with at least {least} % good moves there are {}; for all stages together it is {}.",
        choosing.len(),
        limits.first().copied().unwrap_or(0),
        limits.last().copied().unwrap_or(0),
        words.join(", "),
        searches[everywhere].name
    ));
    finding.remarks.push(experiment.remark());
    Ok(finding)
}

/// What each search takes at every stage.
fn stage_table(searches: &[Searched], positions: &[Sampled], rows: &[Vec<Tried>], limits: &[u32]) -> Table {
    let by_stage: Vec<Found<'_>> = (0..STAGES)
        .map(|stage| Found {
            rows: of_stage(positions, rows, limits, stage).cloned().collect(),
            searches,
            measure: Measure::Time,
        })
        .collect();
    let row = |search: &Searched| Row {
        name: search.name.clone(),
        samples: None,
        cells: by_stage
            .iter()
            .flat_map(|found| {
                [Some(found.shown(&search.name)), Some(found.of(Measure::SameMove).shown(&search.name))]
            })
            .collect(),
    };
    let head = |(stage, found): (usize, &Found<'_>)| {
        let name = ["early", "middle", "late"][stage];
        [format!("{name} ({} positions): work, %", found.rows.len()), format!("{name}: good moves, %")]
    };
    Table {
        title: format!("{}: by stage of the game", THESIS.name),
        side: "search".to_owned(),
        heads: by_stage.iter().enumerate().flat_map(head).collect(),
        beside: String::new(),
        samples_of: String::new(),
        rows: searches.iter().map(row).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(work: [u64; 2], same_move: [bool; 2]) -> Vec<Tried> {
        let tried = |method: usize| Tried {
            nodes: 1,
            bottom: 1,
            work: work[method],
            micros: 1,
            same_move: same_move[method],
            same_value: true,
        };
        vec![tried(0), tried(1)]
    }

    #[test]
    fn the_cheapest_must_keep_good_moves() {
        let rows = [row([10, 5], [true, true]), row([10, 5], [true, false])];
        assert_eq!(cheapest(rows.iter(), 2, 50.0), 1);
        assert_eq!(cheapest(rows.iter(), 2, 94.0), 0);
        assert_eq!(cheapest(rows[..1].iter(), 2, 94.0), 1);
    }

    #[test]
    fn stages_are_thirds_by_progress() {
        let positions: Vec<Sampled> = (0..9)
            .map(|progress| Sampled { position: String::new(), identity: progress.into(), progress })
            .collect();
        let limits = limits(&positions);
        assert_eq!(limits, [3, 6]);
        let stages: Vec<usize> = positions.iter().map(|sampled| stage_of(&limits, sampled)).collect();
        assert_eq!(stages, [0, 0, 0, 1, 1, 1, 2, 2, 2]);
        let rows: Vec<Vec<Tried>> = (0..9).map(|work| row([work, 0], [true, true])).collect();
        let late: Vec<u64> = of_stage(&positions, &rows, &limits, 2).map(|row| row[0].work).collect();
        assert_eq!(late, [6, 7, 8]);
    }
}
