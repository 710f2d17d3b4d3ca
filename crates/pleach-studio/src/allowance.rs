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
    /// The connections at the same time.
    pub connections: usize,
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
            connections: 1_024,
        }
    }
}
