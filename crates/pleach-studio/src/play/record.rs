//! Games and positions as text, to copy, to save and to paste.
//!
//! What is written looks like the Portable Game Notation of chess, and for chess it is that: tags in brackets,
//! then the moves with their numbers. What is read may be such a record, a position in the game's notation, or
//! bare moves.

use super::game::{LONGEST_POSITION, Played};
use super::value::{Ending, Side};
use crate::Shared;
use crate::client::Visitor;
use crate::errand::Errand;
use crate::error::{ApiError, Asked};
use axum::Json;
use pleach::registry::AnyGame;
use pleach_lab::contest::{RESULTS, Record, move_of};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// A text to make a game of.
#[derive(Deserialize)]
pub(crate) struct Pasted {
    /// The game that it is taken for, unless it names another.
    game: String,
    text: String,
}

/// The game that was read.
#[derive(Debug, Serialize, PartialEq, Eq)]
pub(crate) struct Read {
    game: String,
    start: Option<String>,
    moves: Vec<String>,
    /// Who played first, if the record tells it.
    first: Option<String>,
    second: Option<String>,
    /// How it ended: one of [`RESULTS`].
    result: Option<String>,
}

/// No name is longer, in characters.
const LONGEST_NAME: usize = 200;

pub(crate) async fn read(visitor: Visitor, Asked(pasted): Asked<Pasted>) -> Result<Json<Read>, ApiError> {
    visitor.work(move |shared, errand| understand(&pasted.game, &pasted.text, shared, errand)).await.map(Json)
}

fn understand(game: &str, text: &str, shared: &Shared, errand: &Errand) -> Result<Read, ApiError> {
    let record = Record::of(text);
    let Record { tags, moves: words, body, .. } = &record;
    let name = record.tag("Game").unwrap_or(game).to_owned();
    let first = shared.open(&name)?;
    if tags.is_empty() && !body.is_empty() && body.len() <= LONGEST_POSITION {
        let mut position = first.boxed_clone();
        if position.set_position(body).is_ok() {
            let (start, moves) = (Some(position.position()), Vec::new());
            return Ok(Read { game: name, start, moves, first: None, second: None, result: None });
        }
    }
    let start = record.start().map(str::to_owned);
    let mut game = Played { game: name.clone(), start: start.clone(), moves: Vec::new() }.begin(shared)?;
    if words.len() > shared.allowance.moves {
        return Err(ApiError::bad(format!("no game has more than {} moves here", shared.allowance.moves)));
    }
    if words.is_empty() && tags.is_empty() {
        return Err(ApiError::bad("there is nothing to read: paste a position or the moves of a game"));
    }
    let mut moves = Vec::new();
    for (index, word) in words.iter().enumerate() {
        errand.check()?;
        let mv = read_move(game.as_ref(), word, shared, errand).map_err(|reason| {
            let nature = match (tags.is_empty(), index) {
                (true, 0) => format!("neither a position of {name} nor a move there"),
                _ => format!("move {}", index + 1),
            };
            ApiError::bad(format!("{nature}: {reason}"))
        })?;
        game.play(&mv)?;
        moves.push(mv);
    }
    let person = |names: [&str; 2]| {
        let found = names
            .into_iter()
            .find_map(|name| record.tag(name))
            .map(|name| name.chars().take(LONGEST_NAME).collect());
        found.filter(|name: &String| !name.is_empty() && name != "?")
    };
    let [first, second] = [["White", "First"], ["Black", "Second"]].map(person);
    let last = body.split_whitespace().next_back();
    let ends = [record.tag("Result"), last].into_iter().flatten();
    let result = ends.into_iter().find(|end| RESULTS.contains(end)).map(str::to_owned);
    Ok(Read { game: name, start, moves, first, second, result })
}

/// The move that a word means.
fn read_move(game: &dyn AnyGame, word: &str, shared: &Shared, errand: &Errand) -> Result<String, String> {
    if game.has_more_moves_than(shared.allowance.listed) {
        return game.read_move(word).map_err(|error| error.to_string());
    }
    move_of(game, word, &|| errand.check().map_err(|refusal| refusal.to_string()))
}

/// A game to write down.
#[derive(Deserialize)]
pub(crate) struct ToWrite {
    #[serde(flatten)]
    played: Played,
    /// Who plays first.
    #[serde(default)]
    first: String,
    #[serde(default)]
    second: String,
    /// How it ended, where the rules alone do not tell: somebody resigned, or they agreed.
    #[serde(default)]
    result: Option<String>,
}

#[derive(Serialize)]
pub(crate) struct Written {
    text: String,
}

pub(crate) async fn write(
    visitor: Visitor,
    Asked(wanted): Asked<ToWrite>,
) -> Result<Json<Written>, ApiError> {
    visitor.work(move |shared, errand| wanted.text(shared, errand)).await.map(|text| Json(Written { text }))
}

impl ToWrite {
    fn text(&self, shared: &Shared, errand: &Errand) -> Result<String, ApiError> {
        let (words, end) = self.words(shared, errand)?;
        let given = self.result.as_deref().unwrap_or("*");
        let Some(given) = RESULTS.into_iter().find(|known| *known == given) else {
            return Err(ApiError::bad("the result of a game is 1-0, 0-1, 1/2-1/2 or *"));
        };
        let result = result(end.as_ref()).unwrap_or(given);
        let is_chess = self.played.game.split(':').next() == Some("chess");
        let [first, second, place] =
            if is_chess { ["White", "Black", "FEN"] } else { ["First", "Second", "Position"] };
        let mut tags = vec![("Event", "Pleach studio"), (first, &*self.first), (second, &*self.second)];
        if !is_chess {
            tags.insert(0, ("Game", &self.played.game));
        }
        tags.push(("Result", result));
        if let Some(start) = &self.played.start {
            if is_chess {
                tags.push(("SetUp", "1"));
            }
            tags.push((place, start));
        }
        Ok(written(&tags, words.iter().map(String::as_str).chain([result])))
    }

    /// The moves with their numbers, and the position after them.
    fn words(&self, shared: &Shared, errand: &Errand) -> Result<(Vec<String>, Box<dyn AnyGame>), ApiError> {
        let mut words = Vec::new();
        let mut number = 1;
        let end = self.played.replay(shared, errand, |before, mv| {
            let record = before.record_move(mv).unwrap_or_else(|_| mv.to_owned());
            match (Side::from(before.to_move()), words.is_empty()) {
                (Side::First, _) => words.push(format!("{number}. {record}")),
                (Side::Second, true) => words.push(format!("{number}... {record}")),
                (Side::Second, false) => words.push(record),
            }
            number += u32::from(Side::from(before.to_move()) == Side::Second);
            Ok(())
        })?;
        Ok((words, end))
    }
}

/// How a game has ended by its rules, if it has.
fn result(game: &dyn AnyGame) -> Option<&'static str> {
    Ending::of(game).map(|ending| match ending.winner() {
        None => "1/2-1/2",
        Some(Side::First) => "1-0",
        Some(Side::Second) => "0-1",
    })
}

fn written<'w>(tags: &[(&str, &str)], words: impl Iterator<Item = &'w str>) -> String {
    const WIDTH: usize = 80;
    let mut text = String::new();
    for (name, value) in tags {
        let value: String = value.chars().filter(|letter| !letter.is_control()).collect();
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        writeln!(text, "[{name} \"{value}\"]").expect("writing to a string");
    }
    let mut width = 0;
    for word in words {
        let break_here = width + word.len() + 1 > WIDTH;
        text.push(if break_here || width == 0 { '\n' } else { ' ' });
        text.push_str(word);
        width = if break_here { word.len() } else { width + word.len() + 1 };
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn understood(game: &str, text: &str) -> Result<Read, String> {
        understand(game, text, &Shared::for_tests(), &Errand::for_tests())
            .map_err(|refusal| refusal.reason().to_owned())
    }

    #[test]
    fn records_of_chess_are_read_with_all_their_ornaments() {
        let text = "[Event \"x\"]\n[White \"a \\\"b\\\"\"]\n\n1. e4 {best} e5 2. Nf3! (2. f4 exf4) Nc6 $1 3. Bb5 a6\n\
                    4.Ba4 Nf6 5. 0-0 *";
        let read = understood("chess", text).unwrap();
        assert_eq!(read.moves, ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1"]);
    }

    #[test]
    fn names_and_results_are_read_and_written_again() {
        let text = "[White \"Anderssen, A.\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n";
        let read = understood("chess", text).unwrap();
        assert_eq!((read.first.as_deref(), read.second.as_deref()), (Some("Anderssen, A."), None));
        assert_eq!(read.result.as_deref(), Some("1-0"));
        let bare = understood("othello", "[First \"a\"]\n[Second \"b\"]\n\n1. f5 d6 1/2-1/2").unwrap();
        assert_eq!((bare.second.as_deref(), bare.result.as_deref()), (Some("b"), Some("1/2-1/2")));
        let write = |moves: &[&str], result: &str| {
            let body = serde_json::json!({ "game": "chess", "moves": moves, "first": "Anderssen, A.", "result": result });
            let wanted: ToWrite = serde_json::from_value(body).unwrap();
            wanted
                .text(&Shared::for_tests(), &Errand::for_tests())
                .map_err(|refusal| refusal.reason().to_owned())
        };
        let written = write(&["e2e4", "e7e5"], "1-0").unwrap();
        assert!(
            written.contains("[White \"Anderssen, A.\"]") && written.contains("[Result \"1-0\"]"),
            "{written}"
        );
        assert!(written.ends_with("1. e4 e5 1-0\n"), "{written}");
        let mate = write(&["f2f3", "e7e5", "g2g4", "d8h4"], "1/2-1/2").unwrap();
        assert!(mate.contains("[Result \"0-1\"]"), "the rules know better: {mate}");
        assert!(write(&[], "won").unwrap_err().contains("1-0"));
    }

    #[test]
    fn positions_moves_and_other_games_are_told_apart() {
        let read = understood("othello", "f5d6c3").unwrap();
        assert!(read.moves.is_empty() && read.start.is_some(), "that is how othello writes positions");
        let read = understood("tic-tac-toe", "1. a1 b2 2. c3").unwrap();
        assert_eq!((read.start, read.moves.len()), (None, 3));
        let read =
            understood("chess", "[Game \"tic-tac-toe\"]\n[Position \"X........\"]\n\n1... b2").unwrap();
        assert_eq!((read.game.as_str(), read.moves.as_slice()), ("tic-tac-toe", &["b2".to_owned()][..]));
    }

    #[test]
    fn nonsense_is_refused_with_its_place() {
        assert!(understood("chess", "").unwrap_err().contains("nothing to read"));
        assert!(understood("chess", "hello").unwrap_err().contains("neither a position of chess nor a move"));
        assert!(understood("chess", "1. e4 e5 2. Ke3").unwrap_err().starts_with("move 3"));
        assert!(understood("chess", &"e4 ".repeat(9_000)).unwrap_err().contains("no game has more"));
        assert!(understood("checkers", "a1").is_err());
    }
}
