//! Games of somebody's own that panic or never end: matches go on, and come to an end.

use pleach::registry::{Entry, Hosted, Registry};
use pleach::{Game, Hashed, Notation, NotationError, Player, Score};
use pleach_lab::contest::{Adjudication, Match, MatchError, MatchReport, Openings};
use pleach_lab::player::{PlayerSpec, Thought};
use pleach_lab::store::Store;
use pleach_lab::tune::{Outcomes, SelfPlay};
use pleach_lab::work::Effort;
use std::sync::Arc;

/// Take one or two from a heap; whoever takes the last one wins. Without a heap nothing ever ends, and with one of
/// a hundred the rules panic in the middle.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Heap {
    left: Option<u32>,
    to_move: Player,
}

impl Game for Heap {
    type Move = u32;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn moves(&self) -> impl Iterator<Item = u32> {
        1..=self.left.unwrap_or(2).min(2)
    }

    fn play(&mut self, taken: u32) {
        self.left = self.left.map(|left| left - taken);
        assert!(self.left.is_none_or(|left| !(50..=90).contains(&left)), "the heap falls down");
        self.to_move = self.to_move.other();
    }

    fn outcome(&self) -> Option<Score> {
        (self.left == Some(0)).then_some(Score::LOSS)
    }
}

impl Hashed for Heap {
    fn key(&self) -> u64 {
        pleach::key_of(&(self.left, self.to_move as usize))
    }
}

impl Notation for Heap {
    fn position(&self) -> String {
        self.left.map_or("endless".to_owned(), |left| left.to_string())
    }

    fn parse(&self, text: &str) -> Result<Heap, NotationError> {
        Ok(Heap { left: text.parse().ok(), ..self.clone() })
    }

    fn move_text(&self, taken: u32) -> String {
        taken.to_string()
    }
}

type Evaluator = fn(&Heap) -> Score;

fn calm(_: &Heap) -> Score {
    Score::ZERO
}

fn nervous(heap: &Heap) -> Score {
    assert!(heap.left != Some(7), "cannot judge a heap of 7");
    Score::ZERO
}

fn registry() -> Registry {
    let heap = Entry::new("heap", "", "left=N, eval=calm|nervous", |mut spec| {
        let left = spec.take("left", "a number")?;
        let evaluators: [(&str, Evaluator); 2] = [("calm", calm), ("nervous", nervous)];
        let evaluator = spec.take_one_of("eval", &evaluators)?.unwrap_or(calm);
        let name = left.map_or("heap".to_owned(), |left: u32| format!("heap:left={left}"));
        spec.finish()?;
        Ok(Hosted::new(name, Heap { left, to_move: Player::Max }, evaluator))
    });
    Registry::default().with(heap)
}

fn play(game: &str, players: [&str; 2], plies: u32) -> Result<MatchReport, MatchError> {
    let (registry, usual) = (registry(), Thought { depth: Some(2), ..Thought::default() });
    let [one, two] = players.map(|text| PlayerSpec::parse(text, &registry, game, usual).unwrap());
    let start = registry.open(game).unwrap();
    let contest = Match {
        game: start.as_ref(),
        players: [&one, &two],
        openings: Openings::Random { plies, balance: None },
        adjudication: Adjudication::default(),
        pairs: 3,
        sprt: None,
        seed: 1,
    };
    let effort = Effort { threads: 2, stop: &Arc::default() };
    contest.play(&mut Store::in_memory().unwrap(), effort, &mut |_| {})
}

#[test]
fn a_player_that_panics_loses_and_the_match_goes_on() {
    let report = play("heap:left=20", ["engine", "engine:eval=nervous"], 2).unwrap();
    assert!(report.complete);
    assert_eq!((report.standing.pairs.tally().wins, report.standing.faults), (6, [0, 6]));
    let fault = report.standing.first_fault.unwrap();
    assert!(fault.starts_with("crashed: cannot judge a heap of 7 ("), "{fault}");
    assert!(fault.contains("strange_games.rs, line "), "{fault}");
}

#[test]
fn an_evaluator_that_panics_ends_its_lessons_with_an_error() {
    let game = registry().open("heap:left=20,eval=nervous").unwrap();
    let lessons = SelfPlay {
        game: game.as_ref(),
        thought: Thought { depth: Some(2), ..Thought::default() },
        opening: 0..=2,
        exact_from: None,
        most_plies: 100,
        games: 1,
        seed: 1,
    };
    let effort = Effort { threads: 2, stop: &Arc::default() };
    let error = lessons.play(&mut Store::in_memory().unwrap(), effort, &mut |_| {}).unwrap_err().to_string();
    assert!(error.starts_with("the game or its evaluator panicked in "), "{error}");
    assert!(error.contains("cannot judge a heap of 7 ("), "{error}");
}

#[test]
fn rules_that_panic_end_the_match_with_an_error() {
    let error = play("heap:left=100", ["engine", "engine"], 20).unwrap_err().to_string();
    assert!(error.starts_with("the rules of the game crashed: the heap falls down ("), "{error}");
}

#[test]
fn an_endless_game_comes_to_an_end() {
    let report = play("heap", ["engine", "engine:depth=1"], 2).unwrap();
    assert_eq!(report.standing.endings.get("too long"), Some(&6));
    assert_eq!(report.standing.pairs.tally().draws, 6);
    let of = |game| Outcomes::of(registry().open(game).unwrap().as_ref(), 50).unwrap();
    assert_eq!([of("heap"), of("heap:left=30")], [Outcomes::Unknown, Outcomes::Decided]);
}
