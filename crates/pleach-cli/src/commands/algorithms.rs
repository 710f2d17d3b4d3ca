//! `pleach algorithms`: how it can be searched.

use crate::arguments::Common;
use crate::failure::Failure;
use crate::output::{columns, print, print_json};
use pleach::registry::Method;

#[derive(serde::Serialize)]
struct Line {
    name: &'static str,
    about: &'static str,
    options: &'static str,
}

pub(crate) fn run(common: &Common) -> Result<(), Failure> {
    let lines = Method::all().map(|a| Line { name: a.name(), about: a.about(), options: a.options() });
    if common.json {
        return lines.into_iter().try_for_each(|line| print_json(&line));
    }
    let with_options = |line: &Line| match line.options {
        "" => line.about.to_owned(),
        options => format!("{}; options: {options}", line.about),
    };
    let rows: Vec<Vec<String>> = lines.map(|line| vec![line.name.to_owned(), with_options(&line)]).collect();
    print(&columns(&rows))
}
