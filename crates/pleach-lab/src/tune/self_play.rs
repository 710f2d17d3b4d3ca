//! Games of a program against itself, whose positions teach an evaluator.

use super::LearnError;
use crate::contest::opening::random_moves;
use crate::player::{Thought, behaviour, behaviour_by};
use crate::store::{Definition, Store};
use crate::work::{Effort, WorkError, work};
use pleach::engine::Table;
use pleach::panics::caught_quietly;
use pleach::registry::{AnyGame, Method, Request, SearchError};
use pleach::{Limits, Score, mix};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;

/// Games in a shard: little is lost when a run is killed, and little time goes into keeping them.
const GAMES_A_SHARD: u64 = 100;
/// The MiB of a table.
const MEMORY: usize = 16;
/// How often an opening is drawn before the game begins without one.
const MOST_DRAWS: u32 = 100;

/// How games of self-play are made.
#[derive(Clone)]
pub struct SelfPlay<'a> {
    /// The game at its first position, with the evaluator that plays.
    pub game: &'a dyn AnyGame,
    /// How long each side thinks.
    pub thought: Thought,
    /// Random moves at the beginning: as many as a number drawn from here.
    pub opening: RangeInclusive<u32>,
    /// From this ply of the game on, the position is solved, and the rest is played without a mistake.
    pub exact_from: Option<u32>,
    /// A game that is longer, the opening not counted, is a draw: some never end by themselves.
    pub most_plies: u32,
    /// The number of games.
    pub games: u64,
    /// The seed.
    pub seed: u64,
}

/// A game of self-play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lesson {
    /// The random moves at the beginning, separated by blanks.
    pub opening: String,
    /// The moves that were chosen.
    pub moves: String,
    /// What the search found for the side to move before each of them; the exact value where it was solved.
    pub values: Vec<i32>,
    /// The final score for the first player: points, or plus or minus [`Lesson::DECIDED`] in games that are
    /// only won or lost.
    pub score: i32,
}

impl Lesson {
    /// The score of a game that is won.
    pub const DECIDED: i32 = 1_000_000;
}

impl From<WorkError<LearnError>> for LearnError {
    fn from(error: WorkError<LearnError>) -> LearnError {
        match error {
            WorkError::Store(error) => error.into(),
            WorkError::Worker(error) => error,
            WorkError::Stopped => LearnError::Stopped,
        }
    }
}

impl SelfPlay<'_> {
    /// The definition of the run; the number of games is none of it, so that more of them go on from fewer.
    pub fn definition(&self) -> Definition {
        let solving = self
            .exact_from
            .map(|_| behaviour_by(self.game, &Request::new(self.game.solving_method(), Limits::none())));
        let details = serde_json::json!({
            "solving": solving,
            "thought": self.thought,
            "opening": [self.opening.start(), self.opening.end()],
            "exact_from": self.exact_from, "most_plies": self.most_plies,
            "behaviour": behaviour(self.game),
        });
        Definition::new("self-play", self.game.name(), &details, self.seed)
    }

    /// The shards that hold so many games.
    pub(super) fn shards(games: u64) -> u64 {
        games.div_ceil(GAMES_A_SHARD)
    }

    /// Plays the games that are not there yet, and tells of the number of those that are. Returns the number of
    /// the run, and whether all games are there.
    pub fn play(
        &self,
        store: &mut Store,
        effort: Effort<'_>,
        news: &mut dyn FnMut(u64),
    ) -> Result<(i64, bool), LearnError> {
        let run = store.begin(&self.definition())?;
        let shards = SelfPlay::shards(self.games);
        let missing = store.missing(&run, shards)?;
        let mut done = (shards - missing.len() as u64) * GAMES_A_SHARD;
        news(done.min(self.games));
        let worker = || Ok(self.worker());
        let played = work(store, &run, missing, effort, worker, &mut |_, lessons: &[Lesson]| {
            done += lessons.len() as u64;
            news(done.min(self.games));
            ControlFlow::Continue(())
        });
        let complete = !matches!(played, Err(WorkError::Stopped));
        if complete {
            played?;
            store.end(&run, &serde_json::json!({"games": shards * GAMES_A_SHARD}))?;
        }
        Ok((run.id(), complete))
    }

    /// Plays the games of a shard.
    fn worker(&self) -> impl FnMut(u64) -> Result<Vec<Lesson>, LearnError> {
        let mut teacher = Teacher::new(self);
        move |shard| {
            let numbers = shard * GAMES_A_SHARD..(shard + 1) * GAMES_A_SHARD;
            numbers.map(|number| teacher.lesson(number)).collect()
        }
    }
}

/// Plays games one after the other.
pub(super) struct Teacher<'a> {
    plan: &'a SelfPlay<'a>,
    play: Request,
    solve: Request,
}

impl<'a> Teacher<'a> {
    pub(super) fn new(plan: &'a SelfPlay<'a>) -> Teacher<'a> {
        let request = |method: Method, limits: Limits| {
            let mut request = Request::new(method, limits);
            request.memory = MEMORY;
            request.table = Table::with_mebibytes(MEMORY).ok().map(Arc::new);
            request
        };
        let play = request(Method::default(), plan.thought.limits());
        let solve = request(plan.game.solving_method(), Limits::none());
        Teacher { plan, play, solve }
    }

    /// Plays a game. It depends on its number and the seed alone.
    pub(super) fn lesson(&mut self, number: u64) -> Result<Lesson, LearnError> {
        for table in [&self.play.table, &self.solve.table].into_iter().flatten() {
            table.clear();
        }
        let mut random = Xoshiro256PlusPlus::seed_from_u64(mix(self.plan.seed ^ mix(number)));
        let (opening, mut game) = drawn_opening(self.plan.game, &self.plan.opening, &mut random);
        let mut ply = opening.len() as u32;
        let (mut moves, mut values): (Vec<String>, Vec<i32>) = (Vec::new(), Vec::new());
        while game.outcome().is_none() && moves.len() < self.plan.most_plies as usize {
            let solved = self.plan.exact_from.is_some_and(|from| ply >= from);
            let (line, value) = think(game.as_ref(), if solved { &self.solve } else { &self.play })?;
            let value = points(value);
            // Where the position is solved, the line goes to the end of the game.
            let follow = if solved { line.len() } else { 1 };
            let side = game.to_move();
            for mv in line.into_iter().take(follow) {
                values.push(if game.to_move() == side { value } else { -value });
                // A move of a principal variation is legal.
                if game.play(&mv).is_err() {
                    break;
                }
                ply += 1;
                moves.push(mv);
            }
        }
        let score = game.outcome().map_or(0, |score| points(game.to_move().view(score)));
        Ok(Lesson { opening: opening.join(" "), moves: moves.join(" "), values, score })
    }
}

/// The line that a search finds, one move at least, and its value.
pub(super) fn think(game: &dyn AnyGame, request: &Request) -> Result<(Vec<String>, Score), LearnError> {
    let thought = caught_quietly(|| line_of(game, request));
    let thought = thought
        .map_err(|panic| LearnError::Panicked { position: game.position(), reason: panic.to_string() })?;
    Ok(thought?)
}

fn line_of(game: &dyn AnyGame, request: &Request) -> Result<(Vec<String>, Score), SearchError> {
    let answer = match game.search(request) {
        // Too little time or too few nodes for anything: one ply is always done.
        Err(SearchError::Stopped(_)) => {
            game.search(&Request { limits: Limits::depth(1), ..request.clone() })?
        }
        other => other?,
    };
    let mut line = answer.pv;
    if line.is_empty() {
        line.extend(answer.best.or_else(|| game.moves().into_iter().next()));
    }
    Ok((line, answer.score))
}

/// A game after random moves, as many as a number drawn from the range; without them if they always end it.
pub(super) fn drawn_opening(
    start: &dyn AnyGame,
    plies: &RangeInclusive<u32>,
    random: &mut Xoshiro256PlusPlus,
) -> (Vec<String>, Box<dyn AnyGame>) {
    for _ in 0..MOST_DRAWS {
        let plies = random.random_range(plies.clone());
        if let Some((opening, game)) = random_moves(start, plies, random) {
            return (opening.moves().to_vec(), game);
        }
    }
    (Vec::new(), start.boxed_clone())
}

/// A score as lessons tell it.
fn points(score: Score) -> i32 {
    match score.is_evaluation() {
        true => score.get(),
        false if score.is_win() => Lesson::DECIDED,
        false => -Lesson::DECIDED,
    }
}
