//! The pump-action shotgun in the player's hands: a barrel in a perforated shield, a wooden pump and a steel receiver.

use crate::{
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{ALARM, AMBER, FIRE, GUNMETAL, Ink, LEATHER, PHOSPHOR, RUST, STEEL},
    tools::sculpt::Sculpture,
    weapons::held::{
        AT_REST, Hold, MIDDLE, Tube, blank, flash, hold, left_arm, left_fingers, right_hand, smoke, sparks, star,
    },
};
use music::chance::white;

/// Row of the muzzle when the shotgun is held still.
const MUZZLE: f32 = 25.0;

/// Holds after a shot: thrown back, then pumped. The shell is ejected when the pump is all the way back.
const RECOIL: [Hold; 7] = [
    hold(4.0, 2.0, 0.0, 0.34),
    hold(10.0, 6.0, 1.0, 0.2),
    hold(13.0, 8.0, 2.0, 0.06),
    hold(8.0, 5.0, 2.0, 0.0),
    hold(7.0, 3.0, 12.0, 0.0),
    hold(6.0, 2.0, 19.0, 0.0),
    hold(3.0, 1.0, 5.0, 0.0),
];
/// Its flash is a fan that opens away from the barrel.
const FAN: [f32; 14] = [1.0, 0.8, 1.0, 0.74, 0.86, 0.4, 0.3, 0.26, 0.3, 0.4, 0.8, 0.7, 0.96, 0.84];

/// At rest, and after a shot: a flash as wide as the image is high, smoke that rolls out of the muzzle, and the pump.
pub(crate) fn drawn(moment: usize) -> Canvas {
    let Some(shot) = moment.checked_sub(1) else { return held(AT_REST) };
    let mut picture = blank();
    match shot {
        0 => {
            star(&mut picture, (MIDDLE, 30.0), 40.0, (&FAN, 0.44), FIRE);
            sparks(&mut picture, (MIDDLE, 26.0), 36.0, 18, 2);
        }
        1 => {
            star(&mut picture, (MIDDLE, 24.0), 23.0, (&FAN, 0.5), FIRE);
            sparks(&mut picture, (MIDDLE, 20.0), 34.0, 14, 3);
        }
        2..5 => {
            let gone = shot as f32 - 2.0;
            smoke(&mut picture, (MIDDLE - 7.0 - gone * 3.0, 17.0 - gone * 3.0), 14.0 - gone * 2.0);
            smoke(&mut picture, (MIDDLE + 7.0 + gone * 3.0, 15.0 - gone * 2.0), 13.0 - gone * 2.0);
        }
        _ => {}
    }
    picture.paste(0, 0, &held(RECOIL[shot]));
    match shot {
        0 => flash(&mut picture, (MIDDLE, 25.0), 13.0, 9),
        1 => flash(&mut picture, (MIDDLE, 26.0), 8.0, 6),
        _ => {}
    }
    picture
}

fn held(hold: Hold) -> Canvas {
    let grip = hold.at(58.0) + hold.slide;
    let mut arm = Sculpture::on(blank());
    left_arm(&mut arm, MIDDLE - 6.0, grip + 12.0);
    let mut picture = arm.finish();
    pump(&mut picture, grip);
    let mut fingers = Sculpture::on(blank());
    left_fingers(&mut fingers, MIDDLE, grip + 8.0, 15.0);
    picture.paste(0, 0, &fingers.finish());
    barrel(&mut picture, hold);
    receiver(&mut picture, hold);
    let mut hand = Sculpture::on(blank());
    right_hand(&mut hand, [78.0, 100.0 + hold.drop, 0.0]);
    picture.paste(0, 0, &hand.finish());
    picture
}

/// The pump below the barrel: worn wood with grooves across it.
fn pump(picture: &mut Canvas, y: f32) {
    let wood = Tube { middle: MIDDLE, rows: (y - 20.0, y + 15.0), half: (11.4, 15.0) };
    wood.draw(picture, |along, around| {
        let grain = cloud(312, along * 3.0, around * 9.0 + 20.0, 64) - 0.5;
        let groove = (0.1..0.94).contains(&along) && (along * 32.0) as i32 % 4 == 0;
        if groove { RUST.at(0.02) } else { RUST.at(0.22 + grain * 0.3) }
    });
}

/// The barrel with its brake, and the shield around it as far as the receiver.
fn barrel(picture: &mut Canvas, hold: Hold) {
    let bare = Tube { middle: MIDDLE, rows: (hold.at(MUZZLE), hold.at(MUZZLE + 10.0)), half: (3.6, 4.0) };
    bare.draw(picture, |along, _| STEEL.at(if along < 0.4 { 0.44 } else { 0.3 } + hold.flash));
    let shield = Tube { middle: MIDDLE, rows: (hold.at(MUZZLE + 8.0), hold.at(76.0)), half: (5.2, 8.0) };
    shield.draw(picture, |along, around| {
        let rim = around.abs() > 0.8 || along < 0.05;
        let flash = hold.lit(MUZZLE + 8.0 + along * 43.0, MUZZLE);
        GUNMETAL.at(if rim { 0.1 } else { 0.24 } + flash + (white(311, (along * 40.0) as i32, 0) - 0.5) * 0.03)
    });
    holes(picture, hold);
}

/// The holes in the shield and the sight's bead.
fn holes(picture: &mut Canvas, hold: Hold) {
    for row in 0..7 {
        let y = hold.at(MUZZLE + 9.5 + row as f32 * 5.6) as i32;
        let apart = 1 + (row + 1) / 3;
        for x in [63 - apart - 1, 63 + apart] {
            picture.rect(x, y, 2, 3, LEATHER.at(0.0));
            picture.rect(x, y + 3, 2, 1, GUNMETAL.at(0.9 + hold.flash));
        }
    }
    let top = hold.at(MUZZLE) as i32;
    picture.rect(62, top - 6, 4, 6, LEATHER.at(0.0));
    picture.rect(63, top - 5, 2, 6, GUNMETAL.at(0.66 + hold.flash));
    picture.rect(63, top - 5, 2, 2, PHOSPHOR.at(0.86));
}

/// The receiver's top and rear: a port on the right, a row of spare shells on the left, the rear sight.
fn receiver(picture: &mut Canvas, hold: Hold) {
    let (front, back) = (hold.at(72.0), hold.at(98.0));
    let wide = |y: f32| 12.0 + (y - front) / (back - front) * 5.0;
    let outline = |grow: f32| {
        let (upper, lower) = (front - grow, back + 8.0);
        [
            (MIDDLE - wide(upper) - grow + 3.0, upper),
            (MIDDLE + wide(upper) + grow - 3.0, upper),
            (MIDDLE + wide(upper) + grow, upper + 4.0),
            (MIDDLE + wide(lower) + grow, lower),
            (MIDDLE - wide(lower) - grow, lower),
            (MIDDLE - wide(upper) - grow, upper + 4.0),
        ]
    };
    picture.polygon(&outline(1.0), |_, _| LEATHER.at(0.0));
    picture.polygon(&outline(0.0), |x, y| {
        let off = (x as f32 + 0.5 - MIDDLE) / wide(y as f32);
        let tone = match off {
            off if off < -0.72 => 0.34,
            off if off < -0.64 => 0.86,
            off if off < 0.64 => 0.62 - (off + 0.5).abs() * 0.14 - (y as f32 - front) * 0.003,
            _ => 0.26,
        };
        let worn = if white(313, x, y) > 0.93 { 0.08 } else { 0.0 };
        STEEL.at(tone + worn)
    });
    let top = front as i32;
    picture.rect(58, top + 4, 1, 30, STEEL.at(0.36));
    picture.rect(69, top + 4, 1, 30, STEEL.at(0.36));
    picture.rect(62, top + 1, 4, 30, STEEL.at(0.76));
    picture.rect(63, top + 1, 1, 30, STEEL.at(0.9));
    port(picture, top);
    for spare in 0..3 {
        let x = 46 - spare;
        shell(picture, x, top + 5 + spare * 7);
    }
    picture.rect(59, top + 12, 4, 4, LEATHER.at(0.0));
    picture.rect(65, top + 12, 4, 4, LEATHER.at(0.0));
    picture.rect(60, top + 13, 2, 2, PHOSPHOR.at(0.8));
    picture.rect(66, top + 13, 2, 2, PHOSPHOR.at(0.8));
}

/// The port on the right, dark with a glimpse of brass.
fn port(picture: &mut Canvas, top: i32) {
    picture.rect(71, top + 6, 6, 11, LEATHER.at(0.0));
    picture.rect(72, top + 8, 4, 8, GUNMETAL.at(0.1));
    picture.rect(73, top + 9, 3, 3, AMBER.at(0.55));
    picture.rect(73, top + 12, 3, 3, ALARM.at(0.4));
}

/// A spare shell in its loop on the receiver's left flank: red, with a brass foot.
fn shell(picture: &mut Canvas, x: i32, y: i32) {
    let ink = |tone: f32| -> Ink { ALARM.at(tone) };
    picture.rect(x - 1, y - 1, 12, 6, LEATHER.at(0.0));
    for (row, tone) in [(0, 0.62), (1, 0.5), (2, 0.4), (3, 0.26)] {
        picture.rect(x, y + row, 7, 1, ink(tone));
        picture.rect(x + 7, y + row, 3, 1, AMBER.at(tone + 0.16));
    }
    picture.rect(x + 3, y - 1, 2, 6, LEATHER.at(0.22));
}
