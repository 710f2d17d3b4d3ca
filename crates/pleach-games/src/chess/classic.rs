//! The good evaluation: what chess players look at, weighed for middlegame and endgame.

use super::Chess;
use super::features::{Features, Reader, WeightPair, place_of};
use super::taper::Taper;
use cozy_chess::{Board, Color, Piece, Square};
use pleach::{Evaluate, Game, Linear, Score, Tunable, Weights, WeightsError};
use std::collections::BTreeMap;

/// The classical evaluation, in about hundredths of a pawn: material and piece-square tables, mobility,
/// pawn structure, king safety, the bishop pair, rooks on open files and the right to move.
///
/// Every term has a middlegame and an endgame weight; the pieces on the board decide how the two are
/// mixed. All weights are in `weights/chess-classic.toml`.
///
/// ```
/// use pleach::{Evaluate, Notation};
/// use pleach_games::chess::{Chess, Classic};
/// let classic = Classic::default();
/// let value = |fen: &str| classic.evaluate(&Chess::new().parse(fen).unwrap());
/// // A passed pawn is worth more than the same pawn with an opponent in its way.
/// assert!(value("4k3/p7/8/3P4/8/8/8/4K3 w - - 0 1") > value("4k3/3p4/8/3P4/8/8/8/4K3 w - - 0 1"));
/// ```
#[derive(Clone, Debug)]
pub struct Classic {
    weights: Weights,
    /// Where the weights of the features are.
    places: Features<WeightPair>,
    features: Features<Taper>,
    /// Material and piece-square value by colour, piece and square; Black's are negative.
    squares: [[[Taper; 64]; 6]; 2],
    attack_units: [i32; 6],
    phase: [i32; 6],
    whole_phase: i32,
    pawnless_margin: i32,
    pawnless_percent: i32,
}

impl Default for Classic {
    fn default() -> Self {
        let weights = Weights::from_toml(include_str!("../../weights/chess-classic.toml"));
        weights.and_then(Classic::from_weights).expect("the embedded weights are complete")
    }
}

impl Tunable for Classic {
    fn weights(&self) -> &Weights {
        &self.weights
    }

    fn from_weights(weights: Weights) -> Result<Self, WeightsError> {
        let read = Reader::new(&weights);
        let phase: [i32; 6] = read.array("phase")?;
        let whole_phase = army(&phase);
        if !(1..=Reader::LARGEST).contains(&whole_phase) || phase.iter().any(|&part| part < 0) {
            return Err(WeightsError::new("'phase' must not be negative, nor nothing at all"));
        }
        let features = Features::read(&read, |place| read.value(place))?;
        let classic = Classic {
            places: Features::read(&read, |place| place)?,
            squares: square_values(&features),
            features,
            attack_units: read.array("attack_units")?,
            phase,
            whole_phase,
            pawnless_margin: read.array::<1>("pawnless_margin")?[0],
            pawnless_percent: read.array::<1>("pawnless_percent")?[0],
            weights: weights.clone(),
        };
        Ok(classic)
    }
}

/// What the pieces of both sides add up to at the beginning of the game.
fn army(values: &[i32; 6]) -> i32 {
    let board = Board::startpos();
    Piece::ALL.into_iter().map(|piece| values[piece as usize] * board.pieces(piece).len() as i32).sum()
}

/// Material and place in one table.
fn square_values(features: &Features<Taper>) -> [[[Taper; 64]; 6]; 2] {
    let mut squares = [[[Taper::default(); 64]; 6]; 2];
    for (piece, &material) in features.material.iter().enumerate() {
        for square in Square::ALL {
            let of = |colour| material + features.squares[piece][place_of(square, colour)];
            squares[Color::White as usize][piece][square as usize] = of(Color::White);
            squares[Color::Black as usize][piece][square as usize] = -of(Color::Black);
        }
    }
    squares
}

impl Classic {
    #[inline]
    fn piece_squares(&self, board: &Board) -> Taper {
        let of_colour = |colour: Color| -> Taper {
            let tables = &self.squares[colour as usize];
            let of_piece = |piece: Piece| -> Taper {
                let table = &tables[piece as usize];
                board.colored_pieces(colour, piece).iter().map(|square| table[square as usize]).sum()
            };
            Piece::ALL.into_iter().map(of_piece).sum()
        };
        of_colour(Color::White) + of_colour(Color::Black)
    }

    fn side(&self, board: &Board, colour: Color) -> Taper {
        let mut sum = Taper::default();
        self.features.of_side(board, colour, &self.attack_units, &mut |value, times| sum += value * times);
        sum
    }

    /// How much of the middlegame is left, of [`Classic::whole_phase`].
    fn phase(&self, board: &Board) -> i32 {
        let of = |piece: Piece| self.phase[piece as usize] * board.pieces(piece).len() as i32;
        Piece::ALL.into_iter().map(of).sum()
    }

    /// The value for White before it shrinks.
    fn sum(&self, board: &Board) -> i32 {
        let mut sum = self.piece_squares(board);
        sum += self.side(board, Color::White) - self.side(board, Color::Black);
        sum += if board.side_to_move() == Color::White { self.features.tempo } else { -self.features.tempo };
        sum.at(self.phase(board), self.whole_phase)
    }

    /// Whoever is ahead without a pawn and by little more than a minor piece can hardly win.
    fn shrinks(&self, board: &Board, value: i32) -> bool {
        let leader = if value > 0 { Color::White } else { Color::Black };
        if !board.colored_pieces(leader, Piece::Pawn).is_empty() {
            return false;
        }
        let count = |colour, piece| board.colored_pieces(colour, piece).len() as i32;
        let lead = |piece: Piece| {
            let value = self.features.material[piece as usize].endgame();
            value * (count(leader, piece) - count(!leader, piece))
        };
        Piece::ALL.into_iter().map(lead).sum::<i32>() <= self.pawnless_margin
    }

    /// Tells the places of all features of a position, and how often White has more of each than Black.
    fn balance(&self, board: &Board, tell: &mut impl FnMut(WeightPair, i32)) {
        for (colour, sign) in [(Color::White, 1), (Color::Black, -1)] {
            for piece in Piece::ALL {
                for square in board.colored_pieces(colour, piece) {
                    tell(self.places.material[piece as usize], sign);
                    let square = place_of(square, colour);
                    tell(self.places.squares[piece as usize][square], sign);
                }
            }
            let mut tell_more = |place, times: u32| tell(place, sign * times as i32);
            self.places.of_side(board, colour, &self.attack_units, &mut tell_more);
        }
        tell(self.places.tempo, if board.side_to_move() == Color::White { 1 } else { -1 });
    }
}

impl Evaluate<Chess> for Classic {
    type Value = Score;

    fn evaluate(&self, game: &Chess) -> Score {
        let board = game.cozy_board();
        let sum = self.sum(board);
        let value = if self.shrinks(board, sum) { sum * self.pawnless_percent / 100 } else { sum };
        game.to_move().view(Score::new(value))
    }
}

/// The value is linear in what features are worth. The weights that decide how much a feature counts (`phase`,
/// `attack_units` and those of positions without pawns) are no terms, and a tuner leaves them alone.
impl Linear<Chess> for Classic {
    fn terms(&self, game: &Chess, term: &mut dyn FnMut(u32, f32)) {
        let board = game.cozy_board();
        let shrinks = self.shrinks(board, self.sum(board));
        let whole = if shrinks { self.pawnless_percent as f32 / 100.0 } else { 1.0 };
        let whole = if board.side_to_move() == Color::White { whole } else { -whole };
        let middlegame = self.phase(board).clamp(0, self.whole_phase) as f32 / self.whole_phase as f32;
        // What both sides have alike counts nothing.
        let mut counts: BTreeMap<WeightPair, i32> = BTreeMap::new();
        self.balance(board, &mut |place, times| *counts.entry(place).or_default() += times);
        for (place, times) in counts.into_iter().filter(|&(_, times)| times != 0) {
            let count = whole * times as f32;
            term(place.middlegame, count * middlegame);
            term(place.endgame, count * (1.0 - middlegame));
        }
    }
}
