//! What Chinese Checkers tells the engine: long ways forward first.

use super::board::HOLES;
use super::evaluators::progress;
use super::{ChineseCheckers, MarbleMove};
use pleach::engine::Knowledge;
use pleach::{Game, Player};

/// Chinese Checkers' knowledge for the [engine](pleach::engine): moves are ordered by how far they bring a
/// marble, and by what was good elsewhere.
///
/// ```
/// use pleach::{Limits, engine::Engine};
/// use pleach_games::{ChineseCheckers, chinese_checkers::{Distance, ChineseCheckersKnowledge}};
/// let (game, evaluator) = (ChineseCheckers::new(), Distance::default());
/// let report = Engine::new(&evaluator).knowledge(&ChineseCheckersKnowledge).memory(1).search(&game, &Limits::depth(2)).unwrap();
/// assert_eq!(report.line.len(), 2);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ChineseCheckersKnowledge;

impl ChineseCheckersKnowledge {
    /// What a row is worth beside the history of a move, which stays within 16384.
    const ROW: i32 = 1 << 12;
}

impl<G: Game<Move = MarbleMove> + AsRef<ChineseCheckers>> Knowledge<G> for ChineseCheckersKnowledge {
    type Seen = ();
    const HISTORY_SIZE: usize = HOLES * HOLES;

    #[inline]
    fn moves(&self, game: &G, (): ()) -> impl Iterator<Item = MarbleMove> {
        game.moves()
    }

    #[inline]
    fn seen(&self, _game: &G) {}

    #[inline]
    fn weigh_move(&self, game: &G, mv: MarbleMove) -> i32 {
        let player = game.to_move();
        (progress(player, mv.to()) - progress(player, mv.from())) * ChineseCheckersKnowledge::ROW
    }

    /// The rows that the marbles of both sides have come.
    fn progress(&self, game: &G) -> u32 {
        let rows = |player| game.as_ref().marbles(player).map(move |hole| progress(player, hole) as u32);
        rows(Player::Max).chain(rows(Player::Min)).sum()
    }

    #[inline]
    fn history_index(&self, _game: &G, mv: MarbleMove) -> usize {
        mv.from().index() * HOLES + mv.to().index()
    }
}
