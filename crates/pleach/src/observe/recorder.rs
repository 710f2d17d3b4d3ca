//! The observer that keeps everything.

use super::{Believed, Event, Observe, Question, Step, StepKind, Trace, TraceNode, TraceTooLong};
use crate::game::{Game, Player};
use crate::limits::Stopped;
use crate::notation::Notation;
use crate::report::{Counts, Report};
use crate::value::{Bound, Score, Window};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Records a search as a [`Trace`].
///
/// ```
/// use pleach::observe::Recorder;
/// use pleach::textbook::{Algorithm, Search};
/// use pleach::{Limits, tree::ExplicitTree};
///
/// let tree: ExplicitTree = "MAX[5, MIN[3, 8]]".parse().unwrap();
/// let mut recorder = Recorder::new(1_000);
/// let limits = Limits::none().stop_flag(recorder.stop_flag());
/// let search = Search::new(Algorithm::ALPHA_BETA);
/// let report = search.run_observed(&tree, &(), &limits, &mut recorder).unwrap();
/// let trace = recorder.finish("tree", "alpha-beta", &tree, &report).unwrap();
/// assert_eq!(trace.nodes.len(), 5);
/// assert_eq!(trace.nodes.iter().filter(|node| node.visited).count(), 4);
/// assert!(trace.to_table().contains("cut-off"));
/// ```
#[derive(Debug)]
pub struct Recorder<G> {
    limit: usize,
    /// Whether bounds of uncertain values are proven.
    pub(super) proven: bool,
    overflow: Arc<AtomicBool>,
    /// The flag of whoever wants to end the search.
    outer: Option<Arc<AtomicBool>>,
    pub(super) nodes: Vec<TraceNode>,
    /// The letters of their paths.
    letters: usize,
    /// The masses of all that is believed.
    masses: usize,
    pub(super) steps: Vec<Step>,
    /// The trace's index of each node of a best-first tree.
    pub(super) numbered: Vec<usize>,
    /// What was last believed of the nodes of a best-first tree.
    pub(super) beliefs: HashMap<usize, Box<Believed>>,
    /// The node of the path at each ply, as an index into `nodes`.
    pub(super) path: Vec<Open>,
    /// Children of visited nodes that have not been visited themselves, with the remaining depth.
    unvisited: HashMap<usize, (G, u32)>,
    /// The nodes that shallow searches under way look at, as they were before, if they were open.
    probed: Vec<Option<Open>>,
}

/// A trace may hold so many nodes for every step that it may have. Most of them were passed over.
const NODES_A_STEP: usize = 4;
/// More nodes than this are only for those who allow as many steps.
const MOST_NODES: usize = 1_500_000;
/// The letters of all paths together: those of deep nodes are long.
const MOST_LETTERS: usize = 1 << 27;
/// The masses of all distributions together: there may be many in a step.
const MOST_MASSES: usize = 1 << 26;
/// Boards are kept of so many nodes: nobody looks at more, and their text takes more room than all else.
const MOST_BOARDS: usize = 50_000;
/// Children that were passed over are measured as long as there are no more than this.
const MOST_MEASURED: usize = 200_000;

/// A node of the path, with what is known of it, in Max's view.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub(super) node: usize,
    pub(super) player: Player,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) g: Score,
    /// The remaining depth.
    pub(super) depth: u32,
    /// Whether what is left of it is not searched.
    pub(super) cut: bool,
}

impl Open {
    fn new(node: usize, player: Player, window: Window) -> Open {
        let window = player.view(window);
        Open::between(node, player, window.alpha(), window.beta())
    }

    /// A node with the ends of its window in Max's view.
    pub(super) fn between(node: usize, player: Player, alpha: Score, beta: Score) -> Open {
        Open { node, player, alpha, beta, g: player.view(Score::MIN), depth: 0, cut: false }
    }
}

/// What a search found in the end, in Max's view.
#[derive(Debug)]
pub(crate) struct Outcome<'a, Move> {
    value: Score,
    bound: Bound,
    visits: u64,
    leaves: u64,
    line: &'a [Move],
}

impl<G: Notation> Recorder<G> {
    /// A recorder of at most this many steps.
    pub fn new(limit: usize) -> Self {
        Recorder {
            limit: limit.max(1),
            proven: false,
            overflow: Arc::new(AtomicBool::new(false)),
            outer: None,
            nodes: Vec::new(),
            letters: 0,
            masses: 0,
            steps: Vec::new(),
            numbered: Vec::new(),
            beliefs: HashMap::new(),
            path: Vec::new(),
            unvisited: HashMap::new(),
            probed: Vec::new(),
        }
    }

    /// Says whether the bounds of uncertain values are proven, so that what they cut off is no risk.
    pub fn proven_bounds(mut self, proven: bool) -> Self {
        self.proven = proven;
        self
    }

    /// Ends the search also when this flag is raised, since it hears of no other than the recorder's.
    pub(crate) fn until(mut self, outer: Option<Arc<AtomicBool>>) -> Self {
        self.outer = outer;
        self
    }

    /// Why a search ended by the recorder's flag has no trace.
    pub(crate) fn reason(&self) -> Result<TraceTooLong, Stopped> {
        match (self.is_ended(), self.excess()) {
            (false, Some(excess)) => Ok(excess),
            _ => Err(Stopped::Flag),
        }
    }

    fn is_ended(&self) -> bool {
        self.outer.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// A flag that is raised when the limit is passed; give it to the search as its stop flag.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.overflow)
    }

    /// Whether the search had more steps than the limit.
    pub(crate) fn is_too_long(&self) -> bool {
        self.overflow.load(Ordering::Relaxed)
    }

    /// The trace of the search of `root` that ended with `report`.
    pub fn finish(
        self,
        game: &str,
        algorithm: &str,
        root: &G,
        report: &Report<G::Move>,
    ) -> Result<Trace, TraceTooLong> {
        let (player, Counts { nodes: visits, leaves, .. }) = (root.to_move(), report.counts);
        let (value, bound) = (player.view(report.value), player.view(report.bound));
        let outcome = Outcome { value, bound, visits, leaves, line: &report.line };
        self.finish_with(game, algorithm, root, outcome)
    }

    /// The same for a search over uncertain values: one score for all that is believed of the root, in Max's view,
    /// and the line that it answers with.
    pub(crate) fn finish_uncertain(
        self,
        game: &str,
        algorithm: &str,
        root: &G,
        (value, counts, line): (Score, &Counts, &[G::Move]),
    ) -> Result<Trace, TraceTooLong> {
        let &Counts { nodes: visits, leaves, .. } = counts;
        self.finish_with(game, algorithm, root, Outcome { value, bound: Bound::Exact, visits, leaves, line })
    }

    fn finish_with(
        mut self,
        game: &str,
        algorithm: &str,
        root: &G,
        outcome: Outcome<'_, G::Move>,
    ) -> Result<Trace, TraceTooLong> {
        if let Some(excess) = self.excess().filter(|_| self.is_too_long()) {
            return Err(excess);
        }
        self.measure_unvisited();
        let line = self.line(root, outcome.line);
        let Outcome { value, bound, visits, leaves, .. } = outcome;
        Ok(Trace {
            game: game.to_owned(),
            position: root.position(),
            algorithm: algorithm.to_owned(),
            value,
            bound,
            visits,
            leaves,
            line,
            nodes: self.nodes,
            steps: self.steps,
        })
    }

    fn line(&self, root: &G, moves: &[G::Move]) -> Vec<usize> {
        let mut line = vec![0];
        let mut game = root.clone();
        for &mv in moves {
            let number = game.moves().position(|candidate| candidate == mv);
            let here = line.last().map(|&last| &self.nodes[last]);
            let Some(&child) = here.zip(number).and_then(|(node, number)| node.children.get(number)) else {
                break;
            };
            line.push(child);
            game.play(mv);
        }
        line
    }

    fn measure_unvisited(&mut self) {
        const MOST_PER_NODE: u64 = 10_000;
        let mut budget: u64 = 2_000_000;
        let mut stubs: Vec<_> = self.unvisited.drain().collect();
        stubs.sort_by_key(|(node, _)| *node);
        for (node, (game, depth)) in stubs {
            let size = count_nodes(&game, depth, MOST_PER_NODE.min(budget));
            budget = budget.saturating_sub(size.unwrap_or(MOST_PER_NODE));
            self.nodes[node].pruned_size = size;
        }
    }

    /// Goes to a node and makes it the last of the path.
    pub(super) fn enter(
        &mut self,
        game: &G,
        ply: u32,
        number: Option<u32>,
        depth: u32,
        window: (Score, Score),
    ) {
        let node = self.node_at(game, ply, number);
        self.visit(node, game, depth);
        let open = Open::between(node, game.to_move(), window.0, window.1);
        self.path.push(Open { depth, ..open });
        self.step(ply, StepKind::Enter { depth });
    }

    /// Notes that a node was visited, and its children with it.
    pub(super) fn visit(&mut self, node: usize, game: &G, depth: u32) {
        if !self.nodes[node].visited {
            self.nodes[node].visited = true;
            self.unvisited.remove(&node);
            self.nodes[node].player = game.to_move();
        }
        // A leaf of one iteration is an interior node of the next.
        if depth > 0 && self.nodes[node].children.is_empty() {
            self.add_children(node, game, depth);
        } else if depth > 0 {
            self.deepen_unvisited(node, game, depth);
        }
    }

    /// The node below the path's node of the ply above, by its Dewey number; the path ends above it.
    fn node_at(&mut self, game: &G, ply: u32, number: Option<u32>) -> usize {
        self.path.truncate(ply as usize);
        match (number, self.path.last()) {
            (Some(number), Some(parent)) => self.nodes[parent.node].children[number as usize - 1],
            _ => self.root(game),
        }
    }

    /// The root, which is made where there is none yet.
    pub(super) fn root(&mut self, game: &G) -> usize {
        if self.nodes.is_empty() {
            self.nodes.push(describe(game, None, String::new(), None, true));
        }
        0
    }

    /// A node that was looked at is not measured.
    pub(super) fn forget_unvisited(&mut self, node: usize) {
        self.unvisited.remove(&node);
    }

    fn add_children(&mut self, parent: usize, game: &G, depth: u32) {
        for (index, mv) in game.moves().enumerate() {
            // Counted before they are kept: there may be more of them than there is room for.
            if self.nodes.len() > self.most_nodes() || self.letters > MOST_LETTERS {
                return;
            }
            let path = match self.nodes[parent].path.as_str() {
                "" => (index + 1).to_string(),
                above => format!("{above}.{}", index + 1),
            };
            let child = game.after(mv);
            let cost = if G::REGULAR_TURNS { 1 } else { game.cost(mv) };
            let number = self.nodes.len();
            self.letters += path.len();
            // Where the root has no board, nothing has: and to write a position down may take long.
            let board = number < MOST_BOARDS && self.nodes[0].board.is_some();
            self.nodes.push(describe(&child, Some(parent), path, Some(game.move_text(mv)), board));
            self.nodes[parent].children.push(number);
            if self.unvisited.len() < MOST_MEASURED {
                self.unvisited.insert(number, (child, depth.saturating_sub(cost)));
            }
        }
    }

    /// A deeper iteration would have visited more below the children that are passed over.
    fn deepen_unvisited(&mut self, parent: usize, game: &G, depth: u32) {
        for (mv, child) in game.moves().zip(&self.nodes[parent].children) {
            if let Some((_, remaining)) = self.unvisited.get_mut(child) {
                let cost = if G::REGULAR_TURNS { 1 } else { game.cost(mv) };
                *remaining = depth.saturating_sub(cost).max(*remaining);
            }
        }
    }

    /// A shallow search has seen a move that is left out now: below it a full search would have visited more.
    fn deepen_below(&mut self, child: usize, depth: u32) {
        for grandchild in &self.nodes[child].children {
            if let Some((_, remaining)) = self.unvisited.get_mut(grandchild) {
                *remaining = depth.saturating_sub(2).max(*remaining);
            }
        }
    }

    /// Keeps a step that says what is believed.
    pub(super) fn keep(&mut self, step: Step) {
        self.masses += step.believed.as_ref().map_or(0, |believed| believed.distribution.len());
        self.steps.push(step);
    }

    /// Records a step of the path's node at a ply.
    pub(super) fn step(&mut self, ply: u32, kind: StepKind) {
        if let Some(&Open { node, alpha, beta, g, .. }) = self.path.get(ply as usize) {
            self.steps.push(Step { node, kind, alpha, beta, g, believed: None });
        }
    }

    fn most_nodes(&self) -> usize {
        self.limit.saturating_mul(NODES_A_STEP).min(MOST_NODES.max(self.limit))
    }

    /// What there is too much of.
    fn excess(&self) -> Option<TraceTooLong> {
        let most_nodes = self.most_nodes();
        [
            (self.steps.len(), self.limit - 1, self.limit, "steps"),
            (self.nodes.len(), most_nodes, most_nodes, "nodes"),
            (self.letters, MOST_LETTERS, MOST_LETTERS, "letters of paths"),
            (self.masses, MOST_MASSES, MOST_MASSES, "masses of distributions"),
        ]
        .into_iter()
        .find(|(count, most, ..)| count > most)
        .map(|(_, _, limit, of)| TraceTooLong { limit, of })
    }

    /// Whether there is room for one more step; raises the flag if not.
    pub(super) fn has_room(&self) -> bool {
        let has_room = self.steps.len() < self.limit
            && self.nodes.len() <= self.most_nodes()
            && self.letters <= MOST_LETTERS
            && self.masses <= MOST_MASSES
            && !self.is_ended();
        if !has_room {
            self.overflow.store(true, Ordering::Relaxed);
        }
        has_room
    }

    /// The node at a ply below the path, by its Dewey number; the root where there is none above.
    fn node_ahead(&self, ply: u32, branch_number: Option<u32>) -> usize {
        let above = ply.checked_sub(1).and_then(|above| self.path.get(above as usize));
        let child = |(parent, number): (&Open, u32)| self.nodes[parent.node].children[number as usize - 1];
        above.zip(branch_number).map_or(0, child)
    }

    /// Keeps the node that a shallow search looks at as it is.
    fn probe(&mut self, ply: u32, number: Option<u32>, depth: u32, question: Question, window: Window) {
        let node = self.node_ahead(ply, number);
        let open = self.path.get(ply as usize).copied();
        self.probed.push(open.filter(|open| open.node == node));
        let question = self.nodes[node].player.view(question);
        self.step_ahead(ply, number, window, None, StepKind::Probe { depth, question });
    }

    /// Puts the node back as it was before the shallow search.
    fn finish_probe(&mut self, ply: u32, number: Option<u32>, question: Question, value: Score) {
        let open = self.probed.pop().flatten();
        let player = self.nodes[self.node_ahead(ply, number)].player;
        let hit = question.is_answered_by(value);
        let (question, shallow, goes_on) = (player.view(question), player.view(value), open.is_some());
        let kind = StepKind::Probed { question, shallow, hit, goes_on };
        self.path.truncate(ply as usize);
        match open {
            Some(open) => {
                self.path.push(open);
                self.step(ply, kind);
            }
            None => self.step_ahead(ply, number, Window::FULL, Some(value), kind),
        }
    }

    /// Records a step of a node that is about to be visited, or that will not be.
    fn step_ahead(
        &mut self,
        ply: u32,
        branch_number: Option<u32>,
        window: Window,
        g: Option<Score>,
        kind: StepKind,
    ) {
        let node = self.node_ahead(ply, branch_number);
        let player = self.nodes.get(node).map_or(Player::Max, |node| node.player);
        let Open { alpha, beta, g: infinite, .. } = Open::new(node, player, window);
        let g = g.map_or(infinite, |g| player.view(g));
        self.steps.push(Step { node, kind, alpha, beta, g, believed: None });
    }
}

impl<G: Notation> Observe<G> for Recorder<G> {
    fn observe(&mut self, event: Event<'_, G>) {
        if !self.has_room() {
            return;
        }
        match event {
            Event::Iteration { depth } => {
                self.step_ahead(0, None, Window::FULL, None, StepKind::Iteration { depth });
            }
            Event::Entered { game, ply, branch, depth, window } => {
                let (number, window) = (branch.map(|branch| branch.number), game.to_move().view(window));
                self.enter(game, ply, number, depth, (window.alpha(), window.beta()));
            }
            Event::Leaf { ply, value, .. } => {
                let open = &mut self.path[ply as usize];
                open.g = open.player.view(value);
                self.step(ply, StepKind::Leaf);
            }
            Event::Returned { ply, branch, value, best, improved, .. } => {
                let open = &mut self.path[ply as usize];
                let player = open.player;
                open.g = player.view(best);
                match player {
                    Player::Max => open.alpha = open.alpha.max(open.g),
                    Player::Min => open.beta = open.beta.min(open.g),
                }
                let child = self.nodes[open.node].children[branch.number as usize - 1];
                self.step(ply, StepKind::Return { child, value: player.view(value), improved });
            }
            Event::Cut { ply, kind, by } => {
                let by = by.map(|ancestor| self.path[ancestor as usize].node);
                self.step(ply, StepKind::Cut { kind, by });
            }
            Event::Left { ply, value, bound } => {
                let open = &mut self.path[ply as usize];
                open.g = open.player.view(value);
                let bound = open.player.view(bound);
                self.step(ply, StepKind::Leave { bound });
            }
            Event::TableHit { ply, branch, value, bound } => {
                let number = branch.map(|branch| branch.number);
                let bound = self.nodes[self.node_ahead(ply, number)].player.view(bound);
                self.step_ahead(ply, number, Window::FULL, Some(value), StepKind::TableHit { bound });
            }
            Event::Test { ply, branch, window } => {
                self.step_ahead(ply, branch.map(|branch| branch.number), window, None, StepKind::Test);
            }
            Event::Again { ply, branch, window, reason } => {
                self.step_ahead(
                    ply,
                    branch.map(|branch| branch.number),
                    window,
                    None,
                    StepKind::Again { reason },
                );
            }
            Event::Probe { ply, branch, depth, question, window } => {
                self.probe(ply, branch.map(|branch| branch.number), depth, question, window);
            }
            Event::Probed { ply, branch, question, value } => {
                self.finish_probe(ply, branch.map(|branch| branch.number), question, value);
            }
            Event::Forecast { ply, value, omission } => {
                let open = &mut self.path[ply as usize];
                open.g = open.player.view(value);
                let omission = open.player.view(omission);
                self.step(ply, StepKind::Forecast { omission });
            }
            Event::Skipped { ply, branch, omission, rest } => {
                let child = self.node_ahead(ply + 1, Some(branch.number));
                let omission = self.nodes[child].player.view(omission);
                self.deepen_below(child, self.path[ply as usize].depth);
                self.step(ply, StepKind::Skip { child, omission, rest });
            }
        }
    }
}

fn describe<G: Notation>(
    game: &G,
    parent: Option<usize>,
    path: String,
    mv: Option<String>,
    with_board: bool,
) -> TraceNode {
    let (name, board) = (game.node_name(), if with_board { game.board() } else { String::new() });
    TraceNode {
        path,
        name,
        mv,
        player: game.to_move(),
        parent,
        children: Vec::new(),
        visited: false,
        pruned_size: None,
        // One line is the position itself, and of no use to look at.
        board: board.contains('\n').then_some(board),
    }
}

/// The nodes of a subtree down to a depth, if they are at most `most`.
fn count_nodes<G: Game>(root: &G, depth: u32, most: u64) -> Option<u64> {
    let mut waiting = vec![(root.clone(), depth)];
    let mut count = 0;
    while let Some((game, depth)) = waiting.pop() {
        count += 1;
        if count > most {
            return None;
        }
        if depth > 0 && game.outcome().is_none() {
            let rest = |mv| depth.saturating_sub(if G::REGULAR_TURNS { 1 } else { game.cost(mv) });
            let room = most.saturating_sub(count + waiting.len() as u64).saturating_add(1);
            let children = game.moves().take(usize::try_from(room).unwrap_or(usize::MAX));
            waiting.extend(children.map(|mv| (game.after(mv), rest(mv))));
        }
        // Whoever waits will be counted.
        if count + waiting.len() as u64 > most {
            return None;
        }
    }
    Some(count)
}

#[cfg(test)]
mod tests {
    use super::super::specimens;
    use super::*;

    #[test]
    fn deepening_grows_the_recorded_tree() {
        let trace = specimens::deepening();
        let iterations = trace.steps.iter().filter(|step| matches!(step.kind, StepKind::Iteration { .. }));
        assert_eq!(iterations.count(), 4);
        assert!(trace.nodes.iter().any(|node| node.path == "1.1.1.1" && node.visited));
        // A child that no iteration visited is measured to the depth of the last one.
        let sizes = |plies: usize| {
            let below = trace.nodes.iter().filter(move |node| node.path.split('.').count() == plies);
            below.filter_map(|node| node.pruned_size)
        };
        assert!(sizes(4).all(|size| size == 1));
        assert!(sizes(3).all(|size| size == 4));
        assert!(sizes(4).count() > 0);
    }
}
