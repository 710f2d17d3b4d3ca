//! Calls of the operating system that fail on demand, put in by the hook that SQLite's own tests use
//! (`sqlite3_vfs.xSetSystemCall`).

use crate::faults::SYSTEM_CALLS;
use rusqlite::ffi::{self, SQLITE_OK};
use std::ffi::{CStr, c_char, c_int, c_void};

unsafe extern "C" {
    fn __errno_location() -> *mut c_int;
    fn open(path: *const c_char, flags: c_int, mode: c_int) -> c_int;
    fn read(file: c_int, bytes: *mut c_void, count: usize) -> isize;
    fn write(file: c_int, bytes: *const c_void, count: usize) -> isize;
    fn pread(file: c_int, bytes: *mut c_void, count: usize, offset: i64) -> isize;
    fn pwrite(file: c_int, bytes: *const c_void, count: usize, offset: i64) -> isize;
    fn ftruncate(file: c_int, length: i64) -> c_int;
    fn fstat(file: c_int, found: *mut c_void) -> c_int;
    fn unlink(path: *const c_char) -> c_int;
    fn mmap(
        at: *mut c_void,
        length: usize,
        may: c_int,
        flags: c_int,
        file: c_int,
        offset: i64,
    ) -> *mut c_void;
}

const EIO: c_int = 5;
const ENOSPC: c_int = 28;

/// Whether this call fails, and how.
fn fails(error: c_int) -> bool {
    let fails = SYSTEM_CALLS.is_now();
    if fails {
        // SAFETY: the C library's place for the thread's error number.
        unsafe { *__errno_location() = error };
    }
    fails
}

/// The same call as the system's, unless it is to fail.
macro_rules! failing {
    ($name:ident, $real:ident, $error:expr, $failed:expr, ($($argument:ident: $kind:ty),*) -> $result:ty) => {
        extern "C" fn $name($($argument: $kind),*) -> $result {
            if fails($error) {
                return $failed;
            }
            // SAFETY: the arguments are those that SQLite hands to the system's own call.
            unsafe { $real($($argument),*) }
        }
    };
}

failing!(open_or_fail, open, EIO, -1, (path: *const c_char, flags: c_int, mode: c_int) -> c_int);
failing!(read_or_fail, read, EIO, -1, (file: c_int, bytes: *mut c_void, count: usize) -> isize);
failing!(write_or_fail, write, ENOSPC, -1, (file: c_int, bytes: *const c_void, count: usize) -> isize);
failing!(pread_or_fail, pread, EIO, -1, (file: c_int, bytes: *mut c_void, count: usize, offset: i64) -> isize);
failing!(pwrite_or_fail, pwrite, ENOSPC, -1, (file: c_int, bytes: *const c_void, count: usize, offset: i64) -> isize);
failing!(ftruncate_or_fail, ftruncate, EIO, -1, (file: c_int, length: i64) -> c_int);
failing!(fstat_or_fail, fstat, EIO, -1, (file: c_int, found: *mut c_void) -> c_int);
failing!(unlink_or_fail, unlink, EIO, -1, (path: *const c_char) -> c_int);
failing!(mmap_or_fail, mmap, EIO, usize::MAX as *mut c_void,
    (at: *mut c_void, length: usize, may: c_int, flags: c_int, file: c_int, offset: i64) -> *mut c_void);

/// Puts the failing calls in the place of the system's, and says how many SQLite has taken.
pub(crate) fn install() -> usize {
    let calls: [(&CStr, *const c_void); 11] = [
        (c"open", open_or_fail as *const c_void),
        (c"read", read_or_fail as *const c_void),
        (c"write", write_or_fail as *const c_void),
        (c"pread", pread_or_fail as *const c_void),
        (c"pread64", pread_or_fail as *const c_void),
        (c"pwrite", pwrite_or_fail as *const c_void),
        (c"pwrite64", pwrite_or_fail as *const c_void),
        (c"ftruncate", ftruncate_or_fail as *const c_void),
        (c"fstat", fstat_or_fail as *const c_void),
        (c"unlink", unlink_or_fail as *const c_void),
        (c"mmap", mmap_or_fail as *const c_void),
    ];
    // SAFETY: the default file system of SQLite lives as long as the process, and its hooks take and give pointers to
    // functions; each of ours has the signature of the call that it stands for.
    unsafe {
        let system = ffi::sqlite3_vfs_find(std::ptr::null());
        let (Some(get), Some(set)) = ((*system).xGetSystemCall, (*system).xSetSystemCall) else { return 0 };
        let replaced = calls.into_iter().filter(|(name, call)| {
            // A call that this build of SQLite does not make has no function.
            get(system, name.as_ptr()).is_some()
                && set(
                    system,
                    name.as_ptr(),
                    Some(std::mem::transmute::<*const c_void, unsafe extern "C" fn()>(*call)),
                ) == SQLITE_OK
        });
        replaced.count()
    }
}
