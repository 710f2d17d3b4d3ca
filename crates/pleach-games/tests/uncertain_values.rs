//! Intervals of Othello and Connect Four: what is proven holds. The bounds of Connect Four face whole boards
//! in `connect_four_tactics.rs`.

use pleach::testkit::Laws;
use pleach::{Evaluate, Game, Interval, Notation, Player, Score, mix, textbook};
use pleach_games::connect_four::{self, Size};
use pleach_games::othello::{self, Unit};
use pleach_games::{ConnectFour, Othello};

/// Positions of random games, from the start to the end of each.
fn random_positions<G: Game>(start: &G, games: u64, mut check: impl FnMut(&G)) {
    let mut random = 7;
    for _ in 0..games {
        let mut game = start.clone();
        loop {
            check(&game);
            let moves: Vec<G::Move> = game.moves().collect();
            random = mix(random);
            match moves.get(random as usize % moves.len().max(1)) {
                Some(&mv) => game.play(mv),
                None => break,
            }
        }
    }
}

/// Boards of discs at random with a few squares left, as no game has them.
fn made_up_boards(count: u64, mut check: impl FnMut(&Othello)) {
    for seed in 0..count {
        let random = |salt: u64| mix(mix(seed) ^ salt);
        let empty = (0..6).fold(0, |squares, salt| squares | 1u64 << (random(salt) % 64));
        // More discs of one colour than of the other, by turns.
        let own = [random(7), random(7) & random(8), random(7) | random(8)][seed as usize % 3];
        check(&Othello::from_boards(own & !empty, !own & !empty, Player::Max));
    }
}

#[test]
fn bounds_of_othello_hold_the_exact_score() {
    let (mut positions, mut exact, mut closer) = (0, 0, 0);
    let mut check = |game: &Othello| {
        let (bounds, score) = (othello::ProvenBounds.evaluate(game), textbook::solve(game).value);
        assert!(bounds.contains(score), "{}: {score} outside {bounds}", game.position());
        let hundredths = othello::ProvenBounds.evaluate(&game.with_unit(Unit::Hundredth));
        let hundred = |score: Score| Score::new(100 * score.get());
        assert_eq!(Interval::new(hundred(bounds.low()), hundred(bounds.high())), Ok(hundredths));
        positions += 1;
        exact += u32::from(bounds.value().is_some());
        closer += u32::from(bounds.width() < 128);
    };
    random_positions(&Othello::new(), 700, |game| {
        if game.empty().count_ones() <= 8 {
            check(game);
        }
    });
    made_up_boards(3000, &mut check);
    assert!(positions > 8000 && exact > 500 && closer > 7000, "{positions}, {exact}, {closer}");
}

#[test]
fn sides_and_boards_can_be_turned_around() {
    let laws = Laws { games: 20, ..Laws::default() };
    laws.check_swap(&Othello::new(), &othello::ProvenBounds).unwrap();
    laws.check_symmetry(&Othello::new(), &othello::ProvenBounds).unwrap();
    for start in [ConnectFour::new(), ConnectFour::with_size(Size::new(5, 4).unwrap())] {
        laws.check_symmetry(&start, &connect_four::ProvenBounds).unwrap();
    }
}
