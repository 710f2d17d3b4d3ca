//! A chess program by the Universal Chess Interface.

use super::process::{Process, quoted};
use super::{Choice, Player, PlayerError, Thought};
use crate::contest::Opening;
use pleach::Score;
use std::time::Duration;

/// A chess program that is started when it is first needed, and again after it has failed.
pub(super) struct Uci {
    command: String,
    options: Vec<(String, String)>,
    thought: Thought,
    process: Option<Process>,
    position: String,
    moves: Vec<String>,
}

impl Uci {
    pub(super) fn started(
        command: String,
        options: Vec<(String, String)>,
        thought: Thought,
    ) -> Result<Uci, PlayerError> {
        let (position, moves) = (String::new(), Vec::new());
        let mut uci = Uci { command, options, thought, process: None, position, moves };
        uci.process = Some(uci.start()?);
        Ok(uci)
    }

    fn start(&self) -> Result<Process, PlayerError> {
        let mut process = Process::start(&self.command)?;
        process.send("uci")?;
        let named = |line: &str, name: &str| {
            let known = line.strip_prefix("option name ").and_then(|rest| rest.split(" type ").next());
            known.is_some_and(|known| known.eq_ignore_ascii_case(name))
        };
        let mut unknown: Vec<&str> = self.options.iter().map(|(name, _)| name.as_str()).collect();
        process.until("uci", self.thought.patience(), |line| {
            unknown.retain(|name| !named(line, name));
            (line == "uciok").then_some(())
        })?;
        if let Some(name) = unknown.first() {
            let (command, reason) = (format!("setoption name {name}"), "it has no such option".to_owned());
            return Err(PlayerError::Refusal { command, reason });
        }
        for (name, value) in &self.options {
            process.send(&format!("setoption name {name} value {value}"))?;
        }
        Ok(process)
    }

    /// Talks with the program; after a failure it is started anew for the next game.
    fn talk<T>(
        &mut self,
        talk: impl FnOnce(&mut Process, &Uci) -> Result<T, PlayerError>,
    ) -> Result<T, PlayerError> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.start()?,
        };
        let answer = talk(&mut process, self)?;
        self.process = Some(process);
        Ok(answer)
    }
}

impl Player for Uci {
    fn begin(&mut self, opening: &Opening) -> Result<(), PlayerError> {
        self.position = opening.position().map_or("startpos".to_owned(), |fen| format!("fen {fen}"));
        self.moves = opening.moves().to_vec();
        self.talk(|process, uci| {
            process.send("ucinewgame")?;
            process.send("isready")?;
            process.until("isready", uci.thought.patience(), |line| (line == "readyok").then_some(()))
        })
    }

    fn hear(&mut self, mv: &str) -> Result<(), PlayerError> {
        self.moves.push(mv.to_owned());
        Ok(())
    }

    fn time(&self) -> Option<Duration> {
        self.thought.time
    }

    fn choose(&mut self) -> Result<Choice, PlayerError> {
        self.talk(|process, uci| {
            let moves = if uci.moves.is_empty() { "" } else { " moves " };
            process.send(&format!("position {}{moves}{}", uci.position, uci.moves.join(" ")))?;
            let go = uci.thought.uci_go();
            process.send(&go)?;
            let (mut score, mut nodes) = (None, 0);
            let mv = process.until(&go, uci.thought.patience(), |line| {
                if let Some(info) = line.strip_prefix("info ") {
                    score = score_of(info).or(score);
                    nodes = number_after(info, "nodes").and_then(|n| u64::try_from(n).ok()).unwrap_or(nodes);
                }
                line.strip_prefix("bestmove").map(|rest| rest.split_whitespace().next().map(quoted))
            })?;
            match mv {
                Some(mv) => Ok(Choice { mv, score, nodes }),
                None => Err(PlayerError::Nonsense("bestmove".to_owned())),
            }
        })
    }
}

/// The score in a line of information; a mate is a win or a loss in so many moves.
fn score_of(info: &str) -> Option<Score> {
    if let Some(moves) = number_after(info, "mate") {
        let plies = |moves: i64| u32::try_from(moves.unsigned_abs().saturating_mul(2)).ok();
        return match moves {
            1.. => Some(Score::win_in(plies(moves)?.saturating_sub(1))),
            _ => Some(-Score::win_in(plies(moves)?)),
        };
    }
    number_after(info, "cp")
        .and_then(|points| i32::try_from(points).ok())
        .map(|points| Score::new(points.clamp(-100_000, 100_000)))
}

fn number_after(info: &str, word: &str) -> Option<i64> {
    let mut words = info.split_whitespace();
    words.by_ref().find(|&found| found == word)?;
    words.next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read() {
        assert_eq!(score_of("depth 3 score cp -31 nodes 20"), Some(Score::new(-31)));
        assert_eq!(score_of("depth 3 score mate 2 nodes 20"), Some(Score::win_in(3)));
        assert_eq!(score_of("depth 3 score mate -2"), Some(-Score::win_in(4)));
        assert_eq!(score_of("depth 3 nodes 20"), None);
        assert_eq!(score_of("score cp"), None);
        assert_eq!(number_after("nodes 20", "nodes"), Some(20));
    }
}
