//! Whether a profile is for a game, a search and a program.

use super::{AnyGame, Method, Request, Signature};
use crate::limits::Limits;
use crate::prune::{Profile, ProfileError};
use std::sync::Arc;

impl Profile {
    /// Whether it is for this game with this evaluator, by the names of things. That costs nothing, and a program that
    /// behaves differently passes.
    pub fn check_names(&self, game: &dyn AnyGame) -> Result<(), ProfileError> {
        if self.game != game.name() {
            let (own, other) = (&self.game, game.name());
            return Err(ProfileError::new(format!("it was fitted to '{own}', and this is '{other}'")));
        }
        let weights = fingerprint(game);
        if self.weights != weights {
            let own = &self.weights;
            return Err(ProfileError::new(format!(
                "it was fitted to weights {own} of the evaluator, and these are {weights}: calibrate again"
            )));
        }
        Ok(())
    }

    /// Whether it is for this game with this evaluator and this program, and why not: what was proved of a program that
    /// behaves differently is not proved of this one. Where nothing was proved, the search may differ: so a policy can
    /// be changed by hand, without its proof.
    pub fn check(&self, game: &dyn AnyGame) -> Result<(), ProfileError> {
        self.check_names(game)?;
        let (own, found) = (self.behaviour, self.behaviour_of(game)?);
        match own.difference(&found) {
            None => Ok(()),
            Some(_) if self.proof.is_none() && own.is_same_game(&found) => Ok(()),
            Some(what) => Err(ProfileError::new(format!(
                "it was proved with behaviour {own}, and this program's is {found}: {what} has changed since: calibrate again"
            ))),
        }
    }

    /// A search with this policy, if it can follow one: only the engine can, and not beside other pruning.
    pub fn followed_by(&self, request: Request) -> Result<Request, ProfileError> {
        if !request.prune.is_none() {
            return Err(ProfileError::new(
                "a profile and other pruning exclude each other: give one of them",
            ));
        }
        if !matches!(request.algorithm, Method::Engine(_)) {
            let algorithm = request.algorithm;
            return Err(ProfileError::new(format!("{algorithm} follows no profile: only the engine does")));
        }
        Ok(Request { policy: Some(Arc::new(self.policy())), ..request })
    }

    /// What a game does now, searched as the profile says.
    pub(crate) fn behaviour_of(&self, game: &dyn AnyGame) -> Result<Signature, ProfileError> {
        let method: Method =
            self.search.parse().map_err(|error| ProfileError::new(format!("search: {error}")))?;
        let mut request = Request::new(method, Limits::depth(self.depth));
        request.policy = Some(Arc::new(self.policy()));
        Ok(game.signature(&request))
    }
}

/// What tells the weights of a game's evaluator from others; `none` if it has no weights.
pub fn fingerprint(game: &dyn AnyGame) -> String {
    game.weights().map_or("none".to_owned(), crate::Weights::fingerprint)
}
