//! The arithmetic on boards against the plainest form of the same questions.

use pleach::{Game, Player};
use pleach_games::Othello;
use pleach_games::othello::{
    CORNERS, QUADRANTS, final_score, flips, frontier, legal_moves, neighbours, odd_quadrants,
    potential_moves, stable_discs,
};
use proptest::prelude::*;

const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The square a number of steps away, if it is on the board.
fn away(square: u32, (files, ranks): (i32, i32), steps: i32) -> Option<u32> {
    let (file, rank) = (square as i32 % 8 + files * steps, square as i32 / 8 + ranks * steps);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((8 * rank + file) as u32)
}

fn has(board: u64, square: u32) -> bool {
    board >> square & 1 == 1
}

/// Walks every direction square by square, as a player does.
fn slow_flips(own: u64, other: u64, square: u32) -> u64 {
    let mut turned = 0;
    for direction in DIRECTIONS {
        let mut run = 0;
        for steps in 1..8 {
            match away(square, direction, steps) {
                Some(place) if has(other, place) => run |= 1 << place,
                Some(place) if has(own, place) => {
                    turned |= run;
                    break;
                }
                _ => break,
            }
        }
    }
    turned
}

fn squares_where(test: impl Fn(u32) -> bool) -> u64 {
    (0..64).filter(|&square| test(square)).fold(0, |all, square| all | 1 << square)
}

fn slow_legal(own: u64, other: u64) -> u64 {
    squares_where(|square| !has(own | other, square) && slow_flips(own, other, square) != 0)
}

fn touches(square: u32, board: u64) -> bool {
    DIRECTIONS.iter().any(|&direction| away(square, direction, 1).is_some_and(|place| has(board, place)))
}

/// The definition of a certainly stable disc, applied to the whole board until nothing changes: along
/// every axis the line is full, or it ends here, or a stable disc of the same colour is beside it.
/// The edges begin: there every future is played out.
fn slow_stable(own: u64, other: u64) -> u64 {
    let occupied = own | other;
    let full = |square: u32, axis: usize| {
        let line = |direction| (1..8).map_while(move |steps| away(square, direction, steps));
        line(DIRECTIONS[axis]).chain(line(DIRECTIONS[axis + 4])).all(|place| has(occupied, place))
    };
    let inside = |square: u32| DIRECTIONS.iter().all(|&direction| away(square, direction, 1).is_some());
    let mut stable = slow_stable_edges(own, other);
    loop {
        let leans =
            |square: u32, direction| away(square, direction, 1).is_some_and(|place| has(stable, place));
        let safe = |square: u32, axis: usize| {
            full(square, axis) || leans(square, DIRECTIONS[axis]) || leans(square, DIRECTIONS[axis + 4])
        };
        let more = squares_where(|square| {
            has(own, square) && inside(square) && (0..4).all(|axis| safe(square, axis))
        });
        if more & !stable == 0 {
            return stable;
        }
        stable |= more;
    }
}

fn slow_stable_edges(own: u64, other: u64) -> u64 {
    let edges: [[u32; 8]; 4] = std::array::from_fn(|edge| {
        std::array::from_fn(|place| [place, 56 + place, 8 * place, 8 * place + 7][edge] as u32)
    });
    edges.iter().fold(0, |stable, edge| {
        let line: Vec<i8> =
            edge.iter().map(|&square| i8::from(has(own, square)) - i8::from(has(other, square))).collect();
        let mut changes = vec![false; 8];
        let mut seen = std::collections::HashSet::new();
        play_edge(&line, &line, &mut changes, &mut seen);
        (0..8)
            .filter(|&place| line[place] == 1 && !changes[place])
            .fold(stable, |all, place| all | 1 << edge[place])
    })
}

/// Reaches every state of the edge that any sequence of placements leads to.
fn play_edge(first: &[i8], line: &[i8], changes: &mut [bool], seen: &mut std::collections::HashSet<Vec<i8>>) {
    if !seen.insert(line.to_vec()) {
        return;
    }
    for place in 0..8 {
        changes[place] |= first[place] != 0 && line[place] != first[place];
    }
    for place in (0..8).filter(|&place| line[place] == 0) {
        for colour in [1, -1] {
            let mut next = line.to_vec();
            next[place] = colour;
            let after: Vec<usize> = (place + 1..8).collect();
            let before: Vec<usize> = (0..place).rev().collect();
            for way in [after, before] {
                let run = way.iter().take_while(|&&other| line[other] == -colour).count();
                if way.get(run).is_some_and(|&end| line[end] == colour) {
                    way[..run].iter().for_each(|&turned| next[turned] = colour);
                }
            }
            play_edge(first, &next, changes, seen);
        }
    }
}

/// Any two boards without a common square, thin and crowded ones alike.
fn boards() -> impl Strategy<Value = (u64, u64)> {
    (any::<u64>(), any::<u64>(), any::<u64>(), 0..4u8).prop_map(|(colour, a, b, crowd)| {
        let occupied = [a & b, a, a | b, !0][crowd as usize];
        (occupied & colour, occupied & !colour)
    })
}

/// A position after some random moves.
fn positions() -> impl Strategy<Value = Othello> {
    proptest::collection::vec(any::<u8>(), 0..60).prop_map(|choices| {
        let mut game = Othello::new();
        for choice in choices {
            let moves: Vec<_> = game.moves().collect();
            if moves.is_empty() {
                break;
            }
            game.play(moves[choice as usize % moves.len()]);
        }
        game
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn legal_moves_and_flips((own, other) in boards()) {
        prop_assert_eq!(legal_moves(own, other), slow_legal(own, other));
        for square in (0..64).filter(|&square| !has(own | other, square)) {
            prop_assert_eq!(flips(own, other, square), slow_flips(own, other, square), "square {}", square);
        }
    }

    #[test]
    fn neighbourhoods((own, other) in boards()) {
        let empty = !(own | other);
        prop_assert_eq!(neighbours(own), squares_where(|square| touches(square, own)));
        let potential = squares_where(|square| has(empty, square) && touches(square, other));
        prop_assert_eq!(potential_moves(own, other), potential);
        prop_assert_eq!(legal_moves(own, other) & !potential, 0);
        let outer = squares_where(|square| has(own, square) && touches(square, empty));
        prop_assert_eq!(frontier(own, empty), outer);
    }

    #[test]
    fn parity_of_quadrants(empty: u64) {
        let odd = QUADRANTS.iter().filter(|&quadrant| (empty & quadrant).count_ones() % 2 == 1);
        prop_assert_eq!(odd_quadrants(empty), odd.fold(0, |all, quadrant| all | quadrant));
    }

    #[test]
    fn final_scores((own, other) in boards()) {
        let (mine, theirs) = (own.count_ones() as i32, other.count_ones() as i32);
        let expected = match mine.cmp(&theirs) {
            std::cmp::Ordering::Greater => 64 - 2 * theirs,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Less => 2 * mine - 64,
        };
        prop_assert_eq!(final_score(own, other), expected);
    }

    /// What is called stable stays as it is in a random game from there on, and in every game if
    /// few squares are left.
    #[test]
    fn stable_discs_are_never_turned(game in positions(), choices in proptest::collection::vec(any::<u8>(), 70)) {
        let stable = [Player::Max, Player::Min].map(|player| stable_discs_of(&game, player));
        let mut later = game;
        for choice in choices {
            let moves: Vec<_> = later.moves().collect();
            if moves.is_empty() {
                break;
            }
            later.play(moves[choice as usize % moves.len()]);
            prop_assert_eq!(stable[0] & !later.discs(Player::Max), 0);
            prop_assert_eq!(stable[1] & !later.discs(Player::Min), 0);
        }
        if game.empty().count_ones() <= 5 {
            prop_assert!(stays(&game, stable));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn stable_discs_by_definition((own, other) in boards()) {
        prop_assert_eq!(stable_discs(own, other), slow_stable(own, other));
    }

    #[test]
    fn stable_discs_of_real_positions(game in positions()) {
        prop_assert_eq!(stable_discs(game.own(), game.other()), slow_stable(game.own(), game.other()));
    }
}

fn stable_discs_of(game: &Othello, player: Player) -> u64 {
    stable_discs(game.discs(player), game.discs(player.other()))
}

fn stays(game: &Othello, stable: [u64; 2]) -> bool {
    stable[0] & !game.discs(Player::Max) == 0
        && stable[1] & !game.discs(Player::Min) == 0
        && game.moves().all(|mv| stays(&game.after(mv), stable))
}

#[test]
fn a_full_board_is_stable_and_an_empty_one_has_nothing_to_turn() {
    assert_eq!(stable_discs(CORNERS, !CORNERS), CORNERS);
    assert_eq!(stable_discs(!0, 0), !0);
    assert_eq!(stable_discs(0, 0), 0);
    assert_eq!(legal_moves(!0, 0) | legal_moves(0, !0) | legal_moves(0, 0), 0);
}
