//! A voice: one playing sound with a separate loudness for each ear.

use bevy::ecs::component::Component;
use content::Sound;
use mixer::{Ears, Room, Start};
use std::time::Duration;

/// Sound with its ears, as an entity of the port `Mixer`. It starts when the entity is spawned, follows its ears, and
/// ends with its entity.
#[derive(Component, Clone, Debug)]
pub(crate) struct Voice {
    pub(crate) sound: Sound,
    pub(crate) start: Start,
}

impl Voice {
    pub(crate) fn new(sound: &Sound, ears: Ears) -> Self {
        Voice { sound: sound.clone(), start: Start::with(ears) }
    }

    /// Makes the voice loop.
    pub(crate) fn repeating(mut self) -> Self {
        self.start.repeats = true;
        self
    }

    /// Skips the start of the voice, so that this duration is left.
    pub(crate) fn with_left(mut self, left: Duration) -> Self {
        self.start.left = Some(left.as_secs_f32());
        self
    }

    /// Delays the voice.
    pub(crate) fn after(mut self, delay: Duration) -> Self {
        self.start.delay = delay.as_secs_f32();
        self
    }

    /// Sets the playback speed.
    pub(crate) fn at_speed(mut self, speed: f32) -> Self {
        self.start.speed = speed;
        self
    }

    /// Adds the reverb of a room, which sounds during and after the voice.
    pub(crate) fn in_room(mut self, room: Room) -> Self {
        self.start.room = room;
        self
    }
}
