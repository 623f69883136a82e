//! Short-lived effects: sparks, smoke, bolts of light, drops of blood and bursting bodies, each as a few images in
//! sequence.

use crate::{
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{BLOOD, BONE, FIRE, GALL, ICE, ROT, Ramp, SMOKE},
    tools::shapes::Point,
};
use core::f32::consts::TAU;
use music::chance::Dice;

/// The spark as it strikes: a white star.
pub(crate) fn spark1() -> Canvas {
    let mut picture = Canvas::new(16, 16);
    for (ray, far) in [6.5, 3.5, 7.5, 4.5, 6.0, 3.0, 7.0, 4.0].into_iter().enumerate() {
        let turn = ray as f32 * TAU / 8.0 + 0.25;
        let tip = (8.0 + libm::cosf(turn) * far, 8.0 + libm::sinf(turn) * far);
        picture.line((8.0, 8.0), tip, FIRE.at(0.62).shining());
        let half = (8.0 + libm::cosf(turn) * far * 0.6, 8.0 + libm::sinf(turn) * far * 0.6);
        picture.line((8.0, 8.0), half, FIRE.at(0.82).shining());
    }
    picture.ellipse((8.0, 8.0), (2.6, 2.6), |x, y| FIRE.at(1.1 - (x * x + y * y) * 0.25).shining());
    picture
}

/// The spark flying apart: short glowing streaks.
pub(crate) fn spark2() -> Canvas {
    let mut picture = Canvas::new(16, 16);
    let mut dice = Dice::new(731);
    for ray in 0..11 {
        let turn = ray as f32 * TAU / 11.0 + dice.between(-0.2, 0.2);
        let (near, far) = (dice.between(2.0, 4.0), dice.between(4.5, 7.6));
        let at = |reach: f32| (8.0 + libm::cosf(turn) * reach, 8.0 + libm::sinf(turn) * reach + reach * reach * 0.012);
        picture.line(at(near), at(far), FIRE.at(0.52).shining());
        let (x, y) = at(far);
        picture.dot(libm::floorf(x) as i32, libm::floorf(y) as i32, FIRE.at(0.86).shining());
    }
    picture.ellipse((8.0, 8.0), (1.2, 1.2), |_, _| FIRE.at(0.7).shining());
    picture
}

/// The last of the spark: dull embers, sinking.
pub(crate) fn spark3() -> Canvas {
    let mut picture = Canvas::new(16, 16);
    let mut dice = Dice::new(732);
    for ray in 0..9 {
        let turn = ray as f32 * TAU / 9.0 + dice.between(-0.3, 0.3);
        let reach = dice.between(4.0, 7.2);
        let x = libm::floorf(8.0 + libm::cosf(turn) * reach) as i32;
        let y = libm::floorf(9.2 + libm::sinf(turn) * reach * 0.85) as i32;
        picture.dot(x, y, FIRE.at(dice.between(0.3, 0.62)).shining());
    }
    picture
}

/// Smoke just risen: small and thick.
pub(crate) fn smoke1() -> Canvas {
    puff(0)
}

/// Smoke spreading.
pub(crate) fn smoke2() -> Canvas {
    puff(1)
}

/// Smoke thinning out.
pub(crate) fn smoke3() -> Canvas {
    puff(2)
}

/// The last wisps of smoke.
pub(crate) fn smoke4() -> Canvas {
    puff(3)
}

/// A puff of smoke at one of four ages: it grows, thins out and breaks up from within.
fn puff(age: i32) -> Canvas {
    let mut picture = Canvas::new(32, 32);
    let age = age as f32;
    let shape = Billow { radius: 8.0 + age * 2.4, age, cover: 0.84 - age * 0.18, fade: 0.5 };
    billow(&mut picture, SMOKE, (16.0, 17.5 - age * 0.7), shape);
    picture
}

/// The shape of billowing smoke or gas.
struct Billow {
    radius: f32,
    /// Progress of its dissolution.
    age: f32,
    /// Opacity where it is thickest.
    cover: f32,
    /// Share of the opacity that is lost towards its edge.
    fade: f32,
}

/// Smoke or gas billowing around a place.
fn billow(picture: &mut Canvas, stuff: Ramp, middle: Point, Billow { radius, age, cover, fade }: Billow) {
    for y in 0..picture.height() {
        for x in 0..picture.width() {
            let (across, down) = ((x as f32 + 0.5 - middle.0) / radius, (y as f32 + 0.5 - middle.1) / radius);
            let reach = libm::sqrtf(across * across + down * down);
            // The billows rise through the puff as it ages.
            let billow = cloud(733, x as f32 / 8.0, (y as f32 + age * 3.0) / 8.0, 64) - 0.5;
            let thick = 1.0 - reach + billow * (0.9 + age * 0.35);
            if thick > 0.05 && reach < 1.0 {
                let tone = 0.46 - down * 0.2 - across * 0.1 + billow * 0.5;
                let cover = (thick * 1.5).min(1.0) * cover * (1.0 - reach * reach * fade);
                picture.dot(x, y, stuff.at(tone + 0.08).veil(cover));
            }
        }
    }
}

/// A bloated body bursting: a flash of gas with gore around it.
pub(crate) fn burst1() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    gas(&mut picture, 23.0, 0.0, 0.9);
    gore(&mut picture, 751, 46, (6.0, 20.0), 3.0);
    picture.ellipse((32.0, 32.0), (11.0, 10.0), |x, y| {
        let reach = x * x + y * y;
        let ragged = cloud(752, x * 2.6 + 20.0, y * 2.6 + 20.0, 64) - 0.5;
        GALL.at(1.12 - reach * 0.55 + ragged * 0.5).shining()
    });
    picture
}

/// The cloud rolling out, gore flying ahead of it.
pub(crate) fn burst2() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    gas(&mut picture, 30.0, 1.0, 0.86);
    gore(&mut picture, 753, 54, (9.0, 28.0), 2.6);
    embers(&mut picture, 754, 30, (2.0, 22.0));
    picture
}

/// The gas at its widest, the gore coming down.
pub(crate) fn burst3() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    gas(&mut picture, 31.0, 2.0, 0.66);
    gore(&mut picture, 755, 30, (12.0, 29.0), 1.7);
    embers(&mut picture, 756, 14, (4.0, 26.0));
    picture
}

/// The last of the gas.
pub(crate) fn burst4() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    gas(&mut picture, 31.0, 3.4, 0.44);
    gore(&mut picture, 757, 9, (14.0, 29.0), 1.0);
    picture
}

/// Gas billowing around the middle.
fn gas(picture: &mut Canvas, radius: f32, age: f32, cover: f32) {
    billow(picture, GALL, (32.0, 32.0), Billow { radius, age, cover, fade: 1.0 });
}

/// Pieces of flesh and bone around the middle, each with a drop of blood behind it.
fn gore(picture: &mut Canvas, seed: u32, count: i32, reaches: (f32, f32), size: f32) {
    let mut dice = Dice::new(seed);
    for _ in 0..count {
        let (turn, reach) = (dice.between(0.0, TAU), dice.between(reaches.0, reaches.1));
        let (radius, stuff) = ((size * dice.between(0.4, 1.0)).max(0.72), dice.whole(0, 5));
        let at = |reach: f32| (32.0 + libm::cosf(turn) * reach, 32.0 + libm::sinf(turn) * reach);
        picture.ellipse(at(reach - radius * 1.6), (radius * 0.7, radius * 0.7), |_, y| BLOOD.at(0.5 - y * 0.2));
        picture.ellipse(at(reach), (radius, radius), |x, y| {
            let light = -0.16 * y - 0.1 * x;
            match stuff {
                0 => BONE.at(0.7 + light),
                1 => ROT.at(0.6 + light),
                _ => BLOOD.at(0.7 + light * 1.4),
            }
        });
    }
}

/// Glowing drops of gall around the middle.
fn embers(picture: &mut Canvas, seed: u32, count: i32, reaches: (f32, f32)) {
    let mut dice = Dice::new(seed);
    for _ in 0..count {
        let (turn, reach) = (dice.between(0.0, TAU), dice.between(reaches.0, reaches.1));
        let (x, y) = (32.0 + libm::cosf(turn) * reach, 32.0 + libm::sinf(turn) * reach);
        let (wide, ink) = (dice.whole(1, 3), GALL.at(dice.between(0.66, 1.0)).shining());
        picture.rect(libm::floorf(x) as i32, libm::floorf(y) as i32, wide, wide, ink);
    }
}

/// The officer's bolt in flight: a ball of cold light, its flames to the sides.
pub(crate) fn bolt1() -> Canvas {
    bolt(761, 0.0, 4.6)
}

/// The bolt a moment later: its flames above and below.
pub(crate) fn bolt2() -> Canvas {
    bolt(762, TAU / 8.0, 5.2)
}

/// A bolt with a radius in pixels, four longer flames around it at an angle from upright, and four shorter ones.
fn bolt(seed: u32, turned: f32, radius: f32) -> Canvas {
    let mut picture = Canvas::new(64, 64);
    let mut dice = Dice::new(seed);
    for flame in 0..8 {
        let turn = turned + flame as f32 * TAU / 8.0;
        let far = if flame % 2 == 0 { dice.between(9.0, 10.6) } else { dice.between(6.6, 7.8) };
        let tip = (32.0 + libm::cosf(turn) * far, 32.0 + libm::sinf(turn) * far);
        picture.line((32.0, 32.0), tip, ICE.at(0.56).shining());
    }
    picture.ellipse((32.0, 32.0), (radius + 1.6, radius + 1.6), |x, y| ICE.at(0.84 - (x * x + y * y) * 0.4).shining());
    picture.ellipse((32.0, 32.0), (radius, radius), |x, y| ICE.at(1.12 - (x * x + y * y) * 0.34).shining());
    picture
}

/// The bolt striking a wall: a flash.
pub(crate) fn bolt_hit1() -> Canvas {
    let mut picture = splash(763, 18, (6.0, 15.0), 0.62);
    picture.ellipse((32.0, 32.0), (8.4, 8.4), |x, y| ICE.at(1.2 - (x * x + y * y) * 0.5).shining());
    picture
}

/// The light splashing apart in a ring.
pub(crate) fn bolt_hit2() -> Canvas {
    let mut picture = splash(764, 24, (11.0, 21.0), 0.62);
    for y in 0..64 {
        for x in 0..64 {
            let (across, down) = (x as f32 - 31.5, y as f32 - 31.5);
            let ragged = cloud(765, x as f32 / 3.0, y as f32 / 3.0, 64) - 0.5;
            let off = (libm::sqrtf(across * across + down * down) - 9.0 + ragged * 6.0).abs();
            if off < 2.6 {
                picture.dot(x, y, ICE.at(0.92 - off * 0.14).shining());
            }
        }
    }
    picture
}

/// The last drops of light.
pub(crate) fn bolt_hit3() -> Canvas {
    splash(766, 20, (12.0, 25.0), 0.58)
}

/// Streaks of light flying from the middle, brighter at their ends.
fn splash(seed: u32, count: i32, reaches: (f32, f32), tone: f32) -> Canvas {
    let mut picture = Canvas::new(64, 64);
    let mut dice = Dice::new(seed);
    for streak in 0..count {
        let turn = streak as f32 * TAU / count as f32 + dice.between(-0.12, 0.12);
        let far = dice.between(reaches.0, reaches.1);
        let at = |reach: f32| (32.0 + libm::cosf(turn) * reach, 32.0 + libm::sinf(turn) * reach);
        picture.line(at(far * 0.76), at(far), ICE.at(tone - 0.14).shining());
        let (x, y) = at(far);
        picture.rect(libm::floorf(x) as i32, libm::floorf(y) as i32, 2, 2, ICE.at(tone).shining());
        picture.dot(libm::floorf(x) as i32, libm::floorf(y) as i32, ICE.at(tone + 0.24).shining());
    }
    picture
}

/// Blood bursting from a wound.
pub(crate) fn blood1() -> Canvas {
    let mut picture = drops(741, 16, (0.0, 5.0), 1.9);
    picture.ellipse((8.0, 8.0), (3.2, 2.8), |x, y| BLOOD.at(0.86 - (x * x + y * y) * 0.3 - y * 0.2));
    picture.dot(7, 6, BLOOD.at(1.0));
    picture
}

/// The drops flying apart.
pub(crate) fn blood2() -> Canvas {
    drops(742, 20, (2.0, 6.8), 1.5)
}

/// The last drops, falling.
pub(crate) fn blood3() -> Canvas {
    drops(743, 9, (3.5, 7.5), 0.9)
}

/// Drops around the middle, the larger ones with a light upper edge.
fn drops(seed: u32, count: i32, reaches: (f32, f32), size: f32) -> Canvas {
    let mut picture = Canvas::new(16, 16);
    let mut dice = Dice::new(seed);
    for _ in 0..count {
        let (turn, reach) = (dice.between(0.0, TAU), dice.between(reaches.0, reaches.1));
        let spot = (8.0 + libm::cosf(turn) * reach, 8.0 + libm::sinf(turn) * reach);
        let (radius, tone) = (size * dice.between(0.5, 1.0), dice.between(0.5, 0.85));
        picture.ellipse(spot, (radius.max(0.72), radius.max(0.72)), |_, y| BLOOD.at(tone - y * 0.18));
    }
    picture
}
