//! Allocations of SQLite that fail on demand (`SQLITE_CONFIG_MALLOC`).

use crate::faults::ALLOCATIONS;
use rusqlite::ffi::{self, SQLITE_OK, sqlite3_mem_methods};
use std::ffi::{c_int, c_void};
use std::sync::OnceLock;

type Allocate = unsafe extern "C" fn(c_int) -> *mut c_void;
type Reallocate = unsafe extern "C" fn(*mut c_void, c_int) -> *mut c_void;

/// What SQLite allocates by when it is left alone.
static USUAL: OnceLock<(Option<Allocate>, Option<Reallocate>)> = OnceLock::new();

unsafe extern "C" fn allocate(bytes: c_int) -> *mut c_void {
    match USUAL.get().and_then(|usual| usual.0) {
        // SAFETY: SQLite's own function, called as SQLite calls it.
        Some(usual) if !ALLOCATIONS.is_now() => unsafe { usual(bytes) },
        _ => std::ptr::null_mut(),
    }
}

unsafe extern "C" fn reallocate(old: *mut c_void, bytes: c_int) -> *mut c_void {
    match USUAL.get().and_then(|usual| usual.1) {
        // SAFETY: SQLite's own function, called as SQLite calls it.
        Some(usual) if !ALLOCATIONS.is_now() => unsafe { usual(old, bytes) },
        _ => std::ptr::null_mut(),
    }
}

/// Puts the failing allocator in the place of SQLite's.
pub(crate) fn install() {
    USUAL.get_or_init(|| {
        // SAFETY: SQLite is shut down while its allocator is exchanged, and no other thread uses it: the tests of this
        // program run one at a time and have closed their stores.
        unsafe {
            assert_eq!(ffi::sqlite3_shutdown(), SQLITE_OK);
            let mut usual: sqlite3_mem_methods = std::mem::zeroed();
            assert_eq!(ffi::sqlite3_config(ffi::SQLITE_CONFIG_GETMALLOC, &mut usual), SQLITE_OK);
            let mut failing = usual;
            failing.xMalloc = Some(allocate);
            failing.xRealloc = Some(reallocate);
            assert_eq!(ffi::sqlite3_config(ffi::SQLITE_CONFIG_MALLOC, &mut failing), SQLITE_OK);
            (usual.xMalloc, usual.xRealloc)
        }
    });
    // SAFETY: as at the start of the process; only now, since the allocator asks for the usual one.
    assert_eq!(unsafe { ffi::sqlite3_initialize() }, SQLITE_OK);
}
