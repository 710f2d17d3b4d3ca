//! `pleach` without a command: what to try first.

use crate::failure::Failure;
use crate::output::print;

const WELCOME: &str = "\
Pleach searches game trees of any two-player game and shows what it pruned.

Five commands worth trying:
  pleach play connect-four --time 1s               a game in the terminal, with hints and undo
  pleach search chess --depth 4                    the best move, and what finding it took
  pleach search tree --position 'MAX[5, MIN[9, MAX[2, MIN[3, 7]]]]' --depth 9
                                                   a tree typed by hand, with a deep cut-off in it
  pleach trace tic-tac-toe:symmetric=on --algorithm negascout --depth 2 --format html -o trace.html
                                                   every step of a search, as a page to step through
  pleach search random-tree:b=8,d=8,leaves=newborn --algorithm mtdf --depth 8
                                                   a random tree of 16 million leaves

`pleach games` and `pleach algorithms` list what there is, `pleach --help` explains the rest.
";

pub(crate) fn run() -> Result<(), Failure> {
    print(WELCOME)
}
