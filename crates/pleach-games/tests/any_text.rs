//! What the fuzz targets in `fuzz/` look for at length, in short: no text makes a parser panic.

use pleach::textbook::Algorithm;
use pleach::tree::ExplicitTree;
use pleach::{Spec, Weights};
use proptest::prelude::*;

/// Texts made of the pieces that parsers know, and of anything else.
fn any_text() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        "MAX|MIN|\\[|\\]|\\(|\\)|,|:|\\?|-?[0-9]{1,12}|[a-z]{1,3}|\"[a-z\\\\\"]{0,3}\"|\\{|\\}|\"(name|player|children|value|static)\": ?",
        "b=|d=|q=|seed=|leaves=|iid|newborn|values|p=|/|\\.|=|random-tree|tic-tac-toe|alpha-beta|form=|min-max",
        "[XO.xo]{1,10}",
        "\\PC{0,3}",
    ];
    proptest::collection::vec(pieces, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn no_text_makes_a_parser_panic(text in any_text()) {
        if let Ok(tree) = text.parse::<ExplicitTree>() {
            let written = tree.to_string();
            prop_assert_eq!(written.parse::<ExplicitTree>().map(|tree| tree.to_string()), Ok(written));
        }
        let _ = (text.parse::<Spec>(), text.parse::<Algorithm>(), Weights::from_toml(&text));
        let registry = pleach_games::registry();
        let _ = registry.open(&text);
        for entry in registry.entries() {
            let mut game = registry.open(entry.name()).unwrap();
            if game.set_position(&text).is_ok() {
                let written = game.position();
                prop_assert!(game.set_position(&written).is_ok(), "{}", written);
                prop_assert_eq!(game.position(), written);
            }
            let _ = game.play(&text);
        }
    }
}
