//! Othello on paper and on screen: positions, moves, boards.

use pleach::{Game, Notation, Paint};
use pleach_games::Othello;
use pleach_games::othello::Move;
use proptest::prelude::*;

fn at(text: &str) -> Othello {
    Othello::new().parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error(text: &str) -> String {
    Othello::new().parse(text).unwrap_err().to_string()
}

const START: &str = "---------------------------OX------XO---------------------------";

#[test]
fn other_ways_to_write_the_same_position() {
    let start = Othello::new();
    for text in [
        START.to_owned(),
        format!("  {START}   X  "),
        format!("{START} x; a comment; and more"),
        START.to_lowercase().replace('-', "."),
        "  ; no moves".to_owned(),
    ] {
        assert_eq!(at(&text), start, "{text}");
    }
    assert_eq!(at(&format!("{START} o")).position(), format!("{START} O"));
    assert_eq!(at("f5d6c3"), at(" F5  d6\tC3 "));
}

#[test]
fn boards_that_cannot_be_are_refused() {
    assert_eq!(error("XXO"), "the board has 3 squares instead of 64");
    assert_eq!(error(&format!("{START}X")), "the board has 65 squares instead of 64");
    assert_eq!(error(&START.replacen("OX", "OQ", 1)), "character 29: expected X, O or '-', found 'Q'");
    assert_eq!(error(&format!(" {START} Y")), "character 67: expected the side to move, X or O, found 'Y'");
    assert_eq!(
        error(&format!("{START} X and then some")),
        "character 66: expected the side to move, X or O, found 'X and th...'"
    );
    assert_eq!(error(&"-".repeat(64)), "d4 is empty: the four centre squares never are");
    assert_eq!(
        error(&format!("X{}", &START[1..])),
        "the disc on a1 stands apart: every move is made beside another disc"
    );
    assert_eq!(error("?"), "character 1: expected X, O or '-', found '?'");
}

#[test]
fn lists_of_moves_that_cannot_be_played_are_refused() {
    assert_eq!(error("f5a1"), "character 3: 'a1' is not a legal move here");
    assert_eq!(error("f5 d6 f5"), "character 7: 'f5' is not a legal move here");
    assert_eq!(error("f5pass"), "character 3: 'pass' is not a legal move here");
    assert_eq!(error("f5d9"), "character 3: expected a move such as f5, or pass, found 'd9'");
    assert_eq!(error("f5d"), "character 3: expected a move such as f5, or pass, found 'd'");
    assert_eq!(error("f5,d6"), "character 3: expected a move such as f5, or pass, found ',d6'");
    assert_eq!(error("pas"), "character 1: expected a move such as f5, or pass, found 'pas'");
    assert_eq!(
        error("e6f4e3f6g5d6e7f5c5a1"),
        "character 19: 'a1': the game is over, there are no more moves"
    );
}

#[test]
fn illegal_moves_are_refused_with_what_there_is() {
    let error = |game: &Othello, mv: &str| game.parse_move(mv).unwrap_err().to_string();
    let start = Othello::new();
    assert_eq!(start.parse_move(" F5 "), Ok(Move::on(37).unwrap()));
    assert_eq!(error(&start, "a1"), "'a1' is not a legal move here (available: d3, c4, f5, e6)");
    assert_eq!(error(&start, "pass"), "'pass' is not a legal move here (available: d3, c4, f5, e6)");
    assert_eq!(error(&at("d3c3b3b2f5a3a1c1"), "h8"), "'h8' is not a legal move here (available: pass)");
    let over = at("e6f4e3f6g5d6e7f5c5");
    assert_eq!(error(&over, "a1"), "'a1': the game is over, there are no more moves");
}

proptest! {
    #[test]
    fn arbitrary_text_never_panics(text in "\\PC*", mv in "\\PC*") {
        let _ = Othello::new().parse(&text);
        let _ = Othello::new().parse_move(&mv);
    }

    #[test]
    fn text_that_is_nearly_right_never_panics(board in "[XO.-]{60,68}", rest in "[ XOxo;a1é]{0,4}", moves in "([a-h][1-8]|pass| |[a-z]|[0-9]|ü){0,30}") {
        let _ = Othello::new().parse(&(board + &rest));
        let _ = Othello::new().parse(&moves);
    }

    /// Lists of moves and boards meet in the same positions, with passes written or left out.
    #[test]
    fn games_are_read_back(choices in proptest::collection::vec(any::<u8>(), 0..70)) {
        let (mut game, mut written, mut implied) = (Othello::new(), String::new(), String::new());
        for choice in choices {
            let moves: Vec<Move> = game.moves().collect();
            let Some(&mv) = moves.get(choice as usize % moves.len().max(1)) else { break };
            written += &game.move_text(mv);
            game.play(mv);
            if mv != Move::PASS {
                implied += &mv.to_string();
                prop_assert_eq!(at(&implied), game);
            }
            prop_assert_eq!(at(&written), game);
            prop_assert_eq!(at(&game.position()), game);
        }
    }
}

#[test]
fn text_boards() {
    let game = at("f5d6c3");
    insta::assert_snapshot!("othello_board", game.board());
    insta::assert_snapshot!("othello_board_last_move", game.draw(Move::on(18), Paint::Plain));
    let pass = at("d3c3b3b2f5a3a1c1");
    insta::assert_snapshot!("othello_board_must_pass", pass.board());
    insta::assert_snapshot!(
        "othello_board_passed",
        pass.after(Move::PASS).draw(Some(Move::PASS), Paint::Plain)
    );
    insta::assert_snapshot!("othello_board_over", at("e6f4e3f6g5d6e7f5c5").draw(Move::on(34), Paint::Plain));
    let coloured = game.draw(Move::on(18), Paint::Colour);
    assert!(coloured.contains("\x1b[1;7m[X]\x1b[0m") && coloured.contains("\x1b[1;33mO\x1b[0m"));
}

#[test]
fn svg_boards() {
    let game = at("f5d6c3");
    insta::assert_snapshot!("othello_svg", game.svg(Move::on(18)).unwrap());
    let over = at("e6f4e3f6g5d6e7f5c5").svg(None).unwrap();
    assert!(over.contains("<title>Othello: 13 black and 0 white discs, game over, Black wins by 64</title>"));
    let passed = at("d3c3b3b2f5a3a1c1").svg(Some(Move::PASS)).unwrap();
    assert!(passed.contains("Black must pass, last move pass</title>"));
    assert!(!passed.contains("#0b57c2"), "a pass has no square to mark");
}
