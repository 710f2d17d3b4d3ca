//! Positions as nine of `X O .` row by row, moves as `a1` to `c3`.

use super::{Square, TicTacToe};
use pleach::{Game, Notation, NotationError, Paint};

impl TicTacToe {
    fn symbol(&self, square: u8) -> char {
        match (self.x >> square & 1, self.o >> square & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        }
    }
}

impl Notation for TicTacToe {
    fn position(&self) -> String {
        (0..9).map(|square| self.symbol(square)).collect()
    }

    fn parse(&self, text: &str) -> Result<Self, NotationError> {
        let text = text.trim();
        let mut game = TicTacToe { x: 0, o: 0, ..*self };
        for (index, symbol) in text.chars().enumerate() {
            let stones = match symbol {
                'X' | 'x' => &mut game.x,
                'O' | 'o' => &mut game.o,
                '.' => continue,
                other => {
                    return Err(NotationError::at(
                        index + 1,
                        format!("expected X, O or '.', found '{other}'"),
                    ));
                }
            };
            if index < 9 {
                *stones |= 1 << index;
            }
        }
        let length = text.chars().count();
        if length != 9 {
            return Err(NotationError::new(format!("'{text}' has {length} squares instead of 9")));
        }
        game.check_counts()?;
        Ok(game)
    }

    fn move_text(&self, Square(square): Square) -> String {
        format!("{}{}", (b'a' + square % 3) as char, square / 3 + 1)
    }

    fn draw(&self, last: Option<Square>, paint: Paint) -> String {
        let cell = |square: u8| {
            let symbol = self.symbol(square).to_string();
            match symbol.as_str() {
                _ if last == Some(Square(square)) => paint.mark(&format!("[{symbol}]")),
                "X" => format!(" {} ", paint.max("X")),
                "O" => format!(" {} ", paint.min("O")),
                _ => format!(" {} ", paint.dim(".")),
            }
        };
        let row = |row: u8| {
            let cells: String = (0..3).map(|column| cell(3 * row + column)).collect();
            format!("{} {cells}", paint.dim(&(row + 1).to_string())).trim_end().to_owned()
        };
        format!("{}\n{}\n{}\n{}", paint.dim("   a  b  c"), row(0), row(1), row(2))
    }

    fn ending(&self) -> Option<String> {
        let won = || TicTacToe::has_line(self.x) || TicTacToe::has_line(self.o);
        self.outcome().map(|_| if won() { "three in a row" } else { "the board is full" }.to_owned())
    }

    fn svg(&self, last: Option<Square>) -> Option<String> {
        Some(self.picture(last))
    }
}

impl TicTacToe {
    /// Refuses boards that no game can reach.
    fn check_counts(&self) -> Result<(), NotationError> {
        let (x, o) = (self.x.count_ones(), self.o.count_ones());
        if x != o && x != o + 1 {
            return Err(NotationError::new(format!(
                "{x} X and {o} O: X moves first, so there are as many or one more"
            )));
        }
        let (x_line, o_line) = (TicTacToe::has_line(self.x), TicTacToe::has_line(self.o));
        if x_line && o_line {
            return Err(NotationError::new("both sides have three in a row"));
        }
        if (x_line && x == o) || (o_line && x != o) {
            return Err(NotationError::new("the game went on after three in a row"));
        }
        Ok(())
    }
}
