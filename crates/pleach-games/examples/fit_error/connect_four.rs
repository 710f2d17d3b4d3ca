//! Connect Four on the usual board as a subject: positions by their stones, solved.

use crate::fit;
use crate::solver::Solver;
use pleach::textbook::{Algorithm, Search};
use pleach::{Evaluate, Limits};
use pleach_games::ConnectFour;
use pleach_games::connect_four::{Forecast, ProvenBounds, Slot, Threats};
use std::ops::RangeInclusive;

pub(crate) struct Subject {
    threats: Threats,
    solver: Solver<ConnectFour, ProvenBounds>,
}

impl Subject {
    pub(crate) fn new() -> Self {
        Subject { threats: Threats::default(), solver: Solver::new(ProvenBounds, promise, 1) }
    }
}

/// Moves that make threats first, then those in the middle.
fn promise(game: &ConnectFour, slot: Slot) -> i32 {
    let (column, width) = (2 * game.column_of(slot) as i32, game.size().width() as i32 + 1);
    20 * game.threats_after(slot) as i32 - (column - width).abs()
}

impl fit::Subject for Subject {
    type Game = ConnectFour;
    type Bounds = ProvenBounds;
    type Forecast = Forecast;

    const NAME: &'static str = "connect-four";
    const UNIT: &'static str = "point";
    const PIECES: &'static str = "stones";
    const STAGES: [u32; 5] = [7, 14, 21, 28, 35];
    const CHECKED: RangeInclusive<u32> = 7..=37;
    const SOLVED: u32 = 11;
    const DEPTH: u32 = 8;

    fn progress(game: &ConnectFour) -> u32 {
        game.stones()
    }

    fn best(&self, game: &ConnectFour, depth: u32) -> Option<Slot> {
        // Hundredths, for moves that differ by less than a point.
        let search = Search::new(Algorithm::NegaScout);
        search.run(&game.with_scale(100), &self.threats, &Limits::depth(depth)).ok()?.best
    }

    fn value(&self, game: &ConnectFour) -> f64 {
        f64::from(self.threats.evaluate(&game.with_scale(100)).get()) / 100.0
    }

    fn solver(&mut self) -> &mut Solver<ConnectFour, ProvenBounds> {
        &mut self.solver
    }
}
