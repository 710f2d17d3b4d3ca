//! Tic-tac-toe: rules, laws, and the numbers of spec 1.

use pleach::testkit::{Laws, Values, compare_all};
use pleach::textbook::{Algorithm, Search};
use pleach::{Game, Limits, Notation, Score, perft};
use pleach_games::{TicTacToe, open_lines};

#[test]
fn perft_from_the_empty_board() {
    let counts: Vec<u64> = (1..=9).map(|depth| perft(&TicTacToe::new(), depth)).collect();
    assert_eq!(counts, [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]);
}

#[test]
fn laws() {
    for start in
        [TicTacToe::new(), TicTacToe::new().without_symmetric_siblings(), TicTacToe::new().with_distances()]
    {
        let laws = Laws::default();
        laws.check(&start).unwrap();
        laws.check_evaluator(&start, &open_lines).unwrap();
        laws.check_symmetry(&start, &open_lines).unwrap();
    }
}

/// Spec 1: X is Max, row-major children, symmetric siblings dropped, a win worth a finite score.
#[test]
fn zhang_and_cui_table() {
    let nodes = [
        (Algorithm::Minimax, [4, 16, 82, 442, 2152, 8144, 24022, 44986, 58524]),
        (Algorithm::ALPHA_BETA, [4, 12, 51, 158, 534, 1003, 1990, 2418, 3082]),
        (Algorithm::ZhangCui, [4, 8, 21, 44, 158, 244, 360, 417, 469]),
    ];
    let values = [4, 1, 3, 1, 3, 1, 2, 0, 0];
    let start = TicTacToe::new().without_symmetric_siblings();
    for (algorithm, nodes) in nodes {
        for depth in 1..=9 {
            let report = Search::new(algorithm).run(&start, &open_lines, &Limits::depth(depth)).unwrap();
            let expected = (nodes[depth as usize - 1], values[depth as usize - 1]);
            assert_eq!((report.counts.nodes, report.value.get()), expected, "{algorithm} at depth {depth}");
        }
    }
    let plain =
        Search::new(Algorithm::Minimax).run(&TicTacToe::new(), &open_lines, &Limits::depth(9)).unwrap();
    assert_eq!(plain.counts.nodes, 549_946);
}

#[test]
fn every_search_agrees_on_positions_of_the_game() {
    for (position, depth) in [("X...O....", 4), ("XO..X....", 5), ("XOXOX....", 4), (".........", 3)] {
        let game = TicTacToe::new().parse(position).unwrap();
        compare_all(&game, &open_lines, depth).unwrap();
        compare_all(&game.with_distances(), &open_lines, depth).unwrap();
        compare_all(&game, &Values { salt: 1, different: 9 }, depth).unwrap();
    }
}

#[test]
fn sooner_wins_are_better_where_distance_counts() {
    let game = TicTacToe::new().with_distances().parse("XX.OO....").unwrap();
    let report = Search::new(Algorithm::ALPHA_BETA).run(&game, &open_lines, &Limits::depth(9)).unwrap();
    assert_eq!((report.value, report.line.len()), (Score::win_in(1), 1));
    let best = report.best.map(|mv| game.move_text(mv));
    assert_eq!(best.as_deref(), Some("c1"));
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let error = |text: &str| TicTacToe::new().parse(text).unwrap_err().to_string();
    assert_eq!(error("XXO"), "'XXO' has 3 squares instead of 9");
    assert_eq!(error("XXO......X"), "'XXO......X' has 10 squares instead of 9");
    assert_eq!(error("X?......."), "character 2: expected X, O or '.', found '?'");
    assert_eq!(error("XX......."), "2 X and 0 O: X moves first, so there are as many or one more");
    assert_eq!(error("XXXOOO..."), "both sides have three in a row");
    assert_eq!(error("XXX.OO.O."), "the game went on after three in a row");
}

#[test]
fn illegal_moves_are_refused_with_what_there_is() {
    let game = TicTacToe::new().parse("XXXOO....").unwrap();
    assert_eq!(
        game.parse_move("a3").unwrap_err().to_string(),
        "'a3': the game is over, there are no more moves"
    );
    let mut game = TicTacToe::new();
    game.play(game.parse_move(" B2 ").unwrap());
    let error = game.parse_move("b2").unwrap_err().to_string();
    assert!(error.starts_with("'b2' is not a legal move here"), "{error}");
}

#[test]
fn boards_are_drawn_with_the_last_move() {
    let game = TicTacToe::new().parse("X...O....").unwrap();
    let last = game.parse_move("c3").unwrap();
    let next = game.after(last);
    insta::assert_snapshot!("tic_tac_toe_text", next.draw(Some(last), pleach::Paint::Plain));
    insta::assert_snapshot!("tic_tac_toe_svg", next.svg(Some(last)).unwrap());
}
