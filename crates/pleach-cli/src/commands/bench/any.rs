//! How deep to search a game that has no fixed searches: as deep as a number of nodes goes.

use super::MEMORY;
use crate::failure::Failure;
use pleach::Limits;
use pleach::registry::{AnyGame, Method, Request, SearchError};

/// The nodes of minimax, which searches most of all textbook algorithms, and of the engine.
const TEXTBOOK: u64 = 50_000;
const ENGINE: u64 = 500_000;
const DEEPEST: u32 = 60;

/// The depth of the textbook algorithms.
pub(super) fn textbook(game: &dyn AnyGame) -> Result<u32, Failure> {
    deepest(game, pleach::textbook::Algorithm::Minimax.into(), TEXTBOOK)
}

/// The depth of the engine.
pub(super) fn engine(game: &dyn AnyGame) -> Result<u32, Failure> {
    deepest(game, Method::default(), ENGINE)
}

/// The deepest search that is finished with so many nodes, one ply at least. It depends on nothing but the game.
fn deepest(game: &dyn AnyGame, method: Method, nodes: u64) -> Result<u32, Failure> {
    let (mut finished, mut visited) = (1, 0);
    for depth in 1..=DEEPEST {
        let mut request = Request::new(method, Limits::depth(depth).nodes(nodes));
        request.memory = MEMORY;
        match game.search(&request) {
            // The whole game has been seen.
            Ok(answer) if answer.counts.nodes == visited => break,
            Ok(answer) if answer.stopped.is_none() => (finished, visited) = (depth, answer.counts.nodes),
            Ok(_) | Err(SearchError::Stopped(_)) => break,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(finished)
}
