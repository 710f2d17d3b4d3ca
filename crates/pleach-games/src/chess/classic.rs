//! The good evaluation: what chess players look at, weighed for middlegame and endgame.

use super::Chess;
use super::pawns::{PawnStructure, attacks, files_of};
use super::taper::Taper;
use cozy_chess::{
    BitBoard, Board, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};
use pleach::{Evaluate, Game, Score, Tunable, Weights, WeightsError};

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
    /// Material and piece-square value by colour, piece and square; Black's are negative.
    squares: [[[Taper; 64]; 6]; 2],
    mobility: Mobility,
    pawns: PawnWeights,
    king: KingWeights,
    bishop_pair: Taper,
    rook_open: Taper,
    rook_half_open: Taper,
    tempo: Taper,
    phase: [i32; 6],
    whole_phase: i32,
    values: [i32; 6],
    pawnless_margin: i32,
    pawnless_percent: i32,
}

#[derive(Clone, Debug)]
struct Mobility {
    knight: [Taper; 9],
    bishop: [Taper; 14],
    rook: [Taper; 15],
    queen: [Taper; 28],
}

#[derive(Clone, Debug)]
struct PawnWeights {
    doubled: Taper,
    isolated: Taper,
    backward: Taper,
    defended: Taper,
    /// By rank from the pawn's own side.
    passed: [Taper; 8],
    passed_blocked: Taper,
}

#[derive(Clone, Debug)]
struct KingWeights {
    shield_near: Taper,
    shield_far: Taper,
    open_file: Taper,
    attack_units: [i32; 6],
    danger: [Taper; DANGER_STEPS],
}

/// Attacks on the squares around a king are worth more the more of them there are, up to this many.
const DANGER_STEPS: usize = 24;

impl Default for Classic {
    fn default() -> Self {
        let weights = Weights::from_toml(include_str!("../../weights/chess-classic.toml"));
        weights.and_then(Classic::from_weights).expect("the embedded weights are complete")
    }
}

/// Reads groups of weights and keeps them in a range in which no sum can overflow.
struct Reader<'a>(&'a Weights);

impl Reader<'_> {
    const LARGEST: i32 = 100_000;

    fn numbers(&self, name: &str, length: usize) -> Result<&[i32], WeightsError> {
        let numbers = self.0.group(name, length)?;
        match numbers.iter().find(|number| number.unsigned_abs() > Reader::LARGEST as u32) {
            None => Ok(numbers),
            Some(number) => {
                let reason = format!("'{name}': {number} is beyond {}", Reader::LARGEST);
                Err(WeightsError::new(reason))
            }
        }
    }

    /// `[middlegame, endgame]`.
    fn pair(&self, name: &str) -> Result<Taper, WeightsError> {
        self.numbers(name, 2).map(|pair| Taper::new(pair[0], pair[1]))
    }

    fn array<const N: usize>(&self, name: &str) -> Result<[i32; N], WeightsError> {
        let mut array = [0; N];
        array.copy_from_slice(self.numbers(name, N)?);
        Ok(array)
    }

    /// Two groups, `name_middlegame` and `name_endgame`.
    fn table<const N: usize>(&self, name: &str) -> Result<[Taper; N], WeightsError> {
        let middlegame: [i32; N] = self.array(&format!("{name}_middlegame"))?;
        let endgame: [i32; N] = self.array(&format!("{name}_endgame"))?;
        Ok(std::array::from_fn(|index| Taper::new(middlegame[index], endgame[index])))
    }
}

impl Tunable for Classic {
    fn weights(&self) -> &Weights {
        &self.weights
    }

    fn from_weights(weights: Weights) -> Result<Self, WeightsError> {
        let read = Reader(&weights);
        let material: [Taper; 6] = read.table("material")?;
        let phase: [i32; 6] = read.array("phase")?;
        let whole_phase = army(&phase);
        if !(1..=Reader::LARGEST).contains(&whole_phase) || phase.iter().any(|&part| part < 0) {
            return Err(WeightsError::new("'phase' must not be negative, nor nothing at all"));
        }
        let classic = Classic {
            squares: square_values(&read, &material)?,
            mobility: Mobility {
                knight: read.table("knight_mobility")?,
                bishop: read.table("bishop_mobility")?,
                rook: read.table("rook_mobility")?,
                queen: read.table("queen_mobility")?,
            },
            pawns: PawnWeights {
                doubled: read.pair("doubled")?,
                isolated: read.pair("isolated")?,
                backward: read.pair("backward")?,
                defended: read.pair("defended")?,
                passed: read.table("passed")?,
                passed_blocked: read.pair("passed_blocked")?,
            },
            king: KingWeights {
                shield_near: read.pair("shield_near")?,
                shield_far: read.pair("shield_far")?,
                open_file: read.pair("king_open_file")?,
                attack_units: read.array("attack_units")?,
                danger: read.table("danger")?,
            },
            bishop_pair: read.pair("bishop_pair")?,
            rook_open: read.pair("rook_open")?,
            rook_half_open: read.pair("rook_half_open")?,
            tempo: read.pair("tempo")?,
            phase,
            whole_phase,
            values: material.map(Taper::endgame),
            pawnless_margin: read.numbers("pawnless_margin", 1)?[0],
            pawnless_percent: read.numbers("pawnless_percent", 1)?[0],
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

/// The tables hold the files a to d, row by row from the eighth rank; e to h are their mirror image.
fn square_values(read: &Reader<'_>, material: &[Taper; 6]) -> Result<[[[Taper; 64]; 6]; 2], WeightsError> {
    let mut squares = [[[Taper::default(); 64]; 6]; 2];
    for (piece, name) in ["pawn", "knight", "bishop", "rook", "queen", "king"].into_iter().enumerate() {
        let table: [Taper; 32] = read.table(&format!("{name}_squares"))?;
        for square in Square::ALL {
            let file = (square.file() as usize).min(7 - square.file() as usize);
            let value = material[piece] + table[(7 - square.rank() as usize) * 4 + file];
            squares[Color::White as usize][piece][square as usize] = value;
            squares[Color::Black as usize][piece][square.flip_rank() as usize] = -value;
        }
    }
    Ok(squares)
}

/// What the terms of one side look at again and again.
struct Side<'a> {
    board: &'a Board,
    colour: Color,
    own_pawns: BitBoard,
    their_pawns: BitBoard,
    /// Squares that count for mobility: not one's own pawns and king, not attacked by their pawns.
    free: BitBoard,
    /// The squares around the opponent's king.
    target: BitBoard,
}

impl<'a> Side<'a> {
    #[inline]
    fn new(board: &'a Board, colour: Color) -> Self {
        let own_pawns = board.colored_pieces(colour, Piece::Pawn);
        let their_pawns = board.colored_pieces(!colour, Piece::Pawn);
        let their_attacks = upright(attacks(upright(their_pawns.0, !colour)), !colour);
        let free = !(own_pawns | board.king(colour).bitboard() | BitBoard(their_attacks));
        let king = board.king(!colour);
        let target = get_king_moves(king) | king.bitboard();
        Side { board, colour, own_pawns, their_pawns, free, target }
    }

    fn pieces(&self, piece: Piece) -> BitBoard {
        self.board.colored_pieces(self.colour, piece)
    }
}

/// A set of squares as a colour sees it from its own side, and back.
#[inline]
fn upright(squares: u64, colour: Color) -> u64 {
    if colour == Color::White { squares } else { squares.swap_bytes() }
}

/// The attack on a king: how many pieces take part, and how much they do.
#[derive(Default)]
struct Attack {
    pieces: u32,
    units: i32,
}

impl Attack {
    #[inline]
    fn add(&mut self, reach: BitBoard, target: BitBoard, units: i32) {
        let hits = (reach & target).len();
        self.pieces += u32::from(hits > 0);
        self.units += units * hits as i32;
    }
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

    /// Mobility, rooks on open files, the bishop pair, and the attack on the opponent's king.
    #[inline]
    fn activity(&self, side: &Side<'_>) -> Taper {
        let occupied = side.board.occupied();
        let (mobility, units) = (&self.mobility, &self.king.attack_units);
        let (mut sum, mut attack) = (Taper::default(), Attack::default());
        for square in side.pieces(Piece::Knight) {
            let reach = get_knight_moves(square);
            sum += mobility.knight[(reach & side.free).len() as usize];
            attack.add(reach, side.target, units[Piece::Knight as usize]);
        }
        for square in side.pieces(Piece::Bishop) {
            let reach = get_bishop_moves(square, occupied);
            sum += mobility.bishop[(reach & side.free).len() as usize];
            attack.add(reach, side.target, units[Piece::Bishop as usize]);
        }
        for square in side.pieces(Piece::Rook) {
            let reach = get_rook_moves(square, occupied);
            sum += mobility.rook[(reach & side.free).len() as usize];
            attack.add(reach, side.target, units[Piece::Rook as usize]);
            let file = square.file().bitboard();
            if file.is_disjoint(side.own_pawns) {
                let open = file.is_disjoint(side.their_pawns);
                sum += if open { self.rook_open } else { self.rook_half_open };
            }
        }
        for square in side.pieces(Piece::Queen) {
            let reach = get_bishop_moves(square, occupied) | get_rook_moves(square, occupied);
            sum += mobility.queen[(reach & side.free).len() as usize];
            attack.add(reach, side.target, units[Piece::Queen as usize]);
        }
        if side.pieces(Piece::Bishop).len() >= 2 {
            sum += self.bishop_pair;
        }
        // A piece alone gives no mate.
        if attack.pieces >= 2 {
            sum += self.king.danger[(attack.units.max(0) as usize).min(DANGER_STEPS - 1)];
        }
        sum
    }

    #[inline]
    fn pawn_structure(&self, side: &Side<'_>) -> Taper {
        let view = |squares: BitBoard| upright(squares.0, side.colour);
        let found = PawnStructure::of(view(side.own_pawns), view(side.their_pawns));
        let weights = &self.pawns;
        let mut sum = weights.doubled * found.doubled.count_ones()
            + weights.isolated * found.isolated.count_ones()
            + weights.backward * found.backward.count_ones()
            + weights.defended * found.defended.count_ones();
        if found.passed != 0 {
            let blockers = view(side.board.colors(!side.colour));
            sum += weights.passed_blocked * (found.passed & (blockers >> 8)).count_ones();
            sum += BitBoard(found.passed).iter().map(|square| weights.passed[square.rank() as usize]).sum();
        }
        sum
    }

    /// The pawns in front of one's own king.
    #[inline]
    fn king_shelter(&self, side: &Side<'_>) -> Taper {
        let king = side.board.king(side.colour).relative_to(side.colour);
        let row = king.bitboard() | (get_king_moves(king) & king.rank().bitboard());
        let pawns = upright(side.own_pawns.0, side.colour);
        let near = (pawns & row.0 << 8).count_ones();
        let far = (pawns & row.0 << 16).count_ones();
        let open = (files_of(row.0) & !files_of(pawns) & Rank::First.bitboard().0).count_ones();
        self.king.shield_near * near + self.king.shield_far * far + self.king.open_file * open
    }

    fn side(&self, board: &Board, colour: Color) -> Taper {
        let side = Side::new(board, colour);
        self.activity(&side) + self.pawn_structure(&side) + self.king_shelter(&side)
    }

    fn phase(&self, board: &Board) -> i32 {
        Piece::ALL
            .into_iter()
            .map(|piece| self.phase[piece as usize] * board.pieces(piece).len() as i32)
            .sum()
    }

    /// Whoever is ahead without a pawn and by little more than a minor piece can hardly win.
    fn scaled(&self, board: &Board, value: i32) -> i32 {
        let leader = if value > 0 { Color::White } else { Color::Black };
        if !board.colored_pieces(leader, Piece::Pawn).is_empty() {
            return value;
        }
        let count = |colour, piece| board.colored_pieces(colour, piece).len() as i32;
        let lead =
            |piece: Piece| self.values[piece as usize] * (count(leader, piece) - count(!leader, piece));
        let margin = Piece::ALL.into_iter().map(lead).sum::<i32>();
        if margin > self.pawnless_margin { value } else { value * self.pawnless_percent / 100 }
    }
}

impl Evaluate<Chess> for Classic {
    type Value = Score;

    fn evaluate(&self, game: &Chess) -> Score {
        let board = game.cozy_board();
        let mut sum = self.piece_squares(board);
        sum += self.side(board, Color::White) - self.side(board, Color::Black);
        sum += if board.side_to_move() == Color::White { self.tempo } else { -self.tempo };
        let value = sum.at(self.phase(board), self.whole_phase);
        game.to_move().view(Score::new(self.scaled(board, value)))
    }
}
