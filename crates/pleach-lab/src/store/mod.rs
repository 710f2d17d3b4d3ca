//! The store: one SQLite file that keeps every run and loses nothing.
//!
//! A [run](Run) is known by what decides its result: its kind, its definition and its seed. Its work is cut
//! into numbered shards, and what a shard has found is stored in one transaction, so that a run that was
//! killed at any moment goes on where it was and ends with the same result. The tables are described in
//! `schema.sql` beside this file, for everybody who reads the file with other programs.
//!
//! ```
//! use pleach_lab::store::{Definition, Store};
//! use serde_json::json;
//!
//! let mut store = Store::in_memory()?;
//! let definition = Definition::new("count", "tic-tac-toe", &json!({"to": 3}), 1);
//! let run = store.begin(&definition)?;
//! for shard in store.missing(&run, 3)? {
//!     store.keep(&run, shard, &[json!({"square": shard * shard})], 0.1)?;
//! }
//! assert!(store.missing(&run, 3)?.is_empty());
//! assert_eq!(store.rows(&run)?[2]["square"], 4);
//! # Ok::<(), pleach_lab::store::StoreError>(())
//! ```

mod error;
mod export;
mod lock;
mod reading;

pub use error::StoreError;
pub use export::{csv, json_lines};

use lock::Lock;
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};
use serde::Serialize;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The layout of the tables that this version writes.
const LAYOUT: i32 = 1;
/// Says that a SQLite file is a laboratory of Pleach: "PLCH".
const APPLICATION: i32 = 0x504c_4348;
/// How long one process waits for another one's transaction.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a file of SQLite holds.
enum Contents {
    Empty,
    Ours,
    /// A laboratory that this version neither reads nor writes.
    OtherLayout(i32),
    Foreign,
}

impl Contents {
    fn of(connection: &Connection) -> rusqlite::Result<Contents> {
        let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
        let (layout, application) = (number("user_version")?, number("application_id")?);
        let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
        Ok(match (tables, application, layout) {
            (0, _, _) => Contents::Empty,
            (_, APPLICATION, LAYOUT) if is_plain(connection)? => Contents::Ours,
            (_, APPLICATION, LAYOUT) => Contents::Foreign,
            (_, APPLICATION, other) => Contents::OtherLayout(other),
            _ => Contents::Foreign,
        })
    }
}

/// Whether our tables are tables, which hold what was stored and compute nothing: a view of the same name, a computed
/// column or a trigger could make whoever reads or adds a row wait for ever.
fn is_plain(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row(
        "SELECT (SELECT count(*) FROM pragma_table_list
                 WHERE name IN ('runs', 'shards') AND schema = 'main' AND type = 'table') = 2
            AND NOT EXISTS (SELECT 1 FROM pragma_table_xinfo('runs') WHERE hidden <> 0)
            AND NOT EXISTS (SELECT 1 FROM pragma_table_xinfo('shards') WHERE hidden <> 0)
            AND NOT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'trigger')",
        [],
        |row| row.get(0),
    )
}

/// What makes a run what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    kind: String,
    game: String,
    text: String,
    seed: u64,
}

impl Definition {
    /// The definition of a run: its kind, the game with its options, everything else that decides its
    /// result, and the seed of whatever is random in it.
    pub fn new(kind: &str, game: &str, details: &impl Serialize, seed: u64) -> Definition {
        // Only what has no JSON at all, such as a map with keys that are no text, fails here; such
        // details would be a mistake of this program.
        let mut details = serde_json::to_value(details).unwrap_or_else(|error| error.to_string().into());
        // Two games may have everything else in common.
        match details.as_object_mut() {
            Some(details) => drop(details.entry("game").or_insert_with(|| game.into())),
            None => details = serde_json::json!({ "game": game, "details": details }),
        }
        let text = details.to_string();
        Definition { kind: kind.to_owned(), game: game.to_owned(), text, seed }
    }
}

/// A run that this process works on. While it exists no other process can work on the same run.
#[derive(Debug)]
pub struct Run {
    id: i64,
    _lock: Option<Lock>,
}

impl Run {
    /// The number by which people know it.
    pub fn id(&self) -> i64 {
        self.id
    }
}

/// What is known of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunInfo {
    /// The number by which people know it.
    pub id: i64,
    /// What kind of work it is.
    pub kind: String,
    /// The game with its options.
    pub game: String,
    /// Everything that decides the result, except for the seed.
    pub definition: Value,
    /// The seed.
    pub seed: u64,
    /// The version of Pleach that began it.
    pub program: String,
    /// When it was begun, in UTC.
    pub begun: String,
    /// When it was ended, in UTC; none while there is work left.
    pub ended: Option<String>,
    /// The shards that are done.
    pub shards: u64,
    /// The time that they took together.
    pub seconds: f64,
    /// The result, once the run has ended.
    pub summary: Option<Value>,
}

/// A laboratory.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: Option<PathBuf>,
}

impl Store {
    /// Opens a laboratory, a new one if there is none.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let connection = Connection::open(path).map_err(|error| StoreError::opening(path, error))?;
        Store::prepare(connection, Some(path))
    }

    /// Opens a laboratory that must be there.
    pub fn open_existing(path: &Path) -> Result<Store, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing(path.to_owned()));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection =
            Connection::open_with_flags(path, flags).map_err(|error| StoreError::opening(path, error))?;
        Store::prepare(connection, Some(path))
    }

    /// Opens a laboratory that must be there, to look into it and no more: it may be on a disk that cannot be written
    /// to, and others may be writing.
    pub fn open_to_read(path: &Path) -> Result<Store, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing(path.to_owned()));
        }
        let failed = |error| StoreError::opening(path, error);
        let connection = reading::open(path).map_err(failed)?;
        connection.busy_timeout(PATIENCE).map_err(failed)?;
        match Contents::of(&connection).map_err(failed)? {
            Contents::Ours => Ok(Store { connection, path: Some(path.to_owned()) }),
            Contents::Empty | Contents::Foreign => Err(StoreError::NoLaboratory(path.to_owned())),
            Contents::OtherLayout(found) => Err(StoreError::layout(found)),
        }
    }

    /// A laboratory that is forgotten with the value.
    pub fn in_memory() -> Result<Store, StoreError> {
        Store::prepare(Connection::open_in_memory()?, None)
    }

    fn prepare(mut connection: Connection, path: Option<&Path>) -> Result<Store, StoreError> {
        let failed = |error| match path {
            Some(path) => StoreError::opening(path, error),
            None => StoreError::from(error),
        };
        connection.busy_timeout(PATIENCE).map_err(failed)?;
        // The journal's name is an answer, so that this is a query.
        connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(())).map_err(failed)?;
        connection.execute_batch("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON").map_err(failed)?;
        let transaction =
            connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).map_err(failed)?;
        match Contents::of(&transaction).map_err(failed)? {
            Contents::Empty => {
                transaction.execute_batch(include_str!("schema.sql")).map_err(failed)?;
                transaction.pragma_update(None, "application_id", APPLICATION).map_err(failed)?;
                transaction.pragma_update(None, "user_version", LAYOUT).map_err(failed)?;
            }
            Contents::Ours => {}
            Contents::OtherLayout(found) => return Err(StoreError::layout(found)),
            Contents::Foreign => {
                return Err(StoreError::NoLaboratory(path.unwrap_or(Path::new("memory")).to_owned()));
            }
        }
        transaction.commit().map_err(failed)?;
        Ok(Store { connection, path: path.map(Path::to_owned) })
    }

    /// Begins a run, or goes on with the one that has this definition.
    pub fn begin(&mut self, definition: &Definition) -> Result<Run, StoreError> {
        let Definition { kind, game, text, seed } = definition;
        let seed = seed.to_string();
        self.connection.execute(
            "INSERT INTO runs (kind, game, definition, seed, program, begun)
             VALUES (?1, ?2, ?3, ?4, ?5, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')) ON CONFLICT DO NOTHING",
            params![kind, game, text, seed, env!("CARGO_PKG_VERSION")],
        )?;
        let id: i64 = self.connection.query_row(
            "SELECT id FROM runs WHERE kind = ?1 AND definition = ?2 AND seed = ?3",
            params![kind, text, seed],
            |row| row.get(0),
        )?;
        let lock = self.path.as_deref().map(|path| Lock::take(path, id)).transpose()?;
        Ok(Run { id, _lock: lock })
    }

    /// The shards of the first `count` that are not done.
    pub fn missing(&self, run: &Run, count: u64) -> Result<Vec<u64>, StoreError> {
        let mut statement =
            self.connection.prepare_cached("SELECT number FROM shards WHERE run = ?1 ORDER BY number")?;
        let done: Result<Vec<u64>, _> = statement.query_map([run.id], |row| row.get(0))?.collect();
        let done = done?;
        Ok((0..count).filter(|number| done.binary_search(number).is_err()).collect())
    }

    /// Keeps what a shard has found. A shard that is there already stays as it is.
    pub fn keep(
        &mut self,
        run: &Run,
        shard: u64,
        rows: &[impl Serialize],
        seconds: f64,
    ) -> Result<(), StoreError> {
        let rows = serde_json::to_string(rows)?;
        self.connection
            .prepare_cached(
                "INSERT INTO shards (run, number, rows, seconds) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT DO NOTHING",
            )?
            .execute(params![run.id, shard, rows, seconds])?;
        Ok(())
    }

    /// The rows of a shard, if it is done.
    pub fn shard<T: serde::de::DeserializeOwned>(
        &self,
        run: &Run,
        shard: u64,
    ) -> Result<Option<Vec<T>>, StoreError> {
        let mut statement =
            self.connection.prepare_cached("SELECT rows FROM shards WHERE run = ?1 AND number = ?2")?;
        let text: Option<String> =
            statement.query_row(params![run.id, shard], |row| row.get(0)).optional()?;
        Ok(text.map(|text| serde_json::from_str(&text)).transpose()?)
    }

    /// All rows of a run, in the order of its shards.
    pub fn rows(&self, run: &Run) -> Result<Vec<Value>, StoreError> {
        let mut rows = Vec::new();
        self.each_shard(run.id, |_, more| rows.extend(more))?;
        Ok(rows)
    }

    /// Hands over the rows of every shard that is done, in the order of their numbers.
    pub fn each_shard<T: serde::de::DeserializeOwned>(
        &self,
        run: i64,
        mut take: impl FnMut(u64, Vec<T>),
    ) -> Result<(), StoreError> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT number, rows FROM shards WHERE run = ?1 ORDER BY number")?;
        let mut shards = statement.query([run])?;
        while let Some(shard) = shards.next()? {
            let text = shard.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?;
            take(shard.get(0)?, serde_json::from_str(text)?);
        }
        Ok(())
    }

    /// Says that a run is done, and what came of it.
    pub fn end(&mut self, run: &Run, summary: &impl Serialize) -> Result<(), StoreError> {
        let summary = serde_json::to_string(summary)?;
        self.connection.execute(
            "UPDATE runs SET summary = ?2, ended = coalesce(ended, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
             WHERE id = ?1",
            params![run.id, summary],
        )?;
        Ok(())
    }

    /// All runs, the oldest first.
    pub fn runs(&self) -> Result<Vec<RunInfo>, StoreError> {
        self.select("ORDER BY runs.id", [])
    }

    /// A run by its number.
    pub fn run(&self, id: i64) -> Result<RunInfo, StoreError> {
        self.select("WHERE runs.id = ?1", [id])?.pop().ok_or(StoreError::NoRun(id))
    }

    fn select(&self, which: &str, values: impl rusqlite::Params) -> Result<Vec<RunInfo>, StoreError> {
        let mut statement = self.connection.prepare(&format!(
            "SELECT runs.id, kind, game, definition, seed, program, begun, ended, summary,
                    (SELECT count(*) FROM shards WHERE run = runs.id),
                    (SELECT total(seconds) FROM shards WHERE run = runs.id)
             FROM runs {which}"
        ))?;
        let infos: Result<Vec<_>, _> = statement.query_map(values, info)?.collect();
        Ok(infos?)
    }

    /// Takes a run away with all that it has found.
    pub fn remove(&mut self, id: i64) -> Result<(), StoreError> {
        let _lock = self.path.as_deref().map(|path| Lock::take(path, id)).transpose()?;
        match self.connection.execute("DELETE FROM runs WHERE id = ?1", [id])? {
            0 => Err(StoreError::NoRun(id)),
            _ => Ok(()),
        }
    }
}

fn info(row: &Row<'_>) -> rusqlite::Result<RunInfo> {
    let json = |column: usize| -> rusqlite::Result<Option<Value>> {
        let text: Option<String> = row.get(column)?;
        let read = |text: String| serde_json::from_str(&text).unwrap_or(Value::String(text));
        Ok(text.map(read))
    };
    let seed: String = row.get(4)?;
    Ok(RunInfo {
        id: row.get(0)?,
        kind: row.get(1)?,
        game: row.get(2)?,
        definition: json(3)?.unwrap_or(Value::Null),
        seed: seed.parse().unwrap_or(0),
        program: row.get(5)?,
        begun: row.get(6)?,
        ended: row.get(7)?,
        summary: json(8)?,
        shards: row.get(9)?,
        seconds: row.get(10)?,
    })
}

#[cfg(test)]
mod tests;
