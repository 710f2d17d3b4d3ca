//! The test kit finds every kind of mistake, names the law and shows the position and the move.

use pleach::Limits;
use pleach::testkit::{Laws, Likeness, Verdict, Violation};
use pleach::{Game, Hashed, Notation, NotationError, Player, Score, Swappable, Symmetric, key_of};

/// What is wrong with a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Mistake {
    None,
    NoMoveInTheMiddle,
    MoveAfterTheEnd,
    MoveTwice,
    OtherOrderEachTime,
    ExtraTurn,
    InfiniteOutcome,
    WinByDistance,
    WrongBounds,
    PositionReadOtherwise,
    PositionNotRead,
    MoveReadOtherwise,
    SameTextForTwoMoves,
    SameKeyForBothSides,
    KeyOfTheWayHere,
    SwapKeepsTheTurn,
    ImageHasOtherMoves,
    NegatedOutcome,
    PanicInPlay,
    PanicInText,
}

/// Add 1 or 2 in turn up to 10; whoever reaches it has won.
#[derive(Clone, Debug)]
struct Sum {
    sum: u32,
    to_move: Player,
    played: u32,
    mistake: Mistake,
}

const GOAL: u32 = 10;

impl Sum {
    fn with(mistake: Mistake) -> Sum {
        Sum { sum: 0, to_move: Player::Max, played: 0, mistake }
    }

    fn has(&self, mistake: Mistake) -> bool {
        self.mistake == mistake
    }
}

impl Game for Sum {
    type Move = u32;
    const COUNTS_PLIES: bool = false;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn moves(&self) -> impl Iterator<Item = u32> {
        use std::sync::atomic::{AtomicU32, Ordering};
        static CALLS: AtomicU32 = AtomicU32::new(0);
        let mut moves: Vec<u32> = (1..=2.min(GOAL - self.sum)).collect();
        match self.mistake {
            Mistake::NoMoveInTheMiddle if self.sum == 4 => moves.clear(),
            Mistake::MoveAfterTheEnd if self.sum == GOAL => moves.push(0),
            Mistake::MoveTwice if self.sum == 3 => moves.push(1),
            Mistake::OtherOrderEachTime if CALLS.fetch_add(1, Ordering::Relaxed).is_multiple_of(2) => {
                moves.reverse()
            }
            _ => {}
        }
        moves.into_iter()
    }

    fn play(&mut self, add: u32) {
        assert!(!(self.has(Mistake::PanicInPlay) && (self.sum, add) == (7, 2)), "no way from seven");
        self.sum += add;
        self.played += 1;
        if !(self.has(Mistake::ExtraTurn) && self.sum == 5) {
            self.to_move = self.to_move.other();
        }
    }

    fn outcome(&self) -> Option<Score> {
        let lost = match self.mistake {
            Mistake::InfiniteOutcome => Score::MIN,
            Mistake::WinByDistance => Score::LOSS,
            Mistake::NegatedOutcome => Score::new(1),
            _ => Score::new(-1),
        };
        (self.sum == GOAL).then_some(lost)
    }

    fn score_bounds(&self) -> (Score, Score) {
        let most = if self.has(Mistake::WrongBounds) { 0 } else { 1 };
        (Score::new(-1), Score::new(most))
    }
}

impl Hashed for Sum {
    fn key(&self) -> u64 {
        match self.mistake {
            Mistake::SameKeyForBothSides => key_of(&self.sum),
            Mistake::KeyOfTheWayHere => key_of(&(self.sum, self.to_move, self.played)),
            _ => key_of(&(self.sum, self.to_move)),
        }
    }
}

impl Notation for Sum {
    fn position(&self) -> String {
        format!("{} {:?}", self.sum, self.to_move)
    }

    fn parse(&self, text: &str) -> Result<Self, NotationError> {
        let fail = || NotationError::new("expected a sum and a side");
        let (sum, side) = text.split_once(' ').ok_or_else(fail)?;
        let mut sum = sum.parse().map_err(|_| fail())?;
        if self.has(Mistake::PositionNotRead) && sum == 6 {
            return Err(fail());
        }
        if self.has(Mistake::PositionReadOtherwise) && sum == 6 {
            sum = 7;
        }
        let to_move = if side == "Max" { Player::Max } else { Player::Min };
        Ok(Sum { sum, to_move, played: 0, ..self.clone() })
    }

    fn move_text(&self, add: u32) -> String {
        assert!(!(self.has(Mistake::PanicInText) && (self.sum, add) == (8, 1)), "eight cannot be written");
        if self.has(Mistake::SameTextForTwoMoves) { "+".to_owned() } else { format!("+{add}") }
    }

    fn parse_move(&self, text: &str) -> Result<u32, NotationError> {
        if self.has(Mistake::MoveReadOtherwise) {
            return Ok(2);
        }
        self.moves()
            .find(|&add| self.move_text(add) == text)
            .ok_or_else(|| NotationError::new("no such move"))
    }
}

impl Swappable for Sum {
    fn swapped(&self) -> Self {
        let keeps = self.has(Mistake::SwapKeepsTheTurn);
        Sum { to_move: if keeps { self.to_move } else { self.to_move.other() }, ..self.clone() }
    }
}

impl Symmetric for Sum {
    fn images(&self) -> impl Iterator<Item = Self> {
        let moved = u32::from(self.has(Mistake::ImageHasOtherMoves) && self.sum == 8);
        std::iter::once(Sum { sum: self.sum + moved, ..self.clone() })
    }
}

/// Good for the side that can reach the goal at once.
fn near(game: &Sum) -> Score {
    Score::new(if GOAL - game.sum <= 2 { 5 } else { 0 })
}

fn first_violation(game: &Sum) -> Result<(), Violation> {
    let laws = Laws::default();
    laws.check(game)?;
    laws.check_evaluator(game, &near)?;
    laws.check_swap(game, &near)?;
    laws.check_symmetry(game, &near)
}

#[test]
fn a_right_game_passes() {
    assert_eq!(first_violation(&Sum::with(Mistake::None)), Ok(()));
}

#[test]
fn every_mistake_is_named_with_its_place() {
    let cases = [
        (Mistake::NoMoveInTheMiddle, "a game that goes on has a move", Some("4 ")),
        (Mistake::MoveAfterTheEnd, "a game that is over has no moves", Some("10 ")),
        (Mistake::MoveTwice, "every move is listed once", Some("3 ")),
        (Mistake::OtherOrderEachTime, "the moves come in the same order each time", None),
        (Mistake::ExtraTurn, "with REGULAR_TURNS every move costs a ply and passes the turn", None),
        (Mistake::InfiniteOutcome, "an outcome is a finite score", Some("10 ")),
        (Mistake::WinByDistance, "without COUNTS_PLIES an outcome is a number of points", Some("10 ")),
        (Mistake::WrongBounds, "the score bounds hold for every continuation", None),
        (Mistake::PositionReadOtherwise, "a position is read as it is written", Some("6 ")),
        (Mistake::PositionNotRead, "a position is read as it is written", Some("6 ")),
        (Mistake::MoveReadOtherwise, "a move is read as it is written", None),
        (Mistake::SameTextForTwoMoves, "a move is read as it is written", None),
        (Mistake::SameKeyForBothSides, "different positions have different keys", None),
        (Mistake::KeyOfTheWayHere, "equal positions have equal keys", None),
        (Mistake::SwapKeepsTheTurn, "exchanging the sides hands over the turn", None),
        (Mistake::ImageHasOtherMoves, "a position and its image are the same game", Some("8 ")),
        (Mistake::PanicInPlay, "no function of the game panics", Some("7 ")),
        (Mistake::PanicInText, "no function of the game panics", Some("8 ")),
    ];
    for (mistake, law, position) in cases {
        let violation = first_violation(&Sum::with(mistake)).expect_err(&format!("{mistake:?} is not found"));
        assert_eq!(violation.law, law, "{mistake:?}: {violation}");
        if let Some(position) = position {
            assert!(violation.position.starts_with(position), "{mistake:?}: {violation}");
        }
    }
}

#[test]
fn the_message_shows_law_position_and_move() {
    let violation = first_violation(&Sum::with(Mistake::MoveTwice)).unwrap_err();
    assert!(
        violation
            .to_string()
            .starts_with("broken law: every move is listed once; found: the same move twice; position: 3 "),
        "{violation}"
    );
    assert!(violation.to_string().ends_with("; move: +1"), "{violation}");
}

#[test]
fn evaluators_are_held_to_their_laws() {
    let game = Sum::with(Mistake::None);
    let laws = Laws { games: 1_000, ..Laws::default() };
    let law = |evaluator: &dyn Fn(&Sum) -> Score| laws.check_evaluator(&game, &evaluator).unwrap_err().law;
    assert_eq!(law(&|_| Score::win_in(3)), "an evaluation is neither a win by distance nor infinity");
    let calls = std::cell::Cell::new(0);
    let restless = |_: &Sum| {
        calls.set(calls.get() + 1);
        Score::new(calls.get())
    };
    assert_eq!(law(&restless), "an evaluation is the same each time");
    let for_max_only = |game: &Sum| game.to_move.view(near(game));
    assert_eq!(law(&for_max_only), "an evaluation is from the point of view of the side to move");
    let for_the_opponent = |game: &Sum| -near(game);
    assert_eq!(law(&for_the_opponent), "an evaluation is from the point of view of the side to move");
    let one_sided = |game: &Sum| if game.to_move == Player::Max { near(game) } else { Score::ZERO };
    let violation = laws.check_swap(&game, &one_sided).unwrap_err();
    assert_eq!(violation.law, "exchanging the sides changes nothing for the side to move");
}

#[test]
fn an_evaluator_at_the_limit_is_found() {
    let saturated = |game: &Sum| if GOAL - game.sum <= 2 { Score::new(i32::MAX) } else { Score::ZERO };
    let violation = Laws::default().check_evaluator(&Sum::with(Mistake::None), &saturated).unwrap_err();
    assert_eq!(violation.law, "an evaluation stays inside the limit", "{violation}");
}

#[test]
fn a_negated_outcome_is_not_blamed_on_the_evaluator() {
    let laws = Laws { games: 1_000, ..Laws::default() };
    let violation = laws.check_evaluator(&Sum::with(Mistake::NegatedOutcome), &near).unwrap_err();
    assert_eq!(violation.law, "an outcome is from the point of view of the side to move", "{violation}");
    assert!(violation.position.starts_with("10 ") && violation.mv.is_some(), "{violation}");
}

#[test]
fn an_outcome_for_one_side_only_is_told_from_an_evaluation_for_one_side_only() {
    let laws = Laws { games: 400, ..Laws::default() };
    let law = |violation: Result<(), Violation>| violation.unwrap_err().law;
    let right = Piles::new(false);
    laws.check(&right).unwrap();
    laws.check_evaluator(&right, &Piles::lead).unwrap();
    let for_max = |game: &Piles| game.to_move.view(game.lead());
    assert_eq!(
        law(laws.check_evaluator(&right, &for_max)),
        "an evaluation is from the point of view of the side to move"
    );
    assert_eq!(
        law(laws.check_evaluator(&Piles::new(true), &Piles::lead)),
        "an outcome is from the point of view of the side to move"
    );
}

/// Take one or two from the pile: so many points, and 1 more for each even number that is left.
#[derive(Clone, Debug, Hash)]
struct Piles {
    left: u32,
    points: [i32; 2],
    to_move: Player,
    /// The mistake of telling the outcome as Max's.
    for_max: bool,
}

impl Piles {
    fn new(for_max: bool) -> Piles {
        Piles { left: 17, points: [0; 2], to_move: Player::Max, for_max }
    }

    fn lead(&self) -> Score {
        self.to_move.view(Score::new(self.points[0] - self.points[1]))
    }
}

impl Game for Piles {
    type Move = u32;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn moves(&self) -> impl Iterator<Item = u32> {
        1..=self.left.min(2)
    }

    fn play(&mut self, taken: u32) {
        self.left -= taken;
        self.points[self.to_move as usize] += if self.left.is_multiple_of(2) { 3 } else { taken as i32 };
        self.to_move = self.to_move.other();
    }

    fn outcome(&self) -> Option<Score> {
        let lead = self.lead();
        (self.left == 0).then(|| if self.for_max { self.to_move.view(lead) } else { lead })
    }
}

impl Hashed for Piles {
    fn key(&self) -> u64 {
        key_of(self)
    }
}

impl Notation for Piles {
    fn position(&self) -> String {
        format!("{} {} {} {:?}", self.left, self.points[0], self.points[1], self.to_move)
    }

    fn parse(&self, text: &str) -> Result<Self, NotationError> {
        let words: Vec<&str> = text.split(' ').collect();
        let number =
            |at: usize| words[at].parse::<i32>().map_err(|error| NotationError::new(error.to_string()));
        let to_move = if words[3] == "Max" { Player::Max } else { Player::Min };
        Ok(Piles { left: number(0)? as u32, points: [number(1)?, number(2)?], to_move, ..self.clone() })
    }

    fn move_text(&self, taken: u32) -> String {
        taken.to_string()
    }
}

#[test]
fn what_panics_is_shown_with_its_position_and_its_move() {
    let violation = first_violation(&Sum::with(Mistake::PanicInPlay)).unwrap_err();
    assert_eq!(violation.mv.as_deref(), Some("+2"), "{violation}");
    assert!(violation.found.contains("no way from seven"), "{violation}");
    let evaluator = |game: &Sum| if game.sum == 6 { panic!("six is odd") } else { near(game) };
    let violation = Laws::default().check_evaluator(&Sum::with(Mistake::None), &evaluator).unwrap_err();
    assert_eq!(violation.law, "no function of the game panics");
    assert!(violation.position.starts_with("6 ") && violation.found.contains("six is odd"), "{violation}");
}

fn verdicts(game: &Sum) -> Vec<(&'static str, Verdict)> {
    let findings = Laws::default().findings(game, &near, Likeness::default(), &Limits::none(), &mut |_| {});
    findings.unwrap().into_iter().map(|finding| (finding.law, finding.verdict)).collect()
}

#[test]
fn every_law_has_a_finding() {
    let right = verdicts(&Sum::with(Mistake::None));
    let (untested, held): (Vec<_>, Vec<_>) =
        right.iter().partition(|(_, verdict)| *verdict != Verdict::Holds);
    assert!(held.len() > 15, "{held:?}");
    let may_be_untested = |law: &str| ["image", "exchanging", "banked"].iter().any(|word| law.contains(word));
    for (law, verdict) in untested {
        assert!(matches!(verdict, Verdict::Untested(_)) && may_be_untested(law), "{law}: {verdict:?}");
    }
    let wrong = verdicts(&Sum::with(Mistake::SameKeyForBothSides));
    let broken: Vec<&str> = wrong
        .iter()
        .filter_map(|(law, verdict)| matches!(verdict, Verdict::Broken(_)).then_some(*law))
        .collect();
    assert_eq!((broken, wrong.len()), (vec!["different positions have different keys"], right.len()));
}
