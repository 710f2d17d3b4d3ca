//! A conversation by the Go Text Protocol: the game, its past, and what each command does.

use super::command::{colour, colour_name};
use super::timing::Clocks;
use crate::kept;
use crate::method::LimitOptions;
use crate::output::{elided, shortened};
use pleach::registry::{AnyGame, Request, SearchError};
use pleach::{Limits, Paint, Player, Score};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

pub(super) struct Session {
    /// The game at the position where it begins.
    start: Box<dyn AnyGame>,
    game: Box<dyn AnyGame>,
    /// The positions before this one, with the latest last.
    past: Vec<Box<dyn AnyGame>>,
    request: Request,
    limits: LimitOptions,
    clocks: Clocks,
    stop: Arc<AtomicBool>,
}

/// What a command answers: a text, or why it failed.
type Reply = Result<String, String>;

type Action = fn(&mut Session, &[String]) -> Reply;

/// All commands, in the order of the protocol's document.
const COMMANDS: [(&str, Action); 24] = [
    ("protocol_version", |_, _| Ok("2".to_owned())),
    ("name", |_, _| Ok("Pleach".to_owned())),
    ("version", |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned())),
    ("known_command", |_, arguments| {
        let known = arguments.first().is_some_and(|name| action(name).is_some());
        Ok(known.to_string())
    }),
    ("list_commands", |_, _| Ok(COMMANDS.map(|(name, _)| name).join("\n"))),
    ("quit", |_, _| Ok(String::new())),
    ("boardsize", Session::boardsize),
    ("clear_board", Session::clear_board),
    ("komi", |_, arguments| number::<f64>(arguments, 0).map(|_| String::new())),
    ("play", Session::play),
    ("genmove", |session, arguments| session.generate(arguments, true)),
    ("reg_genmove", |session, arguments| session.generate(arguments, false)),
    ("undo", Session::undo),
    ("showboard", |session, _| Ok(session.game.draw(Paint::Plain))),
    ("time_settings", Session::time_settings),
    ("time_left", Session::time_left),
    ("final_score", Session::final_score),
    ("level", Session::level),
    ("list_games", |session, _| Ok(session.game_name().to_owned())),
    ("set_game", Session::set_game),
    ("pleach-position", |session, _| Ok(session.game.position())),
    ("pleach-setup", Session::setup),
    ("pleach-moves", |session, _| Ok(session.moves().join(" "))),
    ("pleach-side", |session, _| Ok(colour_name(session.game.to_move()).to_owned())),
];

fn action(name: &str) -> Option<Action> {
    COMMANDS.iter().find(|(known, _)| *known == name).map(|(_, action)| *action)
}

impl Session {
    pub(super) fn new(
        game: Box<dyn AnyGame>,
        mut request: Request,
        limits: LimitOptions,
        stop: Arc<AtomicBool>,
    ) -> Session {
        kept::keep_table(&mut request);
        let (start, past, clocks) = (game.boxed_clone(), Vec::new(), Clocks::default());
        Session { start, game, past, request, limits, clocks, stop }
    }

    pub(super) fn obey(&mut self, name: &str, arguments: &[String]) -> Reply {
        match action(name) {
            Some(action) => action(self, arguments).map_err(|reason| elided(&reason)),
            None => Err("unknown command".to_owned()),
        }
    }

    fn game_name(&self) -> &str {
        self.game.name().split(':').next().unwrap_or_default()
    }

    fn boardsize(&mut self, arguments: &[String]) -> Reply {
        let size: u32 = number(arguments, 0)?;
        match self.game.board_size() == Some(size) {
            true => self.clear_board(&[]),
            false => Err("unacceptable size".to_owned()),
        }
    }

    fn clear_board(&mut self, _: &[String]) -> Reply {
        self.game = self.start.boxed_clone();
        self.past.clear();
        self.clocks.restart();
        kept::forget(&self.request);
        Ok(String::new())
    }

    fn play(&mut self, arguments: &[String]) -> Reply {
        let (player, mv) = match arguments {
            [player, mv, ..] => (player_of(player)?, mv),
            _ => return Err("syntax error: expected a colour and a move".to_owned()),
        };
        if mv.len() > LONGEST_MOVE {
            return Err(format!("illegal move: '{}'", shortened(mv)));
        }
        let passed = self.turn_of(player)?;
        let mut after = passed.as_ref().unwrap_or(&self.game).boxed_clone();
        after.play(mv).map_err(|reason| format!("illegal move: {reason}"))?;
        self.go_on(passed, after);
        Ok(String::new())
    }

    fn generate(&mut self, arguments: &[String], played: bool) -> Reply {
        let player = player_of(arguments.first().ok_or("syntax error: expected a colour")?)?;
        if self.game.outcome().is_some() {
            return Err("the game is over".to_owned());
        }
        let passed = self.turn_of(player)?;
        let game = passed.as_ref().unwrap_or(&self.game);
        let started = Instant::now();
        let mv = self.choose(game.as_ref(), player)?;
        self.clocks.spend(player, started.elapsed());
        if played {
            let mut after = game.boxed_clone();
            after.play(&mv).map_err(|reason| reason.to_string())?;
            self.go_on(passed, after);
        }
        Ok(shown(mv))
    }

    /// Makes sure that it is the player's turn. Some programs do not tell of a pass that is forced; it is
    /// played for them then, and the position after it returned.
    fn turn_of(&self, player: Player) -> Result<Option<Box<dyn AnyGame>>, String> {
        if self.game.to_move() == player {
            return Ok(None);
        }
        let moves = self.game.moves();
        let mut passed = self.game.boxed_clone();
        match moves.as_slice() {
            [only] if is_pass(only) && passed.play(only).is_ok() && passed.to_move() == player => {
                Ok(Some(passed))
            }
            _ => Err(format!("illegal move: it is {}'s turn", colour_name(self.game.to_move()))),
        }
    }

    fn go_on(&mut self, passed: Option<Box<dyn AnyGame>>, after: Box<dyn AnyGame>) {
        for next in passed.into_iter().chain([after]) {
            self.past.push(std::mem::replace(&mut self.game, next));
        }
    }

    fn choose(&self, game: &dyn AnyGame, player: Player) -> Result<String, String> {
        let limits = match self.clocks.budget(player) {
            Some(time) => self.limits.depth.map_or(Limits::none(), Limits::depth).time(time),
            None => self.limits.for_a_move(),
        };
        let request = Request { limits: limits.stop_flag(Arc::clone(&self.stop)), ..self.request.clone() };
        let answer = match game.search(&request) {
            // Too little time for anything: one ply is always done.
            Err(SearchError::Stopped(_)) => game.search(&Request { limits: Limits::depth(1), ..request }),
            other => other,
        };
        let best = answer.map_err(|error| error.to_string())?.best;
        best.or_else(|| game.moves().into_iter().next()).ok_or_else(|| "there is no move".to_owned())
    }

    fn undo(&mut self, _: &[String]) -> Reply {
        self.game = self.past.pop().ok_or("cannot undo")?;
        Ok(String::new())
    }

    fn time_settings(&mut self, arguments: &[String]) -> Reply {
        self.clocks.set(number(arguments, 0)?, number(arguments, 1)?, number(arguments, 2)?);
        Ok(String::new())
    }

    fn time_left(&mut self, arguments: &[String]) -> Reply {
        let player = player_of(arguments.first().ok_or("syntax error: expected a colour")?)?;
        self.clocks.correct(player, number(arguments, 1)?, number(arguments, 2)?);
        Ok(String::new())
    }

    fn final_score(&mut self, _: &[String]) -> Reply {
        let outcome = self.game.outcome().ok_or("cannot score: the game is not over")?;
        Ok(score_text(self.game.to_move(), outcome))
    }

    fn level(&mut self, arguments: &[String]) -> Reply {
        let depth = number::<u32>(arguments, 0)?.max(1);
        self.limits = LimitOptions { depth: Some(depth), time: None, nodes: None };
        Ok(String::new())
    }

    fn set_game(&mut self, arguments: &[String]) -> Reply {
        let plain = |name: &str| name.replace(['-', '_', ' '], "").to_lowercase();
        match plain(&arguments.join("")) == plain(self.game_name()) {
            true => self.clear_board(&[]),
            false => Err("unsupported game".to_owned()),
        }
    }

    fn setup(&mut self, arguments: &[String]) -> Reply {
        let mut game = self.start.boxed_clone();
        game.set_position(&arguments.join(" ")).map_err(|reason| format!("illegal position: {reason}"))?;
        self.past.push(std::mem::replace(&mut self.game, game));
        Ok(String::new())
    }

    fn moves(&self) -> Vec<String> {
        self.game.moves().into_iter().map(shown).collect()
    }
}

/// No game writes longer moves.
const LONGEST_MOVE: usize = 256;

fn is_pass(mv: &str) -> bool {
    mv.eq_ignore_ascii_case("pass")
}

/// A move as the protocol shows it.
fn shown(mv: String) -> String {
    if is_pass(&mv) { "PASS".to_owned() } else { mv }
}

fn player_of(text: &str) -> Result<Player, String> {
    colour(text)
        .ok_or_else(|| format!("syntax error: '{}' is not a colour, expected b or w", shortened(text)))
}

/// The argument at a place, counted from 0, as a number.
fn number<T: std::str::FromStr>(arguments: &[String], place: usize) -> Result<T, String> {
    let number = arguments.get(place).and_then(|text| text.parse().ok());
    number.ok_or_else(|| format!("syntax error: expected a number as argument {}", place + 1))
}

/// The result for the winner: `B+12`, and `0` for a draw.
fn score_text(to_move: Player, outcome: Score) -> String {
    let points = if outcome.is_evaluation() { outcome.get().abs() } else { 1 };
    let winner = if outcome > Score::ZERO { to_move } else { to_move.other() };
    match (points, winner) {
        (0, _) => "0".to_owned(),
        (_, Player::Max) => format!("B+{points}"),
        (_, Player::Min) => format!("W+{points}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pleach::registry::Method;

    #[test]
    fn what_was_learnt_is_kept_until_the_board_is_cleared() {
        let game = pleach_games::registry().open("othello").expect("the game is there");
        let request = Request::new(Method::default(), Limits::none());
        let limits = LimitOptions { depth: Some(7), time: None, nodes: None };
        let mut session = Session::new(game, request, limits, Arc::default());
        let nodes = |session: &Session| {
            let request = Request { limits: Limits::depth(7), ..session.request.clone() };
            session.game.search(&request).expect("nothing stops it").counts.nodes
        };
        let fresh = nodes(&session);
        session.obey("reg_genmove", &["b".to_owned()]).expect("a move");
        let again = nodes(&session);
        assert!(again < fresh / 2, "{again} nodes after {fresh}");
        session.obey("clear_board", &[]).expect("the board is cleared");
        assert_eq!(nodes(&session), fresh);
    }

    #[test]
    fn scores_are_those_of_the_winner() {
        assert_eq!(score_text(Player::Max, Score::new(12)), "B+12");
        assert_eq!(score_text(Player::Max, Score::new(-3)), "W+3");
        assert_eq!(score_text(Player::Min, Score::LOSS), "B+1");
        assert_eq!(score_text(Player::Min, Score::ZERO), "0");
    }
}
