//! The pruning methods with their options.

use super::{Futility, LateMoves, MultiCut, NullMove, Pair, Pairs, RankCut, Ranks};
use std::fmt;

/// A pruning method with its options, read from and written as `NAME[:key=value,...]`.
///
/// The tests of the ProbCut family are given by `d`, `s` (the depths of the deep and the shallow search), `a`,
/// `b`, `sigma` (the [`Line`](super::Line); a = 1 and b = 0 unless said) and `t` (the standard deviations to spare). Several pairs of
/// depths are `pairs=D-S/D-S/...`, and then `a`, `b`, `sigma` and `t` have one value for all pairs or one for each,
/// parted by `/`. The figures of the thesis test against infinite bounds, too, which can never hit: `infinite=skip`
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
    /// Moves that look worse than the best so far; see [`Razoring`](crate::textbook::selective::Razoring).
    Razoring {
        /// How much worse they may look; none: however bad they look they are searched.
        margin: Option<u32>,
    },
    /// See [`ProbCut`](crate::textbook::selective::ProbCut).
    ProbCut {
        /// The test.
        pair: Pair,
        /// Whether infinite bounds are tested, as the figure does.
        infinite: bool,
    },
    /// See [`MultiProbCut`](crate::textbook::selective::MultiProbCut).
    MultiProbCut(Tests),
    /// See [`EndCut`](crate::textbook::selective::EndCut).
    EndCut(Tests),
    /// GPC, and with several pairs GMPC; see [`Gpc`](crate::textbook::selective::Gpc).
    Gpc {
        /// The tests.
        tests: Tests,
        /// What a move must not stay under.
        base: Base,
        /// Which bounds are tested.
        sides: Sides,
    },
    /// FGPC, and with several pairs FGMPC; see [`Fgpc`](crate::textbook::selective::Fgpc).
    Fgpc {
        /// The tests.
        tests: Tests,
        /// What a move must not stay under.
        base: Base,
    },
    /// See [`NodeCutting`](crate::textbook::selective::NodeCutting).
    NodeCutting(Cutting),
    /// See [`Integrated`](crate::textbook::selective::Integrated).
    Integrated {
        /// The tests.
        tests: Tests,
        /// What a move must not stay under.
        base: Base,
        /// Where skipping becomes stopping.
        cutting: Cutting,
    },
    /// See [`Focus`](crate::textbook::selective::Focus).
    Focus {
        /// How far below 0 a move may be rated and still be searched; none: all moves are.
        margin: Option<u32>,
    },
    /// See [`NullMove`]; of the engine alone, like the next.
    NullMove(NullMove),
    /// See [`LateMoves`].
    LateMoves(LateMoves),
    /// See [`RankCut`].
    RankCut(RankCut),
    /// See [`Futility`].
    Futility(Futility),
    /// See [`MultiCut`].
    MultiCut(MultiCut),
}

/// The tests of a method of the ProbCut family.
#[derive(Clone, Debug, PartialEq)]
pub struct Tests {
    /// The pairs of depths with their predictions.
    pub pairs: Pairs,
    /// Whether infinite bounds are tested, as the thesis' figures and traces do. That can never hit.
    pub infinite: bool,
}

impl<P: Into<Pairs>> From<P> for Tests {
    /// The tests as the figures have them.
    fn from(pairs: P) -> Tests {
        Tests { pairs: pairs.into(), infinite: true }
    }
}

/// What the moves of a node are held against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Base {
    /// The best value of the node so far, `g` of the figures.
    #[default]
    Best,
    /// That or alpha, whichever is higher: a move that stays under alpha is of no use either.
    Window,
}

/// Which bounds the tests at a move are made for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sides {
    /// The move's value stays under the base, as in the figures.
    #[default]
    Low,
    /// That, or it reaches beta; and a move that is not searched counts as the bound. This is ProbCut, made from
    /// the parent.
    Both,
}

/// What node-cutting goes by.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Cutting {
    deep: u32,
    shallow: u32,
    probability: f64,
    ranks: Ranks,
}

/// A probability that is none.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("p = {0}: the probability must be a number from 0 to 1 (1: nothing is cut)")]
pub struct BadProbability(f64);

impl Cutting {
    /// At nodes whose children have `deep` plies left, a search of `shallow` plies finds the index y of the best
    /// move; only moves up to the smallest index x with F(x | y) >= `probability` are searched.
    ///
    /// ```
    /// use pleach::prune::{Cutting, Ranks};
    /// let ranks: Ranks = "90-6-3-1".parse().unwrap();
    /// assert!(Cutting::new(2, 1, 1.5, ranks.clone()).is_err());
    /// assert_eq!(Cutting::new(2, 1, 0.95, ranks).unwrap().last(0), Some(1));
    /// ```
    pub fn new(deep: u32, shallow: u32, probability: f64, ranks: Ranks) -> Result<Cutting, BadProbability> {
        if !(0.0..=1.0).contains(&probability) {
            return Err(BadProbability(probability));
        }
        Ok(Cutting { deep, shallow, probability, ranks })
    }

    /// The plies left below the nodes that are cut.
    pub fn deep(&self) -> u32 {
        self.deep
    }

    /// The plies of the search that looks for y, from the node itself.
    pub fn shallow(&self) -> u32 {
        self.shallow
    }

    /// The probability that the best move is among those that are searched.
    pub fn probability(&self) -> f64 {
        self.probability
    }

    /// The counts behind F(x | y).
    pub fn ranks(&self) -> &Ranks {
        &self.ranks
    }

    /// The index of the last move to search; none if all are.
    pub fn last(&self, y: usize) -> Option<usize> {
        self.ranks.cut(y, self.probability)
    }

    /// Whether anything is ever cut.
    pub fn can_cut(&self) -> bool {
        self.probability < 1.0 && self.ranks.total() > 0
    }
}

/// A name people can type, with its options and one line of explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Described {
    /// The name.
    pub name: &'static str,
    /// The options it takes, in words.
    pub options: &'static str,
    /// What it does, in one line with the paper.
    pub about: &'static str,
}

const fn described(name: &'static str, options: &'static str, about: &'static str) -> Described {
    Described { name, options, about }
}

const ONE: &str = "d, s, a, b, sigma, t, infinite";
const MANY: &str = "pairs, a, b, sigma, t, infinite";

impl Rule {
    /// The methods by name.
    ///
    /// ```
    /// use pleach::prune::Rule;
    /// assert!(Rule::KNOWN.iter().any(|method| method.name == "fgmpc"));
    /// ```
    pub const KNOWN: [Described; 16] = [
        described(
            "razoring",
            "margin",
            "moves that look worse than the best so far are skipped (Birmingham and Kent)",
        ),
        described(
            "probcut",
            ONE,
            "nodes that a shallow search puts outside the window (Buro; Tong fig. 1.7)",
        ),
        described("mpc", MANY, "ProbCut with several pairs of depths, Multi-ProbCut (Buro; Tong fig. 1.8)"),
        described(
            "endcut",
            MANY,
            "ProbCut in a search to the end of the game, d being the moves left (Buro)",
        ),
        described(
            "gpc",
            "d, s, a, b, sigma, t, base, sides, infinite",
            "moves that a shallow search puts under the best so far are skipped (Tong figs. 2.4-2.6)",
        ),
        described(
            "fgpc",
            "d, s, a, b, sigma, t, base, infinite",
            "the first such move ends its node; needs a good order (Tong figs. 3.3-3.5)",
        ),
        described(
            "gmpc",
            "pairs, a, b, sigma, t, base, sides, infinite",
            "GPC with several pairs of depths (Tong, future work)",
        ),
        described(
            "fgmpc",
            "pairs, a, b, sigma, t, base, infinite",
            "FGPC with several pairs of depths (Tong, future work)",
        ),
        described(
            "node-cutting",
            "d, s, p, ranks",
            "moves behind the place where the best one most likely stands (Tong ch. 4)",
        ),
        described(
            "integrated",
            "d, s, a, b, sigma, t, base, infinite, rank-depth, p, ranks",
            "GPC up to that place, FGPC behind it (Tong ch. 5)",
        ),
        described(
            "focus",
            "margin",
            "moves that the game's focus network finds not worth searching (Moriarty and Miikkulainen 1994)",
        ),
        described("null-move", "r, depth", "nodes that are good enough even without moving (engine)"),
        described(
            "late-move-reduction",
            "after, r, depth",
            "late moves are searched less deep first (engine)",
        ),
        described(
            "rankcut",
            "r, drop, after",
            "late moves by how seldom such moves turned out best (Lim and Lee 2006; engine)",
        ),
        described(
            "futility",
            "margin, depth",
            "moves near the horizon that cannot make good what is missing (engine)",
        ),
        described(
            "multi-cut",
            "m, c, r, depth",
            "c of m moves fail high less deep (Bjornsson and Marsland; engine)",
        ),
    ];

    /// Whether only the engine can have it: it is no algorithm of the thesis.
    pub fn is_of_the_engine(&self) -> bool {
        use Rule::{Futility, LateMoves, MultiCut, NullMove, RankCut};
        matches!(self, NullMove(_) | LateMoves(_) | RankCut(_) | Futility(_) | MultiCut(_))
    }

    /// The name without options.
    pub fn name(&self) -> &'static str {
        match self {
            Rule::Razoring { .. } => "razoring",
            Rule::ProbCut { .. } => "probcut",
            Rule::MultiProbCut(_) => "mpc",
            Rule::EndCut(_) => "endcut",
            Rule::Gpc { tests, .. } if tests.pairs.iter().len() > 1 => "gmpc",
            Rule::Gpc { .. } => "gpc",
            Rule::Fgpc { tests, .. } if tests.pairs.iter().len() > 1 => "fgmpc",
            Rule::Fgpc { .. } => "fgpc",
            Rule::NodeCutting(_) => "node-cutting",
            Rule::Integrated { .. } => "integrated",
            Rule::Focus { .. } => "focus",
            Rule::NullMove(_) => "null-move",
            Rule::LateMoves(_) => "late-move-reduction",
            Rule::RankCut(_) => "rankcut",
            Rule::Futility(_) => "futility",
            Rule::MultiCut(_) => "multi-cut",
        }
    }
}

/// The name with all numbers and with the options that differ from their defaults; it reads back to the same.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = match self {
            Rule::Razoring { margin } | Rule::Focus { margin } => margin_text(*margin),
            Rule::ProbCut { pair, infinite } => {
                tests_text(&Tests { pairs: (*pair).into(), infinite: *infinite })
            }
            Rule::MultiProbCut(tests) | Rule::EndCut(tests) => tests_text(tests),
            Rule::Gpc { tests, base, sides } => {
                let sides = if *sides == Sides::Both { ",sides=both" } else { "" };
                format!("{}{}{sides}", tests_text(tests), base_text(*base))
            }
            Rule::Fgpc { tests, base } => format!("{}{}", tests_text(tests), base_text(*base)),
            Rule::NodeCutting(cutting) => {
                let Cutting { deep, shallow, .. } = cutting;
                format!("d={deep},s={shallow},{}", cutting_text(cutting))
            }
            Rule::Integrated { tests, base, cutting } => {
                let (tests, base, depth) = (tests_text(tests), base_text(*base), cutting.shallow);
                format!("{tests}{base},rank-depth={depth},{}", cutting_text(cutting))
            }
            Rule::NullMove(NullMove { reduction, depth }) => format!("r={reduction},depth={depth}"),
            Rule::LateMoves(LateMoves { after, reduction, depth }) => {
                format!("after={after},r={reduction},depth={depth}")
            }
            Rule::RankCut(rule) => {
                let drop = Some(rule.drop_depth()).filter(|&depth| depth > 0);
                let drop = drop.map_or_else(String::new, |depth| format!("drop={depth},"));
                format!("r={},{drop}after={}", rule.reduction(), rule.after_text())
            }
            Rule::Futility(Futility { margin, depth }) => format!("margin={margin},depth={depth}"),
            Rule::MultiCut(MultiCut { moves, cuts, reduction, depth }) => {
                format!("m={moves},c={cuts},r={reduction},depth={depth}")
            }
        };
        let colon = if options.is_empty() { "" } else { ":" };
        write!(f, "{}{colon}{options}", self.name())
    }
}

fn margin_text(margin: Option<u32>) -> String {
    match margin {
        Some(0) => String::new(),
        Some(margin) => format!("margin={margin}"),
        None => "margin=inf".to_owned(),
    }
}

fn base_text(base: Base) -> &'static str {
    match base {
        Base::Best => "",
        Base::Window => ",base=max",
    }
}

fn cutting_text(cutting: &Cutting) -> String {
    format!("p={},ranks={}", cutting.probability, cutting.ranks)
}

fn tests_text(Tests { pairs, infinite }: &Tests) -> String {
    let depths: Vec<String> =
        pairs.iter().map(|pair| format!("{}-{}", pair.deep(), pair.shallow())).collect();
    let depths = match pairs.iter().as_slice() {
        [pair] => format!("d={},s={}", pair.deep(), pair.shallow()),
        _ => format!("pairs={}", depths.join("/")),
    };
    let numbers = |number: fn(&Pair) -> f64| {
        let mut numbers: Vec<String> = pairs.iter().map(|pair| number(pair).to_string()).collect();
        if numbers.windows(2).all(|two| two[0] == two[1]) {
            numbers.truncate(1);
        }
        numbers.join("/")
    };
    let (a, b) = (numbers(|pair| pair.line().a()), numbers(|pair| pair.line().b()));
    let (sigma, t) = (numbers(|pair| pair.line().sigma()), numbers(Pair::t));
    let infinite = if *infinite { "" } else { ",infinite=skip" };
    format!("{depths},a={a},b={b},sigma={sigma},t={t}{infinite}")
}
