//! Reading the commands of the Universal Chess Interface.

use crate::output::shortened;
use pleach_lab::player::Clock;
use std::str::SplitWhitespace;
use std::time::Duration;

/// A command of the other program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Uci,
    IsReady,
    NewGame,
    Position {
        /// The position in Forsyth-Edwards notation; the first one if there is none.
        fen: Option<String>,
        moves: Vec<String>,
    },
    Go(Go),
    Stop,
    PonderHit,
    SetOption {
        name: String,
        value: String,
    },
    /// Something the protocol knows and this program has no use for.
    Ignored,
    Quit,
}

/// What a search is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Go {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) mate: Option<u32>,
    pub(super) move_time: Option<Duration>,
    /// The clocks of White and Black, if they run.
    pub(super) remaining: [Option<Duration>; 2],
    pub(super) increment: [Duration; 2],
    pub(super) moves_to_go: Option<u32>,
    pub(super) infinite: bool,
    pub(super) ponder: bool,
    pub(super) search_moves: Vec<String>,
    /// What could not be understood. The search is made all the same, since an answer is waited for.
    pub(super) complaints: Vec<String>,
}

impl Go {
    /// What the clock of a side shows; 0 is White.
    pub(super) fn clock(&self, side: usize) -> Option<Clock> {
        let (increment, moves_to_go) = (self.increment[side], self.moves_to_go);
        self.remaining[side].map(|remaining| Clock { remaining, increment, moves_to_go })
    }
}

/// The words that end a list of moves to search.
const GO_WORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

/// Reads a line. As the protocol wants it, unknown words before a command are skipped; an empty line
/// is nothing at all.
pub(crate) fn parse(line: &str) -> Result<Option<Command>, String> {
    let mut words = line.split_whitespace();
    let Some(mut word) = words.next() else { return Ok(None) };
    let first = word;
    loop {
        match parse_command(word, &mut words) {
            Some(command) => return command.map(Some),
            None => match words.next() {
                Some(next) => word = next,
                None => return Err(format!("unknown command '{}'", shortened(first))),
            },
        }
    }
}

fn parse_command(word: &str, words: &mut SplitWhitespace<'_>) -> Option<Result<Command, String>> {
    Some(Ok(match word {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::NewGame,
        "position" => return Some(parse_position(words)),
        "go" => Command::Go(parse_go(words)),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "setoption" => return Some(parse_option(words)),
        "debug" | "register" => {
            words.by_ref().for_each(drop);
            Command::Ignored
        }
        "quit" => Command::Quit,
        _ => return None,
    }))
}

fn parse_position(words: &mut SplitWhitespace<'_>) -> Result<Command, String> {
    let mut fen = None;
    let mut next = match words.next() {
        Some("startpos") => words.next(),
        Some("fen") => {
            let mut fields = Vec::new();
            let mut next = words.next();
            while let Some(field) = next.filter(|&field| field != "moves") {
                fields.push(field);
                next = words.next();
            }
            fen = Some(fields.join(" "));
            next
        }
        _ => return Err("position: expected startpos or fen".to_owned()),
    };
    if next == Some("moves") {
        next = None;
    } else if let Some(other) = next {
        return Err(format!("position: expected moves, found '{}'", shortened(other)));
    }
    debug_assert!(next.is_none());
    Ok(Command::Position { fen, moves: words.map(str::to_owned).collect() })
}

fn parse_go(words: &mut SplitWhitespace<'_>) -> Go {
    let mut go = Go::default();
    let mut next = words.next();
    while let Some(word) = next {
        next = words.next();
        if word == "searchmoves" {
            while let Some(mv) = next.filter(|mv| !GO_WORDS.contains(mv)) {
                go.search_moves.push(mv.to_owned());
                next = words.next();
            }
            continue;
        }
        let flag = match word {
            "infinite" => Some(&mut go.infinite),
            "ponder" => Some(&mut go.ponder),
            _ => None,
        };
        if let Some(flag) = flag {
            *flag = true;
        } else if !GO_WORDS.contains(&word) {
            go.complaints.push(format!("go: unknown word '{}'", shortened(word)));
        } else {
            // Numbers below zero are sent by some when the time is over.
            match next.and_then(|number| number.parse::<i64>().ok()) {
                Some(number) => {
                    set_number(&mut go, word, number.max(0) as u64);
                    next = words.next();
                }
                None => go.complaints.push(format!("go {word}: expected a whole number")),
            }
        }
    }
    go
}

fn set_number(go: &mut Go, word: &str, number: u64) {
    let small = u32::try_from(number).unwrap_or(u32::MAX);
    let time = Duration::from_millis(number);
    match word {
        "wtime" => go.remaining[0] = Some(time),
        "btime" => go.remaining[1] = Some(time),
        "winc" => go.increment[0] = time,
        "binc" => go.increment[1] = time,
        "movestogo" => go.moves_to_go = Some(small),
        "depth" => go.depth = Some(small),
        "nodes" => go.nodes = Some(number),
        "mate" => go.mate = Some(small),
        _ => go.move_time = Some(time),
    }
}

fn parse_option(words: &mut SplitWhitespace<'_>) -> Result<Command, String> {
    if words.next() != Some("name") {
        return Err("setoption: expected name".to_owned());
    }
    let name: Vec<&str> = words.by_ref().take_while(|&word| word != "value").collect();
    let value: Vec<&str> = words.collect();
    if name.is_empty() {
        return Err("setoption: expected the name of an option".to_owned());
    }
    Ok(Command::SetOption { name: name.join(" "), value: value.join(" ") })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str) -> Go {
        match parse(text) {
            Ok(Some(Command::Go(go))) => go,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn every_word_of_go_is_read() {
        let asked = go("go searchmoves e2e4 d2d4 wtime 1000 btime 2000 winc 10 binc 20 movestogo 5 depth 6 \
                        nodes 7 mate 8 movetime 9 ponder infinite");
        assert_eq!(asked.search_moves, ["e2e4", "d2d4"]);
        let [white, black] = [0, 1].map(|side| asked.clock(side).expect("the clock runs"));
        assert_eq!((white.remaining.as_millis(), black.increment.as_millis()), (1000, 20));
        assert_eq!(
            (white.moves_to_go, asked.depth, asked.nodes, asked.mate),
            (Some(5), Some(6), Some(7), Some(8))
        );
        assert_eq!(asked.move_time, Some(Duration::from_millis(9)));
        assert!(asked.ponder && asked.infinite && asked.complaints.is_empty());
    }

    #[test]
    fn a_bad_go_is_a_go_all_the_same() {
        let asked = go("go depth many wtime -50 fast");
        assert_eq!((asked.depth, asked.remaining[0]), (None, Some(Duration::ZERO)));
        assert_eq!(asked.complaints.len(), 3, "{:?}", asked.complaints);
        assert_eq!(go("go depth"), Go { complaints: go("go depth").complaints, ..Go::default() });
        assert_eq!(go("go nodes 99999999999999999999").nodes, None);
    }

    #[test]
    fn positions_are_read_with_and_without_moves() {
        let position = |fen: Option<&str>, moves: &[&str]| {
            let (fen, moves) = (fen.map(str::to_owned), moves.iter().map(|&mv| mv.to_owned()).collect());
            Ok(Some(Command::Position { fen, moves }))
        };
        assert_eq!(parse("position startpos"), position(None, &[]));
        assert_eq!(parse("position  startpos moves e2e4\te7e5"), position(None, &["e2e4", "e7e5"]));
        assert_eq!(parse("position fen 8/8 w - - moves a1a2"), position(Some("8/8 w - -"), &["a1a2"]));
        assert_eq!(parse("position fen"), position(Some(""), &[]));
        assert!(parse("position").is_err() && parse("position here").is_err());
        assert!(parse("position startpos e2e4").is_err());
    }

    #[test]
    fn options_may_have_blanks_and_no_value() {
        let option = |name: &str, value: &str| {
            Ok(Some(Command::SetOption { name: name.to_owned(), value: value.to_owned() }))
        };
        assert_eq!(parse("setoption name Clear Hash"), option("Clear Hash", ""));
        assert_eq!(parse("setoption name Hash value 32"), option("Hash", "32"));
        assert!(parse("setoption").is_err() && parse("setoption name").is_err());
    }

    #[test]
    fn unknown_words_are_skipped_as_the_protocol_wants_it() {
        assert_eq!(parse("joho isready"), Ok(Some(Command::IsReady)));
        assert_eq!(parse("debug on"), Ok(Some(Command::Ignored)));
        assert_eq!(parse("register later"), Ok(Some(Command::Ignored)));
        assert_eq!(parse("   "), Ok(None));
        assert_eq!(parse("hello there"), Err("unknown command 'hello'".to_owned()));
        assert!(parse(&"x".repeat(100_000)).unwrap_err().len() < 100);
    }
}
