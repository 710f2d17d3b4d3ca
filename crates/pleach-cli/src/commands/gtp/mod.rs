//! `pleach gtp`: any game for another program, by the Go Text Protocol.

pub(crate) mod command;
mod session;
mod timing;

use crate::arguments::Common;
use crate::conversation;
use crate::failure::Failure;
use crate::input::PositionOptions;
use crate::method::{LimitOptions, MethodOptions};
use crate::output::print;
use crate::risk::RiskOptions;
use crate::weights::WeightsOptions;
use clap::Args;
use pleach::Limits;
use pleach::registry::Registry;
use session::Session;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Options of `pleach gtp`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  printf 'play b f5\\ngenmove w\\nshowboard\\nquit\\n' | pleach gtp othello --depth 6
  pleach gtp connect-four --algorithm mtdf --time 500ms
  gogui-twogtp -black 'pleach gtp othello' -white gtp-rhino -size 8 -games 10

Version 2 of the protocol, with the moves of the game's own notation (f5 in Othello, 4 in
Connect Four; capitals do as well, and a pass is PASS). Black is the side that begins, in every
game. A pass that is forced need not be told. Of boardsize only the game's own is accepted; komi
is accepted and has no effect. final_score says by how many points a game is won, and 1 where
wins are not counted in points.

The clock of time_settings and time_left decides how long a move takes; without one --depth,
--time or --nodes do, or one second a move. `level N` sets the depth. Beside the commands of the
protocol there are:
  pleach-position        the position as text
  pleach-setup POSITION  go to a position
  pleach-moves           the legal moves
  pleach-side            whose turn it is
Once the input has ended a search goes on for at most three seconds.")]
pub(crate) struct GtpOptions {
    #[command(flatten)]
    position: PositionOptions,
    #[command(flatten)]
    weights: WeightsOptions,
    #[command(flatten)]
    method: MethodOptions,
    #[command(flatten)]
    risk: RiskOptions,
    #[command(flatten)]
    limits: LimitOptions,
}

pub(crate) fn run(common: &Common, options: &GtpOptions, registry: &Registry) -> Result<(), Failure> {
    let game = options.weights.apply_to(options.position.open(common, registry)?)?;
    let request = options.method.request(common, Limits::none())?;
    let (mut request, _) = options.risk.apply_to(request, game.as_ref(), registry)?;
    request.all_best = common.seed.is_some();
    let stop = Arc::new(AtomicBool::new(false));
    let mut session = Session::new(game, request, options.limits.clone(), Arc::clone(&stop));
    conversation::end_with_the_reader();
    let lines = conversation::read_in_background(move || {
        std::thread::sleep(conversation::GRACE);
        stop.store(true, Ordering::Relaxed);
    });
    for line in lines {
        let command = match line {
            Ok(line) => command::parse(&line),
            Err(too_long) => {
                print(&command::answer(None, &Err(too_long.to_string())))?;
                continue;
            }
        };
        let Some(command) = command else { continue };
        let result = session.obey(&command.name, &command.arguments);
        print(&command::answer(command.id, &result))?;
        if command.name == "quit" {
            break;
        }
    }
    Ok(())
}
