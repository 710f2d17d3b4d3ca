//! Othello as a subject: positions by their discs, played out and solved.

use crate::fit;
use crate::solver::Solver;
use pleach::textbook::{Algorithm, Search};
use pleach::{Game, Limits};
use pleach_games::Othello;
use pleach_games::othello::{CORNERS, Classic, Forecast, Move, ProvenBounds, Unit};
use std::ops::RangeInclusive;

pub(crate) struct Subject {
    classic: Classic,
    solver: Solver<Othello, ProvenBounds>,
}

impl Subject {
    pub(crate) fn new() -> Self {
        Subject { classic: Classic::default(), solver: Solver::new(ProvenBounds, promise, 2) }
    }
}

/// Corners first, then moves that leave the opponent few.
fn promise(game: &Othello, mv: Move) -> i32 {
    let corner = mv.square().is_some_and(|square| CORNERS >> square & 1 == 1);
    20 * i32::from(corner) - game.after(mv).legal().count_ones() as i32
}

impl fit::Subject for Subject {
    type Game = Othello;
    type Bounds = ProvenBounds;
    type Forecast = Forecast;

    const NAME: &'static str = "othello";
    const UNIT: &'static str = "disc";
    const PIECES: &'static str = "discs";
    const STAGES: [u32; 5] = [12, 24, 36, 48, 60];
    const CHECKED: RangeInclusive<u32> = 8..=62;
    const SOLVED: u32 = 64 - 14;
    const DEPTH: u32 = 6;

    fn progress(game: &Othello) -> u32 {
        64 - game.empty().count_ones()
    }

    fn best(&self, game: &Othello, depth: u32) -> Option<Move> {
        // Hundredths, for moves that differ by less than a disc.
        let game = game.with_unit(Unit::Hundredth);
        let search = Search::new(Algorithm::NegaScout);
        search.run(&game, &self.classic, &Limits::depth(depth)).ok()?.best
    }

    fn value(&self, game: &Othello) -> f64 {
        f64::from(self.classic.hundredths(game)) / 100.0
    }

    fn solver(&mut self) -> &mut Solver<Othello, ProvenBounds> {
        &mut self.solver
    }
}
