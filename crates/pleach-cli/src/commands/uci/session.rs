//! A conversation with a graphical interface: the position, the options, and the search under way.

use super::command::{Command, Go};
use super::complain;
use super::thinker::{Task, Thinker};
use crate::failure::Failure;
use crate::kept;
use crate::output::{print, shortened};
use pleach::registry::{AnyGame, Method, Request};
use pleach::{Limits, Player};
use pleach_lab::player::TimeManager;

/// The most memory that may be asked for, in MiB.
const MOST_MEMORY: usize = 65_536;
/// The most threads that may be asked for.
const MOST_THREADS: usize = 1_024;
/// The most lines that may be asked for; no position has as many moves.
const MOST_LINES: usize = 256;

pub(super) struct Session {
    /// The game at its first position.
    start: Box<dyn AnyGame>,
    game: Box<dyn AnyGame>,
    /// How to search; the limits come with each `go`.
    request: Request,
    time_manager: TimeManager,
    thinker: Option<Thinker>,
}

impl Session {
    pub(super) fn new(game: Box<dyn AnyGame>, mut request: Request) -> Session {
        // A search that may be told to stop must have something to say at any time.
        request.deepening = true;
        kept::keep_table(&mut request);
        Session {
            start: game.boxed_clone(),
            game,
            request,
            time_manager: TimeManager::default(),
            thinker: None,
        }
    }

    pub(super) fn obey(&mut self, command: Command) -> Result<(), Failure> {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => print("readyok\n"),
            Command::NewGame => {
                self.finish();
                self.forget();
                self.game = self.start.boxed_clone();
                Ok(())
            }
            Command::Position { fen, moves } => match self.position(fen.as_deref(), &moves) {
                Ok(game) => {
                    self.game = game;
                    Ok(())
                }
                Err(reason) => complain(&reason),
            },
            Command::Go(go) => self.go(go),
            Command::Stop => {
                self.finish();
                Ok(())
            }
            Command::PonderHit => {
                if let Some(thinker) = &self.thinker {
                    thinker.ponder_hit();
                }
                Ok(())
            }
            Command::SetOption { name, value } => match self.set_option(&name, &value) {
                Ok(()) => Ok(()),
                Err(reason) => complain(&reason),
            },
            Command::Ignored | Command::Quit => Ok(()),
        }
    }

    /// Ends the search under way, if there is one, with its answer.
    pub(super) fn finish(&mut self) {
        if let Some(thinker) = self.thinker.take() {
            thinker.finish();
        }
    }

    fn introduce(&self) -> Result<(), Failure> {
        let names: String = Method::all().map(|algorithm| format!(" var {}", algorithm.name())).collect();
        let (memory, algorithm) = (self.request.memory.min(MOST_MEMORY), self.request.algorithm);
        let threads = self.request.threads.min(MOST_THREADS);
        print(&format!(
            "id name Pleach {}\nid author the Pleach authors\n\
             option name Hash type spin default {memory} min 1 max {MOST_MEMORY}\n\
             option name Clear Hash type button\n\
             option name Threads type spin default {threads} min 1 max {MOST_THREADS}\n\
             option name MultiPV type spin default 1 min 1 max {MOST_LINES}\n\
             option name Ponder type check default false\n\
             option name Algorithm type combo default {}{names}\nuciok\n",
            env!("CARGO_PKG_VERSION"),
            algorithm.name(),
        ))
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = |most: usize| match value.parse::<usize>() {
            Ok(number) if (1..=most).contains(&number) => Ok(number),
            _ => Err(format!("{name}: expected a number from 1 to {most}, found '{}'", shortened(value))),
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.set_memory(number(MOST_MEMORY)?)?,
            "clear hash" => self.forget(),
            "threads" => self.request.threads = number(MOST_THREADS)?,
            "multipv" => self.request.lines = number(MOST_LINES)?,
            "ponder" => match value.to_ascii_lowercase().as_str() {
                "true" | "false" => {}
                _ => return Err(format!("{name}: expected true or false, found '{}'", shortened(value))),
            },
            "algorithm" if value.len() <= 256 => {
                self.request.algorithm =
                    value.parse().map_err(|error: pleach::SpecError| error.to_string())?;
            }
            "algorithm" => return Err(format!("unknown algorithm '{}'", shortened(value))),
            _ => return Err(format!("unknown option '{}'", shortened(name))),
        }
        Ok(())
    }

    fn set_memory(&mut self, mebibytes: usize) -> Result<(), String> {
        self.finish();
        kept::resize_table(&mut self.request, mebibytes).map_err(|error| format!("Hash: {error}"))
    }

    /// Forgets what earlier searches have found.
    fn forget(&mut self) {
        self.finish();
        kept::forget(&self.request);
    }

    fn position(&self, fen: Option<&str>, moves: &[String]) -> Result<Box<dyn AnyGame>, String> {
        let mut game = self.start.boxed_clone();
        if let Some(fen) = fen {
            game.set_position(fen).map_err(|error| format!("position: {error}"))?;
        }
        for (index, mv) in moves.iter().enumerate() {
            let failed = |error| format!("position: move {}: {error}", index + 1);
            if mv.len() > 16 {
                return Err(format!("position: move {}: '{}' is not a move", index + 1, shortened(mv)));
            }
            if game.outcome().is_some() {
                forget_the_past(game.as_mut());
            }
            game.play(mv).map_err(failed)?;
        }
        Ok(game)
    }

    fn go(&mut self, go: Go) -> Result<(), Failure> {
        self.finish();
        for complaint in &go.complaints {
            complain(complaint)?;
        }
        let mut game = self.game.boxed_clone();
        if game.outcome().is_some() {
            forget_the_past(game.as_mut());
        }
        let mut request = self.request.clone();
        for mv in &go.search_moves {
            // A move that is illegal is no choice; if none is left, all are.
            match game.boxed_clone().play(mv) {
                Ok(()) => request.only.push(mv.clone()),
                Err(_) => complain(&format!("go searchmoves: '{}' is not a legal move here", shortened(mv)))?,
            }
        }
        let side = usize::from(game.to_move() == Player::Min);
        let clock_time = go.clock(side).map(|clock| self.time_manager.budget(&clock));
        let exact_time = go.move_time.map(|time| self.time_manager.exactly(time));
        let time = exact_time.or(clock_time).filter(|_| !go.infinite);
        request.limits = limits(&go);
        if let (Some(time), false) = (time, go.ponder) {
            request.limits = request.limits.time(time);
        }
        let endless = go.infinite || go.ponder;
        self.thinker = Some(Thinker::start(Task { game, request, endless, time_after_hit: time }));
        Ok(())
    }
}

/// The limits that do not depend on a clock.
fn limits(go: &Go) -> Limits {
    // A mate in n moves takes 2n - 1 plies.
    let mate = go.mate.map(|moves| moves.max(1).saturating_mul(2) - 1);
    let depth = [go.depth.map(|depth| depth.max(1)), mate].into_iter().flatten().min();
    let mut limits = depth.filter(|_| !go.infinite).map_or(Limits::none(), Limits::depth);
    if let Some(nodes) = go.nodes.filter(|_| !go.infinite) {
        limits = limits.nodes(nodes.max(1));
    }
    limits
}

/// A third repetition ends the game by our rules, but by the rules of the tournament somebody must
/// claim it: the interface may ask for a move nevertheless.
fn forget_the_past(game: &mut dyn AnyGame) {
    let position = game.position();
    let mut again = game.boxed_clone();
    if again.set_position(&position).is_ok() && again.outcome().is_none() {
        // It has just been read without fault.
        _ = game.set_position(&position);
    }
}
