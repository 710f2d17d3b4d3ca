//! Selective deepening from uncertainty against plain iterative deepening, at equal work.
//!
//! ```text
//! cargo run --release -p pleach-lab --example attention -- othello:eval=classic 200 20000
//! ```
//!
//! A fourth number is the seed before the first position: another one makes other positions.
//!
//! Both search the same random positions by P_AB with the same number of nodes; one deepens every root move, the
//! other only those whose dominance in the iteration before was at least a threshold (`p-ab:attention=...`). A deep
//! search of the engine says how much the chosen move loses against the best one. Plain alpha-beta stands beside them.

use pleach::registry::{AnyGame, Method, Request};
use pleach::{Limits, mix};
use std::error::Error;

const THRESHOLDS: [&str; 4] =
    ["p-ab:attention=0.01", "p-ab:attention=0.05", "p-ab:attention=0.1", "p-ab:attention=0.2"];
const PLAIN: &str = "p-ab";
/// How deep the judge looks at a move.
const JUDGE_DEPTH: u32 = 7;
const MOVES_BEFORE: [u64; 2] = [6, 30];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let game = arguments.first().map_or("othello:eval=classic", String::as_str);
    let positions: u64 = arguments.get(1).map_or(Ok(100), |text| text.parse())?;
    let nodes: u64 = arguments.get(2).map_or(Ok(20_000), |text| text.parse())?;
    let first = pleach_games::registry().open(game)?;
    let methods: Vec<&str> = [PLAIN].into_iter().chain(THRESHOLDS).chain(["alpha-beta"]).collect();
    let mut losses: Vec<Vec<f64>> = vec![Vec::new(); methods.len()];
    let (mut depths, mut used) = (vec![0.0; methods.len()], vec![0; methods.len()]);
    let mut seed: u64 = arguments.get(3).map_or(Ok(0), |text| text.parse())?;
    while (losses[0].len() as u64) < positions {
        seed += 1;
        let Some(position) = random_position(first.as_ref(), seed)? else { continue };
        let values = judged(position.as_ref())?;
        let best = values.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
        for (place, method) in methods.iter().enumerate() {
            let mut request = Request::new(method.parse::<Method>()?, Limits::none().nodes(nodes));
            request.deepening = true;
            let answer = position.search(&request)?;
            let value = values.iter().find(|(mv, _)| Some(mv) == answer.best.as_ref()).map(|pair| pair.1);
            losses[place].push(best - value.ok_or("the search found no move")?);
            depths[place] += f64::from(answer.depth.unwrap_or(0));
            used[place] += answer.counts.nodes;
        }
    }
    println!(
        "{game}, {positions} positions, {nodes} nodes per search, moves judged by the engine at depth {JUDGE_DEPTH}"
    );
    for (place, method) in methods.iter().enumerate() {
        let (loss, error) = mean(&losses[place]);
        let against: Vec<f64> =
            losses[place].iter().zip(&losses[0]).map(|(own, plain)| own - plain).collect();
        let (difference, of_difference) = mean(&against);
        let (depth, nodes) = (depths[place] / positions as f64, used[place] / positions);
        println!(
            "{method:20} loses {loss:7.3} ± {error:.3}, against plain {difference:+7.3} ± {of_difference:.3}, \
             depth {depth:.2}, {nodes} nodes"
        );
    }
    Ok(())
}

/// The mean with half the width of its 95 % interval.
fn mean(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    (mean, 1.96 * (variance / count).sqrt())
}

/// A position of a random game with a choice of moves.
fn random_position(first: &dyn AnyGame, seed: u64) -> Result<Option<Box<dyn AnyGame>>, Box<dyn Error>> {
    let mut game = first.boxed_clone();
    let plies = MOVES_BEFORE[0] + mix(seed) % (MOVES_BEFORE[1] - MOVES_BEFORE[0]);
    for ply in 0..plies {
        let moves = game.moves();
        let Some(mv) = moves.get((mix(seed ^ mix(ply)) % moves.len().max(1) as u64) as usize) else {
            return Ok(None);
        };
        game.play(mv)?;
    }
    Ok(Some(game).filter(|game| game.moves().len() > 1))
}

/// What a deep search says of every move.
fn judged(position: &dyn AnyGame) -> Result<Vec<(String, f64)>, Box<dyn Error>> {
    let mut request = Request::new(Method::default(), Limits::depth(JUDGE_DEPTH));
    request.lines = position.moves().len();
    let answer = position.search(&request)?;
    let value = |line: &pleach::registry::PlayLine| {
        (line.pv.first().cloned().unwrap_or_default(), f64::from(line.score.get()))
    };
    Ok(answer.lines.iter().map(value).collect())
}
