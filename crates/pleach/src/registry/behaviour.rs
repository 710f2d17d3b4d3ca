//! What a game and a search of it do, as three numbers: whoever keeps results needs to know whether the program that
//! made them would still make them.
//!
//! Nothing is asked of the game but what it does: random games are played by a seed, and what the rules, the keys, the
//! evaluator and small searches say on the way is hashed. So a change of any of them shows, in code and in weights,
//! unless it concerns only what these games do not meet.

use super::{Hosted, Method, Request, Searchable, Weighted};
use crate::engine::Knowledge;
use crate::game::{Evaluate, Hashed, Player, key_of, mix};
use crate::limits::Limits;
use crate::notation::Notation;
use crate::panics::caught;
use crate::signature::Signature;
use crate::value::Score;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Games that are played at random.
const GAMES: u64 = 10;
/// Each is given up after so many plies.
const LONGEST: usize = 120;
/// One position in so many is evaluated: evaluators may be slow.
const ONE_IN: usize = 3;
/// More moves of a position are not counted.
const WIDEST: usize = 1 << 12;
/// The nodes of each of the searches, one per game.
const NODES: u64 = 500;
/// The same for searches over uncertain values, whose nodes cost ten times as much.
const UNCERTAIN_NODES: u64 = 50;
/// What a panic in the code of a game is to the hash.
const PANICKED: u64 = 0x5041_4e49_434b_4544;

/// What random games have shown, whatever the search.
pub(super) struct Walked<G> {
    rules: Fold,
    values: Fold,
    /// A position of every game, from early ones to late ones.
    places: Vec<G>,
}

/// A hash that grows by whatever is seen.
#[derive(Clone, Copy, Default)]
struct Fold(u64);

impl Fold {
    fn add(&mut self, word: u64) {
        self.0 = mix(self.0 ^ word);
    }

    fn add_score(&mut self, score: Score) {
        self.add(u64::from(score.get().cast_unsigned()));
    }

    /// The upper half is as well mixed as the lower one.
    fn short(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

impl<G, E, K> Hosted<G, E, K>
where
    G: Hashed + Notation + Send + Sync + 'static,
    G::Move: Send + Sync,
    E: Evaluate<G, Value = Score> + Send + Sync + 'static,
    K: Knowledge<G, Seen: Send + Sync> + Send + Sync + 'static,
{
    /// See [`Searchable::signature`].
    pub(super) fn signed(&self, request: &Request) -> Signature {
        let walked = self.walked.get_or_init(|| self.walk());
        let mut searches = Fold::default();
        for place in &walked.places {
            searches.add(guarded(|| self.search_from(place, request)));
        }
        Signature { rules: walked.rules.short(), values: walked.values.short(), searches: searches.short() }
    }

    fn walk(&self) -> Walked<G> {
        let mut walked = Walked { rules: Fold::default(), values: Fold::default(), places: Vec::new() };
        // Millions of weights are not all met in these games.
        walked.values.add(self.weights().map_or(0, |weights| key_of(&weights.to_bytes())));
        for number in 0..GAMES {
            let mut line = Vec::new();
            let rules = guarded(|| self.rules_of_a_game(number, &mut line));
            walked.rules.add(rules);
            let looked_at = line.iter().skip(number as usize % ONE_IN).step_by(ONE_IN);
            looked_at.for_each(|game| walked.values.add(guarded(|| self.values_of(game))));
            let place = line.len() * (number as usize + 1) / (GAMES as usize + 1);
            walked.places.extend(line.into_iter().nth(place));
        }
        // Trees without values at inner nodes remember who asked for one.
        self.customs.missing.and_then(|missing| missing(&self.first));
        walked
    }

    /// Plays a game at random and keeps its positions, the end left out.
    fn rules_of_a_game(&self, number: u64, line: &mut Vec<G>) -> u64 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(mix(number));
        let (mut seen, mut game) = (Fold::default(), self.first.clone());
        loop {
            seen.add(game.key());
            seen.add((self.customs.identity)(&game));
            seen.add((game.to_move() == Player::Max).into());
            let outcome = game.outcome();
            outcome.iter().for_each(|&outcome| seen.add_score(outcome));
            let width = if outcome.is_some() { 0 } else { game.moves().take(WIDEST).count() };
            if width == 0 || line.len() == LONGEST {
                return seen.0;
            }
            let (low, high) = game.score_bounds();
            [low, high].into_iter().for_each(|bound| seen.add_score(bound));
            seen.add(width as u64);
            let Some(mv) = game.moves().nth(random.random_range(0..width)) else { return seen.0 };
            seen.add(key_of(&game.move_text(mv)));
            line.push(game.clone());
            game.play(mv);
        }
    }

    fn values_of(&self, game: &G) -> u64 {
        let mut seen = Fold::default();
        seen.add_score(self.evaluator.evaluate(game));
        seen.add(self.knowledge.progress(game).into());
        seen.add(self.knowledge.is_quiet(game).into());
        seen.0
    }

    /// What a search of a few nodes finds; and one to the same depth, where what is left out may depend on knowing it.
    fn search_from(&self, place: &G, request: &Request) -> u64 {
        let from = self.at(place);
        let nodes = match request.algorithm {
            Method::Uncertain(_) => UNCERTAIN_NODES,
            Method::Engine(_) | Method::Textbook(..) => NODES,
        };
        let small = Request {
            prune: request.prune.clone(),
            policy: request.policy.clone(),
            memory: 1,
            ..Request::new(request.algorithm, Limits::none().nodes(nodes))
        };
        let mut seen = Fold::default();
        let mut search = |limits: Limits| match from.search(&Request { limits, ..small.clone() }) {
            Ok(answer) => {
                seen.add(key_of(&answer.best));
                seen.add_score(answer.score);
                seen.add(answer.depth.unwrap_or(u32::MAX).into());
                seen.add(answer.counts.nodes);
                answer.depth
            }
            Err(error) => {
                seen.add(key_of(&error.to_string()));
                None
            }
        };
        let depth = search(small.limits.clone());
        if let Some(depth) = depth.filter(|_| request.policy.is_some()) {
            search(Limits::depth(depth));
        }
        seen.0
    }
}

/// A panic in the code of a game is something that it does, too: whoever plays it will meet it and tell.
fn guarded(work: impl FnOnce() -> u64) -> u64 {
    caught(work).unwrap_or(PANICKED)
}
