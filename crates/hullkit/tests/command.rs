//! Runs the program as users do: in the game folder, with files of their own.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::atomic::{AtomicU32, Ordering},
};

/// Returns the game folder.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs `hullkit` with these arguments in the game folder. Returns the exit code, stdout and stderr.
pub(crate) fn hullkit(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hullkit"));
    let output = command.args(arguments).current_dir(root()).output().expect("hullkit starts");
    let text = |bytes| String::from_utf8(bytes).expect("hullkit prints text");
    (output.status.code().expect("hullkit ends by itself"), text(output.stdout), text(output.stderr))
}

/// Returns a path of this name in a new empty folder.
pub(crate) fn scratch(name: &str) -> PathBuf {
    static FOLDERS: AtomicU32 = AtomicU32::new(0);
    let number = FOLDERS.fetch_add(1, Ordering::Relaxed).to_string();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(number);
    let _ = fs::remove_dir_all(&folder); // it is there only from the second run on
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder.join(name)
}

/// Writes a file of this name with this text. Returns its path.
pub(crate) fn file(name: &str, text: impl AsRef<[u8]>) -> String {
    let path = scratch(name);
    fs::write(&path, text).expect("the test's folder can be written");
    plain(&path).to_owned()
}

/// Returns a path as an argument.
pub(crate) fn plain(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}
