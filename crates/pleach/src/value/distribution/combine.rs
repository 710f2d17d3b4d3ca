//! P_MAX, P_MIN and clipping.
//!
//! The probability that the largest of independent values stays below a score is the product over the
//! values, so P_MAX is one pass over every list (the paper's formula for two values costs as much as the
//! square of their length). Masses are built up from sums and products: differences of such products
//! would lose the small ones.

use super::masses::{self, Masses};
use super::{Distribution, Interval, Score};

impl Distribution {
    /// The distribution of the largest of independent values (P_MAX), or `None` if there are none.
    ///
    /// ```
    /// # use pleach::{Distribution, Score};
    /// let one = Distribution::new(Score::new(2), vec![0.5, 0.0, 0.5]).unwrap();
    /// let other = Distribution::new(Score::new(1), vec![0.5, 0.0, 0.5]).unwrap();
    /// let larger = Distribution::max_of([&one, &other]).unwrap();
    /// assert_eq!(larger.to_string(), "{2: 0.25, 3: 0.25, 4: 0.5}");
    /// ```
    pub fn max_of<'a, I>(values: I) -> Option<Distribution>
    where
        I: IntoIterator<Item = &'a Distribution, IntoIter: Clone>,
    {
        let values = values.into_iter();
        let bounds = values.clone().map(Distribution::bounds).reduce(Interval::max)?;
        if let Some(score) = bounds.value() {
            return Some(Distribution::point(score));
        }
        // What never exceeds the lower bound changes nothing (Proposition 1).
        let counts = |value: &&Distribution| value.bounds.high() > bounds.low();
        let mut all_sparse = true;
        for value in values.clone().filter(counts) {
            all_sparse &= matches!(value.masses, Masses::Sparse(_));
        }
        let values = values.filter(counts);
        let masses = if all_sparse { merged(bounds, values) } else { multiplied(bounds, values) };
        Some(Distribution { bounds, masses })
    }

    /// The distribution of the smallest of independent values (P_MIN), or `None` if there are none.
    ///
    /// ```
    /// # use pleach::{Distribution, Score};
    /// let one = Distribution::new(Score::new(2), vec![0.5, 0.0, 0.5]).unwrap();
    /// let other = Distribution::new(Score::new(1), vec![0.5, 0.0, 0.5]).unwrap();
    /// let smaller = Distribution::min_of([&one, &other]).unwrap();
    /// assert_eq!(smaller.to_string(), "{1: 0.5, 2: 0.25, 3: 0.25}");
    /// ```
    pub fn min_of<'a>(values: impl IntoIterator<Item = &'a Distribution>) -> Option<Distribution> {
        let opposites: Vec<Distribution> = values.into_iter().map(|value| -value.clone()).collect();
        Distribution::max_of(&opposites).map(|largest| -largest)
    }

    /// The distribution of the larger of this value and another independent one.
    ///
    /// ```
    /// # use pleach::{Distribution, Score};
    /// let coin = Distribution::new(Score::new(0), vec![0.5, 0.5]).unwrap();
    /// assert_eq!(coin.clone().max(coin).to_string(), "{0: 0.25, 1: 0.75}");
    /// ```
    #[inline]
    pub fn max(self, other: Distribution) -> Distribution {
        // Proposition 1: nothing is copied where one is never the smaller.
        if self.bounds.low() >= other.bounds.high() {
            self
        } else if other.bounds.low() >= self.bounds.high() {
            other
        } else {
            Distribution::max_of([&self, &other]).unwrap_or(self)
        }
    }

    /// The value held between two bounds: `P_MIN(P_MAX(P, <alpha, 1>), <beta, 1>)`. What lies beyond a
    /// bound goes to the bound.
    ///
    /// ```
    /// # use pleach::{Distribution, Interval, Score};
    /// let value = Distribution::new(Score::new(0), vec![0.25, 0.25, 0.25, 0.25]).unwrap();
    /// let clipped = value.clip(Interval::new(Score::new(1), Score::new(2)).unwrap());
    /// assert_eq!(clipped.to_string(), "{1: 0.5, 2: 0.5}");
    /// ```
    pub fn clip(self, to: Interval) -> Distribution {
        let bounds = self.bounds.clip(to);
        if bounds == self.bounds {
            return self;
        }
        if let Some(score) = bounds.value() {
            return Distribution::point(score);
        }
        let masses = match self.masses {
            Masses::Certain => Masses::Certain,
            Masses::Dense(own) => {
                let first = masses::place(self.bounds.low(), bounds.low());
                let last = masses::place(self.bounds.low(), bounds.high());
                let mut masses = own[first..=last].to_vec();
                masses[0] += own[..first].iter().sum::<f64>();
                masses[last - first] += own[last + 1..].iter().sum::<f64>();
                Masses::dense(bounds, masses)
            }
            Masses::Sparse(own) => {
                let mut masses: Vec<(Score, f64)> = Vec::with_capacity(own.len());
                for (score, mass) in own {
                    let score = score.clamp(bounds.low(), bounds.high());
                    match masses.last_mut() {
                        Some((last, sum)) if *last == score => *sum += mass,
                        _ => masses.push((score, mass)),
                    }
                }
                Masses::sparse(bounds, masses)
            }
        };
        Distribution { bounds, masses }
    }
}

/// Lists of up to so many scores need no memory from the heap but for their result.
const SHORT: usize = 32;

/// The masses of the largest value, score by score.
fn multiplied<'a>(bounds: Interval, values: impl Iterator<Item = &'a Distribution>) -> Masses {
    let scores = bounds.width() as usize + 1;
    let (mut short, mut long) = ([0.0; SHORT], Vec::new());
    let all_less = if scores <= SHORT {
        &mut short[..scores]
    } else {
        long.resize(scores, 0.0);
        &mut long[..]
    };
    // Of the values so far: the probability that the largest is a score, and that it is less.
    let mut largest = Vec::with_capacity(scores);
    let mut scattered = Vec::new();
    for value in values {
        let own = match &value.masses {
            Masses::Dense(masses) => masses,
            sparse => {
                scattered.clear();
                scattered.resize(value.bounds.width() as usize + 1, 0.0);
                let low = value.bounds.low();
                sparse.pairs(low).for_each(|(score, mass)| scattered[masses::place(low, score)] = mass);
                &scattered
            }
        };
        let (before, own) = own.split_at(masses::place(value.bounds.low(), bounds.low()));
        let before = before.iter().sum();
        match largest.is_empty() {
            true => begin_with(&mut largest, all_less, before, own),
            false => multiply_by(&mut largest, all_less, before, own),
        }
    }
    masses::rescale(&mut largest);
    Masses::dense(bounds, largest)
}

/// Takes the first value into account. What it has below the lower bound goes to that bound, which every
/// result is at least.
#[inline]
fn begin_with(largest: &mut Vec<f64>, all_less: &mut [f64], before: f64, own: &[f64]) {
    largest.extend_from_slice(own);
    largest.resize(all_less.len(), 0.0);
    largest[0] += before;
    let mut less = before;
    for (all_less, equal) in all_less.iter_mut().zip(own) {
        *all_less = less;
        less += equal;
    }
    // Nothing that all share lies below the lower bound, and everything below what is beyond the upper one.
    all_less[0] = 0.0;
    all_less[own.len()..].fill(1.0);
}

/// Takes one more value into account: `less` is the probability that it lies below the first score.
#[inline]
fn multiply_by(largest: &mut [f64], all_less: &mut [f64], mut less: f64, own: &[f64]) {
    // Beyond its upper bound the value is less for certain, and nothing changes.
    let (largest, all_less) = (&mut largest[..own.len()], &mut all_less[..own.len()]);
    let (largest, largest_rest) = largest.as_chunks_mut::<4>();
    let (all_less, all_less_rest) = all_less.as_chunks_mut::<4>();
    let (own, own_rest) = own.as_chunks::<4>();
    // PERF: the sums inside a chunk do not wait for those before it.
    for ((largest, all_less), equal) in largest.iter_mut().zip(all_less).zip(own) {
        let one = equal[0];
        let two = one + equal[1];
        let three = two + equal[2];
        let four = three + equal[3];
        let before = [less, less + one, less + two, less + three];
        let up_to = [less + one, less + two, less + three, less + four];
        for place in 0..4 {
            largest[place] = largest[place] * up_to[place] + all_less[place] * equal[place];
            all_less[place] *= before[place];
        }
        less += four;
    }
    for ((largest, all_less), equal) in largest_rest.iter_mut().zip(all_less_rest).zip(own_rest) {
        *largest = *largest * (less + equal) + *all_less * equal;
        *all_less *= less;
        less += equal;
    }
}

/// The masses of the largest value, by merging lists of those that are there.
fn merged<'a>(bounds: Interval, values: impl Iterator<Item = &'a Distribution>) -> Masses {
    let mut largest = vec![(bounds.low(), 1.0)];
    for value in values {
        let mut own = value.masses().peekable();
        let mut less = 0.0;
        while let Some((_, mass)) = own.next_if(|&(score, _)| score < bounds.low()) {
            less += mass;
        }
        largest = merge(&largest, own, less);
    }
    masses::rescale_pairs(&mut largest);
    Masses::sparse(bounds, largest)
}

/// The larger of two values: with `a` and `b` the masses at a score, and `less` those below it, the mass
/// is `a * (less_b + b) + less_a * b`, which is the paper's formula.
fn merge(
    one: &[(Score, f64)],
    other: impl Iterator<Item = (Score, f64)>,
    mut less_b: f64,
) -> Vec<(Score, f64)> {
    let (mut one, mut other) = (one.iter().copied().peekable(), other.peekable());
    let mut larger = Vec::with_capacity(one.len() + other.size_hint().0);
    let mut less_a = 0.0;
    loop {
        let score = match (one.peek(), other.peek()) {
            (Some(&(a, _)), Some(&(b, _))) => a.min(b),
            (Some(&(only, _)), None) | (None, Some(&(only, _))) => only,
            (None, None) => return larger,
        };
        let a = one.next_if(|pair| pair.0 == score).map_or(0.0, |pair| pair.1);
        let b = other.next_if(|pair| pair.0 == score).map_or(0.0, |pair| pair.1);
        larger.push((score, a * (less_b + b) + less_a * b));
        less_a += a;
        less_b += b;
    }
}
