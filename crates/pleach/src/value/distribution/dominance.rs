//! How likely each of several values is the largest.
//!
//! `P(D_j >= all others)` is the sum over the scores `v` of `P_j(v)` times the product of `F_k(v)` over the others. The
//! product over all is made once a score and divided by `F_j(v)`, so that the work is that of every value once a score, and
//! equal values have equal levels. No score counts below the largest lower bound: somebody is certainly above it.

use super::Distribution;
use super::masses::Pairs;
use crate::limits::Stopped;
use crate::value::{Interval, Score};
use std::cmp::Reverse;
use std::iter::Peekable;

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
    dominance_within(values, &mut || Ok(())).unwrap_or_default()
}

/// The same for as long as somebody says who is asked now and then.
pub(crate) fn dominance_within(values: &[&Distribution], look: Look<'_>) -> Result<Vec<f64>, Stopped> {
    let bounds: Vec<Interval> = values.iter().map(|value| value.bounds()).collect();
    let Some(floor) = bounds.iter().map(|bounds| bounds.low()).max() else { return Ok(Vec::new()) };
    let counting = counting(&bounds, floor);
    let tops = tops(counting.iter().map(|&place| values[place]), floor);
    let mut all = vec![1.0; tops.len()];
    for together in counting.chunks(VALUES_BETWEEN_LOOKS) {
        look()?;
        for &place in together {
            let rising = Rising::new(values[place], floor, &tops);
            all.iter_mut().zip(rising).for_each(|(all, (_, up_to))| *all *= up_to);
        }
    }
    let mut levels = vec![0.0; values.len()];
    for together in counting.chunks(VALUES_BETWEEN_LOOKS) {
        look()?;
        for &place in together {
            let rising = Rising::new(values[place], floor, &tops).zip(&all);
            let likely = rising.filter(|&((here, _), &all)| here > 0.0 && all > 0.0);
            levels[place] = likely.map(|((here, up_to), all)| here * (all / up_to)).sum();
        }
    }
    Ok(settled(&bounds, levels))
}

/// The places of the values that may be the largest. The others are never, and change nothing for those that may.
fn counting(bounds: &[Interval], floor: Score) -> Vec<usize> {
    (0..bounds.len()).filter(|&place| bounds[place].high() >= floor).collect()
}

/// The scores from the floor on at which values are compared, each of them the highest of its neighbours that are taken
/// together.
fn tops<'a>(values: impl Iterator<Item = &'a Distribution> + Clone, floor: Score) -> Vec<Score> {
    let most = most_scores(values.clone().count());
    let scores = values.clone().flat_map(|value| value.masses()).map(|pair| pair.0).filter(|&v| v >= floor);
    // PERF: of very many scores some are enough to see where they lie.
    let of_each = scores.clone().count().div_ceil(most * SAMPLES_A_SCORE).max(1);
    let mut sorted: Vec<Score> = scores.step_by(of_each).collect();
    sorted.extend(values.map(|value| value.bounds().high()).max());
    sorted.sort_unstable();
    sorted.dedup();
    let together = sorted.len().div_ceil(most).max(1);
    sorted.chunks(together).filter_map(|together| together.last().copied()).collect()
}

/// What a value has at each of some rising scores: the mass since the one before, and all up to it. It ends where the value
/// does: further up everything is below.
struct Rising<'a> {
    up_to: f64,
    rest: Peekable<Pairs<'a>>,
    tops: std::slice::Iter<'a, Score>,
}

impl<'a> Rising<'a> {
    fn new(value: &'a Distribution, floor: Score, tops: &'a [Score]) -> Self {
        let (mut up_to, mut rest) = (0.0, value.pairs().peekable());
        while let Some((_, mass)) = rest.next_if(|&(score, _)| score < floor) {
            up_to += mass;
        }
        Rising { up_to, rest, tops: tops.iter() }
    }
}

impl Iterator for Rising<'_> {
    type Item = (f64, f64);

    fn next(&mut self) -> Option<(f64, f64)> {
        self.rest.peek()?;
        let (&top, mut here) = (self.tops.next()?, 0.0);
        while let Some((_, mass)) = self.rest.next_if(|&(score, _)| score <= top) {
            here += mass;
        }
        self.up_to += here;
        Some((here, f64::min(self.up_to, 1.0)))
    }
}

/// The same for ranges, every score of which is as likely as any other. If one of them is wider than a distribution may
/// be, what the bounds prove is all that is known.
pub(crate) fn dominance_of_ranges(values: &[&Interval], look: Look<'_>) -> Result<Vec<f64>, Stopped> {
    let bounds: Vec<Interval> = values.iter().map(|&&value| value).collect();
    let Some(floor) = bounds.iter().map(|bounds| bounds.low()).max() else { return Ok(Vec::new()) };
    let mut levels = vec![0.0; bounds.len()];
    if bounds.iter().all(|bounds| (bounds.width() as usize) < Distribution::MOST_SCORES) {
        let counting = counting(&bounds, floor);
        let ceiling = bounds.iter().map(|bounds| bounds.high()).max().unwrap_or(floor);
        let scores = looked_at(floor, ceiling, most_scores(counting.len()));
        let mut all = vec![1.0; scores.len()];
        for together in counting.chunks(VALUES_BETWEEN_LOOKS) {
            look()?;
            for &place in together {
                let range = Range::new(bounds[place]);
                all.iter_mut().zip(&scores).for_each(|(all, &score)| *all *= range.up_to(score));
            }
        }
        for together in counting.chunks(VALUES_BETWEEN_LOOKS) {
            look()?;
            together.iter().for_each(|&place| levels[place] = Range::new(bounds[place]).level(&scores, &all));
        }
    }
    Ok(settled(&bounds, levels))
}

/// A range of scores, each of which has the same mass.
#[derive(Clone, Copy)]
struct Range {
    low: f64,
    high: Score,
    mass: f64,
}

impl Range {
    fn new(bounds: Interval) -> Range {
        let mass = 1.0 / (f64::from(bounds.width()) + 1.0);
        Range { low: f64::from(bounds.low().get()), high: bounds.high(), mass }
    }

    /// How much of it lies at or below a score that is not below it.
    #[inline]
    fn up_to(self, score: Score) -> f64 {
        f64::min((f64::from(score.get()) - self.low + 1.0) * self.mass, 1.0)
    }

    /// How likely it is the largest, where `all` is how likely all ranges lie at or below each of the scores.
    fn level(self, scores: &[Score], all: &[f64]) -> f64 {
        // Of the score before: itself, what of the range lies up to it, and how likely all others do.
        let mut below: Option<(Score, f64, f64)> = None;
        let mut level = 0.0;
        for (&score, all) in scores.iter().zip(all) {
            let own = self.up_to(score);
            let others = all / own;
            level += match below {
                Some((before, own_before, others_before)) if distance(before, score) > 1 => {
                    (own - own_before) * f64::midpoint(others, others_before)
                }
                _ if score <= self.high => others * self.mass,
                _ => 0.0,
            };
            if score >= self.high {
                break;
            }
            below = Some((score, own, others));
        }
        level
    }
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
const FEWEST_SCORES: usize = 32;
/// Of many scores so many are looked at for each that is told apart.
const SAMPLES_A_SCORE: usize = 64;

fn most_scores(values: usize) -> usize {
    (WORK / values.max(1)).max(FEWEST_SCORES)
}

/// Says whether there is time to go on; asked after so many values.
pub(crate) type Look<'a> = &'a mut dyn FnMut() -> Result<(), Stopped>;
const VALUES_BETWEEN_LOOKS: usize = 1024;

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
        let levels = dominance_of_ranges(&ranges.iter().collect::<Vec<_>>(), &mut || Ok(())).unwrap();
        for (one, other) in levels.iter().zip(dominance(&lists.iter().collect::<Vec<_>>())) {
            assert!((one - other).abs() < 1e-12, "{one} and {other}");
        }
        assert!(dominance(&[]).is_empty() && dominance_of_ranges(&[], &mut || Ok(())).unwrap().is_empty());
    }

    /// Twenty thousand ranges of a million scores each: as lists they would take 160 GB.
    #[test]
    fn many_wide_ranges_take_neither_memory_nor_time() {
        let count = 20_000;
        let ranges = vec![interval(-500_000, 500_000); count];
        let levels = dominance_of_ranges(&ranges.iter().collect::<Vec<_>>(), &mut || Ok(())).unwrap();
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

    /// How often somebody is asked who always says yes, and what comes of it.
    fn asked(dominance: impl FnOnce(Look<'_>) -> Result<Vec<f64>, Stopped>) -> (usize, Vec<f64>) {
        let mut asked = 0;
        let levels = dominance(&mut || {
            asked += 1;
            Ok(())
        });
        (asked, levels.unwrap())
    }

    /// Between two questions lies the work of a thousand values, of lists and of ranges.
    #[test]
    fn whoever_is_asked_may_end_it() {
        let ranges = vec![interval(-50, 50); 20_000];
        let lists = vec![Distribution::uniform(interval(-50, 50)).unwrap(); 20_000];
        let (ranges, lists): (Vec<_>, Vec<_>) = (ranges.iter().collect(), lists.iter().collect());
        let expected = 2 * 20_000_usize.div_ceil(VALUES_BETWEEN_LOOKS);
        assert_eq!(asked(|look| dominance_of_ranges(&ranges, look)).0, expected);
        assert_eq!(asked(|look| dominance_within(&lists, look)).0, expected);
        let mut never = || Err(Stopped::Time);
        assert_eq!(dominance_of_ranges(&ranges, &mut never), Err(Stopped::Time));
        assert_eq!(dominance_within(&lists, &mut never), Err(Stopped::Time));
    }

    /// Thousands that stay below the best one are no work: nobody is asked about them.
    #[test]
    fn whoever_cannot_be_largest_is_left_out() {
        let mut ranges = vec![interval(-9, -1); 20_000];
        ranges.extend([interval(0, 3), interval(1, 2)]);
        let lists = ranges.iter().map(|&range| Distribution::uniform(range).unwrap()).collect::<Vec<_>>();
        let (times, levels) = asked(|look| dominance_of_ranges(&ranges.iter().collect::<Vec<_>>(), look));
        assert_eq!((times, &levels[20_000..], levels[0]), (2, &[0.625, 0.625][..], 0.0));
        assert_eq!(asked(|look| dominance_within(&lists.iter().collect::<Vec<_>>(), look)), (2, levels));
    }
}
