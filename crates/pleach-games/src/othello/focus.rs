//! The focus network that comes with Othello, and how such a network sees the board.

use super::{Move, Othello};
use pleach::Weights;
use pleach::prune::{Network, Sight};

/// A square of the side to move, or of its opponent.
const INPUTS: usize = 128;
/// A square to place a disc on.
const OUTPUTS: usize = 64;

/// A network sees every square twice, as one of the side to move and as one of its opponent, and has an output for every
/// square. A pass is always searched.
///
/// ```
/// use pleach_games::othello::{Othello, focus_network, focus_sight};
/// use pleach::textbook::selective::Focus;
/// let focus = Focus::new(focus_network(), focus_sight());
/// let hidden = focus.hidden(&Othello::new());
/// assert!(hidden.len() == 4 && hidden.contains(&false));
/// ```
pub fn focus_sight() -> Sight<Othello> {
    Sight {
        inputs: INPUTS,
        outputs: OUTPUTS,
        active,
        output: |_, mv: Move| mv.square().map(|square| square as usize),
    }
}

/// The network of `weights/othello-focus.toml`; the example is at [`focus_sight`].
pub fn focus_network() -> Network {
    let weights = Weights::from_toml(include_str!("../../weights/othello-focus.toml"));
    let network = weights.and_then(|weights| Network::new(weights, INPUTS, OUTPUTS));
    network.expect("the weights that come with the crate fit")
}

fn active(game: &Othello, input: &mut dyn FnMut(usize)) {
    for (mut squares, first) in [(game.own(), 0), (game.other(), 64)] {
        while squares != 0 {
            input(first + squares.trailing_zeros() as usize);
            squares &= squares - 1;
        }
    }
}
