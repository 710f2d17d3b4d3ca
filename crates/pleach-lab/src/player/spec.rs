//! Players as people write them.

use super::gtp::Gtp;
use super::own::Own;
use super::program_files::files_of;
use super::uci::Uci;
use super::{Player, PlayerError, behaviour_by};
use crate::calibrate::read_profile;
use crate::files;
use pleach::prune::{Policy, Rules};
use pleach::registry::{AnyGame, Method, Registry, Request};
use pleach::{Limits, Spec, SpecError, Weights};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

/// How long a player may think about a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Thought {
    /// At most so many plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// At most so many nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// At most so long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Duration>,
    /// How long to wait for the answer of another program. It does not decide what is played.
    #[serde(skip)]
    pub patience: Option<Duration>,
}

impl Thought {
    /// What another program may take beyond its time, or altogether where its time is not limited.
    const GRACE: Duration = Duration::from_secs(10);
    const WITHOUT_LIMIT: Duration = Duration::from_secs(120);

    fn is_empty(&self) -> bool {
        Thought { patience: None, ..*self } == Thought::default()
    }

    /// The same as limits of a search.
    pub fn limits(&self) -> Limits {
        let mut limits = self.depth.map_or(Limits::none(), Limits::depth);
        if let Some(nodes) = self.nodes {
            limits = limits.nodes(nodes);
        }
        match self.time {
            Some(time) => limits.time(time),
            None => limits,
        }
    }

    /// How long to wait for another program's answer.
    pub(super) fn patience(&self) -> Duration {
        let usual = || self.time.map_or(Thought::WITHOUT_LIMIT, |time| time + Thought::GRACE);
        self.patience.unwrap_or_else(usual)
    }

    pub(super) fn uci_go(&self) -> String {
        let mut go = "go".to_owned();
        if let Some(depth) = self.depth {
            go += &format!(" depth {depth}");
        }
        if let Some(nodes) = self.nodes {
            go += &format!(" nodes {nodes}");
        }
        if let Some(time) = self.time {
            go += &format!(" movetime {}", time.as_millis().max(1));
        }
        go
    }

    /// Reads what is said of it among the options of a player; the others stay.
    fn take(spec: &mut Spec, usual: Thought) -> Result<Thought, SpecError> {
        let thought = Thought {
            depth: spec.take_with("depth", "a number of plies, 1 at least", |text| {
                text.parse().ok().filter(|&depth| depth > 0)
            })?,
            nodes: spec.take_with("nodes", "a number of nodes such as 20000, 20k or 3M", read_count)?,
            time: spec.take_with("time", "a time such as 500ms or 2s", read_time)?,
            patience: spec.take_with("patience", "a time such as 500ms or 2s", read_time)?,
        };
        Ok(if thought.is_empty() { Thought { patience: thought.patience, ..usual } } else { thought })
    }
}

/// Reads a number of nodes, one at least: `20000`, `20k`, `3M`.
///
/// ```
/// use pleach_lab::player::read_count;
/// assert_eq!([read_count("20k"), read_count("3M"), read_count("0")], [Some(20_000), Some(3_000_000), None]);
/// ```
pub fn read_count(text: &str) -> Option<u64> {
    let (digits, unit) = match text.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, 1_000),
        None => text.strip_suffix('M').map_or((text, 1), |digits| (digits, 1_000_000)),
    };
    digits.parse().ok().and_then(|number: u64| number.checked_mul(unit)).filter(|&nodes| nodes > 0)
}

/// Reads a time above zero: `500ms`, `2s`, `1.5m`, `1h`; a bare number is seconds.
///
/// ```
/// use pleach_lab::player::read_time;
/// assert_eq!(read_time("1.5s").map(|time| time.as_millis()), Some(1500));
/// assert_eq!(read_time("soon"), None);
/// ```
pub fn read_time(text: &str) -> Option<Duration> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let (number, unit) = units
        .iter()
        .find_map(|(suffix, unit)| text.strip_suffix(suffix).map(|number| (number, *unit)))
        .unwrap_or((text, 1.0));
    let seconds = number.parse::<f64>().ok().map(|number| number * unit).filter(|&seconds| seconds > 0.0)?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// A player as it is written, checked and ready to be made: once for every thread that plays games.
///
/// - An algorithm of ours with its options, and beside them `depth`, `nodes` or `time` for a move, `eval` for
///   the game's evaluator, `weights` for a file with its weights, `profile` for one that says how to prune, `hash` for the table's MiB, and `name`:
///   `engine:nodes=1000,eval=classic`.
/// - Another program by `uci:COMMAND` or `gtp:COMMAND`; `cmd:COMMAND` is UCI for chess and GTP for all
///   others. What follows a `;` is the same settings (`patience` is how long to wait for its answers), or an
///   option of the UCI program: `uci:stockfish; UCI_LimitStrength=true; UCI_Elo=1500; time=100ms`.
///
/// ```
/// use pleach_lab::player::{PlayerSpec, Thought};
/// let registry = pleach_games::registry();
/// let usual = Thought { nodes: Some(1000), ..Thought::default() };
/// let player = PlayerSpec::parse("engine:eval=discs-corners", &registry, "othello", usual).unwrap();
/// assert_eq!(player.name(), "engine:eval=discs-corners");
/// let error = PlayerSpec::parse("engine:evil=x", &registry, "othello", usual).err().unwrap();
/// assert!(error.to_string().contains("unknown option 'evil'"), "{error}");
/// ```
pub struct PlayerSpec {
    name: String,
    thought: Thought,
    kind: Kind,
    /// All that was said of how it plays.
    said: serde_json::Value,
}

enum Kind {
    Own { start: Box<dyn AnyGame>, request: Box<Request> },
    Uci { command: String, options: Vec<(String, String)> },
    Gtp { command: String, start: Box<dyn AnyGame> },
}

/// What every player of ours takes beside the options of its algorithm.
const OPTIONS: [&str; 8] = ["depth", "nodes", "time", "eval", "weights", "profile", "hash", "name"];

/// An error about an option that neither the algorithm has nor a player, with those of both.
fn unknown_option(spec: &Spec, error: SpecError) -> SpecError {
    let text = error.to_string();
    let Some((_, rest)) = text.split_once("unknown option '") else { return error };
    let option = rest.split('\'').next().unwrap_or(rest);
    let near = SpecError::unknown("option", option, &OPTIONS).to_string();
    if near.contains("did you mean") {
        return spec.error(near);
    }
    let text = text.strip_prefix(spec.name()).and_then(|text| text.strip_prefix(": ")).unwrap_or(&text);
    spec.error(format!("{text}; a player also takes {}", OPTIONS.join(", ")))
}

impl PlayerSpec {
    /// The MiB of a player's table where nobody says; it begins small and grows with use.
    const DEFAULT_MEMORY: usize = 16;

    /// Reads a player of a game, which thinks as long as is usual where it does not say.
    pub fn parse(
        text: &str,
        registry: &Registry,
        game: &str,
        usual: Thought,
    ) -> Result<PlayerSpec, SpecError> {
        let (kind, command) = text.split_once(':').unwrap_or((text, ""));
        match kind {
            "uci" | "gtp" | "cmd" => PlayerSpec::program(text, kind, command, registry, game, usual),
            _ => PlayerSpec::own(text, registry, game, usual),
        }
    }

    fn own(text: &str, registry: &Registry, game: &str, usual: Thought) -> Result<PlayerSpec, SpecError> {
        let mut spec: Spec = text.parse()?;
        let thought = Thought::take(&mut spec, usual)?;
        let name = spec.take_text("name").unwrap_or_else(|| text.to_owned());
        let memory = spec.take("hash", "a number of MiB")?.unwrap_or(PlayerSpec::DEFAULT_MEMORY);
        let (evaluator, weights) = (spec.take_text("eval"), spec.take_text("weights"));
        let profile = spec.take_text("profile");
        if thought.is_empty() {
            return Err(spec.error("how long may it think? Give depth, nodes or time"));
        }
        let mut game: Spec = game.parse()?;
        if let Some(evaluator) = &evaluator {
            game.take_text("eval");
            game.set_default("eval", evaluator);
        }
        let mut start = registry.open_spec(game)?;
        if let Some(file) = &weights {
            let failed = |reason: String| spec.error(format!("weights={file}: {reason}"));
            let bytes =
                files::read(file.as_ref(), "list of weights").map_err(|error| failed(error.to_string()))?;
            let weights = Weights::from_file(&bytes).map_err(|error| failed(error.to_string()))?;
            start = start.with_weights(weights).map_err(|error| failed(error.to_string()))?;
        }
        let method: Method = spec.to_string().parse().map_err(|error| unknown_option(&spec, error))?;
        let mut request = Request::new(method, thought.limits());
        request.memory = memory;
        if let Some(file) = profile {
            let failed = |reason: &dyn std::fmt::Display| spec.error(format!("profile={file}: {reason}"));
            let profile = read_profile(file.as_ref(), start.as_ref()).map_err(|error| failed(&error))?;
            request = profile.followed_by(request).map_err(|error| failed(&error))?;
        }
        let said = serde_json::json!({
            "algorithm": method.to_string(), "thought": thought, "eval": evaluator, "hash": memory,
        });
        let kind = Kind::Own { start, request: Box::new(request) };
        Ok(PlayerSpec { name, thought, kind, said })
    }

    fn program(
        text: &str,
        kind: &str,
        command: &str,
        registry: &Registry,
        game: &str,
        usual: Thought,
    ) -> Result<PlayerSpec, SpecError> {
        let mut parts = command.split(';').map(str::trim);
        let command = parts.next().unwrap_or("").to_owned();
        let settings: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        let mut spec: Spec = match settings.is_empty() {
            true => kind.parse()?,
            false => format!("{kind}:{}", settings.join(",")).parse()?,
        };
        if command.is_empty() {
            return Err(spec.error("which program? Give its command"));
        }
        let thought = Thought::take(&mut spec, usual)?;
        let name = spec.take_text("name").unwrap_or_else(|| command.clone());
        let start = registry.open(game)?;
        let chess = game.split(':').next() == Some("chess");
        let said = serde_json::json!({"program": text, "thought": thought});
        let kind = if kind == "uci" || kind == "cmd" && chess {
            if !chess {
                return Err(spec.error("UCI is for chess; other games are played by gtp:COMMAND"));
            }
            Kind::Uci { command, options: spec.take_all() }
        } else {
            spec.finish()?;
            Kind::Gtp { command, start }
        };
        Ok(PlayerSpec { name, thought, kind, said })
    }

    /// The name in tables and records.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All that decides how it plays: what was said of it, and what it does. A program that was built anew is another
    /// player.
    pub fn definition(&self) -> serde_json::Value {
        let mut definition = self.said.clone();
        match &self.kind {
            Kind::Own { start, request } => {
                definition["behaviour"] = behaviour_by(start.as_ref(), request).into();
                if let Some(policy) = &request.policy {
                    definition["policy"] = serde_json::to_value(&**policy).unwrap_or_default();
                }
            }
            Kind::Uci { command, .. } | Kind::Gtp { command, .. } => {
                definition["files"] = serde_json::to_value(files_of(command)).unwrap_or_default();
            }
        }
        definition
    }

    /// The game with its evaluator and how long it thinks, if it is a player of ours.
    pub fn own_game(&self) -> Option<(&dyn AnyGame, Thought)> {
        match &self.kind {
            Kind::Own { start, .. } => Some((start.as_ref(), self.thought)),
            _ => None,
        }
    }

    /// One of our engines with a game whose evaluator is ready.
    pub fn of_game(name: &str, start: Box<dyn AnyGame>, thought: Thought) -> PlayerSpec {
        let method = Method::default();
        let mut request = Request::new(method, thought.limits());
        request.memory = PlayerSpec::DEFAULT_MEMORY;
        let said = serde_json::json!({
            "algorithm": method.to_string(), "thought": thought, "game": start.name(),
        });
        let kind = Kind::Own { start, request: Box::new(request) };
        PlayerSpec { name: name.to_owned(), thought, kind, said }
    }

    /// The same engine with something left out; other programs cannot be told.
    pub fn pruned(mut self, policy: Arc<Policy>) -> PlayerSpec {
        if let Kind::Own { request, .. } = &mut self.kind {
            request.policy = Some(policy);
        }
        self
    }

    /// One of ours with another algorithm, which leaves out what these rules name.
    ///
    /// ```
    /// use pleach_lab::player::{PlayerSpec, Thought};
    /// let game = pleach_games::registry().open("othello").unwrap();
    /// let thought = Thought { depth: Some(3), ..Thought::default() };
    /// let rules = "gpc:d=2,s=0,sigma=6,t=2".parse().unwrap();
    /// let player = PlayerSpec::of_game("GPC-MTD", game, thought).searching("mtdf".parse().unwrap(), rules);
    /// assert_eq!(player.definition()["algorithm"], "mtdf");
    /// ```
    pub fn searching(mut self, method: Method, prune: Rules) -> PlayerSpec {
        if let Kind::Own { request, .. } = &mut self.kind {
            self.said["algorithm"] = method.to_string().into();
            self.said["prune"] = prune.to_string().into();
            (request.algorithm, request.prune) = (method, prune);
        }
        self
    }

    /// A player of this kind. Other programs are started, to see that they can be.
    pub fn make(&self) -> Result<Box<dyn Player + Send>, PlayerError> {
        match &self.kind {
            Kind::Own { start, request } => {
                Ok(Box::new(Own::new(start.boxed_clone(), Request::clone(request), self.thought.time)))
            }
            Kind::Uci { command, options } => {
                Ok(Box::new(Uci::started(command.clone(), options.clone(), self.thought)?))
            }
            Kind::Gtp { command, start } => {
                Ok(Box::new(Gtp::started(command.clone(), self.thought, start.boxed_clone())?))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str, game: &str) -> String {
        let usual = Thought { depth: Some(1), ..Thought::default() };
        let spec = PlayerSpec::parse(text, &pleach_games::registry(), game, usual);
        spec.err().map_or(String::new(), |error| error.to_string())
    }

    #[test]
    fn players_are_checked_before_the_first_game() {
        assert_eq!(error("engine:eval=placement,nodes=2k", "connect-four"), "");
        assert!(error("motor", "othello").contains("unknown algorithm 'motor'"));
        assert!(error("engine:eval=none", "othello").contains("eval=none"));
        let unknown = error("engine:foo=1", "othello");
        let all = "; a player also takes depth, nodes, time, eval, weights, profile, hash, name";
        assert!(unknown.starts_with("engine: unknown option 'foo'") && unknown.ends_with(all), "{unknown}");
        assert_eq!(error("engine:evl=x", "othello"), "engine: unknown option 'evl' (did you mean 'eval'?)");
        assert!(error("minimax:wheights=x", "othello").contains("did you mean 'weights'?"));
        assert!(error("engine:nodes=many", "othello").contains("nodes=many: expected a number of nodes"));
        assert!(error("engine:weights=/no/such/file", "othello").contains("weights=/no/such/file"));
        assert!(error("uci:prog", "othello").contains("UCI is for chess"));
        assert!(error("gtp: ; time=1s", "othello").contains("which program?"));
        assert!(error("gtp:prog; speed=3", "othello").contains("unknown option 'speed'"));
        assert_eq!(error("cmd:prog; Skill Level=3; time=100ms", "chess"), "");
        let none = PlayerSpec::parse("engine", &pleach_games::registry(), "othello", Thought::default());
        assert!(none.err().unwrap().to_string().contains("how long may it think?"));
    }

    /// Evaluators change with the program: a match with others is another match.
    #[test]
    fn what_it_does_is_part_of_a_player() {
        let usual = Thought { depth: Some(1), ..Thought::default() };
        let behaviour = |text: &str| {
            let player = PlayerSpec::parse(text, &pleach_games::registry(), "othello", usual).unwrap();
            player.definition()["behaviour"].as_str().map(str::to_owned)
        };
        assert!(behaviour("engine").is_some());
        assert_ne!(behaviour("engine"), behaviour("engine:eval=classic"));
        assert_ne!(behaviour("engine"), behaviour("engine:order=rules"));
    }
}
