//! Treasure of the crew.

use crate::{
    tools::canvas::Canvas,
    tools::palette::{ALARM, AMBER, BONE, ICE, LEATHER, NAVY, PHOSPHOR},
};
use core::f32::consts::TAU;

/// Three gold bars, one across two.
pub(crate) fn ingot() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    for (x, y) in [(16, 56), (33, 56), (25, 48)] {
        let mut bar = Canvas::new(64, 64);
        let (left, top) = (x as f32, y as f32);
        let upper = [(left + 2.0, top), (left + 13.0, top), (left + 15.0, top + 3.0), (left, top + 3.0)];
        bar.polygon(&upper, |column, _| AMBER.flat(if column < x + 6 { 7 } else { 6 }));
        bar.rows(x, y + 3, 15, AMBER, &[5, 5, 4, 4, 3]);
        bar.rect(x, y + 3, 1, 5, AMBER.flat(6));
        bar.rect(x + 5, y + 5, 5, 1, AMBER.flat(2));
        bar.outline(LEATHER.flat(0));
        picture.paste(0, 0, &bar);
    }
    picture.dot(28, 48, BONE.flat(6).shining());
    picture.standing(LEATHER.flat(0))
}

/// An officer's medal on its ribbon, laid over its open case.
pub(crate) fn medal() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    picture.polygon(&[(22.0, 46.0), (24.0, 36.0), (40.0, 36.0), (42.0, 46.0)], |_, _| NAVY.flat(2));
    picture.polygon(&[(24.0, 46.0), (26.0, 38.0), (38.0, 38.0), (40.0, 46.0)], |_, y| {
        NAVY.flat(if y < 40 { 3 } else { 4 })
    });
    picture.rows(20, 46, 24, NAVY, &[6, 5, 4, 4, 4, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 1]);
    picture.rows(22, 48, 20, LEATHER, &[2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
    for (left, step) in [(28, 4), (30, 3), (34, 3), (36, 2)] {
        picture.rect(left, 41, 2, 9, ALARM.flat(step));
    }
    picture.rect(32, 41, 2, 9, BONE.flat(5));
    let star: Vec<(f32, f32)> = (0..10)
        .map(|corner| {
            let turn = corner as f32 * TAU / 10.0 - TAU / 4.0;
            let reach = if corner % 2 == 0 { 8.0 } else { 3.8 };
            (33.0 + libm::cosf(turn) * reach, 55.0 + libm::sinf(turn) * reach)
        })
        .collect();
    picture.polygon(&star, |x, y| AMBER.flat(if x + y < 86 { 6 } else { 4 }));
    picture.ellipse((33.0, 55.0), (2.6, 2.6), |x, y| ALARM.flat(if x + y < 0.0 { 5 } else { 3 }));
    picture.dot(31, 50, BONE.flat(6).shining());
    picture.standing(LEATHER.flat(0))
}

/// The captain's cup: gold, with a stone in its bowl.
pub(crate) fn goblet() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    let outline =
        [8.0, 8.0, 8.0, 8.0, 7.6, 7.4, 7.0, 6.4, 5.6, 4.4, 2.4, 1.6, 1.6, 2.8, 1.6, 1.6, 2.0, 3.4, 5.4, 7.4, 7.8];
    for (row, half) in outline.into_iter().enumerate() {
        gilded(&mut picture, 43 + row as i32, half);
    }
    picture.ellipse((32.0, 43.5), (8.0, 2.4), |_, _| AMBER.flat(6));
    picture.ellipse((32.0, 43.8), (6.6, 1.6), |_, _| AMBER.flat(1));
    picture.rect(24, 47, 16, 1, AMBER.flat(2));
    for (left, stone) in [(26, ICE), (31, ALARM), (36, PHOSPHOR)] {
        picture.rows(left, 48, 2, stone, &[5, 3]);
    }
    picture.dot(27, 50, BONE.flat(6).shining());
    picture.standing(LEATHER.flat(0))
}

/// A row of something round and golden around the middle, with its half width in pixels.
fn gilded(picture: &mut Canvas, y: i32, half: f32) {
    for x in 20..44 {
        let across = (x as f32 + 0.5 - 32.0) / half;
        if across.abs() <= 1.0 {
            picture.dot(x, y, AMBER.at(0.9 - (across + 0.45).abs() * 0.42));
        }
    }
}

/// A golden figure of the first captain, with glowing eyes.
pub(crate) fn idol() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    let outline = [
        2.0, 3.4, 4.0, 4.4, 4.4, 4.2, 3.6, 2.6, 2.6, 6.0, 7.6, 8.0, 8.0, 7.6, 7.2, 6.6, 6.0, 5.8, 6.0, 6.6, 7.0, 7.2,
        7.2,
    ];
    for (row, half) in outline.into_iter().enumerate() {
        gilded(&mut picture, 37 + row as i32, half);
    }
    picture.lines(&[(27.0, 48.0), (30.0, 52.0), (34.0, 52.0), (37.0, 48.0)], AMBER.flat(2));
    picture.lines(&[(28.0, 47.0), (31.0, 51.0), (33.0, 51.0), (36.0, 47.0)], AMBER.flat(7));
    picture.rect(31, 53, 1, 7, AMBER.flat(2));
    picture.rect(26, 55, 12, 1, AMBER.flat(2));
    picture.rect(29, 40, 6, 1, AMBER.flat(2));
    picture.rect(29, 41, 2, 1, ALARM.flat(5).shining());
    picture.rect(33, 41, 2, 1, ALARM.flat(5).shining());
    picture.rect(30, 43, 4, 1, AMBER.flat(2));
    picture.rows(23, 60, 18, LEATHER, &[6, 4, 3, 2]);
    picture.rect(26, 61, 12, 1, AMBER.flat(4));
    picture.standing(LEATHER.flat(0))
}

/// Stacks of the ship's coins.
pub(crate) fn coins() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    for (x, count) in [(33, 8), (25, 5), (41, 4), (17, 1), (49, 2)] {
        let mut stack = Canvas::new(64, 64);
        for coin in 0..count {
            let y = 62 - coin * 2;
            for column in -4..4 {
                let step = if column < -1 { 5 } else { 4 } - usize::from(column > 1);
                stack.rows(x + column, y, 1, AMBER, &[step, 1]);
            }
        }
        let top = (62 - count * 2) as f32;
        stack.ellipse((x as f32, top + 0.5), (4.0, 1.6), |across, _| AMBER.flat(if across < 0.2 { 7 } else { 6 }));
        stack.rect(x - 2, top as i32, 3, 1, AMBER.flat(4));
        stack.outline(LEATHER.flat(0));
        picture.paste(0, 0, &stack);
    }
    picture.dot(30, 46, BONE.flat(6).shining());
    picture.standing(LEATHER.flat(0))
}

/// Treasure: a gold bar with a gleam.
pub(crate) fn icon_treasure() -> Canvas {
    let mut picture = Canvas::new(16, 16);
    picture.polygon(&[(4.0, 4.0), (12.0, 4.0), (15.0, 8.0), (1.0, 8.0)], |x, _| AMBER.flat(if x < 7 { 7 } else { 6 }));
    picture.rows(1, 8, 14, AMBER, &[5, 5, 4, 4, 3]);
    picture.rect(1, 8, 1, 5, AMBER.flat(6));
    picture.rect(5, 10, 6, 1, AMBER.flat(2));
    picture.outline(LEATHER.flat(0));
    for (x, y) in [(11, 0), (11, 1), (11, 3), (11, 4), (9, 2), (10, 2), (12, 2), (13, 2)] {
        picture.dot(x, y, BONE.flat(6));
    }
    picture.dot(11, 2, BONE.flat(6).shining());
    picture.set_down()
}
