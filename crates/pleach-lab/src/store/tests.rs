use super::*;
use serde_json::json;

fn definition(seed: u64) -> Definition {
    Definition::new("test", "tic-tac-toe", &json!({"games": 10}), seed)
}

/// A file of its own in a folder that goes with the value.
struct StoreFile(PathBuf);

impl StoreFile {
    fn new(name: &str) -> StoreFile {
        let folder = std::env::temp_dir().join(format!("pleach-store-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        StoreFile(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join("lab.sqlite")
    }
}

impl Drop for StoreFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_run_is_known_by_its_definition_and_seed() {
    let mut store = Store::in_memory().unwrap();
    let first = store.begin(&definition(1)).unwrap();
    store.keep(&first, 3, &[json!({"x": 1})], 0.5).unwrap();
    let again = store.begin(&definition(1)).unwrap();
    assert_eq!(first.id(), again.id());
    assert_eq!(store.missing(&again, 5).unwrap(), [0, 1, 2, 4]);
    let other = store.begin(&definition(u64::MAX)).unwrap();
    assert_ne!(first.id(), other.id());
    assert_eq!(store.run(other.id()).unwrap().seed, u64::MAX);
    assert_eq!(store.runs().unwrap().len(), 2);
}

#[test]
fn a_shard_is_kept_once() {
    let mut store = Store::in_memory().unwrap();
    let run = store.begin(&definition(1)).unwrap();
    store.keep(&run, 0, &[json!({"x": 1})], 0.5).unwrap();
    store.keep(&run, 0, &[json!({"x": 2})], 0.5).unwrap();
    assert_eq!(store.rows(&run).unwrap(), [json!({"x": 1})]);
    assert_eq!(store.shard::<Value>(&run, 0).unwrap(), Some(vec![json!({"x": 1})]));
    assert_eq!(store.shard::<Value>(&run, 1).unwrap(), None);
}

#[test]
fn what_was_kept_is_there_when_the_file_is_opened_again() {
    let place = StoreFile::new("again");
    let mut store = Store::open(&place.file()).unwrap();
    let run = store.begin(&definition(1)).unwrap();
    store.keep(&run, 0, &[json!({"moves": "a1", "result": "win"})], 0.5).unwrap();
    store.end(&run, &json!({"elo": 3})).unwrap();
    drop((store, run));
    let store = Store::open_existing(&place.file()).unwrap();
    let info = store.runs().unwrap().remove(0);
    assert_eq!((info.shards, info.summary), (1, Some(json!({"elo": 3}))));
    let moves: String = store.connection.query_row("SELECT moves FROM games", [], |row| row.get(0)).unwrap();
    assert_eq!(moves, "a1");
}

#[test]
fn one_process_works_on_a_run() {
    let place = StoreFile::new("two");
    let (mut one, mut two) = (Store::open(&place.file()).unwrap(), Store::open(&place.file()).unwrap());
    let run = one.begin(&definition(1)).unwrap();
    assert!(matches!(two.begin(&definition(1)), Err(StoreError::Busy(1))));
    assert!(matches!(two.remove(1), Err(StoreError::Busy(1))));
    let other = two.begin(&definition(2)).unwrap();
    one.keep(&run, 0, &[json!({})], 0.0).unwrap();
    two.keep(&other, 0, &[json!({})], 0.0).unwrap();
    drop(run);
    assert!(two.begin(&definition(1)).is_ok());
    two.remove(1).unwrap();
    assert!(matches!(one.run(1), Err(StoreError::NoRun(1))));
    assert!(matches!(one.remove(7), Err(StoreError::NoRun(7))));
}

#[test]
fn foreign_files_are_left_alone() {
    let place = StoreFile::new("foreign");
    std::fs::write(place.file(), "a diary\n".repeat(200)).unwrap();
    assert!(matches!(Store::open(&place.file()), Err(StoreError::NoLaboratory(_))));
    assert_eq!(std::fs::read_to_string(place.file()).unwrap(), "a diary\n".repeat(200));
    let other = place.0.join("other.sqlite");
    Connection::open(&other).unwrap().execute_batch("CREATE TABLE diary (day)").unwrap();
    assert!(matches!(Store::open(&other), Err(StoreError::NoLaboratory(_))));
    assert!(matches!(Store::open_existing(&place.0.join("none")), Err(StoreError::Missing(_))));
    assert!(matches!(Store::open(&place.0.join("no/folder")), Err(StoreError::Opening { .. })));
}

#[test]
fn a_newer_laboratory_is_refused() {
    let place = StoreFile::new("newer");
    drop(Store::open(&place.file()).unwrap());
    let connection = Connection::open(place.file()).unwrap();
    connection.pragma_update(None, "user_version", LAYOUT + 1).unwrap();
    let error = Store::open(&place.file()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the laboratory was written by a newer Pleach (layout 2, this one knows 1)"
    );
}

#[test]
fn a_layout_that_nobody_has_written_is_not_called_newer() {
    let place = StoreFile::new("layout");
    drop(Store::open(&place.file()).unwrap());
    Connection::open(place.file()).unwrap().pragma_update(None, "user_version", 0).unwrap();
    for opened in [Store::open(&place.file()), Store::open_to_read(&place.file())] {
        let error = opened.unwrap_err().to_string();
        assert!(error.contains("the layout 0, which no Pleach has written"), "{error}");
    }
}

/// Looking into a laboratory takes no lock that somebody else holds, and leaves nothing behind.
#[test]
fn a_laboratory_is_read_while_another_writes() {
    let place = StoreFile::new("reading");
    let mut store = Store::open(&place.file()).unwrap();
    let run = store.begin(&definition(1)).unwrap();
    store.keep(&run, 0, &[json!({"x": 1})], 0.0).unwrap();
    store.connection.execute_batch("BEGIN IMMEDIATE").unwrap();
    let reader = Store::open_to_read(&place.file()).unwrap();
    assert_eq!(reader.runs().unwrap()[0].shards, 1);
    store.connection.execute_batch("COMMIT").unwrap();
    let error = reader.connection.execute("DELETE FROM runs", []).unwrap_err();
    assert_eq!(error.sqlite_error_code(), Some(rusqlite::ErrorCode::ReadOnly));
    assert!(matches!(Store::open_to_read(&place.0.join("none")), Err(StoreError::Missing(_))));
}

/// The superuser may write everywhere, so that this tells something only for others; a name with all that has a
/// meaning in an address is read in any case.
#[cfg(unix)]
#[test]
fn a_laboratory_in_a_folder_for_readers_is_read() {
    use std::os::unix::fs::PermissionsExt;
    let place = StoreFile::new("read only? #1 100%");
    let mut store = Store::open(&place.file()).unwrap();
    let run = store.begin(&definition(1)).unwrap();
    store.keep(&run, 0, &[json!({"x": 1})], 0.0).unwrap();
    drop((run, store));
    let permit = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    permit(&place.file(), 0o444);
    permit(&place.0, 0o555);
    let read = Store::open_to_read(&place.file()).map(|store| store.runs().unwrap()[0].shards);
    let as_it_is = Connection::open_with_flags(
        format!("file:{}?immutable=1", reading::escaped(&place.file())),
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI,
    );
    let shards: i64 =
        as_it_is.unwrap().query_row("SELECT count(*) FROM shards", [], |row| row.get(0)).unwrap();
    permit(&place.0, 0o755);
    assert_eq!((read.unwrap(), shards), (1, 1));
}

/// SQLite says that the disk is full when a file may have no more pages, too.
#[test]
fn a_full_disk_loses_nothing() {
    let place = StoreFile::new("full");
    let mut store = Store::open(&place.file()).unwrap();
    let run = store.begin(&definition(1)).unwrap();
    store.keep(&run, 0, &[json!({"x": 1})], 0.0).unwrap();
    let pages: i64 = store.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    store.connection.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(())).unwrap();
    let large = json!({"x": "y".repeat(100_000)});
    assert!(matches!(store.keep(&run, 1, &[large], 0.0), Err(StoreError::DiskFull)));
    drop((store, run));
    let mut store = Store::open(&place.file()).unwrap();
    let run = store.begin(&definition(1)).unwrap();
    assert_eq!(store.missing(&run, 2).unwrap(), [1]);
}

/// What somebody else has made may look like a laboratory and never come to an end when it is read.
#[test]
fn a_file_that_computes_is_no_laboratory() {
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT i AS id, '' AS kind, '' AS game, '' AS definition, '' AS seed, '' AS program, '' AS begun,
               NULL AS ended, NULL AS summary FROM n";
    for (name, change) in [
        ("view", format!("DROP TABLE runs; CREATE VIEW runs AS {endless}")),
        ("column", "ALTER TABLE runs ADD COLUMN more TEXT AS (hex(zeroblob(100000000)))".to_owned()),
        ("trigger", "CREATE TRIGGER more AFTER INSERT ON runs BEGIN DELETE FROM shards; END".to_owned()),
        (
            "virtual",
            "DROP TABLE shards; CREATE VIRTUAL TABLE shards USING fts5(run, number, rows, seconds)"
                .to_owned(),
        ),
    ] {
        let place = StoreFile::new(&format!("computes-{name}"));
        drop(Store::open(&place.file()).unwrap());
        Connection::open(place.file()).unwrap().execute_batch(&change).unwrap();
        let refused = [Store::open_to_read(&place.file()), Store::open(&place.file())];
        for refused in refused {
            assert!(matches!(refused, Err(StoreError::NoLaboratory(_))), "{name}: {refused:?}");
        }
    }
}
