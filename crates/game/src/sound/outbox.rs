//! Outbox: collects what the mixer must do, and sends it once per frame.

#[cfg(not(target_family = "wasm"))]
use crate::sound::device::Output;
#[cfg(target_family = "wasm")]
use crate::sound::page_output::Output;
use crate::sound::voice::Voice;
use bevy::prelude::*;
use content::{Files, Scores, Sound};
use mixer::{Command, Piece};
use std::collections::BTreeSet;

/// Commands to the mixer that have not been sent.
#[derive(Resource, Default)]
pub(crate) struct Outbox {
    commands: Vec<Command>,
    /// Sounds of these commands.
    sounds: Vec<Sound>,
    /// Current piece of music and its number.
    piece: (u32, Option<Piece>),
    /// True if the piece has not been sent.
    is_new: bool,
    /// Numbers of the sounds that the mixer has.
    known: BTreeSet<u32>,
}

impl Outbox {
    /// Adds a command.
    pub(crate) fn push(&mut self, command: Command) {
        self.commands.push(command);
    }

    /// Starts another piece of music, or silence.
    pub(crate) fn play(&mut self, piece: Option<Piece>) {
        self.piece = (self.piece.0 + 1, piece);
        self.is_new = true;
    }

    /// Discards what is not heard, except for the piece of music, which starts once there is a listener.
    fn discard(&mut self) {
        self.commands.clear();
        self.sounds.clear();
        self.known.clear();
        self.is_new = true;
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Outbox>();
    app.add_observer(start).add_observer(stop);
    app.add_systems(PostUpdate, (place, send.run_if(resource_exists::<Output>)).chain());
}

/// Starts a voice when it is spawned.
fn start(added: On<Add, Voice>, voices: Query<&Voice>, mut outbox: ResMut<Outbox>) {
    let Ok(Voice { sound, start }) = voices.get(added.entity) else { return };
    outbox.push(Command::Start { voice: added.entity.to_bits(), sound: sound.id, start: *start });
    outbox.sounds.push(sound.clone());
}

/// Stops a voice when it is despawned.
fn stop(removed: On<Remove, Voice>, mut outbox: ResMut<Outbox>) {
    outbox.push(Command::Stop { voice: removed.entity.to_bits() });
}

/// Moves the voices whose ears have changed.
fn place(voices: Query<(Entity, Ref<Voice>), Changed<Voice>>, mut outbox: ResMut<Outbox>) {
    for (entity, voice) in voices.iter().filter(|(_, voice)| !voice.is_added()) {
        outbox.push(Command::Place { voice: entity.to_bits(), ears: voice.start.ears });
    }
}

/// Sends everything to the mixer.
pub(crate) fn send(
    mut outbox: ResMut<Outbox>,
    mut output: ResMut<Output>,
    (scores, files): (Option<Res<Scores>>, Option<Res<Files>>),
) {
    if !output.is_on() {
        return outbox.discard();
    }
    let Outbox { commands, sounds, piece, is_new, known } = &mut *outbox;
    for sound in sounds.drain(..) {
        if known.insert(sound.id) {
            output.add(&sound);
        }
    }
    if let (Some(scores), Some(files), true) = (scores, files, *is_new) {
        *is_new = false;
        commands.push(Command::Piece(piece.0));
        output.render(piece.0, piece.1.as_ref(), &scores, &files);
    }
    output.send(commands);
    commands.clear();
}

#[cfg(test)]
mod tests {
    use super::*;
    use mixer::{Ears, Start};
    use std::num::NonZero;

    #[test]
    fn voice_starts_follows_its_ears_and_stops_with_its_entity() {
        let mut app = App::new();
        app.add_plugins(plugin);
        let sound = Sound::new(vec![1, 2].into(), NonZero::<u32>::MIN);
        let ears = Ears { left: 0.0, right: 0.5, clear: 1.0 };
        let voice = app.world_mut().spawn(Voice::new(&sound, ears).at_speed(1.5)).id();
        let number = voice.to_bits();
        let start = Start { speed: 1.5, ..Start::with(ears) };
        app.update();
        let mut sent = || std::mem::take(&mut app.world_mut().resource_mut::<Outbox>().commands);
        assert_eq!(sent(), [Command::Start { voice: number, sound: sound.id, start }]);
        let moved = Ears { left: 1.0, ..ears };
        app.world_mut().get_mut::<Voice>(voice).unwrap().start.ears = moved;
        app.update();
        app.update();
        let mut sent = || std::mem::take(&mut app.world_mut().resource_mut::<Outbox>().commands);
        assert_eq!(sent(), [Command::Place { voice: number, ears: moved }]);
        app.world_mut().despawn(voice);
        assert_eq!(app.world().resource::<Outbox>().commands, [Command::Stop { voice: number }]);
    }
}
