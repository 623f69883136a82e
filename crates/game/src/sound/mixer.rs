//! Sound: each cue gets a voice, which is heard from where it is as long as it sounds.
//!
//! Without a sound device the voices live and end all the same, and nobody hears them.

use crate::campaign::playback::{PlayDemo, jumps};
use crate::campaign::progress::{self, Load, Restart};
use crate::flow::phase::Phase;
use crate::sound::cue::{Cue, Cues, Hear, SoundChance};
use crate::sound::headroom::{AHEAD, Headroom};
use crate::sound::hearing::Hearing;
use crate::sound::takes::Takes;
use crate::sound::voice::Voice;
use bevy::prelude::*;
use content::Sounds;
use rand::{Rng, RngExt};
use std::borrow::Cow;
use std::time::Duration;

/// The most voices at once; one more ends the one that matters least.
pub(crate) const MOST: usize = 24;
/// The most voices of one sound at once: a crowd that groans is loud enough with these.
const MOST_OF_ONE: usize = 3;
/// How long a voice that is cut short takes to fall silent: at once would be heard as a click.
pub(crate) const FADE: Duration = Duration::from_millis(100);
/// How long a voice is kept after its sound has ended: the sound device is a little behind.
pub(crate) const TAIL: Duration = Duration::from_millis(200);
/// How much higher or lower a sound is played each time, as a part of its pitch.
const PITCH: f32 = 0.06;

/// A voice that sounds: what it plays and when it ends.
#[derive(Component)]
pub(crate) struct Sounding {
    pub(crate) cue: Cue,
    /// The name of the take of its sound that is played.
    pub(crate) take: String,
    pub(crate) at: Vec2,
    /// When it began, after the start of the game.
    pub(crate) began: Duration,
    /// In seconds since the start of the game.
    pub(crate) ends: Duration,
}

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((voices, end_with_the_deck));
}

/// Gives cues their voices, and looks after these.
pub(crate) fn voices(app: &mut App) {
    app.init_resource::<Takes>().init_resource::<Headroom>();
    app.add_systems(Update, (end, begin, place).chain().after(Hear).run_if(resource_exists::<Sounds>));
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
    hearing: Hearing,
    sounding: Query<(Entity, &Sounding)>,
    time: Res<Time<Real>>,
    mut cues: ResMut<Cues>,
    (mut chance, mut takes): (ResMut<SoundChance>, ResMut<Takes>),
    mut commands: Commands,
) {
    // Those that fade already leave their room to others.
    let heard = sounding.iter().filter(|(_, sounding)| sounding.cue.loudness > 0.0);
    let mut alive: Vec<Alive> = heard
        .map(|(entity, sounding)| (sounding.cue.weight(), sounding.ends, sounding.cue.name.clone(), entity))
        .collect();
    // Just after the start some sounds are not loaded yet.
    let (waiting, cues_now) = cues.0.drain(..).partition(|(cue, _)| sounds.is_awaited(&cue.name));
    cues.0 = waiting;
    let cues_now: Vec<_> = cues_now;
    for (cue, at) in cues_now {
        let exists = |name: &str| sounds.named(name).is_some();
        let take = takes.next(&cue.name, exists, chance.0.next_u32() as usize);
        let Some(sound) = sounds.named(&take) else { continue };
        if !make_room(&mut alive, &cue, time.elapsed(), &mut commands) {
            continue;
        }
        let (weight, name) = (cue.weight(), cue.name.clone());
        let speed = 1.0 + chance.0.random_range(-PITCH..=PITCH);
        let voice = Voice::new(sound.samples.clone(), sound.rate, hearing.ears(&cue, at));
        let (delay, room) = (hearing.delay(&cue, at), hearing.room());
        let voice = voice.after(delay).in_room(room).at_speed(speed);
        let ends =
            time.elapsed() + delay + (sound.length() + Duration::from_secs_f32(room.seconds)).div_f32(speed) + TAIL;
        let sounding = Sounding { cue, take, at, began: time.elapsed(), ends };
        let entity = commands.spawn((voice, sounding)).id();
        alive.push((weight, ends, name, entity));
    }
}

/// How much a voice matters, when it ends, what it plays, and its entity.
type Alive = (u8, Duration, Cow<'static, str>, Entity);

/// Lets a voice fade that a new cue leaves no room for, another one of the same sound or else the one that matters least, and of
/// these the one that would end first. False if it is the new one that matters least.
fn make_room(alive: &mut Vec<Alive>, cue: &Cue, now: Duration, commands: &mut Commands) -> bool {
    alive.sort();
    let of_one = alive.iter().filter(|voice| voice.2 == cue.name).count();
    let surplus = if of_one >= MOST_OF_ONE {
        alive.iter().position(|voice| voice.2 == cue.name)
    } else {
        (alive.len() >= MOST).then_some(0)
    };
    let Some(index) = surplus else { return true };
    if alive[index].0 > cue.weight() {
        return false;
    }
    let ends = now + FADE;
    commands.entity(alive.remove(index).3).entry::<Sounding>().and_modify(move |mut sounding| {
        sounding.cue.loudness = 0.0;
        sounding.ends = sounding.ends.min(ends);
    });
    true
}

/// Lets each voice be heard from where it is, while the player walks and turns, and all of them no louder than there is room for.
fn place(
    hearing: Hearing,
    sounding: Query<(&Sounding, &Voice)>,
    time: Res<Time<Real>>,
    mut headroom: ResMut<Headroom>,
) {
    let heard: Vec<_> = sounding.iter().map(|(one, voice)| (one, voice, hearing.ears(&one.cue, one.at))).collect();
    let played = |one: &Sounding| time.elapsed().saturating_sub(one.began);
    let peaks = heard.iter().map(|(one, voice, ears)| voice.peak(played(one), AHEAD, *ears)).sum();
    let part = headroom.follow(peaks, time.delta_secs());
    for (_, voice, ears) in heard {
        voice.set(ears.times(part));
    }
}

/// What sounds in a world.
#[cfg(test)]
pub(crate) fn started(world: &mut World) -> Vec<Cow<'static, str>> {
    world.query::<&Sounding>().iter(world).map(|sounding| sounding.cue.name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::given::shipped_files;
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
        assert_eq!(hears(|world| world.insert_resource(Restart)), falls_silent);
        assert_eq!(hears(|world| assert!(world.remove_resource::<Restart>().is_some())), goes_on);
        assert_eq!(hears(|world| world.resource_mut::<NextState<Phase>>().set(Phase::Tally)), falls_silent);
    }

    fn sounding(cue: Cue) -> Sounding {
        let take = cue.name.to_string();
        Sounding { cue, take, at: Vec2::ZERO, began: Duration::ZERO, ends: Duration::ZERO }
    }

    #[test]
    fn however_much_explodes_at_once_it_is_not_louder_than_the_device_can_play() {
        let sounds = Sounds::read(&shipped_files()).unwrap();
        let loudest = |names: &[&'static str]| {
            let mut world = World::new();
            world.insert_resource(Time::<Real>::default());
            world.init_resource::<Headroom>();
            let voices: Vec<_> = names
                .iter()
                .map(|name| {
                    let sound = sounds.named(name).unwrap();
                    let silent = crate::sound::voice::Ears { left: 0.0, right: 0.0, clear: 1.0 };
                    Voice::new(sound.samples.clone(), sound.rate, silent)
                })
                .collect();
            for (name, voice) in names.iter().zip(&voices) {
                world.spawn((sounding(Cue::around(name, 1.0)), voice.clone()));
            }
            world.run_system_cached(place).unwrap();
            let tenth = |voice: &Voice| voice.playing().skip(4410).take(8820).collect::<Vec<f32>>();
            let heard: Vec<Vec<f32>> = voices.iter().map(tenth).collect();
            (0..8820).map(|frame| heard.iter().map(|voice| voice[frame].abs()).sum()).fold(0.0, f32::max)
        };
        let (one, many) =
            (loudest(&["explosion"]), loudest(&["explosion", "explosion~2", "explosion~3", "shot", "hurt"]));
        assert!(one > 0.2 && many > one && many < 1.0, "{one} {many}");
    }

    /// How many voices of each sound are heard, and how many fade, after these cues came one a second in a turn.
    fn crowd(names: &[&'static str], seconds: u64) -> (Vec<usize>, usize) {
        let (mut world, mut alive) = (World::new(), Vec::new());
        for second in 0..seconds {
            let cue = Cue { own: true, ..Cue::around(names[second as usize % names.len()], 0.8) };
            let ends = Duration::from_secs(1000 + second);
            let mut queue = bevy::ecs::world::CommandQueue::default();
            let has_room =
                make_room(&mut alive, &cue, Duration::from_secs(second), &mut Commands::new(&mut queue, &world));
            queue.apply(&mut world);
            if has_room {
                let (weight, name) = (cue.weight(), cue.name.clone());
                let voice = Sounding { ends, ..sounding(cue) };
                alive.push((weight, ends, name, world.spawn(voice).id()));
            }
        }
        let count = |name: &&str| alive.iter().filter(|voice| voice.2 == *name).count();
        let mut voices = world.query::<&Sounding>();
        let fades = voices.iter(&world).filter(|sounding| sounding.cue.loudness == 0.0);
        (names.iter().map(count).collect(), fades.count())
    }

    #[test]
    fn a_crowd_does_not_take_all_voices_and_those_that_are_cut_off_fade() {
        assert_eq!(crowd(&["groan", "swipe"], 100), (vec![3, 3], 94));
    }

    #[test]
    fn steps_and_doors_give_way_to_shots_and_none_to_them() {
        let many = ["a", "b", "c", "d", "e", "f", "g"];
        let mut names = many.to_vec();
        names.extend(["step_steel", "door_open", "hurt"]);
        let (heard, _) = crowd(&names, 90);
        assert_eq!(heard.iter().sum::<usize>(), MOST);
        assert_eq!(heard[7..], [0, 0, 3], "{heard:?}");
    }
}
