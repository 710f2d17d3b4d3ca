//! How games end, passes, repetition, laws, and searches on real positions.

use crate::{RACE, middle_game, played, position};
use pleach::testkit::{Laws, Values, compare_all};
use pleach::{Game, Hashed, Notation, Player, Repeating, Score, Swappable, Symmetric};
use pleach_games::ChineseCheckers;
use pleach_games::chinese_checkers::{Distance, GoalRule, Learner};

/// Every option of the game, at its start.
fn starts() -> Vec<ChineseCheckers> {
    let goals = [GoalRule::Strict, GoalRule::Filled];
    let caps = [Some(400), Some(31), None];
    goals
        .into_iter()
        .flat_map(|goal| caps.map(|cap| ChineseCheckers::new().with_goal(goal).with_cap(cap)))
        .collect()
}

#[test]
fn laws_of_every_option() {
    for start in starts() {
        let laws = Laws { games: 2, longest: 60, ..Laws::default() };
        laws.check_rules(&start).unwrap();
        laws.check_notation(&start).unwrap();
        for evaluated in [start, start.swapped()] {
            laws.check_evaluator(&evaluated, &Learner::default()).unwrap();
            laws.check_evaluator(&evaluated, &Distance::default()).unwrap();
            laws.check_swap(&evaluated, &Learner::default()).unwrap();
            laws.check_symmetry(&evaluated, &Learner::default()).unwrap();
        }
    }
}

/// Near the end, where games are decided and evaluations can be held against results.
#[test]
fn laws_near_the_end() {
    for goal in [GoalRule::Strict, GoalRule::Filled] {
        let race = ChineseCheckers::new().with_goal(goal).parse(RACE).unwrap();
        for start in [race, race.swapped()] {
            let laws = Laws { games: 60, longest: 12, ..Laws::default() };
            laws.check_rules(&start).unwrap();
            laws.check_notation(&start).unwrap();
            laws.check_evaluator(&start, &Learner::default()).unwrap();
            laws.check_evaluator(&start, &Distance::default()).unwrap();
            laws.check_swap(&start, &Distance::default()).unwrap();
            laws.check_symmetry(&start, &Distance::default()).unwrap();
        }
    }
}

/// Without a cap the text holds what the key holds, so the shared law applies.
#[test]
fn keys_are_those_of_the_text() {
    for start in starts().into_iter().filter(|start| start.cap().is_none()) {
        Laws { games: 40, longest: 120, ..Laws::default() }.check_keys(&start).unwrap();
    }
    let race = ChineseCheckers::new().with_cap(None).parse(RACE).unwrap();
    Laws { games: 200, longest: 12, ..Laws::default() }.check_keys(&race).unwrap();
}

/// With a cap the text also counts the plies, and the key does not.
#[test]
fn plies_do_not_belong_to_the_key() {
    let start = ChineseCheckers::new();
    let back = played(start, "d1-e5 n1-m5 e5-d1 m5-n1");
    assert_eq!((back.ply(), back.key()), (4, start.key()));
    assert_ne!(back, start);
    let other_side = played(start, "d1-e5 n1-m5 e5-d1");
    assert_ne!(other_side.key(), played(start, "d1-e5").key());
    // The board is the same, but the other player moved first and has no last reply.
    assert_eq!(start.swapped().position(), start.position().replace(" X ", " O "));
    assert_ne!(start.swapped().key(), position(&start.position().replace(" X - 0", " O - 1")).key());
}

#[test]
fn images_and_swaps_are_undone_by_themselves() {
    for game in middle_game::stored() {
        assert_eq!(game.swapped().swapped(), game);
        let image = game.images().nth(1).unwrap();
        assert_eq!(image.images().nth(1), Some(game));
        assert_eq!(image.canonical_key(), game.canonical_key());
        assert_eq!(game.parse(&game.position()), Ok(game));
    }
}

#[test]
fn the_last_reply_decides() {
    let race = position(RACE);
    let completed = played(race, "m5-n1");
    assert_eq!(completed.outcome(), None, "the last reply");
    assert_eq!(completed.position(), RACE.replace("4X8/1XXX", "13/XXXX").replace(" X - 100", " O X 101"));
    let both = played(completed, "e5-d1");
    assert_eq!((both.outcome(), both.moves().count()), (Some(Score::ZERO), 0));
    let only_first = played(completed, "e5-e6");
    assert_eq!((only_first.outcome(), only_first.to_move()), (Some(Score::WIN), Player::Max));
    let only_second = played(race, "m5-m6 e5-d1");
    assert_eq!((only_second.outcome(), only_second.to_move()), (Some(Score::LOSS), Player::Max));
}

/// The right of the last reply goes with the second move of the game, not with the side of the board.
#[test]
fn with_the_sides_exchanged_the_other_has_the_last_reply() {
    let race = position(RACE).swapped();
    assert_eq!((race.to_move(), race.first_player()), (Player::Min, Player::Min));
    let completed = played(race, "e9-d4");
    assert_eq!(completed.outcome(), None);
    assert_eq!(played(completed, "m9-n4").outcome(), Some(Score::ZERO));
    assert_eq!(played(race, "e9-f8 m9-n4").outcome(), Some(Score::LOSS));
}

/// O keeps a marble at n4, and X fills the rest.
#[test]
fn a_marble_left_at_home_saves_the_game_only_under_the_strict_rule() {
    let text = "1/2/3/4/4OOOOO4/4OOOO4/11/10/4X4/10/11/12/4X8/1XXO/XXX/XX/X X - 40";
    let strict = played(position(text), "m5-n1");
    assert_eq!((strict.outcome(), strict.to_move()), (None, Player::Min));
    assert!(strict.position().ends_with(" O - 41"));
    let filled = ChineseCheckers::new().with_goal(GoalRule::Filled).parse(text).unwrap();
    let completed = played(filled, "m5-n1");
    assert_eq!(completed.outcome(), None, "the last reply");
    assert!(completed.position().ends_with(" O X 41"));
    // Leaving the goal now comes too late.
    let left = played(completed, "n4-m8");
    assert_eq!(left.outcome(), Some(Score::WIN));
    assert!(left.position().ends_with(" X X 42"));
    assert_eq!(left.parse(&left.position()), Ok(left));
}

/// Under the rule of the filled goal a side can also fill the opponent's goal itself; it has had as
/// many moves then, so there is no reply.
#[test]
fn filling_the_opponents_goal_oneself_loses() {
    let text = "1/2/3/4/4OOOOO4/4OOOO4/11/10/4X4/10/11/12/4O8/1XXX/XXX/XX/X O - 41";
    let filled = ChineseCheckers::new().with_goal(GoalRule::Filled).parse(text).unwrap();
    let lost = played(filled, "m5-n1");
    assert_eq!((lost.outcome(), lost.to_move()), (Some(Score::WIN), Player::Max));
    assert_eq!(lost.parse(&lost.position()), Ok(lost));
    assert_eq!(played(position(text), "m5-n1").outcome(), None);
}

#[test]
fn the_cap_is_a_draw_unless_the_last_reply_is_due() {
    let race = |cap| ChineseCheckers::new().with_cap(Some(cap)).parse(RACE).unwrap();
    assert_eq!(race(100).outcome(), Some(Score::ZERO));
    let quiet = played(race(101), "m5-m6");
    assert_eq!((quiet.outcome(), quiet.moves().count()), (Some(Score::ZERO), 0));
    let completed = played(race(101), "m5-n1");
    assert_eq!(completed.outcome(), None);
    let decided = played(completed, "e5-e6");
    assert_eq!(decided.outcome(), Some(Score::WIN));
    assert_eq!(decided.parse(&decided.position()), Ok(decided));
    let mut endless = ChineseCheckers::new().with_cap(None);
    for _ in 0..150 {
        endless = played(endless, "d1-e5 n1-m5 e5-d1 m5-n1");
    }
    assert_eq!((endless.outcome(), endless), (None, ChineseCheckers::new().with_cap(None)));
}

#[test]
fn the_third_time_is_a_draw() {
    let mut game = Repeating::new(ChineseCheckers::new());
    for (number, mv) in "d1-e5 n1-m5 e5-d1 m5-n1".split(' ').cycle().take(8).enumerate() {
        assert_eq!(game.outcome(), None, "after {number} plies");
        game.play(game.parse_move(mv).unwrap());
    }
    assert_eq!((game.occurrence(), game.outcome(), game.moves().count()), (3, Some(Score::ZERO), 0));
    let laws = Laws { games: 3, longest: 60, ..Laws::default() };
    laws.check_rules(&Repeating::new(ChineseCheckers::new())).unwrap();
}

#[test]
fn every_search_agrees_with_the_oracle() {
    let learner = Learner::default();
    for game in middle_game::stored().into_iter().step_by(40) {
        compare_all(&game, &learner, 2).unwrap();
        compare_all(&game, &Values { salt: 1, different: 9 }, 2).unwrap();
    }
    for start in starts() {
        compare_all(&start, &learner, 2).unwrap();
        compare_all(&start.parse(RACE).unwrap_or(start), &Distance::default(), 2).unwrap();
    }
    let repeating = Repeating::new(played(ChineseCheckers::new(), "d1-e5 n1-m5"));
    compare_all(&repeating, &Values { salt: 2, different: 5 }, 3).unwrap();
}

#[test]
fn the_registry_opens_every_option() {
    let registry = pleach_games::registry();
    let open = |text: &str| registry.open(text).map(|game| game.moves().len()).map_err(|e| e.to_string());
    for options in ["", ":goal=filled", ":cap=none,eval=distance", ":cap=100,eval=learner,goal=strict"] {
        assert_eq!(open(&format!("chinese-checkers{options}")), Ok(14));
    }
    for (options, reason) in [
        ("cap=0", "cap=0: expected a number from 1 to 65000, or none"),
        ("goal=filed", "goal=filed: unknown value (did you mean 'filled'?)"),
        ("eval=lerner", "eval=lerner: unknown value (did you mean 'learner'?)"),
        ("caps=3", "unknown option 'caps' (did you mean 'cap'?)"),
    ] {
        let expected = format!("chinese-checkers: {reason}");
        assert_eq!(open(&format!("chinese-checkers:{options}")), Err(expected));
    }
    let mut game = registry.open("chinese-checkers").unwrap();
    for mv in "d1-e5 n1-m5 e5-d1 m5-n1 d1-e5 n1-m5 e5-d1 m5-n1".split(' ') {
        game.play(mv).unwrap();
    }
    assert_eq!(game.outcome(), Some(Score::ZERO), "threefold repetition");
}
