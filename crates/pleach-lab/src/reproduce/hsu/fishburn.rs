//! Fail-hard and fail-soft alpha-beta with the same transposition table.

use super::super::samples::{Sums, seeds};
use super::super::{Finding, Part, Setup, Table, Unfinished, behaviour};
use super::row;
use crate::work::Effort;
use pleach::registry::{AnyGame, Method, Request};
use pleach::{Limits, Player, SpecError, mix};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::atomic::Ordering;

const SHARDS: u64 = 10;
/// Worse than all values.
const NOTHING: i64 = i64::MIN + 1;

/// What is searched: a tree in which different ways lead to the same node.
trait Position: Sized {
    /// What tells positions apart.
    fn key(&self) -> u64;
    fn children(&self) -> Vec<Self>;
    /// The value for the side to move.
    fn value(&self) -> i64;
    /// The factor that turns a child's value into the parent's view.
    fn turn(&self, child: &Self) -> i64;
}

/// A random tree of moves whose order does not matter: whoever makes the same moves in another order is at the same node.
#[derive(Clone, Copy)]
struct Commuting {
    key: u64,
    level: u32,
}

impl Commuting {
    const SUCCESSORS: u64 = 6;
}

impl Position for Commuting {
    fn key(&self) -> u64 {
        mix(self.key ^ u64::from(self.level))
    }

    fn children(&self) -> Vec<Commuting> {
        let player = u64::from(self.level % 2);
        let child = |number: u64| Commuting {
            key: self.key.wrapping_add(mix(number << 1 | player)),
            level: self.level + 1,
        };
        (1..=Commuting::SUCCESSORS).map(child).collect()
    }

    fn value(&self) -> i64 {
        (self.key() % 1001) as i64 - 500
    }

    fn turn(&self, _: &Commuting) -> i64 {
        -1
    }
}

impl Position for Box<dyn AnyGame> {
    fn key(&self) -> u64 {
        self.identity() ^ u64::from(self.to_move() == Player::Max)
    }

    fn children(&self) -> Vec<Box<dyn AnyGame>> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let child = |mv: String| {
            let mut child = self.boxed_clone();
            child.play(&mv).ok().map(|()| child)
        };
        self.moves().into_iter().filter_map(child).collect()
    }

    fn value(&self) -> i64 {
        self.outcome().unwrap_or_else(|| self.static_value()).get().into()
    }

    fn turn(&self, child: &Box<dyn AnyGame>) -> i64 {
        if self.to_move() == child.to_move() { 1 } else { -1 }
    }
}

/// Alpha-beta with a table of bounds by position and depth.
struct BoundSearch<'a> {
    /// Whether values outside the window are kept as they are (F3) or held at its ends (F1).
    is_soft: bool,
    bounds: HashMap<(u64, u32), (i64, i64)>,
    nodes: u64,
    effort: Option<Effort<'a>>,
}

impl BoundSearch<'_> {
    /// None if the flag is raised.
    fn node<P: Position>(&mut self, position: &P, depth: u32, alpha: i64, beta: i64) -> Option<i64> {
        if self.effort.is_some_and(|effort| effort.stop.load(Ordering::Relaxed)) {
            return None;
        }
        self.nodes += 1;
        let key = (position.key(), depth);
        let (low, high) = self.bounds.get(&key).copied().unwrap_or((NOTHING, i64::MAX));
        if low >= beta || low == high {
            return Some(if self.is_soft { low } else { low.clamp(alpha, beta) });
        }
        if high <= alpha {
            return Some(if self.is_soft { high } else { alpha });
        }
        let children = if depth == 0 { Vec::new() } else { position.children() };
        if children.is_empty() {
            return Some(position.value());
        }
        let mut best = if self.is_soft { NOTHING } else { alpha };
        for child in &children {
            let value = match position.turn(child) {
                -1 => -self.node(child, depth - 1, -beta, -alpha.max(best))?,
                _ => self.node(child, depth - 1, alpha.max(best), beta)?,
            };
            best = best.max(value);
            if best >= beta {
                best = if self.is_soft { best } else { beta };
                break;
            }
        }
        let known = (if best > alpha { best } else { low }, if best < beta { best } else { high });
        self.bounds.insert(key, known);
        Some(best)
    }
}

/// The nodes of both versions at one position, and the share that F3 saves in hundredths of a per cent above -100 %.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Saved {
    hard: u64,
    soft: u64,
    saving: Sums,
}

/// Both versions on the same position, with a table each; they must find the same.
fn compared<P: Position>(position: &P, depth: u32, effort: Option<Effort<'_>>) -> Result<Saved, String> {
    let searched = |is_soft| {
        let mut search = BoundSearch { is_soft, bounds: HashMap::new(), nodes: 0, effort };
        let value = search.node(position, depth, -i64::MAX, i64::MAX).ok_or("stopped")?;
        Ok::<_, String>((value, search.nodes))
    };
    let ((hard_value, hard), (soft_value, soft)) = (searched(false)?, searched(true)?);
    if hard_value != soft_value {
        return Err(format!("F1 finds {hard_value} and F3 {soft_value}"));
    }
    let mut saving = Sums::default();
    saving.add((10_000.0 * (2.0 - soft as f64 / hard as f64)).round().max(0.0) as u64, 1);
    Ok(Saved { hard, soft, saving })
}

/// A position after some random moves.
fn opened(game: &dyn AnyGame, plies: u32, seed: u64) -> Box<dyn AnyGame> {
    let mut position = game.boxed_clone();
    for ply in 0..plies {
        let moves = position.moves();
        if moves.is_empty() || position.outcome().is_some() {
            return game.boxed_clone();
        }
        let number = mix(seed ^ mix(ply.into())) % moves.len() as u64;
        // A move of the list can be played.
        let _ = position.play(&moves[number as usize]);
    }
    position
}

/// Where it is measured: a game, or trees where none is named; the depth; positions in full and quickly.
const PLACES: [(Option<&str>, u32, u64, u64); 3] =
    [(None, 7, 2000, 100), (Some("connect-four"), 6, 300, 20), (Some("othello:eval=classic"), 4, 300, 20)];
const OPENING: u32 = 6;

pub(super) fn run(setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
    setup.expect(SHARDS * PLACES.len() as u64);
    let mut table = Table {
        title: "Nodes with the same transposition table".to_owned(),
        side: "positions".to_owned(),
        heads: ["nodes of F1", "nodes of F3", "F3 saves, %"].map(str::to_owned).to_vec(),
        beside: "paper, of the time".to_owned(),
        samples_of: "positions".to_owned(),
        rows: Vec::new(),
    };
    let (mut fewer, mut savings) = (true, Vec::new());
    for (number, (name, depth, full, quick)) in (0..).zip(PLACES) {
        let (seed, effort) = (setup.get_seed(), setup.effort());
        let count = setup.size(full, quick) / SHARDS;
        let game = name.map(|name| setup.game(name)).transpose()?;
        let one = |seed: u64, depth: u32, effort| match &game {
            None => compared(&Commuting { key: seed, level: 0 }, depth, effort),
            Some(game) => compared(&opened(game.as_ref(), OPENING, seed), depth, effort),
        };
        // Rules and evaluator: what is searched by is in the sample.
        let method: Method =
            "alpha-beta".parse().map_err(|error: SpecError| Unfinished::Failed(error.to_string()))?;
        let request = Request::new(method, Limits::depth(depth));
        let signature = game.as_ref().map(|game| game.signature(&request).to_string());
        let sample: Vec<_> = seeds(1, number, 0, 3).map(|seed| one(seed, 3, None)).collect();
        let part = Part {
            name: "hsu/fishburn",
            details: serde_json::json!({ "game": name, "depth": depth, "positions a shard": count }),
            behaviour: format!("{} {}", behaviour(&sample), signature.unwrap_or_default()),
            shards: SHARDS,
        };
        let rows = setup.each(&part, |shard| {
            seeds(seed, number, shard, count).map(|seed| one(seed, depth, Some(effort))).collect()
        })?;
        let mut all = Saved::default();
        for saved in rows.iter().flatten() {
            (all.hard, all.soft) = (all.hard + saved.hard, all.soft + saved.soft);
            all.saving.merge(&saved.saving);
        }
        let mean = all.saving.mean(2);
        let percent = |number: f64| number / 100.0 - 100.0;
        let interval = mean.interval.map_or((0.0, 0.0), |(low, high)| (percent(low), percent(high)));
        let saving = super::Cell::measured(percent(mean.value), interval, 2).beside(7.0);
        let positions = all.saving.count;
        let nodes = |nodes: u64| super::Cell::exact(nodes as f64, 0);
        let title = name.unwrap_or("trees whose moves commute");
        table.rows.push(row(
            format!("{title}, {depth} plies"),
            Some(positions),
            [nodes(all.hard), nodes(all.soft), saving],
        ));
        fewer &= all.soft <= all.hard;
        savings.push(saving);
    }
    let mut finding = Finding { tables: vec![table], ..Finding::default() };
    finding.check("F3 visits no more nodes than F1 in any of them", fewer);
    let found: Vec<String> = savings.iter().map(|saving| format!("{} %", saving.text())).collect();
    let near = savings.iter().all(|saving| saving.holds(7.0));
    finding.check(format!("it saves 7 % everywhere: we have {}", found.join(", ")), near);
    finding.remarks.push(
        "Both versions keep bounds by position and depth in a table without limits and search once with a full window, moves \
         in the order of the game, so that only the bounds differ. Nodes are counted, which do not depend on the machine."
            .to_owned(),
    );
    Ok(finding)
}
