//! The studio of Pleach: play, look into the tree and run the laboratory, in the browser.
//!
//! [`Studio::bind`] takes the games of a registry and an address; [`Studio::run`] serves the pages and their
//! JSON interface (`API.md`) until it is told to stop. All files are inside the program, and nothing is loaded from
//! elsewhere.
//!
//! ```no_run
//! use pleach_studio::{Options, Studio};
//! # fn main() -> Result<(), pleach_studio::ServeError> {
//! let studio = Studio::bind(pleach_games::registry(), &Options::default())?;
//! println!("Pleach is at {}", studio.address());
//! studio.run()
//! # }
//! ```

mod allowance;
mod background;
mod client;
mod connections;
mod errand;
mod error;
mod games;
mod gate;
mod guard;
mod host;
mod kept;
mod lab;
mod pages;
mod palmette;
mod play;
mod searches;
mod server;
mod status;
mod tree;

pub use allowance::Allowance;
pub use kept::trace_page;
pub use server::{Options, ServeError, Studio};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::Method;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use error::ApiError;
use games::OpenGames;
use gate::Gate;
use guard::{Guard, Names};
use lab::Lab;
use pleach::registry::{AnyGame, Registry};
use pleach_lab::calibrate::{Ledger, Profiles};
use searches::Searches;
use std::path::PathBuf;
use std::sync::Arc;

/// What all requests share.
pub(crate) struct Shared {
    pub(crate) registry: Registry,
    pub(crate) allowance: Allowance,
    pub(crate) searches: Arc<Searches>,
    /// The work beside searches.
    pub(crate) works: Arc<Gate>,
    pub(crate) recordings: Arc<Gate>,
    /// Those who follow jobs of the laboratory.
    pub(crate) followers: Arc<Gate>,
    pub(crate) lab: Lab,
    /// The folder of the user's own profiles.
    profiles: PathBuf,
    open_games: OpenGames,
}

impl Shared {
    fn new(registry: Registry, options: &Options) -> Shared {
        let Options { allowance, laboratory, profiles, .. } = options.clone();
        let searches = Arc::new(Searches::new(&allowance));
        let lab = Lab::new(laboratory, allowance.threads);
        let waiting = allowance.waiting;
        Shared {
            searches,
            profiles,
            works: Gate::new("requests", allowance.works, waiting, &allowance),
            recordings: Gate::new("recordings", allowance.recordings, waiting, &allowance),
            followers: Gate::new("pages that follow a job", allowance.followers, 0, &allowance),
            lab,
            open_games: OpenGames::default(),
            registry,
            allowance,
        }
    }

    /// The profiles that come with the games, and the user's own.
    pub(crate) fn profiles(&self) -> Profiles<'_> {
        Profiles::with_folder(&self.registry, self.profiles.clone())
    }

    /// Where proofs are written down.
    pub(crate) fn ledger(&self) -> Ledger {
        Ledger::at(self.profiles.join(Ledger::NAME))
    }

    /// A game given as `NAME[:key=value,...]` at its first position.
    pub(crate) fn open(&self, name: &str) -> Result<Box<dyn AnyGame>, ApiError> {
        self.open_games.open(&self.registry, name)
    }

    #[cfg(test)]
    pub(crate) fn for_tests() -> Shared {
        let (laboratory, profiles) = (PathBuf::new(), PathBuf::new());
        Shared::new(pleach_games::registry(), &Options { laboratory, profiles, ..Options::default() })
    }
}

/// Everything that can be asked for.
fn router(shared: Arc<Shared>, names: Names) -> Router {
    let guard = Guard { names, body: shared.allowance.body };
    let api = Router::new()
        .route("/status", get(status::status))
        .route("/games", get(games::games))
        .route("/algorithms", get(games::algorithms))
        .route("/palmette", get(palmette::palmette))
        .nest("/play", play::routes())
        .nest("/tree", tree::routes())
        .nest("/lab", lab::routes())
        .fallback(no_such_request);
    Router::new()
        .nest("/api/v1", api)
        .route("/api/{*rest}", axum::routing::any(no_such_request))
        .fallback(pages::serve)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(guard.body))
        .layer(from_fn_with_state(Arc::new(guard), guard::guard))
        .with_state(shared)
}

async fn no_such_request(uri: axum::http::Uri) -> ApiError {
    ApiError::unknown(format!("there is nothing at {}", uri.path()))
}

async fn wrong_method(method: Method) -> ApiError {
    ApiError::wrong_method(&method)
}
