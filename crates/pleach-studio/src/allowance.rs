//! How much the pages may ask for, all together and each.

use std::time::Duration;

/// The limits of a studio. None of them can be exceeded, whatever is asked for.
///
/// ```
/// use pleach_studio::Allowance;
/// let allowance = Allowance { searches: 4, ..Allowance::default() };
/// assert!(allowance.longest_search.as_secs() > 0);
/// ```
#[derive(Clone, Debug)]
pub struct Allowance {
    /// The searches that run at the same time.
    pub searches: usize,
    /// The searches that wait for their turn; more are turned away.
    pub waiting: usize,
    /// The longest time of one search.
    pub longest_search: Duration,
    /// The memory for the tables of all searches together, in MiB.
    pub memory: usize,
    /// The most memory for the table of one search, in MiB.
    pub table: usize,
    /// The threads of one search.
    pub threads: usize,
    /// The bytes of a request.
    pub body: usize,
    /// The moves of a game.
    pub moves: usize,
    /// The connections at the same time. One more takes the place of whoever has been idle for the longest time.
    pub connections: usize,
    /// The part of all places, in percent, that one client may have at once: there is always room for others. Addresses
    /// tell clients apart, and on this machine, where all have the same one, the cookie that a browser gets with a page.
    pub share: usize,
    /// The pieces of work beside searches, such as positions and boards, that are done at the same time.
    pub works: usize,
    /// The longest time of one of them.
    pub longest_work: Duration,
    /// The recordings that are made or sent at the same time: each may hold hundreds of mebibytes.
    pub recordings: usize,
    /// The pages that follow jobs of the laboratory at the same time.
    pub followers: usize,
    /// How long a connection may say nothing between two requests, or take to send the head of one.
    pub idle: Duration,
    /// How long the body of a request may take to arrive.
    pub slowest_body: Duration,
    /// How long somebody may read nothing of what there is to read. Then the connection ends, and with it its search.
    pub stall: Duration,
    /// The moves of a position that are listed; one with more is refused.
    pub listed: usize,
    /// The levels of a tree that somebody has typed.
    pub levels: usize,
    /// The bytes of boards and positions in one answer.
    pub answer: usize,
}

impl Allowance {
    /// What one client may have of so many places: one at least.
    pub(crate) fn share_of(&self, places: usize) -> usize {
        (places * self.share.min(100)).div_ceil(100).max(1)
    }
}

impl Default for Allowance {
    fn default() -> Allowance {
        Allowance {
            searches: 24,
            waiting: 200,
            longest_search: Duration::from_secs(120),
            memory: 512,
            table: 64,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            body: 1 << 20,
            moves: 4_000,
            // Half of the files that a program may have open on most systems.
            connections: 512,
            share: 50,
            works: 2 * std::thread::available_parallelism().map_or(1, usize::from).max(2),
            longest_work: Duration::from_secs(10),
            recordings: 2,
            followers: 64,
            idle: Duration::from_secs(30),
            slowest_body: Duration::from_secs(20),
            stall: Duration::from_secs(20),
            listed: 5_000,
            levels: 2_000,
            answer: 16 << 20,
        }
    }
}
