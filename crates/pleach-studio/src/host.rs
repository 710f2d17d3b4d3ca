//! Serving the connections, each with its limits of time.

use crate::Allowance;
use crate::connections::{Attention, Guest, LimitedListener, Visit};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{Request, Response};
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::net::TcpStream;
use tokio::sync::watch;

/// The most bytes of the head of a request, and of an answer before it is written.
const BUFFER: usize = 64 << 10;

/// Whoever serves.
pub(crate) struct Host {
    router: Router,
    allowance: Allowance,
    /// Whether it is over.
    closing: watch::Sender<bool>,
}

impl Host {
    pub(crate) fn new(router: Router, allowance: Allowance) -> Host {
        Host { router, allowance, closing: watch::channel(false).0 }
    }

    /// Lets everybody in, for ever.
    pub(crate) async fn serve(&self, door: &LimitedListener) {
        loop {
            let (stream, visit) = door.accept().await;
            tokio::spawn(self.converse(stream, visit));
        }
    }

    /// Ends what is idle, and everything else after its answer.
    pub(crate) fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Serves a connection to its end.
    fn converse(&self, stream: TcpStream, visit: Arc<Visit>) -> impl Future<Output = ()> + Send + use<> {
        let mut protocol = http1::Builder::new();
        // The time for a head also runs between two requests.
        protocol.timer(TokioTimer::new()).header_read_timeout(self.allowance.idle).max_buf_size(BUFFER);
        let guest = TokioIo::new(Guest::new(stream, self.allowance.stall));
        let connection = protocol.serve_connection(guest, answering(self.router.clone(), Arc::clone(&visit)));
        let mut closing = self.closing.subscribe();
        async move {
            let mut connection = pin!(connection);
            let mut is_closing = false;
            loop {
                tokio::select! {
                    // How it ended is nobody's concern but the other side's, which knows.
                    _ = connection.as_mut() => break,
                    () = visit.sent_away() => break,
                    _ = closing.wait_for(|&closing| closing), if !is_closing => {
                        connection.as_mut().graceful_shutdown();
                        is_closing = true;
                    }
                }
            }
            visit.left();
        }
    }
}

/// What answers the requests of a visit.
fn answering(
    router: Router,
    visit: Arc<Visit>,
) -> impl Service<
    Request<Incoming>,
    Response = Response<Body>,
    Error = std::convert::Infallible,
    Future = impl Future<Output = Result<Response<Body>, std::convert::Infallible>> + Send + 'static,
> + Send
+ 'static {
    let router = TowerToHyperService::new(router);
    service_fn(move |request: Request<Incoming>| {
        let attention = visit.attend();
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Arc::clone(&visit));
        let answer = router.call(request);
        async move {
            let answer = answer.await?;
            Ok(answer.map(|body| Body::new(Attended { body, _attention: attention })))
        }
    })
}

/// The body of an answer: while it is sent, the studio has something to do.
struct Attended {
    body: Body,
    _attention: Attention,
}

impl hyper::body::Body for Attended {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
