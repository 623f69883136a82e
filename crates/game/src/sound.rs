//! Sound: each cue gets a voice, which is heard from where it is as long as it sounds.
//!
//! Without a sound device the voices live and end all the same, and nobody hears them.

use crate::cue::{self, Cue, Cues, Hear, Whim};
use crate::flow::Phase;
use crate::hearing::{Listener, OWN};
use crate::slide;
use crate::sound_file::Sound;
use crate::steps;
use crate::voice::{Ears, Voice};
use bevy::audio::AddAudioSource;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy_asset_loader::prelude::*;
use engine::{Heading, Player, Position};
use std::time::Duration;

/// The most voices at once; one more ends the oldest.
const MOST: usize = 16;
/// The most voices of one sound at once: a crowd that groans is loud enough with these.
const MOST_OF_ONE: usize = 3;
/// How loud everything is, so that many voices together are not cut off.
const LOUDNESS: f32 = 0.6;
/// How much higher or lower a sound is played each time, as a part of its pitch.
const PITCH: f32 = 0.06;

/// The sounds, by the names of their files. The folder may hold whatever else it likes.
#[derive(AssetCollection, Resource)]
pub(crate) struct Sounds {
    #[asset(path = "assets/sounds", collection(mapped))]
    pub(crate) by_name: HashMap<AssetFileStem, UntypedHandle>,
}

impl Sounds {
    /// The sound of this name.
    pub(crate) fn named(&self, name: &str) -> Option<Handle<Sound>> {
        self.by_name.get(name)?.clone().try_typed().ok()
    }
}

/// A voice that sounds: what it plays and when it ends.
#[derive(Component)]
pub(crate) struct Sounding {
    pub(crate) cue: Cue,
    pub(crate) sound: AssetId<Sound>,
    pub(crate) at: Vec2,
    pub(crate) handle: Handle<Voice>,
    /// In seconds since the start of the game.
    pub(crate) ends: Duration,
}

pub(crate) fn plugin(app: &mut App) {
    app.add_audio_source::<Voice>();
    app.add_plugins((cue::plugin, steps::plugin, slide::plugin));
    app.configure_loading_state(LoadingStateConfig::new(Phase::Loading).load_collection::<Sounds>());
    app.add_systems(Update, (end, begin, place).chain().after(Hear).run_if(resource_exists::<Sounds>));
}

/// Removes the voices that have ended.
fn end(voices: Query<(Entity, &Sounding)>, time: Res<Time<Real>>, mut commands: Commands) {
    for (entity, _) in voices.iter().filter(|(_, sounding)| sounding.ends <= time.elapsed()) {
        commands.entity(entity).despawn();
    }
}

/// Gives the new cues their voices, and ends the oldest where there are too many.
fn begin(
    sounds: Res<Sounds>,
    files: Res<Assets<Sound>>,
    player: Option<Single<(&Position, &Heading), With<Player>>>,
    sounding: Query<(Entity, &Sounding)>,
    time: Res<Time<Real>>,
    mut voices: ResMut<Assets<Voice>>,
    mut cues: ResMut<Cues>,
    mut whim: ResMut<Whim>,
    mut commands: Commands,
) {
    let listener = listener(player);
    let mut alive: Vec<(Duration, AssetId<Sound>, Entity)> =
        sounding.iter().map(|(entity, sounding)| (sounding.ends, sounding.sound, entity)).collect();
    alive.sort();
    for (cue, at) in cues.0.drain(..) {
        let Some(handle) = sounds.named(&cue.name) else { continue };
        let Some(sound) = files.get(&handle) else { continue };
        make_room(&mut alive, handle.id(), &mut commands);
        let speed = 1.0 + PITCH * (whim.next() % 1000) as f32 / 500.0 - PITCH;
        let voice = voices.add(Voice::new(sound.samples.clone(), sound.rate, ears(&cue, at, listener)));
        let ends = time.elapsed() + sound.length().div_f32(speed) + Duration::from_millis(200);
        let settings = PlaybackSettings::ONCE.with_speed(speed);
        let sounding = Sounding { cue, sound: handle.id(), at, handle: voice.clone(), ends };
        let entity = commands.spawn((AudioPlayer(voice), settings, sounding)).id();
        alive.push((ends, handle.id(), entity));
    }
}

/// Ends the voices that a new one of this sound leaves no room for; those that would end first go first.
fn make_room(alive: &mut Vec<(Duration, AssetId<Sound>, Entity)>, sound: AssetId<Sound>, commands: &mut Commands) {
    let of_one = alive.iter().filter(|voice| voice.1 == sound).count();
    let surplus = if of_one >= MOST_OF_ONE {
        alive.iter().position(|voice| voice.1 == sound)
    } else {
        (alive.len() >= MOST).then_some(0)
    };
    if let Some(index) = surplus {
        commands.entity(alive.remove(index).2).despawn();
    }
}

/// Lets each voice be heard from where it is, while the player walks and turns.
fn place(
    player: Option<Single<(&Position, &Heading), With<Player>>>,
    sounding: Query<&Sounding>,
    voices: Res<Assets<Voice>>,
) {
    let listener = listener(player);
    for sounding in &sounding {
        if let Some(voice) = voices.get(&sounding.handle) {
            voice.set(ears(&sounding.cue, sounding.at, listener));
        }
    }
}

pub(crate) fn listener(player: Option<Single<(&Position, &Heading), With<Player>>>) -> Option<Listener> {
    player.map(|player| Listener { at: player.0.0, heading: player.1.0 })
}

pub(crate) fn ears(cue: &Cue, at: Vec2, listener: Option<Listener>) -> Ears {
    let ears = listener.filter(|_| !cue.own).map_or(OWN, |listener| listener.ears(at));
    let loudness = cue.loudness * LOUDNESS;
    Ears { left: ears.left * loudness, right: ears.right * loudness }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZero;
    use std::sync::Arc;

    #[test]
    fn a_crowd_does_not_take_all_voices() {
        let mut world = World::new();
        let mut files = Assets::<Sound>::default();
        let silence = Sound { samples: Arc::from([0.0]), rate: NonZero::<u32>::MIN };
        let [groan, swipe] = [(); 2].map(|()| files.add(silence.clone()).id());
        let mut alive = Vec::new();
        for second in 0..100 {
            let sound = if second % 2 == 0 { groan } else { swipe };
            let mut queue = bevy::ecs::world::CommandQueue::default();
            make_room(&mut alive, sound, &mut Commands::new(&mut queue, &world));
            queue.apply(&mut world);
            alive.push((Duration::from_secs(second), sound, world.spawn_empty().id()));
        }
        assert_eq!(alive.len(), 2 * MOST_OF_ONE);
        assert_eq!(alive[0].0, Duration::from_secs(94), "the oldest have gone");
    }
}
