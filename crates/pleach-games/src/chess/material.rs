//! The cheap evaluation: material alone.

use super::Chess;
use cozy_chess::{Board, Color, Piece};
use pleach::{Evaluate, Game, Linear, Score, Tunable, Weights, WeightsError};

/// The material of the side to move minus that of its opponent, in hundredths of a pawn.
///
/// ```
/// use pleach::{Evaluate, Notation, Score};
/// use pleach_games::chess::{Chess, Material};
/// let game = Chess::new().parse("4k3/8/8/8/8/8/8/3QK3 b - - 0 1").unwrap();
/// assert!(Material::default().evaluate(&game) < Score::new(-800));
/// assert_eq!(Material::default().evaluate(&Chess::new()), Score::ZERO);
/// ```
#[derive(Clone, Debug)]
pub struct Material {
    weights: Weights,
    values: [i32; 5],
}

impl Default for Material {
    fn default() -> Self {
        let weights = Weights::from_toml(include_str!("../../weights/chess-material.toml"));
        weights.and_then(Material::from_weights).expect("the embedded weights are complete")
    }
}

impl Tunable for Material {
    fn weights(&self) -> &Weights {
        &self.weights
    }

    fn from_weights(weights: Weights) -> Result<Self, WeightsError> {
        let mut values = [0; 5];
        values.copy_from_slice(weights.group("pieces", 5)?);
        Ok(Material { weights, values })
    }
}

impl Evaluate<Chess> for Material {
    type Value = Score;

    fn evaluate(&self, game: &Chess) -> Score {
        let board = game.cozy_board();
        let balance = |(piece, value): (Piece, &i32)| value.wrapping_mul(balance(board, piece));
        let sum = Piece::ALL.into_iter().zip(&self.values).map(balance).fold(0, i32::wrapping_add);
        game.to_move().view(Score::new(sum))
    }
}

impl Linear<Chess> for Material {
    fn terms(&self, game: &Chess, term: &mut dyn FnMut(u32, f32)) {
        for (place, piece) in Piece::ALL.into_iter().take(self.values.len()).enumerate() {
            let balance = game.to_move().view(Score::new(balance(game.cozy_board(), piece)));
            term(place as u32, balance.get() as f32);
        }
    }
}

/// How many more pieces of a kind White has.
fn balance(board: &Board, piece: Piece) -> i32 {
    let count = |colour| board.colored_pieces(colour, piece).len() as i32;
    count(Color::White) - count(Color::Black)
}
