//! Connect Four: rules, laws, notation, evaluators, pictures.

use pleach::registry::Request;
use pleach::testkit::{Laws, Values, compare_all};
use pleach::textbook::{Algorithm, Search};
use pleach::{
    Evaluate, Game, Hashed, Limits, Notation, Paint, Player, Score, Symmetric, Tunable, Weights, perft,
};
use pleach_games::ConnectFour;
use pleach_games::connect_four::{Evaluator, Placement, Size, Threats};
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};

fn board(width: u32, height: u32) -> ConnectFour {
    ConnectFour::with_size(Size::new(width, height).unwrap())
}

fn read(text: &str) -> ConnectFour {
    ConnectFour::new().parse(text).unwrap()
}

/// Sizes of every kind: usual, even and odd, wide, high, too small for a four, as large as can be.
fn sizes() -> Vec<ConnectFour> {
    let sizes =
        [(7, 6), (4, 4), (5, 4), (5, 5), (6, 7), (8, 7), (9, 6), (12, 4), (32, 1), (1, 63), (3, 3), (21, 2)];
    sizes.into_iter().map(|(width, height)| board(width, height)).collect()
}

#[test]
fn perft_from_the_empty_board() {
    let counts: Vec<u64> = (1..=10).map(|depth| perft(&ConnectFour::new(), depth)).collect();
    let expected = [7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234, 39_394_572, 268_031_646];
    assert_eq!(counts, expected);
}

/// The numbers of different positions by ply are published (OEIS A212693): keys tell them all apart,
/// and no others.
#[test]
fn keys_count_the_positions_of_every_ply() {
    let mut layer = vec![ConnectFour::new()];
    let mut counts = Vec::new();
    for _ in 0..8 {
        counts.push(layer.len());
        let mut seen = HashSet::new();
        let next = layer.iter().flat_map(|game| game.moves().map(|slot| game.after(slot)));
        layer = next.filter(|game| seen.insert(game.key())).collect();
    }
    assert_eq!(counts, [1, 7, 49, 238, 1120, 4263, 16422, 54859]);
    assert_eq!(layer.len(), 184_275);
    let keys: HashSet<u64> = layer.iter().map(ConnectFour::unique_key).collect();
    assert_eq!(keys.len(), layer.len());
    assert!(keys.iter().all(|key| key >> 49 == 0));
}

/// The numbers of complete games on boards of n + 1 columns and n rows are published (OEIS A342329).
#[test]
fn complete_games_of_small_boards() {
    fn games(game: &ConnectFour, known: &mut HashMap<u64, u64>) -> u64 {
        if game.outcome().is_some() {
            return 1;
        }
        if let Some(&count) = known.get(&game.unique_key()) {
            return count;
        }
        let count = game.moves().map(|slot| games(&game.after(slot), known)).sum();
        known.insert(game.unique_key(), count);
        count
    }
    for (rows, expected) in [(1, 2), (2, 90), (3, 356_232), (4, 152_505_051_772)] {
        assert_eq!(games(&board(rows + 1, rows), &mut HashMap::new()), expected, "{rows} rows");
    }
}

/// The canonical key joins exactly the positions that the default one joins.
#[test]
fn canonical_keys_join_mirror_images_and_nothing_else() {
    let mut canonical: HashMap<u64, u64> = HashMap::new();
    let mut layer = vec![ConnectFour::new()];
    for _ in 0..6 {
        layer = layer.iter().flat_map(|game| game.moves().map(|slot| game.after(slot))).collect();
    }
    for game in layer {
        let least = game.images().map(|image| image.key()).min().unwrap();
        assert_eq!(*canonical.entry(game.canonical_key()).or_insert(least), least);
    }
    let different: HashSet<u64> = canonical.values().copied().collect();
    assert_eq!(different.len(), canonical.len());
}

#[test]
fn laws() {
    let laws = Laws { games: 60, ..Laws::default() };
    for start in sizes().into_iter().flat_map(|start| [start, start.with_scale(100)]) {
        laws.check(&start).unwrap();
        for evaluator in [Evaluator::threats(start.size()), Evaluator::placement(start.size())] {
            laws.check_evaluator(&start, &evaluator).unwrap();
            laws.check_symmetry(&start, &evaluator).unwrap();
        }
    }
}

#[test]
fn every_search_agrees_on_positions_of_the_game() {
    let threats = Threats::default();
    for (position, depth) in
        [("4453", 3), ("332", 4), ("44444455", 4), ("7422341735647741166133573473242566", 8)]
    {
        let game = read(position);
        compare_all(&game, &threats, depth).unwrap();
        compare_all(&game.with_scale(100), &threats, depth).unwrap();
        compare_all(&game, &Values { salt: 1, different: 9 }, depth).unwrap();
    }
    compare_all(&board(4, 3), &Placement::default(), 6).unwrap();
}

/// One line each: the columns played and the exact score for the side to move.
#[test]
fn known_scores_of_late_positions() {
    let search =
        |algorithm, game: &ConnectFour| Search::new(algorithm).run(game, &(), &Limits::none()).unwrap();
    let file = include_str!("../../../testdata/connect_four-scores.txt");
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let (columns, score) = line.split_once(' ').unwrap();
        let game = read(columns);
        for algorithm in [Algorithm::ALPHA_BETA, Algorithm::NegaScout] {
            assert_eq!(search(algorithm, &game).value.get().to_string(), score, "{line}");
        }
        let (low, high) = game.follow_up_bounds();
        assert!((low.get()..=high.get()).contains(&score.parse().unwrap()), "{line}");
    }
}

#[test]
fn scores_are_those_that_solvers_print() {
    // 22 minus the winner's stones, from the loser's side.
    assert_eq!(read("1212121").outcome(), Some(Score::new(-18)));
    assert_eq!(read("71212121").outcome(), Some(Score::new(-18)));
    assert_eq!(ConnectFour::new().score_bounds(), (Score::new(-18), Score::new(18)));
    assert_eq!(read("1212121").score_bounds(), (Score::new(-18), Score::new(-18)));
    assert_eq!(read("121212").score_bounds(), (Score::new(-18), Score::new(18)));
    assert_eq!(read("4444447").score_bounds(), (Score::new(-17), Score::new(18)));
    // A board without a four is a draw.
    let full = read("121212212121343434434343565656656565777777");
    assert_eq!((full.stones(), full.outcome(), full.moves().count()), (42, Some(Score::ZERO), 0));
}

#[test]
fn the_text_is_a_game_that_leads_to_the_board() {
    let both = (read("4453"), read("3454"));
    assert_ne!(both.0, both.1);
    // Another order of the same stones is the same position, and has the same text.
    let (one, other) = (read("123456"), read("563412"));
    assert_eq!((one, one.position()), (other, other.position()));
    assert_eq!(read(&one.position()), one);
    assert_eq!(ConnectFour::new().position(), "");
    assert_eq!(read(" 4 4,5\t3 "), read("4453"));
    assert_eq!(board(12, 4).parse("12,3 10,12").unwrap().position(), "12,3,10,12");
}

#[test]
fn boards_are_read_as_rows() {
    let rows = "......./......./......./...O.../...X.../..OX.X.";
    let game = read(rows);
    assert_eq!((game.stones(), game.to_move()), (5, Player::Min));
    assert_eq!(read(&game.position()), game);
    assert_eq!(board(1, 5).parse("./././O/X").unwrap().position(), "11");
    assert_eq!(board(4, 1).parse("x.o.").unwrap().position(), "13");
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let error = |text: &str| ConnectFour::new().parse(text).unwrap_err().to_string();
    assert_eq!(error("448"), "character 3: expected a column from 1 to 7, found '8'");
    assert_eq!(error(" 40"), "character 3: expected a column from 1 to 7, found '0'");
    assert_eq!(error("4x"), "character 2: expected a column from 1 to 7, found 'x'");
    assert_eq!(error("4é"), "character 2: expected a column from 1 to 7, found 'é'");
    assert_eq!(error("44444441"), "character 7: column 4 is full");
    assert_eq!(error("12121213"), "character 8: the game is over, there are no more moves");
    let expected = "expected columns from 1 to 7, or rows of X, O and '.' separated by '/', found";
    assert_eq!(error("e4"), format!("character 1: {expected} 'e'"));
    assert_eq!(error(".......4"), format!("character 8: {expected} '4'"));
    assert_eq!(error("......"), "the board ends in row 1 of 6, after 6 of 7 slots");
    assert_eq!(error("....../"), "character 7: row 1 has 6 slots instead of 7");
    assert_eq!(error("........"), "character 8: row 1 has more than 7 slots");
    let rows = |last: &str| format!("{}{last}", "......./".repeat(5));
    assert_eq!(error(&rows("......./")), "character 48: more than 6 rows");
    assert_eq!(error(&rows("XXX....")), "3 X and 0 O: X moves first, so there are as many or one more");
    let high = |rows: &str| error(&format!("{}{rows}", "......./".repeat(4)));
    assert_eq!(high("X....../......."), "character 33: this stone floats above an empty slot");
    assert_eq!(high("X....../O......"), "no order of moves leads to this board");
    assert_eq!(high("XXXX.../OOOO..."), "both sides have four in a row");
}

#[test]
fn boards_after_the_end_are_refused() {
    let error = |rows: &str| {
        let text = format!("{}{rows}", "......./".repeat(4));
        ConnectFour::new().parse(&text).unwrap_err().to_string()
    };
    // X has a four, and O has moved since.
    assert_eq!(error("OO.O.../XXXX..O"), "the game went on after four in a row");
    // Two fours that no single stone completes.
    assert_eq!(error("XXXX.../XXXXOOO"), "8 X and 3 O: X moves first, so there are as many or one more");
    // A wide board has room for two fours side by side.
    let wide = board(12, 2).parse("OOO..OOO..../XXXX.XXXXO..").unwrap_err().to_string();
    assert_eq!(wide, "no order of moves leads to this board");
}

#[test]
fn illegal_moves_are_refused() {
    let error = |game: ConnectFour, text: &str| game.parse_move(text).unwrap_err().to_string();
    assert_eq!(error(ConnectFour::new(), "8"), "expected a column from 1 to 7, found '8'");
    assert_eq!(error(ConnectFour::new(), "d4"), "expected a column from 1 to 7, found 'd4'");
    assert_eq!(error(ConnectFour::new(), ""), "expected a column from 1 to 7, found ''");
    assert_eq!(error(ConnectFour::new(), "+4"), "expected a column from 1 to 7, found '+4'");
    let long = "4".repeat(1_000_000);
    assert_eq!(
        error(ConnectFour::new(), &long),
        "expected a column from 1 to 7, found '44444444444444444444...'"
    );
    assert_eq!(error(read("444444"), "4"), "'4': column 4 is full");
    assert_eq!(error(read("1212121"), "4"), "'4': the game is over, there are no more moves");
    let wide = board(12, 4);
    assert_eq!(wide.move_text(wide.parse_move(" 12 ").unwrap()), "12");
}

#[test]
fn options_of_the_registry() {
    let open = |text: &str| pleach_games::registry().open(text);
    let error = |text: &str| open(text).err().map(|error| error.to_string()).unwrap_or_default();
    let mut game = open("connect-four").unwrap();
    game.set_position("332244").unwrap();
    for algorithm in [Algorithm::ALPHA_BETA, Algorithm::NegaScout] {
        let answer = game.search(&Request::new(algorithm, Limits::depth(2))).unwrap();
        assert_eq!((answer.score.get(), answer.best.as_deref()), (18, Some("1")));
    }
    assert_eq!(open("connect-four:width=12,height=4,eval=placement").unwrap().moves().len(), 12);
    let mut scaled = open("connect-four:scale=100").unwrap();
    scaled.set_position("1212121").unwrap();
    assert_eq!(scaled.outcome(), Some(Score::new(-1800)));
    let large = "9 columns of 7 slots need 72 bits with one of padding for each column, and there are 64";
    assert_eq!(error("connect-four:width=9,height=7"), format!("connect-four: {large}"));
    assert_eq!(error("connect-four:width=0"), "connect-four: a board has at least 1 column and 1 row");
    assert_eq!(error("connect-four:width=x"), "connect-four: width=x: expected a whole number from 1 to 63");
    assert_eq!(
        error("connect-four:scale=0"),
        "connect-four: scale=0: expected a whole number from 1 to 1000"
    );
    assert_eq!(
        error("connect-four:eval=threat"),
        "connect-four: eval=threat: unknown value (did you mean 'threats'?)"
    );
    assert_eq!(
        error("connect-four:heigth=5"),
        "connect-four: unknown option 'heigth' (did you mean 'height'?)"
    );
}

#[test]
fn evaluators_see_what_is_decided() {
    let threats = Threats::default();
    let value = |text: &str| threats.evaluate(&read(text));
    assert_eq!(value("332244"), Score::new(18)); // wins at once
    assert_eq!(value("33224"), Score::new(-18)); // cannot stop both ends
    // A position and its mirror image are worth the same, by each evaluator.
    let placement = Placement::default();
    let game = read("4443336");
    assert_eq!(placement.evaluate(&game), placement.evaluate(&game.mirrored()));
}

#[test]
fn weights_can_be_replaced() {
    let threats = Evaluator::threats(Size::STANDARD);
    let numbers: Vec<i32> = threats.weights().flat().iter().map(|weight| weight * 2).collect();
    let doubled = Evaluator::from_weights(threats.weights().with_flat(&numbers).unwrap()).unwrap();
    assert_eq!(doubled.weights().flat(), numbers);
    let game = ConnectFour::new().with_scale(100).parse("4435").unwrap();
    // Up to rounding.
    assert!((doubled.evaluate(&game).get() - 2 * threats.evaluate(&game).get()).abs() <= 2);
    let placement = Placement::default().weights().clone();
    let error = Threats::from_weights(placement.clone()).unwrap_err().to_string();
    assert_eq!(error, "weights: they belong to 'connect-four-placement', not to 'connect-four-threats'");
    let other = Weights::from_toml("evaluator = \"x\"\nversion = 1\n[weights]\na = 1").unwrap();
    let known = "available: connect-four-threats, connect-four-placement";
    let error = Evaluator::from_weights(other).unwrap_err().to_string();
    assert_eq!(error, format!("weights: 'x' is not an evaluator of Connect Four ({known})"));
    let large = placement.with_flat(&vec![5000; placement.flat().len()]).unwrap();
    let error = Placement::from_weights(large).unwrap_err().to_string();
    assert_eq!(error, "weights: they must lie between -4095 and 4095");
}

#[test]
fn text_boards() {
    let game = read("443322");
    let over = game.after(game.slot_in(1).unwrap());
    insta::assert_snapshot!("connect_four_text", over.draw(game.slot_in(1), Paint::Plain));
    insta::assert_snapshot!("connect_four_text_wide", board(12, 4).parse("12,12,1").unwrap().board());
    let coloured = game.draw(None, Paint::Colour);
    assert!(coloured.contains("\x1b[1;32mX\x1b[0m") && coloured.contains("\x1b[1;33mO\x1b[0m"));
}

#[test]
fn svg_boards() {
    let game = read("443322");
    insta::assert_snapshot!(
        "connect_four_svg",
        game.after(game.slot_in(1).unwrap()).svg(game.slot_in(1)).unwrap()
    );
    let small = board(2, 2).parse("1212").unwrap().svg(None).unwrap();
    assert!(small.contains("<title>Connect Four, 2 by 2, 4 stones, a draw</title>"), "{small}");
}

proptest! {
    #[test]
    fn arbitrary_text_never_panics(text in "\\PC{0,40}", columns in "[0-9 ,]{0,60}", rows in "[XO./]{0,60}") {
        for start in [ConnectFour::new(), board(12, 4), board(1, 63), board(4, 4)] {
            for text in [&text, &columns, &rows] {
                if let Ok(game) = start.parse(text) {
                    prop_assert_eq!(start.parse(&game.position()).unwrap(), game);
                }
                let _ = start.parse_move(text);
            }
        }
    }

    #[test]
    fn boards_with_stones_at_random_are_read_or_refused(heights in prop::collection::vec(0usize..=4, 5), colours in any::<u32>()) {
        let symbol = |row: usize, column: usize| match heights[column] > row {
            false => '.',
            true if colours >> (row * 5 + column) & 1 == 1 => 'X',
            true => 'O',
        };
        let rows: Vec<String> = (0..4).rev().map(|row| (0..5).map(|column| symbol(row, column)).collect()).collect();
        if let Ok(game) = board(5, 4).parse(&rows.join("/")) {
            prop_assert_eq!(board(5, 4).parse(&game.position()).unwrap(), game);
        }
    }
}
