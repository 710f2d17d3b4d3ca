//! What is seen in the tree room, and what an exercise must not show.

#[path = "support/browser.rs"]
mod browser;
mod support;
#[path = "support/tree.rs"]
mod tree;

use browser::with_browser;
use pleach_studio::Allowance;
use support::Running;
use tree::{open, read, text};

#[test]
fn an_exercise_gives_nothing_away() {
    let studio = Running::start(Allowance::default());
    with_browser("tree-exercise-fair", |page| async move {
        open(&page, &studio, "?example=imperfect-order#row=4&view=a").await;
        page.click("#exercise").await;
        page.wait("the question", "return document.querySelector('.quiz') !== null;").await;
        // Both moves of the node just entered are there and look alike, and nothing below them is.
        let seen = "const isSeen = (one) => getComputedStyle(one).visibility === 'visible'; const lane = document.querySelector('.lane:not([hidden])'); \
            return [[...lane.querySelectorAll('.node')].filter(isSeen).length, [...lane.querySelectorAll('.stub')].filter(isSeen).length, \
                [...lane.querySelectorAll('.verdict')].filter(isSeen).length, \
                [...lane.querySelectorAll('.guise')].filter((one) => isSeen(one) && getComputedStyle(one).display !== 'none').length];";
        let seen: Vec<u64> = serde_json::from_value(page.run(seen).await).unwrap();
        assert_eq!(seen, [4, 1, 0, 1]);
        let legend = text(&page, "#legend").await;
        for part in ["alpha cut", "deep beta cut", "direct cut", "ProbCut test"] {
            assert!(legend.contains(part), "all signs are named, so that none is given away: {legend}");
        }
        page.keep("first-row").await;
        page.click("#exercise").await;
        assert!(!text(&page, "#legend").await.contains("direct cut"));

        // Tests that hold and tests that do not are asked about.
        open(&page, &studio, "?example=appendix-a#row=1&view=b").await;
        let answers = "const { questionOf } = await import('/tree/exercise.js'); const { record } = await import('/tree/record.js'); \
            const { exampleOf, settingOf } = await import('/tree/examples.js'); const setting = await settingOf(exampleOf('appendix-a')); \
            const search = await record(setting, setting.b, new AbortController().signal); \
            return [...search.rows.begin].flatMap((_, row) => questionOf(search, row)?.fields.filter((field) => ['left-out', 'searched'].includes(field.name)).map((field) => field.accepts('yes')) ?? []);";
        let answers: Vec<bool> = serde_json::from_value(page.run(answers).await).unwrap();
        assert!(answers.contains(&true) && answers.contains(&false), "{answers:?}");
    });
}

#[test]
fn an_exercise_beside_another_search_has_its_panel_and_its_keys() {
    let studio = Running::start(Allowance::default());
    with_browser("tree-exercise-both", |page| async move {
        page.resize(1280, 720).await;
        open(&page, &studio, "?example=deep-cut#row=3&view=both").await;
        page.click("#exercise").await;
        page.wait("the question", "return document.querySelector('.quiz')?.checkVisibility() === true;")
            .await;
        let is_seen = |css: &str| {
            format!(
                "const {{ top, bottom, height }} = document.querySelector('{css}').getBoundingClientRect(); return height > 0 && top >= 0 && bottom <= innerHeight;"
            )
        };
        page.keep("both").await;
        assert_eq!(page.run(&is_seen("#exercise-panel .quiz")).await, true);
        page.click(".quiz [type=submit]").await;
        page.wait(
            "it says what is wrong",
            "return document.querySelector('#exercise-says').textContent !== '';",
        )
        .await;
        assert_eq!(page.run(&is_seen("#exercise-says")).await, true, "where it can be seen");
        // Back and on again, as far as it has come, and then to what is asked.
        let row = "return document.querySelector('#row-panel h2').textContent;";
        page.run("document.activeElement.blur();").await;
        read(&page, "press('ArrowLeft'); return null;").await;
        page.wait("one row back", &row.replace("textContent;", "textContent === 'Row 2';")).await;
        page.run("document.activeElement.blur();").await;
        read(&page, "press('ArrowRight'); return null;").await;
        page.wait("one row on", &row.replace("textContent;", "textContent === 'Row 3';")).await;
        page.run("document.activeElement.blur();").await;
        read(&page, "press('ArrowRight'); return null;").await;
        assert_eq!(page.run("return document.activeElement.closest('.quiz') !== null;").await, true);
        assert_eq!(page.run(row).await, "Row 3");
    });
}

#[test]
fn the_focus_is_seen_on_every_node() {
    let studio = Running::start(Allowance::default());
    with_browser("tree-focus", |page| async move {
        open(&page, &studio, "?example=appendix-a#row=44&view=b").await;
        page.type_into("body", "k").await;
        let hidden = "const focus = getComputedStyle(document.documentElement).getPropertyValue('--focus').trim(); \
            const probe = document.createElement('i'); probe.style.color = focus; document.body.append(probe); const wanted = getComputedStyle(probe).color; probe.remove(); \
            const wrong = []; for (const node of document.querySelectorAll('.lane:not([hidden]) .node')) { node.setAttribute('tabindex', '0'); node.focus({ preventScroll: true }); \
            const { stroke, strokeOpacity, strokeDasharray } = getComputedStyle(node.querySelector('.box')); \
            if (document.activeElement !== node || stroke !== wanted || strokeOpacity !== '1' || strokeDasharray !== 'none') wrong.push([node.getAttribute('class'), stroke, strokeDasharray]); } return wrong;";
        assert_eq!(page.run(hidden).await, serde_json::json!([]));
    });
}

#[test]
fn the_drawing_has_room_and_nothing_lies_over_it() {
    let studio = Running::start(Allowance::default());
    with_browser("tree-space", |page| async move {
        // Twice as large letters in a window of 1440 by 900.
        page.resize(720, 450).await;
        for view in ["b", "both"] {
            open(&page, &studio, &format!("?example=appendix-a#row=44&view={view}")).await;
            page.keep(&format!("{view}-200")).await;
            let heights = page.run("return [...document.querySelectorAll('.lane:not([hidden]) .scroller')].map((scroller) => scroller.clientHeight);").await;
            let heights: Vec<u64> = serde_json::from_value(heights).unwrap();
            assert!(heights.iter().all(|height| *height >= 220), "{heights:?}");
        }
        page.resize(1000, 900).await;
        open(&page, &studio, "?example=appendix-a#row=44&view=both").await;
        page.click(".lane .fit").await;
        let root = "return [...document.querySelectorAll('.lane')].every((lane) => { const { x, y, width, height } = lane.querySelector('.node .box').getBoundingClientRect(); \
            return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.node') === lane.querySelector('.node'); });";
        page.wait("the root is not covered", root).await;
        page.keep("whole").await;
        for height in [700, 900, 1100] {
            page.resize(1440, height).await;
            open(&page, &studio, "?example=appendix-a#row=59&view=b").await;
            let clipped = "const now = document.querySelector('.trace-row.now').getBoundingClientRect(), box = document.querySelector('#trace').getBoundingClientRect(); \
                return now.top - box.top >= 24 - 1 && box.bottom - now.bottom >= -1 && box.bottom <= document.querySelector('.inspect').getBoundingClientRect().bottom;";
            page.wait(&format!("the last row is seen, {height} px"), clipped).await;
        }
    });
}

#[test]
fn what_is_wrong_with_a_form_is_seen_and_the_focus_stays() {
    let studio = Running::start(Allowance::default());
    with_browser("tree-form", |page| async move {
        page.resize(1280, 720).await;
        page.goto(&format!("{}/tree", studio.address)).await;
        page.wait("the form", "return document.querySelector('.source-form') !== null;").await;
        page.run("document.querySelector('.source-form [name=a]').value = 'alpha-betta';").await;
        page.type_into(".source-form [name=a]", "\u{e007}").await;
        page.wait("the reason", "return document.querySelector('.problem')?.hidden === false;").await;
        page.keep("refused").await;
        let seen = "const { top, bottom } = document.querySelector('.problem').getBoundingClientRect(); return [top >= 0 && bottom <= innerHeight, document.activeElement.name];";
        assert_eq!(page.run(seen).await, serde_json::json!([true, "a"]));
        page.complaints().await;
    });
}
