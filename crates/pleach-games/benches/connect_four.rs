//! The speed of Connect Four: how many times a second a move is played, the outcome asked and the
//! moves listed, on one core.
//!
//! `cargo bench -p pleach-games --bench connect_four`
//!
//! The rival is a twin that knows no board but the usual one: what it gains is the price of serving all
//! sizes by one type. All contestants run in turns, and the medians are compared.

#[path = "clock/mod.rs"]
mod clock;

use clock::Clock;
use pleach::{Evaluate, Game, Hashed, Player, Score, Symmetric, perft};
use pleach_games::ConnectFour;
use pleach_games::connect_four::{Forecast, Placement, ProvenBounds, Size, Slot, Threats};
use std::hint::black_box;

const ROUNDS: usize = 7;

/// How often a round goes over its positions. The clock of the CPU time advances in steps of some
/// milliseconds, so a round must last for many of them.
const PASSES: u64 = 2048;

fn main() {
    walks();
    bulk();
    evaluators();
}

/// Every position down to a depth: play, outcome, moves at each, nothing skipped.
fn walks() {
    let depth = 9;
    let wide = ConnectFour::with_size(Size::new(8, 7).expect("it fits"));
    let table = race(&mut [
        ("connect-four, 7x6", &mut || walk(&ConnectFour::new(), depth)),
        ("twin for 7x6 only", &mut || walk(&Twin::default(), depth)),
        ("connect-four, 8x7", &mut || walk(&wide, depth - 1)),
    ]);
    report("play + outcome + moves", "million per second", &table);
}

fn walk<G: Game>(game: &G, depth: u32) -> u64 {
    let mut triples = 0;
    for mv in game.moves() {
        let next = game.after(mv);
        triples += 1;
        if next.outcome().is_none() {
            if depth > 1 {
                triples += walk(&next, depth - 1);
            } else {
                let _ = black_box(next.moves());
            }
        }
    }
    triples
}

/// The customary count, whose last level is only listed, and the known number.
fn bulk() {
    let table = race(&mut [
        ("connect-four, 7x6", &mut || perft(&ConnectFour::new(), 10)),
        ("twin for 7x6 only", &mut || perft(&Twin::default(), 10)),
    ]);
    report("perft 10", "million leaves per second", &table);
    assert_eq!(perft(&ConnectFour::new(), 10), 268_031_646);
}

/// Evaluations and keys of the positions of random games.
fn evaluators() {
    let positions = random_positions(4096);
    let (threats, placement, forecast) = (Threats::default(), Placement::default(), Forecast::default());
    let repeated = |passes: u64, work: &dyn Fn(&ConnectFour) -> i64| {
        let sum: i64 = (0..passes).map(|_| black_box(&positions).iter().map(work).sum::<i64>()).sum();
        black_box(sum);
        passes * positions.len() as u64
    };
    let over = |work: &dyn Fn(&ConnectFour) -> i64| repeated(PASSES, work);
    let table = race(&mut [
        ("threats", &mut || over(&|game| threats.evaluate(game).get().into())),
        ("threats, portable", &mut || over(&|game| threats.portable(game).get().into())),
        ("placement", &mut || over(&|game| placement.evaluate(game).get().into())),
        ("key", &mut || over(&|game| game.key() as i64)),
        ("canonical key", &mut || over(&|game| game.canonical_key() as i64)),
        ("follow-up bounds", &mut || over(&|game| game.follow_up_bounds().1.get().into())),
        ("safe moves", &mut || over(&|game| game.non_losing_slots().bits() as i64)),
        ("proven bounds", &mut || over(&|game| ProvenBounds.evaluate(game).high().get().into())),
        // A whole list takes many times as long as a number.
        ("forecast", &mut || repeated(PASSES / 32, &|game| forecast.evaluate(game).expected() as i64)),
    ]);
    report("on positions of random games", "million per second", &table);
}

fn random_positions(wanted: usize) -> Vec<ConnectFour> {
    let mut positions = Vec::with_capacity(wanted);
    let (mut game, mut random) = (ConnectFour::new(), 1);
    while positions.len() < wanted {
        random = pleach::mix(random);
        let moves: Vec<Slot> = game.moves().collect();
        match moves.get(random as usize % moves.len().max(1)) {
            Some(&slot) => game.play(slot),
            None => game = ConnectFour::new(),
        }
        if game.outcome().is_none() {
            positions.push(game);
        }
    }
    positions
}

type Contestant<'a> = (&'static str, &'a mut dyn FnMut() -> u64);

/// Runs the contestants in turns and gives each one's median rate, in millions a second.
fn race(contestants: &mut [Contestant]) -> Vec<(&'static str, f64)> {
    let mut rates = vec![Vec::new(); contestants.len()];
    for _ in 0..ROUNDS {
        for ((_, work), rates) in contestants.iter_mut().zip(&mut rates) {
            let clock = Clock::start();
            let done = work();
            rates.push(done as f64 / clock.seconds() / 1e6);
        }
    }
    let median = |rates: &mut Vec<f64>| {
        rates.sort_by(f64::total_cmp);
        rates[rates.len() / 2]
    };
    contestants.iter().zip(&mut rates).map(|((name, _), rates)| (*name, median(rates))).collect()
}

fn report(what: &str, unit: &str, table: &[(&str, f64)]) {
    println!("{what} ({unit}, median of {ROUNDS})");
    for (name, rate) in table {
        println!("  {name:<20} {rate:>8.1}   x{:.2}", rate / table[0].1);
    }
}

/// The same rules with the size of the usual board written into the code.
#[derive(Clone, Copy, Default)]
struct Twin {
    own: u64,
    mask: u64,
    stones: u32,
}

const BOTTOM: u64 = 0x0000_0408_1020_4081 | 1 << 42;
const BOARD: u64 = BOTTOM * 63;

impl Twin {
    fn is_won(&self) -> bool {
        let stones = self.own ^ self.mask;
        let four = |step: u32| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step)
        };
        four(1) | four(7) | four(6) | four(8) != 0
    }
}

impl Game for Twin {
    type Move = u64;

    fn to_move(&self) -> Player {
        if self.stones.is_multiple_of(2) { Player::Max } else { Player::Min }
    }

    fn moves(&self) -> impl Iterator<Item = u64> {
        let mut moves = if self.is_won() { 0 } else { (self.mask + BOTTOM) & BOARD };
        std::iter::from_fn(move || {
            let next = moves & moves.wrapping_neg();
            moves ^= next;
            (next != 0).then_some(next)
        })
    }

    fn play(&mut self, slot: u64) {
        self.own ^= self.mask;
        self.mask |= slot;
        self.stones += 1;
    }

    fn outcome(&self) -> Option<Score> {
        if self.is_won() {
            return Some(Score::new(-((44 - self.stones as i32) / 2)));
        }
        (self.stones == 42).then_some(Score::ZERO)
    }
}
