//! The engine against the textbook: the same value with every combination of options, and the same nodes
//! with all of them off.

use pleach::engine::{Driver, Engine, Knowledge, Look, Options, Parameters};
use pleach::testkit::{TreeRange, Values, any_options, oracle, random_tree};
use pleach::textbook::{Algorithm, Search};
use pleach::tree::{ExplicitTree, RandomTree};
use pleach::{Bound, Evaluate, Game, Hashed, Limits, Player, Repeating, Score, WithoutPast, key_of, mix};

/// Thresholds low enough that small searches meet them.
fn eager() -> Parameters {
    let (enhanced_depth, internal_depth, internal_reduction) = (1, 2, 1);
    Parameters {
        table_depth: 1,
        cached_entries: 1,
        stores_per_entry: 2,
        enhanced_depth,
        internal_depth,
        internal_reduction,
        order_depth: 1,
        shallow_depth: 1,
        share_depth: 1,
        prepare: Some(2),
    }
}

/// Searches by the engine and checks value, best move and line against the oracle.
fn check<G, E, K>(game: &G, evaluator: E, knowledge: K, depth: u32, seed: u64)
where
    G: Hashed + Send + Sync + std::fmt::Debug,
    G::Move: Send + Sync,
    E: Evaluate<G, Value = Score> + Sync + Copy,
    K: Knowledge<G, Seen: Send + Sync> + Sync,
{
    let options = any_options(seed);
    let threads = if seed.is_multiple_of(16) { 2 + seed as usize / 16 % 3 } else { 1 };
    let expected = oracle(game, &evaluator, depth);
    let engine = Engine::new(&evaluator).knowledge(&knowledge).options(options).parameters(eager());
    let limits = if depth == u32::MAX { Limits::none() } else { Limits::depth(depth) };
    let report = engine.memory(1).threads(threads).all_best().search(game, &limits).unwrap();
    let context = || format!("seed {seed}, {options}, depth {depth}, {threads} threads, {game:?}");
    assert_eq!((report.value, report.bound), (expected, Bound::Exact), "{}", context());
    let (end, value, left) = follow(game, &report.line, expected, depth);
    if game.outcome().is_none() && depth > 0 {
        let best = report.best.unwrap_or_else(|| panic!("no move: {}", context()));
        assert!(report.equally_good.contains(&best), "{}", context());
        for mv in game.moves() {
            let reaches = value_of_move(game, &evaluator, mv, depth) == expected;
            assert_eq!(report.equally_good.contains(&mv), reaches, "{mv:?}: {}", context());
        }
    }
    if options.line {
        assert!(end.outcome().is_some() || left == 0, "the line {:?} is short: {}", report.line, context());
        let leaf = end.outcome().map(|score| score.after(report.line.len() as u32));
        assert_eq!(
            leaf.unwrap_or_else(|| evaluator.evaluate(&end)),
            value,
            "the line is wrong: {}",
            context()
        );
    }
}

fn value_of_move<G: Game>(
    game: &G,
    evaluator: &impl Evaluate<G, Value = Score>,
    mv: G::Move,
    depth: u32,
) -> Score {
    let child = game.after(mv);
    let left = if depth == u32::MAX { depth } else { depth.saturating_sub(game.cost(mv)) };
    let value = oracle(&child, evaluator, left).after(1);
    if child.to_move() == game.to_move() { value } else { -value }
}

/// The end of a line, the value for the side to move there, and the depth left.
fn follow<G: Game>(game: &G, line: &[G::Move], value: Score, depth: u32) -> (G, Score, u32) {
    let (mut end, mut value, mut left) = (game.clone(), value, depth);
    for &mv in line {
        assert!(end.moves().any(|legal| legal == mv), "{mv:?} is illegal");
        left = left.saturating_sub(end.cost(mv));
        let before = end.to_move();
        end.play(mv);
        if before != end.to_move() {
            value = -value;
        }
    }
    (end, value, left)
}

#[test]
fn values_and_lines_are_right_on_random_trees() {
    for seed in 0..6_000 {
        let range =
            TreeRange { deepest: 5, widest: 4, values: 4 + seed as u32 % 30, extra_turns: seed % 3 == 0 };
        let depth = [u32::MAX, 3, 1, 2, 4][seed as usize % 5];
        check(&random_tree(seed, range), ExplicitTree::static_value, (), depth, seed);
    }
}

/// A walk on a small graph with loops of four plies and more: all that a table can get wrong. Positions transpose at equal and at
/// different plies, come back, and end by a clock; some moves cost nothing or give another turn.
#[derive(Clone, Debug, PartialEq)]
struct Maze {
    seed: u64,
    place: u8,
    to_move: Player,
    clock: u8,
    irregular: bool,
}

impl Maze {
    /// Four rings of four places; every move goes to the next ring.
    const PLACES: u8 = 16;
    const LIMIT: u8 = 7;

    fn new(seed: u64, irregular: bool) -> Maze {
        Maze { seed, place: 0, to_move: Player::Max, clock: 0, irregular }
    }

    fn drawn(&self, salt: u64) -> u64 {
        mix(self.seed ^ mix(u64::from(self.place) << 8 ^ salt))
    }
}

impl Game for Maze {
    type Move = u8;
    const REGULAR_TURNS: bool = false;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn moves(&self) -> impl Iterator<Item = u8> {
        let count = if self.outcome().is_some() { 0 } else { 1 + self.drawn(1) % 3 };
        (0..count as u8).filter(move |&mv| mv == 0 || !self.drawn(u64::from(mv) + 2).is_multiple_of(4))
    }

    fn play(&mut self, mv: u8) {
        let drawn = self.drawn(u64::from(mv) + 10);
        let again = self.irregular && drawn.is_multiple_of(5);
        self.clock = if drawn.is_multiple_of(7) { 0 } else { self.clock + 1 };
        self.place = (self.place / 4 * 4 + 4 + (drawn >> 8) as u8 % 4) % Maze::PLACES;
        self.to_move = if again { self.to_move } else { self.to_move.other() };
    }

    fn outcome(&self) -> Option<Score> {
        if self.clock >= Maze::LIMIT {
            return Some(Score::ZERO);
        }
        (self.place == 5).then_some(if self.drawn(5).is_multiple_of(2) { Score::LOSS } else { Score::new(3) })
    }

    fn cost(&self, mv: u8) -> u32 {
        if self.irregular && self.drawn(u64::from(mv) + 20).is_multiple_of(4) { 2 } else { 1 }
    }
}

impl Hashed for Maze {
    fn key(&self) -> u64 {
        key_of(&(self.place, self.to_move))
    }

    fn key_within(&self, plies: u32) -> u64 {
        let ends = u32::from(Maze::LIMIT - self.clock.min(Maze::LIMIT)) <= plies;
        if ends { mix(self.key() ^ u64::from(self.clock) << 32) } else { self.key() }
    }

    fn repetition(&self, occurrence: u32) -> Option<Score> {
        (occurrence >= 3).then_some(Score::new(-1))
    }
}

fn by_place(game: &Maze) -> Score {
    Score::new((game.drawn(7 + game.to_move as u64) % 21) as i32 - 10)
}

#[test]
fn values_and_lines_are_right_where_positions_come_back() {
    for seed in 0..3_000 {
        check(&Maze::new(seed, seed % 2 == 0), by_place, (), 1 + seed as u32 % 6, seed);
    }
}

#[test]
fn values_and_lines_are_right_where_repetition_counts() {
    for seed in 0..2_000 {
        let mut game = Repeating::new(Maze::new(seed, seed % 2 == 0));
        // A past, so that a third occurrence comes within the depth.
        for step in 0..seed % 9 {
            let Some(mv) = game.moves().nth(mix(seed ^ step) as usize % game.moves().count().max(1)) else {
                break;
            };
            game.play(mv);
        }
        let depth = 1 + seed as u32 % 6;
        check(&game, WithoutPast(by_place), (), depth, seed);
        // Of the guide's knowledge nothing is used that a repetition makes wrong.
        check(&game, WithoutPast(by_place), WithoutPast(MazeKnowledge), depth, seed);
    }
}

/// Knows the places next to the end, and looks at children before they are searched.
struct MazeKnowledge;

impl Knowledge<Maze> for MazeKnowledge {
    type Seen = u64;
    const LOOKS_AHEAD: bool = true;
    const HISTORY_SIZE: usize = 3;

    fn seen(&self, game: &Maze) -> u64 {
        game.moves().fold(0, |set, mv| set | 1 << mv)
    }

    fn moves(&self, _game: &Maze, seen: u64) -> impl Iterator<Item = u8> {
        (0..8).filter(move |mv| seen >> mv & 1 == 1)
    }

    fn look(&self, game: &Maze, depth: u32) -> Look<u64> {
        if let Some(score) = game.outcome() {
            return Look::Known(score);
        }
        let wins = |mv: u8| {
            let next = game.after(mv);
            next.to_move() != game.to_move() && next.outcome() == Some(Score::LOSS) && game.cost(mv) <= depth
        };
        if depth > 0 && game.moves().any(wins) {
            return Look::Known(Score::win_in(1));
        }
        Look::Open { low: Score::MIN, high: Score::MAX, seen: self.seen(game) }
    }

    fn weigh_child(&self, _game: &Maze, mv: u8, child: &Maze, _depth: u32, _seen: u64) -> i32 {
        i32::from(child.place) * 8 - i32::from(mv)
    }

    fn history_index(&self, _game: &Maze, mv: u8) -> usize {
        mv.into()
    }
}

#[test]
fn a_game_may_look_ahead() {
    for seed in 0..3_000 {
        check(&Maze::new(seed, seed % 2 == 0), by_place, MazeKnowledge, 1 + seed as u32 % 6, seed);
    }
}

/// A maze with tolls: every step brings the mover points, which are banked. Some ends are wins and losses by distance,
/// whatever was banked.
#[derive(Clone, Debug)]
struct Toll {
    maze: Maze,
    lead: i32,
}

impl Game for Toll {
    type Move = u8;
    const REGULAR_TURNS: bool = false;

    fn to_move(&self) -> Player {
        self.maze.to_move
    }

    fn moves(&self) -> impl Iterator<Item = u8> {
        self.maze.moves()
    }

    fn play(&mut self, mv: u8) {
        let points = (self.maze.drawn(u64::from(mv) + 30) % 7) as i32;
        self.lead += self.maze.to_move.view(points);
        self.maze.play(mv);
    }

    fn outcome(&self) -> Option<Score> {
        self.maze.outcome().map(|outcome| outcome.with_points(self.banked()))
    }

    fn cost(&self, mv: u8) -> u32 {
        self.maze.cost(mv)
    }
}

impl Hashed for Toll {
    const BANKS: bool = true;

    fn key(&self) -> u64 {
        self.maze.key()
    }

    fn key_within(&self, plies: u32) -> u64 {
        self.maze.key_within(plies)
    }

    fn banked(&self) -> i32 {
        self.maze.to_move.view(self.lead)
    }
}

#[test]
fn values_and_lines_are_right_where_points_are_banked() {
    let evaluator = |game: &Toll| by_place(&game.maze).with_points(game.banked());
    for seed in 0..4_000 {
        let game = Toll { maze: Maze::new(seed, seed % 2 == 0), lead: seed as i32 % 11 - 5 };
        check(&game, evaluator, (), 1 + seed as u32 % 6, seed);
    }
}

/// Dots and Boxes: whoever closes a box has it and draws again.
#[derive(Clone, Debug)]
struct Boxes<const BANKED: bool> {
    columns: u32,
    rows: u32,
    lines: u32,
    lead: i32,
    to_move: Player,
}

impl<const BANKED: bool> Boxes<BANKED> {
    fn new(rows: u32, columns: u32) -> Self {
        Boxes { columns, rows, lines: 0, lead: 0, to_move: Player::Max }
    }

    fn all(&self) -> u32 {
        (self.rows + 1) * self.columns + self.rows * (self.columns + 1)
    }

    fn closed(&self) -> i32 {
        let (columns, standing) = (self.columns, (self.rows + 1) * self.columns);
        let lines = |number: u32| {
            let left = standing + number + number / columns;
            1 << number | 1 << (number + columns) | 1 << left | 1 << (left + 1)
        };
        (0..self.rows * columns).filter(|&number| self.lines & lines(number) == lines(number)).count() as i32
    }

    fn balance(&self) -> Score {
        Score::new(self.to_move.view(self.lead))
    }

    /// Plays random moves until so many lines are left.
    fn until(mut self, left: u32, seed: u64) -> Self {
        while self.all() - self.lines.count_ones() > left {
            let moves: Vec<u32> = self.moves().collect();
            self.play(moves[mix(seed ^ mix(self.lines.into())) as usize % moves.len()]);
        }
        self
    }
}

impl<const BANKED: bool> Game for Boxes<BANKED> {
    type Move = u32;
    const REGULAR_TURNS: bool = false;
    const COUNTS_PLIES: bool = false;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn moves(&self) -> impl Iterator<Item = u32> {
        (0..self.all()).filter(|line| self.lines >> line & 1 == 0)
    }

    fn play(&mut self, line: u32) {
        let before = self.closed();
        self.lines |= 1 << line;
        match self.closed() - before {
            0 => self.to_move = self.to_move.other(),
            more => self.lead += self.to_move.view(more),
        }
    }

    fn outcome(&self) -> Option<Score> {
        (self.lines.count_ones() == self.all()).then(|| self.balance())
    }
}

impl<const BANKED: bool> Hashed for Boxes<BANKED> {
    const BANKS: bool = BANKED;

    fn key(&self) -> u64 {
        key_of(&(self.lines, self.to_move, if BANKED { 0 } else { self.lead }))
    }

    fn banked(&self) -> i32 {
        if BANKED { self.balance().get() } else { 0 }
    }
}

#[test]
fn boxes_are_right_with_every_option() {
    for seed in 0..800 {
        let game = Boxes::<true>::new(2, 2 + seed as u32 % 2).until(6, seed);
        check(&game, Boxes::balance, (), [u32::MAX, 3, 5, 2][seed as usize % 4], seed);
        let values = Values { salt: seed, different: 5 };
        check(&Boxes::<true>::new(2, 3).until(9, seed), values, (), 1 + seed as u32 % 3, seed);
    }
}

#[test]
fn banking_changes_no_value_and_saves_work() {
    for (rows, columns) in [(1, 3), (2, 2), (2, 3)] {
        let limits = Limits::none();
        let banked = Engine::new(&()).search(&Boxes::<true>::new(rows, columns), &limits).unwrap();
        let plain = Engine::new(&()).search(&Boxes::<false>::new(rows, columns), &limits).unwrap();
        let textbook = Search::new(Algorithm::Mtdf { guess: None })
            .run(&Boxes::<true>::new(rows, columns), &(), &limits)
            .unwrap();
        assert_eq!((banked.value, textbook.value), (plain.value, plain.value), "{rows}x{columns}");
        assert!(banked.counts.nodes < plain.counts.nodes, "{rows}x{columns}");
    }
}

#[test]
fn hash_valued_positions_are_right_too() {
    for seed in 0..300 {
        let tree: RandomTree = format!("b=1/4/2,d=6,leaves=iid,seed={seed}").parse().unwrap();
        check(&tree, Values { salt: seed, different: 9 }, (), 1 + seed as u32 % 6, seed);
    }
}

#[test]
fn with_all_options_off_it_visits_what_the_textbook_visits() {
    let twins = [
        (Options::PLAIN, Algorithm::ALPHA_BETA),
        (Options { delta: 3, ..Options::PLAIN }, Algorithm::Aspiration { estimate: None, delta: 3 }),
        (Options { driver: Driver::Pvs, ..Options::PLAIN }, Algorithm::NegaScout),
    ];
    for seed in 0..2_000 {
        let range =
            TreeRange { deepest: 6, widest: 4, values: 4 + seed as u32 % 30, extra_turns: seed % 3 == 0 };
        let tree = random_tree(seed, range);
        let depth = [u32::MAX, 3, 1, 2, 5][seed as usize % 5];
        let limits = if depth == u32::MAX { Limits::none() } else { Limits::depth(depth) };
        for (options, algorithm) in twins {
            let (mut engine, mut search) =
                (Engine::new(&ExplicitTree::static_value).options(options), Search::new(algorithm));
            if seed % 4 == 3 {
                (engine, search) = (engine.deepening(true), search.deepening());
            }
            let ours = engine.search(&tree, &limits).unwrap();
            let twin = search.run(&tree, &ExplicitTree::static_value, &limits).unwrap();
            assert_eq!(ours.value, twin.value, "seed {seed}, {options}");
            assert_eq!(
                (ours.counts.nodes, ours.counts.leaves, ours.counts.cuts.total(), ours.counts.researches),
                (twin.counts.nodes, twin.counts.leaves, twin.counts.cuts.total(), twin.counts.researches),
                "seed {seed}, {options}, depth {depth}, {}",
                pleach::Notation::position(&tree)
            );
        }
    }
}

/// The static value, found so slowly that there is time for others to take part.
fn slowly(tree: &RandomTree) -> Score {
    std::thread::sleep(std::time::Duration::from_micros(5));
    tree.static_value()
}

#[test]
fn several_threads_share_the_work_and_find_the_same() {
    let taking_part = std::sync::Mutex::new(std::collections::HashSet::new());
    let evaluate = |tree: &RandomTree| {
        taking_part.lock().unwrap().insert(std::thread::current().id());
        slowly(tree)
    };
    for seed in 0..60 {
        let tree: RandomTree = format!("b={},d=9,leaves=newborn,seed={seed}", 2 + seed % 4).parse().unwrap();
        let engine = Engine::new(&evaluate).memory(1).parameters(eager()).options(any_options(seed));
        let expected = oracle(&tree, &RandomTree::static_value, 5);
        let report = engine.threads(2 + seed as usize % 3).search(&tree, &Limits::depth(5)).unwrap();
        assert_eq!((report.value, report.depth, report.stopped), (expected, 5, None), "seed {seed}");
        let (end, value, _) = follow(&tree, &report.line, expected, 5);
        if any_options(seed).line {
            assert_eq!(end.static_value(), value, "seed {seed}: the line is wrong");
        }
    }
    assert!(taking_part.into_inner().unwrap().len() > 60, "nobody has helped");
}

#[test]
fn a_helper_that_panics_is_not_waited_for() {
    let leader = std::thread::current().id();
    let tree: RandomTree = "b=6,d=9,leaves=newborn,seed=1".parse().unwrap();
    let evaluate = |tree: &RandomTree| {
        assert_eq!(std::thread::current().id(), leader, "an evaluator that only one thread may ask");
        slowly(tree)
    };
    let search = || Engine::new(&evaluate).parameters(eager()).threads(2).search(&tree, &Limits::depth(7));
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(search));
    assert!(outcome.is_err(), "the panic is passed on");
}

#[test]
fn with_one_thread_every_run_is_the_same() {
    let tree: RandomTree = "b=5,d=9,leaves=newborn,seed=4".parse().unwrap();
    let run = || Engine::new(&RandomTree::static_value).memory(1).search(&tree, &Limits::depth(7)).unwrap();
    assert_eq!(run().counts, run().counts);
}

#[test]
fn limits_are_kept_and_the_best_move_so_far_is_told() {
    let tree: RandomTree = "b=6,d=30,leaves=newborn,seed=2".parse().unwrap();
    for threads in [1, 2] {
        for nodes in [50, 1_000, 20_000] {
            let engine = Engine::new(&RandomTree::static_value).memory(1).threads(threads);
            let report = engine.search(&tree, &Limits::none().nodes(nodes)).unwrap();
            assert!(report.counts.nodes <= nodes + threads as u64, "{nodes} nodes: {}", report.counts.nodes);
            assert_eq!(report.stopped, Some(pleach::Stopped::Nodes));
            assert!(tree.moves().any(|mv| Some(mv) == report.best));
        }
    }
    let none = Engine::new(&RandomTree::static_value).search(&tree, &Limits::none().nodes(1));
    assert!(none.is_err(), "one node is too few to know anything");
}

#[test]
fn positions_without_a_choice_are_no_trouble() {
    let over: ExplicitTree = "MAX[5]".parse().unwrap();
    let over = over.after(1);
    let report = Engine::new(&()).search(&over, &Limits::none()).unwrap();
    assert_eq!((report.value.get().abs(), report.best, report.line.len()), (5, None, 0));
    let only: ExplicitTree = "MAX[MIN[MAX[7]]]".parse().unwrap();
    for depth in [1, 3, 500, u32::MAX] {
        let engine = Engine::new(&ExplicitTree::static_value).deepening(false).threads(0);
        let report = engine.search(&only, &Limits::depth(depth)).unwrap();
        assert_eq!(report.best, Some(1), "depth {depth}");
    }
}
