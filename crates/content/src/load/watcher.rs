//! Watches files and reports changes to the asset server, which loads the changed assets again.
//!
//! Bevy's own watcher watches a single folder. This one watches several (`assets` and `levels` of each layer) or a
//! single file. It also reports a file as changed when an editor replaces it by renaming.

use crate::{
    vfs::file_name::{self, TOP_FOLDERS},
    vfs::files::Files,
};
use async_channel::Sender;
use bevy::asset::io::{AssetSourceEvent, AssetWatcher};
use notify_debouncer_full::{
    DebounceEventResult, DebouncedEvent, Debouncer, RecommendedCache, new_debouncer,
    notify::event::{AccessKind, AccessMode},
    notify::{Error, EventKind, RecommendedWatcher, RecursiveMode},
};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    time::Duration,
};

/// A file is reported once it has not changed for this long, because programs may write it in several steps.
const QUIET: Duration = Duration::from_millis(60);

/// A file watcher, which is active while it exists.
pub(crate) struct ContentWatcher {
    _debouncer: Debouncer<RecommendedWatcher, RecommendedCache>,
}

impl AssetWatcher for ContentWatcher {}

impl ContentWatcher {
    /// Watches the folders of these files.
    ///
    /// # Errors
    /// If the system cannot watch them, for example because too many files are watched already.
    pub(crate) fn of_files(files: Files, sender: Sender<AssetSourceEvent>) -> Result<ContentWatcher, Error> {
        let roots = files.folders();
        let tops = roots.iter().flat_map(|root| TOP_FOLDERS.map(|top| root.join(top))).filter(|top| top.is_dir());
        let tops: Vec<PathBuf> = tops.collect();
        let name = move |path: &Path| roots.iter().find_map(|root| file_name::of_path(path.strip_prefix(root).ok()?));
        let report = move |changed: BTreeSet<PathBuf>| {
            let names = changed.iter().filter(|path| !path.is_dir()).filter_map(|path| name(path));
            let names: Vec<String> = names.collect();
            files.refresh(names.iter().cloned());
            for name in names {
                // Report deleted files, too, because another layer may have a file with the same name.
                let _ = sender.send_blocking(AssetSourceEvent::ModifiedAsset(PathBuf::from(name)));
            }
        };
        watch(&tops, RecursiveMode::Recursive, report)
    }

    /// Watches one file, which is reported by its name without folders.
    ///
    /// # Errors
    /// If the system cannot watch its folder.
    pub(crate) fn of_file(file: &Path, sender: Sender<AssetSourceEvent>) -> Result<ContentWatcher, Error> {
        let file = std::path::absolute(file)?;
        let (folder, name) = (file.parent().map(Path::to_path_buf), file.file_name().map(PathBuf::from));
        let (Some(folder), Some(name)) = (folder, name) else { return Err(Error::path_not_found()) };
        let report = move |changed: BTreeSet<PathBuf>| {
            let is_ours = |path: &PathBuf| path.file_name() == Some(name.as_os_str());
            if changed.iter().any(is_ours) {
                let _ = sender.send_blocking(AssetSourceEvent::ModifiedAsset(name.clone()));
            }
        };
        watch(&[folder], RecursiveMode::NonRecursive, report)
    }
}

/// Watches folders, and calls a function with the files that have changed.
fn watch(
    folders: &[PathBuf],
    mode: RecursiveMode,
    report: impl Fn(BTreeSet<PathBuf>) + Send + 'static,
) -> Result<ContentWatcher, Error> {
    let handle = move |result: DebounceEventResult| {
        let events = result.unwrap_or_default();
        let changed = events.into_iter().filter(is_change).flat_map(|event| event.event.paths);
        let changed: BTreeSet<PathBuf> = changed.collect();
        if !changed.is_empty() {
            report(changed);
        }
    };
    let mut debouncer = new_debouncer(QUIET, Some(QUIET / 3), handle)?;
    folders.iter().try_for_each(|folder| debouncer.watch(folder, mode))?;
    Ok(ContentWatcher { _debouncer: debouncer })
}

/// Returns true if a file was written, created, renamed or removed. Read accesses are reported as well and must be
/// ignored.
fn is_change(event: &DebouncedEvent) -> bool {
    match event.event.kind {
        EventKind::Create(_) | EventKind::Modify(_) | EventKind::Remove(_) => true,
        EventKind::Access(access) => access == AccessKind::Close(AccessMode::Write),
        EventKind::Any | EventKind::Other => false,
    }
}
