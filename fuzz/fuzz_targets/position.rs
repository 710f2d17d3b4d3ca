//! Positions and moves of every game: no text may panic, and what is read is written and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for mut game in pleach_fuzz::games() {
        if game.set_position(text).is_ok() {
            let written = game.position();
            game.set_position(&written).expect("what is written can be read");
            assert_eq!(game.position(), written);
        }
        let _ = game.play(text);
    }
});
