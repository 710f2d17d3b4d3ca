//! Othello: rules, passes and ends, laws, searches.

use pleach::registry::Request;
use pleach::testkit::{Laws, Values, compare_all};
use pleach::textbook::Algorithm;
use pleach::{Evaluate, Game, Hashed, Limits, Notation, Player, Score, Symmetric, Tunable, Weights, perft};
use pleach_games::othello::{self, Classic, DiscsCorners, Move, Unit};
use pleach_games::{Othello, registry};
use std::collections::HashMap;

const WIPE_OUT: &str = "e6 f4 e3 f6 g5 d6 e7 f5 c5";

fn at(text: &str) -> Othello {
    Othello::new().parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves_of(game: &Othello) -> Vec<String> {
    game.moves().map(|mv| game.move_text(mv)).collect()
}

/// Positions of the collection of endgames, with the score and the best moves.
fn endgames() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let lines = include_str!("../../../testdata/othello-ffo.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    lines.map(|line| (line, line.split(';').map(str::trim).collect()))
}

#[test]
fn perft_from_the_start() {
    let counts: Vec<u64> = (1..=8).map(|depth| perft(&Othello::new(), depth)).collect();
    assert_eq!(counts, [4, 12, 56, 244, 1396, 8200, 55092, 390_216]);
    assert_eq!(othello::perft(&Othello::new(), 8), 390_216);
    assert_eq!(othello::perft(&Othello::new(), 0), 1);
}

/// The published tables count a finished game as a leaf at every greater depth: the 228 wipe-outs of
/// nine moves make the difference.
#[test]
fn perft_with_passes_and_finished_games() {
    let start = Othello::new();
    let counts: Vec<u64> = (9..=11).map(|depth| othello::perft(&start, depth)).collect();
    assert_eq!(counts, [3_005_288, 24_571_284, 212_258_800]);
    assert_eq!(perft(&start, 10), 24_571_284 - 228);
}

#[test]
fn a_finished_game_is_a_leaf_of_every_depth() {
    let before_the_end = at("e6 f4 e3 f6 g5 d6 e7 f5");
    let ends =
        before_the_end.moves().filter(|&mv| before_the_end.after(mv).outcome().is_some()).count() as u64;
    assert!(ends > 0);
    assert_eq!(othello::perft(&before_the_end, 2), perft(&before_the_end, 2) + ends);
    assert_eq!(othello::perft(&at(WIPE_OUT), 3), 1);
    assert_eq!(perft(&at(WIPE_OUT), 3), 0);
}

#[test]
fn the_start() {
    let start = Othello::new();
    assert_eq!(start.position(), "---------------------------OX------XO--------------------------- X");
    assert_eq!(start.to_move(), Player::Max);
    assert_eq!(moves_of(&start), ["d3", "c4", "f5", "e6"]);
    assert_eq!(at(""), start);
}

#[test]
fn a_wipe_out_gives_the_winner_every_square() {
    let game = at(WIPE_OUT);
    let discs = |player| game.discs(player).count_ones();
    assert_eq!((discs(Player::Max), discs(Player::Min)), (13, 0));
    assert_eq!((game.to_move(), game.outcome()), (Player::Min, Some(Score::new(-64))));
    assert_eq!(game.swapped_turn().outcome(), Some(Score::new(64)));
    assert_eq!(moves_of(&game), Vec::<String>::new());
    assert_eq!(game.with_unit(Unit::Hundredth).outcome(), Some(Score::new(-6400)));
}

/// The same discs with the other side to move.
trait SwappedTurn {
    fn swapped_turn(&self) -> Self;
}

impl SwappedTurn for Othello {
    fn swapped_turn(&self) -> Self {
        Othello::from_boards(self.other(), self.own(), self.to_move().other()).with_unit(self.unit())
    }
}

const FORCED_PASS: &str = "d3c3b3b2f5a3a1c1";

#[test]
fn a_side_without_a_square_passes() {
    let game = at(FORCED_PASS);
    assert_eq!((game.legal(), moves_of(&game)), (0, vec!["pass".to_owned()]));
    assert_eq!((game.outcome(), game.to_move()), (None, Player::Max));
    let after = game.after(Move::PASS);
    assert_eq!((after.own(), after.other(), after.to_move()), (game.other(), game.own(), Player::Min));
    assert!(!moves_of(&after).contains(&"pass".to_owned()));
    assert_eq!(perft(&game, 2), after.moves().count() as u64, "a pass is a ply");
}

#[test]
fn a_pass_in_a_list_of_moves_may_be_left_out() {
    let after = at(FORCED_PASS).after(Move::PASS);
    let reply = moves_of(&after)[0].clone();
    let played = after.after(after.parse_move(&reply).unwrap());
    assert_eq!(at(&format!("{FORCED_PASS}{reply}")), played);
    assert_eq!(at(&format!("{FORCED_PASS} pass {reply}")), played);
    assert_eq!(at(&format!("{FORCED_PASS}PASS{}", reply.to_uppercase())), played);
    assert_eq!(at(FORCED_PASS).to_move(), Player::Max, "the last pass is not played by itself");
}

/// Neither side can place a disc although squares are free: the game is over at once, whoever moves.
#[test]
fn two_sides_without_a_square_end_the_game() {
    let text = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX-OOOOOO--";
    let game = at(text);
    assert_eq!(game.to_move(), Player::Max, "X if the side is missing");
    assert_eq!(game.outcome(), Some(Score::new(55 - 6 + 3)));
    assert_eq!(at(&format!("{text} O")).outcome(), Some(Score::new(-52)));
    assert_eq!(moves_of(&game), Vec::<String>::new());
    let drawn = Othello::from_boards(0xff, 0xff << 56, Player::Min);
    assert_eq!(drawn.outcome(), Some(Score::ZERO), "nobody wins, nobody gets the empties");
}

#[test]
fn endgames_are_read_and_written() {
    assert_eq!(endgames().count(), 5);
    for (line, parts) in endgames() {
        let game = at(line);
        assert_eq!(game.position(), parts[0]);
        for best in parts[2].trim_start_matches("best ").split(' ') {
            assert!(game.parse_move(best).is_ok(), "{line}");
        }
    }
}

#[test]
fn laws() {
    let laws = Laws { games: 40, ..Laws::default() };
    for start in [Othello::new(), Othello::new().with_unit(Unit::Hundredth), at(FORCED_PASS)] {
        laws.check(&start).unwrap();
        for evaluator in
            [&Classic::default() as &dyn Evaluate<Othello, Value = Score>, &DiscsCorners::default()]
        {
            let evaluator = |game: &Othello| evaluator.evaluate(game);
            laws.check_evaluator(&start, &evaluator).unwrap();
            laws.check_swap(&start, &evaluator).unwrap();
            laws.check_symmetry(&start, &evaluator).unwrap();
        }
    }
}

#[test]
fn every_search_agrees_on_positions_of_the_game() {
    let (classic, cheap) = (Classic::default(), DiscsCorners::default());
    let near_the_end = "XXXXXXX-XXOOOX--XXOXOXX-XXOOXOXXXXOXXXXXXXXOOOOXXXOOOO-XXOOOOOO- O";
    for (position, depth) in
        [("", 4), ("f5f6e6f4", 3), (FORCED_PASS, 4), ("e6f4e3f6g5d6e7", 3), (near_the_end, 8)]
    {
        for unit in [Unit::Disc, Unit::Hundredth] {
            let game = at(position).with_unit(unit);
            compare_all(&game, &classic, depth).unwrap();
            compare_all(&game, &cheap, depth).unwrap();
            compare_all(&game, &Values { salt: 1, different: 9 }, depth).unwrap();
        }
    }
}

#[test]
fn images_are_the_eight_views_of_the_board() {
    let game = at("f5d6c3d3c4");
    let images: std::collections::HashSet<String> = game.images().map(|image| image.position()).collect();
    assert_eq!(images.len(), 8);
    assert!(game.images().all(|image| image.legal() == othello::legal_moves(image.own(), image.other())));
    let openings: std::collections::HashSet<u64> =
        Othello::new().moves().map(|mv| Othello::new().after(mv).canonical_key()).collect();
    assert_eq!(openings.len(), 1, "all first moves are alike");
}

/// Every position of the first moves has its own key, and the keys spread evenly over small tables.
#[test]
fn keys_spread() {
    fn visit(game: &Othello, depth: u32, seen: &mut HashMap<u64, Othello>) {
        let other = *seen.entry(game.key()).or_insert(*game);
        assert_eq!(other, *game);
        if depth > 0 {
            game.moves().for_each(|mv| visit(&game.after(mv), depth - 1, seen));
        }
    }
    let mut seen = HashMap::new();
    visit(&Othello::new(), 7, &mut seen);
    for shift in [0, 24, 52] {
        let mut buckets = vec![0; 4096];
        seen.keys().for_each(|key| buckets[(key >> shift) as usize % 4096] += 1);
        let mean = seen.len() as f64 / 4096.0;
        let squares: f64 = buckets.iter().map(|&count| (f64::from(count) - mean).powi(2)).sum();
        let dispersion = squares / 4096.0 / mean;
        assert!((0.9..1.1).contains(&dispersion), "bits from {shift}: {dispersion}");
    }
}

#[test]
fn the_registry_opens_every_variant() {
    let line = endgames().next().unwrap().0;
    for (name, score) in
        [("othello", 64), ("othello:eval=classic,unit=disc", 64), ("othello:unit=hundredth", 6400)]
    {
        let mut game = registry().open(name).unwrap();
        game.set_position(line).unwrap();
        assert_eq!(game.name(), name);
        let answer = game.search(&Request::new(Algorithm::NegaScout, Limits::depth(3))).unwrap();
        assert!(answer.score.get().abs() <= score);
        game.set_position("e6f4e3f6g5d6e7f5").unwrap();
        let answer = game.search(&Request::new(Algorithm::NegaScout, Limits::depth(2))).unwrap();
        assert_eq!((answer.score.get(), answer.best.as_deref()), (score, Some("c5")), "{name}");
    }
    assert!(registry().open("othello:eval=discs-corners").is_ok());
    assert!(registry().open("othello:eval=patterns").is_ok());
    let error = |text: &str| registry().open(text).err().map(|error| error.to_string()).unwrap_or_default();
    assert_eq!(error("othello:eval=clasic"), "othello: eval=clasic: unknown value (did you mean 'classic'?)");
    assert_eq!(
        error("othello:unit=pound"),
        "othello: unit=pound: unknown value (available: disc, hundredth)"
    );
}

#[test]
fn evaluations_stay_inside_what_a_game_can_end_with() {
    let full = at(&format!("{}OO X", "X".repeat(62)));
    let (classic, cheap) = (Classic::default(), DiscsCorners::default());
    for unit in [Unit::Disc, Unit::Hundredth] {
        let game = full.with_unit(unit);
        let (low, high) = game.score_bounds();
        for value in [classic.evaluate(&game), cheap.evaluate(&game)] {
            assert!(low <= value && value <= high);
        }
    }
}

/// X has a corner with a stable edge beside it and no weakness anywhere.
#[test]
fn knowledge_points_the_right_way() {
    let (classic, cheap) = (Classic::default(), DiscsCorners::default());
    let corner = at("XXXX----XXXX------XOX------XOX-----OXO--------------------------");
    assert_eq!(corner.to_move(), Player::Max);
    for value in [classic.evaluate(&corner), cheap.evaluate(&corner)] {
        assert!(value > Score::new(5), "{value}");
    }
    for value in [classic.evaluate(&corner.swapped_turn()), cheap.evaluate(&corner.swapped_turn())] {
        assert!(value < Score::new(-5), "{value}");
    }
}

#[test]
fn weights_can_be_read_out_and_replaced() {
    let classic = Classic::default();
    let numbers: Vec<i32> = classic.weights().flat().iter().map(|number| 2 * number).collect();
    let doubled = Classic::from_weights(classic.weights().with_flat(&numbers).unwrap()).unwrap();
    for position in ["f5d6", "f5d6c3d3c4f4f6", FORCED_PASS] {
        assert!((doubled.hundredths(&at(position)) - 2 * classic.hundredths(&at(position))).abs() <= 40);
    }
    let cheap = DiscsCorners::default();
    assert_eq!(cheap.weights().evaluator(), "othello/discs-corners");
    let missing = Weights::from_toml("evaluator = \"x\"\nversion = 1\n[weights]\ndisc = [1, 2]").unwrap();
    let error = DiscsCorners::from_weights(missing).unwrap_err().to_string();
    assert_eq!(error, "weights: 'disc' has 2 numbers instead of 5");
    let mut numbers = cheap.weights().flat();
    numbers[0] = i32::MIN;
    let error = DiscsCorners::from_weights(cheap.weights().with_flat(&numbers).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "weights: 'disc' has -2147483648: a weight is between -100000 and 100000");
}

/// The patterns order moves as well as judging positions: other weights must do both.
#[test]
fn other_weights_order_the_moves_too() {
    let game = registry().open("othello").unwrap();
    let nothing = vec![0; game.weights().unwrap().flat().len()];
    let weights = game.weights().unwrap().with_flat(&nothing).unwrap();
    let searched = game.with_weights(weights.clone()).unwrap();
    let request = Request::new(pleach::registry::Method::default(), Limits::depth(6));
    let patterns = othello::Patterns::default().with_weights(weights).unwrap();
    let guide = othello::OthelloKnowledge::with_patterns(patterns.clone());
    let engine = pleach::engine::Engine::new(&patterns).knowledge(&guide);
    let expected = engine.search(&Othello::new(), &Limits::depth(6)).unwrap();
    assert_eq!(searched.search(&request).unwrap().counts, expected.counts);
    assert_ne!(game.search(&request).unwrap().counts, expected.counts, "the built-in ones see a difference");
}
