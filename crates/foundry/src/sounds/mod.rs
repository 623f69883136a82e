//! The sounds of the game.
//!
//! The building blocks of synthesis are in the crate `music` and in `tools`.

pub(crate) mod animals;
pub(crate) mod boards;
pub(crate) mod breakage;
pub(crate) mod chimes;
pub(crate) mod desk;
pub(crate) mod doors;
pub(crate) mod gunfire;
pub(crate) mod player;
pub(crate) mod role;
pub(crate) mod single;
pub(crate) mod tones;
pub(crate) mod voices;
pub(crate) mod workings;

use crate::{sounds::role::Role, tools::job::Job, tools::recording::recorded};
use music::synth::Sound;

/// A sound: its role and its generator.
pub(crate) struct Recording {
    /// Name of its first file.
    pub(crate) name: &'static str,
    /// Role of the sound.
    pub(crate) role: Role,
    /// Number of variants, which the game plays alternately.
    pub(crate) takes: u32,
    /// Generates a variant, counted from 0.
    make: fn(u32) -> Sound,
}

const fn sound(name: &'static str, role: Role, takes: u32, make: fn(u32) -> Sound) -> Recording {
    Recording { name, role, takes, make }
}

impl Recording {
    /// Returns the file name of a variant, counted from 1: the first has that of the sound, the others follow as
    /// `shot~2`.
    pub(crate) fn file(&self, take: u32) -> String {
        if take == 1 { self.name.to_owned() } else { format!("{}~{take}", self.name) }
    }
}

/// The sounds.
pub(crate) const SOUNDS: &[Recording] = &[
    sound("shot", Role::Pistol, 4, gunfire::shot),
    sound("shotgun_shot", Role::Shotgun, 3, gunfire::shotgun_shot),
    sound("rocket_launch", Role::Launcher, 3, gunfire::rocket_launch),
    sound("nail_shot", Role::Nails, 4, gunfire::nail_shot),
    sound("flame", Role::Weapon, 3, gunfire::flame),
    sound("officer_shot", Role::Weapon, 3, gunfire::officer_shot),
    sound("explosion", Role::Explosion, 3, breakage::explosion),
    sound("bloater_burst", Role::Explosion, 3, breakage::bloater_burst),
    sound("hurt", Role::Cry, 4, player::hurt),
    sound("death", Role::Cry, 3, player::death),
    sound("wrench_swing", Role::Blow, 3, gunfire::wrench_swing),
    sound("swipe", Role::Blow, 3, voices::swipe),
    sound("miss", Role::Blow, 3, voices::miss),
    sound("crawler_bite", Role::Blow, 3, voices::crawler_bite),
    sound("brute_slam", Role::Blow, 3, voices::brute_slam),
    sound("skeleton_claw", Role::Blow, 3, voices::skeleton_claw),
    sound("minotaur_axe", Role::Blow, 3, voices::minotaur_axe),
    sound("wrench_hit", Role::Hit, 3, gunfire::wrench_hit),
    sound("nail_hit", Role::Hit, 4, gunfire::nail_hit),
    sound("ricochet", Role::Hit, 4, gunfire::ricochet),
    sound("bolt_hit", Role::Hit, 3, gunfire::bolt_hit),
    sound("barrel_hit", Role::Hit, 3, breakage::barrel_hit),
    sound("crate_hit", Role::Hit, 3, breakage::crate_hit),
    sound("crate_break", Role::Hit, 3, breakage::crate_break),
    sound("door_open", Role::Door, 3, doors::door_open),
    sound("door_close", Role::Door, 3, doors::door_close),
    sound("locked", Role::Door, 3, doors::locked),
    sound("unlock", Role::Door, 3, doors::unlock),
    sound("pickup", Role::Find, 3, chimes::pickup),
    sound("pickup_weapon", Role::Find, 3, gunfire::pickup_weapon),
    sound("pickup_treasure", Role::Find, 3, chimes::pickup_treasure),
    sound("pickup_armour", Role::Find, 3, chimes::pickup_armour),
    sound("key", Role::Find, 3, chimes::key),
    sound("secret", Role::Chime, 1, chimes::secret),
    sound("empty", Role::Click, 3, gunfire::empty),
    sound("switch_weapon", Role::Click, 3, gunfire::switch_weapon),
    sound("bump", Role::Click, 3, player::bump),
    sound("step_steel", Role::Step, 4, player::on_steel),
    sound("step_grate", Role::Step, 4, player::on_a_grate),
    sound("step_stone", Role::Step, 4, player::on_stone),
    sound("step_wood", Role::Step, 4, player::on_wood),
    sound("board_pick", Role::Board, 3, boards::board_pick),
    sound("board_move", Role::Board, 3, boards::board_move),
    sound("board_refuse", Role::Board, 3, boards::board_refuse),
    sound("lock_slide", Role::Board, 3, boards::lock_slide),
    sound("board_win", Role::Chime, 1, boards::board_win),
    sound("board_lose", Role::Chime, 1, boards::board_lose),
    sound("board_hint", Role::Chime, 1, boards::board_hint),
    sound("board_near", Role::Warning, 1, boards::board_near),
    sound("lock_open", Role::Ship, 1, boards::lock_open),
    sound("lift", Role::Ship, 1, workings::lift),
    sound("switch", Role::Ship, 1, workings::switch),
    sound("plate", Role::Ship, 1, workings::plate),
    sound("wall_slide", Role::Ship, 1, workings::wall_slide),
    sound("wall_thud", Role::Ship, 1, workings::wall_thud),
    sound("teleport", Role::Ship, 1, workings::teleport),
    sound("crush", Role::Ship, 1, breakage::crush),
    sound("squelch", Role::Ship, 1, breakage::squelched),
    sound("burn", Role::Ship, 1, breakage::burn),
    sound("shambler_idle", Role::Murmur, 3, |take| voices::SHAMBLER.idle(take)),
    sound("shambler_notice", Role::Cry, 3, |take| voices::SHAMBLER.notice(take)),
    sound("shambler_windup", Role::Blow, 3, |take| voices::SHAMBLER.windup(take)),
    sound("shambler_pain", Role::Cry, 3, |take| voices::SHAMBLER.pain(take)),
    sound("shambler_death", Role::Cry, 3, |take| voices::SHAMBLER.death(take)),
    sound("crawler_idle", Role::Murmur, 3, |take| voices::CRAWLER.idle(take)),
    sound("crawler_notice", Role::Cry, 3, |take| voices::CRAWLER.notice(take)),
    sound("crawler_windup", Role::Blow, 3, |take| voices::CRAWLER.windup(take)),
    sound("crawler_pain", Role::Cry, 3, |take| voices::CRAWLER.pain(take)),
    sound("crawler_death", Role::Cry, 3, |take| voices::CRAWLER.death(take)),
    sound("bloater_idle", Role::Murmur, 3, |take| voices::BLOATER.idle(take)),
    sound("bloater_notice", Role::Cry, 3, |take| voices::BLOATER.notice(take)),
    sound("bloater_windup", Role::Blow, 3, |take| voices::BLOATER.windup(take)),
    sound("bloater_pain", Role::Cry, 3, |take| voices::BLOATER.pain(take)),
    sound("bloater_death", Role::Cry, 3, |take| voices::BLOATER.death(take)),
    sound("officer_idle", Role::Murmur, 3, |take| voices::OFFICER.idle(take)),
    sound("officer_notice", Role::Cry, 3, |take| voices::OFFICER.notice(take)),
    sound("officer_windup", Role::Blow, 3, |take| voices::OFFICER.windup(take)),
    sound("officer_pain", Role::Cry, 3, |take| voices::OFFICER.pain(take)),
    sound("officer_death", Role::Cry, 3, |take| voices::OFFICER.death(take)),
    sound("brute_idle", Role::Murmur, 3, |take| voices::BRUTE.idle(take)),
    sound("brute_notice", Role::Cry, 3, |take| voices::BRUTE.notice(take)),
    sound("brute_windup", Role::Blow, 3, |take| voices::BRUTE.windup(take)),
    sound("brute_pain", Role::Cry, 3, |take| voices::BRUTE.pain(take)),
    sound("brute_death", Role::Cry, 3, |take| voices::BRUTE.death(take)),
    sound("cinder_idle", Role::Murmur, 3, |take| voices::CINDER.idle(take)),
    sound("cinder_notice", Role::Cry, 3, |take| voices::CINDER.notice(take)),
    sound("cinder_windup", Role::Blow, 3, |take| voices::CINDER.windup(take)),
    sound("cinder_pain", Role::Cry, 3, |take| voices::CINDER.pain(take)),
    sound("cinder_death", Role::Cry, 3, |take| voices::CINDER.death(take)),
    sound("skeleton_idle", Role::Murmur, 3, |take| voices::SKELETON.idle(take)),
    sound("skeleton_notice", Role::Cry, 3, |take| voices::SKELETON.notice(take)),
    sound("skeleton_windup", Role::Blow, 3, |take| voices::SKELETON.windup(take)),
    sound("skeleton_pain", Role::Cry, 3, |take| voices::SKELETON.pain(take)),
    sound("skeleton_death", Role::Cry, 3, |take| voices::SKELETON.death(take)),
    sound("minotaur_idle", Role::Murmur, 3, |take| voices::MINOTAUR.idle(take)),
    sound("minotaur_notice", Role::Cry, 3, |take| voices::MINOTAUR.notice(take)),
    sound("minotaur_windup", Role::Blow, 3, |take| voices::MINOTAUR.windup(take)),
    sound("minotaur_pain", Role::Cry, 3, |take| voices::MINOTAUR.pain(take)),
    sound("minotaur_death", Role::Cry, 3, |take| voices::MINOTAUR.death(take)),
    sound("monkey_idle", Role::Murmur, 3, |take| animals::MONKEY.idle(take)),
    sound("monkey_notice", Role::Cry, 3, |take| animals::MONKEY.notice(take)),
    sound("monkey_windup", Role::Blow, 3, |take| animals::MONKEY.windup(take)),
    sound("monkey_pain", Role::Cry, 3, |take| animals::MONKEY.pain(take)),
    sound("monkey_death", Role::Cry, 3, |take| animals::MONKEY.death(take)),
    sound("fox_idle", Role::Murmur, 3, |take| animals::FOX.idle(take)),
    sound("fox_notice", Role::Cry, 3, |take| animals::FOX.notice(take)),
    sound("fox_windup", Role::Blow, 3, |take| animals::FOX.windup(take)),
    sound("fox_pain", Role::Cry, 3, |take| animals::FOX.pain(take)),
    sound("fox_death", Role::Cry, 3, |take| animals::FOX.death(take)),
    sound("chicken_idle", Role::Murmur, 3, |take| animals::CHICKEN.idle(take)),
    sound("chicken_notice", Role::Cry, 3, |take| animals::CHICKEN.notice(take)),
    sound("chicken_windup", Role::Blow, 3, |take| animals::CHICKEN.windup(take)),
    sound("chicken_pain", Role::Cry, 3, |take| animals::CHICKEN.pain(take)),
    sound("chicken_death", Role::Cry, 3, |take| animals::CHICKEN.death(take)),
    sound("robot_idle", Role::Murmur, 3, animals::robot_idle),
    sound("robot_notice", Role::Cry, 3, animals::robot_notice),
    sound("robot_windup", Role::Blow, 3, animals::robot_windup),
    sound("robot_pain", Role::Cry, 3, animals::robot_pain),
    sound("robot_death", Role::Cry, 3, animals::robot_death),
    sound("robot_brush", Role::Blow, 3, animals::robot_brush),
    sound("munch", Role::Blow, 3, animals::munch),
    sound("ration_throw", Role::Blow, 3, player::ration_throw),
    sound("ration_land", Role::Hit, 3, player::ration_land),
    sound("menu_move", Role::Click, 3, desk::menu_move),
    sound("menu_take", Role::Click, 3, desk::menu_take),
    sound("menu_back", Role::Click, 3, desk::menu_back),
    sound("tally_count", Role::Click, 3, desk::tally_count),
    sound("tally_done", Role::Chime, 1, desk::tally_done),
    sound("creak", Role::Around, 4, single::creak),
    sound("drip", Role::Around, 4, single::drip),
    sound("screen_hum", Role::Around, 3, single::screen_hum),
    sound("lamp_buzz", Role::Around, 3, single::lamp_buzz),
];

/// Returns the jobs that make this module's files.
pub(crate) fn jobs() -> Vec<Job> {
    let takes = SOUNDS.iter().flat_map(|sound| (0..sound.takes).map(move |take| (sound, take)));
    let job = |(sound, take): (&'static Recording, u32)| -> Job {
        Box::new(move || {
            let file = sound.file(take + 1);
            Ok(vec![recorded("sounds", &file, (sound.make)(take), sound.role.loudness())?.into()])
        })
    };
    takes.map(job).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use music::synth::RATE;

    #[test]
    fn sounds_start_and_end_in_silence_and_do_not_clip() {
        for sound in SOUNDS {
            let (name, samples) = (sound.name, (sound.make)(0).finished(sound.role.loudness()));
            assert!(samples.len() < 3 * RATE as usize, "{name} is too long");
            assert!(samples.iter().all(|sample| sample.unsigned_abs() < 29_500), "{name} is too loud");
            assert!(samples.iter().any(|sample| sample.unsigned_abs() > 1_000), "{name} is too quiet");
            for end in [samples.first(), samples.last()] {
                assert!(end.is_some_and(|sample| sample.unsigned_abs() < 100), "{name} clicks");
            }
        }
    }

    #[test]
    fn variants_of_a_sound_differ() {
        for sound in SOUNDS {
            let takes: Vec<Vec<f64>> = (0..sound.takes).map(|take| (sound.make)(take).0).collect();
            for (number, one) in takes.iter().enumerate() {
                assert!(takes[number + 1..].iter().all(|other| other != one), "{}", sound.name);
            }
        }
    }
}
