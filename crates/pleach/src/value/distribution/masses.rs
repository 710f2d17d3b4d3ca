//! The two ways to keep masses: one for each score, or only those that are there.

use crate::value::{Interval, Score};

/// The masses between two bounds. Which form is used depends on nothing but bounds and masses, so that
/// equal distributions have equal forms.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Masses {
    /// The bounds are equal, and all the mass is there.
    Certain,
    /// One for each score of the bounds.
    Dense(Vec<f64>),
    /// Those that are not 0, by rising scores.
    Sparse(Vec<(Score, f64)>),
}

/// Lists shorter than this are never sparse: a mass for every score costs less than looking for them.
pub(super) const SHORTEST_SPARSE: usize = 128;
/// A list is sparse if there are at most one in so many scores with a mass. `cargo bench -p pleach --bench
/// uncertain` compares the two forms: merging costs about ten times as much for a mass as the dense form
/// for a score.
pub(super) const SCORES_A_MASS: usize = 10;
/// Sums closer to 1 than this are left alone, so that the same list is the same to the last bit however it
/// was made.
const ROUNDING: f64 = 1e-12;

impl Masses {
    /// From a mass for each score of the bounds.
    pub(super) fn dense(bounds: Interval, masses: Vec<f64>) -> Masses {
        if bounds.value().is_some() {
            return Masses::Certain;
        }
        let scores = masses.len();
        if scores < SHORTEST_SPARSE || is_dense(masses.iter().filter(|&&mass| mass != 0.0).count(), scores) {
            return Masses::Dense(masses);
        }
        let pairs = (0..).zip(masses).map(|(place, mass)| (bounds.low().plus(place), mass));
        Masses::Sparse(pairs.filter(|&(_, mass)| mass != 0.0).collect())
    }

    /// From scores between the bounds, in rising order, with their masses.
    pub(super) fn sparse(bounds: Interval, mut pairs: Vec<(Score, f64)>) -> Masses {
        if bounds.value().is_some() {
            return Masses::Certain;
        }
        pairs.retain(|&(_, mass)| mass != 0.0);
        let scores = bounds.width() as usize + 1;
        if scores >= SHORTEST_SPARSE && !is_dense(pairs.len(), scores) {
            return Masses::Sparse(pairs);
        }
        let mut masses = vec![0.0; scores];
        for (score, mass) in pairs {
            masses[place(bounds.low(), score)] = mass;
        }
        Masses::Dense(masses)
    }

    pub(super) fn at(&self, low: Score, score: Score) -> f64 {
        match self {
            Masses::Certain => 1.0,
            Masses::Dense(masses) => masses[place(low, score)],
            Masses::Sparse(pairs) => {
                pairs.binary_search_by_key(&score, |pair| pair.0).map_or(0.0, |place| pairs[place].1)
            }
        }
    }

    pub(super) fn pairs(&self, low: Score) -> Pairs<'_> {
        match self {
            Masses::Certain => Pairs::Dense(low, &[1.0]),
            Masses::Dense(masses) => Pairs::Dense(low, masses),
            Masses::Sparse(pairs) => Pairs::Sparse(pairs),
        }
    }

    /// The masses of the values with the opposite sign.
    pub(super) fn turn_around(&mut self) {
        match self {
            Masses::Certain => {}
            Masses::Dense(masses) => masses.reverse(),
            Masses::Sparse(pairs) => {
                pairs.reverse();
                pairs.iter_mut().for_each(|(score, _)| *score = -*score);
            }
        }
    }
}

fn is_dense(masses: usize, scores: usize) -> bool {
    masses.saturating_mul(SCORES_A_MASS) > scores
}

/// How many scores lie below this one, which is not below the lowest.
#[inline]
pub(super) fn place(low: Score, score: Score) -> usize {
    score.get().abs_diff(low.get()) as usize
}

/// Divides masses by their sum, where rounding has left too much of a difference.
pub(super) fn rescale(masses: &mut [f64]) {
    // PERF: four sums that do not wait for each other.
    let mut sums = [0.0; 4];
    let (fours, rest) = masses.as_chunks::<4>();
    for four in fours {
        sums.iter_mut().zip(four).for_each(|(sum, mass)| *sum += mass);
    }
    if let Some(sum) = divisor(sums.iter().chain(rest).sum()) {
        masses.iter_mut().for_each(|mass| *mass /= sum);
    }
}

/// The same for pairs.
pub(super) fn rescale_pairs(pairs: &mut [(Score, f64)]) {
    if let Some(sum) = divisor(pairs.iter().map(|&(_, mass)| mass).sum()) {
        pairs.iter_mut().for_each(|(_, mass)| *mass /= sum);
    }
}

/// What masses of this sum should be divided by, if by anything.
fn divisor(sum: f64) -> Option<f64> {
    ((sum - 1.0).abs() > ROUNDING && sum > 0.0).then_some(sum)
}

/// Scores with their masses, in rising order.
#[derive(Clone)]
pub(super) enum Pairs<'a> {
    Dense(Score, &'a [f64]),
    Sparse(&'a [(Score, f64)]),
}

impl Iterator for Pairs<'_> {
    type Item = (Score, f64);

    #[inline]
    fn next(&mut self) -> Option<(Score, f64)> {
        match self {
            Pairs::Dense(score, masses) => {
                let (&mass, rest) = masses.split_first()?;
                let pair = (*score, mass);
                (*score, *masses) = (score.next_up(), rest);
                Some(pair)
            }
            Pairs::Sparse(pairs) => {
                let (&pair, rest) = pairs.split_first()?;
                *pairs = rest;
                Some(pair)
            }
        }
    }
}
