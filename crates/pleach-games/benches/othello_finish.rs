//! The solver of the last empty squares, on positions and null windows as a search meets them, beside
//! a plain alpha-beta on the same boards that tries squares of odd quadrants first.
//! `cargo bench -p pleach-games --bench othello_finish [-- EMPTIES]`.

#[path = "clock/mod.rs"]
mod clock;

use clock::Clock;
use pleach::mix;
use pleach_games::othello::{
    CORNERS, final_score, flips, legal_moves, odd_quadrants, solve_last, stable_discs,
};
use std::hint::black_box;

const ROUNDS: usize = 7;
/// How many nodes a round should have at least: the clock of the CPU time advances in steps of
/// some milliseconds.
const NODES: u64 = 5_000_000;
const GAMES: u64 = 40;
const CALLS: usize = 10_000;

fn main() {
    // Cargo itself passes `--bench`.
    let only: Option<u32> = std::env::args().skip(1).find_map(|argument| argument.parse().ok());
    println!("null windows, {CALLS} positions, CPU time, least of {ROUNDS} rounds");
    println!("empties            nodes   us a position   ns a node   M nodes/s");
    for empties in (4..=10).filter(|&empties| only.is_none_or(|only| only == empties)) {
        table(empties, &Host::calls(empties));
    }
}

/// What a search asks: is the value more than `alpha`?
#[derive(Clone, Copy)]
struct Call {
    own: u64,
    other: u64,
    alpha: i32,
}

fn table(empties: u32, calls: &[Call]) {
    type Solver = fn(Call) -> (i32, u64);
    let finish = |call: Call| {
        let solved = solve_last(call.own, call.other, call.alpha, call.alpha + 1);
        (solved.score, solved.nodes)
    };
    let rival = |call: Call| {
        let mut nodes = 0;
        (plain(call, &mut nodes), nodes)
    };
    let solvers: [(&str, Solver); 2] = [("solve_last", finish), ("plain", rival)];
    let (mut least, mut nodes) = ([f64::MAX; 2], [0; 2]);
    for _ in 0..ROUNDS {
        for (index, (_, solver)) in solvers.iter().enumerate() {
            let pass = || calls.iter().map(|&call| black_box(solver(black_box(call))).1).sum::<u64>();
            nodes[index] = pass();
            let passes = NODES.div_ceil(nodes[index]);
            let clock = Clock::start();
            for _ in 0..passes {
                black_box(pass());
            }
            least[index] = least[index].min(clock.seconds() * 1e9 / passes as f64);
        }
    }
    for (index, (name, _)) in solvers.iter().enumerate() {
        let (time, nodes, count) = (least[index], nodes[index] as f64, calls.len() as f64);
        let (each, speed) = (time / nodes, nodes / time * 1e3);
        println!(
            "{empties:2} {name:12} {:9.1} {:15.3} {each:11.2} {speed:11.1}",
            nodes / count,
            time / count / 1e3
        );
    }
}

/// Null-window alpha-beta with the rules alone.
fn plain(Call { own, other, alpha }: Call, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let mut moves = legal_moves(own, other);
    if moves == 0 {
        if legal_moves(other, own) == 0 {
            return final_score(own, other);
        }
        return -plain(Call { own: other, other: own, alpha: !alpha }, nodes);
    }
    let odd = odd_quadrants(!(own | other));
    let mut best = i32::MIN;
    while moves != 0 && best <= alpha {
        let preferred = if moves & odd != 0 { moves & odd } else { moves };
        let square = preferred.trailing_zeros();
        moves ^= 1 << square;
        best = best.max(-plain(after(own, other, alpha, square), nodes));
    }
    best
}

fn after(own: u64, other: u64, alpha: i32, square: u32) -> Call {
    let turned = flips(own, other, square);
    Call { own: other ^ turned, other: own | turned | 1 << square, alpha: !alpha }
}

/// A search that orders moves by replies and cuts off by stable discs, and remembers what it asks when
/// so many squares are left: each question with the same chance.
struct Host {
    empties: u32,
    seen: u64,
    calls: Vec<Call>,
}

impl Host {
    fn calls(empties: u32) -> Vec<Call> {
        let mut host = Host { empties, seen: 0, calls: Vec::new() };
        let starts = (1..).filter_map(|seed| played(empties.max(11) + 3, seed));
        for (own, other) in starts.take(GAMES as usize) {
            host.solve(own, other);
        }
        host.calls
    }

    /// Null windows from zero on, each where the one before ended, until the bounds meet.
    fn solve(&mut self, own: u64, other: u64) {
        let (mut low, mut high, mut alpha) = (-64, 64, 0);
        while low < high {
            let score = self.search(Call { own, other, alpha });
            if score > alpha {
                (low, alpha) = (score, score);
            } else {
                (high, alpha) = (score, score - 1);
            }
        }
    }

    fn search(&mut self, call: Call) -> i32 {
        let Call { own, other, alpha } = call;
        let empties = (own | other).count_zeros();
        if empties <= self.empties {
            if empties == self.empties {
                self.remember(call);
            }
            return solve_last(own, other, alpha, alpha + 1).score;
        }
        let most = 64 - 2 * stable_discs(other, own).count_ones() as i32;
        if most <= alpha {
            return most;
        }
        let children = ordered(call);
        if children.is_empty() {
            return match legal_moves(other, own) {
                0 => final_score(own, other),
                _ => -self.search(Call { own: other, other: own, alpha: !alpha }),
            };
        }
        let mut best = i32::MIN;
        for child in children {
            best = best.max(-self.search(child));
            if best > alpha {
                break;
            }
        }
        best
    }

    fn remember(&mut self, call: Call) {
        self.seen += 1;
        if self.calls.len() < CALLS {
            self.calls.push(call);
        } else if let Some(place) = self.calls.get_mut((mix(self.seen) % self.seen) as usize) {
            *place = call;
        }
    }
}

/// The children, those first where the opponent has the fewest replies.
fn ordered(Call { own, other, alpha }: Call) -> Vec<Call> {
    let moves = legal_moves(own, other);
    let odd = odd_quadrants(!(own | other));
    let squares = (0..64).filter(|square| moves >> square & 1 == 1);
    let mut children: Vec<_> = squares
        .map(|square| {
            let child = after(own, other, alpha, square);
            let replies = legal_moves(child.own, child.other);
            let freedom = 2 * replies.count_ones() + (replies & CORNERS).count_ones();
            (2 * freedom + u32::from(odd >> square & 1 == 0), child)
        })
        .collect();
    children.sort_by_key(|(weight, _)| *weight);
    children.into_iter().map(|(_, child)| child).collect()
}

/// The position with so many empty squares of a game between players who leave each other the fewest
/// replies, but move at random one time in five.
fn played(empties: u32, seed: u64) -> Option<(u64, u64)> {
    let (mut own, mut other): (u64, u64) = (1 << 28 | 1 << 35, 1 << 27 | 1 << 36);
    let mut random = mix(seed);
    while (own | other).count_zeros() > empties {
        random = mix(random);
        let children = ordered(Call { own, other, alpha: 0 });
        let choice = if random.is_multiple_of(5) { random / 5 % children.len().max(1) as u64 } else { 0 };
        (own, other) = match children.get(choice as usize) {
            Some(child) => (child.own, child.other),
            None if legal_moves(other, own) != 0 => (other, own),
            None => return None,
        };
    }
    Some((own, other))
}
