//! Selective search: the forward pruning of the thesis, each method a short file beside its figure.
//!
//! | method | figure or paper | it leaves out |
//! |---|---|---|
//! | [`Razoring`](crate::prune::Razoring) | section 1.2.4; Birmingham and Kent | moves that look worse than the best so far |
//! | [`ProbCut`](crate::prune::ProbCut) | 1.7; Buro 1995 | nodes that a shallow search puts outside their window |
//! | [`MultiProbCut`](crate::prune::MultiProbCut) | 1.8; Buro 1997 | the same, with several pairs of depths |
//! | [`EndCut`](crate::prune::EndCut) | Buro 1997 | the same, where the game is searched to its end |
//! | [`Gpc`](crate::prune::Gpc) | 2.4, 2.5, 2.6 | moves that a shallow search puts under the best so far |
//! | [`Fgpc`](crate::prune::Fgpc) | 3.3, 3.4, 3.5 | such a move and all that come after it |
//! | [`NodeCutting`] | 4.4, 4.5 | moves behind the place where the best most likely stands |
//! | [`Focus`] | Moriarty and Miikkulainen 1994 | moves that a network finds not worth searching |
//! | [`Integrated`] | 5.1, 5.2 | by GPC up to that place, by FGPC behind it |
//!
//! What each is called and which options it has stands in [`prune`](crate::prune), where those without a memory come from.
//! A method is a [`Selective`] rule with two seams, at the node and at the move. The searches that ask it are
//! written once: [`alpha_beta`], [`negascout`], [`mt`] and [`mtdf`]. With the rule `()` they visit exactly what
//! their namesakes in the [textbook](super) visit; a pair of rules `(A, B)` asks both, [`ByStage`] the one that was made for
//! the stage of the game. [`ChosenRules`] are the rules that a text names.
//!
//! Tests are null-window searches by plain alpha-beta: they are not selective themselves, and they have no memory.
//! The first move of a node is never left out, so that a node always has the value of one of its moves. The
//! thesis' errors are corrected as its figures are quoted: `round` is `ceil` or `floor`, whichever is safe (E6),
//! the constant belongs to the side to move (E9), and `>=` and `<=` stand where `>` and `<` are printed (E10).
//!
//! ```
//! use pleach::prune::{Gpc, Regression, Pair};
//! use pleach::textbook::{Walk, selective};
//! use pleach::tree::ExplicitTree;
//! use pleach::{Limits, Score, Window};
//!
//! // Min can hold Max to 3 in the second branch, and its static value of -40 says so.
//! let json = r#"{"children": [
//!     {"children": [{"children": [{"value": 5}]}]},
//!     {"static": -40, "children": [{"children": [{"value": 3}]}, {"children": [{"value": 8}]}]}]}"#;
//! let tree = ExplicitTree::from_json(json).unwrap();
//! let pair = Pair::new(2, 0, Regression::new(1.0, 0.0, 10.0).unwrap(), 1.5).unwrap();
//! let mut rule = Gpc::new(pair);
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
pub use chosen::ChosenRules;
pub use focus::Focus;
pub use integrated::Integrated;
pub use mtdf::{Memory, mt, mtdf};
pub use negascout::negascout;
pub use node_cutting::NodeCutting;
pub use rule::{Decision, Forecast, Node, Selective};
