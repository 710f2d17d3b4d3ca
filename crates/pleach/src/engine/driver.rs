//! The root: its moves, the ways to ask for its value, and the line of best play.

use super::knowledge::{Knowledge, hint};
use super::moves::AtNode;
use super::node::Answer;
use super::options::{Driver, OrderBy};
use super::order::Candidate;
use super::style::Any;
use super::worker::{Visit, Worker};
use crate::game::{Evaluate, Game, Hashed};
use crate::limits::Stopped;
use crate::report::Line;
use crate::value::{Bound, Score, Window};

/// The root and what is known of its moves.
#[derive(Clone, Debug)]
pub(super) struct Root<G: Game, Seen> {
    pub(super) visit: Visit<G, Seen>,
    /// The moves to choose from, in the order in which they are searched.
    pub(super) moves: Vec<Candidate<G::Move>>,
}

impl<G: Hashed, Seen> Root<G, Seen> {
    /// The root with all its legal moves, or with those asked for.
    pub(super) fn new(game: &G, only: &[G::Move]) -> Root<G, Seen> {
        let (low, high) = game.score_bounds();
        let (game, key) = (game.clone(), game.key());
        let visit = Visit { game, seen: None, low, high, key, is_image: false, in_table: true };
        let game = &visit.game;
        let moves = (0..)
            .zip(game.moves())
            .filter(|(_, mv)| only.is_empty() || only.contains(mv))
            .map(|(ordinal, mv)| Candidate { mv, weight: 0, ordinal, child: None })
            .collect();
        Root { visit, moves }
    }

    /// Puts a move first; the others keep their order.
    fn put_first(&mut self, ordinal: u32) {
        if let Some(place) = self.moves.iter().position(|candidate| candidate.ordinal == ordinal) {
            self.moves[..=place].rotate_right(1);
        }
    }
}

/// What an iteration has found.
#[derive(Clone, Debug)]
pub(super) struct Iterated<Move> {
    /// The best lines, best first. There is always one; it has no moves if every move failed low.
    pub(super) lines: Vec<Line<Move>>,
    /// Whether no line of play was left at the horizon, so that more depth would change nothing.
    pub(super) complete: bool,
}

/// What is asked of an iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) depth: u32,
    pub(super) window: Window,
    /// The value to expect.
    pub(super) guess: Score,
    /// How many lines are wanted.
    pub(super) lines: usize,
}

impl<G, E, K> Worker<'_, G, E, K>
where
    G: Hashed,
    E: Evaluate<G, Value = Score>,
    K: Knowledge<G>,
{
    /// One iteration.
    pub(super) fn iterate(
        &mut self,
        root: &mut Root<G, K::Seen>,
        question: Question,
    ) -> Result<Iterated<G::Move>, Stopped> {
        self.reset();
        let lines = match question.lines {
            1 => vec![self.best_line(root, question)?],
            _ => self.best_lines(root, question)?,
        };
        Ok(Iterated { lines, complete: self.grounds.horizons == 0 })
    }

    /// The best line, by the driver that was chosen.
    fn best_line(
        &mut self,
        root: &mut Root<G, K::Seen>,
        Question { depth, window, guess, .. }: Question,
    ) -> Result<Line<G::Move>, Stopped> {
        let value = match self.recipe.options.driver {
            Driver::Full | Driver::Pvs => self.aspire(root, depth, window, guess)?,
            Driver::Mtdf if self.recipe.policy.is_some() => self.mtdf_by_steps(root, depth, window, guess)?,
            Driver::Mtdf => self.mtdf(root, depth, window, guess)?,
            Driver::Bisect => self.bisect(root, depth, window, guess)?,
        };
        let mut line = self.proved.take().map_or(Vec::new(), |proved| proved.line);
        if window.bound(value) == Bound::Exact && self.recipe.options.line {
            self.complete_line(&root.visit.game, depth, value, &mut line)?;
        }
        Ok(Line { value, line })
    }

    /// With a window around the guess first, if that is wanted.
    fn aspire(&mut self, root: &mut Root<G, K::Seen>, depth: u32, window: Window, guess: Score) -> Answer {
        let delta = i32::try_from(self.recipe.options.delta).unwrap_or(i32::MAX);
        let hoped = Window::new(guess.plus(-delta).max(window.alpha()), guess.plus(delta).min(window.beta()));
        let (true, Ok(hoped)) = (delta > 0, hoped) else { return self.root(root, depth, window) };
        let value = self.root(root, depth, hoped)?;
        let again = if value <= hoped.alpha() && value > window.alpha() {
            Window::new(window.alpha(), value.next_up())
        } else if value >= hoped.beta() && value < window.beta() {
            Window::new(value.next_down(), window.beta())
        } else {
            return Ok(value);
        };
        let Ok(again) = again else { return Ok(value) };
        self.tally.researches += 1;
        let value = self.root(root, depth, again)?;
        // Where something is left out, the two searches may contradict each other.
        let contradicts = again.bound(value) != Bound::Exact && window.bound(value) == Bound::Exact;
        if contradicts && self.recipe.policy.is_some() { self.root(root, depth, window) } else { Ok(value) }
    }

    /// MTD(f): null windows at the value found last, until the bounds meet (Plaat).
    fn mtdf(&mut self, root: &mut Root<G, K::Seen>, depth: u32, window: Window, guess: Score) -> Answer {
        let (mut value, mut lower, mut upper) = (guess, window.alpha(), window.beta());
        while lower < upper {
            let gamma = value.clamp(lower.next_up(), upper);
            value = self.test(root, depth, gamma)?;
            if value < gamma {
                upper = value;
            } else {
                lower = value;
            }
        }
        Ok(value)
    }

    /// MTD(f) where something is left out: whoever is cut by a prediction says no more than was asked, and the bounds
    /// would meet by steps of one. So the steps double, until the value lies between two tests.
    fn mtdf_by_steps(
        &mut self,
        root: &mut Root<G, K::Seen>,
        depth: u32,
        window: Window,
        guess: Score,
    ) -> Answer {
        let (mut value, mut lower, mut upper) = (guess, window.alpha(), window.beta());
        let (mut gamma, mut step, mut has_failed, mut has_passed) = (guess, 1, false, false);
        while lower < upper {
            let tested = gamma.clamp(lower.next_up(), upper);
            value = self.test(root, depth, tested)?;
            if value < tested {
                (upper, has_failed) = (value, true);
                gamma = value.plus(1 - step);
            } else {
                (lower, has_passed) = (value, true);
                gamma = value.plus(step);
            }
            if has_failed && has_passed && lower < upper {
                gamma = Score::new(lower.get().midpoint(upper.get())).next_up();
            }
            step = step.saturating_mul(2);
        }
        Ok(value)
    }

    /// Null windows: above the guess first, then in the middle of what is left; where that has no end, in
    /// steps that double.
    fn bisect(&mut self, root: &mut Root<G, K::Seen>, depth: u32, window: Window, guess: Score) -> Answer {
        let mut lower = window.alpha().max(root.visit.low.next_down());
        let mut upper = window.beta().min(root.visit.high);
        let (mut value, mut gamma, mut step) = (guess, guess.next_up(), 1);
        while lower < upper {
            let tested = gamma.clamp(lower.next_up(), upper);
            value = self.test(root, depth, tested)?;
            if value < tested {
                upper = value;
            } else {
                lower = value;
            }
            step = i32::saturating_mul(step, 2);
            gamma = match (lower.is_infinite(), upper.is_infinite()) {
                (false, false) => Score::new(lower.get().midpoint(upper.get())).next_up(),
                (true, _) => upper.plus(-step),
                (false, true) => lower.plus(step),
            };
        }
        Ok(value)
    }

    /// Whether the value reaches gamma.
    fn test(&mut self, root: &mut Root<G, K::Seen>, depth: u32, gamma: Score) -> Answer {
        self.tally.tests += 1;
        self.route.null_since = 0;
        self.root(root, depth, Window::below(gamma))
    }

    /// The node at the root: its moves are listed and in their order already, and the best one will be the first from now on.
    fn root(&mut self, root: &mut Root<G, K::Seen>, depth: u32, window: Window) -> Answer {
        self.watch.count_node()?;
        self.clear_line(0);
        let since = self.mark();
        self.candidates.clear();
        self.candidates.extend_from_slice(&root.moves);
        let node = AtNode { waiting: root.moves.len(), ..self.at_node(depth, depth, window) };
        let node = self.search_moves::<Any>(&root.visit, node, None)?;
        let value = node.best.value;
        if node.is_cut && node.waiting > 0 {
            self.count_cut(root.visit.game.to_move(), node.tried, value < window.beta());
        }
        self.candidates.clear();
        self.settle::<Any>(node.situations, false);
        if let (Some(best), true) = (node.best_move(), self.reorders()) {
            root.put_first(best);
        }
        if root.moves.len() == root.visit.game.moves().count() {
            self.remember::<Any>(&root.visit, depth, value, window.bound(value), node.best_move(), since);
        }
        Ok(value)
    }

    /// The best lines with their exact values: a move must beat the worst of as many as are wanted.
    fn best_lines(
        &mut self,
        root: &mut Root<G, K::Seen>,
        question: Question,
    ) -> Result<Vec<Line<G::Move>>, Stopped> {
        let Question { depth, window, lines: wanted, .. } = question;
        self.watch.count_node()?;
        let (mut found, mut most): (Vec<Line<G::Move>>, Score) = (Vec::new(), Score::MIN);
        for candidate in root.moves.clone() {
            let worst = found.get(wanted - 1).map_or(window.alpha(), |line| line.value.max(window.alpha()));
            let Ok(raised) = Window::new(worst, window.beta()) else { break };
            self.clear_line(1);
            let value = self.search_move(&root.visit, candidate, depth, raised, false, None)?;
            most = most.max(value);
            if value > worst {
                self.extend_line(candidate.mv);
                let mut line = self.lines[0].clone();
                if value < window.beta() && self.recipe.options.line {
                    self.complete_line(&root.visit.game, depth, value, &mut line)?;
                }
                let place = found.partition_point(|line| line.value >= value);
                found.insert(place, Line { value, line });
                found.truncate(wanted);
            }
        }
        if found.is_empty() {
            found.push(Line { value: most, line: Vec::new() });
        }
        Ok(found)
    }

    /// The root moves that reach the value, each asked by a null window.
    pub(super) fn equally_good(
        &mut self,
        root: &Root<G, K::Seen>,
        depth: u32,
        value: Score,
    ) -> Result<Vec<G::Move>, Stopped> {
        self.reset();
        let mut good = Vec::new();
        let mut candidates = root.moves.clone();
        candidates.sort_by_key(|candidate| candidate.ordinal);
        for candidate in candidates {
            if self.search_move(&root.visit, candidate, depth, Window::below(value), true, None)? >= value {
                good.push(candidate.mv);
            }
        }
        Ok(good)
    }

    /// Whether the moves of the root may change their order as more is known of them.
    fn reorders(&self) -> bool {
        self.table.is_some() || self.recipe.options.order != OrderBy::Rules
    }

    /// Puts the moves of the root into the order in which any other node would try them.
    pub(super) fn order_root(&mut self, root: &mut Root<G, K::Seen>, depth: u32) -> Result<(), Stopped> {
        let recipe = self.recipe;
        let by_hints = recipe.options.order == OrderBy::Hints && recipe.options.knowledge;
        for index in 0..root.moves.len() {
            let mv = root.moves[index].mv;
            root.moves[index].weight = match recipe.options.order {
                OrderBy::Static | OrderBy::Shallow => self.value_after(&root.visit, mv)?,
                OrderBy::Hints if by_hints => hint(recipe.knowledge, &root.visit.game, mv, depth),
                OrderBy::Hints | OrderBy::Rules => 0,
            };
        }
        root.moves.sort_by_key(|candidate| std::cmp::Reverse(candidate.weight));
        // From here on their order is all that counts.
        root.moves.iter_mut().for_each(|candidate| candidate.weight = 0);
        Ok(())
    }
}
