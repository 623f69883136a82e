//! The rocket launcher on the player's shoulder: an olive tube with a screen for a sight.

use super::held::{AT_REST, Hold, MIDDLE, Tube, blank, flash, left_arm, left_fingers, smoke};
use crate::tools::canvas::Canvas;
use crate::tools::hash_noise::{cloud, white};
use crate::tools::palette::{ALARM, AMBER, GUNMETAL, LEATHER, PHOSPHOR, ROT, RUST};
use crate::tools::sculpt::Sculpture;

/// The row of the muzzle when the launcher is held still.
const MUZZLE: f32 = 32.0;

/// At rest.
pub(crate) fn idle() -> Canvas {
    held(AT_REST)
}

/// The rocket leaves the tube in a great flash.
pub(crate) fn fire1() -> Canvas {
    let mut picture = blank();
    flash(&mut picture, (MIDDLE, 32.0), 34.0, 13);
    flash(&mut picture, (MIDDLE, 31.0), 29.0, 8);
    picture.paste(0, 0, &held(Hold { drop: 6.0, climb: 3.0, flash: 0.36, ..AT_REST }));
    flash(&mut picture, (MIDDLE, 31.0), 17.0, 9);
    picture
}

/// The recoil, and the rocket's smoke.
pub(crate) fn fire2() -> Canvas {
    let mut picture = blank();
    for (x, y, reach) in [(-15.0, 26.0, 13.0), (14.0, 24.0, 14.0), (-2.0, 18.0, 16.0)] {
        smoke(&mut picture, (MIDDLE + x, y), reach);
    }
    picture.paste(0, 0, &held(Hold { drop: 15.0, climb: 8.0, flash: 0.14, ..AT_REST }));
    flash(&mut picture, (MIDDLE, 35.0), 9.0, 7);
    picture
}

/// Coming back up, smoke still leaving the tube.
pub(crate) fn fire3() -> Canvas {
    let mut picture = blank();
    smoke(&mut picture, (MIDDLE - 5.0, 20.0), 12.0);
    smoke(&mut picture, (MIDDLE + 6.0, 16.0), 11.0);
    picture.paste(0, 0, &held(Hold { drop: 8.0, climb: 3.0, ..AT_REST }));
    picture
}

fn held(hold: Hold) -> Canvas {
    let mut arm = Sculpture::on(blank());
    left_arm(&mut arm, MIDDLE - 16.0, hold.at(78.0));
    let mut picture = arm.finish();
    tube(&mut picture, hold);
    lettering(&mut picture, hold);
    let mut fingers = Sculpture::on(blank());
    left_fingers(&mut fingers, MIDDLE - 3.0, hold.at(78.0), 20.0);
    picture.paste(0, 0, &fingers.finish());
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
