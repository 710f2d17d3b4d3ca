//! Golden boards: text and SVG.

use crate::middle_game;
use pleach::{Game, Notation, Paint};
use pleach_games::ChineseCheckers;
use pleach_games::chinese_checkers::MarbleMove;

/// A position in which a marble has made a chain of jumps, and that move.
fn after_a_chain() -> (ChineseCheckers, MarbleMove) {
    let before = middle_game::stored()[7];
    let mv = before.moves().max_by_key(|&mv| before.path(mv).map_or(0, |path| path.len())).unwrap();
    (before.after(mv), mv)
}

#[test]
fn text_board() {
    insta::assert_snapshot!(ChineseCheckers::new().board());
    let (game, mv) = after_a_chain();
    insta::assert_snapshot!("text_board_after_a_chain", game.draw(Some(mv), Paint::Plain));
    let coloured = game.draw(Some(mv), Paint::Colour);
    assert!(coloured.contains("\x1b[1;7m["));
}

#[test]
fn svg_board() {
    let (game, mv) = after_a_chain();
    let svg = game.svg(Some(mv)).unwrap();
    assert!(svg.contains("role=\"img\"") && svg.contains("<title>Chinese Checkers: O to move, last move "));
    insta::assert_snapshot!(svg);
    assert_eq!(ChineseCheckers::new().svg(None).unwrap().matches("<circle").count(), 121 + 40);
}
