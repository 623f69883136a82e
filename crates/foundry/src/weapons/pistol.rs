//! The pistol in the player's gloved hand, seen from behind and a little above.

use crate::{
    tools::canvas::Canvas,
    tools::palette::{AMBER, FIRE, GUNMETAL, LEATHER, PHOSPHOR, STEEL},
    tools::sculpt::Sculpture,
    tools::shapes::Point,
    weapons::held::{AT_REST, Barrel, Hold, MIDDLE, blank, flash, glove, hold, sleeve, smoke, sparks, star},
};

/// Holds after a shot: the slide moves back at once, and the hand comes down after it.
const RECOIL: [Hold; 7] = [
    hold(2.0, 1.0, 0.0, 0.26),
    hold(5.0, 5.0, 6.0, 0.16),
    hold(8.0, 7.0, 6.0, 0.05),
    hold(6.0, 6.0, 3.0, 0.0),
    hold(4.0, 4.0, 0.0, 0.0),
    hold(2.5, 2.0, 0.0, 0.0),
    hold(1.0, 0.5, 0.0, 0.0),
];
/// Its flash is a cross, because gas also leaves the vents on both sides.
const CROSS: [f32; 8] = [1.0, 0.5, 0.86, 0.36, 0.42, 0.36, 0.86, 0.5];
/// Position of the muzzle when it is held still.
const MUZZLE: Point = (MIDDLE, 27.0);

/// At rest, and after a shot: a flash at the muzzle, the last of the flame, smoke that curls away.
pub(crate) fn drawn(moment: usize) -> Canvas {
    let Some(shot) = moment.checked_sub(1) else { return held(AT_REST) };
    let mut picture = blank();
    match shot {
        0 => star(&mut picture, MUZZLE, 32.0, (&CROSS, 0.3), FIRE),
        1 => {
            star(&mut picture, (MIDDLE, 22.0), 17.0, (&CROSS, 0.36), FIRE);
            sparks(&mut picture, (MIDDLE, 22.0), 20.0, 7, 1);
        }
        2..6 => {
            let gone = shot as f32 - 2.0;
            smoke(&mut picture, (MIDDLE + gone * 1.6, 17.0 - gone * 3.0), 13.0 - gone * 1.6);
        }
        _ => {}
    }
    picture.paste(0, 0, &held(RECOIL[shot]));
    // The core of the flash hides the front sight.
    match shot {
        0 => flash(&mut picture, (MIDDLE, 26.0), 12.0, 7),
        1 => flash(&mut picture, (MIDDLE, 24.0), 6.0, 6),
        _ => {}
    }
    picture
}

fn held(hold: Hold) -> Canvas {
    let mut picture = hand(hold);
    slide(&mut picture, hold);
    rear(&mut picture, hold);
    let mut fingers = Sculpture::on(blank());
    grip_fingers(&mut fingers, hold);
    picture.paste(0, 0, &fingers.finish());
    picture
}

/// The forearm in its sleeve, the cuff and the back of the hand.
fn hand(hold: Hold) -> Canvas {
    let down = hold.drop;
    let mut body = Sculpture::on(blank());
    body.limb(([76.0, 90.0 + down, -8.0], 15.0), ([92.0, 126.0 + down, -2.0], 20.0), sleeve);
    body.limb(([60.0, 90.0 + down, -4.0], 5.0), ([85.0, 83.0 + down, -4.0], 5.0), |_, _| LEATHER.at(0.2));
    body.limb(([65.0, 76.0 + down, 0.0], 13.0), ([72.0, 84.0 + down, 0.0], 13.5), glove);
    body.finish()
}

/// The thumb on the left of the grip, the fingertips that come round from the front, the knuckles on the right.
fn grip_fingers(body: &mut Sculpture, hold: Hold) {
    let down = hold.drop;
    for (finger, tip) in [53.0, 52.0, 53.0].into_iter().enumerate() {
        let y = 76.0 + finger as f32 * 6.3 + down;
        body.limb(([tip - 6.0, y - 0.5, 2.0], 3.8), ([tip + 3.0, y + 0.5, 6.0], 3.4), glove);
    }
    body.limb(([67.0, 81.0 + down, 8.0], 7.6), ([54.5, 71.0 + down, 9.0], 4.5), glove);
    body.limb(([54.5, 71.0 + down, 9.0], 4.5), ([47.0, 60.5 + down, 8.0], 3.4), |along, across| {
        if (along - 0.5).abs() < 0.08 { LEATHER.at(-0.1) } else { glove(along, across).lit(0.05) }
    });
    for knuckle in 0..3 {
        let y = 73.0 + knuckle as f32 * 6.3 + down;
        body.limb(([77.0, y, 3.0], 4.2), ([82.0, y + 1.0, 1.0], 3.8), |along, _| GUNMETAL.at(0.14 - along * 0.16));
    }
    // The armoured plate on the back of the thumb's root.
    body.lump([69.5, 78.5 + down, 10.0], (5.6, 4.0), |x, y| GUNMETAL.at(0.12 - (x * x + y * y) * 0.08));
}

/// The slide's top and flanks, narrowing towards the muzzle.
fn slide(picture: &mut Canvas, hold: Hold) {
    let front = 27.0 + hold.drop - hold.climb;
    let barrel = Barrel { front, back: 53.0 + hold.drop + hold.slide };
    let flash = |y: i32| hold.flash * (1.0 - (y as f32 - front) / (barrel.back - front)).max(0.0);
    let rim = Barrel { front: front - 1.0, back: barrel.back + 4.0 };
    picture.polygon(&rim.strip(0.0, 1.0, (13.5, 20.5)), |_, _| LEATHER.at(0.0));
    picture.polygon(&barrel.strip(0.0, 1.14, (12.5, 18.4)), |x, y| {
        let shade = if (x as f32) < MIDDLE { 0.44 } else { 0.24 };
        STEEL.at(shade + flash(y))
    });
    // Grip ribs on both flanks, towards the rear.
    for rib in 0..5 {
        let from = 0.58 + rib as f32 * 0.09;
        picture.polygon(&barrel.strip(from, from + 0.045, (12.0, 18.0)), |_, _| GUNMETAL.at(0.1));
    }
    picture.polygon(&barrel.strip(0.0, 1.0, (8.6, 13.0)), |x, y| {
        STEEL.at(0.66 - (x as f32 - 57.0).abs() * 0.011 + flash(y))
    });
    // The edge of the top catches the light on the left.
    let (left, right) = (barrel.strip(0.0, 1.0, (8.6, 13.0)), barrel.strip(0.0, 1.0, (8.0, 12.4)));
    picture.line(left[0], left[3], STEEL.at(0.9));
    picture.line(right[1], right[2], STEEL.at(0.36));
    vents(picture, &barrel);
    picture.polygon(&barrel.strip(0.0, 1.0, (0.9, 1.5)), |_, y| STEEL.at(0.82 + flash(y)));
    front_sight(picture, front);
}

/// The vents in the slide's top, glowing with the charge below them.
fn vents(picture: &mut Canvas, barrel: &Barrel) {
    for vent in 0..4 {
        let from = 0.14 + vent as f32 * 0.15;
        picture.polygon(&barrel.strip(from, from + 0.1, (5.4, 7.8)), |_, _| GUNMETAL.at(0.04));
        picture.polygon(&barrel.strip(from + 0.035, from + 0.1, (4.4, 6.8)), |x, _| {
            AMBER.at(0.84 - (x as f32 - MIDDLE).abs() * 0.045)
        });
    }
}

fn front_sight(picture: &mut Canvas, front: f32) {
    let top = front as i32 - 6;
    picture.rect(61, top, 6, 8, LEATHER.at(0.0));
    picture.rect(62, top + 1, 4, 7, GUNMETAL.at(0.46));
    picture.rect(62, top + 1, 1, 7, GUNMETAL.at(0.75));
    picture.rect(63, top + 2, 2, 2, PHOSPHOR.at(0.9));
}

/// The rear of the pistol: the end of the slide with the sight's notch, the charge lamp and the frame below.
fn rear(picture: &mut Canvas, hold: Hold) {
    let top = (53.0 + hold.drop + hold.slide) as i32;
    let dark = LEATHER.at(0.0);
    let face = |grow: f32| -> Vec<Point> {
        let (left, right) = (MIDDLE - 18.0 - grow, MIDDLE + 18.0 + grow);
        let (upper, lower) = (top as f32 - grow, top as f32 + 19.0 + grow);
        let outer = [(left, lower - 4.0), (left + 5.0, lower), (right - 5.0, lower), (right, lower - 4.0)];
        let inner = [(right, upper + 5.0), (right - 5.0, upper), (left + 5.0, upper), (left, upper + 5.0)];
        [outer, inner].concat()
    };
    picture.rect(53, top + 16, 22, 14, dark);
    picture.fade(54, top + 16, 20, 13, GUNMETAL, (0.32, 0.14));
    let tone = |x: i32, y: i32, fall: f32| 0.7 - (y - top) as f32 * fall - (x as f32 - 48.0) * 0.006;
    picture.polygon(&face(1.0), |_, _| dark);
    picture.polygon(&face(0.0), |x, y| GUNMETAL.at(tone(x, y, 0.018)));
    picture.polygon(&face(-2.0), |x, y| GUNMETAL.at(tone(x, y, 0.014) - 0.18));
    for row in [5, 8, 11, 14] {
        for left in [49, 73] {
            picture.rect(left, top + row, 6, 1, GUNMETAL.at(0.08));
            picture.rect(left, top + row + 1, 6, 1, GUNMETAL.at(0.62));
        }
    }
    let middle = (MIDDLE, top as f32 + 9.5);
    picture.ellipse(middle, (7.4, 7.4), |_, _| GUNMETAL.at(0.03));
    picture.ellipse(middle, (6.2, 6.2), |x, y| GUNMETAL.at(0.55 - y * 0.32 - x * 0.1));
    picture.ellipse(middle, (4.4, 4.4), |_, _| GUNMETAL.at(0.03));
    picture.ellipse(middle, (3.6, 3.6), |x, y| AMBER.at(0.9 - (x + 0.3) * 0.16 - (y + 0.3) * 0.24));
    for left in [51, 70] {
        picture.rect(left - 1, top - 7, 9, 8, dark);
        picture.fade(left, top - 6, 7, 7, GUNMETAL, (0.76, 0.36));
        picture.rect(left + 2, top - 4, 3, 2, PHOSPHOR.at(0.82));
    }
}
