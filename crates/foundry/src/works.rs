//! The list of everything foundry makes.

use std::error::Error;

use crate::canvas::Canvas;
use crate::store::Made;
use crate::synth::Sound;
use crate::{decks, fittings, font, pickups, picture, pistol, poses, recording, sounds, title, walls};

/// A picture's name and how it is drawn.
type Drawing = (&'static str, fn() -> Canvas);

/// The textures, 64x64 and opaque.
const TEXTURES: &[Drawing] = &[
    ("hull", walls::hull),
    ("hull_pipes", walls::hull_pipes),
    ("hull_sign", walls::hull_sign),
    ("cryo", fittings::cryo),
    ("bulkhead", walls::bulkhead),
    ("rust", walls::rust),
    ("blood", walls::blood),
    ("screen", walls::screen),
    ("lift", fittings::lift),
    ("lift_switch", fittings::lift_switch),
    ("lift_switch_on", fittings::lift_switch_on),
    ("door", fittings::door),
    ("jamb", fittings::jamb),
    ("plate", decks::plate),
    ("grate", decks::grate),
    ("tile", decks::tile),
    ("lift_floor", decks::lift_floor),
    ("panel", decks::panel),
    ("duct", decks::duct),
    ("lamp", decks::lamp),
    ("lift_ceiling", decks::lift_ceiling),
];

/// The sprites, clear where nothing is.
const SPRITES: &[Drawing] = &[
    ("shambler_stand", poses::stand),
    ("shambler_walk1", poses::walk1),
    ("shambler_walk2", poses::walk2),
    ("shambler_walk3", poses::walk3),
    ("shambler_walk4", poses::walk4),
    ("shambler_strike1", poses::strike1),
    ("shambler_strike2", poses::strike2),
    ("shambler_hurt", poses::hurt),
    ("shambler_die1", poses::die1),
    ("shambler_die2", poses::die2),
    ("shambler_die3", poses::die3),
    ("shambler_corpse", poses::corpse),
    ("clip", pickups::clip),
    ("medkit", pickups::medkit),
    ("pistol_idle", pistol::idle),
    ("pistol_fire1", pistol::fire1),
    ("pistol_fire2", pistol::fire2),
    ("pistol_fire3", pistol::fire3),
    ("icon_health", pickups::icon_health),
    ("icon_ammo", pickups::icon_ammo),
];

/// The full-screen pictures, 640x360 and opaque.
const PICTURES: &[Drawing] = &[("title", title::title)];

/// The sounds.
const SOUNDS: &[(&str, fn() -> Sound)] = &[
    ("shot", sounds::shot),
    ("empty", sounds::empty),
    ("door_open", sounds::door_open),
    ("door_close", sounds::door_close),
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

/// Every file, made anew.
pub(crate) fn all() -> Result<Vec<Made>, Box<dyn Error>> {
    let mut made = Vec::new();
    for (folder, drawings) in [("textures", TEXTURES), ("sprites", SPRITES), ("pictures", PICTURES)] {
        for (name, draw) in drawings {
            made.push(Made { path: format!("{folder}/{name}.png"), bytes: picture::png(&draw())? });
        }
    }
    for (name, make) in SOUNDS {
        made.push(Made { path: format!("sounds/{name}.wav"), bytes: recording::wav(make())? });
    }
    made.push(Made { path: "fonts/hullbreach.ttf".to_owned(), bytes: font::truetype()? });
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;
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
    fn textures_are_opaque_squares() {
        for (name, draw) in TEXTURES {
            let canvas = draw();
            assert_eq!((canvas.width(), canvas.height()), (64, 64), "{name}");
            assert!(alphas(&canvas).all(|alpha| alpha == 255), "{name} has holes");
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
                name if name.starts_with("pistol_") => (128, 96),
                name if name.starts_with("icon_") => (16, 16),
                _ => (64, 64),
            };
            assert_eq!((canvas.width(), canvas.height()), size, "{name}");
            assert!(alphas(&canvas).all(|alpha| matches!(alpha, 0 | 255)), "{name} is see-through");
            let foot = canvas.height() - 1;
            assert!((0..canvas.width()).any(|x| canvas.ink(x, foot).is_some()), "{name} floats");
            assert!(alphas(&canvas).any(|alpha| alpha == 0), "{name} is a block");
        }
    }

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

    fn alphas(canvas: &Canvas) -> impl Iterator<Item = u8> {
        canvas.pixels().into_iter().skip(3).step_by(4)
    }
}
