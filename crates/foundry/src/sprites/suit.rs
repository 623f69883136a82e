//! Protective items: armour, the serum that raises health above the maximum, and the modules of the suit.

use crate::{
    tools::canvas::Canvas,
    tools::palette::{ALARM, AMBER, ENAMEL, FIRE, GALL, GUNMETAL, ICE, LEATHER, NAVY, PHOSPHOR, Ramp, STEEL},
    tools::shapes::marks,
};

/// One armour plate, leaning on its edge.
pub(crate) fn plate() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    let rim = [(24.0, 47.0), (32.0, 44.0), (40.0, 47.0), (41.0, 57.0), (36.0, 64.0), (28.0, 64.0), (23.0, 57.0)];
    picture.polygon(&rim, |x, _| STEEL.flat(if x < 32 { 7 } else { 4 }));
    let face = [(26.0, 49.0), (32.0, 46.5), (38.0, 49.0), (39.0, 57.0), (35.0, 62.0), (29.0, 62.0), (25.0, 57.0)];
    picture.polygon(&face, |x, y| NAVY.flat(if x < 32 { 6 } else { 5 } - usize::from(y > 56)));
    picture.lines(&[(32.0, 47.0), (32.0, 61.0)], NAVY.flat(8));
    for row in 0..3 {
        let y = 56.0 - row as f32 * 4.0;
        picture.lines(&[(28.0, y), (32.0, y - 2.0), (36.0, y)], AMBER.flat(5));
    }
    for (x, y) in [(25, 49), (38, 49), (29, 61), (34, 61)] {
        picture.rows(x, y, 1, STEEL, &[9, 2]);
    }
    picture.standing(LEATHER.flat(0))
}

/// A whole armoured vest with shoulder pieces, a lamp on its chest.
pub(crate) fn vest() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    picture.rows(21, 43, 22, LEATHER, &[3, 2, 2, 1]);
    for (left, light) in [(18, 1), (38, 0)] {
        picture.rows(left, 41, 9, STEEL, &[7 + light, 6 + light, 5 + light, 4 + light, 3, 2]);
        picture.rect(left, 47, 8, 3, LEATHER.flat(2));
    }
    let body = [(22.0, 44.0), (28.0, 47.0), (36.0, 47.0), (42.0, 44.0), (43.0, 54.0), (40.0, 64.0), (24.0, 64.0)];
    let body = [&body[..], &[(21.0, 54.0)]].concat();
    picture.polygon(&body, |x, y| {
        let step = if x < 27 { 6 } else { 5 } - usize::from(x > 37) - usize::from(y > 57);
        NAVY.flat(step)
    });
    picture.lines(&[(22.0, 53.0), (31.0, 56.0), (41.0, 53.0)], NAVY.flat(1));
    picture.lines(&[(22.0, 54.0), (31.0, 57.0), (41.0, 54.0)], NAVY.flat(7));
    picture.lines(&[(31.0, 48.0), (31.0, 63.0)], NAVY.flat(1));
    picture.lines(&[(32.0, 48.0), (32.0, 63.0)], NAVY.flat(7));
    picture.rows(24, 49, 5, AMBER, &[6, 5, 4]);
    picture.rows(35, 49, 4, PHOSPHOR, &[6, 5]);
    picture.rows(23, 60, 18, LEATHER, &[4, 3]);
    picture.rows(30, 59, 4, STEEL, &[8, 6, 5, 3]);
    picture.standing(LEATHER.flat(0))
}

/// A syringe of glowing serum.
pub(crate) fn serum() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    // It stands in its holder, needle upwards.
    picture.rect(32, 35, 1, 8, STEEL.flat(8));
    picture.rows(30, 42, 5, STEEL, &[8, 5]);
    for (column, step) in [(0, 4), (1, 5), (2, 7), (3, 8), (4, 6), (5, 5), (6, 4)] {
        picture.rect(29 + column, 44, 1, 13, GALL.flat(step).shining());
    }
    for row in [46, 49, 52] {
        picture.rect(33, row, 3, 1, GALL.flat(3).shining());
    }
    for (x, y) in [(31, 54), (33, 47), (31, 50)] {
        picture.dot(x, y, GALL.flat(8).shining());
    }
    picture.rows(28, 56, 9, GUNMETAL, &[7, 4]);
    picture.rows(25, 58, 15, ENAMEL, &[6, 5, 4]);
    picture.rows(23, 61, 19, GUNMETAL, &[6, 4, 3]);
    picture.rows(30, 59, 5, ALARM, &[4]);
    picture.standing(LEATHER.flat(0))
}

/// The glowing sign of a suit module.
pub(crate) struct Sign {
    glow: Ramp,
    lines: [&'static str; 9],
}

/// The module against fire: a flame.
pub(crate) const HEAT: Sign = Sign {
    glow: FIRE,
    lines: [
        "....#....",
        "....##...",
        "..#.##...",
        "..####.#.",
        ".######..",
        ".#######.",
        ".###.###.",
        ".##...##.",
        "..##.##..",
    ],
};

/// The module against poison: a mask's filter.
pub(crate) const FILTER: Sign = Sign {
    glow: GALL,
    lines: [
        "..#####..",
        ".#.....#.",
        "#..#.#..#",
        "#.......#",
        "#.#.#.#.#",
        "#.......#",
        "#..#.#..#",
        ".#.....#.",
        "..#####..",
    ],
};

/// The module against shocks: a bolt of lightning.
pub(crate) const INSULATOR: Sign = Sign {
    glow: AMBER,
    lines: [
        "....####.",
        "...####..",
        "..####...",
        ".#######.",
        "....###..",
        "...###...",
        "..###....",
        "..##.....",
        ".#.......",
    ],
};

/// The module against cold: a snowflake.
pub(crate) const THERMAL: Sign = Sign {
    glow: ICE,
    lines: [
        "....#....",
        ".#..#..#.",
        "..#.#.#..",
        "...###...",
        "#########",
        "...###...",
        "..#.#.#..",
        ".#..#..#.",
        "....#....",
    ],
};

impl Sign {
    /// The dots of the sign, relative to a place of the image.
    fn draw(&self, picture: &mut Canvas, left: i32, top: i32) {
        for (x, y, _) in marks(&self.lines) {
            picture.dot(left + x, top + y, self.glow.at(0.84 - y as f32 * 0.03).shining());
        }
    }
}

/// A cartridge with contacts at its foot and a glowing sign on it.
pub(crate) fn module(sign: &Sign) -> Canvas {
    let mut picture = Canvas::new(64, 64);
    picture.polygon(&[(24.0, 43.0), (27.0, 40.0), (44.0, 40.0), (41.0, 43.0)], |_, _| GUNMETAL.flat(7));
    picture.polygon(&[(41.0, 43.0), (44.0, 40.0), (44.0, 57.0), (41.0, 60.0)], |_, _| GUNMETAL.flat(2));
    picture.rows(24, 43, 17, GUNMETAL, &[6, 5, 5, 5, 5, 5, 4, 4, 4, 4, 4, 4, 4, 3, 3, 3, 3]);
    picture.rect(24, 43, 1, 17, GUNMETAL.flat(7));
    picture.rect(26, 45, 13, 13, LEATHER.flat(0));
    picture.rect(27, 46, 11, 11, sign.glow.at(0.12));
    sign.draw(&mut picture, 28, 47);
    for left in [26, 29, 32, 35, 38] {
        picture.rows(left, 60, 2, AMBER, &[6, 5, 4, 3]);
    }
    picture.standing(LEATHER.flat(0))
}

/// The icon of an active module: its sign in a steel frame.
pub(crate) fn icon_module(sign: &Sign) -> Canvas {
    let mut picture = Canvas::new(16, 16);
    picture.rect(1, 1, 14, 14, GUNMETAL.flat(5));
    picture.rect(1, 1, 14, 1, GUNMETAL.flat(7));
    picture.rect(2, 2, 12, 12, LEATHER.flat(0));
    picture.rect(3, 3, 10, 10, sign.glow.at(0.12));
    sign.draw(&mut picture, 4, 4);
    picture.outline(LEATHER.flat(0));
    picture
}

/// The chaplain's saint: a golden figure with a halo.
pub(crate) fn icon_relic() -> Canvas {
    let mut picture = Canvas::new(16, 16);
    picture.ellipse((8.0, 5.0), (4.6, 4.6), |_, _| AMBER.flat(3));
    picture.ellipse((8.0, 5.0), (3.4, 3.4), |_, _| LEATHER.flat(0));
    for (row, half) in [1, 2, 2, 1, 3, 4, 4, 3, 3, 3, 4].into_iter().enumerate() {
        let y = 3 + row as i32;
        for x in 8 - half..8 + half {
            picture.dot(x, y, AMBER.flat(if x < 7 { 7 } else { 5 }));
        }
    }
    picture.rect(3, 14, 10, 1, LEATHER.flat(5));
    picture.outline(LEATHER.flat(0));
    picture
}

/// Armour: a blue shield with a steel rim.
pub(crate) fn icon_armour() -> Canvas {
    let mut picture = Canvas::new(16, 16);
    let rim = [(1.0, 2.0), (8.0, 0.5), (15.0, 2.0), (14.0, 9.0), (8.0, 15.5), (2.0, 9.0)];
    picture.polygon(&rim, |x, _| STEEL.flat(if x < 8 { 8 } else { 5 }));
    let face = [(3.0, 3.6), (8.0, 2.5), (13.0, 3.6), (12.2, 8.4), (8.0, 13.2), (3.8, 8.4)];
    picture.polygon(&face, |x, _| NAVY.flat(if x < 8 { 6 } else { 4 }));
    picture.lines(&[(5.0, 8.0), (8.0, 6.0), (11.0, 8.0)], AMBER.flat(5));
    picture.lines(&[(5.0, 9.0), (8.0, 7.0), (11.0, 9.0)], AMBER.flat(4));
    picture.outline(LEATHER.flat(0));
    picture.set_down()
}
