//! What chess tells the engine: captures by what they gain, quiet moves by what was good elsewhere.

use super::{Chess, PieceValues};
use cozy_chess::{Move, Piece, Square};
use pleach::Game;
use pleach::engine::Knowledge;

/// Chess' knowledge for the [engine](pleach::engine): captures that lose nothing come first, the most
/// valuable victims before the others; captures that lose material come last.
///
/// ```
/// use pleach::{Limits, Notation, engine::Engine};
/// use pleach_games::chess::{Chess, ChessKnowledge, Quiescent};
/// let game = Chess::new().parse("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")?;
/// let (evaluator, guide): (Quiescent, _) = (Quiescent::default(), ChessKnowledge::default());
/// let report = Engine::new(&evaluator).knowledge(&guide).memory(1).search(&game, &Limits::depth(2)).unwrap();
/// assert_eq!(game.move_text(report.best.unwrap()), "h5f7");
/// # Ok::<(), pleach::NotationError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ChessKnowledge {
    values: PieceValues,
}

impl ChessKnowledge {
    /// More than any history or killer weighs.
    const LOUD: i32 = 1 << 20;
}

impl<G: Game<Move = Move> + AsRef<Chess>> Knowledge<G> for ChessKnowledge {
    type Seen = ();
    const TELLS_QUIET: bool = true;
    const HISTORY_SIZE: usize = Square::NUM * Square::NUM;

    #[inline]
    fn moves(&self, game: &G, (): ()) -> impl Iterator<Item = Move> {
        game.moves()
    }

    #[inline]
    fn seen(&self, _game: &G) {}

    fn weigh_move(&self, game: &G, mv: Move) -> i32 {
        let game = game.as_ref();
        let gain = self.values.gain(game, mv);
        if gain == 0 {
            return 0;
        }
        let attacker = game.cozy_board().piece_on(mv.from).unwrap_or(Piece::Pawn);
        // PERF: whoever takes something as dear as the attacker cannot lose by it.
        let loses = gain < self.values.of(attacker) && self.values.see(game, mv) < 0;
        let by_victim = gain * Piece::NUM as i32 - attacker as i32;
        if loses { by_victim - ChessKnowledge::LOUD } else { by_victim + ChessKnowledge::LOUD }
    }

    /// The men that are gone.
    #[inline]
    fn progress(&self, game: &G) -> u32 {
        32 - game.as_ref().cozy_board().occupied().len()
    }

    #[inline]
    fn is_quiet(&self, game: &G) -> bool {
        !game.as_ref().in_check()
    }

    #[inline]
    fn history_index(&self, _game: &G, mv: Move) -> usize {
        mv.from as usize * Square::NUM + mv.to as usize
    }
}
