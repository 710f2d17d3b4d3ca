//! From numbers to places of a picture, and the numbers that are written beside an axis.

use super::Scale;

/// An axis that knows its numbers and its pixels.
pub(super) struct Fitted<'a> {
    scale: &'a Scale,
    low: f64,
    high: f64,
    /// Where the lowest and the highest number are.
    pixels: (f64, f64),
}

impl<'a> Fitted<'a> {
    /// Fits an axis to numbers; none if it can show none of them.
    pub(super) fn new(
        scale: &'a Scale,
        numbers: impl Iterator<Item = f64>,
        pixels: (f64, f64),
    ) -> Option<Fitted<'a>> {
        let shown = |number: &f64| number.is_finite() && (*scale != Scale::Logarithmic || *number > 0.0);
        let range = numbers.filter(shown).fold(None, |range: Option<(f64, f64)>, number| {
            let (low, high) = range.unwrap_or((number, number));
            Some((low.min(number), high.max(number)))
        });
        let (low, high) = match scale {
            Scale::Names(names) => (-0.5, names.len() as f64 - 0.5),
            Scale::Linear => padded(range?),
            Scale::Logarithmic => {
                let (low, high) = range?;
                padded((low.log10(), high.log10()))
            }
        };
        Some(Fitted { scale, low, high, pixels })
    }

    /// The place of a number; none where a logarithmic axis has no place for it.
    pub(super) fn place(&self, number: f64) -> Option<f64> {
        let number = match self.scale {
            Scale::Logarithmic if number <= 0.0 => return None,
            Scale::Logarithmic => number.log10(),
            Scale::Linear | Scale::Names(_) => number,
        };
        let (start, end) = self.pixels;
        number.is_finite().then(|| start + (number - self.low) / (self.high - self.low) * (end - start))
    }

    /// The numbers or names to write, with their places.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        let numbers: Vec<f64> = match self.scale {
            Scale::Names(names) => {
                let named = (0..).zip(names);
                return named
                    .filter_map(|(at, name)| Some((self.place(f64::from(at))?, name.clone())))
                    .collect();
            }
            Scale::Linear => round_numbers(self.low, self.high),
            Scale::Logarithmic => {
                let powers = self.low.ceil() as i32..=self.high.floor() as i32;
                match powers.clone().count() {
                    0 | 1 => round_numbers(10f64.powf(self.low), 10f64.powf(self.high)),
                    _ => powers.map(|power| 10f64.powi(power)).collect(),
                }
            }
        };
        numbers.into_iter().filter_map(|number| Some((self.place(number)?, written(number)))).collect()
    }
}

/// A range with a little room, also around a single number.
fn padded((low, high): (f64, f64)) -> (f64, f64) {
    let room = if high > low { (high - low) * 0.05 } else { low.abs().max(1.0) * 0.1 };
    (low - room, high + room)
}

/// About six round numbers of a range.
fn round_numbers(low: f64, high: f64) -> Vec<f64> {
    let rough = (high - low) / 6.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|&step| step >= rough);
    let step = step.unwrap_or(10.0 * power);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    // Division instead of a product, so that 0.3 is written as such.
    (first..=last)
        .map(|number| if step < 1.0 { number as f64 / (1.0 / step).round() } else { number as f64 * step })
        .collect()
}

/// A number as short as it can be written.
fn written(number: f64) -> String {
    match number.abs() {
        size if size >= 1e5 && number.log10().fract() == 0.0 => format!("10^{}", number.log10() as i32),
        size if size >= 1e6 => format!("{number:e}"),
        _ => format!("{number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        let axis = Fitted::new(&Scale::Linear, [0.0, 1.0].into_iter(), (0.0, 100.0)).unwrap();
        let texts: Vec<String> = axis.ticks().into_iter().map(|(_, text)| text).collect();
        assert_eq!(texts, ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        let axis = Fitted::new(&Scale::Logarithmic, [0.0, 1.0, 1e6].into_iter(), (0.0, 100.0)).unwrap();
        let texts: Vec<String> = axis.ticks().into_iter().map(|(_, text)| text).collect();
        assert_eq!(texts, ["1", "10", "100", "1000", "10000", "10^5", "10^6"]);
        assert!(Fitted::new(&Scale::Logarithmic, [0.0, -1.0].into_iter(), (0.0, 1.0)).is_none());
    }

    #[test]
    fn places_are_between_the_ends() {
        let axis = Fitted::new(&Scale::Linear, [3.0, 3.0].into_iter(), (10.0, 20.0)).unwrap();
        assert_eq!(axis.place(3.0), Some(15.0));
        assert_eq!(axis.place(f64::NAN), None);
    }
}
