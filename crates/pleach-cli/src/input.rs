//! Reading what people type: games, positions, times, windows.

use crate::arguments::Common;
use crate::failure::Failure;
use clap::Args;
use pleach::registry::{AnyGame, Registry};
use pleach::{Score, Spec};
use pleach_lab::files;
use pleach_lab::player::{read_count, read_time};
use std::path::Path;
use std::time::Duration;

/// Which position of which game.
#[derive(Debug, Args)]
pub(crate) struct PositionOptions {
    /// The game, with its options: NAME[:key=value,...]
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The position, in the game's notation; @FILE reads it from a file, @- from standard input
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Moves to play from there, separated by blanks
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
}

impl PositionOptions {
    /// Opens the game and goes to the position.
    pub(crate) fn open(&self, common: &Common, registry: &Registry) -> Result<Box<dyn AnyGame>, Failure> {
        self.go_to(self.open_start(common, registry)?)
    }

    /// Opens the game at its first position.
    pub(crate) fn open_start(
        &self,
        common: &Common,
        registry: &Registry,
    ) -> Result<Box<dyn AnyGame>, Failure> {
        let mut spec: Spec = self.game.parse()?;
        let entry = registry.entries().iter().find(|entry| entry.name() == spec.name());
        if let (Some(seed), true) = (common.seed, entry.is_some_and(|entry| entry.is_seeded())) {
            spec.set_default("seed", seed);
        }
        Ok(registry.open_spec(spec)?)
    }

    /// The game at the position.
    pub(crate) fn go_to(&self, mut game: Box<dyn AnyGame>) -> Result<Box<dyn AnyGame>, Failure> {
        if let Some(position) = &self.position {
            let text = read_text(position)?;
            game.set_position(&text).map_err(|error| Failure::at("--position", error))?;
        }
        for (index, mv) in self.moves.iter().flat_map(|moves| moves.split_whitespace()).enumerate() {
            game.play(mv).map_err(|error| Failure::at(&format!("--moves, move {}", index + 1), error))?;
        }
        Ok(game)
    }
}

/// The text itself, or what the file behind an `@` holds.
fn read_text(argument: &str) -> Result<String, Failure> {
    match argument.strip_prefix('@') {
        Some(path) => read_file(path, "position"),
        None => Ok(argument.to_owned()),
    }
}

/// What a file holds, or standard input if its name is `-`. It should be what the other word says.
pub(crate) fn read_file(path: &str, wanted: &str) -> Result<String, Failure> {
    let read = match path {
        "-" => files::read_from(std::io::stdin(), files::LARGEST_FILE, wanted).and_then(files::text),
        _ => files::read_text(Path::new(path), wanted),
    };
    read.map_err(|error| Failure::at(path, error))
}

/// A whole number of at least 1.
pub(crate) fn positive(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|&number| number >= 1)
        .ok_or_else(|| "expected a whole number from 1 to 4294967295".to_owned())
}

/// A number of nodes: `20000`, `20k`, `3M`.
pub(crate) fn nodes(text: &str) -> Result<u64, String> {
    read_count(text).ok_or_else(|| "expected a number of nodes such as 20000, 20k or 3M".to_owned())
}

/// A time: `500ms`, `2s`, `1.5m`; a bare number is seconds.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    read_time(text).ok_or_else(|| "expected a time above zero such as 500ms, 2s or 1m".to_owned())
}

/// A window: `-5,12`, with `-inf` and `inf` for the open ends.
pub(crate) fn window(text: &str) -> Result<(Score, Score), String> {
    let end = |text: &str| match text.trim() {
        "inf" | "+inf" => Some(Score::MAX),
        "-inf" => Some(Score::MIN),
        number => number.parse::<i64>().ok().and_then(|number| Score::try_from(number).ok()),
    };
    let window = text.split_once(',').and_then(|(alpha, beta)| Some((end(alpha)?, end(beta)?)));
    match window {
        Some((alpha, beta)) if alpha >= beta => Err(format!("alpha {alpha} must be less than beta {beta}")),
        Some(window) => Ok(window),
        None => Err("expected two scores: alpha,beta such as -5,12 or -inf,0".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_their_units() {
        assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(time("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(time("2"), Ok(Duration::from_secs(2)));
        for bad in ["-5s", "0", "soon", "", "inf", "NaN", "1e300h"] {
            assert!(time(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn windows_must_have_room() {
        assert_eq!(window("-5,12"), Ok((Score::new(-5), Score::new(12))));
        assert_eq!(window("-inf, 0"), Ok((Score::MIN, Score::ZERO)));
        for bad in ["5,5", "7,3", "5", "a,b", "1,2,3", "99999999999,0"] {
            assert!(window(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn nodes_take_units() {
        assert_eq!(nodes("20k"), Ok(20_000));
        assert_eq!(nodes("3M"), Ok(3_000_000));
        assert!(nodes("0").is_err() && nodes("-1").is_err() && nodes("99999999999999999999M").is_err());
    }
}
