//! Trees among the games: typed by hand as `tree`, computed from a seed as `random-tree`.

use pleach::registry::{AnyGame, Entry, Hosted};
use pleach::tree::{ExplicitTree, RandomTree};
use pleach::{Score, Spec, SpecError};

/// What the game `tree` shows when no tree is given: the smallest one with a deep cut-off and
/// without one-child nodes, and with a limit one that keeps every limit.
const EXAMPLE: &str = "MAX[5, MIN[9, MAX[2, MIN[3, 7]]]]";
const LIMITED_EXAMPLE: &str = "MAX[0, MIN[1, -1]]";

pub(crate) fn explicit() -> Entry {
    let about = "a tree given as the position: MAX[5, MIN[3, 8]] or JSON, up to a million nodes";
    Entry::new("tree", about, "limit=N: all values lie between -N and N (direct cut-offs)", open_explicit)
}

fn open_explicit(mut spec: Spec) -> Result<Box<dyn AnyGame>, SpecError> {
    let name = spec.to_string();
    let in_range = |text: &str| text.parse().ok().filter(|limit| (1..=Score::LIMIT).contains(limit));
    let limit = spec.take_with("limit", "a number of at least 1", in_range)?.map(Score::new);
    let example = if limit.is_some() { LIMITED_EXAMPLE } else { EXAMPLE };
    let mut tree: ExplicitTree = example.parse().map_err(|error| spec.error(error))?;
    if let Some(limit) = limit {
        tree = tree.with_limit(limit).map_err(|error| spec.error(error))?;
    }
    spec.finish()?;
    let game = Hosted::new(name, tree, ExplicitTree::static_value).shown_to_max();
    Ok(game.missing_value(ExplicitTree::take_missing_value).stated_range(ExplicitTree::range).into())
}

pub(crate) fn random() -> Entry {
    let about = "seeded random trees, computed and not stored";
    let options = "b=1..20000: children of a node, d=0..500000: the depth, q, \
                   leaves=iid|newborn|win-loss|ordered, values, p, quality, direct, seed";
    Entry::new("random-tree", about, options, |spec: Spec| {
        let name = spec.to_string();
        Ok(Hosted::new(name, RandomTree::from_spec(spec)?, RandomTree::static_value).shown_to_max())
    })
    .seeded()
}
