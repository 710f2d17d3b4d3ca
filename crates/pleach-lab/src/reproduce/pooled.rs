//! A share of a total, pooled over samples of unequal size.

/// The quantile of the normal distribution for 95 %.
const NORMAL_95: f64 = 1.959_963_984_540_054;

/// The share of something in a total, over several samples, with its error.
///
/// ```
/// use pleach_lab::reproduce::Pooled;
/// let pooled = Pooled::of(&[(100, 20), (300, 90), (200, 60)]).unwrap();
/// assert!((pooled.share - 170.0 / 600.0).abs() < 1e-12);
/// assert!(pooled.low < pooled.share && pooled.share < pooled.high);
/// assert!(Pooled::of(&[]).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Pooled {
    /// The share of all samples together.
    pub share: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The standard deviation of the share of one sample.
    pub deviation: f64,
    /// The 2.5 % quantile of the shares of samples.
    pub central_low: f64,
    /// The 97.5 % quantile.
    pub central_high: f64,
}

impl Pooled {
    /// From totals and parts; `None` if there is nothing.
    pub fn of(samples: &[(u64, u64)]) -> Option<Pooled> {
        let count = samples.len() as f64;
        let total: f64 = samples.iter().map(|&(total, _)| total as f64).sum();
        let part: f64 = samples.iter().map(|&(_, part)| part as f64).sum();
        if total <= 0.0 {
            return None;
        }
        let share = part / total;
        // The variance of a ratio of sums, by linearisation: samples differ by part - share * total.
        let residual = |&(total, part): &(u64, u64)| (part as f64 - share * total as f64).powi(2);
        let residuals: f64 = samples.iter().map(residual).sum();
        let error = match samples.len() {
            1 => 0.0,
            _ => (residuals * count / (count - 1.0)).sqrt() / total,
        };
        let mut shares: Vec<f64> = samples
            .iter()
            .filter(|sample| sample.0 > 0)
            .map(|&(total, part)| part as f64 / total as f64)
            .collect();
        shares.sort_by(f64::total_cmp);
        let mean = shares.iter().sum::<f64>() / shares.len() as f64;
        let variance = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>()
            / (shares.len() as f64 - 1.0).max(1.0);
        let quantile = |level: f64| shares[((shares.len() - 1) as f64 * level).round() as usize];
        Some(Pooled {
            share,
            low: share - NORMAL_95 * error,
            high: share + NORMAL_95 * error,
            deviation: variance.sqrt(),
            central_low: quantile(0.025),
            central_high: quantile(0.975),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pleach::mix;

    /// The interval holds the truth about as often as it says.
    #[test]
    fn intervals_cover() {
        let mut covered = 0;
        for run in 0..1000u64 {
            let sample = |n: u64| {
                let total = 50 + mix(run * 1000 + n) % 100;
                let part = (0..total).filter(|&draw| mix(mix(run * 1000 + n) ^ draw) % 10 < 3).count();
                (total, part as u64)
            };
            let pooled = Pooled::of(&(0..40).map(sample).collect::<Vec<_>>()).unwrap();
            covered += u32::from(pooled.low <= 0.3 && 0.3 <= pooled.high);
        }
        assert!((915..=975).contains(&covered), "{covered}");
    }
}
