//! Evaluators: the distance alone, and one in the manner of Learner III (Tong, appendix C).

use super::ChineseCheckers;
use super::board::{HOLES, HOMES, Hole, Holes, holes_of};
use super::generate::destinations;
use pleach::{Evaluate, Game, Player, Score, Tunable, Weights, WeightsError};

/// The marbles of a side.
const MARBLES: usize = 10;

/// The rows that a hole is away from the tip of the player's own home.
#[inline]
pub(super) fn progress(player: Player, hole: Hole) -> i32 {
    let row = hole.row() as i32;
    match player {
        Player::Max => row,
        Player::Min => 16 - row,
    }
}

/// The cheap evaluator: the rows that the marbles have come, each row with its own weight, as a
/// difference between the players.
///
/// ```
/// use pleach::{Evaluate, Game, Notation, Score};
/// use pleach_games::{ChineseCheckers, chinese_checkers::Distance};
/// let mut game = ChineseCheckers::new();
/// assert_eq!(Distance::default().evaluate(&game), Score::ZERO);
/// game.play(game.parse_move("d1-e5").unwrap());
/// assert!(Distance::default().evaluate(&game) < Score::ZERO, "the opponent is a step ahead");
/// ```
#[derive(Clone, Debug)]
pub struct Distance {
    weights: Weights,
    holes: [[i32; HOLES]; 2],
}

impl Default for Distance {
    fn default() -> Self {
        let text = include_str!("../../weights/chinese_checkers-distance.toml");
        Weights::from_toml(text).and_then(Distance::from_weights).expect("the weights that come with it")
    }
}

impl Tunable for Distance {
    fn weights(&self) -> &Weights {
        &self.weights
    }

    fn from_weights(weights: Weights) -> Result<Self, WeightsError> {
        let rows = weights.group("row", 17)?;
        let of_player = |player| {
            let mut holes = [0; HOLES];
            Hole::all().for_each(|hole| holes[hole.index()] = rows[progress(player, hole) as usize]);
            holes
        };
        let holes = [of_player(Player::Max), of_player(Player::Min)];
        Ok(Distance { weights, holes })
    }
}

impl Evaluate<ChineseCheckers> for Distance {
    type Value = Score;

    fn evaluate(&self, game: &ChineseCheckers) -> Score {
        let sum = |player: Player| {
            let values = &self.holes[player as usize];
            game.marbles(player).fold(0i32, |sum, hole| sum.saturating_add(values[hole.index()]))
        };
        game.to_move().view(Score::new(sum(Player::Max).saturating_sub(sum(Player::Min))))
    }
}

/// An evaluator in the manner of Learner III: mobility by steps and by jumps, positioning, and the
/// power of the marbles, as a difference between the players.
///
/// - `step`, `jump`: the moves there are; a move that is both counts as a step.
/// - `progress`: the rows that all marbles have come.
/// - `centre`: half holes away from the line between the tips, for marbles not yet in the goal, counted
///   against the player.
/// - `power`: the same rows once more, weighed by the marble's place from the back, the hindmost first.
///
/// All weights are whole numbers from 0 to 8, as in the thesis.
///
/// ```
/// use pleach::{Evaluate, Game, Notation, Score, Tunable};
/// use pleach_games::{ChineseCheckers, chinese_checkers::Learner};
/// let learner = Learner::default();
/// let mut game = ChineseCheckers::new();
/// assert_eq!(learner.evaluate(&game), Score::ZERO);
/// let weights = learner.weights().with_flat(&[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap();
/// let steps = Learner::from_weights(weights).unwrap();
/// game.play(game.parse_move("d1-e5").unwrap());
/// assert_eq!(steps.evaluate(&game), Score::new(8 - 12));
/// ```
#[derive(Clone, Debug)]
pub struct Learner {
    weights: Weights,
    step: i32,
    jump: i32,
    /// Progress and centre for each player and hole.
    holes: [[i32; HOLES]; 2],
    power: [i32; MARBLES],
}

/// The range of the weights in the thesis.
const LARGEST_WEIGHT: i32 = 8;

impl Default for Learner {
    fn default() -> Self {
        let text = include_str!("../../weights/chinese_checkers-learner.toml");
        Weights::from_toml(text).and_then(Learner::from_weights).expect("the weights that come with it")
    }
}

impl Tunable for Learner {
    fn weights(&self) -> &Weights {
        &self.weights
    }

    fn from_weights(weights: Weights) -> Result<Self, WeightsError> {
        if let Some(wrong) = weights.flat().into_iter().find(|weight| !(0..=LARGEST_WEIGHT).contains(weight))
        {
            return Err(WeightsError::new(format!("{wrong} is not between 0 and {LARGEST_WEIGHT}")));
        }
        let (step, jump) = (weights.number("step")?, weights.number("jump")?);
        let (ahead, centre) = (weights.number("progress")?, weights.number("centre")?);
        let mut power = [0; MARBLES];
        power.copy_from_slice(weights.group("power", MARBLES)?);
        let of_player = |player: Player| {
            let mut holes = [0; HOLES];
            for hole in Hole::all() {
                let (x, y, _) = hole.cube();
                let in_goal = HOMES[player.other() as usize] & hole.bit() != 0;
                let aside = if in_goal { 0 } else { i32::from((x - y).abs()) };
                holes[hole.index()] = ahead * progress(player, hole) - centre * aside;
            }
            holes
        };
        let holes = [of_player(Player::Max), of_player(Player::Min)];
        Ok(Learner { weights, step, jump, holes, power })
    }
}

impl Learner {
    fn of_player(&self, game: &ChineseCheckers, player: Player) -> i32 {
        let marbles = game.marbles[player as usize];
        self.mobility(game, marbles) + self.positioning(marbles, player)
    }

    fn mobility(&self, game: &ChineseCheckers, marbles: Holes) -> i32 {
        let (mut lines, occupied) = (game.lines, game.marbles[0] | game.marbles[1]);
        let (mut steps, mut jumps) = (0, 0);
        for from in holes_of(marbles) {
            let (by_step, by_jump) = destinations(&mut lines, occupied, from);
            steps += by_step.count_ones() as i32;
            jumps += (by_jump & !by_step).count_ones() as i32;
        }
        self.step * steps + self.jump * jumps
    }

    fn positioning(&self, marbles: Holes, player: Player) -> i32 {
        let values = &self.holes[player as usize];
        holes_of(marbles).enumerate().fold(0, |sum, (place, hole)| {
            // Holes rise from player 1's tip: for player 2 the first marble is the foremost.
            let from_the_back = if player == Player::Max { place } else { MARBLES - 1 - place };
            sum + values[hole.index()] + self.power[from_the_back] * progress(player, hole)
        })
    }
}

impl Evaluate<ChineseCheckers> for Learner {
    type Value = Score;

    fn evaluate(&self, game: &ChineseCheckers) -> Score {
        let difference = self.of_player(game, Player::Max) - self.of_player(game, Player::Min);
        game.to_move().view(Score::new(difference))
    }
}

/// An evaluator chosen at run time.
pub(super) enum ChineseCheckersEvaluator {
    Learner(Box<Learner>),
    Distance(Box<Distance>),
}

impl Evaluate<ChineseCheckers> for ChineseCheckersEvaluator {
    type Value = Score;

    fn evaluate(&self, game: &ChineseCheckers) -> Score {
        match self {
            ChineseCheckersEvaluator::Learner(learner) => learner.evaluate(game),
            ChineseCheckersEvaluator::Distance(distance) => distance.evaluate(game),
        }
    }
}

impl Tunable for ChineseCheckersEvaluator {
    fn weights(&self) -> &Weights {
        match self {
            ChineseCheckersEvaluator::Learner(learner) => learner.weights(),
            ChineseCheckersEvaluator::Distance(distance) => distance.weights(),
        }
    }

    /// The learner, which Chinese Checkers is usually played with.
    fn from_weights(weights: Weights) -> Result<Self, WeightsError> {
        Learner::from_weights(weights).map(Box::new).map(ChineseCheckersEvaluator::Learner)
    }

    fn with_weights(&self, weights: Weights) -> Result<Self, WeightsError> {
        match self {
            ChineseCheckersEvaluator::Learner(_) => ChineseCheckersEvaluator::from_weights(weights),
            ChineseCheckersEvaluator::Distance(_) => {
                Distance::from_weights(weights).map(Box::new).map(ChineseCheckersEvaluator::Distance)
            }
        }
    }
}
