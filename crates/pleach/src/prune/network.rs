//! Focus networks: small networks that say which moves are worth searching (Moriarty and Miikkulainen 1994).
//!
//! A network is data, whole numbers from a file of [`Weights`]; its arithmetic is that of integers, so that it says
//! the same on every machine.

use crate::game::Game;
use crate::weights::{Weights, WeightsError};

/// The greatest activation of a hidden unit.
const FULLY_ACTIVE: i32 = 127;
/// The largest weight: sums of some thousand of them stay far inside an `i32`.
const LARGEST: i32 = 1000;
/// The most inputs, hidden units and outputs.
const MOST_UNITS: usize = 1024;

/// How a network sees a game: which inputs a position turns on, from the side to move's view, and which output speaks
/// of a move.
#[derive(Clone, Debug)]
pub struct Sight<G: Game> {
    /// The number of inputs.
    pub inputs: usize,
    /// The number of outputs.
    pub outputs: usize,
    /// Tells the inputs that are on, each from 0 on.
    pub active: fn(&G, &mut dyn FnMut(usize)),
    /// The output of a move; none for moves that are always searched, such as a pass.
    pub output: fn(&G, G::Move) -> Option<usize>,
}

/// A network with one hidden layer. A hidden unit is as active as the sum of its inputs says, from 0 to 127; a move is
/// worth searching if its output is 0 or more.
///
/// ```
/// use pleach::prune::Network;
/// // Two inputs, one hidden unit, two outputs.
/// let network = Network::blank(2, 1, 2).unwrap();
/// assert_eq!(network.weights().flat(), [0, 0, 0, 0, 0, 0, 0]);
/// let weights = network.weights().with_flat(&[5, -3, 1, 1, -1, 0, 4]).unwrap();
/// let network = Network::new(weights, 2, 2).unwrap();
/// let hidden = network.hidden([0].into_iter());
/// assert_eq!([network.rate(&hidden, 0), network.rate(&hidden, 1)], [6, -2]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    weights: Weights,
    /// For every input the weights of all hidden units, then their constants.
    hidden: Vec<i32>,
    /// For every output the weights of all hidden units, then the constants of all outputs.
    output: Vec<i32>,
    units: usize,
    inputs: usize,
    outputs: usize,
}

impl Network {
    /// The name of its weights in files.
    pub const NAME: &str = "focus";

    /// A network of these weights: groups `hidden` (for every input one a unit, then a constant a unit) and `output`
    /// (for every output one a unit, then a constant an output). The number of hidden units follows from them.
    pub fn new(weights: Weights, inputs: usize, outputs: usize) -> Result<Network, WeightsError> {
        if weights.evaluator() != Network::NAME {
            return Err(WeightsError::new(format!(
                "they are those of '{}', not of a focus network",
                weights.evaluator()
            )));
        }
        let length =
            weights.groups().find(|(name, _)| *name == "hidden").map_or(0, |(_, numbers)| numbers.len());
        let units = length / (inputs + 1);
        if units == 0 || units > MOST_UNITS {
            return Err(WeightsError::new(format!(
                "'hidden' has {length} numbers, which is not a network of {inputs} inputs"
            )));
        }
        let hidden = weights.group("hidden", units * (inputs + 1))?.to_vec();
        let output = weights.group("output", (units + 1) * outputs)?.to_vec();
        if let Some(number) =
            hidden.iter().chain(&output).find(|number| number.unsigned_abs() > LARGEST as u32)
        {
            return Err(WeightsError::new(format!("{number} is not between -{LARGEST} and {LARGEST}")));
        }
        Ok(Network { weights, hidden, output, units, inputs, outputs })
    }

    /// A network of zeros, for which every move is worth searching.
    pub fn blank(inputs: usize, units: usize, outputs: usize) -> Result<Network, WeightsError> {
        let groups = [("hidden", units * (inputs + 1)), ("output", (units + 1) * outputs)];
        let groups = groups.map(|(name, length)| (name.to_owned(), vec![0; length]));
        Network::new(Weights::new(Network::NAME, 0, groups)?, inputs, outputs)
    }

    /// Its weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// How active the hidden units are. Inputs that the network does not have are none.
    pub fn hidden(&self, active: impl Iterator<Item = usize>) -> Vec<i32> {
        let constants = self.inputs * self.units;
        let mut sums = self.hidden[constants..].to_vec();
        for input in active.filter(|&input| input < self.inputs) {
            let weights = &self.hidden[input * self.units..][..self.units];
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        }
        sums.iter_mut().for_each(|sum| *sum = (*sum).clamp(0, FULLY_ACTIVE));
        sums
    }

    /// What an output says when the hidden units are so active; an output that the network does not have says 0.
    pub fn rate(&self, hidden: &[i32], output: usize) -> i32 {
        if output >= self.outputs {
            return 0;
        }
        let weights = &self.output[output * self.units..][..self.units];
        let sum: i32 = weights.iter().zip(hidden).map(|(weight, activity)| weight * activity).sum();
        sum + self.output[self.outputs * self.units + output]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(name: &str, hidden: Vec<i32>, output: Vec<i32>) -> Weights {
        Weights::new(name, 1, [("hidden".to_owned(), hidden), ("output".to_owned(), output)]).unwrap()
    }

    #[test]
    fn files_that_are_no_network_are_refused_in_one_line() {
        let cases = [
            (
                weights("squares", vec![0; 3], vec![0; 4]),
                "they are those of 'squares', not of a focus network",
            ),
            (
                weights("focus", vec![0; 2], vec![0; 4]),
                "'hidden' has 2 numbers, which is not a network of 2 inputs",
            ),
            (weights("focus", vec![0; 4], vec![0; 4]), "'hidden' has 4 numbers instead of 3"),
            (weights("focus", vec![0; 3], vec![0; 5]), "'output' has 5 numbers instead of 4"),
            (weights("focus", vec![0, 2000, 0], vec![0; 4]), "2000 is not between -1000 and 1000"),
            (weights("focus", vec![i32::MIN; 3], vec![0; 4]), "-2147483648 is not between -1000 and 1000"),
        ];
        for (weights, message) in cases {
            let error = Network::new(weights, 2, 2).unwrap_err();
            assert_eq!(error.to_string(), format!("weights: {message}"));
        }
    }

    #[test]
    fn what_is_not_there_says_nothing() {
        let network = Network::blank(2, 1, 2).unwrap();
        assert_eq!(network.hidden([7].into_iter()), [0]);
        assert_eq!(network.rate(&[127], 9), 0);
    }
}
