//! The good evaluator: open threats, who zugzwang gives them to, and the fours still possible.

use super::ConnectFour;
use super::evaluators::check_name;
use super::lines::{completions, down};
use super::placement::HUNDREDTHS;
use super::size::Size;
use super::tactics::{leading_rows, safe_landings};
use pleach::{Evaluate, Score, Tunable, Weights, WeightsError};

/// Counts what decides games of Connect Four, in hundredths of a point.
///
/// A win with the next stone and a loss with the one after it are seen at once and get their exact
/// score. Everything else is an estimate from
/// - **threats**: empty slots that complete a four. When all other columns are full, whoever must play
///   below a threat gives it away, and the parity of the rows decides who that is. On the usual board
///   the second player, who can always answer in the same column, gets the slots of the even rows,
///   the first player those of the odd ones; so an odd threat of the first player decides the game
///   unless an even threat of the second lies below it, and an even threat of the second player decides
///   it where there is no such odd threat. On other boards the roles are those of
///   [`ConnectFour::follow_up_bounds`];
/// - **stacked threats**, one directly above the other, which no parity can save from;
/// - **possible fours**: lines of four slots without a stone of the opponent, by the number of one's own
///   stones in them. Their worth, and that of the right to move, goes down with the slots that are left,
///   as the points to be won do.
///
/// ```
/// use pleach::{Evaluate, Notation, Score};
/// use pleach_games::{ConnectFour, connect_four::Threats};
/// let game = ConnectFour::new().parse("332244").unwrap();
/// assert_eq!(Threats::default().evaluate(&game), Score::new(18)); // wins with the next stone
/// ```
#[derive(Clone, Debug)]
pub struct Threats {
    weights: Weights,
    terms: Terms,
}

#[derive(Clone, Debug)]
struct Terms {
    to_move: i32,
    leader_decides: i32,
    leader_columns: i32,
    follower_decides: i32,
    follower_columns: i32,
    nobody_decides: i32,
    good_parity: i32,
    bad_parity: i32,
    stacked: i32,
    one_stone: i32,
    two_stones: i32,
    three_stones: i32,
}

const WEIGHTS: &str = include_str!("../../weights/connect_four-threats.toml");

/// Sums of counts and weights of this size stay far away from overflow.
const LARGEST: i32 = 2_000;

impl Default for Threats {
    fn default() -> Self {
        Weights::from_toml(WEIGHTS).and_then(Threats::from_weights).expect("the file is tested")
    }
}

impl Threats {
    pub(super) const NAME: &str = "connect-four-threats";

    /// The evaluation without instructions that a processor may lack: what the quicker one is tested
    /// and measured against.
    ///
    /// ```
    /// use pleach::{Evaluate, Notation};
    /// use pleach_games::{ConnectFour, connect_four::Threats};
    /// let (threats, game) = (Threats::default(), ConnectFour::new().parse("4453").unwrap());
    /// assert_eq!(threats.portable(&game), threats.evaluate(&game));
    /// ```
    #[inline]
    pub fn portable(&self, game: &ConnectFour) -> Score {
        sized!(game, |size| self.value(game, size))
    }

    /// PERF: the same with the instruction that counts bits, which the oldest 64-bit processors did not
    /// have. The benchmark shows both; the gain is about a sixth.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt")]
    fn counted_in_hardware(&self, game: &ConnectFour) -> Score {
        if game.size == Size::STANDARD {
            self.value(game, Size::STANDARD)
        } else {
            self.value(game, game.size)
        }
    }

    #[inline(always)]
    fn value(&self, game: &ConnectFour, size: Size) -> Score {
        let (own, other) = (game.own, game.other());
        let (empty, landings) = (game.empty(size), game.landings(size));
        let points_at = |stones: u32| game.points(stones, size);
        let ours = completions(own, size) & empty;
        if ours & landings != 0 {
            return Score::new(points_at(game.stones() + 1));
        }
        let theirs = completions(other, size) & empty;
        if safe_landings(landings, theirs) == 0 {
            return Score::new(-points_at(game.stones() + 2));
        }
        // A threat that can be stopped now will be.
        let theirs = theirs & !landings;
        // Fours are won the sooner, and for the more points, the more slots are left; zugzwang comes late.
        let (left, slots) = ((size.slots() - game.stones()) as i32, size.slots() as i32);
        let soon = (self.terms.lines(own, other, size) + self.terms.to_move) * left / slots;
        let late = self.terms.threats(ours, theirs, game.leads(size), size);
        let value = (soon + late) * game.scale() / HUNDREDTHS;
        let (soonest, soonest_loss) = (points_at(game.stones() + 3), points_at(game.stones() + 4));
        Score::new(value.clamp(-soonest_loss, soonest))
    }
}

impl Terms {
    /// What the threats are worth to the side to move.
    #[inline(always)]
    fn threats(&self, ours: u64, theirs: u64, leads: bool, size: Size) -> i32 {
        if ours | theirs == 0 {
            return if leads { -self.nobody_decides } else { self.nobody_decides };
        }
        let (leader, follower) = if leads { (ours, theirs) } else { (theirs, ours) };
        let leading = leading_rows(size);
        let (leader_good, follower_good) = (leader & leading, follower & !leading);
        let leader_live = leader_good & !above(follower_good, size);
        let follower_live = follower_good & !above(leader_good, size);
        let verdict = if leader_live != 0 {
            self.leader_decides + self.leader_columns * columns(leader_live, size)
        } else if follower_live != 0 {
            -self.follower_decides - self.follower_columns * columns(follower_live, size)
        } else {
            -self.nobody_decides
        };
        let good = count(leader_good) - count(follower_good);
        let bad = count(leader & !leading) - count(follower & leading);
        let stacked = count(leader & leader << 1) - count(follower & follower << 1);
        let sum = verdict + self.good_parity * good + self.bad_parity * bad + self.stacked * stacked;
        if leads { sum } else { -sum }
    }

    /// What the possible fours are worth to the side to move.
    #[inline(always)]
    fn lines(&self, own: u64, other: u64, size: Size) -> i32 {
        let ours = possible_fours(own, other, size);
        let theirs = possible_fours(other, own, size);
        self.one_stone * (ours[0] - theirs[0])
            + self.two_stones * (ours[1] - theirs[1])
            + self.three_stones * (ours[2] - theirs[2])
    }
}

/// The lines of four slots without a stone of the opponent that hold one, two and three of one's own.
#[inline(always)]
fn possible_fours(stones: u64, against: u64, size: Size) -> [i32; 3] {
    let open = size.board() & !against;
    let mut counts = [0; 3];
    for step in size.directions() {
        // Bit by bit arithmetic: every bit stands for the line that begins there.
        let free = open & down(open, step);
        let free = free & down(free, 2 * step);
        let (next, both) = (down(stones, step), stones & down(stones, step));
        let either = stones ^ next;
        let (far_either, far_both) = (down(either, 2 * step), down(both, 2 * step));
        let odd = (either ^ far_either) & free;
        let a_pair = both ^ far_both;
        let pair = (a_pair & !(either | far_either)) | (either & far_either & !(both | far_both));
        counts[0] += count(odd & !a_pair);
        counts[1] += count(pair & free);
        counts[2] += count(odd & a_pair);
    }
    counts
}

/// All slots above the lowest of these in their columns.
#[inline(always)]
fn above(slots: u64, size: Size) -> u64 {
    // In each column the padding bit minus the slots has every bit from the lowest slot on that the
    // slots do not have, so that both together are all from there to the top.
    ((slots | (size.padding() - slots)) & size.board()) << 1 & size.board()
}

/// The number of columns with one of these slots.
#[inline(always)]
fn columns(slots: u64, size: Size) -> i32 {
    count(slots & !above(slots, size))
}

#[inline(always)]
fn count(slots: u64) -> i32 {
    slots.count_ones() as i32
}

impl Evaluate<ConnectFour> for Threats {
    type Value = Score;

    #[inline]
    fn evaluate(&self, game: &ConnectFour) -> Score {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("popcnt") {
            // SAFETY: the processor has just been asked for the instruction.
            return unsafe { self.counted_in_hardware(game) };
        }
        self.portable(game)
    }
}

impl Tunable for Threats {
    fn weights(&self) -> &Weights {
        &self.weights
    }

    fn from_weights(weights: Weights) -> Result<Self, WeightsError> {
        check_name(&weights, Threats::NAME)?;
        if weights.flat().iter().any(|weight| weight.abs() > LARGEST) {
            return Err(WeightsError::new(format!("they must lie between -{LARGEST} and {LARGEST}")));
        }
        let terms = Terms {
            to_move: weights.number("to_move")?,
            leader_decides: weights.number("leader_decides")?,
            leader_columns: weights.number("leader_columns")?,
            follower_decides: weights.number("follower_decides")?,
            follower_columns: weights.number("follower_columns")?,
            nobody_decides: weights.number("nobody_decides")?,
            good_parity: weights.number("good_parity")?,
            bad_parity: weights.number("bad_parity")?,
            stacked: weights.number("stacked")?,
            one_stone: weights.number("one_stone")?,
            two_stones: weights.number("two_stones")?,
            three_stones: weights.number("three_stones")?,
        };
        Ok(Threats { weights, terms })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pleach::Game;

    fn random_positions(size: Size) -> impl Iterator<Item = ConnectFour> {
        let (mut game, mut random) = (ConnectFour::with_size(size).with_scale(100), 1);
        (0..3000).map(move |_| {
            random = pleach::mix(random);
            let moves: Vec<_> = game.moves().collect();
            match moves.get(random as usize % moves.len().max(1)) {
                Some(&slot) => game.play(slot),
                None => game = ConnectFour::with_size(size).with_scale(100),
            }
            game
        })
    }

    #[test]
    fn hardware_and_portable_counts_agree() {
        let threats = Threats::default();
        for (width, height) in [(7, 6), (8, 7), (5, 5), (12, 4), (1, 63)] {
            for game in random_positions(Size::new(width, height).unwrap()) {
                assert_eq!(threats.evaluate(&game), threats.portable(&game), "{game:?}");
            }
        }
    }

    /// Line by line, as anybody would count them.
    #[test]
    fn possible_fours_are_counted_right() {
        for (width, height) in [(7, 6), (8, 7), (5, 5), (12, 4), (3, 3)] {
            let size = Size::new(width, height).unwrap();
            for game in random_positions(size) {
                let mut counts = [0; 3];
                for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    for (column, row) in
                        (0..width as i32).flat_map(|x| (0..height as i32).map(move |y| (x, y)))
                    {
                        let line = (0..4).map(|n| (column + n * right, row + n * up));
                        let symbols: String = line
                            .filter(|(x, y)| (0..width as i32).contains(x) && (0..height as i32).contains(y))
                            .map(|(x, y)| game.symbol(x as u32, y as u32))
                            .collect();
                        let own = if game.to_move() == pleach::Player::Max { 'X' } else { 'O' };
                        let stones = symbols.matches(own).count();
                        let against = symbols.len() - stones - symbols.matches('.').count();
                        if symbols.len() == 4 && against == 0 && (1..4).contains(&stones) {
                            counts[stones - 1] += 1;
                        }
                    }
                }
                assert_eq!(possible_fours(game.own, game.other(), size), counts, "{game:?}");
            }
        }
    }

    #[test]
    fn the_slots_above_are_those_higher_in_the_same_column() {
        for size in [Size::STANDARD, Size::new(5, 5).unwrap(), Size::new(1, 63).unwrap()] {
            for seed in 0..500 {
                let slots = pleach::mix(seed) & pleach::mix(seed + 1000) & size.board();
                let is_above = |bit: u32| {
                    let lower = bit - size.row_of(bit)..bit;
                    lower.into_iter().any(|lower| slots >> lower & 1 == 1)
                };
                let on_board = (0..size.bits()).filter(|bit| size.board() >> bit & 1 == 1);
                let expected = on_board.filter(|&bit| is_above(bit)).fold(0, |set, bit| set | 1 << bit);
                assert_eq!(above(slots, size), expected, "{slots:x}");
            }
        }
    }
}
