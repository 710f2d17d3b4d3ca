//! The program, run to its end.

#![allow(dead_code, reason = "every test program uses its own part of it")]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub(crate) fn pleach(arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_pleach"));
    // Help is wrapped to the width of the terminal, and a test has none.
    program.env_remove("COLUMNS").args(arguments).output().expect("the program runs")
}

pub(crate) fn text(arguments: &[&str]) -> String {
    let output = pleach(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the output is text")
}

pub(crate) fn json(arguments: &[&str]) -> Value {
    let arguments = [arguments, &["--json"]].concat();
    serde_json::from_str(&text(&arguments)).unwrap_or_else(|error| panic!("{arguments:?}: {error}"))
}

/// What a call prints that ends without the answer, which the exit code 1 says.
pub(crate) fn without_answer(arguments: &[&str]) -> String {
    let output = pleach(arguments);
    complaint(&output, 1);
    String::from_utf8(output.stdout).expect("the output is text")
}

/// The one line on standard error of a call that must fail with exit code 2.
pub(crate) fn failure(arguments: &[&str]) -> String {
    let output = pleach(arguments);
    assert!(output.stdout.is_empty(), "{arguments:?}");
    complaint(&output, 2)
}

/// The one line on standard error of a program that has ended with this code.
pub(crate) fn complaint(output: &Output, code: i32) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    error.trim_end().strip_prefix("pleach: ").expect("the message begins with the program's name").to_owned()
}

/// A folder of a test's own, which goes away with it.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("pleach-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("there is a place for temporary files");
        Folder(path)
    }

    /// The path of a file in it.
    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// A file in it with this content.
    pub(crate) fn with(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.file(name);
        std::fs::write(Path::new(&path), content).expect("the file can be written");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
