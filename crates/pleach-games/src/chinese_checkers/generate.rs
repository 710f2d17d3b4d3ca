//! Moves: steps, chains of jumps, and the way a chain takes.

use super::board::{
    HOLES, Hole, Holes, NEIGHBOURS, Occupancy, STANDING, landings, take_highest, take_lowest, toggle,
};
use super::{ChineseCheckers, MarbleMove};
use pleach::Player;

/// Where one jump leads from any hole of a set.
///
/// PERF: all jumps of a set are looked up before any of them is used, so that the look-ups do not wait
/// for each other; words of 64 bits are searched for their lowest bit faster than one of 128.
#[inline]
fn landings_of_all(lines: &Occupancy, holes: Holes) -> Holes {
    let mut all = 0;
    for (mut word, offset) in [(holes as u64, 0), ((holes >> 64) as u64, 64)] {
        while word != 0 {
            all |= landings(lines, Hole::of_bit(word.trailing_zeros(), offset));
            word &= word - 1;
        }
    }
    all
}

/// All holes that a marble reaches by jumps, the one it starts from included. It must have been
/// lifted off the lines.
#[inline]
fn reach(lines: &Occupancy, from: Hole) -> Holes {
    let mut reached = from.bit();
    let mut open = landings(lines, from) & !reached;
    while open != 0 {
        reached |= open;
        open = landings_of_all(lines, open) & !reached;
    }
    reached
}

/// Where a marble may go: by a step, and by jumps.
#[inline]
pub(super) fn destinations(lines: &mut Occupancy, occupied: Holes, from: Hole) -> (Holes, Holes) {
    toggle(lines, from);
    let jumps = reach(lines, from) & STANDING & !from.bit();
    toggle(lines, from);
    (NEIGHBOURS[from.index()] & STANDING & !occupied, jumps)
}

/// The legal moves of a position, made marble by marble as they are asked for: the hindmost marble
/// first, and of its moves the furthest first.
#[derive(Clone, Debug)]
pub(super) struct Moves {
    lines: Occupancy,
    occupied: Holes,
    /// Marbles whose moves have not been made yet.
    marbles: Holes,
    from: Hole,
    /// Where the current marble may still go: the half of the board that is being listed, with its
    /// first bit, and the other half.
    targets: u64,
    offset: u8,
    other_targets: u64,
    side: Player,
    /// Whether a pass is still due because no move has been found.
    pass: bool,
}

impl Moves {
    #[inline]
    pub(super) fn new(game: &ChineseCheckers, over: bool) -> Moves {
        Moves {
            lines: game.lines,
            occupied: game.marbles[0] | game.marbles[1],
            marbles: if over { 0 } else { game.marbles[game.side as usize] },
            from: MarbleMove::PASS.from,
            targets: 0,
            offset: 0,
            other_targets: 0,
            side: game.side,
            pass: !over,
        }
    }

    /// The targets of the next marble, if there is one.
    #[inline]
    fn next_marble(&mut self) -> Option<Holes> {
        if self.marbles == 0 {
            return None;
        }
        self.from = match self.side {
            Player::Max => take_lowest(&mut self.marbles),
            Player::Min => take_highest(&mut self.marbles),
        };
        let (steps, jumps) = destinations(&mut self.lines, self.occupied, self.from);
        self.pass &= steps | jumps == 0;
        Some(steps | jumps)
    }

    /// Goes on to the next marble. `false` if there is none.
    #[inline]
    fn refill(&mut self) -> bool {
        let Some(targets) = self.next_marble() else { return false };
        let (low, high) = (targets as u64, (targets >> 64) as u64);
        (self.targets, self.other_targets, self.offset) = match self.side {
            Player::Max => (high, low, 64),
            Player::Min => (low, high, 0),
        };
        true
    }

    /// Takes the next target out of half a board that still has one.
    #[inline]
    fn take_target(&self, targets: &mut u64, offset: u8) -> MarbleMove {
        let bit = match self.side {
            Player::Max => 63 - targets.leading_zeros(),
            Player::Min => targets.trailing_zeros(),
        };
        *targets ^= 1 << bit;
        MarbleMove { from: self.from, to: Hole::of_bit(bit, offset) }
    }
}

impl Iterator for Moves {
    type Item = MarbleMove;

    #[inline]
    fn next(&mut self) -> Option<MarbleMove> {
        while self.targets == 0 {
            if self.other_targets != 0 {
                self.targets = std::mem::take(&mut self.other_targets);
                self.offset ^= 64;
            } else if !self.refill() {
                return std::mem::take(&mut self.pass).then_some(MarbleMove::PASS);
            }
        }
        let mut targets = self.targets;
        let mv = self.take_target(&mut targets, self.offset);
        self.targets = targets;
        Some(mv)
    }

    /// PERF: the targets of a marble stay in registers while they are listed.
    #[inline]
    fn fold<A, F: FnMut(A, MarbleMove) -> A>(mut self, start: A, mut add: F) -> A {
        let mut sum = start;
        loop {
            let halves = [(self.targets, self.offset), (self.other_targets, self.offset ^ 64)];
            for (mut targets, offset) in halves {
                while targets != 0 {
                    sum = add(sum, self.take_target(&mut targets, offset));
                }
            }
            if !self.refill() {
                return if self.pass { add(sum, MarbleMove::PASS) } else { sum };
            }
        }
    }

    /// PERF: counting needs no list of the moves.
    fn count(mut self) -> usize {
        let mut count = (self.targets.count_ones() + self.other_targets.count_ones()) as usize;
        while let Some(targets) = self.next_marble() {
            count += targets.count_ones() as usize;
        }
        count + usize::from(self.pass)
    }
}

/// The shortest way from hole to hole: both ends if it is a step, otherwise every landing of a
/// chain of jumps as short as can be. `None` if there is no way. The marble must have been lifted.
pub(super) fn path(lines: &Occupancy, from: Hole, to: Hole) -> Option<Vec<Hole>> {
    if NEIGHBOURS[from.index()] & to.bit() != 0 {
        return Some(vec![from, to]);
    }
    let mut came_from = [from; HOLES];
    let mut reached = from.bit();
    let mut queue = vec![from];
    let mut next = 0;
    while let Some(&hole) = queue.get(next)
        && reached & to.bit() == 0
    {
        let mut new = landings(lines, hole) & !reached;
        reached |= new;
        while new != 0 {
            let landing = take_lowest(&mut new);
            came_from[landing.index()] = hole;
            queue.push(landing);
        }
        next += 1;
    }
    if from == to || reached & to.bit() == 0 {
        return None;
    }
    let mut way = vec![to];
    while way.last() != Some(&from) {
        way.push(came_from[way[way.len() - 1].index()]);
    }
    way.reverse();
    Some(way)
}
