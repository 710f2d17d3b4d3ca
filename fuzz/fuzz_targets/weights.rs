//! Weight files: no text and no bytes may panic, and what is read is written and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pleach::Weights;
use pleach_fuzz as _; // The budget of memory.

fuzz_target!(|bytes: &[u8]| {
    let weights = match std::str::from_utf8(bytes) {
        Ok(text) => Weights::from_toml(text),
        Err(_) => Weights::from_bytes(bytes),
    };
    let Ok(weights) = weights else { return };
    assert_eq!(Weights::from_bytes(&weights.to_bytes()).as_ref(), Ok(&weights));
    // A few bytes may stand for millions of zeros, which are slow to write out as text.
    if weights.flat().len() < 10_000 {
        assert_eq!(Weights::from_toml(&weights.to_toml()), Ok(weights));
    }
});
