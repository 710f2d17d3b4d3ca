//! A program at the other end of two pipes.

#![allow(dead_code, reason = "every test program uses its own part of it")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Nothing that these tests wait for takes longer, on a busy machine either.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Talk {
    program: Child,
    input: Option<ChildStdin>,
    lines: Option<Receiver<String>>,
}

impl Talk {
    /// Starts `pleach` with arguments.
    pub(crate) fn pleach(arguments: &[&str]) -> Talk {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pleach"));
        command.args(arguments);
        Talk::start(command)
    }

    pub(crate) fn start(mut command: Command) -> Talk {
        let mut program = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let (sender, lines) = channel();
        let output = program.stdout.take().expect("the output is a pipe");
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                // Whoever no longer listens has closed the pipe.
                if line.is_err() || line.is_ok_and(|line| sender.send(line).is_err()) {
                    return;
                }
            }
        });
        Talk { input: program.stdin.take(), program, lines: Some(lines) }
    }

    /// Sends a line; a program that has ended takes none.
    pub(crate) fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        let _ = input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush());
    }

    /// The next line.
    pub(crate) fn hear(&mut self) -> String {
        let lines = self.lines.as_ref().expect("the output is open");
        lines.recv_timeout(PATIENCE).expect("the program says something in time")
    }

    /// All lines up to the first that begins with this, which is the last of them.
    pub(crate) fn hear_until(&mut self, beginning: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            heard.push(self.hear());
            if heard.last().is_some_and(|line| line.starts_with(beginning)) {
                return heard;
            }
        }
    }

    /// Whether nothing is said for some time.
    pub(crate) fn is_silent_for(&mut self, time: Duration) -> bool {
        let lines = self.lines.as_ref().expect("the output is open");
        lines.recv_timeout(time) == Err(RecvTimeoutError::Timeout)
    }

    /// Sends a command of the Go Text Protocol: the text of the answer, or of the failure.
    pub(crate) fn ask(&mut self, command: &str) -> Result<String, String> {
        self.say(command);
        let mut lines: Vec<String> = Vec::new();
        loop {
            match self.hear() {
                line if line.is_empty() && lines.is_empty() => continue,
                line if line.is_empty() => break,
                line => lines.push(line),
            }
        }
        let text = lines.join("\n");
        match text.split_at(1) {
            ("=", text) => Ok(text.trim().to_owned()),
            (_, text) => Err(text.trim().to_owned()),
        }
    }

    /// Closes the input.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Everything that is still said, until the program ends by itself.
    pub(crate) fn rest(mut self) -> (Vec<String>, ExitStatus) {
        self.close_input();
        let status = self.wait();
        (self.lines.iter().flatten().collect(), status)
    }

    /// Waits for the program to end by itself.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        let started = Instant::now();
        loop {
            if let Some(status) = self.program.try_wait().expect("the program can be waited for") {
                return status;
            }
            assert!(started.elapsed() < PATIENCE, "the program hangs");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
