//! Positions and moves as text, good and bad.

use crate::{RACE, middle_game, played, position};
use pleach::{Game, Notation};
use pleach_games::ChineseCheckers;
use pleach_games::chinese_checkers::{GoalRule, Hole};
use proptest::prelude::*;

const START: &str = "X/XX/XXX/XXXX/13/12/11/10/9/10/11/12/13/OOOO/OOO/OO/O X - 0";

#[test]
fn the_start() {
    assert_eq!(ChineseCheckers::new().position(), START);
    assert_eq!(position(&format!("  {} ", START.to_lowercase())), ChineseCheckers::new());
}

#[test]
fn holes_have_names() {
    for hole in Hole::all() {
        assert_eq!(Hole::named(&hole.to_string()), Some(hole));
        assert_eq!(Hole::at(hole.row(), hole.number()), Some(hole));
        assert_eq!(hole.mirrored().mirrored(), hole);
        let ((x, y, z), mirrored, opposite) = (hole.cube(), hole.mirrored().cube(), hole.opposite().cube());
        assert_eq!((x + y + z, mirrored, opposite), (0, (y, x, z), (-x, -y, -z)));
    }
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let cases = [
        ("", "expected 4 fields (rows, side to move, side that has completed, plies), found 0"),
        ("X/XX X", "expected 4 fields (rows, side to move, side that has completed, plies), found 2"),
        ("X/X?/XXX X - 0", "character 4: expected X, O, '/' or a number of empty holes, found '?'"),
        ("X/X/XXX X - 0", "character 4: row b has 2 holes, here are only 1"),
        ("X/XXX/XXX X - 0", "character 5: row b has 2 holes, here are 3"),
        ("X/9999999999999999999999 X - 0", "character 3: row b has 2 holes, here are 999"),
        ("X/XX X - 0", "character 1: expected 17 rows, found 2"),
        ("X/0XX X - 0", "character 3: expected X, O, '/' or a number of empty holes, found '0'"),
    ];
    for (text, reason) in cases {
        assert_eq!(ChineseCheckers::new().parse(text).unwrap_err().to_string(), reason, "{text}");
    }
    let changed = [
        ("OO/O X", "OO/O/1 X", "character 54: there are only 17 rows"),
        ("XXXX/13", "XXX1/X12", "character 15: no marble can stay in the neutral hole e1"),
        ("XXXX/13", "XXXX/4X8", "character 1: X has 11 marbles instead of 10"),
        ("OO/O X", "OO/1 X", "character 1: O has 9 marbles instead of 10"),
        ("X - 0", "Y - 0", "character 55: expected the side to move, X or O, found 'Y'"),
        ("X - 0", "X + 0", "character 57: expected the side that has completed, or '-', found '+'"),
        ("X - 0", "X X 0", "character 57: X has not completed, so '-' belongs here"),
        (
            "X - 0",
            "X O 0",
            "character 57: X moved first, so it is never O that leaves the other a last reply",
        ),
        ("X - 0", "X - x", "character 59: expected the number of plies played, found 'x'"),
        ("X - 0", "X - +1", "character 59: expected the number of plies played, found '+1'"),
        ("X - 0", "X - 401", "character 59: 401 plies are more than the cap of 400"),
        ("X - 0", "X - 99999", "character 59: 99999 plies are more than the cap of 400"),
    ];
    for (old, new, reason) in changed {
        let text = START.replace(old, new);
        assert_eq!(ChineseCheckers::new().parse(&text).unwrap_err().to_string(), reason, "{text}");
    }
}

#[test]
fn games_that_went_on_after_their_end_are_refused() {
    let error = |text: &str| ChineseCheckers::new().parse(text).unwrap_err().to_string();
    let completed = played(position(RACE), "m5-n1").position();
    assert_eq!(
        error(&completed.replace("O X 101", "O - 101")),
        "character 58: X has completed, so 'X' belongs here"
    );
    let second = played(position(RACE), "m5-m6 e5-d1").position();
    assert_eq!(error(&second.replace("X - 102", "O - 103")), "the game went on after O had completed");
    let filled = ChineseCheckers::new().with_goal(GoalRule::Filled);
    assert_eq!(
        filled.parse(&RACE.replace("X - 100", "O X 101")).unwrap_err().to_string(),
        "character 59: X has not completed, so '-' belongs here"
    );
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let game = ChineseCheckers::new();
    let cases = [
        ("", "'': expected two holes, like b1-p2"),
        ("b1", "'b1': expected two holes, like b1-p2"),
        ("b1-z9", "'b1-z9': there is no hole 'z9'"),
        ("b3-c1", "'b3-c1': there is no hole 'b3'"),
        ("b-c1", "'b-c1': there is no hole 'b'"),
        ("pass", "'pass': there are moves, so there is no passing"),
        ("i5-i6", "'i5-i6': there is no marble in i5"),
        ("n1-m5", "'n1-m5': the marble in n1 belongs to O, and X is to move"),
        ("d1-d2", "'d1-d2': there is a marble in d2 already"),
        ("d1-d1", "'d1-d1': a move ends in another hole than it began"),
        ("d1-e1", "'d1-e1': e1 is neutral, no move ends there"),
        ("a1-i5", "'a1-i5': neither a step nor jumps lead from a1 to i5"),
    ];
    for (text, reason) in cases {
        assert_eq!(game.parse_move(text).unwrap_err().to_string(), reason);
    }
    assert_eq!(game.parse_move(" D1-E5 ").map(|mv| game.move_text(mv)).as_deref(), Ok("d1-e5"));
    let over = played(position(RACE), "m5-n1 e5-d1");
    assert_eq!(
        over.parse_move("a1-b1").unwrap_err().to_string(),
        "'a1-b1': the game is over, there are no more moves"
    );
    let long = game.parse_move(&"x".repeat(1_000_000)).unwrap_err().to_string();
    assert!(long.len() < 120, "{}", long.len());
    assert!(game.parse(&"1/".repeat(500_000)).unwrap_err().to_string().len() < 120);
}

proptest! {
    #[test]
    fn arbitrary_text_never_panics(text in any::<String>(), tail in "[XOxo/0-9 -]{0,80}") {
        let game = ChineseCheckers::new();
        let _ = (game.parse(&text), game.parse_move(&text));
        let _ = (game.parse(&tail), game.parse_move(&tail));
        if let Ok(read) = game.parse(&format!("{START}{tail}")) {
            prop_assert_eq!(game.parse(&read.position()), Ok(read));
        }
    }

    #[test]
    fn every_position_of_a_game_is_read_as_it_is_written(
        start in 0..100usize,
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
    ) {
        let mut game = middle_game::stored()[start];
        for choice in choices {
            let moves: Vec<_> = game.moves().collect();
            if moves.is_empty() {
                break;
            }
            let mv = moves[choice.index(moves.len())];
            prop_assert_eq!(game.parse_move(&game.move_text(mv)), Ok(mv));
            game.play(mv);
            prop_assert_eq!(game.parse(&game.position()), Ok(game));
        }
    }

    #[test]
    fn a_changed_character_is_read_or_refused(at in 0..START.len(), by in "[XO1-9/ -]") {
        let mut text = START.to_owned();
        text.replace_range(at..at + 1, &by);
        if let Ok(game) = ChineseCheckers::new().parse(&text) {
            prop_assert_eq!(game.parse(&game.position()), Ok(game));
        }
    }
}
