//! Selective search: the forward pruning of the thesis, each method a short file beside its figure.
//!
//! | method | figure or paper | it leaves out |
//! |---|---|---|
//! | [`Razoring`] | section 1.2.4; Birmingham and Kent | moves that look worse than the best so far |
//! | [`ProbCut`] | 1.7; Buro 1995 | nodes that a shallow search puts outside their window |
//! | [`MultiProbCut`] | 1.8; Buro 1997 | the same, with several pairs of depths |
//! | [`EndCut`] | Buro 1997 | the same, where the game is searched to its end |
//! | [`Gpc`] | 2.4, 2.5, 2.6 | moves that a shallow search puts under the best so far |
//! | [`Fgpc`] | 3.3, 3.4, 3.5 | such a move and all that come after it |
//! | [`NodeCutting`] | 4.4, 4.5 | moves behind the place where the best most likely stands |
//! | [`Focus`] | Moriarty and Miikkulainen 1994 | moves that a network finds not worth searching |
//! | [`Integrated`] | 5.1, 5.2 | by GPC up to that place, by FGPC behind it |
//!
//! A method is a [`Selective`] rule with two seams, at the node and at the move. The searches that ask it are
//! written once: [`alpha_beta`], [`negascout`], [`mt`] and [`mtdf`]. With the rule `()` they visit exactly what
//! their namesakes in the [textbook](super) visit; a pair of rules `(A, B)` asks both, [`ByStage`] the one that was made for
//! the stage of the game. [`Chosen`] are the rules that a text names.
//!
//! Tests are null-window searches by plain alpha-beta: they are not selective themselves, and they have no memory.
//! The first move of a node is never left out, so that a node always has the value of one of its moves. The
//! thesis' errors are corrected as its figures are quoted: `round` is `ceil` or `floor`, whichever is safe (E6),
//! the constant belongs to the side to move (E9), and `>=` and `<=` stand where `>` and `<` are printed (E10).
//!
//! ```
//! use pleach::prune::{Line, Pair};
//! use pleach::textbook::{Walk, selective};
//! use pleach::tree::ExplicitTree;
//! use pleach::{Limits, Score, Window};
//!
//! // Min can hold Max to 3 in the second branch, and its static value of -40 says so.
//! let json = r#"{"children": [
//!     {"children": [{"children": [{"value": 5}]}]},
//!     {"static": -40, "children": [{"children": [{"value": 3}]}, {"children": [{"value": 8}]}]}]}"#;
//! let tree = ExplicitTree::from_json(json).unwrap();
//! let pair = Pair::new(2, 0, Line::new(1.0, 0.0, 10.0).unwrap(), 1.5).unwrap();
//! let mut rule = selective::Gpc::new(pair);
//! let mut observer = ();
//! let mut walk = Walk::new(&ExplicitTree::static_value, &mut observer, &Limits::none());
//! let value = selective::alpha_beta(&mut walk, &mut rule, &tree, 3, Window::FULL);
//! assert_eq!((value, walk.omissions()), (Ok(Score::new(5)), 1));
//! ```

mod alpha_beta;
mod by_stage;
mod chosen;
mod end_cut;
mod fgpc;
mod focus;
mod gpc;
mod integrated;
mod mtdf;
mod multi_probcut;
mod negascout;
mod node_cutting;
mod probcut;
mod razoring;
mod rule;
mod test;

pub use alpha_beta::alpha_beta;
pub use by_stage::ByStage;
pub use chosen::Chosen;
pub use end_cut::EndCut;
pub use fgpc::Fgpc;
pub use focus::Focus;
pub use gpc::Gpc;
pub use integrated::Integrated;
pub use mtdf::{Memory, mt, mtdf};
pub use multi_probcut::MultiProbCut;
pub use negascout::negascout;
pub use node_cutting::NodeCutting;
pub use probcut::ProbCut;
pub use razoring::Razoring;
pub use rule::{Forecast, Node, Selective, Step};
