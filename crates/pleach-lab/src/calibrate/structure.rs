//! The policies that a calibration chooses from: what is left out, with one dial for the caution.

use super::CalibrateError;
use super::measure::Full;
use super::predict::{Predictions, half};
use pleach::prune::{Chances, Cut, Cutting, Line, Pair, Place, Policy, Ranks, Rule, Rules, Tests};
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

/// What is to be chosen beside the caution.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Structure {
    /// Tests by shallow searches: the ProbCut family.
    Tests {
        /// What is left out.
        place: Place,
        /// See [`Cut::gate`].
        gate: Option<f64>,
        /// See [`Cut::slope`].
        slope: f64,
        /// See [`Cut::lean`].
        lean: f64,
    },
    /// Moves of the root that stand behind those worth searching, as in the thesis.
    NodeCutting,
    /// Tests at the root's moves, of which the first bad one behind those worth searching ends the search.
    Integrated,
    /// Late moves by how seldom such moves have turned out best.
    RankCut {
        /// How much less deep they are searched.
        reduction: u32,
    },
}

/// The cautions that depend on where a node is: what [`Structure::all`] is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedules {
    /// How many more standard deviations for every ply away from the root.
    pub slopes: Vec<f64>,
    /// How many more for the moves of the side that moves at the root.
    pub leans: Vec<f64>,
}

impl Default for Schedules {
    /// Those that have been worth trying in any game.
    fn default() -> Self {
        Schedules { slopes: vec![0.0, 0.1], leans: vec![0.0] }
    }
}

/// The probability that the integrated strategy's ranks are cut at.
const INTEGRATED_PROBABILITY: f64 = 0.95;

/// What policies are made of.
#[derive(Clone, Debug)]
pub struct Material {
    /// How shallow searches predict deep ones.
    pub predictions: Predictions,
    /// F(x | y): where the best move of the whole search stands among the root's moves by their static values, if that of a search
    /// about half as deep stands at y.
    pub ranks: Ranks,
    /// The same as the engine sees it: it begins with the best move of the iteration before, so that y is 0.
    pub engine_ranks: Ranks,
    /// How often late moves turn out best.
    pub chances: Chances,
    /// What is left out in any case.
    pub beside: Rules,
    /// The depth of the search.
    pub depth: u32,
}

impl Material {
    /// The tables of ranks that full searches give.
    pub fn ranks_of(full: &[Full], depth: u32) -> (Ranks, Ranks) {
        let (mut ranks, mut engine_ranks) = (Ranks::default(), Ranks::default());
        let shallow = half(depth).max(1) as usize;
        for found in full.iter().filter(|found| found.ranks.len() > shallow) {
            let (y, x) = (found.ranks[shallow - 1], found.ranks[found.ranks.len() - 1]);
            ranks.record(y, x);
            let before = found.ranks[found.ranks.len() - 2];
            engine_ranks.record(0, if x == before { 0 } else { x + usize::from(x < before) });
        }
        (ranks, engine_ranks)
    }
}

impl Structure {
    /// The structures that are worth trying.
    pub fn all(schedules: &Schedules) -> Vec<Structure> {
        let mut all = Vec::new();
        for place in [Place::Node, Place::Move, Place::Rest] {
            all.push(Structure::Tests { place, gate: Some(-0.5), slope: 0.0, lean: 0.0 });
            for &slope in &schedules.slopes {
                for &lean in &schedules.leans {
                    all.push(Structure::Tests { place, gate: Some(-1.5), slope, lean });
                }
            }
        }
        // The textbook's form, to compare with.
        all.push(Structure::Tests { place: Place::Node, gate: None, slope: 0.0, lean: 0.0 });
        all.extend([Structure::NodeCutting, Structure::Integrated]);
        all.extend([1, 2].map(|reduction| Structure::RankCut { reduction }));
        all
    }

    /// The tests and the rules with a caution. Where there are no tests, the caution is the quantile of a
    /// probability.
    pub fn parts(&self, material: &Material, t: f64) -> Result<(Option<Cut>, Rules), CalibrateError> {
        let probability = Normal::standard().cdf(t);
        let deepest = material.depth - 1;
        let own = match *self {
            Structure::Tests { place, gate, slope, lean } => {
                let model = material.predictions.model(deepest)?;
                let cut = Cut { gate, slope, lean, nested: true, ..Cut::new(place, model, t) };
                return Ok((Some(cut), material.beside.clone()));
            }
            Structure::NodeCutting => Rule::NodeCutting(material.cutting(probability)?),
            Structure::Integrated => {
                let pair = Pair::new(deepest, half(deepest), material.line(deepest)?, t)?;
                let cutting = material.cutting(INTEGRATED_PROBABILITY)?;
                Rule::Integrated { tests: Tests::from(pair), base: Default::default(), cutting }
            }
            Structure::RankCut { reduction } => {
                Rule::RankCut(material.chances.rank_cut(1.0 - probability, reduction))
            }
        };
        Ok((None, std::iter::once(own).chain(material.beside.iter().cloned()).collect()))
    }

    /// The policy with a caution.
    pub fn policy(&self, material: &Material, t: f64) -> Result<Policy, CalibrateError> {
        let (cut, rules) = self.parts(material, t)?;
        Ok(Policy::of(cut, &rules)?)
    }
}

impl Material {
    fn cutting(&self, probability: f64) -> Result<Cutting, CalibrateError> {
        Ok(Cutting::new(self.depth - 1, 1, probability, self.engine_ranks.clone())?)
    }

    fn line(&self, deep: u32) -> Result<Line, CalibrateError> {
        let fits = self.predictions.fits();
        let pair = fits.iter().find(|pair| pair.deep == deep && pair.shallow == half(deep));
        pair.map(|pair| pair.whole.line).ok_or(CalibrateError::NoPrediction(deep))
    }
}

impl std::fmt::Display for Structure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Structure::Tests { place, gate, slope, lean } => {
                f.write_str(match place {
                    Place::Node => "ProbCut",
                    Place::Move => "GPC",
                    Place::Rest => "FGPC",
                })?;
                let options = [("gate", gate), ("slope", Some(slope)), ("lean", Some(lean))];
                for (name, value) in options {
                    if let Some(value) = value.filter(|&value| name == "gate" || value != 0.0) {
                        write!(f, ", {name} {value}")?;
                    }
                }
                Ok(())
            }
            Structure::NodeCutting => f.write_str("node-cutting"),
            Structure::Integrated => f.write_str("integrated"),
            Structure::RankCut { reduction } => write!(f, "RankCut, {reduction} less deep"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibrate::Work;

    #[test]
    fn ranks_are_told_in_both_orders() {
        let full = |ranks: &[usize]| Full {
            value: 0,
            best: String::new(),
            values: Vec::new(),
            ranks: ranks.to_vec(),
            work: Work::default(),
        };
        let searched = [full(&[0, 2, 2, 2]), full(&[1, 1, 3, 0]), full(&[0, 0, 1, 4]), full(&[0])];
        let (ranks, engine_ranks) = Material::ranks_of(&searched, 4);
        // The search half as deep has depth 2.
        assert_eq!(ranks.to_string(), "0-0-0-0-1/1/0-0-1");
        // The move of depth 3 comes first: 2 is 0 then, 0 behind 3 is 1, and 4 behind 1 stays 4.
        assert_eq!(engine_ranks.to_string(), "1-1-0-0-1");
    }
}
