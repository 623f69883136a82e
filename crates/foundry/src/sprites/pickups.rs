//! Small items on the deck, and their icons for the status bar.

use crate::{
    tools::canvas::Canvas,
    tools::palette::{ALARM, AMBER, ENAMEL, GUNMETAL, LEATHER, RUST, STEEL},
};

/// A pistol magazine with cartridges at its lip, lying on the deck.
pub(crate) fn clip() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    // The length of the magazine, with its upper side catching the light.
    picture.polygon(&[(26.0, 57.0), (29.0, 54.0), (42.0, 54.0), (39.0, 57.0)], |x, _| {
        STEEL.flat(if x < 33 { 8 } else { 7 })
    });
    picture.polygon(&[(39.0, 57.0), (42.0, 54.0), (42.0, 60.0), (39.0, 63.0)], |_, _| GUNMETAL.flat(2));
    for (row, height, step) in [(57, 2, 5), (59, 2, 4), (61, 1, 3), (62, 1, 2)] {
        picture.rect(26, row, 13, height, STEEL.flat(step));
    }
    picture.rect(30, 58, 6, 2, AMBER.flat(5));
    picture.rect(30, 58, 6, 1, AMBER.flat(6));
    picture.rect(28, 58, 1, 4, STEEL.flat(1));
    picture.rect(37, 58, 1, 4, STEEL.flat(1));
    for (left, top, length) in [(22, 55, 4), (20, 59, 4)] {
        for (row, step) in [(0, 6), (1, 5), (2, 3)] {
            picture.rect(left + 2, top + row, length, 1, AMBER.flat(step));
            picture.rect(left, top + row, 2, 1, RUST.flat(step));
        }
    }
    picture.outline(LEATHER.flat(0));
    picture
}

/// A white case with a red cross.
pub(crate) fn medkit() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    picture.lines(&[(27.0, 46.0), (28.0, 43.0), (36.0, 43.0), (37.0, 46.0)], LEATHER.flat(4));
    picture.lines(&[(28.0, 46.0), (29.0, 44.0), (35.0, 44.0), (36.0, 46.0)], LEATHER.flat(2));
    picture.polygon(&[(21.0, 49.0), (24.0, 46.0), (40.0, 46.0), (43.0, 49.0)], |_, _| ENAMEL.flat(6));
    for (row, height, step) in [(49, 4, 5), (53, 6, 4), (59, 4, 3)] {
        picture.rect(21, row, 22, height, ENAMEL.flat(step));
    }
    picture.rect(21, 53, 22, 1, ENAMEL.flat(2));
    picture.rect(21, 54, 22, 1, ENAMEL.flat(6));
    for left in [23, 39] {
        picture.rect(left, 51, 2, 4, GUNMETAL.flat(5));
        picture.rect(left, 51, 2, 1, GUNMETAL.flat(8));
    }
    picture.rect(30, 50, 4, 12, ALARM.flat(4));
    picture.rect(26, 54, 12, 4, ALARM.flat(4));
    picture.rect(30, 50, 4, 1, ALARM.flat(5));
    picture.rect(26, 57, 4, 1, ALARM.flat(3));
    picture.rect(34, 57, 4, 1, ALARM.flat(3));
    picture.rect(30, 61, 4, 1, ALARM.flat(3));
    picture.rect(21, 62, 22, 1, ENAMEL.flat(2));
    picture.outline(LEATHER.flat(0));
    picture
}

/// Health: a red cross on a white shield.
pub(crate) fn icon_health() -> Canvas {
    let mut picture = Canvas::new(16, 16);
    for (row, height, step) in [(1, 5, 6), (6, 5, 5), (11, 4, 4)] {
        picture.rect(2, row, 12, height, ENAMEL.flat(step));
        picture.rect(1, row.max(2), 14, (row + height).min(14) - row.max(2), ENAMEL.flat(step));
    }
    picture.rect(6, 3, 4, 10, ALARM.flat(4));
    picture.rect(3, 6, 10, 4, ALARM.flat(4));
    picture.rect(6, 3, 4, 1, ALARM.flat(5));
    picture.rect(3, 6, 3, 1, ALARM.flat(5));
    picture.rect(10, 6, 3, 1, ALARM.flat(5));
    picture.rect(6, 12, 4, 1, ALARM.flat(3));
    picture.outline(LEATHER.flat(0));
    picture
}

/// Ammunition: three cartridges side by side.
pub(crate) fn icon_ammo() -> Canvas {
    let mut picture = Canvas::new(16, 16);
    for left in [1, 6, 11] {
        for (column, step) in [(0, 5), (1, 6), (2, 4), (3, 3)] {
            let tip = if column == 0 || column == 3 { 3 } else { 1 };
            picture.rect(left + column, tip, 1, 5 - tip, RUST.flat(step + 1));
            picture.rect(left + column, 5, 1, 1, AMBER.flat(step - 2));
            picture.rect(left + column, 6, 1, 8, AMBER.flat(step));
        }
        picture.rect(left, 14, 4, 1, AMBER.flat(2));
    }
    picture.outline(LEATHER.flat(0));
    picture
}
