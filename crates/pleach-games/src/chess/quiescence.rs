//! Quiescence: captures are played out before a position is judged.

use super::exchange::PieceValues;
use super::{Chess, Classic, captures};
use arrayvec::ArrayVec;
use cozy_chess::{Move, Piece, Square};
use pleach::{Evaluate, Game, Linear, Score, Tunable, Weights, WeightsError, Window};

/// How far a quiescence search goes.
///
/// ```
/// use pleach_games::chess::{Classic, QuietLimits, Quiescent};
/// let limits = QuietLimits { evasions: 0, ..QuietLimits::default() };
/// let without_evasions = Quiescent::new(Classic::default()).limits(limits);
/// # let _ = without_evasions;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuietLimits {
    /// Checks answered by all evasions on one line of play. In later ones the side may stand pat like in
    /// any other position, so that no line of checks goes on for ever.
    pub evasions: u32,
    /// Plies in which all captures are tried that do not lose material; after them only recaptures, on the
    /// square where the last capture was. The default of 6 makes about half the evaluations of a search
    /// without this limit, and 4 positions in 100 differ from it by more than half a pawn.
    pub captures: u32,
    /// What the evaluator says of a forced mate that the captures run into, in points: an evaluation must
    /// not look like a win by distance.
    pub mate: i32,
}

impl Default for QuietLimits {
    fn default() -> Self {
        QuietLimits { evasions: 2, captures: 6, mate: 30_000 }
    }
}

/// An evaluator that plays the captures out before it judges.
///
/// As an evaluator it searches with the full window: the value does not depend on the order of moves. A
/// search that knows its window calls [`Quiescent::quiet_value`].
///
/// ```
/// use pleach::{Evaluate, Notation};
/// use pleach_games::chess::{Chess, Material, Quiescent};
/// // The queen hangs; it is White's move.
/// let game = Chess::new().parse("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1").unwrap();
/// let material = Material::default();
/// assert!(material.evaluate(&game).get() < 0);
/// assert_eq!(Quiescent::new(material).evaluate(&game).get(), 100);
/// ```
#[derive(Clone, Debug)]
pub struct Quiescent<E = Classic> {
    evaluator: E,
    values: PieceValues,
    limits: QuietLimits,
}

impl<E: Default> Default for Quiescent<E> {
    fn default() -> Self {
        Quiescent::new(E::default())
    }
}

impl<E> Quiescent<E> {
    /// Judges quiet positions by this evaluator.
    pub fn new(evaluator: E) -> Self {
        Quiescent { evaluator, values: PieceValues::default(), limits: QuietLimits::default() }
    }

    /// The same with other limits.
    pub fn limits(mut self, limits: QuietLimits) -> Self {
        self.limits = limits;
        self
    }

    /// The evaluator of quiet positions.
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }
}

/// No position of chess has more legal moves.
const MOST_MOVES: usize = 218;

/// How a position of the search was reached.
#[derive(Clone, Copy)]
struct Approach {
    ply: u32,
    /// Evasions that are left.
    evasions: u32,
    /// The square of the last move.
    target: Option<Square>,
}

impl Approach {
    /// Whether a check is answered by all moves.
    #[inline]
    fn is_evading(self, game: &Chess) -> bool {
        game.in_check() && self.evasions > 0
    }

    #[inline]
    fn after(self, mv: Move, evading: bool) -> Approach {
        Approach { ply: self.ply + 1, evasions: self.evasions - u32::from(evading), target: Some(mv.to) }
    }
}

/// A move and how soon it should be tried.
type Weighed = (i32, Move);

impl<E: Evaluate<Chess, Value = Score>> Quiescent<E> {
    /// The value of a position for the side to move after all captures that do not lose material, by
    /// fail-soft alpha-beta: exact between `alpha` and `beta`, an upper bound up to `alpha`, a lower bound
    /// from `beta` on.
    ///
    /// A side that is not in check may stand pat, that is, be content with the static value. In check there
    /// is no standing pat, and all evasions are tried; the value may then be a true loss by distance.
    ///
    /// ```
    /// use pleach::{Notation, Score};
    /// use pleach_games::chess::{Chess, Classic, Quiescent};
    /// let game = Chess::new().parse("6k1/5ppp/8/8/8/8/5PPP/3r2K1 w - - 0 1").unwrap();
    /// let search = Quiescent::new(Classic::default());
    /// assert_eq!(search.quiet_value(&game, Score::MIN, Score::MAX), Score::LOSS);
    /// ```
    pub fn quiet_value(&self, game: &Chess, alpha: Score, beta: Score) -> Score {
        self.search(game, alpha, beta, self.first_line())
    }

    fn first_line(&self) -> Approach {
        Approach { ply: 0, evasions: self.limits.evasions, target: None }
    }

    fn search(&self, game: &Chess, mut alpha: Score, beta: Score, line: Approach) -> Score {
        // Step 1. Draws by rule; mate comes before them.
        if game.is_drawn_by_rule() {
            return game.outcome().unwrap_or(Score::ZERO).after(line.ply);
        }
        // Step 2. In check all moves count; otherwise stand pat, or go on capturing.
        let evading = line.is_evading(game);
        let mut best;
        if evading {
            best = Score::LOSS.after(line.ply);
        } else {
            best = self.evaluator.evaluate(game);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        // Step 3. The moves, the most promising first.
        let mut moves: ArrayVec<Weighed, MOST_MOVES> = ArrayVec::new();
        self.list(game, line, &mut moves);
        while let Some(mv) = take_best(&mut moves) {
            if !evading && self.loses_material(game, mv) {
                continue;
            }
            let value = -self.search(&game.after(mv), -beta, -alpha, line.after(mv, evading));
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The moves that count: all evasions of a check, otherwise captures.
    #[inline]
    fn list(&self, game: &Chess, line: Approach, moves: &mut ArrayVec<Weighed, MOST_MOVES>) {
        if line.is_evading(game) {
            moves.extend(game.moves().map(|mv| (self.values.gain(game, mv), mv)));
        } else {
            let square = line.target.filter(|_| line.ply >= self.limits.captures);
            let wanted = |mv: &Move| square.is_none_or(|square| mv.to == square);
            moves.extend(captures(game).filter(wanted).filter_map(|mv| self.weigh(game, mv)));
        }
    }

    /// The quiet position whose static value is that of the search; `None` where the game ends before.
    fn quiet_position(&self, game: &Chess) -> Option<Chess> {
        let (mut game, mut line) = (game.clone(), self.first_line());
        let value_of = |game: &Chess, line| self.search(game, Score::MIN, Score::MAX, line);
        let mut value = value_of(&game, line);
        while !game.is_drawn_by_rule() {
            let evading = line.is_evading(&game);
            if !evading && self.evaluator.evaluate(&game) == value {
                return Some(game);
            }
            let mut moves = ArrayVec::new();
            self.list(&game, line, &mut moves);
            let kept = moves.into_iter().filter(|&(_, mv)| evading || !self.loses_material(&game, mv));
            let mut children = kept.map(|(_, mv)| (game.after(mv), line.after(mv, evading)));
            (game, line) = children.find(|(child, line)| value_of(child, *line) == -value)?;
            value = -value;
        }
        None
    }

    /// Most valuable victim first, least valuable attacker among equals. Only queens are made.
    #[inline]
    fn weigh(&self, game: &Chess, mv: Move) -> Option<Weighed> {
        if mv.promotion.is_some_and(|piece| piece != Piece::Queen) {
            return None;
        }
        let attacker = game.cozy_board().piece_on(mv.from).unwrap_or(Piece::Pawn);
        Some((self.values.gain(game, mv) * Piece::NUM as i32 - attacker as i32, mv))
    }

    /// Whether an exchange loses material. It does not depend on the window, so the tree is the same
    /// whatever is asked about it.
    #[inline]
    fn loses_material(&self, game: &Chess, mv: Move) -> bool {
        let attacker = game.cozy_board().piece_on(mv.from).map_or(0, |piece| self.values.of(piece));
        // PERF: whoever takes something as dear as the attacker cannot lose by it.
        self.values.gain(game, mv) < attacker && self.values.see(game, mv) < 0
    }
}

/// Takes the move of the highest weight out of a list.
// PERF: a cut usually comes after one or two moves, so that sorting all would be wasted.
#[inline]
fn take_best(moves: &mut ArrayVec<Weighed, MOST_MOVES>) -> Option<Move> {
    let best = (0..moves.len()).max_by_key(|&index| moves[index].0)?;
    Some(moves.swap_remove(best).1)
}

impl<E: Evaluate<Chess, Value = Score>> Evaluate<Chess> for Quiescent<E> {
    type Value = Score;

    fn evaluate(&self, game: &Chess) -> Score {
        self.evaluate_within(game, Window::FULL)
    }

    fn evaluate_within(&self, game: &Chess, window: Window) -> Score {
        let value = self.quiet_value(game, window.alpha(), window.beta());
        match value.distance() {
            None => value,
            Some(_) if value.is_win() => Score::new(self.limits.mate),
            Some(_) => Score::new(-self.limits.mate),
        }
    }
}

/// The weights are those of the evaluator of quiet positions.
impl<E: Tunable> Tunable for Quiescent<E> {
    fn weights(&self) -> &Weights {
        self.evaluator.weights()
    }

    fn from_weights(weights: Weights) -> Result<Self, WeightsError> {
        E::from_weights(weights).map(Quiescent::new)
    }
}

/// The value is that of the quiet position to which the captures lead, and so are the terms. While the weights
/// change but little, the captures stay the same.
impl<E: Linear<Chess> + Evaluate<Chess, Value = Score>> Linear<Chess> for Quiescent<E> {
    fn terms(&self, game: &Chess, term: &mut dyn FnMut(u32, f32)) {
        let Some(quiet) = self.quiet_position(game) else { return };
        let sign = if quiet.to_move() == game.to_move() { 1.0 } else { -1.0 };
        self.evaluator.terms(&quiet, &mut |place, count| term(place, sign * count));
    }
}
