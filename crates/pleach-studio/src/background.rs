//! Threads for work that lasts: searches and jobs. They give way to the threads that answer requests, so that a page
//! stays quick on a machine whose processors are all busy.

use std::io;

/// Begins such work. Threads that it starts itself give way, too.
pub(crate) fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let thread = std::thread::Builder::new().name(name.to_owned());
    let polite = move || {
        give_way();
        work();
    };
    thread.spawn(polite).map(drop)
}

/// Lowers the priority of this thread. It is no harm if the system does not allow it.
#[cfg(target_os = "linux")]
fn give_way() {
    /// Half as polite as can be.
    const NICE: i32 = 10;
    let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), NICE);
}

/// Elsewhere a thread has no such priority of its own.
#[cfg(not(target_os = "linux"))]
fn give_way() {}
