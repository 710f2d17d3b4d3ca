//! `pleach serve`, and `pleach` alone: the studio.

use crate::arguments::Common;
use crate::failure::Failure;
use crate::laboratory::LaboratoryOptions;
use crate::output::{complain, print};
use crate::program;
use crate::weights;
use clap::Args;
use pleach::registry::Registry;
use pleach_studio::{Allowance, Options, Studio};
use std::io::IsTerminal;
use std::process::{Command, Stdio};

/// Options of `pleach serve`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pleach serve --open
  pleach serve --port 0
  pleach serve --host 0.0.0.0 --port 8080
  pleach serve --weights connect-four threats.toml --weights othello:eval=classic classic.toml

The studio listens on this machine only, unless --host says otherwise: whoever can reach it can
use its processors. --threads and --hash limit the threads and the table of one search. Ctrl-C
ends it, and every search with it.")]
pub(crate) struct ServeOptions {
    /// The port to listen on; 0 takes any free one
    #[arg(long, value_name = "N", default_value_t = Options::default().port)]
    port: u16,
    /// The name or address to listen on
    #[arg(long, value_name = "H", default_value_t = Options::default().host)]
    host: String,
    /// Open the browser
    #[arg(long)]
    open: bool,
    /// Weights of `pleach tune` for the evaluator of a game; may be given for several
    #[arg(long, num_args = 2, value_names = ["GAME", "FILE"])]
    weights: Vec<String>,
    #[command(flatten)]
    laboratory: LaboratoryOptions,
}

/// The studio as it is, for whoever has just typed `pleach`: with the browser, if somebody is there to see it.
pub(crate) fn front_door(common: &Common, registry: Registry) -> Result<(), Failure> {
    let Options { host, port, .. } = Options::default();
    let laboratory = LaboratoryOptions::usual();
    run(
        common,
        &ServeOptions { port, host, open: std::io::stdout().is_terminal(), weights: Vec::new(), laboratory },
        registry,
    )
}

/// The registry with these weights: every time that the game is opened with the evaluator they are of.
fn with_weights(registry: Registry, game: &str, file: &str) -> Result<Registry, Failure> {
    let weights = weights::read(file.as_ref())?;
    let opened = registry.open(game)?;
    opened.with_weights(weights.clone()).map_err(|error| Failure::at(file, error))?;
    let name = game.split(':').next().unwrap_or(game);
    Ok(registry.adapted(name, move |game| {
        let is_theirs = game.weights().is_some_and(|known| known.evaluator() == weights.evaluator());
        let changed = is_theirs.then(|| game.with_weights(weights.clone()).ok()).flatten();
        changed.unwrap_or(game)
    }))
}

pub(crate) fn run(common: &Common, options: &ServeOptions, mut registry: Registry) -> Result<(), Failure> {
    for pair in options.weights.chunks_exact(2) {
        registry = with_weights(registry, &pair[0], &pair[1])?;
    }
    let usual = Allowance::default();
    let allowance = Allowance {
        threads: common.threads(),
        table: common.hash as usize,
        memory: usual.memory.max(2 * common.hash as usize),
        ..usual
    };
    let ServeOptions { host, port, laboratory, .. } = options;
    let (profiles, laboratory) = (laboratory.profiles(), laboratory.lab.clone());
    let options_of_studio = Options { host: host.clone(), port: *port, allowance, laboratory, profiles };
    let studio = Studio::bind(registry, &options_of_studio).map_err(Failure::new)?;
    let address = studio.address();
    let program = program::name();
    print(&format!(
        "The studio is at {address}\nCtrl-C ends it; `{program} --help` lists the other commands.\n"
    ))?;
    if studio.is_public() {
        let host = &options.host;
        complain(&format!(
            "warning: other machines can reach the studio on {host}, and use this one's processors"
        ));
    }
    if options.open && !open_browser(&address) {
        complain(&format!("no browser could be opened: open {address} yourself"));
    }
    studio.run().map_err(Failure::new)
}

/// Asks the system to show the address.
fn open_browser(address: &str) -> bool {
    let program = match () {
        () if cfg!(target_os = "macos") => "open",
        () if cfg!(windows) => "explorer",
        () => "xdg-open",
    };
    Command::new(program)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Other evaluators of the same game keep their own weights.
    #[test]
    fn weights_are_those_of_every_game_with_their_evaluator() {
        let file = std::env::temp_dir().join(format!("pleach-serve-{}.toml", std::process::id()));
        let text = "evaluator = \"othello/discs-corners\"\nversion = 7\n[weights]\n\
            disc = [0, 0, 0, 0, 0]\ncorner = [7, 7, 7, 7, 7]\n";
        std::fs::write(&file, text).unwrap();
        let game = "othello:eval=discs-corners,unit=hundredth";
        let changed = with_weights(pleach_games::registry(), game, &file.display().to_string());
        std::fs::remove_file(&file).unwrap();
        let (changed, before) = (changed.unwrap(), pleach_games::registry());
        let version = |registry: &Registry, game: &str| {
            registry.open(game).unwrap().weights().map(|weights| weights.version())
        };
        assert_eq!(version(&changed, "othello:eval=discs-corners"), Some(7));
        for other in ["othello", "othello:eval=classic", "chess"] {
            assert_eq!(version(&changed, other), version(&before, other), "{other}");
        }
    }
}
