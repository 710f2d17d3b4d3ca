//! Chinese Checkers: rules and their wrong readings, notation, evaluators, boards.

mod boards;
mod evaluators;
mod middle_game;
mod notation;
mod reference;
mod rules;

use pleach::Notation;
use pleach_games::ChineseCheckers;

/// A position with the usual options.
fn position(text: &str) -> ChineseCheckers {
    ChineseCheckers::new().parse(text).unwrap()
}

/// Plays moves given as text.
fn played(start: ChineseCheckers, moves: &str) -> ChineseCheckers {
    use pleach::Game;
    moves.split_whitespace().fold(start, |game, mv| game.after(game.parse_move(mv).unwrap()))
}

/// Both sides one step away from completing, X to move.
const RACE: &str = "O/OO/OOO/1OOO/4O8/12/11/10/9/10/11/12/4X8/1XXX/XXX/XX/X X - 100";
