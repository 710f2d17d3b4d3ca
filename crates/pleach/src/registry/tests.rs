use super::{AnyGame, Hosted, Playable, Request, SearchError, Searchable};
use crate::Paint;
use crate::limits::Limits;
use crate::textbook::Algorithm;
use crate::tree::{ExplicitTree, RandomTree};
use crate::value::Score;

fn random(seed: u64) -> Hosted<RandomTree, fn(&RandomTree) -> Score> {
    let tree: RandomTree = format!("b=4,d=5,leaves=newborn,seed={seed}").parse().expect("a random tree");
    Hosted::new("random-tree", tree, RandomTree::static_value as fn(&RandomTree) -> Score)
}

/// The value of every root move by plain searches of the positions after it.
fn values_one_by_one(game: &dyn AnyGame, depth: u32) -> Vec<(Score, String)> {
    let mut values: Vec<(Score, String)> = Vec::new();
    for mv in game.moves() {
        let mut child = game.boxed_clone();
        child.play(&mv).expect("a legal move");
        let request = Request::new(Algorithm::Negamax, Limits::depth(depth - 1));
        values.push((-child.search(&request).expect("nothing stops it").score, mv));
    }
    values.sort_by_key(|(score, _)| -*score);
    values
}

#[test]
fn lines_have_the_values_of_their_moves_whatever_the_algorithm() {
    for seed in 0..6 {
        let game = random(seed);
        let expected = values_one_by_one(&game, 5);
        for algorithm in Algorithm::all() {
            for (lines, deepening) in [(2, false), (3, true), (9, true)] {
                let mut request = Request::new(algorithm, Limits::depth(5));
                (request.lines, request.deepening) = (lines, deepening);
                let answer = game.search(&request).expect("nothing stops it");
                let scores: Vec<Score> = answer.lines.iter().map(|line| line.score).collect();
                let wanted: Vec<Score> = expected.iter().map(|(score, _)| *score).take(lines).collect();
                assert_eq!(scores, wanted, "seed {seed}, {algorithm}, {lines} lines");
                for line in &answer.lines {
                    let value = expected.iter().find(|(_, mv)| *mv == line.pv[0]).map(|(score, _)| *score);
                    assert_eq!(value, Some(line.score), "seed {seed}, {algorithm}: {line:?}");
                    assert_eq!(line.pv.len(), 5, "seed {seed}, {algorithm}: {line:?}");
                }
            }
        }
    }
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let game = random(7);
    let expected = values_one_by_one(&game, 5);
    for algorithm in Algorithm::all() {
        let mut request = Request::new(algorithm, Limits::depth(5));
        request.only = expected[2..].iter().map(|(_, mv)| mv.clone()).collect();
        request.all_best = true;
        let answer = game.search(&request).expect("nothing stops it");
        assert_eq!(answer.score, expected[2].0, "{algorithm}");
        assert!(answer.equally_good.iter().all(|mv| request.only.contains(mv)), "{algorithm}");
        assert!(answer.lines.is_empty());
    }
    let mut request = Request::new(Algorithm::ALPHA_BETA, Limits::depth(5));
    request.only = vec!["17".to_owned()];
    assert!(matches!(game.search(&request), Err(SearchError::NoMove(_))));
}

#[test]
fn clones_go_their_own_ways() {
    let mut game: Box<dyn AnyGame> = Box::new(random(3));
    let copy = game.boxed_clone();
    game.play("2").expect("a legal move");
    assert_ne!(game.position(), copy.position());
    assert_eq!(copy.position(), random(3).position());
    assert_eq!(game.draw(Paint::Plain), game.boxed_clone().draw(Paint::Plain));
}

#[test]
fn a_game_that_is_over_has_one_line_without_moves() {
    let tree: ExplicitTree = "MAX[5]".parse().expect("a tree");
    let mut game = Hosted::new("tree", tree, ());
    game.play("1").expect("a legal move");
    let mut request = Request::new(Algorithm::NegaScout, Limits::depth(3));
    request.lines = 3;
    let answer = game.search(&request).expect("nothing stops it");
    assert_eq!(answer.lines.len(), 1);
    assert!(answer.lines[0].pv.is_empty());
}

/// What random games and small searches show of a game whose parts are changed one by one.
mod signatures {
    use super::*;
    use crate::engine::Knowledge;
    use crate::game::Game;
    use crate::registry::{Method, Signature};

    fn tree() -> RandomTree {
        "b=4,d=9,leaves=newborn,seed=3".parse().expect("a random tree")
    }

    fn request(method: &str) -> Request {
        Request::new(method.parse::<Method>().expect("a method"), Limits::depth(3))
    }

    fn signature(game: &dyn AnyGame) -> Signature {
        game.signature(&request("engine"))
    }

    fn usual() -> Hosted<RandomTree, fn(&RandomTree) -> Score> {
        Hosted::new("random-tree", tree(), RandomTree::static_value as fn(&RandomTree) -> Score)
    }

    /// Tries the moves in another order, and changes nothing else.
    struct Backwards;

    impl Knowledge<RandomTree> for Backwards {
        type Seen = ();
        fn moves(&self, game: &RandomTree, (): ()) -> impl Iterator<Item = <RandomTree as Game>::Move> {
            game.moves()
        }
        fn seen(&self, _: &RandomTree) {}
        fn weigh_move(&self, game: &RandomTree, mv: <RandomTree as Game>::Move) -> i32 {
            game.moves().position(|other| other == mv).map_or(0, |place| place as i32)
        }
    }

    #[test]
    fn the_same_game_has_the_same_signature_wherever_it_is() {
        let mut game = usual().boxed_clone();
        let before = signature(game.as_ref());
        game.play(&game.moves()[2]).expect("a legal move");
        assert_eq!(signature(game.as_ref()), before);
        assert_eq!(signature(&usual()), before, "another copy");
    }

    #[test]
    fn whatever_changes_is_told() {
        let own = signature(&usual());
        let other_rules: RandomTree = "b=4,d=9,leaves=newborn,seed=4".parse().expect("a random tree");
        let other_rules =
            Hosted::new("random-tree", other_rules, RandomTree::static_value as fn(&RandomTree) -> Score);
        assert_eq!(own.difference(&signature(&other_rules)), Some("the game's rules or keys"));
        let nearly = |tree: &RandomTree| Score::new(tree.static_value().get() / 2 * 2);
        let nearly = Hosted::new("random-tree", tree(), nearly);
        assert_eq!(own.difference(&signature(&nearly)), Some("the evaluator"), "a function has no weights");
        assert_eq!(own.difference(&signature(&usual().knowledge(Backwards))), Some("the search"));
        assert_eq!(own.difference(&usual().signature(&request("engine:order=static"))), Some("the search"));
        assert_eq!(own.difference(&own), None);
    }

    #[test]
    fn code_that_panics_has_a_signature_too() {
        let faulty = |tree: &RandomTree| match tree.static_value().get() % 7 {
            0 => panic!("an evaluator with a fault"),
            value => Score::new(value),
        };
        let [first, second] = [0, 1].map(|_| signature(&Hosted::new("random-tree", tree(), faulty)));
        assert_eq!(first, second);
    }
}
