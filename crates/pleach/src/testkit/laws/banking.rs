//! The laws of banked points: see [`Hashed::banked`].

use super::keys::{any_of, grafted, without_past};
use super::rules::at;
use super::run::{Breach, Law, Listed, Test, Visited, breach, legal_moves};
use crate::game::{Evaluate, Hashed};
use crate::notation::Notation;
use crate::value::Score;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashMap;

const NOTHING: &str = "without BANKS nothing is banked";
const REST: &str = "the points banked and the rest of the game make the outcome";
const EVALUATED: &str = "the points banked and the rest of the game make the evaluation";
const NO_BANK: &str = "the game banks no points (BANKS is false)";

/// Positions that are remembered to be met again with other points.
const MOST_SEEN: usize = 1 << 18;
/// Games that differ in their points are played on for so long.
const LONGEST: usize = 1_000;

/// The laws of the rules.
pub(super) fn banking<'a, G: Hashed + Notation + 'a>(seed: u64) -> Vec<Listed<'a, G>> {
    let nothing = |visited: &Visited<G>| match visited.game.banked() {
        0 => Ok(()),
        points => breach(format!("{points} points")),
    };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed ^ 0xba2c);
    let rest = move |one: &G, other: &G| play_on(one, other, &mut random);
    vec![
        Listed::only_if(!G::BANKS, "the game banks points (BANKS)", NOTHING, at(nothing)),
        Listed::only_if(G::BANKS, NO_BANK, REST, Pairs::new(rest)),
    ]
}

/// The law of the evaluator.
pub(super) fn banked_evaluation<'a, G: Hashed + Notation + 'a, E: Evaluate<G, Value = Score>>(
    evaluator: &'a E,
) -> Listed<'a, G> {
    let same = |one: &G, other: &G| {
        let unbanked = |game: &G| evaluator.evaluate(game).with_points(-game.banked());
        let is_open = one.outcome().is_none() && other.outcome().is_none();
        match is_open && unbanked(one) != unbanked(other) {
            true => Some(format!("{} and {} points for the rest", unbanked(one), unbanked(other))),
            false => None,
        }
    };
    Listed::only_if(G::BANKS, NO_BANK, EVALUATED, Pairs::new(same))
}

/// A law about pairs of positions that share a key.
struct Pairs<F> {
    seen: HashMap<u64, String>,
    differ: F,
}

impl<F> Pairs<F> {
    fn new(differ: F) -> Self {
        Pairs { seen: HashMap::new(), differ }
    }

    /// Compares two positions, if they share a key and differ in their points.
    fn compare<G: Hashed + Notation>(&mut self, game: &G, other: &G) -> Test
    where
        F: FnMut(&G, &G) -> Option<String>,
    {
        let is_pair =
            game.key() == other.key() && game.to_move() == other.to_move() && game.banked() != other.banked();
        match is_pair.then(|| (self.differ)(game, other)).flatten() {
            Some(found) => {
                let found = format!("{found}, here and at {}", other.position());
                Err(Breach { found, position: Some(game.position()), mv: None })
            }
            None => Ok(()),
        }
    }
}

impl<G: Hashed + Notation, F: FnMut(&G, &G) -> Option<String>> Law<G> for Pairs<F> {
    fn at(&mut self, line: &[Visited<G>], index: usize) -> Test {
        let text = &line[index].text;
        let Some(game) = without_past(&line[index].game) else { return Ok(()) };
        let donors = [&line[line.len() / 2].text, &line[line.len() - 1].text, &line[0].text];
        let grafts = donors.into_iter().flat_map(|donor| grafted(text, donor));
        let others: Vec<G> = grafts
            .chain(self.seen.get(&game.key()).cloned())
            .filter_map(|other| game.parse(&other).ok())
            .collect();
        if self.seen.len() < MOST_SEEN {
            self.seen.entry(game.key()).or_insert_with(|| text.clone());
        }
        others.iter().try_for_each(|other| self.compare(&game, other))
    }
}

/// Plays the same random moves from both positions: what they end with must differ by their points alone.
fn play_on<G: Hashed + Notation>(one: &G, other: &G, random: &mut Xoshiro256PlusPlus) -> Option<String> {
    let (mut here, mut there) = (one.clone(), other.clone());
    for _ in 0..LONGEST {
        if here.outcome().is_some() || there.outcome().is_some() {
            break;
        }
        let mv = any_of(&legal_moves(&here), random)?;
        if !legal_moves(&there).contains(&mv) {
            return Some(format!("{} is legal here and not there", here.move_text(mv)));
        }
        here.play(mv);
        there.play(mv);
    }
    let rest = |start: &G, end: &G| {
        let outcome = start.to_move().view(end.to_move().view(end.outcome()?));
        Some(outcome.with_points(-start.banked()))
    };
    let (here, there) = (rest(one, &here), rest(other, &there));
    let shown = |score: Option<Score>| score.map_or("open".to_owned(), |score| score.to_string());
    (here != there)
        .then(|| format!("after the same moves the rest is worth {} and {}", shown(here), shown(there)))
}
