//! One game between two players.

use super::Opening;
use super::adjudication::{Adjudication, Verdict, Watcher};
use crate::player::{Choice, Player, PlayerError};
use crate::statistics::GameResult;
use pleach::registry::AnyGame;
use pleach::{NotationError, Score};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// By the rules of the game.
    Rules,
    /// Both players agreed on who wins.
    Resigned,
    /// Both players agreed on a draw.
    AgreedDraw,
    /// It lasted too long.
    TooLong,
    /// A player made an illegal move.
    IllegalMove,
    /// A player did not answer at all.
    Silent,
    /// A player answered too late.
    Overtime,
    /// A player crashed, ended, refused a command or answered with nonsense.
    Failed,
}

impl Ending {
    /// Whether a player lost the game by a fault.
    pub fn is_fault(self) -> bool {
        matches!(self, Ending::IllegalMove | Ending::Silent | Ending::Overtime | Ending::Failed)
    }
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The player who moves first by the rules of the game: X, Black in Othello, White in chess.
    pub first: String,
    /// The other one.
    pub second: String,
    /// The position it began with, if not the game's first one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves of the opening, separated by blanks.
    pub opening: String,
    /// The moves that the players chose.
    pub moves: String,
    /// The first player's result.
    pub result: GameResult,
    /// The final score for the first player, where the rules ended the game.
    pub score: Option<i32>,
    /// Why it ended.
    pub reason: Ending,
    /// What went wrong, if something did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The nodes of the first player.
    pub nodes_first: u64,
    /// The nodes of the second player.
    pub nodes_second: u64,
    /// The milliseconds by which the slowest move of the first player went beyond its time, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overtime_first: Option<u64>,
    /// The same of the second player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overtime_second: Option<u64>,
}

/// What the players have used.
#[derive(Default)]
struct Used {
    nodes: [u64; 2],
    /// The milliseconds that the slowest move went beyond its time, if there is one.
    overtime: [Option<u64>; 2],
}

impl Used {
    /// Counts the time of a move; too much of it is an error.
    fn count(&mut self, side: usize, took: Duration, time: Duration, margin: Duration) -> Option<String> {
        let beyond = took.saturating_sub(time);
        let longest = self.overtime[side].get_or_insert(0);
        *longest = (*longest).max(beyond.as_millis() as u64);
        let [took, time, allowed] = [took, time, margin].map(|time| time.as_millis());
        (beyond > margin)
            .then(|| format!("a move took {took} ms of {time} ms, with a margin of {allowed} ms"))
    }
}

/// How a game came out.
struct Result {
    result: GameResult,
    score: Option<i32>,
    reason: Ending,
    fault: Option<String>,
}

/// Plays two games with the same opening: the second with colours swapped.
pub fn play_pair(
    start: &dyn AnyGame,
    opening: &Opening,
    names: [&str; 2],
    players: &mut [Box<dyn Player + Send>; 2],
    rules: &Adjudication,
) -> std::result::Result<[GameRecord; 2], NotationError> {
    let [one, two] = players;
    let mut table = Table { names, players: [one.as_mut(), two.as_mut()], rules };
    let first = table.play(start, opening)?;
    let mut table = Table { names: [names[1], names[0]], players: [two.as_mut(), one.as_mut()], rules };
    Ok([first, table.play(start, opening)?])
}

/// Two players at the board, the one who moves first by the rules first.
struct Table<'a> {
    names: [&'a str; 2],
    players: [&'a mut (dyn Player + Send); 2],
    rules: &'a Adjudication,
}

impl Table<'_> {
    /// Plays a game. Whatever a player does, there is a record; only an opening that does not fit the game
    /// is an error.
    fn play(
        &mut self,
        start: &dyn AnyGame,
        opening: &Opening,
    ) -> std::result::Result<GameRecord, NotationError> {
        let mut game = opening.apply(start)?;
        let (mut moves, mut used) = (Vec::new(), Used::default());
        let result = match self.begin(opening) {
            Some(result) => result,
            None => self.play_on(game.as_mut(), &mut moves, &mut used),
        };
        Ok(GameRecord {
            first: self.names[0].to_owned(),
            second: self.names[1].to_owned(),
            position: opening.position().map(str::to_owned),
            opening: opening.moves().join(" "),
            moves: moves.join(" "),
            result: result.result,
            score: result.score,
            reason: result.reason,
            fault: result.fault,
            nodes_first: used.nodes[0],
            nodes_second: used.nodes[1],
            overtime_first: used.overtime[0],
            overtime_second: used.overtime[1],
        })
    }

    fn begin(&mut self, opening: &Opening) -> Option<Result> {
        (0..2).find_map(|side| self.players[side].begin(opening).err().map(|error| lost(side, &error)))
    }

    /// The move of a player, if it comes in time.
    fn choose(&mut self, side: usize, used: &mut Used) -> std::result::Result<Choice, Result> {
        let started = Instant::now();
        let choice = self.players[side].choose().map_err(|error| lost(side, &error))?;
        used.nodes[side] += choice.nodes;
        if let Some(time) = self.players[side].time()
            && let Some(late) = used.count(side, started.elapsed(), time, self.rules.time_margin)
        {
            return Err(fault(side, Ending::Overtime, &late));
        }
        Ok(choice)
    }

    fn play_on(&mut self, game: &mut dyn AnyGame, moves: &mut Vec<String>, used: &mut Used) -> Result {
        let mut watcher = Watcher::default();
        loop {
            let to_move = game.to_move();
            if let Some(outcome) = game.outcome() {
                return by_rules(to_move.view(outcome));
            }
            let side = to_move as usize;
            let legal = game.moves();
            // Where there is no choice nobody is asked: some programs pass by themselves.
            let (mv, score) = match &legal[..] {
                [only] if only == "pass" => (only.clone(), None),
                _ => {
                    let choice = match self.choose(side, used) {
                        Ok(choice) => choice,
                        Err(result) => return result,
                    };
                    match game.read_move(&choice.mv) {
                        Err(error) => return illegal(side, &error),
                        Ok(mv) => (mv, choice.score.map(|score| to_move.view(score))),
                    }
                }
            };
            if let Err(error) = game.play(&mv) {
                return illegal(side, &error);
            }
            let told = (0..2).find_map(|side| self.players[side].hear(&mv).err().map(|error| (side, error)));
            moves.push(mv);
            if let Some((side, error)) = told {
                return lost(side, &error);
            }
            if game.outcome().is_none()
                && let Some(verdict) = watcher.hear(self.rules, score)
            {
                return called(verdict);
            }
        }
    }
}

/// The result of a game that is over, by its score for the first player.
fn by_rules(score: Score) -> Result {
    let result = match score.cmp(&Score::ZERO) {
        std::cmp::Ordering::Less => GameResult::Loss,
        std::cmp::Ordering::Equal => GameResult::Draw,
        std::cmp::Ordering::Greater => GameResult::Win,
    };
    let points = score.is_evaluation().then_some(score.get());
    Result { result, score: points, reason: Ending::Rules, fault: None }
}

fn called(verdict: Verdict) -> Result {
    let (result, reason) = match verdict {
        Verdict::First => (GameResult::Win, Ending::Resigned),
        Verdict::Second => (GameResult::Loss, Ending::Resigned),
        Verdict::Draw => (GameResult::Draw, Ending::AgreedDraw),
        Verdict::TooLong => (GameResult::Draw, Ending::TooLong),
    };
    Result { result, score: None, reason, fault: None }
}

fn lost(side: usize, error: &PlayerError) -> Result {
    let reason = match error {
        PlayerError::Silent(_) => Ending::Silent,
        _ => Ending::Failed,
    };
    fault(side, reason, error)
}

fn illegal(side: usize, error: &NotationError) -> Result {
    fault(side, Ending::IllegalMove, error)
}

fn fault(side: usize, reason: Ending, error: &dyn std::fmt::Display) -> Result {
    let result = if side == 0 { GameResult::Loss } else { GameResult::Win };
    Result { result, score: None, reason, fault: Some(error.to_string()) }
}
