//! Opening a file of SQLite to read and no more.

use rusqlite::{Connection, OpenFlags};
use std::path::Path;

/// Opens a file without ever writing to it.
///
/// SQLite keeps two files beside one that somebody writes to. Where it may not make them, in a folder that cannot be
/// written to, it reads the file as it is: nobody can be writing there. What a writer has left behind there and
/// not yet moved into the file would be missed, so that such a file is refused.
pub(super) fn open(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let plainly = Connection::open_with_flags(path, flags).and_then(looked_at);
    let refused = match plainly {
        Err(error) if has_no_journal(path) && cannot_write(&error) => error,
        other => return other,
    };
    let address = format!("file:{}?immutable=1", escaped(path));
    let as_it_is = Connection::open_with_flags(address, flags | OpenFlags::SQLITE_OPEN_URI);
    as_it_is.and_then(looked_at).map_err(|_| refused)
}

/// SQLite opens a file when it is first asked for something.
fn looked_at(connection: Connection) -> rusqlite::Result<Connection> {
    connection.query_row("SELECT count(*) FROM sqlite_master", [], |_| Ok(()))?;
    Ok(connection)
}

fn cannot_write(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{CannotOpen, PermissionDenied, ReadOnly};
    matches!(error.sqlite_error_code(), Some(CannotOpen | PermissionDenied | ReadOnly))
}

fn has_no_journal(path: &Path) -> bool {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    std::fs::metadata(name).map_or(true, |journal| journal.len() == 0)
}

/// A path within an address.
pub(super) fn escaped(path: &Path) -> String {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let escape = |byte: &u8| match byte {
        b'/' | b'.' | b'-' | b'_' => char::from(*byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => char::from(*byte).to_string(),
        _ => format!("%{byte:02x}"),
    };
    path.as_os_str().as_encoded_bytes().iter().map(escape).collect()
}
