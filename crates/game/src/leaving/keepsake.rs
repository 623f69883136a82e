//! What is needed to save the run when the world is not accessible. The [`RewindBuffer`] contains every tick, so the run
//! is rebuilt from it. The recording, the notes on the automap and the decals on the walls are lost.

use crate::{
    campaign::playback::Playback, campaign::progress::Progress, files::saves_folder::FOLDER, flow::phase::Phase,
};
use bevy::prelude::*;
use campaign::{Journey, Save, obstacle};
use engine::{RewindBuffer, Tape};
use ports::Store;
use renderer::DeckName;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Everything needed to save the run without the world.
pub(super) struct Keepsake {
    pub(super) minute: RewindBuffer,
    pub(super) store: Store,
    /// The journey and the name of its deck, while the player is on a deck that was not saved on leaving.
    pub(super) playing: Option<(Journey, String)>,
}

static KEEPSAKE: Mutex<Option<Keepsake>> = Mutex::new(None);

/// Locks the state. A panic while it is locked cannot leave it inconsistent.
pub(super) fn keepsake() -> MutexGuard<'static, Option<Keepsake>> {
    KEEPSAKE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps what is needed to save the runs of this rewind buffer. Returns false if the store has no place for saves.
pub(super) fn begin(minute: RewindBuffer, store: Store) -> bool {
    let has_place = store.has_place(FOLDER);
    if has_place {
        *keepsake() = Some(Keepsake { minute, store, playing: None });
    }
    has_place
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

impl Keepsake {
    /// Returns the save of the run after its last complete tick, unless it was left properly or has ended.
    pub(super) fn save(&self) -> Option<Save> {
        let (journey, name) = self.playing.as_ref()?;
        let (start, mut game) = self.minute.rebuild()?;
        let run = game.run();
        if run.tick == 0 || obstacle(Some(run.outcome)).is_some() {
            return None;
        }
        Some(Save::of(journey, &start, name, game.world_mut()))
    }
}
