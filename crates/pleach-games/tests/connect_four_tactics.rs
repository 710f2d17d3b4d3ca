//! What Connect Four knows without searching, against brute force: slot by slot for the masks, and the
//! exact value of whole boards for the bounds.

use pleach::{Evaluate, Game, Interval, Notation, Score};
use pleach_games::ConnectFour;
use pleach_games::connect_four::{ProvenBounds, Size, Slot};
use std::collections::{HashMap, HashSet};

fn board(width: u32, height: u32) -> ConnectFour {
    ConnectFour::with_size(Size::new(width, height).unwrap())
}

/// Columns of stones as plain rows of numbers: 1 for the side to move, 2 for the other, 0 for none.
struct Plain {
    slots: Vec<Vec<u8>>,
}

impl Plain {
    /// Read off the drawn board, so that nothing is shared with the bit sets.
    fn new(game: &ConnectFour) -> Plain {
        let own = if game.stones().is_multiple_of(2) { 'X' } else { 'O' };
        let number = |symbol: char| match symbol {
            '.' => Some(0),
            'X' | 'O' => Some(if symbol == own { 1 } else { 2 }),
            _ => None,
        };
        let board = game.board();
        let rows: Vec<Vec<u8>> =
            board.lines().rev().skip(2).map(|line| line.chars().filter_map(number).collect()).collect();
        let columns = 0..game.size().width() as usize;
        Plain { slots: columns.map(|column| rows.iter().map(|row| row[column]).collect()).collect() }
    }

    fn at(&self, column: i32, row: i32) -> Option<u8> {
        self.slots.get(usize::try_from(column).ok()?)?.get(usize::try_from(row).ok()?).copied()
    }

    /// Whether a stone of this side in the slot would be part of a four.
    fn completes(&self, side: u8, column: i32, row: i32) -> bool {
        [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(right, up)| {
            let run = |sign: i32| {
                let stones = (1..4).map(|n| self.at(column + sign * n * right, row + sign * n * up));
                stones.take_while(|&stone| stone == Some(side)).count()
            };
            run(1) + run(-1) >= 3
        })
    }

    /// The empty slots that complete a four for a side, as bits.
    fn winning(&self, side: u8) -> u64 {
        let height = self.slots[0].len();
        let all = (0..self.slots.len()).flat_map(|column| (0..height).map(move |row| (column, row)));
        let winning = all.filter(|&(column, row)| {
            self.slots[column][row] == 0 && self.completes(side, column as i32, row as i32)
        });
        winning.fold(0, |bits, (column, row)| bits | 1 << (column * (height + 1) + row))
    }
}

fn random_games(start: ConnectFour, games: u64, mut check: impl FnMut(&ConnectFour)) {
    let mut random = 1;
    for _ in 0..games {
        let mut game = start;
        while game.outcome().is_none() {
            check(&game);
            random = pleach::mix(random);
            let moves: Vec<Slot> = game.moves().collect();
            game.play(moves[random as usize % moves.len()]);
        }
    }
}

#[test]
fn masks_agree_with_a_look_at_every_slot() {
    for start in [(7, 6), (8, 7), (4, 4), (9, 6), (5, 9), (16, 3), (21, 2), (1, 63), (32, 1), (2, 31), (6, 5)]
    {
        random_games(board(start.0, start.1), 40, |game| {
            let plain = Plain::new(game);
            let text = || format!("{start:?} {}", game.position());
            assert_eq!(game.winning_slots().bits(), plain.winning(1), "{}", text());
            assert_eq!(game.opponent_winning_slots().bits(), plain.winning(2), "{}", text());
            assert!(game.possible_slots().eq(game.moves()), "{}", text());
            for slot in game.moves() {
                let next = game.after(slot);
                // After the move the mover's stones are the other side's.
                let threats = next.opponent_winning_slots();
                assert_eq!(game.threats_after(slot), threats.len(), "{}", text());
                assert_eq!(threats.bits(), Plain::new(&next).winning(2), "{}", text());
                let wins = game.winning_slots().contains(slot);
                assert_eq!(next.outcome().is_some_and(|outcome| outcome.get() < 0), wins, "{}", text());
            }
        });
    }
}

#[test]
fn non_losing_moves_are_those_the_opponent_cannot_punish_at_once() {
    for (width, height) in [(7, 6), (5, 4), (8, 7), (12, 4)] {
        random_games(board(width, height), 200, |game| {
            if game.possible_slots().any(|slot| game.winning_slots().contains(slot)) {
                return;
            }
            let survives = |&slot: &Slot| {
                let next = game.after(slot);
                let punished =
                    next.moves().any(|reply| next.after(reply).outcome().is_some_and(|o| o.get() < 0));
                !punished
            };
            assert!(game.non_losing_slots().eq(game.moves().filter(survives)), "{}", game.position());
        });
    }
}

/// Exact values by plain minimax with a memory, nothing else.
#[derive(Default)]
struct Oracle {
    known: HashMap<u64, i8>,
}

impl Oracle {
    fn value(&mut self, game: &ConnectFour) -> i8 {
        if let Some(outcome) = game.outcome() {
            return outcome.get() as i8;
        }
        if let Some(&value) = self.known.get(&game.unique_key()) {
            return value;
        }
        let value = game.moves().map(|slot| -self.value(&game.after(slot))).max().unwrap();
        self.known.insert(game.unique_key(), value);
        value
    }
}

/// Checks the bounds of every position below this one, each kind inside the one before; counts the
/// positions, and those in which the play of zugzwang says more than the stones left.
fn check_bounds(game: &ConnectFour, oracle: &mut Oracle, seen: &mut HashSet<u64>, counts: &mut [u32; 2]) {
    if !seen.insert(game.unique_key()) {
        return;
    }
    counts[0] += 1;
    let proven = ProvenBounds.evaluate(game);
    if let Some(outcome) = game.outcome() {
        assert_eq!(proven, Interval::point(outcome), "{}", game.position());
        return;
    }
    let value = Score::new(oracle.value(game).into());
    let (low, high) = game.score_bounds();
    assert!((low..=high).contains(&value), "{}: {value} outside {low} to {high}", game.position());
    let (closer_low, closer_high) = game.follow_up_bounds();
    let text = || format!("{}: {value} outside {closer_low} to {closer_high}", game.position());
    assert!((closer_low..=closer_high).contains(&value), "{}", text());
    assert!(closer_low >= low && closer_high <= high, "{}", text());
    counts[1] += u32::from((closer_low, closer_high) != (low, high));
    assert!(proven.contains(value), "{}: {value} outside {proven}", game.position());
    assert!(proven.low() >= closer_low && proven.high() <= closer_high, "{}", text());
    for slot in game.moves() {
        check_bounds(&game.after(slot), oracle, seen, counts);
    }
}

fn check_every_position(width: u32, height: u32, positions: Option<u32>) {
    let (mut oracle, mut counts) = (Oracle::default(), [0; 2]);
    let start = board(width, height);
    assert_eq!(oracle.value(&start), 0, "{width}x{height} is a draw");
    check_bounds(&start, &mut oracle, &mut HashSet::new(), &mut counts);
    assert!(positions.is_none_or(|positions| positions == counts[0]), "{width}x{height}: {counts:?}");
    assert!(counts[1] * 20 > counts[0], "{width}x{height}: they say nothing in {counts:?}");
}

#[test]
fn bounds_hold_in_every_position_of_small_boards() {
    check_every_position(4, 4, Some(161_029));
    for (width, height) in [(3, 5), (5, 3), (6, 2)] {
        check_every_position(width, height, None);
    }
}

/// The numbers of positions, like that of the board of four by four, are those that John Tromp
/// published on his page about the game. Millions of positions: `./test` runs it in release mode.
#[test]
#[cfg(not(debug_assertions))]
fn bounds_hold_in_every_position_of_larger_boards() {
    check_every_position(5, 4, Some(3_945_711));
    check_every_position(4, 5, Some(1_706_255));
}

/// Late positions of random games on larger boards: even and odd numbers of slots, even and odd
/// heights, where the two sides' parts change places.
#[test]
fn bounds_hold_in_late_positions_of_larger_boards() {
    for (width, height, games) in
        [(5, 5, 300), (5, 4, 150), (4, 5, 150), (6, 5, 150), (5, 6, 150), (7, 6, 60), (7, 5, 60)]
    {
        let (mut oracle, mut seen, mut counts) = (Oracle::default(), HashSet::new(), [0; 2]);
        random_games(board(width, height), games, |game| {
            if game.size().slots() - game.stones() == 10 {
                check_bounds(game, &mut oracle, &mut seen, &mut counts);
            }
        });
        assert!(counts[1] * 20 > counts[0], "{width}x{height}: they say nothing in {counts:?}");
    }
}
