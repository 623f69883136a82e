//! Native implementation of the port `Mixer`: Bevy's audio library plays the entities that the game spawns.

use crate::{
    sound::music_stream::{MusicStream, Streaming},
    sound::voice::{Playing, Voice},
};
use bevy::prelude::*;
use bevy_audio::{AddAudioSource, AudioPlayer, ChannelCount, Decodable, PlaybackSettings, SampleRate, Source};
use std::{num::NonZero, time::Duration};

pub(crate) fn plugin(app: &mut App) {
    app.add_audio_source::<Voice>().add_audio_source::<MusicStream>();
    app.add_observer(start_voice).add_observer(start_music);
}

/// Starts a voice when it is spawned. Bevy stops it when its entity is despawned.
fn start_voice(
    added: On<Add, Voice>,
    voices: Query<&Voice>,
    mut played: ResMut<Assets<Voice>>,
    mut commands: Commands,
) {
    let Ok(voice) = voices.get(added.entity) else { return };
    // The clone shares the ears of the voice, so later changes of the ears are audible.
    let player = AudioPlayer(played.add(voice.clone()));
    commands.entity(added.entity).insert((player, PlaybackSettings::ONCE.with_speed(voice.speed)));
}

/// Starts a stream of music.
fn start_music(
    added: On<Add, MusicStream>,
    streams: Query<&MusicStream>,
    mut played: ResMut<Assets<MusicStream>>,
    mut commands: Commands,
) {
    let Ok(stream) = streams.get(added.entity) else { return };
    commands.entity(added.entity).insert(AudioPlayer(played.add(stream.clone())));
}

/// Left and right.
const CHANNELS: ChannelCount = const { NonZero::new(2).unwrap() };

impl Decodable for Voice {
    type Decoder = Playing;

    fn decoder(&self) -> Playing {
        self.playing()
    }
}

impl Source for Playing {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> ChannelCount {
        CHANNELS
    }

    fn sample_rate(&self) -> SampleRate {
        self.rate()
    }

    fn total_duration(&self) -> Option<Duration> {
        self.duration()
    }
}

impl Decodable for MusicStream {
    type Decoder = Streaming;

    fn decoder(&self) -> Streaming {
        self.playing()
    }
}

impl Source for Streaming {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> ChannelCount {
        CHANNELS
    }

    fn sample_rate(&self) -> SampleRate {
        const { NonZero::new(music::RATE).unwrap() }
    }

    fn total_duration(&self) -> Option<Duration> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sound::voice::Ears;
    use std::sync::Arc;

    #[test]
    fn spawned_voice_is_played_with_its_ears() {
        let mut app = App::new();
        app.add_plugins((AssetPlugin::default(), plugin));
        let ears = Ears { left: 0.0, right: 0.0, clear: 1.0 };
        let voice = Voice::new(Arc::from([16_384]), NonZero::new(8000).unwrap(), ears).at_speed(1.5);
        let entity = app.world_mut().spawn(voice).id();
        app.world().get::<Voice>(entity).unwrap().set(Ears { left: 1.0, right: 0.5, clear: 1.0 });
        let world = app.world();
        let player = world.get::<AudioPlayer<Voice>>(entity).expect("the voice must start immediately");
        let played = world.resource::<Assets<Voice>>().get(&player.0).unwrap();
        assert_eq!(played.decoder().collect::<Vec<f32>>(), [0.5, 0.25]);
        assert_eq!(world.get::<PlaybackSettings>(entity).unwrap().speed, 1.5);
        let music = app.world_mut().spawn(MusicStream::default()).id();
        assert!(app.world().get::<AudioPlayer<MusicStream>>(music).is_some());
    }
}
