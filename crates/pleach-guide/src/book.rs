//! The files of the guide, as they lie in the repository.

use std::path::{Path, PathBuf};

/// A chapter: the name of its file, and its text.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// The file, as `SUMMARY.md` names it.
    pub file: String,
    /// What is in it.
    pub text: String,
}

/// The root of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Where the chapters lie.
pub fn source() -> PathBuf {
    repository().join("book/src")
}

/// The chapters in the order of `SUMMARY.md`. Panics where one is missing.
pub fn chapters() -> Vec<Chapter> {
    let read = |file: &str| {
        std::fs::read_to_string(source().join(file))
            .unwrap_or_else(|error| panic!("book/src/{file}: {error}"))
    };
    let summary = read("SUMMARY.md");
    let files = links(&summary).into_iter();
    files.map(|file| Chapter { text: read(&file), file }).collect()
}

/// The targets of all links and images of a text outside of code, in their order.
pub fn links(text: &str) -> Vec<String> {
    let mut targets = Vec::new();
    for line in prose(text) {
        let line = without_code(line);
        let mut rest = line.as_str();
        while let Some(place) = rest.find("](") {
            rest = &rest[place + 2..];
            let end = rest.find(')').unwrap_or(rest.len());
            targets.push(rest[..end].to_owned());
        }
    }
    targets
}

/// The lines of a text that are not in fences.
pub fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    text.lines().filter(move |line| {
        let is_fence = line.starts_with("```");
        fenced ^= is_fence;
        !fenced && !is_fence
    })
}

/// The anchors of a text's headings, as GitHub and mdBook make them.
pub fn anchors(text: &str) -> Vec<String> {
    let heading = |line: &str| {
        let title = line.strip_prefix('#')?.trim_start_matches('#').trim().to_lowercase();
        let kept = title.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
        Some(kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect())
    };
    prose(text).filter_map(heading).collect()
}

/// A line without what stands between backticks.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_outside_of_code() {
        let text = "[a](b.md#c) `[x](y)`\n```text\n[p](q)\n```\n![d](e.svg)";
        assert_eq!(links(text), ["b.md#c", "e.svg"]);
        assert_eq!(anchors("# What `it` says, and not"), ["what-it-says-and-not"]);
    }
}
