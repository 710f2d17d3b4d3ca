//! Reading and writing the lines of the Go Text Protocol, version 2.

use pleach::Player;

/// A command with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Command {
    /// The number that the answer must carry, if there is one.
    pub(crate) id: Option<u64>,
    pub(crate) name: String,
    pub(crate) arguments: Vec<String>,
}

/// Reads a line: control characters are dropped, a tab is a blank, `#` begins a comment. A line with
/// nothing else in it is no command.
pub(crate) fn parse(line: &str) -> Option<Command> {
    let clean: String = line
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .take_while(|&c| c != '#')
        .filter(|c| !c.is_control())
        .collect();
    let mut words = clean.split_whitespace().peekable();
    let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let id = id.and_then(|id| id.parse().ok());
    let name = match words.next() {
        Some(name) => name.to_owned(),
        // A number alone is a command that nobody knows.
        None => id.map(|_| String::new())?,
    };
    Some(Command { id, name, arguments: words.map(str::to_owned).collect() })
}

/// Writes an answer. Its text may have many lines but none that is empty, since that ends it.
pub(crate) fn answer(id: Option<u64>, result: &Result<String, String>) -> String {
    let (sign, text) = match result {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    let id = id.map_or(String::new(), |id| id.to_string());
    let clean = |line: &str| -> String { line.chars().filter(|c| !c.is_control()).collect() };
    let lines: Vec<String> = text.lines().map(clean).filter(|line| !line.trim().is_empty()).collect();
    // A text of several lines, a board, begins on a line of its own.
    let gap = if lines.len() > 1 { "\n" } else { " " };
    let text = lines.join("\n");
    if text.is_empty() { format!("{sign}{id}\n\n") } else { format!("{sign}{id}{gap}{text}\n\n") }
}

/// The colour of an argument. Black moves first, so Black is Max.
pub(super) fn colour(text: &str) -> Option<Player> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Player::Max),
        "w" | "white" => Some(Player::Min),
        _ => None,
    }
}

pub(super) fn colour_name(player: Player) -> &'static str {
    match player {
        Player::Max => "black",
        Player::Min => "white",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(id: Option<u64>, name: &str, arguments: &[&str]) -> Option<Command> {
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        Some(Command { id, name: name.to_owned(), arguments })
    }

    #[test]
    fn lines_are_read_as_the_protocol_says() {
        assert_eq!(parse("12 play\tb  f5 # a comment"), command(Some(12), "play", &["b", "f5"]));
        assert_eq!(parse("na\u{1}me\r"), command(None, "name", &[]));
        assert_eq!(parse("   # only a comment"), None);
        assert_eq!(parse(""), None);
        assert_eq!(parse("7"), command(Some(7), "", &[]));
        assert_eq!(parse("99999999999999999999999 name"), command(None, "name", &[]));
    }

    #[test]
    fn answers_end_with_an_empty_line_and_have_none_inside() {
        assert_eq!(answer(Some(3), &Ok(String::new())), "=3\n\n");
        assert_eq!(answer(None, &Ok("f5".to_owned())), "= f5\n\n");
        assert_eq!(answer(Some(0), &Err("illegal move".to_owned())), "?0 illegal move\n\n");
        assert_eq!(answer(None, &Ok("a\n\n\u{7}b\n".to_owned())), "=\na\nb\n\n");
    }

    #[test]
    fn colours_have_two_names_each() {
        assert_eq!(
            ["b", "BLACK", "w", "White"].map(colour).map(|colour| colour.map(colour_name)),
            [Some("black"), Some("black"), Some("white"), Some("white")]
        );
        assert_eq!(colour("green"), None);
    }
}
