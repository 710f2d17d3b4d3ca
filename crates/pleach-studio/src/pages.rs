//! The files of the pages, all of them inside the program. What the pages share, the head and the bar with
//! its rooms, is put into them here, so that it is there before any script runs.

use crate::error::ApiError;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;
use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Debug builds read the files from the disk, so that a page can be changed while the server runs.
#[derive(Embed)]
#[folder = "web/"]
struct Files;

/// A room of the studio: a page that the bar leads to.
struct Room {
    path: &'static str,
    page: &'static str,
    title: &'static str,
    /// The letter after `g`.
    letter: char,
    icon: &'static str,
}

/// The rooms in the order of the bar. One whose page is not there is not shown.
const ROOMS: [Room; 4] = [
    Room { path: "/", page: "index.html", title: "Home", letter: 'h', icon: "home" },
    Room { path: "/play", page: "play.html", title: "Play", letter: 'p', icon: "play" },
    Room { path: "/tree", page: "tree.html", title: "Tree", letter: 't', icon: "tree" },
    Room { path: "/lab", page: "lab.html", title: "Lab", letter: 'l', icon: "lab" },
];

/// Answers with a page or one of its files.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return ApiError::wrong_method(&method).into_response();
    }
    match find(uri.path()) {
        Some((kind, content)) => answer(kind, content, &headers),
        None => ApiError::unknown(format!("there is nothing at {}", uri.path())).into_response(),
    }
}

fn find(path: &str) -> Option<(&'static str, Cow<'static, [u8]>)> {
    if let Some(room) = ROOMS.iter().find(|room| room.path == path) {
        return assembled(room).map(|page| ("text/html; charset=utf-8", Cow::Owned(page.into_bytes())));
    }
    let name = path.strip_prefix('/')?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '-' | '.');
    if !name.chars().all(is_plain) || name.split('/').any(|part| part.is_empty() || part.starts_with('.')) {
        return None;
    }
    let kind = match name.rsplit_once('.')?.1 {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        _ => return None,
    };
    if name == "css/tokens.css" {
        // The library's own pages have the same.
        return Some((kind, Cow::Borrowed(pleach::observe::TOKENS.as_bytes())));
    }
    Files::get(name).map(|file| (kind, file.data))
}

fn answer(kind: &'static str, content: Cow<'static, [u8]>, asked: &HeaderMap) -> Response {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let known = asked.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response =
        if known { StatusCode::NOT_MODIFIED.into_response() } else { content.into_owned().into_response() };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// A file of the pages as text.
pub(crate) fn text(name: &str) -> Option<String> {
    Files::get(name).map(|file| String::from_utf8_lossy(&file.data).into_owned())
}

/// The page of a room with its head, bar and tabs.
fn assembled(room: &Room) -> Option<String> {
    let page = text(room.page)?;
    let head = text("shell/head.html")?;
    let bar = text("shell/bar.html")?.replace("<!-- rooms -->", &links(room, false));
    let tabs = text("shell/tabs.html")?.replace("<!-- rooms -->", &links(room, true));
    let doors: String =
        present_rooms().filter_map(|room| text(&format!("home/door-{}.html", room.icon))).collect();
    let parts = [("head", &head), ("bar", &bar), ("tabs", &tabs), ("doors", &doors)];
    Some(parts.iter().fold(page, |page, (name, part)| page.replace(&format!("<!-- {name} -->"), part)))
}

/// The rooms whose page is there.
fn present_rooms() -> impl Iterator<Item = &'static Room> {
    ROOMS.iter().filter(|room| Files::get(room.page).is_some())
}

/// The links to all rooms. The bar has its own link to the home page, the name.
fn links(here: &Room, as_tabs: bool) -> String {
    let rooms = present_rooms().filter(|room| as_tabs || room.path != "/");
    let link = |room: &Room| {
        let current = if room.path == here.path { " aria-current=\"page\"" } else { "" };
        let icon = match as_tabs {
            true => format!(
                "<svg viewBox=\"0 0 20 20\" class=\"icon\" aria-hidden=\"true\">\
                 <use href=\"/shell/icons.svg#{}\"/></svg>",
                room.icon
            ),
            false => String::new(),
        };
        let Room { path, letter, title, .. } = room;
        format!("<a href=\"{path}\" data-letter=\"{letter}\"{current}>{icon}{title}</a>")
    };
    rooms.map(link).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tricky_paths_find_nothing() {
        for path in [
            "/../Cargo.toml",
            "/css/../../Cargo.toml",
            "//css/base.css",
            "/css/%2e%2e/x.css",
            "/play.html",
            "/css\\base.css",
            "/css/",
            "",
            "/.git",
            "/css/.base.css",
            "/shell/head.html",
        ] {
            assert!(find(path).is_none(), "{path}");
        }
        assert!(find("/css/base.css").is_some());
    }

    #[test]
    fn pages_are_whole() {
        for room in ROOMS.iter().filter(|room| Files::get(room.page).is_some()) {
            let page = assembled(room).unwrap();
            assert!(!page.contains("<!--"), "{}: something was not put in", room.page);
            assert_eq!(page.matches("aria-current").count(), if room.path == "/" { 1 } else { 2 });
        }
    }
}
