//! A recorded search as one file: the tree room with its recording inside.

use crate::pages::text;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use pleach::observe::{TOKENS, Trace};
use serde_json::json;
use std::collections::BTreeMap;

/// Where the scripts of the page begin.
const ROOTS: [&str; 2] = ["shell/shell.js", "tree/room.js"];
const STYLES: [&str; 4] = ["css/base.css", "css/shell.css", "css/tree.css", "css/drawing.css"];
/// How the icons are called in the studio, where they are a file, and in the page, where they are part of it.
const ICONS: [&str; 2] = ["/shell/icons.svg#", "#"];

/// The search as a page that steps through it: the tree room, in one file that needs no network and no server, for light
/// and dark, for mouse, touch and keyboard. Without scripts it shows the drawing of [`Trace::to_svg`].
///
/// ```
/// use pleach::observe::Recorder;
/// use pleach::textbook::{Algorithm, Search};
/// use pleach::{Limits, tree::ExplicitTree};
///
/// let tree: ExplicitTree = "MAX[5, m: MIN[3, 8]]".parse().unwrap();
/// let mut recorder = Recorder::new(1_000);
/// let search = Search::new(Algorithm::ALPHA_BETA);
/// let report = search.run_observed(&tree, &(), &Limits::none(), &mut recorder).unwrap();
/// let trace = recorder.finish("tree", "alpha-beta", &tree, &report).unwrap();
/// assert!(pleach_studio::trace_page(&trace).starts_with("<!doctype html>"));
/// ```
pub fn trace_page(trace: &Trace) -> String {
    let part = |name: &str| text(name).unwrap_or_default();
    let room = part("tree.html");
    let main = room.find("<main").zip(room.find("</main>")).map_or("", |(begin, end)| &room[begin..end + 7]);
    let style: String = STYLES.iter().map(|name| part(name)).collect();
    let title = escaped(&format!("{} by {}", trace.game, trace.algorithm));
    filled(
        &part("kept/page.html"),
        &[
            ("title", &title),
            ("style", &format!("{TOKENS}{style}")),
            ("theme", &part("shell/theme.js")),
            ("modules", &in_script(&import_map())),
            ("icons", &part("shell/icons.svg").replacen("<svg ", "<svg hidden ", 1)),
            ("main", &main.replace(ICONS[0], ICONS[1])),
            ("drawing", &trace.to_svg()),
            ("recording", &in_script(&recording(trace))),
        ],
    )
}

/// What the page shows: the columns, and the boards as text if there are any.
fn recording(trace: &Trace) -> serde_json::Value {
    let boards: Vec<Option<&str>> = trace.nodes.iter().map(|node| node.board.as_deref()).collect();
    let has_boards = boards.iter().any(Option::is_some);
    json!({ "columns": STANDARD.encode(trace.to_columns()), "boards": has_boards.then_some(boards) })
}

/// All modules of the page as addresses with their text in them, by names that any of them may import.
fn import_map() -> serde_json::Value {
    let address = |text: String| format!("data:text/javascript;base64,{}", STANDARD.encode(text));
    let imports: BTreeMap<String, String> =
        modules().into_iter().map(|(path, text)| (name_of(&path), address(text))).collect();
    json!({ "imports": imports })
}

/// The modules by their paths, with the names of the page in place of relative ones.
fn modules() -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut wanted: Vec<String> = ROOTS.map(str::to_owned).to_vec();
    while let Some(path) = wanted.pop() {
        if found.contains_key(&path) {
            continue;
        }
        let mut module = text(&path).unwrap_or_default().replace(ICONS[0], ICONS[1]);
        for specifier in relative_imports(&module) {
            let target = resolved(&path, &specifier);
            module = module.replace(&format!("\"{specifier}\""), &format!("\"{}\"", name_of(&target)));
            wanted.push(target);
        }
        found.insert(path, module);
    }
    found
}

fn name_of(path: &str) -> String {
    format!("pleach/{path}")
}

/// What stands between quotes and looks like `./x.js` or `../y/x.js`: in our modules that is what they import.
fn relative_imports(module: &str) -> Vec<String> {
    let quoted = module.split('"').skip(1).step_by(2);
    quoted.filter(|text| text.starts_with('.') && text.ends_with(".js")).map(str::to_owned).collect()
}

/// The path of a file that a module names relative to itself.
fn resolved(from: &str, specifier: &str) -> String {
    let mut folders: Vec<&str> = from.split('/').collect();
    folders.pop();
    for part in specifier.split('/') {
        match part {
            "." => {}
            ".." => drop(folders.pop()),
            part => folders.push(part),
        }
    }
    folders.join("/")
}

/// Data that cannot end the script that it stands in.
fn in_script(data: &serde_json::Value) -> String {
    data.to_string().replace('<', "\\u003c")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A template with every `{{name}}` replaced. What is put in is not looked at again.
fn filled(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        text.push_str(before);
        let value = values.iter().find(|(key, _)| *key == name);
        text.push_str(value.map_or("", |(_, value)| value));
        rest = after;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_import_is_in_the_map() {
        let modules = modules();
        for (path, module) in &modules {
            assert!(!module.is_empty(), "{path} is not there");
            // Whatever stands around it: no browser can follow a relative name from here.
            assert!(!module.contains("\"./") && !module.contains("\"../"), "{path}");
            assert!(!module.contains("/shell/icons.svg"), "{path}");
        }
        assert!(modules.contains_key("tree/drawing.js") && modules.contains_key("boards/boards.js"));
        let parts =
            STYLES.into_iter().chain(["kept/page.html", "tree.html", "shell/theme.js", "shell/icons.svg"]);
        parts
            .for_each(|part| assert!(text(part).is_some_and(|text| !text.is_empty()), "{part} is not there"));
    }

    #[test]
    fn paths_are_resolved_and_templates_filled_once() {
        assert_eq!(resolved("tree/room.js", "../shell/make.js"), "shell/make.js");
        assert_eq!(resolved("tree/room.js", "./lane.js"), "tree/lane.js");
        assert_eq!(filled("<{{a}}|{{unknown}}>", &[("a", "{{b}}"), ("b", "never")]), "<{{b}}|>");
    }
}
