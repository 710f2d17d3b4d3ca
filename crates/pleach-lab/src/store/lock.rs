//! One process a run.
//!
//! The lock is one of the operating system on a file beside the store: it ends with the process, also with one
//! that is killed, so that no run stays locked.

use super::StoreError;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    pub(super) fn take(store: &Path, run: i64) -> Result<Lock, StoreError> {
        let mut name = store.as_os_str().to_owned();
        name.push(format!("-run-{run}.lock"));
        let path = PathBuf::from(name);
        let failed = |reason| StoreError::Lock { path: path.clone(), reason };
        let file = File::create(&path).map_err(failed)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(StoreError::Busy(run)),
            // Where files cannot be locked, nobody is kept from anything.
            _ => Ok(Lock { path, _file: file }),
        }
    }
}

/// The file is taken away while it is still locked. Whoever opened it in between holds a lock on a file
/// without a name, and works on a run that has just been left: its shards are kept once all the same.
impl Drop for Lock {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}
