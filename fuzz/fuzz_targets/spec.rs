//! Names with options: algorithms, games and random trees of any text open or are refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pleach::textbook::Algorithm;

fuzz_target!(|text: &str| {
    if let Ok(algorithm) = text.parse::<Algorithm>() {
        assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
    }
    let _ = pleach_fuzz::REGISTRY.open(text);
});
