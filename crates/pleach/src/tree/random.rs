//! Random trees that are computed from the path and never stored.

use crate::game::{Game, Hashed, Player, mix};
use crate::limits::MAX_PLY;
use crate::notation::{Notation, NotationError};
use crate::spec::{Spec, SpecError};
use crate::value::Score;
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{Mutex, OnceLock, PoisonError};

/// A node of a random tree. Moves are numbered from 1; Max moves at even levels.
///
/// Everything random at a node comes from a 64-bit key that [`mix`] makes of its parent's
/// key and its number, so any node can be visited at any time and is always the same.
///
/// ```
/// use pleach::{Game, tree::RandomTree};
/// let tree: RandomTree = "b=10,d=12,leaves=newborn,seed=7".parse().unwrap();
/// assert_eq!(tree.moves().count(), 10);
/// assert_eq!(tree.to_string(), "b=10,d=12,leaves=newborn,seed=7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomTree {
    shape: &'static Shape,
    seed: u64,
    key: u64,
    level: u32,
    children: u32,
    /// The sum of the draws (branch-dependent leaves) or the value for the side to move (ordered trees).
    carry: i64,
}

/// What random trees of one kind have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The number of children, by level.
    pub branching: Branching,
    /// The level of the lowest leaves.
    pub depth: u32,
    /// The probability that a node of level j has children, by level; the last one holds for all
    /// deeper levels, and none at all means 1.
    pub nonterminal: Vec<f64>,
    /// How leaves get their values.
    pub leaves: Leaves,
    /// Whether the game declares its highest and lowest score, so that direct cut-offs happen.
    pub direct: bool,
}

/// How many children a node has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Branching {
    /// By level; the last number holds for all deeper levels.
    ByLevel(Vec<u32>),
    /// Drawn for every node, each number between the two equally likely.
    Between(u32, u32),
}

/// How leaves get their values, in Max's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Leaves {
    /// Independent and uniform over this many values around 0.
    Independent {
        /// How many different values there are; few make ties.
        values: u32,
    },
    /// Newborn's branch-dependent values: every node draws uniformly, and a leaf is worth the mean of
    /// the draws on its path.
    Newborn,
    /// A win for Max (1) with probability `p`, else a loss (-1): Pearl's model.
    WinLoss {
        /// The probability of a win for Max.
        p: f64,
    },
    /// Every node has a value for the side to move; one child has exactly its negation and all others
    /// are worse for the mover. With probability `quality` it is the first child, else any other: 1
    /// makes a perfectly ordered tree.
    Ordered {
        /// The probability that the first child is the best.
        quality: f64,
    },
}

/// The most children that a node may have, and the most numbers that may be given by level.
const MOST_CHILDREN: u32 = 20_000;
const MOST_LEVELS: usize = 1_000;
/// Independent leaves have this many values unless told otherwise: ties are then one in a billion.
const MANY_VALUES: u32 = 1 << 30;
/// The draws of Newborn's trees lie below this.
const DRAW: u64 = 1 << 30;
/// In an ordered tree another move is worse than the best by up to this much.
const WORSE_BY: u64 = 1000;

/// Different questions to one key get unrelated answers.
mod stream {
    pub(super) const TERMINAL: u64 = 0x7465_726d_696e_616c;
    pub(super) const BRANCHING: u64 = 0x6272_616e_6368_6573;
    pub(super) const VALUE: u64 = 0x7661_6c75_6573_0000;
    pub(super) const ORDER: u64 = 0x6f72_6465_7200_0000;
}

impl Shape {
    /// A tree with `branching` children at every node and independent leaves at level `depth`.
    ///
    /// ```
    /// use pleach::{perft, tree::Shape};
    /// assert_eq!(perft(&Shape::uniform(3, 4).tree(1), 4), 81);
    /// ```
    pub fn uniform(branching: u32, depth: u32) -> Shape {
        Shape {
            branching: Branching::ByLevel(vec![branching]),
            depth,
            nonterminal: Vec::new(),
            leaves: Leaves::Independent { values: MANY_VALUES },
            direct: false,
        }
    }

    /// The same shape with other leaves.
    pub fn leaves(mut self, leaves: Leaves) -> Shape {
        self.leaves = leaves;
        self
    }

    /// The root of the tree with this seed.
    ///
    /// Shapes are kept for the life of the program, once each, so that a node is a few words that can
    /// be copied freely; a program uses few shapes, and many seeds.
    pub fn tree(self, seed: u64) -> RandomTree {
        let shape = self.interned();
        let key = mix(seed);
        let carry = match shape.leaves {
            Leaves::Ordered { .. } => {
                draw_below(key, stream::VALUE, 2 * WORSE_BY + 1) as i64 - WORSE_BY as i64
            }
            _ => draw_below(key, stream::VALUE, DRAW) as i64,
        };
        let children = shape.children_at(key, 0);
        RandomTree { shape, seed, key, level: 0, children, carry }
    }

    fn interned(self) -> &'static Shape {
        static SHAPES: OnceLock<Mutex<HashMap<String, &'static Shape>>> = OnceLock::new();
        let shapes = SHAPES.get_or_init(Mutex::default);
        let mut shapes = shapes.lock().unwrap_or_else(PoisonError::into_inner);
        shapes.entry(self.to_string()).or_insert_with(|| Box::leak(Box::new(self)))
    }

    fn children_at(&self, key: u64, level: u32) -> u32 {
        if level >= self.depth || !self.is_nonterminal(key, level) {
            return 0;
        }
        match &self.branching {
            Branching::ByLevel(numbers) => by_level(numbers, level).copied().unwrap_or(0),
            Branching::Between(least, most) => {
                least + draw_below(key, stream::BRANCHING, u64::from(most - least) + 1) as u32
            }
        }
    }

    fn is_nonterminal(&self, key: u64, level: u32) -> bool {
        by_level(&self.nonterminal, level).is_none_or(|&q| happens(key, stream::TERMINAL, q))
    }
}

fn by_level<T>(values: &[T], level: u32) -> Option<&T> {
    values.get(level as usize).or(values.last())
}

/// A number below `bound`, each equally likely but for a bias of `bound / 2^64`.
#[inline]
fn draw_below(key: u64, stream: u64, bound: u64) -> u64 {
    ((u128::from(mix(key ^ stream)) * u128::from(bound)) >> 64) as u64
}

/// A score, held inside the range of scores as [`Score::new`] does.
#[inline]
fn score_of(value: i64) -> Score {
    let limit = i64::from(Score::LIMIT);
    Score::new(value.clamp(-limit, limit) as i32)
}

fn happens(key: u64, stream: u64, probability: f64) -> bool {
    // 53 bits fill the mantissa: 0 never happens and 1 always does.
    ((mix(key ^ stream) >> 11) as f64) < probability * (1u64 << 53) as f64
}

impl RandomTree {
    /// The shape of the tree.
    pub fn shape(&self) -> &'static Shape {
        self.shape
    }

    /// The level of this node; the root's is 0.
    pub fn level(&self) -> u32 {
        self.level
    }

    /// A static value for the side to move: the mean of the draws so far in Newborn's trees, the true
    /// value in ordered ones, and otherwise an independent draw that knows nothing.
    pub fn static_value(&self) -> Score {
        let value = match self.shape.leaves {
            Leaves::Ordered { .. } => return score_of(self.carry),
            Leaves::Newborn => self.mean(),
            Leaves::Independent { values } => self.independent(values),
            Leaves::WinLoss { .. } => self.independent(3),
        };
        self.to_move().view(value)
    }

    /// The value of an ordered tree for the side to move, known without any search.
    ///
    /// ```
    /// use pleach::{textbook, tree::{Leaves, Shape}};
    /// let tree = Shape::uniform(3, 4).leaves(Leaves::Ordered { quality: 0.7 }).tree(5);
    /// assert_eq!(tree.known_value(), Some(textbook::solve(&tree).value));
    /// ```
    pub fn known_value(&self) -> Option<Score> {
        matches!(self.shape.leaves, Leaves::Ordered { .. }).then(|| score_of(self.carry))
    }

    fn mean(&self) -> Score {
        score_of(self.carry / (i64::from(self.level) + 1))
    }

    #[inline]
    fn independent(&self, values: u32) -> Score {
        Score::new(((u128::from(self.key) * u128::from(values)) >> 64) as i32 - (values / 2) as i32)
    }

    #[inline]
    fn leaf_value(&self) -> Score {
        let for_max = match self.shape.leaves {
            Leaves::Independent { values } => self.independent(values),
            Leaves::Ordered { .. } => return score_of(self.carry),
            Leaves::Newborn => self.mean(),
            Leaves::WinLoss { p } => Score::new(if happens(self.key, stream::VALUE, p) { 1 } else { -1 }),
        };
        self.to_move().view(for_max)
    }

    fn parse_words(self, text: &str) -> Result<Self, NotationError> {
        let words: Vec<&str> = text.split('/').collect();
        let read = || {
            let &[key, level, carry] = words.as_slice() else { return None };
            // No path can carry more, and the sums below it must not overflow.
            let carry = carry.parse::<i64>().ok().filter(|carry| carry.unsigned_abs() < 1 << 62)?;
            Some((u64::from_str_radix(key, 16).ok()?, level.parse::<u32>().ok()?, carry))
        };
        let reason = "expected root, a path such as 2.1.3, or key/level/carry";
        let (key, level, carry) = read().ok_or_else(|| NotationError::new(format!("'{text}': {reason}")))?;
        if level > self.shape.depth {
            let depth = self.shape.depth;
            return Err(NotationError::new(format!(
                "'{text}': level {level} lies below the depth of {depth}"
            )));
        }
        Ok(RandomTree { key, level, carry, children: self.shape.children_at(key, level), ..self })
    }

    fn parse_path(self, path: &str) -> Result<Self, NotationError> {
        let mut node = self;
        let mut place = 1;
        for number in path.split('.') {
            let children = node.children;
            let mv = number.parse().ok().filter(|mv| (1..=children).contains(mv)).ok_or_else(|| {
                let there_is = if children == 0 {
                    "no children".into()
                } else {
                    format!("the children 1 to {children}")
                };
                NotationError::at(place, format!("'{number}': this node has {there_is}"))
            })?;
            node.play(mv);
            place += number.chars().count() + 1;
        }
        Ok(node)
    }

    /// The value of a child of an ordered tree: exact for the best child, worse for the mover else.
    fn ordered_carry(&self, number: u32, quality: f64, child_key: u64) -> i64 {
        let best = if self.children == 1 || happens(self.key, stream::ORDER, quality) {
            1
        } else {
            2 + draw_below(self.key, stream::BRANCHING ^ stream::ORDER, u64::from(self.children) - 1) as u32
        };
        match number == best {
            true => -self.carry,
            false => -self.carry + 1 + draw_below(child_key, stream::VALUE, WORSE_BY) as i64,
        }
    }
}

impl Game for RandomTree {
    type Move = u32;

    #[inline]
    fn to_move(&self) -> Player {
        if self.level.is_multiple_of(2) { Player::Max } else { Player::Min }
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = u32> {
        // PERF: an inclusive range would carry a flag through the loop.
        (0..self.children).map(|index| index + 1)
    }

    #[inline]
    fn play(&mut self, number: u32) {
        let key = mix(self.key ^ u64::from(number));
        self.carry = match self.shape.leaves {
            Leaves::Independent { .. } | Leaves::WinLoss { .. } => 0,
            Leaves::Newborn => self.carry + draw_below(key, stream::VALUE, DRAW) as i64,
            Leaves::Ordered { quality } => self.ordered_carry(number, quality, key),
        };
        self.key = key;
        self.level += 1;
        self.children = self.shape.children_at(key, self.level);
    }

    #[inline]
    fn outcome(&self) -> Option<Score> {
        (self.children == 0).then(|| self.leaf_value())
    }

    #[inline]
    fn score_bounds(&self) -> (Score, Score) {
        match self.shape.leaves {
            _ if !self.shape.direct => (Score::MIN, Score::MAX),
            Leaves::WinLoss { .. } => (Score::new(-1), Score::new(1)),
            Leaves::Independent { values } => {
                let half = (values / 2) as i32;
                (Score::new(-half), Score::new(half))
            }
            Leaves::Newborn => (Score::new(-(DRAW as i32)), Score::new(DRAW as i32)),
            Leaves::Ordered { .. } => (Score::MIN, Score::MAX),
        }
    }
}

impl Hashed for RandomTree {
    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

/// A position is read as `root`, as a Dewey path from the root (`2.1.3`), or as it is written:
/// `key/level/carry`, the three words that make a node.
impl Notation for RandomTree {
    const READS_ANEW: bool = true;

    fn position(&self) -> String {
        match self.level {
            0 => "root".to_owned(),
            _ => format!("{:016x}/{}/{}", self.key, self.level, self.carry),
        }
    }

    fn parse(&self, text: &str) -> Result<Self, NotationError> {
        let root = self.shape.clone().tree(self.seed);
        match text.trim() {
            "" | "root" => Ok(root),
            words if words.contains('/') => root.parse_words(words),
            path => root.parse_path(path),
        }
    }

    fn move_text(&self, number: u32) -> String {
        number.to_string()
    }
}

/// `b=5,d=6,leaves=iid,seed=7`; see [`RandomTree::from_spec`].
impl FromStr for RandomTree {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        RandomTree::from_spec(format!("random-tree:{text}").parse()?)
    }
}

impl RandomTree {
    /// Reads the options of a random tree:
    ///
    /// | option | meaning | default |
    /// |---|---|---|
    /// | `b` | children of a node, at most 20 000: `5`, by level `2/5/3`, or drawn for each node `2-6` | 4 |
    /// | `d` | the level of the lowest leaves, at most [`MAX_PLY`] | 6 |
    /// | `q` | probability that a node has children: `0.9`, or by level `1/0.9/0.5` | 1 |
    /// | `leaves` | `iid`, `newborn`, `win-loss`, `ordered` | `iid` |
    /// | `values` | how many different values `iid` leaves have | 2^30 |
    /// | `p` | the probability of a win for Max with `win-loss` | 0.5 |
    /// | `quality` | how often the first child is the best with `ordered` | 1 |
    /// | `direct` | whether the highest score is known and makes direct cut-offs | `off` |
    /// | `seed` | which of these trees | 1 |
    pub fn from_spec(mut spec: Spec) -> Result<RandomTree, SpecError> {
        let branching = spec
            .take_with("b", "numbers from 1 to 20000: 5, 2/5/3 or 2-6", read_branching)?
            .unwrap_or(Branching::ByLevel(vec![4]));
        let depth = |text: &str| text.parse().ok().filter(|&depth| depth <= MAX_PLY);
        let depth = spec.take_with("d", "a depth from 0 to 500000", depth)?.unwrap_or(6);
        let nonterminal =
            spec.take_with("q", "probabilities from 0 to 1: 0.9 or 1/0.9/0.5", read_probabilities)?;
        let probability = |text: &str| text.parse().ok().filter(|p| (0.0..=1.0).contains(p));
        let p = spec.take_with("p", "a probability from 0 to 1", probability)?;
        let quality = spec.take_with("quality", "a probability from 0 to 1", probability)?;
        let values = |text: &str| text.parse().ok().filter(|values| (1..=MANY_VALUES).contains(values));
        let values = spec.take_with("values", "a number from 1 to 1073741824", values)?;
        let kinds = [
            ("iid", Leaves::Independent { values: values.unwrap_or(MANY_VALUES) }),
            ("newborn", Leaves::Newborn),
            ("win-loss", Leaves::WinLoss { p: p.unwrap_or(0.5) }),
            ("ordered", Leaves::Ordered { quality: quality.unwrap_or(1.0) }),
        ];
        let leaves = spec.take_one_of("leaves", &kinds)?.unwrap_or(kinds[0].1);
        let misplaced = [
            (values.is_some() && !matches!(leaves, Leaves::Independent { .. }), "values", "iid"),
            (p.is_some() && !matches!(leaves, Leaves::WinLoss { .. }), "p", "win-loss"),
            (quality.is_some() && !matches!(leaves, Leaves::Ordered { .. }), "quality", "ordered"),
        ];
        if let Some((_, option, kind)) = misplaced.iter().find(|(wrong, ..)| *wrong) {
            return Err(spec.error(format!("the option '{option}' goes with leaves={kind}")));
        }
        let direct = spec.take_switch("direct")?.unwrap_or(false);
        let seed = spec.take("seed", "a whole number")?.unwrap_or(1);
        spec.finish()?;
        let nonterminal = nonterminal.unwrap_or_default();
        Ok(Shape { branching, depth, nonterminal, leaves, direct }.tree(seed))
    }
}

fn read_branching(text: &str) -> Option<Branching> {
    if let Some((least, most)) = text.split_once('-') {
        let (least, most) = (least.parse().ok()?, most.parse().ok()?);
        return (1 <= least && least <= most && most <= MOST_CHILDREN)
            .then_some(Branching::Between(least, most));
    }
    let in_range = |number: &str| number.parse().ok().filter(|number| (1..=MOST_CHILDREN).contains(number));
    by_levels(text, in_range).map(Branching::ByLevel)
}

fn read_probabilities(text: &str) -> Option<Vec<f64>> {
    by_levels(text, |number| number.parse().ok().filter(|q| (0.0..=1.0).contains(q)))
}

/// Numbers by level; not too many, since shapes are kept for the life of the program.
fn by_levels<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    let numbers: Option<Vec<T>> = text.split('/').take(MOST_LEVELS + 1).map(read).collect();
    numbers.filter(|numbers| numbers.len() <= MOST_LEVELS)
}

fn joined<T: ToString>(values: &[T]) -> String {
    values.iter().map(T::to_string).collect::<Vec<_>>().join("/")
}

/// The options of the shape, as [`RandomTree::from_spec`] reads them.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.branching {
            Branching::ByLevel(numbers) => write!(f, "b={}", joined(numbers))?,
            Branching::Between(least, most) => write!(f, "b={least}-{most}")?,
        }
        write!(f, ",d={}", self.depth)?;
        if !self.nonterminal.is_empty() {
            write!(f, ",q={}", joined(&self.nonterminal))?;
        }
        match self.leaves {
            Leaves::Independent { values: MANY_VALUES } => f.write_str(",leaves=iid")?,
            Leaves::Independent { values } => write!(f, ",leaves=iid,values={values}")?,
            Leaves::Newborn => f.write_str(",leaves=newborn")?,
            Leaves::WinLoss { p } => write!(f, ",leaves=win-loss,p={p}")?,
            Leaves::Ordered { quality } => write!(f, ",leaves=ordered,quality={quality}")?,
        }
        if self.direct { f.write_str(",direct=on") } else { Ok(()) }
    }
}

/// The options of the tree; the same for all its nodes.
impl fmt::Display for RandomTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},seed={}", self.shape, self.seed)
    }
}
