//! The games that can be played and the ways to search them, as the pages list them; and games kept open, since
//! some of them take a while to read their weights.

use crate::Shared;
use crate::client::Visitor;
use crate::error::ApiError;
use axum::Json;
use pleach::prune::{Profile, Proof};
use pleach::registry::{AnyGame, Entry, Method, Registry};
use serde::Serialize;
use std::sync::{Arc, Mutex, PoisonError};

/// What can be played.
#[derive(Serialize)]
pub(crate) struct Listed {
    name: &'static str,
    about: &'static str,
    options: &'static str,
    /// Whether it is a tree, which has a room of its own.
    tree: bool,
    /// The forward pruning that comes with the game, and what was proved of it.
    profiles: Vec<ListedProfile>,
}

#[derive(Serialize)]
pub(crate) struct ListedProfile {
    risk: f64,
    criterion: String,
    each_stage: bool,
    depth: u32,
    proof: Option<Proof>,
}

impl ListedProfile {
    pub(crate) fn of(profile: &Profile) -> ListedProfile {
        ListedProfile {
            risk: profile.risk.share(),
            criterion: profile.risk.criterion().to_string(),
            each_stage: profile.risk.each_stage(),
            depth: profile.depth,
            proof: profile.proof.clone(),
        }
    }
}

pub(crate) async fn games(visitor: Visitor) -> Result<Json<Vec<Listed>>, ApiError> {
    visitor
        .work(|shared, _| shared.registry.entries().iter().map(|entry| listed(shared, entry)).collect())
        .await
        .map(Json)
}

fn listed(shared: &Shared, entry: &Entry) -> Result<Listed, ApiError> {
    let tree = shared.open(entry.name())?.is_shown_to_max();
    let profiles =
        shared.profiles().all(entry.name()).0.iter().map(|(_, profile)| ListedProfile::of(profile)).collect();
    let (name, about, options) = (entry.name(), entry.about(), entry.options());
    Ok(Listed { name, about, options, tree, profiles })
}

/// A way to search.
#[derive(Serialize)]
pub(crate) struct ListedMethod {
    name: &'static str,
    about: &'static str,
    options: &'static str,
}

pub(crate) async fn algorithms() -> Json<Vec<ListedMethod>> {
    let listed = |method: Method| ListedMethod {
        name: method.name(),
        about: method.about(),
        options: method.options(),
    };
    Json(Method::all().map(listed).collect())
}

/// Games at their first position, the latest used last.
#[derive(Default)]
pub(crate) struct OpenGames {
    kept: Mutex<Vec<(String, Arc<dyn AnyGame>)>>,
}

impl OpenGames {
    const MOST: usize = 16;
    const LONGEST_NAME: usize = 200;

    /// A game given as `NAME[:key=value,...]` at its first position.
    pub(crate) fn open(&self, registry: &Registry, name: &str) -> Result<Box<dyn AnyGame>, ApiError> {
        if name.len() > OpenGames::LONGEST_NAME {
            return Err(ApiError::bad("no game has such a long name"));
        }
        if let Some(game) = self.take_up(name) {
            return Ok(game.boxed_clone());
        }
        let game: Arc<dyn AnyGame> = Arc::from(registry.open(name)?);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= OpenGames::MOST {
            kept.remove(0);
        }
        kept.push((name.to_owned(), Arc::clone(&game)));
        Ok(game.boxed_clone())
    }

    fn take_up(&self, name: &str) -> Option<Arc<dyn AnyGame>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let index = kept.iter().position(|(known, _)| known == name)?;
        let found = kept.remove(index);
        let game = Arc::clone(&found.1);
        kept.push(found);
        Some(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_some_games_are_kept_open() {
        let (registry, games) = (pleach_games::registry(), OpenGames::default());
        for width in 4..8 {
            for height in 2..8 {
                games.open(&registry, &format!("connect-four:width={width},height={height}")).unwrap();
            }
        }
        games.open(&registry, "tic-tac-toe").unwrap();
        assert_eq!(games.kept.lock().unwrap().len(), OpenGames::MOST);
        assert!(games.open(&registry, &"x".repeat(1_000_000)).is_err());
        assert!(games.open(&registry, "ticktack").err().unwrap().reason().contains("tic-tac-toe"));
    }
}
