//! The classic solver of Connect Four, written by hand for this one game: the techniques that the best
//! public solver describes (null windows that bisect the score, moves ordered by the threats they make, losing
//! moves left out, one large table of packed bounds, replaced always), in our own words.

const WIDTH: u32 = 7;
const HEIGHT: u32 = 6;
const COLUMN: u64 = (1 << HEIGHT) - 1;
const BOTTOM: u64 = {
    let mut bottom = 0;
    let mut column = 0;
    while column < WIDTH {
        bottom |= 1 << (column * (HEIGHT + 1));
        column += 1;
    }
    bottom
};
const BOARD: u64 = BOTTOM * COLUMN;
/// The columns from the middle outwards.
const ORDER: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];

pub(crate) struct Solver {
    /// Key and bound in one word each: 56 bits of key, 8 of bound.
    table: Vec<u64>,
    pub(crate) nodes: u64,
}

#[derive(Clone, Copy)]
struct Board {
    own: u64,
    all: u64,
    stones: u32,
}

impl Solver {
    /// An odd number of entries, so that the remainder of a key uses all its bits.
    const ENTRIES: usize = (1 << 23) + 9;

    pub(crate) fn new() -> Solver {
        Solver { table: vec![0; Solver::ENTRIES], nodes: 0 }
    }

    pub(crate) fn clear(&mut self) {
        self.table.fill(0);
        self.nodes = 0;
    }

    /// The score of a position in which nobody wins with the next stone.
    pub(crate) fn solve(&mut self, own: u64, all: u64) -> i32 {
        let board = Board { own, all, stones: all.count_ones() };
        let mut low = -((42 - board.stones as i32) / 2);
        let mut high = (43 - board.stones as i32) / 2;
        while low < high {
            // In the middle, but near zero first: most positions are decided late.
            let middle = low + (high - low) / 2;
            let tested = match middle {
                ..=0 => middle.max(low / 2).min(high - 1),
                _ => middle.min(high / 2).max(low),
            };
            let value = self.negamax(board, tested, tested + 1);
            if value <= tested {
                high = value;
            } else {
                low = value;
            }
        }
        low
    }

    fn negamax(&mut self, board: Board, mut alpha: i32, mut beta: i32) -> i32 {
        self.nodes += 1;
        let candidates = board.safe_moves();
        let left = 42 - board.stones as i32;
        if candidates == 0 {
            return -left / 2;
        }
        if left <= 2 {
            return 0;
        }
        alpha = alpha.max(-(left - 2) / 2);
        if alpha >= beta {
            return alpha;
        }
        let key = board.own + board.all;
        let place = (key % Solver::ENTRIES as u64) as usize;
        let mut most = (left - 1) / 2;
        let word = self.table[place];
        if word >> 8 == key && word & 0xff != 0 {
            match (word & 0xff) as i32 - 100 {
                bound if bound > 50 => {
                    let lower = bound - 75;
                    alpha = alpha.max(lower);
                    if alpha >= beta {
                        return lower;
                    }
                }
                bound => most = bound,
            }
        }
        beta = beta.min(most);
        if alpha >= beta {
            return beta;
        }
        let mut moves = [(0u32, 0u64); 7];
        let mut count = 0;
        for column in ORDER {
            let slot = candidates & (COLUMN << (column * (HEIGHT + 1)));
            if slot == 0 {
                continue;
            }
            let weight = (completions(board.own | slot) & BOARD & !(board.all | slot)).count_ones();
            let mut index = count;
            while index > 0 && moves[index - 1].0 < weight {
                moves[index] = moves[index - 1];
                index -= 1;
            }
            moves[index] = (weight, slot);
            count += 1;
        }
        for &(_, slot) in &moves[..count] {
            let value = -self.negamax(board.after(slot), -beta, -alpha);
            if value >= beta {
                self.table[place] = key << 8 | (value + 175) as u64;
                return value;
            }
            alpha = alpha.max(value);
        }
        self.table[place] = key << 8 | (alpha + 100) as u64;
        alpha
    }
}

impl Board {
    fn after(self, slot: u64) -> Board {
        Board { own: self.own ^ self.all, all: self.all | slot, stones: self.stones + 1 }
    }

    /// The moves after which the opponent does not win at once.
    fn safe_moves(self) -> u64 {
        let mut possible = (self.all + BOTTOM) & BOARD;
        let against = completions(self.own ^ self.all) & BOARD & !self.all;
        let forced = possible & against;
        if forced != 0 {
            if forced & (forced - 1) != 0 {
                return 0;
            }
            possible = forced;
        }
        possible & !(against >> 1)
    }
}

/// The slots that complete a four of these stones.
fn completions(stones: u64) -> u64 {
    let mut found = (stones << 1) & (stones << 2) & (stones << 3);
    for step in [HEIGHT + 1, HEIGHT, HEIGHT + 2] {
        let up = (stones << step) & (stones << (2 * step));
        found |= up & (stones << (3 * step));
        found |= up & (stones >> step);
        let down = (stones >> step) & (stones >> (2 * step));
        found |= down & (stones << step);
        found |= down & (stones >> (3 * step));
    }
    found
}
