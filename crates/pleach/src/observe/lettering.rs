//! How the drawings write values, windows and counts, and how much room the writing takes.

use super::{Trace, TraceNode};
use crate::game::Player;
use crate::value::{Bound, Score};

/// The side's name.
pub(super) fn player_name(player: Player) -> &'static str {
    match player {
        Player::Max => "Max",
        Player::Min => "Min",
    }
}

/// A score with the signs of print: `−∞`, `∞−1`, `−7`, `win in 3`.
pub(super) fn score_text(score: Score) -> String {
    score.to_string().trim_start_matches("+").replace("inf", "∞").replace('-', "−")
}

/// A comparison with the signs of print: `50 ≥ 27`.
pub(super) fn printed(comparison: &str) -> String {
    let signs = comparison.replace(">=", "≥").replace("<=", "≤").replace("+inf", "inf");
    signs.replace("inf", "∞").replace('-', "−")
}

/// A window, as the edges carry it.
pub(super) fn window_text(alpha: Score, beta: Score) -> String {
    format!("{} : {}", score_text(alpha), score_text(beta))
}

/// A value with its sign: `=12`, `≥80`, `≤ −10`.
pub(super) fn value_text(bound: Bound, value: Score) -> String {
    let sign = match bound {
        Bound::Exact => "=",
        Bound::Lower => "≥",
        Bound::Upper => "≤",
    };
    // Two signs in a row are hard to tell apart, and a word needs room before it.
    let apart = if value < Score::ZERO || value.is_win() { " " } else { "" };
    format!("{sign}{apart}{}", score_text(value))
}

/// A score inside a sentence: `12`, `a win in 3`.
pub(super) fn score_words(score: Score) -> String {
    let article = if score.distance().is_some() { "a " } else { "" };
    format!("{article}{}", score_text(score))
}

/// A value inside a sentence: `12`, `80 or more`, `10 or less`, `a win in 3 or better`.
pub(super) fn value_words(bound: Bound, value: Score) -> String {
    let words = score_words(value);
    match (bound, value.distance()) {
        (Bound::Exact, _) => words,
        (Bound::Lower, None) => format!("{words} or more"),
        (Bound::Upper, None) => format!("{words} or less"),
        (Bound::Lower, Some(_)) => format!("{words} or better"),
        (Bound::Upper, Some(_)) => format!("{words} or worse"),
    }
}

/// A count with its thousands apart.
pub(super) fn count_text(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count and its noun: `1 node`, `1,200 nodes`.
pub(super) fn counted(count: u64, one: &'static str, many: &'static str) -> String {
    format!("{} {}", count_text(count), noun(count, one, many))
}

/// The noun that goes with a count.
pub(super) fn noun(count: u64, one: &'static str, many: &'static str) -> &'static str {
    if count == 1 { one } else { many }
}

/// The most characters of a name that a node shows.
const LONGEST_NAME: usize = 12;
/// The most characters of a path, most of which the place in the tree tells anyway.
const LONGEST_PATH: usize = 9;

/// The move that leads to a node, where it tells more than the node's name or number.
pub(super) fn telling_move(node: &TraceNode) -> Option<&str> {
    let number = node.path.rsplit('.').next();
    node.mv.as_deref().filter(|&mv| node.name.is_none() && Some(mv) != number)
}

/// What a node of the drawing is called: its name, else the move that leads to it, else its path. A
/// move that is just its own number says less than the path and could be taken for a value.
pub(super) fn drawn_name(node: &TraceNode) -> String {
    let label = telling_move(node).unwrap_or_else(|| node.label());
    // The end of a path tells siblings apart; of anything else the beginning says more.
    let count = label.chars().count();
    if label == node.path && count > LONGEST_PATH {
        let end: String = label.chars().skip(count + 1 - LONGEST_PATH).collect();
        format!("…{}", end.trim_start_matches('.'))
    } else {
        shortened(label, LONGEST_NAME)
    }
}

/// At most this many characters, with an ellipsis if some are left out.
pub(super) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{kept}…")
}

/// `Min node s`, `leaf e`, `Max node 1.2 (b3)`.
pub(super) fn described(trace: &Trace, node: usize) -> String {
    let node = &trace.nodes[node];
    let mv = telling_move(node).map(|mv| format!(" ({mv})")).unwrap_or_default();
    match node.visited && node.children.is_empty() {
        true => format!("leaf {}{mv}", node.label()),
        false => format!("{} node {}{mv}", player_name(node.player), node.label()),
    }
}

/// Text as XML and HTML take it, in content and in attributes. Characters that XML has no way to
/// write become the replacement character.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            other => safe.push(other),
        }
    }
    safe
}

/// The faces of the drawings. Readers have different fonts, so widths are those of the wider ones.
#[derive(Clone, Copy, Debug)]
pub(super) enum Face {
    /// Names and words, 11 px.
    Sans,
    /// Windows, 11 px.
    Mono,
    /// Values, 13 px and bold.
    Value,
    /// The title, 18 px and bold.
    Title,
}

/// The width of a text in pixels, rounded up.
pub(super) fn text_width(text: &str, face: Face) -> i32 {
    let advance = match face {
        Face::Sans => 6.4,
        Face::Mono => 6.7,
        Face::Value => 8.0,
        Face::Title => 9.6,
    };
    let cells: u32 = text.chars().map(cells).sum();
    (f64::from(cells) * advance).ceil() as i32
}

/// East Asian characters and pictures take two cells.
fn cells(character: char) -> u32 {
    match character {
        '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' => 2,
        '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{1f000}'.. => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_in_print() {
        let scores = [Score::MAX, Score::MIN, Score::MAX.next_down(), Score::new(-7), Score::win_in(3)];
        assert_eq!(scores.map(score_text), ["∞", "−∞", "∞−1", "−7", "win in 3"]);
        assert_eq!(value_text(Bound::Upper, Score::new(10)), "≤10");
        assert_eq!(window_text(Score::MIN, Score::new(41)), "−∞ : 41");
        assert_eq!([0, 999, 1_000, 1_234_567].map(count_text), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn markup_is_escaped_and_forbidden_characters_are_replaced() {
        assert_eq!(escaped("<b>\"&'\u{1}\n"), "&lt;b&gt;&quot;&amp;&#39;\u{fffd} ");
    }

    #[test]
    fn long_names_are_shortened_where_they_say_least() {
        let node = |name: Option<&str>, path: &str, mv: &str| TraceNode {
            path: path.to_owned(),
            name: name.map(str::to_owned),
            mv: Some(mv.to_owned()),
            player: Player::Max,
            parent: None,
            children: Vec::new(),
            visited: true,
            pruned_size: None,
            board: None,
        };
        assert_eq!(drawn_name(&node(Some("s"), "1.2", "2")), "s");
        assert_eq!(drawn_name(&node(None, "1.2", "e2e4")), "e2e4");
        assert_eq!(drawn_name(&node(None, "1.2", "2")), "1.2");
        assert_eq!(drawn_name(&node(None, "1.2.3.4.5.6.7.8", "8")), "…5.6.7.8");
        assert_eq!(drawn_name(&node(Some("a very long name"), "1", "1")), "a very long…");
    }
}
