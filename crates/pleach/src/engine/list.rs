//! Listing the moves of a node and weighing them; the children that are looked at on the way.

use super::down::{depth_after, turn_passes};
use super::knowledge::{Knowledge, Look};
use super::moves::{AtNode, Best};
use super::node::Answer;
use super::options::OrderBy;
use super::order::{Candidate, ChildIndex};
use super::style::{Any, Style};
use super::worker::{Grounds, Visit, Worker, from_root};
use crate::game::{Evaluate, Hashed};
use crate::limits::Stopped;
use crate::value::{Score, Window};

impl<'a, G, E, K> Worker<'a, G, E, K>
where
    G: Hashed,
    E: Evaluate<G, Value = Score>,
    K: Knowledge<G>,
{
    /// The move to begin with, and whether there are others.
    #[inline(always)]
    pub(super) fn begin_with(
        &self,
        visit: &Visit<G, K::Seen>,
        first: Option<u32>,
    ) -> Option<(Candidate<G::Move>, bool)> {
        let ordinal = first?;
        fn pick<Move>(mut moves: impl Iterator<Item = Move>, ordinal: u32) -> Option<(Move, bool)> {
            let mv = moves.nth(ordinal as usize)?;
            Some((mv, ordinal > 0 || moves.next().is_some()))
        }
        let (mv, is_not_alone) = match visit.seen {
            Some(seen) => pick(self.recipe.knowledge.moves(&visit.game, seen), ordinal),
            None => pick(visit.game.moves(), ordinal),
        }?;
        Some((Candidate { mv, weight: 0, ordinal, child: None }, is_not_alone))
    }

    /// Searches the move to begin with.
    #[inline(always)]
    pub(super) fn search_first<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        candidate: Candidate<G::Move>,
        node: AtNode,
    ) -> Answer {
        if self.looks_ahead::<S>(visit, node.depth) {
            self.follow::<S>(visit, candidate.mv, node.depth, node.window)
        } else {
            self.search_in_turn::<S>(visit, candidate, node, None)
        }
    }

    /// Whether the children are looked at before any of them is searched.
    #[inline(always)]
    pub(super) fn looks_ahead<S: Style>(&self, visit: &Visit<G, K::Seen>, depth: u32) -> bool {
        let by_hints = S::NULL || self.recipe.options.order == OrderBy::Hints;
        K::LOOKS_AHEAD && visit.seen.is_some() && by_hints && depth > 1
    }

    /// The only move worth searching, if there is just one and its child may be looked at.
    #[inline(always)]
    pub(super) fn only_move<S: Style>(&self, visit: &Visit<G, K::Seen>, depth: u32) -> Option<G::Move> {
        let seen = visit.seen.filter(|_| self.looks_ahead::<S>(visit, depth))?;
        self.recipe.knowledge.only_move(&visit.game, seen)
    }

    /// Lists the moves but for the first one, with their weights. Children that a look has decided are settled here.
    // PERF: out of line, for its loop needs all registers; and without the loop's state, which would have to lie in memory.
    #[inline(never)]
    pub(super) fn list<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        depth: u32,
        reach: u32,
        window: Window,
        best: Best,
        first: Option<u32>,
    ) -> Result<Best, Stopped> {
        let recipe = self.recipe;
        match visit.seen {
            Some(seen) => {
                let moves = recipe.knowledge.moves(&visit.game, seen);
                if self.looks_ahead::<S>(visit, depth) {
                    return self.look_ahead::<S>(visit, moves, depth, window, best, first);
                }
                self.weigh::<S>(visit, moves, depth, reach, first)?;
            }
            None => self.weigh::<S>(visit, visit.game.moves(), depth, reach, first)?,
        }
        Ok(best)
    }

    /// Makes all children and looks at them; those that are open wait as candidates.
    #[inline(always)]
    fn look_ahead<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        moves: impl Iterator<Item = G::Move>,
        depth: u32,
        window: Window,
        mut best: Best,
        first: Option<u32>,
    ) -> Result<Best, Stopped> {
        let (first, learns) = (first.unwrap_or(u32::MAX), self.learns::<S>());
        for (ordinal, mv) in (0..).zip(moves) {
            if ordinal == first {
                continue;
            }
            let left = depth_after(&visit.game, depth, mv);
            let child = visit.game.after(mv);
            let turned = turn_passes(&visit.game, &child);
            match self.recipe.knowledge.look_at_child(&visit.game, mv, &child, left) {
                Look::Known(value) => {
                    self.watch.count_node()?;
                    let value =
                        self.leaf(&child, from_root::<G>(value, self.route.ply + 1), self.route.ply + 1);
                    let value = if turned { -value } else { value };
                    if value > best.value {
                        best = Best { value, ordinal: Some(ordinal) };
                        self.begin_line::<S>(window);
                        self.note_line::<S>(mv, value, window);
                        if value >= window.beta() {
                            break;
                        }
                    }
                }
                Look::Open { low, high, seen } => {
                    let mut weight = self.recipe.knowledge.weigh_child(&visit.game, mv, &child, left, seen);
                    if learns {
                        weight = weight.saturating_add(self.learnt_of(visit, mv));
                    }
                    let place = self.add_child(self.opened_child::<S>(child, left, low, high, seen));
                    self.candidates.push(Candidate { mv, weight, ordinal, child: Some(place) });
                }
            }
        }
        Ok(best)
    }

    /// Keeps a child that waits to be searched, and tells its place.
    #[inline(always)]
    pub(super) fn add_child(&mut self, child: Visit<G, K::Seen>) -> ChildIndex {
        let index = self.listed;
        match self.children.get_mut(index) {
            Some(place) => *place = child,
            // PERF: to push the child itself would mean to make it elsewhere and to move it.
            None => self.add_place(child.clone()),
        }
        self.listed = index + 1;
        ChildIndex::new(index)
    }

    /// Keeps a child where none was before.
    #[cold]
    #[inline(never)]
    fn add_place(&mut self, child: Visit<G, K::Seen>) {
        self.children.push(child);
    }

    /// Weighs the moves without playing them, or by what a short search says of them.
    #[inline(always)]
    fn weigh<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        moves: impl Iterator<Item = G::Move>,
        depth: u32,
        reach: u32,
        first: Option<u32>,
    ) -> Result<(), Stopped> {
        let recipe = self.recipe;
        let options = &recipe.options;
        let by_value = reach >= recipe.parameters.order_depth
            && match options.order {
                OrderBy::Static => true,
                // The shallow search must not order its own moves by a shallow search for ever.
                OrderBy::Shallow => depth > recipe.parameters.shallow_depth,
                OrderBy::Rules | OrderBy::Hints => false,
            };
        for (ordinal, mv) in (0..).zip(moves) {
            if first == Some(ordinal) {
                continue;
            }
            let mut weight = 0;
            if by_value {
                weight = self.value_after(visit, mv)?;
            } else {
                if options.order == OrderBy::Hints && options.knowledge {
                    weight = recipe.knowledge.weigh_move(&visit.game, mv);
                }
                if depth > 1 && self.learns::<S>() {
                    weight = weight.saturating_add(self.learnt_of(visit, mv));
                }
            }
            self.candidates.push(Candidate { mv, weight, ordinal, child: None });
        }
        Ok(())
    }

    /// What a move seems to be worth, for ordering by value.
    pub(super) fn value_after(&mut self, visit: &Visit<G, K::Seen>, mv: G::Move) -> Result<i32, Stopped> {
        let child = visit.game.after(mv);
        let turned = turn_passes(&visit.game, &child);
        let value = if self.recipe.options.order == OrderBy::Shallow {
            let grounds = self.grounds;
            self.route.ply += 1;
            let value = self.visit::<Any>(child, self.recipe.parameters.shallow_depth, Window::FULL)?;
            // The search itself will show whether the horizon or the past matters.
            self.route.ply -= 1;
            self.grounds = Grounds { risks: self.grounds.risks, ..grounds };
            value
        } else {
            self.tally.evaluations += 1;
            child.outcome().unwrap_or_else(|| self.recipe.evaluator.evaluate(&child))
        };
        Ok(if turned { -value } else { value }.get())
    }

    /// The enhanced transposition cut-off: a child whose value is remembered may be enough.
    #[inline(always)]
    pub(super) fn look_children_up<S: Style>(
        &mut self,
        visit: &Visit<G, K::Seen>,
        node: AtNode,
    ) -> Option<Score> {
        let recipe = self.recipe;
        let is_wanted =
            (S::NULL || recipe.options.enhanced) && node.reach >= recipe.parameters.enhanced_depth;
        if !is_wanted || self.table.is_none() {
            return None;
        }
        for index in self.first_waiting(&node)..self.candidates.len() {
            let Candidate { mv, child, .. } = self.candidates[index];
            let left = depth_after(&visit.game, node.depth, mv);
            if left == 0 {
                continue;
            }
            let made;
            let child = match child {
                Some(place) => &self.children[place.index()],
                None => {
                    made = self.unseen_child::<S>(visit, mv, left);
                    &made
                }
            };
            if !child.in_table {
                continue;
            }
            let turned = turn_passes(&visit.game, &child.game);
            let found = self.probe::<S>(child, left, self.route.ply + 1);
            let value = if turned { -found.upper } else { found.lower };
            if value >= node.window.beta() {
                self.note_hit(found);
                return Some(value);
            }
        }
        None
    }

    /// A child that has not been looked at, as far as the table is concerned.
    // PERF: out of line, or it would be prepared where all children have been looked at.
    #[inline(never)]
    fn unseen_child<S: Style>(&self, visit: &Visit<G, K::Seen>, mv: G::Move, left: u32) -> Visit<G, K::Seen> {
        self.opened::<S>(visit.game.after(mv), left, Score::MIN, Score::MAX, None)
    }

    /// Takes the moves of a node off the lists.
    #[inline(always)]
    pub(super) fn unlist(&mut self, start: usize, start_of_children: usize) {
        self.candidates.truncate(start);
        self.listed = start_of_children;
    }
}
