//! Moves: steps, chains of jumps, and the way a chain takes.

use super::board::{
    HOLE_AT, HOLES, Hole, Holes, JUMP_DOWN, JUMP_UP, NEIGHBOURS, Occupancy, PLACES, STANDING, take_highest,
    take_lowest, toggle,
};
use super::{ChineseCheckers, MarbleMove};
use pleach::Player;

/// Where one jump leads from a hole that is empty or has been left.
///
/// PERF: each line gives at most one landing in either direction, looked up by what stands ahead.
/// Where there is none, the "landing" is the hole itself, which costs nothing to add.
#[inline]
pub(super) fn landings(lines: &Occupancy, hole: Hole) -> Holes {
    let mut landings = 0;
    for place in PLACES[hole.index()] {
        let (line, bit) = (lines[usize::from(place >> 4)], place & 15);
        let up = JUMP_UP[usize::from(line >> (bit + 1)) & 0x1fff];
        let down = JUMP_DOWN[usize::from(line << (16 - bit)) >> 3];
        landings |= HOLE_AT[usize::from(place + u16::from(up))];
        landings |= HOLE_AT[usize::from(place - u16::from(down))];
    }
    landings
}

/// All holes that a marble reaches by jumps, the one it starts from included. It must have been
/// lifted off the lines.
#[inline]
pub(super) fn reach(lines: &Occupancy, from: Hole) -> Holes {
    let mut reached = from.bit();
    let mut open = reached;
    while open != 0 {
        let hole = take_lowest(&mut open);
        let new = landings(lines, hole) & !reached;
        reached |= new;
        open |= new;
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
    /// Where the current marble may still go.
    targets: Holes,
    from: Hole,
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
            targets: 0,
            from: Hole::new(0).expect("the first hole"),
            side: game.side,
            pass: !over,
        }
    }

    /// Goes on to the next marble, if there is one.
    #[inline]
    fn next_marble(&mut self) -> bool {
        if self.marbles == 0 {
            return false;
        }
        self.from = match self.side {
            Player::Max => take_lowest(&mut self.marbles),
            Player::Min => take_highest(&mut self.marbles),
        };
        let (steps, jumps) = destinations(&mut self.lines, self.occupied, self.from);
        self.targets = steps | jumps;
        self.pass &= self.targets == 0;
        true
    }
}

impl Iterator for Moves {
    type Item = MarbleMove;

    #[inline]
    fn next(&mut self) -> Option<MarbleMove> {
        while self.targets == 0 {
            if !self.next_marble() {
                return std::mem::take(&mut self.pass).then_some(MarbleMove::PASS);
            }
        }
        let to = match self.side {
            Player::Max => take_highest(&mut self.targets),
            Player::Min => take_lowest(&mut self.targets),
        };
        Some(MarbleMove { from: self.from, to })
    }

    /// PERF: counting needs no list of the moves.
    fn count(mut self) -> usize {
        let mut count = self.targets.count_ones() as usize;
        while self.next_marble() {
            count += self.targets.count_ones() as usize;
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
