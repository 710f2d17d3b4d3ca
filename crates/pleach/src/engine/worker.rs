//! One thread's search under way: the recipe it follows, and everything that it alone may change.

use super::knowledge::{Knowledge, Look};
use super::options::{Options, Parameters};
use super::order::{Candidate, MoveHistory};
use super::prune::Savings;
use super::style::Style;
use super::table::{Draft, Found, Known, Table, UNLIMITED};
use super::threads::Crew;
use crate::cuts::Cuts;
use crate::game::{Evaluate, Game, Hashed, Player};
use crate::limits::Watch;
use crate::prune::{ByKind, Chances, KindCounts, Policy, Situation};
use crate::report::{Counts, Line};
use crate::value::{Bound, Score, Window};

/// What does not change during a search and is the same for all threads.
#[derive(Debug)]
pub(super) struct Recipe<'a, E, K> {
    pub(super) evaluator: &'a E,
    pub(super) knowledge: &'a K,
    pub(super) options: Options,
    pub(super) parameters: Parameters,
    /// Whether nothing is done but what the textbook does.
    pub(super) plain: bool,
    /// Whether the options are: [`Options::is_standard`].
    pub(super) is_standard: bool,
    /// What may be left out; none if nothing is.
    pub(super) policy: Option<&'a Policy>,
    /// Whether it is counted how often late moves turn out best.
    pub(super) gathers: bool,
}

/// A position that has been looked at and is open.
#[derive(Clone, Debug)]
pub(super) struct Visit<G, Seen> {
    pub(super) game: G,
    /// What the game's knowledge has seen; none if it was not asked.
    pub(super) seen: Option<Seen>,
    pub(super) low: Score,
    pub(super) high: Score,
    pub(super) key: u64,
    /// Whether the key is that of an image, whose moves are not those of the position.
    pub(super) is_image: bool,
    /// Whether it has a place in the table.
    pub(super) in_table: bool,
}

impl<G: Game, Seen> Visit<G, Seen> {
    /// Whether the game can go on here.
    #[cold]
    pub(super) fn has_moves(&self) -> bool {
        self.game.moves().next().is_some()
    }
}

/// The [selectivity](Known::selectivity) of what was found with something left out.
const SELECTIVE: u8 = 1;

/// No position of the path is the cause of any value.
pub(super) const NO_CAUSE: i64 = i64::MAX;

/// How a thread came to its node, and what that asks of it there. Whoever goes elsewhere keeps it and puts it back.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Route {
    pub(super) ply: u32,
    /// The ply at which the null window of the node began.
    pub(super) null_since: u32,
    /// The slot of the move that led to the node, and whose it was.
    pub(super) arrived_by: Option<usize>,
    /// Whether nothing may be left out.
    pub(super) is_careful: bool,
    /// Whether it is searched only to predict something.
    pub(super) is_testing: bool,
    /// Whether somebody has passed on the way here.
    pub(super) has_passed: bool,
}

/// What the values found so far rest on, beside the moves searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grounds {
    /// How often the horizon has shown, in leaves and in remembered values.
    pub(super) horizons: u64,
    /// How often something was left out that should have been searched, and how often a remembered value rests on that.
    pub(super) risks: u64,
    /// The first ply of the path on which a value found since rests; below zero before the root.
    pub(super) cause: i64,
}

impl Grounds {
    pub(super) const NONE: Grounds = Grounds { horizons: 0, risks: 0, cause: NO_CAUSE };

    /// The same with what others have found.
    pub(super) fn with(self, others: Grounds) -> Grounds {
        Grounds {
            horizons: self.horizons + others.horizons,
            risks: self.risks + others.risks,
            cause: self.cause.min(others.cause),
        }
    }
}

pub(super) struct Worker<'a, G: Hashed, E, K: Knowledge<G>> {
    pub(super) recipe: &'a Recipe<'a, E, K>,
    pub(super) table: Option<&'a Table>,
    pub(super) crew: Option<&'a Crew<G, K::Seen>>,
    /// Its number among the threads.
    pub(super) number: usize,
    pub(super) watch: Watch,
    pub(super) route: Route,
    pub(super) candidates: Vec<Candidate<G::Move>>,
    /// Positions after a move that have been looked at and wait to be searched.
    pub(super) children: Vec<Visit<G, K::Seen>>,
    /// How many of them there are; what lies behind is left over from other nodes.
    pub(super) listed: usize,
    pub(super) learnt: MoveHistory<G::Move>,
    /// The line of best play from each ply of the path, as far as it is known.
    pub(super) lines: Vec<Vec<G::Move>>,
    /// The best move of the root proved in the iteration under way, with its value: exact, or at least that.
    pub(super) proved: Option<Line<G::Move>>,
    pub(super) grounds: Grounds,
    /// Whether a deeper iteration is certain to follow.
    pub(super) is_preview: bool,
    pub(super) tally: Tally,
    pub(super) savings: Savings,
    /// How often late moves have turned out best, if anybody wants to know.
    pub(super) chances: Chances,
    /// Situations on the path of which that is not known yet.
    pub(super) situations: Vec<Situation>,
    /// A position with neither moves nor an outcome, if one was met.
    pub(super) dead_end: Option<G>,
    /// Entries that took an empty place of the table, as far as this thread can tell; counted from zero again
    /// where the table did not grow.
    fresh: usize,
    /// Entries stored since it has grown.
    stored: usize,
}

/// The work done, beside the nodes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) leaves: u64,
    pub(super) evaluations: u64,
    pub(super) tests: u64,
    pub(super) researches: u64,
    pub(super) table_hits: u64,
    pub(super) cuts: Cuts,
    pub(super) cut_nodes: u64,
    pub(super) first_move_cuts: u64,
    pub(super) pruning: ByKind,
}

impl<'a, G, E, K> Worker<'a, G, E, K>
where
    G: Hashed,
    E: Evaluate<G, Value = Score>,
    K: Knowledge<G>,
{
    pub(super) fn new(
        recipe: &'a Recipe<'a, E, K>,
        table: Option<&'a Table>,
        crew: Option<&'a Crew<G, K::Seen>>,
        number: usize,
        watch: Watch,
    ) -> Self {
        Worker {
            recipe,
            table,
            crew,
            number,
            watch,
            route: Route::default(),
            candidates: Vec::new(),
            children: Vec::new(),
            listed: 0,
            learnt: MoveHistory::new(if K::LEARNS_ORDER && recipe.options.learning {
                K::HISTORY_SIZE
            } else {
                0
            }),
            lines: Vec::new(),
            proved: None,
            grounds: Grounds::NONE,
            is_preview: false,
            tally: Tally::default(),
            savings: Savings::default(),
            chances: Chances::default(),
            situations: Vec::new(),
            dead_end: None,
            fresh: 0,
            stored: 0,
        }
    }

    /// Back to the root: a search that was stopped leaves its path behind.
    pub(super) fn reset(&mut self) {
        self.route = Route::default();
        self.grounds = Grounds::NONE;
        self.candidates.clear();
        self.listed = 0;
        self.situations.clear();
        self.proved = None;
    }

    pub(super) fn counts(&self) -> Counts {
        let tally = self.tally;
        let mut pruning = tally.pruning;
        self.savings.fill(&mut pruning);
        let KindCounts { tests: shallow_tests, nodes: shallow_nodes, left_out, .. } = pruning.total();
        Counts {
            nodes: self.watch.nodes(),
            leaves: tally.leaves,
            evaluations: tally.evaluations,
            tests: tally.tests,
            researches: tally.researches,
            table_hits: tally.table_hits,
            cuts: tally.cuts,
            cut_nodes: tally.cut_nodes,
            first_move_cuts: tally.first_move_cuts,
            shallow_tests,
            shallow_nodes,
            left_out,
            pruning,
        }
    }

    /// Looks at a position, by the game's own knowledge or by the rules alone.
    #[inline(always)]
    pub(super) fn look<S: Style>(&self, game: &G, depth: u32, ply: u32) -> Look<Option<K::Seen>> {
        let look = if S::NULL || self.recipe.options.knowledge {
            self.recipe.knowledge.look(game, depth).map(Some)
        } else {
            look_by_the_rules(game, depth)
        };
        match look {
            Look::Known(score) => Look::Known(from_root::<G>(score, ply)),
            Look::Open { low, high, seen } => {
                Look::Open { low: from_root::<G>(low, ply), high: from_root::<G>(high, ply), seen }
            }
        }
    }

    /// A position that a look has found open, ready to be searched with `depth` plies left.
    #[inline(always)]
    pub(super) fn opened<S: Style>(
        &self,
        game: G,
        depth: u32,
        low: Score,
        high: Score,
        seen: Option<K::Seen>,
    ) -> Visit<G, K::Seen> {
        let (mut key, mut is_image) = (0, false);
        let is_forced = seen.is_some_and(|seen| self.recipe.knowledge.only_move(&game, seen).is_some());
        let is_deep = S::TO_THE_END || depth >= self.recipe.parameters.table_depth;
        let in_table = self.table.is_some() && is_deep && !is_forced;
        if in_table {
            key = game.key_within(depth);
            if (S::NULL || self.recipe.options.symmetry)
                && let Some(shared) = self.recipe.knowledge.shared_key(&game)
            {
                (key, is_image) = (shared, shared != key);
            }
        }
        Visit { game, seen, low, high, key, is_image, in_table }
    }

    /// A child that a look has found open, while its line of the table is on its way to the processor.
    #[inline(always)]
    pub(super) fn opened_child<S: Style>(
        &self,
        game: G,
        depth: u32,
        low: Score,
        high: Score,
        seen: K::Seen,
    ) -> Visit<G, K::Seen> {
        let ply = self.route.ply + 1;
        let (low, high) = (from_root::<G>(low, ply), from_root::<G>(high, ply));
        let child = self.opened::<S>(game, depth, low, high, Some(seen));
        if let (Some(table), true) = (self.table, child.in_table) {
            table.prefetch(child.key);
        }
        child
    }

    /// What the table knows of a position at this ply.
    #[inline(always)]
    pub(super) fn probe<S: Style>(&self, visit: &Visit<G, K::Seen>, depth: u32, ply: u32) -> Found {
        let (Some(table), Some(draft), false) = (self.table, Draft::of(depth), !visit.in_table) else {
            return Found::NOTHING;
        };
        let most_risked = if self.policy::<S>().is_some() { SELECTIVE } else { 0 };
        let deeper_too = !S::NULL && self.recipe.options.deeper;
        let mut found = table.probe(visit.key, draft, deeper_too, most_risked);
        // PERF: most positions are met for the first time.
        if !G::COUNTS_PLIES && !G::BANKS && !visit.is_image || found == Found::NOTHING {
            return found;
        }
        (found.lower, found.upper) = (from_root::<G>(found.lower, ply), from_root::<G>(found.upper, ply));
        if G::BANKS {
            let banked = visit.game.banked();
            (found.lower, found.upper) = (found.lower.with_points(banked), found.upper.with_points(banked));
        }
        if visit.is_image {
            found.ordinal = None;
        }
        found
    }

    /// Tells the table what was found, unless it rests on positions before this one.
    #[inline(always)]
    pub(super) fn remember<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        depth: u32,
        value: Score,
        bound: Bound,
        ordinal: Option<u32>,
        since: Mark,
    ) {
        let (Some(table), Some(draft), false) = (self.table, Draft::of(depth), !visit.in_table) else {
            return;
        };
        if G::HAS_PAST && self.grounds.cause < i64::from(self.route.ply) {
            return;
        }
        let value = here::<G>(value, self.route.ply);
        let value = if G::BANKS { value.with_points(-visit.game.banked()) } else { value };
        let mut known = Known::new(value, bound, draft)
            .complete(self.grounds.horizons == since.horizons)
            .after_nodes(self.watch.nodes() - since.nodes);
        if let (Some(ordinal), false) = (ordinal, visit.is_image) {
            known = known.by_move(ordinal);
        }
        if S::MAY_PRUNE && self.grounds.risks != since.risks {
            known = known.selectivity(SELECTIVE);
        }
        // The others are likely to have stored as much.
        let stored = self.crew.map_or(1, Crew::threads);
        self.stored += stored;
        if table.store(visit.key, known) {
            self.fresh += stored;
        }
        if self.fresh * 8 > table.entries_in_use() * 7 {
            self.let_grow(table);
        }
    }

    /// Lets a full table grow: at once as long as it fits the cache, later only if much has been forgotten.
    fn let_grow(&mut self, table: &Table) {
        let parameters = &self.recipe.parameters;
        let entries = table.entries_in_use();
        let fits_cache = entries < parameters.cached_entries;
        if fits_cache || self.stored >= parameters.stores_per_entry.saturating_mul(entries) {
            if !table.grow() {
                // There is no need to ask again soon.
                self.fresh = 0;
            }
            self.stored = 0;
        }
    }

    /// Where the counters stand, to see later what has been done since.
    #[inline(always)]
    pub(super) fn mark(&self) -> Mark {
        Mark { nodes: self.watch.nodes(), horizons: self.grounds.horizons, risks: self.grounds.risks }
    }

    /// Counts a cut.
    #[inline(always)]
    pub(super) fn count_cut(&mut self, player: Player, tried: u32, direct: bool) {
        self.tally.cut_nodes += 1;
        self.tally.first_move_cuts += u64::from(tried == 1);
        let cuts = &mut self.tally.cuts;
        match (direct, player) {
            (true, _) => cuts.direct += 1,
            (false, Player::Max) => cuts.beta += 1,
            (false, Player::Min) => cuts.alpha += 1,
        }
    }

    /// The plies that a search from here can still go down: the depth left, or less near the end.
    #[inline(always)]
    pub(super) fn reach(&self, game: &G, depth: u32) -> u32 {
        if depth < UNLIMITED { depth } else { self.recipe.knowledge.plies_left(game) }
    }
}

/// See [`Worker::mark`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) nodes: u64,
    horizons: u64,
    risks: u64,
}

/// The score of a position at this ply as the root sees it.
#[inline(always)]
pub(super) fn from_root<G: Game>(score: Score, ply: u32) -> Score {
    if G::COUNTS_PLIES { score.after(ply) } else { score }
}

/// A score that the root sees as a position at this ply sees it.
#[inline(always)]
fn here<G: Game>(score: Score, ply: u32) -> Score {
    if G::COUNTS_PLIES { score.before(ply) } else { score }
}

/// The same for a window.
#[inline(always)]
pub(super) fn window_here<G: Game>(window: Window, ply: u32) -> Window {
    if G::COUNTS_PLIES { window.before(ply) } else { window }
}

#[inline(always)]
fn look_by_the_rules<G: Hashed, Seen>(game: &G, depth: u32) -> Look<Option<Seen>> {
    match game.outcome() {
        Some(score) => Look::Known(score),
        // PERF: a leaf needs no bounds.
        None if depth == 0 => Look::Open { low: Score::MIN, high: Score::MAX, seen: None },
        None => {
            let (low, high) = game.score_bounds();
            Look::Open { low, high, seen: None }
        }
    }
}
