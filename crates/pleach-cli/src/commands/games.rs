//! `pleach games`: what can be played.

use crate::arguments::Common;
use crate::failure::Failure;
use crate::output::{columns, print, print_json};
use pleach::registry::Registry;

#[derive(serde::Serialize)]
struct GameRow<'r> {
    name: &'r str,
    about: &'r str,
    options: &'r str,
}

pub(crate) fn run(common: &Common, registry: &Registry) -> Result<(), Failure> {
    let lines = registry.entries().iter().map(|entry| GameRow {
        name: entry.name(),
        about: entry.about(),
        options: entry.options(),
    });
    if common.json {
        return lines.into_iter().try_for_each(|line| print_json(&line));
    }
    let mut rows = Vec::new();
    for GameRow { name, about, options } in lines {
        rows.push(vec![name.to_owned(), about.to_owned()]);
        if !options.is_empty() {
            rows.push(vec![String::new(), format!("options: {options}")]);
        }
    }
    print(&columns(&rows))
}
