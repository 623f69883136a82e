//! Abrupt ends of the game. The display connection breaks and its library exits the process, the event loop fails, the
//! game crashes, or a signal arrives while no frames are drawn. (A compositor may request no frames for a hidden
//! window, and then no system runs.)
//!
//! The world is no longer accessible then, but the [`RewindBuffer`] contains every tick. When the process exits, the
//! run is rebuilt from the buffer and saved. The recording, the notes on the automap and the decals on the walls are
//! lost.

use crate::{
    campaign::playback::Playback, campaign::progress::Progress, files::saves_folder::FOLDER, flow::phase::Phase,
};
use bevy::prelude::*;
use campaign::{Journey, Ring, Save, SaveDir, obstacle};
use engine::{RewindBuffer, Tape};
use ports::{Clock, Store};
use renderer::DeckName;
use std::{
    io::{self, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    process,
    sync::atomic::{AtomicBool, Ordering},
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};
use text_mode::{exit_signal, wake_on_exit_signal};

/// Time that a signal leaves the game to exit by itself.
const PATIENCE: Duration = Duration::from_secs(3);
/// Stack size in bytes; the same as the main thread's.
const STACK: usize = 8 << 20;

/// Everything needed to save the run without the world.
struct Keepsake {
    minute: RewindBuffer,
    store: Store,
    /// The journey and the name of its deck, while the player is on a deck that was not saved on leaving.
    playing: Option<(Journey, String)>,
}

/// True if the game has noticed the signal and exits by itself.
static HAS_NOTICED: AtomicBool = AtomicBool::new(false);

static KEEPSAKE: Mutex<Option<Keepsake>> = Mutex::new(None);

/// Locks the state. A panic while it is locked cannot leave it inconsistent.
fn keepsake() -> MutexGuard<'static, Option<Keepsake>> {
    KEEPSAKE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts watching: if the process exits without leaving the run, the run of this rewind buffer is saved to the store.
pub(crate) fn watch(minute: RewindBuffer, store: Store) {
    if !store.has_place(FOLDER) {
        return;
    }
    *keepsake() = Some(Keepsake { minute, store, playing: None });
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

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Last, note.run_if(resource_exists::<State<Phase>>));
}

/// Remembers the journey while the player plays it.
fn note(
    (progress, name): (Option<Res<Progress>>, Option<Res<DeckName>>),
    (playback, tape): (Option<Res<Playback>>, Option<Res<Tape>>),
    phase: Res<State<Phase>>,
    mut was_playing: Local<bool>,
) {
    let is_own = playback.is_none() && tape.is_some_and(|tape| tape.replay.is_none());
    let (Some(progress), Some(name)) = (progress, name) else { return };
    let is_playing = is_own && **phase == Phase::Deck;
    if is_playing == *was_playing && !(is_playing && (progress.is_changed() || name.is_changed())) {
        return;
    }
    *was_playing = is_playing;
    if let Some(keepsake) = keepsake().as_mut() {
        keepsake.playing = is_playing.then(|| (progress.0.clone(), name.0.english()));
    }
}

/// Disables the last save after the game was left properly.
pub(super) fn forget() {
    if let Some(keepsake) = keepsake().as_mut() {
        keepsake.playing = None;
    }
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
    let Some(Keepsake { minute, store, playing: Some((journey, name)) }) = keepsake().take() else { return Ok(()) };
    let Some((start, mut game)) = minute.rebuild() else { return Ok(()) };
    let run = game.run();
    if run.tick == 0 || obstacle(Some(run.outcome)).is_some() {
        return Ok(());
    }
    let save = Save::of(&journey, &start, &name, game.world_mut());
    let shelf = SaveDir::in_store(store, FOLDER, Clock::default());
    shelf.put_next(Ring::Auto, save).map(drop).map_err(|error| format!("Cannot save: {error}"))
}
