//! The good evaluator: mobility, corners and what surrounds them, stability and parity, by stage.

use super::stable::stable_both;
use super::{CORNERS, Othello, legal_moves, neighbours, odd_quadrants};
use pleach::{Evaluate, Linear, Score, Tunable, Weights, WeightsError};

/// How many stages of the game the weights are given for.
pub(super) const STAGES: usize = 5;
/// The number of discs at which each stage's weights hold; in between they blend into each other.
const STAGE_DISCS: [i32; STAGES] = [12, 24, 36, 48, 60];

/// A thousand discs: far beyond any sense, and far from overflow.
const LARGEST_WEIGHT: i32 = 100_000;

/// What is counted, for the side to move minus its opponent except for the last three.
const FEATURES: [&str; 12] = [
    "mobility",
    "potential",
    "frontier",
    "disc",
    "corner",
    "x_square",
    "c_square",
    "edge",
    "stable",
    "parity",
    "quadrant",
    "tempo",
];

/// The squares diagonally beside a corner.
const X_SQUARES: u64 = 0x0042_0000_0000_4200;
/// The rim without its corners and the squares beside them.
const EDGES: u64 = 0x3c00_8181_8181_003c;

/// Knowledge of the classic programs, side to move's view.
///
/// | weight | counts |
/// |---|---|
/// | `mobility` | legal moves |
/// | `potential` | empty squares next to an opponent's disc |
/// | `frontier` | discs next to an empty square |
/// | `disc`, `corner` | discs, corners |
/// | `x_square`, `c_square` | discs diagonally and straight beside an empty corner |
/// | `edge` | discs on the rim elsewhere |
/// | `stable` | discs that can certainly never be turned, see [`stable_discs`](super::stable_discs) |
/// | `parity` | 1 if the number of empty squares is odd, so that the side to move has the last move |
/// | `quadrant` | quadrants with an odd number of empty squares |
/// | `tempo` | 1: what it is worth to be on move |
///
/// Each has five weights, for 12, 24, 36, 48 and 60 discs on the board, blended in between. They are
/// read from `weights/othello-classic.toml`, in hundredths of a disc.
///
/// ```
/// use pleach::{Evaluate, Notation, Score};
/// use pleach_games::othello::{Classic, Othello, Unit};
/// let classic = Classic::default();
/// let game = Othello::new().parse("f5d6c3d3c4f4").unwrap().with_unit(Unit::Hundredth);
/// assert_eq!(classic.evaluate(&game).get(), classic.hundredths(&game));
/// ```
#[derive(Clone, Debug)]
pub struct Classic {
    weights: Weights,
    by_count: Box<[[i32; FEATURES.len()]; 65]>,
}

impl Classic {
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
    pub(super) fn hundredths_portable(&self, game: &Othello) -> i32 {
        let discs = (game.own | game.other).count_ones();
        let weights = &self.by_count[discs as usize];
        features(game).iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
    }
}

/// The numbers that the weights multiply, in the order of [`FEATURES`].
#[inline(always)]
fn features(game: &Othello) -> [i32; FEATURES.len()] {
    let (own, other) = (game.own, game.other);
    let empty = game.empty();
    let count = |squares: u64| squares.count_ones() as i32;
    let difference = |own: u64, other: u64| count(own) - count(other);
    let (stable, stable_other) = stable_both(own, other);
    let beside_empty = neighbours(empty);
    let beside_empty_corner = neighbours(empty & CORNERS);
    let (x_squares, c_squares) = (beside_empty_corner & X_SQUARES, beside_empty_corner & !X_SQUARES);
    [
        difference(game.legal, legal_moves(other, own)),
        difference(neighbours(other) & empty, neighbours(own) & empty),
        difference(own & beside_empty, other & beside_empty),
        difference(own, other),
        difference(own & CORNERS, other & CORNERS),
        difference(own & x_squares, other & x_squares),
        difference(own & c_squares, other & c_squares),
        difference(own & EDGES, other & EDGES),
        difference(stable, stable_other),
        count(empty) & 1,
        count(odd_quadrants(empty)) / 16,
        1,
    ]
}

/// What the weights of a stage and of the next one count for where so many discs are on the board.
fn shares(discs: i32) -> (usize, f64, f64) {
    let discs = discs.clamp(STAGE_DISCS[0], STAGE_DISCS[STAGES - 1]);
    let stage = STAGE_DISCS.windows(2).position(|pair| discs <= pair[1]).unwrap_or(0);
    let (from, to) = (STAGE_DISCS[stage], STAGE_DISCS[stage + 1]);
    let share = f64::from(discs - from) / f64::from(to - from);
    (stage, 1.0 - share, share)
}

/// The weights of every stage blended into weights for every number of discs on the board.
pub(super) fn by_disc_count<const FEATURES: usize>(groups: [&[i32]; FEATURES]) -> Box<[[i32; FEATURES]; 65]> {
    let mut table = Box::new([[0; FEATURES]; 65]);
    for (discs, row) in (0..).zip(table.iter_mut()) {
        let (stage, share, next_share) = shares(discs);
        for (weight, group) in row.iter_mut().zip(groups) {
            let blend = f64::from(group[stage]) * share + f64::from(group[stage + 1]) * next_share;
            *weight = blend.round() as i32;
        }
    }
    table
}

/// Tells the terms of features that are weighed by stage: see [`Linear`].
pub(super) fn tell_by_stage<const FEATURES: usize>(
    weights: &Weights,
    names: [&str; FEATURES],
    features: [i32; FEATURES],
    discs: u32,
    term: &mut dyn FnMut(u32, f32),
) {
    let (stage, share, next_share) = shares(discs as i32);
    for (name, feature) in names.into_iter().zip(features) {
        let place = (weights.place(name).unwrap_or(0) + stage) as u32;
        term(place, feature as f32 * share as f32);
        term(place + 1, feature as f32 * next_share as f32);
    }
}

/// The groups of weights, which must be small enough for sums of them to stay a number.
pub(super) fn groups<'w, const FEATURES: usize>(
    weights: &'w Weights,
    names: [&str; FEATURES],
) -> Result<[&'w [i32]; FEATURES], WeightsError> {
    let mut groups: [&[i32]; FEATURES] = [&[]; FEATURES];
    for (group, name) in groups.iter_mut().zip(names) {
        *group = weights.group(name, STAGES)?;
        if let Some(large) = group.iter().find(|weight| weight.unsigned_abs() > LARGEST_WEIGHT as u32) {
            return Err(WeightsError::new(format!(
                "'{name}' has {large}: a weight is between -{LARGEST_WEIGHT} and {LARGEST_WEIGHT}"
            )));
        }
    }
    Ok(groups)
}

impl Default for Classic {
    fn default() -> Self {
        let weights = Weights::from_toml(include_str!("../../weights/othello-classic.toml"));
        weights.and_then(Tunable::from_weights).expect("the weights that come with the crate fit")
    }
}

impl Tunable for Classic {
    fn weights(&self) -> &Weights {
        &self.weights
    }

    fn from_weights(weights: Weights) -> Result<Self, WeightsError> {
        let by_count = by_disc_count(groups(&weights, FEATURES)?);
        Ok(Classic { weights, by_count })
    }
}

impl Linear<Othello> for Classic {
    fn terms(&self, game: &Othello, term: &mut dyn FnMut(u32, f32)) {
        let discs = (game.own | game.other).count_ones();
        tell_by_stage(&self.weights, FEATURES, features(game), discs, term);
    }
}

impl Evaluate<Othello> for Classic {
    type Value = Score;

    #[inline]
    fn evaluate(&self, game: &Othello) -> Score {
        game.unit.score(self.hundredths(game))
    }
}
