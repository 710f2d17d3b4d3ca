//! The report on a calibration: one page with what people want to see.

use super::calibration::Calibrated;
use super::contest::Contested;
use super::fit::Fit;
use super::measure::Full;
use super::predict::{PairFits, half, value_pair};
use super::prove::Tested;
use super::structure::Material;
use crate::page::Page;
use crate::plot::{Plot, PlotError, Series};
use pleach::prune::{Measured, Profile, Proof, StageShare};

/// The most points of a scatter plot: more only make it slow.
const MOST_POINTS: usize = 1_500;
/// The most moves that the table of ranks tells apart.
const MOST_RANKS: usize = 8;

impl Calibrated {
    /// The page: what was proved, the fits and their residuals, the front of saving against error.
    pub fn page(&self) -> Result<Page, PlotError> {
        let profile = &self.profile;
        let mut page = Page::new(&format!("Pruning {} to depth {}", profile.game, profile.depth));
        page.text(&self.summary());
        page.text(&self.account_in_words());
        self.doubts().iter().for_each(|doubt| page.text(doubt));
        page.heading("How a shallow search predicts a deep one");
        if let Some(pair) = self.material.predictions.deepest_test() {
            self.scatter(pair, &mut page)?;
        }
        page.table(&FIT_HEADS, &self.fit_rows());
        page.heading("Where the best move stands");
        self.rank_table(&mut page);
        page.heading("Saving against error, on the choosing set");
        self.front(&mut page)?;
        page.heading("The proof");
        page.text(
            "Policies from careful to bold, on positions that nobody had looked at before they were fixed. Each is \
             tested only if the one before held, and holds only if it holds on every population, so that no correction \
             is needed.",
        );
        page.table(&TEST_HEADS, &self.tested.iter().flat_map(test_rows).collect::<Vec<_>>());
        page.text(&self.three_savings());
        if let Some((proof, _)) = self.proved() {
            stages_and_variations(proof, &mut page);
        }
        page.heading("What this says, and what it does not");
        self.meaning().iter().for_each(|text| page.text(text));
        if let Some(contested) = &self.contested {
            page.heading("At equal time");
            page.text(&contested.to_string());
        }
        page.data(&["depth", "value", "position"], &self.value_rows());
        Ok(page)
    }

    /// Everything for programs to read.
    pub fn json(&self) -> serde_json::Value {
        serde_json::json!({
            "game": self.profile.game,
            "search": self.profile.search,
            "depth": self.profile.depth,
            "risk": self.profile.risk.share(),
            "criterion": self.profile.risk.criterion().to_string(),
            "proved": self.profile.proof,
            "structure": self.point().structure,
            "t": self.point().t,
            "rules": self.profile.rules.to_string(),
            "account": self.account,
            "tested": self.tested,
            "earlier_proofs": self.earlier_proofs,
            "tried": self.points,
            "fits": self.material.predictions.fits(),
            "stages": self.material.predictions.limits(),
            "doubts": self.doubts(),
            "ranks": self.material.ranks,
            "play": self.contested,
            "profile": self.profile.to_toml(),
        })
    }

    fn summary(&self) -> String {
        let profile = &self.profile;
        let asked = profile.risk.in_words();
        match self.proved() {
            Some((proof, worst)) => {
                let Measured { population, positions, errors, limit, saving, .. } = worst;
                let limit = 100.0 * limit;
                format!(
                    "Asked for and proved {}: at most {asked}, on positions of {}. Where it did worst, on {population}, {errors} \
                     of {positions} were answered differently than by the full search; the limit of this policy alone is \
                     {limit:.2} %. It takes {saving:.2} times less work there.",
                    proof.surely(),
                    proof.populations()
                )
            }
            None => format!("Asked for: at most {asked}. Nothing was proved; do not rely on this policy."),
        }
    }

    /// What a saving is compared with.
    fn three_savings(&self) -> String {
        let rival = self.profile.proof.as_ref().and_then(|proof| proof.rival.as_deref()).unwrap_or("none");
        format!(
            "Times less work: nodes and static evaluations, against {} in full as it is calibrated. Less time: CPU time, \
             against the same. Against the best: work, against {rival}, which does least of all full searches that were tried.",
            self.profile.search
        )
    }

    /// The proof, and what was measured where it did worst.
    fn proved(&self) -> Option<(&Proof, &Measured)> {
        let proof = self.profile.proof.as_ref()?;
        Some((proof, proof.worst()?))
    }

    /// What the proof means, in plain words.
    fn meaning(&self) -> Vec<String> {
        let Profile { search, depth, .. } = &self.profile;
        let Some((proof, worst)) = self.proved() else {
            return vec!["Nothing was proved, so that nothing is said.".to_owned()];
        };
        vec![
            format!(
                "It says: draw a position as it was done here, from {}; search it by {search} to depth {depth}, in full and \
                 with this policy; of such positions the two differ in at most {}. {}",
                proof.populations(),
                self.profile.risk.in_words(),
                match proof.among {
                    0 | 1 => "Of a hundred statements made in this way about five may be wrong.".to_owned(),
                    among => format!(
                        "It is one of {among} statements that hold all together: of a hundred such sets at most five may have a \
                         wrong statement in them."
                    ),
                }
            ),
            format!(
                "It does not prove less than that: policies were tested from careful to bold, and {:.2} % is the limit of the \
                 boldest that held, chosen by the positions that it rests on.",
                100.0 * worst.limit
            ),
            format!(
                "It does not say that the full search is right, nor what happens in positions of another kind, at another depth, \
                 by another search or with another evaluator; {}nor how often a whole game is spoilt, in which there are many \
                 positions: `pleach verify --games N` plays such games.",
                match self.profile.risk.each_stage() {
                    true => "",
                    false =>
                        "nor that every stage of the game errs alike: the share is a mean over the positions of a population; ",
                }
            ),
        ]
    }

    /// What should make people doubt the fits and the proof, in plain words.
    pub fn doubts(&self) -> Vec<String> {
        let earlier = (self.earlier_proofs > 0).then(|| {
            format!(
                "earlier proofs for this game and depth in this laboratory: {}; each had positions of its own, but of \
                 many proofs at 95 % some hold by luck",
                self.earlier_proofs
            )
        });
        earlier.into_iter().chain(self.material.predictions.doubts()).collect()
    }

    fn account_in_words(&self) -> String {
        let account = &self.account;
        let work = &account.selective;
        format!(
            "By every criterion: {account}. {:.0} % of the nodes were visited by tests; by time it was {:.2} times faster.",
            100.0 * work.test_nodes as f64 / work.nodes.max(1) as f64,
            account.full.seconds / work.seconds.max(1e-9)
        )
    }

    /// Values and residuals of a pair of depths.
    fn scatter(&self, pair: &PairFits, page: &mut Page) -> Result<(), PlotError> {
        let PairFits { deep, shallow, whole, .. } = pair;
        let found = self.fitting.iter().filter_map(|found| value_pair(found, *shallow, *deep));
        let points: Vec<(f64, f64)> = found.take(MOST_POINTS).collect();
        let least = points.iter().map(|point| point.0).fold(f64::INFINITY, f64::min);
        let most = points.iter().map(|point| point.0).fold(f64::NEG_INFINITY, f64::max);
        let line = |shift: f64| [least, most].map(|x| (x, whole.line.predict(x) + shift)).to_vec();
        let name = |text: &str, points| Series { name: text.to_owned(), points };
        let sigma = whole.line.sigma();
        let plot = Plot {
            caption: format!("Depth {deep} by depth {shallow}: a line through {} positions", whole.count),
            horizontal: format!("value of depth {shallow}, points"),
            vertical: format!("value of depth {deep}, points"),
            series: vec![
                name("fit", line(0.0)),
                name("+ 1 sigma", line(sigma)),
                name("- 1 sigma", line(-sigma)),
            ],
        };
        page.plot_with_points(&plot, &[name("positions", points.clone())])?;
        let residuals = points.iter().map(|&(x, y)| (x, y - whole.line.predict(x))).collect();
        let plot = Plot {
            caption: "What the line leaves unexplained".to_owned(),
            horizontal: format!("value of depth {shallow}, points"),
            vertical: "residual, points".to_owned(),
            series: vec![name("no error", vec![(least, 0.0), (most, 0.0)])],
        };
        page.plot_with_points(&plot, &[name("positions", residuals)])
    }

    /// F(x | y), with what is known of late moves beside it.
    fn rank_table(&self, page: &mut Page) {
        let Material { ranks, chances, depth, .. } = &self.material;
        page.text(&format!(
            "The moves of a position stand in the order of their static values. Of the positions whose best move at depth {} \
             stands at y, the cell x has the share whose best move at depth {depth} stands at x or before it: F(x | y). \
             Beside it, the nodes of full searches at which it was counted how often a later move was better: {}.",
            half(*depth).max(1),
            chances.total()
        ));
        let shown = |y: usize| (0..MOST_RANKS).map(move |x| ranks.rows()[y].iter().take(x + 1).sum::<u64>());
        let row = |y: usize| {
            let count = ranks.count(y);
            let shares = shown(y).map(|sum| format!("{:.1} %", 100.0 * sum as f64 / count as f64));
            [y.to_string(), count.to_string()].into_iter().chain(shares).collect()
        };
        let rows: Vec<Vec<String>> =
            (0..ranks.rows().len().min(MOST_RANKS)).filter(|&y| ranks.count(y) > 0).map(row).collect();
        let places: Vec<String> = (0..MOST_RANKS).map(|x| format!("x = {x}")).collect();
        let heads: Vec<&str> =
            ["y", "positions"].into_iter().chain(places.iter().map(String::as_str)).collect();
        page.table(&heads, &rows);
    }

    /// All values that lines were fitted to, for programs to read.
    fn value_rows(&self) -> Vec<Vec<String>> {
        let rows = |(number, full): (usize, &Full)| {
            let row = move |(depth, value): (usize, &i32)| {
                vec![depth.to_string(), value.to_string(), number.to_string()]
            };
            full.values.iter().enumerate().map(row).collect::<Vec<_>>()
        };
        self.fitting.iter().enumerate().flat_map(rows).collect()
    }

    fn fit_rows(&self) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        for pair in self.material.predictions.fits().iter().filter(|pair| pair.shallow == half(pair.deep)) {
            rows.push(fit_row(pair, "all", &pair.whole));
            for (stage, fit) in pair.stages.iter().enumerate().filter(|_| pair.stages.len() > 1) {
                if let Some(fit) = fit {
                    rows.push(fit_row(pair, &stage.to_string(), fit));
                }
            }
        }
        rows
    }

    /// The front of every structure, and the chosen point.
    fn front(&self, page: &mut Page) -> Result<(), PlotError> {
        let mut names: Vec<String> = Vec::new();
        let mut fronts: Vec<Series> = Vec::new();
        for point in &self.points {
            let name = point.structure.to_string();
            let place = names.iter().position(|known| *known == name).unwrap_or_else(|| {
                names.push(name.clone());
                fronts.push(Series { name: name.clone(), points: Vec::new() });
                names.len() - 1
            });
            fronts[place].points.push((100.0 * point.error_rate(), point.saving));
        }
        for front in &mut fronts {
            front.points.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        let chosen = self.tested.iter().rev().find(|tested| tested.holds).or(self.tested.first());
        if let Some(Tested { point, interval, .. }) = chosen {
            let points = interval.map(|share| (100.0 * share, point.saving)).to_vec();
            fronts.push(Series { name: "its 95 % interval".to_owned(), points });
        }
        let chosen = chosen.map(|Tested { point, .. }| (100.0 * point.error_rate(), point.saving));
        let name = "chosen, on the proving set".to_owned();
        let cloud = Series { name, points: chosen.into_iter().collect() };
        let plot = Plot {
            caption: "Saving against error".to_owned(),
            horizontal: format!("wrong answers by {}, %", self.profile.risk.criterion()),
            vertical: "times less work than the full search".to_owned(),
            series: fronts,
        };
        page.plot_with_points(&plot, &[cloud])
    }
}

const FIT_HEADS: [&str; 10] = [
    "depth",
    "by depth",
    "stage",
    "positions",
    "outliers",
    "a",
    "b",
    "sigma",
    "explained",
    "excess kurtosis",
];

fn fit_row(pair: &PairFits, stage: &str, fit: &Fit) -> Vec<String> {
    vec![
        pair.deep.to_string(),
        pair.shallow.to_string(),
        stage.to_owned(),
        fit.count.to_string(),
        fit.outliers.to_string(),
        format!("{:.3} ± {:.3}", fit.line.a(), fit.slope_error),
        format!("{:.2} ± {:.2}", fit.line.b(), fit.constant_error),
        format!("{:.2}", fit.line.sigma()),
        format!("{:.1} %", 100.0 * fit.explained),
        format!("{:.1}", fit.excess_kurtosis),
    ]
}

const TEST_HEADS: [&str; 11] = [
    "t",
    "population",
    "wrong",
    "positions",
    "limit",
    "times less work",
    "less time",
    "against the best",
    "points lost per move",
    "limit of it",
    "verdict",
];

/// Where in the game the errors are, and what was measured of searches that differ a little.
fn stages_and_variations(proof: &Proof, page: &mut Page) {
    let percent = |share: f64| format!("{:.2} %", 100.0 * share);
    let row = |measured: &Measured, stage: &StageShare| {
        let share = stage.errors as f64 / stage.positions.max(1) as f64;
        vec![
            measured.population.clone(),
            stage.from.to_string(),
            stage.errors.to_string(),
            stage.positions.to_string(),
            percent(share),
            percent(stage.limit),
        ]
    };
    let stages: Vec<Vec<String>> = proof
        .on
        .iter()
        .flat_map(|measured| measured.stages.iter().map(|stage| row(measured, stage)))
        .collect();
    if !stages.is_empty() {
        page.heading("Where in the game the errors are");
        page.text("Each limit stands by itself. Progress is what the game counts: discs, stones, plies.");
        page.table(&["population", "progress from", "wrong", "positions", "share", "limit"], &stages);
    }
    let varied: Vec<Vec<String>> = proof
        .also
        .iter()
        .flat_map(|variation| variation.on.iter().map(move |measured| (variation.by, measured)))
        .map(|(by, measured)| {
            let Measured { population, positions, errors, limit, .. } = measured;
            vec![
                by.to_string(),
                population.clone(),
                errors.to_string(),
                positions.to_string(),
                percent(*limit),
            ]
        })
        .collect();
    if !varied.is_empty() {
        page.heading("Searches that differ a little");
        page.text("The same positions by searches that people make: what keeps the risk here may be relied on, too.");
        page.table(&["with", "population", "wrong", "positions", "limit"], &varied);
    }
}

/// A row for every population, and the verdict on all of them in the first.
fn test_rows(Tested { point, holds, on, .. }: &Tested) -> Vec<Vec<String>> {
    let row = |(number, measured): (usize, &Measured)| {
        let Measured { population, positions, errors, limit, saving, faster, against_best, loss, .. } =
            measured;
        let verdict = if *holds { "holds" } else { "fails" };
        let ratio = |ratio: &Option<f64>| ratio.map_or(String::new(), |ratio| format!("{ratio:.2}"));
        let points = |points: Option<f64>| points.map_or(String::new(), |points| format!("{points:.3}"));
        vec![
            format!("{:.3}", point.t),
            population.clone(),
            errors.to_string(),
            positions.to_string(),
            format!("{:.2} %", 100.0 * limit),
            format!("{saving:.2}"),
            ratio(faster),
            ratio(against_best),
            points(loss.map(|loss| loss.mean)),
            points(loss.map(|loss| loss.limit)),
            if number == 0 { verdict } else { "" }.to_owned(),
        ]
    };
    on.iter().enumerate().map(row).collect()
}

/// The games in words.
impl std::fmt::Display for Contested {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Contested { milliseconds, won, drawn, lost, elo: [elo, low, high] } = self;
        write!(
            f,
            "{} games against the full search at {milliseconds} ms per move: {won} won, {drawn} drawn, {lost} lost, \
             {:.1} %; Elo {elo:+.0} ({low:+.0} .. {high:+.0}, 95 %)",
            won + drawn + lost,
            100.0 * self.score()
        )
    }
}
