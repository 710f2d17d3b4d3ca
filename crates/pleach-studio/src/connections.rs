//! Who may talk to the studio at the same time.
//!
//! There are so many places. Whoever comes when all are taken gets that of the connection which has been idle for the
//! longest time, between two requests or in the middle of sending one: so no crowd of silent connections keeps anybody
//! out. If everybody there waits for an answer, newcomers wait at the door.

use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::time::Sleep;

/// The listener, and all who are in.
pub(crate) struct LimitedListener {
    listener: TcpListener,
    most: usize,
    /// How many have come so far.
    come: AtomicU64,
    room: Arc<Room>,
}

#[derive(Default)]
struct Room {
    visits: Mutex<HashMap<u64, Arc<Visit>>>,
    /// Somebody has left, or waits for nothing any more.
    changed: Notify,
}

impl Room {
    fn visits(&self) -> MutexGuard<'_, HashMap<u64, Arc<Visit>>> {
        self.visits.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LimitedListener {
    pub(crate) fn new(listener: TcpListener, most: usize) -> LimitedListener {
        LimitedListener { listener, most: most.max(1), come: AtomicU64::new(0), room: Arc::default() }
    }

    /// The next one who comes in.
    pub(crate) async fn accept(&self) -> (TcpStream, Arc<Visit>) {
        /// How long to wait when the system has no more files to give.
        const PAUSE: Duration = Duration::from_millis(50);
        loop {
            match self.listener.accept().await {
                Ok((stream, address)) => {
                    while self.is_full() && !self.send_away() {
                        self.room.changed.notified().await;
                    }
                    // Answers are small, and somebody waits for each of them.
                    let _ = stream.set_nodelay(true);
                    return (stream, self.visit(address.ip()));
                }
                Err(error) if is_of_the_other_side(&error) => {}
                Err(_) => {
                    self.send_away();
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    fn is_full(&self) -> bool {
        self.room.visits().len() >= self.most
    }

    /// Ends the connection that has been idle for the longest time, if there is one.
    fn send_away(&self) -> bool {
        let mut visits = self.room.visits();
        let idle = visits.iter().filter_map(|(&number, visit)| Some((visit.idle_since()?, number)));
        let longest = idle.min().and_then(|(_, number)| visits.remove(&number));
        longest.inspect(|visit| visit.leave.notify_one()).is_some()
    }

    fn visit(&self, address: IpAddr) -> Arc<Visit> {
        let number = self.come.fetch_add(1, Ordering::Relaxed);
        let presence = Mutex::new(Presence { asked: 0, since: Instant::now() });
        let visit = Visit { number, address, presence, leave: Notify::new(), room: Arc::clone(&self.room) };
        let visit = Arc::new(visit);
        self.room.visits().insert(number, Arc::clone(&visit));
        visit
    }

    /// Waits until everybody has left.
    pub(crate) async fn empty(&self) {
        while !self.room.visits().is_empty() {
            self.room.changed.notified().await;
        }
    }
}

/// Whether an error says something of whoever tried to come in, and nothing of this machine.
fn is_of_the_other_side(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Somebody who is in.
pub(crate) struct Visit {
    number: u64,
    pub(crate) address: IpAddr,
    presence: Mutex<Presence>,
    leave: Notify,
    room: Arc<Room>,
}

struct Presence {
    /// The requests that are being answered.
    asked: usize,
    /// Since when there are so many.
    since: Instant,
}

impl Visit {
    fn change(&self, change: impl FnOnce(&mut usize)) {
        let mut presence = self.presence.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut presence.asked);
        presence.since = Instant::now();
        drop(presence);
        self.room.changed.notify_one();
    }

    /// Since when the studio has nothing to do for this one, unless it has.
    fn idle_since(&self) -> Option<Instant> {
        let presence = self.presence.lock().unwrap_or_else(PoisonError::into_inner);
        (presence.asked == 0).then_some(presence.since)
    }

    /// The studio has to do something for this one, until what is returned is dropped.
    pub(crate) fn attend(self: &Arc<Self>) -> Attention {
        self.change(|asked| *asked += 1);
        Attention(Arc::clone(self))
    }

    /// Nothing can be done before this one has said more, until what is returned is dropped.
    pub(crate) fn listen(self: &Arc<Self>) -> Listening {
        self.change(|asked| *asked = asked.saturating_sub(1));
        Listening(Arc::clone(self))
    }

    /// Waits until this one has to leave.
    pub(crate) async fn sent_away(&self) {
        self.leave.notified().await;
    }

    /// The connection has ended.
    pub(crate) fn left(&self) {
        self.room.visits().remove(&self.number);
        self.room.changed.notify_one();
    }
}

/// The studio does something for a visit.
pub(crate) struct Attention(Arc<Visit>);

impl Drop for Attention {
    fn drop(&mut self) {
        self.0.change(|asked| *asked = asked.saturating_sub(1));
    }
}

/// The studio waits for what a visit has to say.
pub(crate) struct Listening(Arc<Visit>);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.change(|asked| *asked += 1);
    }
}

/// A connection that ends when the other side does not read.
pub(crate) struct Guest {
    stream: TcpStream,
    /// How long a write may make no progress.
    patience: Duration,
    /// Runs while a write makes none.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Guest {
    pub(crate) fn new(stream: TcpStream, patience: Duration) -> Guest {
        Guest { stream, patience, stalled: None }
    }

    /// Ends what has made no progress for too long.
    fn watched<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let patience = self.patience;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        stalled.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Guest {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Guest {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watched(context, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
