//! Talking with another program, or a person, line by line: what is read may be anything, and the other
//! side may leave at any time.

pub(crate) use pleach_lab::lines::{Lines, ReadLine};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Duration;

/// What a search may still take once the input has ended, so that a file of commands is answered and a
/// client that has gone does not leave a program behind.
pub(crate) const GRACE: Duration = Duration::from_secs(3);

/// Reads standard input on a thread of its own, so that its end is noticed in the middle of a search.
pub(crate) fn read_in_background(at_end: impl FnOnce() + Send + 'static) -> Receiver<ReadLine> {
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
