//! Text in files of TOML.

use std::fmt::Write;

/// A text as TOML has it between quotes. Rust's own escapes are others.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            control if control.is_control() => {
                write!(quoted, "\\u{:04x}", u32::from(control)).expect("writing to a string");
            }
            plain => quoted.push(plain),
        }
    }
    quoted + "\""
}
