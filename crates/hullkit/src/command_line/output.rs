//! The rules for output files.
//!
//! No command writes to a file that it reads. A file that the user did not name, or whose kind differs from that of the
//! output, is replaced only with `--force`.

use crate::{
    command_line::failure::{Failure, read},
    command_line::file_kind::FileKind,
};
use campaign::TypedLevel;
use clap::Args;
use ports::{is_same_file, write_all_whole, write_whole};
use raycast::Frame;
use renderer::encode_png;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The option to replace files that are otherwise protected.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Force {
    /// Replace files of another kind, and files whose names you did not type.
    #[arg(long)]
    force: bool,
}

/// The input files of a command, and whether it may replace protected files.
pub(crate) struct Outputs {
    inputs: Vec<PathBuf>,
    force: bool,
}

impl Outputs {
    /// Creates the outputs of a command that reads these files. A level may be typed as a pipeline with a seed.
    pub(crate) fn beside<'a>(inputs: impl IntoIterator<Item = &'a Path>, Force { force }: Force) -> Self {
        let file = |typed: &Path| match typed.to_str().map(TypedLevel::read) {
            Some(Ok(level)) => PathBuf::from(level.file),
            _ => typed.to_owned(),
        };
        Outputs { inputs: inputs.into_iter().map(file).collect(), force }
    }

    /// Fails if a file that the user named must not be written.
    pub(crate) fn check(&self, path: &Path, kind: FileKind) -> Result<(), Failure> {
        self.check_apart(path)?;
        check_folder(path)?;
        if self.force || !is_file(path) || kind.matches(path, &read(path)?) {
            return Ok(());
        }
        let (shown, name) = (path.display(), kind.name());
        Err(Failure::arguments(format!("{shown}: exists and is not {name}: name another file, or add --force")))
    }

    /// Fails if a file whose name the command chose must not be written, or if its folder does not exist.
    pub(crate) fn check_unnamed(&self, path: &Path) -> Result<(), Failure> {
        check_folder(path)?;
        self.check_not_replaced(path)
    }

    /// Fails if a file is an input of the command or would be replaced.
    fn check_not_replaced(&self, path: &Path) -> Result<(), Failure> {
        self.check_apart(path)?;
        if self.force || path.symlink_metadata().is_err() {
            return Ok(());
        }
        let what = "exists already and would be replaced: move it, name another file, or add --force";
        Err(Failure::arguments(format!("{}: {what}", path.display())))
    }

    /// Fails if a file is one of those that the command reads.
    pub(crate) fn check_apart(&self, path: &Path) -> Result<(), Failure> {
        let Some(input) = self.inputs.iter().find(|input| is_same_file(path, input)) else { return Ok(()) };
        let (shown, input) = (path.display(), input.display());
        Err(Failure::arguments(format!("{shown}: is the same file as the input {input}: name another one")))
    }

    /// Writes a file that the user named.
    pub(crate) fn write(&self, path: &Path, kind: FileKind, content: impl AsRef<[u8]>) -> Result<(), Failure> {
        self.check(path, kind)?;
        write(path, content)
    }

    /// Writes files whose names the command chose, all of them or none, and creates their folders. Files that have the same content already are
    /// left untouched.
    pub(crate) fn write_unnamed(&self, files: &[(PathBuf, Vec<u8>)]) -> Result<(), Failure> {
        let is_written =
            |(path, content): &&(PathBuf, Vec<u8>)| is_file(path) && read(path).is_ok_and(|old| old == *content);
        let (written, new): (Vec<_>, Vec<_>) = files.iter().partition(is_written);
        written.iter().try_for_each(|(path, _)| self.check_apart(path))?;
        new.iter().try_for_each(|(path, _)| self.check_not_replaced(path))?;
        let new: Vec<_> = new.into_iter().cloned().collect();
        write_all_whole(&new).map_err(|(path, error)| Failure::file(&path, "written", error))
    }

    /// Writes a frame as a PNG file that the user named.
    pub(crate) fn write_png(&self, path: &Path, frame: &Frame) -> Result<(), Failure> {
        self.write(path, FileKind::Image, encode(path, frame)?)
    }
}

/// Encodes a frame as PNG. The path is for messages.
pub(crate) fn encode(path: &Path, frame: &Frame) -> Result<Vec<u8>, Failure> {
    encode_png(frame).map_err(|error| Failure::file(path, "written", error))
}

/// Fails if the folder of an output file does not exist. It is not created, because its name is probably mistyped.
pub(crate) fn check_folder(path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let has_folder = path.is_symlink() || folder.is_none_or(Path::exists);
    let missing = || format!("no folder {}", folder.unwrap_or(path).display());
    if has_folder { Ok(()) } else { Err(Failure::file(path, "written", missing())) }
}

/// Returns true for a regular file, also at the end of links. Devices and pipes are written to without replacing
/// anything.
fn is_file(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| data.is_file())
}

/// Writes a file without checks.
pub(crate) fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    write_whole(path, content.as_ref()).map_err(|error| Failure::file(path, "written", error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ports::assert_message;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;
    use std::collections::BTreeMap;

    /// Names that are used, so that commands meet the same files.
    const NAMES: [&str; 5] = ["a.ron", "a.png", "a.tmx", "b.save", "notes.txt"];
    const KINDS: [FileKind; 4] = [FileKind::Level, FileKind::Map, FileKind::Image, FileKind::Save];

    /// Returns content of a kind, which no other file has.
    fn content(kind: FileKind, number: u32) -> Vec<u8> {
        let begin = match kind {
            FileKind::Level => "(name: \"x\", map: [])\n//",
            FileKind::Map => "<map>",
            FileKind::Save => "HBsave",
            _ => return [&b"\x89PNG\r\n\x1a\n"[..], &number.to_be_bytes()].concat(),
        };
        format!("{begin}{number}").into_bytes()
    }

    /// Worlds of files of an author: commands read some of them and write to others. One seed is one world.
    #[test]
    fn no_file_of_an_author_is_replaced_unless_it_is_meant() {
        for seed in 0..300 {
            let mut rng = Pcg32::seed_from_u64(seed);
            let folder = tempfile::tempdir().unwrap();
            let mut number = 0;
            let mut any = |kind| {
                number += 1;
                content(kind, number)
            };
            for name in NAMES {
                let (file, other) = (folder.path().join(name), folder.path().join(NAMES[rng.random_range(0..5)]));
                match rng.random_range(0..8) {
                    0 => {}
                    // The same file by another name. If that does not exist, there is no file of either name.
                    1 => drop(fs::hard_link(other, file)),
                    _ => fs::write(file, any(KINDS[rng.random_range(0..4)])).unwrap(),
                }
            }
            let read = || -> BTreeMap<_, _> {
                NAMES.into_iter().filter_map(|name| Some((name, fs::read(folder.path().join(name)).ok()?))).collect()
            };
            for _ in 0..4 {
                let before = read();
                let (input, force) = (NAMES[rng.random_range(0..5)], rng.random());
                let spelled = folder.path().join(".").join(input);
                let outputs = Outputs::beside([spelled.as_path()], Force { force });
                let kind = KINDS[rng.random_range(0..4)];
                let paths = [(); 2].map(|()| folder.path().join(NAMES[rng.random_range(0..5)]));
                let is_named = rng.random();
                let result = if is_named {
                    outputs.write(&paths[0], kind, any(kind))
                } else {
                    outputs.write_unnamed(&paths.clone().map(|path| (path, any(kind))))
                };
                let after = read();
                let context =
                    format!("world {seed}: {input} -> {paths:?}, {kind:?}, named: {is_named}, force: {force}");
                for (name, bytes) in before.iter().filter(|(name, bytes)| after.get(*name) != Some(bytes)) {
                    let is_meant = force || is_named && kind.matches(Path::new(name), bytes);
                    assert!(is_meant, "{name} was replaced: {context}");
                    assert_ne!(*name, input, "the input was replaced: {context}");
                    assert!(result.is_ok() && paths.iter().any(|path| path.ends_with(name)), "{name}: {context}");
                }
                if let Err(failure) = result {
                    assert_message(&failure.message);
                    assert!(after == before, "all files are written or none: {context}");
                }
            }
        }
    }
}
