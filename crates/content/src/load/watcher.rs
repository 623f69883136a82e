//! Watches files and reports changes to the asset server, which loads the changed assets again.
//!
//! Bevy's own watcher watches a single folder. This one watches several (`assets` and `levels` of the game, and the
//! folders of mods, also those that are switched on later) or a single file. It also reports a file as changed when an
//! editor replaces it by renaming.

use crate::vfs::files::Files;
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
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// A file is reported once it has not changed for this long, because programs may write it in several steps.
const QUIET: Duration = Duration::from_millis(60);

type Watches = Debouncer<RecommendedWatcher, RecommendedCache>;

/// A file watcher, which is active while it exists.
pub(crate) struct ContentWatcher {
    _watches: Arc<Mutex<Watches>>,
}

impl AssetWatcher for ContentWatcher {}

impl ContentWatcher {
    /// Watches the folders of these files, including those of other mods that apply later.
    ///
    /// # Errors
    /// If the system cannot watch them, for example because too many files are watched already.
    pub(crate) fn of_files(files: Files, sender: Sender<AssetSourceEvent>) -> Result<ContentWatcher, Error> {
        let folders = files.folders();
        let reported = files.clone();
        let report = move |changed: BTreeSet<PathBuf>| {
            for name in reported.note_changed(&changed) {
                // Report deleted files, too, because another layer may have a file with the same name.
                let _ = sender.send_blocking(AssetSourceEvent::ModifiedAsset(PathBuf::from(name)));
            }
        };
        let watcher = watch(folders.iter(), RecursiveMode::Recursive, report)?;
        let (watches, seen) = (Arc::downgrade(&watcher._watches), Mutex::new(folders));
        let of_layers = files.clone();
        files.set_watch(Box::new(move || {
            let Some(watches) = watches.upgrade() else { return };
            let (mut watches, now) = (watches.lock().unwrap_or_else(PoisonError::into_inner), of_layers.folders());
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            for gone in seen.difference(&now) {
                // A deleted folder is not watched any more.
                let _ = watches.unwatch(gone);
            }
            for new in now.difference(&seen) {
                if let Err(what) = watches.watch(new, RecursiveMode::Recursive) {
                    bevy::log::warn!("{} is not watched for changes: {what}", new.display());
                }
            }
            *seen = now;
        }));
        Ok(watcher)
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
        watch([folder].iter(), RecursiveMode::NonRecursive, report)
    }
}

/// Watches folders, and calls a function with the files that have changed.
fn watch<'a>(
    folders: impl Iterator<Item = &'a PathBuf>,
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
    for folder in folders {
        debouncer.watch(folder, mode)?;
    }
    Ok(ContentWatcher { _watches: Arc::new(Mutex::new(debouncer)) })
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
