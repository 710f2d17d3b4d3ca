//! What can go wrong with a store.

use std::path::{Path, PathBuf};

/// Why the store could not do what it was asked for. What was stored before is still there.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no such file.
    #[error("{}: there is no such laboratory", .0.display())]
    Missing(PathBuf),
    /// The file is something else.
    #[error("{}: the file is not a laboratory of Pleach", .0.display())]
    NoLaboratory(PathBuf),
    /// The file was written by a newer version.
    #[error("the laboratory was written by a newer Pleach (layout {found}, this one knows {known})")]
    Newer {
        /// The layout of the file.
        found: i32,
        /// The newest layout that this version knows.
        known: i32,
    },
    /// The layout is none that any version has written.
    #[error(
        "the laboratory has the layout {found}, which no Pleach has written (this one writes {known}): it is damaged"
    )]
    UnknownLayout {
        /// The layout of the file.
        found: i32,
        /// The layout that this version writes.
        known: i32,
    },
    /// The file could not be opened.
    #[error("{}: the laboratory cannot be opened: {reason}", path.display())]
    Opening {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: rusqlite::Error,
    },
    /// Another process works on the same run.
    #[error("run {0} is being worked on by another process")]
    Busy(i64),
    /// There is no run with this number.
    #[error("there is no run {0}; `pleach lab ls` lists them")]
    NoRun(i64),
    /// The disk is full.
    #[error("the disk is full; what is done is kept, and the same command resumes there")]
    DiskFull,
    /// Any other failure of SQLite.
    #[error("the laboratory: {0}")]
    Sqlite(rusqlite::Error),
    /// A shard holds what its kind of run never writes.
    #[error("the laboratory holds something that is not a result: {0}")]
    Json(#[from] serde_json::Error),
    /// The lock of a run could not be made.
    #[error("{}: cannot be written: {reason}", path.display())]
    Lock {
        /// The file of the lock.
        path: PathBuf,
        /// What the system says.
        reason: std::io::Error,
    },
}

impl StoreError {
    /// What is wrong with another layout than ours.
    pub(super) fn layout(found: i32) -> StoreError {
        let known = super::LAYOUT;
        match found > known {
            true => StoreError::Newer { found, known },
            false => StoreError::UnknownLayout { found, known },
        }
    }

    pub(super) fn opening(path: &Path, reason: rusqlite::Error) -> StoreError {
        match reason.sqlite_error_code() {
            Some(rusqlite::ErrorCode::NotADatabase) => StoreError::NoLaboratory(path.to_owned()),
            Some(rusqlite::ErrorCode::DiskFull) => StoreError::DiskFull,
            _ => StoreError::Opening { path: path.to_owned(), reason },
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DiskFull) => StoreError::DiskFull,
            _ => StoreError::Sqlite(error),
        }
    }
}
