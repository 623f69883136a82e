//! The night side of a nearby planet, which fills the lower part of the sky; the sun is about to rise behind its edge.

use crate::{
    skies::space::{FINE, HORIZON, TALL, about, bright_stars, clouds, dust_of_stars, empty, shining, step},
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{AMBER, FIRE, ICE, Ink, PHOSPHOR, SMOKE, VOID},
    tools::shapes::Point,
};
use music::chance::white;

/// Centre and radius of the planet, in steps. Its edge rises slightly above the horizon.
const PLANET: (Point, f32) = ((268.0, HORIZON + 150.0), 168.0);
/// Thickness of its atmosphere, in steps.
const AIR: f32 = 13.0;
/// Position of the sun behind its edge, as an angle from straight up, in radians.
const SUNRISE: f32 = -0.42;

/// The whole sky.
pub(crate) fn sky() -> Canvas {
    let mut sky = empty();
    sky.every(|x, y, _| {
        let (x, y) = (step(x), step(y));
        let haze = (clouds(621, x, y, 128) - 0.45).max(0.0) * 0.7 + (clouds(622, x, y, 16) - 0.5) * 0.06;
        VOID.at(0.02 + haze.max(0.0))
    });
    dust_of_stars(&mut sky, 623, |_, _| 0.0022);
    bright_stars(&mut sky, 626, 300);
    planet(&mut sky);
    sunrise(&mut sky);
    shining(sky)
}

/// Returns how near a place is to the sunrise, seen from the planet's centre: 1 there, 0 a quarter turn away and
/// beyond.
fn dawn(across: f32, down: f32) -> f32 {
    let turn = libm::atan2f(across, -down) - SUNRISE;
    (1.0 - turn.abs() / 1.25).max(0.0)
}

/// The dark ball with its lights and its storms, and the air around its edge.
fn planet(sky: &mut Canvas) {
    let (middle, radius) = PLANET;
    let reach = radius + AIR * 2.5;
    // Its lower part is beyond straight down.
    let seen = about(middle, reach, reach).filter(|((_, py), _)| *py < TALL * FINE);
    for ((px, py), (across, down)) in seen {
        let out = libm::sqrtf(across * across + down * down) - radius;
        let near = dawn(across, down);
        let near = near * near;
        if out > 0.0 {
            air(sky, (px, py), out, near);
        } else {
            sky.dot(px, py, ground(across / radius, down / radius, -out, near));
        }
    }
}

/// The air outside the edge: blue far up, golden below where the sun comes through it.
fn air(sky: &mut Canvas, (x, y): (i32, i32), out: f32, near: f32) {
    let glow = libm::expf(-out / AIR * 3.2) * (0.2 + near * 1.1);
    let below = sky.ink(x, y).unwrap_or(VOID.at(0.0));
    if near > 0.35 && out < AIR * 0.34 * near {
        sky.dot(x, y, FIRE.at(0.35 + glow * 0.6));
    } else if glow > 0.05 && ICE.at(glow).tone > below.tone * 0.6 {
        sky.dot(x, y, ICE.at(0.05 + glow * 0.95));
    }
}

/// Draws the night side `deep` steps inside its edge: clouds in the last light, storms, and fires.
fn ground(nx: f32, ny: f32, deep: f32, near: f32) -> Ink {
    let (u, v) = (nx * 9.0 + 30.0, ny * 9.0 + 30.0);
    let weather = cloud(631, u + cloud(632, u, v, 64) * 1.6, v * 2.0, 64);
    let rim = libm::expf(-deep / 5.0) * (0.25 + near);
    let dusk = libm::expf(-deep / 34.0) * near;
    let land = cloud(633, u * 0.5, v * 0.5, 64) > 0.52;
    let town = cloud(634, u * 5.0, v * 5.0, 256);
    let lamp = white(635, (nx * 900.0) as i32, (ny * 900.0) as i32);
    match weather {
        _ if rim > 0.62 => FIRE.at(0.3 + rim * 0.4),
        _ if rim > 0.2 => ICE.at(rim * 0.9 + dusk * weather * 0.3),
        // A few fires, and the lamps of ruined towns.
        _ if land && town > 0.66 && lamp > 0.86 && deep > 8.0 => AMBER.at(0.5 + (lamp - 0.86) * 3.0),
        // The poles' lights.
        _ if (cloud(636, nx * 14.0 + 30.0, 4.0, 64) - 0.5).abs() < 0.035
            && (10.0..17.0).contains(&deep)
            && near < 0.1 =>
        {
            PHOSPHOR.at(0.34 - (deep - 10.0) * 0.03)
        }
        weather if weather > 0.55 => SMOKE.at(0.04 + (weather - 0.55) * 0.5 + dusk * weather * 1.1),
        weather => VOID.at(0.1 + weather * 0.3 + dusk * 0.6 + if land { 0.06 } else { 0.0 }),
    }
}

/// The first light over the edge: a bead with rays along the edge and up.
fn sunrise(sky: &mut Canvas) {
    let ((x, y), radius) = PLANET;
    let bead = (x + libm::sinf(SUNRISE) * (radius + 1.0), y - libm::cosf(SUNRISE) * (radius + 1.0));
    for ((px, py), (across, down)) in about(bead, 40.0, 30.0) {
        let (sin, cos) = (libm::sinf(SUNRISE), libm::cosf(SUNRISE));
        let (along, up) = (across * cos + down * sin, across * sin - down * cos);
        let far = libm::sqrtf(across * across + down * down);
        let flat = libm::expf(-up.abs() * 1.5) * (1.0 - along.abs() / 38.0).max(0.0);
        let halo = libm::expf(-far / 4.5);
        let spike = if along.abs() < 0.3 { (1.0 - up.abs() / 22.0).max(0.0) * 0.6 } else { 0.0 };
        let glow = halo.max(flat * 0.9).max(spike);
        if glow > 0.3 {
            sky.dot(px, py, FIRE.at(0.42 + glow * 0.62));
        }
    }
}
