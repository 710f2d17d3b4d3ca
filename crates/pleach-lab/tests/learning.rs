//! Tuning learns: small seeded runs must beat what they began with.

use pleach::registry::AnyGame;
use pleach_lab::contest::{Adjudication, Match, Openings};
use pleach_lab::player::{PlayerSpec, Thought};
use pleach_lab::statistics::{Confidence, Estimate};
use pleach_lab::store::Store;
use pleach_lab::tune::{Choice, Course, GeneRange, Genetic, Label, LearnError, Loss, Regression, Temporal};
use pleach_lab::work::Effort;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

const THOUGHT: Thought = Thought { depth: Some(1), nodes: None, time: None, patience: None };
static NEVER: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

fn effort(threads: usize) -> Effort<'static> {
    Effort { threads, stop: &NEVER }
}

fn open(game: &str) -> Box<dyn AnyGame> {
    pleach_games::registry().open(game).unwrap()
}

/// The game with an evaluator that knows next to nothing.
fn ignorant(game: &str, weight: i32) -> Box<dyn AnyGame> {
    let game = open(game);
    let weights = game.weights().unwrap();
    let numbers = vec![weight; weights.flat().len()];
    game.with_weights(weights.with_flat(&numbers).unwrap()).unwrap()
}

/// The Elo interval of new weights against the old ones.
fn gain(old: &dyn AnyGame, weights: pleach::Weights, pairs: u64) -> Estimate {
    let new = PlayerSpec::of_game("new", old.with_weights(weights).unwrap(), THOUGHT);
    let other = PlayerSpec::of_game("old", old.boxed_clone(), THOUGHT);
    let contest = Match {
        game: old,
        players: [&new, &other],
        openings: Openings::Random { plies: 6, balance: None },
        adjudication: Adjudication::default(),
        pairs,
        sprt: None,
        seed: 99,
    };
    let report = contest.play(&mut Store::in_memory().unwrap(), effort(2), &mut |_| {}).unwrap();
    Estimate::of(&report.standing.pairs, Confidence::default()).unwrap()
}

fn course<'a>(pupil: &'a dyn AnyGame, loss: Loss, label: Label) -> Course<'a> {
    Course {
        pupil,
        teacher: pupil,
        thought: THOUGHT,
        opening: 4..=12,
        exact_from: None,
        most_plies: 400,
        games: 200,
        rounds: 2,
        choice: Choice { label, share: 1.0, kept_back: 0.2, quiet: None, balance: None, seed: 1 },
        regression: Regression { loss, ridge: Some(1.0), steps: 3, iterations: 30, patience: 3 },
        seed: 1,
    }
}

#[test]
fn regression_learns() {
    let old = ignorant("othello:eval=classic,unit=hundredth", 0);
    for (loss, label) in [(Loss::Squares, Label::Outcome), (Loss::Logistic { scale: 2000.0 }, Label::Outcome)]
    {
        let mut store = Store::in_memory().unwrap();
        let course = course(old.as_ref(), loss, label);
        let report = course.learn(&mut store, effort(2), &mut |_| {}).unwrap();
        for curve in &report.curves {
            let best = curve.iter().map(|point| point.test).fold(f64::INFINITY, f64::min);
            assert!(best < curve[0].test, "{curve:?}");
        }
        // The same on one thread, and nothing is played again.
        let mut another = Store::in_memory().unwrap();
        let again = course.learn(&mut another, effort(1), &mut |_| {}).unwrap();
        assert_eq!(again.weights, report.weights);
        assert_eq!(course.learn(&mut store, effort(1), &mut |_| {}).unwrap().weights, report.weights);
        let gain = gain(old.as_ref(), report.weights, 60);
        assert!(gain.low > 0.0, "{loss:?}: {gain:?}");
    }
}

/// Games that a longer course has left in the store are not learned from.
#[test]
fn a_shorter_course_learns_from_its_own_games() {
    let old = ignorant("othello:eval=discs-corners,unit=hundredth", 0);
    let (mut store, mut fresh) = (Store::in_memory().unwrap(), Store::in_memory().unwrap());
    let mut course = course(old.as_ref(), Loss::Squares, Label::Outcome);
    course.rounds = 1;
    course.learn(&mut store, effort(2), &mut |_| {}).unwrap();
    course.games = 100;
    let after = course.learn(&mut store, effort(2), &mut |_| {}).unwrap();
    assert_eq!(after.weights, course.learn(&mut fresh, effort(2), &mut |_| {}).unwrap().weights);
}

/// An evaluator that tells no terms: its weights are tried one by one.
#[test]
fn regression_learns_from_search_without_terms() {
    let good = open("connect-four:scale=100");
    let old = ignorant("connect-four:scale=100", 0);
    let mut course = course(old.as_ref(), Loss::Squares, Label::Search);
    course.teacher = good.as_ref();
    course.thought = Thought { depth: Some(4), ..THOUGHT };
    course.rounds = 1;
    let report = course.learn(&mut Store::in_memory().unwrap(), effort(2), &mut |_| {}).unwrap();
    let gain = gain(old.as_ref(), report.weights, 60);
    assert!(gain.low > 0.0, "{gain:?}");
}

#[test]
fn temporal_differences_learn() {
    let old = ignorant("othello:eval=discs-corners,unit=hundredth", 1);
    let temporal = Temporal {
        game: old.as_ref(),
        thought: THOUGHT,
        opening: 4..=12,
        batches: 20,
        games: 20,
        lambda: 0.8,
        // The weights are very small to begin with.
        rate: 100.0,
        scale: 1000.0,
        most_plies: 200,
        seed: 1,
    };
    let mut store = Store::in_memory().unwrap();
    let mut losses = Vec::new();
    let weights = temporal.learn(&mut store, effort(2), &mut |batch| losses.push(batch.loss)).unwrap();
    assert!(losses[15..].iter().sum::<f64>() < losses[..5].iter().sum::<f64>(), "{losses:?}");
    let mut another = Store::in_memory().unwrap();
    assert_eq!(temporal.learn(&mut another, effort(1), &mut |_| {}).unwrap(), weights);
    let gain = gain(old.as_ref(), weights, 60);
    assert!(gain.low > 0.0, "{gain:?}");
}

#[test]
fn too_many_weights_are_refused_for_temporal_differences() {
    let game = open("othello:eval=patterns");
    let temporal = Temporal {
        game: game.as_ref(),
        thought: THOUGHT,
        opening: 4..=4,
        batches: 1,
        games: 1,
        lambda: 0.5,
        rate: 0.1,
        scale: 100.0,
        most_plies: 10,
        seed: 1,
    };
    let error = temporal.learn(&mut Store::in_memory().unwrap(), effort(1), &mut |_| {}).unwrap_err();
    assert!(matches!(error, LearnError::TooManyWeights { .. }), "{error}");
}

#[test]
fn breeding_learns() {
    let old = ignorant("othello:eval=discs-corners,unit=hundredth", 1);
    let genetic = Genetic {
        breed: pleach_lab::tune::Breed::Evaluator,
        game: old.as_ref(),
        thought: THOUGHT,
        population: 16,
        generations: 6,
        pairs: 4,
        final_pairs: 10,
        opening_plies: 6,
        range: GeneRange::Fixed(-100, 1000),
        adjudication: Adjudication::default(),
        seed: 1,
    };
    let mut store = Store::in_memory().unwrap();
    let report = genetic.breed(&mut store, effort(2), &mut |_| {}).unwrap();
    assert_eq!(report.population.len(), 16);
    assert!(report.population.iter().flat_map(|player| &player.weights).all(|w| (-100..=1000).contains(w)));
    let mut another = Store::in_memory().unwrap();
    let again = genetic.breed(&mut another, effort(1), &mut |_| {}).unwrap();
    assert_eq!((again.weights, again.population), (report.weights.clone(), report.population));
    let gain = gain(old.as_ref(), report.weights, 60);
    assert!(gain.low > 0.0, "{gain:?}");
}
