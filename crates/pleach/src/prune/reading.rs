//! Pruning methods from text.

use super::{Base, Cutting, Line, Pair, Pairs, Ranks, Rule, Sides, Tests};
use super::{Futility, LateMoves, MultiCut, NullMove, RankCut};
use crate::spec::{Spec, SpecError};
use std::str::FromStr;

impl FromStr for Rule {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Rule, SpecError> {
        let mut spec: Spec = text.parse()?;
        let rule = match spec.name() {
            "razoring" => Rule::Razoring { margin: margin(&mut spec)? },
            "probcut" => one_test(&mut spec)?,
            "mpc" => Rule::MultiProbCut(tests(&mut spec)?),
            "endcut" => Rule::EndCut(tests(&mut spec)?),
            "gpc" | "gmpc" => {
                let (tests, base) = (tests(&mut spec)?, base(&mut spec)?);
                let sides = spec.take_one_of("sides", &[("low", Sides::Low), ("both", Sides::Both)])?;
                Rule::Gpc { tests, base, sides: sides.unwrap_or_default() }
            }
            "fgpc" | "fgmpc" => Rule::Fgpc { tests: tests(&mut spec)?, base: base(&mut spec)? },
            "node-cutting" => {
                let (deep, shallow) = (needed_depth(&mut spec, "d")?, needed_depth(&mut spec, "s")?);
                Rule::NodeCutting(cutting(&mut spec, deep, shallow)?)
            }
            "integrated" => integrated(&mut spec)?,
            "focus" => Rule::Focus { margin: margin(&mut spec)? },
            "null-move" => Rule::NullMove(null_move(&mut spec)?),
            "late-move-reduction" => Rule::LateMoves(late_moves(&mut spec)?),
            "rankcut" => Rule::RankCut(rank_cut(&mut spec)?),
            "futility" => Rule::Futility(futility(&mut spec)?),
            "multi-cut" => Rule::MultiCut(multi_cut(&mut spec)?),
            other => return Err(unknown(other)),
        };
        spec.finish()?;
        Ok(rule)
    }
}

/// Why a name is no method of the textbook.
fn unknown(name: &str) -> SpecError {
    if name == "none" {
        return SpecError::new("'none' cannot be joined to other pruning methods".to_owned());
    }
    let known = Rule::KNOWN.iter().map(|known| known.name);
    let names: Vec<&str> = std::iter::once("none").chain(known).collect();
    SpecError::unknown("pruning method", name, &names)
}

fn one_test(spec: &mut Spec) -> Result<Rule, SpecError> {
    let Tests { pairs, infinite } = tests(spec)?;
    match pairs.iter().as_slice() {
        [pair] => Ok(Rule::ProbCut { pair: *pair, infinite }),
        _ => Err(spec.error("takes one pair of depths; mpc takes several")),
    }
}

fn integrated(spec: &mut Spec) -> Result<Rule, SpecError> {
    let (tests, base) = (tests(spec)?, base(spec)?);
    let shallow = depth(spec, "rank-depth")?.unwrap_or(1);
    let [pair] = tests.pairs.iter().as_slice() else {
        return Err(spec.error("takes one pair of depths"));
    };
    let cutting = cutting(spec, pair.deep(), shallow)?;
    Ok(Rule::Integrated { tests, base, cutting })
}

fn tests(spec: &mut Spec) -> Result<Tests, SpecError> {
    let depths = depths(spec)?;
    let mut numbers = |key: &'static str, usual: Option<f64>| numbers(spec, key, usual, depths.len());
    let (a, b) = (numbers("a", Some(1.0))?, numbers("b", Some(0.0))?);
    let (sigma, t) = (numbers("sigma", None)?, numbers("t", None)?);
    let pair = |(place, &(deep, shallow)): (usize, &(u32, u32))| {
        let line = Line::new(a[place], b[place], sigma[place]).map_err(|bad| spec.error(bad))?;
        Pair::new(deep, shallow, line, t[place]).map_err(|bad| spec.error(bad))
    };
    let pairs = depths.iter().enumerate().map(pair).collect::<Result<Pairs, SpecError>>()?;
    let infinite = spec.take_one_of("infinite", &[("test", true), ("skip", false)])?;
    Ok(Tests { pairs, infinite: infinite.unwrap_or(true) })
}

/// `d=5,s=1` or `pairs=3-1/5-1`.
fn depths(spec: &mut Spec) -> Result<Vec<(u32, u32)>, SpecError> {
    let read = |text: &str| {
        let pair = |pair: &str| {
            let (deep, shallow) = pair.split_once('-')?;
            Some((deep.parse().ok()?, shallow.parse().ok()?))
        };
        text.split('/').map(pair).collect()
    };
    match spec.take_with("pairs", "depths such as 3-1/5-1/8-4", read)? {
        Some(pairs) => Ok(pairs),
        None => Ok(vec![(needed_depth(spec, "d")?, needed_depth(spec, "s")?)]),
    }
}

/// A number for each pair, or one for all.
fn numbers(
    spec: &mut Spec,
    key: &'static str,
    usual: Option<f64>,
    count: usize,
) -> Result<Vec<f64>, SpecError> {
    let read = |text: &str| text.split('/').map(|number| number.parse().ok()).collect::<Option<Vec<f64>>>();
    let numbers = match (spec.take_with(key, "a number, or one for each pair parted by '/'", read)?, usual) {
        (Some(numbers), _) => numbers,
        (None, Some(usual)) => vec![usual],
        (None, None) => return Err(spec.error(format!("the option '{key}' is needed"))),
    };
    match numbers.as_slice() {
        [one] => Ok(vec![*one; count]),
        _ if numbers.len() == count => Ok(numbers),
        _ => Err(spec.error(format!("{key} has {} numbers for {count} pairs", numbers.len()))),
    }
}

fn cutting(spec: &mut Spec, deep: u32, shallow: u32) -> Result<Cutting, SpecError> {
    let probability = spec.take("p", "a number from 0 to 1")?;
    let probability = probability.ok_or_else(|| spec.error("the option 'p' is needed"))?;
    let ranks = spec.take_text("ranks").ok_or_else(|| spec.error("the option 'ranks' is needed"))?;
    let ranks: Ranks = ranks.parse().map_err(|bad| spec.error(bad))?;
    if shallow == 0 {
        return Err(spec.error("the search for the best move must be at least 1 ply deep"));
    }
    if shallow > deep {
        return Err(spec
            .error(format!("the search for the best move, {shallow} plies, must be less deep than d + 1")));
    }
    Cutting::new(deep, shallow, probability, ranks).map_err(|bad| spec.error(bad))
}

fn base(spec: &mut Spec) -> Result<Base, SpecError> {
    Ok(spec.take_one_of("base", &[("g", Base::Best), ("max", Base::Window)])?.unwrap_or_default())
}

fn margin(spec: &mut Spec) -> Result<Option<u32>, SpecError> {
    let read = |text: &str| match text {
        "inf" => Some(None),
        number => number.parse().ok().map(Some),
    };
    Ok(spec.take_with("margin", "a whole number from 0, or inf", read)?.unwrap_or(Some(0)))
}

fn null_move(spec: &mut Spec) -> Result<NullMove, SpecError> {
    let usual = NullMove::default();
    let (reduction, depth) =
        (at_least_one(spec, "r", usual.reduction)?, at_least_one(spec, "depth", usual.depth)?);
    Ok(NullMove { reduction, depth })
}

fn late_moves(spec: &mut Spec) -> Result<LateMoves, SpecError> {
    let usual = LateMoves::default();
    let after = at_least_one(spec, "after", usual.after)?;
    let (reduction, depth) =
        (at_least_one(spec, "r", usual.reduction)?, at_least_one(spec, "depth", usual.depth)?);
    Ok(LateMoves { after, reduction, depth })
}

fn rank_cut(spec: &mut Spec) -> Result<RankCut, SpecError> {
    let reduction = spec.take("r", "a whole number from 0")?.unwrap_or(1);
    let drop = spec.take("drop", "a whole number from 0")?.unwrap_or(0);
    if reduction == 0 && drop == 0 {
        return Err(spec.error("with r = 0 and drop = 0 nothing is left out"));
    }
    let after = spec.take_text("after");
    let after =
        after.ok_or_else(|| spec.error("the option 'after' is needed; `pleach calibrate` finds it"))?;
    Ok(RankCut::new(reduction, &after).map_err(|bad| spec.error(bad))?.dropping(drop))
}

fn futility(spec: &mut Spec) -> Result<Futility, SpecError> {
    let margin = spec.take("margin", "a whole number from 0")?;
    let margin =
        margin.ok_or_else(|| spec.error("the option 'margin' is needed: points of the evaluator, a ply"))?;
    Ok(Futility { margin, depth: at_least_one(spec, "depth", Futility::USUAL_DEPTH)? })
}

fn multi_cut(spec: &mut Spec) -> Result<MultiCut, SpecError> {
    let usual = MultiCut::default();
    let (moves, cuts) = (at_least_one(spec, "m", usual.moves)?, at_least_one(spec, "c", usual.cuts)?);
    let (reduction, depth) =
        (at_least_one(spec, "r", usual.reduction)?, at_least_one(spec, "depth", usual.depth)?);
    if cuts > moves {
        return Err(
            spec.error(format!("c = {cuts}: of m = {moves} moves no more than {moves} can fail high"))
        );
    }
    Ok(MultiCut { moves, cuts, reduction, depth })
}

fn at_least_one(spec: &mut Spec, key: &'static str, usual: u32) -> Result<u32, SpecError> {
    let number =
        spec.take_with(key, "a whole number from 1", |text| text.parse().ok().filter(|&number| number > 0))?;
    Ok(number.unwrap_or(usual))
}

fn depth(spec: &mut Spec, key: &'static str) -> Result<Option<u32>, SpecError> {
    spec.take(key, "a depth in plies")
}

fn needed_depth(spec: &mut Spec, key: &'static str) -> Result<u32, SpecError> {
    let depth = depth(spec, key)?;
    depth.ok_or_else(|| spec.error(format!("the option '{key}' is needed")))
}

#[cfg(test)]
mod tests {
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
                "gpc: sigma=ten: expected a number, or one for each pair parted by '/'",
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
                "fgpc: unknown option 'sides' (there is: pairs, d, s, a, b, sigma, t, infinite, base)",
            ),
            ("probcutt", "unknown pruning method 'probcutt' (did you mean 'probcut'?)"),
            ("null-move:r=0", "null-move: r=0: expected a whole number from 1"),
            ("rankcut", "rankcut: the option 'after' is needed; `pleach calibrate` finds it"),
            ("rankcut:r=0,after=3", "rankcut: with r = 0 and drop = 0 nothing is left out"),
            ("rankcut:drop=-1,after=3", "rankcut: drop=-1: expected a whole number from 0"),
            ("futility", "futility: the option 'margin' is needed: points of the evaluator, a ply"),
            ("multi-cut:m=3,c=4", "multi-cut: c = 4: of m = 3 moves no more than 3 can fail high"),
        ];
        for (text, message) in cases {
            assert_eq!(text.parse::<Rule>().unwrap_err().to_string(), message, "{text}");
        }
    }
}
