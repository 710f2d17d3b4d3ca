//! The transposition table: what is known of positions, shared by all threads without locks.
//!
//! **Layout.** An entry is two words, four entries are a cache line, and a key has one line in which it
//! may be. One word holds everything that is known; the other holds the whole key combined with the first
//! by exclusive or. Whoever reads two halves of different writes gets a word that does not belong to the key
//! and takes it for a stranger's entry (Hyatt and Mann, "A lock-less transposition-table implementation
//! for parallel search", 2002). So no lock is needed, no torn entry is ever believed, and every hit has been
//! verified by all 64 bits of the key.
//!
//! **Two bounds.** An entry is a lower bound, an upper bound or an exact value; a position may have one
//! of either kind, and a probe puts them together. That is what MTD(f) lives on.
//!
//! **Growth.** Memory decides the speed of short searches: a table that fits the cache is several times
//! faster than one that does not. A table therefore begins with a few lines of the memory it was given and
//! takes twice as many when they fill up; once it is larger than the cache, only when far more was stored than it can
//! hold. A key's line is `key * lines / 2^64`, which grows with the
//! number of lines, so that entries can be moved in place, the last line first.

use crate::value::{Bound, Score, Window};
use memmap2::{MmapMut, MmapOptions};
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Entries in a line.
const ENTRIES: usize = 4;

/// A cache line.
#[repr(C, align(64))]
#[derive(Debug)]
struct CacheLine([[AtomicU64; 2]; ENTRIES]);

/// How deep the search behind an entry was, as a byte: [`Draft::TO_THE_END`] where nothing limited it.
///
/// ```
/// use pleach::engine::Draft;
/// assert_eq!(Draft::of(7), Some(Draft::limited(7)));
/// assert_eq!(Draft::of(u32::MAX), Some(Draft::TO_THE_END));
/// assert_eq!(Draft::of(1_000), None); // deeper than an entry can say
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Draft(u8);

impl Draft {
    /// To the end of the game.
    pub const TO_THE_END: Draft = Draft(u8::MAX);

    /// This many plies; what an entry cannot hold is held at the largest limited draft.
    pub const fn limited(plies: u8) -> Draft {
        Draft(if plies == u8::MAX { u8::MAX - 1 } else { plies })
    }

    /// The draft of a search with this much depth left; none if it cannot be written down.
    #[inline]
    pub const fn of(depth: u32) -> Option<Draft> {
        match depth {
            UNLIMITED.. => Some(Draft::TO_THE_END),
            0..255 => Some(Draft(depth as u8)),
            _ => None,
        }
    }
}

/// Depths from here on mean "to the end of the game": nobody gets there by counting down from a limit.
pub(crate) const UNLIMITED: u32 = 1 << 30;

/// What is stored of a position.
///
/// ```
/// use pleach::engine::{Draft, Known, Table};
/// use pleach::{Bound, Score};
/// let table = Table::with_mebibytes(1).unwrap();
/// let known = Known::new(Score::new(12), Bound::Lower, Draft::limited(5)).by_move(3).after_nodes(900);
/// table.store(0x1234, known);
/// let found = table.probe(0x1234, Draft::limited(5), false, 0);
/// assert_eq!((found.lower, found.upper, found.ordinal), (Score::new(12), Score::MAX, Some(3)));
/// assert_eq!(table.probe(0x1234, Draft::limited(4), false, 0).lower, Score::MIN); // of another depth
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known(u64);

/// Fields of the word, from the lowest bit up: score 32, ordinal 8, draft 8, bound 2, age 4,
/// selectivity 4, work 5, complete 1.
mod field {
    pub(super) const ORDINAL: u32 = 32;
    pub(super) const DRAFT: u32 = 40;
    pub(super) const BOUND: u32 = 48;
    pub(super) const AGE: u32 = 50;
    pub(super) const SELECTIVITY: u32 = 54;
    pub(super) const WORK: u32 = 58;
    pub(super) const COMPLETE: u32 = 63;
    /// The place of the move where there is none to tell.
    pub(super) const NO_ORDINAL: u64 = 0xff;
    pub(super) const MOST_WORK: u32 = 31;
    pub(super) const AGES: u8 = 16;
    pub(super) const LOWER: u64 = 1;
    pub(super) const UPPER: u64 = 2;
}

impl Known {
    /// A value, what it says of the true one, and how deep it was searched.
    #[inline]
    pub fn new(score: Score, bound: Bound, draft: Draft) -> Known {
        let bound = match bound {
            Bound::Lower => field::LOWER,
            Bound::Upper => field::UPPER,
            Bound::Exact => field::LOWER | field::UPPER,
        };
        Known(
            u64::from(score.get() as u32)
                | field::NO_ORDINAL << field::ORDINAL
                | u64::from(draft.0) << field::DRAFT
                | bound << field::BOUND,
        )
    }

    /// The best move, by its place in the list of moves. A place beyond 254 is forgotten.
    #[inline]
    pub fn by_move(self, ordinal: u32) -> Known {
        let ordinal = u64::from(ordinal).min(field::NO_ORDINAL);
        Known(self.0 & !(field::NO_ORDINAL << field::ORDINAL) | ordinal << field::ORDINAL)
    }

    /// The nodes that were needed: entries that cost more are kept longer.
    #[inline]
    pub fn after_nodes(self, nodes: u64) -> Known {
        let work = (nodes | 1).ilog2().min(field::MOST_WORK);
        Known(self.0 | u64::from(work) << field::WORK)
    }

    /// Says that no line ended at the horizon, so that more depth would change nothing.
    #[inline]
    pub fn complete(self, complete: bool) -> Known {
        Known(self.0 | u64::from(complete) << field::COMPLETE)
    }

    /// How much was risked to find it: 0 is nothing, 15 the most. Nobody gets it who accepts less.
    ///
    /// ```
    /// use pleach::engine::{Draft, Known, Table};
    /// use pleach::{Bound, Score};
    /// let table = Table::with_mebibytes(1).unwrap();
    /// let known = Known::new(Score::new(12), Bound::Lower, Draft::limited(5)).selectivity(1);
    /// table.store(7, known);
    /// assert_eq!(table.probe(7, Draft::limited(5), false, 0).lower, Score::MIN);
    /// let found = table.probe(7, Draft::limited(5), false, 1);
    /// assert_eq!((found.lower, found.selective), (Score::new(12), true));
    /// ```
    #[inline]
    pub fn selectivity(self, level: u8) -> Known {
        Known(self.0 | u64::from(level.min(15)) << field::SELECTIVITY)
    }

    #[inline]
    fn aged(self, age: u8) -> Known {
        Known(self.0 & !(0xf << field::AGE) | u64::from(age) << field::AGE)
    }

    #[inline]
    fn score(self) -> Score {
        Score::from_bits(self.0 as u32)
    }

    #[inline]
    fn bounds(self) -> u64 {
        self.0 >> field::BOUND & 3
    }

    #[inline]
    fn answers(self, draft: Draft, deeper_too: bool, most_risked: u8) -> bool {
        let own = Draft((self.0 >> field::DRAFT) as u8);
        let fits =
            own == draft || (own > draft && deeper_too) || (own < draft && self.0 >> field::COMPLETE != 0);
        fits && self.risked() <= most_risked
    }

    #[inline]
    fn risked(self) -> u8 {
        (self.0 >> field::SELECTIVITY) as u8 & 0xf
    }

    /// What it would cost to lose this entry: its work, and more if it belongs to the search under way.
    #[inline]
    fn worth(self, age: u8) -> u64 {
        let present = u64::from((self.0 >> field::AGE & 0xf) as u8 == age);
        present << 6 | (self.0 >> field::WORK & u64::from(field::MOST_WORK))
    }
}

/// What a table knows of a position: bounds of its value, and a move to try first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The value is at least this.
    pub lower: Score,
    /// The value is at most this.
    pub upper: Score,
    /// The place in the list of moves of the one that was best, whatever depth it was found at.
    pub ordinal: Option<u32>,
    /// Whether the bounds need no horizon.
    pub complete: bool,
    /// Whether something was left out to find the bounds that should have been searched.
    pub selective: bool,
}

impl Found {
    /// Nothing is known.
    pub const NOTHING: Found =
        Found { lower: Score::MIN, upper: Score::MAX, ordinal: None, complete: true, selective: false };

    /// The answer to a window, if the bounds tell it.
    #[inline]
    pub fn answer(&self, window: Window) -> Option<Score> {
        if self.lower >= window.beta() || self.lower == self.upper {
            Some(self.lower)
        } else {
            (self.upper <= window.alpha()).then_some(self.upper)
        }
    }
}

/// More memory than there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a table of {mebibytes} MiB does not fit into the memory of this machine")]
pub struct TableTooLarge {
    /// What was asked for.
    pub mebibytes: usize,
}

/// A transposition table, shared by all threads without locks. Every hit is verified by the whole key; the
/// memory is taken as it is needed, up to what was asked for.
#[derive(Debug)]
pub struct Table {
    memory: MmapMut,
    /// Lines that were asked for.
    most: usize,
    /// Lines that are used so far.
    used: AtomicUsize,
    age: AtomicU8,
}

impl Table {
    /// The lines of a table at first: 16 KiB.
    const FIRST_LINES: usize = 256;
    /// How much a table grows at a time.
    const GROWTH: usize = 2;

    /// Entries in a mebibyte.
    pub(crate) const ENTRIES_A_MEBIBYTE: u64 = ((1 << 20) / size_of::<CacheLine>() * ENTRIES) as u64;

    /// A table of exactly this size, 1 MiB at least. The memory is taken as it is needed.
    pub fn with_mebibytes(mebibytes: usize) -> Result<Table, TableTooLarge> {
        let too_large = TableTooLarge { mebibytes };
        let bytes = mebibytes.max(1).checked_mul(1 << 20).ok_or(too_large)?;
        let most = bytes / size_of::<CacheLine>();
        let memory = MmapOptions::new().len(bytes).map_anon().map_err(|_| too_large)?;
        // PERF: a table is read all over the place, and with small pages most reads would wait for the
        // address to be translated, prefetched or not. Where the system has no large ones, nothing is lost.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        let used = AtomicUsize::new(Table::FIRST_LINES.min(most));
        Ok(Table { memory, most, used, age: AtomicU8::new(0) })
    }

    /// The size in bytes, used or not.
    pub fn bytes(&self) -> usize {
        self.most * size_of::<CacheLine>()
    }

    /// Entries that fit into what is used so far. A search that fills most of them lets the table
    /// [grow](Table::grow).
    pub fn entries_in_use(&self) -> usize {
        self.used.load(Relaxed) * ENTRIES
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for line in &self.lines()[..self.used.load(Relaxed)] {
            line.clear();
        }
        self.used.store(Table::FIRST_LINES.min(self.most), Relaxed);
        self.age.store(0, Relaxed);
    }

    /// Begins another search: what is there already is given up sooner than what comes.
    pub fn new_search(&self) {
        let age = self.age.load(Relaxed);
        self.age.store((age + 1) % field::AGES, Relaxed);
    }

    /// Asks the processor to fetch the line of a key.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch reads nothing and may be given any address.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.line(key)).cast());
        }
    }

    /// What is known of the position with this key at this depth: entries of the same draft, or without a
    /// horizon and of a lesser one; of a greater one if `deeper_too`. Entries of a greater
    /// [selectivity](Known::selectivity) than `most_risked` tell nothing but the move to try first.
    #[inline(always)]
    pub fn probe(&self, key: u64, draft: Draft, deeper_too: bool, most_risked: u8) -> Found {
        let line = self.line(key);
        // PERF: most positions are met for the first time, which is seen without a call.
        if line.0.iter().any(|entry| entry[0].load(Relaxed) ^ entry[1].load(Relaxed) == key) {
            line.gather(key, draft, deeper_too, most_risked)
        } else {
            Found::NOTHING
        }
    }

    /// Stores what is known of a position, and tells whether it took an empty place.
    #[inline]
    pub fn store(&self, key: u64, known: Known) -> bool {
        let age = self.age.load(Relaxed);
        let known = known.aged(age);
        let line = self.line(key);
        let (mut place, mut least) = (0, u64::MAX);
        for (index, entry) in line.0.iter().enumerate() {
            let word = entry[1].load(Relaxed);
            if word == 0 {
                // A line is filled from its first entry on.
                (place, least) = (index, 0);
                break;
            }
            let other = Known(word);
            let worth = if entry[0].load(Relaxed) ^ word == key {
                // The same kind of bound is brought up to date, an exact value makes the others useless.
                if other.bounds() & known.bounds() == other.bounds() {
                    write(entry, key, known.keeping_move_of(other));
                    return false;
                }
                // The other bound of the position stays, as long as it is of this depth.
                if other.draft() == known.draft() { u64::MAX - 1 } else { 1 }
            } else {
                2 + other.worth(age)
            };
            if worth < least {
                (place, least) = (index, worth);
            }
        }
        write(&line.0[place], key, known);
        least == 0
    }

    /// Takes twice as many lines into use, if there are any left and no other thread was sooner.
    ///
    /// Other threads may go on meanwhile. What they store lies in the new place of its key, where it is put
    /// again when its line's turn comes; what they look for may be found only later, and a store between
    /// reading a line and clearing it is lost. None of that makes an entry wrong: each is verified by its key, and
    /// a torn pair that is moved stays what it was, an entry whose key is that of no position.
    ///
    /// ```
    /// use pleach::engine::Table;
    /// let table = Table::with_mebibytes(1).unwrap();
    /// assert_eq!(table.entries_in_use(), 1_024);
    /// assert!(table.grow());
    /// assert_eq!(table.entries_in_use(), 2_048);
    /// while table.grow() {}
    /// assert_eq!(table.entries_in_use() * 16, table.bytes());
    /// ```
    #[cold]
    pub fn grow(&self) -> bool {
        let used = self.used.load(Relaxed);
        let more = used.saturating_mul(Table::GROWTH).min(self.most);
        if more == used || self.used.compare_exchange(used, more, Relaxed, Relaxed).is_err() {
            return false;
        }
        // An entry's new line is never before its old one: from the last line on, none is met twice.
        for line in self.lines()[..used].iter().rev() {
            let entries: [[u64; 2]; ENTRIES] =
                std::array::from_fn(|index| [line.0[index][0].load(Relaxed), line.0[index][1].load(Relaxed)]);
            line.clear();
            for [check, word] in entries.into_iter().filter(|entry| entry[1] != 0) {
                self.put(check ^ word, word);
            }
        }
        true
    }

    /// Puts a word of the table into the line of its key.
    fn put(&self, key: u64, word: u64) {
        let (line, age) = (self.line(key), self.age.load(Relaxed));
        // PERF: where a table has grown, there is room.
        let empty = line.0.iter().find(|entry| entry[1].load(Relaxed) == 0);
        let worth = |entry: &&[AtomicU64; 2]| Known(entry[1].load(Relaxed)).worth(age);
        if let Some(entry) = empty.or_else(|| line.0.iter().min_by_key(worth)) {
            write(entry, key, Known(word));
        }
    }

    #[inline(always)]
    fn lines(&self) -> &[CacheLine] {
        // SAFETY: the memory is as long as `most` lines, begins with a page and lives as long as the table;
        // all bits zero are a valid line, and whatever is shared of a line is atomic.
        unsafe { std::slice::from_raw_parts(self.memory.as_ptr().cast(), self.most) }
    }

    #[inline(always)]
    fn line(&self, key: u64) -> &CacheLine {
        let used = self.used.load(Relaxed);
        let index = ((u128::from(key) * used as u128) >> 64) as usize;
        // SAFETY: `used` is at most `most`, and the product divided by 2^64 is below `used`.
        unsafe { self.lines().get_unchecked(index) }
    }
}

impl Known {
    #[inline]
    fn draft(self) -> u8 {
        (self.0 >> field::DRAFT) as u8
    }

    /// A search that has failed low knows no best move; the one found before is still the best guess.
    #[inline]
    fn keeping_move_of(self, other: Known) -> Known {
        let mask = field::NO_ORDINAL << field::ORDINAL;
        if self.0 & mask == mask { Known(self.0 & !mask | other.0 & mask) } else { self }
    }
}

impl CacheLine {
    /// What the entries of a key say together.
    #[inline(never)]
    fn gather(&self, key: u64, draft: Draft, deeper_too: bool, most_risked: u8) -> Found {
        let mut found = Found::NOTHING;
        for entry in &self.0 {
            let Some(known) = read(entry, key) else { continue };
            let ordinal = known.0 >> field::ORDINAL & field::NO_ORDINAL;
            if ordinal != field::NO_ORDINAL {
                found.ordinal = Some(ordinal as u32);
            }
            if known.answers(draft, deeper_too, most_risked) {
                found.complete &= known.0 >> field::COMPLETE != 0;
                found.selective |= known.risked() > 0;
                if known.bounds() & field::LOWER != 0 {
                    found.lower = found.lower.max(known.score());
                }
                if known.bounds() & field::UPPER != 0 {
                    found.upper = found.upper.min(known.score());
                }
            }
        }
        found
    }

    fn clear(&self) {
        for word in self.0.iter().flatten() {
            word.store(0, Relaxed);
        }
    }
}

/// The word of an entry, if it is the key's. A word is never zero: one of its bound bits is set.
#[inline(always)]
fn read(entry: &[AtomicU64; 2], key: u64) -> Option<Known> {
    let word = entry[1].load(Relaxed);
    (entry[0].load(Relaxed) ^ word == key && word != 0).then_some(Known(word))
}

#[inline(always)]
fn write(entry: &[AtomicU64; 2], key: u64, known: Known) {
    entry[0].store(key ^ known.0, Relaxed);
    entry[1].store(known.0, Relaxed);
}

#[cfg(test)]
#[path = "table_tests.rs"]
mod tests;
