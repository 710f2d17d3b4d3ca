//! Printing, so that a closed pipe is no accident.

use crate::failure::Failure;
use crate::program;
use pleach_lab::files;
use pleach_lab::page::Page;
use serde::Serialize;
use std::io::{ErrorKind, Write};
use std::path::Path;

/// Prints a text. If nobody reads it any more there is nothing left to do.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    print_by(|| std::io::stdout().lock().write_all(text.as_bytes()))
}

/// Prints by a function of somebody else, to the end.
pub(crate) fn print_by(print: impl FnOnce() -> std::io::Result<()>) -> Result<(), Failure> {
    match print().and_then(|()| std::io::stdout().lock().flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => Err(Failure::at("standard output", error)),
        Ok(()) => Ok(()),
    }
}

/// Prints a value as one line of JSON.
pub(crate) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let line = serde_json::to_string(value).map_err(Failure::new)?;
    print(&(line + "\n"))
}

/// Says in one line on standard error what is wrong. If nobody can be told there is nothing left to do.
pub(crate) fn complain(reason: &str) {
    let line = format!("{}: {}\n", program::name(), program::named(&elided(reason)));
    let _ = std::io::stderr().lock().write_all(line.as_bytes());
}

/// Writes a text to a file, or prints it.
pub(crate) fn deliver(text: &str, file: Option<&Path>) -> Result<(), Failure> {
    match file {
        None => print(text),
        Some(path) => write_file(path, text.as_bytes()),
    }
}

/// Writes a file that people have named: whole, or not at all.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let place = path.display().to_string();
    files::write(path, bytes).map_err(|error| Failure::at(&place, format!("cannot be written: {error}")))
}

/// Writes a page to a file, and beside it its tables and plots under the same name.
pub(crate) fn deliver_page(page: &Page, file: &Path) -> Result<(), Failure> {
    deliver(&page.html(), Some(file))?;
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    page.files()
        .iter()
        .try_for_each(|(ending, text)| deliver(text, Some(&file.with_file_name(format!("{stem}-{ending}")))))
}

/// The most characters of a cell that are shown; JSON has them all.
const WIDEST_CELL: usize = 1000;

/// Rows in columns as wide as their widest cell; the last column is not padded. Of very long cells, such as trees
/// with thousands of leaves, the beginning is shown.
pub(crate) fn columns(rows: &[Vec<String>]) -> String {
    let rows: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(|cell| beginning(WIDEST_CELL, cell)).collect()).collect();
    let widths: Vec<usize> = (0..rows.iter().map(Vec::len).max().unwrap_or(0))
        .map(|column| {
            rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        })
        .collect();
    rows.iter()
        .map(|row| {
            let cells: Vec<String> =
                row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect();
            cells.join("  ").trim_end().to_owned() + "\n"
        })
        .collect()
}

/// The beginning of what somebody typed, fit to be quoted in one line.
pub(crate) fn shortened(text: &str) -> String {
    one_line(&beginning(40, text))
}

/// A reason in one line that is not longer than anybody reads, whatever it quotes: of a long one the middle is left
/// out, because the place stands at the beginning and what to do at the end.
pub(crate) fn elided(reason: &str) -> String {
    const BEGINNING: usize = 500;
    const END: usize = 300;
    let length = reason.chars().count();
    if length <= BEGINNING + END {
        return one_line(reason);
    }
    let first: String = reason.chars().take(BEGINNING).collect();
    let last: String = reason.chars().skip(length - END).collect();
    one_line(&format!("{first} ... {last}"))
}

/// A text without the characters that begin a new line or do worse to a terminal.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn beginning(characters: usize, text: &str) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// A count and its noun: `1 node`, `12 345 nodes`.
pub(crate) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

/// A count with its thousands apart: `12 345 678`.
pub(crate) fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let first = digits.len() % 3;
    let mut groups: Vec<&str> = Vec::new();
    if first > 0 {
        groups.push(&digits[..first]);
    }
    groups.extend((first..digits.len()).step_by(3).map(|at| &digits[at..at + 3]));
    groups.join(" ")
}

/// Nodes a second, with a unit: `3.2 M/s`.
pub(crate) fn rate(count: u64, seconds: f64) -> String {
    let rate = count as f64 / seconds.max(1e-9);
    match rate {
        _ if rate >= 1e6 => format!("{:.1} M/s", rate / 1e6),
        _ if rate >= 1e3 => format!("{:.1} k/s", rate / 1e3),
        _ => format!("{rate:.0}/s"),
    }
}

/// A time as people say it.
pub(crate) fn duration(seconds: f64) -> String {
    match seconds {
        _ if seconds < 0.001 => format!("{:.0} us", seconds * 1e6),
        _ if seconds < 1.0 => format!("{:.1} ms", seconds * 1e3),
        _ => format!("{seconds:.2} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped_by_thousands() {
        assert_eq!([1, 12_345].map(|count| counted(count, "ply", "plies")), ["1 ply", "12 345 plies"]);
        assert_eq!([7, 1_000, 12_345, 123_456_789].map(grouped), ["7", "1 000", "12 345", "123 456 789"]);
    }

    #[test]
    fn what_is_quoted_is_short_and_one_line() {
        assert_eq!(shortened("a\nb"), "a b");
        assert_eq!(shortened(&"é".repeat(41)), "é".repeat(40) + "...");
        assert_eq!(elided(&"x".repeat(800)), "x".repeat(800));
        let long = format!("--position: '{}' has\ntoo many squares", "x".repeat(10_000_000));
        let told = elided(&long);
        assert!(told.starts_with("--position: 'xxx") && told.ends_with("x' has too many squares"), "{told}");
        assert_eq!(told.len(), 805);
    }

    #[test]
    fn columns_line_up() {
        let rows = vec![vec!["a".to_owned(), "b".to_owned()], vec!["long".to_owned(), "c".to_owned()]];
        assert_eq!(columns(&rows), "a     b\nlong  c\n");
    }

    /// Widths of more than 65,535 are none for the formatter of the standard library.
    #[test]
    fn cells_of_any_length_are_shown_in_part() {
        let rows = vec![vec!["é".repeat(100_000), "b".to_owned()], vec!["a".to_owned(), "c".to_owned()]];
        let expected = format!("{}...  b\na{}  c\n", "é".repeat(1000), " ".repeat(1002));
        assert_eq!(columns(&rows), expected);
    }
}
