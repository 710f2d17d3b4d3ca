//! `pleach play` from outside, as a person would through a pipe.

mod talk;

use talk::Talk;

/// What is said when somebody types these lines and then leaves.
fn game(arguments: &[&str], typed: &[&str]) -> String {
    let mut table = Talk::pleach(&[&["play"], arguments].concat());
    for line in typed {
        table.say(line);
    }
    let (said, status) = table.rest();
    assert!(status.success(), "{said:?}");
    said.join("\n")
}

#[test]
fn a_game_is_played_to_its_end() {
    let said = game(&["tic-tac-toe", "--depth", "9"], &["b2", "#1", "2", "hint", "quit"]);
    assert!(said.contains("Second player plays a1"), "{said}");
    assert!(said.contains("[O]"), "the last move is marked: {said}");
    assert!(said.contains("I would play "), "{said}");
    assert!(said.ends_with("The game is left as it is."), "{said}");
    let said = game(&["tic-tac-toe", "--side", "both", "--depth", "1"], &["a1", "a2", "b1", "b2", "c1"]);
    assert!(said.contains("The game is over: the first player wins by "), "{said}");
    assert!(said.ends_with(" points (three in a row)."), "{said}");
    let said = game(&["tic-tac-toe", "--side", "none", "--depth", "9"], &[]);
    assert!(said.ends_with("The game is over: a draw (the board is full)."), "{said}");
    let said = game(&["chess", "--position", "k7/8/1Q6/8/8/8/8/K7 b - - 0 1"], &[]);
    assert!(said.ends_with("The game is over: a draw (stalemate)."), "{said}");
}

#[test]
fn a_typed_tree_is_a_game_too() {
    let said = game(&["tree", "--position", "MAX[5, MIN[3, 8]]", "--depth", "9"], &["2"]);
    assert!(said.contains("Second player plays 1"), "{said}");
}

#[test]
fn the_program_may_begin() {
    let said = game(&["connect-four", "--side", "second", "--depth", "2"], &[]);
    assert!(said.contains("First player plays "), "{said}");
    assert!(said.ends_with("End of the input: the game is left as it is."), "{said}");
}

#[test]
fn moves_are_taken_back_with_the_answers_to_them() {
    let said = game(&["tic-tac-toe", "--depth", "2"], &["undo", "b2", "undo", "position", "quit"]);
    assert!(said.contains("There is nothing to take back."), "{said}");
    assert!(said.contains("your move> ........."), "{said}");
}

#[test]
fn numbers_are_moves_where_moves_are_numbers() {
    let filled = ["connect-four", "--side", "both", "--depth", "1", "--moves", "1 1 1 1 1 1"];
    let said = game(&filled, &["1", "#1", "position"]);
    assert!(said.contains("'1': "), "the column is full: {said}");
    assert!(said.contains("1111112"), "the first move of the list is column 2: {said}");
}

#[test]
fn passes_are_moves_of_the_person_too() {
    let position = "XO-------X-------X-------XXXX----X-XX----X-------X-------X------ O";
    let said =
        game(&["othello", "--position", position, "--side", "second", "--depth", "1"], &["moves", "pass"]);
    assert!(said.contains("1 pass"), "{said}");
    assert!(said.contains("First player plays "), "{said}");
}

#[test]
fn whatever_is_typed_the_game_goes_on() {
    let long = "x".repeat(1 << 20);
    let longish = "7".repeat(100_000);
    let typed = [
        "",
        "nonsense",
        "#0",
        "#99",
        "#x",
        "99999999999999999999",
        &longish,
        &long,
        "help",
        "board",
        "moves",
    ];
    let said = game(&["tic-tac-toe", "--depth", "1"], &typed);
    assert!(said.contains("'nonsense' is not a legal move here"), "{said}");
    assert!(said.contains("a line of more than 256 KiB"), "{said}");
    assert!(said.contains("'#99' is not a number from 1 to 9"), "{said}");
    assert!(said.len() < 5_000, "nobody's nonsense is repeated at length");
    assert!(!said.contains('\u{1b}'), "a pipe gets no colours");
}
