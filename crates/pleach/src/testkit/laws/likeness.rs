//! The laws of positions that are the same game: with the sides exchanged, or seen otherwise.

use super::rules::at;
use super::run::{Listed, Test, Visited, breach};
use crate::game::Evaluate;
use crate::notation::Notation;
use std::fmt;

const HANDS_OVER: &str = "exchanging the sides hands over the turn";
const SWAPPED: &str = "exchanging the sides changes nothing for the side to move";
const IMAGE: &str = "a position and its image are the same game";
const SHARED: &str = "images share the side to move and the canonical key";

pub(super) fn swap<'a, G: Notation + 'a, E: Evaluate<G, Value: PartialEq + fmt::Display>>(
    swapped: impl Fn(&G) -> G + Copy + 'a,
    is_over_by_its_past: fn(&G) -> bool,
    evaluator: &'a E,
) -> Vec<Listed<'a, G>> {
    let hands_over = move |visited: &Visited<G>| match swapped(&visited.game).to_move() {
        same if same == visited.game.to_move() => breach("the same side to move"),
        _ => Ok(()),
    };
    let same = move |visited: &Visited<G>| match is_over_by_its_past(&visited.game) {
        // What is made of it has no past, and goes on.
        true => Ok(()),
        false => same_game(visited, &swapped(&visited.game), evaluator),
    };
    vec![Listed::new(HANDS_OVER, at(hands_over)), Listed::new(SWAPPED, at(same))]
}

pub(super) fn symmetry<'a, G: Notation + 'a, E: Evaluate<G, Value: PartialEq + fmt::Display>>(
    images: impl Fn(&G) -> Vec<G> + Copy + 'a,
    key: impl Fn(&G) -> u64 + Copy + 'a,
    is_over_by_its_past: fn(&G) -> bool,
    evaluator: &'a E,
) -> Vec<Listed<'a, G>> {
    let same = move |visited: &Visited<G>| match is_over_by_its_past(&visited.game) {
        true => Ok(()),
        false => images(&visited.game).iter().try_for_each(|image| same_game(visited, image, evaluator)),
    };
    let shared = move |visited: &Visited<G>| {
        let game = &visited.game;
        let differs = |image: &&G| image.to_move() != game.to_move() || key(image) != key(game);
        match images(game).iter().find(differs) {
            Some(image) => breach(format!("another side to move or another key at {}", image.position())),
            None => Ok(()),
        }
    };
    vec![Listed::new(IMAGE, at(same)), Listed::new(SHARED, at(shared))]
}

/// The laws of a game that does not say how its sides change places.
pub(super) fn no_swap<'a, G: Notation + 'a>() -> Vec<Listed<'a, G>> {
    let reason = "the game does not say how its sides change places (Hosted::swapped_by)";
    [HANDS_OVER, SWAPPED].map(|law| Listed::inapplicable(law, reason)).into()
}

/// The laws of a game that does not say how its board can be turned.
pub(super) fn no_symmetry<'a, G: Notation + 'a>() -> Vec<Listed<'a, G>> {
    let reason = "the game does not say how its board can be turned (Hosted::seen_as)";
    [IMAGE, SHARED].map(|law| Listed::inapplicable(law, reason)).into()
}

fn same_game<G: Notation>(
    visited: &Visited<G>,
    other: &G,
    evaluator: &impl Evaluate<G, Value: PartialEq + fmt::Display>,
) -> Test {
    if visited.outcome != other.outcome() || visited.moves.len() != super::run::legal_moves(other).len() {
        return breach(format!("another outcome or number of moves at {}", other.position()));
    }
    if visited.outcome.is_some() {
        return Ok(());
    }
    let (here, there) = (evaluator.evaluate(&visited.game), evaluator.evaluate(other));
    if here == there { Ok(()) } else { breach(format!("{here} here and {there} at {}", other.position())) }
}
