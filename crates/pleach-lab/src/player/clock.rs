//! How much of the time on the clock to spend on one move.

use std::time::Duration;

/// What a clock shows: the time left, what each move adds, and how many moves it must last for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time left.
    pub remaining: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// The moves until more time is given, if there is such a rule.
    pub moves_to_go: Option<u32>,
}

/// How a player spends time. A search stops at its time whatever it is doing, so a budget is kept to
/// the millisecond; what is lost on the way to the other program is the margin.
///
/// ```
/// use pleach_lab::player::{Clock, TimeManager};
/// use std::time::Duration;
/// let clock = Clock { remaining: Duration::from_secs(60), ..Clock::default() };
/// assert!(TimeManager::default().budget(&clock) < Duration::from_secs(3));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TimeManager {
    /// The moves to save time for where the clock does not say.
    pub moves_ahead: u32,
    /// The part of the increment that is spent at once.
    pub increment_share: f64,
    /// The largest part of the remaining time for one move.
    pub largest_share: f64,
    /// What is never spent: the way to the other program and back.
    pub margin: Duration,
    /// What is spent even if there is no time left.
    pub least: Duration,
}

impl Default for TimeManager {
    fn default() -> TimeManager {
        TimeManager {
            moves_ahead: 25,
            increment_share: 0.75,
            largest_share: 0.5,
            margin: Duration::from_millis(20),
            least: Duration::from_millis(1),
        }
    }
}

impl TimeManager {
    /// The time for the next move.
    pub fn budget(&self, clock: &Clock) -> Duration {
        let usable = clock.remaining.saturating_sub(self.margin);
        let moves = clock.moves_to_go.map_or(self.moves_ahead, |moves| moves.clamp(1, self.moves_ahead));
        // The last move before the time control may have it all.
        let most = if moves == 1 { usable } else { usable.mul_f64(self.largest_share) };
        let fair = usable / moves + clock.increment.mul_f64(self.increment_share);
        fair.min(most).max(self.least)
    }

    /// The time for a move that was given exactly so much.
    pub fn exactly(&self, time: Duration) -> Duration {
        time.saturating_sub(self.margin.min(time / 2)).max(self.least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> u128 {
        let [remaining, increment] = [remaining, increment].map(Duration::from_millis);
        TimeManager::default().budget(&Clock { remaining, increment, moves_to_go }).as_millis()
    }

    #[test]
    fn the_time_is_shared_among_the_moves_to_come() {
        assert_eq!(budget(60_020, 0, None), 2_400);
        assert_eq!(budget(60_020, 2_000, None), 3_900);
        assert_eq!(budget(10_020, 0, Some(10)), 1_000);
        assert_eq!(budget(60_020, 0, Some(40)), 2_400, "nobody plays as many moves as that");
    }

    #[test]
    fn no_move_takes_more_than_there_is() {
        for remaining in [0, 1, 10, 21, 100, 5_000] {
            for increment in [0, 100, 60_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2)] {
                    let spent = budget(remaining, increment, moves_to_go);
                    assert!(
                        spent <= u128::from(remaining.saturating_sub(20)).max(1),
                        "{remaining} {increment}"
                    );
                    assert!(spent >= 1);
                }
            }
        }
    }

    #[test]
    fn an_exact_time_keeps_the_margin() {
        let exactly = |millis| TimeManager::default().exactly(Duration::from_millis(millis)).as_millis();
        assert_eq!([0, 10, 100].map(exactly), [1, 5, 80]);
    }
}
