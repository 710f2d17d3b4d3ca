//! The readers of the protocols, for the fuzz targets in `fuzz/` and nobody else: this may change at any
//! time.

use crate::commands::{gtp, solve, uci};

/// Reads a line of the Universal Chess Interface: the command that was understood as Rust shows it, if there
/// is one, or what is complained of.
pub fn read_uci(line: &str) -> Result<Option<String>, String> {
    uci::command::parse(line).map(|command| command.map(|command| format!("{command:?}")))
}

/// Reads a line of the Go Text Protocol: the command that was understood as Rust shows it, if there is one,
/// and an answer that says all its arguments, one in a line.
pub fn read_gtp(line: &str) -> Option<(String, String)> {
    let command = gtp::command::parse(line)?;
    let answer = gtp::command::answer(command.id, &Ok(command.arguments.join("\n")));
    Some((format!("{command:?}"), answer))
}

/// Reads a result of `pleach solve`, puts it into words, and writes it again.
pub fn read_result(text: &str) -> Option<String> {
    solve::rewritten(text)
}
