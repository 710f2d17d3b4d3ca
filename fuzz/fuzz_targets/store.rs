//! Laboratories: a file of any bytes is opened or refused, read, written out and added to, and nothing that stands in it
//! may hang or panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pleach_fuzz as _; // The budget of memory.
use pleach_lab::contest::GameRecord;
use pleach_lab::store::{Definition, Store, csv, json_lines};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

static FILE: LazyLock<PathBuf> =
    LazyLock::new(|| std::env::temp_dir().join(format!("pleach-fuzz-{}.sqlite", std::process::id())));

/// Everything that `lab` shows of a store.
fn look(store: &Store) {
    let Ok(runs) = store.runs() else { return };
    for run in runs {
        let mut rows = Vec::new();
        if store.each_shard(run.id, |_, more| rows.extend(more)).is_ok() {
            let table = csv(&rows);
            assert!(rows.is_empty() || !table.is_empty());
            assert_eq!(json_lines(&rows).lines().count(), rows.len());
        }
        let _ = store.each_shard(run.id, |_, _: Vec<GameRecord>| {});
    }
}

/// Goes on with a run, as any command does.
fn add_to(store: &mut Store) -> Result<(), pleach_lab::store::StoreError> {
    let definition = Definition::new("match", "tic-tac-toe", &"anything", 1);
    let run = store.begin(&definition)?;
    for shard in store.missing(&run, 3)? {
        store.keep(&run, shard, &[shard], 0.5)?;
    }
    assert!(store.missing(&run, 3)?.is_empty());
    store.end(&run, &"done")?;
    store.remove(run.id())
}

fn clear(file: &Path) {
    for ending in ["sqlite", "sqlite-wal", "sqlite-shm", "sqlite-journal"] {
        let _ = std::fs::remove_file(file.with_extension(ending));
    }
}

fuzz_target!(|bytes: &[u8]| {
    clear(&FILE);
    std::fs::write(&*FILE, bytes).expect("there is room for a file");
    if let Ok(store) = Store::open_to_read(&FILE) {
        look(&store);
    }
    assert_eq!(std::fs::read(&*FILE).ok().as_deref(), Some(bytes), "to look into it changes nothing");
    if let Ok(mut store) = Store::open(&FILE) {
        look(&store);
        let _ = add_to(&mut store);
    }
});
