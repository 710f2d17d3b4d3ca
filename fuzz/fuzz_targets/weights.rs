//! Weight files: no text may panic, and what is read is written and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pleach::Weights;

fuzz_target!(|text: &str| {
    if let Ok(weights) = Weights::from_toml(text) {
        assert_eq!(Weights::from_toml(&weights.to_toml()), Ok(weights));
    }
});
