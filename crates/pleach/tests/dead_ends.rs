//! A game whose rules are broken: a position with neither moves nor an outcome is an error that names it, whoever meets it.

use pleach::registry::{AnyGame, Forecasts, Hosted, Method, Request, SearchError};
use pleach::textbook::{Algorithm, Search};
use pleach::uncertain::best_first::{BStar, Conspiracy, PbStar};
use pleach::uncertain::{self, Choice, ScoreBounds};
use pleach::{
    Distribution, Game, Hashed, Interval, Limits, Notation, NotationError, Player, Score, Stopped, key_of,
};

/// Two moves everywhere, until the sixth ply decides; but nothing follows at one ply.
#[derive(Clone)]
struct Broken {
    broken_at: u32,
    ply: u32,
    sum: u32,
}

impl Game for Broken {
    type Move = u32;
    fn to_move(&self) -> Player {
        if self.ply.is_multiple_of(2) { Player::Max } else { Player::Min }
    }
    fn moves(&self) -> impl Iterator<Item = u32> {
        1..=if self.ply == self.broken_at || self.ply == 6 { 0 } else { 2 }
    }
    fn play(&mut self, mv: u32) {
        self.sum += mv;
        self.ply += 1;
    }
    fn outcome(&self) -> Option<Score> {
        (self.ply == 6).then(|| Score::new(self.sum as i32))
    }
}

impl Hashed for Broken {
    fn key(&self) -> u64 {
        key_of(&(self.ply, self.sum))
    }
}

impl Notation for Broken {
    fn position(&self) -> String {
        format!("ply {}", self.ply)
    }
    fn parse(&self, text: &str) -> Result<Self, NotationError> {
        Err(NotationError::new(text))
    }
    fn move_text(&self, mv: u32) -> String {
        mv.to_string()
    }
}

fn broken(broken_at: u32) -> Broken {
    Broken { broken_at, ply: 0, sum: 0 }
}

/// Nothing is known before the end, so that every search must look for it.
fn range(_: &Broken) -> Interval {
    Interval::new(Score::new(-9), Score::new(20)).unwrap()
}

fn forecast(game: &Broken) -> Distribution {
    Distribution::uniform(range(game)).unwrap()
}

fn hosted(broken_at: u32) -> Box<dyn AnyGame> {
    Hosted::new("broken", broken(broken_at), ()).forecasts(Forecasts::new(forecast, range)).into()
}

fn dead_end(ply: u32) -> SearchError {
    SearchError::DeadEnd { position: format!("ply {ply}") }
}

#[test]
fn every_algorithm_by_name_names_the_position() {
    for broken_at in [0, 2] {
        let game = hosted(broken_at);
        for method in Method::all() {
            for limits in [Limits::depth(6), Limits::depth(6).nodes(1_000_000)] {
                let request = Request::new(method, limits);
                let expected = dead_end(broken_at);
                assert_eq!(game.search(&request).unwrap_err(), expected, "{method}");
                assert_eq!(game.search_or_fallback(&request, &mut |_| {}).unwrap_err(), expected, "{method}");
                let several = Request { lines: 2, ..request.clone() };
                assert_eq!(game.search(&several).unwrap_err(), expected, "{method}");
                match game.trace(&request, 10_000) {
                    Err(SearchError::NoTrace) => {}
                    traced => assert_eq!(traced.unwrap_err(), expected, "{method}"),
                }
            }
        }
    }
    assert_eq!(
        dead_end(2).to_string(),
        "the game has neither moves nor an outcome in the position ply 2: its rules must give one or the other there"
    );
}

#[test]
fn several_threads_and_whoever_solves_name_it_too() {
    for broken_at in [0, 2] {
        let game = hosted(broken_at);
        let mut request = Request::new(game.solving_method(), Limits::none());
        for threads in [1, 2] {
            request.threads = threads;
            assert_eq!(game.search(&request).unwrap_err(), dead_end(broken_at));
        }
    }
    assert_eq!(hosted(0).perft(3, 1, &Limits::none(), &mut |_, _| {}), Err(Stopped::DeadEnd));
    assert_eq!(hosted(6).perft(6, 1, &Limits::none(), &mut |_, _| {}), Ok(64));
}

#[test]
fn searches_of_a_known_type_say_that_they_met_one() {
    for broken_at in [0, 2] {
        let game = broken(broken_at);
        for algorithm in Algorithm::all() {
            let search = Search::new(algorithm).deepening();
            assert_eq!(
                search.run(&game, &(), &Limits::depth(6)).unwrap_err(),
                Stopped::DeadEnd,
                "{algorithm}"
            );
        }
        let limits = Limits::depth(6);
        let depth_first = uncertain::Search::new(Choice::Dominance).run(&game, &forecast, &limits);
        assert_eq!(depth_first.unwrap_err(), Stopped::DeadEnd);
        assert_eq!(BStar::new(&game, &range, &limits).run().unwrap_err(), Stopped::DeadEnd);
        assert_eq!(PbStar::new(&game, &forecast, &limits).run().unwrap_err(), Stopped::DeadEnd);
        let conspiracy = Conspiracy::new(&game, &(), &ScoreBounds, &limits);
        assert_eq!(conspiracy.run().unwrap_err(), Stopped::DeadEnd);
    }
}
