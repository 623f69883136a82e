//! A page that the browser hides: it may be closed without another word, so the run is saved.

use crate::{files::saves_folder::FOLDER, leaving::keepsake};
use campaign::{Ring, SaveDir, Seen, Slot};
use engine::RewindBuffer;
use ports::{Clock, Store};
use std::cell::Cell;

thread_local! {
    /// The slot of the last such save, which the next one replaces.
    static LAST: Cell<Option<(Slot, Seen)>> = const { Cell::new(None) };
}

/// Starts keeping what is needed to save the runs of this rewind buffer to the store.
pub(crate) fn watch(minute: RewindBuffer, store: Store) {
    keepsake::begin(minute, store);
}

/// Saves the run after its last complete tick.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn save() -> Result<(), String> {
    let kept = keepsake::keepsake();
    let Some((store, save)) = kept.as_ref().and_then(|kept| Some((kept.store.clone(), kept.save()?))) else {
        return Ok(());
    };
    drop(kept);
    let shelf = SaveDir::in_store(store, FOLDER, Clock::default());
    // Hiding the page many times must not push all other saves out of the ring.
    let replaced = LAST.get().and_then(|(slot, seen)| Some((slot, shelf.put_over(slot, seen, save.clone()).ok()?)));
    let written = replaced.map_or_else(|| shelf.put_next_seen(Ring::Auto, save), Ok);
    LAST.set(Some(written.map_err(|error| format!("Cannot save: {error}"))?));
    Ok(())
}
