//! The two evaluators and their weights.

use crate::{RACE, middle_game, played, position};
use pleach::textbook::{Algorithm, Search};
use pleach::{Evaluate, Game, Limits, Notation, Score, Tunable, Weights};
use pleach_games::ChineseCheckers;
use pleach_games::chinese_checkers::{Distance, Learner};

/// Learner III with a single weight of 1.
fn only(index: usize) -> Learner {
    let mut flat = [0; 14];
    flat[index] = 1;
    Learner::from_weights(Learner::default().weights().with_flat(&flat).unwrap()).unwrap()
}

#[test]
fn mobility_is_the_number_of_moves() {
    for game in middle_game::stored() {
        let (steps, jumps) = (only(0).evaluate(&game).get(), only(1).evaluate(&game).get());
        let mut turned = game.position().replace(" X - ", " O - ");
        turned.replace_range(turned.rfind(' ').unwrap().., " 1");
        let opponent = game.parse(&turned).unwrap();
        let counts = [game, opponent].map(|game| game.moves().count() as i32);
        assert_eq!(steps + jumps, counts[0] - counts[1]);
    }
}

#[test]
fn features_of_a_position() {
    let game = played(ChineseCheckers::new(), "c1-e5");
    // X came two rows with a marble and stands four half holes aside, O did nothing; O is to move.
    assert_eq!(only(2).evaluate(&game), Score::new(-2));
    assert_eq!(only(3).evaluate(&game), Score::new(2));
    assert_eq!(Distance::default().evaluate(&game), Score::new(-2));
    // A marble at the back has more power.
    let hindmost = only(4);
    assert_eq!(hindmost.evaluate(&game), Score::ZERO);
    let foremost = only(13);
    assert_eq!(foremost.evaluate(&game), Score::new(-1));
}

#[test]
fn weights_are_checked() {
    let learner = Learner::default();
    let mut flat = learner.weights().flat();
    assert_eq!(flat.len(), 14);
    flat[3] = 9;
    let wrong = Learner::from_weights(learner.weights().with_flat(&flat).unwrap()).unwrap_err();
    assert_eq!(wrong.to_string(), "weights: 9 is not between 0 and 8");
    let head = "evaluator = \"x\"\nversion = 1\n[weights]\n";
    let missing = Weights::from_toml(&format!("{head}step = 1\njump = 2")).unwrap();
    assert_eq!(Learner::from_weights(missing).unwrap_err().to_string(), "weights: 'progress' is missing");
    let short = Weights::from_toml(&format!("{head}row = [1, 2]")).unwrap();
    assert_eq!(
        Distance::from_weights(short).unwrap_err().to_string(),
        "weights: 'row' has 2 numbers instead of 17"
    );
    let text = learner.weights().to_toml();
    assert_eq!(Weights::from_toml(&text).as_ref(), Ok(learner.weights()));
}

#[test]
fn a_won_race_is_found() {
    let game = position(RACE);
    for depth in 1..=3 {
        let report =
            Search::new(Algorithm::NegaScout).run(&game, &Learner::default(), &Limits::depth(depth)).unwrap();
        // X completes and O completes in reply: nobody can do better.
        let best = report.best.map(|mv| game.move_text(mv));
        assert_eq!(best.as_deref(), Some("m5-n1"), "depth {depth}");
        if depth > 1 {
            assert_eq!(report.value, Score::ZERO);
        }
    }
}

/// Playing one ply deep, the good evaluator beats the cheap one in most of a few games.
#[test]
fn the_good_evaluator_is_better_than_the_cheap_one() {
    let (learner, distance) = (Learner::default(), Distance::default());
    let mut points = 0;
    for (number, start) in middle_game::stored().into_iter().step_by(5).enumerate() {
        let start = start.parse(&format!("{} X - 0", start.position().split(' ').next().unwrap())).unwrap();
        let mut game = start;
        while game.outcome().is_none() {
            let learner_moves = (game.to_move() == pleach::Player::Max) == (number % 2 == 0);
            let value = |mv| {
                let next = game.after(mv);
                let value = next.outcome().unwrap_or_else(|| match learner_moves {
                    true => learner.evaluate(&next),
                    false => distance.evaluate(&next),
                });
                -value
            };
            let best = game.moves().max_by_key(|&mv| value(mv)).unwrap();
            game.play(best);
        }
        let result = game.to_move().view(game.outcome().unwrap()).get().signum();
        points += if number % 2 == 0 { result } else { -result };
    }
    eprintln!("learner against distance: {points:+} of 20 games");
    assert!(points > 0, "{points}");
}
