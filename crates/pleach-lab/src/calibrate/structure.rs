//! The policies that a calibration chooses from: what is left out, with one dial for the caution.

use super::CalibrateError;
use super::measure::Full;
use super::predict::{Predictions, Predictor, half};
use pleach::Score;
use pleach::prune::{
    Chances, Cut, Cutting, IntegratedRule, NullMove, Pair, Place, Policy, Ranks, Regression, Rule, Rules,
};
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
        /// See [`Cut::preview`].
        preview: f64,
        /// What is left out beside.
        aid: Option<Aid>,
        /// How deep the searches are that predict.
        by: Predictor,
        /// How careful it is in each stage of the risk, as multiples of the caution.
        stages: [f64; RISK_STAGES],
    },
    /// Moves of the root that stand behind those worth searching, as in the thesis.
    NodeCutting,
    /// Tests at the root's moves, of which the first bad one behind those worth searching ends the search.
    Integrated,
    /// Late moves by how seldom such moves have turned out best.
    RankCut {
        /// How much less deep they are searched.
        reduction: u32,
        /// The depth of nodes that leave them out.
        drop: u32,
    },
    /// Nodes whose side to move could as well pass. It has no caution.
    Passing(NullMove),
}

/// What may be left out beside tests, without a test of its own.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aid {
    /// Late moves near the horizon.
    Late(Late),
    /// Nodes whose side to move could as well pass.
    Passing(NullMove),
}

/// Late moves near the horizon that are left out: most of a tree's nodes are there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Late {
    /// The greatest depth of their nodes.
    pub drop: u32,
    /// The quantile of the chance of a better move under which they are late.
    pub caution: f64,
}

impl Late {
    /// The chance of a better move under which they are late.
    pub fn chance(&self) -> f64 {
        chance(self.caution)
    }
}

/// A kind of [`Aid`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AidKind {
    /// [`Aid::Late`].
    LateMoves,
    /// [`Aid::Passing`].
    NullMove,
}

impl AidKind {
    /// All of them.
    pub const ALL: [AidKind; 2] = [AidKind::LateMoves, AidKind::NullMove];

    /// What is tried by itself, to find out whether it is worth trying beside tests.
    pub(super) fn structures(self) -> &'static [Structure] {
        match self {
            AidKind::LateMoves => &Structure::DROPPING,
            AidKind::NullMove => &Structure::PASSING,
        }
    }
}

/// What a calibration tries: what [`Structure::all`] is made of.
///
/// ```
/// use pleach_lab::calibrate::{AidKind, Choices, Structure};
/// let choices = Choices { only: vec!["GPC".to_owned()], aids: vec![AidKind::NullMove], ..Choices::default() };
/// let names: Vec<String> = Structure::all(&choices, &[]).iter().map(|one| one.to_string()).collect();
/// assert!(names.iter().all(|name| name.starts_with("GPC")), "{names:?}");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Choices {
    /// How many more standard deviations for every ply away from the root.
    pub slopes: Vec<f64>,
    /// How many more for the moves of the side that moves at the root.
    pub leans: Vec<f64>,
    /// What may be left out beside tests.
    pub aids: Vec<AidKind>,
    /// How the names of the structures begin, whatever the case of their letters; all, if there is none.
    pub only: Vec<String>,
}

impl Default for Choices {
    /// Those that have been worth trying in any game.
    fn default() -> Self {
        Choices { slopes: vec![0.0, 0.1], leans: vec![0.0], aids: AidKind::ALL.to_vec(), only: Vec::new() }
    }
}

impl Choices {
    fn admits(&self, structure: &Structure) -> bool {
        let name = structure.to_string().to_lowercase();
        self.only.is_empty() || self.only.iter().any(|beginning| name.starts_with(&beginning.to_lowercase()))
    }

    /// Whether it matters how often late moves turn out best.
    pub(super) fn need_chances(&self) -> bool {
        let by_chance = |structure: &Structure| matches!(structure, Structure::RankCut { .. });
        self.aids.contains(&AidKind::LateMoves) || Structure::all(self, &[]).iter().any(by_chance)
    }
}

/// The stages of a game in which a risk is told and kept apart.
pub(super) const RISK_STAGES: usize = 3;
/// As careful in every stage.
const EVENLY: [f64; RISK_STAGES] = [1.0; RISK_STAGES];
/// How far the static value must be over what a node would have to reach before a test is worth making, in standard
/// deviations. An open gate lets many tests fail; a narrow one goes with cheap tests that are nearly always right.
const OPEN_GATE: f64 = -1.5;
const GATE: f64 = -0.5;
const NARROW_GATE: f64 = 0.5;
/// How careful previews are where they are less so than the last iteration.
const HASTY_PREVIEW: f64 = 0.5;
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
    /// The widest difference of values in the fitting set: what a move that loses more counts as.
    pub most_loss: f64,
    /// Whether the game knows which positions are [calm](pleach::engine::Knowledge::is_quiet): then no others are tested.
    pub calm: bool,
}

impl Material {
    /// The widest difference between evaluations that full searches have found; at least a point.
    pub fn widest(full: &[Full]) -> f64 {
        let is_evaluation = |value: &i32| Score::new(*value).is_evaluation() && value.abs() < Score::LIMIT;
        let values = || full.iter().flat_map(|found| &found.values).copied().filter(is_evaluation);
        let widest = values().max().zip(values().min()).map_or(0, |(most, least)| most.saturating_sub(least));
        f64::from(widest.max(1))
    }

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
    /// Late moves that are left out, and nothing else.
    pub const DROPPING: [Structure; 2] =
        [Structure::RankCut { reduction: 0, drop: 1 }, Structure::RankCut { reduction: 0, drop: 2 }];

    /// Tests as in the textbook.
    const TEXTBOOK: Structure = Structure::tests(Place::Node, None);

    /// Null moves, and nothing else: bold ones and careful ones.
    pub const PASSING: [Structure; 3] = [
        Structure::Passing(NullMove { reduction: 2, depth: 3 }),
        Structure::Passing(NullMove { reduction: 2, depth: 4 }),
        Structure::Passing(NullMove { reduction: 2, depth: 5 }),
    ];

    /// Tests by searches about half as deep, as careful in previews as later, and nothing else.
    const fn tests(place: Place, gate: Option<f64>) -> Structure {
        let by = Predictor::Half;
        Structure::Tests { place, gate, slope: 0.0, lean: 0.0, preview: 1.0, aid: None, by, stages: EVENLY }
    }

    /// The structures to try, with and without these aids.
    pub fn all(choices: &Choices, aids: &[Aid]) -> Vec<Structure> {
        let mut all = Vec::new();
        for place in [Place::Node, Place::Move, Place::Rest] {
            let tests = |(gate, by), slope, lean, aid| {
                let (gate, preview, stages) = (Some(gate), HASTY_PREVIEW, EVENLY);
                Structure::Tests { place, gate, slope, lean, preview, aid, by, stages }
            };
            all.push(Structure::tests(place, Some(GATE)));
            all.push(tests((NARROW_GATE, Predictor::Half), 0.0, 0.0, None));
            for kind in [(GATE, Predictor::Half), (NARROW_GATE, Predictor::Quarter)] {
                all.push(tests(kind, 0.0, 0.0, None));
                all.extend(aids.iter().map(|&aid| tests(kind, 0.0, 0.0, Some(aid))));
            }
            for &slope in &choices.slopes {
                for &lean in &choices.leans {
                    all.push(tests((OPEN_GATE, Predictor::Half), slope, lean, None));
                    if (slope, lean) != (0.0, 0.0) {
                        all.push(tests((NARROW_GATE, Predictor::Quarter), slope, lean, None));
                    }
                }
            }
        }
        // The textbook's form, to compare with.
        all.push(Structure::TEXTBOOK);
        all.extend([Structure::NodeCutting, Structure::Integrated]);
        all.extend([1, 2].map(|reduction| Structure::RankCut { reduction, drop: 0 }));
        all.extend(aids.iter().map(|aid| match *aid {
            Aid::Late(Late { drop, .. }) => Structure::RankCut { reduction: 0, drop },
            Aid::Passing(null_move) => Structure::Passing(null_move),
        }));
        all.retain(|structure| choices.admits(structure));
        all
    }

    /// What it does with a caution as an aid of tests, if it can be one.
    pub fn aid(&self, t: f64) -> Option<Aid> {
        match *self {
            Structure::RankCut { reduction: 0, drop } => Some(Aid::Late(Late { drop, caution: t })),
            Structure::Passing(null_move) => Some(Aid::Passing(null_move)),
            _ => None,
        }
    }

    /// The same structure, and its aid so many times as careful. A null move has no caution of its own: where more is
    /// wanted, it is not made.
    pub fn with_aid_scaled(&self, factor: f64) -> Structure {
        let mut scaled = *self;
        if let Structure::Tests { aid, .. } = &mut scaled {
            *aid = aid.and_then(|aid| match aid {
                Aid::Late(late) => Some(Aid::Late(Late { caution: factor * late.caution, ..late })),
                Aid::Passing(_) => (factor <= 1.0).then_some(aid),
            });
        }
        scaled
    }

    /// The same structure with other multiples of the caution in the stages of the risk; none if it makes no tests.
    pub(super) fn with_stages(&self, multiples: [f64; RISK_STAGES]) -> Option<Structure> {
        let mut other = *self;
        match &mut other {
            Structure::Tests { stages, .. } => *stages = multiples,
            _ => return None,
        }
        Some(other)
    }

    /// The tests and the rules with a caution. Where there are no tests, the caution is the quantile of a
    /// probability.
    pub fn parts(&self, material: &Material, t: f64) -> Result<(Option<Cut>, Rules), CalibrateError> {
        let deepest = material.depth - 1;
        let own = match *self {
            Structure::Tests { place, gate, slope, lean, preview, aid, by, stages } => {
                let model = material.predictions.model(deepest, by, &stages)?;
                let calm = material.calm;
                let cut = Cut { gate, slope, lean, preview, calm, nested: true, ..Cut::new(place, model, t) };
                let aid = aid.map(|aid| material.rule(aid));
                return Ok((Some(cut), aid.into_iter().chain(material.beside.iter().cloned()).collect()));
            }
            Structure::NodeCutting => Rule::NodeCutting(material.cutting(1.0 - chance(t))?),
            Structure::Integrated => {
                let pair = Pair::new(deepest, half(deepest), material.line(deepest)?, t)?;
                let cutting = material.cutting(INTEGRATED_PROBABILITY)?;
                Rule::Integrated(IntegratedRule::new(pair, cutting))
            }
            Structure::RankCut { reduction, drop } => {
                material.late_moves(reduction, Late { drop, caution: t })
            }
            Structure::Passing(null_move) => Rule::NullMove(null_move),
        };
        Ok((None, std::iter::once(own).chain(material.beside.iter().cloned()).collect()))
    }

    /// The policy with a caution.
    pub fn policy(&self, material: &Material, t: f64) -> Result<Policy, CalibrateError> {
        let (cut, rules) = self.parts(material, t)?;
        Ok(Policy::of(cut, &rules)?)
    }
}

/// The chance that a caution stands for where there are no tests: that of a normal variable beyond it.
fn chance(t: f64) -> f64 {
    Normal::standard().sf(t)
}

impl Material {
    fn late_moves(&self, reduction: u32, late: Late) -> Rule {
        Rule::RankCut(self.chances.rank_cut(late.chance(), reduction).dropping(late.drop))
    }

    fn rule(&self, aid: Aid) -> Rule {
        match aid {
            Aid::Late(late) => self.late_moves(0, late),
            Aid::Passing(null_move) => Rule::NullMove(null_move),
        }
    }

    fn cutting(&self, probability: f64) -> Result<Cutting, CalibrateError> {
        Ok(Cutting::new(self.depth - 1, 1, probability, self.engine_ranks.clone())?)
    }

    fn line(&self, deep: u32) -> Result<Regression, CalibrateError> {
        let fits = self.predictions.fits();
        let pair = fits.iter().find(|pair| pair.deep == deep && pair.shallow == half(deep));
        pair.map(|pair| pair.whole.line).ok_or(CalibrateError::NoPrediction(deep))
    }
}

impl std::fmt::Display for Structure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Structure::Tests { place, gate, slope, lean, preview, aid, by, stages } => {
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
                if preview < 1.0 {
                    write!(f, ", preview {preview}")?;
                }
                if by == Predictor::Quarter {
                    f.write_str(", a quarter as deep")?;
                }
                if stages != EVENLY {
                    write!(
                        f,
                        ", caution by stage {}",
                        stages.map(|multiple| format!("{multiple:.2}")).join("/")
                    )?;
                }
                aid.map_or(Ok(()), |aid| write!(f, ", {aid}"))
            }
            Structure::NodeCutting => f.write_str("node-cutting"),
            Structure::Integrated => f.write_str("integrated"),
            Structure::RankCut { reduction: 0, drop } => write!(f, "late moves left out, {}", plies(drop)),
            Structure::RankCut { reduction, .. } => write!(f, "RankCut, {reduction} less deep"),
            Structure::Passing(null_move) => Aid::Passing(null_move).fmt(f),
        }
    }
}

impl std::fmt::Display for Aid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Aid::Late(late) => {
                write!(f, "late moves left out, {}, {:.2} %", plies(late.drop), 100.0 * late.chance())
            }
            Aid::Passing(NullMove { reduction, depth }) => {
                write!(f, "null move, {reduction} less deep, from depth {depth}")
            }
        }
    }
}

fn plies(count: u32) -> String {
    if count == 1 { "last ply".to_owned() } else { format!("last {count} plies") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibrate::Work;

    #[test]
    fn aids_are_tried_with_tests_and_alone_where_they_are_worth_it() {
        let choices = Choices::default();
        let late = Structure::DROPPING[0].aid(2.0).unwrap();
        assert!(matches!(late, Aid::Late(late) if late.drop == 1 && (late.chance() - 0.02275).abs() < 1e-5));
        let passing = Structure::PASSING[1].aid(2.0).unwrap();
        assert_eq!(Structure::NodeCutting.aid(2.0), None);
        let (without, with) = (Structure::all(&choices, &[]), Structure::all(&choices, &[late, passing]));
        let names: Vec<String> = with.iter().map(Structure::to_string).collect();
        assert_eq!(with.iter().filter(|structure| !without.contains(structure)).count(), 14);
        for name in [
            "GPC, gate -0.5, preview 0.5, late moves left out, last ply, 2.28 %",
            "late moves left out, last ply",
            "ProbCut, gate -0.5, preview 0.5, null move, 2 less deep, from depth 4",
            "null move, 2 less deep, from depth 4",
        ] {
            assert!(names.iter().any(|one| one == name), "{name}");
        }
    }

    #[test]
    fn what_is_tried_can_be_limited() {
        let only = |names: &[&str], aids: &[AidKind]| Choices {
            only: names.iter().map(|&name| name.to_owned()).collect(),
            aids: aids.to_vec(),
            ..Choices::default()
        };
        let names = |choices: &Choices| -> Vec<String> {
            Structure::all(choices, &[]).iter().map(Structure::to_string).collect()
        };
        assert_eq!(names(&only(&["node"], &[])), ["node-cutting"]);
        assert!(names(&only(&["gpc", "int"], &[])).iter().any(|name| name == "integrated"));
        assert!(names(&only(&["gpc"], &[])).iter().all(|name| name.starts_with("GPC")));
        assert!(Choices::default().need_chances() && only(&["rankcut"], &[]).need_chances());
        assert!(!only(&["gpc"], &[AidKind::NullMove]).need_chances());
        assert!(only(&["gpc"], &AidKind::ALL).need_chances());
    }

    #[test]
    fn a_more_careful_step_has_a_more_careful_aid() {
        let tests = |aid| {
            let (place, gate, by) = (Place::Move, None, Predictor::Half);
            Structure::Tests { place, gate, slope: 0.0, lean: 0.0, preview: 1.0, aid, by, stages: EVENLY }
        };
        let late = |caution| tests(Structure::DROPPING[1].aid(caution));
        assert_eq!(late(2.0).with_aid_scaled(1.5), late(3.0));
        let passing = tests(Structure::PASSING[0].aid(2.0));
        assert_eq!(passing.with_aid_scaled(1.05), tests(None));
        assert_eq!(passing.with_aid_scaled(0.9), passing);
        assert_eq!(Structure::NodeCutting.with_aid_scaled(2.0), Structure::NodeCutting);
    }

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
