//! Another program, spoken to line by line: it may hang, print anything, or end at any time.

use super::PlayerError;
use crate::lines::{Lines, ReadLine};
use std::collections::BTreeSet;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What is quoted of an answer.
const QUOTED: usize = 80;
/// A program that says more than this to one command is not understood.
const MOST_LINES: usize = 200_000;
/// Lines that wait to be read; a program that says more has to wait itself.
const AHEAD: usize = 1024;

/// The groups of all programs that run, by the number of the first of each.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Ends all programs that players have started, with whatever they have started themselves: for a program that
/// is about to end at once, without dropping its players.
pub fn end_all() {
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    std::mem::take(&mut *running).into_iter().for_each(end_group);
}

/// Ends a program and all that it has started. Its number is nobody else's as long as nobody has waited for it.
#[cfg(unix)]
fn end_group(leader: u32) {
    use nix::sys::signal::{Signal, killpg};
    if let Ok(leader) = i32::try_from(leader) {
        let _ = killpg(nix::unistd::Pid::from_raw(leader), Signal::SIGKILL);
    }
}

/// Elsewhere programs have no groups: the first is killed by its value.
#[cfg(not(unix))]
fn end_group(_leader: u32) {}

/// A running program. It is killed with the value, and so is whatever it has started: a program behind the script
/// of a shell would go on otherwise.
pub(super) struct Process {
    _running: Running,
    input: ChildStdin,
    lines: Receiver<ReadLine>,
}

impl Process {
    /// Starts a program given as words, those with blanks in quotes.
    pub(super) fn start(command: &str) -> Result<Process, PlayerError> {
        let failed = |reason: String| PlayerError::NoStart { program: command.to_owned(), reason };
        let words = words(command).map_err(|reason| failed(reason.to_owned()))?;
        let (program, arguments) =
            words.split_first().ok_or_else(|| failed("there is no command".to_owned()))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // A group of its own also keeps the terminal's Ctrl-C from it, which is ours to answer.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| failed(error.to_string()))?;
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).insert(child.id());
        let pipes = (child.stdin.take(), child.stdout.take());
        let running = Running(child);
        let (Some(input), Some(output)) = pipes else {
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
        Ok(Process { _running: running, input, lines })
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

/// The first process of a program.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // No longer known before it is waited for: then its number may be another's.
        if RUNNING.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.0.id()) {
            end_group(self.0.id());
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
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

    /// A script that starts the program and waits for it, as many are.
    #[cfg(target_os = "linux")]
    #[test]
    fn programs_behind_a_script_end_with_it() {
        let runs = |number: &str| match std::fs::read_to_string(format!("/proc/{number}/stat")) {
            // One that nobody has waited for yet is over, too.
            Ok(stat) => !stat.contains(") Z "),
            Err(_) => false,
        };
        let mut script = Process::start("sh -c 'sleep 600 & echo $!; wait'").unwrap();
        let sleeper = script.until("", Duration::from_secs(20), |line| Some(line.to_owned())).unwrap();
        assert!(runs(&sleeper));
        drop(script);
        let ended = (0..1000).any(|_| {
            std::thread::sleep(Duration::from_millis(10));
            !runs(&sleeper)
        });
        assert!(ended, "process {sleeper} goes on");
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
