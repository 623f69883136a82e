//! The rocket launcher on the player's shoulder: an olive tube with a screen for a sight.

use crate::{
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{ALARM, AMBER, FIRE, GUNMETAL, LEATHER, PHOSPHOR, ROT, RUST},
    tools::sculpt::Sculpture,
    weapons::held::{
        AT_REST, Hold, MIDDLE, Tube, blank, flash, glove, hold, left_arm, left_fingers, sleeve, smoke, star,
    },
};
use music::chance::white;

/// Row of the muzzle when the launcher is held still.
const MUZZLE: f32 = 32.0;

/// Holds after a shot: thrown back, then lowered for the next rocket, and raised.
const RECOIL: [Hold; 7] = [
    hold(6.0, 3.0, 0.0, 0.36),
    hold(13.0, 7.0, 0.0, 0.2),
    hold(16.0, 8.0, 0.0, 0.06),
    hold(15.0, 2.0, 0.0, 0.0),
    hold(17.0, 0.0, 0.0, 0.0),
    hold(15.0, 0.0, 0.0, 0.0),
    hold(6.0, 0.0, 0.0, 0.0),
];
/// Its flash is a ball of gas that rolls out to the sides.
const BALL: [f32; 16] = [0.72, 0.6, 0.74, 0.9, 1.0, 0.92, 0.7, 0.5, 0.56, 0.5, 0.72, 0.88, 1.0, 0.86, 0.7, 0.62];
/// How far the next rocket protrudes from the muzzle in each moment, in pixels, while the left hand pushes it in.
const RELOAD: [Option<f32>; 7] = [None, None, None, None, Some(25.0), Some(10.0), None];

/// At rest, and after a shot: a ball of fire, the rocket's smoke, and the next rocket.
pub(crate) fn drawn(moment: usize) -> Canvas {
    let Some(shot) = moment.checked_sub(1) else { return held(AT_REST, None) };
    let mut picture = blank();
    let muzzle = RECOIL[shot].at(MUZZLE);
    match shot {
        0 => {
            star(&mut picture, (MIDDLE, muzzle), 42.0, (&BALL, 0.62), FIRE);
            flash(&mut picture, (MIDDLE, muzzle), 31.0, 13);
        }
        1 => {
            billows(&mut picture, muzzle, 15.0, 0.0);
            flash(&mut picture, (MIDDLE, muzzle - 5.0), 18.0, 8);
        }
        2..6 => {
            let gone = shot as f32 - 2.0;
            billows(&mut picture, muzzle - gone * 4.0, 15.0 - gone * 2.4, gone * 3.0);
        }
        _ => {}
    }
    picture.paste(0, 0, &held(RECOIL[shot], RELOAD[shot]));
    match shot {
        0 => flash(&mut picture, (MIDDLE, muzzle), 17.0, 9),
        1 => flash(&mut picture, (MIDDLE, muzzle + 2.0), 8.0, 7),
        _ => {}
    }
    picture
}

/// The rocket's smoke around the muzzle, with its size and spread.
fn billows(picture: &mut Canvas, muzzle: f32, reach: f32, apart: f32) {
    for (x, y) in [(-15.0 - apart, -14.0), (14.0 + apart, -16.0), (-2.0, -22.0)] {
        smoke(picture, (MIDDLE + x, muzzle + y), reach);
    }
}

/// A rocket that protrudes by a length, with the hand that pushes it in.
fn rocket(picture: &mut Canvas, hold: Hold, out: f32) {
    let muzzle = hold.at(MUZZLE);
    let mut body = Sculpture::on(blank());
    body.limb(([MIDDLE, muzzle - out - 7.0, 0.0], 2.0), ([MIDDLE, muzzle - out, 0.0], 7.4), |_, _| ALARM.at(0.1));
    body.limb(([MIDDLE, muzzle - out, 0.0], 7.4), ([MIDDLE, muzzle + 8.0, 0.0], 7.8), |along, _| {
        if (0.2..0.34).contains(&along) { AMBER.at(0.12) } else { ROT.at(0.06) }
    });
    let (x, y) = (MIDDLE - 13.0, muzzle - out * 0.6);
    body.limb(([x - 8.0, y + 14.0, -6.0], 8.6), ([x - 40.0, y + 60.0, -4.0], 15.0), sleeve);
    body.limb(([x - 2.0, y + 4.0, -3.0], 7.6), ([x - 9.0, y + 15.0, -5.0], 8.8), glove);
    for finger in 0..4 {
        let y = y - 5.0 + finger as f32 * 4.2;
        body.limb(([x, y + 2.0, 2.0], 3.4), ([x + 11.0, y, 6.0], 2.8), |along, across| glove(along, across).lit(0.05));
    }
    picture.paste(0, 0, &body.finish());
}

/// The launcher in both hands, or in the right one while the left one pushes in a rocket that protrudes by a length.
fn held(hold: Hold, reload: Option<f32>) -> Canvas {
    let mut picture = blank();
    match reload {
        Some(out) => rocket(&mut picture, hold, out),
        None => {
            let mut arm = Sculpture::on(picture);
            left_arm(&mut arm, MIDDLE - 16.0, hold.at(78.0));
            picture = arm.finish();
        }
    }
    tube(&mut picture, hold);
    lettering(&mut picture, hold);
    if reload.is_none() {
        let mut fingers = Sculpture::on(blank());
        left_fingers(&mut fingers, MIDDLE - 3.0, hold.at(78.0), 20.0);
        picture.paste(0, 0, &fingers.finish());
    }
    sight(&mut picture, hold);
    picture
}

/// The tube: the flared muzzle with its stripes, and the olive barrel with two bands.
fn tube(picture: &mut Canvas, hold: Hold) {
    let barrel = Tube { middle: MIDDLE, rows: (hold.at(MUZZLE + 8.0), hold.at(108.0)), half: (13.0, 23.0) };
    barrel.draw(picture, |along, around| {
        let worn = cloud(331, along * 12.0, around * 6.0 + 20.0, 64);
        let band = (0.26..0.31).contains(&along) || (0.62..0.68).contains(&along);
        let lit = hold.lit(MUZZLE + 8.0 + along * 68.0, MUZZLE);
        match worn {
            _ if band => GUNMETAL.at(0.14 + lit),
            worn if worn > 0.72 => RUST.at(0.08 + lit),
            worn => ROT.at((worn - 0.5) * 0.12 + lit + (white(332, (along * 90.0) as i32, 0) - 0.5) * 0.02),
        }
    });
    let muzzle = Tube { middle: MIDDLE, rows: (hold.at(MUZZLE), hold.at(MUZZLE + 13.0)), half: (14.6, 15.6) };
    muzzle.draw(picture, |along, around| {
        let slant = libm::asinf(around.clamp(-1.0, 1.0)) * 1.6 + along * 0.9;
        let stripe = libm::fmodf(slant + 12.0, 1.0) < 0.5;
        let lit = hold.flash * (1.0 - along * 0.5);
        match along {
            along if along < 0.14 => GUNMETAL.at(0.3 + lit),
            _ if stripe => AMBER.at(0.2 + lit),
            _ => LEATHER.at(lit),
        }
    });
}

/// A red ring and a number painted on the tube.
fn lettering(picture: &mut Canvas, hold: Hold) {
    let top = hold.at(62.0) as i32;
    picture.write(58, top, "R4", |ink| ink.lit(0.36));
    picture.rect(54, top + 10, 21, 2, ALARM.at(0.42));
    picture.rect(54, top + 10, 8, 2, ALARM.at(0.55));
}

/// The sight on the right of the tube: a box with a lit screen and a ring on it.
fn sight(picture: &mut Canvas, hold: Hold) {
    let top = hold.at(62.0) as i32;
    picture.rect(80, top + 8, 8, 12, LEATHER.at(0.0));
    picture.rect(81, top + 9, 6, 11, GUNMETAL.at(0.3));
    picture.rect(83, top - 7, 26, 23, LEATHER.at(0.0));
    picture.fade(84, top - 6, 24, 4, GUNMETAL, (0.74, 0.56));
    picture.fade(84, top - 2, 24, 17, GUNMETAL, (0.46, 0.22));
    picture.rect(84, top - 6, 1, 21, GUNMETAL.at(0.8));
    picture.rect(87, top, 18, 13, LEATHER.at(0.0));
    for y in 0..11 {
        for x in 0..16 {
            let line = if y % 2 == 0 { 0.06 } else { 0.0 };
            picture.dot(88 + x, top + 1 + y, PHOSPHOR.at(0.3 + line - y as f32 * 0.008).shining());
        }
    }
    let glow = PHOSPHOR.at(0.86).shining();
    for (x, y, width, height) in [(95, 2, 2, 3), (95, 8, 2, 3), (90, 6, 4, 1), (98, 6, 4, 1)] {
        picture.rect(x, top + y, width, height, glow);
    }
    picture.rect(86, top - 4, 3, 1, ALARM.at(0.8).shining());
    for x in [92, 96, 100] {
        picture.rect(x, top - 4, 2, 1, LEATHER.at(0.0));
    }
}
