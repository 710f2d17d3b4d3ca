//! News of a job, by server-sent events: `progress` whenever it has moved, `result` whenever it has found something.

use super::job::Job;
use crate::client::Visitor;
use crate::error::{ApiError, Named};
use crate::gate::Permit;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive, KeepAliveStream};
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;

/// No more news than a person can follow.
const PAUSE: Duration = Duration::from_millis(200);

type News = Pin<Box<dyn Stream<Item = Result<Event, Infallible>> + Send>>;

pub(crate) async fn events(
    visitor: Visitor,
    Named(id): Named<i64>,
) -> Result<Sse<KeepAliveStream<News>>, ApiError> {
    let job = visitor.work(move |shared, _| shared.lab.job(id)).await?;
    let place = visitor.shared.followers.enter(visitor.client).await?;
    let (sender, receiver) = tokio::sync::mpsc::channel(4);
    tokio::spawn(follow(job, sender, place));
    let news: News = Box::pin(ReceiverStream::new(receiver));
    Ok(Sse::new(news).keep_alive(KeepAlive::default()))
}

/// Tells of a job until it is done or nobody listens any more. One that has failed may be tried again.
async fn follow(job: Arc<Job>, sender: tokio::sync::mpsc::Sender<Result<Event, Infallible>>, _place: Permit) {
    let mut changes = job.subscribe();
    let mut told = 0;
    loop {
        let (snapshot, version) = (job.snapshot(), job.version());
        let mut events = vec![Event::default().event("progress").json_data(&snapshot)];
        if version != told {
            events.push(Event::default().event("result").json_data(job.result()));
            told = version;
        }
        for event in events.into_iter().flatten() {
            if sender.send(Ok(event)).await.is_err() {
                return;
            }
        }
        if snapshot.is_done() {
            return;
        }
        tokio::time::sleep(PAUSE).await;
        tokio::select! {
            changed = changes.changed() => if changed.is_err() { return },
            () = sender.closed() => return,
        }
    }
}
