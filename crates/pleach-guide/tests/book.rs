//! The guide as a whole: every chapter is listed and its code tested, every link leads somewhere, and every line is of a
//! length that people can read.

use pleach_guide::book::{anchors, chapters, links, prose, source};
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn every_chapter_is_listed_and_its_code_is_tested() {
    let listed: BTreeSet<String> = chapters().into_iter().map(|chapter| chapter.file).collect();
    let files = std::fs::read_dir(source()).unwrap().flatten();
    let names = files.filter_map(|file| file.file_name().into_string().ok());
    let there: BTreeSet<String> =
        names.filter(|name| name.ends_with(".md") && name != "SUMMARY.md").collect();
    assert_eq!(listed, there, "SUMMARY.md lists the files that are there");
    let library = include_str!("../src/lib.rs");
    for file in &there {
        let inclusion = format!("#[doc = include_str!(\"../../../book/src/{file}\")]");
        assert!(library.contains(&inclusion), "crates/pleach-guide/src/lib.rs lacks {inclusion}");
    }
}

#[test]
fn every_link_and_every_picture_is_there() {
    let mut shown = BTreeSet::new();
    for chapter in chapters() {
        for link in links(&chapter.text).iter().filter(|link| !link.starts_with("https://")) {
            let (file, anchor) =
                link.split_once('#').map_or((link.as_str(), None), |(file, anchor)| (file, Some(anchor)));
            let path = source().join(if file.is_empty() { &chapter.file } else { file });
            assert!(path.exists(), "{}: {link} leads nowhere", chapter.file);
            if let Some(anchor) = anchor {
                let there = anchors(&std::fs::read_to_string(&path).unwrap());
                assert!(
                    there.iter().any(|known| known == anchor),
                    "{}: {link}: only {there:?}",
                    chapter.file
                );
            }
            shown.extend(file.strip_prefix("pictures/").map(str::to_owned));
        }
    }
    let files = std::fs::read_dir(source().join("pictures")).unwrap().flatten();
    let there: BTreeSet<String> = files.filter_map(|file| file.file_name().into_string().ok()).collect();
    assert_eq!(shown, there, "the chapters show all pictures");
}

#[test]
fn lines_are_short() {
    for chapter in chapters() {
        // Rows of tables cannot be wrapped; what is fenced is as wide as the program makes it.
        let long = prose(&chapter.text).find(|line| line.chars().count() > 120 && !line.starts_with('|'));
        assert_eq!(long, None, "{}", chapter.file);
    }
}

/// What the chapter on a game of one's own shows of the program is in the program.
#[test]
fn the_own_game_is_the_one_that_is_built() {
    let chapters = chapters();
    let chapter = chapters.iter().find(|chapter| chapter.file == "own-game.md").unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bin");
    let files = ["breakthrough.rs", "breakthrough.weights.toml"];
    let [program, weights] = files.map(|name| std::fs::read_to_string(folder.join(name)).unwrap());
    let mut pieces = 0;
    for (kind, file) in [("rust,ignore", program), ("toml,weights", weights)] {
        let mut rest = chapter.text.as_str();
        while let Some(place) = rest.find(&format!("```{kind}\n")) {
            rest = &rest[place + kind.len() + 4..];
            let piece = &rest[..rest.find("```").expect("the fence ends")];
            assert!(file.contains(piece), "the program has no\n{piece}");
            pieces += 1;
        }
    }
    assert!(pieces >= 7, "{pieces}");
}
