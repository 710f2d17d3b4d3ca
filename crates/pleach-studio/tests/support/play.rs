//! The play room under a test's hands.

#![allow(dead_code, reason = "every test binary uses another part")]

use super::browser::Page;
use super::support::Running;
use serde_json::Value;

/// What the page keeps of its game, and the position as the server sees it.
pub(crate) const GAME: &str = "const kept = JSON.parse(localStorage['pleach.game.' + new URLSearchParams(location.search).get('id')]); \
    const body = JSON.stringify({ game: kept.game, start: kept.start, moves: kept.moves }); \
    const answer = await fetch('/api/v1/play/position', { method: 'POST', headers: { 'content-type': 'application/json' }, body }); \
    return { kept, view: await answer.json() };";
/// Whether somebody may move by hand, or the game is over.
pub(crate) const READY: &str = "return document.querySelector('#board').classList.contains('usable') || /finished|drawn/.test(document.querySelector('#turn-chip').textContent);";

/// Opens the room with a weak engine at the second seat, so that games are short.
pub(crate) async fn open(page: &Page, studio: &Running, game: &str, seats: &str) {
    page.goto(&studio.address).await;
    page.run(&format!("localStorage.setItem('pleach.last-seats', JSON.stringify({seats}));")).await;
    page.goto(&format!("{}/play?game={game}", studio.address)).await;
    page.wait("the game is open", READY).await;
}

pub(crate) const AGAINST_ENGINE: &str = "[{kind:'human',by:'level',level:1,time:1,depth:1,risk:'',algorithm:''},{kind:'engine',by:'level',level:1,time:1,depth:1,risk:'',algorithm:''}]";
pub(crate) const TWO_PEOPLE: &str = "[{kind:'human',by:'level',level:1,time:1,depth:1,risk:'',algorithm:''},{kind:'human',by:'level',level:1,time:1,depth:1,risk:'',algorithm:''}]";

/// The cells to click for a move.
pub(crate) fn cells(game: &str, mv: &str) -> Vec<String> {
    match game {
        "chess" => vec![mv[..2].to_owned(), mv[2..4].to_owned()],
        "chinese-checkers" => mv.split('-').map(str::to_owned).collect(),
        "connect-four" => vec![format!("{}6", char::from(b'a' + mv.parse::<u8>().unwrap() - 1))],
        _ => vec![mv.to_owned()],
    }
}

/// Plays a move by hand, and waits until it is there.
pub(crate) async fn click_move(page: &Page, game: &str, mv: &str, plies: usize) {
    if mv == "pass" {
        page.click("#pass").await;
    } else {
        for cell in cells(game, mv) {
            page.click(&format!("#board [data-cell='{cell}']")).await;
        }
        if game == "chess" && mv.len() == 5 {
            page.click(&format!(".promote [data-move='{mv}']")).await;
        }
    }
    let moved = format!(
        "const kept = JSON.parse(localStorage['pleach.game.' + new URLSearchParams(location.search).get('id')]); return kept.moves.length > {plies};"
    );
    page.wait(&format!("{mv} is played"), &moved).await;
}

pub(crate) fn texts<'a>(values: &'a Value, text: impl Fn(&'a Value) -> &'a Value) -> Vec<String> {
    values.as_array().unwrap().iter().map(|value| text(value).as_str().unwrap().to_owned()).collect()
}

/// Opens a position by the dialog.
pub(crate) async fn paste(page: &Page, text: &str) {
    page.click("#open-game").await;
    page.type_into("dialog textarea", text).await;
    page.click("dialog .primary").await;
    page.wait("the dialog closes", "return document.querySelector('dialog') === null;").await;
    page.wait("the position is open", READY).await;
}

pub(crate) async fn is_announced(page: &Page, part: &str) {
    page.wait(
        part,
        &format!(
            "return document.querySelector('#status').textContent.includes({});",
            serde_json::json!(part)
        ),
    )
    .await;
}
