//! `pleach uci`: chess for graphical interfaces, by the Universal Chess Interface.

pub(crate) mod command;
mod session;
mod thinker;

use crate::arguments::Common;
use crate::conversation::{self, Lines};
use crate::failure::Failure;
use crate::method::MethodOptions;
use crate::output::{elided, print};
use crate::risk::RiskOptions;
use crate::weights::WeightsOptions;
use clap::Args;
use pleach::Limits;
use pleach::registry::Registry;
use session::Session;

/// Options of `pleach uci`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  (printf 'position startpos moves e2e4\\ngo depth 3\\n'; sleep 1) | pleach uci
  pleach uci --algorithm negascout --hash 512

Give `pleach uci` as the command of an engine in Arena, Banksia, Cute Chess, Lucas Chess, or to
python-chess. The interface then sets everything else:
  Hash       memory for tables in MiB; the engine keeps its table from move to move
  Threads    threads of the engine; the textbook searches run on one
  MultiPV    the number of lines to show
  Ponder     accepted; whether to think on the opponent's time is the interface's choice
  Algorithm  one of `pleach algorithms`

What cannot be understood or played is answered by `info string` and the reason; the position
then stays as it was. Every `go` is answered by exactly one `bestmove`, by 0000 if the game is
over. The end of the input ends the program at once.")]
pub(crate) struct UciOptions {
    /// The game of chess to play, with its options; see `pleach games`
    #[arg(long, value_name = "GAME", default_value = "chess")]
    game: String,
    #[command(flatten)]
    weights: WeightsOptions,
    #[command(flatten)]
    method: MethodOptions,
    #[command(flatten)]
    risk: RiskOptions,
}

pub(crate) fn run(common: &Common, options: &UciOptions, registry: &Registry) -> Result<(), Failure> {
    let game = options.weights.apply_to(registry.open(&options.game)?)?;
    let request = options.method.request(common, Limits::none())?;
    let (request, _) = options.risk.apply_to(request, game.as_ref(), registry)?;
    conversation::end_with_the_reader();
    let mut session = Session::new(game, request);
    for line in Lines(std::io::stdin().lock()) {
        let command = match line {
            Ok(line) => command::parse(&line),
            Err(too_long) => Err(too_long.to_string()),
        };
        match command {
            Ok(Some(command::Command::Quit)) => break,
            Ok(Some(command)) => session.obey(command)?,
            Ok(None) => {}
            Err(reason) => complain(&reason)?,
        }
    }
    session.finish();
    Ok(())
}

/// Says what was wrong in the protocol's own form: one line.
fn complain(reason: &str) -> Result<(), Failure> {
    print(&format!("info string {}\n", elided(reason)))
}
