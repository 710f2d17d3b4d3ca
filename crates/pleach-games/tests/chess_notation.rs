//! Chess: positions and moves as text, and the boards.

use pleach::{Game, Notation, Paint};
use pleach_games::chess::Chess;
use proptest::prelude::*;

fn at(text: &str) -> Chess {
    Chess::new().parse(text).unwrap()
}

fn refused(text: &str) -> String {
    Chess::new().parse(text).unwrap_err().to_string()
}

#[test]
fn positions_are_written_as_they_are_read() {
    for text in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 40",
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 100 65535",
    ] {
        assert_eq!(at(text).position(), text);
        assert_eq!(at(&format!("  {}\t", text.replace(' ', "  "))).position(), text);
    }
    assert_eq!(at("startpos"), Chess::new());
    assert_eq!(at(" StartPos "), Chess::new());
    assert_eq!(at("4k3/8/8/8/8/8/8/R3K3 b - -").position(), "4k3/8/8/8/8/8/8/R3K3 b - - 0 1");
    assert_eq!(at("r3k2r/8/8/8/8/8/8/R3K2R w qkQK -").position(), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_eq!(at("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1").moves().count(), 218);
}

#[test]
fn fields_that_cannot_be_are_refused() {
    let counts = "(pieces, side to move, castling, en passant, halfmove clock, number of the move); the last \
                  two may be left out together";
    assert_eq!(refused(""), format!("0 fields instead of 6 {counts}"));
    assert_eq!(refused("8/8/8/8/8/8/8/8 w - - 0"), format!("5 fields instead of 6 {counts}"));
    for (text, message) in [
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 x",
            "character 31: expected nothing after the number of the move, found 'x'",
        ),
        ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", "character 21: expected the side to move, 'w' or 'b', found 'W'"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
            "character 27: expected a halfmove clock from 0 to 100, found '-1'",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 101 1",
            "character 27: expected a halfmove clock from 0 to 100, found '101'",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 0",
            "character 29: expected the number of the move from 1 to 65535, found '0'",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 x",
            "character 29: expected the number of the move from 1 to 65535, found 'x'",
        ),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "character 1: 7 ranks instead of 8"),
        ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "character 18: more than 8 ranks"),
        ("4k3/7/8/8/8/8/8/4K3 w - - 0 1", "character 6: rank 7 has 7 squares instead of 8"),
        ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", "character 1: rank 1 has 7 squares instead of 8"),
        ("4k3p/8/8/8/8/8/8/4K3 w - - 0 1", "character 4: rank 8 has more than 8 squares"),
        ("4k5/8/8/8/8/8/8/4K3 w - - 0 1", "character 3: rank 8 has more than 8 squares"),
        (
            "4k3/8/8/8/8/8/8/4é3 w - - 0 1",
            "character 18: expected a piece (PNBRQK or pnbrqk), 1 to 8 or '/', found 'é'",
        ),
        (
            "4k3/9/8/8/8/8/8/4K3 w - - 0 1",
            "character 5: expected a piece (PNBRQK or pnbrqk), 1 to 8 or '/', found '9'",
        ),
    ] {
        assert_eq!(refused(text), message, "{text}");
    }
}

#[test]
fn positions_that_cannot_be_are_refused() {
    for (text, message) in [
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "White has 2 kings"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "White has a pawn on a1, where no pawn can stand"),
        ("4k2p/8/8/8/8/8/8/4K3 w - - 0 1", "Black has a pawn on h8, where no pawn can stand"),
        ("4k3/8/8/8/8/8/4R3/K7 w - - 0 1", "Black is in check, but White is to move"),
        ("8/8/8/8/8/8/3kK3/8 w - - 0 1", "the kings stand side by side, on e2 and d2"),
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "Black has 9 pawns"),
        (
            "4k3/8/8/8/8/Q7/PPPPPPPP/3QK3 w - - 0 1",
            "White has 1 promoted pieces beside 8 pawns, but only 8 pawns to begin with",
        ),
        ("4k3/8/8/4r3/1b6/8/2n5/4K3 w - - 0 1", "the side to move is in check from three pieces or more"),
    ] {
        assert_eq!(refused(text), message, "{text}");
    }
}

#[test]
fn castling_and_en_passant_fields_that_cannot_be_are_refused() {
    for (text, message) in [
        ("4k3/8/8/8/8/8/8/4K3 w X - 0 1", "character 23: expected castling rights of KQkq or '-', found 'X'"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "character 23: castling right 'K', but White has no rook on h1"),
        ("r3k3/8/8/8/8/8/8/3K3R w qK - 0 1", "character 26: castling right 'K', but White has no king on e1"),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "character 25: castling right 'K' given twice"),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "character 25: expected the en-passant square or '-', found 'e9'"),
        (
            "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",
            "character 27: en-passant square e3, but with White to move it is on rank 6",
        ),
        ("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", "character 25: en-passant square e3, but White has no pawn on e4"),
        (
            "4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1",
            "character 29: en-passant square e3, but e2 is not empty, so the pawn cannot have come over it",
        ),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 5 1", "character 30: halfmove clock 5, but a pawn has just moved"),
        (
            "4k3/8/5N2/8/2pP4/8/8/4K3 b - d3 0 1",
            "character 30: en-passant square d3, but Black is in check from elsewhere: the double step was not \
             the last move",
        ),
    ] {
        assert_eq!(refused(text), message, "{text}");
    }
}

#[test]
fn messages_do_not_grow_with_the_text() {
    let long = "x".repeat(1_000_000);
    for text in [long.clone(), format!("4k3/8/8/8/8/8/8/4K3 {long} - - 0 1"), format!("{long} ").repeat(9)] {
        assert!(refused(&text).len() < 250);
    }
    assert!(Chess::new().parse_move(&long).unwrap_err().to_string().len() < 200);
}

#[test]
fn castling_promotion_and_en_passant_are_read_and_written() {
    let cases = [
        // king's two steps, and the king taking its rook
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8a8", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8g8", "e8g8", "r4rk1/8/8/8/8/8/8/R3K2R w KQ - 1 2"),
        // as people write it, with letters or zeros
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O-O!", "e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "0-0-0", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "o-o+", "e8g8", "r4rk1/8/8/8/8/8/8/R3K2R w KQ - 1 2"),
        // promotions, in capitals too
        ("3n2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", "e7e8q", "3nQ1k1/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("3n2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", " E7D8N ", "e7d8n", "3N2k1/8/8/8/8/8/8/4K3 b - - 0 1"),
        // en passant
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", "d4e3", "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2"),
    ];
    for (position, typed, written, after) in cases {
        let game = at(position);
        let mv = game.parse_move(typed).unwrap();
        assert_eq!(game.move_text(mv), written);
        assert_eq!(game.after(mv).position(), after);
    }
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let start = "startpos";
    let form = "expected two squares and perhaps a promotion, like e2e4 or e7e8q";
    for (position, text, message) in [
        (start, "", &*format!("'' is not a move: {form}")),
        (start, "Nf3", &format!("'Nf3' is not a move: {form}")),
        (start, "e2e4k", &format!("'e2e4k' is not a move: {form}")),
        (start, "e2é4", &format!("'e2é4' is not a move: {form}")),
        (start, "0000", &format!("'0000' is not a move: {form}")),
        (start, "e3e4", "'e3e4' is not a legal move here: there is no piece on e3"),
        (start, "e7e5", "'e7e5' is not a legal move here: the piece on e7 is not White's"),
        (start, "e2e5", "'e2e5' is not a legal move here: the pawn on e2 cannot go to e5"),
        (start, "e2d3", "'e2d3' is not a legal move here: the pawn on e2 cannot go to d3"),
        (start, "g1e2", "'g1e2' is not a legal move here: the knight on g1 cannot go to e2"),
        (start, "e1g1", "'e1g1' is not a legal move here: the king cannot castle to that side now"),
        (start, "0-0", "'0-0' is not a legal move here: the king cannot castle to that side now"),
        (
            "3k4/8/8/8/8/8/8/4RK2 w - - 0 1",
            "0-0",
            "'0-0' is not a legal move here: the king cannot castle to that side now",
        ),
        (start, "g1f3q", "'g1f3q' is not a legal move here: the knight cannot be promoted on f3"),
        (
            "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1",
            "e7e8",
            "'e7e8' is not a legal move here: the pawn must become a piece, like e7e8q",
        ),
        (
            "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1",
            "e2d3",
            "'e2d3' is not a legal move here: the king would be in check",
        ),
        (
            "4k3/8/8/8/8/8/8/4K1r1 w - - 0 1",
            "e1f1",
            "'e1f1' is not a legal move here: the king would be in check",
        ),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "h8h7", "'h8h7': the game is over, there are no more moves"),
    ] {
        assert_eq!(at(position).parse_move(text).unwrap_err().to_string(), message, "{position}");
    }
}

#[test]
fn boards() {
    let mut game = Chess::new();
    insta::assert_snapshot!("chess_start", game.board());
    let mut last = None;
    for text in ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "e1g1"] {
        last = Some(game.parse_move(text).unwrap());
        game.play(last.unwrap());
    }
    insta::assert_snapshot!("chess_castled", game.draw(last, Paint::Plain));
    insta::assert_snapshot!("chess_castled_in_colour", game.draw(last, Paint::Colour).escape_debug());
    let check = at("3k4/8/8/8/8/8/4r3/4K3 w - - 0 1");
    let last = cozy_move("e7e2");
    insta::assert_snapshot!("chess_check", check.draw(Some(last), Paint::Plain));
    insta::assert_snapshot!("chess_check_svg", check.svg(Some(last)).unwrap());
    insta::assert_snapshot!("chess_start_svg", Chess::new().svg(None).unwrap());
}

fn cozy_move(text: &str) -> pleach_games::chess::Move {
    text.parse().unwrap()
}

#[test]
fn the_board_says_how_the_game_ended() {
    for (position, status) in [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "checkmate, Black wins"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "drawn by stalemate"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 100 80", "drawn by the fifty-move rule"),
        ("4k3/8/8/8/8/8/8/4K3 b - - 0 1", "drawn, nobody can give mate"),
    ] {
        assert!(at(position).board().ends_with(status), "{}", at(position).board());
        assert!(at(position).svg(None).unwrap().contains(status));
    }
}

proptest! {
    #[test]
    fn arbitrary_text_never_panics(text in any::<String>()) {
        let _ = Chess::new().parse(&text);
        let _ = Chess::new().parse_move(&text);
    }

    #[test]
    fn text_like_a_position_never_panics(
        text in "[pnbrqkPNBRQK1-8/]{1,40} [wb] [KQkq]{1,4} ([a-h][36]|-) [0-9]{1,3} [0-9]{1,5}",
        mv in "[a-h][1-8][a-h][1-8][nbrqkp]?",
    ) {
        let _ = Chess::new().parse_move(&mv);
        if let Ok(game) = Chess::new().parse(&text) {
            let _ = game.parse_move(&mv);
        }
    }

    /// Any position that is accepted can be played on and drawn.
    #[test]
    fn damaged_positions_are_refused_or_playable(
        place in 0usize..70, symbol in "[pnbrqkPNBRQK1-8/wbKQkq]", mv in "[a-h][1-8][a-h][1-8]q?",
    ) {
        let mut text: Vec<char> =
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".chars().collect();
        let place = place % text.len();
        text[place] = symbol.chars().next().unwrap();
        let text: String = text.into_iter().collect();
        if let Ok(game) = Chess::new().parse(&text) {
            prop_assert_eq!(game.parse(&game.position()).unwrap(), game.clone());
            let _ = (game.board(), game.svg(None), game.outcome(), game.parse_move(&mv));
            for mv in game.moves() {
                prop_assert!(game.parse_move(&game.move_text(mv)) == Ok(mv));
                let _ = game.after(mv).outcome();
            }
        }
    }
}
