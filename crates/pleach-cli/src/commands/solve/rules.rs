//! What tells the rules of a game from others under the same name: a program may be built anew with other ones.

use pleach::registry::AnyGame;
use pleach::{key_of, mix};

/// Games that are looked at, and the most plies of each.
const GAMES: u64 = 4;
const PLIES: u64 = 60;
/// Of very long positions and lists of moves the beginning must do.
const LONGEST: usize = 4096;

/// A key of what seeded games show of the rules: positions, moves, outcomes.
pub(super) fn key(game: &dyn AnyGame) -> String {
    let mut key = 0;
    for seed in 0..GAMES {
        let mut game = game.boxed_clone();
        for ply in 0..PLIES {
            let (position, moves) = (game.position(), game.moves());
            let listed = moves.iter().take(LONGEST).map(String::as_str);
            let seen = (position.bytes().take(LONGEST).collect::<Vec<_>>(), listed.collect::<Vec<_>>());
            key = mix(key ^ key_of(&(seen, game.outcome().map(|score| score.get()))));
            let Some(mv) = moves.get((mix(seed ^ mix(ply)) % moves.len().max(1) as u64) as usize) else {
                break;
            };
            if game.outcome().is_some() || game.play(mv).is_err() {
                break;
            }
        }
    }
    format!("{key:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_rules_have_another_key() {
        let key = |game: &str| key(pleach_games::registry().open(game).unwrap().as_ref());
        assert_eq!(key("othello"), key("othello"));
        assert_ne!(key("tree"), key("random-tree:b=3,d=3,seed=1"));
        assert_ne!(key("random-tree:b=3,d=3,seed=2"), key("random-tree:b=3,d=3,seed=1"));
    }
}
