//! The weights of a game whose type has been forgotten.

use super::hosted::Customs;
use super::{AnyGame, Hosted, Weighted};
use crate::engine::Knowledge;
use crate::game::{Evaluate, Game, Hashed};
use crate::notation::Notation;
use crate::prune::Network;
use crate::value::Score;
use crate::weights::{Weights, WeightsError};
use std::sync::Arc;

impl<G, E, K> Weighted for Hosted<G, E, K>
where
    G: Hashed + Notation + Send + Sync + 'static,
    G::Move: Send + Sync,
    E: Evaluate<G, Value = Score> + Send + Sync + 'static,
    K: Knowledge<G, Seen: Send + Sync> + Send + Sync + 'static,
{
    fn weights(&self) -> Option<&Weights> {
        self.tuning.map(|tuning| (tuning.weights)(&self.evaluator))
    }

    fn network(&self) -> Option<&Weights> {
        self.customs.focus.as_ref().map(|focus| focus.network().weights())
    }

    fn with_weights(&self, weights: Weights) -> Result<Box<dyn AnyGame>, WeightsError> {
        if weights.evaluator() == Network::NAME {
            return self.with_network(weights);
        }
        let unknown = || WeightsError::new(format!("the evaluator of {} has none", self.name));
        let evaluator = (self.tuning.ok_or_else(unknown)?.with_weights)(&self.evaluator, weights)?;
        Ok(Box::new(self.with_evaluator(evaluator)))
    }

    fn terms(&self, term: &mut dyn FnMut(u32, f32)) -> bool {
        let terms = self.tuning.and_then(|tuning| tuning.terms);
        terms.map(|terms| terms(&self.evaluator, &self.game, term)).is_some()
    }
}

impl<G, E, K> Hosted<G, E, K>
where
    Self: AnyGame + 'static,
    G: Game,
{
    /// The same position with another focus network.
    fn with_network(&self, weights: Weights) -> Result<Box<dyn AnyGame>, WeightsError> {
        let none = || WeightsError::new(format!("{} has no focus network", self.name));
        let focus = self.customs.focus.as_ref().ok_or_else(none)?;
        let network = Network::new(weights, focus.sight().inputs, focus.sight().outputs)?;
        let customs = Customs { focus: Some(focus.with_network(network)), ..self.customs.clone() };
        Ok(Box::new(Hosted { last: self.last, customs, ..self.at(&self.game) }))
    }

    /// The same position with another evaluator of the same kind, and with the knowledge that rests on it.
    fn with_evaluator(&self, evaluator: E) -> Self {
        let guided = self.guide.map(|guide| Arc::new(guide(&evaluator)));
        Hosted {
            evaluator: Arc::new(evaluator),
            knowledge: guided.unwrap_or_else(|| Arc::clone(&self.knowledge)),
            walked: Arc::default(),
            last: self.last,
            ..self.at(&self.game)
        }
    }
}
