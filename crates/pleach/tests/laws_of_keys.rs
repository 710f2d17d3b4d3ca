//! Keys that lack something are found with the default number of games, and so are games without an end.

use pleach::testkit::Laws;
use pleach::{Game, Hashed, Notation, NotationError, Player, Repeating, Score, key_of, mix};

/// What the key of [`Men`] lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lacking {
    Nothing,
    SideToMove,
    Rights,
    OneMan,
}

/// Four men a side that step like kings on 64 squares; the last one of each may jump home as long as the first has not
/// moved. Whoever reaches the far side has won, and after 60 plies it is a draw.
#[derive(Clone, Debug, PartialEq)]
struct Men {
    men: [[u8; 4]; 2],
    may_jump: [bool; 2],
    to_move: Player,
    clock: u8,
    lacking: Lacking,
    /// Whether positions have a checksum, so that nobody can change a word of their text.
    sealed: bool,
}

const CLOCK: u8 = 60;
const JUMP: u8 = 32;

impl Men {
    fn new(lacking: Lacking, sealed: bool) -> Men {
        let men = [[8, 10, 12, 14], [49, 51, 53, 55]];
        Men { men, may_jump: [true; 2], to_move: Player::Max, clock: 0, lacking, sealed }
    }

    fn home(&self) -> u8 {
        if self.to_move == Player::Max { 24 } else { 39 }
    }

    fn target(&self, mv: u8) -> Option<u8> {
        if mv == JUMP {
            return Some(self.home()).filter(|_| self.may_jump[self.to_move as usize]);
        }
        let from = self.men[self.to_move as usize][usize::from(mv / 8)];
        let (right, up) =
            [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)][usize::from(mv % 8)];
        let (column, row) = (from as i8 % 8 + right, from as i8 / 8 + up);
        ((0..8).contains(&column) && (0..8).contains(&row)).then_some((row * 8 + column) as u8)
    }

    fn seal(text: &str) -> String {
        format!("{:04x}", key_of(&text) as u16)
    }
}

impl Game for Men {
    type Move = u8;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn moves(&self) -> impl Iterator<Item = u8> {
        let over = self.outcome().is_some();
        let is_free = |square: u8| !self.men.as_flattened().contains(&square);
        (0..=JUMP).filter(move |&mv| !over && self.target(mv).is_some_and(is_free))
    }

    fn play(&mut self, mv: u8) {
        let (side, man) = (self.to_move as usize, usize::from(mv / 8).min(3));
        self.men[side][man] = self.target(mv).expect("the move is legal");
        self.may_jump[side] &= man > 0 && mv != JUMP;
        self.to_move = self.to_move.other();
        self.clock += 1;
    }

    fn outcome(&self) -> Option<Score> {
        let arrived = match self.to_move {
            Player::Max => self.men[1].iter().any(|&square| square < 8),
            Player::Min => self.men[0].iter().any(|&square| square >= 56),
        };
        if arrived { Some(Score::LOSS) } else { (self.clock >= CLOCK).then_some(Score::ZERO) }
    }
}

impl Hashed for Men {
    fn key(&self) -> u64 {
        let Men { men, may_jump, to_move, .. } = self;
        match self.lacking {
            Lacking::Nothing => key_of(&(men, may_jump, to_move)),
            Lacking::SideToMove => key_of(&(men, may_jump)),
            Lacking::Rights => key_of(&(men, to_move)),
            Lacking::OneMan => key_of(&(&men[0], &men[1][..3], may_jump, to_move)),
        }
    }

    fn key_within(&self, plies: u32) -> u64 {
        let ends = u32::from(CLOCK - self.clock.min(CLOCK)) <= plies;
        if ends { mix(self.key() ^ u64::from(self.clock) << 32) } else { self.key() }
    }

    fn repetition(&self, occurrence: u32) -> Option<Score> {
        (occurrence >= 3).then_some(Score::ZERO)
    }
}

/// `8.10.12.14/49.51.53.55 max both 0`
impl Notation for Men {
    fn position(&self) -> String {
        let side = |side: usize| self.men[side].map(|square| square.to_string()).join(".");
        let player = if self.to_move == Player::Max { "max" } else { "min" };
        let rights = match self.may_jump {
            [true, true] => "both",
            [true, false] => "first",
            [false, true] => "second",
            [false, false] => "none",
        };
        let text = format!("{}/{} {player} {rights} {}", side(0), side(1), self.clock);
        if self.sealed { format!("{text} {}", Men::seal(&text)) } else { text }
    }

    fn parse(&self, text: &str) -> Result<Self, NotationError> {
        let fail = || NotationError::new("expected men, side, rights and clock");
        let text = match text.rsplit_once(' ') {
            Some((text, seal)) if self.sealed && Men::seal(text) == seal => text,
            _ if self.sealed => return Err(NotationError::new("the seal is broken")),
            _ => text,
        };
        let words: Vec<&str> = text.split(' ').collect();
        let &[men, player, rights, clock] = &words[..] else { return Err(fail()) };
        let numbers: Result<Vec<u8>, _> = men.split(['/', '.']).map(str::parse).collect();
        let numbers = numbers.ok().filter(|numbers| numbers.len() == 8).ok_or_else(fail)?;
        let mut game = Men { clock: clock.parse().map_err(|_| fail())?, ..self.clone() };
        game.men[0].copy_from_slice(&numbers[..4]);
        game.men[1].copy_from_slice(&numbers[4..]);
        game.to_move = if player == "max" { Player::Max } else { Player::Min };
        game.may_jump = [rights == "both" || rights == "first", rights == "both" || rights == "second"];
        Ok(game)
    }

    fn move_text(&self, mv: u8) -> String {
        mv.to_string()
    }
}

#[test]
fn a_key_that_lacks_nothing_passes() {
    Laws::default().check(&Men::new(Lacking::Nothing, false)).unwrap();
    Laws::default().check(&Men::new(Lacking::Nothing, true)).unwrap();
    let laws = Laws { games: 40, ..Laws::default() };
    laws.check(&Repeating::new(Men::new(Lacking::Nothing, false))).unwrap();
}

#[test]
fn a_key_that_lacks_something_is_found_by_default() {
    for lacking in [Lacking::SideToMove, Lacking::Rights, Lacking::OneMan] {
        for (sealed, seed) in [(false, 1), (true, 1), (false, 2), (true, 3), (true, 4)] {
            let (men, laws) = (Men::new(lacking, sealed), Laws { seed, ..Laws::default() });
            for violation in [laws.check_keys(&men), laws.check_keys(&Repeating::new(men.clone()))] {
                let violation = violation.expect_err(&format!("{lacking:?}, sealed {sealed}, seed {seed}"));
                assert_eq!(violation.law, "different positions have different keys", "{violation}");
            }
        }
    }
}

/// A marble on a ring of holes, moved one hole either way.
#[derive(Clone, Debug)]
struct Ring {
    hole: u8,
    to_move: Player,
    /// How often it may stand in a hole.
    times: Option<u32>,
}

impl Game for Ring {
    type Move = u8;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn moves(&self) -> impl Iterator<Item = u8> {
        [1, 3].into_iter()
    }

    fn play(&mut self, by: u8) {
        (self.hole, self.to_move) = ((self.hole + by) % 4, self.to_move.other());
    }

    fn outcome(&self) -> Option<Score> {
        None
    }
}

impl Hashed for Ring {
    fn key(&self) -> u64 {
        key_of(&(self.hole, self.to_move))
    }

    fn repetition(&self, occurrence: u32) -> Option<Score> {
        self.times.filter(|&times| occurrence >= times).map(|_| Score::ZERO)
    }
}

impl Notation for Ring {
    fn position(&self) -> String {
        format!("{} {:?}", self.hole, self.to_move)
    }

    fn parse(&self, text: &str) -> Result<Self, NotationError> {
        let fail = || NotationError::new("expected a hole and a side");
        let (hole, side) = text.split_once(' ').ok_or_else(fail)?;
        let to_move = if side == "Max" { Player::Max } else { Player::Min };
        Ok(Ring { hole: hole.parse().map_err(|_| fail())?, to_move, ..self.clone() })
    }

    fn move_text(&self, by: u8) -> String {
        by.to_string()
    }
}

#[test]
fn a_game_without_an_end_is_found_and_told_what_helps() {
    let ring = Ring { hole: 0, to_move: Player::Max, times: None };
    let law = "random games come to an end";
    let violation = Laws::default().check(&ring).unwrap_err();
    assert_eq!(violation.law, law, "{violation}");
    assert!(violation.found.contains("wrap it in Repeating"), "{violation}");
    let violation = Laws::default().check(&Repeating::new(ring.clone())).unwrap_err();
    assert!(violation.law == law && violation.found.contains("Hashed::repetition"), "{violation}");
    Laws { endless: true, ..Laws::default() }.check(&ring).unwrap();
}

#[test]
fn a_game_that_ends_by_repetition_breaks_no_law() {
    for times in [2, 3] {
        let ring = Ring { hole: 0, to_move: Player::Max, times: Some(times) };
        Laws::default().check(&Repeating::new(ring)).unwrap();
    }
}
