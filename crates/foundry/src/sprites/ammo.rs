//! Ammunition on the deck, and its icons for the status bar; the pistol's is in `pickups.rs`.

use crate::{
    tools::canvas::Canvas,
    tools::palette::{ALARM, AMBER, CLOTH, ENAMEL, FIRE, GUNMETAL, ICE, LEATHER, ROT, RUST, STEEL},
};

/// An open box of shotgun shells with two lying in front of it.
pub(crate) fn shells() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    picture.polygon(&[(23.0, 49.0), (26.0, 45.0), (44.0, 45.0), (42.0, 49.0)], |_, _| RUST.flat(2));
    for left in [25, 30, 35] {
        shell(&mut picture, left, 43);
    }
    picture.rows(22, 49, 20, RUST, &[7, 6, 6, 5, 5, 5, 4, 4, 4, 4, 3, 3, 3, 2, 2]);
    picture.polygon(&[(42.0, 49.0), (45.0, 45.0), (45.0, 60.0), (42.0, 64.0)], |_, _| RUST.flat(2));
    picture.rows(24, 52, 16, ENAMEL, &[6, 5, 5, 5, 4, 4]);
    for left in [26, 31, 36] {
        picture.rows(left, 53, 3, ALARM, &[4, 4, 3]);
        picture.rows(left, 56, 3, AMBER, &[4]);
    }
    picture.rows(12, 59, 8, ALARM, &[5, 4, 3, 2]);
    picture.rows(17, 59, 3, AMBER, &[6, 5, 4, 3]);
    picture.standing(LEATHER.flat(0))
}

/// A shell standing with its brass upwards.
fn shell(picture: &mut Canvas, x: i32, y: i32) {
    for (column, step) in [(0, 5), (1, 6), (2, 5), (3, 3)] {
        picture.rect(x + column, y, 1, 3, AMBER.flat(step));
        picture.rect(x + column, y + 3, 1, 4, ALARM.flat(step.min(5) - 1));
    }
    picture.rect(x + 1, y + 1, 1, 1, AMBER.flat(2));
}

/// Two strips of nails on their paper tape.
pub(crate) fn nails() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    strip(&mut picture, 24, 48);
    strip(&mut picture, 19, 54);
    picture.standing(LEATHER.flat(0))
}

/// A strip of nails: heads above, points below, a band across.
fn strip(picture: &mut Canvas, x: i32, y: i32) {
    picture.rect(x, y - 1, 26, 9, LEATHER.flat(0));
    for nail in 0..9 {
        let left = x + nail * 3;
        picture.rect(left - 1, y, 3, 1, STEEL.flat(8));
        picture.rect(left - 1, y + 1, 3, 1, STEEL.flat(4));
        picture.rows(left, y + 2, 1, STEEL, &[8, 7, 7, 7, 7, 6, 5]);
        picture.rows(left + 1, y + 2, 1, STEEL, &[4, 4, 4, 3, 3, 2]);
        picture.dot(left, y + 9, STEEL.flat(6));
    }
    picture.rows(x - 1, y + 4, 27, AMBER, &[5, 4]);
}

/// A canister of fuel: red, with a flame painted on it and a black cap.
pub(crate) fn fuel() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    picture.rows(25, 41, 6, LEATHER, &[5, 4, 3, 2]);
    picture.lines(&[(33.0, 45.0), (34.0, 42.0), (40.0, 42.0), (41.0, 45.0)], ALARM.flat(4));
    picture.lines(&[(34.0, 45.0), (35.0, 43.0), (40.0, 43.0), (40.0, 45.0)], ALARM.flat(2));
    picture.rows(23, 45, 19, ALARM, &[5, 5]);
    let body = [5, 4, 4, 4, 4, 4, 4, 4, 3, 3, 3, 3, 3, 2, 2, 2, 2];
    picture.rows(22, 47, 21, ALARM, &body);
    picture.rect(22, 47, 2, 15, ALARM.flat(5));
    picture.rect(41, 47, 2, 17, ALARM.flat(2));
    picture.lines(&[(24.0, 49.0), (40.0, 61.0)], ALARM.flat(2));
    picture.lines(&[(40.0, 49.0), (24.0, 61.0)], ALARM.flat(2));
    picture.ellipse((32.5, 55.5), (6.0, 6.0), |_, _| LEATHER.flat(1));
    picture.polygon(&[(32.5, 49.5), (36.5, 56.0), (35.0, 60.5), (30.0, 60.5), (28.5, 56.0), (31.0, 54.0)], |_, y| {
        FIRE.flat(if y < 55 { 3 } else { 4 })
    });
    picture.polygon(&[(32.5, 54.5), (34.5, 58.0), (33.5, 60.5), (31.5, 60.5), (30.5, 58.0)], |_, _| FIRE.flat(6));
    picture.standing(LEATHER.flat(0))
}

/// Two rockets, one lying in front of the other.
pub(crate) fn rockets() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    picture.paste(0, 0, &rocket(22, 47));
    picture.paste(0, 0, &rocket(14, 55));
    picture.set_down()
}

/// A rocket lying with its red nose to the left and its fins to the right.
fn rocket(x: i32, y: i32) -> Canvas {
    let mut picture = Canvas::new(64, 64);
    picture.rows(x + 6, y, 16, ROT, &[6, 6, 5, 4, 4, 3, 2]);
    let (left, top) = (x as f32, y as f32);
    let nose = [(left - 0.5, top + 3.5), (left + 6.0, top), (left + 6.0, top + 7.0)];
    picture.polygon(&nose, |_, row| ALARM.flat(if row < y + 3 { 5 } else { 3 }));
    picture.rows(x + 7, y, 2, AMBER, &[6, 5, 5, 4, 4, 3, 3]);
    picture.rows(x + 19, y - 1, 6, GUNMETAL, &[7, 6, 5, 5, 5, 4, 3, 3, 2]);
    picture.rows(x + 19, y + 3, 7, GUNMETAL, &[8, 3]);
    picture.outline(LEATHER.flat(0));
    picture
}

/// Shotgun shells: two side by side.
pub(crate) fn icon_shells() -> Canvas {
    let mut picture = Canvas::new(16, 16);
    for left in [2, 9] {
        for (column, step) in [(0, 4), (1, 5), (2, 4), (3, 3), (4, 2)] {
            picture.rect(left + column, 1, 1, 9, ALARM.flat(step));
            picture.rect(left + column, 10, 1, 4, AMBER.flat(step + 1));
        }
        picture.rect(left, 1, 5, 1, ALARM.flat(2));
        picture.rect(left - 1, 14, 7, 1, AMBER.flat(3));
    }
    picture.outline(LEATHER.flat(0));
    picture.set_down()
}

/// Nails: three, points downwards.
pub(crate) fn icon_nails() -> Canvas {
    let mut picture = Canvas::new(16, 16);
    for left in [2, 7, 12] {
        picture.rows(left - 1, 1, 4, STEEL, &[9, 6]);
        picture.rect(left, 3, 1, 10, STEEL.flat(8));
        picture.rect(left + 1, 3, 1, 10, STEEL.flat(5));
        picture.rect(left, 13, 1, 2, STEEL.flat(6));
    }
    picture.rows(1, 6, 14, CLOTH, &[6, 4]);
    picture.outline(LEATHER.flat(0));
    picture.set_down()
}

/// Patches: a blue round one, crossed by strips.
pub(crate) fn icon_patches() -> Canvas {
    let mut picture = Canvas::new(16, 16);
    picture.ellipse((8.0, 8.0), (6.5, 6.5), |_, y| ICE.flat(if y < 0.0 { 6 } else { 4 }));
    picture.rows(3, 7, 10, ENAMEL, &[6, 5]);
    picture.rect(7, 3, 2, 10, ENAMEL.flat(6));
    picture.outline(LEATHER.flat(0));
    picture.set_down()
}

/// Fuel: a flame.
pub(crate) fn icon_fuel() -> Canvas {
    let mut picture = Canvas::new(16, 16);
    let outer = [(8.5, 0.5), (12.5, 6.0), (13.5, 10.5), (11.0, 15.0), (5.0, 15.0), (2.5, 10.5), (4.0, 6.0), (6.0, 7.5)];
    picture.polygon(&outer, |_, y| FIRE.flat(if y < 6 { 2 } else { 3 }));
    let inner = [(8.5, 4.5), (11.0, 9.5), (10.0, 14.0), (6.0, 14.0), (5.0, 10.0), (7.0, 10.0)];
    picture.polygon(&inner, |_, _| FIRE.flat(4));
    picture.polygon(&[(8.0, 9.0), (9.6, 12.0), (8.6, 14.5), (7.0, 14.5), (6.4, 12.0)], |_, _| FIRE.flat(6));
    picture.outline(LEATHER.flat(0));
    picture.set_down()
}

/// Rockets: one, nose upwards.
pub(crate) fn icon_rockets() -> Canvas {
    let mut picture = Canvas::new(16, 16);
    picture.polygon(&[(8.0, 0.5), (11.0, 5.5), (5.0, 5.5)], |x, _| ALARM.flat(if x < 8 { 5 } else { 3 }));
    for (column, step) in [(0, 5), (1, 6), (2, 5), (3, 4), (4, 3), (5, 2)] {
        picture.rect(5 + column, 5, 1, 8, ROT.flat(step));
    }
    picture.rect(5, 6, 6, 1, AMBER.flat(5));
    picture.polygon(&[(5.0, 9.0), (5.0, 14.0), (2.0, 14.0), (2.0, 12.0)], |_, _| GUNMETAL.flat(6));
    picture.polygon(&[(11.0, 9.0), (14.0, 12.0), (14.0, 14.0), (11.0, 14.0)], |_, _| GUNMETAL.flat(4));
    picture.rows(6, 13, 4, FIRE, &[4, 6]);
    picture.outline(LEATHER.flat(0));
    picture.set_down()
}
