//! Trees in brackets and JSON: no text may panic, and what is read is written and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pleach::tree::ExplicitTree;
use pleach_fuzz as _; // The budget of memory.

fuzz_target!(|text: &str| {
    if let Ok(tree) = text.parse::<ExplicitTree>() {
        let written = tree.to_string();
        let again: ExplicitTree = written.parse().expect("what is written can be read");
        assert_eq!(again.to_string(), written);
    }
});
