//! Sound: each cue gets a voice, which is heard from where it is as long as it sounds.
//!
//! Without a sound device the voices live and end all the same, and nobody hears them.

use crate::campaign::playback::{PlayDemo, jumps};
use crate::campaign::progress::{self, Load, Restart};
use crate::files::sound_file::Sound;
use crate::flow::phase::Phase;
use crate::sound::cue::{Cue, Cues, Hear, SoundChance};
use crate::sound::listener::{Listener, OWN};
use crate::sound::takes::Takes;
use crate::sound::voice::{Ears, Voice};
use bevy::audio::AddAudioSource;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy_asset_loader::prelude::*;
use engine::{Heading, Player, Position};
use rand::{Rng, RngExt};
use std::borrow::Cow;
use std::time::Duration;

/// The most voices at once; one more ends the one that would end first.
pub(crate) const MOST: usize = 16;
/// The most voices of one sound at once: a crowd that groans is loud enough with these.
const MOST_OF_ONE: usize = 3;
/// How long a voice that is cut short takes to fall silent: at once would be heard as a click.
pub(crate) const FADE: Duration = Duration::from_millis(100);
/// How long a voice is kept after its sound has ended: the sound device is a little behind.
pub(crate) const TAIL: Duration = Duration::from_millis(200);
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
    /// The name of the take of its sound that is played.
    pub(crate) take: String,
    pub(crate) at: Vec2,
    pub(crate) handle: Handle<Voice>,
    /// In seconds since the start of the game.
    pub(crate) ends: Duration,
}

pub(crate) fn plugin(app: &mut App) {
    app.add_audio_source::<Voice>().init_resource::<Takes>();
    app.configure_loading_state(LoadingStateConfig::new(Phase::Loading).load_collection::<Sounds>());
    app.add_systems(Update, (end, begin, place).chain().after(Hear).run_if(resource_exists::<Sounds>));
    app.add_plugins(end_with_the_deck);
}

/// What sounds belongs to its deck: nothing of it is heard on another page or in the next try.
fn end_with_the_deck(app: &mut App) {
    app.add_systems(OnExit(Phase::Deck), fall_silent);
    let begins_anew = resource_exists::<Restart>.or_else(resource_exists::<Load>);
    let begins_anew = begins_anew.or_else(resource_exists::<PlayDemo>).or_else(jumps);
    app.add_systems(PreUpdate, fall_silent.run_if(begins_anew).before(progress::restart).before(progress::load_here));
}

/// Lets all that sounds fade, and forgets what has no voice yet.
fn fall_silent(mut voices: Query<&mut Sounding>, time: Res<Time<Real>>, mut cues: ResMut<Cues>) {
    cues.0.clear();
    for mut sounding in &mut voices {
        sounding.cue.loudness = 0.0;
        sounding.ends = sounding.ends.min(time.elapsed() + FADE);
    }
}

/// Removes the voices that have ended.
fn end(voices: Query<(Entity, &Sounding)>, time: Res<Time<Real>>, mut commands: Commands) {
    for (entity, _) in voices.iter().filter(|(_, sounding)| sounding.ends <= time.elapsed()) {
        commands.entity(entity).despawn();
    }
}

/// Gives the new cues their voices, and ends those that would end first where there are too many.
fn begin(
    sounds: Res<Sounds>,
    files: Res<Assets<Sound>>,
    player: Option<Single<(&Position, &Heading), With<Player>>>,
    sounding: Query<(Entity, &Sounding)>,
    time: Res<Time<Real>>,
    mut voices: ResMut<Assets<Voice>>,
    mut cues: ResMut<Cues>,
    (mut chance, mut takes): (ResMut<SoundChance>, ResMut<Takes>),
    mut commands: Commands,
) {
    let listener = listener(player);
    let mut alive: Vec<Alive> =
        sounding.iter().map(|(entity, sounding)| (sounding.ends, sounding.cue.name.clone(), entity)).collect();
    alive.sort();
    for (cue, at) in cues.0.drain(..) {
        let exists = |name: &str| sounds.by_name.contains_key(name);
        let take = takes.next(&cue.name, exists, chance.0.next_u32() as usize);
        let Some(handle) = sounds.named(&take) else { continue };
        let Some(sound) = files.get(&handle) else { continue };
        make_room(&mut alive, &cue.name, &mut commands);
        let name = cue.name.clone();
        let speed = 1.0 + chance.0.random_range(-PITCH..=PITCH);
        let voice = voices.add(Voice::new(sound.samples.clone(), sound.rate, ears(&cue, at, listener)));
        let ends = time.elapsed() + sound.length().div_f32(speed) + TAIL;
        let settings = PlaybackSettings::ONCE.with_speed(speed);
        let sounding = Sounding { cue, take, at, handle: voice.clone(), ends };
        let entity = commands.spawn((AudioPlayer(voice), settings, sounding)).id();
        alive.push((ends, name, entity));
    }
}

/// When a voice ends, what it plays and its entity.
type Alive = (Duration, Cow<'static, str>, Entity);

/// Ends the voices that a new one of this sound, whichever take of it, leaves no room for; those that would end first go first.
fn make_room(alive: &mut Vec<Alive>, sound: &str, commands: &mut Commands) {
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
    use crate::flow::phase::{self, Flow};
    use bevy::state::app::StatesPlugin;

    #[test]
    fn what_sounds_fades_with_its_deck_and_with_the_try_and_not_before() {
        let mut app = App::new();
        app.add_plugins((StatesPlugin, phase::plugin, end_with_the_deck));
        app.init_resource::<Cues>().insert_resource(Time::<Real>::default()).init_resource::<Time<Virtual>>();
        let long = Duration::from_secs(9);
        let mut hears = |change: fn(&mut World)| {
            let world = app.world_mut();
            let (cue, at) = (Cue::around("lift", 0.9), Vec2::ZERO);
            let handle = Handle::default();
            let voice =
                world.spawn(Sounding { cue: cue.clone(), take: cue.name.to_string(), at, handle, ends: long }).id();
            world.resource_mut::<Cues>().0.push((cue, at));
            change(world);
            app.update();
            let waiting = std::mem::take(&mut app.world_mut().resource_mut::<Cues>().0).len();
            let sounding = app.world().get::<Sounding>(voice).unwrap();
            (sounding.cue.loudness, sounding.ends, waiting)
        };
        let (goes_on, falls_silent) = ((0.9, long, 1), (0.0, FADE, 0));
        assert_eq!(hears(|world| world.resource_mut::<NextState<Phase>>().set(Phase::Deck)), goes_on);
        assert_eq!(hears(|_| ()), goes_on);
        assert_eq!(hears(|world| world.resource_mut::<NextState<Flow>>().set(Flow::Paused)), goes_on);
        assert_eq!(hears(|world| world.insert_resource(Restart::ByItself)), falls_silent);
        assert_eq!(hears(|world| assert!(world.remove_resource::<Restart>().is_some())), goes_on);
        assert_eq!(hears(|world| world.resource_mut::<NextState<Phase>>().set(Phase::Tally)), falls_silent);
    }

    #[test]
    fn a_crowd_does_not_take_all_voices() {
        let mut world = World::new();
        let mut alive = Vec::new();
        for second in 0..100 {
            let sound = if second % 2 == 0 { "groan" } else { "swipe" };
            let mut queue = bevy::ecs::world::CommandQueue::default();
            make_room(&mut alive, sound, &mut Commands::new(&mut queue, &world));
            queue.apply(&mut world);
            alive.push((Duration::from_secs(second), Cow::Borrowed(sound), world.spawn_empty().id()));
        }
        assert_eq!(alive.len(), 2 * MOST_OF_ONE);
        assert_eq!(alive[0].0, Duration::from_secs(94), "those that would end first have gone");
    }
}
