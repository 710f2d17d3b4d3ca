//! Live searches: every finished depth is told as soon as it is there, by server-sent events.
//!
//! The search runs on a thread of its own. It is told to stop as soon as nobody listens any more.

use super::game::Played;
use super::strength::{Prepared, Strength};
use super::value::Value;
use crate::Shared;
use crate::background;
use crate::client::Visitor;
use crate::errand::{Errand, panicked};
use crate::error::{ApiError, Asked};
use crate::games::ListedProfile;
use crate::searches::SearchPermit;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive, KeepAliveStream};
use pleach::panics::caught;
use pleach::registry::Claim;
use pleach::registry::{AnyGame, PlayLine, Progress};
use pleach::{Counts, Stopped};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio_stream::Stream;

/// The news that wait for a page to read them. Then the search waits, too.
const MOST_UNREAD: usize = 16;
/// The moves of a line that are shown. Nobody looks further, and a deep tree has lines of thousands at every depth.
const LONGEST_LINE: usize = 200;

/// The depth at which a search ends by itself. Only trees that are hardly trees are as deep, and what is kept of all
/// iterations grows with the square of it.
const DEEPEST: u32 = 2_000;

/// A position to search and how.
#[derive(Deserialize)]
pub(crate) struct Wanted {
    #[serde(flatten)]
    played: Played,
    #[serde(default)]
    strength: Strength,
}

/// What is known before anything is found.
#[derive(Serialize)]
struct Started {
    algorithm: String,
    threads: usize,
    /// MiB for the table.
    memory: usize,
    /// The profile that it prunes by.
    profile: Option<ListedProfile>,
}

/// A finished depth.
#[derive(Serialize)]
struct Finished {
    depth: Option<u32>,
    lines: Vec<ShownLine>,
    nodes: u64,
    seconds: f64,
}

/// A line of play.
#[derive(Serialize)]
struct ShownLine {
    value: Value,
    moves: Vec<String>,
    /// The moves as records of games write them.
    records: Vec<String>,
}

/// The end of a search.
#[derive(Serialize)]
struct Answered {
    best: Option<String>,
    value: Value,
    /// What the value says of the true one; `probable` where something was left out.
    bound: serde_json::Value,
    /// Whether what was proved of the profile is what was searched, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    applies: Option<bool>,
    /// Why it is not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    doubts: Vec<String>,
    depth: Option<u32>,
    lines: Vec<ShownLine>,
    counts: Counts,
    seconds: f64,
    stopped: Option<Stopped>,
}

pub(crate) async fn search(
    visitor: Visitor,
    Asked(wanted): Asked<Wanted>,
) -> Result<Sse<KeepAliveStream<Listening>>, ApiError> {
    let (game, prepared) = visitor.work(move |shared, errand| wanted.prepare(shared, errand)).await?;
    let place = visitor.shared.searches.enter(visitor.client).await?;
    let (sender, receiver) = channel(MOST_UNREAD);
    let stop = Arc::clone(&place.stop);
    background::spawn("search", move || run_or_fallback(game.as_ref(), prepared, place, &sender))
        .map_err(|error| ApiError::busy(format!("no thread can be started: {error}"), 5))?;
    Ok(Sse::new(Listening { receiver, stop }).keep_alive(KeepAlive::default()))
}

impl Wanted {
    fn prepare(&self, shared: &Shared, errand: &Errand) -> Result<(Box<dyn AnyGame>, Prepared), ApiError> {
        let game = self.played.now(shared, errand)?;
        if game.outcome().is_some() {
            return Err(ApiError::bad("the game is over, there is nothing to search"));
        }
        let prepared = self.strength.prepare(game.as_ref(), &shared.profiles(), &shared.allowance)?;
        Ok((game, prepared))
    }
}

/// Searches, and has a last word whatever happens: rules and evaluators may be anybody's, and may panic.
fn run_or_fallback(game: &dyn AnyGame, prepared: Prepared, place: SearchPermit, sender: &Sender<Event>) {
    let searched = caught(|| run(game, prepared, &place, sender));
    // Nobody has to wait for a page to read before the next search begins.
    drop(place);
    let end = searched.unwrap_or_else(|panic| failed(&panicked(&panic)));
    tell(sender, end);
}

/// Searches, tells of it, and returns the last word.
fn run(
    game: &dyn AnyGame,
    prepared: Prepared,
    place: &SearchPermit,
    sender: &Sender<Event>,
) -> Option<Event> {
    let Prepared { mut request, profile } = prepared;
    request.memory = place.memory.max(1);
    request.limits = request.limits.stop_flag(Arc::clone(&place.stop));
    let started = Started {
        algorithm: request.algorithm.to_string(),
        threads: request.threads,
        memory: request.memory,
        profile: profile.as_ref().map(ListedProfile::of),
    };
    tell(sender, event("started", &started));
    let answer = game.search_or_fallback(&request, &mut |news| {
        tell(sender, event("depth", &finished(game, news)));
        let first = news.lines.first();
        let is_deep = first.and_then(|line| line.depth).is_some_and(|depth| depth >= DEEPEST);
        if is_deep || request.lines == 1 && first.is_some_and(PlayLine::is_proved) {
            place.stop.store(true, Ordering::Relaxed);
        }
    });
    match answer {
        Ok(answer) => {
            let claim = profile.map(|profile| profile.claim(&request, &answer));
            let answered = Answered {
                value: Value::shown(game, answer.score),
                bound: if answer.is_selective() { "probable".into() } else { json!(answer.bound) },
                applies: claim.as_ref().map(Claim::applies),
                doubts: claim.map(|claim| claim.doubts).unwrap_or_default(),
                best: answer.best,
                depth: answer.depth,
                lines: answer.lines.iter().map(|line| shown(game, line)).collect(),
                counts: answer.counts,
                seconds: answer.seconds,
                stopped: answer.stopped,
            };
            event("answer", &answered)
        }
        Err(error) => failed(&error.to_string()),
    }
}

fn failed(reason: &str) -> Option<Event> {
    event("failed", &serde_json::json!({ "reason": reason }))
}

fn finished(game: &dyn AnyGame, news: &Progress) -> Finished {
    Finished {
        depth: news.lines.first().and_then(|line| line.depth),
        lines: news.lines.iter().map(|line| shown(game, line)).collect(),
        nodes: news.nodes,
        seconds: news.seconds,
    }
}

fn shown(game: &dyn AnyGame, line: &PlayLine) -> ShownLine {
    let mut ahead = game.boxed_clone();
    let record = |mv: &String| {
        let record = ahead.record_move(mv).unwrap_or_else(|_| mv.clone());
        // A line that cannot be played any further is shown as it is.
        let _ = ahead.play(mv);
        record
    };
    let moves = &line.pv[..line.pv.len().min(LONGEST_LINE)];
    let records = moves.iter().map(record).collect();
    ShownLine { value: Value::shown(game, line.score), moves: moves.to_vec(), records }
}

fn event(name: &str, news: &impl Serialize) -> Option<Event> {
    Event::default().event(name).json_data(news).ok()
}

/// Tells whoever listens, and waits for whoever reads slowly. Whoever does not read at all is gone after a while, and if
/// nobody listens, the search has been told to stop already.
fn tell(sender: &Sender<Event>, event: Option<Event>) {
    if let Some(event) = event {
        let _ = sender.blocking_send(event);
    }
}

/// The news of a search. When it is dropped, because all is told or the page is gone, the search stops.
pub(crate) struct Listening {
    receiver: Receiver<Event>,
    stop: Arc<AtomicBool>,
}

impl Stream for Listening {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|event| event.map(Ok))
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
