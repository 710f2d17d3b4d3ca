//! Fits the errors that the forecasts of Othello and Connect Four are made from, and checks them.
//!
//! ```text
//! cargo run --release -p pleach-games --example fit_error -- othello|connect-four [POSITIONS]
//! ```
//!
//! POSITIONS is the number at each of the five stages to fit, and five times as many others of any stage are
//! checked; 1000 unless given. They come from seeded games in which one move in three is random and the others
//! are those of a shallow search. No position is taken twice, and none whose proven bounds leave one score
//! only. The truth is the exact score from 11 stones or from 14 empty squares on. Before, it is that of the
//! game that goes on from there, with both sides searching a few plies until the rest can be solved: the
//! errors then include those of the players.
//!
//! What is printed is a file of weights, with the figures as comments.

mod connect_four;
mod fit;
mod othello;
mod solver;

use std::process::ExitCode;

const DEFAULT_POSITIONS: usize = 1000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let positions = match arguments.get(1).map(|text| text.parse::<usize>()) {
        None => Some(DEFAULT_POSITIONS),
        Some(Ok(positions)) if positions >= 3 => Some(positions),
        Some(_) => None,
    };
    let result = match (arguments.first().map(String::as_str), positions) {
        (Some("othello"), Some(positions)) => fit::run(othello::Subject::new(), positions),
        (Some("connect-four"), Some(positions)) => fit::run(connect_four::Subject::new(), positions),
        _ => {
            eprintln!("fit_error: expected othello or connect-four, and a number of positions from 3 on");
            return ExitCode::FAILURE;
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("fit_error: {error}");
            ExitCode::FAILURE
        }
    }
}
