//! The searches that the thesis compares, and what they find at a position.

use super::experiment::{Experiment, THESIS_T};
use crate::calibrate::{Sampled, Work, whole};
use crate::work::Effort;
use pleach::prune::Rules;
use pleach::registry::{AnyGame, Method, Order, Request};
use pleach::textbook::Algorithm;
use pleach::{Limits, SpecError};
use serde::{Deserialize, Serialize};

/// A search of the thesis.
#[derive(Clone, Debug)]
pub(super) struct Searched {
    pub(super) name: String,
    /// The same algorithm with nothing left out.
    pub(super) plain: &'static str,
    pub(super) method: Method,
    pub(super) prune: Rules,
    /// The t of its tests, or 0.
    pub(super) t: f64,
}

/// Alpha-beta with the moves in a reasonable order, which the thesis presumes.
pub(super) const ORDERED: Method = Method::Textbook(Algorithm::ALPHA_BETA, Order::Hints);
/// The algorithms by the names that the thesis gives them.
pub(super) const ALGORITHMS: [(&str, Algorithm); 3] =
    [("AB", Algorithm::ALPHA_BETA), ("NS", Algorithm::NegaScout), (FULL, Algorithm::Mtdf { guess: None })];
/// The full program of the thesis: what all are compared with.
pub(super) const FULL: &str = "MTD";
/// The methods that have a t.
pub(super) const KINDS: [&str; 3] = ["gpc", "fgpc", "integrated"];
/// The probabilities of chapters 4 and 5, in per cent.
pub(super) const PERCENTS: [u32; 5] = [95, 96, 97, 98, 99];
/// Among these t is chosen.
const DIALS: [f64; 6] = [THESIS_T, 1.6, 2.0, 2.5, 3.0, 4.0];

/// A search by one of the algorithms, with what it leaves out.
pub(super) fn searched(name: String, plain: &'static str, prune: &str, t: f64) -> Result<Searched, String> {
    let known = ALGORITHMS.iter().find(|known| known.0 == plain).ok_or("an unknown algorithm")?;
    let prune = prune.parse().map_err(|error: SpecError| error.to_string())?;
    Ok(Searched { name, plain, method: Method::Textbook(known.1, Order::Hints), prune, t })
}

/// The full program.
pub(super) fn full() -> Result<Searched, String> {
    searched(FULL.to_owned(), FULL, "none", 0.0)
}

/// The text of a method with the first pairs of depths.
pub(super) fn tests(experiment: &Experiment, kind: &str, pairs: std::ops::Range<usize>, t: f64) -> String {
    let joined = |text: &dyn Fn(usize) -> String| pairs.clone().map(text).collect::<Vec<_>>().join("/");
    let line = |number: usize| &experiment.fits[number].line;
    let depths = joined(&|number| {
        let (deep, shallow) = experiment.subject.pairs[number];
        format!("{deep}-{shallow}")
    });
    let (a, b) =
        (joined(&|number| line(number).a().to_string()), joined(&|number| line(number).b().to_string()));
    let sigma = joined(&|number| line(number).sigma().to_string());
    format!("{kind}:pairs={depths},a={a},b={b},sigma={sigma},t={t},infinite=skip")
}

fn integrated(experiment: &Experiment, percent: u32, t: f64) -> Result<Searched, String> {
    let tests = tests(experiment, "integrated", 0..1, t);
    let ranked = ranked(experiment, "rank-depth", percent);
    searched(format!("{FULL}-IS-{percent}"), FULL, &format!("{tests},{ranked}"), t)
}

fn ranked(experiment: &Experiment, depth: &str, percent: u32) -> String {
    let p = f64::from(percent) / 100.0;
    format!("{depth}={},p={p},ranks={}", experiment.subject.rank_depth, experiment.ranks)
}

/// The full program, and all kinds for every t.
pub(super) fn dials(experiment: &Experiment) -> Result<Vec<Searched>, String> {
    let mut all = vec![full()?];
    for t in DIALS {
        for kind in &KINDS[..2] {
            let name = format!("{}-{FULL}", kind.to_uppercase());
            all.push(searched(name, FULL, &tests(experiment, kind, 0..1, t), t)?);
        }
        all.push(integrated(experiment, PERCENTS[0], t)?);
    }
    Ok(all)
}

/// The searches of chapters 3, 4 and 5, the full program first. Names end with the t of the thesis where it is that one.
pub(super) fn all(experiment: &Experiment) -> Result<Vec<Searched>, String> {
    let mut all = vec![full()?];
    for (plain, _) in ALGORITHMS {
        if plain != FULL {
            all.push(searched(plain.to_owned(), plain, "none", 0.0)?);
        }
        for (kind, t) in KINDS[..2].iter().zip(experiment.t) {
            let name = format!("{}-{plain}", kind.to_uppercase());
            all.push(searched(name.clone(), plain, &tests(experiment, kind, 0..1, t), t)?);
            let other = tests(experiment, kind, 0..1, THESIS_T);
            all.push(searched(format!("{name}, t = {THESIS_T}"), plain, &other, THESIS_T)?);
        }
    }
    let deep = experiment.subject.pairs[0].0;
    for percent in PERCENTS {
        let cutting = format!("node-cutting:d={deep},{}", ranked(experiment, "s", percent));
        all.push(searched(format!("{FULL}-NC-{percent}"), FULL, &cutting, 0.0)?);
        all.push(integrated(experiment, percent, experiment.t[2])?);
    }
    Ok(all)
}

impl Searched {
    pub(super) fn request(&self, depth: u32, effort: Effort<'_>) -> Request {
        let mut request = effort.bound(Request::new(self.method, Limits::depth(depth)));
        request.prune = self.prune.clone();
        request
    }
}

/// What a search has found at a position.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Tried {
    pub(super) nodes: u64,
    pub(super) bottom: u64,
    /// Nodes and static evaluations.
    pub(super) work: u64,
    /// Millionths of a second of CPU time.
    pub(super) micros: u64,
    /// Whether the move is worth as much as that of the first search.
    pub(super) same_move: bool,
    pub(super) same_value: bool,
}

impl Tried {
    /// All searches at a position; the first is what the others are compared with.
    pub(super) fn all(
        game: &dyn AnyGame,
        depth: u32,
        sampled: &Sampled,
        searches: &[Searched],
        effort: Effort<'_>,
    ) -> Result<Vec<Tried>, String> {
        let mut position = game.boxed_clone();
        position.set_position(&sampled.position).map_err(|error| error.to_string())?;
        let mut first: Option<(i32, String)> = None;
        // What other moves are worth, so that searches which agree ask but once.
        let mut worth: Vec<(String, bool)> = Vec::new();
        let mut found = Vec::new();
        for search in searches {
            let request = search.request(depth, effort);
            let (answer, work) =
                Work::measured(|| position.search(&request)).map_err(|error| error.to_string())?;
            let (value, best) = (answer.score.get(), answer.best.unwrap_or_default());
            let (full, full_best) = first.get_or_insert_with(|| (value, best.clone()));
            let known = worth.iter().find(|(mv, _)| *mv == best).map(|known| known.1);
            let same_move = match known {
                _ if best == *full_best => true,
                Some(known) => known,
                None => {
                    let mut request = searches[0].request(depth, effort);
                    request.only = vec![best.clone()];
                    let own = whole(position.search(&request)).map_err(|error| error.to_string())?;
                    worth.push((best, own.score.get() >= *full));
                    own.score.get() >= *full
                }
            };
            found.push(Tried {
                nodes: work.nodes,
                bottom: work.leaves,
                work: work.total(),
                micros: (work.seconds * 1e6) as u64,
                same_move,
                same_value: value == *full,
            });
        }
        Ok(found)
    }
}
