//! What the figures of chapters 3 to 5 share: positions, the lines, the ranks, and t.

use super::super::{Part, Setup, Unfinished, behaviour};
use super::searches::{KINDS, ORDERED, Searched, Tried, dials};
use crate::calibrate::{Fit, Sampled, fit, whole};
use crate::work::Effort;
use pleach::prune::Ranks;
use pleach::registry::{AnyGame, Request};
use pleach::{Limits, Score, mix};
use serde::{Deserialize, Serialize};

/// The t of the thesis, for the evaluation of Learner III.
pub(super) const THESIS_T: f64 = 1.3;
/// The share of moves as good as those of the full search that t must keep.
const KEPT: f64 = 0.94;
const POPULATION: &str = "self-play:nodes=200";
const SHARDS: u64 = 10;

/// A game and the depths at which it is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subject {
    pub(super) game: &'static str,
    /// What a reader calls it.
    pub(super) name: &'static str,
    /// The depth of all searches.
    pub(super) depth: u32,
    /// Depths d whose values are predicted, each with the depth s by which they are; the first pair is that of the tests at
    /// the root.
    pub(super) pairs: &'static [(u32, u32)],
    /// The depth by which node-cutting looks for the best move.
    pub(super) rank_depth: u32,
    /// Positions to fit by, to choose t by and to report; and in a quick run.
    pub(super) positions: [(u64, u64); 3],
    /// Pairs of games against the full program, and in a quick run.
    pub(super) games: (u64, u64),
}

/// What the thesis searches.
pub(super) const THESIS: Subject = Subject {
    game: "chinese-checkers",
    name: "Chinese Checkers, 3 plies",
    depth: 3,
    pairs: &[(2, 0)],
    rank_depth: 1,
    positions: [(3000, 80), (300, 30), (1000, 30)],
    games: (50, 2),
};

/// Positions for what is fitted, chosen and reported, and what was fitted and chosen.
pub(super) struct Experiment {
    pub(super) subject: Subject,
    pub(super) game: Box<dyn AnyGame>,
    /// The values of each pair of depths at the fitting positions.
    pub(super) values: Vec<Vec<(i32, i32)>>,
    /// The line of each pair of depths.
    pub(super) fits: Vec<Fit>,
    pub(super) ranks: Ranks,
    /// The moves of all fitting positions together.
    pub(super) moves: u64,
    /// The t that was chosen, for every kind of search with tests.
    pub(super) t: [f64; KINDS.len()],
    /// For every t that was looked at, the share of good moves by every kind.
    pub(super) looked_at: Vec<(f64, [f64; KINDS.len()])>,
    pub(super) choosing: Vec<Sampled>,
    pub(super) reporting: Vec<Sampled>,
}

/// What a fitting position shows.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Seen {
    /// For every pair of depths the shallow value and the deep one of a child; none if the game is decided there.
    values: Vec<Option<(i32, i32)>>,
    /// Where the best move stands by a shallow search and by the full one.
    ranks: (usize, usize),
    moves: u64,
}

/// Values beyond are those of games that are decided.
fn is_decided(value: i32) -> bool {
    value.abs() > Score::LIMIT / 2
}

/// The value and the best move of alpha-beta without pruning.
fn plain(position: &dyn AnyGame, depth: u32, effort: Effort<'_>) -> Result<(i32, String), String> {
    if depth == 0 {
        return Ok((position.static_value().get(), String::new()));
    }
    let request = effort.bound(Request::new(ORDERED, Limits::depth(depth)));
    let answer = whole(position.search(&request)).map_err(|error| error.to_string())?;
    Ok((answer.score.get(), answer.best.unwrap_or_default()))
}

fn seen(
    game: &dyn AnyGame,
    subject: &Subject,
    sampled: &Sampled,
    effort: Effort<'_>,
) -> Result<Seen, String> {
    let mut position = game.boxed_clone();
    position.set_position(&sampled.position).map_err(|error| error.to_string())?;
    let moves = position.moves_by_hints(subject.depth);
    let place = |depth: u32| {
        let best = plain(position.as_ref(), depth, effort)?.1;
        Ok::<_, String>(moves.iter().position(|mv| *mv == best).unwrap_or(0))
    };
    let ranks = (place(subject.rank_depth)?, place(subject.depth)?);
    let mut child = position.boxed_clone();
    let number = mix(sampled.identity) % moves.len().max(1) as u64;
    if let Some(mv) = moves.get(number as usize) {
        child.play(mv).map_err(|error| error.to_string())?;
    }
    let pair = |&(deep, shallow): &(u32, u32)| {
        if child.outcome().is_some() {
            return Ok(None);
        }
        let value = |depth| plain(child.as_ref(), depth, effort).map(|found| found.0);
        let (shallow, deep) = (value(shallow)?, value(deep)?);
        Ok((!is_decided(shallow) && !is_decided(deep)).then_some((shallow, deep)))
    };
    let values: Result<Vec<_>, String> = subject.pairs.iter().map(pair).collect();
    Ok(Seen { values: values?, ranks, moves: moves.len() as u64 })
}

/// The line of each pair of depths.
fn fitted(values: &[Vec<(i32, i32)>]) -> Result<Vec<Fit>, Unfinished> {
    let one = |values: &Vec<(i32, i32)>| {
        let numbers: Vec<(f64, f64)> = values.iter().map(|&(x, y)| (x.into(), y.into())).collect();
        fit(&numbers).map_err(|error| Unfinished::Failed(error.to_string()))
    };
    values.iter().map(one).collect()
}

impl Experiment {
    /// Fits the lines and the ranks, and chooses t on other positions. All is kept, so that figures share it.
    pub(super) fn new(setup: &mut Setup<'_>, subject: &Subject) -> Result<Experiment, Unfinished> {
        let game = setup.game(subject.game)?;
        let [fitting, choosing, reporting] = subject.positions.map(|(full, quick)| setup.size(full, quick));
        let all = fitting + choosing + reporting;
        let positions = setup.positions(game.as_ref(), POPULATION, subject.depth, all)?;
        let (fitting, rest) = positions.split_at(fitting as usize);
        let (choosing, reporting) = rest.split_at(choosing as usize);
        let all = Experiment::seen(setup, game.as_ref(), subject, fitting)?;
        let of = |number: usize| all.iter().filter_map(|seen| seen.values[number]).collect();
        let values: Vec<Vec<(i32, i32)>> = (0..subject.pairs.len()).map(of).collect();
        let fits = fitted(&values)?;
        let mut ranks = Ranks::default();
        all.iter().for_each(|seen| ranks.record(seen.ranks.0, seen.ranks.1));
        let mut found = Experiment {
            subject: *subject,
            game,
            values,
            fits,
            ranks,
            moves: all.iter().map(|seen| seen.moves).sum(),
            t: [THESIS_T; KINDS.len()],
            looked_at: Vec::new(),
            choosing: choosing.to_vec(),
            reporting: reporting.to_vec(),
        };
        found.choose(setup)?;
        Ok(found)
    }

    fn seen(
        setup: &mut Setup<'_>,
        game: &dyn AnyGame,
        subject: &Subject,
        positions: &[Sampled],
    ) -> Result<Vec<Seen>, Unfinished> {
        let effort = setup.effort();
        let request = Request::new(ORDERED, Limits::depth(subject.depth));
        let part = Part {
            name: "tong/fitting",
            details: serde_json::json!({
                "game": subject.game, "depth": subject.depth, "pairs": subject.pairs, "rank depth": subject.rank_depth,
                "positions": positions.len(),
            }),
            behaviour: format!("{} {}", game.signature(&request), identities(positions)),
            shards: SHARDS,
        };
        let rows = setup.each(&part, |shard| {
            shard_of(positions, shard).map(|sampled| seen(game, subject, sampled, effort)).collect()
        })?;
        Ok(rows.into_iter().flatten().collect())
    }

    /// Chooses for every kind the least t of a few by which it keeps good moves; the greatest if none does.
    fn choose(&mut self, setup: &mut Setup<'_>) -> Result<(), Unfinished> {
        let searches = dials(self).map_err(Unfinished::Failed)?;
        let rows = self.tried(setup, "tong/choosing", &self.choosing, &searches)?;
        let kept = |number: usize| {
            rows.iter().filter(|row| row[number].same_move).count() as f64 / rows.len().max(1) as f64
        };
        // The first search is the full one; then come all kinds for every t.
        let by_t = searches[1..].chunks(KINDS.len()).enumerate();
        self.looked_at = by_t
            .map(|(place, kinds)| {
                (kinds[0].t, std::array::from_fn(|kind| kept(1 + KINDS.len() * place + kind)))
            })
            .collect();
        let chosen = |kind: usize| {
            let good = self.looked_at.iter().find(|(_, shares)| shares[kind] >= KEPT);
            good.or(self.looked_at.last()).map_or(THESIS_T, |chosen| chosen.0)
        };
        self.t = std::array::from_fn(chosen);
        Ok(())
    }

    /// What searches find at the reporting positions.
    pub(super) fn reported(
        &self,
        setup: &mut Setup<'_>,
        searches: &[Searched],
    ) -> Result<Vec<Vec<Tried>>, Unfinished> {
        self.tried(setup, "tong/searches", &self.reporting, searches)
    }

    /// What searches find at positions, position by position; the first is what the others are compared with.
    pub(super) fn tried(
        &self,
        setup: &mut Setup<'_>,
        name: &str,
        positions: &[Sampled],
        searches: &[Searched],
    ) -> Result<Vec<Vec<Tried>>, Unfinished> {
        let effort = setup.effort();
        let depth = self.subject.depth;
        let signature = |search: &Searched| self.game.signature(&search.request(depth, effort)).to_string();
        let signatures: Vec<String> = searches.iter().map(signature).collect();
        let part = Part {
            name,
            details: serde_json::json!({
                "game": self.subject.game, "depth": depth, "positions": positions.len(), "searches": searches.len(),
            }),
            behaviour: format!("{} {}", behaviour(&signatures), identities(positions)),
            shards: SHARDS,
        };
        let rows = setup.each(&part, |shard| {
            let tried = |sampled| Tried::all(self.game.as_ref(), depth, sampled, searches, effort);
            shard_of(positions, shard).map(tried).collect()
        })?;
        Ok(rows.into_iter().flatten().collect())
    }

    /// How many shards a figure has beside those of its games.
    pub(super) const SHARDS: u64 = 3 * SHARDS;
    /// The shards of searches at one set of positions.
    pub(super) const SHARDS_OF_SEARCHES: u64 = SHARDS;

    /// What a reader should know of t.
    pub(super) fn remark(&self) -> String {
        let list = |(t, shares): &(f64, [f64; KINDS.len()])| {
            let shares = shares.map(|share| format!("{:.1} %", 100.0 * share));
            format!("t = {t}: {}", shares.join(", "))
        };
        let list: Vec<String> = self.looked_at.iter().map(list).collect();
        let (line, (deep, shallow)) = (&self.fits[0].line, self.subject.pairs[0]);
        let [gpc, fgpc, integrated] = self.t;
        format!(
            "Depth {deep} by depth {shallow}: a = {:.3}, b = {:.1}, sigma = {:.1}. For each method t is the least of those looked at \
             by which it keeps a move as good as that of the full search at {:.0} % of {} other positions: {gpc} for GPC, {fgpc} for FGPC, \
             {integrated} for the integrated strategy (kept by the three: {}). Moves are searched in the order of the game's hints.",
            line.a(),
            line.b(),
            line.sigma(),
            100.0 * KEPT,
            self.choosing.len(),
            list.join("; ")
        )
    }

    /// What had to be put right.
    pub(super) fn correction(&self) -> Option<String> {
        let is_other = self.t.iter().any(|t| (t - THESIS_T).abs() > 1e-9);
        let [gpc, fgpc, integrated] = self.t;
        is_other.then(|| {
            format!(
                "t = {THESIS_T}, which belongs to another evaluation, to what was chosen by measurement: {gpc} for GPC, {fgpc} for FGPC, {integrated} \
                 for the integrated strategy"
            )
        })
    }
}

/// The positions of a shard, of which all have about the same number.
fn shard_of(positions: &[Sampled], shard: u64) -> impl Iterator<Item = &Sampled> {
    let place = |shard: u64| positions.len() * shard as usize / SHARDS as usize;
    positions[place(shard)..place(shard + 1)].iter()
}

fn identities(positions: &[Sampled]) -> String {
    behaviour(&positions.iter().map(|sampled| sampled.identity).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_all_positions() {
        let sampled = |number: u64| Sampled { position: String::new(), identity: number, progress: 0 };
        for count in [0, 3, 10, 37] {
            let positions: Vec<Sampled> = (0..count).map(sampled).collect();
            let shared = (0..SHARDS).flat_map(|shard| shard_of(&positions, shard));
            assert!(shared.map(|sampled| sampled.identity).eq(0..count));
        }
    }

    /// A position shows the values of one of its children, and ranks within the list of its moves.
    #[test]
    fn positions_show_values_and_ranks() {
        let game = pleach_games::registry().open(THESIS.game).unwrap();
        let sampled = Sampled { position: game.position(), identity: 5, progress: 0 };
        let stop = std::sync::Arc::default();
        let effort = Effort { threads: 1, stop: &stop };
        let seen = seen(game.as_ref(), &THESIS, &sampled, effort).unwrap();
        assert_eq!(seen.moves, 14);
        assert!(seen.ranks.0 < 14 && seen.ranks.1 < 14, "{seen:?}");
        let mut child = game.boxed_clone();
        child.play(&game.moves_by_hints(3)[(mix(5) % 14) as usize]).unwrap();
        let deep = child.search(&Request::new(ORDERED, Limits::depth(2))).unwrap().score.get();
        assert_eq!(seen.values, [Some((child.static_value().get(), deep))]);
    }
}
