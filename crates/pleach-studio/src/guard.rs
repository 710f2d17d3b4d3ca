//! Who may talk to the studio, and what its pages may do.
//!
//! A server on this machine can be reached by every page that a browser has open. Two things keep foreign
//! pages out: the name they reached us by (`Host`) must be one of ours, or a name of theirs could be made to
//! point here; and a request that tells where it comes from (`Origin`, `Sec-Fetch-Site`) must come from a page
//! of ours.

use crate::error::Refusal;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

/// Pages load scripts, styles and pictures from here and nowhere else; nothing is written into them inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The names by which the studio may be reached.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    /// What `--host` said.
    chosen: String,
    /// Whether it listens on every address of the machine. Then it may be reached by any of them, but still by
    /// no name: a name could be anybody's.
    everywhere: bool,
}

impl Names {
    pub(crate) fn new(chosen: &str) -> Names {
        let chosen = chosen.trim_matches(['[', ']']).to_ascii_lowercase();
        let everywhere = chosen.parse().is_ok_and(|address: IpAddr| address.is_unspecified());
        Names { chosen, everywhere }
    }

    /// Whether a host, with or without a port, is this studio.
    fn include(&self, host: &str) -> bool {
        let name = without_port(host).to_ascii_lowercase();
        match name.parse::<IpAddr>() {
            Ok(address) => address.is_loopback() || self.everywhere || name == self.chosen,
            Err(_) => name == "localhost" || name == self.chosen,
        }
    }
}

/// `[::1]:80` is `::1`, `localhost:80` is `localhost`.
fn without_port(host: &str) -> &str {
    match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(rest),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    }
}

/// What requests are held against.
pub(crate) struct Guard {
    pub(crate) names: Names,
    /// The most bytes of a request.
    pub(crate) body: usize,
}

/// Lets a request pass, or says why not, and gives every answer its headers.
pub(crate) async fn guard(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let passed = check(&guard.names, request.headers(), is_api);
    let mut response = match passed.and_then(|()| check_size(guard.body, request.headers())) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if is_api {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Refuses what says of itself that it is too large, before anybody waits for it.
fn check_size(most: usize, headers: &HeaderMap) -> Result<(), Refusal> {
    let announced =
        headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    match announced {
        Some(length) if length > most as u64 => Err(Refusal::too_large()),
        _ => Ok(()),
    }
}

fn check(names: &Names, headers: &HeaderMap, is_api: bool) -> Result<(), Refusal> {
    let forbidden = |reason: &str| Err(Refusal::new(StatusCode::FORBIDDEN, reason));
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    let Some(host) = text(header::HOST).filter(|host| names.include(host)) else {
        return forbidden("this name is not the studio's: open it by the address that it printed");
    };
    if text(header::ORIGIN).is_some_and(|origin| origin.strip_prefix("http://") != Some(host)) {
        return forbidden("another page may not use the studio");
    }
    let site = text(HeaderName::from_static("sec-fetch-site"));
    if is_api && site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
        return forbidden("another page may not use the studio");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let pairs = pairs.iter();
        pairs.map(|&(name, value)| (HeaderName::from_static(name), value.parse().unwrap())).collect()
    }

    #[test]
    fn loopback_is_reached_by_its_names_alone() {
        let names = Names::new("127.0.0.1");
        for host in ["localhost", "LOCALHOST:7117", "127.0.0.1:80", "127.3.2.1", "[::1]:7117", "[::1]"] {
            assert!(names.include(host), "{host}");
        }
        for host in ["", "example.org", "localhost.example.org", "10.0.0.1:7117", "0.0.0.0", "[::2]"] {
            assert!(!names.include(host), "{host}");
        }
    }

    #[test]
    fn a_chosen_host_is_a_name_too_and_everywhere_is_every_address() {
        assert!(Names::new("box.local").include("Box.local:7117"));
        assert!(!Names::new("10.0.0.1").include("10.0.0.2"));
        assert!(Names::new("0.0.0.0").include("10.0.0.2:7117"));
        assert!(Names::new("[::]").include("[fe80::1]:7117"));
        assert!(!Names::new("0.0.0.0").include("rebound.example.org"));
    }

    #[test]
    fn requests_of_other_pages_are_refused() {
        let names = Names::new("127.0.0.1");
        let allowed = |pairs: &[(&'static str, &str)]| check(&names, &headers(pairs), true).is_ok();
        let host = ("host", "localhost:7117");
        assert!(allowed(&[host]));
        assert!(allowed(&[host, ("origin", "http://localhost:7117"), ("sec-fetch-site", "same-origin")]));
        assert!(!allowed(&[host, ("origin", "http://localhost:8080")]), "another server of this machine");
        assert!(!allowed(&[host, ("origin", "https://example.org")]));
        assert!(!allowed(&[host, ("origin", "null")]));
        assert!(!allowed(&[host, ("sec-fetch-site", "cross-site")]), "a picture's address");
        assert!(!allowed(&[]), "no host");
        assert!(check(&names, &headers(&[host, ("sec-fetch-site", "cross-site")]), false).is_ok(), "a link");
    }
}
