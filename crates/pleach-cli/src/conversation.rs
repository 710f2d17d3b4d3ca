//! Talking with another program, or a person, line by line: what is read may be anything, and the other
//! side may leave at any time.

use std::io::BufRead;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Duration;

/// Longer lines are no commands. A chess game of a thousand moves takes about ten thousand characters.
pub(crate) const LONGEST_LINE: usize = 256 * 1024;

/// What a search may still take once the input has ended, so that a file of commands is answered and a
/// client that has gone does not leave a program behind.
pub(crate) const GRACE: Duration = Duration::from_secs(3);

/// A line that is longer than [`LONGEST_LINE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLong;

impl std::fmt::Display for TooLong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a line of more than {} KiB, which is no command", LONGEST_LINE >> 10)
    }
}

/// A line without its end, or the fact that it was too long. What is no text is replaced by `\u{fffd}`.
pub(crate) type Line = Result<String, TooLong>;

/// The lines of a source, without ever keeping more than [`LONGEST_LINE`] of one.
pub(crate) struct Lines<R>(pub(crate) R);

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        let (mut line, mut length): (Vec<u8>, usize) = (Vec::new(), 0);
        loop {
            // What cannot be read any more has ended.
            let Ok(buffer) = self.0.fill_buf() else { return None };
            if buffer.is_empty() && length == 0 {
                return None;
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            let room = LONGEST_LINE.saturating_sub(line.len());
            line.extend_from_slice(&part[..part.len().min(room)]);
            length += part.len() + usize::from(end.is_some());
            let (consumed, finished) = (part.len() + usize::from(end.is_some()), end.is_some());
            let ended = finished || buffer.is_empty();
            let too_long = length - usize::from(finished) > LONGEST_LINE;
            self.0.consume(consumed);
            if ended {
                if line.last() == Some(&b'\r') {
                    line.pop();
                }
                return Some(if too_long { Err(TooLong) } else { Ok(String::from_utf8_lossy(&line).into()) });
            }
        }
    }
}

/// Reads standard input on a thread of its own, so that its end is noticed in the middle of a search.
pub(crate) fn read_in_background(at_end: impl FnOnce() + Send + 'static) -> Receiver<Line> {
    /// More than this many lines ahead nobody needs.
    const AHEAD: usize = 64;
    let (sender, receiver) = sync_channel(AHEAD);
    std::thread::spawn(move || {
        for line in Lines(std::io::stdin().lock()) {
            if sender.send(line).is_err() {
                return;
            }
        }
        drop(sender);
        at_end();
    });
    receiver
}

/// Ends the program as soon as nobody reads its output any more, also in the middle of a search. The
/// input may well end before that: a file of commands is answered to its end.
#[cfg(unix)]
pub(crate) fn end_with_the_reader() {
    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;
    std::thread::spawn(|| {
        let stdout = std::io::stdout();
        let mut watched = [PollFd::new(stdout.as_fd(), PollFlags::empty())];
        while let Ok(_) | Err(Errno::EINTR) = poll(&mut watched, PollTimeout::NONE) {
            let seen = watched[0].revents().unwrap_or(PollFlags::empty());
            if seen.intersects(PollFlags::POLLERR | PollFlags::POLLHUP) {
                std::process::exit(0);
            }
            if seen.contains(PollFlags::POLLNVAL) {
                return;
            }
        }
    });
}

/// Elsewhere it is noticed at the next line that is printed.
#[cfg(not(unix))]
pub(crate) fn end_with_the_reader() {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn lines(text: &[u8]) -> Vec<Line> {
        // A small buffer, so that lines go over its end.
        Lines(BufReader::with_capacity(7, text)).collect()
    }

    fn line(text: &str) -> Line {
        Ok(text.to_owned())
    }

    #[test]
    fn lines_end_as_on_any_system() {
        assert_eq!(lines(b"one\r\ntwo\n\nlast"), [line("one"), line("two"), line(""), line("last")]);
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [line("")]);
        assert_eq!(lines(&[b'a', 0xff, b'\n']), [line("a\u{fffd}")]);
    }

    #[test]
    fn long_lines_are_refused_and_the_next_is_read() {
        let mut text = vec![b'x'; LONGEST_LINE + 1];
        text.extend_from_slice(b"\nnext\n");
        assert_eq!(lines(&text), [Err(TooLong), line("next")]);
        assert_eq!(lines(&vec![b'x'; 3 * LONGEST_LINE]), [Err(TooLong)]);
        assert_eq!(lines(&vec![b'x'; LONGEST_LINE]).len(), 1);
        assert!(lines(&vec![b'x'; LONGEST_LINE])[0].is_ok());
    }
}
