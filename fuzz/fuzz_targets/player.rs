//! Players as people write them: no text may panic, start a program or be let through without a limit of thought.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pleach_lab::player::{PlayerSpec, Thought, read_count, read_time};

fuzz_target!(|text: &str| {
    assert_ne!(read_count(text), Some(0));
    assert!(read_time(text).is_none_or(|time| !time.is_zero()));
    for game in ["othello", "chess", "tic-tac-toe"] {
        match PlayerSpec::parse(text, &pleach_fuzz::REGISTRY, game, Thought::default()) {
            Ok(player) => {
                let thought = player.own_game().map(|(_, thought)| thought);
                let is_limited = |thought| Thought { patience: None, ..thought } != Thought::default();
                assert!(thought.is_none_or(is_limited), "{text}");
            }
            // Whatever was written is quoted once or twice, not more.
            Err(error) => assert!(error.to_string().len() < 4 * text.len() + 1000, "{error}"),
        }
    }
});
