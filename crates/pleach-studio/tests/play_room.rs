//! The play room, used as a person does: by clicking.

#[path = "support/browser.rs"]
mod browser;
#[path = "support/play.rs"]
mod play;
mod support;

use browser::{Page, with_browser};
use play::{AGAINST_ENGINE, GAME, READY, TWO_PEOPLE, click_move, is_announced, open, paste, texts};
use pleach::Limits;
use pleach::registry::{Method, Request};
use pleach_studio::Allowance;
use serde_json::Value;
use support::Running;

/// What a person plays who thinks a few plies ahead; any of the legal moves, where that is enough to end a game.
fn choose(name: &str, legal: &[String], played: &[String]) -> String {
    let depth = match name {
        "chess" => 4,
        "chinese-checkers" => 2,
        _ => return legal[played.len() * 7 % legal.len()].clone(),
    };
    let mut game = pleach_games::registry().open(name).unwrap();
    played.iter().for_each(|mv| game.play(mv).unwrap());
    game.search(&Request::new(Method::default(), Limits::depth(depth))).unwrap().best.unwrap()
}

/// Plays until the game is over, and returns how it ended.
async fn play_to_the_end(page: &Page) -> Value {
    loop {
        page.wait("somebody may move", READY).await;
        let state = page.run(GAME).await;
        if !state["view"]["ending"].is_null() {
            return state["view"]["ending"].clone();
        }
        let legal = texts(&state["view"]["moves"], |mv| &mv["move"]);
        let played = texts(&state["kept"]["moves"], |mv| mv);
        let game = state["kept"]["game"].as_str().unwrap();
        click_move(page, game, &choose(game, &legal, &played), played.len()).await;
    }
}

#[test]
fn games_from_the_start_are_played_to_their_end() {
    let studio = Running::start(Allowance::default());
    with_browser("whole-games", |page| async move {
        for game in ["tic-tac-toe", "connect-four", "othello", "chess", "chinese-checkers"] {
            open(&page, &studio, game, AGAINST_ENGINE).await;
            let ending = play_to_the_end(&page).await;
            is_announced(&page, ending["reason"].as_str().unwrap()).await;
            let said = if ending["winner"].is_null() { "drawn" } else { "win" };
            is_announced(&page, said).await;
            if game == "connect-four" && !ending["winner"].is_null() {
                let ringed = page.run("return document.querySelectorAll('#board .won').length;").await;
                assert!(ringed.as_u64() >= Some(4), "the four that won are ringed");
            }
            page.keep(game).await;
        }
    });
}

#[test]
fn endings_are_announced_with_their_reason() {
    let studio = Running::start(Allowance::default());
    with_browser("late-games", |page| async move {
        open(&page, &studio, "chess", TWO_PEOPLE).await;
        for (plies, mv) in ["f2f3", "e7e5", "g2g4", "d8h4"].into_iter().enumerate() {
            click_move(&page, "chess", mv, plies).await;
        }
        is_announced(&page, "Black wins: checkmate.").await;
        page.keep("fools-mate").await;

        open(&page, &studio, "chess", AGAINST_ENGINE).await;
        paste(&page, "7k/P5pp/8/8/8/8/8/6K1 w - - 0 1").await;
        click_move(&page, "chess", "a7a8q", 0).await;
        is_announced(&page, "You win: checkmate.").await;
        page.keep("promotion").await;
        paste(&page, "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1").await;
        click_move(&page, "chess", "a2a7", 0).await;
        page.wait("the engine answers", READY).await;
        click_move(&page, "chess", "b1b8", 2).await;
        is_announced(&page, "You win: checkmate.").await;

        open(&page, &studio, "chinese-checkers", AGAINST_ENGINE).await;
        paste(&page, "O/OO/OOO/OOO1/13/12/11/10/4O4/10/11/12/4X8/1XXX/XXX/XX/X X - 60").await;
        click_move(&page, "chinese-checkers", "m5-n1", 0).await;
        is_announced(&page, "You win: all ten marbles are home.").await;
        page.keep("chinese-checkers").await;
    });
}

#[test]
fn illegal_clicks_do_nothing() {
    let studio = Running::start(Allowance::default());
    with_browser("illegal", |page| async move {
        open(&page, &studio, "chess", TWO_PEOPLE).await;
        for cell in ["e5", "e7", "e2", "e5", "a1", "d1", "d3"] {
            page.click(&format!("#board [data-cell='{cell}']")).await;
        }
        let state = page.run(GAME).await;
        assert_eq!(state["kept"]["moves"], serde_json::json!([]));
        page.type_into("#typed-move", "e2e5\n").await;
        page.wait(
            "the reason is shown",
            "return document.querySelector('#alerts').textContent.includes('not a legal move');",
        )
        .await;
        let refused = page.complaints().await;
        assert!(refused.iter().all(|line| line.contains("400")), "{refused:?}");
        click_move(&page, "chess", "e2e4", 0).await;
        page.wait("the message is gone", "return document.querySelector('#alerts').textContent === '';")
            .await;
    });
}

#[test]
fn pieces_are_dragged_and_positions_set_up() {
    let studio = Running::start(Allowance::default());
    with_browser("hands", |page| async move {
        open(&page, &studio, "chess", TWO_PEOPLE).await;
        page.drag("#board [data-cell='e2']", "#board [data-cell='e5']").await;
        page.drag("#board [data-cell='e2']", "#board [data-cell='e4']").await;
        page.wait("the pawn was dragged", "return document.querySelector('#moves').textContent === '1e4';")
            .await;
        page.click("#set-up").await;
        page.run("const field = document.querySelector('dialog input.mono'); field.value = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'; field.dispatchEvent(new Event('change'));").await;
        page.wait("the board shows it", "return document.querySelectorAll('dialog .piece').length === 3;")
            .await;
        page.keep("set-up").await;
        page.click("dialog .primary").await;
        page.wait("it is on the board", "return document.querySelectorAll('#board .piece').length === 3;")
            .await;
        page.click("#save-game").await;
        page.wait("it is written down", "return document.querySelector('dialog textarea')?.value.includes('[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]') === true;").await;
    });
}

#[test]
fn a_phone_stays_at_the_board() {
    let studio = Running::start(Allowance::default());
    with_browser("phone", |page| async move {
        page.resize(390, 844).await;
        open(&page, &studio, "othello", AGAINST_ENGINE).await;
        click_move(&page, "othello", "f5", 0).await;
        page.wait("the engine answers", "return document.querySelectorAll('#moves button').length === 2;")
            .await;
        page.wait("it is my turn", READY).await;
        assert_eq!(page.run("return scrollY;").await, 0, "nothing scrolls the page but its reader");
        page.keep("othello").await;
    });
}

#[test]
fn a_refresh_keeps_the_game_and_two_pages_do_not_mix() {
    let studio = Running::start(Allowance::default());
    with_browser("pages", |page| async move {
        open(&page, &studio, "tic-tac-toe", TWO_PEOPLE).await;
        click_move(&page, "tic-tac-toe", "b2", 0).await;
        let first = page.client.window().await.unwrap();
        let address = page.client.current_url().await.unwrap().to_string();
        page.client.refresh().await.unwrap();
        page.wait("the game is back", READY).await;
        assert_eq!(page.run(GAME).await["kept"]["moves"], serde_json::json!(["b2"]));

        // The same game in another page is another game from then on.
        let second = page.client.new_window(true).await.unwrap();
        page.client.switch_to_window(second.handle).await.unwrap();
        page.goto(&address).await;
        page.wait("the copy is open", READY).await;
        click_move(&page, "tic-tac-toe", "a1", 1).await;
        page.client.switch_to_window(first).await.unwrap();
        click_move(&page, "tic-tac-toe", "c3", 1).await;
        page.client.refresh().await.unwrap();
        page.wait("the game is back", READY).await;
        assert_eq!(page.run(GAME).await["kept"]["moves"], serde_json::json!(["b2", "c3"]));
    });
}

#[test]
fn tools_and_keys_work() {
    let studio = Running::start(Allowance::default());
    with_browser("tools", |page| async move {
        open(&page, &studio, "othello", AGAINST_ENGINE).await;
        page.type_into("#typed-move", "F5\n").await;
        page.wait("the engine answers", "return document.querySelectorAll('#moves button').length === 2;")
            .await;
        page.wait("it is my turn", READY).await;
        page.click("#hint").await;
        page.wait("the hint is there", "return document.querySelectorAll('#best tr').length > 1;").await;
        page.wait(
            "the line can be stepped through",
            "return document.querySelectorAll('.pv-move').length > 1;",
        )
        .await;
        page.click(".pv-move:nth-child(4)").await;
        page.wait(
            "it is on the board",
            "return document.querySelector('#turn-chip').textContent.startsWith('looking ahead, 2');",
        )
        .await;
        page.keep("line").await;
        page.type_into("#board", "\u{e00c}").await;
        page.wait(
            "back in the game",
            "return document.querySelector('#turn-chip').textContent.includes('to play');",
        )
        .await;
        page.type_into("#board", "u").await;
        page.wait(
            "both moves are taken back",
            "return document.querySelectorAll('#moves .undone').length === 2;",
        )
        .await;
        page.type_into("#board", "r").await;
        page.wait("they are back", "return document.querySelectorAll('#moves .undone').length === 0;").await;
        page.type_into("#board", "\u{e015}\u{e007}").await;
        page.wait(
            "the keyboard has played",
            "return document.querySelectorAll('#moves button').length >= 3;",
        )
        .await;
        page.type_into("#board", "?").await;
        page.wait(
            "the map is open",
            "return document.querySelector('dialog[open]')?.textContent.includes('Keyboard map') === true;",
        )
        .await;
        page.keep("keys").await;
    });
}

#[test]
fn two_engines_play_and_can_be_stopped() {
    let studio = Running::start(Allowance::default());
    with_browser("engines", |page| async move {
        open(&page, &studio, "connect-four", AGAINST_ENGINE).await;
        page.click("#watch-two").await;
        page.wait(
            "the game is over",
            "return /finished|drawn/.test(document.querySelector('#turn-chip').textContent);",
        )
        .await;
        page.keep("finished").await;
    });
}

#[test]
fn names_contrast_and_width_keep_the_rules() {
    let studio = Running::start(Allowance::default());
    with_browser("rules", |page| async move {
        for theme in ["light", "dark"] {
            for (path, ready) in [
                (
                    "/",
                    "return document.querySelectorAll('.game').length >= 5 && document.querySelector('#palmette svg') !== null;",
                ),
                ("/play?game=othello", READY),
            ] {
                page.goto(&studio.address).await;
                page.run(&format!("localStorage.setItem('pleach.theme', '{theme}');")).await;
                page.goto(&format!("{}{path}", studio.address)).await;
                page.wait("the page is there", ready).await;
                let room = if path == "/" { "home" } else { "play" };
                for (width, height) in [(1440, 900), (900, 1000), (390, 844)] {
                    page.resize(width, height).await;
                    let faults = page.run(include_str!("support/rules.js")).await;
                    assert_eq!(faults, serde_json::json!([]), "{room}, {theme}, {width} px");
                    page.keep(&format!("{room}-{theme}-{width}")).await;
                }
                page.resize(1440, 900).await;
            }
        }
        page.click("#new-game").await;
        page.wait("the dialog is open", "return document.querySelector('dialog[open]') !== null;").await;
        assert_eq!(page.run(include_str!("support/rules.js")).await, serde_json::json!([]));
    });
}
