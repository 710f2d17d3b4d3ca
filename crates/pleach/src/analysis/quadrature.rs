//! Adaptive integration by the Gauss-Kronrod rule of 7 and 15 points.

/// Half of the Kronrod nodes on `[-1, 1]`; the rule is symmetric. Every second one is a Gauss node.
const NODES: [f64; 8] = [
    0.991_455_371_120_812_6,
    0.949_107_912_342_758_5,
    0.864_864_423_359_769_1,
    0.741_531_185_599_394_4,
    0.586_087_235_467_691_1,
    0.405_845_151_377_397_2,
    0.207_784_955_007_898_47,
    0.0,
];

/// The weights of the 15 points.
const KRONROD: [f64; 8] = [
    0.022_935_322_010_529_224,
    0.063_092_092_629_978_55,
    0.104_790_010_322_250_18,
    0.140_653_259_715_525_92,
    0.169_004_726_639_267_9,
    0.190_350_578_064_785_4,
    0.204_432_940_075_298_9,
    0.209_482_141_084_727_82,
];

/// The weights of the 7 points: the nodes 1, 3, 5 and 7.
const GAUSS: [f64; 4] =
    [0.129_484_966_168_869_7, 0.279_705_391_489_276_64, 0.381_830_050_505_118_9, 0.417_959_183_673_469_4];

/// A panel is good enough when its two rules differ by less than this part of the whole. The rule of
/// 15 points, whose value is taken, is then better by orders of magnitude.
const TOLERANCE: f64 = 1e-11;
/// No panel is halved more often than this, so that a function beyond all tolerance ends too.
const MOST_HALVINGS: u32 = 30;

#[derive(Clone, Copy)]
struct Panel {
    low: f64,
    high: f64,
    halvings: u32,
}

impl Panel {
    fn halves(self) -> [Panel; 2] {
        let middle = 0.5 * (self.low + self.high);
        let halvings = self.halvings + 1;
        [Panel { high: middle, halvings, ..self }, Panel { low: middle, halvings, ..self }]
    }

    /// The integral by 15 points, and how far the 7 among them are off.
    fn estimate(self, function: &impl Fn(f64) -> f64) -> (f64, f64) {
        let (centre, radius) = (0.5 * (self.low + self.high), 0.5 * (self.high - self.low));
        let (mut fine, mut coarse) = (0.0, 0.0);
        for (index, (node, weight)) in NODES.iter().zip(KRONROD).enumerate() {
            let value = match *node == 0.0 {
                true => function(centre),
                false => function(centre - radius * node) + function(centre + radius * node),
            };
            fine += weight * value;
            if index % 2 == 1 {
                coarse += GAUSS[index / 2] * value;
            }
        }
        (radius * fine, radius * (fine - coarse).abs())
    }
}

/// The integral of a function without sign changes from `low` to `high`, to a relative error of about
/// 1e-12. It is cut into panels at most `widest` wide, which no feature of the function may hide
/// within, and these are halved where that is not enough.
pub(super) fn integrate(low: f64, high: f64, widest: f64, function: impl Fn(f64) -> f64) -> f64 {
    let panels = ((high - low) / widest).ceil().max(1.0) as u32;
    let width = (high - low) / f64::from(panels);
    let panel = |number: u32| {
        let low = low + width * f64::from(number);
        Panel { low, high: low + width, halvings: 0 }
    };
    let first: Vec<(Panel, (f64, f64))> =
        (0..panels).map(panel).map(|panel| (panel, panel.estimate(&function))).collect();
    let whole: f64 = first.iter().map(|(_, (integral, _))| integral.abs()).sum();
    let mut sum = 0.0;
    let mut waiting = first;
    while let Some((panel, (integral, error))) = waiting.pop() {
        // An infinite function makes the error NaN: it is no better in halves.
        let is_poor = error > TOLERANCE * whole;
        if is_poor && panel.halvings < MOST_HALVINGS {
            waiting.extend(panel.halves().map(|half| (half, half.estimate(&function))));
        } else {
            sum += integral;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomials_are_exact() {
        for degree in 0..=22 {
            let integral = integrate(0.0, 1.0, 1.0, |x| x.powi(degree));
            assert!((integral * f64::from(degree + 1) - 1.0).abs() < 1e-14, "degree {degree}");
        }
    }

    #[test]
    fn steep_functions_are_followed() {
        // A step of height 1 and width 1e-6 at 1/3, from arctan.
        let steep = |x: f64| 1e-6 / ((x - 1.0 / 3.0).powi(2) + 1e-12);
        let exact = (2.0 / 3.0 * 1e6_f64).atan() + (1e6_f64 / 3.0).atan();
        assert!((integrate(0.0, 1.0, 0.1, steep) / exact - 1.0).abs() < 1e-11);
        assert!((integrate(1e-12, 1.0, 0.1, |x| 1.0 / x.sqrt()) / (2.0 - 2e-6) - 1.0).abs() < 1e-8);
    }

    #[test]
    fn no_function_goes_on_for_ever() {
        assert_eq!(integrate(0.0, 1.0, 0.5, |_| f64::INFINITY), f64::INFINITY);
        assert!(integrate(0.0, 1.0, 0.5, |_| f64::NAN).is_nan());
        assert_eq!(integrate(2.0, 2.0, 0.5, |x| x), 0.0);
    }
}
