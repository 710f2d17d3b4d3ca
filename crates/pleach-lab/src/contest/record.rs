//! Games as files that other programs read.

use super::GameRecord;
use crate::statistics::GameResult;
use pleach::registry::AnyGame;
use std::fmt::Write;

/// What a record says of a game beside its moves.
#[derive(Clone, Copy, Debug)]
pub struct Pairing<'a> {
    /// The event, such as the name of the match.
    pub event: &'a str,
    /// The number of the game, from 1 on.
    pub round: u64,
}

/// The width of a line of moves.
const WIDTH: usize = 80;

/// A game of chess in Portable Game Notation. `start` is the game's first position.
pub fn pgn(record: &GameRecord, pairing: Pairing<'_>, start: &dyn AnyGame) -> String {
    let result = match record.result {
        GameResult::Win => "1-0",
        GameResult::Draw => "1/2-1/2",
        GameResult::Loss => "0-1",
    };
    let round = pairing.round.to_string();
    let tags = [
        ("Event", pairing.event),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", &round),
        ("White", &record.first),
        ("Black", &record.second),
        ("Result", result),
    ];
    let mut text = String::new();
    for (name, value) in tags {
        tag(&mut text, name, value);
    }
    let mut game = start.boxed_clone();
    if let Some(position) = record.position.as_deref()
        && game.set_position(position).is_ok()
    {
        tag(&mut text, "SetUp", "1");
        tag(&mut text, "FEN", position);
    }
    if record.reason != super::Ending::Rules {
        tag(&mut text, "Termination", termination(record));
    }
    text.push('\n');
    let mut words: Vec<String> = Vec::new();
    let (mut number, mut black) = first_number(&game.position());
    for mv in record.opening.split_whitespace().chain(record.moves.split_whitespace()) {
        let written = game.record_move(mv).unwrap_or_else(|_| mv.to_owned());
        match (black, words.is_empty()) {
            (false, _) => words.push(format!("{number}. {written}")),
            (true, true) => words.push(format!("{number}... {written}")),
            (true, false) => words.push(written),
        }
        number += u32::from(black);
        black = !black;
        if game.play(mv).is_err() {
            break;
        }
    }
    if let Some(fault) = &record.fault {
        words.push(format!("{{{}}}", fault.replace(['{', '}'], "'")));
    }
    words.push(result.to_owned());
    text + &wrapped(&words) + "\n"
}

/// The words of the standard for how a game came to its end.
fn termination(record: &GameRecord) -> &'static str {
    use super::Ending::{AgreedDraw, Failed, IllegalMove, Overtime, Resigned, Rules, Silent, TooLong};
    match record.reason {
        Rules => "normal",
        Resigned | AgreedDraw | TooLong => "adjudication",
        IllegalMove => "rules infraction",
        Silent | Overtime => "time forfeit",
        Failed => "abandoned",
    }
}

fn tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(text, "[{name} \"{value}\"]").expect("writing to a string");
}

/// The number of the first move and whether it is Black's, by a position's FEN.
fn first_number(fen: &str) -> (u32, bool) {
    let mut fields = fen.split_whitespace().skip(1);
    let black = fields.next() == Some("b");
    (fields.nth(3).and_then(|number| number.parse().ok()).unwrap_or(1), black)
}

fn wrapped(words: &[String]) -> String {
    let (mut text, mut width) = (String::new(), 0);
    for word in words {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            text.push('\n');
            width = 0;
        }
        if width > 0 {
            text.push(' ');
            width += 1;
        }
        text += word;
        width += length;
    }
    text + "\n"
}

/// A game in the manner of the Smart Game Format, with the game's own names for moves: `(;GM[othello]...;B[f5]
/// ;W[d6]...)`. The first player is Black.
pub fn sgf(record: &GameRecord, pairing: Pairing<'_>, start: &dyn AnyGame) -> String {
    let mut game = start.boxed_clone();
    let result = match (record.result, record.score) {
        (GameResult::Draw, _) => "0".to_owned(),
        (GameResult::Win, Some(points)) => format!("B+{}", points.unsigned_abs()),
        (GameResult::Win, None) => "B+".to_owned(),
        (GameResult::Loss, Some(points)) => format!("W+{}", points.unsigned_abs()),
        (GameResult::Loss, None) => "W+".to_owned(),
    };
    let escaped = |text: &str| text.replace('\\', "\\\\").replace(']', "\\]");
    let mut text = format!(
        "(;FF[4]CA[UTF-8]AP[Pleach:{}]GM[{}]EV[{}]RO[{}]PB[{}]PW[{}]RE[{result}]",
        env!("CARGO_PKG_VERSION"),
        escaped(game.name()),
        escaped(pairing.event),
        pairing.round,
        escaped(&record.first),
        escaped(&record.second),
    );
    if let Some(position) = record.position.as_deref()
        && game.set_position(position).is_ok()
    {
        write!(text, "FEN[{}]", escaped(position)).expect("writing to a string");
    }
    if let Some(fault) = &record.fault {
        write!(text, "GC[{}]", escaped(fault)).expect("writing to a string");
    }
    for (index, mv) in record.opening.split_whitespace().chain(record.moves.split_whitespace()).enumerate() {
        let colour = if game.to_move() == pleach::Player::Max { 'B' } else { 'W' };
        let newline = if index % 10 == 0 { "\n" } else { "" };
        write!(text, "{newline};{colour}[{}]", escaped(mv)).expect("writing to a string");
        if game.play(mv).is_err() {
            break;
        }
    }
    text + ")\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::Ending;

    fn record(opening: &str, moves: &str, result: GameResult) -> GameRecord {
        GameRecord {
            first: "engine:name=\"A\"".to_owned(),
            second: "b]".to_owned(),
            position: None,
            opening: opening.to_owned(),
            moves: moves.to_owned(),
            result,
            score: None,
            reason: Ending::Rules,
            fault: None,
            nodes_first: 1,
            nodes_second: 2,
            overtime_first: None,
            overtime_second: None,
        }
    }

    const PAIRING: Pairing<'static> = Pairing { event: "test", round: 3 };

    #[test]
    fn chess_is_written_as_pgn() {
        let start = pleach_games::registry().open("chess").unwrap();
        let game = record("f2f3 e7e5", "g2g4 d8h4", GameResult::Loss);
        let text = pgn(&game, PAIRING, start.as_ref());
        assert!(text.contains("[White \"engine:name=\\\"A\\\"\"]\n"), "{text}");
        assert!(text.ends_with("\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n"), "{text}");
        let mut game = record("", "e8d8", GameResult::Draw);
        game.position = Some("4k3/8/8/8/8/8/4P3/4K3 b - - 0 7".to_owned());
        game.reason = Ending::TooLong;
        let text = pgn(&game, PAIRING, start.as_ref());
        assert!(text.contains("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]"), "{text}");
        assert!(text.ends_with("[Termination \"adjudication\"]\n\n7... Kd8 1/2-1/2\n\n"), "{text}");
    }

    #[test]
    fn other_games_are_written_like_sgf() {
        let start = pleach_games::registry().open("othello").unwrap();
        let mut game = record("f5 d6", "c3", GameResult::Win);
        game.score = Some(12);
        let text = sgf(&game, PAIRING, start.as_ref());
        let expected = "GM[othello]EV[test]RO[3]PB[engine:name=\"A\"]PW[b\\]]RE[B+12]\n;B[f5];W[d6];B[c3])\n";
        assert!(text.ends_with(expected), "{text}");
    }
}
