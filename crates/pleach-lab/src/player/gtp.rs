//! A program by the Go Text Protocol, for all games but chess.

use super::process::{Process, quoted};
use super::{Choice, Player, PlayerError, Thought};
use crate::contest::Opening;
use pleach::Player as Side;
use pleach::registry::AnyGame;
use std::time::Duration;

/// The move that some programs make by themselves, and others want to be told.
const PASS: &str = "pass";

/// A program that is started when it is first needed, and again after it has failed.
pub(super) struct Gtp {
    command: String,
    thought: Thought,
    start: Box<dyn AnyGame>,
    game: Box<dyn AnyGame>,
    process: Option<Process>,
    /// The move that the program has just chosen, and played on its own board.
    chosen: Option<String>,
    /// The time for a move that the program has agreed to.
    agreed: Option<Duration>,
}

impl Gtp {
    pub(super) fn started(
        command: String,
        thought: Thought,
        start: Box<dyn AnyGame>,
    ) -> Result<Gtp, PlayerError> {
        let game = start.boxed_clone();
        let mut gtp = Gtp { command, thought, game, start, process: None, chosen: None, agreed: None };
        gtp.order("protocol_version")?;
        Ok(gtp)
    }

    /// Asks the program, and takes its answer. After anything else than an answer it is started anew for
    /// the next game.
    fn ask(&mut self, command: &str) -> Result<Result<String, String>, PlayerError> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => Process::start(&self.command)?,
        };
        process.send(command)?;
        let patience = self.thought.patience();
        let answer = process.until(command, patience, |line| {
            let (sign, rest) = (line.chars().next()?, line.get(1..).unwrap_or(""));
            // An answer may carry the number of its command, which we never send.
            match sign {
                '=' => Some(Ok(rest.trim().to_owned())),
                '?' => Some(Err(quoted(rest.trim()))),
                _ => None,
            }
        })?;
        self.process = Some(process);
        Ok(answer)
    }

    /// Commands that the program must obey.
    fn order(&mut self, command: &str) -> Result<String, PlayerError> {
        let refused = |reason| PlayerError::Refusal { command: command.to_owned(), reason };
        self.ask(command)?.map_err(refused)
    }
}

impl Player for Gtp {
    fn begin(&mut self, opening: &Opening) -> Result<(), PlayerError> {
        if let Some(position) = opening.position() {
            let command = format!("position {position}");
            return Err(PlayerError::Refusal { command, reason: "the protocol has none".to_owned() });
        }
        if let Some(size) = self.start.board_size() {
            // The games that have no boards, and the programs that know only one, may refuse this.
            let _ = self.ask(&format!("boardsize {size}"))?;
        }
        self.order("clear_board")?;
        self.agreed = None;
        if let Some(time) = self.thought.time {
            // A time for every move, which the protocol tells in whole seconds. Who does not know the command plays
            // as fast as it likes.
            let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
            let answer = self.ask(&format!("time_settings 0 {seconds} 1"))?;
            self.agreed = answer.is_ok().then_some(Duration::from_secs(seconds));
        }
        self.game = self.start.boxed_clone();
        self.chosen = None;
        opening.moves().iter().try_for_each(|mv| self.hear(mv))
    }

    fn hear(&mut self, mv: &str) -> Result<(), PlayerError> {
        let command = format!("play {} {mv}", colour(self.game.to_move()));
        self.game.play(mv).map_err(|error| PlayerError::Search(error.to_string()))?;
        match mv {
            _ if self.chosen.take().is_some() => Ok(()),
            // Who passes by itself takes no pass.
            PASS => self.ask(&command).map(|_| ()),
            _ => self.order(&command).map(|_| ()),
        }
    }

    fn time(&self) -> Option<Duration> {
        self.agreed
    }

    fn choose(&mut self) -> Result<Choice, PlayerError> {
        let mv = self.order(&format!("genmove {}", colour(self.game.to_move())))?;
        let mv = quoted(&mv).to_lowercase();
        self.chosen = Some(mv.clone());
        Ok(Choice { mv, score: None, nodes: 0 })
    }
}

/// Black moves first.
fn colour(side: Side) -> &'static str {
    match side {
        Side::Max => "black",
        Side::Min => "white",
    }
}
