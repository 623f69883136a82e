//! Native output of the port `Mixer`: Bevy's audio library pulls the mixer's frames on its audio thread.

use bevy::{asset::Asset, prelude::*, reflect::TypePath};
use bevy_audio::{AddAudioSource, AudioPlayer, ChannelCount, Decodable, SampleRate, Source};
use content::{Files, Scores, Sound};
use mixer::{Command, Mixer, Part, Piece, RATE, Rendering};
use music::Track;
use ports::{Job, Jobs};
use std::{
    num::NonZero,
    sync::atomic::{AtomicBool, Ordering},
    sync::mpsc::{Receiver, Sender, channel},
    sync::{Arc, Mutex, PoisonError},
    task::Poll,
};

/// Number of frames that are mixed at once, about 3 ms.
const BLOCK: usize = 128;

/// What the audio thread receives.
enum Message {
    Command(Command),
    Sound(u32, Arc<[i16]>, u32),
    Part(u32, Part, Track),
}

/// Sends messages to the audio thread.
#[derive(Resource)]
pub(crate) struct Output {
    sender: Sender<Message>,
    /// True once a sound device plays the mixer. Without a device, messages would pile up.
    is_on: Arc<AtomicBool>,
    /// Number of the piece of music that is rendered.
    renders: Option<(u32, Job<(Part, Track)>)>,
}

impl Output {
    pub(crate) fn is_on(&self) -> bool {
        self.is_on.load(Ordering::Relaxed)
    }

    fn message(&self, message: Message) {
        // The audio thread keeps its end as long as the game runs.
        let _ = self.sender.send(message);
    }

    /// Adds a sound.
    pub(crate) fn add(&self, sound: &Sound) {
        self.message(Message::Sound(sound.id, sound.samples.clone(), sound.rate.get()));
    }

    /// Sends commands.
    pub(crate) fn send(&self, commands: &[Command]) {
        commands.iter().for_each(|command| self.message(Message::Command(*command)));
    }

    /// Renders a piece of music on a thread, instead of the previous one.
    pub(crate) fn render(&mut self, number: u32, piece: Option<&Piece>, scores: &Scores, _: &Files) {
        self.renders = piece.map(|piece| {
            let mut rendering = Rendering::new(piece.clone(), scores.all());
            (number, Jobs::default().spawn_slices("music", move || rendering.next()))
        });
    }

    /// Passes on the parts that have been rendered.
    fn pass_on(&mut self) {
        while let Some((number, job)) = &mut self.renders {
            let number = *number;
            match job.poll() {
                Poll::Pending => return,
                Poll::Ready(None) => self.renders = None,
                Poll::Ready(Some((part, track))) => self.message(Message::Part(number, part, track)),
            }
        }
    }
}

/// The mixer as a source of the audio library, which plays it once.
#[derive(Asset, TypePath)]
struct MixerSource {
    receiver: Mutex<Option<Receiver<Message>>>,
    is_on: Arc<AtomicBool>,
}

pub(crate) fn plugin(app: &mut App) {
    let (sender, receiver) = channel();
    let is_on = Arc::new(AtomicBool::new(false));
    let source = MixerSource { receiver: Mutex::new(Some(receiver)), is_on: Arc::clone(&is_on) };
    app.add_audio_source::<MixerSource>().insert_resource(Output { sender, is_on, renders: None });
    let source = app.world_mut().resource_mut::<Assets<MixerSource>>().add(source);
    app.world_mut().spawn(AudioPlayer(source));
    app.add_systems(Update, |mut output: ResMut<Output>| output.pass_on());
}

impl Decodable for MixerSource {
    type Decoder = Mixed;

    /// Returns the frames. Only the first decoder receives messages; the audio library makes one.
    fn decoder(&self) -> Mixed {
        self.is_on.store(true, Ordering::Relaxed);
        let receiver = self.receiver.lock().unwrap_or_else(PoisonError::into_inner).take();
        Mixed { receiver, mixer: Mixer::new(), block: [[0.0; 2]; BLOCK], next: 2 * BLOCK }
    }
}

/// Samples of the mixer, alternating between left and right.
struct Mixed {
    receiver: Option<Receiver<Message>>,
    mixer: Mixer,
    block: [[f32; 2]; BLOCK],
    /// Index of the next sample in the block.
    next: usize,
}

impl Mixed {
    fn mix(&mut self) {
        for message in self.receiver.iter().flat_map(Receiver::try_iter) {
            match message {
                Message::Command(command) => self.mixer.obey(command),
                Message::Sound(sound, samples, rate) => self.mixer.add_sound(sound, samples, rate),
                Message::Part(number, part, track) => self.mixer.add_part(number, part, track),
            }
        }
        self.mixer.mix(&mut self.block);
        self.next = 0;
    }
}

impl Iterator for Mixed {
    type Item = f32;

    fn next(&mut self) -> Option<f32> {
        if self.next == 2 * BLOCK {
            self.mix();
        }
        self.next += 1;
        Some(self.block[(self.next - 1) / 2][(self.next - 1) % 2])
    }
}

impl Source for Mixed {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> ChannelCount {
        const { NonZero::new(2).unwrap() }
    }

    fn sample_rate(&self) -> SampleRate {
        const { NonZero::new(RATE).unwrap() }
    }

    fn total_duration(&self) -> Option<std::time::Duration> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sound::{outbox, voice::Voice};
    use mixer::Ears;

    #[test]
    fn voice_of_the_game_is_heard_by_the_device() {
        let mut app = App::new();
        app.add_plugins((AssetPlugin::default(), plugin, outbox::plugin));
        let sound = Sound::new(vec![16_384; 441].into(), NonZero::new(RATE).unwrap());
        let ears = Ears { left: 1.0, right: 0.5, clear: 1.0 };
        let world = app.world_mut();
        let early = world.spawn(Voice::new(&sound, ears)).id();
        world.run_system_cached(outbox::send).unwrap();
        let source =
            world.query::<&AudioPlayer<MixerSource>>().single(world).expect("the mixer must be played").0.clone();
        let mut heard = world.resource::<Assets<MixerSource>>().get(&source).unwrap().decoder();
        assert!(heard.by_ref().take(2 * BLOCK).all(|sample| sample == 0.0), "it started without a listener");
        world.despawn(early);
        world.spawn(Voice::new(&sound, ears));
        world.run_system_cached(outbox::send).unwrap();
        assert_eq!(heard.take(4).collect::<Vec<_>>(), [0.5, 0.25, 0.5, 0.25]);
    }
}
