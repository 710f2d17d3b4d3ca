//! Intervals and distributions of Othello and Connect Four: what is proven holds, and forecasts are
//! distributions inside it. The bounds of Connect Four face whole boards in `connect_four_tactics.rs`.

use pleach::testkit::Laws;
use pleach::{Distribution, Evaluate, Game, Interval, Notation, Player, Score, Tunable, mix, textbook};
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

/// Checks that a forecast is a distribution on the scores a game can end with, inside what is proven.
fn check_forecast<G: Notation>(
    game: &G,
    forecast: &impl Evaluate<G, Value = Distribution>,
    bounds: Interval,
    step: i32,
) {
    let distribution = forecast.evaluate(game);
    let text = || format!("{}: {distribution:?}", game.position());
    assert_eq!(distribution.bounds(), bounds, "{}", text());
    let sum: f64 = distribution.masses().map(|(_, mass)| mass).sum();
    assert!((sum - 1.0).abs() < 1e-12, "{}", text());
    let off_step = distribution.masses().find(|&(score, mass)| score.get() % step != 0 && mass != 0.0);
    assert_eq!(off_step, None, "{}", text());
    assert_eq!(distribution, forecast.evaluate(game), "the same each time");
    if let Some(outcome) = game.outcome() {
        assert_eq!(distribution, Distribution::point(outcome), "{}", text());
    }
}

#[test]
fn forecasts_of_othello_stay_inside_the_bounds() {
    let forecast = othello::Forecast::default();
    for (unit, games, step) in [(Unit::Disc, 30, 2), (Unit::Hundredth, 2, 200)] {
        let check =
            |game: &Othello| check_forecast(game, &forecast, othello::ProvenBounds.evaluate(game), step);
        random_positions(&Othello::new().with_unit(unit), games, check);
    }
    made_up_boards(200, |game| {
        check_forecast(game, &forecast, othello::ProvenBounds.evaluate(game), 2);
    });
}

#[test]
fn forecasts_of_connect_four_stay_inside_the_bounds() {
    let forecast = connect_four::Forecast::default();
    for (width, height) in [(7, 6), (4, 4), (8, 7), (32, 1), (1, 63), (3, 3)] {
        for scale in [1, 100, ConnectFour::MAX_SCALE] {
            let start = ConnectFour::with_size(Size::new(width, height).unwrap()).with_scale(scale);
            let check = |game: &ConnectFour| {
                check_forecast(game, &forecast, connect_four::ProvenBounds.evaluate(game), scale.into());
            };
            random_positions(&start, if scale == 1 { 30 } else { 1 }, check);
        }
    }
}

/// How many of these late positions of random games, and how many of them have an exact score in the
/// middle nine tenths of the forecast.
fn within_nine_tenths<G: Game + Default>(
    games: u64,
    forecast: &impl Evaluate<G, Value = Distribution>,
    late: impl Fn(&G) -> bool,
) -> (u32, u32) {
    let (mut positions, mut within) = (0, 0);
    random_positions(&G::default(), games, |game| {
        let distribution = forecast.evaluate(game);
        if late(game) && distribution.bounds().value().is_none() {
            let score = textbook::solve(game).value;
            positions += 1;
            let (low, high) = (distribution.quantile(0.05), distribution.quantile(0.95));
            within += u32::from(low <= score && score <= high);
        }
    });
    (positions, within)
}

/// Positions of random games are not those that the errors were fitted to, but not far from them either.
#[test]
fn forecasts_go_with_exact_scores() {
    let late = |game: &Othello| game.empty().count_ones() <= 8;
    let of_othello = within_nine_tenths(300, &othello::Forecast::default(), late);
    let late = |game: &ConnectFour| game.stones() >= 28;
    let of_connect_four = within_nine_tenths(6000, &connect_four::Forecast::default(), late);
    for (positions, within) in [of_othello, of_connect_four] {
        assert!(positions > 100, "{positions}");
        let share = f64::from(within) / f64::from(positions);
        assert!((0.8..1.0).contains(&share), "{within} of {positions}");
    }
}

#[test]
fn sides_and_boards_can_be_turned_around() {
    let laws = Laws { games: 20, ..Laws::default() };
    let (start, forecast) = (Othello::new(), othello::Forecast::default());
    laws.check_swap(&start, &othello::ProvenBounds).unwrap();
    laws.check_swap(&start, &forecast).unwrap();
    laws.check_symmetry(&start, &othello::ProvenBounds).unwrap();
    laws.check_symmetry(&start, &forecast).unwrap();
    for start in [ConnectFour::new(), ConnectFour::with_size(Size::new(5, 4).unwrap())] {
        laws.check_symmetry(&start, &connect_four::ProvenBounds).unwrap();
        laws.check_symmetry(&start, &connect_four::Forecast::default()).unwrap();
    }
}

/// The later in the game, the surer the forecasts; a finer unit changes nothing but the unit.
#[test]
fn forecasts_know_the_stage_and_the_unit() {
    let forecast = othello::Forecast::default();
    let width = |text: &str| {
        let distribution = forecast.evaluate(&Othello::new().parse(text).unwrap());
        distribution.quantile(0.95).get() - distribution.quantile(0.05).get()
    };
    let late = "XXXXXXX-XXOOOX--XXOXOXX-XXOOXOXXXXOXXXXXXXXOOOOXXXOOOO-XXOOOOOO- O";
    assert!(width("f5d6c3") > width(late));
    let game = Othello::new().parse("f5d6c3d3c4f4f6").unwrap();
    let fine = forecast.evaluate(&game.with_unit(Unit::Hundredth)).expected();
    assert!((fine / 100.0 - forecast.evaluate(&game).expected()).abs() < 1e-9);
    let (game, forecast) = (ConnectFour::new().parse("4453").unwrap(), connect_four::Forecast::default());
    let fine = forecast.evaluate(&game.with_scale(100)).expected();
    assert!((fine / 100.0 - forecast.evaluate(&game).expected()).abs() < 1e-9);
}

#[test]
fn errors_can_be_read_out_and_replaced() {
    let weights = othello::Forecast::default().weights().clone();
    assert_eq!(weights.evaluator(), "othello/forecast");
    let mut numbers = weights.flat();
    numbers[14] = 1;
    let sure = othello::Forecast::from_weights(weights.with_flat(&numbers).unwrap()).unwrap();
    assert_eq!(sure.weights().flat(), numbers);
    let error = connect_four::Forecast::from_weights(weights).unwrap_err().to_string();
    assert_eq!(error, "weights: they belong to 'othello/forecast', not to 'connect-four-forecast'");
}
