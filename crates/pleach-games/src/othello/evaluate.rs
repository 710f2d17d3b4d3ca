//! The cheap evaluator, and the choice between it and the others.

use super::classic::{Classic, by_disc_count, groups};
use super::{CORNERS, Othello, Patterns};
use pleach::{Evaluate, Score, Tunable, Weights, WeightsError};

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
        let count = |squares: u64| squares.count_ones() as i32;
        let (own, other) = (count(game.own), count(game.other));
        let [disc, corner] = self.by_count[(own + other) as usize];
        disc * (own - other) + corner * (count(game.own & CORNERS) - count(game.other & CORNERS))
    }
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
        let by_count = by_disc_count(groups(&weights, ["disc", "corner"])?);
        Ok(DiscsCorners { weights, by_count })
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
pub(super) enum Chosen {
    Classic(Classic),
    Patterns(Patterns),
    DiscsCorners(DiscsCorners),
}

/// Makes one of them. Reading weights takes time, so only the chosen one is made.
type Maker = fn() -> Chosen;

impl Chosen {
    /// How to make each of them, by name.
    pub(super) const MAKERS: [(&str, Maker); 3] = [
        ("classic", Chosen::classic),
        ("patterns", || Chosen::Patterns(Patterns::default())),
        ("discs-corners", || Chosen::DiscsCorners(DiscsCorners::default())),
    ];

    pub(super) fn classic() -> Chosen {
        Chosen::Classic(Classic::default())
    }
}

impl Evaluate<Othello> for Chosen {
    type Value = Score;

    #[inline]
    fn evaluate(&self, game: &Othello) -> Score {
        match self {
            Chosen::Classic(classic) => classic.evaluate(game),
            Chosen::Patterns(patterns) => patterns.evaluate(game),
            Chosen::DiscsCorners(cheap) => cheap.evaluate(game),
        }
    }
}
