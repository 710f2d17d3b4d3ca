//! The laws of evaluators.

use super::banking::banked_evaluation;
use super::run::{Breach, Law, Listed, Test, Visited, breach};
use crate::game::{Evaluate, Hashed, Player};
use crate::notation::Notation;
use crate::value::Score;
use std::cell::RefCell;
use std::rc::Rc;

const NO_DISTANCE: &str = "an evaluation is neither a win by distance nor infinity";
const INSIDE: &str = "an evaluation stays inside the limit";
const SAME: &str = "an evaluation is the same each time";
const EVALUATION_VIEW: &str = "an evaluation is from the point of view of the side to move";
const OUTCOME_VIEW: &str = "an outcome is from the point of view of the side to move";

/// Pairs of a value and a result that are kept.
const MOST_PAIRS: usize = 1 << 20;

pub(super) fn evaluation<'a, G: Hashed + Notation + 'a, E: Evaluate<G, Value = Score>>(
    evaluator: &'a E,
) -> Vec<Listed<'a, G>> {
    // Evaluators may take their time: the first law asks them twice, and the others look at what it was told.
    let values: Values = Rc::default();
    let remembered = Rc::clone(&values);
    let same = move |line: &[Visited<G>], index: usize| {
        let open = Some(&line[index]).filter(|visited| visited.outcome.is_none());
        let value = open.map(|visited| evaluator.evaluate(&visited.game));
        remembered.borrow_mut().push(value);
        match open.map(|visited| evaluator.evaluate(&visited.game)) == value {
            true => Ok(()),
            false => breach("two values"),
        }
    };
    let views = Rc::new(RefCell::new(Views::default()));
    let blamed = |on: Blame| Blamed { views: Rc::clone(&views), values: Rc::clone(&values), on };
    vec![
        Listed::new(SAME, same),
        Listed::new(NO_DISTANCE, of_value(&values, no_distance)),
        Listed::new(INSIDE, of_value(&values, inside)),
        // What is seen is gathered by the second and judged by both.
        Listed::new(OUTCOME_VIEW, blamed(Blame::Outcome)),
        Listed::new(EVALUATION_VIEW, blamed(Blame::Evaluation)),
        banked_evaluation(evaluator),
    ]
}

/// The values of the positions of the game under way, as far as it is open and the evaluator has answered.
type Values = Rc<RefCell<Vec<Option<Score>>>>;

/// The value of a position of the game under way.
fn value_at(values: &Values, index: usize) -> Option<Score> {
    values.borrow().get(index).copied().flatten()
}

/// A law about single values.
fn of_value<G: Notation>(values: &Values, test: fn(Score) -> Test) -> impl Law<G> + use<G> {
    let values = Rc::clone(values);
    move |_: &[Visited<G>], index: usize| value_at(&values, index).map_or(Ok(()), test)
}

fn no_distance(value: Score) -> Test {
    if value.is_evaluation() { Ok(()) } else { breach(value.to_string()) }
}

fn inside(value: Score) -> Test {
    if value.get().abs() == Score::LIMIT {
        breach(format!("{value}, where Score::new holds all that is larger: scale the evaluation down"))
    } else {
        Ok(())
    }
}

/// Who is at fault if good values go with bad results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Blame {
    Evaluation,
    Outcome,
}

/// Evaluations and the results of their games.
#[derive(Default)]
struct Views {
    pairs: Vec<Pair>,
    /// Ends that the side to move had won, and lost.
    won: u32,
    lost: u32,
    /// Games that ended with Max to move, and with Min.
    ended: [u32; 2],
    /// The pair in which value and result differ most, by its value.
    worst: Option<(f64, String)>,
    /// A game's end with its last move, where whoever moved last has lost.
    end: Option<(String, Option<String>, String)>,
}

/// A value for the side to move and the result of the game for the same side.
struct Pair {
    value: f64,
    result: f64,
    mover: Player,
    /// The side to move at the end of the game.
    last: Player,
    /// The number of the game.
    game: u32,
}

impl Views {
    fn add_end<G: Notation>(&mut self, line: &[Visited<G>]) {
        let end = &line[line.len() - 1];
        let Some(outcome) = end.outcome else { return };
        self.ended[end.game.to_move() as usize] += 1;
        self.won += u32::from(outcome > Score::ZERO);
        self.lost += u32::from(outcome < Score::ZERO);
        if outcome > Score::ZERO && self.end.is_none() {
            let mover = end.game.to_move();
            let mv = line.len().checked_sub(2).zip(end.mv).map(|(at, mv)| line[at].game.move_text(mv));
            self.end = Some((end.text.clone(), mv, format!("{outcome} for {mover:?}, who is to move")));
        }
    }

    fn add<G: Notation>(&mut self, visited: &Visited<G>, value: Score, end: &Visited<G>) {
        let Some(outcome) = end.outcome.filter(|_| self.pairs.len() < MOST_PAIRS) else { return };
        let (mover, last) = (visited.game.to_move(), end.game.to_move());
        let result = mover.view(last.view(outcome));
        let (value, result) = (f64::from(value.get()), f64::from(result.get()));
        if value * result < 0.0 && self.worst.as_ref().is_none_or(|worst| value.abs() > worst.0) {
            self.worst = Some((value.abs(), visited.text.clone()));
        }
        let game = self.ended[0] + self.ended[1];
        self.pairs.push(Pair { value, result, mover, last, game });
    }

    /// How many standard deviations the correlation of values and results lies from zero.
    fn deviations(&self, mover: Player) -> Option<f64> {
        let of_mover = self.pairs.iter().filter(|pair| pair.mover == mover);
        deviations(&of_mover.map(|pair| (pair.value, pair.result)).collect::<Vec<_>>())
    }

    /// The same for the games that ended with this side to move, for both movers apart: whoever always loses where it
    /// is to move at the end would otherwise seem to lose because of its values. A game counts once, by its mean value:
    /// all its positions have the same end.
    fn deviations_of_ends(&self, last: Player) -> Option<f64> {
        let of = |mover: Player| {
            let is_such = |pair: &&Pair| (pair.last, pair.mover) == (last, mover);
            let such: Vec<&Pair> = self.pairs.iter().filter(is_such).collect();
            let games = such.chunk_by(|a, b| a.game == b.game).map(|game| {
                let values: f64 = game.iter().map(|pair| pair.value).sum();
                (values / game.len() as f64, game[0].result)
            });
            deviations(&games.collect::<Vec<_>>())
        };
        Some((of(Player::Max)? + of(Player::Min)?) / std::f64::consts::SQRT_2)
    }

    /// Who is to blame, and what gives it away. Four standard deviations are no accident.
    fn verdict(&self) -> Option<(Blame, String)> {
        const SURE: f64 = 4.0;
        let sides = [Player::Max, Player::Min];
        let by_mover = sides.map(|side| self.deviations(side));
        let is_bad = |deviations: &Option<f64>| deviations.is_some_and(|deviations| deviations < -SURE);
        let is_good = |deviations: &Option<f64>| deviations.is_some_and(|deviations| deviations > SURE);
        // The positions of a game share its result: few games prove nothing.
        if self.ended.iter().all(|&games| games >= 20) {
            let by_last = sides.map(|side| self.deviations_of_ends(side));
            if let (Some(side), true) = (by_last.iter().position(is_bad), by_last.iter().any(is_good)) {
                let side = sides[side];
                let found = format!("good values go with bad results where {side:?} is to move at the end");
                return Some((
                    Blame::Outcome,
                    format!("{found}, and with good ones where the other side is"),
                ));
            }
        }
        let side = sides[by_mover.iter().position(is_bad)?];
        let count = self.pairs.len();
        let found = format!("with {side:?} to move good values go with bad results, over {count} positions");
        if by_mover.iter().any(is_good) {
            return Some((Blame::Evaluation, found));
        }
        // Either of the two may be negated. In nearly all games whoever makes the last move wins more often.
        if self.won >= 3 * self.lost.max(1) {
            let found = "good values go with bad results, and whoever makes the last move has lost";
            return Some((Blame::Outcome, format!("{found}: {} ends of {}", self.won, self.won + self.lost)));
        }
        let hint = if self.lost >= 3 * self.won.max(1) { "" } else { "; or every outcome is negated" };
        Some((Blame::Evaluation, found + hint))
    }
}

/// How many standard deviations the correlation of pairs lies from zero.
fn deviations(pairs: &[(f64, f64)]) -> Option<f64> {
    let count = pairs.len() as f64;
    let mean = |pick: fn(&(f64, f64)) -> f64| pairs.iter().map(pick).sum::<f64>() / count;
    let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum = |term: fn(f64, f64) -> f64| pairs.iter().map(|pair| term(pair.0 - x, pair.1 - y)).sum::<f64>();
    let (xx, yy, xy) = (sum(|x, _| x * x), sum(|_, y| y * y), sum(|x, y| x * y));
    (xx > 0.0 && yy > 0.0).then(|| xy / (xx * yy).sqrt() * count.sqrt())
}

/// One of the two laws that share what was seen.
struct Blamed {
    views: Rc<RefCell<Views>>,
    values: Values,
    on: Blame,
}

impl<G: Notation> Law<G> for Blamed {
    fn at(&mut self, line: &[Visited<G>], index: usize) -> Test {
        if self.on == Blame::Outcome {
            return Ok(());
        }
        let mut views = self.views.borrow_mut();
        if index == 0 {
            views.add_end(line);
        }
        if let Some(value) = value_at(&self.values, index) {
            views.add(&line[index], value, &line[line.len() - 1]);
        }
        if index + 1 == line.len() {
            // They must not be taken for those of the next game if nobody evaluates that.
            self.values.borrow_mut().clear();
        }
        Ok(())
    }

    fn end(&mut self) -> Test {
        let views = self.views.borrow();
        let Some((_, found)) = views.verdict().filter(|(blame, _)| *blame == self.on) else { return Ok(()) };
        match (self.on, &views.end, &views.worst) {
            (Blame::Outcome, Some((position, mv, outcome)), _) => {
                let found = format!("{found}; here the outcome is {outcome}");
                Err(Breach { found, position: Some(position.clone()), mv: mv.clone() })
            }
            (_, _, Some((_, position))) => Err(Breach { found, position: Some(position.clone()), mv: None }),
            _ => breach(found),
        }
    }
}
