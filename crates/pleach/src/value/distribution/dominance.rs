//! How likely each of several values is the largest.
//!
//! `P(D_j >= all others)` is the sum over the scores `v` of `P_j(v)` times the product of `F_k(v)` over the others. The
//! product over all is made once a score and divided by `F_j(v)`, so that the work is that of every value once a score, and
//! equal values have equal levels. No score counts below the largest lower bound: somebody is certainly above it.

use super::Distribution;
use crate::value::{Interval, Score};
use std::cmp::Reverse;

/// The dominance level of each of several independent values: the probability that it is at least as
/// large as all others (Palay). With ties they sum to more than 1.
///
/// A level is 1 only if the bounds prove it; what is merely so likely that rounding would make it 1
/// stays a little below. Where there are very many values with very many scores, neighbouring scores are taken together.
///
/// ```
/// use pleach::{Distribution, Score, dominance};
/// let one = Distribution::new(Score::new(2), vec![0.5, 0.0, 0.5]).unwrap();
/// let two = Distribution::new(Score::new(1), vec![0.5, 0.0, 0.5]).unwrap();
/// let three = Distribution::new(Score::new(0), vec![0.25, 0.0, 0.5, 0.0, 0.25]).unwrap();
/// assert_eq!(dominance(&[&one, &two]), [0.75, 0.25]);
/// assert_eq!(dominance(&[&one, &two, &three]), [0.6875, 0.1875, 0.375]);
/// ```
pub fn dominance(values: &[&Distribution]) -> Vec<f64> {
    let bounds: Vec<Interval> = values.iter().map(|value| value.bounds()).collect();
    let Some(floor) = bounds.iter().map(|bounds| bounds.low()).max() else { return Vec::new() };
    let mut scores: Vec<Score> =
        values.iter().flat_map(|value| value.masses()).map(|pair| pair.0).filter(|&v| v >= floor).collect();
    scores.sort_unstable();
    scores.dedup();
    // Of each value: what lies at or below the score that is looked at, and what follows.
    let mut rising: Vec<_> = values.iter().map(|value| (0.0, value.masses().peekable())).collect();
    for (up_to, rest) in &mut rising {
        while let Some((_, mass)) = rest.next_if(|&(score, _)| score < floor) {
            *up_to += mass;
        }
    }
    let (mut levels, mut here) = (vec![0.0; values.len()], vec![0.0; values.len()]);
    for together in scores.chunks(scores.len().div_ceil(most_scores(values.len())).max(1)) {
        let Some(&top) = together.last() else { break };
        let mut all = 1.0;
        for ((up_to, rest), here) in rising.iter_mut().zip(&mut here) {
            *here = 0.0;
            while let Some((_, mass)) = rest.next_if(|&(score, _)| score <= top) {
                *here += mass;
            }
            *up_to += *here;
            all *= f64::min(*up_to, 1.0);
        }
        for (((up_to, _), &here), level) in rising.iter().zip(&here).zip(&mut levels) {
            if here > 0.0 {
                *level += here * (all / f64::min(*up_to, 1.0));
            }
        }
    }
    settled(&bounds, levels)
}

/// The same for ranges, every score of which is as likely as any other. If one of them is wider than a distribution may
/// be, what the bounds prove is all that is known.
pub(crate) fn dominance_of_ranges(values: &[&Interval]) -> Vec<f64> {
    let bounds: Vec<Interval> = values.iter().map(|&&value| value).collect();
    let Some(floor) = bounds.iter().map(|bounds| bounds.low()).max() else { return Vec::new() };
    let mut levels = vec![0.0; bounds.len()];
    if bounds.iter().all(|bounds| (bounds.width() as usize) < Distribution::MOST_SCORES) {
        let ceiling = bounds.iter().map(|bounds| bounds.high()).max().unwrap_or(floor);
        let mut below: Option<Rank> = None;
        for score in looked_at(floor, ceiling, most_scores(bounds.len())) {
            let here = Rank::new(&bounds, score);
            here.add_to(&mut levels, &bounds, below);
            below = Some(here);
        }
    }
    settled(&bounds, levels)
}

/// A score, and how likely all ranges lie at or below it.
#[derive(Clone, Copy)]
struct Rank {
    score: Score,
    all: f64,
}

impl Rank {
    fn new(bounds: &[Interval], score: Score) -> Rank {
        Rank { score, all: bounds.iter().map(|&bounds| up_to(bounds, score)).product() }
    }

    /// Adds what lies between the rank below, if there is one, and this one.
    fn add_to(self, levels: &mut [f64], bounds: &[Interval], below: Option<Rank>) {
        for (level, &bounds) in levels.iter_mut().zip(bounds) {
            let own = up_to(bounds, self.score);
            let others = self.all / own;
            *level += match below {
                Some(below) if distance(below.score, self.score) > 1 => {
                    let own_below = up_to(bounds, below.score);
                    (own - own_below) * f64::midpoint(others, below.all / own_below)
                }
                _ if self.score <= bounds.high() => others / (f64::from(bounds.width()) + 1.0),
                _ => 0.0,
            };
        }
    }
}

/// How much of a range lies at or below a score that is not below it.
fn up_to(bounds: Interval, score: Score) -> f64 {
    let scores = f64::from(distance(bounds.low(), score)) + 1.0;
    f64::min(scores / (f64::from(bounds.width()) + 1.0), 1.0)
}

/// The scores between two at which ranges are compared: all, or so many that lie the closer together the higher they
/// are, since the largest of many values is near the top.
fn looked_at(floor: Score, ceiling: Score, most: usize) -> Vec<Score> {
    let width = distance(floor, ceiling);
    if (width as usize) < most {
        return (0..=width).map(|above| floor.plus(above as i32)).collect();
    }
    let octaves = f64::from(width).log2() / (most - 1) as f64;
    let mut below: Vec<u32> = (0..most).map(|place| (octaves * place as f64).exp2() as u32).collect();
    below.extend([0, width]);
    below.sort_unstable_by_key(|&below| Reverse(below));
    below.dedup();
    below.into_iter().map(|below| ceiling.plus(-(below as i32))).collect()
}

fn distance(low: Score, high: Score) -> u32 {
    high.get().abs_diff(low.get())
}

/// The work that dominance may be, in values times scores: some milliseconds.
const WORK: usize = 1 << 20;
/// The fewest scores that are told apart.
const FEWEST_SCORES: usize = 64;

fn most_scores(values: usize) -> usize {
    (WORK / values.max(1)).max(FEWEST_SCORES)
}

/// Just below 1: likely beyond what numbers can say, and not certain.
const NEARLY_CERTAIN: f64 = 1.0 - f64::EPSILON;

/// The levels with those that the bounds prove.
fn settled(bounds: &[Interval], mut levels: Vec<f64>) -> Vec<f64> {
    let mut highs: Vec<Score> = bounds.iter().map(|bounds| bounds.high()).collect();
    highs.sort_unstable_by_key(|&high| Reverse(high));
    let (highest, second) = (highs.first().copied(), highs.get(1).copied());
    for (level, bounds) in levels.iter_mut().zip(bounds) {
        let others = if Some(bounds.high()) == highest { second } else { highest };
        let is_proven = others.is_none_or(|high| bounds.low() >= high);
        *level = if is_proven { 1.0 } else { level.min(NEARLY_CERTAIN) };
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(low: i32, high: i32) -> Interval {
        Interval::new(Score::new(low), Score::new(high)).unwrap()
    }

    #[test]
    fn ranges_are_uniform_distributions() {
        let ranges = [interval(-3, 9), interval(5, 6), interval(7, 7), interval(-20, 30), interval(0, 7)];
        let lists: Vec<Distribution> =
            ranges.iter().map(|&range| Distribution::uniform(range).unwrap()).collect();
        let levels = dominance_of_ranges(&ranges.iter().collect::<Vec<_>>());
        for (one, other) in levels.iter().zip(dominance(&lists.iter().collect::<Vec<_>>())) {
            assert!((one - other).abs() < 1e-12, "{one} and {other}");
        }
        assert!(dominance(&[]).is_empty() && dominance_of_ranges(&[]).is_empty());
    }

    /// Twenty thousand ranges of a million scores each: as lists they would take 160 GB.
    #[test]
    fn many_wide_ranges_take_neither_memory_nor_time() {
        let count = 20_000;
        let ranges = vec![interval(-500_000, 500_000); count];
        let levels = dominance_of_ranges(&ranges.iter().collect::<Vec<_>>());
        let sum: f64 = levels.iter().sum();
        assert!((0.9..1.2).contains(&sum) && levels.iter().all(|&level| level == levels[0]), "{sum}");
    }

    /// Equal values have equal levels, however many scores are taken together.
    #[test]
    fn many_lists_share_their_scores() {
        let list = |low: i32| Distribution::new(Score::new(low), vec![0.002; 500]).unwrap();
        let lists: Vec<Distribution> = (0..4_000).map(|number| list(number % 2)).collect();
        let levels = dominance(&lists.iter().collect::<Vec<_>>());
        assert!(levels.iter().step_by(2).all(|&level| level == levels[0]));
        assert!(levels[1] > levels[0] && levels[1] < 0.01, "{levels:?}");
    }
}
