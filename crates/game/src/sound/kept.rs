//! Sounds that are playing when the game is saved. They continue when the save is loaded.

use crate::{
    campaign::contributors::{Contributors, RunResumed},
    sound::cue::Cue,
    sound::hearing::Hearing,
    sound::mixing::{Sounding, TAIL},
    sound::voice::Voice,
    sound::voices::MAX_VOICES,
};
use bevy::prelude::*;
use campaign::Extras;
use content::Sounds;
use engine::Bus;
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, time::Duration};

/// Name of the section in the save.
const PART: &str = "sounds";

/// Sound that was playing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Kept {
    name: String,
    loudness: f32,
    own: bool,
    at: [f32; 2],
    /// Remaining time in milliseconds.
    left: u32,
    bus: Bus,
    weight: u8,
}

pub(crate) fn plugin(app: &mut App) {
    app.world_mut().get_resource_or_init::<Contributors>().0.push(keep);
    app.add_observer(resume);
}

/// Adds the sounds that are playing to a save, except for fading ones.
fn keep(world: &mut World, extras: &mut Extras) {
    let now = world.resource::<Time<Real>>().elapsed();
    let mut voices = world.query::<&Sounding>();
    let runs = voices.iter(world).filter(|sounding| sounding.cue.loudness > 0.0);
    let kept = runs.filter_map(|Sounding { cue, take, at, ends, .. }| {
        let left = ends.checked_sub(now + TAIL)?.as_millis() as u32;
        let Cue { loudness, own, bus, weight, .. } = *cue;
        Some(Kept { name: take.clone(), loudness, own, at: at.to_array(), left, bus, weight })
    });
    let kept: Vec<Kept> = kept.collect();
    extras.put(PART, &kept);
}

/// Continues the sounds of a save.
fn resume(
    resumed: On<RunResumed>,
    sounds: Option<Res<Sounds>>,
    hearing: Hearing,
    time: Res<Time<Real>>,
    mut commands: Commands,
) {
    let Some(sounds) = sounds else { return };
    let kept: Vec<Kept> = resumed.0.get(PART).unwrap_or_default();
    for Kept { name, loudness, own, at, left, bus, weight } in kept.into_iter().take(MAX_VOICES) {
        let Some(sound) = sounds.named(&name) else { continue };
        // Values from a file may be invalid.
        let at = Vec2::from_array(at);
        if !at.is_finite() || !(0.0..=1.0).contains(&loudness) {
            continue;
        }
        let left = Duration::from_millis(u64::from(left)).min(sound.length());
        let cue = Cue { name: Cow::Owned(name.clone()), loudness, own, bus, weight };
        let voice = Voice::new(sound, hearing.ears(&cue, at)).with_left(left);
        let sounding = Sounding { cue, take: name, at, ends: time.elapsed() + left + TAIL };
        commands.spawn((voice, sounding));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use campaign::{Journey, Save};
    use content::Sound;
    use engine::{Headless, Start};
    use level::Level;
    use std::{num::NonZero, sync::Arc};

    #[test]
    fn playing_sounds_continue_after_loading() {
        let text = b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player)},
            map: [\"####\", \"#@.#\", \"####\"])";
        let start = Start::on(Arc::new(Level::read("x", text).unwrap()));
        let mut headless = Headless::begin(&start);
        let world = headless.world_mut();
        let groan = Sound::new(vec![16384; 8000].into(), NonZero::new(8000).unwrap());
        let mut sounds = Sounds::default();
        sounds.put("groan", groan);
        world.insert_resource(sounds);
        world.insert_resource(Time::<Real>::default());
        let cue = Cue::around("groan", 0.8);
        let (at, ends) = (Vec2::new(2.5, 1.5), Duration::from_millis(700) + TAIL);
        let silent = Cue { loudness: 0.0, ..cue.clone() };
        for cue in [cue.clone(), silent] {
            world.spawn(Sounding { cue, take: "groan".to_owned(), at, ends });
        }
        let mut save = Save::of(&Journey::new("x", 2, 1, None), &start, "x", world);
        keep(world, &mut save.extras);

        let read = Save::read(&save.bytes().unwrap()).unwrap();
        let old: Vec<Entity> = world.query_filtered::<Entity, With<Sounding>>().iter(world).collect();
        old.into_iter().for_each(|entity| assert!(world.despawn(entity)));
        world.add_observer(resume);
        world.trigger(RunResumed(read.extras));
        world.flush();
        let (sounding, voice) = world.query::<(&Sounding, &Voice)>().single(world).unwrap();
        assert_eq!((&sounding.cue, sounding.at, sounding.ends), (&cue, at, ends));
        assert_eq!(voice.start.left, Some(0.7));
    }
}
