//! The laws of a game, checked by playing it at random.

mod banking;
mod evaluation;
mod keys;
mod likeness;
mod notation;
mod rules;
mod run;

use crate::game::{Evaluate, Hashed, Swappable, Symmetric};
use crate::limits::{Limits, Stopped};
use crate::notation::Notation;
use crate::value::Score;
use rules::Ending;
use run::{Listed, Trial};
use std::fmt;

/// A law that a game breaks, with the place where it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The law, as a sentence.
    pub law: &'static str,
    /// What was found instead.
    pub found: String,
    /// The position.
    pub position: String,
    /// The move, if the law is about one.
    pub mv: Option<String>,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "broken law: {}; found: {}; position: {}", self.law, self.found, self.position)?;
        self.mv.as_ref().map_or(Ok(()), |mv| write!(f, "; move: {mv}"))
    }
}

impl std::error::Error for Violation {}

/// What was found of a law. See [`Laws::findings`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The law, as a sentence.
    pub law: &'static str,
    /// Whether it holds.
    pub verdict: Verdict,
}

/// Whether a law holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// In all games that were played.
    Holds,
    /// It does not, and here is where.
    Broken(Violation),
    /// It says nothing about this game, or could not be tested, for this reason.
    Untested(String),
}

/// How a game says that positions are alike, where it says so, for [`Laws::findings`].
#[derive(Debug)]
pub struct Likeness<G> {
    /// The position with the sides exchanged: see [`Swappable::swapped`].
    pub swapped: Option<fn(&G) -> G>,
    /// The position seen otherwise: see [`Symmetric::images`].
    pub images: Option<fn(&G) -> Vec<G>>,
    /// The key that images share: see [`Symmetric::canonical_key`].
    pub shared_key: fn(&G) -> u64,
}

impl<G> Clone for Likeness<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Likeness<G> {}

impl<G: Hashed> Default for Likeness<G> {
    /// Nothing is alike.
    fn default() -> Self {
        Likeness { swapped: None, images: None, shared_key: G::key }
    }
}

/// Plays random games and checks the laws at every position of them.
///
/// ```
/// use pleach::testkit::Laws;
/// use pleach::tree::RandomTree;
/// let tree: RandomTree = "b=3,d=5,leaves=newborn".parse().unwrap();
/// let laws = Laws { games: 20, ..Laws::default() };
/// laws.check(&tree).unwrap();
/// laws.check_evaluator(&tree, &RandomTree::static_value).unwrap();
/// // An evaluator that looks at the game from Max's side only is found out.
/// let wrong = |tree: &RandomTree| { use pleach::Game; tree.to_move().view(tree.static_value()) };
/// let violation = laws.check_evaluator(&tree, &wrong).unwrap_err();
/// assert!(violation.law.contains("side to move"));
/// ```
#[derive(Clone, Debug)]
pub struct Laws {
    /// The seed of the random games, by the generator xoshiro256++.
    pub seed: u64,
    /// How many games are played.
    pub games: u32,
    /// Games are given up after this many moves.
    pub longest: u32,
    /// Whether it is no fault if games do not end by then.
    pub endless: bool,
}

impl Default for Laws {
    fn default() -> Self {
        Laws { seed: 1, games: 100, longest: 500, endless: false }
    }
}

impl Laws {
    /// Checks the rules, the notation and the keys, and that games come to an end.
    pub fn check<G: Hashed + Notation>(&self, start: &G) -> Result<(), Violation> {
        self.check_rules(start)?;
        self.check_notation(start)?;
        self.check_keys(start)?;
        self.check_ending(start)
    }

    /// Checks the rules alone.
    pub fn check_rules<G: Notation>(&self, start: &G) -> Result<(), Violation> {
        self.check_all(start, rules::rules())
    }

    /// Checks that positions and moves are read as they are written.
    pub fn check_notation<G: Hashed + Notation>(&self, start: &G) -> Result<(), Violation> {
        self.check_all(start, notation::notation())
    }

    /// Checks that keys are equal for equal positions, and for no others: positions that share a key, whether they meet
    /// in the games or are made to differ in one thing only, must be played alike. Of a game with a
    /// [past](Hashed::HAS_PAST) the positions without it are compared.
    pub fn check_keys<G: Hashed + Notation>(&self, start: &G) -> Result<(), Violation> {
        let mut laws = keys::keys(self.seed);
        laws.extend(banking::banking(self.seed));
        self.check_all(start, laws)
    }

    /// Checks that random games come to an end, unless they [need not](Laws::endless).
    pub(crate) fn check_ending<G: Hashed + Notation>(&self, start: &G) -> Result<(), Violation> {
        self.check_all(start, self.ending())
    }

    /// Checks that an evaluator stays in its band, answers the same each time, and looks at the game
    /// from the side to move: its values must go with the results of random games for both sides. Where they do not,
    /// the games tell whether it is the evaluator or the [outcome](crate::Game::outcome) that has the wrong side.
    pub fn check_evaluator<G: Hashed + Notation>(
        &self,
        start: &G,
        evaluator: &impl Evaluate<G, Value = Score>,
    ) -> Result<(), Violation> {
        self.check_all(start, evaluation::evaluation(evaluator))
    }

    /// Checks that exchanging the sides changes nothing for the side to move. Values of any kind will
    /// do: scores, intervals, distributions.
    pub fn check_swap<G: Swappable + Notation>(
        &self,
        start: &G,
        evaluator: &impl Evaluate<G, Value: PartialEq + fmt::Display>,
    ) -> Result<(), Violation> {
        self.check_all(start, likeness::swap(G::swapped, |_| false, evaluator))
    }

    /// Checks that a position and its images are the same game, with one canonical key. Values of any
    /// kind will do: scores, intervals, distributions.
    pub fn check_symmetry<G: Symmetric + Notation>(
        &self,
        start: &G,
        evaluator: &impl Evaluate<G, Value: PartialEq + fmt::Display>,
    ) -> Result<(), Violation> {
        let images = |game: &G| game.images().collect();
        self.check_all(start, likeness::symmetry(images, G::canonical_key, |_| false, evaluator))
    }

    /// Checks all laws and tells of each what was found. After every game `news` hears how many have been played; of
    /// the limits only the stop flag is used.
    ///
    /// ```
    /// use pleach::testkit::{Laws, Likeness, Verdict};
    /// use pleach::tree::RandomTree;
    /// use pleach::Limits;
    /// let tree: RandomTree = "b=3,d=5,leaves=newborn".parse().unwrap();
    /// let (laws, alike) = (Laws { games: 20, ..Laws::default() }, Likeness::default());
    /// let findings = laws.findings(&tree, &RandomTree::static_value, alike, &Limits::none(), &mut |_| {}).unwrap();
    /// assert!(findings.iter().all(|finding| !matches!(finding.verdict, Verdict::Broken(_))));
    /// ```
    pub fn findings<G: Hashed + Notation>(
        &self,
        start: &G,
        evaluator: &impl Evaluate<G, Value = Score>,
        alike: Likeness<G>,
        limits: &Limits,
        news: &mut dyn FnMut(u32),
    ) -> Result<Vec<Finding>, Stopped> {
        let over = |game: &G| game.recurrence().is_some();
        let mut laws = rules::rules();
        laws.extend(self.ending());
        laws.extend(notation::notation());
        laws.extend(keys::keys(self.seed));
        laws.extend(banking::banking(self.seed));
        laws.extend(evaluation::evaluation(evaluator));
        laws.extend(match alike.swapped {
            Some(swapped) => likeness::swap(swapped, over, evaluator),
            None => likeness::no_swap(),
        });
        laws.extend(match alike.images {
            Some(images) => likeness::symmetry(images, alike.shared_key, over, evaluator),
            None => likeness::no_symmetry(),
        });
        let mut trial = Trial::new(laws);
        trial.run(self, start, limits, false, news)?;
        Ok(trial.findings())
    }

    fn ending<'a, G: Hashed + Notation + 'a>(&self) -> Vec<Listed<'a, G>> {
        let law = Ending::new(self, G::HAS_PAST);
        vec![Listed::only_if(!self.endless, "games need not end", Ending::SENTENCE, law)]
    }

    fn check_all<G: Notation>(&self, start: &G, laws: Vec<Listed<'_, G>>) -> Result<(), Violation> {
        let mut trial = Trial::new(laws);
        // Without a flag nothing stops it.
        let _ = trial.run(self, start, &Limits::none(), true, &mut |_| {});
        trial.first_violation()
    }
}
