//! The laws of the rules: moves, turns, outcomes, bounds, and an end.

use super::Laws;
use super::run::{Breach, Law, Listed, Test, Visited, breach, breach_by, legal_moves};
use crate::notation::Notation;

/// The laws that any game keeps.
pub(super) fn rules<'a, G: Notation + 'a>() -> Vec<Listed<'a, G>> {
    let points = "values may be wins by distance (COUNTS_PLIES)";
    let turns = "turns are not regular (REGULAR_TURNS is false)";
    vec![
        Listed::new("a game that goes on has a move", at(goes_on)),
        Listed::new("a game that is over has no moves", at(is_over)),
        Listed::new("an outcome is a finite score", at(finite)),
        Listed::only_if(
            !G::COUNTS_PLIES,
            points,
            "without COUNTS_PLIES an outcome is a number of points",
            at(points_only),
        ),
        Listed::new("the moves come in the same order each time", at(same_order)),
        Listed::new("every move is listed once", at(listed_once)),
        Listed::only_if(
            G::REGULAR_TURNS,
            turns,
            "with REGULAR_TURNS every move costs a ply and passes the turn",
            at(regular_turns),
        ),
        Listed::new("playing on a copy leaves the original alone", at(original_alone)),
        Listed::new("the score bounds hold for every continuation", bounds),
    ]
}

/// A law about single positions.
pub(super) fn at<G: Notation>(test: impl Fn(&Visited<G>) -> Test) -> impl Law<G> {
    move |line: &[Visited<G>], index: usize| test(&line[index])
}

fn goes_on<G: Notation>(visited: &Visited<G>) -> Test {
    if visited.outcome.is_none() && visited.moves.is_empty() { breach("none") } else { Ok(()) }
}

fn is_over<G: Notation>(visited: &Visited<G>) -> Test {
    match (visited.outcome, visited.moves.first()) {
        (Some(_), Some(&mv)) => breach_by("one", &visited.game, mv),
        _ => Ok(()),
    }
}

fn finite<G: Notation>(visited: &Visited<G>) -> Test {
    match visited.outcome {
        Some(outcome) if outcome.is_infinite() => breach(outcome.to_string()),
        _ => Ok(()),
    }
}

fn points_only<G: Notation>(visited: &Visited<G>) -> Test {
    match visited.outcome {
        Some(outcome) if !outcome.is_evaluation() => breach(outcome.to_string()),
        _ => Ok(()),
    }
}

fn same_order<G: Notation>(visited: &Visited<G>) -> Test {
    if legal_moves(&visited.game) == visited.moves { Ok(()) } else { breach("another order") }
}

fn listed_once<G: Notation>(visited: &Visited<G>) -> Test {
    // Moves need not be ordered or hashed: what they are compared with is kept to what takes no time.
    let compared = &visited.moves[..visited.moves.len().min(1_000)];
    let twice = (1..compared.len()).find(|&index| compared[..index].contains(&compared[index]));
    twice.map_or(Ok(()), |index| breach_by("the same move twice", &visited.game, compared[index]))
}

fn regular_turns<G: Notation>(visited: &Visited<G>) -> Test {
    let game = &visited.game;
    for &mv in &visited.moves {
        let next = game.after(mv).to_move();
        if next == game.to_move() || game.cost(mv) != 1 {
            let found = format!("{next:?} moves again, or the cost is {}", game.cost(mv));
            return breach_by(found, game, mv);
        }
    }
    Ok(())
}

fn original_alone<G: Notation>(visited: &Visited<G>) -> Test {
    for &mv in &visited.moves {
        drop(visited.game.after(mv));
    }
    if visited.game.position() == visited.text { Ok(()) } else { breach(visited.text.clone()) }
}

/// Every position's bounds must hold for the way the game really ended.
fn bounds<G: Notation>(line: &[Visited<G>], index: usize) -> Test {
    let (visited, end) = (&line[index], &line[line.len() - 1]);
    let Some(outcome) = end.outcome else { return Ok(()) };
    let (low, high) = visited.game.score_bounds();
    let outcome = visited.game.to_move().view(end.game.to_move().view(outcome));
    if (low..=high).contains(&outcome) {
        return Ok(());
    }
    let found = format!("a game from here ends with {outcome}, outside {low} to {high}");
    let by = index.checked_sub(1).zip(visited.mv).map(|(before, mv)| line[before].game.move_text(mv));
    Err(Breach { found, position: None, mv: by })
}

/// Random games come to an end, or the searches to the end of the game do not.
pub(super) struct Ending {
    longest: u32,
    games: u32,
    ended: u32,
    /// A position that came back, or the last one of a game that did not end.
    example: String,
    came_back: bool,
    has_past: bool,
}

impl Ending {
    pub(super) const SENTENCE: &str = "random games come to an end";

    pub(super) fn new(options: &Laws, has_past: bool) -> Ending {
        let (example, came_back) = (String::new(), false);
        Ending { longest: options.longest, games: 0, ended: 0, example, came_back, has_past }
    }

    fn advice(&self) -> &'static str {
        match (self.came_back, self.has_past) {
            (true, false) => {
                "positions come back: give the game a rule of repetition (Hashed::repetition) and wrap it in Repeating"
            }
            (true, true) => {
                "positions come back: let the rule of repetition (Hashed::repetition) end the game"
            }
            (false, _) => "no position came back: allow longer games, or say that they need not end",
        }
    }
}

impl<G: Notation> Law<G> for Ending {
    fn at(&mut self, line: &[Visited<G>], index: usize) -> Test {
        if index > 0 {
            return Ok(());
        }
        let end = &line[line.len() - 1];
        let is_over = end.outcome.is_some() || end.moves.is_empty();
        if !is_over && line.len() <= self.longest as usize {
            // It was cut short by a panic.
            return Ok(());
        }
        self.games += 1;
        self.ended += u32::from(is_over);
        if !is_over && !self.came_back {
            let mut texts: Vec<&str> = line.iter().map(|visited| visited.text.as_str()).collect();
            texts.sort_unstable();
            let twice = texts.windows(2).find(|pair| pair[0] == pair[1]);
            self.came_back = twice.is_some();
            self.example = twice.map_or(end.text.as_str(), |pair| pair[0]).to_owned();
        }
        Ok(())
    }

    fn end(&mut self) -> Test {
        let Ending { longest, games, ended, .. } = *self;
        if ended * 20 >= games {
            return Ok(());
        }
        let found = format!(
            "{} of {games} games were not over after {longest} moves; {}",
            games - ended,
            self.advice()
        );
        Err(Breach { found, position: Some(self.example.clone()), mv: None })
    }
}
