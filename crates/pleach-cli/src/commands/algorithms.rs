//! `pleach algorithms`: how it can be searched.

use crate::arguments::Common;
use crate::failure::Failure;
use crate::output::{columns, print, print_json};
use pleach::prune::Rule;
use pleach::registry::Method;

#[derive(serde::Serialize)]
struct MethodRow {
    name: &'static str,
    kind: &'static str,
    about: &'static str,
    options: &'static str,
}

pub(crate) fn run(common: &Common) -> Result<(), Failure> {
    let algorithms = Method::all().map(|a| MethodRow {
        name: a.name(),
        kind: "algorithm",
        about: a.about(),
        options: a.options(),
    });
    let pruning = Rule::KNOWN.iter().map(|p| MethodRow {
        name: p.name,
        kind: "pruning",
        about: p.about,
        options: p.options,
    });
    if common.json {
        return algorithms.chain(pruning).try_for_each(|line| print_json(&line));
    }
    let with_options = |line: &MethodRow| match line.options {
        "" => line.about.to_owned(),
        options => format!("{}; options: {options}", line.about),
    };
    let row = |line: MethodRow| vec![line.name.to_owned(), with_options(&line)];
    let (algorithms, pruning): (Vec<_>, Vec<_>) = (algorithms.map(row).collect(), pruning.map(row).collect());
    let heading = "Forward pruning, by --prune with alpha-beta, negascout or mtdf:";
    print(&format!("{}\n{heading}\n{}", columns(&algorithms), columns(&pruning)))
}
