//! How searches over uncertain values are recorded.

use super::believed::Believable;
use super::recorder::Open;
use super::{Recorder, Step, StepKind};
use crate::game::Player;
use crate::notation::Notation;
use crate::uncertain::best_first;
use crate::uncertain::{ObserveUncertain, UncertainEvent};
use crate::value::{Bound, Score};

/// The depth-first searches: windows and back-ups as in alpha-beta, with bounds of values in place of values.
impl<G: Notation, V: Believable> ObserveUncertain<G, V> for &mut Recorder<G> {
    fn observe(&mut self, event: UncertainEvent<'_, G, V>) {
        if !self.has_room() {
            return;
        }
        match event {
            UncertainEvent::Iteration { depth } => {
                let player = self.nodes.first().map_or(Player::Max, |root| root.player);
                let open = Open::between(0, player, Score::MIN, Score::MAX);
                self.steps.push(step_of(open, StepKind::Iteration { depth }));
            }
            UncertainEvent::Entered { game, ply, number, depth, window } => {
                let window = game.to_move().view(window);
                self.enter(game, ply, number, depth, (window.low(), window.high()));
            }
            UncertainEvent::Leaf { ply, value } => self.believe(ply, value, StepKind::Leaf),
            UncertainEvent::Known { ply, value } => self.believe(ply, value, StepKind::Known),
            UncertainEvent::Returned { ply, branch, so_far } => self.take_back(ply, branch.number, so_far),
            UncertainEvent::Cut { ply } => self.dominate(ply),
            UncertainEvent::Left { ply, value } => {
                let open = self.path[ply as usize];
                let bound = if open.cut { open.player.view(Bound::Lower) } else { Bound::Exact };
                self.believe(ply, value, StepKind::Leave { bound });
            }
        }
    }
}

impl<G: Notation> Recorder<G> {
    /// Records a step that says what is believed of the path's node at a ply, whose side it belongs to.
    fn believe<V: Believable>(&mut self, ply: u32, value: &V, kind: StepKind) {
        let open = &mut self.path[ply as usize];
        let believed = open.player.view(value.clone()).believed();
        open.g = believed.sure(open.player);
        let step = step_of(*open, kind);
        self.keep(Step { believed: Some(Box::new(believed)), ..step });
    }

    fn take_back<V: Believable>(&mut self, ply: u32, number: u32, so_far: &V) {
        let open = &mut self.path[ply as usize];
        let (player, before) = (open.player, open.g);
        let g = player.view(so_far.clone()).believed().sure(player);
        match player {
            Player::Max => open.alpha = open.alpha.max(g),
            Player::Min => open.beta = open.beta.min(g),
        }
        let child = self.nodes[open.node].children[number as usize - 1];
        let improved = player.view(g) > player.view(before);
        self.believe(ply, so_far, StepKind::Return { child, value: g, improved });
    }

    /// The node at a ply has reached the end of its window, which came down from the topmost node that has it: that
    /// node's own value, or what the node above it handed down.
    fn dominate(&mut self, ply: u32) {
        let cut = self.path[ply as usize];
        let bound_of = |open: &Open| if cut.player == Player::Max { open.beta } else { open.alpha };
        let bound = bound_of(&cut);
        let topmost = self.path.iter().position(|open| bound_of(open) == bound).unwrap_or(0);
        let set_by_itself = self.path[topmost].g == bound && self.path[topmost].player != cut.player;
        let setter = if set_by_itself { Some(topmost) } else { topmost.checked_sub(1) };
        let by = setter.map(|setter| self.path[setter].node);
        self.path[ply as usize].cut = true;
        self.step(ply, StepKind::Dominated { by, proven: self.proven });
    }

    /// Records a step of a node of a best-first tree, whose value is in the view of the root's player.
    fn judge<V: Believable>(&mut self, node: usize, value: Option<&V>, kind: StepKind) {
        let (root, player) = (self.nodes[0].player, self.nodes[node].player);
        let believed = match value {
            Some(value) => Some(Box::new(root.view(value.clone()).believed())),
            None => self.beliefs.get(&node).cloned(),
        };
        if let Some(believed) = &believed {
            self.beliefs.insert(node, believed.clone());
        }
        let mut open = Open::between(node, player, Score::MIN, Score::MAX);
        open.g = believed.as_ref().map_or(open.g, |believed| believed.sure(player));
        self.keep(Step { believed, ..step_of(open, kind) });
    }

    /// The node that successors of the leaf under expansion belong to.
    fn successor(&self, number: u32) -> Option<usize> {
        let expanded = self.path.last()?.node;
        self.nodes[expanded].children.get(number as usize - 1).copied()
    }
}

fn step_of(open: Open, kind: StepKind) -> Step {
    let Open { node, alpha, beta, g, .. } = open;
    Step { node, kind, alpha, beta, g, believed: None }
}

/// The best-first searches: expansions, judgements and back-ups.
impl<G: Notation, V: Believable> best_first::ObserveBestFirst<G, V> for &mut Recorder<G> {
    fn observe(&mut self, event: best_first::BestFirstEvent<'_, G, V>) {
        use best_first::BestFirstEvent;
        if !self.has_room() {
            return;
        }
        match event {
            BestFirstEvent::Begun { game, value } => {
                let root = self.root(game);
                self.visit(root, game, 0);
                self.numbered.push(root);
                self.judge(root, Some(value), StepKind::Judge);
            }
            BestFirstEvent::Expanding { node, game, strategy } => {
                let node = self.numbered[node as usize];
                self.visit(node, game, 1);
                self.path = vec![Open::between(node, game.to_move(), Score::MIN, Score::MAX)];
                self.judge::<V>(node, None, StepKind::Expand { strategy });
            }
            BestFirstEvent::Judged { number, value, .. } => {
                let Some(node) = self.successor(number) else { return };
                self.nodes[node].visited = true;
                self.forget_unvisited(node);
                self.numbered.push(node);
                self.judge(node, Some(value), StepKind::Judge);
            }
            BestFirstEvent::Dropped { number, value } => {
                let Some(node) = self.successor(number) else { return };
                self.nodes[node].visited = true;
                self.forget_unvisited(node);
                self.judge(node, Some(value), StepKind::Judge);
                let by = self.nodes[node].parent;
                self.judge(node, Some(value), StepKind::Dominated { by, proven: self.proven });
            }
            BestFirstEvent::Closed { node } => {
                let node = self.numbered[node as usize];
                self.judge::<V>(node, None, StepKind::Dominated { by: None, proven: self.proven });
            }
            BestFirstEvent::BackedUp { node, value } => {
                let node = self.numbered[node as usize];
                self.judge(node, Some(value), StepKind::BackUp);
            }
            BestFirstEvent::Ended { verdict } => self.judge::<V>(0, None, StepKind::End { verdict }),
        }
    }
}
