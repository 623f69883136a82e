//! Mixing: each cue gets a voice, which follows the position of its source while it plays.
//!
//! Without a sound device the voices behave the same, but are inaudible.

use crate::{
    campaign::playback::jumps,
    flow::phase::Phase,
    sound::cue::{Cue, Cues, Hear, SoundChance},
    sound::hearing::Hearing,
    sound::variants::Takes,
    sound::voice::Voice,
    sound::voices::{self, Rank, Voices},
};
use bevy::prelude::*;
use content::Sounds;
use engine::RunBegan;
use rand::{Rng, RngExt};
use std::time::Duration;

/// Fade-out time of a voice that is cut short. Stopping immediately would click.
pub(crate) const FADE: Duration = Duration::from_millis(100);
/// Time that a voice is kept after its sound has ended, because of the latency of the sound device.
pub(crate) const TAIL: Duration = Duration::from_millis(200);
/// Random pitch variation of each sound, as a share of its pitch.
const PITCH: f32 = 0.06;

/// State of a voice that is playing.
#[derive(Component)]
pub(crate) struct Sounding {
    pub(crate) cue: Cue,
    /// Name of the take of the sound.
    pub(crate) take: String,
    pub(crate) at: Vec2,
    /// End time since the start of the game.
    pub(crate) ends: Duration,
}

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((voices, end_with_the_deck));
}

/// Adds the systems that start, update and end voices.
pub(crate) fn voices(app: &mut App) {
    app.add_plugins(voices::plugin).init_resource::<Takes>();
    app.add_systems(Update, (end, begin, place).chain().after(Hear).run_if(resource_exists::<Sounds>));
}

/// Ends all sounds with their deck: on another page, on restart, and on a jump in time.
fn end_with_the_deck(app: &mut App) {
    app.add_systems(OnExit(Phase::Deck), fall_silent);
    app.add_systems(PreUpdate, fall_silent.run_if(jumps));
    app.add_observer(|_: On<RunBegan>, mut commands: Commands| commands.run_system_cached(fall_silent));
}

/// Fades out all voices and discards waiting cues.
fn fall_silent(
    mut sounding: Query<&mut Sounding>,
    time: Res<Time<Real>>,
    (mut cues, mut voices): (ResMut<Cues>, ResMut<Voices>),
) {
    cues.0.clear();
    *voices = Voices::default();
    for mut sounding in &mut sounding {
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

/// Starts voices for the new cues. If there are too many voices, those of the lowest rank fade out.
pub(crate) fn begin(
    sounds: Res<Sounds>,
    hearing: Hearing,
    time: Res<Time<Real>>,
    (mut cues, mut voices): (ResMut<Cues>, ResMut<Voices>),
    (mut chance, mut takes): (ResMut<SoundChance>, ResMut<Takes>),
    mut commands: Commands,
) {
    // Shortly after the start, some sounds are not loaded yet.
    let (waiting, cues_now) = cues.0.drain(..).partition(|(cue, _)| sounds.is_awaited(&cue.name));
    cues.0 = waiting;
    let cues_now: Vec<_> = cues_now;
    for (cue, at) in cues_now {
        let exists = |name: &str| sounds.named(name).is_some();
        let take = takes.next(&cue.name, exists, chance.0.next_u32() as usize);
        let Some(sound) = sounds.named(&take) else { continue };
        let speed = 1.0 + chance.0.random_range(-PITCH..=PITCH);
        let (ears, delay, room) = (hearing.ears(&cue, at), hearing.delay(&cue, at), hearing.room());
        let ends =
            time.elapsed() + delay + (sound.length() + Duration::from_secs_f32(room.seconds)).div_f32(speed) + TAIL;
        let voice = Voice::new(sound, ears).after(delay).in_room(room).at_speed(speed);
        let entity = commands.spawn_empty().id();
        let rank = Rank::of(entity, &cue, ears.loudest(), ends);
        let Ok(gives_way) = voices.make_room(&cue.name, rank) else {
            commands.entity(entity).despawn();
            continue;
        };
        gives_way.into_iter().for_each(|voice| fade(voice, time.elapsed(), &mut commands));
        voices.add(entity, cue.name.clone(), rank);
        commands.entity(entity).insert((voice, Sounding { cue, take, at, ends }));
    }
}

/// Fades out a voice that is replaced by another one.
fn fade(voice: Entity, now: Duration, commands: &mut Commands) {
    let ends = now + FADE;
    commands.entity(voice).entry::<Sounding>().and_modify(move |mut sounding| {
        sounding.cue.loudness = 0.0;
        sounding.ends = sounding.ends.min(ends);
    });
}

/// Updates the loudness of each voice as the player moves and turns.
fn place(hearing: Hearing, mut sounding: Query<(Entity, &Sounding, &mut Voice)>, mut voices: ResMut<Voices>) {
    for (entity, one, mut voice) in &mut sounding {
        let ears = hearing.ears(&one.cue, one.at);
        voices.rank(entity, Rank::of(entity, &one.cue, ears.loudest(), one.ends));
        if voice.start.ears != ears {
            voice.start.ears = ears;
        }
    }
}

/// Returns the names of the sounds that are playing in a world.
#[cfg(test)]
pub(crate) fn started(world: &mut World) -> Vec<std::borrow::Cow<'static, str>> {
    world.query::<&Sounding>().iter(world).map(|sounding| sounding.cue.name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        files::given::shipped_files,
        flow::phase::{self, Flow},
    };
    use ::mixer::{Command, Ears, Mixer};
    use bevy::state::app::StatesPlugin;

    #[test]
    fn sounds_fade_out_with_their_deck_or_run() {
        let mut app = App::new();
        app.add_plugins((StatesPlugin, phase::plugin, end_with_the_deck)).init_resource::<Voices>();
        app.init_resource::<Cues>().insert_resource(Time::<Real>::default()).init_resource::<Time<Virtual>>();
        let long = Duration::from_secs(9);
        let mut hears = |change: fn(&mut World)| {
            let world = app.world_mut();
            let (cue, at) = (Cue::around("lift", 0.9), Vec2::ZERO);
            let voice = world.spawn(Sounding { ends: long, ..sounding(cue.clone()) }).id();
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
        assert_eq!(hears(|world| world.trigger(RunBegan)), falls_silent);
        assert_eq!(hears(|_| ()), goes_on);
        assert_eq!(hears(|world| world.resource_mut::<NextState<Phase>>().set(Phase::Tally)), falls_silent);
    }

    fn sounding(cue: Cue) -> Sounding {
        let take = cue.name.to_string();
        Sounding { cue, take, at: Vec2::ZERO, ends: Duration::ZERO }
    }

    #[test]
    fn many_explosions_never_exceed_full_scale() {
        let sounds = Sounds::read(&shipped_files()).unwrap();
        let loudest = |names: &[&'static str]| {
            let mut world = World::new();
            world.init_resource::<Voices>();
            let mut mixer = Mixer::new();
            for name in names {
                let (sound, cue) = (sounds.named(name).unwrap(), Cue { own: true, ..Cue::around(name, 1.0) });
                let voice = Voice::new(sound, Ears { left: 0.0, right: 0.0, clear: 1.0 });
                world.spawn((sounding(cue), voice));
                mixer.add_sound(sound.id, sound.samples.clone(), sound.rate.get());
            }
            world.run_system_cached(place).unwrap();
            for (entity, voice) in world.query::<(Entity, &Voice)>().iter(&world) {
                mixer.obey(Command::Start { voice: entity.to_bits(), sound: voice.sound.id, start: voice.start });
            }
            mixer.mix(&mut [[0.0; 2]; 13_230]);
            mixer.take_loudest()
        };
        let (one, many) =
            (loudest(&["explosion"]), loudest(&["explosion", "explosion~2", "explosion~3", "shot", "hurt"]));
        assert!(one > 0.2 && many > one && many < 1.0, "{one} {many}");
    }

    #[test]
    fn fourth_groan_fades_out_one_of_the_first_three() {
        let mut world = World::new();
        world.insert_resource(Time::<Real>::default());
        world.insert_resource(Sounds::read(&shipped_files()).unwrap());
        world.init_resource::<Takes>();
        world.init_resource::<SoundChance>();
        world.init_resource::<Voices>();
        let groan = || (Cue { own: true, ..Cue::around("shambler_idle", 0.8) }, Vec2::ZERO);
        world.insert_resource(Cues((0..4).map(|_| groan()).collect()));
        world.run_system_cached(begin).unwrap();
        let mut sounding = world.query::<&Sounding>();
        let (fading, heard): (Vec<_>, Vec<_>) =
            sounding.iter(&world).map(|one| (one.cue.loudness, one.ends)).partition(|(loudness, _)| *loudness == 0.0);
        assert_eq!((heard.len(), fading.as_slice()), (3, &[(0.0, FADE)][..]));
        assert_eq!(world.resource::<Voices>().count(), 3);
    }
}
