//! Another program, spoken to line by line: it may hang, print anything, or end at any time.

use super::PlayerError;
use crate::lines::{Line, Lines};
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// What is quoted of an answer.
const QUOTED: usize = 80;
/// A program that says more than this to one command is not understood.
const MOST_LINES: usize = 200_000;
/// Lines that wait to be read; a program that says more has to wait itself.
const AHEAD: usize = 1024;

/// A running program. It is killed with the value.
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Line>,
}

impl Process {
    /// Starts a program given as words, those with blanks in quotes.
    pub(super) fn start(command: &str) -> Result<Process, PlayerError> {
        let failed = |reason: String| PlayerError::NoStart { program: command.to_owned(), reason };
        let words = words(command).map_err(|reason| failed(reason.to_owned()))?;
        let (program, arguments) =
            words.split_first().ok_or_else(|| failed("there is no command".to_owned()))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("it has no input and output".to_owned()));
        };
        let (sender, lines) = sync_channel(AHEAD);
        std::thread::spawn(move || {
            for line in Lines(BufReader::new(output)) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Process { child, input, lines })
    }

    /// Sends a line.
    pub(super) fn send(&mut self, line: &str) -> Result<(), PlayerError> {
        let text = format!("{line}\n");
        let sent = self.input.write_all(text.as_bytes()).and_then(|()| self.input.flush());
        sent.map_err(|_| PlayerError::Ended)
    }

    /// Reads lines until one is what is wanted; `command` is what they answer to.
    pub(super) fn until<T>(
        &mut self,
        command: &str,
        patience: Duration,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, PlayerError> {
        let deadline = Instant::now() + patience;
        for _ in 0..MOST_LINES {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(Ok(line)) => {
                    if let Some(found) = wanted(line.trim_end()) {
                        return Ok(found);
                    }
                }
                Ok(Err(too_long)) => return Err(PlayerError::Nonsense(too_long.to_string())),
                Err(RecvTimeoutError::Timeout) => return Err(PlayerError::Silent(command.to_owned())),
                Err(RecvTimeoutError::Disconnected) => return Err(PlayerError::Ended),
            }
        }
        Err(PlayerError::Nonsense(format!("{MOST_LINES} lines to '{command}'")))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The beginning of an answer, fit for one line.
pub(super) fn quoted(text: &str) -> String {
    text.chars().take(QUOTED).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The words of a command line. Quotes keep blanks together; nothing else is special.
fn words(command: &str) -> Result<Vec<String>, &'static str> {
    let (mut words, mut word): (Vec<String>, Option<String>) = (Vec::new(), None);
    let mut quote = None;
    for c in command.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    match quote {
        Some(_) => Err("a quote is not closed"),
        None => {
            words.extend(word);
            Ok(words)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_words_together() {
        assert_eq!(words("a 'b c' \"d'e\" f\"g\"''").unwrap(), ["a", "b c", "d'e", "fg"]);
        assert_eq!(words("  ").unwrap(), [""; 0]);
        assert!(words("a 'b").is_err());
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let error = Process::start("no-such-program --fast").err().unwrap().to_string();
        assert!(error.starts_with("'no-such-program --fast' cannot be started: "), "{error}");
        assert!(Process::start(" ").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn programs_that_hang_or_end_are_noticed() {
        let any = |line: &str| Some(line.to_owned());
        let mut silent = Process::start("sleep 60").unwrap();
        let answer = silent.until("go", Duration::from_millis(50), any);
        assert_eq!(answer, Err(PlayerError::Silent("go".to_owned())));
        let mut short = Process::start("echo hello").unwrap();
        assert_eq!(short.until("", Duration::from_secs(20), any), Ok("hello".to_owned()));
        assert_eq!(short.until("", Duration::from_secs(20), any), Err(PlayerError::Ended));
        let mut chatty = Process::start("yes").unwrap();
        let answer = chatty.until("go", Duration::from_secs(60), |_| None::<()>);
        assert!(matches!(answer, Err(PlayerError::Nonsense(_))));
    }
}
