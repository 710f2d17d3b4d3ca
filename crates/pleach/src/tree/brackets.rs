//! Trees in brackets: `MAX[5, MIN[3, 8]]`.
//!
//! ```text
//! node     = [ name ":" ] ( interior | value ) | name        (a bare name is a leaf of unknown value)
//! interior = ( "MAX" | "MIN" ) [ "(" static ")" ] "[" node { "," node } "]"
//! value    = integer | "?"
//! name     = letter { letter | digit | "_" | "-" | "." }, or a JSON string
//! ```

use super::explicit::{ExplicitTree, TreeBuilder};
use crate::game::{Game, Player};
use crate::notation::NotationError;
use crate::value::Score;
use std::fmt;

/// Reads a tree without recursion, so that depth is no danger.
pub(super) fn read(text: &str) -> Result<ExplicitTree, NotationError> {
    let mut reader = Reader { text, at: 0 };
    let mut builder = TreeBuilder::default();
    let mut depth = 0usize;
    loop {
        if reader.node(&mut builder)? {
            depth += 1;
            continue;
        }
        // A node is complete: what follows is a sibling, or the end of its parents.
        loop {
            if depth == 0 {
                reader.end()?;
                return builder.finish().map_err(|error| reader.fail(error));
            }
            match reader.next_token()? {
                Token::Comma => break,
                Token::Close => {
                    builder.close().map_err(|error| reader.fail(error))?;
                    depth -= 1;
                }
                other => return Err(reader.expected("',' or ']'", other)),
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Player(Player),
    Name(String),
    Value(Score),
    Unknown,
    Open,
    Close,
    OpenStatic,
    CloseStatic,
    Comma,
    Colon,
    End,
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Player(Player::Max) => f.write_str("'MAX'"),
            Token::Player(Player::Min) => f.write_str("'MIN'"),
            Token::Name(name) => write!(f, "the name '{name}'"),
            Token::Value(value) => write!(f, "the value {value}"),
            Token::Unknown => f.write_str("'?'"),
            Token::Open => f.write_str("'['"),
            Token::Close => f.write_str("']'"),
            Token::OpenStatic => f.write_str("'('"),
            Token::CloseStatic => f.write_str("')'"),
            Token::Comma => f.write_str("','"),
            Token::Colon => f.write_str("':'"),
            Token::End => f.write_str("the end of the text"),
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    /// The byte after the last token.
    at: usize,
}

impl Reader<'_> {
    /// Reads a leaf, or the beginning of an interior node up to its `[`; says whether it was the latter.
    fn node(&mut self, builder: &mut TreeBuilder) -> Result<bool, NotationError> {
        let mut name = None;
        let mut token = self.next_token()?;
        if let Token::Name(found) = token {
            if self.peek()? != Token::Colon {
                builder.leaf(Some(&found), None).map_err(|error| self.fail(error))?;
                return Ok(false);
            }
            self.next_token()?;
            name = Some(found);
            token = self.next_token()?;
        }
        let name = name.as_deref();
        let added = match token {
            Token::Value(value) => builder.leaf(name, Some(value)),
            Token::Unknown => builder.leaf(name, None),
            Token::Player(player) => {
                let static_value = self.static_value()?;
                let open = self.next_token()?;
                if open != Token::Open {
                    return Err(self.expected("'['", open));
                }
                builder.open(Some(player), name, static_value).map_err(|error| self.fail(error))?;
                return Ok(true);
            }
            other => return Err(self.expected("MAX[...], MIN[...] or a value", other)),
        };
        added.map_err(|error| self.fail(error)).map(|()| false)
    }

    fn static_value(&mut self) -> Result<Option<Score>, NotationError> {
        if self.peek()? != Token::OpenStatic {
            return Ok(None);
        }
        self.next_token()?;
        let value = match self.next_token()? {
            Token::Value(value) => value,
            other => return Err(self.expected("a static value", other)),
        };
        match self.next_token()? {
            Token::CloseStatic => Ok(Some(value)),
            other => Err(self.expected("')'", other)),
        }
    }

    fn end(&mut self) -> Result<(), NotationError> {
        match self.next_token()? {
            Token::End => Ok(()),
            other => Err(self.expected("the end of the text", other)),
        }
    }

    fn peek(&mut self) -> Result<Token, NotationError> {
        let before = self.at;
        let token = self.next_token();
        self.at = before;
        token
    }

    fn next_token(&mut self) -> Result<Token, NotationError> {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        let Some(first) = rest.chars().next() else { return Ok(Token::End) };
        let single = match first {
            '[' => Some(Token::Open),
            ']' => Some(Token::Close),
            '(' => Some(Token::OpenStatic),
            ')' => Some(Token::CloseStatic),
            ',' => Some(Token::Comma),
            ':' => Some(Token::Colon),
            '?' => Some(Token::Unknown),
            _ => None,
        };
        let (token, length) = match first {
            _ if single.is_some() => (single.expect("just seen"), 1),
            '"' => self.quoted(rest)?,
            '-' | '+' | '0'..='9' => self.number(rest)?,
            _ if first.is_alphabetic() || first == '_' => {
                let word = &rest[..rest.find(|c: char| !is_name_character(c)).unwrap_or(rest.len())];
                (word_token(word), word.len())
            }
            _ => return Err(self.fail(format!("unexpected '{first}'"))),
        };
        self.at += length;
        Ok(token)
    }

    fn quoted(&self, rest: &str) -> Result<(Token, usize), NotationError> {
        let mut names = serde_json::Deserializer::from_str(rest).into_iter::<String>();
        match names.next() {
            Some(Ok(name)) => Ok((Token::Name(name), names.byte_offset())),
            _ => Err(self.fail("a quoted name that does not end or has a bad escape")),
        }
    }

    fn number(&self, rest: &str) -> Result<(Token, usize), NotationError> {
        let digits = rest[1..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |length| length + 1);
        let text = &rest[..digits];
        if let Some(next) = rest[digits..].chars().next().filter(|&c| c == '.' || is_name_character(c)) {
            return Err(self.fail(format!("'{text}' is followed by '{next}': values are whole numbers")));
        }
        let value: i64 =
            text.parse().map_err(|_| self.fail(format!("'{text}' is not a whole number in range")))?;
        let value = Score::try_from(value).map_err(|error| self.fail(error))?;
        Ok((Token::Value(value), digits))
    }

    /// An error at the place of the token that was read last or is being read.
    fn fail(&self, reason: impl ToString) -> NotationError {
        NotationError::at(self.text[..self.at].chars().count() + 1, reason.to_string())
    }

    fn expected(&self, what: &str, found: Token) -> NotationError {
        let reason = format!("expected {what}, found {found}");
        match found {
            Token::End => NotationError::at(self.text.chars().count() + 1, reason),
            _ => NotationError::at(self.text[..self.at].chars().count(), reason),
        }
    }
}

fn is_name_character(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.')
}

fn word_token(word: &str) -> Token {
    match word {
        "MAX" | "max" | "Max" => Token::Player(Player::Max),
        "MIN" | "min" | "Min" => Token::Player(Player::Min),
        _ => Token::Name(word.to_owned()),
    }
}

/// Writes the tree so that [`read`] reads it back the same, without recursion.
pub(super) fn write(tree: &ExplicitTree, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    enum Task {
        Node(ExplicitTree),
        Text(&'static str),
    }
    let mut tasks = vec![Task::Node(tree.clone())];
    while let Some(task) = tasks.pop() {
        let node = match task {
            Task::Text(text) => {
                f.write_str(text)?;
                continue;
            }
            Task::Node(node) => node,
        };
        if node.is_leaf() {
            write_leaf(&node, f)?;
            continue;
        }
        if let Some(name) = node.name() {
            write_name(name, f)?;
            f.write_str(": ")?;
        }
        f.write_str(if node.to_move() == Player::Max { "MAX" } else { "MIN" })?;
        if let Some(value) = node.value() {
            write!(f, "({value})")?;
        }
        f.write_str("[")?;
        tasks.push(Task::Text("]"));
        for (index, child) in node.children().enumerate().collect::<Vec<_>>().into_iter().rev() {
            tasks.push(Task::Node(child));
            if index > 0 {
                tasks.push(Task::Text(", "));
            }
        }
    }
    Ok(())
}

fn write_leaf(leaf: &ExplicitTree, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match (leaf.name(), leaf.value()) {
        (None, None) => f.write_str("?"),
        (None, Some(value)) => write!(f, "{value}"),
        (Some(name), None) => write_name(name, f),
        (Some(name), Some(value)) => {
            write_name(name, f)?;
            write!(f, ": {value}")
        }
    }
}

fn write_name(name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let plain = name.chars().all(is_name_character)
        && name.chars().next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && matches!(word_token(name), Token::Name(_));
    if plain { f.write_str(name) } else { write!(f, "{}", serde_json::Value::from(name)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_of(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn trees_are_written_as_they_are_read() {
        for text in [
            "5",
            "?",
            "x",
            "MAX[5, MIN[3, 8]]",
            "MAX[5, MIN[MAX[MIN[3, x]]]]",
            "a: MAX[b: MIN(-52)[e: 41, f: ?], \"odd name\": 3, MAX[1]]",
            "\"MAX\": MIN[\"\\\"\": 2]",
        ] {
            let expected = text.replace("f: ?", "f");
            assert_eq!(read(text).unwrap().to_string(), expected);
        }
        assert_eq!(read(" max[ 5 ,+3,min [ -1 ] ] ").unwrap().to_string(), "MAX[5, 3, MIN[-1]]");
    }

    #[test]
    fn errors_name_the_place() {
        assert_eq!(
            error_of(""),
            "character 1: expected MAX[...], MIN[...] or a value, found the end of the text"
        );
        assert_eq!(
            error_of("MAX[5, MIN[3,"),
            "character 14: expected MAX[...], MIN[...] or a value, found the end of the text"
        );
        assert_eq!(error_of("MAX[5 6]"), "character 7: expected ',' or ']', found the value 6");
        assert_eq!(error_of("MAX[]"), "character 5: expected MAX[...], MIN[...] or a value, found ']'");
        assert_eq!(error_of("MAX[5]]"), "character 7: expected the end of the text, found ']'");
        assert_eq!(error_of("MAX[1.5]"), "character 5: '1' is followed by '.': values are whole numbers");
        assert_eq!(
            error_of("MAX[99999999999]"),
            "character 5: 99999999999 is not a score: values lie between -1998999999 and 1998999999"
        );
        assert_eq!(error_of("MAX[5, #]"), "character 8: unexpected '#'");
        assert_eq!(error_of("MAX 5"), "character 5: expected '[', found the value 5");
        assert_eq!(error_of("MAX(x)[5]"), "character 5: expected a static value, found the name 'x'");
        assert_eq!(error_of("\"a"), "character 1: a quoted name that does not end or has a bad escape");
        assert_eq!(
            error_of("a: b: 3"),
            "character 4: expected MAX[...], MIN[...] or a value, found the name 'b'"
        );
        assert_eq!(error_of("MAX[-]"), "character 5: '-' is not a whole number in range");
    }

    #[test]
    fn depth_is_no_danger() {
        let depth = 200_000;
        let text = "MAX[".repeat(depth) + "7" + &"]".repeat(depth);
        assert_eq!(read(&text).unwrap().to_string(), text);
    }
}
