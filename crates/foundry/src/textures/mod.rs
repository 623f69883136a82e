//! Textures of walls, floors, ceilings and panes, and overlays for them.
//! Free-standing things are in `sprites`.

pub(crate) mod damage;
pub(crate) mod fittings;
pub(crate) mod floors;
pub(crate) mod kits;
pub(crate) mod locks;
pub(crate) mod openings;
pub(crate) mod overlays;
pub(crate) mod screens;
pub(crate) mod stains;
pub(crate) mod stairs;
pub(crate) mod switches;
pub(crate) mod terminals;
pub(crate) mod walls;
pub(crate) mod wet_floors;

use crate::{
    textures::locks::Kind,
    tools::framed::Holds,
    tools::job::Job,
    tools::picture::{Drawing, frame, framed},
};

/// Opaque textures.
const TEXTURES: &[Drawing] = &[
    ("hull", walls::hull),
    ("cryo", fittings::cryo),
    ("bulkhead", walls::bulkhead),
    ("rust", walls::rust),
    ("pillar", walls::pillar),
    ("screen", || screens::screen(0)),
    ("screen@2", || screens::screen(1)),
    ("screen@3", || screens::screen(2)),
    ("screen@4", || screens::screen(3)),
    ("conduit", terminals::conduit),
    ("conduit_open", terminals::conduit_open),
    ("notice", || terminals::notice(0)),
    ("notice@2", || terminals::notice(1)),
    ("lift", fittings::lift),
    ("lift_switch", || fittings::lift_switch(0)),
    ("lift_switch_on", || fittings::lift_switch(4)),
    ("lift_switch_on.1", || fittings::lift_switch(1)),
    ("lift_switch_on.2", || fittings::lift_switch(2)),
    ("lift_switch_on.3", || fittings::lift_switch(3)),
    ("door", fittings::door),
    ("jamb", fittings::jamb),
    ("hatch", openings::hatch),
    ("window_wall", openings::window_wall),
    ("plate", floors::plate),
    ("grate", floors::grate),
    ("tile", floors::tile),
    ("lift_floor", floors::lift_floor),
    ("lift_pad", switches::lift_pad),
    ("floor_plate", switches::floor_plate),
    ("floor_line", switches::floor_line),
    ("panel", floors::panel),
    ("pit", floors::pit),
    ("trapdoor", floors::trapdoor),
    ("duct", floors::duct),
    ("lamp", floors::lamp),
    ("alarm", || floors::alarm(0)),
    ("alarm@2", || floors::alarm(1)),
    ("alarm@3", || floors::alarm(2)),
    ("alarm@4", || floors::alarm(3)),
    ("lift_ceiling", floors::lift_ceiling),
    ("water", || wet_floors::water(0)),
    ("water@2", || wet_floors::water(1)),
    ("water@3", || wet_floors::water(2)),
    ("water@4", || wet_floors::water(3)),
    ("ice", wet_floors::ice),
];

/// Transparent or partly transparent textures: panes, gratings, and overlays of walls and floors.
const VEILS: &[Drawing] = &[
    ("glass", openings::glass),
    ("bars", openings::bars),
    ("barrier", openings::barrier),
    ("ladder", overlays::ladder),
    ("switch_off", || overlays::switch(0)),
    ("switch_on", || overlays::switch(4)),
    ("switch_on.1", || overlays::switch(1)),
    ("switch_on.2", || overlays::switch(2)),
    ("switch_on.3", || overlays::switch(3)),
    ("target_off", switches::target_off),
    ("target_on", switches::target_on),
    ("sign_exit", overlays::sign_exit),
    ("sign_exit_left", overlays::sign_exit_left),
    ("chalk_cross", overlays::chalk_cross),
    ("chalk_left", overlays::chalk_left),
    ("chalk_right", overlays::chalk_right),
    ("chalk_text", overlays::chalk_text),
    ("sign_bio", overlays::sign_bio),
    ("valve", overlays::valve),
    ("stairs_up", stairs::stairs_up),
    ("stairs_down", stairs::stairs_down),
    ("lock_a", || locks::lock(Kind::A, false)),
    ("lock_b", || locks::lock(Kind::B, false)),
    ("lock_c", || locks::lock(Kind::C, false)),
    ("lock_sealed", locks::sealed),
    ("unlocked_a", || locks::lock(Kind::A, true)),
    ("unlocked_b", || locks::lock(Kind::B, true)),
    ("unlocked_c", || locks::lock(Kind::C, true)),
    ("beacon", || overlays::beacon(0)),
    ("beacon@2", || overlays::beacon(1)),
    ("beacon@3", || overlays::beacon(2)),
    ("beacon@4", || overlays::beacon(3)),
];

/// Marks of shots, blood, fire and rust on walls and floors, which are also transparent.
const MARKS: &[Drawing] = &[
    ("bloodstain", damage::hands),
    ("bloodstain~2", damage::slump),
    ("bloodstain~3", damage::dragged),
    ("hole", damage::eaten),
    ("hole~2", damage::torn),
    ("hole~3", damage::riddled),
    ("mark_bullet1", stains::bullet1),
    ("mark_bullet2", stains::bullet2),
    ("mark_blood1", stains::blood1),
    ("mark_blood2", stains::blood2),
    ("mark_blood3", stains::blood3),
    ("mark_scorch", stains::scorch),
    ("pool_blood1", stains::pool1),
    ("pool_blood2", stains::pool2),
    ("pool_blood3", stains::pool3),
    ("pool_scorch1", stains::scorched1),
    ("pool_scorch2", stains::scorched2),
];

/// Returns the jobs that make this module's sheets: one for each kit, and three for everything else.
pub(crate) fn jobs() -> Vec<Job> {
    let mut all = Vec::new();
    for (sheet, drawings) in [("ship", TEXTURES), ("overlays", VEILS), ("marks", MARKS)] {
        all.extend(framed(Holds::Textures, sheet, drawings));
    }
    all.extend(kits::drawings().map(|(kit, name, draw)| frame(Holds::Textures, kit, name, draw)));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::palette::SHINING;

    #[test]
    fn textures_have_sides_of_powers_of_two() {
        for (name, draw) in TEXTURES.iter().chain(VEILS).chain(MARKS) {
            let canvas = draw();
            let sides = [canvas.width(), canvas.height()];
            assert!(sides.iter().all(|side| side.cast_unsigned().is_power_of_two()), "{name} is {sides:?}");
        }
    }

    #[test]
    fn solid_textures_are_opaque_and_others_are_not() {
        for (name, draw) in TEXTURES {
            assert!(draw().alphas().all(|alpha| alpha >= SHINING), "{name} has holes");
        }
        for (name, draw) in VEILS.iter().chain(MARKS) {
            assert!(draw().alphas().any(|alpha| alpha < SHINING), "{name} hides everything");
        }
    }

    #[test]
    fn animations_are_complete_and_of_one_size() {
        for (name, draw) in TEXTURES.iter().chain(VEILS).chain(MARKS) {
            let Some((base, step)) = name.split_once('@') else { continue };
            let before = match step.parse::<u32>().unwrap() {
                2 => base.to_owned(),
                step => format!("{base}@{}", step - 1),
            };
            let before = TEXTURES.iter().chain(VEILS).chain(MARKS).find(|drawing| drawing.0 == before);
            let before = before.unwrap_or_else(|| panic!("{name} has no previous frame")).1();
            assert_eq!((draw().width(), draw().height()), (before.width(), before.height()), "{name}");
            assert!(draw().pixels() != before.pixels(), "{name} equals its previous frame");
        }
    }
}
