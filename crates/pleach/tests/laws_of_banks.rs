//! Points that are said to be banked and are not are found.

use pleach::testkit::{Laws, Values, compare_all};
use pleach::{Game, Hashed, Notation, NotationError, Player, Score, key_of};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mistake {
    None,
    /// The lead counts twice in the end.
    Twice,
    /// Whoever leads by much has other moves.
    OtherMoves,
    /// The banked points are Max's, not those of the side to move.
    ForMax,
}

/// Take one to three coins: even heaps bring 2 points, odd ones 1.
#[derive(Clone, Debug)]
struct Coins {
    left: u32,
    lead: i32,
    to_move: Player,
    mistake: Mistake,
}

impl Coins {
    fn new(mistake: Mistake) -> Coins {
        Coins { left: 20, lead: 0, to_move: Player::Max, mistake }
    }

    fn balance(&self) -> Score {
        Score::new(self.to_move.view(self.lead))
    }
}

impl Game for Coins {
    type Move = u32;
    const COUNTS_PLIES: bool = false;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn moves(&self) -> impl Iterator<Item = u32> {
        let most = if self.mistake == Mistake::OtherMoves && self.lead > 1 { 2 } else { 3 };
        1..=self.left.min(most)
    }

    fn play(&mut self, taken: u32) {
        self.lead += self.to_move.view(if self.left.is_multiple_of(2) { 2 } else { 1 });
        self.left -= taken;
        self.to_move = self.to_move.other();
    }

    fn outcome(&self) -> Option<Score> {
        let times = if self.mistake == Mistake::Twice { 2 } else { 1 };
        (self.left == 0).then(|| Score::new(self.balance().get() * times))
    }
}

impl Hashed for Coins {
    const BANKS: bool = true;

    fn key(&self) -> u64 {
        key_of(&(self.left, self.to_move))
    }

    fn banked(&self) -> i32 {
        if self.mistake == Mistake::ForMax { self.lead } else { self.balance().get() }
    }
}

impl Notation for Coins {
    fn position(&self) -> String {
        format!("{} {} {:?}", self.left, self.lead, self.to_move)
    }

    fn parse(&self, text: &str) -> Result<Self, NotationError> {
        let fail = || NotationError::new("expected coins, lead and side");
        let words: Vec<&str> = text.split(' ').collect();
        let &[left, lead, side] = &words[..] else { return Err(fail()) };
        let to_move = if side == "Max" { Player::Max } else { Player::Min };
        let (left, lead) = (left.parse().map_err(|_| fail())?, lead.parse().map_err(|_| fail())?);
        Ok(Coins { left, lead, to_move, ..self.clone() })
    }

    fn move_text(&self, taken: u32) -> String {
        taken.to_string()
    }
}

#[test]
fn banked_points_pass_and_every_search_agrees() {
    let coins = Coins::new(Mistake::None);
    Laws::default().check(&coins).unwrap();
    Laws::default().check_evaluator(&coins, &Coins::balance).unwrap();
    for depth in 1..=6 {
        compare_all(&coins, &Coins::balance, depth).unwrap();
        compare_all(&coins, &Values { salt: 3, different: 9 }, depth).unwrap();
    }
}

#[test]
fn points_that_are_not_banked_are_found() {
    let rest = "the points banked and the rest of the game make the outcome";
    let keys = "different positions have different keys";
    for mistake in [Mistake::Twice, Mistake::OtherMoves, Mistake::ForMax] {
        let violation = Laws::default().check(&Coins::new(mistake)).expect_err(&format!("{mistake:?}"));
        assert!([rest, keys].contains(&violation.law), "{mistake:?}: {violation}");
    }
    let forgetful = |coins: &Coins| Score::new(coins.left as i32);
    let violation = Laws::default().check_evaluator(&Coins::new(Mistake::None), &forgetful).unwrap_err();
    assert_eq!(
        violation.law, "the points banked and the rest of the game make the evaluation",
        "{violation}"
    );
}
