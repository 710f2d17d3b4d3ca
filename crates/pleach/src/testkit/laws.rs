//! The laws of a game, checked by playing it at random.

use crate::game::{Evaluate, Game, Hashed, Player, Swappable, Symmetric};
use crate::notation::Notation;
use crate::value::Score;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashMap;
use std::fmt;

/// A law that a game breaks, with the place where it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The law, as a sentence.
    pub law: &'static str,
    /// What was found instead.
    pub found: String,
    /// The position.
    pub position: String,
    /// The move, if the law is about one.
    pub mv: Option<String>,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "broken law: {}; found: {}; position: {}", self.law, self.found, self.position)?;
        self.mv.as_ref().map_or(Ok(()), |mv| write!(f, "; move: {mv}"))
    }
}

impl std::error::Error for Violation {}

/// Plays random games and checks the laws at every position of them.
///
/// ```
/// use pleach::testkit::Laws;
/// use pleach::tree::RandomTree;
/// let tree: RandomTree = "b=3,d=5,leaves=newborn".parse().unwrap();
/// let laws = Laws { games: 20, ..Laws::default() };
/// laws.check(&tree).unwrap();
/// laws.check_evaluator(&tree, &RandomTree::static_value).unwrap();
/// // An evaluator that looks at the game from Max's side only is found out.
/// let wrong = |tree: &RandomTree| { use pleach::Game; tree.to_move().view(tree.static_value()) };
/// let violation = laws.check_evaluator(&tree, &wrong).unwrap_err();
/// assert!(violation.law.contains("side to move"));
/// ```
#[derive(Clone, Debug)]
pub struct Laws {
    /// The seed of the random games, by the generator xoshiro256++.
    pub seed: u64,
    /// How many games are played.
    pub games: u32,
    /// Games are given up after this many moves.
    pub longest: u32,
}

impl Default for Laws {
    fn default() -> Self {
        Laws { seed: 1, games: 100, longest: 500 }
    }
}

type Verdict = Result<(), Violation>;

/// A position of a game that was played, for the laws that look at the game as a whole.
struct Visited<G: Game> {
    game: G,
    mv: Option<G::Move>,
}

impl Laws {
    /// Checks the rules, the notation and the keys.
    pub fn check<G: Hashed + Notation>(&self, start: &G) -> Verdict {
        self.check_rules(start)?;
        self.check_notation(start)?;
        self.check_keys(start)
    }

    /// Checks the rules alone.
    pub fn check_rules<G: Notation>(&self, start: &G) -> Verdict {
        self.play_games(start, |line| {
            line.iter().try_for_each(|visited| rules_of(&visited.game))?;
            bounds_of(line)
        })
    }

    /// Checks that positions and moves are read as they are written.
    pub fn check_notation<G: Notation>(&self, start: &G) -> Verdict {
        self.play_games(start, |line| line.iter().try_for_each(|visited| notation_of(&visited.game)))
    }

    /// Checks that keys are equal for equal positions, and for no others.
    pub fn check_keys<G: Hashed + Notation>(&self, start: &G) -> Verdict {
        let mut seen: HashMap<u64, String> = HashMap::new();
        self.play_games(start, |line| {
            line.iter().try_for_each(|visited| key_of_position(&visited.game, &mut seen))
        })
    }

    /// Checks that an evaluator stays in its band, answers the same each time, and looks at the game
    /// from the side to move: its values must go with the results of random games for both sides.
    pub fn check_evaluator<G: Notation>(
        &self,
        start: &G,
        evaluator: &impl Evaluate<G, Value = Score>,
    ) -> Verdict {
        let mut views = [PointOfView::default(), PointOfView::default()];
        self.play_games(start, |line| {
            let end = &line[line.len() - 1].game;
            let result = end.outcome().map(|outcome| end.to_move().view(outcome));
            for visited in line.iter().filter(|visited| visited.game.outcome().is_none()) {
                let value = evaluation_of(&visited.game, evaluator)?;
                let player = visited.game.to_move();
                if let Some(result) = result {
                    views[player as usize].add(value, player.view(result));
                }
            }
            Ok(())
        })?;
        for (view, player) in views.iter().zip([Player::Max, Player::Min]) {
            view.verdict(player, start)?;
        }
        Ok(())
    }

    /// Checks that exchanging the sides changes nothing for the side to move. Values of any kind will
    /// do: scores, intervals, distributions.
    pub fn check_swap<G: Swappable + Notation>(
        &self,
        start: &G,
        evaluator: &impl Evaluate<G, Value: PartialEq + fmt::Display>,
    ) -> Verdict {
        self.play_games(start, |line| {
            line.iter().try_for_each(|visited| {
                let (game, swapped) = (&visited.game, visited.game.swapped());
                if swapped.to_move() == game.to_move() {
                    return broken(
                        "exchanging the sides hands over the turn",
                        "the same side to move",
                        game,
                        None,
                    );
                }
                same_game(
                    game,
                    &swapped,
                    "exchanging the sides changes nothing for the side to move",
                    evaluator,
                )
            })
        })
    }

    /// Checks that a position and its images are the same game, with one canonical key. Values of any
    /// kind will do: scores, intervals, distributions.
    pub fn check_symmetry<G: Symmetric + Notation>(
        &self,
        start: &G,
        evaluator: &impl Evaluate<G, Value: PartialEq + fmt::Display>,
    ) -> Verdict {
        self.play_games(start, |line| {
            line.iter().try_for_each(|visited| {
                let game = &visited.game;
                for image in game.images() {
                    same_game(game, &image, "a position and its image are the same game", evaluator)?;
                    if image.to_move() != game.to_move() || image.canonical_key() != game.canonical_key() {
                        let found = format!("another side to move or another key at {}", image.position());
                        return broken(
                            "images share the side to move and the canonical key",
                            &found,
                            game,
                            None,
                        );
                    }
                }
                Ok(())
            })
        })
    }

    fn play_games<G: Notation>(&self, start: &G, mut check: impl FnMut(&[Visited<G>]) -> Verdict) -> Verdict {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        for _ in 0..self.games {
            let mut line = vec![Visited { game: start.clone(), mv: None }];
            for _ in 0..self.longest {
                let game = &line[line.len() - 1].game;
                let moves: Vec<G::Move> = game.moves().collect();
                if moves.is_empty() || game.outcome().is_some() {
                    break;
                }
                let mv = moves[random.next_u64() as usize % moves.len()];
                let next = game.after(mv);
                line.push(Visited { game: next, mv: Some(mv) });
            }
            check(&line)?;
        }
        Ok(())
    }
}

fn broken<G: Notation>(law: &'static str, found: &str, game: &G, mv: Option<G::Move>) -> Verdict {
    let mv = mv.map(|mv| game.move_text(mv));
    Err(Violation { law, found: found.to_owned(), position: game.position(), mv })
}

fn rules_of<G: Notation>(game: &G) -> Verdict {
    let moves: Vec<G::Move> = game.moves().collect();
    match game.outcome() {
        None if moves.is_empty() => return broken("a game that goes on has a move", "none", game, None),
        Some(_) if !moves.is_empty() => {
            return broken("a game that is over has no moves", "one", game, Some(moves[0]));
        }
        Some(outcome) if outcome.is_infinite() => {
            return broken("an outcome is a finite score", &outcome.to_string(), game, None);
        }
        Some(outcome) if !G::COUNTS_PLIES && !outcome.is_evaluation() => {
            let law = "without COUNTS_PLIES an outcome is a number of points";
            return broken(law, &outcome.to_string(), game, None);
        }
        _ => {}
    }
    if !game.moves().eq(moves.iter().copied()) {
        return broken("the moves come in the same order each time", "another order", game, None);
    }
    let before = game.position();
    for (index, &mv) in moves.iter().enumerate() {
        if moves[..index].contains(&mv) {
            return broken("every move is listed once", "the same move twice", game, Some(mv));
        }
        let next = game.after(mv);
        let regular = next.to_move() != game.to_move() && game.cost(mv) == 1;
        if G::REGULAR_TURNS && !regular {
            let found = format!("{:?} moves again, or the cost is {}", next.to_move(), game.cost(mv));
            return broken(
                "with REGULAR_TURNS every move costs a ply and passes the turn",
                &found,
                game,
                Some(mv),
            );
        }
    }
    if game.position() != before {
        return broken("playing on a copy leaves the original alone", &before, game, None);
    }
    Ok(())
}

/// Every position's bounds must hold for the way the game really ended.
fn bounds_of<G: Notation>(line: &[Visited<G>]) -> Verdict {
    let end = &line[line.len() - 1].game;
    let Some(outcome) = end.outcome() else { return Ok(()) };
    for visited in line {
        let (low, high) = visited.game.score_bounds();
        let outcome = visited.game.to_move().view(end.to_move().view(outcome));
        if outcome < low || outcome > high {
            let found = format!("a game from here ends with {outcome}, outside {low} to {high}");
            return broken("the score bounds hold for every continuation", &found, &visited.game, visited.mv);
        }
    }
    Ok(())
}

fn notation_of<G: Notation>(game: &G) -> Verdict {
    let text = game.position();
    let read = match game.parse(&text) {
        Ok(read) => read,
        Err(error) => return broken("a position is read as it is written", &error.to_string(), game, None),
    };
    let same = read.position() == text
        && read.to_move() == game.to_move()
        && read.outcome() == game.outcome()
        && read.moves().eq(game.moves());
    if !same {
        let found = format!("another position, written {}", read.position());
        return broken("a position is read as it is written", &found, game, None);
    }
    let mut texts = Vec::new();
    for mv in game.moves() {
        let text = game.move_text(mv);
        match game.parse_move(&text) {
            Ok(read) if read == mv => {}
            Ok(_) => return broken("a move is read as it is written", "another move", game, Some(mv)),
            Err(error) => {
                return broken("a move is read as it is written", &error.to_string(), game, Some(mv));
            }
        }
        if texts.contains(&text) {
            return broken("two moves have different texts", &text, game, Some(mv));
        }
        texts.push(text);
    }
    Ok(())
}

fn key_of_position<G: Hashed + Notation>(game: &G, seen: &mut HashMap<u64, String>) -> Verdict {
    let (key, text) = (game.key(), game.position());
    if let Ok(read) = game.parse(&text)
        && read.key() != key
    {
        return broken(
            "equal positions have equal keys",
            "another key for the position read again",
            game,
            None,
        );
    }
    match seen.get(&key) {
        Some(other) if *other != text => {
            broken("different positions have different keys", &format!("the key of {other}"), game, None)
        }
        Some(_) => Ok(()),
        None => {
            seen.insert(key, text);
            Ok(())
        }
    }
}

fn evaluation_of<G: Notation>(
    game: &G,
    evaluator: &impl Evaluate<G, Value = Score>,
) -> Result<Score, Violation> {
    let value = evaluator.evaluate(game);
    if value.get().abs() > Score::LIMIT {
        broken("an evaluation is no win by distance and no infinity", &value.to_string(), game, None)?;
    }
    if evaluator.evaluate(game) != value {
        broken("an evaluation is the same each time", "two values", game, None)?;
    }
    Ok(value)
}

fn same_game<G: Notation>(
    game: &G,
    other: &G,
    law: &'static str,
    evaluator: &impl Evaluate<G, Value: PartialEq + fmt::Display>,
) -> Verdict {
    let count = |game: &G| game.moves().count();
    if game.outcome() != other.outcome() || count(game) != count(other) {
        return broken(
            law,
            &format!("another outcome or number of moves at {}", other.position()),
            game,
            None,
        );
    }
    let (here, there) = (evaluator.evaluate(game), evaluator.evaluate(other));
    if game.outcome().is_none() && here != there {
        return broken(law, &format!("{here} here and {there} at {}", other.position()), game, None);
    }
    Ok(())
}

/// Whether evaluations go with results, by their correlation.
#[derive(Default)]
struct PointOfView {
    pairs: Vec<(f64, f64)>,
}

impl PointOfView {
    fn add(&mut self, value: Score, result: Score) {
        self.pairs.push((value.get().into(), result.get().into()));
    }

    fn correlation(&self) -> Option<f64> {
        let count = self.pairs.len() as f64;
        let mean = |pick: fn(&(f64, f64)) -> f64| self.pairs.iter().map(pick).sum::<f64>() / count;
        let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
        let sum = |term: &dyn Fn(f64, f64) -> f64| {
            self.pairs.iter().map(|pair| term(pair.0 - x, pair.1 - y)).sum::<f64>()
        };
        let (xx, yy, xy) = (sum(&|x, _| x * x), sum(&|_, y| y * y), sum(&|x, y| x * y));
        (xx > 0.0 && yy > 0.0).then(|| xy / (xx * yy).sqrt())
    }

    /// Four standard deviations below zero is no accident.
    fn verdict<G: Notation>(&self, player: Player, start: &G) -> Verdict {
        const LAW: &str = "an evaluation is from the point of view of the side to move";
        match self.correlation() {
            Some(correlation) if correlation * (self.pairs.len() as f64).sqrt() < -4.0 => {
                let count = self.pairs.len();
                let found = format!(
                    "with {player:?} to move good values go with bad results (correlation {correlation:.2} over {count} positions)"
                );
                broken(LAW, &found, start, None)
            }
            _ => Ok(()),
        }
    }
}
