//! Random trees of ranges, and how many of their leaves P_AB visits.
//!
//! P_AB looks at nothing but bounds, so R_AB visits the same leaves and stands for it here.

use super::super::{Part, Pooled, Setup, Unfinished, behaviour};
use pleach::tree::RangeTree;
use pleach::uncertain::{Walk, r_ab};
use pleach::{Interval, Limits, mix};
use serde::{Deserialize, Serialize};

/// Trees of one kind: their depth, the width that no node reaches, and the domain `[-i, i]` of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Kind {
    pub(super) depth: u32,
    pub(super) width: u32,
    pub(super) domain: u32,
}

/// Some trees of a kind together: the leaves they have, and those that P_AB visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Sample {
    leaves: u64,
    visited: u64,
}

/// What came of a kind of trees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured {
    pub(super) kind: Kind,
    /// How many trees there were.
    pub(super) trees: u64,
    /// The leaves of ten trees: their mean, and half of its interval.
    pub(super) leaves: (f64, f64),
    /// The same of those that P_AB visits.
    pub(super) visited: (f64, f64),
    /// The share of the leaves that is pruned.
    pub(super) pruned: Pooled,
}

/// The trees of a sample, as in the paper.
const TREES: u64 = 10;
/// The samples of a shard.
const SAMPLES_A_SHARD: u64 = 10;

/// Searches trees of these kinds, so many samples each, or goes on with it.
pub(super) fn measure(
    setup: &mut Setup<'_>,
    name: &str,
    kinds: &[(Kind, u64)],
) -> Result<Vec<Measured>, Unfinished> {
    let shards: Vec<(Kind, u64, u64)> = kinds
        .iter()
        .flat_map(|&(kind, samples)| {
            let starts = (0..samples).step_by(SAMPLES_A_SHARD as usize);
            starts.map(move |first| (kind, first, SAMPLES_A_SHARD.min(samples - first)))
        })
        .collect();
    let seed = setup.get_seed();
    let part = Part {
        name,
        details: serde_json::json!(kinds),
        behaviour: behaviour(&[4, 7].map(|width| sample(1, Kind { depth: 5, width, domain: 6 }, 0))),
        shards: shards.len() as u64,
    };
    setup.expect(part.shards);
    let rows = setup.each(&part, |shard| {
        let (kind, first, count) = shards[shard as usize];
        Ok((first..first + count).map(|number| sample(seed, kind, number)).collect())
    })?;
    let of_kind = |kind: Kind| {
        let own = shards.iter().zip(&rows).filter(|(shard, _)| shard.0 == kind);
        Measured::of(kind, &own.flat_map(|(_, rows)| rows.iter().copied()).collect::<Vec<Sample>>())
    };
    Ok(kinds.iter().filter_map(|&(kind, _)| of_kind(kind)).collect())
}

fn sample(seed: u64, kind: Kind, number: u64) -> Sample {
    let Kind { depth, width, domain } = kind;
    let key = mix(mix(mix(seed) ^ u64::from(depth)) ^ mix(u64::from(width) << 32 | u64::from(domain)));
    let mut sample = Sample { leaves: 0, visited: 0 };
    for place in 0..TREES {
        let Some(tree) = RangeTree::new(width, domain, mix(key ^ (number * TREES + place))) else { continue };
        let mut walk = Walk::new(&RangeTree::range, &Limits::none());
        // Without limits nothing stops it, and the trees are not deep.
        let _ = r_ab(&mut walk, &tree, depth, Interval::FULL);
        sample.leaves += tree.leaves(depth);
        sample.visited += walk.leaves();
    }
    sample
}

impl Kind {
    /// The mean number of leaves of a tree: successors are drawn from 1 to `width - 1`.
    pub(super) fn mean_leaves(&self) -> f64 {
        (f64::from(self.width) / 2.0).powi(self.depth as i32)
    }
}

impl Measured {
    fn of(kind: Kind, samples: &[Sample]) -> Option<Measured> {
        let pairs: Vec<(u64, u64)> =
            samples.iter().map(|sample| (sample.leaves, sample.leaves - sample.visited)).collect();
        let mean = |of: fn(&Sample) -> u64| {
            let numbers = || samples.iter().map(|sample| of(sample) as f64);
            let cell = super::Cell::mean(
                samples.len() as u64,
                numbers().sum(),
                numbers().map(|number| number * number).sum(),
                0,
            );
            (cell.value, cell.interval.map_or(0.0, |(low, high)| 0.5 * (high - low)))
        };
        Some(Measured {
            kind,
            trees: samples.len() as u64 * TREES,
            leaves: mean(|sample| sample.leaves),
            visited: mean(|sample| sample.visited),
            pruned: Pooled::of(&pairs)?,
        })
    }
}
