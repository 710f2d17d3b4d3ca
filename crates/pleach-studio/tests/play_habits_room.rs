//! The play room's habits: other games, records, risks, messages, and what is said aloud.

#[path = "support/browser.rs"]
mod browser;
#[path = "support/play.rs"]
mod play;
mod support;

use browser::{Page, with_browser};
use play::{AGAINST_ENGINE, GAME, READY, TWO_PEOPLE, click_move, is_announced, open, paste, texts};
use pleach_studio::Allowance;
use serde_json::Value;
use support::Running;

/// Begins a game of another kind by the dialog.
async fn begin(page: &Page, game: &str) {
    page.click("#new-game").await;
    page.wait("the dialog is open", "return document.querySelector('dialog[open] select') !== null;").await;
    page.run(&format!(
        "const game = document.querySelector('dialog select'); game.value = '{game}'; game.dispatchEvent(new Event('change'));"
    ))
    .await;
    page.click("dialog .primary").await;
    page.wait("the dialog closes", "return document.querySelector('dialog') === null;").await;
    page.wait("the game is open", READY).await;
}

#[test]
fn a_new_game_may_be_of_any_other_kind() {
    let studio = Running::start(Allowance::default());
    with_browser("kinds", |page| async move {
        open(&page, &studio, "othello", TWO_PEOPLE).await;
        let games = [
            ("chess", "Chess", 32),
            ("connect-four", "Connect Four", 0),
            ("chess", "Chess", 32),
            ("chinese-checkers", "Chinese Checkers", 20),
            ("tic-tac-toe", "Tic-tac-toe", 0),
            ("othello", "Othello", 4),
        ];
        for (game, title, pieces) in games {
            begin(&page, game).await;
            let shown = page.run("return [document.querySelector('#title').textContent, document.querySelectorAll('#board .piece').length];").await;
            assert_eq!(shown, serde_json::json!([title, pieces]));
        }
    });
}

#[test]
fn new_games_leave_nothing_behind() {
    let studio = Running::start(Allowance::default());
    with_browser("leaks", |page| async move {
        open(&page, &studio, "chess", TWO_PEOPLE).await;
        // The driver keeps whatever it has found; here nothing but the page itself may.
        let begin = "const until = async (isSo) => { while (!isSo()) await new Promise((next) => setTimeout(next, 20)); }; \
            const dialog = () => document.querySelector('dialog[open] .primary'); document.querySelector('#new-game').click(); \
            await until(() => dialog() !== null); dialog().click(); await until(() => dialog() === null);";
        let mut counts = Vec::new();
        for _ in 0..2 {
            for _ in 0..6 {
                page.run(begin).await;
                page.wait("the game is open", READY).await;
            }
            page.tell("HeapProfiler.collectGarbage", serde_json::json!({})).await;
            let counters = page.tell("Memory.getDOMCounters", serde_json::json!({})).await;
            counts.push(counters["nodes"].as_i64().expect("a number"));
        }
        assert!(counts[1] - counts[0] < 6 * 40, "a board has more than 300 nodes: {counts:?}");
    });
}

#[test]
fn a_stopped_engine_plays_what_it_has_found() {
    let studio = Running::start(Allowance::default());
    with_browser("stop", |page| async move {
        let seats = AGAINST_ENGINE
            .replace("kind:'engine',by:'level',level:1,time:1", "kind:'engine',by:'time',level:1,time:60");
        open(&page, &studio, "othello", &seats).await;
        click_move(&page, "othello", "f5", 0).await;
        page.wait("something is found", "return document.querySelector('#search .pv-move') !== null;").await;
        let found = "return document.querySelector('#search .pv-move').textContent;";
        page.click("#stop").await;
        page.wait("it is played", "return document.querySelectorAll('#moves button').length === 2;").await;
        page.wait("it is my turn", READY).await;
        let found = page.run(found).await;
        let played = page.run("return document.querySelectorAll('#moves button')[1].textContent;").await;
        assert_eq!(found, played);
    });
}

#[test]
fn a_record_is_shown_with_its_names_and_its_result() {
    let studio = Running::start(Allowance::default());
    with_browser("record", |page| async move {
        open(&page, &studio, "chess", AGAINST_ENGINE).await;
        let record = "[White \"Anderssen, Adolf\"]\n[Black \"Kieseritzky, L.\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. f4 1-0";
        page.click("#open-game").await;
        page.run(&format!(
            "document.querySelector('dialog textarea').value = {};",
            serde_json::json!(record)
        ))
        .await;
        page.click("dialog .primary").await;
        page.wait("the dialog closes", "return document.querySelector('dialog') === null;").await;
        is_announced(&page, "The record ends here: 1-0, White won.").await;
        is_announced(&page, "Engine waits.").await;
        let status = page.run("return document.querySelector('#status').textContent;").await;
        assert!(!status.as_str().unwrap().contains("move of yours"), "{status}");
        let names = page.run("return document.querySelector('#seats').textContent;").await;
        let names = names.as_str().unwrap();
        assert!(names.contains("Anderssen, Adolf") && names.contains("Kieseritzky, L."), "{names}");
        page.keep("opened").await;
        page.click("#save-game").await;
        page.wait("it is written down", "return document.querySelector('dialog textarea') !== null;").await;
        let again = page.run("return document.querySelector('dialog textarea').value;").await;
        for part in
            ["[White \"Anderssen, Adolf\"]", "[Black \"Kieseritzky, L.\"]", "[Result \"1-0\"]", "2. f4 1-0"]
        {
            assert!(again.as_str().unwrap().contains(part), "{part}: {again}");
        }
        page.click("dialog header button").await;
        assert_eq!(
            page.run(GAME).await["kept"]["moves"].as_array().map(Vec::len),
            Some(3),
            "nobody has moved"
        );
        page.click("#stop").await;
        page.wait("the engine goes on", "return document.querySelectorAll('#moves button').length === 4;")
            .await;
        page.wait("it is my turn", READY).await;
        let status = page.run("return document.querySelector('#status').textContent;").await;
        assert!(!status.as_str().unwrap().contains("record ends"), "the record ended a move ago: {status}");
    });
}

#[test]
fn every_risk_of_the_menu_says_what_it_is() {
    let studio = Running::start(Allowance::default());
    with_browser("risks", |page| async move {
        for (game, part) in [
            ("chess", "5 % moves not as good, depth 8, on self-play only"),
            ("othello", "5 % other values, depth 10"),
            ("connect-four", "5 % moves worse by more than 1, depth 13"),
        ] {
            open(&page, &studio, game, AGAINST_ENGINE).await;
            page.click("#new-game").await;
            page.wait("the dialog is open", "return document.querySelector('dialog[open] form') !== null;")
                .await;
            let shown = page.run("const menu = [...document.querySelectorAll('dialog select')].find((one) => one.options[0].text.startsWith('None')); return [...menu.options].map((option) => option.text);").await;
            let mut shown: Vec<String> = serde_json::from_value(shown).unwrap();
            assert!(shown.iter().any(|text| text == part), "{game}: {shown:?}");
            let all = shown.len();
            shown.sort();
            shown.dedup();
            assert_eq!(shown.len(), all, "{game}: {shown:?}");
            page.run("const menu = [...document.querySelectorAll('dialog select')].find((one) => one.options[0].text.startsWith('None')); menu.selectedIndex = menu.options.length - 1;").await;
            page.click("dialog .primary").await;
            page.wait("the dialog closes", "return document.querySelector('dialog') === null;").await;
            page.wait("the game is open", READY).await;
            let first = page.run(GAME).await["view"]["moves"][0]["move"].as_str().unwrap().to_owned();
            click_move(&page, game, &first, 0).await;
            page.wait(
                "the search tells its risk",
                "return document.querySelector('#search .chip.risk') !== null;",
            )
            .await;
        }
    });
}

#[test]
fn castling_may_be_typed_with_zeros() {
    let studio = Running::start(Allowance::default());
    with_browser("castling", |page| async move {
        open(&page, &studio, "chess", TWO_PEOPLE).await;
        paste(&page, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").await;
        page.type_into("#typed-move", "0-0\n").await;
        page.wait("White has castled", "return document.querySelectorAll('#moves button').length === 1;")
            .await;
        page.type_into("#typed-move", "0-0-0\n").await;
        page.wait("Black has castled", "return document.querySelectorAll('#moves button').length === 2;")
            .await;
        assert_eq!(page.run(GAME).await["kept"]["moves"], serde_json::json!(["e1g1", "e8c8"]));
    });
}

#[test]
fn black_men_are_seen_on_all_squares_in_the_dark() {
    let studio = Running::start(Allowance::default());
    with_browser("dark-men", |page| async move {
        page.goto(&studio.address).await;
        page.run("localStorage.setItem('pleach.theme', 'dark');").await;
        open(&page, &studio, "chess", TWO_PEOPLE).await;
        page.keep("chess").await;
        let contrasts = "const light = (css) => { const [r, g, b] = getComputedStyle(document.querySelector(css)).fill.match(/[\\d.]+/g).map((part) => part / 255) \
            .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)); return 0.2126 * r + 0.7152 * g + 0.0722 * b; }; \
            const man = light('#board .man-black'); return ['.chess-light', '.chess-dark'].map((square) => (light(`#board ${square}`) + 0.05) / (man + 0.05));";
        let contrasts: Vec<f64> = serde_json::from_value(page.run(contrasts).await).unwrap();
        assert!(contrasts.iter().all(|contrast| *contrast >= 3.0), "{contrasts:?}");
    });
}

#[test]
fn nothing_moves_when_messages_buttons_and_plots_come() {
    let studio = Running::start(Allowance::default());
    with_browser("shifts", |page| async move {
        let place = "const at = (css) => { const { x, y, width, height } = document.querySelector(css).getBoundingClientRect(); return [x, y, width, height].map(Math.round); }; \
            return ['#board', '.tools', '#graph'].map(at);";
        open(&page, &studio, "othello", TWO_PEOPLE).await;
        let before = page.run(place).await;
        page.type_into("#typed-move", "a1\n").await;
        page.wait("the message is there", "return document.querySelector('.alert') !== null;").await;
        assert_eq!(page.run(place).await, before, "a message");
        assert!(page.complaints().await.iter().all(|line| line.contains("400")));
        click_move(&page, "othello", "f5", 0).await;
        click_move(&page, "othello", "d6", 1).await;
        page.wait("the plot is there", "return document.querySelector('#graph svg') !== null;").await;
        assert_eq!(page.run(place).await, before, "the plot");
        // Black cannot move here.
        paste(&page, "---------------------------XXXXO---XX--------------------------- X").await;
        page.wait("there is only to pass", "return document.querySelector('#pass') !== null;").await;
        assert_eq!(page.run(place).await, before, "the button to pass");
    });
}

#[test]
fn own_moves_are_always_announced() {
    let studio = Running::start(Allowance::default());
    with_browser("announced", |page| async move {
        open(&page, &studio, "othello", AGAINST_ENGINE).await;
        page.run("window.said = []; new MutationObserver(() => said.push(document.querySelector('#live').textContent)).observe(document.querySelector('#live'), { childList: true });").await;
        page.run("document.querySelector('#board').focus();").await;
        for plies in [0, 2, 4] {
            let state = page.run(GAME).await;
            let legal = texts(&state["view"]["moves"], |mv| &mv["move"]);
            click_move(&page, "othello", &legal[0], plies).await;
            page.wait(
                "the engine answers",
                &format!("return document.querySelectorAll('#moves button').length === {};", plies + 2),
            )
            .await;
            page.wait("it is my turn", READY).await;
        }
        let moves = page
            .run(
                "return [...document.querySelectorAll('#moves button')].map((button) => button.textContent);",
            )
            .await;
        let told = format!(
            "return {moves}.every((move, ply) => said.join(' ').includes(`${{ply % 2 ? 'White' : 'Black'}} plays ${{move}}.`));"
        );
        page.wait("all moves are told", &told).await;
    });
}

/// How the first search of a game ended, by the browser.
async fn end_of_search(page: &Page, studio: &Running) -> (String, Value) {
    open(page, studio, "othello", AGAINST_ENGINE).await;
    page.network().await;
    click_move(page, "othello", "f5", 0).await;
    page.wait("the engine answers", "return document.querySelectorAll('#moves button').length === 2;").await;
    page.wait("it is my turn", READY).await;
    let mut events = page.network().await;
    let is_search = |(name, told): &&(String, Value)| {
        name == "Network.requestWillBeSent"
            && told["request"]["url"].as_str().is_some_and(|url| url.ends_with("/play/search"))
    };
    let id = events.iter().find(is_search).expect("there was a search").1["requestId"].clone();
    let ended = |(name, told): &(String, Value)| {
        told["requestId"] == id
            && matches!(name.as_str(), "Network.loadingFinished" | "Network.loadingFailed")
    };
    while !events.iter().any(ended) {
        events.extend(page.network().await);
    }
    events.into_iter().find(ended).expect("it has ended")
}

/// A page that has read the last word of a stream is sometimes sooner than the browser's own message that the stream has
/// ended, which the browser then calls aborted: one search of three tells whether it is the page that aborts them.
#[test]
fn finished_searches_end_as_they_should() {
    let studio = Running::start(Allowance::default());
    with_browser("network", |page| async move {
        let mut ends = Vec::new();
        while ends.len() < 3 {
            let (name, told) = end_of_search(&page, &studio).await;
            if name == "Network.loadingFinished" {
                return;
            }
            ends.push(told);
        }
        panic!("{ends:?}");
    });
}
