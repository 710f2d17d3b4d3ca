//! Records: games as laboratories keep them, written for other programs, and results of `solve`. No text may panic, and
//! what is read is written and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pleach_cli::fuzzing::read_result;
use pleach_lab::contest::{GameRecord, Pairing, pgn, sgf};

fuzz_target!(|text: &str| {
    if let Some(written) = read_result(text) {
        assert_eq!(read_result(&written), Some(written));
    }
    let Ok(record) = serde_json::from_str::<GameRecord>(text) else { return };
    let written = serde_json::to_string(&record).expect("a record has only plain fields");
    assert_eq!(serde_json::from_str::<GameRecord>(&written).ok(), Some(record.clone()));
    let pairing = Pairing { event: text, round: u64::MAX };
    for name in ["chess", "othello", "connect-four"] {
        let game = pleach_fuzz::game(name);
        for written in [pgn(&record, pairing, game.as_ref()), sgf(&record, pairing, game.as_ref())] {
            assert!(written.ends_with('\n') && written.len() < 100 * (text.len() + 100), "{written}");
        }
    }
});
