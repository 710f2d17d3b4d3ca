//! The laws of the notation.

use super::rules::at;
use super::run::{Listed, Test, Visited, breach, breach_by, legal_moves};
use crate::game::Hashed;
use crate::notation::Notation;
use std::collections::HashSet;

/// So many moves of a position are read again; others have their turn at other positions.
const MOVES_READ: usize = 4;

pub(super) fn notation<'a, G: Hashed + Notation + 'a>() -> Vec<Listed<'a, G>> {
    vec![
        Listed::new("a position is read as it is written", at(position_read)),
        Listed::new("a move is read as it is written", move_read),
        Listed::new("two moves have different texts", at(different_texts)),
    ]
}

fn position_read<G: Hashed + Notation>(visited: &Visited<G>) -> Test {
    let (game, text) = (&visited.game, &visited.text);
    let read = match game.parse(text) {
        Ok(read) => read,
        Err(error) => return breach(error.to_string()),
    };
    // What is over by what was there before goes on where it is read without its past.
    let has_same_future = game.recurrence().is_some()
        || read.outcome() == visited.outcome && legal_moves(&read) == visited.moves;
    let is_same_game = read.to_move() == game.to_move() && has_same_future;
    if read.position() == *text && (G::READS_ANEW || is_same_game) {
        Ok(())
    } else {
        breach(format!("another position, written {}", read.position()))
    }
}

fn move_read<G: Notation>(line: &[Visited<G>], index: usize) -> Test {
    let Visited { game, moves, .. } = &line[index];
    let step = moves.len().div_ceil(MOVES_READ).max(1);
    for &mv in moves.iter().skip(index % step).step_by(step) {
        match game.parse_move(&game.move_text(mv)) {
            Ok(read) if read == mv => {}
            Ok(_) => return breach_by("another move", game, mv),
            Err(error) => return breach_by(error.to_string(), game, mv),
        }
    }
    Ok(())
}

fn different_texts<G: Notation>(visited: &Visited<G>) -> Test {
    let mut texts = HashSet::new();
    match visited.moves.iter().find(|&&mv| !texts.insert(visited.game.move_text(mv))) {
        Some(&mv) => breach_by(visited.game.move_text(mv), &visited.game, mv),
        None => Ok(()),
    }
}
