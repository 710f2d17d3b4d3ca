//! Tic-tac-toe among the games that can be opened by name.

use super::{TicTacToe, open_lines};
use pleach::registry::{Entry, Hosted};
use pleach::{Spec, Symmetric};

pub(crate) fn entry() -> Entry {
    let options = "symmetric=on|off: drop symmetric siblings; distance=on|off: sooner wins are better";
    Entry::new("tic-tac-toe", "three in a row on nine squares (Zhang and Cui)", options, |mut spec: Spec| {
        let name = spec.to_string();
        let mut game = TicTacToe::new();
        if spec.take_switch("symmetric")?.unwrap_or(false) {
            game = game.without_symmetric_siblings();
        }
        if spec.take_switch("distance")?.unwrap_or(false) {
            game = game.with_distances();
        }
        spec.finish()?;
        let hosted = Hosted::new(name, game, open_lines).identified_by(Symmetric::canonical_key);
        Ok(hosted.seen_as(|game| game.images().collect(), Symmetric::canonical_key))
    })
}
