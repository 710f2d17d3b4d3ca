//! The order in which moves are searched.

use crate::game::Game;
use std::fmt;

/// What tells how early a move should be searched: the higher, the earlier. It is given the position, the move and the plies
/// that are left there.
///
/// ```
/// use pleach::textbook::{Hint, Walk, alpha_beta};
/// use pleach::{Limits, Score, Window, tree::ExplicitTree};
///
/// // The last move first.
/// let tree: ExplicitTree = "MAX[MIN[8, 9, 2], MIN[6, 5]]".parse().unwrap();
/// let hint = |_: &ExplicitTree, mv: u32, _: u32| mv as i32;
/// let mut observer = ();
/// let mut walk = Walk::new(&(), &mut observer, &Limits::none()).ordered_by(Hint::new(&hint));
/// assert_eq!(alpha_beta(&mut walk, &tree, 2, Window::FULL), Ok(Score::new(5)));
/// assert_eq!(walk.leaves(), 3);
/// ```
pub struct Hint<'a, G: Game>(&'a dyn Fn(&G, G::Move, u32) -> i32);

impl<'a, G: Game> Hint<'a, G> {
    /// Moves go by this number.
    pub fn new(hint: &'a dyn Fn(&G, G::Move, u32) -> i32) -> Self {
        Hint(hint)
    }

    pub(super) fn of(self, game: &G, mv: G::Move, depth: u32) -> i32 {
        (self.0)(game, mv, depth)
    }
}

impl<G: Game> Clone for Hint<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Hint<'_, G> {}

impl<G: Game> fmt::Debug for Hint<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hint")
    }
}
