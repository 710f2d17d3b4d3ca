//! The tests of the ProbCut family: a shallow search with a null window asks whether the deep one is worth making.

use crate::game::{Evaluate, Game};
use crate::limits::Stopped;
use crate::observe::{Evidence, Observe, Question};
use crate::prune::Pair;
use crate::textbook::{Walk, alpha_beta};
use crate::value::{Score, Window};

/// The b-test: `S(n, s, B - 1, B) >= B` with `B = ceil((beta - b + t sigma) / a)` predicts a deep value of beta or
/// more. The evidence, if it does.
pub(super) fn reaches<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    p: &G,
    pair: &Pair,
    infinite: bool,
    beta: Score,
) -> Result<Option<Evidence>, Stopped> {
    let threshold = if beta == Score::MAX { useless(pair, infinite, beta) } else { pair.reaches(beta) };
    let Some(bound) = threshold else { return Ok(None) };
    ask(s, p, pair.shallow(), Question::Reaches(bound), Window::below(bound))
}

/// The a-test: `S(n, s, A, A + 1) <= A` with `A = floor((alpha - b - t sigma) / a)` predicts a deep value of alpha or
/// less.
pub(super) fn stays_under<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    p: &G,
    pair: &Pair,
    infinite: bool,
    alpha: Score,
) -> Result<Option<Evidence>, Stopped> {
    let threshold =
        if alpha == Score::MIN { useless(pair, infinite, alpha) } else { pair.stays_under(alpha) };
    let Some(bound) = threshold else { return Ok(None) };
    ask(s, p, pair.shallow(), Question::StaysUnder(bound), Window::below(bound.next_up()))
}

/// The threshold of a test that the figures make and that no value can pass.
fn useless(pair: &Pair, infinite: bool, bound: Score) -> Option<Score> {
    (infinite && pair.can_hit()).then_some(bound)
}

fn ask<G: Game>(
    s: &mut Walk<'_, G, impl Evaluate<G, Value = Score>, impl Observe<G>>,
    p: &G,
    depth: u32,
    question: Question,
    window: Window,
) -> Result<Option<Evidence>, Stopped> {
    let shallow = s.probe(depth, question, window, |s| alpha_beta(s, p, depth, window))?;
    Ok(question.is_answered_by(shallow).then_some(Evidence { question, shallow }))
}
