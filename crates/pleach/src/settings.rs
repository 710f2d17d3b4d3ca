//! What is asked of a search beside its algorithm.

use crate::value::{Score, Window};

/// What is asked of a search beside its algorithm: the same for the searches of the textbook and for the engine.
///
/// ```
/// use pleach::textbook::{Algorithm, Search};
/// use pleach::{Limits, Settings, tree::ExplicitTree};
/// let tree: ExplicitTree = "MAX[5, MIN[3, 8], 4, 7]".parse().unwrap();
/// let search = Search::new(Algorithm::ALPHA_BETA).settings(Settings { lines: 2, ..Settings::default() });
/// let report = search.run(&tree, &(), &Limits::depth(2)).unwrap();
/// assert_eq!((report.line.as_slice(), report.other_lines()[0].line.as_slice()), ([4].as_slice(), [1].as_slice()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Only inside this window, which is that of the side to move, is the exact value asked for.
    pub window: Window,
    /// Whether all equally good moves are asked for.
    pub all_best: bool,
    /// Whether to deepen step by step: 1, 2, 3 ... plies; where nobody says, the search decides.
    pub deepening: Option<bool>,
    /// How many lines of play are asked for with their values, each beginning with another move.
    pub lines: usize,
    /// The value to expect at first; the static value of the root where nobody says.
    pub guess: Option<Score>,
    /// The memory for tables, in MiB.
    pub memory: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            window: Window::FULL,
            all_best: false,
            deepening: None,
            lines: 1,
            guess: None,
            memory: 256,
        }
    }
}
