//! The cheap evaluator, and the choice between it and the others.

use super::classic::{Classic, by_disc_count, groups, tell_by_stage};
use super::{CORNERS, Othello, OthelloKnowledge, Patterns};
use pleach::{Evaluate, Linear, Score, Tunable, Weights, WeightsError};

/// Discs and corners only: a few instructions, for searches whose depth must do the rest.
///
/// Early in the game having fewer discs is better, so the weights go with the number of discs on the
/// board. They are read from `weights/othello-discs-corners.toml`, in hundredths of a disc.
///
/// ```
/// use pleach::{Evaluate, Notation};
/// use pleach_games::othello::{DiscsCorners, Othello};
/// let evaluator = DiscsCorners::default();
/// let game = Othello::new().parse("f5d6c3d3c4f4f6").unwrap();
/// assert_eq!(evaluator.evaluate(&game).get(), -evaluator.evaluate(&pass_to(&game)).get());
///
/// /// The same discs with the turn handed over.
/// fn pass_to(game: &Othello) -> Othello {
///     Othello::from_boards(game.other(), game.own(), pleach::Game::to_move(game).other())
/// }
/// ```
#[derive(Clone, Debug)]
pub struct DiscsCorners {
    weights: Weights,
    /// The weights of a disc and of a corner for every number of discs on the board.
    by_count: Box<[[i32; 2]; 65]>,
}

impl DiscsCorners {
    /// The value for the side to move in hundredths of a disc, not yet held inside a game's range.
    #[inline]
    pub fn hundredths(&self, game: &Othello) -> i32 {
        let [disc, corner] = self.by_count[(game.own | game.other).count_ones() as usize];
        let [discs, corners] = features(game);
        disc * discs + corner * corners
    }
}

/// What the weights multiply.
const FEATURES: [&str; 2] = ["disc", "corner"];

/// How many more discs and corners the side to move has.
#[inline]
fn features(game: &Othello) -> [i32; 2] {
    let count = |squares: u64| squares.count_ones() as i32;
    [count(game.own) - count(game.other), count(game.own & CORNERS) - count(game.other & CORNERS)]
}

impl Default for DiscsCorners {
    fn default() -> Self {
        let weights = Weights::from_toml(include_str!("../../weights/othello-discs-corners.toml"));
        weights.and_then(Tunable::from_weights).expect("the weights that come with the crate fit")
    }
}

impl Tunable for DiscsCorners {
    fn weights(&self) -> &Weights {
        &self.weights
    }

    fn from_weights(weights: Weights) -> Result<Self, WeightsError> {
        let by_count = by_disc_count(groups(&weights, FEATURES)?);
        Ok(DiscsCorners { weights, by_count })
    }
}

impl Linear<Othello> for DiscsCorners {
    fn terms(&self, game: &Othello, term: &mut dyn FnMut(u32, f32)) {
        let discs = (game.own | game.other).count_ones();
        tell_by_stage(&self.weights, FEATURES, features(game), discs, term);
    }
}

impl Evaluate<Othello> for DiscsCorners {
    type Value = Score;

    #[inline]
    fn evaluate(&self, game: &Othello) -> Score {
        game.unit.score(self.hundredths(game))
    }
}

/// The evaluator that the option `eval` names.
pub(super) enum OthelloEvaluator {
    Classic(Classic),
    Patterns(Patterns),
    DiscsCorners(DiscsCorners),
}

/// Makes one of them. Reading weights takes time, so only the chosen one is made.
type Maker = fn() -> OthelloEvaluator;

impl OthelloEvaluator {
    /// How to make each of them, by name.
    pub(super) const MAKERS: [(&str, Maker); 3] = [
        ("patterns", OthelloEvaluator::patterns),
        ("classic", || OthelloEvaluator::Classic(Classic::default())),
        ("discs-corners", || OthelloEvaluator::DiscsCorners(DiscsCorners::default())),
    ];

    /// What fits the evaluator: patterns order moves, too.
    pub(super) fn guide(&self) -> OthelloKnowledge {
        match self {
            OthelloEvaluator::Patterns(patterns) => OthelloKnowledge::with_patterns(patterns.clone()),
            OthelloEvaluator::Classic(_) | OthelloEvaluator::DiscsCorners(_) => OthelloKnowledge::default(),
        }
    }

    pub(super) fn patterns() -> OthelloEvaluator {
        OthelloEvaluator::Patterns(Patterns::default())
    }
}

impl Evaluate<Othello> for OthelloEvaluator {
    type Value = Score;

    #[inline]
    fn evaluate(&self, game: &Othello) -> Score {
        match self {
            OthelloEvaluator::Classic(classic) => classic.evaluate(game),
            OthelloEvaluator::Patterns(patterns) => patterns.evaluate(game),
            OthelloEvaluator::DiscsCorners(cheap) => cheap.evaluate(game),
        }
    }
}

impl Tunable for OthelloEvaluator {
    fn weights(&self) -> &Weights {
        match self {
            OthelloEvaluator::Classic(classic) => classic.weights(),
            OthelloEvaluator::Patterns(patterns) => patterns.weights(),
            OthelloEvaluator::DiscsCorners(cheap) => cheap.weights(),
        }
    }

    /// The patterns, which have the most to be tuned.
    fn from_weights(weights: Weights) -> Result<Self, WeightsError> {
        Patterns::from_weights(weights).map(OthelloEvaluator::Patterns)
    }

    fn with_weights(&self, weights: Weights) -> Result<Self, WeightsError> {
        match self {
            OthelloEvaluator::Classic(_) => Classic::from_weights(weights).map(OthelloEvaluator::Classic),
            OthelloEvaluator::Patterns(_) => OthelloEvaluator::from_weights(weights),
            OthelloEvaluator::DiscsCorners(_) => {
                DiscsCorners::from_weights(weights).map(OthelloEvaluator::DiscsCorners)
            }
        }
    }
}

impl Linear<Othello> for OthelloEvaluator {
    fn terms(&self, game: &Othello, term: &mut dyn FnMut(u32, f32)) {
        match self {
            OthelloEvaluator::Classic(classic) => classic.terms(game, term),
            OthelloEvaluator::Patterns(patterns) => patterns.terms(game, term),
            OthelloEvaluator::DiscsCorners(cheap) => cheap.terms(game, term),
        }
    }
}
