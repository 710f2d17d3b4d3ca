//! The rules of Chinese Checkers: boards, moves, and who has completed.

use super::board::{HOLES, HOMES, Hole, Holes, NO_MARBLES, Occupancy, holes_of, toggle};
use super::generate;
use pleach::{Game, Hashed, Player, Score, Swappable, Symmetric, mix};

/// A move: the marble's hole before and after. See [`ChineseCheckers::path`] for the way between.
///
/// ```
/// use pleach::Notation;
/// use pleach_games::{ChineseCheckers, chinese_checkers::Hole};
/// let mv = ChineseCheckers::new().parse_move("d1-e5").unwrap();
/// assert_eq!((Some(mv.from()), Some(mv.to())), (Hole::named("d1"), Hole::named("e5")));
/// assert!(!mv.is_pass());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MarbleMove {
    pub(super) from: Hole,
    pub(super) to: Hole,
}

impl MarbleMove {
    /// The move of a side that has no other. It moves nothing, so both its holes are the same.
    ///
    /// ```
    /// assert!(pleach_games::chinese_checkers::MarbleMove::PASS.is_pass());
    /// ```
    pub const PASS: MarbleMove = MarbleMove::new(FIRST_HOLE, FIRST_HOLE);

    /// The move from hole to hole, whether legal or not.
    ///
    /// ```
    /// use pleach::Notation;
    /// use pleach_games::{ChineseCheckers, chinese_checkers::{Hole, MarbleMove}};
    /// let mv = MarbleMove::new(Hole::named("d1").unwrap(), Hole::named("e5").unwrap());
    /// assert_eq!(ChineseCheckers::new().parse_move("d1-e5"), Ok(mv));
    /// ```
    pub const fn new(from: Hole, to: Hole) -> MarbleMove {
        MarbleMove { from, to }
    }

    /// Where the marble stood.
    ///
    /// ```
    /// use pleach_games::chinese_checkers::{Hole, MarbleMove};
    /// let (from, to) = (Hole::named("d1").unwrap(), Hole::named("e5").unwrap());
    /// assert_eq!(MarbleMove::new(from, to).from(), from);
    /// ```
    #[inline]
    pub const fn from(self) -> Hole {
        self.from
    }

    /// Where the marble goes.
    ///
    /// ```
    /// use pleach_games::chinese_checkers::{Hole, MarbleMove};
    /// let (from, to) = (Hole::named("d1").unwrap(), Hole::named("e5").unwrap());
    /// assert_eq!(MarbleMove::new(from, to).to(), to);
    /// ```
    #[inline]
    pub const fn to(self) -> Hole {
        self.to
    }

    /// Whether no marble moves. See [`MarbleMove::PASS`].
    #[inline]
    pub fn is_pass(self) -> bool {
        self.from == self.to
    }
}

const FIRST_HOLE: Hole = Hole::new(0).expect("there is a first hole");

/// When a side has completed.
///
/// ```
/// use pleach::Game;
/// use pleach_games::{ChineseCheckers, chinese_checkers::GoalRule};
/// let game = ChineseCheckers::new().with_goal(GoalRule::Filled);
/// assert_eq!(game.outcome(), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GoalRule {
    /// Once all ten of its marbles are in the goal.
    #[default]
    Strict,
    /// Also once all ten holes of the goal are taken and at least one of the marbles there is its own:
    /// a marble that the opponent leaves at home does not save the game.
    Filled,
}

/// The plies after which an undecided game is a draw, unless another cap is set.
pub(super) const DEFAULT_CAP: u16 = 400;

/// A position of Chinese Checkers. Player 1 is Max, written `X`, and starts in rows `a` to `d`.
///
/// ```
/// use pleach::perft;
/// use pleach_games::ChineseCheckers;
/// let counts = [1, 2, 3].map(|depth| perft(&ChineseCheckers::new(), depth));
/// assert_eq!(counts, [14, 196, 4872]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChineseCheckers {
    pub(super) marbles: [Holes; 2],
    pub(super) lines: Occupancy,
    key: u64,
    /// Plies played so far. Without a cap only whether they are even or odd.
    pub(super) ply: u16,
    /// 0 for no cap.
    cap: u16,
    pub(super) goal: GoalRule,
    pub(super) side: Player,
    /// Whether the side that moved first has completed. The other then has its last reply, or has
    /// made it.
    pub(super) completed: bool,
}

impl Default for ChineseCheckers {
    fn default() -> Self {
        let empty = ChineseCheckers {
            marbles: [0; 2],
            lines: NO_MARBLES,
            key: 0,
            ply: 0,
            cap: DEFAULT_CAP,
            goal: GoalRule::Strict,
            side: Player::Max,
            completed: false,
        };
        empty.with_marbles(HOMES)
    }
}

impl ChineseCheckers {
    /// The start: all marbles at home, player 1 to move, the strict goal, a cap of 400 plies.
    ///
    /// ```
    /// use pleach_games::ChineseCheckers;
    /// assert_eq!(ChineseCheckers::new().ply(), 0);
    /// ```
    pub fn new() -> Self {
        ChineseCheckers::default()
    }

    /// The same position with another rule for the goal. Meant for the start of a game.
    ///
    /// ```
    /// use pleach_games::{ChineseCheckers, chinese_checkers::GoalRule};
    /// assert_eq!(ChineseCheckers::new().with_goal(GoalRule::Filled).goal(), GoalRule::Filled);
    /// ```
    pub fn with_goal(mut self, goal: GoalRule) -> Self {
        self.goal = goal;
        self
    }

    /// The same position with another cap, or with none. Without a cap plies are not counted.
    ///
    /// ```
    /// use pleach::{Game, Score};
    /// use pleach_games::ChineseCheckers;
    /// let mut game = ChineseCheckers::new().with_cap(Some(1));
    /// let mv = game.moves().next().unwrap();
    /// game.play(mv);
    /// assert_eq!(game.outcome(), Some(Score::ZERO));
    /// assert_eq!(game.with_cap(None).outcome(), None);
    /// ```
    pub fn with_cap(mut self, cap: Option<u16>) -> Self {
        self.cap = cap.unwrap_or(0);
        if self.cap == 0 {
            self.ply &= 1;
        }
        self
    }

    /// The rule for the goal. See [`ChineseCheckers::with_goal`].
    pub fn goal(&self) -> GoalRule {
        self.goal
    }

    /// The plies after which an undecided game is a draw.
    ///
    /// ```
    /// use pleach_games::ChineseCheckers;
    /// assert_eq!(ChineseCheckers::new().cap(), Some(400));
    /// ```
    pub fn cap(&self) -> Option<u16> {
        (self.cap > 0).then_some(self.cap)
    }

    /// The number of plies played; without a cap 0 or 1, for even and odd.
    ///
    /// ```
    /// use pleach::Notation;
    /// use pleach_games::ChineseCheckers;
    /// let text = "X/XX/XXX/XXXX/13/12/11/10/9/10/11/12/13/OOOO/OOO/OO/O X - 12";
    /// assert_eq!(ChineseCheckers::new().parse(text).unwrap().ply(), 12);
    /// assert_eq!(ChineseCheckers::new().with_cap(None).parse(text).unwrap().ply(), 0);
    /// ```
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// A player's ten marbles, in the order of the holes.
    ///
    /// ```
    /// use pleach::Player;
    /// use pleach_games::ChineseCheckers;
    /// let game = ChineseCheckers::new();
    /// assert!(game.marbles(Player::Max).all(|hole| hole.row() < 4));
    /// assert_eq!(game.marbles(Player::Min).count(), 10);
    /// ```
    pub fn marbles(&self, player: Player) -> impl Iterator<Item = Hole> {
        holes_of(self.marbles[player as usize])
    }

    /// Whose marble stands in a hole.
    ///
    /// ```
    /// use pleach::Player;
    /// use pleach_games::{ChineseCheckers, chinese_checkers::Hole};
    /// let game = ChineseCheckers::new();
    /// assert_eq!(game.marble_at(Hole::named("q1").unwrap()), Some(Player::Min));
    /// assert_eq!(game.marble_at(Hole::named("i5").unwrap()), None);
    /// ```
    pub fn marble_at(&self, hole: Hole) -> Option<Player> {
        [Player::Max, Player::Min].into_iter().find(|&player| self.marbles[player as usize] & hole.bit() != 0)
    }

    /// The player who made the first move of the game. The other has the last reply.
    ///
    /// ```
    /// use pleach::{Player, Swappable};
    /// use pleach_games::ChineseCheckers;
    /// assert_eq!(ChineseCheckers::new().first_player(), Player::Max);
    /// assert_eq!(ChineseCheckers::new().swapped().first_player(), Player::Min);
    /// ```
    #[inline]
    pub fn first_player(&self) -> Player {
        // Every ply hands over the turn, a pass too.
        if self.ply & 1 == 0 { self.side } else { self.side.other() }
    }

    /// The way the marble takes in a move that is legal here or has just been played: both holes of a
    /// step, or every landing of the shortest chain of jumps.
    ///
    /// ```
    /// use pleach::Notation;
    /// use pleach_games::ChineseCheckers;
    /// let text = "O/O1/O2/1O1X/13/5O6/11/3X6/X4O3/2O2O4/11/5O6/4O2XX4/X1X1/3/XX/X X - 28";
    /// let game = ChineseCheckers::new().parse(text).unwrap();
    /// let path = game.path(game.parse_move("h4-l5").unwrap()).unwrap();
    /// let names: Vec<String> = path.iter().map(|hole| hole.to_string()).collect();
    /// assert_eq!(names, ["h4", "l3", "l9", "n4", "l7", "l5"]);
    /// ```
    pub fn path(&self, mv: MarbleMove) -> Option<Vec<Hole>> {
        let marble = match (self.marble_at(mv.from), self.marble_at(mv.to)) {
            (Some(_), None) => mv.from,
            (None, Some(_)) => mv.to,
            _ => return None,
        };
        let mut lines = self.lines;
        toggle(&mut lines, marble);
        generate::path(&lines, mv.from, mv.to)
    }

    /// This position with its marbles elsewhere: lines and key are made anew.
    pub(super) fn with_marbles(mut self, marbles: [Holes; 2]) -> Self {
        self.marbles = marbles;
        self.lines = NO_MARBLES;
        holes_of(marbles[0] | marbles[1]).for_each(|hole| toggle(&mut self.lines, hole));
        self.key = self.key_made_anew();
        self
    }

    fn key_made_anew(&self) -> u64 {
        let of_player = |player: Player| {
            self.marbles(player).fold(0, |key, hole| key ^ KEYS.marbles[player as usize][hole.index()])
        };
        let mut key = of_player(Player::Max) ^ of_player(Player::Min);
        if self.side == Player::Min {
            key ^= KEYS.side;
        }
        if self.first_player() == Player::Min {
            key ^= KEYS.first;
        }
        if self.completed {
            key ^= KEYS.completed;
        }
        key
    }

    /// Whether a player has completed, as the marbles stand.
    #[inline]
    pub(super) fn has_completed(&self, player: Player) -> bool {
        let (own, goal) = (self.marbles[player as usize], HOMES[player.other() as usize]);
        match self.goal {
            GoalRule::Strict => own == goal,
            GoalRule::Filled => (self.marbles[0] | self.marbles[1]) & goal == goal && own & goal != 0,
        }
    }
}

impl Game for ChineseCheckers {
    type Move = MarbleMove;

    #[inline]
    fn to_move(&self) -> Player {
        self.side
    }

    /// The hindmost marble's moves come first, and the furthest of them before the others: a good
    /// order for searches that have no better one.
    #[inline]
    fn moves(&self) -> impl Iterator<Item = MarbleMove> {
        generate::Moves::new(self, self.outcome().is_some())
    }

    #[inline]
    fn play(&mut self, MarbleMove { from, to }: MarbleMove) {
        // PERF: a pass needs no branch, since equal holes cancel out.
        let side = self.side as usize;
        self.marbles[side] ^= from.bit() ^ to.bit();
        toggle(&mut self.lines, from);
        toggle(&mut self.lines, to);
        self.key ^= KEYS.marbles[side][from.index()] ^ KEYS.marbles[side][to.index()] ^ KEYS.side;
        let first = self.first_player();
        self.side = self.side.other();
        self.ply = if self.cap == 0 { self.ply ^ 1 } else { self.ply.saturating_add(1) };
        if !self.completed && self.has_completed(first) {
            self.completed = true;
            self.key ^= KEYS.completed;
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Score> {
        let first = self.first_player();
        let first_is_to_move = self.side == first;
        if self.has_completed(first.other()) {
            return Some(match (self.completed, first_is_to_move) {
                (true, _) => Score::ZERO,
                (false, true) => Score::LOSS,
                (false, false) => Score::WIN,
            });
        }
        if self.completed {
            // The last reply is granted even beyond the cap.
            return first_is_to_move.then_some(Score::WIN);
        }
        (self.cap > 0 && self.ply >= self.cap).then_some(Score::ZERO)
    }
}

impl Hashed for ChineseCheckers {
    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    /// With the number of plies where the cap may be reached.
    #[inline]
    fn key_within(&self, plies: u32) -> u64 {
        let ends = self.cap > 0 && u32::from(self.ply).saturating_add(plies) >= u32::from(self.cap);
        if ends { mix(self.key ^ u64::from(self.ply)) } else { self.key }
    }

    /// The third time is a draw.
    #[inline]
    fn repetition(&self, occurrence: u32) -> Option<Score> {
        (occurrence >= 3).then_some(Score::ZERO)
    }
}

impl AsRef<ChineseCheckers> for ChineseCheckers {
    fn as_ref(&self) -> &ChineseCheckers {
        self
    }
}

/// Left and right change places.
impl Symmetric for ChineseCheckers {
    fn images(&self) -> impl Iterator<Item = Self> {
        let mirror = |marbles: Holes| holes_of(marbles).fold(0, |set, hole| set | hole.mirrored().bit());
        [*self, self.with_marbles(self.marbles.map(mirror))].into_iter()
    }
}

/// The board is turned by half a circle, and with the marbles the right of the last reply changes
/// hands: what is exchanged is who moved first.
impl Swappable for ChineseCheckers {
    fn swapped(&self) -> Self {
        let turn = |marbles: Holes| marbles.reverse_bits() >> (128 - HOLES);
        let mut swapped = *self;
        swapped.side = self.side.other();
        swapped.with_marbles([turn(self.marbles[1]), turn(self.marbles[0])])
    }
}

/// Zobrist keys: one for each marble in each hole and one for whatever else makes a difference.
struct Keys {
    marbles: [[u64; HOLES]; 2],
    side: u64,
    first: u64,
    completed: u64,
}

static KEYS: Keys = {
    let mut marbles = [[0; HOLES]; 2];
    let mut hole = 0;
    while hole < HOLES {
        marbles[0][hole] = mix(2 * hole as u64);
        marbles[1][hole] = mix(2 * hole as u64 + 1);
        hole += 1;
    }
    Keys { marbles, side: mix(1000), first: mix(1001), completed: mix(1002) }
};

#[cfg(test)]
mod tests {
    use super::super::board::STANDING;
    use super::*;
    use pleach::Notation;

    /// With ten marbles per side no blocked position is known, so O is given more than it has.
    #[test]
    fn a_side_that_cannot_move_passes() {
        let mut game = ChineseCheckers::new().with_marbles([HOMES[0], STANDING & !HOMES[0]]);
        assert!(game.moves().eq([MarbleMove::PASS]));
        assert_eq!((game.moves().count(), game.moves().fold(0, |sum, _| sum + 1)), (1, 1));
        assert_eq!(game.move_text(MarbleMove::PASS), "pass");
        assert_eq!(game.parse_move(" Pass "), Ok(MarbleMove::PASS));
        let error = game.parse_move("a1-b1").unwrap_err().to_string();
        assert_eq!(error, "'a1-b1': there is no move here but 'pass'");
        let before = game;
        game.play(MarbleMove::PASS);
        assert_eq!((game.side, game.ply, game.marbles), (Player::Min, 1, before.marbles));
        assert_eq!(game.lines, before.lines);
        assert_eq!(game.key, game.key_made_anew());
        assert_eq!(before.path(MarbleMove::PASS), None);
    }

    #[test]
    fn keys_and_lines_are_kept_up() {
        let mut game = ChineseCheckers::new();
        for choice in 0..200_usize {
            let moves: Vec<MarbleMove> = game.moves().collect();
            assert!(game.moves().eq(moves.iter().copied()));
            let mut folded = Vec::new();
            game.moves().for_each(|mv| folded.push(mv));
            assert_eq!(folded, moves);
            let mut rest = game.moves();
            rest.next();
            assert_eq!(rest.count(), moves.len() - 1);
            game.play(moves[choice * 31 % moves.len()]);
            assert_eq!(game.with_marbles(game.marbles), game);
        }
    }
}
