//! Profiles: no text may panic, what is read is written and read back the same, and a search follows any policy within
//! its limits.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pleach::Limits;
use pleach::prune::Profile;
use pleach::registry::{Method, Request};
use std::sync::Arc;

fuzz_target!(|text: &str| {
    let Ok(profile) = Profile::from_toml(text) else { return };
    let written = profile.to_toml();
    assert_eq!(Profile::from_toml(&written).map(|again| again.to_toml()), Ok(written));
    for name in ["connect-four", "othello"] {
        let game = pleach_fuzz::game(name);
        let _ = profile.check_names(game.as_ref());
        let mut request = Request::new(Method::default(), Limits::depth(6).nodes(500));
        request.memory = 1;
        request.policy = Some(Arc::new(profile.policy()));
        game.search(&request).expect("any policy can be followed");
    }
});
