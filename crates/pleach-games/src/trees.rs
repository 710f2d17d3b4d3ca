//! Trees among the games: typed by hand as `tree`, computed from a seed as `random-tree`.

use pleach::registry::{Entry, Hosted};
use pleach::tree::{ExplicitTree, RandomTree};
use pleach::{Score, Spec, SpecError};

/// What the game `tree` shows when no tree is given: the smallest one with a deep cut-off and
/// without one-child nodes.
const EXAMPLE: &str = "MAX[5, MIN[9, MAX[2, MIN[3, 7]]]]";

pub(crate) fn explicit() -> Entry {
    let about = "a tree given as the position: MAX[5, MIN[3, 8]] or JSON";
    Entry::new(
        "tree",
        about,
        "limit=N: all values lie between -N and N (direct cut-offs)",
        |mut spec: Spec| {
            let name = spec.to_string();
            let limit = spec.take_with("limit", "a number of at least 1", |text| {
                text.parse().ok().filter(|&limit| limit >= 1 && limit <= Score::LIMIT)
            })?;
            let mut tree: ExplicitTree = EXAMPLE.parse().expect("the example is a tree");
            if let Some(limit) = limit {
                tree = limited(&spec, limit)?;
            }
            spec.finish()?;
            let missing = |tree: &ExplicitTree| tree.take_missing_value();
            Ok(Hosted::new(name, tree, ExplicitTree::static_value).shown_to_max().missing_value(missing))
        },
    )
}

/// The example cut down to values inside the limit, so that the game can be opened with any limit.
fn limited(spec: &Spec, limit: i32) -> Result<ExplicitTree, SpecError> {
    let leaf: ExplicitTree = "MAX[1, MIN[-1, 1]]".parse().expect("the example is a tree");
    leaf.with_limit(Score::new(limit)).map_err(|error| spec.error(error))
}

pub(crate) fn random() -> Entry {
    let about = "seeded random trees, computed and not stored";
    let options = "b, d, q, leaves=iid|newborn|win-loss|ordered, values, p, quality, direct, seed";
    Entry::new("random-tree", about, options, |spec: Spec| {
        let name = spec.to_string();
        Ok(Hosted::new(name, RandomTree::from_spec(spec)?, RandomTree::static_value).shown_to_max())
    })
    .seeded()
}
