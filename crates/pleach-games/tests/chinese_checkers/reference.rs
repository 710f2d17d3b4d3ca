//! The rules once more, as slowly and plainly as can be, with the readings of the rules that are wrong.
//! It is the oracle of the fast generator, and its wrong readings show that perft tells them apart.

use crate::middle_game;
use pleach::{Game, Player, perft};
use pleach_games::ChineseCheckers;
use pleach_games::chinese_checkers::{Hole, MarbleMove};
use std::collections::{BTreeMap, BTreeSet};

type Cube = (i8, i8, i8);

const DIRECTIONS: [Cube; 6] = [(1, -1, 0), (-1, 1, 0), (1, 0, -1), (-1, 0, 1), (0, 1, -1), (0, -1, 1)];

/// How the rules are read.
#[derive(Clone, Copy)]
struct Reading {
    long_jumps: bool,
    may_end_in_neutral: bool,
    origin_stays_occupied: bool,
}

const RIGHT: Reading = Reading { long_jumps: true, may_end_in_neutral: false, origin_stays_occupied: false };

fn exists((x, y, z): Cube) -> bool {
    (x >= -4 && y >= -4 && z >= -4) || (x <= 4 && y <= 4 && z <= 4)
}

fn is_neutral((x, y, z): Cube) -> bool {
    !(z <= -5 || z >= 5) && [x, y].iter().any(|c| c.abs() >= 5)
}

fn along((x, y, z): Cube, (dx, dy, dz): Cube, times: i8) -> Cube {
    (x + dx * times, y + dy * times, z + dz * times)
}

/// The marbles, and whose turn it is.
#[derive(Clone)]
struct Board {
    marbles: BTreeMap<Cube, Player>,
    side: Player,
}

impl Board {
    fn of(game: &ChineseCheckers) -> Board {
        let both = [Player::Max, Player::Min];
        let marbles =
            both.into_iter().flat_map(|player| game.marbles(player).map(move |hole| (hole.cube(), player)));
        Board { marbles: marbles.collect(), side: game.to_move() }
    }

    fn is_free(&self, hole: Cube) -> bool {
        exists(hole) && !self.marbles.contains_key(&hole)
    }

    /// The landing of a jump over the marble at distance `times`.
    fn jump(&self, from: Cube, direction: Cube, times: i8) -> Option<Cube> {
        let over = along(from, direction, times);
        let clear = (1..=2 * times)
            .filter(|&step| step != times)
            .all(|step| self.is_free(along(from, direction, step)));
        (self.marbles.contains_key(&over) && clear).then(|| along(from, direction, 2 * times))
    }

    fn moves(&self, reading: Reading) -> BTreeSet<(Cube, Cube)> {
        let own = self.marbles.iter().filter(|&(_, &player)| player == self.side);
        own.flat_map(|(&from, _)| self.moves_from(from, reading).into_iter().map(move |to| (from, to)))
            .collect()
    }

    fn moves_from(&self, from: Cube, reading: Reading) -> BTreeSet<Cube> {
        let mut lifted = self.clone();
        if !reading.origin_stays_occupied {
            lifted.marbles.remove(&from);
        }
        let steps = DIRECTIONS.map(|direction| along(from, direction, 1));
        let mut ends: BTreeSet<Cube> = steps.into_iter().filter(|&hole| self.is_free(hole)).collect();
        let mut seen = BTreeSet::from([from]);
        let mut open = vec![from];
        let longest = if reading.long_jumps { 12 } else { 1 };
        while let Some(hole) = open.pop() {
            for (direction, times) in DIRECTIONS.iter().flat_map(|&d| (1..=longest).map(move |k| (d, k))) {
                if let Some(landing) = lifted.jump(hole, direction, times)
                    && seen.insert(landing)
                {
                    open.push(landing);
                }
            }
        }
        ends.extend(seen);
        ends.remove(&from);
        ends.retain(|&end| reading.may_end_in_neutral || !is_neutral(end));
        ends
    }

    fn perft(&self, depth: u32, reading: Reading) -> u64 {
        let moves = self.moves(reading);
        if depth == 1 {
            return moves.len() as u64;
        }
        let after = |&(from, to): &(Cube, Cube)| {
            let mut next = self.clone();
            next.marbles.remove(&from);
            next.marbles.insert(to, self.side);
            next.side = self.side.other();
            next.perft(depth - 1, reading)
        };
        moves.iter().map(after).sum()
    }
}

#[test]
fn perft_from_the_start() {
    let counts: Vec<u64> = (1..=5).map(|depth| perft(&ChineseCheckers::new(), depth)).collect();
    assert_eq!(counts, [14, 196, 4872, 121_104, 3_476_564]);
}

#[test]
fn wrong_readings_are_told_apart_by_perft() {
    let start = Board::of(&ChineseCheckers::new());
    let adjacent = Reading { long_jumps: false, ..RIGHT };
    let neutral = Reading { may_end_in_neutral: true, ..RIGHT };
    let readings = [
        ("as it is meant", RIGHT, [4872, 121_104]),
        ("adjacent jumps only", adjacent, [4648, 110_224]),
        ("may end in neutral", neutral, [5348, 145_924]),
        ("both", Reading { long_jumps: false, ..neutral }, [4760, 115_600]),
        ("origin stays occupied", Reading { origin_stays_occupied: true, ..RIGHT }, [4900, 122_500]),
    ];
    for (name, reading, expected) in readings {
        assert_eq!([3, 4].map(|depth| start.perft(depth, reading)), expected, "{name}");
        let right = [3, 4].map(|depth| perft(&ChineseCheckers::new(), depth));
        assert_eq!(expected == right, name == "as it is meant");
    }
}

/// Every stored position and every position after one move of it.
#[test]
fn the_generator_agrees_with_the_reference() {
    let as_cubes = |mv: MarbleMove| (mv.from().cube(), mv.to().cube());
    let check = |game: &ChineseCheckers| {
        let fast: Vec<MarbleMove> = game.moves().collect();
        assert_eq!(game.moves().count(), fast.len());
        let fast: BTreeSet<(Cube, Cube)> = fast.into_iter().map(as_cubes).collect();
        assert_eq!(fast, Board::of(game).moves(RIGHT), "{game:?}");
    };
    for game in middle_game::stored() {
        check(&game);
        game.moves().step_by(17).for_each(|mv| check(&game.after(mv)));
    }
}

/// Every hop of a path is a jump of the reference, no hole is touched twice, and the position after
/// the move shows the same path.
#[test]
fn paths_are_chains_of_jumps() {
    for game in middle_game::stored().into_iter().step_by(5) {
        let board = Board::of(&game);
        for mv in game.moves() {
            let path = game.path(mv).unwrap();
            assert_eq!((path.first(), path.last()), (Some(&mv.from()), Some(&mv.to())));
            assert_eq!(game.after(mv).path(mv).as_ref(), Some(&path));
            assert_eq!(path.iter().collect::<BTreeSet<&Hole>>().len(), path.len());
            let (from, to) = (mv.from().cube(), mv.to().cube());
            if DIRECTIONS.iter().any(|&direction| along(from, direction, 1) == to) {
                assert_eq!(path.len(), 2, "a step");
                continue;
            }
            let mut lifted = board.clone();
            lifted.marbles.remove(&from);
            for hop in path.windows(2) {
                let jumps = DIRECTIONS.iter().flat_map(|&d| (1..=6).map(move |k| (d, k)));
                let mut landings = jumps.filter_map(|(d, k)| lifted.jump(hop[0].cube(), d, k));
                assert!(landings.any(|landing| landing == hop[1].cube()), "{path:?}");
            }
        }
    }
}
