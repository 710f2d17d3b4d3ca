//! Algorithm 1 of Li and Marsland (1989) for any uncertain value, with the changes that make it the informed
//! search. The statements are numbered as in the paper.

use super::belief::Belief;
use super::observe::ObserveUncertain;
use super::p_ab::Leaves;
use super::walk::Walk;
use crate::branch::branches;
use crate::game::{Evaluate, Game};
use crate::limits::Stopped;
use crate::value::Interval;

/// Nothing is known of interior nodes.
pub(super) struct Unknown;

impl<G> Evaluate<G> for Unknown {
    type Value = Interval;

    #[inline(always)]
    fn evaluate(&self, _game: &G) -> Interval {
        Interval::FULL
    }
}

pub(super) fn search<G, V, E, O, K>(
    s: &mut Walk<'_, E, O>,
    p: &G,
    depth: u32,
    window: Interval,
    leaves: Leaves,
    known: &K,
) -> Result<V, Stopped>
where
    G: Game,
    V: Belief,
    E: Evaluate<G, Value = V>,
    O: ObserveUncertain<G, V>,
    K: Evaluate<G, Value = Interval>,
{
    // 1. A leaf.
    if let Some(value) = s.enter(p, depth, window)? {
        return Ok(match leaves {
            Leaves::Clipped => value.held_in(window),
            Leaves::Plain => value,
        });
    }
    // 3.1 to 3.3, corrected: what is known, held in the window, leaves one score only if L >= beta (it is
    // beta), U <= alpha (it is the incoming alpha), or L = U.
    let narrowed = known.evaluate(p).clip(window);
    if let Some(score) = narrowed.value() {
        return Ok(s.known::<G, V>(V::certain(score)));
    }
    let (mut alpha, beta) = (narrowed.low(), narrowed.high());
    // 3. TP0.
    let mut so_far = V::certain(alpha);
    let mut successors = branches(p).peekable();
    if successors.peek().is_none() {
        return Err(Stopped::DeadEnd);
    }
    // 2, 4. The successors.
    for branch in successors {
        // 5, 6.
        let window = Interval::new(alpha, beta).unwrap_or(narrowed);
        let value = s.child(p, depth, branch, window, |s, child, depth, window| {
            search(s, child, depth, window, leaves, known)
        })?;
        so_far = so_far.larger(value);
        s.returned::<G, V>(branch, &so_far);
        // 7, 8. Unclipped leaves may carry the lower bound beyond beta.
        alpha = so_far.bounds().low();
        if alpha >= beta {
            s.cut::<G, V>(p);
            break;
        }
    }
    // 9.
    Ok(s.leave::<G, V>(so_far))
}
