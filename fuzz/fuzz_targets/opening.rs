//! Openings of every game: no text may panic, and what is read leads to a position where the game goes on, and is read
//! back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pleach_lab::contest::Opening;

fuzz_target!(|text: &str| {
    for start in pleach_fuzz::games() {
        for line in text.lines() {
            let Ok(opening) = Opening::parse(line, start.as_ref()) else { continue };
            let game = opening.apply(start.as_ref()).expect("it was read");
            assert!(game.outcome().is_none(), "{line}");
            let written = opening.position().map_or_else(|| opening.moves().join(" "), str::to_owned);
            let again = Opening::parse(&written, start.as_ref()).expect("what is written can be read");
            let again = again.apply(start.as_ref()).expect("it was read");
            assert_eq!(again.position(), game.position(), "{line}");
        }
    }
});
