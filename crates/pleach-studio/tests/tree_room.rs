//! The tree room, used as a person does: by keys, clicks and addresses.

#[path = "support/browser.rs"]
mod browser;
mod support;
#[path = "support/tree.rs"]
mod tree;

use browser::{Page, with_browser};
use pleach::Limits;
use pleach::registry::Request;
use pleach::textbook::Algorithm;
use pleach_studio::Allowance;
use serde_json::Value;
use support::Running;
use tree::{OPEN, open, read, text};

/// A score as the page prints it.
fn printed(score: &str) -> String {
    score.replace("+inf", "∞").replace("-inf", "−∞").replace('-', "−")
}

#[test]
fn appendix_a_is_scrubbed_to_each_of_its_rows() {
    let studio = Running::start(Allowance::default());
    with_browser("tree-scrub", |page| async move {
        open(&page, &studio, "?example=appendix-a#row=1&view=b").await;
        let traces: Value =
            serde_json::from_str(include_str!("../../pleach-lab/src/reproduce/tong/traces.json")).unwrap();
        let golden = traces["ProbCut"].as_array().unwrap();
        assert_eq!(golden.len(), 59);
        let rows = "const rows = [await read(1)]; for (let row = 2; row <= 59; row += 1) { press('ArrowRight'); rows.push(await read(row)); } return rows;";
        let rows = read(&page, rows).await;
        for (number, (ours, theirs)) in rows.as_array().unwrap().iter().zip(golden).enumerate() {
            let cell = |row: &Value, place: usize| row[place].as_str().unwrap().to_owned();
            for place in 0..4 {
                let expected = if place == 0 { cell(theirs, 0) } else { printed(&cell(theirs, place)) };
                assert_eq!(cell(ours, place), expected, "row {}", number + 1);
            }
            let (ours, theirs) = (cell(ours, 4), cell(theirs, 4));
            assert!(
                if theirs.is_empty() { !ours.contains("cut-off") } else { ours.starts_with(&theirs) },
                "row {}: {ours}",
                number + 1
            );
        }
        // And back again, by tens, by cuts and to the ends.
        let back = "press('ArrowLeft', { shiftKey: true }); await read(49); press('['); await read(44); press(']'); await read(57); \
            press('Home'); await read(1); press('End'); await read(59); return document.querySelector('#row-panel').textContent;";
        let last = read(&page, back).await;
        assert!(last.as_str().unwrap().contains("The search is over: 35 for Max."), "{last}");
        // What the drawing shows follows from the row alone, however one came there.
        let same = "press('Home'); await read(1); for (let row = 2; row <= 30; row += 1) press('ArrowRight'); await read(30); const forward = document.querySelector('.lane:not([hidden]) svg.drawing').innerHTML; \
            press('End'); await read(59); for (let row = 58; row >= 30; row -= 1) press('ArrowLeft'); await read(30); \
            return forward.replaceAll(/<path class=\"edge.*?>/g, '') === document.querySelector('.lane:not([hidden]) svg.drawing').innerHTML.replaceAll(/<path class=\"edge.*?>/g, '');";
        assert_eq!(read(&page, same).await, true);
    });
}

#[test]
fn cuts_tests_and_ranges_are_drawn() {
    let studio = Running::start(Allowance::default());
    with_browser("tree-signs", |page| async move {
        open(&page, &studio, "?example=appendix-a#row=44&view=b").await;
        page.keep("light").await;
        let drawing =
            page.run("return document.querySelector('.lane:not([hidden]) svg.drawing').textContent;").await;
        let drawing = drawing.as_str().unwrap();
        for part in ["deep alpha", "α = 12 from a", "50 ≥ 27", "no cut", "pruned", "≤10", "12 : ∞"] {
            assert!(drawing.contains(part), "{part}: {drawing}");
        }
        let reach = "return document.querySelector('.lane:not([hidden]) .reaches > g:not([hidden]) .reach') !== null;";
        assert_eq!(page.run(reach).await, true, "the line from the node that set the bound");
        open(&page, &studio, "?example=appendix-a#row=57&view=both").await;
        page.keep("both-light").await;
        let both = page.run("return [...document.querySelectorAll('.versus b')].map((part) => part.textContent).concat(document.querySelector('#where').textContent);").await;
        assert_eq!(both.as_array().unwrap().len(), 4, "{both}");
        open(&page, &studio, "?example=b-star#row=25&view=a").await;
        page.keep("b-star").await;
        let ranges = page.run("return [document.querySelectorAll('.belief-range').length, document.querySelector('[data-node=\"1\"] .value').textContent];").await;
        assert_eq!(ranges[1], "2…4");
        open(&page, &studio, "?example=ranges#row=29&view=both").await;
        let dominated = page.run("return [...document.querySelectorAll('.lane')].map((lane) => [lane.querySelectorAll('.belief-shares').length > 0, lane.querySelector('.sign-of.dominated, .sign-of.proven-dominated') !== null]);").await;
        assert_eq!(dominated, serde_json::json!([[false, true], [true, true]]));
        open(&page, &studio, "?example=conspiracy#row=40&view=a").await;
        let badges = page.run("return document.querySelector('.count-text').textContent;").await;
        assert!(badges.as_str().unwrap().starts_with('↑'), "{badges}");
    });
}

#[test]
fn the_exercise_accepts_what_is_right_and_explains_what_is_wrong() {
    let studio = Running::start(Allowance::default());
    with_browser("tree-exercise", |page| async move {
        open(&page, &studio, "?example=appendix-a#row=30&view=a").await;
        page.click("#exercise").await;
        page.wait("the question", "return document.querySelector('.quiz') !== null;").await;
        assert!(text(&page, "#exercise-panel").await.contains("s returns 10 to Max node r."));
        assert!(text(&page, ".trace-space").await.ends_with("hidden until you answer"));
        let later = "return [...document.querySelectorAll('.lane:not([hidden]) .stub.later .verdict')].map((verdict) => getComputedStyle(verdict).visibility);";
        let later: Vec<String> = serde_json::from_value(page.run(later).await).unwrap();
        assert!(
            !later.is_empty() && later.iter().all(|seen| seen == "hidden"),
            "a stub would tell what is cut: {later:?}"
        );
        page.type_into(".quiz [name=g]", "12").await;
        page.type_into(".quiz [name=alpha]", "12").await;
        page.type_into(".quiz [name=beta]", "inf").await;
        page.click(".quiz [type=submit]").await;
        page.wait("the explanation", "return document.querySelector('#exercise-says').textContent.startsWith('Not yet: g is not right. Max keeps the larger of');").await;
        assert!(text(&page, "#row-panel").await.starts_with("Row 30"), "a wrong answer shows nothing");
        page.keep("wrong").await;
        page.run("document.querySelector('.quiz [name=g]').value = '';").await;
        page.type_into(".quiz [name=g]", "10").await;
        page.click(".quiz [type=submit]").await;
        page.wait(
            "the next row",
            "return document.querySelector('#row-panel').textContent.startsWith('Row 31');",
        )
        .await;
        page.wait(
            "the score",
            "return document.querySelector('#exercise-panel').textContent.includes('0 of 1 right');",
        )
        .await;
        // The next question is answered at once: v takes over the window of r.
        page.wait("the next question", "return document.querySelector('#exercise-panel').textContent.includes('Min node v is entered next');").await;
        page.click(".quiz button[type=button]").await;
        assert!(text(&page, "#exercise-says").await.contains("takes over alpha"));
        assert!(!text(&page, "#exercise-says").await.contains("12"), "a hint never names the number");
        page.type_into(".quiz [name=alpha]", "12").await;
        page.type_into(".quiz [name=beta]", "∞").await;
        page.click(".quiz [type=submit]").await;
        page.wait(
            "one of two",
            "return document.querySelector('#exercise-panel').textContent.includes('1 of 2 right');",
        )
        .await;
    });
}

#[test]
fn a_link_opens_the_same_view() {
    let studio = Running::start(Allowance::default());
    with_browser("tree-link", |page| async move {
        open(&page, &studio, "?game=random-tree:b=3,d=3,values=30,seed=5&a=negascout&b=mtdf").await;
        page.click("[data-view=b]").await;
        read(&page, "for (let step = 0; step < 11; step += 1) press('ArrowRight'); return read(12);").await;
        page.wait("the address", "return location.hash === '#row=12&view=b';").await;
        let view = "return [document.querySelector('.lane:not([hidden]) svg.drawing').innerHTML, document.querySelector('#row-panel').textContent, document.querySelector('#view [aria-pressed=true]').textContent];";
        let before = page.run(view).await;
        let address = page.client.current_url().await.unwrap().to_string();
        page.goto("about:blank").await;
        page.goto(&address).await;
        page.wait("a row is shown", OPEN).await;
        let edges = |view: &Value| view[0].as_str().unwrap().matches("edge").count();
        let after = page.run(view).await;
        assert_eq!((&before[1], &before[2], edges(&before)), (&after[1], &after[2], edges(&after)));
        // Reloading keeps it as well.
        page.client.refresh().await.unwrap();
        page.wait("a row is shown", OPEN).await;
        assert_eq!(page.run(view).await[1], before[1]);
    });
}

/// `pleach trace --format html`: the room in one file, opened without a server.
#[test]
fn a_kept_page_is_the_room_with_its_recording() {
    let registry = pleach_games::registry();
    let page_of = |name: &str, game: &str, position: &str, request: &Request| {
        let mut opened = registry.open(game).unwrap();
        opened.set_position(position).unwrap();
        let file = std::env::temp_dir().join(format!("pleach-kept-{name}-{}.html", std::process::id()));
        let text = pleach_studio::trace_page(&opened.trace(request, 100_000).unwrap());
        assert!(
            !text.contains("://")
                || text.matches("://").count() == text.matches("http://www.w3.org/2000/svg").count()
        );
        std::fs::write(&file, text).unwrap();
        file
    };
    let mut request = Request::new(Algorithm::ALPHA_BETA, Limits::depth(4));
    request.prune = "probcut:d=2,s=1,a=1,b=0,sigma=10,t=1.5".parse().unwrap();
    let appendix = include_str!("../../../testdata/tong-appendix-a-tree.json");
    let tree = page_of("tree", "tree", appendix, &request);
    let hostile = page_of(
        "hostile",
        "tree",
        "MAX[\"</script><b>\": 5, MIN[3, 8]]",
        &Request::new(Algorithm::ALPHA_BETA, Limits::none()),
    );
    let game =
        page_of("game", "tic-tac-toe", "XO.......", &Request::new(Algorithm::ALPHA_BETA, Limits::depth(2)));
    with_browser("tree-kept", |page| async move {
        page.goto(&format!("file://{}#row=44", tree.display())).await;
        page.wait("a row is shown", OPEN).await;
        let sentence = text(&page, "#row-panel").await;
        assert!(sentence.contains("Row 44"), "{sentence}");
        let last = read(
            &page,
            "press('End'); await read(59); return document.querySelector('#row-panel').textContent;",
        )
        .await;
        assert!(last.as_str().unwrap().contains("The search is over: 35 for Max."), "{last}");
        page.keep("kept").await;
        page.goto(&format!("file://{}", hostile.display())).await;
        page.wait("a row is shown", OPEN).await;
        assert!(text(&page, "#trace").await.contains("</script><b>"));
        page.goto(&format!("file://{}", game.display())).await;
        page.wait("a row is shown", OPEN).await;
        page.run("document.querySelector('.drawing .node').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));").await;
        page.wait("the board is shown", "return !document.querySelector('#board').hidden && document.querySelector('#board').textContent.includes('X');").await;
        assert_eq!(page.complaints().await, Vec::<String>::new());
        for file in [tree, hostile, game] {
            std::fs::remove_file(file).unwrap();
        }
    });
}

#[test]
fn the_drawing_is_saved_as_a_file_that_parses() {
    let studio = Running::start(Allowance::default());
    with_browser("tree-export", |page| async move {
        open(&page, &studio, "?example=appendix-a#row=44&view=b").await;
        let saved = "const caught = new Promise((done) => { const make = URL.createObjectURL; URL.createObjectURL = (blob) => { done(blob.text()); return make.call(URL, blob); }; }); \
            document.querySelector('#export').click(); return caught;";
        let file = page.run(saved).await;
        let file = file.as_str().unwrap();
        let document = roxmltree::Document::parse(file).unwrap_or_else(|error| panic!("{error}\n{file}"));
        let root = document.root_element();
        assert!(root.has_tag_name(("http://www.w3.org/2000/svg", "svg")));
        let title =
            root.children().find(|child| child.tag_name().name() == "title").and_then(|title| title.text());
        assert_eq!(title, Some("Appendix A: ProbCut, ProbCut, row 44"));
        let is_node = |node: &roxmltree::Node<'_, '_>| {
            node.attribute("class").is_some_and(|class| class.starts_with("node "))
        };
        assert_eq!(document.descendants().filter(is_node).count(), 20);
        assert!(file.contains("#1d6848"), "colours by their values");
        for foreign in ["href=", "var(", "url(", "<script"] {
            assert!(!file.contains(foreign), "{foreign}");
        }
    });
}

#[test]
fn every_example_opens_and_every_state_keeps_the_rules() {
    let studio = Running::start(Allowance::default());
    with_browser("tree-examples", |page| async move {
        page.goto(&format!("{}/tree", studio.address)).await;
        page.wait("the examples", "return document.querySelectorAll('.example').length > 0 && document.querySelector('.source-form') !== null;").await;
        page.keep("start").await;
        assert_eq!(faults(&page).await, Vec::<String>::new());
        let keys = page.run("return [...document.querySelectorAll('[data-example]')].map((link) => link.dataset.example);").await;
        let keys: Vec<String> = serde_json::from_value(keys).unwrap();
        assert!(keys.len() >= 12);
        for key in &keys {
            let why = page
                .run(&format!(
                    "return document.querySelector('[data-example=\"{key}\"] p')?.textContent ?? '';"
                ))
                .await;
            let sentences = why.as_str().unwrap().matches(['.', '!']).count();
            assert!(why.as_str().unwrap().is_empty() || sentences >= 2, "{key}: {why}");
        }
        for key in keys.iter().filter(|key| *key != "million") {
            open(&page, &studio, &format!("?example={key}")).await;
            assert_eq!(faults(&page).await, Vec::<String>::new(), "{key}");
        }
        for (width, height, name) in [(1440, 900, "dark"), (390, 844, "phone")] {
            page.resize(width, height).await;
            page.run("localStorage.setItem('pleach.theme', 'dark');").await;
            for view in ["b", "both"] {
                open(&page, &studio, &format!("?example=appendix-a#row=44&view={view}")).await;
                page.keep(&format!("{view}-{name}")).await;
                assert_eq!(faults(&page).await, Vec::<String>::new(), "{name} {view}");
            }
        }
        page.run("localStorage.removeItem('pleach.theme');").await;
    });
}

/// What breaks the rules of names and contrast.
async fn faults(page: &Page) -> Vec<String> {
    serde_json::from_value(page.run(include_str!("support/rules.js")).await).unwrap()
}

#[test]
fn bad_input_is_explained_and_kept() {
    let studio = Running::start(Allowance::default());
    with_browser("tree-input", |page| async move {
        page.goto(&format!("{}/tree", studio.address)).await;
        page.wait("the form", "return document.querySelector('.source-form') !== null;").await;
        let fill = |name: &str, text: &str| {
            format!(
                "document.querySelector('.source-form [name={name}]').value = {};",
                serde_json::json!(text)
            )
        };
        let wrong = [
            ("tree", "MAX[5, MIN[3", "expected"),
            ("a", "alpha-betta", "did you mean"),
            ("a-prune", "probcut:d=2", "s"),
        ];
        for (field, text, reason) in wrong {
            page.run(&format!(
                "{} {} {}",
                fill("tree", "MAX[5, MIN[3, 8]]"),
                fill("a", "alpha-beta"),
                fill("a-prune", "")
            ))
            .await;
            page.run(&fill(field, text)).await;
            page.click(".source-form [type=submit]").await;
            page.wait("the reason", &format!("const problem = document.querySelector('.problem'); return !problem.hidden && problem.textContent.includes({});", serde_json::json!(reason))).await;
            let kept = page
                .run(&format!("return document.querySelector('.source-form [name={field}]').value;"))
                .await;
            assert_eq!(kept, text);
        }
        page.keep("refused").await;
        page.run(&format!("{} {}", fill("a-prune", ""), fill("a", "alpha-beta"))).await;
        page.run(&fill("b", "minimax")).await;
        page.click(".source-form [type=submit]").await;
        page.wait("a row is shown", OPEN).await;
        assert_eq!(page.run("return new URLSearchParams(location.search).get('b');").await, "minimax");
        // The browser writes refused requests into its log: these were wanted.
        let complaints = page.complaints().await;
        assert!(complaints.iter().all(|line| line.contains("400")), "{complaints:?}");
    });
}

#[test]
fn keys_boards_and_lazy_opening() {
    let studio = Running::start(Allowance::default());
    with_browser("tree-keys", |page| async move {
        open(&page, &studio, "?example=zhang-cui#row=3&view=a").await;
        read(&page, "press('k'); press('i'); press('k'); press('l'); press('j'); return null;").await;
        page.wait("a board", "return document.querySelector('#board:not([hidden]) svg.board') !== null;")
            .await;
        read(&page, "press('Escape'); press('v'); return null;").await;
        page.wait(
            "view B",
            "return document.querySelector('#view [aria-pressed=true]').textContent === 'B';",
        )
        .await;
        read(&page, "press('x'); return null;").await;
        page.wait("the exercise", "return !document.querySelector('#exercise-panel').hidden;").await;
        open(&page, &studio, "?game=random-tree:b=5,d=6,values=50,seed=1&a=alpha-beta").await;
        let count = "return document.querySelectorAll('svg.drawing .node').length;";
        let before = page.run(count).await.as_u64().unwrap();
        page.run("document.querySelector('[data-open]').dispatchEvent(new MouseEvent('click', { bubbles: true }));").await;
        assert!(page.run(count).await.as_u64().unwrap() > before);
        page.click("#open").await;
        page.wait("the dialog", "return document.querySelector('dialog .source-form') !== null;").await;
        assert_eq!(faults(&page).await, Vec::<String>::new());
    });
}
