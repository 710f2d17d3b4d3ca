//! What it costs that the engine is generic: Connect Four solved by the engine, and by a search written by hand for
//! this one game with the same features, which visits the same nodes.
//!
//! `cargo bench -p pleach-games --bench twin_connect_four [-- engine|by-hand]`; for instructions run the program that
//! this builds under `valgrind --tool=callgrind`, once with `engine` and once with `by-hand`.

use pleach::engine::{Draft, Engine, Found, Knowledge, Known, Options, Parameters, Table};
use pleach::{Bound, Limits, Notation, Score, Window, mix};
use pleach_games::{ConnectFour, connect_four::ConnectFourKnowledge};
use std::sync::Arc;
use std::time::Instant;

/// More than eight stones, so that no position shares its entry with its mirror image.
const POSITIONS: [&str; 4] = ["12345671234", "4444442253", "7422341735", "1234567123"];

fn main() {
    let asked = |name: &str| std::env::args().any(|argument| argument == name);
    let (engine, by_hand) = (!asked("by-hand"), !asked("engine"));
    for text in POSITIONS {
        let game = ConnectFour::new().parse(text).expect("a legal position");
        let mut found = Vec::new();
        if engine {
            found.push(timed("engine", text, || by_engine(&game)));
        }
        if by_hand {
            found.push(timed("by hand", text, || Twin::new().solve(&game)));
        }
        assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "the same value and the same nodes");
    }
}

fn timed(name: &str, text: &str, solve: impl FnOnce() -> (Score, u64)) -> (Score, u64) {
    let started = Instant::now();
    let (score, nodes) = solve();
    let seconds = started.elapsed().as_secs_f64();
    println!("{text:12} {name:8} {score:>4} {nodes:10} nodes {:6.1} ns a node", seconds * 1e9 / nodes as f64);
    (score, nodes)
}

fn by_engine(game: &ConnectFour) -> (Score, u64) {
    let table = Arc::new(Table::with_mebibytes(64).expect("64 MiB"));
    let options = Options { line: false, ..ConnectFourKnowledge.solving() };
    let engine =
        Engine::new(&()).knowledge(&ConnectFourKnowledge).options(options).guess(Score::ZERO).table(table);
    let report = engine.search(game, &Limits::none()).expect("nothing stops it");
    (report.value, report.counts.nodes)
}

const HEIGHT: u32 = 6;
const STRIDE: u32 = HEIGHT + 1;
const BOTTOM: u64 = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35 | 1 << 42;
const BOARD: u64 = BOTTOM * ((1 << HEIGHT) - 1);
/// Rows 1, 3 and 5.
const ODD_ROWS: u64 = BOTTOM * 0b01_0101;
const SLOTS: u32 = 42;
/// Plies left from which on children are looked up before any is searched.
const ENHANCED: u32 = 12;

#[derive(Clone, Copy)]
struct Board {
    own: u64,
    all: u64,
    stones: u32,
}

/// A position in play: the moves worth searching, the threats against the side to move, bounds.
#[derive(Clone, Copy)]
struct Open {
    board: Board,
    moves: u64,
    threats: u32,
    low: i32,
    high: i32,
    key: u64,
}

enum Look {
    Known(i32),
    Open(Open),
}

#[derive(Clone, Copy)]
struct Candidate {
    weight: i32,
    ordinal: u32,
    child: Open,
}

struct Twin {
    table: Table,
    candidates: Vec<Candidate>,
    nodes: u64,
    fresh: usize,
    stored: usize,
}

impl Twin {
    fn new() -> Twin {
        let table = Table::with_mebibytes(64).expect("64 MiB");
        table.new_search();
        Twin { table, candidates: Vec::new(), nodes: 0, fresh: 0, stored: 0 }
    }

    fn solve(&mut self, game: &ConnectFour) -> (Score, u64) {
        let (own, all) = game.boards();
        let board = Board { own, all, stones: all.count_ones() };
        let (low, high) = board.bounds();
        let (mut lower, mut upper, mut gamma) = (low - 1, high, 1);
        let mut moves = board.root_moves();
        let mut value = 0;
        while lower < upper {
            let tested = gamma.clamp(lower + 1, upper);
            value = self.root(&board, &mut moves, tested);
            if value < tested {
                upper = value;
            } else {
                lower = value;
            }
            gamma = lower.midpoint(upper) + 1;
        }
        (Score::new(value), self.nodes)
    }

    fn root(&mut self, board: &Board, moves: &mut [(u32, u64)], beta: i32) -> i32 {
        self.nodes += 1;
        let (before, high) = (self.nodes, board.bounds().1);
        let (mut best, mut ordinal) = (i32::MIN, None);
        for index in 0..moves.len() {
            let (place, slot) = moves[index];
            self.nodes += 1;
            let value = -match board.after(slot).look() {
                Look::Known(value) => value,
                Look::Open(child) => self.node(&child, 1 - beta),
            };
            if value > best {
                (best, ordinal) = (value, Some(place));
            }
            if value >= beta || (value > beta - 1 && value >= high) {
                moves[..=index].rotate_right(1);
                break;
            }
        }
        self.remember(mix(board.own + board.all), best, beta, ordinal, before);
        best
    }

    /// The value of a position as far as the window below beta is concerned.
    fn node(&mut self, open: &Open, beta: i32) -> i32 {
        let (before, alpha) = (self.nodes, beta - 1);
        if let Some(value) = open.outside(beta) {
            return value;
        }
        if open.moves.is_power_of_two() {
            return self.follow(&open.board, open.moves, beta);
        }
        let found = self.probe(open.key);
        if let Some(value) = found.answer(Window::below(Score::new(beta))) {
            return value.get();
        }
        let (start, mut next) = (self.candidates.len(), self.candidates.len());
        let (mut best, mut ordinal) = (i32::MIN, None);
        let enough = |value: i32| value >= beta || (value > alpha && value >= open.high);
        let first = found.ordinal.and_then(|ordinal| Some((ordinal, nth(open.moves, ordinal)?)));
        if let Some((place, slot)) = first {
            best = self.follow(&open.board, slot, beta);
            ordinal = Some(place);
        }
        if !enough(best) {
            (best, ordinal) = self.list(open, beta, first.map(|(place, _)| place), best, ordinal);
            if !enough(best)
                && SLOTS - open.board.stones >= ENHANCED
                && let Some(value) = self.look_children_up(start, beta)
            {
                (best, ordinal) = (value, None);
            }
        }
        while !enough(best) && next < self.candidates.len() {
            let mut chosen = next;
            for index in next + 1..self.candidates.len() {
                if self.candidates[index].weight > self.candidates[chosen].weight {
                    chosen = index;
                }
            }
            self.candidates.swap(next, chosen);
            let Candidate { ordinal: place, child, .. } = self.candidates[next];
            next += 1;
            self.nodes += 1;
            let value = -self.node(&child, 1 - beta);
            if value > best {
                (best, ordinal) = (value, Some(place));
            }
        }
        self.candidates.truncate(start);
        self.remember(open.key, best, beta, ordinal, before);
        best
    }

    /// A move searched before any other is looked at.
    fn follow(&mut self, board: &Board, slot: u64, beta: i32) -> i32 {
        self.nodes += 1;
        -match board.after(slot).look_in_play() {
            Look::Known(value) => value,
            Look::Open(child) => {
                self.table.prefetch(child.key);
                self.node(&child, 1 - beta)
            }
        }
    }

    /// Looks at the children but for the first; those that are decided are settled.
    fn list(
        &mut self,
        open: &Open,
        beta: i32,
        first: Option<u32>,
        mut best: i32,
        mut ordinal: Option<u32>,
    ) -> (i32, Option<u32>) {
        let (mut left, mut place) = (open.moves, 0);
        while left != 0 {
            let slot = left & left.wrapping_neg();
            left ^= slot;
            if first != Some(place) {
                match open.board.after(slot).look_in_play() {
                    Look::Known(value) => {
                        self.nodes += 1;
                        if -value > best {
                            (best, ordinal) = (-value, Some(place));
                            if best >= beta {
                                break;
                            }
                        }
                    }
                    Look::Open(child) => {
                        self.table.prefetch(child.key);
                        let weight = (child.threats as i32) << 12 | centrality(slot) << 8;
                        self.candidates.push(Candidate { weight, ordinal: place, child });
                    }
                }
            }
            place += 1;
        }
        (best, ordinal)
    }

    fn look_children_up(&self, start: usize, beta: i32) -> Option<i32> {
        let listed = self.candidates[start..].iter().filter(|candidate| candidate.child.is_remembered());
        listed
            .map(|candidate| -self.probe(candidate.child.key).upper)
            .find(|value| value.get() >= beta)
            .map(Score::get)
    }

    fn probe(&self, key: u64) -> Found {
        self.table.probe(key, Draft::TO_THE_END, false, 0)
    }

    fn remember(&mut self, key: u64, value: i32, beta: i32, ordinal: Option<u32>, before: u64) {
        let bound = if value < beta { Bound::Upper } else { Bound::Lower };
        let mut known = Known::new(Score::new(value), bound, Draft::TO_THE_END)
            .complete(true)
            .after_nodes(self.nodes - before);
        if let (Some(ordinal), Bound::Lower) = (ordinal, bound) {
            known = known.by_move(ordinal);
        }
        self.stored += 1;
        if self.table.store(key, known) {
            self.fresh += 1;
        }
        let (entries, Parameters { cached_entries, stores_per_entry, .. }) =
            (self.table.entries_in_use(), Parameters::default());
        let may_grow = entries < cached_entries || self.stored >= stores_per_entry * entries;
        if self.fresh * 8 > entries * 7 && may_grow {
            if !self.table.grow() {
                self.fresh = 0;
            }
            self.stored = 0;
        }
    }
}

impl Open {
    fn is_remembered(&self) -> bool {
        !self.moves.is_power_of_two()
    }

    /// The value, if bounds leave none inside the window.
    fn outside(&self, beta: i32) -> Option<i32> {
        let test = |low: i32, high: i32| match high < beta {
            true => Some(high),
            false => (low >= beta).then_some(low),
        };
        test(self.low, self.high).or_else(|| {
            if !(0..=1).contains(&beta) {
                return None;
            }
            let (low, high) = self.board.follow_up_bounds();
            test(low, high)
        })
    }
}

impl Board {
    fn after(self, slot: u64) -> Board {
        Board { own: self.own ^ self.all, all: self.all | slot, stones: self.stones + 1 }
    }

    fn bounds(self) -> (i32, i32) {
        let soonest = (self.stones + 1).max(7 + self.stones % 2);
        let soonest_loss = (self.stones + 2).max(8 - self.stones % 2);
        (-points(soonest_loss), points(soonest))
    }

    fn look(self) -> Look {
        if fours(self.own ^ self.all) {
            return Look::Known(-points(self.stones));
        }
        if self.stones == SLOTS {
            return Look::Known(0);
        }
        if completions(self.own) & (self.all + BOTTOM) & BOARD != 0 {
            return Look::Known(points(self.stones + 1));
        }
        self.look_in_play()
    }

    /// Where it is known that nobody has won, nor wins with the next stone.
    fn look_in_play(self) -> Look {
        if self.stones == SLOTS {
            return Look::Known(0);
        }
        let landings = (self.all + BOTTOM) & BOARD;
        let against = completions(self.own ^ self.all) & BOARD & !self.all;
        let forced = landings & against;
        let allowed = match forced {
            0 => landings,
            several if several & (several - 1) != 0 => 0,
            single => single,
        };
        let moves = allowed & !(against >> 1);
        if moves == 0 {
            return Look::Known(-points(self.stones + 2));
        }
        let (low, high) = (-points(self.stones + 4), points(self.stones + 3));
        let key = mix(self.own + self.all);
        Look::Open(Open { board: self, moves, threats: against.count_ones(), low, high, key })
    }

    /// What zugzwang alone decides: see `ConnectFour::follow_up_bounds`.
    fn follow_up_bounds(self) -> (i32, i32) {
        let (low, high) = self.bounds();
        let leads = self.stones.is_multiple_of(2);
        let other = self.own ^ self.all;
        let (leader, follower) = if leads { (self.own, other) } else { (other, self.own) };
        let empty = BOARD & !self.all;
        let mut unsettled = (self.all + BOTTOM) & BOARD & !ODD_ROWS;
        let mut follower_takes = empty & !ODD_ROWS & !unsettled;
        if !leads && unsettled & unsettled.wrapping_sub(1) == 0 {
            follower_takes |= unsettled;
            unsettled = 0;
        }
        if fours(leader | (empty & ODD_ROWS) | unsettled) {
            return (low, high);
        }
        let bound = if fours(follower | follower_takes) { -points(SLOTS) } else { 0 };
        if leads { (low, high.min(bound)) } else { (low.max(-bound), high) }
    }

    /// All moves with their places in the list, in the order in which they are tried.
    fn root_moves(self) -> Vec<(u32, u64)> {
        let landings = (self.all + BOTTOM) & BOARD;
        let mut moves: Vec<(u32, u64)> =
            (0..).map_while(|place| Some((place, nth(landings, place)?))).collect();
        moves.sort_by_key(|&(_, slot)| {
            std::cmp::Reverse(match self.after(slot).look() {
                Look::Known(value) => -value,
                Look::Open(child) => (child.threats as i32) << 12 | centrality(slot) << 8,
            })
        });
        moves
    }
}

fn points(stones: u32) -> i32 {
    44_u32.saturating_sub(stones) as i32 / 2
}

fn centrality(slot: u64) -> i32 {
    let column = slot.trailing_zeros() / STRIDE;
    column.min(6 - column) as i32
}

fn nth(mut bits: u64, place: u32) -> Option<u64> {
    for _ in 0..place {
        bits &= bits.wrapping_sub(1);
    }
    (bits != 0).then_some(bits & bits.wrapping_neg())
}

fn fours(stones: u64) -> bool {
    [1, STRIDE, HEIGHT, HEIGHT + 2].into_iter().any(|step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

fn completions(stones: u64) -> u64 {
    let vertical = stones << 1 & stones << 2 & stones << 3;
    [STRIDE, HEIGHT, HEIGHT + 2].into_iter().fold(vertical, |found, step| {
        let (before, after) = (stones << step, stones >> step);
        let (before_2, after_2) = (stones << (2 * step), stones >> (2 * step));
        let (before_3, after_3) = (stones << (3 * step), stones >> (3 * step));
        found | (before & before_2 & (before_3 | after)) | (after & after_2 & (after_3 | before))
    })
}
