//! Ways to prune, each with several degrees, compared where they cost as much or err as often.

use super::measure::Measured;

/// What is known of searches, as means over positions.
pub(super) const WORK: usize = 0;
/// The rank of the move that was chosen, 1 for the best.
pub(super) const RANK: usize = 1;
/// The share of moves of rank 4 and worse.
pub(super) const TAIL: usize = 2;
/// The share of moves that are worse than the best.
pub(super) const WORSE: usize = 3;
/// The share of wrong values.
pub(super) const WRONG: usize = 4;
/// The points that moves lose.
pub(super) const LOSS: usize = 5;
pub(super) type Means = [f64; 6];

/// The means of all degrees of a way, from the full search on.
pub(super) type Curve = Vec<Means>;

/// The curves of all ways, if each position counts so often.
pub(super) fn curves(positions: &[Measured], weights: &[f64]) -> Vec<Curve> {
    let Some(first) = positions.first() else { return Vec::new() };
    let all: f64 = weights.iter().sum();
    let full: f64 = positions.iter().zip(weights).map(|(one, weight)| weight * one.full as f64).sum();
    // Sums of whole numbers first: they have no errors, in whatever order.
    let start = [full, all, 0.0, 0.0, 0.0, 0.0];
    let mut curves: Vec<Curve> =
        first.tried.iter().map(|degrees| [&[start][..], &vec![[0.0; 6]; degrees.len()]].concat()).collect();
    for (position, weight) in positions.iter().zip(weights).filter(|(_, weight)| **weight > 0.0) {
        for (curve, degrees) in curves.iter_mut().zip(&position.tried) {
            for (means, tried) in curve[1..].iter_mut().zip(degrees) {
                let numbers = tried.numbers();
                (0..means.len()).for_each(|place| means[place] += weight * numbers[place]);
            }
        }
    }
    curves.iter_mut().flatten().flatten().for_each(|number| *number /= all);
    curves
}

/// The means where a column has a value: those of the two degrees on either side of it, in proportion; of the boldest such
/// two, where there are several. None if it is nowhere reached.
pub(super) fn where_it_is(curve: &[Means], column: usize, value: f64) -> Option<Means> {
    let pair = curve.windows(2).rev().find(|pair| {
        let (one, other) = (pair[0][column], pair[1][column]);
        one != other && one.min(other) <= value && value <= one.max(other)
    })?;
    let share = (value - pair[0][column]) / (pair[1][column] - pair[0][column]);
    Some(std::array::from_fn(|place| pair[0][place] + share * (pair[1][place] - pair[0][place])))
}

#[cfg(test)]
mod tests {
    use super::super::measure::Tried;
    use super::*;

    fn measured(works: [u64; 2], losses: [u32; 2]) -> Measured {
        let tried = |degree: usize| Tried {
            work: works[degree],
            rank: 1 + losses[degree],
            loss: losses[degree],
            wrong: false,
        };
        Measured { full: 100, tried: vec![vec![tried(0), tried(1)]] }
    }

    #[test]
    fn means_are_weighted_and_found_between_degrees() {
        let positions = [measured([60, 20], [0, 4]), measured([40, 40], [2, 0])];
        let curve = &curves(&positions, &[1.0, 1.0])[0];
        assert_eq!(curve.iter().map(|means| means[WORK]).collect::<Vec<_>>(), [100.0, 50.0, 30.0]);
        assert_eq!((curve[1][LOSS], curve[2][LOSS], curve[2][TAIL]), (1.0, 2.0, 0.5));
        assert_eq!(where_it_is(curve, WORK, 40.0).map(|means| means[LOSS]), Some(1.5));
        assert_eq!(where_it_is(curve, LOSS, 0.5).map(|means| means[WORK]), Some(75.0));
        assert_eq!(where_it_is(curve, WORK, 29.0), None);
        assert_eq!(curves(&positions, &[2.0, 0.0])[0][1][WORK], 60.0);
    }
}
