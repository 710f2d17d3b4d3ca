//! Positions as the columns played, or as a board; moves as columns.
//!
//! `4453` are four stones from the empty board: two in column 4, one in 5, one in 3. With ten
//! columns and more the numbers are separated by commas: `4,10,4`. Spaces and commas may always stand between
//! them. What is written is not the order that was read, but one that leads to the same board (see
//! the module `history`): equal positions have equal texts.
//!
//! Read, and written where no order is known, is also the board itself: rows from the top down, parted
//! by `/`, of `X` (who moves first), `O` and `.`.

use super::history::History;
use super::lines::fours;
use super::{ConnectFour, Slot, drawing};
use pleach::{Game, Notation, NotationError, Paint, Score};

impl Notation for ConnectFour {
    fn position(&self) -> String {
        match self.history() {
            History::Played(moves) => {
                let columns: Vec<String> = moves.iter().map(|&slot| self.move_text(slot)).collect();
                columns.join(if self.size.width() > 9 { "," } else { "" })
            }
            History::Impossible | History::Unknown => self.rows_text(),
        }
    }

    fn parse(&self, text: &str) -> Result<Self, NotationError> {
        let empty = ConnectFour::with_size(self.size).with_scale(self.scale);
        match text.trim_start().chars().next() {
            None => Ok(empty),
            Some(digit) if digit.is_ascii_digit() => empty.parse_columns(text),
            Some(_) => empty.parse_rows(text),
        }
    }

    fn move_text(&self, slot: Slot) -> String {
        self.column_of(slot).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Slot, NotationError> {
        let text = text.trim();
        let column = self.read_column(text).map_err(NotationError::new)?;
        self.drop_into(column).map_err(|reason| NotationError::new(format!("'{text}': {reason}")))
    }

    fn draw(&self, last: Option<Slot>, paint: Paint) -> String {
        drawing::text(self, last, paint)
    }

    fn svg(&self, last: Option<Slot>) -> Option<String> {
        Some(drawing::svg(self, last))
    }

    fn ending(&self) -> Option<String> {
        let reason =
            |outcome: Score| if outcome == Score::ZERO { "the board is full" } else { "four in a row" };
        self.outcome().map(|outcome| reason(outcome).to_owned())
    }

    fn board_size(&self) -> Option<u32> {
        Some(self.size.width())
    }
}

impl ConnectFour {
    fn read_column(&self, text: &str) -> Result<u32, String> {
        let width = self.size.width();
        let digits = text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        let column = text.parse().ok().filter(|column| digits && (1..=width).contains(column));
        column.ok_or_else(|| format!("expected a column from 1 to {width}, found '{}'", shortened(text)))
    }

    fn drop_into(&self, column: u32) -> Result<Slot, String> {
        self.slot_in(column).ok_or_else(|| match self.outcome() {
            Some(_) => "the game is over, there are no more moves".to_owned(),
            None => format!("column {column} is full"),
        })
    }

    fn parse_columns(mut self, text: &str) -> Result<Self, NotationError> {
        let mut rest = text.char_indices().map(|(byte, _)| byte).zip(1..).peekable();
        while let Some((byte, place)) = rest.next() {
            let at = |reason: String| NotationError::at(place, reason);
            let digit = text.as_bytes()[byte].is_ascii_digit();
            if !digit && text[byte..].starts_with([' ', ',', '\t', '\r', '\n']) {
                continue;
            }
            let mut end = byte + text[byte..].chars().next().map_or(0, char::len_utf8);
            // On a wide board all digits that follow belong to the same number.
            while digit
                && self.size.width() > 9
                && text[end..].starts_with(|next: char| next.is_ascii_digit())
            {
                end += 1;
                rest.next();
            }
            let column = self.read_column(&text[byte..end]).map_err(at)?;
            let slot = self.drop_into(column).map_err(at)?;
            self.play(slot);
        }
        Ok(self)
    }

    fn parse_rows(self, text: &str) -> Result<Self, NotationError> {
        let (width, height) = (self.size.width(), self.size.height());
        let mut places = [0; u64::BITS as usize];
        let mut sides = [0; 2];
        let (mut row, mut column) = (1, 0);
        for (place, symbol) in (1..).zip(text.chars()).filter(|(_, symbol)| !symbol.is_whitespace()) {
            let side = match symbol {
                'X' | 'x' => Some(0),
                'O' | 'o' => Some(1),
                '.' => None,
                '/' if column == width && row < height => {
                    (row, column) = (row + 1, 0);
                    continue;
                }
                '/' if column == width => return Err(rows_error(place, format!("more than {height} rows"))),
                '/' => {
                    return Err(rows_error(
                        place,
                        format!("row {row} has {column} slots instead of {width}"),
                    ));
                }
                other => return Err(rows_error(place, self.expected(other))),
            };
            if column == width {
                return Err(rows_error(place, format!("row {row} has more than {width} slots")));
            }
            let bit = column * self.size.stride() + height - row;
            places[bit as usize] = place;
            if let Some(side) = side {
                sides[side] |= 1 << bit;
            }
            column += 1;
        }
        if (row, column) != (height, width) {
            let reason = format!("the board ends in row {row} of {height}, after {column} of {width} slots");
            return Err(NotationError::new(reason));
        }
        self.with_stones(sides, &places)
    }

    fn expected(&self, found: char) -> String {
        format!(
            "expected columns from 1 to {}, or rows of X, O and '.' separated by '/', found '{found}'",
            self.size.width()
        )
    }

    /// The board with these stones, if a game can lead to it.
    fn with_stones(mut self, [first, second]: [u64; 2], places: &[usize; 64]) -> Result<Self, NotationError> {
        let mask = first | second;
        let resting = (mask << 1) | self.size.bottom();
        if let Some(floating) = super::Slots::new(mask & !resting).next() {
            return Err(NotationError::at(
                places[floating.bit() as usize],
                "this stone floats above an empty slot",
            ));
        }
        let (x, o) = (first.count_ones(), second.count_ones());
        if x != o && x != o + 1 {
            let reason = format!("{x} X and {o} O: X moves first, so there are as many or one more");
            return Err(NotationError::new(reason));
        }
        (self.mask, self.stones) = (mask, x + o);
        self.own = if x == o { first } else { second };
        if fours(self.own, self.size) != 0 {
            let both = self.is_won();
            let reason =
                if both { "both sides have four in a row" } else { "the game went on after four in a row" };
            return Err(NotationError::new(reason));
        }
        match self.history() {
            History::Impossible => Err(NotationError::new("no order of moves leads to this board")),
            History::Played(_) | History::Unknown => Ok(self),
        }
    }

    /// The board as rows from the top down.
    fn rows_text(&self) -> String {
        let rows = (0..self.size.height()).rev().map(|row| {
            let symbols = (0..self.size.width()).map(|column| self.symbol(column, row));
            symbols.collect::<String>()
        });
        rows.collect::<Vec<_>>().join("/")
    }

    /// The stone in a slot, with column and row counted from 0: `X`, `O` or `.`.
    pub(super) fn symbol(&self, column: u32, row: u32) -> char {
        let bit = 1 << (column * self.size.stride() + row);
        match (self.mask & bit != 0, (self.own & bit != 0) == self.stones.is_multiple_of(2)) {
            (false, _) => '.',
            (true, true) => 'X',
            (true, false) => 'O',
        }
    }
}

fn rows_error(place: usize, reason: String) -> NotationError {
    NotationError::at(place, reason)
}

/// Enough of a text to recognise it by.
fn shortened(text: &str) -> String {
    const ENOUGH: usize = 20;
    match text.char_indices().nth(ENOUGH) {
        None => text.to_owned(),
        Some((byte, _)) => format!("{}...", &text[..byte]),
    }
}
