//! Exact scores: null-window searches with a table, moves in a good order, and proven bounds.

use pleach::{Evaluate, Hashed, Interval, Score};

/// Searches positions of a game to the end.
pub(crate) struct Solver<G: Hashed, B> {
    bounds: B,
    /// How promising a move is; the larger the better.
    promise: fn(&G, G::Move) -> i32,
    /// The least difference of two scores.
    step: i32,
    /// Keys of positions with what is known of their scores; the newer replaces the older.
    table: Vec<(u64, Interval)>,
}

/// Entries of the table, a power of two.
const ENTRIES: usize = 1 << 22;

impl<G: Hashed, B: Evaluate<G, Value = Interval>> Solver<G, B> {
    pub(crate) fn new(bounds: B, promise: fn(&G, G::Move) -> i32, step: i32) -> Self {
        // A key of 0 with nothing known of it does no harm.
        Solver { bounds, promise, step, table: vec![(0, Interval::FULL); ENTRIES] }
    }

    /// The exact score, by halving what it can be until one is left.
    pub(crate) fn score(&mut self, game: &G) -> Score {
        let mut known = self.bounds.evaluate(game);
        while known.value().is_none() {
            let steps = known.width() as i32 / self.step;
            let middle = Score::new(known.low().get() + (steps + 1) / 2 * self.step);
            let found = self.search(game, middle);
            known = known.intersection(found).expect("true ranges overlap");
        }
        known.low()
    }

    /// A range of the score that lies wholly below `aim`, or not below it.
    fn search(&mut self, game: &G, aim: Score) -> Interval {
        let place = game.key() as usize % ENTRIES;
        let mut known = self.bounds.evaluate(game);
        if let (key, range) = self.table[place]
            && key == game.key()
        {
            known = known.intersection(range).expect("true ranges overlap");
        }
        if known.low() >= aim || known.high() < aim {
            return known;
        }
        let mut moves: Vec<(i32, G::Move)> = game.moves().map(|mv| ((self.promise)(game, mv), mv)).collect();
        moves.sort_by_key(|&(promise, _)| -promise);
        // To reach the aim the opponent must be kept below this.
        let needed = Score::new(self.step - aim.get());
        let mut best = Interval::point(Score::MIN);
        for (_, mv) in moves {
            best = best.max(-self.search(&game.after(mv), needed));
            if best.low() >= aim {
                // The moves that are left may do better.
                best = Interval::new(best.low(), known.high()).expect("true bounds never cross");
                break;
            }
        }
        known = known.intersection(best).expect("true ranges overlap");
        self.table[place] = (game.key(), known);
        known
    }
}

#[cfg(test)]
mod tests {
    use crate::fit::Subject;
    use crate::{connect_four, othello};
    use pleach::{Game, mix, textbook};

    /// Late positions of random games, against plain alpha-beta.
    fn check<S: Subject>(mut subject: S, from: u32) {
        let (mut random, mut checked) = (1, 0);
        while checked < 300 {
            let mut game = S::Game::default();
            while let Some(mv) = random_move(&game, &mut random) {
                game.play(mv);
                if S::progress(&game) >= from {
                    assert_eq!(subject.solver().score(&game), textbook::solve(&game).value);
                    checked += 1;
                }
            }
        }
    }

    fn random_move<G: Game>(game: &G, random: &mut u64) -> Option<G::Move> {
        *random = mix(*random);
        let moves: Vec<G::Move> = game.moves().collect();
        moves.get(*random as usize % moves.len().max(1)).copied()
    }

    #[test]
    fn scores_are_exact() {
        check(othello::Subject::new(), 56);
        check(connect_four::Subject::new(), 30);
    }
}
