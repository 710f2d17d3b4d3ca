//! Playing random games and holding laws against them.

use super::{Finding, Laws, Verdict, Violation};
use crate::limits::{Limits, Stopped};
use crate::notation::Notation;
use crate::panics::caught;
use crate::value::Score;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Whoever writes a game of more moves than this in one position has them looked at no further.
const MOST_MOVES: usize = 100_000;

/// The law that is broken by whatever panics.
pub(super) const NO_PANIC: &str = "no function of the game panics";

/// A position of a game that was played, with what all laws ask of it.
pub(super) struct Visited<G: crate::Game> {
    pub(super) game: G,
    /// The move that led here.
    pub(super) mv: Option<G::Move>,
    pub(super) moves: Vec<G::Move>,
    pub(super) outcome: Option<Score>,
    pub(super) text: String,
}

impl<G: Notation> Visited<G> {
    fn new(game: G, mv: Option<G::Move>) -> Result<Self, String> {
        guarded(|| {
            let (moves, outcome) = (legal_moves(&game), game.outcome());
            let text = game.position();
            Visited { game, mv, moves, outcome, text }
        })
    }
}

/// The moves of a position, as many as are looked at.
pub(super) fn legal_moves<G: crate::Game>(game: &G) -> Vec<G::Move> {
    game.moves().take(MOST_MOVES).collect()
}

/// What was found where a law does not hold.
pub(super) struct Breach {
    pub(super) found: String,
    /// The position, if it is another one than that looked at.
    pub(super) position: Option<String>,
    pub(super) mv: Option<String>,
}

/// Whether a law holds at a position.
pub(super) type Test = Result<(), Breach>;

/// Says that a law does not hold.
pub(super) fn breach(found: impl Into<String>) -> Test {
    Err(Breach { found: found.into(), position: None, mv: None })
}

/// Says that a law does not hold for a move.
pub(super) fn breach_by<G: Notation>(found: impl Into<String>, game: &G, mv: G::Move) -> Test {
    Err(Breach { found: found.into(), position: None, mv: Some(game.move_text(mv)) })
}

/// A law under test.
pub(super) trait Law<G: Notation> {
    /// Looks at a position of a game.
    fn at(&mut self, line: &[Visited<G>], index: usize) -> Test;

    /// Looks back when all games are played.
    fn end(&mut self) -> Test {
        Ok(())
    }
}

/// Any function that looks at positions is a law.
impl<G: Notation, F: FnMut(&[Visited<G>], usize) -> Test> Law<G> for F {
    fn at(&mut self, line: &[Visited<G>], index: usize) -> Test {
        self(line, index)
    }
}

/// A law with its sentence, and what is known of it.
pub(super) struct Listed<'a, G> {
    sentence: &'static str,
    law: Option<Box<dyn Law<G> + 'a>>,
    verdict: Verdict,
}

impl<'a, G: Notation> Listed<'a, G> {
    pub(super) fn new(sentence: &'static str, law: impl Law<G> + 'a) -> Self {
        Listed { sentence, law: Some(Box::new(law)), verdict: Verdict::Holds }
    }

    /// A law that says nothing about this game.
    pub(super) fn inapplicable(sentence: &'static str, reason: &str) -> Self {
        Listed { sentence, law: None, verdict: Verdict::Untested(reason.to_owned()) }
    }

    /// The law where it applies.
    pub(super) fn only_if(
        applies: bool,
        reason: &str,
        sentence: &'static str,
        law: impl Law<G> + 'a,
    ) -> Self {
        if applies { Listed::new(sentence, law) } else { Listed::inapplicable(sentence, reason) }
    }

    fn conclude(&mut self, verdict: Verdict) {
        self.verdict = verdict;
        self.law = None;
    }

    fn break_at(&mut self, breach: Breach, position: &str) {
        let Breach { found, position: other, mv } = breach;
        let position = other.unwrap_or_else(|| position.to_owned());
        self.conclude(Verdict::Broken(Violation { law: self.sentence, found, position, mv }));
    }
}

/// Laws held against the games of a run.
pub(super) struct Trial<'a, G> {
    pub(super) laws: Vec<Listed<'a, G>>,
    panicked: Option<Violation>,
}

impl<'a, G: Notation> Trial<'a, G> {
    pub(super) fn new(laws: Vec<Listed<'a, G>>) -> Self {
        Trial { laws, panicked: None }
    }

    /// Plays the games; `first_only` ends the run at the first law that is broken.
    pub(super) fn run(
        &mut self,
        options: &Laws,
        start: &G,
        limits: &Limits,
        first_only: bool,
        news: &mut dyn FnMut(u32),
    ) -> Result<(), Stopped> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(options.seed);
        for game in 0..options.games {
            let line = self.play(options, start, limits, &mut random)?;
            for index in 0..self.laws.len() {
                self.hold_against(index, &line, limits)?;
                if first_only && self.is_broken() {
                    return Ok(());
                }
            }
            news(game + 1);
        }
        let first = guarded(|| start.position()).unwrap_or_default();
        for listed in &mut self.laws {
            let Some(law) = &mut listed.law else { continue };
            if let Err(breach) = law.end() {
                listed.break_at(breach, &first);
            }
        }
        Ok(())
    }

    /// One random game, as far as it can be played.
    fn play(
        &mut self,
        options: &Laws,
        start: &G,
        limits: &Limits,
        random: &mut Xoshiro256PlusPlus,
    ) -> Result<Vec<Visited<G>>, Stopped> {
        let mut line = Vec::new();
        match Visited::new(start.clone(), None) {
            Ok(first) => line.push(first),
            Err(panic) => self.note_panic(panic, "the first position", None),
        }
        while let Some(last) = line.last().filter(|_| line.len() <= options.longest as usize) {
            if limits.is_flagged() {
                return Err(Stopped::Flag);
            }
            if last.moves.is_empty() || last.outcome.is_some() {
                break;
            }
            let mv = last.moves[random.next_u64() as usize % last.moves.len()];
            match guarded(|| last.game.after(mv)).and_then(|next| Visited::new(next, Some(mv))) {
                Ok(next) => line.push(next),
                Err(panic) => {
                    let mv = guarded(|| last.game.move_text(mv)).unwrap_or_else(|_| format!("{mv:?}"));
                    self.note_panic(panic, &last.text, Some(mv));
                    break;
                }
            }
        }
        Ok(line)
    }

    fn hold_against(&mut self, index: usize, line: &[Visited<G>], limits: &Limits) -> Result<(), Stopped> {
        for (place, visited) in line.iter().enumerate() {
            let listed = &mut self.laws[index];
            let Some(law) = &mut listed.law else { return Ok(()) };
            if limits.is_flagged() {
                return Err(Stopped::Flag);
            }
            match guarded(|| law.at(line, place)) {
                Ok(Ok(())) => {}
                Ok(Err(breach)) => listed.break_at(breach, &visited.text),
                Err(panic) => {
                    listed.conclude(Verdict::Untested(format!("a panic ended the test: {panic}")));
                    self.note_panic(panic, &visited.text, panicking_move(visited));
                }
            }
        }
        Ok(())
    }

    fn note_panic(&mut self, panic: String, position: &str, mv: Option<String>) {
        let position = position.to_owned();
        self.panicked.get_or_insert(Violation { law: NO_PANIC, found: panic, position, mv });
    }

    fn is_broken(&self) -> bool {
        self.panicked.is_some() || self.laws.iter().any(|listed| matches!(listed.verdict, Verdict::Broken(_)))
    }

    /// The first law that is broken.
    pub(super) fn first_violation(self) -> Result<(), Violation> {
        let broken = self.laws.into_iter().find_map(|listed| match listed.verdict {
            Verdict::Broken(violation) => Some(violation),
            Verdict::Holds | Verdict::Untested(_) => None,
        });
        self.panicked.or(broken).map_or(Ok(()), Err)
    }

    /// What was found of every law.
    pub(super) fn findings(self) -> Vec<Finding> {
        let panics = self.panicked.map_or(Verdict::Holds, Verdict::Broken);
        let others =
            self.laws.into_iter().map(|listed| Finding { law: listed.sentence, verdict: listed.verdict });
        std::iter::once(Finding { law: NO_PANIC, verdict: panics }).chain(others).collect()
    }
}

/// The result of a call into the game, or what it said when it panicked.
fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    caught(call).map_err(|panic| format!("panicked: {panic}"))
}

/// The move that the panic at a position is about, if there is one.
fn panicking_move<G: Notation>(visited: &Visited<G>) -> Option<String> {
    let panics = |mv: G::Move| {
        let all = || {
            let next = visited.game.after(mv);
            (next.outcome(), legal_moves(&next).len(), next.to_move(), visited.game.cost(mv))
        };
        guarded(all).is_err()
    };
    let written = |mv: G::Move| guarded(|| visited.game.move_text(mv));
    visited.moves.iter().find_map(|&mv| match (written(mv), panics(mv)) {
        (Ok(text), true) => Some(text),
        (Err(_), _) => Some(format!("{mv:?}")),
        (Ok(_), false) => None,
    })
}
