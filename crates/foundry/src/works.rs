//! The list of everything foundry makes.

use std::error::Error;

use crate::canvas::Canvas;
use crate::hands::MOMENTS;
use crate::locks::Kind;
use crate::store::Made;
use crate::synth::Sound;
use crate::undead::{KINDS, VIEWS};
use crate::{
    ammo, barrels, blast, breakage, chimes, crates, decks, effects, fittings, flamer, flames, font, gunfire, launcher,
    locks, lying, missiles, nailgun, openings, overlays, pickups, picture, pistol, recording, screens, shotgun, sky,
    sounds, stains, suit, switches, title, treasure, voices, walls, workings, wrench,
};

/// A picture's name and how it is drawn.
type Drawing = (&'static str, fn() -> Canvas);

/// The textures that hide what is behind them.
const TEXTURES: &[Drawing] = &[
    ("hull", walls::hull),
    ("hull_pipes", walls::hull_pipes),
    ("hull_sign", walls::hull_sign),
    ("cryo", fittings::cryo),
    ("bulkhead", walls::bulkhead),
    ("rust", walls::rust),
    ("blood", walls::blood),
    ("pillar", walls::pillar),
    ("screen", || screens::screen(0)),
    ("screen@2", || screens::screen(1)),
    ("screen@3", || screens::screen(2)),
    ("screen@4", || screens::screen(3)),
    ("lift", fittings::lift),
    ("lift_switch", fittings::lift_switch),
    ("lift_switch_on", fittings::lift_switch_on),
    ("door", fittings::door),
    ("jamb", fittings::jamb),
    ("hatch", openings::hatch),
    ("window_wall", openings::window_wall),
    ("plate", decks::plate),
    ("grate", decks::grate),
    ("tile", decks::tile),
    ("lift_floor", decks::lift_floor),
    ("lift_pad", switches::lift_pad),
    ("floor_plate", switches::floor_plate),
    ("floor_line", switches::floor_line),
    ("panel", decks::panel),
    ("duct", decks::duct),
    ("lamp", decks::lamp),
    ("alarm", || decks::alarm(0)),
    ("alarm@2", || decks::alarm(1)),
    ("alarm@3", || decks::alarm(2)),
    ("alarm@4", || decks::alarm(3)),
    ("lift_ceiling", decks::lift_ceiling),
    ("sky", sky::sky),
];

/// The textures that are seen through, wholly or in part: panes, gratings, and what is laid over walls and floors.
const VEILS: &[Drawing] = &[
    ("glass", openings::glass),
    ("bars", openings::bars),
    ("switch_off", overlays::switch_off),
    ("switch_on", overlays::switch_on),
    ("target_off", switches::target_off),
    ("target_on", switches::target_on),
    ("sign_exit", overlays::sign_exit),
    ("sign_bio", overlays::sign_bio),
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

/// The sprites, clear where nothing is.
const SPRITES: &[Drawing] = &[
    ("clip", pickups::clip),
    ("medkit", pickups::medkit),
    ("shells", ammo::shells),
    ("nails", ammo::nails),
    ("fuel", ammo::fuel),
    ("rockets", ammo::rockets),
    ("pistol", lying::pistol),
    ("shotgun", lying::shotgun),
    ("nailgun", lying::nailgun),
    ("flamer", lying::flamer),
    ("launcher", lying::launcher),
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
    ("barrel", barrels::barrel),
    ("barrel_hurt", barrels::hurt),
    ("barrel_wreck", barrels::wreck),
    ("crate", crates::whole),
    ("crate_hurt", crates::hurt),
    ("crate_wreck", crates::wreck),
    ("burning1", || flames::burning(0)),
    ("burning2", || flames::burning(1)),
    ("burning3", || flames::burning(2)),
    ("key_a", || locks::key(Kind::A)),
    ("key_b", || locks::key(Kind::B)),
    ("key_c", || locks::key(Kind::C)),
    ("icon_key_a", || locks::icon(Kind::A)),
    ("icon_key_b", || locks::icon(Kind::B)),
    ("icon_key_c", || locks::icon(Kind::C)),
    ("icon_health", pickups::icon_health),
    ("icon_ammo", pickups::icon_ammo),
    ("icon_shells", ammo::icon_shells),
    ("icon_nails", ammo::icon_nails),
    ("icon_fuel", ammo::icon_fuel),
    ("icon_rockets", ammo::icon_rockets),
    ("icon_heat", || suit::icon_module(&suit::HEAT)),
    ("icon_filter", || suit::icon_module(&suit::FILTER)),
    ("icon_insulator", || suit::icon_module(&suit::INSULATOR)),
    ("icon_thermal", || suit::icon_module(&suit::THERMAL)),
    ("icon_relic", suit::icon_relic),
    ("icon_armour", suit::icon_armour),
    ("icon_treasure", treasure::icon_treasure),
];

/// The weapons in the player's hands, each in all [`MOMENTS`].
const HANDS: &[(&str, [fn() -> Canvas; MOMENTS.len()])] = &[
    ("wrench", [wrench::idle, wrench::fire1, wrench::fire2, wrench::fire3]),
    ("pistol", [pistol::idle, pistol::fire1, pistol::fire2, pistol::fire3]),
    ("shotgun", [shotgun::idle, shotgun::fire1, shotgun::fire2, shotgun::fire3]),
    ("nailgun", [nailgun::idle, nailgun::fire1, nailgun::fire2, nailgun::fire3]),
    ("flamer", [flamer::idle, flamer::fire1, flamer::fire2, flamer::fire3]),
    ("launcher", [launcher::idle, launcher::fire1, launcher::fire2, launcher::fire3]),
];

/// The sprites of what flies through the air, about the middle of their squares.
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
    ("nail1", missiles::nail),
    ("rocket1", || missiles::rocket(0)),
    ("rocket2", || missiles::rocket(1)),
    ("flame1", || flames::puff(0)),
    ("flame2", || flames::puff(1)),
    ("flame3", || flames::puff(2)),
    ("flame4", || flames::puff(3)),
    ("explosion1", || blast::explosion(0)),
    ("explosion2", || blast::explosion(1)),
    ("explosion3", || blast::explosion(2)),
    ("explosion4", || blast::explosion(3)),
    ("explosion5", || blast::explosion(4)),
    ("explosion6", || blast::explosion(5)),
];

/// The full-screen pictures, 640x360 and opaque.
const PICTURES: &[Drawing] = &[("title", title::title)];

/// The sounds.
const SOUNDS: &[(&str, fn() -> Sound)] = &[
    ("shot", sounds::shot),
    ("empty", sounds::empty),
    ("door_open", sounds::door_open),
    ("door_close", sounds::door_close),
    ("locked", sounds::locked),
    ("unlock", sounds::unlock),
    ("crush", sounds::crush),
    ("groan1", sounds::groan1),
    ("groan2", sounds::groan2),
    ("groan3", sounds::groan3),
    ("swipe", sounds::swipe),
    ("monster_hurt", sounds::monster_hurt),
    ("monster_death", sounds::monster_death),
    ("hurt", sounds::hurt),
    ("death", sounds::death),
    ("lift", sounds::lift),
    ("pickup", sounds::pickup),
    ("step1", sounds::step1),
    ("step2", sounds::step2),
];

/// The sounds of the undead apart from the shambler's.
const VOICES: &[(&str, fn() -> Sound)] = &[
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
];

/// The sounds of the ship's machinery: of weapons, of what they break, of switches and walls, and of what is found.
const MACHINERY: &[(&str, fn() -> Sound)] = &[
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

/// Every file, made anew.
pub(crate) fn all() -> Result<Vec<Made>, Box<dyn Error>> {
    let mut made = Vec::new();
    let folders = [
        ("textures", TEXTURES),
        ("textures", VEILS),
        ("sprites", SPRITES),
        ("sprites", EFFECTS),
        ("pictures", PICTURES),
    ];
    for (folder, drawings) in folders {
        for (name, draw) in drawings {
            made.push(Made { path: format!("{folder}/{name}.png"), bytes: picture::png(&draw())? });
        }
    }
    for (weapon, drawings) in HANDS {
        for (moment, draw) in MOMENTS.iter().zip(drawings) {
            made.push(Made { path: format!("sprites/{weapon}_{moment}.png"), bytes: picture::png(&draw())? });
        }
    }
    for kind in KINDS {
        for (name, canvas) in (0..VIEWS).flat_map(|view| kind.seen(view)).chain(kind.dying()) {
            made.push(Made { path: format!("sprites/{name}.png"), bytes: picture::png(&canvas)? });
        }
    }
    for (name, make) in SOUNDS.iter().chain(VOICES).chain(MACHINERY) {
        made.push(Made { path: format!("sounds/{name}.wav"), bytes: recording::wav(make())? });
    }
    made.push(Made { path: "fonts/hullbreach.ttf".to_owned(), bytes: font::truetype()? });
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hands::SIZE;
    use crate::palette::SHINING;
    use crate::shambler;
    use crate::synth::RATE;

    #[test]
    fn making_twice_gives_the_same_bytes() {
        let (first, second) = (all().unwrap(), all().unwrap());
        assert_eq!(first.len(), second.len());
        for (one, other) in first.iter().zip(&second) {
            assert_eq!(one.path, other.path);
            assert!(one.bytes == other.bytes, "{} came out differently", one.path);
        }
    }

    #[test]
    fn textures_have_sides_of_powers_of_two() {
        for (name, draw) in TEXTURES.iter().chain(VEILS) {
            let canvas = draw();
            let sides = [canvas.width(), canvas.height()];
            assert!(sides.iter().all(|side| side.cast_unsigned().is_power_of_two()), "{name} is {sides:?}");
        }
    }

    #[test]
    fn walls_floors_and_ceilings_hide_what_is_behind_them_and_veils_do_not() {
        for (name, draw) in TEXTURES {
            assert!(alphas(&draw()).all(|alpha| alpha >= SHINING), "{name} has holes");
        }
        for (name, draw) in VEILS {
            assert!(alphas(&draw()).any(|alpha| alpha < SHINING), "{name} hides everything");
        }
    }

    #[test]
    fn the_sky_shines_and_closes_all_round() {
        let sky = sky::sky();
        assert!(alphas(&sky).all(|alpha| alpha == SHINING));
        let pixels = sky.pixels();
        let step = |one: i32, other: i32| -> u32 {
            let at = |x: i32, y: i32| &pixels[((y * sky.width() + x) * 4) as usize..][..3];
            let rows = (0..sky.height()).flat_map(|y| at(one, y).iter().zip(at(other, y)));
            rows.map(|(a, b)| u32::from(a.abs_diff(*b))).sum()
        };
        let within: u32 = (0..sky.width() - 1).map(|x| step(x, x + 1)).max().unwrap();
        assert!(step(sky.width() - 1, 0) <= within, "the seam is seen");
    }

    #[test]
    fn animations_have_all_their_steps_in_one_size() {
        for (name, draw) in TEXTURES.iter().chain(VEILS) {
            let Some((base, step)) = name.split_once('@') else { continue };
            let before = match step.parse::<u32>().unwrap() {
                2 => base.to_owned(),
                step => format!("{base}@{}", step - 1),
            };
            let before = TEXTURES.iter().chain(VEILS).find(|drawing| drawing.0 == before);
            let before = before.unwrap_or_else(|| panic!("{name} follows nothing")).1();
            assert_eq!((draw().width(), draw().height()), (before.width(), before.height()), "{name}");
            assert!(draw().pixels() != before.pixels(), "{name} stands still");
        }
    }

    #[test]
    fn pictures_fill_the_screen() {
        for (name, draw) in PICTURES {
            let canvas = draw();
            assert_eq!((canvas.width(), canvas.height()), (640, 360), "{name}");
            assert!(alphas(&canvas).all(|alpha| alpha == 255), "{name} has holes");
        }
    }

    #[test]
    fn sprites_are_clear_or_opaque_and_stand_on_the_lower_edge() {
        for (name, draw) in SPRITES {
            let canvas = draw();
            let size = match name {
                name if name.starts_with("icon_") => (16, 16),
                _ => (64, 64),
            };
            assert_eq!((canvas.width(), canvas.height()), size, "{name}");
            assert!(alphas(&canvas).all(|alpha| matches!(alpha, 0 | SHINING..)), "{name} is see-through");
            let foot = canvas.height() - 1;
            assert!((0..canvas.width()).any(|x| canvas.ink(x, foot).is_some()), "{name} floats");
            assert!(alphas(&canvas).any(|alpha| alpha == 0), "{name} is a block");
        }
    }

    #[test]
    fn weapons_reach_the_lower_edge_in_every_moment_and_their_shots_shine() {
        for (weapon, drawings) in HANDS {
            let drawn: Vec<Canvas> = drawings.iter().map(|draw| draw()).collect();
            for (moment, canvas) in MOMENTS.iter().zip(&drawn) {
                assert_eq!((canvas.width(), canvas.height()), SIZE, "{weapon}_{moment}");
                assert!(alphas(canvas).all(|alpha| matches!(alpha, 0 | SHINING..)), "{weapon}_{moment}");
                assert!((0..SIZE.0).any(|x| canvas.ink(x, SIZE.1 - 1).is_some()), "{weapon}_{moment} floats");
            }
            let [resting, shot] = [0, 1].map(|moment: usize| alphas(&drawn[moment]).filter(|a| *a == SHINING).count());
            assert!(shot > resting + 200 || *weapon == "wrench", "{weapon} fires without a flash");
        }
    }

    #[test]
    fn the_undead_stand_clear_of_the_sides_and_their_eyes_burn_until_they_lie_dead() {
        for kind in KINDS {
            for view in 0..VIEWS {
                for (name, canvas) in kind.seen(view) {
                    stands(&name, &canvas);
                    let edges = (0..64).any(|y| canvas.ink(0, y).or(canvas.ink(63, y)).is_some());
                    assert!(!edges, "{name} is cut off");
                    let shines = alphas(&canvas).any(|alpha| alpha == SHINING);
                    assert!(shines || view > 0, "{name} does not shine");
                }
            }
            for (name, canvas) in kind.dying() {
                stands(&name, &canvas);
                let shines = alphas(&canvas).any(|alpha| alpha == SHINING);
                assert!(!shines || !name.ends_with("_corpse"), "{name} shines");
            }
        }
    }

    /// Checks that a figure fills no block and stands on the deck.
    fn stands(name: &str, canvas: &Canvas) {
        assert_eq!((canvas.width(), canvas.height()), (64, 64), "{name}");
        assert!(alphas(canvas).all(|alpha| matches!(alpha, 0 | SHINING..)), "{name} is see-through");
        assert!((0..64).any(|x| canvas.ink(x, 63).is_some()), "{name} floats");
        assert!(alphas(canvas).any(|alpha| alpha == 0), "{name} is a block");
    }

    #[test]
    fn the_shambler_has_two_eyes_that_are_not_seen_from_behind() {
        for view in 0..VIEWS {
            for (name, canvas) in shambler::KIND.seen(view) {
                let burning = alphas(&canvas).filter(|alpha| *alpha == SHINING).count();
                let seen = match view {
                    0 => 2..=2,
                    1 | 2 => 1..=2,
                    _ => 0..=0,
                };
                assert!(seen.contains(&burning), "{name} shows {burning} eyes");
            }
        }
    }

    #[test]
    fn effects_lie_about_the_middle_and_touch_no_edge() {
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
            let thin = alphas(&canvas).any(|alpha| (1..SHINING).contains(&alpha));
            let shines = alphas(&canvas).any(|alpha| alpha == SHINING);
            let solid = alphas(&canvas).any(|alpha| alpha > SHINING);
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

    #[test]
    fn sounds_begin_and_end_in_silence_and_never_clip() {
        for (name, make) in SOUNDS.iter().chain(VOICES).chain(MACHINERY) {
            let samples = make().finished();
            assert!(samples.len() < 2 * RATE as usize, "{name} is too long");
            assert!(samples.iter().all(|sample| sample.unsigned_abs() < 24_000), "{name} is too loud");
            assert!(samples.iter().any(|sample| sample.unsigned_abs() > 20_000), "{name} is too quiet");
            for end in [samples.first(), samples.last()] {
                assert!(end.is_some_and(|sample| sample.unsigned_abs() < 100), "{name} clicks");
            }
        }
    }

    fn alphas(canvas: &Canvas) -> impl Iterator<Item = u8> {
        canvas.pixels().into_iter().skip(3).step_by(4)
    }
}
