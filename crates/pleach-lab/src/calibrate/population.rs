//! Where positions come from: what a risk is a risk of.

use super::positions::{BadPositions, Positions};
use crate::contest::opening::random_moves;
use pleach::registry::{AnyGame, Method, Request};
use pleach::{Limits, Spec, SpecError};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;

/// Where positions come from.
#[derive(Clone, Debug, PartialEq)]
pub enum Population {
    /// From games that are played to find them.
    Played(Games),
    /// From a file of the user's own.
    File(Positions),
}

/// Why there is no such population.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPopulation {
    /// No built-in one has this name, and no file either.
    #[error("{0}; or give a file of positions")]
    Unknown(SpecError),
    /// The options make no sense.
    #[error(transparent)]
    Options(#[from] SpecError),
    /// The file cannot be used.
    #[error("{0}")]
    File(#[from] BadPositions),
}

impl Default for Population {
    fn default() -> Population {
        Population::Played(Games::default())
    }
}

impl Population {
    /// The two that a proof is made on where nobody says: games of the program against itself, and games of random
    /// moves, in which nobody means anything and evaluators are at their worst.
    pub fn usual() -> Vec<Population> {
        vec![Population::default(), Population::Played(Games::random())]
    }

    /// Reads a population: a description of [games](Games), or the name of a file of positions of a game.
    ///
    /// ```
    /// use pleach_lab::calibrate::Population;
    /// let game = pleach_games::registry().open("othello").unwrap();
    /// let read = |text: &str| Population::parse(text, game.as_ref());
    /// assert_eq!(read("unequal:weak=5").unwrap().to_string(), "unequal:weak=5");
    /// let unknown = read("human-games").unwrap_err().to_string();
    /// assert!(unknown.starts_with("unknown population 'human-games'") && unknown.ends_with("or give a file of positions"));
    /// ```
    pub fn parse(text: &str, game: &dyn AnyGame) -> Result<Population, BadPopulation> {
        let spec: Spec = match text.parse() {
            Ok(spec) => spec,
            Err(error) if !Path::new(text).exists() => return Err(BadPopulation::Options(error)),
            Err(_) => return Ok(Population::File(Positions::read(Path::new(text), game)?)),
        };
        match Games::named(spec.name()) {
            Some(games) => Ok(Population::Played(games.with(spec)?)),
            None if Path::new(text).exists() => Ok(Population::File(Positions::read(Path::new(text), game)?)),
            None => Err(BadPopulation::Unknown(SpecError::unknown("population", spec.name(), &NAMES))),
        }
    }

    /// Where the positions come from, in words.
    pub fn in_words(&self) -> String {
        match self {
            Population::Played(games) => games.in_words(),
            Population::File(positions) => format!("positions of {positions}"),
        }
    }

    /// How the stronger side plays; nobody does, where there is a file.
    pub(super) fn player(&self) -> Request {
        let nodes = match self {
            Population::Played(games) => games.nodes[0],
            Population::File(_) => None,
        };
        Request { memory: 1, ..Request::new(Method::default(), Limits::none().nodes(nodes.unwrap_or(1))) }
    }
}

impl fmt::Display for Population {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Population::Played(games) => games.fmt(f),
            Population::File(positions) => positions.fmt(f),
        }
    }
}

/// A description of games from which positions are drawn, one per game.
///
/// Written as `NAME[:opening=A-B,nodes=N,weak=N,random=N,swing=N,depth=N]`: random plies at the beginning, the nodes for a
/// move, those of the weaker side, and how often a move is drawn at random instead, once in N. With a swing only
/// [tactical](Tactics) positions count. What is not written is as the name has it:
///
/// | name | opening | nodes | weak | random |
/// |---|---|---|---|---|
/// | `self-play` | 0-6 | 1000 | as the other side | once in 40 |
/// | `wide-openings` | 6-20 | 1000 | as the other side | never |
/// | `random-games` | 0-0 | none: every move is drawn at random | | |
/// | `unequal` | 0-6 | 2000 | 20 | once in 20 |
/// | `tactics` | 0-6 | 1000 | as the other side | once in 40; swing 100, depth 4 |
///
/// The position is drawn from all of the game that have as many plies before its end as the search is deep.
///
/// ```
/// use pleach_lab::calibrate::Games;
/// let usual = Games::default();
/// assert_eq!(usual.to_string(), "self-play");
/// assert_eq!(usual.in_words(), "games from 0 to 6 random plies, 1000 nodes per move, one move in 40 at random");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Games {
    name: &'static str,
    opening: RangeInclusive<u32>,
    /// The nodes for a move of either side; none if moves are drawn.
    nodes: [Option<u64>; 2],
    /// A move is drawn at random once in so many; never if there is none.
    random: Option<u32>,
    /// Which positions count; all, if nothing is said.
    tactics: Option<Tactics>,
}

/// Positions in which more depth changes everything: a search two plies deeper finds another move that is better by more
/// than a swing.
///
/// ```
/// use pleach_lab::calibrate::Tactics;
/// let mut game = pleach_games::registry().open("chess").unwrap();
/// let tactics = Tactics { depth: 2, swing: 100 };
/// assert!(!tactics.shows(game.as_ref()));
/// // White mates in two; a search of two plies sees no more than the first move of it.
/// game.set_position("6k1/5ppp/8/8/8/8/r4PPP/1R2R1K1 w - - 0 1").unwrap();
/// assert!(!Tactics { depth: 4, swing: 100 }.shows(game.as_ref()), "four plies see it all");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tactics {
    /// The depth of the search that is deceived.
    pub depth: u32,
    /// What its move loses at least, in points.
    pub swing: u32,
}

impl Tactics {
    /// A pawn, after four plies.
    const USUAL: Tactics = Tactics { depth: 4, swing: 100 };
    /// Deeper searches of every position of a game would take hours.
    const DEEPEST: u32 = 12;

    /// Whether a position is such a one.
    pub fn shows(&self, game: &dyn AnyGame) -> bool {
        self.loses(game).unwrap_or(false)
    }

    /// None if a search finds no move.
    fn loses(&self, game: &dyn AnyGame) -> Option<bool> {
        let search = |depth: u32, only: Vec<String>| {
            let request = Request::new(Method::default(), Limits::depth(depth));
            game.search(&Request { deepening: true, memory: 4, only, ..request }).ok()
        };
        let (shallow, deep) = (search(self.depth, Vec::new())?, search(self.depth + 2, Vec::new())?);
        let deceived = shallow.best?;
        if Some(&deceived) == deep.best.as_ref() {
            return Some(false);
        }
        let kept = search(self.depth + 2, vec![deceived])?;
        Some(deep.score.get().saturating_sub(kept.score.get()) > self.swing as i32)
    }
}

/// The names of the games that are built in.
const NAMES: [&str; 5] = ["self-play", "wide-openings", "random-games", "unequal", "tactics"];
/// Where only some positions count, so many of a game are looked at: each takes three searches.
const MOST_LOOKS: usize = 12;
/// More plies are no opening.
const MOST_OPENING: u32 = 200;
/// More nodes per move would take days.
const MOST_NODES: u64 = 10_000_000;

impl Default for Games {
    fn default() -> Games {
        Games { name: NAMES[0], opening: 0..=6, nodes: [Some(1000); 2], random: Some(40), tactics: None }
    }
}

impl Games {
    /// Games in which every move is drawn.
    fn random() -> Games {
        Games { name: NAMES[2], opening: 0..=0, nodes: [None; 2], random: None, tactics: None }
    }

    fn named(name: &str) -> Option<Games> {
        let name = NAMES.into_iter().find(|known| *known == name)?;
        let named = |opening, nodes, random| Games { name, opening, nodes, random, tactics: None };
        Some(match name {
            "wide-openings" => named(6..=20, [Some(1000); 2], None),
            "random-games" => Games::random(),
            "unequal" => named(0..=6, [Some(2000), Some(20)], Some(20)),
            "tactics" => Games { name, tactics: Some(Tactics::USUAL), ..Games::default() },
            _ => Games::default(),
        })
    }

    /// The same games with what the options say.
    fn with(mut self, mut spec: Spec) -> Result<Games, SpecError> {
        let most = |text: &str, most: u64| text.parse().ok().filter(|number| (1..=most).contains(number));
        let nodes = |text: &str| most(text, MOST_NODES);
        let wanted = "a number of nodes from 1 to 10000000";
        if let Some(opening) = spec.take_with("opening", "plies such as 0-6", read_range)? {
            self.opening = opening;
        }
        if let Some(nodes) = spec.take_with("nodes", wanted, nodes)? {
            self.nodes = if self.is_unequal() { [Some(nodes), self.nodes[1]] } else { [Some(nodes); 2] };
        }
        if let Some(weak) = spec.take_with("weak", wanted, nodes)? {
            self.nodes[1] = Some(weak);
        }
        let random = |text: &str| match text {
            "never" => Some(None),
            text => most(text, u32::MAX.into()).map(|often| Some(often as u32)),
        };
        if let Some(random) = spec.take_with("random", "once in how many moves, or never", random)? {
            self.random = random;
        }
        self.tactics = self.tactics_with(&mut spec)?;
        spec.finish()?;
        Ok(self)
    }

    /// Which positions count by these options: a depth alone says nothing.
    fn tactics_with(&self, spec: &mut Spec) -> Result<Option<Tactics>, SpecError> {
        let within =
            |most: u32| move |text: &str| text.parse().ok().filter(|number| (1..=most).contains(number));
        let swing = spec.take_with("swing", "a number of points, 1 or more", within(i32::MAX as u32))?;
        let Some(usual) = self.tactics.or(swing.map(|_| Tactics::USUAL)) else { return Ok(None) };
        let depth = spec.take_with("depth", "a number of plies from 1 to 12", within(Tactics::DEEPEST))?;
        Ok(Some(Tactics { depth: depth.unwrap_or(usual.depth), swing: swing.unwrap_or(usual.swing) }))
    }

    /// What is done, in words.
    pub fn in_words(&self) -> String {
        let (first, last) = (self.opening.start(), self.opening.end());
        let thought = match self.nodes {
            [None, _] | [_, None] => return "games of random moves".to_owned(),
            [Some(one), Some(other)] if one == other => format!("{one} nodes per move"),
            [Some(one), Some(other)] => format!("{one} nodes per move against {other}"),
        };
        let random = self.random.map_or(String::new(), |often| format!(", one move in {often} at random"));
        let tactics = self.tactics.map_or(String::new(), |Tactics { depth, swing }| {
            format!("; only positions whose best move after {depth} plies loses more than {swing} points after {}", depth + 2)
        });
        format!("games from {first} to {last} random plies, {thought}{random}{tactics}")
    }

    /// A game after its opening; none if the opening ends it.
    pub(super) fn begin(
        &self,
        start: &dyn AnyGame,
        random: &mut Xoshiro256PlusPlus,
    ) -> Option<Box<dyn AnyGame>> {
        let plies = random.random_range(self.opening.clone());
        random_moves(start, plies, random).map(|(_, game)| game)
    }

    /// A move of the stronger side or of the weaker one. `request` brings the table.
    pub(super) fn choose(
        &self,
        game: &dyn AnyGame,
        is_weak: bool,
        request: &Request,
        random: &mut Xoshiro256PlusPlus,
    ) -> String {
        let is_drawn = self.random.is_some_and(|often| random.random_range(0..often) == 0);
        if let Some(nodes) = self.nodes[usize::from(is_weak)]
            && !is_drawn
        {
            let request = Request { limits: Limits::none().nodes(nodes), ..request.clone() };
            if let Some(best) = game.search(&request).ok().and_then(|answer| answer.best) {
                return best;
            }
        }
        let mut moves = game.moves();
        moves.swap_remove(random.random_range(0..moves.len()))
    }

    /// Whether a position counts.
    pub(super) fn counts(&self, game: &dyn AnyGame) -> bool {
        self.tactics.is_none_or(|tactics| tactics.shows(game))
    }

    /// How many positions of a game are looked at to find one that counts.
    pub(super) fn most_looks(&self) -> usize {
        if self.tactics.is_some() { MOST_LOOKS } else { 1 }
    }

    /// Whether one side is weaker than the other.
    pub(super) fn is_unequal(&self) -> bool {
        self.nodes[0] != self.nodes[1]
    }
}

/// Reads plies such as `0-6`.
fn read_range(text: &str) -> Option<RangeInclusive<u32>> {
    let (first, last) = text.split_once('-')?;
    let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
    (first <= last && last <= MOST_OPENING).then_some(first..=last)
}

/// The name with what differs from it.
impl fmt::Display for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Games::named(self.name).unwrap_or_default();
        let mut options = Vec::new();
        if self.opening != usual.opening {
            options.push(format!("opening={}-{}", self.opening.start(), self.opening.end()));
        }
        for (name, own, usual) in [
            ("nodes", self.nodes[0], usual.nodes[0]),
            ("weak", self.nodes[1], self.nodes[0].and(usual.nodes[1])),
        ] {
            if let Some(nodes) = own.filter(|_| own != usual && !(name == "weak" && own == self.nodes[0])) {
                options.push(format!("{name}={nodes}"));
            }
        }
        if self.random != usual.random {
            options.push(self.random.map_or("random=never".to_owned(), |often| format!("random={often}")));
        }
        if let Some(Tactics { depth, swing }) = self.tactics {
            let usual = usual.tactics;
            if usual.is_none_or(|usual| usual.swing != swing) {
                options.push(format!("swing={swing}"));
            }
            if usual.unwrap_or(Tactics::USUAL).depth != depth {
                options.push(format!("depth={depth}"));
            }
        }
        match options.is_empty() {
            true => f.write_str(self.name),
            false => write!(f, "{}:{}", self.name, options.join(",")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Population, BadPopulation> {
        let game = pleach_games::registry().open("othello").unwrap();
        Population::parse(text, game.as_ref())
    }

    #[test]
    fn what_is_written_is_read_back() {
        for text in NAMES.into_iter().chain([
            "self-play:nodes=5000",
            "self-play:nodes=5000,weak=10",
            "self-play:opening=2-4,random=never",
            "unequal:nodes=300",
            "unequal:weak=3",
            "random-games:opening=10-20",
            "wide-openings:random=7",
            "tactics:swing=4",
            "tactics:depth=3",
            "random-games:swing=8,depth=2",
        ]) {
            assert_eq!(read(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn nonsense_is_refused_with_its_place() {
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert!(error("self-pley").contains("did you mean 'self-play'?"), "{}", error("self-pley"));
        assert!(error("self-play:opening=6-2").contains("opening=6-2: expected plies such as 0-6"));
        assert!(error("self-play:nodes=0").contains("nodes=0"));
        assert!(error("self-play:speed=3").contains("unknown option 'speed'"));
        assert!(error("self-play:depth=3").contains("unknown option 'depth'"));
        assert!(error("tactics:depth=13").contains("depth=13: expected a number of plies from 1 to 12"));
        assert!(error("/dev/null").contains("/dev/null"));
    }
}
