//! The flame thrower in the player's hands: a scorched nozzle with a pilot flame, fed from a red tank.

use crate::{
    tools::canvas::Canvas,
    tools::hash_noise::{cloud, mix},
    tools::palette::{ALARM, AMBER, ENAMEL, FIRE, GUNMETAL, ICE, LEATHER, RUST, STEEL},
    tools::sculpt::Sculpture,
    tools::shapes::Point,
    weapons::held::{AT_REST, Hold, MIDDLE, Tube, blank, hold, left_arm, left_fingers, right_hand, smoke},
};
use music::chance::white;

/// Row of the nozzle's mouth when the flame thrower is held still.
const MUZZLE: f32 = 31.0;

/// Holds while and after it burns, with the flame's width in pixels and its height as a fraction of the way to the
/// image's upper edge. Continuous fire repeats the first four.
const FLAMES: [(Hold, f32, f32); 7] = [
    (hold(1.0, 0.0, 0.0, 0.24), 15.0, 1.0),
    (hold(3.0, 1.0, 0.0, 0.3), 19.0, 1.0),
    (hold(2.0, 1.0, 0.0, 0.26), 16.0, 1.0),
    (hold(3.0, 0.0, 0.0, 0.2), 12.0, 1.0),
    (hold(2.0, 0.0, 0.0, 0.14), 9.0, 0.7),
    (hold(1.0, 0.0, 0.0, 0.08), 6.0, 0.4),
    (hold(0.0, 0.0, 0.0, 0.03), 0.0, 0.0),
];

/// At rest only the pilot flame burns; after a shot the fuel catches, burns at its widest, and draws back.
pub(crate) fn drawn(moment: usize) -> Canvas {
    match moment.checked_sub(1).map(|shot| (shot, FLAMES[shot.min(FLAMES.len() - 1)])) {
        Some((shot, (hold, wide, high))) if wide > 0.0 => burning(hold, (wide, high), shot as u32),
        Some((_, (hold, ..))) => {
            let mut picture = blank();
            smoke(&mut picture, (MIDDLE + 2.0, 19.0), 11.0);
            picture.paste(0, 0, &held(hold));
            pilot(&mut picture, hold);
            picture
        }
        None => {
            let mut picture = held(AT_REST);
            pilot(&mut picture, AT_REST);
            picture
        }
    }
}

fn burning(hold: Hold, size: (f32, f32), step: u32) -> Canvas {
    let mut picture = blank();
    blaze(&mut picture, hold, size, step);
    picture.paste(0, 0, &held(hold));
    // The root of the flame hides the nozzle's mouth.
    let mouth = (MIDDLE, hold.at(MUZZLE) - 1.0);
    picture.ellipse(mouth, (8.4, 5.4), |x, y| FIRE.at(1.1 - (x * x + y * y) * 0.36).shining());
    pilot(&mut picture, hold);
    picture
}

/// The flame as it leaves the nozzle: tongues that lick up and break off, white within and red at the edge.
fn blaze(picture: &mut Canvas, hold: Hold, (wide, high): (f32, f32), step: u32) {
    let foot = hold.at(MUZZLE) + 6.0;
    for y in 0..foot as i32 {
        for x in 0..picture.width() {
            let up = (foot - y as f32) / ((foot - 1.0) * high);
            let sway = (cloud(341, 9.0 + step as f32 * 7.0, y as f32 / 14.0, 64) - 0.5) * 9.0 * up;
            let across = (x as f32 + 0.5 - MIDDLE - sway).abs();
            let girth = mix(7.0, wide, libm::sqrtf(up)) * (1.0 - up * up * 0.62).max(0.1);
            let lick = cloud(344, x as f32 / 7.0 + step as f32 * 9.0, y as f32 / 11.0 + step as f32 * 5.0, 64) - 0.5;
            let heat = 1.0 - across / girth + lick * 1.7 * up - up * up * up * 0.75;
            if heat > 0.02 {
                picture.dot(x, y, FIRE.at(0.3 + heat * 0.8).shining());
            }
        }
    }
}

/// The pilot flame next to the mouth: blue, with a white core.
fn pilot(picture: &mut Canvas, hold: Hold) {
    let (x, y) = (MIDDLE + 12.0, hold.at(MUZZLE + 2.0));
    picture.ellipse((x, y - 3.0), (2.4, 4.6), |_, down| ICE.at(0.74 - down * 0.1).shining());
    picture.ellipse((x, y - 1.6), (1.3, 2.6), |_, _| ICE.at(1.0).shining());
}

fn held(hold: Hold) -> Canvas {
    let mut arm = Sculpture::on(blank());
    left_arm(&mut arm, MIDDLE - 6.0, hold.at(74.0));
    hose(&mut arm, hold);
    let mut picture = arm.finish();
    tank(&mut picture, hold);
    nozzle(&mut picture, hold);
    let mut hands = Sculpture::on(blank());
    left_fingers(&mut hands, MIDDLE, hold.at(70.0), 10.0);
    picture.paste(0, 0, &hands.finish());
    valve(&mut picture, (MIDDLE, hold.at(82.0)));
    let mut hand = Sculpture::on(blank());
    right_hand(&mut hand, [74.0, 99.0 + hold.drop, 0.0]);
    picture.paste(0, 0, &hand.finish());
    picture
}

/// The hose from the tank to the nozzle.
fn hose(body: &mut Sculpture, hold: Hold) {
    let points = [(70.0, 58.0), (78.0, 48.0), (88.0, 43.0), (94.0, 50.0), (94.0, 60.0)];
    for pair in points.windows(2) {
        let [from, to] = [pair[0], pair[1]].map(|(x, y): Point| [x, hold.at(y), -8.0]);
        body.limb((from, 3.2), (to, 3.4), |along, _| {
            LEATHER.at(if (along * 5.0) as i32 % 2 == 0 { 0.24 } else { 0.06 })
        });
    }
}

/// The tank on the right: red, with a white band and a neck.
fn tank(picture: &mut Canvas, hold: Hold) {
    let neck = Tube { middle: 94.0, rows: (hold.at(53.0), hold.at(64.0)), half: (4.4, 5.0) };
    neck.draw(picture, |along, _| if along < 0.5 { AMBER.at(0.2) } else { STEEL.at(0.3) });
    for (rows, half) in [((60.0, 66.0), (8.4, 11.0)), ((63.0, 118.0), (11.6, 17.0))] {
        let body = Tube { middle: 95.0, rows: (hold.at(rows.0), hold.at(rows.1)), half };
        body.draw(picture, |along, around| {
            let worn = cloud(342, along * 8.0, around * 4.0 + 20.0, 64);
            match along {
                _ if worn > 0.74 => RUST.at(0.06),
                along if half.1 > 12.0 && (0.26..0.42).contains(&along) => {
                    if (0.32..0.36).contains(&along) {
                        ALARM.at(0.2)
                    } else {
                        ENAMEL.at(0.3)
                    }
                }
                _ => ALARM.at(0.2 + (worn - 0.5) * 0.1),
            }
        });
    }
}

/// The nozzle: the lance, its perforated shroud blued by heat, the flared mouth and the pilot's thin tube.
fn nozzle(picture: &mut Canvas, hold: Hold) {
    let at = |from: f32, to: f32| (hold.at(from), hold.at(to));
    let pilot = Tube { middle: MIDDLE + 12.0, rows: at(MUZZLE + 3.0, 62.0), half: (2.0, 2.6) };
    pilot.draw(picture, |along, _| if along < 0.16 { AMBER.at(0.3) } else { STEEL.at(0.3) });
    picture.rect(70, hold.at(48.0) as i32, 6, 4, LEATHER.at(0.0));
    picture.rect(70, hold.at(48.0) as i32 + 1, 6, 2, GUNMETAL.at(0.5));
    let lance = Tube { middle: MIDDLE, rows: at(54.0, 108.0), half: (8.0, 14.0) };
    lance.draw(picture, |along, around| {
        let ring = (0.3..0.36).contains(&along) || (0.44..0.5).contains(&along);
        GUNMETAL.at(if ring {
            0.06
        } else {
            0.26 + (white(343, (along * 60.0) as i32, (around * 4.0) as i32) - 0.5) * 0.03
        })
    });
    let shroud = Tube { middle: MIDDLE, rows: at(MUZZLE + 5.0, 60.0), half: (7.0, 9.4) };
    shroud.draw(picture, |along, around| {
        let lit = hold.lit(MUZZLE + 5.0 + along * 24.0, MUZZLE);
        let row = (along * 5.0) as i32;
        let hole =
            libm::fmodf(along * 5.0, 1.0) > 0.45 && libm::fmodf(around * 2.6 + row as f32 * 0.5 + 8.0, 1.0) < 0.42;
        match along {
            along if hole && along < 0.86 => {
                if hold.flash > 0.0 {
                    FIRE.at(0.36).shining()
                } else {
                    LEATHER.at(-0.4)
                }
            }
            along if along < 0.36 => RUST.at(0.24 + along * 0.4 + lit),
            along if along < 0.6 => ICE.at(0.14 + lit),
            _ => STEEL.at(0.24 + lit),
        }
    });
    let mouth = Tube { middle: MIDDLE, rows: at(MUZZLE, MUZZLE + 8.0), half: (9.4, 7.6) };
    mouth.draw(picture, |along, _| GUNMETAL.at(0.04 + along * 0.2 + hold.flash));
}

/// The valve's red wheel on the lance.
fn valve(picture: &mut Canvas, middle: Point) {
    picture.ellipse(middle, (8.0, 7.4), |_, _| LEATHER.at(0.0));
    picture.ellipse(middle, (7.0, 6.4), |x, y| ALARM.at(0.6 - y * 0.2 - x * 0.08));
    picture.ellipse(middle, (4.6, 4.2), |_, _| GUNMETAL.at(0.06));
    picture.rect(middle.0 as i32 - 1, middle.1 as i32 - 5, 2, 10, ALARM.at(0.52));
    picture.rect(middle.0 as i32 - 5, middle.1 as i32 - 1, 10, 2, ALARM.at(0.44));
    picture.ellipse(middle, (2.2, 2.0), |_, y| STEEL.at(0.72 - y * 0.2));
}
