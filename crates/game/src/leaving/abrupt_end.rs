//! Abrupt ends of the game. The display connection breaks and its library exits the process, the event loop fails, the
//! game crashes, or a signal arrives while no frames are drawn. (A compositor may request no frames for a hidden
//! window, and then no system runs.)
//!
//! The world is no longer accessible then. When the process exits, the run is saved from the keepsake.

use crate::{files::saves_folder::FOLDER, leaving::keepsake};
use bevy::log::warn;
use campaign::{Ring, SaveDir};
use engine::RewindBuffer;
use ports::{Clock, Store};
use std::{
    io::{self, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    process,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};
use text_mode::{exit_signal, wake_on_exit_signal};

/// Time that a signal leaves the game to exit by itself.
const PATIENCE: Duration = Duration::from_secs(3);
/// Stack size in bytes; the same as the main thread's.
const STACK: usize = 8 << 20;

/// True if the game has noticed the signal and exits by itself.
static HAS_NOTICED: AtomicBool = AtomicBool::new(false);

/// Starts watching: if the process exits without leaving the run, the run of this rewind buffer is saved to the store.
pub(crate) fn watch(minute: RewindBuffer, store: Store) {
    if !keepsake::begin(minute, store) {
        return;
    }
    #[expect(
        unsafe_code,
        reason = "the display library exits the process by itself, and an exit handler is the only hook"
    )]
    // SAFETY: the function may be called at any time until the process ends: it only uses statics and does not unwind.
    let registered = unsafe { libc::atexit(at_exit) };
    if registered != 0 {
        warn!("cannot install the exit handler: an abrupt end will not save the game");
    }
    wake_on_exit_signal(|| drop(thread::Builder::new().spawn(end_if_nothing_runs)));
}

/// Notes that the game has noticed the exit signal and exits by itself.
pub(super) fn notice() {
    HAS_NOTICED.store(true, Ordering::SeqCst);
}

/// Ends the process if the game has not noticed the signal in time.
fn end_if_nothing_runs() {
    thread::sleep(PATIENCE);
    if HAS_NOTICED.load(Ordering::SeqCst) {
        return;
    }
    if let Err(what) = save() {
        let _ = writeln!(io::stderr(), "hullbreach: {what}");
    }
    process::exit(exit_signal().map_or(1, |signal| i32::from(signal.exit_code())));
}

/// Saves the run when the process exits. Uses a new thread, because the main thread's thread-local data may be
/// destroyed already.
extern "C" fn at_exit() {
    let saved = catch_unwind(AssertUnwindSafe(|| {
        let thread = thread::Builder::new().name("last save".to_owned()).stack_size(STACK);
        thread.spawn(save).map(thread::JoinHandle::join)
    }));
    if let Ok(Ok(Ok(Err(what)))) = saved {
        // Ignore a closed terminal.
        let _ = writeln!(io::stderr(), "hullbreach: {what}");
    }
}

/// Saves the run after its last complete tick, unless it was left properly.
fn save() -> Result<(), String> {
    let Some(kept) = keepsake::keepsake().take() else { return Ok(()) };
    let Some(save) = kept.save() else { return Ok(()) };
    let shelf = SaveDir::in_store(kept.store, FOLDER, Clock::default());
    shelf.put_next(Ring::Auto, save).map(drop).map_err(|error| format!("Cannot save: {error}"))
}
