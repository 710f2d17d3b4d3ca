//! What must hold of the searches over uncertain values, on any tree.

use super::oracle::{Disagreement, Values, oracle};
use crate::game::{Evaluate, Game, Hashed, mix};
use crate::limits::Limits;
use crate::notation::Notation;
use crate::observe;
use crate::textbook;
use crate::uncertain::best_first::{BStar, Expansion, PbStar};
use crate::uncertain::{Belief, Leaves, Report, UncertainEvent, Verdict, Walk, informed, p_ab, r_ab};
use crate::value::{Distribution, Interval, Score, Window};

/// An evaluator whose distributions are a hash of the position, on scores from `-largest` to `largest`, with zeros
/// among the masses and at the bounds.
///
/// ```
/// use pleach::{Evaluate, testkit::Beliefs, tree::Shape};
/// let beliefs = Beliefs { salt: 1, largest: 6 };
/// assert!(beliefs.evaluate(&Shape::uniform(3, 4).tree(1)).bounds().width() <= 12);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Beliefs {
    /// Which distributions.
    pub salt: u64,
    /// The largest score.
    pub largest: u32,
}

impl<G: Hashed> Evaluate<G> for Beliefs {
    type Value = Distribution;

    fn evaluate(&self, game: &G) -> Distribution {
        let random = |draw: u64| mix(mix(game.key() ^ self.salt) ^ draw);
        let scores = 2 * u64::from(self.largest) + 1;
        let (one, other) = (random(1) % scores, random(2) % scores);
        let (low, high) = (one.min(other), one.max(other));
        let weight = |draw: u64| [0.0, 1.0, 2.0, 5.0][(random(draw) % 4) as usize];
        let mut weights: Vec<f64> = (low..=high).map(|score| weight(score + 3)).collect();
        weights[(random(3) % (high - low + 1)) as usize] += 1.0;
        let sum: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight /= sum);
        let low = Score::new(low as i32 - self.largest as i32);
        Distribution::new(low, weights).expect("the weights were divided by their sum")
    }
}

/// The value of a position by the definition: the largest of its successors', without any window.
///
/// ```
/// use pleach::testkit::{Beliefs, backed_up};
/// use pleach::tree::Shape;
/// let value = backed_up(&Shape::uniform(3, 4).tree(1), &Beliefs { salt: 1, largest: 6 }, 3);
/// assert!((value.masses().map(|(_, mass)| mass).sum::<f64>() - 1.0).abs() < 1e-9);
/// ```
pub fn backed_up<G: Game, V: Belief>(game: &G, evaluator: &impl Evaluate<G, Value = V>, depth: u32) -> V {
    backed_up_at(game, evaluator, depth, 0)
}

fn backed_up_at<G: Game, V: Belief>(
    game: &G,
    evaluator: &impl Evaluate<G, Value = V>,
    depth: u32,
    ply: u32,
) -> V {
    if let Some(outcome) = game.outcome() {
        return V::certain(outcome.after(ply));
    }
    if depth == 0 {
        return evaluator.evaluate(game);
    }
    let values = game.moves().map(|mv| {
        let next = game.after(mv);
        let cost = if G::REGULAR_TURNS { 1 } else { game.cost(mv) };
        let value = backed_up_at(&next, evaluator, depth.saturating_sub(cost), ply + 1);
        if next.to_move() == game.to_move() { value } else { -value }
    });
    values.reduce(V::larger).unwrap_or_else(|| V::certain(Score::ZERO))
}

/// Compares the depth-first searches with the definition and with each other: P_AB equals the full
/// back-up, held in the window (Theorem 1, Lemma 1); its two forms and R_AB visit the same leaves in the same
/// order, and R_AB finds its bounds; on certain values it is alpha-beta.
///
/// ```
/// use pleach::{testkit::compare_uncertain, tree::Shape};
/// compare_uncertain(&Shape::uniform(3, 5).tree(1), 7, 3).unwrap();
/// ```
pub fn compare_uncertain<G: Hashed + Notation>(game: &G, salt: u64, depth: u32) -> Result<(), Disagreement> {
    let differs = |algorithm: &str, what: String| {
        let (algorithm, position) = (algorithm.to_owned(), game.position());
        Disagreement { algorithm, depth, position, what }
    };
    let beliefs = Beliefs { salt, largest: 6 };
    let ranges = |p: &G| beliefs.evaluate(p).bounds();
    let whole = backed_up(game, &beliefs, depth);
    for window in windows(salt) {
        let (clipped, clipped_leaves) =
            visited(game, &beliefs, |s| p_ab(s, game, depth, window, Leaves::Clipped));
        let (plain, plain_leaves) = visited(game, &beliefs, |s| p_ab(s, game, depth, window, Leaves::Plain));
        let (range, range_leaves) = visited(game, &ranges, |s| r_ab(s, game, depth, window));
        let expected = whole.clone().clip(window);
        if !is_close(&clipped, &expected) || !is_close(&plain.clip(window), &expected) {
            return Err(differs("p-ab", format!("{window}: {clipped:?} instead of {expected:?}")));
        }
        if range != expected.bounds() {
            return Err(differs("r-ab", format!("{window}: {range} instead of {}", expected.bounds())));
        }
        if clipped_leaves != plain_leaves || clipped_leaves != range_leaves {
            return Err(differs("p-ab", format!("{window}: its forms visit different leaves")));
        }
    }
    let values = Values { salt, different: 9 };
    let points = |p: &G| Distribution::point(values.evaluate(p));
    let (point, point_leaves) =
        visited(game, &points, |s| p_ab(s, game, depth, Interval::FULL, Leaves::Clipped));
    let mut visits = Visits::default();
    let mut walk = textbook::Walk::new(&values, &mut visits, &Limits::none());
    let plain = textbook::alpha_beta(&mut walk, game, depth, Window::FULL).ok().map(Interval::point);
    if plain != Some(point.bounds()) || visits.leaves != point_leaves {
        return Err(differs("p-ab", format!("on certain values {point}, not as alpha-beta: {plain:?}")));
    }
    Ok(())
}

/// Compares the informed search with P_AB, where `remaining` says how deep below a position the search goes.
/// It must find the same value and visit no more leaves; both numbers of leaves are returned.
///
/// ```
/// use pleach::{testkit::compare_informed, tree::{RandomTree, Shape}};
/// let tree = Shape::uniform(3, 9).tree(1);
/// let [with, without] = compare_informed(&tree, 7, 3, |p: &RandomTree| 3 - p.level()).unwrap();
/// assert!(with <= without);
/// ```
pub fn compare_informed<G: Hashed + Notation>(
    game: &G,
    salt: u64,
    depth: u32,
    remaining: impl Fn(&G) -> u32,
) -> Result<[u64; 2], Disagreement> {
    let beliefs = Beliefs { salt, largest: 6 };
    // True bounds, wider than the value by a hash of the position, and sometimes not.
    let bounds = |p: &G| {
        let value = backed_up(p, &beliefs, remaining(p)).bounds();
        let slack = |draw: u64| (mix(p.key() ^ salt ^ draw) % 4) as i32;
        Interval::new(value.low().plus(-slack(11)), value.high().plus(slack(12))).unwrap_or(value)
    };
    let mut walk = Walk::new(&beliefs, &Limits::none());
    let found = informed(&mut walk, game, depth, Interval::FULL, &bounds);
    let informed_leaves = walk.leaves();
    let mut walk = Walk::new(&beliefs, &Limits::none());
    let plain = p_ab(&mut walk, game, depth, Interval::FULL, Leaves::Clipped);
    let same = matches!((&found, &plain), (Ok(found), Ok(plain)) if is_close(found, plain));
    if same && informed_leaves <= walk.leaves() {
        return Ok([informed_leaves, walk.leaves()]);
    }
    let what = format!("{found:?} by {informed_leaves} instead of {plain:?} by {} leaves", walk.leaves());
    Err(Disagreement { algorithm: "informed".to_owned(), depth, position: game.position(), what })
}

/// Compares the best-first proofs with minimax, on a game that is searched to its end with true bounds at every
/// node: the move that B* calls best is one, every range holds what it stands for, and PB* with the threshold
/// 1 takes the same steps.
///
/// ```
/// use pleach::{testkit::compare_best_first, tree::Shape};
/// compare_best_first(&Shape::uniform(3, 4).tree(1), 7).unwrap();
/// ```
pub fn compare_best_first<G: Hashed + Notation>(game: &G, salt: u64) -> Result<(), Disagreement> {
    let differs = |algorithm: &str, what: String| {
        let (algorithm, position) = (algorithm.to_owned(), game.position());
        Disagreement { algorithm, depth: u32::MAX, position, what }
    };
    let value_of = |p: &G| oracle(p, &(), u32::MAX);
    let bounds = |p: &G| {
        let slack = |draw: u64| (mix(p.key() ^ salt ^ draw) % 6) as i32;
        let value = value_of(p);
        Interval::new(value.plus(-slack(21)), value.plus(slack(22))).unwrap_or(Interval::point(value))
    };
    let lists = |p: &G| Distribution::uniform(bounds(p)).expect("the bounds are close");
    let mut proof = BStar::new(game, &bounds, &Limits::none());
    let mut likely = PbStar::new(game, &lists, &Limits::none()).theta(1.0).cut(false);
    loop {
        let (one, other) = (proof.step(), likely.step());
        if one != other {
            return Err(differs("pb-star", format!("{other:?} where b-star does {one:?}")));
        }
        if !matches!(one, Ok(Expansion::Expanded { .. })) {
            break;
        }
    }
    let mut cutting = PbStar::new(game, &lists, &Limits::none()).theta(1.0);
    let (Ok(found), Ok(cut)) = (proof.finish(), cutting.finish()) else {
        return Err(differs("b-star", "stopped without a limit".to_owned()));
    };
    check_proof(game, &found, value_of).map_err(|what| differs("b-star", what))?;
    check_proof(game, &cut, value_of).map_err(|what| differs("pb-star", what))
}

/// Checks what a proof says of the root moves.
fn check_proof<G: Game, V: Belief>(
    game: &G,
    report: &Report<G::Move, V>,
    value_of: impl Fn(&G) -> Score,
) -> Result<(), String> {
    let value_after = |mv: G::Move| {
        let next = game.after(mv);
        let value = value_of(&next).after(1);
        if next.to_move() == game.to_move() { value } else { -value }
    };
    if let Some(outcome) = game.outcome() {
        let expected = (None, V::certain(outcome), Verdict::Finished);
        let found = (report.best.map(|_| ()), report.value.clone(), report.verdict);
        return if found == expected { Ok(()) } else { Err(format!("{found:?}")) };
    }
    if !matches!(report.verdict, Verdict::Separated | Verdict::Settled) {
        return Err(format!("{:?} though every value can be found", report.verdict));
    }
    let best = report.best.map(value_after);
    for root in &report.moves {
        let (value, bounds) = (value_after(root.mv), root.value.bounds());
        // Where successors that cannot count are left out, a move that is no better than the best may
        // seem to be worse than it is.
        let hopeless = Some(value) <= best && Some(bounds.high()) <= best;
        if !bounds.contains(value) && !hopeless {
            return Err(format!("{:?} is worth {value}, not {:?}", root.mv, root.value));
        }
    }
    let highest = game.moves().map(value_after).max();
    if best == highest { Ok(()) } else { Err(format!("its best move is worth {best:?}, not {highest:?}")) }
}

/// The window of the whole search, and some inside it.
fn windows(salt: u64) -> impl Iterator<Item = Interval> {
    let random = move |draw: u64| (mix(salt ^ mix(draw)) % 13) as i32 - 6;
    let drawn = (0..4).filter_map(move |pair| {
        let (one, other) = (random(2 * pair), random(2 * pair + 1));
        Interval::new(Score::new(one.min(other)), Score::new(one.max(other))).ok()
    });
    let whole = Interval::new(Score::new(-6), Score::new(6)).unwrap_or(Interval::FULL);
    [Interval::FULL, whole].into_iter().chain(drawn.filter(|window| window.value().is_none()))
}

/// The value of a search, and the keys of the leaves in the order of its visits.
fn visited<G, V, E>(
    _game: &G,
    evaluator: &E,
    search: impl FnOnce(&mut Walk<'_, E, &mut Visits>) -> Result<V, crate::Stopped>,
) -> (V, Vec<u64>)
where
    G: Hashed,
    V: Belief,
    E: Evaluate<G, Value = V>,
{
    let mut visits = Visits::default();
    let value = search(&mut Walk::observed(evaluator, &Limits::none(), &mut visits));
    (value.expect("there is no limit to stop it"), visits.leaves)
}

#[derive(Default)]
struct Visits {
    entered: u64,
    leaves: Vec<u64>,
}

impl<G: Hashed, V: Belief> crate::uncertain::ObserveUncertain<G, V> for &mut Visits {
    fn observe(&mut self, event: UncertainEvent<'_, G, V>) {
        match event {
            UncertainEvent::Entered { game, .. } => self.entered = game.key(),
            UncertainEvent::Leaf { .. } => self.leaves.push(self.entered),
            _ => {}
        }
    }
}

/// The same of a textbook search.
impl<G: Hashed> observe::Observe<G> for Visits {
    fn observe(&mut self, event: observe::Event<'_, G>) {
        match event {
            observe::Event::Entered { game, .. } => self.entered = game.key(),
            observe::Event::Leaf { .. } => self.leaves.push(self.entered),
            _ => {}
        }
    }
}

fn is_close(one: &Distribution, other: &Distribution) -> bool {
    let sum: f64 = one.masses().map(|(_, mass)| mass).sum();
    let near = |(score, mass): (Score, f64)| (other.mass(score) - mass).abs() < 1e-12;
    let back = |(score, mass): (Score, f64)| (one.mass(score) - mass).abs() < 1e-12;
    let same = one.masses().all(near) && other.masses().all(back);
    one.bounds() == other.bounds() && (sum - 1.0).abs() < 1e-9 && same
}
