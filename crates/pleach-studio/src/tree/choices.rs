//! What can be recorded: games, algorithms that report their steps, and ways to prune.

use crate::Shared;
use axum::Json;
use axum::extract::State;
use pleach::prune::Rule;
use pleach::registry::Method;
use serde::Serialize;
use std::sync::Arc;

#[derive(Serialize)]
pub(crate) struct Choices {
    games: Vec<Choice>,
    algorithms: Vec<Choice>,
    prunes: Vec<Choice>,
    /// The most steps of a recording.
    most_steps: usize,
}

/// A name with what it means and the options it takes, in words.
#[derive(Serialize)]
struct Choice {
    name: &'static str,
    about: &'static str,
    options: &'static str,
}

pub(crate) async fn choices(State(shared): State<Arc<Shared>>) -> Json<Choices> {
    let games = shared.registry.entries().iter().map(|entry| Choice {
        name: entry.name(),
        about: entry.about(),
        options: entry.options(),
    });
    // The engine keeps no record of its steps.
    let algorithms = Method::all()
        .filter(|method| !matches!(method, Method::Engine(_)))
        .map(|method| Choice { name: method.name(), about: method.about(), options: method.options() });
    let prunes = Rule::KNOWN.iter().filter(|rule| !rule.is_engine_only).map(|rule| Choice {
        name: rule.name,
        about: rule.about,
        options: rule.options,
    });
    Json(Choices {
        games: games.collect(),
        algorithms: algorithms.collect(),
        prunes: prunes.collect(),
        most_steps: super::recording::MOST_STEPS,
    })
}
