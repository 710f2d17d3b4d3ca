//! A game of one's own with all of Pleach's commands: Kalah, also known as mancala.
//!
//! Six pits a side, four seeds in each. Sow the seeds of a pit one by one to the right, into your own
//! store but not into the opponent's. A last seed in your store gives another turn; a last seed in an
//! empty pit of yours captures it and the seeds opposite. When a side has no seeds left, all that remain
//! belong to whoever's side they lie on.
//!
//! ```text
//! cargo run --release --example kalah -- search kalah --depth 8
//! cargo run --release --example kalah -- search kalah --algorithm pb-star --nodes 20k
//! cargo run --release --example kalah -- trace kalah --algorithm negascout --depth 2
//! ```

use pleach::registry::{Entry, Hosted};
use pleach::{Game, Hashed, Notation, NotationError, Player, Score, key_of};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Kalah {
    /// The pits of Max and of Min, each from the left of its owner.
    pits: [[u8; 6]; 2],
    stores: [u8; 2],
    to_move: Player,
}

impl Game for Kalah {
    type Move = usize;
    // A side can move twice running, so searches must ask whose turn it is.
    const REGULAR_TURNS: bool = false;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn moves(&self) -> impl Iterator<Item = usize> {
        let over = self.outcome().is_some();
        (0..6).filter(move |&pit| !over && self.pits[self.to_move as usize][pit] > 0)
    }

    fn play(&mut self, pit: usize) {
        let mover = self.to_move as usize;
        let mut seeds = std::mem::take(&mut self.pits[mover][pit]);
        // Places 0 to 5 are the mover's pits, 6 is the mover's store, 7 to 12 are the opponent's pits.
        let mut place = pit;
        while seeds > 0 {
            place = (place + 1) % 13;
            match place {
                6 => self.stores[mover] += 1,
                0..=5 => self.pits[mover][place] += 1,
                _ => self.pits[1 - mover][place - 7] += 1,
            }
            seeds -= 1;
        }
        if place < 6 && self.pits[mover][place] == 1 && self.pits[1 - mover][5 - place] > 0 {
            self.stores[mover] += std::mem::take(&mut self.pits[1 - mover][5 - place]);
            self.stores[mover] += std::mem::take(&mut self.pits[mover][place]);
        }
        if place != 6 {
            self.to_move = self.to_move.other();
        }
    }

    fn outcome(&self) -> Option<Score> {
        let over = self.pits.iter().any(|side| side.iter().all(|&seeds| seeds == 0));
        over.then(|| self.to_move.view(Score::new(self.seeds_of(0) - self.seeds_of(1))))
    }
}

impl Kalah {
    fn start() -> Kalah {
        Kalah { pits: [[4; 6]; 2], stores: [0; 2], to_move: Player::Max }
    }

    fn seeds_of(&self, side: usize) -> i32 {
        i32::from(self.stores[side]) + self.pits[side].iter().map(|&seeds| i32::from(seeds)).sum::<i32>()
    }

    /// The lead in the stores: a plain evaluation, for the side to move.
    fn lead(&self) -> Score {
        self.to_move.view(Score::new(i32::from(self.stores[0]) - i32::from(self.stores[1])))
    }
}

impl Hashed for Kalah {
    fn key(&self) -> u64 {
        key_of(self)
    }
}

/// A position is the pits and the store of Max, those of Min, and the side to move:
/// `4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 max`. A move is the number of a pit, from 1.
impl Notation for Kalah {
    fn position(&self) -> String {
        let side = |side: usize| self.pits[side].map(|seeds| seeds.to_string()).join(" ");
        let player = if self.to_move == Player::Max { "max" } else { "min" };
        format!("{} {} / {} {} {player}", side(0), self.stores[0], side(1), self.stores[1])
    }

    fn parse(&self, text: &str) -> Result<Self, NotationError> {
        let expected =
            || NotationError::new("expected pits and store of both sides: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 max");
        let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "/").collect();
        let (&player, numbers) = words.split_last().ok_or_else(expected)?;
        let numbers: Option<Vec<u8>> = numbers.iter().map(|word| word.parse().ok()).collect();
        let numbers = numbers.filter(|numbers| numbers.len() == 14).ok_or_else(expected)?;
        if numbers.iter().map(|&seeds| u32::from(seeds)).sum::<u32>() != 48 {
            return Err(NotationError::new("there must be 48 seeds"));
        }
        let mut game = Kalah { stores: [numbers[6], numbers[13]], ..Kalah::start() };
        game.pits[0].copy_from_slice(&numbers[..6]);
        game.pits[1].copy_from_slice(&numbers[7..13]);
        game.to_move = match player {
            "max" => Player::Max,
            "min" => Player::Min,
            other => {
                return Err(NotationError::new(format!(
                    "expected the side to move, max or min, found '{other}'"
                )));
            }
        };
        Ok(game)
    }

    fn move_text(&self, pit: usize) -> String {
        (pit + 1).to_string()
    }
}

fn main() -> std::process::ExitCode {
    let kalah = Entry::new("kalah", "sow, capture, move again (also known as mancala)", "", |spec| {
        spec.finish()?;
        Ok(Hosted::new("kalah", Kalah::start(), Kalah::lead))
    });
    pleach_cli::main_with(pleach_games::registry().with(kalah))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pleach::testkit::{Laws, compare_all};

    #[test]
    fn the_laws_hold_and_every_search_agrees() {
        let laws = Laws::default();
        laws.check(&Kalah::start()).unwrap();
        laws.check_evaluator(&Kalah::start(), &Kalah::lead).unwrap();
        for depth in 1..=4 {
            compare_all(&Kalah::start(), &Kalah::lead, depth).unwrap();
        }
    }

    #[test]
    fn a_last_seed_in_the_store_gives_another_turn() {
        let game = Kalah::start().after(2);
        assert_eq!((game.to_move, game.stores), (Player::Max, [1, 0]));
        assert_eq!(Kalah::start().after(0).to_move, Player::Min);
    }
}
