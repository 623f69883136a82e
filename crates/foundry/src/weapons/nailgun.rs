//! The nail gun in the player's hand: a shipwright's tool of yellow enamel with two drivers that strike alternately.

use crate::{
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{ALARM, AMBER, ENAMEL, FIRE, GUNMETAL, ICE, LEATHER, RUST, STEEL},
    tools::sculpt::Sculpture,
    tools::shapes::Point,
    weapons::held::{AT_REST, Hold, MIDDLE, Tube, blank, hold, right_hand, smoke, sparks, star},
};
use core::f32::consts::TAU;
use music::chance::white;

/// Row of the muzzles when the nail gun is held still.
const MUZZLE: f32 = 26.0;
/// Distance of each driver from the middle at its muzzle.
const APART: f32 = 7.0;

/// How far the left and the right driver have moved back.
type Drivers = [f32; 2];

/// Shape of the compressed air and hot steel that leave a driver: a thin blade upwards, and little to the sides.
const BLADE: [f32; 6] = [1.0, 0.5, 0.36, 0.3, 0.36, 0.5];

/// Holds after a shot, with the position of each driver and the rotation of the drum in nails. Continuous fire repeats
/// the first four: left, back, right, back.
const SHOTS: [(Hold, Drivers, f32); 7] = [
    (hold(2.0, 1.0, 0.0, 0.2), [5.0, 0.0], 0.15),
    (hold(3.0, 1.5, 0.0, 0.06), [2.0, 0.0], 0.4),
    (hold(2.0, 2.0, 0.0, 0.2), [0.0, 5.0], 0.65),
    (hold(3.0, 2.0, 0.0, 0.06), [0.0, 2.0], 0.85),
    (hold(2.0, 1.0, 0.0, 0.0), [1.0, 1.0], 1.1),
    (hold(1.0, 1.0, 0.0, 0.0), [0.0, 0.5], 1.35),
    (hold(1.0, 0.0, 0.0, 0.0), [0.0, 0.0], 1.7),
];

/// At rest, and after a shot: one driver strikes and then the other, air hisses out of both, and the drum runs on.
pub(crate) fn drawn(moment: usize) -> Canvas {
    let Some(shot) = moment.checked_sub(1) else { return body(0) };
    let mut picture = blank();
    let (hold, ..) = SHOTS[shot];
    let muzzle = (MIDDLE + if shot < 2 { -APART } else { APART }, hold.at(MUZZLE) + 1.0);
    match shot {
        0 | 2 => star(&mut picture, muzzle, 24.0, (&BLADE, 0.2), ICE),
        1 | 3 => {
            star(&mut picture, (muzzle.0, muzzle.1 - 6.0), 12.0, (&BLADE, 0.3), FIRE);
            sparks(&mut picture, muzzle, 22.0, 5, shot as i32);
        }
        4 | 5 => smoke(&mut picture, (MIDDLE - 2.0, 31.0 - shot as f32 * 3.0), 19.0 - shot as f32 * 2.0),
        _ => {}
    }
    picture.paste(0, 0, &body(moment));
    if matches!(shot, 0 | 2) {
        star(&mut picture, (muzzle.0, muzzle.1 + 2.0), 9.0, (&[1.0; 6], 0.5), FIRE);
    }
    picture
}

/// The tool and the hand in a moment, without muzzle effects.
pub(super) fn body(moment: usize) -> Canvas {
    let (hold, drivers, turned) =
        moment.checked_sub(1).map_or((AT_REST, [0.0, 0.0], 0.0), |shot| SHOTS[shot.min(SHOTS.len() - 1)]);
    held(hold, drivers, turned)
}

fn held(hold: Hold, drivers: Drivers, turned: f32) -> Canvas {
    let mut body = Sculpture::on(blank());
    hose(&mut body, hold);
    let mut picture = body.finish();
    for (side, back) in [-1.0, 1.0].into_iter().zip(drivers) {
        driver(&mut picture, hold, side, back);
    }
    drum(&mut picture, (36.0, hold.at(66.0)), turned);
    housing(&mut picture, hold);
    gauge(&mut picture, (MIDDLE, hold.at(76.0)));
    let mut fingers = Sculpture::on(blank());
    right_hand(&mut fingers, [80.0, 97.0 + hold.drop, 0.0]);
    picture.paste(0, 0, &fingers.finish());
    picture
}

/// The hose that brings the air, from the right below round to the housing.
fn hose(body: &mut Sculpture, hold: Hold) {
    let points = [(84.0, 62.0), (95.0, 60.0), (103.0, 68.0), (106.0, 82.0), (104.0, 104.0)];
    for (index, pair) in points.windows(2).enumerate() {
        let [from, to] = [pair[0], pair[1]].map(|(x, y): Point| [x, hold.at(y), -8.0]);
        let thick = 3.4 + index as f32 * 0.5;
        body.limb((from, thick), (to, thick + 0.5), |along, _| {
            LEATHER.at(if (along * 7.0) as i32 % 2 == 0 { 0.22 } else { 0.04 })
        });
    }
}

/// One driver: a steel tube with a spring around it and a collar at its muzzle.
fn driver(picture: &mut Canvas, hold: Hold, side: f32, back: f32) {
    let tube = |apart: f32, rows: (f32, f32), half: (f32, f32)| Tube {
        middle: MIDDLE + side * apart,
        rows: (hold.at(rows.0) + back, hold.at(rows.1) + back),
        half,
    };
    tube(APART + 1.0, (MUZZLE + 4.0, 60.0), (3.8, 5.6)).draw(picture, |along, _| {
        let (coil, lit) = (libm::fmodf(along * 9.0, 1.0) < 0.5, hold.flash * (1.0 - along));
        if coil { STEEL.at(0.44 + lit) } else { GUNMETAL.at(0.02 + lit) }
    });
    tube(APART, (MUZZLE, MUZZLE + 9.0), (3.4, 4.0)).draw(picture, |along, _| {
        if along > 0.6 { AMBER.at(0.3 + hold.flash) } else { GUNMETAL.at(0.24 + hold.flash) }
    });
}

/// The drum on the left side: an enamelled rim and the nails' heads in a ring, rotated by a fraction of a nail.
fn drum(picture: &mut Canvas, middle: Point, turned: f32) {
    picture.rect(46, middle.1 as i32 - 6, 12, 12, LEATHER.at(0.0));
    picture.rect(46, middle.1 as i32 - 5, 12, 10, GUNMETAL.at(0.3));
    picture.ellipse(middle, (17.4, 18.4), |_, _| LEATHER.at(0.0));
    picture.ellipse(middle, (16.4, 17.4), |x, y| {
        AMBER.at(0.54 - y * 0.2 - x * 0.12 + (cloud(321, x * 3.0 + 9.0, y * 3.0 + 9.0, 32) - 0.5) * 0.1)
    });
    picture.ellipse(middle, (13.6, 14.6), |_, _| LEATHER.at(0.0));
    picture.ellipse(middle, (12.8, 13.8), |x, y| GUNMETAL.at(0.22 + y * 0.1 + x * 0.04));
    for nail in 0..10 {
        let turn = (nail as f32 + turned) * TAU / 10.0;
        let spot = (middle.0 + libm::cosf(turn) * 9.4, middle.1 + libm::sinf(turn) * 10.2);
        picture.ellipse(spot, (2.5, 2.5), |_, _| LEATHER.at(0.0));
        picture.ellipse(spot, (1.9, 1.9), |x, y| STEEL.at(0.78 - y * 0.24 - x * 0.1));
    }
    picture.ellipse(middle, (5.0, 5.2), |_, _| LEATHER.at(0.0));
    picture.ellipse(middle, (4.2, 4.4), |x, y| GUNMETAL.at(0.55 - y * 0.24 - x * 0.1));
    picture.rect(middle.0 as i32 - 2, middle.1 as i32 - 1, 4, 1, LEATHER.at(0.0));
}

/// The housing: chipped yellow enamel with black stripes across its front and ribs along its sides.
fn housing(picture: &mut Canvas, hold: Hold) {
    let (front, back) = (hold.at(47.0), hold.at(104.0));
    let half = |y: f32| 16.0 + (y - front) / (back - front) * 9.0;
    let corners = |grow: f32| {
        let (upper, lower) = (front - grow, back);
        [
            (MIDDLE - half(upper) - grow + 5.0, upper),
            (MIDDLE + half(upper) + grow - 5.0, upper),
            (MIDDLE + half(upper) + grow, upper + 5.0),
            (MIDDLE + half(lower) + grow, lower),
            (MIDDLE - half(lower) - grow, lower),
            (MIDDLE - half(upper) - grow, upper + 5.0),
        ]
    };
    picture.polygon(&corners(1.0), |_, _| LEATHER.at(0.0));
    picture.polygon(&corners(0.0), |x, y| {
        let (across, down) = (x as f32 + 0.5 - MIDDLE, y as f32 + 0.5 - front);
        let off = across / half(y as f32);
        let light = 0.1 - (off + 0.4).abs() * 0.18 - down * 0.002 + hold.flash * (1.0 - down / 30.0).max(0.0);
        let striped = down < 9.0 && libm::fmodf(across + down + 100.0, 10.0) < 5.0;
        let chipped = cloud(322, x as f32 / 4.0, down / 4.0, 32) > 0.72;
        match off {
            _ if striped => LEATHER.at(0.24 + light),
            _ if chipped => RUST.at(0.34 + light),
            off if off < -0.76 => AMBER.at(0.36 + light),
            off if off < -0.68 => AMBER.at(0.84),
            off if off > 0.72 => AMBER.at(0.26 + light),
            _ => AMBER.at(0.56 + light + (white(323, x, y) - 0.5) * 0.05),
        }
    });
    let top = front as i32;
    picture.rect(50, top + 9, 28, 1, AMBER.at(0.24));
    picture.rect(50, top + 10, 28, 1, AMBER.at(0.86));
    for row in 0..3 {
        for left in [51, 72] {
            picture.rect(left, top + 13 + row * 3, 6, 1, LEATHER.at(0.02));
            picture.rect(left, top + 14 + row * 3, 6, 1, AMBER.at(0.82));
        }
    }
    picture.rect(59, top - 5, 10, 9, LEATHER.at(0.0));
    picture.fade(60, top - 4, 8, 7, GUNMETAL, (0.7, 0.34));
    picture.rect(63, top - 4, 2, 4, LEATHER.at(0.0));
}

/// The pressure gauge on top, its needle in the red.
fn gauge(picture: &mut Canvas, middle: Point) {
    picture.ellipse(middle, (9.6, 9.6), |_, _| LEATHER.at(0.0));
    picture.ellipse(middle, (8.6, 8.6), |x, y| GUNMETAL.at(0.6 - y * 0.3 - x * 0.1));
    picture.ellipse(middle, (6.8, 6.8), |_, _| LEATHER.at(0.0));
    picture.ellipse(middle, (6.2, 6.2), |x, y| {
        let red = x > 0.3 && y < 0.2 && x * x + y * y > 0.4;
        if red { ALARM.at(0.66) } else { ENAMEL.at(0.88 + y * 0.06) }
    });
    for turn in 0..5 {
        let turn = turn as f32 * TAU / 8.0 + TAU / 2.0;
        let (x, y) = (middle.0 + libm::cosf(turn) * 4.9, middle.1 + libm::sinf(turn) * 4.9);
        picture.dot(libm::floorf(x) as i32, libm::floorf(y) as i32, LEATHER.at(0.1));
    }
    picture.line(middle, (middle.0 + 3.4, middle.1 - 3.4), LEATHER.at(0.0));
    picture.rect(middle.0 as i32 - 1, middle.1 as i32 - 1, 2, 2, ALARM.at(0.5));
}
