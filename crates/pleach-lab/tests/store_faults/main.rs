//! A store whose every call of the operating system and every allocation fails once: nothing that was kept may be
//! lost, nothing panics, and the run that was disturbed goes on to the same end.
#![cfg(target_os = "linux")]

mod allocations;
mod faults;
mod system_calls;

use faults::Faults;
use pleach_lab::store::{Definition, Store, StoreError};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// What fails is a matter of the whole process: one test at a time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// The shards of the run; the first are there before anything fails.
const SHARDS: u64 = 5;
const KEPT_BEFORE: u64 = 2;

fn definition() -> Definition {
    Definition::new("faults", "no game", &json!({"to": SHARDS}), 1)
}

fn rows(shard: u64) -> [Value; 2] {
    // Long enough to need a page of its own.
    [json!({"shard": shard, "text": "x".repeat(3000)}), json!(shard * shard)]
}

/// A laboratory with the first shards.
fn begun(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("pleach-faults-{name}-{}.sqlite", std::process::id()));
    let mut store = Store::open(&path).unwrap();
    let run = store.begin(&definition()).unwrap();
    (0..KEPT_BEFORE).for_each(|shard| store.keep(&run, shard, &rows(shard), 0.1).unwrap());
    path
}

/// Does what is left of the run, and says which shards were kept as far as the store knows.
fn go_on(path: &Path, kept: &mut Vec<u64>) -> Result<Vec<Value>, StoreError> {
    let mut store = Store::open_existing(path)?;
    let run = store.begin(&definition())?;
    for shard in store.missing(&run, SHARDS)? {
        store.keep(&run, shard, &rows(shard), 0.1)?;
        kept.push(shard);
    }
    store.end(&run, &json!({"shards": SHARDS}))?;
    store.rows(&run)
}

/// Lets the `number`-th call fail while a run goes on, then demands that all is well without further failures. Returns
/// whether there was such a call.
fn disturb(template: &[u8], path: &Path, number: u64, faults: &Faults) -> bool {
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
    }
    std::fs::write(path, template).unwrap();
    let mut kept = Vec::new();
    let disturbed = faults.with_one(number, || go_on(path, &mut kept));
    let expected: Vec<Value> = (0..SHARDS).flat_map(rows).collect();
    if let Ok(found) = disturbed {
        assert_eq!(found, expected, "call {number}: a run that did not fail is whole");
    }
    let store = Store::open_existing(path).unwrap_or_else(|error| panic!("call {number}: {error}"));
    let runs = store.runs().unwrap();
    assert_eq!(runs.len(), 1, "call {number}");
    let mut there = Vec::new();
    store
        .each_shard(runs[0].id, |shard, found: Vec<Value>| {
            assert_eq!(found, rows(shard), "call {number}");
            there.push(shard);
        })
        .unwrap();
    let lost = (0..KEPT_BEFORE).chain(kept).find(|shard| !there.contains(shard));
    assert_eq!(lost, None, "call {number}: a shard that was kept is gone");
    drop(store);
    assert_eq!(go_on(path, &mut Vec::new()).unwrap(), expected, "call {number}");
    faults.happened()
}

/// Disturbs a run at its first call, its second, and so on, until there is no such call any more.
fn disturb_all(name: &str, faults: &Faults) -> u64 {
    let path = begun(name);
    let template = std::fs::read(&path).unwrap();
    let disturbed = (1..).take_while(|&number| disturb(&template, &path, number, faults)).count();
    let _ = std::fs::remove_file(&path);
    disturbed as u64
}

#[test]
fn any_call_of_the_system_may_fail() {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let calls = system_calls::install();
    assert!(calls >= 8, "only {calls} calls of the system can be made to fail");
    let disturbed = disturb_all("calls", &faults::SYSTEM_CALLS);
    assert!(disturbed >= 40, "only {disturbed} calls were made");
}

#[test]
fn any_allocation_may_fail() {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    allocations::install();
    let disturbed = disturb_all("memory", &faults::ALLOCATIONS);
    assert!(disturbed >= 100, "only {disturbed} allocations were made");
}
