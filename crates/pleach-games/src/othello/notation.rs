//! Positions as 64 of `X O -` and the side to move, or as a list of moves from the start.

use super::bits::neighbours;
use super::{Move, Othello};
use pleach::{Game, Notation, NotationError, Paint, Player};

const CENTRE: u64 = 1 << 27 | 1 << 28 | 1 << 35 | 1 << 36;

/// The text of a position is 64 of `X` (Black), `O` (White) and `-` from a1 to h1, a2 to h2 and so on,
/// a space, and the side to move, `X` or `O`.
///
/// Also read: small letters, `.` for an empty square, a missing side (it is X then), and the moves from
/// the start, such as `f5d6c3` or `f5 d6 c3`; a forced pass may be written `pass` or left out. No moves
/// at all are the start. Whatever follows a `;` is a comment, as in collections of endgames.
///
/// ```
/// use pleach::Notation;
/// use pleach_games::Othello;
/// let game = Othello::new().parse("f5").unwrap();
/// assert_eq!(
///     game.position(),
///     "---------------------------OX------XXX-------------------------- O"
/// );
/// assert_eq!(Othello::new().parse(&game.position()).unwrap(), game);
/// ```
impl Notation for Othello {
    fn position(&self) -> String {
        let squares: String = (0..64).map(|square| self.symbol(square)).collect();
        format!("{squares} {}", side_letter(self.to_move))
    }

    fn parse(&self, text: &str) -> Result<Self, NotationError> {
        let content = text.split(';').next().unwrap_or_default();
        let symbols: Vec<char> = content.trim_end().chars().collect();
        let first = symbols.iter().position(|symbol| !symbol.is_whitespace()).unwrap_or(symbols.len());
        let game = match symbols.get(first) {
            None | Some('a'..='h' | 'A'..='H' | 'p' | 'P') => parse_moves(&symbols, first)?,
            Some(_) => parse_board(&symbols, first)?,
        };
        Ok(game.with_unit(self.unit))
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn draw(&self, last: Option<Move>, paint: Paint) -> String {
        self.text_board(last, paint)
    }

    fn svg(&self, last: Option<Move>) -> Option<String> {
        Some(self.svg_board(last))
    }

    fn ending(&self) -> Option<String> {
        self.outcome()?;
        let [black, white] =
            ['X', 'O'].map(|disc| (0..64).filter(|&square| self.symbol(square) == disc).count());
        let reason = if black + white == 64 { "the board is full" } else { "neither side can move" };
        Some(format!("{reason}, {} discs to {}", black.max(white), black.min(white)))
    }

    fn board_size(&self) -> Option<u32> {
        Some(8)
    }
}

impl Othello {
    /// The letter of a square: `X`, `O` or `-`.
    pub(super) fn symbol(&self, square: u32) -> char {
        match () {
            _ if self.discs(Player::Max) >> square & 1 == 1 => 'X',
            _ if self.discs(Player::Min) >> square & 1 == 1 => 'O',
            _ => '-',
        }
    }
}

pub(super) fn side_letter(player: Player) -> char {
    match player {
        Player::Max => 'X',
        Player::Min => 'O',
    }
}

/// A longest part of the text that is worth showing in an error.
fn shown(symbols: &[char]) -> String {
    const MOST: usize = 8;
    let short: String = symbols.iter().take(MOST).collect();
    if symbols.len() > MOST { format!("{short}...") } else { short }
}

fn parse_board(symbols: &[char], first: usize) -> Result<Othello, NotationError> {
    let (mut black, mut white) = (0u64, 0u64);
    let length = symbols[first..].iter().take_while(|symbol| !symbol.is_whitespace()).count();
    for (square, &symbol) in symbols[first..first + length.min(64)].iter().enumerate() {
        match symbol {
            'X' | 'x' => black |= 1 << square,
            'O' | 'o' => white |= 1 << square,
            '-' | '.' => {}
            other => {
                let place = first + square + 1;
                return Err(NotationError::at(place, format!("expected X, O or '-', found '{other}'")));
            }
        }
    }
    if length != 64 {
        return Err(NotationError::new(format!("the board has {length} squares instead of 64")));
    }
    let rest: &[char] = &symbols[first + length..];
    let blanks = rest.iter().take_while(|symbol| symbol.is_whitespace()).count();
    let to_move = match rest[blanks..] {
        [] | ['X' | 'x'] => Player::Max,
        ['O' | 'o'] => Player::Min,
        ref other => {
            let reason = format!("expected the side to move, X or O, found '{}'", shown(other));
            return Err(NotationError::at(first + length + blanks + 1, reason));
        }
    };
    check_reachable(black | white)?;
    let (own, other) = if to_move == Player::Max { (black, white) } else { (white, black) };
    Ok(Othello::from_boards(own, other, to_move))
}

/// Refuses boards that no game can reach: the four squares in the middle are never empty, and every
/// disc was placed beside another one.
fn check_reachable(discs: u64) -> Result<(), NotationError> {
    let name = |squares: u64| Move(squares.trailing_zeros() as u8);
    if discs & CENTRE != CENTRE {
        let empty = name(CENTRE & !discs);
        return Err(NotationError::new(format!("{empty} is empty: the four centre squares never are")));
    }
    let mut connected = CENTRE;
    loop {
        let grown = connected | neighbours(connected) & discs;
        if grown == connected {
            break;
        }
        connected = grown;
    }
    match discs & !connected {
        0 => Ok(()),
        apart => Err(NotationError::new(format!(
            "the disc on {} stands apart: every move is made beside another disc",
            name(apart)
        ))),
    }
}

fn parse_moves(symbols: &[char], first: usize) -> Result<Othello, NotationError> {
    let mut game = Othello::new();
    let mut place = first;
    while place < symbols.len() {
        if symbols[place].is_whitespace() {
            place += 1;
            continue;
        }
        let (mv, length) = read_move(&symbols[place..]).ok_or_else(|| no_move(place, &symbols[place..]))?;
        if mv != Move::PASS && game.must_pass() {
            game.play(Move::PASS);
        }
        if !game.moves().any(|legal| legal == mv) {
            let reason = match game.outcome() {
                Some(_) => format!("'{mv}': the game is over, there are no more moves"),
                None => format!("'{mv}' is not a legal move here"),
            };
            return Err(NotationError::at(place + 1, reason));
        }
        game.play(mv);
        place += length;
    }
    Ok(game)
}

fn no_move(place: usize, symbols: &[char]) -> NotationError {
    let word: Vec<char> = symbols.iter().copied().take_while(|symbol| !symbol.is_whitespace()).collect();
    let reason = format!("expected a move such as f5, or pass, found '{}'", shown(&word));
    NotationError::at(place + 1, reason)
}

/// The move at the beginning of the text, and its length.
fn read_move(symbols: &[char]) -> Option<(Move, usize)> {
    let first = symbols.first()?.to_ascii_lowercase();
    if first == 'p' {
        let word = symbols.iter().take(4).map(char::to_ascii_lowercase);
        return word.eq("pass".chars()).then_some((Move::PASS, 4));
    }
    let file = u32::from(first).checked_sub(u32::from('a')).filter(|&file| file < 8)?;
    let rank = symbols.get(1)?.to_digit(10).filter(|rank| (1..=8).contains(rank))?;
    Some((Move::on(8 * (rank - 1) + file)?, 2))
}
