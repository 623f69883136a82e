//! Sprites of things on the deck and in the air, and icons of the status bar. These sprites have one side only;
//! monsters, which have several, are in another module.

pub(crate) mod ammo;
pub(crate) mod barrels;
pub(crate) mod cases;
pub(crate) mod crates;
pub(crate) mod dressing;
pub(crate) mod effects;
pub(crate) mod explosions;
pub(crate) mod faces;
pub(crate) mod flames;
pub(crate) mod food;
pub(crate) mod pickups;
pub(crate) mod projectiles;
pub(crate) mod suit;
pub(crate) mod terminals;
pub(crate) mod treasure;
pub(crate) mod weapon_pickups;

use crate::{
    sprites::crates::Inside,
    textures::locks::{self, Kind},
    tools::framed::Holds,
    tools::job::Job,
    tools::picture::{Drawing, framed, frames},
};

/// Items on the deck, transparent around them.
const ITEMS: &[Drawing] = &[
    ("clip", pickups::clip),
    ("medkit", pickups::medkit),
    ("shells", ammo::shells),
    ("nails", ammo::nails),
    ("fuel", ammo::fuel),
    ("rockets", ammo::rockets),
    ("pistol", weapon_pickups::pistol),
    ("shotgun", weapon_pickups::shotgun),
    ("nailgun", weapon_pickups::nailgun),
    ("patcher", weapon_pickups::patcher),
    ("flamer", weapon_pickups::flamer),
    ("launcher", weapon_pickups::launcher),
    ("ration", food::ration),
    ("banana", food::banana),
    ("plate", suit::plate),
    ("vest", suit::vest),
    ("serum", suit::serum),
    ("module_heat", || suit::module(&suit::HEAT)),
    ("module_filter", || suit::module(&suit::FILTER)),
    ("module_insulator", || suit::module(&suit::INSULATOR)),
    ("module_thermal", || suit::module(&suit::THERMAL)),
    ("ingot", treasure::ingot),
    ("medal", treasure::medal),
    ("goblet", treasure::goblet),
    ("idol", treasure::idol),
    ("coins", treasure::coins),
    ("key_a", || locks::key(Kind::A)),
    ("key_b", || locks::key(Kind::B)),
    ("key_c", || locks::key(Kind::C)),
];

/// Things standing on the deck, except furniture.
const PROPS: &[Drawing] = &[
    ("barrel", barrels::barrel),
    ("barrel_hurt", barrels::hurt),
    ("barrel_wreck", barrels::wreck),
    ("crate", || crates::whole(Inside::Nothing)),
    ("crate_hurt", || crates::hurt(Inside::Nothing)),
    ("crate_wreck", crates::wreck),
    ("ammunition_crate", || crates::whole(Inside::Ammunition)),
    ("ammunition_crate_hurt", || crates::hurt(Inside::Ammunition)),
    ("ammunition_crate_wreck", crates::wreck),
    ("medicine_crate", || crates::whole(Inside::Medicine)),
    ("medicine_crate_hurt", || crates::hurt(Inside::Medicine)),
    ("medicine_crate_wreck", crates::wreck),
    ("holo_table", terminals::holo_table),
];

/// Icons of the status bar.
const ICONS: &[Drawing] = &[
    ("icon_key_a", || locks::icon(Kind::A)),
    ("icon_key_b", || locks::icon(Kind::B)),
    ("icon_key_c", || locks::icon(Kind::C)),
    ("icon_health", pickups::icon_health),
    ("icon_ammo", pickups::icon_ammo),
    ("icon_shells", ammo::icon_shells),
    ("icon_nails", ammo::icon_nails),
    ("icon_patches", ammo::icon_patches),
    ("icon_fuel", ammo::icon_fuel),
    ("icon_rockets", ammo::icon_rockets),
    ("icon_rations", food::icon_rations),
    ("icon_heat", || suit::icon_module(&suit::HEAT)),
    ("icon_filter", || suit::icon_module(&suit::FILTER)),
    ("icon_insulator", || suit::icon_module(&suit::INSULATOR)),
    ("icon_thermal", || suit::icon_module(&suit::THERMAL)),
    ("icon_relic", suit::icon_relic),
    ("icon_armour", suit::icon_armour),
    ("icon_treasure", treasure::icon_treasure),
];

/// Flames on bodies or decks.
const FIRES: &[Drawing] =
    &[("burning1", || flames::burning(0)), ("burning2", || flames::burning(1)), ("burning3", || flames::burning(2))];

/// Sprites of things in the air, centred in their squares.
const EFFECTS: &[Drawing] = &[
    ("spark1", effects::spark1),
    ("spark2", effects::spark2),
    ("spark3", effects::spark3),
    ("smoke1", effects::smoke1),
    ("smoke2", effects::smoke2),
    ("smoke3", effects::smoke3),
    ("smoke4", effects::smoke4),
    ("blood1", effects::blood1),
    ("blood2", effects::blood2),
    ("blood3", effects::blood3),
    ("bolt1", effects::bolt1),
    ("bolt2", effects::bolt2),
    ("bolt_hit1", effects::bolt_hit1),
    ("bolt_hit2", effects::bolt_hit2),
    ("bolt_hit3", effects::bolt_hit3),
    ("burst1", effects::burst1),
    ("burst2", effects::burst2),
    ("burst3", effects::burst3),
    ("burst4", effects::burst4),
    ("case1", || cases::case(0)),
    ("case2", || cases::case(1)),
    ("case3", || cases::case(2)),
    ("case4", || cases::case(3)),
    ("shell1", || cases::shell(0)),
    ("shell2", || cases::shell(1)),
    ("shell3", || cases::shell(2)),
    ("shell4", || cases::shell(3)),
    ("nail1", projectiles::nail),
    ("ration1", || food::thrown(0)),
    ("ration2", || food::thrown(1)),
    ("rocket1", || projectiles::rocket(0)),
    ("rocket2", || projectiles::rocket(1)),
    ("flame1", || flames::puff(0)),
    ("flame2", || flames::puff(1)),
    ("flame3", || flames::puff(2)),
    ("flame4", || flames::puff(3)),
    ("explosion1", || explosions::explosion(0)),
    ("explosion2", || explosions::explosion(1)),
    ("explosion3", || explosions::explosion(2)),
    ("explosion4", || explosions::explosion(3)),
    ("explosion5", || explosions::explosion(4)),
    ("explosion6", || explosions::explosion(5)),
];

/// Returns true if a sprite with this name is a piece of furniture.
pub(crate) fn is_furniture(name: &str) -> bool {
    dressing::PIECES.iter().any(|(piece, _)| *piece == name)
}

/// Returns the jobs that make this module's sheets.
pub(crate) fn jobs() -> Vec<Job> {
    let sheets = [
        ("items", ITEMS),
        ("props", PROPS),
        ("icons", ICONS),
        ("furniture", dressing::PIECES),
        ("effects", EFFECTS),
        ("effects", FIRES),
    ];
    let mut jobs = vec![frames(Holds::Sprites, "faces", faces::faces)];
    jobs.extend(sheets.into_iter().flat_map(|(sheet, drawings)| framed(Holds::Sprites, sheet, drawings)));
    jobs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::palette::SHINING;

    #[test]
    fn sprites_touch_the_floor_or_the_ceiling() {
        for (name, draw) in [ITEMS, PROPS, ICONS, FIRES, dressing::PIECES].concat() {
            let canvas = draw();
            let size = match name {
                name if name.starts_with("icon_") => (16, 16),
                _ => (64, 64),
            };
            assert_eq!((canvas.width(), canvas.height()), size, "{name}");
            assert!(canvas.alphas().all(|alpha| matches!(alpha, 0 | SHINING..)), "{name} is see-through");
            let hangs = matches!(name, "chains" | "hanged_body" | "loose_cables");
            let edge = if hangs { 0 } else { canvas.height() - 1 };
            assert!((0..canvas.width()).any(|x| canvas.ink(x, edge).is_some()), "{name} floats");
            assert!(canvas.alphas().any(|alpha| alpha == 0), "{name} is a block");
        }
    }

    #[test]
    fn effects_are_centred_and_do_not_touch_the_edges() {
        for (name, draw) in EFFECTS {
            let canvas = draw();
            let (width, height) = (canvas.width(), canvas.height());
            assert_eq!(width, height, "{name}");
            let painted = (0..width * height).map(|index| (index % width, index / width));
            let painted: Vec<_> = painted.filter(|(x, y)| canvas.ink(*x, *y).is_some()).collect();
            for middle in [painted.iter().map(|(x, _)| x).sum::<i32>(), painted.iter().map(|(_, y)| y).sum::<i32>()] {
                let off = middle as f32 / painted.len() as f32 - (width - 1) as f32 / 2.0;
                assert!(off.abs() < width as f32 / 8.0, "{name} is {off} off the middle");
            }
            let thin = canvas.alphas().any(|alpha| (1..SHINING).contains(&alpha));
            let shines = canvas.alphas().any(|alpha| alpha == SHINING);
            let solid = canvas.alphas().any(|alpha| alpha > SHINING);
            let expected = match name.trim_end_matches(|letter: char| letter.is_ascii_digit()) {
                "smoke" => (true, false, false),
                "explosion" => (*name >= "explosion3", *name < "explosion6", false),
                "flame" => (*name >= "flame3", true, false),
                "rocket" => (true, true, true),
                "spark" | "bolt" | "bolt_hit" | "nail" => (false, true, false),
                "burst" => (true, *name != "burst4", true),
                _ => (false, false, true),
            };
            assert_eq!((thin, shines, solid), expected, "{name}");
        }
    }
}
