//! What Othello tells the engine: stable discs bound the score, and whoever leaves the opponent few moves
//! moves well.

use super::bits::{CORNERS, odd_quadrants, potential_moves};
use super::stable::stable_discs;
use super::{Move, Othello, Solved, solve_last};
use pleach::engine::{Driver, Finished, Knowledge, Look, Options, Parameters, TO_THE_END};
use pleach::{Game, Score, Window};

/// Othello's knowledge for the [engine](pleach::engine).
///
/// ```
/// use pleach::{Limits, Notation, Score, engine::Engine};
/// use pleach_games::{Othello, othello::Guide};
/// let game = Othello::new().parse(
///     "XXXXXXXXOOXXXOXXOXOXOOXXOXXOOOXXOXXOXXXXOOXXXXXXOOOOOOX-OO-OOO-- X").unwrap();
/// let report = Engine::new(&()).knowledge(&Guide).memory(1).search(&game, &Limits::none()).unwrap();
/// assert_eq!(report.value.get() % 2, 0);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Guide;

/// What speaks for a move. Set by hand and measured only as a whole, by the bench `solve_othello`.
mod weight {
    /// For every reply it leaves to the opponent, corners counted twice.
    pub(super) const REPLY: i32 = -64;
    /// For every empty square next to the mover's discs, where the opponent may get a move.
    pub(super) const POTENTIAL: i32 = -16;
    /// For a corner.
    pub(super) const CORNER: i32 = 128;
    /// For a square in a region with an odd number of empty ones.
    pub(super) const ODD: i32 = 24;
}

impl Guide {
    /// From here on the solver of the last squares takes over.
    const LAST_EMPTIES: u32 = 7;
}

impl Knowledge<Othello> for Guide {
    type Seen = ();
    const LOOKS_AHEAD: bool = true;
    const LEARNS_ORDER: bool = false;

    #[inline]
    fn moves(&self, game: &Othello, (): ()) -> impl Iterator<Item = Move> {
        game.moves()
    }

    #[inline]
    fn seen(&self, _game: &Othello) {}

    #[inline]
    fn look(&self, game: &Othello, _depth: u32) -> Look<()> {
        let outcome = if game.legal() != 0 { None } else { game.outcome() };
        match outcome {
            Some(score) => Look::Known(score),
            None => {
                let (low, high) = game.score_bounds();
                Look::Open { low, high, seen: () }
            }
        }
    }

    fn solving(&self) -> Options {
        // The five FFO positions need 291 million nodes, and 306 million with the principal variation's driver.
        Options { driver: Driver::Mtdf, ..Options::default() }
    }

    fn parameters(&self) -> Parameters {
        Parameters { share_depth: 8, ..Parameters::default() }
    }

    /// A disc that can never be turned counts for its side at the end.
    #[inline]
    fn bounds(&self, game: &Othello, depth: u32, window: Window) -> (Score, Score) {
        let (mut low, mut high) = (Score::MIN, Score::MAX);
        if depth < TO_THE_END {
            return (low, high);
        }
        let score = |discs: u32| Score::new((64 - 2 * discs as i32) * game.unit().per_disc());
        // PERF: only where as many discs as there are would be enough.
        if score(game.other().count_ones()) <= window.alpha() {
            high = score(stable_discs(game.other(), game.own()).count_ones());
        }
        if -score(game.own().count_ones()) >= window.beta() {
            low = -score(stable_discs(game.own(), game.other()).count_ones());
        }
        (low, high)
    }

    /// Where every line of play is followed to its end, the last empty squares have a solver of their own.
    #[inline]
    fn finish(&self, game: &Othello, depth: u32, window: Window) -> Option<Finished> {
        let empties = game.empty().count_ones();
        // A pass costs a ply, and there may be one before every disc.
        if empties > Guide::LAST_EMPTIES || depth < 2 * empties {
            return None;
        }
        let unit = game.unit().per_disc();
        let discs = |score: Score| score.get().clamp(-65 * unit, 65 * unit);
        // The widest window of whole discs inside the one asked for.
        let (alpha, beta) =
            (discs(window.alpha()).div_euclid(unit), -(-discs(window.beta())).div_euclid(unit));
        let Solved { score, nodes } = solve_last(game.own(), game.other(), alpha, beta);
        Some(Finished { score: Score::new(score * unit), nodes })
    }

    #[inline]
    fn plies_left(&self, game: &Othello) -> u32 {
        game.empty().count_ones()
    }

    #[inline]
    fn weigh_child(&self, game: &Othello, mv: Move, child: &Othello, (): ()) -> i32 {
        let Some(square) = mv.square() else { return 0 };
        let bit = 1_u64 << square;
        let count = |squares: u64| squares.count_ones() as i32;
        weight::REPLY * (count(child.legal()) + count(child.legal() & CORNERS))
            + weight::POTENTIAL * count(potential_moves(child.own(), child.other()))
            + weight::CORNER * count(bit & CORNERS)
            + weight::ODD * count(bit & odd_quadrants(game.empty()))
    }
}
