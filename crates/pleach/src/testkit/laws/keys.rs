//! The laws of the keys.
//!
//! In random games few positions meet that differ in one thing only, such as the side to move. So pairs are made on
//! purpose: by *detours*, which reach a position with the other side to move; by *returns*, which come back to a
//! position and leave only its past different; and by *grafts*, texts in which one field is that of another position.

use super::run::{Breach, Law, Listed, Test, Visited, breach, legal_moves};
use crate::game::Hashed;
use crate::notation::Notation;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashMap;

const EQUAL: &str = "equal positions have equal keys";
const DIFFERENT: &str = "different positions have different keys";

/// Positions whose keys are remembered for the rest of the run.
const MOST_SEEN: usize = 1 << 20;
/// Places of a game where pairs of positions are made.
const PLACES: usize = 4;
/// Positions made at such a place by each kind of probe.
const MOST_PROBED: usize = 400;
/// Texts kept to take fields from.
const DONORS: usize = 32;
/// How far play is followed to tell two positions apart.
const DEEPEST: u32 = 2;
/// How many moves of a position are followed for that.
const FOLLOWED: usize = 3;

pub(super) fn keys<'a, G: Hashed + Notation + 'a>(seed: u64) -> Vec<Listed<'a, G>> {
    let anew = "what is read is a game of its own (READS_ANEW)";
    vec![
        Listed::only_if(!G::READS_ANEW, anew, EQUAL, EqualKeys::new(seed)),
        Listed::new(DIFFERENT, DifferentKeys::new(seed)),
    ]
}

/// The position without its past, if it has one: what its text says.
pub(super) fn without_past<G: Hashed + Notation>(game: &G) -> Option<G> {
    if G::HAS_PAST { game.parse(&game.position()).ok() } else { Some(game.clone()) }
}

struct EqualKeys {
    random: Xoshiro256PlusPlus,
}

impl EqualKeys {
    fn new(seed: u64) -> Self {
        EqualKeys { random: Xoshiro256PlusPlus::seed_from_u64(!seed) }
    }
}

impl<G: Hashed + Notation> Law<G> for EqualKeys {
    fn at(&mut self, line: &[Visited<G>], index: usize) -> Test {
        let Visited { game, text, .. } = &line[index];
        let (Some(here), Ok(read)) = (without_past(game), game.parse(text)) else { return Ok(()) };
        if read.key() != here.key() {
            return breach("another key for the position read again");
        }
        if !is_probed(&mut self.random, line.len()) {
            return Ok(());
        }
        for back in returns(&line[index], &mut self.random) {
            let same = back.position() == *text;
            if same && without_past(&back).is_some_and(|back| back.key() != here.key()) {
                return breach("another key after moves there and back");
            }
        }
        Ok(())
    }
}

struct DifferentKeys {
    seen: HashMap<u64, String>,
    donors: Vec<String>,
    random: Xoshiro256PlusPlus,
}

impl DifferentKeys {
    fn new(seed: u64) -> Self {
        let random = Xoshiro256PlusPlus::seed_from_u64(seed ^ 0x5eed);
        DifferentKeys { seen: HashMap::new(), donors: Vec::new(), random }
    }

    /// Compares a position of the game with what has had its key so far.
    fn meet<G: Hashed + Notation>(&mut self, game: &G, text: &str) -> Test {
        let Some(here) = without_past(game) else { return Ok(()) };
        let key = here.key();
        match self.seen.get(&key) {
            Some(other) if *other != text && G::READS_ANEW => breach(format!("the key of {other}")),
            Some(other) if *other != text => match here.parse(other) {
                Ok(other) => told_by_key(&other, &here),
                Err(_) => Ok(()),
            },
            Some(_) => Ok(()),
            None => {
                if self.seen.len() < MOST_SEEN {
                    self.seen.insert(key, text.to_owned());
                }
                Ok(())
            }
        }
    }

    /// Texts that differ from that of a position in one field.
    fn grafts<G: Hashed + Notation>(&mut self, line: &[Visited<G>], index: usize) -> Test {
        let Visited { game, text, .. } = &line[index];
        let neighbour = line.get(index + 1).or(line.first()).map(|visited| visited.text.clone());
        let elsewhere = line[self.random.next_u64() as usize % line.len()].text.clone();
        let earlier = self.random.next_u64() as usize % self.donors.len().max(1);
        let donors = neighbour.into_iter().chain([elsewhere]).chain(self.donors.get(earlier).cloned());
        let Some(here) = without_past(game) else { return Ok(()) };
        for graft in donors.flat_map(|donor| grafted(text, &donor)).take(MOST_PROBED) {
            if let Ok(other) = game.parse(&graft)
                && other.key() == here.key()
            {
                told_by_key(&other, &here)?;
            }
        }
        Ok(())
    }

    /// A side gets somewhere by one move, and by two while the other side makes the same one reply: the same board, and
    /// the other side to move.
    fn detours<G: Hashed + Notation>(&mut self, visited: &Visited<G>) -> Test {
        let Visited { game, moves, .. } = visited;
        let random = &mut self.random;
        let straight = game.after(moves[random.next_u64() as usize % moves.len()]);
        let Some(reply) = any_of(&legal_moves(&straight), random) else { return Ok(()) };
        let mut met: HashMap<u64, G> = HashMap::new();
        let afters = moves.iter().take(MOST_PROBED).map(|&mv| game.after(mv));
        let replied: Vec<G> = afters
            .filter(|after| legal_moves(after).contains(&reply))
            .map(|after| after.after(reply))
            .collect();
        let ends = replied.iter().flat_map(|game| legal_moves(game).into_iter().map(|mv| game.after(mv)));
        for end in replied.iter().cloned().chain(ends).take(2 * MOST_PROBED) {
            let Some(end) = without_past(&end) else { continue };
            match met.get(&end.key()) {
                Some(other) => told_by_key(other, &end)?,
                None => {
                    met.insert(end.key(), end);
                }
            }
        }
        Ok(())
    }
}

impl<G: Hashed + Notation> Law<G> for DifferentKeys {
    fn at(&mut self, line: &[Visited<G>], index: usize) -> Test {
        let visited = &line[index];
        self.meet(&visited.game, &visited.text)?;
        if G::READS_ANEW || !is_probed(&mut self.random, line.len()) {
            return Ok(());
        }
        self.grafts(line, index)?;
        if !visited.moves.is_empty() {
            self.detours(visited)?;
        }
        for back in returns(visited, &mut self.random) {
            let text = back.position();
            if let (true, Some(here), Some(back)) =
                (text != visited.text, without_past(&visited.game), without_past(&back))
                && here.key() == back.key()
            {
                told_by_key(&back, &here)?;
            }
        }
        if self.donors.len() < DONORS {
            self.donors.push(visited.text.clone());
        } else {
            let place = self.random.next_u64() as usize % DONORS;
            self.donors[place].clone_from(&visited.text);
        }
        Ok(())
    }
}

/// Whether pairs are made at a position of a game of this length.
fn is_probed(random: &mut Xoshiro256PlusPlus, length: usize) -> bool {
    random.next_u64() as usize % length.max(1) < PLACES
}

pub(super) fn any_of<T: Copy>(items: &[T], random: &mut Xoshiro256PlusPlus) -> Option<T> {
    items.get(random.next_u64() as usize % items.len().max(1)).copied()
}

/// Positions after moves of both sides there and back, as far as a text that is nearly the same again tells the way back.
fn returns<G: Notation>(visited: &Visited<G>, random: &mut Xoshiro256PlusPlus) -> Vec<G> {
    const TRIED: usize = 6;
    let mut found = Vec::new();
    for _ in 0..TRIED.min(visited.moves.len()) {
        let Some(mv) = any_of(&visited.moves, random) else { break };
        let away = visited.game.after(mv);
        let Some(reply) = any_of(&legal_moves(&away), random) else { continue };
        let answered = away.after(reply);
        found.extend(nearest(&answered, &visited.text).and_then(|back| nearest(&back, &visited.text)));
    }
    found
}

/// The position after the move that makes the text most alike.
fn nearest<G: Notation>(game: &G, text: &str) -> Option<G> {
    let after = legal_moves(game).into_iter().take(MOST_PROBED).map(|mv| game.after(mv));
    after.min_by_key(|next| unlike(&next.position(), text))
}

/// How much two texts differ.
fn unlike(one: &str, other: &str) -> usize {
    let (one, other) = (fields(one), fields(other));
    let longer = one.len().abs_diff(other.len());
    let differ = |(one, other): (&&str, &&str)| match one.chars().count() == other.chars().count() {
        true => one.chars().zip(other.chars()).filter(|(one, other)| one != other).count(),
        false => one.len().max(other.len()),
    };
    longer + one.iter().zip(&other).map(differ).sum::<usize>()
}

/// The texts that have all but one field of the one and that field of the other.
pub(super) fn grafted(text: &str, donor: &str) -> Vec<String> {
    let (fields, others) = (fields(text), fields(donor));
    if fields.len() != others.len() {
        return Vec::new();
    }
    let differing = (0..fields.len()).filter(|&place| fields[place] != others[place]);
    differing
        .map(|place| [&fields[..place], &others[place..=place], &fields[place + 1..]].concat().concat())
        .collect()
}

/// A text cut where its parts can be told: at blanks and other separators, or character by character if there are none.
pub(super) fn fields(text: &str) -> Vec<&str> {
    let is_separator = |c: char| c.is_whitespace() || ",;/:|()[]{}".contains(c);
    if !text.contains(is_separator) {
        return text.split_inclusive(|_: char| true).collect();
    }
    let parts = text.split_inclusive(is_separator);
    parts
        .flat_map(|part| <[&str; 2]>::from(part.split_at(part.trim_end_matches(is_separator).len())))
        .collect()
}

/// Two positions that share a key must be played alike, as far as the key promises.
fn told_by_key<G: Hashed + Notation>(other: &G, game: &G) -> Test {
    let differs = |found: String| {
        let found = format!("the key of {}, {found}", other.position());
        Err(Breach { found, position: Some(game.position()), mv: None })
    };
    if game.to_move() != other.to_move() {
        return differs("where the other side is to move".to_owned());
    }
    let promised = (0..=DEEPEST).rev().find(|&plies| game.key_within(plies) == other.key_within(plies));
    match promised.and_then(|plies| told_apart(game, other, plies)) {
        Some(difference) => differs(difference),
        None => Ok(()),
    }
}

/// What tells two positions apart within some plies.
fn told_apart<G: Hashed + Notation>(one: &G, other: &G, plies: u32) -> Option<String> {
    if one.to_move() != other.to_move() {
        return Some("where another side is to move later".to_owned());
    }
    let unbanked = |game: &G| game.outcome().map(|outcome| outcome.with_points(-game.banked()));
    if unbanked(one) != unbanked(other) {
        let outcome = |game: &G| unbanked(game).map_or("open".to_owned(), |outcome| outcome.to_string());
        return Some(format!("where the result is {}, not {}", outcome(other), outcome(one)));
    }
    if plies == 0 {
        return None;
    }
    let (moves, others) = (written_moves(one), written_moves(other));
    if let Some(at) = (0..moves.len().max(others.len()))
        .find(|&at| moves.get(at).map(|mv| &mv.0) != others.get(at).map(|mv| &mv.0))
    {
        let text = moves.get(at).or(others.get(at)).map_or("", |mv| &mv.0);
        return Some(format!("where other moves are legal (see {text})"));
    }
    // Games with clocks have many such pairs: a few moves of each will do, and other ones of other pairs.
    let step = moves.len().div_ceil(FOLLOWED).max(1);
    let mut pairs = moves.iter().zip(&others).skip(one.key() as usize % step).step_by(step);
    pairs.find_map(|(mv, same)| told_apart(&one.after(mv.1), &other.after(same.1), plies - 1))
}

/// The moves with their texts, in the order of these.
fn written_moves<G: Notation>(game: &G) -> Vec<(String, G::Move)> {
    let mut moves: Vec<(String, G::Move)> =
        legal_moves(game).into_iter().map(|mv| (game.move_text(mv), mv)).collect();
    moves.sort_by(|one, other| one.0.cmp(&other.0));
    moves
}
