//! The plainest search there is, and values that no search can guess.

use crate::game::{Evaluate, Game, Hashed, mix};
use crate::limits::Limits;
use crate::notation::Notation;
use crate::textbook::{Algorithm, Form, Search};
use crate::value::Score;

/// The value of a position for the side to move by the definition of minimax: no window, no counting,
/// nothing shared with the searches that it judges.
///
/// ```
/// use pleach::{Score, testkit::oracle, tree::ExplicitTree};
/// let tree: ExplicitTree = "MAX[5, MIN[3, 8]]".parse().unwrap();
/// assert_eq!(oracle(&tree, &(), u32::MAX), Score::new(5));
/// ```
pub fn oracle<G: Game>(game: &G, evaluator: &impl Evaluate<G, Value = Score>, depth: u32) -> Score {
    value_at(game, evaluator, depth, 0)
}

fn value_at<G: Game>(game: &G, evaluator: &impl Evaluate<G, Value = Score>, depth: u32, ply: u32) -> Score {
    if let Some(outcome) = game.outcome() {
        return outcome.after(ply);
    }
    if depth == 0 {
        return evaluator.evaluate(game);
    }
    let value_of = |mv| {
        let next = game.after(mv);
        let cost = if G::REGULAR_TURNS { 1 } else { game.cost(mv) };
        let value = value_at(&next, evaluator, depth.saturating_sub(cost), ply + 1);
        if next.to_move() == game.to_move() { value } else { -value }
    };
    game.moves().map(value_of).max().unwrap_or(Score::ZERO)
}

/// An evaluator whose values are a hash of the position: no relation between parents and children
/// helps a search that is wrong to be right by luck. Few different values make many ties.
///
/// ```
/// use pleach::{Evaluate, testkit::Values, tree::Shape};
/// let values = Values { salt: 1, different: 10 };
/// let value = values.evaluate(&Shape::uniform(3, 4).tree(1));
/// assert!((-5..5).contains(&value.get()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Values {
    /// Which values.
    pub salt: u64,
    /// How many different ones.
    pub different: u32,
}

impl<G: Hashed> Evaluate<G> for Values {
    type Value = Score;

    fn evaluate(&self, game: &G) -> Score {
        let different = self.different.clamp(1, Score::LIMIT as u32);
        let rest = (mix(game.key() ^ self.salt) % u64::from(different)) as i32 - (different / 2) as i32;
        Score::new(rest.saturating_add(game.banked()))
    }
}

/// A search that differs from the oracle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{algorithm} at depth {depth}: {what}; position: {position}")]
pub struct Disagreement {
    /// The search.
    pub algorithm: String,
    /// Its depth.
    pub depth: u32,
    /// The position.
    pub position: String,
    /// The difference.
    pub what: String,
}

/// Runs every textbook search and compares value, best move, equally good moves and principal
/// variation with the oracle.
///
/// ```
/// use pleach::{testkit::{Values, compare_all}, tree::Shape};
/// compare_all(&Shape::uniform(3, 4).tree(1), &Values { salt: 1, different: 5 }, 3).unwrap();
/// ```
pub fn compare_all<G: Hashed + Notation>(
    game: &G,
    evaluator: &impl Evaluate<G, Value = Score>,
    depth: u32,
) -> Result<(), Disagreement> {
    let forms = [Algorithm::AlphaBetaHard, Algorithm::AlphaBetaOneSided, Algorithm::AlphaBeta];
    let min_max_forms = forms.map(|with_form| with_form(Form::MinMax));
    Algorithm::all().chain(min_max_forms).try_for_each(|algorithm| compare(game, evaluator, depth, algorithm))
}

fn compare<G: Hashed + Notation>(
    game: &G,
    evaluator: &impl Evaluate<G, Value = Score>,
    depth: u32,
    algorithm: Algorithm,
) -> Result<(), Disagreement> {
    let differs = |what: String| {
        let (algorithm, position) = (algorithm.to_string(), game.position());
        Err(Disagreement { algorithm, depth, position, what })
    };
    let report = match Search::new(algorithm).all_best().run(game, evaluator, &Limits::depth(depth)) {
        Ok(report) => report,
        Err(stopped) => return differs(stopped.to_string()),
    };
    let value = oracle(game, evaluator, depth);
    if report.value != value {
        return differs(format!("value {} instead of {value}", report.value));
    }
    let best = best_moves(game, evaluator, depth, value);
    if report.equally_good != best {
        return differs(format!("equally good moves {:?} instead of {best:?}", report.equally_good));
    }
    if report.best.is_some_and(|mv| !best.contains(&mv)) || report.best.is_none() != best.is_empty() {
        return differs(format!("best move {:?}, not one of {best:?}", report.best));
    }
    match end_of_line(game, evaluator, depth, &report.line) {
        Some(end) if end == value => Ok(()),
        end => {
            differs(format!("the principal variation {:?} leads to {end:?} instead of {value}", report.line))
        }
    }
}

fn best_moves<G: Game>(
    game: &G,
    evaluator: &impl Evaluate<G, Value = Score>,
    depth: u32,
    value: Score,
) -> Vec<G::Move> {
    let reaches = |&mv: &G::Move| {
        let next = game.after(mv);
        let cost = if G::REGULAR_TURNS { 1 } else { game.cost(mv) };
        let reached = value_at(&next, evaluator, depth.saturating_sub(cost), 1);
        value == if next.to_move() == game.to_move() { reached } else { -reached }
    };
    if depth == 0 { Vec::new() } else { game.moves().filter(reaches).collect() }
}

/// The value at the end of a line of play for the side to move at its beginning; `None` if the line
/// is illegal or stops in the middle.
fn end_of_line<G: Game>(
    root: &G,
    evaluator: &impl Evaluate<G, Value = Score>,
    depth: u32,
    line: &[G::Move],
) -> Option<Score> {
    let (mut game, mut depth) = (root.clone(), depth);
    for &mv in line {
        game.moves().find(|&legal| legal == mv).filter(|_| depth > 0)?;
        depth = depth.saturating_sub(if G::REGULAR_TURNS { 1 } else { game.cost(mv) });
        game.play(mv);
    }
    let value = match game.outcome() {
        Some(outcome) => outcome.after(line.len() as u32),
        None if depth == 0 => evaluator.evaluate(&game),
        None => return None,
    };
    Some(root.to_move().view(game.to_move().view(value)))
}
