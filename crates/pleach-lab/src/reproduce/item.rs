//! The items: tables and figures of the papers, by name.

use super::{Finding, Paper, Setup, Unfinished};
use pleach::SpecError;
use serde::Serialize;

/// A table or a figure of a paper, and how to make it again.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// The name: that of the paper, a stroke, and the table or figure.
    pub name: &'static str,
    /// The paper.
    pub paper: Paper,
    /// What it shows.
    pub title: &'static str,
    /// About how long it takes on two cores, in minutes.
    pub minutes: f64,
    /// What the paper says of it.
    pub claim: &'static str,
    /// Makes it.
    pub(super) run: fn(&mut Setup<'_>) -> Result<Finding, Unfinished>,
}

/// An item as lists have it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Listed {
    /// Its name.
    pub item: &'static str,
    /// The paper.
    pub paper: Paper,
    /// What it shows.
    pub title: &'static str,
    /// About how long it takes on two cores, in minutes.
    pub minutes: f64,
}

/// The word for all items.
const ALL: &str = "all";

impl Item {
    /// All items, paper by paper.
    ///
    /// ```
    /// use pleach_lab::reproduce::Item;
    /// assert!(Item::all().any(|item| item.name == "li-marsland/table-3"));
    /// ```
    pub fn all() -> impl Iterator<Item = &'static Item> {
        super::ITEMS.iter().copied().flatten()
    }

    /// The items that are asked for by their names, those of their papers, or `all`; all if nothing is named. They
    /// come in the order of the papers, each once.
    ///
    /// ```
    /// use pleach_lab::reproduce::Item;
    /// assert_eq!(Item::chosen(&["li-marsland/table-2"]).unwrap().len(), 1);
    /// assert!(Item::chosen(&["li-marsland"]).unwrap().len() >= 3);
    /// let error = Item::chosen(&["li-marsland/table-22"]).unwrap_err();
    /// assert_eq!(error.to_string(), "unknown item 'li-marsland/table-22' (did you mean 'li-marsland/table-2'?)");
    /// ```
    pub fn chosen<S: AsRef<str>>(names: &[S]) -> Result<Vec<&'static Item>, SpecError> {
        let means = |name: &str, item: &Item| name == ALL || name == item.name || name == item.paper.name();
        for name in names.iter().map(AsRef::as_ref) {
            if name != ALL && !Item::all().any(|item| means(name, item)) {
                let mut papers: Vec<&str> = Item::all().map(|item| item.paper.name()).collect();
                papers.dedup();
                let known: Vec<&str> = Item::all().map(|item| item.name).chain(papers).chain([ALL]).collect();
                return Err(SpecError::unknown("item", name, &known));
            }
        }
        let wanted = |item: &&Item| names.is_empty() || names.iter().any(|name| means(name.as_ref(), item));
        Ok(Item::all().filter(wanted).collect())
    }

    /// The item as lists have it.
    ///
    /// ```
    /// use pleach_lab::reproduce::Item;
    /// assert_eq!(Item::chosen(&["lim-lee/figure-6"]).unwrap()[0].listed().item, "lim-lee/figure-6");
    /// ```
    pub fn listed(&self) -> Listed {
        Listed { item: self.name, paper: self.paper, title: self.title, minutes: self.minutes }
    }

    /// Makes the item, or goes on with it.
    ///
    /// ```no_run
    /// use pleach_lab::reproduce::{Item, Setup};
    /// use pleach_lab::{store::Store, work::Effort};
    /// use std::sync::Arc;
    /// let (mut store, stop) = (Store::in_memory()?, Arc::default());
    /// let registry = pleach_games::registry();
    /// let effort = Effort { threads: 2, stop: &stop };
    /// let mut setup = Setup::new(&mut store, effort, &registry).quick(true).seed(1);
    /// let found = Item::chosen(&["li-marsland/table-3"])?[0].run(&mut setup).unwrap();
    /// assert!(found.verdict().sentence().contains("grees"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(&self, setup: &mut Setup<'_>) -> Result<Finding, Unfinished> {
        (self.run)(setup)
    }

    /// What makes just this item.
    ///
    /// ```
    /// use pleach_lab::reproduce::Item;
    /// let item = Item::chosen(&["lim-lee/figure-6"]).unwrap()[0];
    /// assert_eq!(item.command(true, 7), "pleach reproduce lim-lee/figure-6 --quick --seed 7");
    /// assert_eq!(item.stem(), "lim-lee-figure-6");
    /// ```
    pub fn command(&self, quick: bool, seed: u64) -> String {
        let quick = if quick { " --quick" } else { "" };
        let seed = if seed == 1 { String::new() } else { format!(" --seed {seed}") };
        format!("pleach reproduce {}{quick}{seed}", self.name)
    }

    /// The beginning of the names of its files; the example is at [`Item::command`].
    pub fn stem(&self) -> String {
        self.name.replace('/', "-")
    }
}
