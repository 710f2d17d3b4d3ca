//! Lines of the Universal Chess Interface: no text may panic, blanks between words mean nothing, every `go` is
//! a search, and what is complained of is short.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pleach_cli::fuzzing::read_uci;
use pleach_fuzz as _; // The budget of memory.

/// Words that mean something: by single characters they would hardly ever be found.
const WORDS: &str = "uci isready ucinewgame position startpos fen moves go searchmoves ponder wtime btime winc \
    binc movestogo depth nodes mate movetime infinite stop ponderhit setoption name value debug register quit e2e4 \
    -1 99999999999999999999";

/// A quotation of forty characters, of four bytes each at most, and the words around it.
const LONGEST_COMPLAINT: usize = 250;

fuzz_target!(|words: Vec<(u8, &str)>| {
    let words =
        words.iter().map(|&(number, any)| WORDS.split(' ').nth(usize::from(number % 64)).unwrap_or(any));
    let text = words.collect::<Vec<_>>().join(" ");
    for line in text.lines() {
        let read = read_uci(line);
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(read_uci(&format!("  {}\t", words.join(" \t"))), read);
        assert_eq!(read == Ok(None), words.is_empty());
        if words.first() == Some(&"go") {
            assert!(matches!(&read, Ok(Some(command)) if command.starts_with("Go(")), "{read:?}");
        }
        if let Err(complaint) = read {
            assert!(complaint.len() <= LONGEST_COMPLAINT, "{complaint}");
        }
    }
});
