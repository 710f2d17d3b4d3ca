//! The files that another program consists of, as far as its command names them: if one of them has changed, so may
//! have its play.

use serde::Serialize;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Of a larger file only the beginning is read.
const MOST_BYTES: u64 = 1 << 30;

/// A file with what it held.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Held {
    word: String,
    bytes: u64,
    hash: String,
}

/// The files among the words of a command: the program, wherever the system finds it, and scripts or networks that it
/// is given.
pub(super) fn files_of(command: &str) -> Vec<Held> {
    let program = command.split_whitespace().take(1).filter_map(|word| Some((word, found(word)?)));
    let others = command.split_whitespace().skip(1).map(|word| (word, PathBuf::from(word)));
    program.chain(others).filter_map(|(word, path)| held(word, &path).ok().flatten()).collect()
}

/// Where a program is: a path as it is, a name in the folders of `PATH`.
fn found(program: &str) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(PathBuf::from(program));
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// What a regular file holds; devices and pipes hold nothing to speak of.
fn held(word: &str, path: &Path) -> std::io::Result<Option<Held>> {
    let metadata = path.metadata()?;
    if !metadata.is_file() {
        return Ok(None);
    }
    let (mut file, mut hash) = (File::open(path)?.take(MOST_BYTES), 0);
    let mut block = vec![0; 1 << 16];
    loop {
        let read = file.read(&mut block)?;
        if read == 0 {
            let (word, bytes) = (word.to_owned(), metadata.len());
            return Ok(Some(Held { word, bytes, hash: format!("{hash:016x}") }));
        }
        hash = pleach::key_of(&(hash, &block[..read]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_was_built_anew_is_another_one() {
        let folder = std::env::temp_dir().join(format!("pleach-files-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let script = folder.join("player.sh");
        let command = format!("sh {} --level 3", script.display());
        std::fs::write(&script, "echo 1").unwrap();
        let before = files_of(&command);
        assert_eq!(before.len(), 2, "the shell and the script: {before:?}");
        assert_eq!(before, files_of(&command));
        std::fs::write(&script, "echo 2").unwrap();
        let after = files_of(&command);
        assert!(before[0] == after[0] && before[1] != after[1], "{after:?}");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_is_no_file_is_left_out() {
        assert_eq!(files_of("no-such-program-anywhere /dev/zero /no/such/file"), []);
    }
}
