//! The pruning methods, a file each: what a method is called, its options, how they are read and printed, and what the method
//! is to the engine. What the textbook's searches do by it is in [`textbook::selective`](crate::textbook::selective).

mod end_cut;
mod fgpc;
mod focus;
mod futility;
mod gpc;
mod integrated;
mod late_moves;
mod multi_cut;
mod multi_probcut;
mod node_cutting;
mod null_move;
mod probcut;
mod rank_cut;
mod razoring;
mod reading;
mod rules;
mod tests;

pub use end_cut::EndCut;
pub use fgpc::Fgpc;
pub use focus::FocusRule;
pub use futility::Futility;
pub use gpc::{Gpc, Sides};
pub use integrated::IntegratedRule;
pub use late_moves::LateMoves;
pub use multi_cut::MultiCut;
pub use multi_probcut::MultiProbCut;
pub use node_cutting::{BadProbability, Cutting};
pub use null_move::NullMove;
pub use probcut::ProbCut;
pub use rank_cut::{BadRankCut, Chances, RankCut, Situation};
pub use razoring::Razoring;
pub use rules::Rules;
pub use tests::{Base, Tests};

use super::policy::{BadPolicy, Policy};
use crate::spec::{Spec, SpecError};
use std::fmt;
use std::str::FromStr;

/// A pruning method with its options, read from and written as `NAME[:key=value,...]`.
///
/// The tests of the ProbCut family are given by `d`, `s` (the depths of the deep and the shallow search), `a`,
/// `b`, `sigma` (the [`Regression`](super::Regression); a = 1 and b = 0 unless said) and `t` (the standard deviations to spare). Several pairs of
/// depths are `pairs=D-S/D-S/...`, and then `a`, `b`, `sigma` and `t` have one value for all pairs or one for each,
/// separated by `/`. The figures of the thesis test against infinite bounds, too, which can never hit: `infinite=skip`
/// leaves that out.
///
/// ```
/// use pleach::prune::Rule;
/// let rule: Rule = "probcut:d=2,s=1,sigma=10,t=1.5".parse().unwrap();
/// assert_eq!(rule.to_string(), "probcut:d=2,s=1,a=1,b=0,sigma=10,t=1.5");
/// let rule: Rule = "gmpc:pairs=3-1/5-1,a=1/0.97,sigma=10/12,t=1.5,base=max".parse().unwrap();
/// assert_eq!(rule.to_string(), "gmpc:pairs=3-1/5-1,a=1/0.97,b=0,sigma=10/12,t=1.5,base=max");
/// let nonsense = "gpc:d=2,s=2,sigma=10,t=1.5".parse::<Rule>().unwrap_err();
/// assert_eq!(nonsense.to_string(), "gpc: s = 2: the shallow search must be less deep than d = 2");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Rule {
    /// `razoring`.
    Razoring(Razoring),
    /// `probcut`.
    ProbCut(ProbCut),
    /// `mpc`.
    MultiProbCut(MultiProbCut),
    /// `endcut`.
    EndCut(EndCut),
    /// `gpc`, and with several pairs `gmpc`.
    Gpc(Gpc),
    /// `fgpc`, and with several pairs `fgmpc`.
    Fgpc(Fgpc),
    /// `node-cutting`.
    NodeCutting(Cutting),
    /// `integrated`.
    Integrated(IntegratedRule),
    /// `focus`.
    Focus(FocusRule),
    /// `null-move`.
    NullMove(NullMove),
    /// `late-move-reduction`.
    LateMoves(LateMoves),
    /// `rankcut`.
    RankCut(RankCut),
    /// `futility`.
    Futility(Futility),
    /// `multi-cut`.
    MultiCut(MultiCut),
}

/// What every pruning method says of itself.
trait PruningMethod {
    /// Its name, options and purpose.
    fn described(&self) -> &'static Described;

    /// Its options as they are read, without those that are at their defaults and seldom given.
    fn options(&self) -> String;

    /// Adds what the engine does by it to a policy.
    fn apply_to(&self, policy: &mut Policy) -> Result<(), BadPolicy>;
}

/// A name people can type, with its options and one line of explanation.
#[derive(Clone, Copy, Debug)]
pub struct Described {
    /// The name.
    pub name: &'static str,
    /// The options it takes, in words.
    pub options: &'static str,
    /// What it does, in one line with the paper.
    pub about: &'static str,
    /// Whether only the engine has it: it is no algorithm of the thesis.
    pub is_engine_only: bool,
    /// Reads its options.
    read: fn(&mut Spec) -> Result<Rule, SpecError>,
}

impl Rule {
    /// The methods by name.
    ///
    /// ```
    /// use pleach::prune::Rule;
    /// assert!(Rule::KNOWN.iter().any(|method| method.name == "fgmpc"));
    /// ```
    pub const KNOWN: [Described; 16] = [
        razoring::RAZORING,
        probcut::PROBCUT,
        multi_probcut::MPC,
        end_cut::ENDCUT,
        gpc::GPC,
        fgpc::FGPC,
        gpc::GMPC,
        fgpc::FGMPC,
        node_cutting::NODE_CUTTING,
        integrated::INTEGRATED,
        focus::FOCUS,
        null_move::NULL_MOVE,
        late_moves::LATE_MOVE_REDUCTION,
        rank_cut::RANKCUT,
        futility::FUTILITY,
        multi_cut::MULTI_CUT,
    ];

    fn method(&self) -> &dyn PruningMethod {
        match self {
            Rule::Razoring(method) => method,
            Rule::ProbCut(method) => method,
            Rule::MultiProbCut(method) => method,
            Rule::EndCut(method) => method,
            Rule::Gpc(method) => method,
            Rule::Fgpc(method) => method,
            Rule::NodeCutting(method) => method,
            Rule::Integrated(method) => method,
            Rule::Focus(method) => method,
            Rule::NullMove(method) => method,
            Rule::LateMoves(method) => method,
            Rule::RankCut(method) => method,
            Rule::Futility(method) => method,
            Rule::MultiCut(method) => method,
        }
    }

    /// Whether only the engine has it.
    pub fn is_engine_only(&self) -> bool {
        self.method().described().is_engine_only
    }

    /// The name without options.
    pub fn name(&self) -> &'static str {
        self.method().described().name
    }

    /// Adds what the engine does by it to a policy.
    pub(super) fn apply_to(&self, policy: &mut Policy) -> Result<(), BadPolicy> {
        self.method().apply_to(policy)
    }
}

impl FromStr for Rule {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Rule, SpecError> {
        let mut spec: Spec = text.parse()?;
        let method = Rule::KNOWN.iter().find(|method| method.name == spec.name());
        let rule = (method.ok_or_else(|| unknown(spec.name()))?.read)(&mut spec)?;
        spec.finish()?;
        Ok(rule)
    }
}

/// Why a name is no method.
fn unknown(name: &str) -> SpecError {
    if name == Rules::NONE {
        return SpecError::new("'none' cannot be joined to other pruning methods".to_owned());
    }
    let known = Rule::KNOWN.iter().map(|known| known.name);
    let names: Vec<&str> = std::iter::once(Rules::NONE).chain(known).collect();
    SpecError::unknown("pruning method", name, &names)
}

/// The name with all numbers and with the options that differ from their defaults; it reads back to the same.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = self.method().options();
        let colon = if options.is_empty() { "" } else { ":" };
        write!(f, "{}{colon}{options}", self.name())
    }
}

/// Puts a method where the engine follows one at a time.
fn put<T>(place: &mut Option<T>, rule: T, name: &'static str) -> Result<(), BadPolicy> {
    match place.replace(rule) {
        None => Ok(()),
        Some(_) => Err(BadPolicy::Twice(name)),
    }
}

#[cfg(test)]
mod reading_tests {
    use super::*;

    #[test]
    fn methods_read_back_as_they_are_written() {
        let texts = [
            "razoring",
            "razoring:margin=50",
            "razoring:margin=inf",
            "probcut:d=2,s=1,a=1,b=0,sigma=10,t=1.5",
            "probcut:d=2,s=0,a=0.971,b=25.7,sigma=68.2,t=inf,infinite=skip",
            "mpc:pairs=3-1/5-1/8-2/8-4,a=1/0.97/0.9/0.95,b=-1,sigma=10,t=1.5",
            "endcut:pairs=9-2/10-2,a=1,b=0,sigma=3/3.5,t=1",
            "gpc:d=2,s=1,a=1,b=0,sigma=10,t=1.5,base=max,sides=both",
            "gmpc:pairs=3-1/5-1,a=1,b=0,sigma=10,t=1.5",
            "fgpc:d=2,s=1,a=1,b=0,sigma=10,t=1.5",
            "fgmpc:pairs=3-1/5-1,a=1,b=0,sigma=10,t=1.5,base=max",
            "node-cutting:d=2,s=1,p=0.95,ranks=90-6-3-1/40-50-8-2",
            "integrated:d=2,s=0,a=1,b=0,sigma=10,t=1.5,rank-depth=1,p=0.95,ranks=90-6-3-1",
            "focus",
            "focus:margin=50",
            "focus:margin=inf",
            "null-move:r=3,depth=4",
            "late-move-reduction:after=3,r=1,depth=3",
            "rankcut:r=1,after=x/x-8-4.9/x-6",
            "rankcut:r=0,drop=2,after=x-8-4.9",
            "futility:margin=50,depth=2",
            "multi-cut:m=6,c=3,r=2,depth=4",
        ];
        for text in texts {
            let rule: Rule = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(rule.to_string(), text);
            assert!(Rule::KNOWN.iter().any(|known| known.name == rule.name()));
        }
    }

    #[test]
    fn nonsense_is_one_clear_line() {
        let cases = [
            ("probcut:d=2,s=1,sigma=10", "probcut: the option 't' is needed"),
            ("probcut:s=1,sigma=10,t=1", "probcut: the option 'd' is needed"),
            (
                "probcut:d=2,s=2,sigma=10,t=1",
                "probcut: s = 2: the shallow search must be less deep than d = 2",
            ),
            ("probcut:d=2,s=1,a=0,sigma=1,t=1", "probcut: a = 0: the slope must be a number above 0"),
            ("probcut:d=2,s=1,a=nan,sigma=1,t=1", "probcut: a = NaN: the slope must be a number above 0"),
            (
                "gpc:d=2,s=1,sigma=-1,t=1",
                "gpc: sigma = -1: the standard deviation must be a number, 0 or more",
            ),
            (
                "gpc:d=2,s=1,sigma=1,t=-1",
                "gpc: t = -1: the standard deviations to spare must be a number, 0 or more (inf: never cut)",
            ),
            (
                "gpc:d=2,s=1,sigma=1,t=nan",
                "gpc: t = NaN: the standard deviations to spare must be a number, 0 or more (inf: never cut)",
            ),
            (
                "gpc:d=2,s=1,sigma=ten,t=1",
                "gpc: sigma=ten: expected a number, or one for each pair separated by '/'",
            ),
            ("mpc:pairs=3-1/5,sigma=1,t=1", "mpc: pairs=3-1/5: expected depths such as 3-1/5-1/8-4"),
            ("mpc:pairs=3-1/5-1,sigma=1/2/3,t=1", "mpc: sigma has 3 numbers for 2 pairs"),
            ("probcut:pairs=3-1/5-1,sigma=1,t=1", "probcut: takes one pair of depths; mpc takes several"),
            (
                "node-cutting:d=2,s=1,p=1.5,ranks=1",
                "node-cutting: p = 1.5: the probability must be a number from 0 to 1 (1: nothing is cut)",
            ),
            (
                "node-cutting:d=2,s=0,p=0.5,ranks=1",
                "node-cutting: the search for the best move must be at least 1 ply deep",
            ),
            ("node-cutting:d=2,s=1,p=0.5", "node-cutting: the option 'ranks' is needed"),
            (
                "fgpc:d=2,s=1,sigma=1,t=1,sides=both",
                "fgpc: unknown option 'sides' (available: pairs, d, s, a, b, sigma, t, infinite, base)",
            ),
            ("probcutt", "unknown pruning method 'probcutt' (did you mean 'probcut'?)"),
            ("null-move:r=0", "null-move: r=0: expected a whole number from 1"),
            ("rankcut", "rankcut: the option 'after' is needed; `pleach calibrate` finds it"),
            ("rankcut:r=0,after=3", "rankcut: with r = 0 and drop = 0 nothing is left out"),
            ("rankcut:drop=-1,after=3", "rankcut: drop=-1: expected a whole number from 0"),
            ("futility", "futility: the option 'margin' is needed: points of the evaluator per ply"),
            ("multi-cut:m=3,c=4", "multi-cut: c = 4: of m = 3 moves no more than 3 can fail high"),
        ];
        for (text, message) in cases {
            assert_eq!(text.parse::<Rule>().unwrap_err().to_string(), message, "{text}");
        }
    }
}
