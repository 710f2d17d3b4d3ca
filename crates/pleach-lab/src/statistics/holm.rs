//! Many statements that hold together.

/// Which of several hypotheses may be rejected together, such that the chance of any wrong rejection is at most `level`,
/// by the probabilities of what was seen under each (S. Holm, "A simple sequentially rejective multiple test
/// procedure", 1979): the least of m must be at most level/m, the next at most level/(m - 1), until the first is not.
///
/// ```
/// use pleach_lab::statistics::holm;
/// assert_eq!(holm(&[0.04, 0.001, 0.02], 0.05), [true, true, true]);
/// assert_eq!(holm(&[0.04, 0.001, 0.03], 0.05), [false, true, false]);
/// ```
pub fn holm(p_values: &[f64], level: f64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&one, &other| p_values[one].total_cmp(&p_values[other]));
    let mut rejected = vec![false; p_values.len()];
    for (number, place) in order.into_iter().enumerate() {
        if p_values[place] > level / (p_values.len() - number) as f64 {
            break;
        }
        rejected[place] = true;
    }
    rejected
}
