//! A sun close by: a boiling disc with a corona and arcs of fire, in a haze of gold and rust; a black world passes
//! before it.

use crate::{
    skies::space::{HORIZON, about, bright_stars, clouds, dust_of_stars, empty, shining, step},
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{AMBER, CHAR, FIRE, RUST, VOID},
    tools::shapes::Point,
};

/// Centre and radius of the sun, in steps.
const SUN: (Point, f32) = ((210.0, HORIZON - 16.0), 27.0);
/// The world in front of it.
const WORLD: (Point, f32) = ((222.0, HORIZON - 24.0), 4.6);
/// Radius of its corona.
const CORONA: f32 = 120.0;

/// The whole sky.
pub(crate) fn sky() -> Canvas {
    let mut sky = empty();
    haze(&mut sky);
    dust_of_stars(&mut sky, 643, |x, y| {
        let far = libm::hypotf(x - SUN.0.0, y - SUN.0.1);
        if far < 70.0 { 0.0 } else { 0.0013 }
    });
    bright_stars(&mut sky, 646, 160);
    corona(&mut sky);
    disc(&mut sky);
    let (middle, radius) = WORLD;
    for ((px, py), (across, down)) in about(middle, radius, radius) {
        let off = libm::hypotf(across, down) / radius;
        if off < 1.0 {
            sky.dot(px, py, if off > 0.86 { RUST.at(0.22) } else { CHAR.at(0.0) });
        }
    }
    shining(sky)
}

/// Dust that the sun lights: rusty lanes all round, brighter towards it.
fn haze(sky: &mut Canvas) {
    sky.every(|x, y, _| {
        let (x, y) = (step(x), step(y));
        let fray = clouds(641, x, y, 8) - 0.5;
        let thick = clouds(642, x, y * 2.0, 64) + fray * 0.24;
        let near = (1.0 - libm::hypotf(x - SUN.0.0, (y - SUN.0.1) * 1.6) / 190.0).max(0.0);
        let band = (1.0 - (y - HORIZON - libm::sinf(x * 0.0368) * 12.0).abs() / 64.0).max(0.0);
        let glow = (thick - 0.42).max(0.0) * (band * 1.3 + near) + near * near * 0.2;
        if glow > 0.07 { RUST.at(glow * 1.15) } else { VOID.at(0.03 + (thick - 0.5).max(0.0) * 0.4) }
    });
}

/// The rays around the disc, uneven all round, and arcs of fire on its edge.
fn corona(sky: &mut Canvas) {
    let (middle, radius) = SUN;
    for ((px, py), (across, down)) in about(middle, CORONA, CORONA) {
        let far = libm::hypotf(across, down);
        let out = far - radius;
        if out < -1.0 {
            continue;
        }
        let turn = libm::atan2f(down, across) * 10.185_916 + 32.0; // 64 steps of noise round
        let ray = cloud(647, turn, far * 0.012 + 9.0, 64) * 0.7 + cloud(648, turn * 2.0, far * 0.02 + 5.0, 128) * 0.5;
        let glow = libm::expf(-out / 15.0) * (0.5 + ray * 0.8) + libm::expf(-out / 46.0) * (ray - 0.3).max(0.0) * 0.7;
        // Arcs are placed where the edge is most turbulent.
        let arc = (cloud(649, turn * 0.5, 3.0, 32) - 0.52).max(0.0) * 60.0;
        let loop_of_fire = (out - arc).abs() < 0.55 && arc > 2.0;
        if loop_of_fire || out < 1.2 {
            sky.dot(px, py, FIRE.at(0.7));
        } else if glow > 0.34 {
            sky.dot(px, py, FIRE.at(0.16 + glow * 0.62));
        } else if glow > 0.1 {
            sky.dot(px, py, AMBER.at(0.02 + glow * 1.1));
        }
    }
}

/// The disc: white in the middle and golden at its edge, grained, with dark spots.
fn disc(sky: &mut Canvas) {
    let (middle, radius) = SUN;
    for ((px, py), (across, down)) in about(middle, radius, radius) {
        let (nx, ny) = (across / radius, down / radius);
        let off = nx * nx + ny * ny;
        if off > 1.0 {
            continue;
        }
        let grain = cloud(650, nx * 22.0 + 40.0, ny * 22.0 + 40.0, 128) - 0.5;
        let spot = (cloud(651, nx * 4.0 + 20.0, ny * 7.0 + 20.0, 64) - 0.68).max(0.0) * 3.4;
        sky.dot(px, py, FIRE.at(1.04 - off * 0.34 + grain * 0.26 - spot));
    }
}
