//! Who may talk to the studio, and what its pages may do.
//!
//! A server on this machine can be reached by every page that a browser has open. Two things keep foreign
//! pages out: the name they reached us by (`Host`) must be one of ours, or a name of theirs could be made to
//! point here; and a request that tells where it comes from (`Origin`, `Sec-Fetch-Site`) must come from a page
//! of ours.

use crate::client::Client;
use crate::connections::Visit;
use crate::error::ApiError;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName};
use axum::http::{HeaderValue, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
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

    /// Whether a host, with or without a port, is this studio: one of its names or addresses, and nothing around it.
    fn include(&self, host: &str) -> bool {
        match Reached::read(host) {
            Some(Reached::Address(address)) => {
                address.is_loopback() || self.everywhere || self.chosen.parse() == Ok(address)
            }
            Some(Reached::Name(name)) => {
                name.eq_ignore_ascii_case("localhost") || name.eq_ignore_ascii_case(&self.chosen)
            }
            None => false,
        }
    }
}

/// What a host says.
#[derive(Debug, PartialEq)]
enum Reached<'h> {
    Address(IpAddr),
    Name(&'h str),
}

impl Reached<'_> {
    /// `[::1]:80`, `127.0.0.1:80` and `localhost`, with a port or without. Whatever has anything else in it is none.
    fn read(host: &str) -> Option<Reached<'_>> {
        let (name, port) = match host.strip_prefix('[') {
            Some(rest) => rest.split_once(']')?,
            None => host.split_at(host.find(':').unwrap_or(host.len())),
        };
        if !port.is_empty() {
            let digits =
                port.strip_prefix(':').filter(|port| port.bytes().all(|digit| digit.is_ascii_digit()))?;
            digits.parse::<u16>().ok()?;
        }
        if host.starts_with('[') {
            return name.parse::<Ipv6Addr>().ok().map(|address| Reached::Address(IpAddr::V6(address)));
        }
        match name.parse::<Ipv4Addr>() {
            Ok(address) => Some(Reached::Address(IpAddr::V4(address))),
            Err(_) => Some(Reached::Name(name)).filter(|_| !name.is_empty()),
        }
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
    let passed = check_target(&guard.names, request.uri())
        .and_then(|()| check(&guard.names, request.headers(), is_api));
    let address = request.extensions().get::<Arc<Visit>>().map(|visit| visit.address);
    let cookie = address.and_then(|address| Client::of(address, request.headers()).new_cookie());
    let mut response = match passed.and_then(|()| check_size(guard.body, request.headers())) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    let headers = response.headers_mut();
    let is_page =
        headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    if let Some(cookie) = cookie.filter(|_| is_page && !is_api) {
        headers.insert(header::SET_COOKIE, cookie);
    }
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
fn check_size(most: usize, headers: &HeaderMap) -> Result<(), ApiError> {
    let announced =
        headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    match announced {
        Some(length) if length > most as u64 => Err(ApiError::too_large()),
        _ => Ok(()),
    }
}

/// A request may name its host a second time, in what it asks for. Then that must be ours, too.
fn check_target(names: &Names, asked: &Uri) -> Result<(), ApiError> {
    match asked.authority() {
        Some(host) if !names.include(host.as_str()) => Err(not_our_name()),
        _ => Ok(()),
    }
}

fn not_our_name() -> ApiError {
    let reason = "this name is not the studio's: open it by the address that it printed";
    ApiError::new(StatusCode::FORBIDDEN, reason)
}

fn check(names: &Names, headers: &HeaderMap, is_api: bool) -> Result<(), ApiError> {
    let forbidden = |reason: &str| Err(ApiError::new(StatusCode::FORBIDDEN, reason));
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    let is_single = headers.get_all(header::HOST).iter().count() == 1;
    let Some(host) = text(header::HOST).filter(|host| is_single && names.include(host)) else {
        return Err(not_our_name());
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
    fn nothing_may_stand_around_a_name() {
        let names = Names::new("127.0.0.1");
        for host in [
            "[::1]evil.com",
            "[::1].evil.com:80",
            "[::1",
            "::1",
            "[127.0.0.1]",
            "[localhost]",
            "localhost:7401, evil.com",
            "localhost, evil.com",
            "evil.com, localhost:7401",
            "localhost:",
            "localhost:80:80",
            "localhost:99999",
            "localhost:+80",
            "localhost:80@evil.com",
            "evil.com@localhost",
            "localhost/",
            " localhost",
            "localhost ",
            "127.0.0.1.evil.com",
            "127.0.0.1:80evil.com",
            "127.1",
            "[::1%25lo]",
        ] {
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
        let mut two = headers(&[host]);
        two.append("host", "evil.com".parse().unwrap());
        assert!(check(&names, &two, true).is_err(), "two hosts");
        assert!(check_target(&names, &"http://evil.com/api/v1/games".parse().unwrap()).is_err());
        assert!(check_target(&names, &"http://localhost:7117/api/v1/games".parse().unwrap()).is_ok());
        assert!(check_target(&names, &"/api/v1/games".parse().unwrap()).is_ok());
        assert!(check(&names, &headers(&[host, ("sec-fetch-site", "cross-site")]), false).is_ok(), "a link");
    }
}
