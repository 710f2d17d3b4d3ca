//! The strong evaluator: a weight for every configuration of some shapes, by stage.

mod layout;
mod shapes;

use super::{Othello, legal_moves, potential_moves};
use layout::{BASES, COUNTED, GROUPS, Group, MOST_MOVES, MOST_POTENTIAL, STAGES, Stage};
use pleach::{Evaluate, Linear, Score, Tunable, Weights, WeightsError};
use shapes::{ALL, FIRST, LANES, PARTS, SHAPES};
use std::fmt;
use std::hint::black_box;
use std::sync::{Arc, LazyLock};

/// What lies on edges, corners, rows and diagonals, side to move's view.
///
/// Every way to put own discs, the opponent's or none on the squares of a shape has a weight of its own, which
/// all places share that the shape has on the board, and which mirrored ways share.
///
/// | weights | for |
/// |---|---|
/// | `edge_2x` | an edge with the two squares diagonally beside its corners |
/// | `corner_3x3`, `corner_2x5` | three by three and two by five squares in a corner |
/// | `row_2`, `row_3`, `row_4` | the second, third and fourth row or column from the rim |
/// | `diagonal_8` to `diagonal_4` | diagonals of eight to four squares |
/// | `mobility`, `mobility_other` | each number of legal moves, own and the opponent's, up to 24 |
/// | `potential`, `potential_other` | each number of empty squares next to discs of the other side, up to 31 |
/// | `parity` | an odd number of empty squares, so that the side to move has the last move |
/// | `constant` | every position |
///
/// There are twelve stages of five discs each, the first from four discs on; a group has the weights of the first
/// stage, then those of the next. They are hundredths of a disc and come from
/// `weights/othello-patterns.weights`. A clone shares them.
///
/// ```
/// use pleach::{Evaluate, Notation, Score, Symmetric};
/// use pleach_games::othello::{Othello, Patterns, Unit};
/// let patterns = Patterns::default();
/// let game = Othello::new().parse("f5d6c3d3c4f4").unwrap().with_unit(Unit::Hundredth);
/// assert!(game.images().all(|image| patterns.hundredths(&image) == patterns.hundredths(&game)));
/// ```
#[derive(Clone)]
pub struct Patterns {
    weights: Arc<Weights>,
    stages: Arc<[Stage]>,
    /// Where each of the groups begins in the flat list of the weights.
    offsets: Arc<[u32]>,
}

impl Patterns {
    const NAME: &str = "othello/patterns";

    /// The evaluator whose weights are all zero: where training begins.
    ///
    /// ```
    /// use pleach::{Tunable, Weights};
    /// use pleach_games::othello::{Othello, Patterns};
    /// let blank = Patterns::blank();
    /// assert_eq!(blank.hundredths(&Othello::new()), 0);
    /// let mut numbers = blank.weights().flat();
    /// numbers.fill(1);
    /// let trained = Patterns::from_weights(blank.weights().with_flat(&numbers).unwrap()).unwrap();
    /// assert_eq!(trained.hundredths(&Othello::new()), 46 + 4 + 1, "shapes, moves and the constant");
    /// let file = trained.weights().to_bytes();
    /// assert!(Patterns::from_weights(Weights::from_bytes(&file).unwrap()).is_ok());
    /// ```
    pub fn blank() -> Patterns {
        let groups = GROUPS.iter().map(|group| (group.name.to_string(), vec![0; STAGES * group.classes]));
        let weights = Weights::new(Patterns::NAME, 0, groups);
        weights.and_then(Tunable::from_weights).expect("zeros fit")
    }

    /// The value for the side to move in hundredths of a disc, not yet held inside a game's range.
    #[inline]
    pub fn hundredths(&self, game: &Othello) -> i32 {
        #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
        if super::vector::wide::available() {
            // SAFETY: the processor has the instructions, as just asked.
            return unsafe { self.hundredths_wide(game) };
        }
        self.hundredths_portable(game)
    }

    /// PERF: the same with wide registers and a bit count, see [`vector`](super::vector).
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[cfg_attr(target_feature = "avx2", allow(dead_code, reason = "it is the same then"))]
    fn hundredths_wide(&self, game: &Othello) -> i32 {
        self.hundredths_portable(game)
    }

    #[inline(always)]
    fn hundredths_portable(&self, game: &Othello) -> i32 {
        let discs = (game.own | game.other).count_ones();
        let weights = &self.stages[layout::stage(discs)];
        // PERF: by way of memory, where each number is a load; out of a wide register it is two operations.
        let configurations = black_box(shapes::configurations(game.own, game.other));
        let mut sum = sum_of_shapes(weights, &configurations.0);
        let counts = Counts::of(game);
        sum += i32::from(weights[layout::MOBILITY + counts.moves]);
        sum += i32::from(weights[layout::MOBILITY_OTHER + counts.moves_other]);
        sum += i32::from(weights[layout::POTENTIAL + counts.potential]);
        sum += i32::from(weights[layout::POTENTIAL_OTHER + counts.potential_other]);
        // Empty squares and discs make 64, so they are odd together.
        sum += i32::from(weights[layout::PARITY]) * (discs & 1) as i32;
        sum + i32::from(weights[layout::CONSTANT])
    }
}

/// The weights of all instances. They are listed by shape so that every look-up has a fixed base.
#[inline(always)]
fn sum_of_shapes(weights: &Stage, configurations: &[u16; LANES * PARTS]) -> i32 {
    sum_of_shape::<0>(weights, configurations)
        + sum_of_shape::<1>(weights, configurations)
        + sum_of_shape::<2>(weights, configurations)
        + sum_of_shape::<3>(weights, configurations)
        + sum_of_shape::<4>(weights, configurations)
        + sum_of_shape::<5>(weights, configurations)
        + sum_of_shape::<6>(weights, configurations)
        + sum_of_shape::<7>(weights, configurations)
        + sum_of_shape::<8>(weights, configurations)
        + sum_of_shape::<9>(weights, configurations)
        + sum_of_shape::<10>(weights, configurations)
}

#[inline(always)]
fn sum_of_shape<const SHAPE: usize>(weights: &Stage, configurations: &[u16; LANES * PARTS]) -> i32 {
    let instances = &configurations[FIRST[SHAPE]..FIRST[SHAPE + 1]];
    instances.iter().map(|&number| i32::from(weights[BASES[SHAPE] + usize::from(number)])).sum()
}

/// What is counted beside the shapes, as far as the weights go.
struct Counts {
    moves: usize,
    moves_other: usize,
    potential: usize,
    potential_other: usize,
}

impl Counts {
    #[inline(always)]
    fn of(game: &Othello) -> Counts {
        let count = |squares: u64, most: usize| (squares.count_ones() as usize).min(most);
        Counts {
            moves: count(game.legal, MOST_MOVES),
            moves_other: count(legal_moves(game.other, game.own), MOST_MOVES),
            potential: count(potential_moves(game.own, game.other), MOST_POTENTIAL),
            potential_other: count(potential_moves(game.other, game.own), MOST_POTENTIAL),
        }
    }
}

impl Default for Patterns {
    fn default() -> Self {
        static DEFAULT: LazyLock<Patterns> = LazyLock::new(|| {
            let weights = Weights::from_bytes(include_bytes!("../../../weights/othello-patterns.weights"));
            weights.and_then(Tunable::from_weights).expect("the weights that come with the crate fit")
        });
        DEFAULT.clone()
    }
}

/// Without the weights, which would fill a book.
impl fmt::Debug for Patterns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Patterns").field("version", &self.weights.version()).finish_non_exhaustive()
    }
}

impl Tunable for Patterns {
    fn weights(&self) -> &Weights {
        &self.weights
    }

    fn from_weights(weights: Weights) -> Result<Self, WeightsError> {
        if weights.evaluator() != Patterns::NAME {
            let reason = format!("expected those of '{}', not of '{}'", Patterns::NAME, weights.evaluator());
            return Err(WeightsError::new(reason));
        }
        let stages = layout::stages(&weights)?.into();
        let offsets = layout::offsets(&weights).into();
        Ok(Patterns { weights: Arc::new(weights), stages, offsets })
    }
}

impl Linear<Othello> for Patterns {
    fn terms(&self, game: &Othello, term: &mut dyn FnMut(u32, f32)) {
        let stage = layout::stage((game.own | game.other).count_ones());
        let mut tell = |group: usize, number: usize| {
            let Group { class, classes, .. } = &GROUPS[group];
            term(self.offsets[group] + (stage * classes) as u32 + u32::from(class[number]), 1.0);
        };
        let configurations = shapes::configurations(game.own, game.other);
        for (instance, number) in ALL.iter().zip(configurations.0) {
            tell(instance.shape, number.into());
        }
        let counts = Counts::of(game);
        let numbers = [counts.moves, counts.moves_other, counts.potential, counts.potential_other];
        for (group, number) in (SHAPES.len()..).zip(numbers) {
            tell(group, number);
        }
        let [parity, constant] = [2, 1].map(|from_end| SHAPES.len() + COUNTED.len() - from_end);
        if game.empty().count_ones() % 2 == 1 {
            tell(parity, 0);
        }
        tell(constant, 0);
    }
}

impl Evaluate<Othello> for Patterns {
    type Value = Score;

    #[inline]
    fn evaluate(&self, game: &Othello) -> Score {
        game.unit.score(self.hundredths(game))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pleach::{Game, Notation, Player, Swappable, Symmetric, mix};
    use proptest::prelude::*;

    /// Weights from a random sequence: no two alike by more than chance.
    fn random_patterns() -> &'static Patterns {
        static RANDOM: LazyLock<Patterns> = LazyLock::new(|| {
            let blank = Patterns::blank();
            let count = blank.weights().flat().len() as u64;
            let numbers: Vec<i32> = (0..count).map(|place| (mix(place) % 2001) as i32 - 1000).collect();
            Patterns::from_weights(blank.weights().with_flat(&numbers).unwrap()).unwrap()
        });
        &RANDOM
    }

    fn positions() -> impl Strategy<Value = Othello> {
        (any::<u64>(), any::<u64>(), any::<u64>(), 0..3u8, any::<bool>()).prop_map(
            |(colour, a, b, crowd, max)| {
                let occupied = [a & b, a, a | b][crowd as usize];
                let to_move = if max { Player::Max } else { Player::Min };
                Othello::from_boards(occupied & colour, occupied & !colour, to_move)
            },
        )
    }

    fn sum_of_terms(patterns: &Patterns, flat: &[i32], game: &Othello) -> i32 {
        let mut sum = 0;
        patterns.terms(game, &mut |place, count| sum += flat[place as usize] * count as i32);
        sum
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn images_and_swapped_sides_have_the_same_value(game in positions()) {
            let patterns = random_patterns();
            let value = patterns.hundredths(&game);
            prop_assert!(game.images().all(|image| patterns.hundredths(&image) == value));
            prop_assert_eq!(patterns.hundredths(&game.swapped()), value);
        }

        #[test]
        fn wide_and_portable_agree(game in positions()) {
            let patterns = random_patterns();
            prop_assert_eq!(patterns.hundredths(&game), patterns.hundredths_portable(&game));
        }
    }

    /// Along random games, so that every stage has its turn.
    #[test]
    fn the_value_is_the_sum_of_the_terms() {
        let patterns = random_patterns();
        let flat = patterns.weights().flat();
        let mut random = 1;
        for _ in 0..100 {
            let mut game = Othello::new();
            loop {
                assert_eq!(sum_of_terms(patterns, &flat, &game), patterns.hundredths(&game));
                let moves: Vec<_> = game.moves().collect();
                random = mix(random);
                let Some(&mv) = moves.get((random % moves.len().max(1) as u64) as usize) else { break };
                game.play(mv);
            }
        }
    }

    #[test]
    fn the_order_of_the_groups_is_free() {
        let patterns = random_patterns();
        let groups = groups(patterns.weights());
        let reversed = Weights::new(Patterns::NAME, 1, groups.into_iter().rev()).unwrap();
        let reversed = Patterns::from_weights(reversed).unwrap();
        let game = Othello::new().parse("f5d6c3d3c4f4f6").unwrap();
        assert_eq!(reversed.hundredths(&game), patterns.hundredths(&game));
        let flat = reversed.weights().flat();
        assert_eq!(sum_of_terms(&reversed, &flat, &game), patterns.hundredths(&game));
    }

    #[test]
    fn weights_can_be_read_out_and_replaced() {
        let patterns = random_patterns();
        let read = Weights::from_bytes(&patterns.weights().to_bytes()).unwrap();
        assert!(read == *patterns.weights());
        let again = Patterns::from_weights(read).unwrap();
        assert!(again.stages == patterns.stages);
        assert!(Patterns::default().weights().evaluator() == Patterns::NAME);
        assert!(Patterns::blank().weights().to_bytes().len() < 500);
    }

    type Groups = Vec<(String, Vec<i32>)>;

    fn groups(weights: &Weights) -> Groups {
        weights.groups().map(|(name, numbers)| (name.to_string(), numbers.to_vec())).collect()
    }

    #[test]
    fn weights_that_do_not_fit_are_refused() {
        let blank = Patterns::blank();
        let groups = groups(blank.weights());
        let error = |name: &str, change: &dyn Fn(&mut Groups)| {
            let mut groups = groups.clone();
            change(&mut groups);
            Patterns::from_weights(Weights::new(name, 1, groups).unwrap()).unwrap_err().to_string()
        };
        let other = error("othello/classic", &|_| {});
        assert_eq!(other, "weights: expected those of 'othello/patterns', not of 'othello/classic'");
        let short = error(Patterns::NAME, &|groups| groups[0].1.truncate(539));
        assert_eq!(short, "weights: 'diagonal_4' has 539 numbers instead of 540");
        let missing = error(Patterns::NAME, &|groups| drop(groups.pop()));
        assert_eq!(missing, "weights: 'constant' is missing");
        let large = error(Patterns::NAME, &|groups| groups[9].1[7] = -32768);
        assert_eq!(large, "weights: 'edge_2x' has -32768: a weight is between -32767 and 32767");
        let unknown = error(Patterns::NAME, &|groups| groups.push(("more".to_string(), vec![1])));
        assert_eq!(unknown, "weights: 'more' is unknown");
    }

    #[test]
    fn searches_can_share_it() {
        fn shared<T: Clone + Send + Sync>(_: &T) {}
        shared(&Patterns::blank());
    }
}
