//! An abrupt end: the display goes and its library ends the process, the loop of the window fails, the game crashes, or a signal comes
//! while nothing is drawn (a compositor may ask for no frames of a hidden window, and then no system runs).
//!
//! Nothing runs any more that knows the world, but the [`RewindBuffer`] has every tick. So when the process exits, the run is built again from
//! there and saved. The recording, the notes on the automap and the marks on the walls are lost.

use crate::{
    campaign::playback::Playback, campaign::progress::Progress, files::saves_folder::FOLDER, flow::phase::Phase,
};
use bevy::prelude::*;
use console::{exit_signal, wake_on_exit_signal};
use engine::{RewindBuffer, Tape};
use journey::{Journey, Ring, Save, SaveDir, obstacle};
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

/// How long a signal waits for the game to leave by itself.
const PATIENCE: Duration = Duration::from_secs(3);
/// As much stack as the main thread has, in bytes.
const STACK: usize = 8 << 20;

/// What a run is saved from when nothing else is left of it.
struct Keepsake {
    minute: RewindBuffer,
    store: Store,
    /// The journey and the name of its deck, while the player plays a deck that has not been saved for good.
    playing: Option<(Journey, String)>,
}

/// The game has noticed the signal, and leaves by itself.
static HAS_NOTICED: AtomicBool = AtomicBool::new(false);

static KEEPSAKE: Mutex<Option<Keepsake>> = Mutex::new(None);

/// Whoever panicked while holding it has left it whole.
fn keepsake() -> MutexGuard<'static, Option<Keepsake>> {
    KEEPSAKE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on a run whose last minute is this is saved into this store when the process exits without having left it.
pub(crate) fn watch(minute: RewindBuffer, store: Store) {
    if !store.has_place(FOLDER) {
        return;
    }
    *keepsake() = Some(Keepsake { minute, store, playing: None });
    #[expect(
        unsafe_code,
        reason = "the library of the display ends the process by itself, and nothing else is called then"
    )]
    // SAFETY: the function may be called at any time until the process has gone: it uses only statics, and lets no panic out.
    let registered = unsafe { libc::atexit(at_exit) };
    if registered != 0 {
        warn!("a game that ends abruptly will not be saved");
    }
    wake_on_exit_signal(|| drop(thread::Builder::new().spawn(end_if_nothing_runs)));
}

/// The game has noticed the signal that asks it to end, and leaves by itself.
pub(super) fn notice() {
    HAS_NOTICED.store(true, Ordering::SeqCst);
}

/// Ends the process after a signal that nobody has noticed for a while.
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

/// Remembers which journey is played, if the player plays one.
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

/// The game has been left as it should be: there is nothing to save any more.
pub(super) fn forget() {
    if let Some(keepsake) = keepsake().as_mut() {
        keepsake.playing = None;
    }
}

/// Saves the run when the process exits, in a thread of its own: the main thread may have none of its own data any more.
extern "C" fn at_exit() {
    let saved = catch_unwind(AssertUnwindSafe(|| {
        let thread = thread::Builder::new().name("last save".to_owned()).stack_size(STACK);
        thread.spawn(save).map(thread::JoinHandle::join)
    }));
    if let Ok(Ok(Ok(Err(what)))) = saved {
        // A terminal that has hung up takes no message.
        let _ = writeln!(io::stderr(), "hullbreach: {what}");
    }
}

/// Saves the run as it was after its last whole tick, if nobody has left it.
fn save() -> Result<(), String> {
    let Some(Keepsake { minute, store, playing: Some((journey, name)) }) = keepsake().take() else { return Ok(()) };
    let Some((start, mut game)) = minute.rebuild() else { return Ok(()) };
    let run = game.run();
    if run.tick == 0 || obstacle(Some(run.outcome)).is_some() {
        return Ok(());
    }
    let save = Save::of(&journey, &start, &name, game.world_mut());
    let shelf = SaveDir::in_store(store, FOLDER, Clock::default());
    shelf.put_next(Ring::Auto, save).map(drop).map_err(|error| format!("Nothing is saved: {error}"))
}
