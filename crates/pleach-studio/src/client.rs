//! Who asks: what places are shared by.
//!
//! A client is an address. On this machine all have the same one; there a client is a browser, by a cookie that it gets
//! with its first page, and everybody without one is a single client. The cookie says nothing and proves nothing: it keeps
//! a script that asks for too much apart from somebody who looks at a page.

use crate::Shared;
use crate::connections::Visit;
use crate::error::ApiError;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use std::hash::{BuildHasher, RandomState};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

/// Somebody who has a share of the places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Client {
    address: IpAddr,
    /// The browser, where the address says nothing.
    page: Option<u64>,
}

const COOKIE: &str = "pleach-page";

impl Client {
    /// The client that a request comes from.
    pub(crate) fn of(address: IpAddr, headers: &HeaderMap) -> Client {
        let address = network(address);
        let page = if address.is_loopback() { page(headers) } else { None };
        Client { address, page }
    }

    /// A cookie for a browser of this machine that has none yet.
    pub(crate) fn new_cookie(&self) -> Option<HeaderValue> {
        if !self.address.is_loopback() || self.page.is_some() {
            return None;
        }
        // Keys of the standard library's maps are random.
        let page = RandomState::new().hash_one(COOKIE);
        HeaderValue::from_str(&format!("{COOKIE}={page:016x}; Path=/; HttpOnly; SameSite=Strict")).ok()
    }

    #[cfg(test)]
    pub(crate) fn of_page(page: u64) -> Client {
        Client { address: IpAddr::V4(Ipv4Addr::LOCALHOST), page: Some(page) }
    }
}

/// The address, or what all addresses of one household have in common: there a machine has as many as it likes.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address if address.is_loopback() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        address => address,
    }
}

/// The number in the cookie.
fn page(headers: &HeaderMap) -> Option<u64> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|cookies| cookies.to_str().ok());
    let mut pairs =
        cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, number) = pairs.find(|(name, _)| *name == COOKIE)?;
    u64::from_str_radix(number, 16).ok()
}

/// Somebody who asks, and the studio that is asked.
#[derive(Clone)]
pub(crate) struct Visitor {
    pub(crate) shared: Arc<Shared>,
    pub(crate) client: Client,
}

impl FromRequestParts<Arc<Shared>> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shared: &Arc<Shared>) -> Result<Self, ApiError> {
        let address = parts.extensions.get::<Arc<Visit>>().map(|visit| visit.address);
        // Every connection has an address; requests that come by none share one.
        let address = address.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
        Ok(Visitor { shared: Arc::clone(shared), client: Client::of(address, &parts.headers) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_cookie(text: &str) -> HeaderMap {
        HeaderMap::from_iter([(header::COOKIE, text.parse().unwrap())])
    }

    #[test]
    fn browsers_of_this_machine_are_told_apart_and_others_by_their_address() {
        let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let nobody = Client::of(here, &HeaderMap::new());
        let cookie = nobody.new_cookie().unwrap();
        let pair = cookie.to_str().unwrap().split(';').next().unwrap().to_owned();
        let page = Client::of(here, &with_cookie(&format!("other=1; {pair}")));
        assert!(page.page.is_some() && page.new_cookie().is_none());
        assert_eq!(page, Client::of("::1".parse().unwrap(), &with_cookie(&pair)));
        assert_eq!(nobody, Client::of(here, &with_cookie("pleach-page=zzz")));
        let far: IpAddr = "10.0.0.1".parse().unwrap();
        assert_eq!(Client::of(far, &with_cookie(&pair)), Client::of(far, &HeaderMap::new()));
        assert!(Client::of(far, &HeaderMap::new()).new_cookie().is_none());
    }

    #[test]
    fn a_household_is_one_client() {
        let of = |text: &str| Client::of(text.parse().unwrap(), &HeaderMap::new());
        assert_eq!(of("2001:db8::1"), of("2001:db8::2"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
    }
}
