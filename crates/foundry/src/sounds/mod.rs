//! Everything that is heard.
//!
//! Here lives each sound of the game. What makes sound from numbers does not: that is a tool.

mod breakage;
mod chimes;
mod doors;
mod groans;
mod gunfire;
mod player;
mod tones;
mod voices;
mod workings;

use crate::tools::recording::{Recording, recorded};
use crate::tools::store::Made;
use hound::Error;

/// The sounds.
const SOUNDS: &[Recording] = &[
    ("shot", gunfire::shot),
    ("empty", gunfire::empty),
    ("door_open", doors::door_open),
    ("door_close", doors::door_close),
    ("locked", doors::locked),
    ("unlock", doors::unlock),
    ("crush", workings::crush),
    ("groan1", groans::groan1),
    ("groan2", groans::groan2),
    ("groan3", groans::groan3),
    ("swipe", groans::swipe),
    ("monster_hurt", groans::monster_hurt),
    ("monster_death", groans::monster_death),
    ("hurt", player::hurt),
    ("death", player::death),
    ("lift", workings::lift),
    ("pickup", chimes::pickup),
    ("step1", player::step1),
    ("step2", player::step2),
    ("crawler_cry", voices::crawler_cry),
    ("crawler_bite", voices::crawler_bite),
    ("crawler_death", voices::crawler_death),
    ("bloater_cry", voices::bloater_cry),
    ("bloater_burst", voices::bloater_burst),
    ("officer_cry", voices::officer_cry),
    ("officer_shot", voices::officer_shot),
    ("officer_death", voices::officer_death),
    ("bolt_hit", voices::bolt_hit),
    ("brute_cry", voices::brute_cry),
    ("brute_slam", voices::brute_slam),
    ("brute_death", voices::brute_death),
    ("cinder_cry", voices::cinder_cry),
    ("cinder_death", voices::cinder_death),
    ("wrench_swing", gunfire::wrench_swing),
    ("wrench_hit", gunfire::wrench_hit),
    ("shotgun_shot", gunfire::shotgun_shot),
    ("nail_shot", gunfire::nail_shot),
    ("nail_hit", gunfire::nail_hit),
    ("flame", gunfire::flame),
    ("rocket_launch", gunfire::rocket_launch),
    ("ricochet", gunfire::ricochet),
    ("switch_weapon", gunfire::switch_weapon),
    ("pickup_weapon", gunfire::pickup_weapon),
    ("explosion", breakage::explosion),
    ("barrel_hit", breakage::barrel_hit),
    ("crate_hit", breakage::crate_hit),
    ("crate_break", breakage::crate_break),
    ("burn", breakage::burn),
    ("squelch", voices::crushed),
    ("switch", workings::switch),
    ("plate", workings::plate),
    ("wall_slide", workings::wall_slide),
    ("wall_thud", workings::wall_thud),
    ("teleport", workings::teleport),
    ("key", chimes::key),
    ("pickup_treasure", chimes::pickup_treasure),
    ("pickup_armour", chimes::pickup_armour),
    ("secret", chimes::secret),
];

/// The files of this room.
pub(crate) fn made() -> Result<Vec<Made>, Error> {
    recorded("sounds", SOUNDS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::synth::RATE;

    #[test]
    fn sounds_begin_and_end_in_silence_and_never_clip() {
        for (name, make) in SOUNDS {
            let samples = make().finished();
            assert!(samples.len() < 2 * RATE as usize, "{name} is too long");
            assert!(samples.iter().all(|sample| sample.unsigned_abs() < 24_000), "{name} is too loud");
            assert!(samples.iter().any(|sample| sample.unsigned_abs() > 20_000), "{name} is too quiet");
            for end in [samples.first(), samples.last()] {
                assert!(end.is_some_and(|sample| sample.unsigned_abs() < 100), "{name} clicks");
            }
        }
    }
}
