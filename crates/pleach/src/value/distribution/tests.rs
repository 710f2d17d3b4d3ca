use super::*;
use proptest::prelude::*;

fn of(low: i32, masses: &[f64]) -> Distribution {
    Distribution::new(Score::new(low), masses.to_vec()).unwrap()
}

/// Small lists with zeros among their masses.
fn small() -> impl Strategy<Value = Distribution> {
    let weights = prop::collection::vec(0..4u8, 1..6).prop_filter("a sum", |w| w.iter().any(|&w| w > 0));
    (-5..=5, weights).prop_map(|(low, weights)| {
        let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
        of(low, &weights.iter().map(|&weight| f64::from(weight) / sum).collect::<Vec<_>>())
    })
}

/// Adds up the probability of every combination of values by what the largest is.
fn enumerated(values: &[Distribution], largest: Score, mass: f64, sums: &mut [f64]) {
    match values {
        [] => sums[(largest.get() + 20) as usize] += mass,
        [first, rest @ ..] => {
            first.masses().for_each(|(score, own)| enumerated(rest, largest.max(score), mass * own, sums))
        }
    }
}

proptest! {
    #[test]
    fn the_largest_of_several_values(values in prop::collection::vec(small(), 1..5)) {
        let largest = Distribution::max_of(&values).unwrap();
        let mut sums = [0.0; 40];
        enumerated(&values, Score::new(-20), 1.0, &mut sums);
        for (score, expected) in (-20..).zip(sums) {
            prop_assert!((largest.mass(Score::new(score)) - expected).abs() < 1e-12);
        }
        let bounds = values.iter().map(Distribution::bounds).reduce(Interval::max).unwrap();
        prop_assert_eq!(largest.bounds(), bounds);
    }

    #[test]
    fn negation_turns_everything_around(value in small(), score in -12..12) {
        let negated = -value.clone();
        let (score, opposite) = (Score::new(score), Score::new(-score));
        prop_assert_eq!(negated.bounds(), -value.bounds());
        prop_assert_eq!(negated.mass(opposite), value.mass(score));
        prop_assert!((negated.at_least(opposite) - value.at_most(score)).abs() < 1e-12);
        prop_assert!((negated.expected() + value.expected()).abs() < 1e-12);
        prop_assert_eq!(-negated, value);
    }

    #[test]
    fn quantiles_are_the_first_scores_to_reach_the_level(value in small(), percent in 0..=100) {
        let level = f64::from(percent) / 100.0;
        let quantile = value.quantile(level);
        prop_assert!(value.bounds().contains(quantile));
        prop_assert!(value.at_most(quantile) >= level - 1e-12);
        let before = quantile.next_down();
        prop_assert!(percent == 100 || quantile == value.bounds().low() || value.at_most(before) < level);
    }
}

/// The worked numbers of the paper's operations, three values one after the other.
#[test]
fn worked_numbers() {
    let (one, two, three) =
        (of(2, &[0.5, 0.0, 0.5]), of(1, &[0.5, 0.0, 0.5]), of(0, &[0.25, 0.0, 0.5, 0.0, 0.25]));
    let largest = Distribution::max_of([&one, &two, &three]).unwrap();
    assert_eq!(largest.to_string(), "{2: 0.1875, 3: 0.1875, 4: 0.625}");
    assert_eq!(Distribution::max_of([&one]), Some(one));
    assert_eq!(Distribution::max_of([]), None);
}

/// A mass of 1e-30 beside one of 1 vanishes from a cumulative sum, but must not from the list.
#[test]
fn small_masses_and_exact_bounds_survive() {
    let unlikely = of(0, &[1.0, 0.0, 1e-30]);
    let largest = Distribution::max_of([&unlikely, &unlikely]).unwrap();
    assert_eq!(largest.mass(Score::new(2)), 2e-30);
    let hopeless = of(0, &[1e-200, 1.0]);
    let largest = Distribution::max_of([&hopeless, &hopeless]).unwrap();
    assert_eq!(largest.mass(Score::ZERO), 0.0, "it underflows");
    assert_eq!(largest.bounds().low(), Score::ZERO, "and is possible all the same");
}

#[test]
fn wins_by_distance_cost_no_memory() {
    let (even, win) = (of(-1, &[0.5, 0.0, 0.5]), Distribution::point(Score::win_in(3)));
    assert_eq!(Distribution::max_of([&even, &win]), Some(win.clone()));
    assert_eq!(Distribution::max_of([&even, &-win]), Some(even));
}

#[test]
fn what_makes_no_distribution_is_refused() {
    let error = |low: Score, masses: &[f64]| Distribution::new(low, masses.to_vec()).unwrap_err();
    assert_eq!(error(Score::ZERO, &[]).to_string(), "a distribution has at least one score");
    assert_eq!(
        error(Score::ZERO, &[1.5, -0.5]).to_string(),
        "the mass of 0 is 1.5: masses lie between 0 and 1"
    );
    assert_eq!(
        error(Score::ZERO, &[0.5, f64::NAN]).to_string(),
        "the mass of 1 is NaN: masses lie between 0 and 1"
    );
    assert_eq!(error(Score::ZERO, &[0.5, 0.4]), DistributionError::Sum(0.9));
    for low in [Score::MIN, Score::MAX, Score::MAX.next_down()] {
        assert_eq!(error(low, &[0.5, 0.5]).to_string(), "the scores of a distribution are finite");
        assert!(Distribution::new(low, vec![1.0]).is_ok());
    }
    let wide = vec![0.0; Distribution::MOST_SCORES + 1];
    assert_eq!(
        error(Score::ZERO, &wide).to_string(),
        "1048577 scores are more than the 1048576 of a distribution"
    );
}

#[test]
fn levels_that_are_none_are_harmless() {
    let value = of(0, &[0.5, 0.5, 0.0]);
    assert_eq!([-1.0, 0.0, 1.0, 7.0, f64::NAN].map(|level| value.quantile(level).get()), [0, 0, 2, 2, 2]);
}

/// What combining values makes can be written down and read back, rounded as it may be.
#[test]
fn a_certain_score_may_be_a_rounding_error_above_one() {
    let certain = of(-1, &[0.0, 1.0]).max(of(-4, &[0.2, 0.1, 0.3, 0.3, 0.1]));
    assert!(certain.mass(Score::ZERO) > 1.0, "{certain}");
    assert_eq!(stretched(&certain, 2).mass(Score::ZERO), certain.mass(Score::ZERO));
}

/// The same distribution with its scores further apart, so that it is kept by its few masses.
fn stretched(value: &Distribution, by: i32) -> Distribution {
    let pairs: Vec<(Score, f64)> =
        value.masses().map(|(score, mass)| (Score::new(score.get() * by), mass)).collect();
    Distribution::from_pairs(&pairs).unwrap()
}

fn close(one: &Distribution, other: &Distribution) -> bool {
    let scores = one.bounds().low().get()..=one.bounds().high().get();
    one.bounds() == other.bounds()
        && scores.map(Score::new).all(|score| (one.mass(score) - other.mass(score)).abs() < 1e-12)
}

/// The paper's definition of P_MAX for two values, as it stands.
fn larger_by_definition(one: &Distribution, other: &Distribution, v: Score) -> f64 {
    let below = |value: &Distribution| value.at_most(v.next_down());
    one.mass(v) * other.mass(v) + one.mass(v) * below(other) + other.mass(v) * below(one)
}

proptest! {
    #[test]
    fn the_definition_of_the_paper(one in small(), other in small()) {
        let larger = one.clone().max(other.clone());
        for (score, mass) in larger.masses() {
            prop_assert!((mass - larger_by_definition(&one, &other, score)).abs() < 1e-12);
        }
    }

    /// Proposition 1, with bounds that may be unlikely beyond numbers.
    #[test]
    fn one_value_is_the_larger_for_certain_or_both_count(one in small(), other in small()) {
        let larger = one.clone().max(other.clone());
        if one.bounds().low() >= other.bounds().high() {
            prop_assert_eq!(&larger, &one);
        }
        let likely = |value: &Distribution| {
            let bounds = value.bounds();
            value.mass(bounds.low()) > 0.0 && value.mass(bounds.high()) > 0.0
        };
        let overlap = one.bounds().low() < other.bounds().high() && other.bounds().low() < one.bounds().high();
        if overlap && likely(&one) && likely(&other) {
            prop_assert!(larger != one && larger != other);
        }
    }

    #[test]
    fn the_smaller_and_the_clipped_by_their_definitions(
        values in prop::collection::vec(small(), 1..4), low in -6..=6, width in 0..6,
    ) {
        let opposites: Vec<Distribution> = values.iter().map(|value| -value.clone()).collect();
        let smallest = Distribution::min_of(&values).unwrap();
        prop_assert_eq!(&smallest, &-Distribution::max_of(&opposites).unwrap());
        let window = Interval::new(Score::new(low), Score::new(low + width)).unwrap();
        let clipped = smallest.clone().clip(window);
        let raised = smallest.max(Distribution::point(window.low()));
        prop_assert!(close(&clipped, &Distribution::min_of([&raised, &Distribution::point(window.high())]).unwrap()));
    }

    #[test]
    fn few_masses_far_apart_are_combined_alike(
        values in prop::collection::vec(small(), 1..5), low in -6..=6, width in 0..6,
    ) {
        let wide: Vec<Distribution> = values.iter().map(|value| stretched(value, 60)).collect();
        // Zeros at the bounds are possible scores there, and no part of the list here.
        let values: Vec<Distribution> = values.iter().map(|value| stretched(value, 1)).collect();
        let (one, other) = (Distribution::max_of(&values).unwrap(), Distribution::max_of(&wide).unwrap());
        prop_assert!(close(&stretched(&one, 60), &other));
        prop_assert!(close(&stretched(&-one.clone(), 60), &-other.clone()));
        let window = |by: i32| Interval::new(Score::new(low * by), Score::new((low + width) * by)).unwrap();
        prop_assert!(close(&stretched(&one.clip(window(1)), 60), &other.clip(window(60))));
    }

    /// A few wide lists among those with a mass for every score.
    #[test]
    fn both_forms_mix(value in small(), mean in -200.0..200.0f64) {
        let wide = stretched(&value, 60);
        let bounds = Interval::new(Score::new(-400), Score::new(400)).unwrap();
        let smooth = crate::Normal::new(mean, 50.0).unwrap().rounded(bounds, 1).unwrap();
        let larger = wide.clone().max(smooth.clone());
        for (score, mass) in larger.masses() {
            prop_assert!((mass - larger_by_definition(&wide, &smooth, score)).abs() < 1e-12);
        }
    }

    #[test]
    fn dominance_by_enumeration(values in prop::collection::vec(small(), 1..5)) {
        let levels = dominance(&values.iter().collect::<Vec<_>>());
        for (place, level) in levels.iter().enumerate() {
            let others = values.iter().enumerate().filter(|&(other, _)| other != place);
            let expected: f64 = values[place]
                .masses()
                .map(|(score, mass)| others.clone().map(|(_, other)| other.at_most(score)).product::<f64>() * mass)
                .sum();
            prop_assert!((level - expected).abs() < 1e-12);
            let certain = others.clone().all(|(_, other)| values[place].bounds().low() >= other.bounds().high());
            prop_assert_eq!(certain, *level == 1.0);
        }
    }
}

/// The worked numbers of the dominance levels.
#[test]
fn worked_dominance() {
    let (one, two) = (of(2, &[0.5, 0.0, 0.5]), of(1, &[0.5, 0.0, 0.5]));
    assert_eq!(dominance(&[&one, &two]), [0.75, 0.25]);
    assert_eq!(dominance(&[&one]), [1.0]);
    assert!(dominance(&[]).is_empty());
    let unlikely = of(0, &[1e-200, 1.0]);
    assert!(dominance(&[&of(0, &[0.0, 1.0]), &unlikely])[0] < 1.0, "what is possible is not excluded");
}

/// However often lists are combined, they stay distributions.
#[test]
fn masses_sum_to_one_after_any_depth() {
    let mut value = of(-6, &[1.0 / 13.0 + 5e-11; 13]);
    for _ in 0..2000 {
        value = -Distribution::max_of([&value, &value, &value]).unwrap();
        let sum: f64 = value.masses().map(|(_, mass)| mass).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    }
}

#[test]
fn lists_of_pairs_that_make_no_sense_are_refused() {
    let error = |pairs: &[(i32, f64)]| {
        let pairs: Vec<(Score, f64)> = pairs.iter().map(|&(score, mass)| (Score::new(score), mass)).collect();
        Distribution::from_pairs(&pairs).unwrap_err().to_string()
    };
    assert_eq!(error(&[]), "a distribution has at least one score");
    assert_eq!(error(&[(1, 0.5), (1, 0.5)]), "the scores of a list rise, and 1 follows 1");
    assert_eq!(error(&[(0, 0.5), (1, 0.2)]), "the masses sum to 0.7 instead of 1");
    assert_eq!(error(&[(0, -0.5), (1, 1.5)]), "the mass of 0 is -0.5: masses lie between 0 and 1");
    assert!(error(&[(0, 0.5), (2_000_000, 0.5)]).contains("more than"));
    let infinite = Distribution::from_pairs(&[(Score::MIN, 0.5), (Score::ZERO, 0.5)]);
    assert_eq!(infinite, Err(DistributionError::Infinite));
}
