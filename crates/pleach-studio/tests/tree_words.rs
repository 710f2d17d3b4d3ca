//! The tree room makes its rows in the page, from columns of numbers. They must be those of the library's tables,
//! whatever was searched and how; and its sentences those that are kept here.

use pleach::Limits;
use pleach::registry::{Method, Request};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Game, position, algorithm, pruning and depth.
type Search = (&'static str, &'static str, &'static str, &'static str, Option<u32>);

const TESTS: &str = "d=2,s=1,a=1,b=0,sigma=10,t=1.5";

fn searches() -> Vec<Search> {
    let appendix = include_str!("../../../testdata/tong-appendix-a-tree.json");
    let b_star = include_str!("../../../testdata/b-star-example.json");
    let mut searches: Vec<Search> = vec![
        ("tree", "MAX[5, MIN[9, MAX[2, MIN[3, 7]]]]", "alpha-beta", "none", None),
        ("tree", "7", "alpha-beta", "none", None),
        ("tree:limit=1", "MAX[MIN[0, 1], MIN[MAX[1, 0, -1], MAX[0, 1]]]", "alpha-beta", "none", None),
        ("tree", b_star, "b-star:bounds=proven", "none", Some(3)),
        ("tree", b_star, "pb-star", "none", Some(3)),
        ("tic-tac-toe:symmetric=on", "", "zhang-cui", "none", Some(2)),
    ];
    for algorithm in ["alpha-beta", "alpha-beta-hard", "negascout", "mtdf"] {
        searches.push(("tree", appendix, algorithm, "none", Some(4)));
    }
    for algorithm in [
        "minimax",
        "alpha-beta-hard",
        "alpha-beta-one-sided",
        "alpha-beta",
        "aspiration",
        "negascout",
        "mtdf",
    ] {
        searches.push(("random-tree:b=1-4,d=5,q=1/0.8,values=40,seed=3", "", algorithm, "none", None));
    }
    for prune in ["probcut", "gpc", "fgpc"] {
        let rules: &'static str = Box::leak(format!("{prune}:{TESTS}").into_boxed_str());
        searches.push(("tree", appendix, "alpha-beta", rules, Some(4)));
    }
    let other = [
        "razoring",
        "node-cutting:d=3,s=1,p=0.5,ranks=60-20-20/20-60-20/20-20-60",
        "mpc:pairs=3-1/2-0,sigma=100000000,t=0.3",
    ];
    for prune in other {
        searches.push(("random-tree:b=4,d=4,leaves=newborn,seed=5", "", "negascout", prune, Some(4)));
    }
    for algorithm in ["p-ab", "r-ab", "informed", "b-star", "pb-star", "conspiracy"] {
        searches.push(("random-tree:b=3,d=4,values=30,seed=2", "", algorithm, "none", Some(4)));
    }
    searches
}

/// Sentences of longer searches are not kept: they say the same again.
const MOST_ROWS: usize = 120;

#[test]
fn the_page_says_what_the_table_says() {
    let folder = std::env::temp_dir().join(format!("pleach-tree-words-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let registry = pleach_games::registry();
    let (mut files, mut expected) = (Vec::new(), Vec::new());
    for (number, (game, position, algorithm, prune, depth)) in searches().into_iter().enumerate() {
        let mut opened = registry.open(game).unwrap();
        if !position.is_empty() {
            opened.set_position(position).unwrap();
        }
        let algorithm: Method = algorithm.parse().unwrap();
        let mut request = Request::new(algorithm, depth.map_or(Limits::none(), Limits::depth));
        request.prune = prune.parse().unwrap();
        let trace = opened.trace(&request, 1_000_000).unwrap();
        let file = folder.join(format!("{number}.columns"));
        std::fs::write(&file, trace.to_columns()).unwrap();
        files.push(file);
        expected.push((
            format!("{game} by {}", trace.algorithm),
            table_rows(&trace.to_table()),
            trace.visits,
        ));
    }
    let told = run(&files);
    std::fs::remove_dir_all(&folder).unwrap();
    let Some(told) = told else { return eprintln!("skipped: there is no Node to run the page's scripts") };
    assert_eq!(told.len(), expected.len());
    let mut sentences = String::new();
    for ((name, theirs, visits), ours) in expected.iter().zip(&told) {
        let rows = ours["rows"].as_array().unwrap();
        assert_eq!(rows.len(), theirs.len(), "{name}");
        for (number, (theirs, ours)) in theirs.iter().zip(rows).enumerate() {
            let cell = |name: &str| ours[name].as_str().unwrap_or_default().to_owned();
            let windows = if cell("alpha").is_empty() { vec![] } else { vec![cell("alpha"), cell("beta")] };
            let cells: Vec<String> = windows.into_iter().chain([cell("g"), cell("remark")]).collect();
            let cells: Vec<String> = cells.into_iter().filter(|cell| !cell.is_empty()).collect();
            assert_eq!(&cells, theirs, "{name}, row {}", number + 1);
        }
        // A best-first search does not count its root.
        let nodes = ours["counts"]["nodes"].as_u64().unwrap();
        assert!(nodes == *visits || nodes == visits + 1, "{name}: {nodes} and {visits}");
        if rows.len() <= MOST_ROWS {
            sentences += &format!("# {name}\n");
            for row in rows {
                sentences += &format!("{}\n", row["says"].as_str().unwrap());
            }
        }
    }
    insta::assert_snapshot!("sentences", sentences);
}

/// The cells of a table behind number and name, as the page prints them. Between two columns there are two spaces or more.
fn table_rows(table: &str) -> Vec<Vec<String>> {
    let lines = table.lines().skip(1).filter(|line| !line.starts_with("--"));
    lines
        .map(|line| {
            let cells = line.split("  ").map(str::trim).filter(|cell| !cell.is_empty());
            cells.skip(2).map(|cell| printed(&format!(" {cell}")).trim_start().to_owned()).collect()
        })
        .collect()
}

/// Remarks of the table are plain text; the page prints them.
fn printed(remark: &str) -> String {
    let signs = remark.replace(">=", "≥").replace("<=", "≤").replace("+inf", "∞").replace("inf", "∞");
    // Only numbers have a minus; names and words keep their hyphens.
    let mut printed = String::new();
    let mut before = ' ';
    for (index, character) in signs.char_indices() {
        let next = signs[index + character.len_utf8()..].chars().next().unwrap_or(' ');
        let is_minus =
            character == '-' && matches!(before, ' ' | '[' | '∞') && (next.is_ascii_digit() || next == '∞');
        printed.push(if is_minus { '−' } else { character });
        before = character;
    }
    printed
}

/// What the page's scripts make of files of columns, if there is something to run them with.
fn run(files: &[PathBuf]) -> Option<Vec<Value>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts/rows.mjs");
    let mut command = Command::new("node");
    // The pages are modules, which Node cannot tell from their names.
    let output = command.arg("--experimental-default-type=module").arg(script).args(files).output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    Some(lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}
