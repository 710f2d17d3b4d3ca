//! Matches: the same whatever the threads and the interruptions, and whatever the players do.

use pleach::registry::{AnyGame, Registry};
use pleach_lab::contest::{Adjudication, Ending, GameRecord, Match, Opening, Openings, Standing, Tournament};
use pleach_lab::player::{PlayerSpec, Thought};
use pleach_lab::statistics::{GameResult, Sprt, SprtParameters, Verdict};
use pleach_lab::store::Store;
use pleach_lab::work::Effort;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const THOUGHT: Thought = Thought { depth: None, nodes: Some(60), time: None, patience: None };

fn registry() -> Registry {
    pleach_games::registry()
}

fn open(game: &str) -> Box<dyn AnyGame> {
    registry().open(game).unwrap()
}

fn player(text: &str, game: &str) -> PlayerSpec {
    PlayerSpec::parse(text, &registry(), game, THOUGHT).unwrap()
}

fn contest<'a>(game: &'a dyn AnyGame, players: [&'a PlayerSpec; 2], pairs: u64) -> Match<'a> {
    Match {
        game,
        players,
        openings: Openings::Random { plies: 4, balance: None },
        adjudication: Adjudication::default(),
        pairs,
        sprt: None,
        seed: 7,
    }
}

fn play(contest: &Match<'_>, store: &mut Store, threads: usize) -> Standing {
    let effort = Effort { threads, stop: &Arc::default() };
    let report = contest.play(store, effort, &mut |_| {}).unwrap();
    assert!(report.complete);
    report.standing
}

fn games(store: &Store, run: i64) -> Vec<GameRecord> {
    let mut games = Vec::new();
    store.each_shard(run, |_, pair: Vec<GameRecord>| games.extend(pair)).unwrap();
    games
}

#[test]
fn threads_and_interruptions_change_nothing() {
    for name in ["othello", "connect-four", "chess", "tic-tac-toe"] {
        let game = open(name);
        let (a, b) = (player("engine", name), player("engine:nodes=20", name));
        let mut contest = contest(game.as_ref(), [&a, &b], 6);
        // A short limit, so that a game of chess does not take long.
        contest.adjudication.most_plies = Some(40);
        let mut undisturbed = Store::in_memory().unwrap();
        let expected = play(&contest, &mut undisturbed, 1);
        let mut store = Store::in_memory().unwrap();
        // Stopped before it began, then after two pairs (where it may be over already).
        let stop = Arc::new(AtomicBool::new(true));
        let effort = || Effort { threads: 2, stop: &stop };
        assert!(!contest.play(&mut store, effort(), &mut |_| {}).unwrap().complete);
        stop.store(false, Ordering::Relaxed);
        let stop_soon = &mut |standing: &Standing| {
            stop.store(standing.pairs.pairs() >= 2, Ordering::Relaxed);
        };
        contest.play(&mut store, effort(), stop_soon).unwrap();
        let standing = play(&contest, &mut store, 3);
        assert_eq!(standing.pairs, expected.pairs, "{name}");
        assert_eq!(games(&store, 1), games(&undisturbed, 1), "{name}");
    }
}

#[test]
fn a_longer_match_goes_on_from_a_shorter_one() {
    let game = open("othello");
    let (a, b) = (player("engine", "othello"), player("engine:nodes=20", "othello"));
    let mut store = Store::in_memory().unwrap();
    play(&contest(game.as_ref(), [&a, &b], 2), &mut store, 2);
    let short = games(&store, 1);
    play(&contest(game.as_ref(), [&a, &b], 4), &mut store, 2);
    assert_eq!(games(&store, 1)[..4], short);
    assert_eq!(store.runs().unwrap().len(), 1);
    // And the shorter one is still what it was.
    assert_eq!(play(&contest(game.as_ref(), [&a, &b], 2), &mut store, 2).pairs.games(), 4);
}

/// Two equal players: the pairs are all even, and the same opening is played twice.
#[test]
fn colours_are_swapped() {
    let game = open("connect-four");
    let (a, b) = (player("engine:name=a", "connect-four"), player("engine:name=b", "connect-four"));
    let mut store = Store::in_memory().unwrap();
    let standing = play(&contest(game.as_ref(), [&a, &b], 5), &mut store, 2);
    assert_eq!(standing.pairs.counts(), [0, 0, 5, 0, 0]);
    for pair in games(&store, 1).chunks(2) {
        assert_eq!((pair[0].opening.as_str(), pair[0].moves.as_str()), (&*pair[1].opening, &*pair[1].moves));
        assert_eq!([&pair[0].first, &pair[0].second], [&pair[1].second, &pair[1].first]);
        let mut referee = game.boxed_clone();
        let moves = pair[0].opening.split_whitespace().chain(pair[0].moves.split_whitespace());
        moves.for_each(|mv| referee.play(mv).unwrap());
        let outcome = referee.to_move().view(referee.outcome().unwrap()).get();
        assert_eq!(Some(outcome), pair[0].score);
        assert_eq!(outcome.signum() as f64, 2.0 * pair[0].result.points() - 1.0);
    }
}

#[test]
fn a_test_ends_a_match_in_time() {
    let game = open("othello");
    let (a, b) = (player("engine:nodes=300", "othello"), player("engine:depth=1", "othello"));
    let mut contest = contest(game.as_ref(), [&a, &b], 200);
    let sprt = Sprt::new(SprtParameters::new(0.0, 100.0)).unwrap();
    contest.sprt = Some(sprt);
    let (mut one, mut two) = (Store::in_memory().unwrap(), Store::in_memory().unwrap());
    let standing = play(&contest, &mut one, 1);
    assert_eq!(sprt.verdict(&standing.pairs), Verdict::AcceptH1);
    assert!(standing.pairs.pairs() < 100);
    // The threads may have played more pairs than were needed; they do not count.
    assert_eq!(play(&contest, &mut two, 4).pairs, standing.pairs);
}

/// Games by a fixed record, so that a program without a board can play them.
fn opposed_by(mode: &str, moves: &str) -> (Standing, Vec<GameRecord>) {
    opposed_in_time(mode, moves, "patience=5s")
}

/// The same with settings of the program, its time above all.
fn opposed_in_time(mode: &str, moves: &str, settings: &str) -> (Standing, Vec<GameRecord>) {
    let game = open("othello");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/gtp.py");
    let program = format!("gtp:python3 '{script}' {mode} '{moves}'; name=program; {settings}");
    let (a, b) = (player("engine:depth=1", "othello"), player(&program, "othello"));
    let mut contest = contest(game.as_ref(), [&a, &b], 1);
    contest.openings = Openings::List(vec![Opening::default()]);
    let mut store = Store::in_memory().unwrap();
    (play(&contest, &mut store, 1), games(&store, 1))
}

#[test]
fn faults_lose_the_game_and_the_match_goes_on() {
    for (mode, ending) in [
        ("die", Ending::Failed),
        ("garbage", Ending::Silent),
        ("illegal", Ending::IllegalMove),
        ("hang", Ending::Silent),
    ] {
        let (standing, games) = opposed_by(mode, "f5");
        assert_eq!(standing.pairs.tally().wins, 2, "{mode}");
        assert_eq!(standing.faults, [0, 2], "{mode}");
        assert!(games.iter().all(|game| game.reason == ending && game.fault.is_some()), "{mode}: {games:?}");
        assert_eq!([games[0].result, games[1].result], [GameResult::Win, GameResult::Loss], "{mode}");
    }
}

/// A program that answers late loses on time, and how late it was is told.
#[test]
fn overtime_loses_the_game() {
    let (standing, games) = opposed_in_time("slow", "f5 f5", "time=1s");
    assert_eq!((standing.pairs.tally().wins, standing.faults), (2, [0, 2]));
    assert_eq!(standing.endings.get("on time"), Some(&2), "{games:?}");
    assert!(standing.overtime[1] >= Some(900) && standing.overtime[0].is_none(), "{standing:?}");
    for game in games {
        assert_eq!(game.reason, Ending::Overtime);
        let fault = game.fault.unwrap();
        assert!(fault.contains(" ms of 1000 ms, with a margin of 250 ms"), "{fault}");
    }
    // With more time it is not late.
    let (standing, games) = opposed_in_time("slow", "f5 f5", "time=60s");
    assert_eq!((standing.endings.get("on time"), standing.overtime[1]), (None, Some(0)), "{games:?}");
}

#[test]
fn moves_of_another_program_are_read_in_any_case() {
    let (_, games) = opposed_by("good", "f5 f5");
    assert_eq!(games[1].moves.split_whitespace().next(), Some("f5"));
    // Its second move is none any more.
    assert_eq!(games[1].reason, Ending::IllegalMove);
}

#[test]
fn a_program_that_cannot_be_started_ends_the_match() {
    let game = open("othello");
    let (a, b) = (player("engine", "othello"), player("gtp:/no/such/program", "othello"));
    let contest = contest(game.as_ref(), [&a, &b], 1);
    let effort = Effort { threads: 2, stop: &Arc::default() };
    let error = contest.play(&mut Store::in_memory().unwrap(), effort, &mut |_| {}).unwrap_err();
    assert!(
        error.to_string().starts_with("/no/such/program: '/no/such/program' cannot be started"),
        "{error}"
    );
}

#[test]
fn a_tournament_rates_the_stronger_higher() {
    let game = open("othello");
    let players = ["engine:depth=1", "engine:depth=3", "engine:depth=2"].map(|text| player(text, "othello"));
    let tournament = Tournament {
        game: game.as_ref(),
        players: &players,
        openings: Openings::Random { plies: 4, balance: None },
        adjudication: Adjudication::default(),
        pairs: 30,
        seed: 1,
    };
    let mut store = Store::in_memory().unwrap();
    let effort = Effort { threads: 2, stop: &Arc::default() };
    let report = tournament.play(&mut store, effort, &mut |_, _, _| {}).unwrap();
    assert_eq!(report.matches.len(), 3);
    let elo = |player| report.ratings.elo(player).unwrap();
    assert!(elo(1) > elo(2) && elo(2) > elo(0), "{} {} {}", elo(0), elo(1), elo(2));
}
