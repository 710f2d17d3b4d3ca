//! What Othello tells the engine: stable discs bound the score, and whoever leaves the opponent few moves
//! moves well.

use super::bits::{CORNERS, odd_quadrants, potential_moves};
use super::stable::stable_discs;
use super::{Move, Othello, Patterns, Solved, solve_last};
use pleach::engine::{Driver, Finished, Knowledge, Look, Options, Parameters, TO_THE_END};
use pleach::{Game, Score, Window};

/// Othello's knowledge for the [engine](pleach::engine).
///
/// ```
/// use pleach::{Limits, Notation, Score, engine::Engine};
/// use pleach_games::{Othello, othello::OthelloKnowledge};
/// let game = Othello::new().parse(
///     "XXXXXXXXOOXXXOXXOXOXOOXXOXXOOOXXOXXOXXXXOOXXXXXXOOOOOOX-OO-OOO-- X").unwrap();
/// let report = Engine::new(&()).knowledge(&OthelloKnowledge::default()).memory(1).search(&game, &Limits::none()).unwrap();
/// assert_eq!(report.value.get() % 2, 0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct OthelloKnowledge {
    patterns: Option<Patterns>,
}

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
    /// For a disc that the patterns promise.
    pub(super) const PROMISED: i32 = 45;
}

impl OthelloKnowledge {
    /// From here on the solver of the last squares takes over.
    const LAST_EMPTIES: u32 = 7;
    /// The least depth with which it pays to ask the patterns for every move.
    const ASK_DEPTH: u32 = 3;
    /// The same where every line is played to its end: the empty squares from which on the patterns are asked after
    /// the move, after the opponent's best reply, and after one's own reply to that. Measured by the bench
    /// `solve_othello`.
    const ASK_EMPTIES: [u32; 3] = [12, 15, 17];
    /// With patterns a position is solved after a search that ends so many plies before the end.
    const PREPARE: u32 = 15;

    /// Orders moves by what these patterns say, where there is time for it.
    pub fn with_patterns(patterns: Patterns) -> OthelloKnowledge {
        OthelloKnowledge { patterns: Some(patterns) }
    }

    /// What the patterns promise to whoever is to move before a child, in hundredths of a disc, if they are worth their
    /// time with so many plies left.
    #[inline]
    fn promised(&self, child: &Othello, depth: u32) -> Option<i32> {
        let patterns = self.patterns.as_ref()?;
        if depth < TO_THE_END {
            return (depth >= OthelloKnowledge::ASK_DEPTH).then(|| -patterns.hundredths(child));
        }
        let empties = child.empty().count_ones() + 1;
        let plies = OthelloKnowledge::ASK_EMPTIES.iter().filter(|&&least| empties >= least).count();
        Some(-best_of(patterns, child, plies.checked_sub(1)?, -MOST, MOST))
    }
}

/// More than any evaluation.
const MOST: i32 = 1_000_000;

/// What the patterns say after the best moves of a few plies: alpha-beta without anything else, for ordering.
fn best_of(patterns: &Patterns, game: &Othello, plies: usize, mut alpha: i32, beta: i32) -> i32 {
    if plies == 0 || game.outcome().is_some() {
        return patterns.hundredths(game);
    }
    let mut best = -MOST;
    for mv in game.moves() {
        best = best.max(-best_of(patterns, &game.after(mv), plies - 1, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

impl Knowledge<Othello> for OthelloKnowledge {
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
        let prepare = self.patterns.as_ref().map(|_| OthelloKnowledge::PREPARE);
        Parameters { share_depth: 8, prepare, ..Parameters::default() }
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
        if empties > OthelloKnowledge::LAST_EMPTIES || depth < 2 * empties {
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

    /// The discs on the board.
    #[inline]
    fn progress(&self, game: &Othello) -> u32 {
        64 - game.empty().count_ones()
    }

    #[inline]
    fn weigh_child(&self, game: &Othello, mv: Move, child: &Othello, depth: u32, (): ()) -> i32 {
        let Some(square) = mv.square() else { return 0 };
        let bit = 1_u64 << square;
        let count = |squares: u64| squares.count_ones() as i32;
        let promised = self.promised(child, depth).unwrap_or(0);
        weight::PROMISED * promised / 100
            + weight::REPLY * (count(child.legal()) + count(child.legal() & CORNERS))
            + weight::POTENTIAL * count(potential_moves(child.own(), child.other()))
            + weight::CORNER * count(bit & CORNERS)
            + weight::ODD * count(bit & odd_quadrants(game.empty()))
    }
}
