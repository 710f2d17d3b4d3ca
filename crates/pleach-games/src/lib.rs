//! The games that come with Pleach: rules, notations and evaluators, and a [`registry`] of them all.
//!
//! ```
//! use pleach::registry::Request;
//! use pleach::{Limits, textbook::Algorithm};
//! let game = pleach_games::registry().open("tic-tac-toe:symmetric=on").unwrap();
//! let answer = game.search(&Request::new(Algorithm::ZhangCui, Limits::depth(9))).unwrap();
//! assert_eq!((answer.score.get(), answer.counts.nodes), (0, 469));
//! ```
//!
//! For searches over uncertain values, [`othello`] and [`connect_four`] have evaluators that return intervals
//! and distributions beside those that return scores: `ProvenBounds` and `Forecast` in either.

pub mod chess;
pub mod chinese_checkers;
pub mod connect_four;
mod error_model;
pub mod othello;
mod tic_tac_toe;
mod trees;

pub use chinese_checkers::ChineseCheckers;
pub use connect_four::ConnectFour;
pub use othello::Othello;
pub use tic_tac_toe::{Square, TicTacToe, open_lines};

use pleach::registry::Registry;

/// All games of this crate.
pub fn registry() -> Registry {
    Registry::default()
        .with(tic_tac_toe::entry())
        .with(connect_four::entry().profiles(&[
            include_str!("../profiles/connect-four-8-value-5.toml"),
            include_str!("../profiles/connect-four-13-value-5.toml"),
            include_str!("../profiles/connect-four-13-loss-above-1-5.toml"),
        ]))
        .with(othello::entry().profiles(&[
            include_str!("../profiles/othello-8-value-5.toml"),
            include_str!("../profiles/othello-8-value-1.toml"),
            include_str!("../profiles/othello-10-value-5.toml"),
            include_str!("../profiles/othello-10-value-1.toml"),
            include_str!("../profiles/othello-8-value-5-self-play.toml"),
            include_str!("../profiles/othello-10-value-5-self-play.toml"),
        ]))
        .with(chinese_checkers::entry().profiles(&[
            include_str!("../profiles/chinese-checkers-3-value-5.toml"),
            include_str!("../profiles/chinese-checkers-3-value-1.toml"),
            include_str!("../profiles/chinese-checkers-5-value-5.toml"),
            include_str!("../profiles/chinese-checkers-5-value-1.toml"),
            include_str!("../profiles/chinese-checkers-3-value-5-self-play.toml"),
            include_str!("../profiles/chinese-checkers-5-value-5-self-play.toml"),
        ]))
        .with(chess::entry().profiles(&[
            include_str!("../profiles/chess-8-move-5.toml"),
            include_str!("../profiles/chess-8-move-1.toml"),
            include_str!("../profiles/chess-8-move-5-self-play.toml"),
        ]))
        .with(trees::explicit())
        .with(trees::random())
        .calibrated_by(include_str!("../profiles/shipped.txt"))
}
