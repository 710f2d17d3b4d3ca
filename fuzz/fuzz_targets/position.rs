//! Positions and moves of every game: no text may panic, and what is read is written and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let registry = pleach_games::registry();
    for entry in registry.entries() {
        let mut game = registry.open(entry.name()).expect("every game opens without options");
        if game.set_position(text).is_ok() {
            let written = game.position();
            game.set_position(&written).expect("what is written can be read");
            assert_eq!(game.position(), written);
        }
        let _ = game.play(text);
    }
});
