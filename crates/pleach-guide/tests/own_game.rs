//! The commands of the chapter on a game of one's own, typed into the program that it builds.
#![cfg(unix)]

use pleach_guide::book::chapters;
use pleach_guide::console::{Folder, Program};
use std::path::Path;

#[test]
fn the_own_game_does_what_the_guide_shows() {
    let chapters = chapters();
    let chapter = chapters.iter().find(|chapter| chapter.file == "own-game.md").unwrap();
    let file = Path::new(env!("CARGO_BIN_EXE_breakthrough"));
    let program = Program { called: "cargo run --release --", file };
    let faults = program.faults(chapter, &Folder::new("own-game"));
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}
