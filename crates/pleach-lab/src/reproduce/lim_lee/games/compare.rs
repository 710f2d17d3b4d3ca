//! All ways of an experiment, compared on the same positions.

use super::curve::{Curve, LOSS, Means, TAIL, WORK, WORSE, WRONG, curves, where_it_is};
use super::measure::Measured;
use super::resampled::{Estimate, resampled};
use super::ways::{COMPARED_AT, EQUALLY, LESS_NEAR_LEAVES, MORE_NEAR_LEAVES, OWN_LESS, OWN_MORE, Way};

/// Numbers of a search: those of [`Means`], with the work as a share of that in full.
pub(super) type Numbers = [Estimate; COLUMNS];
const COLUMNS: usize = 6;

/// What is known of a way.
#[derive(Clone, Debug)]
pub(super) struct Compared {
    pub(super) name: &'static str,
    /// By degree.
    pub(super) degrees: Vec<(f64, Numbers)>,
    /// Where it costs as much as the first way does at the degree of the comparison.
    pub(super) at_equal_work: Numbers,
    /// The points that it loses there beyond those of the first way.
    pub(super) beyond: Estimate,
    /// Its work where it chooses worse moves as often as the first way does there, as a multiple.
    pub(super) work_at_equal_error: Estimate,
}

/// What is known of an experiment.
#[derive(Clone, Debug)]
pub(super) struct Comparison {
    pub(super) depth: u32,
    pub(super) positions: u64,
    pub(super) ways: Vec<Compared>,
    /// The points lost with own moves pruned more, less those with the opponent's pruned more, at equal work.
    pub(super) own_more: Estimate,
    /// The same of less pruning near the leaves and more of it.
    pub(super) less_near_leaves: Estimate,
    /// The same of the shares of wrong values.
    pub(super) less_near_leaves_wrong: Estimate,
    /// The share of bad ranks with own moves pruned, less that with the opponent's pruned, to the same degree.
    pub(super) bad_ranks: Estimate,
}

/// The degree of the first way at which ways are compared.
fn reference(curves: &[Curve]) -> &Means {
    // The first place of a curve is the full search.
    &curves[EQUALLY][1 + COMPARED_AT]
}

fn at_equal_work(curves: &[Curve], way: usize) -> Option<Means> {
    where_it_is(&curves[way], WORK, reference(curves)[WORK])
}

fn numbers(means: Option<Means>, full: f64) -> [Option<f64>; COLUMNS] {
    std::array::from_fn(|place| {
        let divisor = if place == WORK { full } else { 1.0 };
        means.map(|means| means[place] / divisor)
    })
}

/// All numbers of all ways, one after the other.
fn all_numbers(curves: &[Curve]) -> Vec<Option<f64>> {
    let full = curves[EQUALLY][0][WORK];
    let mut all = Vec::new();
    for (way, curve) in curves.iter().enumerate() {
        curve[1..].iter().for_each(|means| all.extend(numbers(Some(*means), full)));
        let equal = at_equal_work(curves, way);
        all.extend(numbers(equal, full));
        all.push(equal.map(|means| means[LOSS] - reference(curves)[LOSS]));
        let erring = where_it_is(curve, WORSE, reference(curves)[WORSE]);
        all.push(erring.map(|means| means[WORK] / reference(curves)[WORK]));
    }
    let difference = |one: usize, other: usize, column: usize| {
        Some(at_equal_work(curves, one)?[column] - at_equal_work(curves, other)?[column])
    };
    all.push(difference(OWN_MORE, OWN_LESS, LOSS));
    all.push(difference(LESS_NEAR_LEAVES, MORE_NEAR_LEAVES, LOSS));
    all.push(difference(LESS_NEAR_LEAVES, MORE_NEAR_LEAVES, WRONG));
    all.push(Some(curves[OWN_MORE][1 + COMPARED_AT][TAIL] - curves[OWN_LESS][1 + COMPARED_AT][TAIL]));
    all
}

impl Comparison {
    /// Compares the ways by what was measured of each position.
    pub(super) fn of(depth: u32, ways: &[Way], positions: &[Measured]) -> Comparison {
        let find = |weights: &[f64]| all_numbers(&curves(positions, weights));
        let mut found = resampled(positions.len(), find).into_iter();
        let mut next = || found.next().unwrap_or_default();
        let compared = ways.iter().map(|way| Compared {
            name: way.name,
            degrees: way.amounts.iter().map(|&amount| (amount, std::array::from_fn(|_| next()))).collect(),
            at_equal_work: std::array::from_fn(|_| next()),
            beyond: next(),
            work_at_equal_error: next(),
        });
        let ways = compared.collect();
        Comparison {
            depth,
            positions: positions.len() as u64,
            ways,
            own_more: next(),
            less_near_leaves: next(),
            less_near_leaves_wrong: next(),
            bad_ranks: next(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::measure::Tried;
    use super::super::ways::at_random;
    use super::*;

    /// Positions in which pruning of own moves costs a point less, to any degree.
    #[test]
    fn what_loses_less_at_equal_work_is_seen() {
        let ways = at_random(1);
        let position = |number: u32| {
            let tried = |way: usize, degree: usize| {
                let loss = degree as u32 + u32::from(way != OWN_MORE) + number % 3;
                Tried { work: 100 - 10 * (1 + degree as u64), rank: 1 + loss, loss, wrong: loss > 0 }
            };
            let degrees = |way: usize| (0..5).map(|degree| tried(way, degree)).collect();
            Measured { full: 100, tried: (0..ways.len()).map(degrees).collect() }
        };
        let positions: Vec<Measured> = (0..50).map(position).collect();
        let found = Comparison::of(4, &ways, &positions);
        assert!((found.own_more.value.unwrap() + 1.0).abs() < 1e-9);
        assert_eq!(found.own_more.is_below(0.0), Some(true));
        assert_eq!(found.less_near_leaves.is_below(0.0), None, "they are the same");
        assert!(found.ways[OWN_LESS].beyond.value.unwrap().abs() < 1e-9);
        assert_eq!(found.ways[OWN_MORE].at_equal_work[WORK].value, Some(0.8));
        assert_eq!(found.ways[OWN_LESS].degrees.len(), 5);
    }
}
