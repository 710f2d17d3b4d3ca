//! What was found by a program that behaves differently is not a result of this one: matches, races, calibrations and
//! self-play of a game whose code has changed begin anew.

use pleach::prune::Rules;
use pleach::registry::{AnyGame, Entry, Hosted, Method, Registry};
use pleach::tree::RandomTree;
use pleach::{Evaluate, Score};
use pleach_lab::calibrate::{Population, Sampled, Sampler};
use pleach_lab::contest::{Adjudication, Match, Openings};
use pleach_lab::player::{PlayerSpec, Thought};
use pleach_lab::race::{Race, Runner};
use pleach_lab::store::Store;
use pleach_lab::work::Effort;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const GAME: &str = "own-game";

/// A game of one's own as it is today, with an evaluator that is a plain function.
fn registry(evaluator: fn(&RandomTree) -> Score) -> Registry {
    Registry::default().with(Entry::new(GAME, "a game of one's own", "", move |spec| {
        let tree: RandomTree = "b=4,d=12,leaves=newborn".parse().expect("a random tree");
        spec.finish()?;
        Ok(Hosted::new(GAME, tree, evaluator))
    }))
}

fn before(tree: &RandomTree) -> Score {
    tree.static_value()
}

fn after(tree: &RandomTree) -> Score {
    -before.evaluate(tree)
}

fn effort(stop: &Arc<AtomicBool>) -> Effort<'_> {
    Effort { threads: 1, stop }
}

fn play(evaluator: fn(&RandomTree) -> Score, pairs: u64, store: &mut Store) -> i64 {
    let (registry, thought) = (registry(evaluator), Thought { nodes: Some(40), ..Thought::default() });
    let player = |text| PlayerSpec::parse(text, &registry, GAME, thought).unwrap();
    let (a, b, game) = (player("engine"), player("engine:nodes=10"), registry.open(GAME).unwrap());
    let contest = Match {
        game: game.as_ref(),
        players: [&a, &b],
        openings: Openings::Random { plies: 1, balance: None },
        adjudication: Adjudication::default(),
        pairs,
        sprt: None,
        seed: 1,
    };
    contest.play(store, effort(&Arc::default()), &mut |_| {}).unwrap().run
}

#[test]
fn a_match_of_another_evaluator_is_another_match() {
    let mut store = Store::in_memory().unwrap();
    let first = play(before, 3, &mut store);
    assert_eq!(play(before, 5, &mut store), first, "more games of the same players resume there");
    assert_ne!(play(after, 5, &mut store), first, "the same words, another evaluator");
}

fn draw(game: &dyn AnyGame, store: &mut Store) -> Vec<Sampled> {
    let sampler = Sampler { game, population: &Population::default(), depth: 3, purpose: "a test", seed: 1 };
    let drawn = sampler.draw(6, &mut HashSet::new(), store, effort(&Arc::default()), &mut |_| {});
    drawn.unwrap()
}

#[test]
fn positions_and_races_of_another_evaluator_are_others() {
    let mut store = Store::in_memory().unwrap();
    let runners =
        [Runner { name: "engine".to_owned(), method: Method::default(), prune: Rules::none(), policy: None }];
    let mut values = Vec::new();
    for evaluator in [before, after] {
        let game = registry(evaluator).open(GAME).unwrap();
        let positions = draw(game.as_ref(), &mut store);
        let (game, runners) = (game.as_ref(), &runners[..]);
        let race = Race { game, positions: &positions, runners, depth: 3, memory: 1, seed: 1 };
        let finished = race.run(&mut store, effort(&Arc::default()), &mut |_| {}).unwrap();
        values.push(finished[0].work.nodes);
    }
    let runs = |kind: &str| store.runs().unwrap().iter().filter(|run| run.kind == kind).count();
    assert_eq!((runs("sample"), runs("race")), (2, 2), "{values:?}");
}
