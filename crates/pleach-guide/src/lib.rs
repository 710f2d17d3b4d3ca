//! Holds the guide in `book/` against the program, so that it cannot say what is no longer true.
//!
//! The chapters are Markdown in the layout of mdBook; nothing of mdBook is needed for any of this. Their Rust code is
//! compiled and run as documentation tests of this crate. What a chapter shows of a terminal ([`console`]) is typed
//! again and compared, by `tests/own_game.rs` here for the game that the guide builds, and by `tests/guide.rs` of
//! `pleach-cli` for the program. Links, pictures and the list of chapters are checked by `tests/book.rs`.

pub mod book;
pub mod console;

/// The chapters, for their code.
#[cfg(doctest)]
mod chapters {
    #[doc = include_str!("../../../book/src/introduction.md")]
    mod introduction {}
    #[doc = include_str!("../../../book/src/tour.md")]
    mod tour {}
    #[doc = include_str!("../../../book/src/own-game.md")]
    mod own_game {}
    #[doc = include_str!("../../../book/src/alpha-beta.md")]
    mod alpha_beta {}
    #[doc = include_str!("../../../book/src/engine.md")]
    mod engine {}
    #[doc = include_str!("../../../book/src/uncertain.md")]
    mod uncertain {}
    #[doc = include_str!("../../../book/src/selective.md")]
    mod selective {}
    #[doc = include_str!("../../../book/src/errors.md")]
    mod errors {}
    #[doc = include_str!("../../../book/src/proof.md")]
    mod proof {}
    #[doc = include_str!("../../../book/src/commands.md")]
    mod commands {}
    #[doc = include_str!("../../../book/src/matches.md")]
    mod matches {}
    #[doc = include_str!("../../../book/src/files.md")]
    mod files {}
    #[doc = include_str!("../../../book/src/options.md")]
    mod options {}
}
