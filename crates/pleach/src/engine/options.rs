//! How the engine searches: every technique can be switched off.

use crate::spec::{Spec, SpecError};
use std::fmt;

/// How an iteration asks for the value of the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Driver {
    /// Alpha-beta with the whole window at every move.
    Full,
    /// The first move with the whole window, the others by a null window first (NegaScout, PVS).
    #[default]
    Pvs,
    /// Null windows only, at the value found last: MTD(f).
    Mtdf,
    /// Null windows only: above the guess first, then in the middle of what is left. For exact scores far
    /// from any guess.
    Bisect,
}

/// What orders the moves after the table's move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OrderBy {
    /// The order of the rules.
    Rules,
    /// What the game itself says ([`Knowledge`](super::Knowledge)).
    #[default]
    Hints,
    /// The static value of the position after the move, with enough depth left.
    Static,
    /// The value of a shallow search of the position after the move, with enough depth left.
    Shallow,
}

/// The techniques of the engine. The default is what serves most games best; with
/// [`Options::PLAIN`] it is the textbook's search, node for node.
///
/// ```
/// use pleach::engine::{Driver, Options};
/// let options: Options = "engine:driver=mtdf,order=static".parse().unwrap();
/// assert_eq!(options.driver, Driver::Mtdf);
/// assert_eq!(options.to_string(), "engine:driver=mtdf,order=static");
/// assert_eq!("engine:step=2".parse::<Options>().unwrap().step, 2);
/// assert_eq!(Options::default().to_string(), "engine");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How an iteration asks for the value of the root.
    pub driver: Driver,
    /// Half the width of the first window of an iteration, around the value found last; 0 for the whole
    /// window. For the drivers that use windows.
    pub delta: u32,
    /// How many plies deeper every iteration is than the one before.
    pub step: u32,
    /// Whether positions are remembered.
    pub table: bool,
    /// Whether remembered values of deeper searches count too. The answer is then that of a search at
    /// least as deep as asked, and depends on what the table happens to hold.
    pub deeper: bool,
    /// Whether the children are looked up in the table before the first of them is searched.
    pub enhanced: bool,
    /// Whether images of a position under the board's symmetry share what is remembered.
    pub symmetry: bool,
    /// Whether the game's own knowledge is used: see [`Knowledge`](super::Knowledge).
    pub knowledge: bool,
    /// What orders the moves after the table's move.
    pub order: OrderBy,
    /// Whether moves that were good elsewhere are tried sooner: killers, history, countermoves.
    pub learning: bool,
    /// Whether a position without a remembered move is searched less deep first to find one.
    pub internal: bool,
    /// Whether the game's bounds of the score cut before anything is searched.
    pub bounds: bool,
    /// Whether a principal variation that the table has cut short is completed by searching on.
    pub line: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            driver: Driver::Pvs,
            delta: 0,
            step: 1,
            table: true,
            deeper: false,
            enhanced: true,
            symmetry: true,
            knowledge: true,
            order: OrderBy::Hints,
            learning: true,
            internal: true,
            bounds: true,
            line: true,
        }
    }
}

impl Options {
    /// Everything off: the search of the textbook, node for node.
    pub const PLAIN: Options = Options {
        driver: Driver::Full,
        delta: 0,
        step: 1,
        table: false,
        deeper: false,
        enhanced: false,
        symmetry: false,
        knowledge: false,
        order: OrderBy::Rules,
        learning: false,
        internal: false,
        bounds: false,
        line: false,
    };

    /// The most plies from one iteration to the next: more would be as if there were none before the last.
    const LARGEST_STEP: u32 = 4;

    /// The options that can be written after `engine:`, in words.
    pub const HELP: &str = "driver=full|pvs|mtdf|bisect, delta=N, step=N, order=hints|rules|static|shallow; on|off: \
        table, deeper, enhanced, symmetry, knowledge, learning, internal, bounds, line";

    const DRIVERS: [(&str, Driver); 4] =
        [("full", Driver::Full), ("pvs", Driver::Pvs), ("mtdf", Driver::Mtdf), ("bisect", Driver::Bisect)];
    const ORDERS: [(&str, OrderBy); 4] = [
        ("hints", OrderBy::Hints),
        ("rules", OrderBy::Rules),
        ("static", OrderBy::Static),
        ("shallow", OrderBy::Shallow),
    ];

    /// Whether these techniques are as by default, which most nodes take for granted; the others may be as they like.
    pub(super) fn is_standard(&self) -> bool {
        let usual = Options::default();
        let Options { driver, delta, step, learning, internal, line, .. } = *self;
        *self == Options { driver, delta, step, learning, internal, line, ..usual }
    }

    /// The switches by name.
    fn switches(&mut self) -> [(&'static str, &mut bool); 9] {
        [
            ("table", &mut self.table),
            ("deeper", &mut self.deeper),
            ("enhanced", &mut self.enhanced),
            ("symmetry", &mut self.symmetry),
            ("knowledge", &mut self.knowledge),
            ("learning", &mut self.learning),
            ("internal", &mut self.internal),
            ("bounds", &mut self.bounds),
            ("line", &mut self.line),
        ]
    }

    /// The options in a specification whose name has been looked at already.
    pub fn from_spec(mut spec: Spec) -> Result<Options, SpecError> {
        let mut options = Options::default();
        if let Some(driver) = spec.take_one_of("driver", &Options::DRIVERS)? {
            options.driver = driver;
        }
        if let Some(delta) = spec.take("delta", "a whole number, 0 for the whole window")? {
            options.delta = delta;
        }
        let step = |text: &str| text.parse().ok().filter(|step| (1..=Options::LARGEST_STEP).contains(step));
        if let Some(step) = spec.take_with("step", "a number of plies from 1 to 4", step)? {
            options.step = step;
        }
        if let Some(order) = spec.take_one_of("order", &Options::ORDERS)? {
            options.order = order;
        }
        for (name, switch) in options.switches() {
            if let Some(on) = spec.take_switch(name)? {
                *switch = on;
            }
        }
        spec.finish()?;
        Ok(options)
    }
}

impl std::str::FromStr for Options {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let spec: Spec = text.parse()?;
        match spec.name() {
            "engine" => Options::from_spec(spec),
            other => Err(SpecError::unknown("algorithm", other, &["engine"])),
        }
    }
}

/// The name with the options that differ from their defaults; it parses back to the same.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut own, mut usual) = (*self, Options::default());
        let mut parts = Vec::new();
        if own.driver != usual.driver {
            parts.extend(name_of(own.driver, &Options::DRIVERS).map(|name| format!("driver={name}")));
        }
        if own.delta != usual.delta {
            parts.push(format!("delta={}", own.delta));
        }
        if own.step != usual.step {
            parts.push(format!("step={}", own.step));
        }
        if own.order != usual.order {
            parts.extend(name_of(own.order, &Options::ORDERS).map(|name| format!("order={name}")));
        }
        for ((name, on), (_, usual)) in own.switches().into_iter().zip(usual.switches()) {
            if on != usual {
                parts.push(format!("{name}={}", if *on { "on" } else { "off" }));
            }
        }
        f.write_str("engine")?;
        if parts.is_empty() { Ok(()) } else { write!(f, ":{}", parts.join(",")) }
    }
}

fn name_of<T: PartialEq>(value: T, names: &[(&'static str, T)]) -> Option<&'static str> {
    names.iter().find(|(_, named)| *named == value).map(|(name, _)| *name)
}

/// The numbers of the engine's techniques.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The least depth with which a position is looked up in the table and stored there; without a limit it always is.
    pub table_depth: u32,
    /// A table of fewer entries takes twice as much memory into use as soon as it is full. This many fit the cache of a usual processor,
    /// which is several times faster than what does not.
    pub cached_entries: usize,
    /// A larger table does so only when so many entries were stored for every one that it has: it pays to forget what was cheap to find.
    /// Positions of Connect Four that take ten million nodes are solved in two thirds of the time by that, with a tenth more nodes.
    pub stores_per_entry: usize,
    /// The least depth with which children are looked up in the table before any is searched.
    pub enhanced_depth: u32,
    /// The least depth with which a position without a remembered move is searched less deep first.
    pub internal_depth: u32,
    /// How much less deep that search is.
    pub internal_reduction: u32,
    /// The least depth with which moves are ordered by static value or shallow search.
    pub order_depth: u32,
    /// The depth of the shallow search that orders moves.
    pub shallow_depth: u32,
    /// The least depth with which the moves of a node are shared among threads.
    pub share_depth: u32,
    /// Before a search to the end of the game, deepen step by step to so many plies before it: the value is then the
    /// first guess, and the best moves are tried first. For games that know how long they last, and with an
    /// evaluator.
    pub prepare: Option<u32>,
}

impl Default for Parameters {
    fn default() -> Self {
        Parameters {
            table_depth: 1,
            cached_entries: 1 << 18,
            stores_per_entry: 16,
            enhanced_depth: 3,
            internal_depth: 4,
            internal_reduction: 2,
            order_depth: 2,
            shallow_depth: 1,
            share_depth: 4,
            prepare: None,
        }
    }
}
