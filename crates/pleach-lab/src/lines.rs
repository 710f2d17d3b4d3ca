//! Lines of text from another program, which may send anything.

use std::io::BufRead;

/// Longer lines are no commands. A chess game of a thousand moves takes about ten thousand characters.
pub const LONGEST_LINE: usize = 256 * 1024;

/// A line that is longer than [`LONGEST_LINE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

impl std::fmt::Display for TooLong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a line of more than {} KiB: too long for a command", LONGEST_LINE >> 10)
    }
}

/// A line without its end, or the fact that it was too long. What is no text is replaced by `\u{fffd}`.
pub type ReadLine = Result<String, TooLong>;

/// The lines of a source, without ever keeping more than [`LONGEST_LINE`] of one.
///
/// ```
/// use pleach_lab::lines::Lines;
/// let lines: Vec<_> = Lines(&b"one\r\ntwo"[..]).collect();
/// assert_eq!(lines, [Ok("one".to_owned()), Ok("two".to_owned())]);
/// ```
pub struct Lines<R>(pub R);

impl<R: BufRead> Iterator for Lines<R> {
    type Item = ReadLine;

    fn next(&mut self) -> Option<ReadLine> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn lines(text: &[u8]) -> Vec<ReadLine> {
        // A small buffer, so that lines go over its end.
        Lines(BufReader::with_capacity(7, text)).collect()
    }

    fn line(text: &str) -> ReadLine {
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
