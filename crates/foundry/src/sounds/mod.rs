//! Everything that is heard.
//!
//! Here lives each sound of the game. What makes sound from numbers does not: that is a tool.

mod breakage;
mod chimes;
mod doors;
mod groans;
mod gunfire;
mod player;
mod role;
mod tones;
mod voices;
mod workings;

use crate::tools::recording::recorded;
use crate::tools::store::Made;
use crate::tools::synth::Sound;
use hound::Error;
pub(crate) use role::Role;

/// A sound: what it is to who hears it, and how it is made.
pub(crate) struct Recording {
    /// The name of its file.
    pub(crate) name: &'static str,
    /// What it is to who hears it.
    pub(crate) role: Role,
    /// How many takes there are of it.
    pub(crate) takes: u32,
    make: fn() -> Sound,
}

const fn once(name: &'static str, role: Role, make: fn() -> Sound) -> Recording {
    Recording { name, role, takes: 1, make }
}

impl Recording {
    /// The name of a take's file: the first has that of the sound, the others follow as `shot~2`.
    pub(crate) fn file(&self, take: u32) -> String {
        if take == 1 { self.name.to_owned() } else { format!("{}~{take}", self.name) }
    }
}

/// The sounds.
pub(crate) const SOUNDS: &[Recording] = &[
    once("shot", Role::Pistol, gunfire::shot),
    once("empty", Role::Click, gunfire::empty),
    once("door_open", Role::Door, doors::door_open),
    once("door_close", Role::Door, doors::door_close),
    once("locked", Role::Door, doors::locked),
    once("unlock", Role::Door, doors::unlock),
    once("crush", Role::Ship, workings::crush),
    once("groan1", Role::Cry, groans::groan1),
    once("groan2", Role::Cry, groans::groan2),
    once("groan3", Role::Cry, groans::groan3),
    once("swipe", Role::Blow, groans::swipe),
    once("monster_hurt", Role::Cry, groans::monster_hurt),
    once("monster_death", Role::Cry, groans::monster_death),
    once("hurt", Role::Cry, player::hurt),
    once("death", Role::Cry, player::death),
    once("lift", Role::Ship, workings::lift),
    once("pickup", Role::Find, chimes::pickup),
    once("step1", Role::Step, player::step1),
    once("step2", Role::Step, player::step2),
    once("crawler_cry", Role::Cry, voices::crawler_cry),
    once("crawler_bite", Role::Blow, voices::crawler_bite),
    once("crawler_death", Role::Cry, voices::crawler_death),
    once("bloater_cry", Role::Cry, voices::bloater_cry),
    once("bloater_burst", Role::Explosion, voices::bloater_burst),
    once("officer_cry", Role::Cry, voices::officer_cry),
    once("officer_shot", Role::Weapon, voices::officer_shot),
    once("officer_death", Role::Cry, voices::officer_death),
    once("bolt_hit", Role::Hit, voices::bolt_hit),
    once("brute_cry", Role::Cry, voices::brute_cry),
    once("brute_slam", Role::Blow, voices::brute_slam),
    once("brute_death", Role::Cry, voices::brute_death),
    once("cinder_cry", Role::Cry, voices::cinder_cry),
    once("cinder_death", Role::Cry, voices::cinder_death),
    once("wrench_swing", Role::Blow, gunfire::wrench_swing),
    once("wrench_hit", Role::Hit, gunfire::wrench_hit),
    once("shotgun_shot", Role::Shotgun, gunfire::shotgun_shot),
    once("nail_shot", Role::Nails, gunfire::nail_shot),
    once("nail_hit", Role::Hit, gunfire::nail_hit),
    once("flame", Role::Weapon, gunfire::flame),
    once("rocket_launch", Role::Launcher, gunfire::rocket_launch),
    once("ricochet", Role::Hit, gunfire::ricochet),
    once("switch_weapon", Role::Click, gunfire::switch_weapon),
    once("pickup_weapon", Role::Find, gunfire::pickup_weapon),
    once("explosion", Role::Explosion, breakage::explosion),
    once("barrel_hit", Role::Hit, breakage::barrel_hit),
    once("crate_hit", Role::Hit, breakage::crate_hit),
    once("crate_break", Role::Hit, breakage::crate_break),
    once("burn", Role::Ship, breakage::burn),
    once("squelch", Role::Ship, voices::crushed),
    once("switch", Role::Ship, workings::switch),
    once("plate", Role::Ship, workings::plate),
    once("wall_slide", Role::Ship, workings::wall_slide),
    once("wall_thud", Role::Ship, workings::wall_thud),
    once("teleport", Role::Ship, workings::teleport),
    once("key", Role::Find, chimes::key),
    once("pickup_treasure", Role::Find, chimes::pickup_treasure),
    once("pickup_armour", Role::Find, chimes::pickup_armour),
    once("secret", Role::Chime, chimes::secret),
];

/// The files of this room.
pub(crate) fn made() -> Result<Vec<Made>, Error> {
    SOUNDS.iter().map(|sound| recorded("sounds", sound.name, (sound.make)())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::synth::RATE;

    #[test]
    fn sounds_begin_and_end_in_silence_and_never_clip() {
        for sound in SOUNDS {
            let (name, samples) = (sound.name, (sound.make)().finished());
            assert!(samples.len() < 2 * RATE as usize, "{name} is too long");
            assert!(samples.iter().all(|sample| sample.unsigned_abs() < 24_000), "{name} is too loud");
            assert!(samples.iter().any(|sample| sample.unsigned_abs() > 20_000), "{name} is too quiet");
            for end in [samples.first(), samples.last()] {
                assert!(end.is_some_and(|sample| sample.unsigned_abs() < 100), "{name} clicks");
            }
        }
    }
}
