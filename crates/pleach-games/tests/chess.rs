//! Chess: the rules, the laws, the draws, and the searches on real positions.

use pleach::registry::Request;
use pleach::testkit::{Laws, Values, compare_all};
use pleach::textbook::{Algorithm, Search};
use pleach::{
    Evaluate, Game, Hashed, Limits, Notation, NotationError, Player, Repeating, Score, Swappable, mix, perft,
};
use pleach_games::chess::{Chess, Classic, Material, Move, Quiescent};

const PERFT: &str = include_str!("../../../testdata/chess-perft.txt");
const MATES: &str = include_str!("../../../testdata/chess-mates.txt");
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn at(text: &str) -> Chess {
    Chess::new().parse(text).unwrap()
}

fn play<G: Notation>(game: &mut G, moves: &str) {
    for text in moves.split_whitespace() {
        game.play(game.parse_move(text).unwrap());
    }
}

/// The lines of a file of test cases, cut at the semicolons.
fn cases(file: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = file.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split(';').map(str::trim).collect())
}

fn check_perft(largest: u64) {
    for case in cases(PERFT) {
        let game = at(case[0]);
        for (depth, count) in (1..).zip(case[1].split(' ')) {
            let count: u64 = count.parse().unwrap();
            if count <= largest {
                assert_eq!(perft(&game, depth), count, "{} at depth {depth}", case[0]);
            }
        }
    }
}

/// All counts take about ten seconds in release mode, in which `./test` runs this once more.
#[test]
fn perft_of_the_six_positions() {
    check_perft(if cfg!(debug_assertions) { 5_000_000 } else { u64::MAX });
}

#[test]
fn moves_are_the_same_however_they_are_asked_for() {
    for case in cases(PERFT) {
        let game = at(case[0]);
        let listed: Vec<Move> = game.moves().by_ref().take(300).collect();
        let mut folded = Vec::new();
        game.moves().for_each(|mv| folded.push(mv));
        assert_eq!(listed, folded);
        let mut rest = game.moves();
        rest.nth(2);
        assert_eq!(rest.size_hint(), (listed.len() - 3, Some(listed.len() - 3)));
        assert_eq!(rest.count(), listed.len() - 3);
        let mut rest = game.moves();
        rest.next();
        assert_eq!(rest.fold(0, |sum, _| sum + 1), listed.len() - 1);
    }
}

/// The counters and an en-passant square that nobody can use are no part of the key, so the law that
/// other positions have other keys holds for positions written without them.
#[derive(Clone)]
struct WithoutCounters(Chess);

impl Game for WithoutCounters {
    type Move = Move;
    fn to_move(&self) -> Player {
        self.0.to_move()
    }
    fn moves(&self) -> impl Iterator<Item = Move> {
        self.0.moves()
    }
    fn play(&mut self, mv: Move) {
        self.0.play(mv);
    }
    fn outcome(&self) -> Option<Score> {
        self.0.outcome()
    }
}

impl Hashed for WithoutCounters {
    fn key(&self) -> u64 {
        self.0.key()
    }
}

impl Notation for WithoutCounters {
    fn position(&self) -> String {
        let text = self.0.position();
        let mut fields: Vec<&str> = text.split(' ').collect();
        let target = fields[3];
        let captured = |mv: Move| {
            let pawn =
                self.0.cozy_board().piece_on(mv.from) == Some(pleach_games::chess::cozy_chess::Piece::Pawn);
            pawn && mv.to.to_string() == target
        };
        if !self.0.moves().any(captured) {
            fields[3] = "-";
        }
        fields[..4].join(" ")
    }
    fn parse(&self, text: &str) -> Result<Self, NotationError> {
        self.0.parse(text).map(WithoutCounters)
    }
    fn move_text(&self, mv: Move) -> String {
        self.0.move_text(mv)
    }
}

#[test]
fn laws_of_rules_notation_and_keys() {
    let laws = Laws { games: 10, longest: 250, ..Laws::default() };
    for case in cases(PERFT) {
        let start = at(case[0]);
        laws.check_rules(&start).unwrap();
        laws.check_notation(&start).unwrap();
        laws.check_keys(&WithoutCounters(start.clone())).unwrap();
        laws.check_rules(&Repeating::new(start)).unwrap();
    }
}

#[test]
fn laws_of_the_evaluators() {
    fn check<E: Evaluate<Chess, Value = Score>>(evaluator: &E) {
        let laws = Laws { games: 15, longest: 200, ..Laws::default() };
        for case in cases(PERFT) {
            laws.check_evaluator(&at(case[0]), evaluator).unwrap();
            laws.check_swap(&at(case[0]), evaluator).unwrap();
        }
    }
    check(&Material::default());
    check(&Classic::default());
    check(&Quiescent::<Classic>::default());
}

#[test]
fn swapping_twice_changes_nothing() {
    let mut game = at(KIWIPETE);
    for text in ["e1c1", "c7c5", "d5c6", "e8g8"] {
        assert_eq!(game.swapped().swapped(), game);
        play(&mut game, text);
    }
    assert_eq!(Chess::new().swapped().position(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
}

#[test]
fn searches_agree_with_the_oracle() {
    let positions =
        [(KIWIPETE, 2), (cases(PERFT).nth(2).unwrap()[0], 3), ("8/8/8/8/8/2k5/7r/1K6 b - - 0 1", 3)];
    for (position, depth) in positions {
        compare_all(&at(position), &Classic::default(), depth).unwrap();
        compare_all(&at(position), &Values { salt: 1, different: 9 }, depth).unwrap();
    }
    compare_all(&at("4k3/P7/8/8/8/8/7p/4K3 w - - 0 1"), &Quiescent::<Classic>::default(), 3).unwrap();
    // Near the fifty-move rule the value depends on the past, which `Repeating` knows.
    for position in ["8/8/8/8/8/2k5/7r/1K6 b - - 98 90", "8/1p6/8/8/8/2k5/7R/1K6 w - - 97 90"] {
        compare_all(&Repeating::new(at(position)), &Values { salt: 2, different: 9 }, 3).unwrap();
    }
}

#[test]
fn mates_are_found_in_time() {
    for case in cases(MATES) {
        let (game, plies) = (at(case[0]), case[1].parse().unwrap());
        let search = Search::new(Algorithm::ALPHA_BETA).all_best();
        let report = search.run(&game, &Material::default(), &Limits::depth(plies)).unwrap();
        let best: Vec<String> = report.equally_good.iter().map(|&mv| game.move_text(mv)).collect();
        let mut expected: Vec<&str> = case[2].split(' ').collect();
        let mut found: Vec<&str> = best.iter().map(String::as_str).collect();
        expected.sort();
        found.sort();
        assert_eq!((report.value, &found), (Score::win_in(plies), &expected), "{}", case[0]);
    }
}

#[test]
fn ends_of_the_game() {
    let ends = [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", Some(Score::LOSS)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some(Score::ZERO)),
        // A mate on the hundredth ply counts, and so does nothing else.
        ("8/8/2p5/3b1K1k/4p3/4Pp1R/5P2/8 b - - 100 113", Some(Score::LOSS)),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 100 80", Some(Score::ZERO)),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", None),
        // Nobody can give mate.
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Some(Score::ZERO)),
        ("4k3/8/8/8/8/8/8/2N1K3 w - - 0 1", Some(Score::ZERO)),
        ("2b1k3/8/8/8/8/8/8/4K3 w - - 0 1", Some(Score::ZERO)),
        ("5bk1/8/8/8/8/8/8/B1B1K3 w - - 0 1", Some(Score::ZERO)),
        // Somebody could, with the opponent's help.
        ("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1", None),
        ("2b1k3/8/8/8/8/8/8/2N1K3 w - - 0 1", None),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", None),
    ];
    for (position, end) in ends {
        let game = at(position);
        assert_eq!(game.outcome(), end, "{position}");
        assert_eq!(game.moves().count() == 0, end.is_some(), "{position}");
    }
}

#[test]
fn the_hundredth_quiet_ply_ends_the_game() {
    let mut game = at("4k3/8/8/8/8/8/P7/R3K3 w - - 98 80");
    play(&mut game, "e1e2 e8e7");
    assert_eq!(game.outcome(), Some(Score::ZERO));
    let mut game = at("4k3/8/8/8/8/8/P7/R3K3 w - - 99 80");
    play(&mut game, "a2a3 e8e7");
    assert_eq!(game.outcome(), None);
}

#[test]
fn the_third_time_is_a_draw() {
    let mut game = Repeating::new(Chess::new());
    play(&mut game, "g1f3 g8f6 f3g1 f6g8");
    assert_eq!((game.occurrence(), game.outcome()), (2, None));
    play(&mut game, "g1f3 g8f6 f3g1");
    assert_eq!(game.outcome(), None);
    play(&mut game, "f6g8");
    assert_eq!((game.occurrence(), game.outcome()), (3, Some(Score::ZERO)));
    assert_eq!(game.moves().count(), 0);
}

/// However long ago it was, and whatever was captured in between.
#[test]
fn occurrences_are_counted_as_in_a_list_of_all_positions() {
    let starts = ["4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/p7/8/8/8/8/P7/RN2K3 w - - 0 1", KIWIPETE];
    let mut repeated = 0;
    for seed in 0..90 {
        let mut game = Repeating::new(at(starts[seed as usize % starts.len()]));
        let mut keys = vec![game.game().key()];
        for ply in 0..200 {
            let moves: Vec<Move> = game.moves().collect();
            // Few of the moves, so that the same ones come again and again.
            let choice = mix(seed << 32 | ply) as usize % moves.len().clamp(1, 4);
            let Some(&mv) = moves.get(choice) else { break };
            game.play(mv);
            let key = game.game().key();
            keys.push(key);
            let ago: Vec<u32> =
                (0..).zip(keys.iter().rev()).filter(|(_, past)| **past == key).map(|(ago, _)| ago).collect();
            assert_eq!(game.occurrence() as usize, ago.len(), "{}", game.position());
            let recurrence = game.recurrence().map(|found| (found.since_first, found.since_last));
            let ended = game.outcome().is_some() && game.game().outcome().is_none();
            assert_eq!(recurrence, ended.then(|| (ago[ago.len() - 1], ago[1])));
            repeated += u32::from(ago.len() > 1);
        }
    }
    assert!(repeated > 500, "{repeated}");
}

/// A double step makes another position only where it can be captured en passant.
#[test]
fn en_passant_and_castling_rights_count_for_repetition() {
    let mut game = Repeating::new(Chess::new());
    play(&mut game, "e2e4 b8c6 g1f3 c6b8 f3g1 b8c6 g1f3 c6b8 f3g1");
    assert_eq!(game.outcome(), Some(Score::ZERO), "nobody could take on e3");
    let mut game = Repeating::new(at("4k2r/8/8/8/3p4/8/4P3/4K2R w Kk - 0 1"));
    play(&mut game, "e2e4 e8e7 e1e2 e7e8 e2e1");
    assert_eq!(game.occurrence(), 1, "d4e3 was possible once, and castling");
    play(&mut game, "e8e7 e1e2 e7e8 e2e1");
    assert_eq!(game.occurrence(), 2);
    let (with, without) = (
        at("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
        at("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 4 3"),
    );
    assert_eq!(with.key(), without.key());
    assert_ne!(with.position(), without.position());
    let (with, without) = (at("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"), at("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1"));
    assert_ne!(with.key(), without.key());
    // The capture would leave the king in check along the rank.
    let (with, without) = (at("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1"), at("8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"));
    assert_eq!(with.key(), without.key());
}

#[test]
fn the_registry_plays_sensible_chess() {
    let registry = pleach_games::registry();
    let mut game = registry.open("chess").unwrap();
    for mv in ["e2e4", "e7e5", "g1f3", "d8g5"] {
        game.play(mv).unwrap();
    }
    let answer = game.search(&Request::new(Algorithm::ALPHA_BETA, Limits::depth(2))).unwrap();
    assert_eq!(answer.best.as_deref(), Some("f3g5"));
    for spec in ["chess:eval=material", "chess:eval=classic", "chess:eval=quiescent"] {
        let game = registry.open(spec).unwrap();
        let answer = game.search(&Request::new(Algorithm::NegaScout, Limits::depth(2))).unwrap();
        assert!(answer.score.get().abs() < 100, "{spec}: {}", answer.score);
    }
    let error = registry.open("chess:eval=clasic").err().unwrap().to_string();
    assert_eq!(error, "chess: eval=clasic: unknown value (did you mean 'classic'?)");
}

#[test]
fn a_repetition_is_played_through_the_registry() {
    let mut game = pleach_games::registry().open("chess").unwrap();
    for mv in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2) {
        game.play(mv).unwrap();
    }
    assert_eq!(game.outcome(), Some(Score::ZERO));
    let error = game.play("e2e4").unwrap_err().to_string();
    assert_eq!(error, "'e2e4': the game is over, there are no more moves");
}
