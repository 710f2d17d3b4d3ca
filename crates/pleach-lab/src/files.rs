//! Files that people name: they may be devices, pipes or links, and as long as anything.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{Error, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Longer files are no positions, weights, profiles or openings.
pub const LARGEST_FILE: u64 = 64 << 20;

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system says so.
    #[error("cannot be read: {0}")]
    System(#[from] Error),
    /// It is longer than it may be.
    #[error("more than {} MiB: too large for a {wanted}", most >> 20)]
    TooLong {
        /// The most bytes that are read.
        most: u64,
        /// What it should have been.
        wanted: String,
    },
    /// It is no text.
    #[error("no text: byte {0} is not UTF-8")]
    NoText(usize),
}

/// Reads a file of at most [`LARGEST_FILE`]. `wanted` says what it should be.
///
/// ```
/// use pleach_lab::files::read;
/// let error = read("/no/such/file".as_ref(), "profile").unwrap_err();
/// assert!(error.to_string().starts_with("cannot be read: "));
/// ```
pub fn read(path: &Path, wanted: &str) -> Result<Vec<u8>, ReadError> {
    read_from(File::open(path)?, LARGEST_FILE, wanted)
}

/// Reads a file of at most [`LARGEST_FILE`] that must be text.
pub fn read_text(path: &Path, wanted: &str) -> Result<String, ReadError> {
    text(read(path, wanted)?)
}

/// Reads a source to its end, but no more than so many bytes of it.
///
/// ```
/// use pleach_lab::files::read_from;
/// let endless = std::io::repeat(0);
/// assert_eq!(read_from(endless, 1 << 20, "profile").unwrap_err().to_string(), "more than 1 MiB: too large for a profile");
/// ```
pub fn read_from(source: impl Read, most: u64, wanted: &str) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    source.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(ReadError::TooLong { most, wanted: wanted.to_owned() }),
        false => Ok(bytes),
    }
}

/// Bytes as text.
pub fn text(bytes: Vec<u8>) -> Result<String, ReadError> {
    String::from_utf8(bytes).map_err(|error| ReadError::NoText(error.utf8_error().valid_up_to() + 1))
}

/// Writes a file: whole, or not at all. A link is followed, and stays one; into a device or a pipe the bytes are
/// written as they are; any other file is replaced once all of the new one is there.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let (path, known) = target(path)?;
    match known {
        Some(known) if !known.is_file() => OpenOptions::new().write(true).open(path)?.write_all(bytes),
        known => replace(&path, known.as_ref(), bytes),
    }
}

/// Where a path leads, and what is there.
fn target(path: &Path) -> Result<(PathBuf, Option<Metadata>), Error> {
    /// As many as the system itself follows.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match std::fs::symlink_metadata(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok((path, None)),
            Err(error) => return Err(error),
            Ok(known) if !known.is_symlink() => return Ok((path, Some(known))),
            Ok(_) => path = path.parent().unwrap_or(Path::new("")).join(std::fs::read_link(&path)?),
        }
    }
    Err(Error::other("too many links, one to the other"))
}

fn replace(path: &Path, known: Option<&Metadata>, bytes: &[u8]) -> Result<(), Error> {
    let (beside, mut file) = beside(path)?;
    let written = file.write_all(bytes).and_then(|()| match known {
        Some(known) => file.set_permissions(known.permissions()),
        None => Ok(()),
    });
    drop(file);
    let replaced = written.and_then(|()| std::fs::rename(&beside, path));
    if replaced.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    replaced
}

/// A new file in the same folder, under a name that nobody else has.
fn beside(path: &Path) -> Result<(PathBuf, File), Error> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    const MOST_TRIES: u32 = 1000;
    let name = path.file_name().ok_or(ErrorKind::IsADirectory)?;
    for _ in 0..MOST_TRIES {
        let mut new = std::ffi::OsString::from(".");
        new.push(name);
        new.push(format!(".{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed)));
        let beside = path.with_file_name(new);
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            file => return Ok((beside, file?)),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that goes with the value.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let folder = std::env::temp_dir().join(format!("pleach-files-{}-{name}", std::process::id()));
            std::fs::create_dir_all(&folder).unwrap();
            Folder(folder)
        }

        fn names(&self) -> Vec<String> {
            let entries = std::fs::read_dir(&self.0).unwrap();
            let mut names: Vec<String> =
                entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn files_are_replaced_and_leave_nothing_beside() {
        let folder = Folder::new("replace");
        let (file, other) = (folder.0.join("x.toml"), folder.0.join("x.new"));
        std::fs::write(&other, "mine").unwrap();
        write(&file, b"one").unwrap();
        write(&file, b"two").unwrap();
        assert_eq!(read(&file, "text").unwrap(), b"two");
        assert_eq!(folder.names(), ["x.new", "x.toml"]);
        assert_eq!(read_text(&other, "text").unwrap(), "mine");
        assert!(write(&folder.0, b"one").is_err(), "a folder is no file");
        assert!(write(&folder.0.join("no/folder"), b"one").is_err());
        assert_eq!(folder.names(), ["x.new", "x.toml"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_kept() {
        let folder = Folder::new("links");
        let (file, link, dangling) =
            (folder.0.join("file"), folder.0.join("link"), folder.0.join("dangling"));
        std::fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink("file", &link).unwrap();
        std::os::unix::fs::symlink("made", &dangling).unwrap();
        write(&link, b"new").unwrap();
        write(&dangling, b"made").unwrap();
        assert!([link, dangling].iter().all(|link| link.symlink_metadata().unwrap().is_symlink()));
        assert_eq!(read_text(&file, "text").unwrap(), "new");
        assert_eq!(folder.names(), ["dangling", "file", "link", "made"]);
        let circle = folder.0.join("circle");
        std::os::unix::fs::symlink("circle", &circle).unwrap();
        assert!(write(&circle, b"new").unwrap_err().to_string().contains("too many links"));
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_written_to_and_never_replaced() {
        use std::os::unix::fs::FileTypeExt;
        let folder = Folder::new("devices");
        let link = folder.0.join("null");
        std::os::unix::fs::symlink("/dev/null", &link).unwrap();
        write(&link, b"nothing").unwrap();
        assert!(std::fs::metadata(&link).unwrap().file_type().is_char_device());
        assert_eq!(folder.names(), ["null"]);
        let error = read(Path::new("/dev/zero"), "profile").unwrap_err().to_string();
        assert_eq!(error, "more than 64 MiB: too large for a profile");
    }
}
