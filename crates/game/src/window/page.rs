//! Functions of the page in a browser; those of `hullbreach` are in `web/page.js`.

use std::{
    mem,
    sync::atomic::{AtomicBool, Ordering},
    sync::{Mutex, PoisonError},
};
use wasm_bindgen::prelude::wasm_bindgen;

/// True if the browser has released the captured pointer.
static POINTER_LOST: AtomicBool = AtomicBool::new(false);
/// Archives that were dropped on the page, with their names.
static DROPPED: Mutex<Vec<(String, Vec<u8>)>> = Mutex::new(Vec::new());

#[wasm_bindgen]
extern "C" {
    /// Returns the browser's preferred languages.
    #[wasm_bindgen(js_namespace = hullbreach)]
    pub(crate) fn languages() -> Vec<String>;

    /// Copies a file of the player to the browser's database; `written` is in milliseconds since 1970.
    #[wasm_bindgen(js_namespace = hullbreach)]
    pub(crate) fn keep(name: &str, bytes: &[u8], written: f64);

    /// Removes a file of the player from the browser's database.
    #[wasm_bindgen(js_namespace = hullbreach)]
    pub(crate) fn remove(name: &str);

    /// Asks the player for archives with mods, which are then handled as if they were dropped on the page.
    #[wasm_bindgen(js_namespace = hullbreach)]
    pub(crate) fn choose_mods();

    /// Returns true if the player prefers little motion.
    #[wasm_bindgen(js_namespace = hullbreach)]
    pub(crate) fn prefers_reduced_motion() -> bool;

    /// Removes the loading bar of the page, because the game draws its frames.
    #[wasm_bindgen(js_namespace = hullbreach)]
    pub(crate) fn loaded();

    /// Downloads these files before all others, because a deck waits for them.
    #[wasm_bindgen(js_namespace = hullbreach)]
    pub(crate) fn need(names: Vec<String>);

    /// Returns the share of these files that has arrived, from 0 to 1.
    #[wasm_bindgen(js_namespace = hullbreach)]
    pub(crate) fn needed_share() -> f32;

    /// Writes to the browser's console.
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    pub(crate) fn log_error(text: &str);

    /// Shows the page of a crash with this report.
    #[wasm_bindgen(js_namespace = hullbreach)]
    pub(crate) fn crashed(report: &str);

    /// Returns true if the mixer plays.
    #[wasm_bindgen(js_namespace = hullbreach)]
    pub(crate) fn is_sound_on() -> bool;

    /// Sends commands to the mixer, in the format that the crate `worklet` reads.
    #[wasm_bindgen(js_namespace = hullbreach)]
    pub(crate) fn send_commands(bytes: &[u8]);

    /// Adds a sound to the mixer.
    #[wasm_bindgen(js_namespace = hullbreach)]
    pub(crate) fn add_sound(id: u32, samples: &[i16], rate: u32);

    /// Renders a piece of music from these scores, instead of the previous one.
    #[wasm_bindgen(js_namespace = hullbreach)]
    pub(crate) fn render_music(number: u32, is_deck: bool, name: &str, names: Vec<String>, texts: Vec<String>);

    /// Stops rendering.
    #[wasm_bindgen(js_namespace = hullbreach)]
    pub(crate) fn end_music();
}

/// Notes that an archive of this name was dropped on the page.
pub(crate) fn note_dropped(name: String, bytes: Vec<u8>) {
    DROPPED.lock().unwrap_or_else(PoisonError::into_inner).push((name, bytes));
}

/// Returns the archives that were dropped since the last call.
pub(crate) fn take_dropped() -> Vec<(String, Vec<u8>)> {
    mem::take(&mut *DROPPED.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Notes that the browser has released the captured pointer.
pub(crate) fn note_pointer_lost() {
    POINTER_LOST.store(true, Ordering::Relaxed);
}

/// Returns whether the browser has released the captured pointer since the last call.
pub(crate) fn take_pointer_lost() -> bool {
    POINTER_LOST.swap(false, Ordering::Relaxed)
}
