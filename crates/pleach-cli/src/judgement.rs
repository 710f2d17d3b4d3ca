//! What a search over uncertain values believes, drawn with letters.

use crate::output::columns;
use pleach::registry::{Judged, Judgement};

/// The most rows of a histogram, and the columns of the small ones beside the moves.
const BINS: usize = 24;
/// The longest bar of a histogram.
const BAR: usize = 40;
/// The most moves that are shown.
const MOVES: usize = 20;
const LEVELS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The verdict in one line.
pub(crate) fn verdict(judgement: &Judgement) -> String {
    let mut text = judgement.verdict.in_words().to_owned();
    if judgement.widened > 0 {
        text += &format!("; bounds contradicted each other {} times", judgement.widened);
    }
    if let Some(sigma) = judgement.sigma {
        text += &format!("; static values are uncertain by {sigma:.2}");
    }
    text
}

/// The moves with their dominance, and the value of the position as a histogram.
pub(crate) fn drawn(judgement: &Judgement) -> String {
    let likely: Vec<&Judged> =
        judgement.moves.iter().take(MOVES).map(|root| &root.value).chain([&judgement.value]).collect();
    let axis = Axis::of(&likely);
    let drawable = likely.iter().any(|value| !value.distribution.is_empty());
    let title = if drawable { axis.title() } else { String::new() };
    let mut rows = vec![["move", "best with", "expected", "range", &title].map(str::to_owned).to_vec()];
    for root in judgement.moves.iter().take(MOVES) {
        rows.push(vec![
            root.mv.clone(),
            format!("{:.1} %", 100.0 * root.dominance),
            format!("{:.2}", root.value.expected),
            format!("[{}, {}]", root.value.low, root.value.high),
            axis.small(&root.value),
        ]);
    }
    let mut text = columns(&rows);
    if judgement.moves.len() > MOVES {
        text += &format!("and {} more\n", judgement.moves.len() - MOVES);
    }
    let histogram = axis.histogram(&judgement.value);
    if histogram.is_empty() { text } else { format!("{text}\n{histogram}") }
}

/// The scores that are shown, in bins of equal width.
struct Axis {
    low: i64,
    width: i64,
}

impl Axis {
    /// From the lowest to the highest score that has a mass worth drawing.
    fn of(values: &[&Judged]) -> Axis {
        let visible = values.iter().flat_map(|value| &value.distribution).filter(|(_, mass)| *mass >= 1e-3);
        let scores = visible.map(|(score, _)| i64::from(score.get()));
        let (low, high) = (scores.clone().min().unwrap_or(0), scores.max().unwrap_or(0));
        Axis { low, width: (high - low) / BINS as i64 + 1 }
    }

    fn title(&self) -> String {
        format!("from {} in steps of {}", self.low, self.width)
    }

    /// The masses of the bins; what lies beyond the ends goes to them.
    fn bins(&self, value: &Judged) -> [f64; BINS] {
        let mut bins = [0.0; BINS];
        for (score, mass) in &value.distribution {
            let place = (i64::from(score.get()) - self.low).div_euclid(self.width);
            bins[place.clamp(0, BINS as i64 - 1) as usize] += mass;
        }
        bins
    }

    /// A histogram in one line.
    fn small(&self, value: &Judged) -> String {
        let bins = self.bins(value);
        let highest = bins.iter().copied().fold(0.0, f64::max);
        let level = |mass: f64| if highest > 0.0 { (mass / highest * 8.0).round() as usize } else { 0 };
        bins.iter().map(|&mass| LEVELS[level(mass).min(8)]).collect::<String>().trim_end().to_owned()
    }

    /// A histogram in a line a bin.
    fn histogram(&self, value: &Judged) -> String {
        let bins = self.bins(value);
        let highest = bins.iter().copied().fold(0.0, f64::max);
        let shown = |mass: f64| mass >= 5e-4;
        let first = bins.iter().position(|&mass| shown(mass)).unwrap_or(BINS);
        let last = bins.iter().rposition(|&mass| shown(mass)).unwrap_or(0);
        let line = |place: usize| {
            let low = self.low + place as i64 * self.width;
            let scores = match self.width {
                1 => low.to_string(),
                width => format!("{low} to {}", low + width - 1),
            };
            let bar = "#".repeat((bins[place] / highest * BAR as f64).round() as usize);
            vec![scores, format!("{:5.1} %", 100.0 * bins[place]), bar]
        };
        columns(&(first..=last).filter(|_| first < BINS).map(line).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pleach::Score;

    fn judged(low: i32, masses: &[f64]) -> Judged {
        let distribution: Vec<(Score, f64)> =
            (low..).zip(masses).map(|(score, &mass)| (Score::new(score), mass)).collect();
        let (low, high) = (distribution[0].0, distribution[distribution.len() - 1].0);
        Judged { low, high, expected: 0.0, distribution }
    }

    #[test]
    fn masses_become_bars() {
        let value = judged(-1, &[0.25, 0.5, 0.25]);
        let axis = Axis::of(&[&value]);
        assert_eq!(axis.title(), "from -1 in steps of 1");
        assert_eq!(axis.small(&value), "▄█▄");
        let lines: Vec<String> = axis.histogram(&value).lines().map(str::to_owned).collect();
        assert_eq!(lines[1], format!("0    50.0 %  {}", "#".repeat(40)));
        assert_eq!(lines.len(), 3);
    }

    #[test]
    fn wide_values_share_their_bins_and_intervals_have_none() {
        let wide = judged(-50, &[0.01; 100]);
        let axis = Axis::of(&[&wide]);
        assert_eq!(axis.width, 5);
        let sum: f64 = axis.bins(&wide).iter().sum();
        assert!((sum - 1.0).abs() < 1e-9);
        let interval = Judged { distribution: Vec::new(), ..wide };
        assert_eq!(Axis::of(&[&interval]).histogram(&interval), "");
        assert_eq!(Axis::of(&[&interval]).small(&interval), "");
    }
}
