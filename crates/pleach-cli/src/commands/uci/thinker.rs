//! A search on a thread of its own, which can be told to stop and answers exactly once.

use super::complain;
use crate::output::print;
use pleach::Score;
use pleach::registry::{Answer, AnyGame, PlayLine, Progress, Request};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// What is to be searched.
pub(super) struct Task {
    pub(super) game: Box<dyn AnyGame>,
    pub(super) request: Request,
    /// Whether the answer must wait for `stop` or `ponderhit`, even if the search has ended.
    pub(super) endless: bool,
    /// The time that is left for the search once the opponent has played the move pondered on.
    pub(super) time_after_hit: Option<Duration>,
}

/// What the reading thread and the searching thread share.
struct Control {
    stop: Arc<AtomicBool>,
    may_answer: Mutex<bool>,
    released: Condvar,
}

impl Control {
    fn release(&self) {
        *self.may_answer.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.released.notify_all();
    }

    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.release();
    }

    fn wait(&self) {
        let mut may_answer = self.may_answer.lock().unwrap_or_else(PoisonError::into_inner);
        while !*may_answer {
            may_answer = self.released.wait(may_answer).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// A search under way.
pub(super) struct Thinker {
    control: Arc<Control>,
    thread: JoinHandle<()>,
    time_after_hit: Option<Duration>,
}

impl Thinker {
    pub(super) fn start(mut task: Task) -> Thinker {
        let stop = Arc::new(AtomicBool::new(false));
        task.request.limits = task.request.limits.stop_flag(Arc::clone(&stop));
        let may_answer = Mutex::new(!task.endless);
        let control = Arc::new(Control { stop, may_answer, released: Condvar::new() });
        let time_after_hit = task.time_after_hit;
        let shared = Arc::clone(&control);
        let thread = std::thread::spawn(move || think(&task, &shared));
        Thinker { control, thread, time_after_hit }
    }

    /// The opponent has played the move pondered on: from now on the clock counts.
    pub(super) fn ponder_hit(&self) {
        self.control.release();
        if let Some(time) = self.time_after_hit {
            let control = Arc::clone(&self.control);
            std::thread::spawn(move || {
                std::thread::sleep(time);
                control.stop();
            });
        }
    }

    /// Stops the search and waits for its answer.
    pub(super) fn finish(self) {
        self.control.stop();
        // A search that has failed has nothing more to say.
        _ = self.thread.join();
    }
}

/// Searches, tells of every iteration, and answers.
fn think(task: &Task, control: &Control) {
    let Task { game, request, endless, .. } = task;
    if let Some(outcome) = game.outcome() {
        _ = print(&format!("info depth 0 score {}\n", score_text(outcome)));
        control.wait();
        _ = print("bestmove 0000\n");
        return;
    }
    let mut told = None;
    let answer = game.search_or_fallback(request, &mut |news| {
        told = news.lines.first().and_then(|line| line.pv.first().cloned());
        tell(news, request, control, *endless);
    });
    let line = match answer {
        Ok(answer) => {
            if answer.best != told {
                _ = print(&unfinished_text(&answer));
            }
            answer.pv
        }
        Err(error) => {
            _ = complain(&error.to_string());
            Vec::new()
        }
    };
    control.wait();
    let line = if line.is_empty() {
        request.only.iter().cloned().chain(game.moves()).take(1).collect()
    } else {
        line
    };
    _ = print(&match line.as_slice() {
        [] => "bestmove 0000\n".to_owned(),
        [best] => format!("bestmove {best}\n"),
        [best, reply, ..] => format!("bestmove {best} ponder {reply}\n"),
    });
}

fn tell(news: &Progress, request: &Request, control: &Control, endless: bool) {
    _ = print(&info_text(news, request.lines));
    if !endless && request.lines == 1 && news.lines.first().is_some_and(PlayLine::is_proved) {
        control.stop.store(true, Ordering::Relaxed);
    }
}

/// The lines of a finished iteration, as the protocol writes them.
fn info_text(news: &Progress, wanted: usize) -> String {
    let milliseconds = (news.seconds * 1e3) as u64;
    let rate = (news.nodes as f64 / news.seconds.max(1e-6)) as u64;
    let lines = news.lines.iter().enumerate().map(|(index, line)| {
        let number = if wanted > 1 { format!(" multipv {}", index + 1) } else { String::new() };
        format!(
            "info depth {}{number} score {} nodes {} nps {rate} time {milliseconds} pv {}\n",
            line.depth.unwrap_or(0),
            score_text(line.score),
            news.nodes,
            line.pv.join(" ")
        )
    });
    lines.collect()
}

/// The line of a move that is better than what the last finished depth had found: the next depth has shown so before it was
/// stopped.
fn unfinished_text(answer: &Answer) -> String {
    format!(
        "info depth {} score {} lowerbound nodes {} time {} pv {}\n",
        answer.depth.unwrap_or(0) + 1,
        score_text(answer.score),
        answer.counts.nodes,
        (answer.seconds * 1e3) as u64,
        answer.pv.join(" ")
    )
}

/// Centipawns, or the moves to mate: those of the side that mates, below zero if it is the other one.
fn score_text(score: Score) -> String {
    match score.distance() {
        Some(plies) if score.is_win() => format!("mate {}", plies.div_ceil(2)),
        Some(0) => "mate 0".to_owned(),
        Some(plies) => format!("mate -{}", plies.div_ceil(2)),
        None => format!("cp {}", score.get()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        let texts =
            [Score::win_in(1), Score::win_in(3), Score::loss_in(2), Score::loss_in(4)].map(score_text);
        assert_eq!(texts, ["mate 1", "mate 2", "mate -1", "mate -2"]);
        assert_eq!(score_text(Score::LOSS), "mate 0");
        assert_eq!(score_text(Score::new(-35)), "cp -35");
    }

    #[test]
    fn a_move_of_an_unfinished_depth_has_a_line_of_its_own() {
        let mut game = pleach_games::registry().open("chess").unwrap();
        game.set_position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
        let search = |nodes: u64| {
            let request =
                Request::new(pleach::registry::Method::default(), pleach::Limits::none().nodes(nodes));
            let mut told = None;
            let answer = game.search_watched(&request, &mut |news| told = news.lines[0].pv.first().cloned());
            answer.ok().filter(|answer| answer.best != told)
        };
        let answer =
            (1..400).find_map(|step| search(250 * step)).expect("some limit falls into such a depth");
        let text = unfinished_text(&answer);
        let best = answer.best.unwrap();
        assert!(text.contains(" lowerbound nodes ") && text.contains(&format!(" pv {best}")), "{text}");
    }

    #[test]
    fn lines_are_numbered_only_if_several_are_wanted() {
        let line = PlayLine { score: Score::new(12), depth: Some(2), pv: vec!["e2e4".into(), "e7e5".into()] };
        let news = Progress { lines: vec![line.clone(), line], nodes: 500, seconds: 0.5 };
        let text = info_text(&news, 2);
        assert_eq!(text.lines().count(), 2);
        assert!(
            text.starts_with("info depth 2 multipv 1 score cp 12 nodes 500 nps 1000 time 500 pv e2e4 e7e5\n")
        );
    }
}
