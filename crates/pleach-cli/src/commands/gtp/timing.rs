//! The clocks of the Go Text Protocol: main time, then periods of so many moves.

use pleach::Player;
use pleach_lab::player::{Clock, TimeManager};
use std::time::Duration;

/// The settings of a game: after the main time every so many moves have a period of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TimeSettings {
    main: Duration,
    period: Duration,
    moves: u32,
}

/// The clocks of both sides, if there are any.
#[derive(Clone, Debug, Default)]
pub(super) struct Clocks {
    settings: Option<TimeSettings>,
    clocks: [Option<Clock>; 2],
    time_manager: TimeManager,
}

impl Clocks {
    /// Starts both clocks. A period of no moves means that there is no limit, as the protocol has it.
    pub(super) fn set(&mut self, main: u64, period: u64, moves: u32) {
        let unlimited = (period > 0 && moves == 0) || (main == 0 && period == 0);
        let [main, period] = [main, period].map(Duration::from_secs);
        self.settings = (!unlimited).then_some(TimeSettings { main, period, moves });
        let first = self.settings.map(|settings| settings.first());
        self.clocks = [first; 2];
    }

    /// Sets both clocks back to the beginning of a game.
    pub(super) fn restart(&mut self) {
        self.clocks = [self.settings.map(|settings| settings.first()); 2];
    }

    /// What the clock of a side shows; `moves` is 0 in the main time.
    pub(super) fn correct(&mut self, player: Player, seconds: u64, moves: u32) {
        let (remaining, increment) = (Duration::from_secs(seconds), Duration::ZERO);
        let moves_to_go = Some(moves).filter(|&moves| moves > 0);
        self.clocks[player as usize] = Some(Clock { remaining, increment, moves_to_go });
    }

    /// The time for the next move, if the side has a clock.
    pub(super) fn budget(&self, player: Player) -> Option<Duration> {
        self.clocks[player as usize].map(|clock| self.time_manager.budget(&clock))
    }

    /// Takes the time of a move off the clock, where nobody else tells what it shows.
    pub(super) fn spend(&mut self, player: Player, time: Duration) {
        let Some(clock) = &mut self.clocks[player as usize] else { return };
        clock.remaining = clock.remaining.saturating_sub(time);
        let moves_left = clock.moves_to_go.map(|moves| moves.saturating_sub(1));
        clock.moves_to_go = moves_left;
        let over = moves_left == Some(0) || (moves_left.is_none() && clock.remaining.is_zero());
        if let (true, Some(settings)) = (over, self.settings) {
            *clock = settings.next_period();
        }
    }
}

impl TimeSettings {
    fn first(&self) -> Clock {
        match self.main.is_zero() {
            true => self.next_period(),
            false => Clock { remaining: self.main, ..Clock::default() },
        }
    }

    fn next_period(&self) -> Clock {
        let moves_to_go = Some(self.moves).filter(|&moves| moves > 0);
        Clock { remaining: self.period, increment: Duration::ZERO, moves_to_go }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(clocks: &Clocks) -> Option<u64> {
        clocks.budget(Player::Max).map(|time| time.as_millis().div_ceil(1000) as u64)
    }

    #[test]
    fn without_settings_there_is_no_limit() {
        let mut clocks = Clocks::default();
        assert_eq!(seconds(&clocks), None);
        clocks.set(0, 10, 0);
        assert_eq!(seconds(&clocks), None);
        clocks.set(0, 0, 0);
        assert_eq!(seconds(&clocks), None);
    }

    #[test]
    fn periods_follow_the_main_time() {
        let mut clocks = Clocks::default();
        clocks.set(50, 30, 10);
        assert_eq!(seconds(&clocks), Some(2));
        clocks.spend(Player::Max, Duration::from_secs(60));
        assert_eq!(clocks.clocks[0].and_then(|clock| clock.moves_to_go), Some(10));
        assert_eq!(seconds(&clocks), Some(3));
        for _ in 0..10 {
            clocks.spend(Player::Max, Duration::from_secs(1));
        }
        assert_eq!(clocks.clocks[0].map(|clock| clock.remaining), Some(Duration::from_secs(30)));
        clocks.restart();
        assert_eq!(seconds(&clocks), Some(2));
    }

    #[test]
    fn the_other_program_knows_better() {
        let mut clocks = Clocks::default();
        clocks.correct(Player::Min, 5, 1);
        assert_eq!(clocks.budget(Player::Max), None);
        assert!(clocks.budget(Player::Min).is_some_and(|time| time > Duration::from_secs(4)));
    }
}
