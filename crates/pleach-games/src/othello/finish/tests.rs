//! Against plain minimax, against the rules, and one build against the other.

use super::line::{beside, last_disc};
use super::*;
use crate::othello::Othello;
use pleach::{Game, Player, mix, textbook};

/// Seeded numbers.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = mix(self.0);
        self.0
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// The first position of a random game with so many empty squares, if the game gets there.
    fn played(&mut self, empties: u32) -> Option<Boards> {
        let mut game = Othello::new();
        while game.empty().count_ones() > empties {
            let moves: Vec<_> = game.moves().collect();
            let mv = *moves.get(self.below(moves.len().max(1) as u64) as usize)?;
            game.play(mv);
        }
        Some(Boards { own: game.own(), other: game.other() })
    }

    /// A board that no game need get to, often with all discs but a few of one colour.
    fn filled(&mut self, empties: u32) -> Boards {
        let mut empty: u64 = 0;
        while empty.count_ones() < empties {
            empty |= bit(self.below(64) as u32);
        }
        let (one, two) = (self.next(), self.next());
        let own = [0, one & two & self.next(), one & two, one, one | two, !0][self.below(6) as usize];
        Boards { own: own & !empty, other: !own & !empty }
    }

    fn boards(&mut self, empties: u32) -> Boards {
        let played = if self.below(3) > 0 { self.played(empties) } else { None };
        played.unwrap_or_else(|| self.filled(empties))
    }
}

fn game(boards: Boards) -> Othello {
    Othello::from_boards(boards.own, boards.other, Player::Max)
}

fn truth(boards: Boards) -> i32 {
    textbook::solve(&game(boards)).value.get()
}

fn check(boards: Boards, truth: i32, alpha: i32, beta: i32) {
    let score = solve_last(boards.own, boards.other, alpha, beta).score;
    let right = if score <= alpha {
        truth <= score
    } else if score >= beta {
        truth >= score
    } else {
        truth == score
    };
    assert!(right, "{boards:x?} is {truth}, not {score} in {alpha}..{beta}");
}

#[test]
fn scores_keep_the_law_of_fail_soft_windows() {
    let mut random = Random(1);
    for empties in 0..=8 {
        let positions = if empties < 7 { 3000 } else { 1000 };
        for _ in 0..positions {
            let boards = random.boards(empties);
            let truth = truth(boards);
            for alpha in [truth - 2, truth - 1, truth, truth + 1] {
                check(boards, truth, alpha, alpha + 1);
            }
            for _ in 0..4 {
                let alpha = random.below(130) as i32 - 65;
                check(boards, truth, alpha, alpha + 1);
                check(boards, truth, alpha, alpha + 1 + random.below(40) as i32);
            }
            check(boards, truth, -65, 65);
        }
    }
}

#[test]
fn the_positions_of_the_tests_have_passes_and_early_ends() {
    let mut random = Random(1);
    let (mut passes, mut ends, mut wiped_out) = (0, 0, 0);
    for empties in 1..=6 {
        for _ in 0..300 {
            let game = game(random.boards(empties));
            passes += u32::from(game.legal() == 0 && game.outcome().is_none());
            ends += u32::from(game.outcome().is_some());
            wiped_out += u32::from(game.own() == 0 || game.other() == 0);
        }
    }
    assert!(passes > 100 && ends > 100 && wiped_out > 100, "{passes} {ends} {wiped_out}");
}

#[test]
fn more_squares_than_it_is_made_for_are_solved_too() {
    let mut random = Random(2);
    for empties in [9, 10] {
        let boards = random.boards(empties);
        check(boards, truth(boards), -64, 64);
    }
    // Nobody can move on a board with nothing on it, or with discs of one side only.
    assert_eq!(solve_last(0, 0, -1, 0), Solved { score: 0, nodes: 1 });
    assert_eq!(solve_last(0, 1, -64, 64).score, -64);
}

#[test]
fn windows_need_not_make_sense() {
    let (own, other) = (0b1, !0b1000_0001);
    let score = |alpha, beta| solve_last(own, other, alpha, beta).score;
    assert_eq!(score(i32::MIN, i32::MAX), -48);
    assert!(score(i32::MAX, i32::MIN) >= -48);
    assert!(score(10, -10) >= -48);
    assert!(score(i32::MIN, i32::MIN) <= -48);
    assert_eq!(solve_last(!0, !0, -64, 64).score, 64, "squares that both claim");
}

#[test]
fn the_last_disc_is_counted_for_both_sides() {
    let mut random = Random(3);
    for round in 0..6400 {
        let square = round % 64;
        let own = random.filled(0).own & !bit(square);
        let other = !own & !bit(square);
        let turned = last_disc(own, square);
        let twice = |turned: u64| 2 * turned.count_ones() as i32;
        assert_eq!(turned.by_own, twice(bits::flips(own, other, square)));
        assert_eq!(turned.by_other, twice(bits::flips(other, own, square)));
        assert_eq!(beside(square), bits::neighbours(bit(square)));
    }
}

#[test]
fn both_builds_do_the_same() {
    // Where the processor has no wide registers there is nothing to compare.
    #[cfg(target_arch = "x86_64")]
    if let Some(wide) = wide::Wide::detect() {
        let mut random = Random(4);
        for round in 0..20_000 {
            let boards = random.filled(round % 60);
            assert_eq!(wide.moves(boards), Portable.moves(boards), "{boards:x?}");
            for square in 0..64 {
                assert_eq!(
                    wide.flips(boards, square),
                    Portable.flips(boards, square),
                    "{boards:x?} {square}"
                );
            }
        }
        for round in 0..2000 {
            let boards = random.boards(round % 10);
            let alpha = random.below(130) as i32 - 65;
            let beta = alpha + 1 + random.below(3) as i32;
            assert_eq!(wide.solve(boards, alpha, beta), Portable.solve(boards, alpha, beta), "{boards:x?}");
        }
    }
}
