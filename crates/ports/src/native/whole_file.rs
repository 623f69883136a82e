//! Atomic writes, for all files that belong to a player or an author.
//!
//! Invariant: a file is written completely or not at all. Anything except a regular file is written through or
//! rejected, never replaced. A link stays a link: its target is written, or created if it is missing.

use crate::native::write_target::{Target, folder_of, make_folder, write_through};
use std::{
    fs::{self, File, Metadata, OpenOptions},
    io::{self, Seek, Write},
    path::{Path, PathBuf},
    time::Duration,
};
use tempfile::NamedTempFile;

/// Prefix of the names of temporary files.
const UNFINISHED: &str = ".unfinished-";
/// Minimum age of a temporary file that counts as left behind.
const ABANDONED: Duration = Duration::from_secs(60);
/// Maximum size of a file, in bytes, whose old contents are kept in memory while it is overwritten in place.
const MAX_KEPT: u64 = 64 << 20;

/// Function that flushes a file or a folder to the disk. Tests use one that fails.
type Sync<'a> = &'a dyn Fn(&File) -> io::Result<()>;

/// Writes a file atomically: even if the machine stops, there is either the old file or the new one. Missing folders
/// are created.
///
/// - A new file gets its mode from the umask. An existing file keeps its mode and, if the system allows it, its owner.
/// - A link stays a link: its target is written, even if the target does not exist yet.
/// - A pipe or a character device is written through. A pipe without a reader is rejected after two seconds.
/// - A folder, a socket, a block device and a write-protected file are rejected.
/// - A writable file in a folder that is not writable is written in place. Only there can a power failure leave a
///   partial file.
///
/// # Errors
/// If the file cannot be written. The old file is then unchanged. Failures after the rename are ignored, because the
/// file is already written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_synced(path, bytes, &File::sync_all)
}

/// Works like [`write_whole`], and flushes with this function.
pub(crate) fn write_synced(path: &Path, bytes: &[u8], sync: Sync) -> io::Result<()> {
    match Target::of(path)? {
        Target::Stream(path) => write_through(&path, bytes),
        Target::New(path) => Aside::new(path, None, bytes, sync)?.place_synced(sync),
        Target::File(path, old) => {
            // A rename would silently replace a write-protected file.
            let file = OpenOptions::new().write(true).open(&path)?;
            let replaced = Aside::new(path.clone(), Some(&old), bytes, sync).and_then(|new| new.place_synced(sync));
            match replaced {
                Err(error) if takes_no_new_file(&error) => overwrite(file, &path, &old, bytes, sync),
                replaced => replaced,
            }
        }
    }
}

/// A file whose new contents have been written next to it.
pub(crate) struct Aside {
    path: PathBuf,
    new: NamedTempFile,
}

impl Aside {
    fn new(path: PathBuf, old: Option<&Metadata>, bytes: &[u8], sync: Sync) -> io::Result<Aside> {
        let new = unfinished(&path, old, bytes, sync)?;
        Ok(Aside { path, new })
    }

    /// Replaces the file, if there is one.
    pub(crate) fn place(self) -> io::Result<()> {
        self.place_synced(&File::sync_all)
    }

    fn place_synced(self, sync: Sync) -> io::Result<()> {
        let placed = self.new.persist(&self.path).map(drop).map_err(|error| error.error);
        finish(placed, folder_of(&self.path), sync)
    }
}

/// A file that is ready to be written.
pub(crate) enum Staged {
    /// Its new contents are next to it.
    Aside(Aside),
    /// It can only be written in place: a pipe, a device, or a file in a folder that takes no new files.
    InPlace,
}

/// Writes the new contents of a file next to it, without changing the file.
///
/// # Errors
/// As [`write_whole`].
pub(crate) fn stage(path: &Path, bytes: &[u8]) -> io::Result<Staged> {
    let (path, old) = match Target::of(path)? {
        Target::Stream(_) => return Ok(Staged::InPlace),
        Target::New(path) => (path, None),
        Target::File(path, old) => {
            OpenOptions::new().write(true).open(&path)?;
            (path, Some(old))
        }
    };
    match Aside::new(path, old.as_ref(), bytes, &File::sync_all) {
        Err(error) if old.is_some() && takes_no_new_file(&error) => Ok(Staged::InPlace),
        staged => staged.map(Staged::Aside),
    }
}

/// Writes these bytes to a file that must not exist yet. Two processes that do this at the same time never get the same
/// file.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`] if there is anything of this name, even a dangling link; otherwise as
/// [`write_whole`].
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::symlink_metadata(path).is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let sync: Sync = &File::sync_all;
    let new = unfinished(path, None, bytes, sync)?;
    let placed = match new.persist_noclobber(path) {
        Ok(_) => Ok(()),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Err(error.error),
        // On a file system without hard links, an empty file claims the name and is then replaced.
        Err(error) => {
            OpenOptions::new().write(true).create_new(true).open(path)?;
            error.file.persist(path).map(drop).map_err(|error| error.error)
        }
    };
    finish(placed, folder_of(path), sync)
}

/// Checks whether a file could be written, and leaves nothing behind.
///
/// # Errors
/// The reason why it could not.
pub fn check_writable(path: &Path) -> io::Result<()> {
    if path.file_name().is_none() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not the name of a file"));
    }
    match Target::of(path)? {
        Target::Stream(_) => Ok(()),
        Target::File(path, _) => OpenOptions::new().write(true).open(path).map(drop),
        Target::New(path) => check_folder(folder_of(&path)),
    }
}

/// Checks whether a file could be created in a folder, or in the nearest folder above it that exists.
pub(crate) fn check_folder(folder: &Path) -> io::Result<()> {
    let nearest = folder.ancestors().find(|folder| fs::symlink_metadata(folder).is_ok()).unwrap_or(Path::new("."));
    let nearest = if nearest.as_os_str().is_empty() { Path::new(".") } else { nearest };
    let probe = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(nearest);
    probe.map(drop).map_err(|error| in_folder(nearest, error))
}

/// Deletes temporary files in this folder that an interrupted write has left behind.
pub fn sweep_unfinished(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_unfinished = entry.file_name().to_str().is_some_and(|name| name.starts_with(UNFINISHED));
        let age = entry.metadata().and_then(|data| data.modified()).ok().and_then(|written| written.elapsed().ok());
        if is_unfinished && age.is_some_and(|age| age > ABANDONED) {
            // A file that cannot be deleted does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Writes these bytes to a temporary file next to the target, and flushes it to the disk.
fn unfinished(path: &Path, old: Option<&Metadata>, bytes: &[u8], sync: Sync) -> io::Result<NamedTempFile> {
    let folder = folder_of(path);
    make_folder(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The system applies the umask. If the file replaces another one, it gets that file's mode below.
        builder.permissions(fs::Permissions::from_mode(if old.is_none() { 0o666 } else { 0o600 }));
    }
    let mut new = builder.tempfile_in(folder).map_err(|error| in_folder(folder, error))?;
    // The file itself, because the errors of the wrapper contain the temporary name.
    new.as_file_mut().write_all(bytes)?;
    if let Some(old) = old {
        keep_owner_and_mode(new.as_file(), old);
    }
    flush(new.as_file(), sync)?;
    Ok(new)
}

/// Adds the folder to the error if the folder is the cause.
fn in_folder(folder: &Path, error: io::Error) -> io::Error {
    let is_reason = matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem);
    if !is_reason {
        return without_name(error);
    }
    let error = without_name(error);
    io::Error::new(error.kind(), format!("the folder {} does not accept new files: {error}", folder.display()))
}

/// Removes the name of the temporary file from an error, because no user knows it.
fn without_name(error: io::Error) -> io::Error {
    match error.to_string().split_once(" at path \"") {
        Some((what, _)) => io::Error::new(error.kind(), what),
        None => error,
    }
}

/// Gives a file the owner and the mode of another one, as far as the system allows it. Some file systems support
/// neither.
#[cfg(unix)]
fn keep_owner_and_mode(new: &File, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let differs = |now: &Metadata| (now.uid() != old.uid(), now.gid() != old.gid());
    let Ok((other_owner, other_group)) = new.metadata().as_ref().map(differs) else { return };
    // Set them separately: a user may give a file to a group, but not to another user.
    let has_group = !other_group || fchown(new, None, Some(old.gid())).is_ok();
    if other_owner {
        let _ = fchown(new, Some(old.uid()), None);
    }
    let mode = old.mode() & 0o777;
    // If the group differs, it must not have more rights than other users.
    let mode = if has_group { mode } else { (mode & !0o070) | ((mode & 0o007) << 3) };
    let _ = new.set_permissions(fs::Permissions::from_mode(mode));
}

/// Does nothing: other systems have neither.
#[cfg(not(unix))]
fn keep_owner_and_mode(_: &File, _: &Metadata) {}

/// Returns true if a folder does not accept new files, or if a file cannot be renamed onto the old one. That happens
/// for a file that is a mount point, or for another user's file in a sticky folder.
fn takes_no_new_file(error: &io::Error) -> bool {
    use io::ErrorKind::{CrossesDevices, PermissionDenied, ReadOnlyFilesystem, ResourceBusy};
    matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem | ResourceBusy | CrossesDevices)
}

/// Writes into a file in place. If that fails, the old content is written back.
fn overwrite(mut file: File, path: &Path, old: &Metadata, bytes: &[u8], sync: Sync) -> io::Result<()> {
    let before = if old.len() <= MAX_KEPT { fs::read(path).ok() } else { None };
    let mut fill = |bytes: &[u8]| {
        file.rewind()?;
        file.write_all(bytes)?;
        file.set_len(bytes.len() as u64)?;
        flush(&file, sync)
    };
    fill(bytes).inspect_err(|_| {
        let _ = before.map(|before| fill(&before));
    })
}

/// Flushes a file. A file system that does not support this is not an error.
fn flush(file: &File, sync: Sync) -> io::Result<()> {
    match sync(file) {
        Err(error) if is_unsupported(&error) => Ok(()),
        flushed => flushed,
    }
}

/// Returns true for errors of network and FUSE file systems that do not support flushing.
fn is_unsupported(error: &io::Error) -> bool {
    #[cfg(unix)]
    if matches!(error.raw_os_error(), Some(libc::ENOTSUP | libc::ENOSYS)) {
        return true;
    }
    matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported)
}

/// Flushes the folder of a file after the rename. The file is already written, so a failure is ignored.
fn finish(placed: io::Result<()>, folder: &Path, sync: Sync) -> io::Result<()> {
    placed?;
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| sync(&folder));
    }
    Ok(())
}

#[cfg(test)]
#[path = "whole_file_tests.rs"]
pub(crate) mod tests;
