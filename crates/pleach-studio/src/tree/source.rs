//! A position that a page names.

use crate::errand::Errand;
use crate::error::ApiError;
use crate::{Allowance, Shared};
use pleach::registry::AnyGame;
use serde::Deserialize;

/// A game, a position of it, and moves from there.
#[derive(Debug, Deserialize)]
pub(crate) struct Source {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) position: Option<String>,
    #[serde(default)]
    pub(crate) moves: Vec<String>,
}

impl Source {
    /// Opens the game and goes there.
    pub(crate) fn open(&self, shared: &Shared, errand: &Errand) -> Result<Box<dyn AnyGame>, ApiError> {
        let Allowance { moves: most_moves, levels: most_levels, .. } = shared.allowance;
        if self.moves.len() > most_moves {
            return Err(ApiError::bad(format!("more than {most_moves} moves")));
        }
        let mut game = shared.open(&self.game)?;
        if let Some(position) = self.position.as_deref().filter(|position| !position.trim().is_empty()) {
            if levels(position) > most_levels {
                return Err(ApiError::bad(format!(
                    "a tree of more than {most_levels} levels: make it flatter"
                )));
            }
            game.set_position(position)?;
        }
        for mv in &self.moves {
            errand.check()?;
            game.play(mv)?;
        }
        Ok(game)
    }
}

/// How deep brackets stand in one another: the levels of a tree, as brackets or as JSON, before anything is made of it.
fn levels(text: &str) -> usize {
    let (mut open, mut most) = (0_usize, 0);
    let (mut is_quoted, mut is_escaped) = (false, false);
    for byte in text.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_quoted => is_escaped = true,
            b'"' => is_quoted = !is_quoted,
            b'[' if !is_quoted => open += 1,
            b']' if !is_quoted => open = open.saturating_sub(1),
            _ => {}
        }
        most = most.max(open);
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_counted_and_names_are_not() {
        for (text, expected) in [
            ("", 0),
            ("MAX[5, MIN[3, 8]]", 2),
            ("MAX[MIN[1], MIN[2]] [[", 2),
            (r#"{"name": "[[[\"[", "children": [{"children": [{"value": 1}]}]}"#, 2),
            ("]]]][", 1),
        ] {
            assert_eq!(levels(text), expected, "{text}");
        }
    }
}
