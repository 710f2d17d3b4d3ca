//! Lines of the Go Text Protocol: no text may panic, comments and blanks mean nothing, and an answer ends with
//! its first empty line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pleach_cli::fuzzing::read_gtp;
use pleach_fuzz as _; // The budget of memory.

fuzz_target!(|text: &str| {
    for line in text.lines() {
        let read = read_gtp(line);
        assert_eq!(read_gtp(&format!("\t {line} # a comment")), read);
        if let Some((_, answer)) = read {
            assert!(answer.starts_with('='), "{answer:?}");
            assert_eq!(answer.find("\n\n"), Some(answer.len() - 2), "{answer:?}");
        }
    }
});
