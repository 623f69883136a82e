//! The pictures of the four endings of the campaign. Their lower parts are dark and calm, because text is drawn over
//! them.

use crate::{
    tools::canvas::Canvas,
    tools::hash_noise::{cloud, mix},
    tools::palette::{
        ALARM, AMBER, BRASS, CHALK, FROST, GUNMETAL, ICE, INDIGO, Ink, LEATHER, PHOSPHOR, RUST, SMOKE, STEEL, VERDE,
        VOID, WALNUT,
    },
    tools::shapes::Point,
};
use music::chance::{hash, white};

/// Stars and gas over the whole picture.
fn space(picture: &mut Canvas, seed: u32) {
    picture.rect(0, 0, 640, 360, VOID.at(0.0));
    picture.every(|x, y, _| {
        let gas = cloud(seed, x as f32 / 80.0, y as f32 / 50.0, 64);
        let star = white(seed + 1, x, y);
        if star > 0.992 && hash(seed + 2, x, y).is_multiple_of(2) {
            return SMOKE.at(0.3 + white(seed + 3, x, y) * 0.7);
        }
        VOID.at(0.06 + (gas - 0.4).max(0.0) * 1.5)
    });
}

/// Returns how far a point is from another.
fn distance(x: i32, y: i32, to: Point) -> f32 {
    let (across, down) = (x as f32 + 0.5 - to.0, y as f32 + 0.5 - to.1);
    libm::sqrtf(across * across + down * down)
}

/// *Absent without leave*: the ship from the round window of the pod. One row of lights, and they are all on.
pub(crate) fn absent() -> Canvas {
    const WINDOW: (Point, f32) = ((320.0, 150.0), 132.0);
    let mut picture = Canvas::new(640, 360);
    space(&mut picture, 541);
    let (centre, radius) = WINDOW;
    picture.every(|x, y, below| {
        let inside = 620.0 - distance(x, y, (250.0, 852.0));
        match inside {
            inside if inside > 0.0 => {
                let rim = 0.8 / (1.0 + inside * 0.25);
                if rim > 0.12 { ICE.at(rim * 0.8) } else { VOID.at(0.06) }
            }
            inside if inside > -4.0 => ICE.at(0.3),
            _ => below,
        }
    });
    far_ship(&mut picture);
    picture.every(|x, y, below| {
        let out = distance(x, y, centre) - radius;
        match out {
            out if out < 0.0 => below,
            out if out < 3.0 => LEATHER.at(0.02),
            out if out < 20.0 => {
                let light = (centre.1 - y as f32 - (x as f32 - centre.0) * 0.4) / 170.0;
                STEEL.at(0.34 + light * 0.3 - (out - 11.0).abs() * 0.012)
            }
            out if out < 23.0 => LEATHER.at(0.0),
            _ => padding(x, y, out),
        }
    });
    for bolt in 0..16 {
        let turn = bolt as f32 / 16.0 * core::f32::consts::TAU;
        let (x, y) = (centre.0 + libm::cosf(turn) * 143.0, centre.1 + libm::sinf(turn) * 143.0);
        picture.bolt(x as i32, y as i32, STEEL.at(0.55));
    }
    // A row of switches below the window; the red one has been pulled.
    for index in 0..7 {
        let x = 266 + index * 16;
        picture.rect(x, 322, 10, 18, GUNMETAL.at(0.12));
        picture.rect(x + 3, 326, 4, 6, if index == 3 { ALARM.at(0.7) } else { PHOSPHOR.at(0.25) });
    }
    picture
}

/// Padding of the pod's wall, in squares, darker far from the window.
fn padding(x: i32, y: i32, out: f32) -> Ink {
    let (across, down) = ((x + 8).rem_euclid(64), (y + 20).rem_euclid(48));
    let edge = across.min(63 - across).min(down).min(47 - down);
    let bulge = (edge as f32 / 8.0).min(1.0) * 0.14;
    let seam = if edge == 0 { -0.1 } else { 0.0 };
    GUNMETAL.at(0.3 + bulge + seam - out / 420.0 + (white(545, x, y) - 0.5) * 0.03)
}

/// The ship in the distance: a dark hull over the planet, and one row of lights along it.
fn far_ship(picture: &mut Canvas) {
    let hull: [Point; 12] = [
        (214.0, 150.0),
        (234.0, 143.0),
        (280.0, 138.0),
        (352.0, 135.0),
        (362.0, 124.0),
        (384.0, 124.0),
        (390.0, 136.0),
        (424.0, 136.0),
        (430.0, 148.0),
        (424.0, 162.0),
        (330.0, 166.0),
        (240.0, 158.0),
    ];
    picture.polygon(&hull, |x, y| {
        let part = (y as f32 - 124.0) / 42.0;
        let seam = if (x + y / 9 * 5).rem_euclid(17) == 0 || y.rem_euclid(9) == 0 { -0.06 } else { 0.0 };
        let stain = cloud(546, x as f32 / 12.0, y as f32 / 9.0, 64);
        let tone = 0.36 - part * 0.26 + seam;
        if stain > 0.7 { RUST.at(tone) } else { STEEL.at(tone) }
    });
    picture.lines(&hull[..5], STEEL.at(0.8));
    for x in (232..424).step_by(4) {
        let y = 150 + (x - 232) / 90;
        picture.rect(x, y, 2, 2, AMBER.at(0.95));
        for (dx, dy) in [(0, -1), (1, 2), (-1, 0), (2, 1)] {
            picture.dot(x + dx, y + dy, AMBER.at(0.35));
        }
    }
}

/// *All hands*: a harbour at night, and a rail with figures in good order.
pub(crate) fn all_hands() -> Canvas {
    const QUAY: i32 = 150;
    let mut picture = Canvas::new(640, 360);
    space(&mut picture, 551);
    // Towers of the harbour with their lamps, and their light on the water.
    for tower in 0..34 {
        let (left, width) = (tower * 19 - 4, 11 + (hash(552, tower, 0) % 9) as i32);
        let top = QUAY - 12 - (hash(552, tower, 1) % 62) as i32;
        picture.fade(left, top, width, QUAY - top, INDIGO, (0.1, 0.2));
        for y in (top + 4..QUAY - 2).step_by(5) {
            for x in (left + 2..left + width - 2).step_by(4) {
                let lit = white(553, x, y);
                if lit > 0.62 {
                    picture.rect(x, y, 2, 2, if lit > 0.9 { ICE.at(0.7) } else { AMBER.at(0.45 + lit * 0.4) });
                }
            }
        }
    }
    for y in QUAY..360 {
        for x in 0..640 {
            let part = (y - QUAY) as f32 / 110.0;
            let wave = cloud(554, x as f32 / (16.0 + part * 30.0), y as f32 / (2.0 + part * 5.0), 64);
            let lamp = white(555, (x + ((wave - 0.5) * 22.0) as i32) / 5, 0);
            let shine = if lamp > 0.72 { (0.62 - part * 0.4).max(0.0) * (0.4 + wave) } else { 0.0 };
            picture.dot(x, y, if shine > 0.22 { AMBER.at(shine) } else { INDIGO.at(0.1 + wave * 0.12 - part * 0.05) });
        }
    }
    moored(&mut picture, -30, 0.95);
    moored(&mut picture, 452, 0.7);
    hands_at_the_rail(&mut picture);
    picture
}

/// Another ship of the line at the quay, with lit lamps and a manned rail.
fn moored(picture: &mut Canvas, left: i32, size: f32) {
    let scaled = |x: f32, y: f32| (left as f32 + x * size, 158.0 + y * size);
    let hull = [scaled(0.0, -44.0), scaled(190.0, -50.0), scaled(228.0, -34.0), scaled(204.0, 12.0), scaled(0.0, 14.0)];
    picture.polygon(&hull, |x, y| GUNMETAL.at(0.16 + (white(556, x / 9, y / 6) - 0.5) * 0.04));
    picture.lines(&hull[..3], STEEL.at(0.5));
    for place in 0..22 {
        let (x, y) = scaled(8.0 + place as f32 * 8.6, -47.0);
        let (x, y) = (x as i32, y as i32);
        // A head and shoulders at the rail.
        picture.rect(x, y - 7, 3, 7, LEATHER.at(0.05));
        picture.dot(x + 1, y - 8, LEATHER.at(0.1));
        let (lamp, row) = scaled(10.0 + place as f32 * 8.6, -22.0);
        picture.rect(lamp as i32, row as i32, 3, 2, AMBER.at(0.8));
    }
}

/// The player's own rail in front: a row of backs, all of one height, and none of them waves.
fn hands_at_the_rail(picture: &mut Canvas) {
    for place in 0..15 {
        let (x, y) = (22 + place * 43, 204 + (hash(557, place, 0) % 5) as i32);
        let lit = |across: f32, down: f32| LEATHER.at(0.1 + (-across - down * 0.6).max(0.0) * 0.28);
        picture.ellipse((x as f32, y as f32), (9.0, 11.0), lit);
        picture.polygon(
            &[
                (x as f32 - 17.0, y as f32 + 20.0),
                (x as f32 - 8.0, y as f32 + 11.0),
                (x as f32 + 8.0, y as f32 + 11.0),
                (x as f32 + 17.0, y as f32 + 20.0),
                (x as f32 + 14.0, 300.0),
                (x as f32 - 14.0, 300.0),
            ],
            |column, row| {
                let edge = if column < x - 11 || row < y + 15 { 0.12 } else { 0.0 };
                GUNMETAL.at(0.06 + edge + (white(558, column, row) - 0.5) * 0.03)
            },
        );
        // The cap of an officer here and there.
        if place % 4 == 1 {
            picture.rect(x - 10, y - 11, 20, 5, STEEL.at(0.3));
            picture.rect(x - 8, y - 7, 16, 2, BRASS.at(0.6));
        }
    }
    picture.rect(0, 268, 640, 4, BRASS.at(0.42));
    picture.rect(0, 272, 640, 2, BRASS.at(0.15));
    for x in (10..640).step_by(86) {
        picture.rect(x, 268, 4, 40, BRASS.at(0.25));
    }
    picture.fade(0, 296, 640, 64, GUNMETAL, (0.16, 0.02));
}

/// *Out of turn*: the bridge from behind the chair, and all heads turned away again.
pub(crate) fn chair() -> Canvas {
    let mut picture = Canvas::new(640, 360);
    space(&mut picture, 561);
    picture.every(|x, y, below| {
        let inside = 300.0 - distance(x, y, (438.0, 236.0));
        let lit = (438.0 - x as f32 + 236.0 - y as f32) / 520.0;
        if inside > 0.0 { VERDE.at((0.1 + lit * 0.9 - inside / 900.0).clamp(0.02, 0.7)) } else { below }
    });
    // The frames of the windows lean outwards.
    for bar in 0..6 {
        let (top, foot) = (40.0 + bar as f32 * 112.0, 86.0 + bar as f32 * 93.6);
        picture.polygon(&[(top - 7.0, 0.0), (top + 7.0, 0.0), (foot + 5.0, 196.0), (foot - 5.0, 196.0)], |x, y| {
            GUNMETAL.at(0.24 - y as f32 / 1300.0 + if x.rem_euclid(9) == 0 { -0.05 } else { 0.0 })
        });
    }
    picture.fade(0, 0, 640, 14, GUNMETAL, (0.1, 0.28));
    picture.fade(0, 190, 640, 170, GUNMETAL, (0.2, 0.02));
    watch(&mut picture);
    captains_chair(&mut picture);
    picture
}

/// The desks below the windows, and those who sit at them with their backs to the chair.
fn watch(picture: &mut Canvas) {
    for desk in 0..8 {
        let x = 6 + desk * 80;
        picture.fade(x, 186, 70, 46, STEEL, (0.26, 0.1));
        for (column, row) in (0..9).flat_map(|column| (0..2).map(move |row| (column, row))) {
            let lit = white(562, desk * 9 + column, row);
            let ink = if lit > 0.55 { PHOSPHOR.at(0.35 + lit * 0.4) } else { LEATHER.at(0.06) };
            picture.rect(x + 6 + column * 7, 192 + row * 6, 4, 3, if lit > 0.93 { ALARM.at(0.6) } else { ink });
        }
        if desk == 3 || desk == 4 {
            continue; // the chair stands in front of these
        }
        let (x, y) = (x as f32 + 35.0, 202.0);
        let glow = |across: f32, down: f32| LEATHER.at(0.08 + (-down - 0.2).max(0.0) * 0.3 - across.abs() * 0.05);
        picture.ellipse((x, y), (10.0, 12.0), glow);
        picture.polygon(
            &[
                (x - 25.0, 266.0),
                (x - 20.0, 224.0),
                (x - 7.0, 212.0),
                (x + 7.0, 212.0),
                (x + 20.0, 224.0),
                (x + 25.0, 266.0),
            ],
            |_, row| GUNMETAL.at(0.13 - (row - 212) as f32 / 700.0),
        );
        picture.rect(x as i32 - 27, 246, 54, 50, LEATHER.at(0.08));
    }
}

/// The back of the captain's chair, and the switch on its arm.
fn captains_chair(picture: &mut Canvas) {
    let back: [Point; 8] = [
        (266.0, 360.0),
        (250.0, 240.0),
        (248.0, 184.0),
        (266.0, 158.0),
        (374.0, 158.0),
        (392.0, 184.0),
        (390.0, 240.0),
        (374.0, 360.0),
    ];
    let head: [Point; 6] =
        [(282.0, 160.0), (280.0, 136.0), (290.0, 126.0), (350.0, 126.0), (360.0, 136.0), (358.0, 160.0)];
    picture.polygon(&head, |x, y| LEATHER.at(0.34 - (x - 320).abs() as f32 / 300.0 - (y - 126) as f32 / 500.0));
    picture.lines(&head, BRASS.at(0.62));
    picture.polygon(&back, |x, y| {
        let (across, down) = ((x - 320).abs(), y - 142);
        let button = (x - 320).rem_euclid(26).abs_diff(13) + (down.rem_euclid(30)).abs_diff(15);
        let dent = if button < 4 { -0.1 } else { 0.0 };
        LEATHER.at(0.3 - across as f32 / 420.0 - down as f32 / 900.0 + dent)
    });
    picture.lines(&back, BRASS.at(0.62));
    picture.lines(&back.map(|(x, y)| (mix(x, 320.0, 0.06), y + 4.0)), BRASS.at(0.25));
    for (from, to) in [(214, 262), (378, 426)] {
        picture.fade(from, 262, to - from, 16, WALNUT, (0.5, 0.22));
        picture.fade(from + 4, 278, to - from - 8, 82, GUNMETAL, (0.14, 0.02));
    }
    picture.rect(396, 254, 12, 8, GUNMETAL.at(0.3));
    picture.rect(399, 246, 6, 9, ALARM.at(0.65));
}

/// *Relieved*: the cryo bay in warm light. The pods are open, and pod 32 has its chalk.
pub(crate) fn relieved() -> Canvas {
    const FAR: (f32, f32) = (320.0, 132.0);
    let mut picture = Canvas::new(640, 360);
    picture.rect(0, 0, 640, 360, FROST.at(0.1));
    picture.every(|x, y, _| {
        let (across, down) = ((x as f32 - FAR.0).abs() / 320.0, (y as f32 - FAR.1) / 228.0);
        let near = across.max(down.abs());
        let light = 0.62 - near * 0.46;
        if down > across {
            let tile = ((x as f32 - FAR.0) / (down + 0.05) / 60.0).floor() as i32 + (4.0 / (down + 0.05)) as i32;
            AMBER.at(light * 0.55 + if tile.rem_euclid(2) == 0 { 0.03 } else { 0.0 })
        } else if -down > across * 0.5 {
            FROST.at(light * 0.5)
        } else {
            FROST.at(light * 0.45)
        }
    });
    // The door at the far end, wide open, with the light of the corridor in it.
    picture.fade(286, 92, 68, 62, AMBER, (0.98, 0.8));
    picture.frame(284, 90, 72, 66, STEEL.at(0.6));
    for y in 96..360 {
        let part = (y - 96) as f32 / 264.0;
        let half = 34.0 + part * 120.0;
        if y > 154 {
            for x in (320.0 - half) as i32..(320.0 + half) as i32 {
                picture.lighten(x, y, 0.2 * (1.0 - part));
            }
        }
    }
    for step in 0..3 {
        let part = 0.53 + step as f32 * 0.23;
        pod(&mut picture, FAR, part * part * 1.25, false);
        pod(&mut picture, FAR, part * part * 1.25, true);
    }
    chalk(&mut picture);
    picture
}

/// An open pod on one side of the bay. `size` is 1 for a pod that is as near as the edge of the picture.
fn pod(picture: &mut Canvas, (far_x, far_y): (f32, f32), size: f32, is_right: bool) {
    let side = if is_right { 1.0 } else { -1.0 };
    let at =
        |across: f32, down: f32| (far_x + side * (60.0 + across) * size.max(0.12) * 2.4, far_y + down * size * 2.2);
    let body = [at(24.0, 66.0), at(34.0, -20.0), at(64.0, -34.0), at(84.0, -24.0), at(86.0, 76.0)];
    picture.polygon(&body, |x, y| {
        let seam = if (y / 7).rem_euclid(5) == 0 { -0.05 } else { 0.0 };
        FROST.at(0.34 + size * 0.14 + seam + (white(571, x, y) - 0.5) * 0.03)
    });
    let bed = [at(32.0, 56.0), at(40.0, -12.0), at(60.0, -22.0), at(66.0, 58.0)];
    picture.polygon(&bed, |_, y| AMBER.at(0.75 - (y as f32 - far_y) / 420.0));
    let pillow = [at(42.0, -6.0), at(58.0, -14.0), at(59.0, 4.0), at(42.0, 10.0)];
    picture.polygon(&pillow, |_, _| CHALK.at(0.72));
    // The lid stands open towards the ceiling.
    let lid = [at(34.0, -20.0), at(64.0, -34.0), at(58.0, -66.0), at(30.0, -48.0)];
    picture.polygon(&lid, |x, y| ICE.at(0.36 + if (x + y).rem_euclid(23) < 4 { 0.2 } else { 0.0 }));
    picture.lines(&[lid[0], lid[3], lid[2], lid[1]], STEEL.at(0.8));
    picture.lines(&[body[0], body[1], body[2], body[3]], STEEL.at(0.7));
    let lamp = at(76.0, 4.0);
    picture.rect(lamp.0 as i32 - 1, lamp.1 as i32, 3, 2, PHOSPHOR.at(0.9));
}

/// Chalk on the foot of the nearest pod: its number, and a sun that is up.
fn chalk(picture: &mut Canvas) {
    let (x, y) = (497, 226);
    picture.write(x, y, "32", |below| CHALK.at(0.8 + below.tone * 0.1));
    let sun = (x as f32 + 32.0, y as f32 + 5.0);
    for ray in 0..8 {
        let turn = ray as f32 / 8.0 * core::f32::consts::TAU;
        let end = |reach: f32| (sun.0 + libm::cosf(turn) * reach, sun.1 + libm::sinf(turn) * reach);
        picture.line(end(5.0), end(7.0), CHALK.at(0.8));
    }
    picture.ellipse(sun, (3.0, 3.0), |_, _| CHALK.at(0.85));
}
