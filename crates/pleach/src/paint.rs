//! Colour on a terminal, or none.

/// How a board is drawn as text. Without colour it must be readable just the same.
///
/// ```
/// use pleach::Paint;
/// assert_eq!(Paint::Plain.max("X"), "X");
/// assert_ne!(Paint::Colour.max("X"), "X");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// No colour: for files, pipes and whoever asked for it.
    #[default]
    Plain,
    /// ANSI colours.
    Colour,
}

impl Paint {
    /// A piece of Max.
    pub fn max(self, text: &str) -> String {
        self.with("1;32", text)
    }

    /// A piece of Min.
    pub fn min(self, text: &str) -> String {
        self.with("1;33", text)
    }

    /// Something in the background: coordinates, empty cells.
    pub fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    /// The last move.
    pub fn mark(self, text: &str) -> String {
        self.with("1;7", text)
    }

    fn with(self, code: &str, text: &str) -> String {
        match self {
            Paint::Plain => text.to_owned(),
            Paint::Colour => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }
}
