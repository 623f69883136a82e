//! The wooden crate with its iron corners: whole, cracked and broken up. A stencil on the front shows what is inside; an
//! empty crate has neither a stencil nor a lid.

use crate::{
    tools::canvas::Canvas,
    tools::hash_noise::cloud,
    tools::palette::{ALARM, AMBER, CLOTH, ENAMEL, GUNMETAL, Ink, LEATHER, RUST},
    tools::shapes::Point,
};
use music::chance::{Dice, white};

/// Left edge, upper edge, width and height of its front.
const FRONT: (i32, i32, i32, i32) = (10, 26, 44, 38);

/// What a crate contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inside {
    Nothing,
    Ammunition,
    Medicine,
}

/// Whole.
pub(crate) fn whole(inside: Inside) -> Canvas {
    boarded(inside).standing(LEATHER.flat(0))
}

/// Cracked: a board stove in, another split.
pub(crate) fn hurt(inside: Inside) -> Canvas {
    let mut picture = boarded(inside);
    let hole = [
        (25.0, 36.0),
        (30.0, 34.0),
        (33.0, 37.0),
        (38.0, 35.0),
        (41.0, 40.0),
        (37.0, 46.0),
        (31.0, 44.0),
        (26.0, 46.0),
    ];
    picture.polygon(&hole, |_, _| LEATHER.flat(0));
    picture.polygon(&[(28.0, 38.0), (36.0, 38.0), (37.0, 43.0), (29.0, 42.0)], |_, y| CLOTH.flat(usize::from(y > 40)));
    for points in [
        [(41.0, 40.0), (45.0, 38.0), (49.0, 40.0)],
        [(25.0, 40.0), (21.0, 42.0), (17.0, 41.0)],
        [(32.0, 44.0), (34.0, 50.0), (32.0, 58.0)],
        [(30.0, 34.0), (29.0, 31.0), (31.0, 28.0)],
    ] {
        picture.lines(&points, LEATHER.flat(0));
        picture.lines(&points.map(|(x, y)| (x + 1.0, y + 1.0)), CLOTH.flat(7));
    }
    for (from, to) in [((26.0, 45.0), (31.0, 40.0)), ((33.0, 37.0), (35.0, 42.0)), ((40.0, 41.0), (36.0, 43.0))] {
        picture.line(from, to, CLOTH.flat(7));
    }
    picture.standing(LEATHER.flat(0))
}

/// Broken up: boards lying across each other.
pub(crate) fn wreck() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    let boards: [(Point, Point, f32); 7] = [
        ((12.0, 55.0), (50.0, 51.0), 2.6),
        ((18.0, 50.0), (38.0, 58.0), 2.4),
        ((30.0, 57.0), (54.0, 53.0), 2.6),
        ((8.0, 60.0), (30.0, 57.5), 2.4),
        ((26.0, 61.5), (56.0, 61.0), 2.2),
        ((40.0, 49.0), (46.0, 60.0), 2.2),
        ((10.0, 62.0), (24.0, 62.0), 1.6),
    ];
    for (index, (from, to, half)) in boards.into_iter().enumerate() {
        picture.paste(0, 0, &board(from, to, half, index as i32));
    }
    for (x, y) in [(14, 58), (47, 56)] {
        picture.rows(x, y, 5, GUNMETAL, &[7, 5, 3]);
        picture.rows(x, y, 2, GUNMETAL, &[8, 6, 4, 4, 3]);
        picture.dot(x + 1, y + 1, LEATHER.flat(0));
    }
    let mut dice = Dice::new(371);
    for _ in 0..14 {
        let (x, y) = (dice.whole(6, 58), dice.whole(58, 64));
        picture.rect(x, y, dice.whole(1, 4), 1, CLOTH.flat(dice.whole(3, 7) as usize));
    }
    picture.standing(LEATHER.flat(0))
}

/// A board from one place to another, with its thickness to each side in pixels and splintered ends.
fn board(from: Point, to: Point, half: f32, which: i32) -> Canvas {
    let mut picture = Canvas::new(64, 64);
    let splinter = |end: i32| (white(372, which, end) - 0.5) * 5.0;
    let corners = [
        (from.0 + splinter(0), from.1 - half),
        (to.0 + splinter(1), to.1 - half),
        (to.0 + splinter(2), to.1),
        (to.0 + splinter(3), to.1 + half),
        (from.0 + splinter(4), from.1 + half),
        (from.0 + splinter(5), from.1),
    ];
    picture.polygon(&corners, |x, y| {
        let level = from.1 + (to.1 - from.1) * (x as f32 - from.0) / (to.0 - from.0);
        let down = (y as f32 + 0.5 - level) / half;
        wood(x + which * 17, y * 3 + which * 5).lit(if down < -0.3 { 0.2 } else { -down * 0.14 })
    });
    picture.outline(LEATHER.flat(0));
    picture
}

/// Planed wood with its grain running across the image.
fn wood(x: i32, y: i32) -> Ink {
    let grain = cloud(373, x as f32 / 12.0, y as f32 / 2.0, 64) - 0.5;
    CLOTH.at(0.56 + grain * 0.36)
}

/// The crate's lid and front: five boards behind a frame with a slat across it, iron at the corners.
fn boarded(inside: Inside) -> Canvas {
    let mut picture = Canvas::new(64, 64);
    let (left, top, width, height) = FRONT;
    let (right, upper) = ((left + width) as f32, (top - 6) as f32);
    let lid = [(left as f32 + 4.0, upper), (right - 4.0, upper), (right, top as f32), (left as f32, top as f32)];
    if inside == Inside::Nothing {
        picture.polygon(&lid, |_, _| LEATHER.flat(0));
        picture.line((left as f32 + 4.0, upper), (right - 5.0, upper), CLOTH.flat(4));
        picture.line((left as f32 + 5.0, upper + 2.0), (right - 6.0, upper + 2.0), CLOTH.flat(1));
    } else {
        picture.polygon(&lid, |x, y| wood(x, y).lit(if (x - 10) % 11 == 0 { -0.3 } else { 0.16 }));
    }
    for y in top..top + height {
        for x in left..left + width {
            let (row, seam) = ((y - top) / 8, (y - top) % 8);
            let shade = match seam {
                0 => 0.08,
                7 => -0.4,
                _ => -0.1,
            };
            picture.dot(x, y, wood(x + row * 23, y + row * 7).lit(shade - (y - top) as f32 * 0.002));
        }
    }
    slat(&mut picture);
    match inside {
        Inside::Nothing => picture.write(22, top + 9, "S3", |ink| ink.lit(-0.34)),
        Inside::Ammunition => rounds(&mut picture),
        Inside::Medicine => cross(&mut picture),
    }
    frame(&mut picture);
    picture.grain(374, 0.06);
    iron(&mut picture);
    picture
}

/// Paints a worn rectangle.
fn paint(picture: &mut Canvas, (left, top, width, height): (i32, i32, i32, i32), ink: impl Fn(i32) -> Ink) {
    for (x, y) in (left..left + width).flat_map(|x| (top..top + height).map(move |y| (x, y))) {
        if cloud(376, x as f32 / 3.0, y as f32 / 3.0, 64) < 0.68 {
            picture.dot(x, y, ink(y - top).lit((white(377, x, y) - 0.5) * 0.1));
        }
    }
}

/// The stencil of a crate with ammunition: three rounds on a yellow plate.
fn rounds(picture: &mut Canvas) {
    let top = FRONT.1 + 9;
    paint(picture, (18, top, 28, 20), |_| AMBER.flat(5));
    for left in [22, 30, 38] {
        picture.rect(left + 1, top + 2, 2, 2, LEATHER.flat(0));
        picture.rect(left, top + 4, 4, 5, LEATHER.flat(0));
        picture.rect(left, top + 10, 4, 7, LEATHER.flat(1));
    }
}

/// The stencil of a crate with medicine: the cross of the medkits on a white plate.
fn cross(picture: &mut Canvas) {
    let top = FRONT.1 + 9;
    paint(picture, (20, top, 24, 20), |row| ENAMEL.flat(if row < 16 { 6 } else { 5 }));
    paint(picture, (29, top + 2, 6, 16), |_| ALARM.flat(4));
    paint(picture, (24, top + 7, 16, 6), |_| ALARM.flat(4));
}

/// The slat from the lower left corner to the upper right.
fn slat(picture: &mut Canvas) {
    let (left, top, width, height) = FRONT;
    for x in left + 4..left + width - 4 {
        let middle = top + height - 5 - (x - left - 4) * (height - 9) / (width - 9);
        picture.dot(x, middle - 4, LEATHER.flat(1));
        for row in -3..=3 {
            picture.dot(
                x,
                middle + row,
                wood(x * 2, row * 2 + 90).lit(if row == -3 { 0.26 } else { 0.04 - row as f32 * 0.03 }),
            );
        }
        picture.dot(x, middle + 4, LEATHER.flat(1));
    }
}

/// The frame of four boards around the front.
fn frame(picture: &mut Canvas) {
    let (left, top, width, height) = FRONT;
    for (x, y, wide, high) in [
        (left, top, 6, height),
        (left + width - 6, top, 6, height),
        (left, top, width, 6),
        (left, top + height - 6, width, 6),
    ] {
        picture.frame(x - 1, y - 1, wide + 2, high + 2, LEATHER.flat(0));
        for row in 0..high {
            for column in 0..wide {
                let edge = if row == 0 || column == 0 { 0.2 } else { 0.0 } - if row == high - 1 { 0.2 } else { 0.0 };
                let grain = if wide < high { wood(y + row * 2, x + column) } else { wood(x + column, y + row) };
                picture.dot(x + column, y + row, grain.lit(edge + 0.04 - (y + row - top) as f32 * 0.003));
            }
        }
    }
    for x in [left - 1, left + width] {
        for y in 0..64 {
            picture.clear(x, y);
        }
    }
    picture.rect(left, top - 1, width, 1, LEATHER.flat(0));
}

/// Iron at the four corners, each with two bolts.
fn iron(picture: &mut Canvas) {
    let (left, top, width, height) = FRONT;
    for (x, y, dx, dy) in [
        (left, top, 1, 1),
        (left + width - 1, top, -1, 1),
        (left, top + height - 1, 1, -1),
        (left + width - 1, top + height - 1, -1, -1),
    ] {
        for along in 0..11 {
            for across in 0..5 {
                let tone = if across == 0 { 0.66 } else { 0.44 } - if dy < 0 { 0.1 } else { 0.0 };
                let rust = cloud(375, (x + along * dx) as f32 / 4.0, (y + along * dy) as f32 / 4.0, 64) > 0.6;
                let ink = if rust { RUST.at(tone) } else { GUNMETAL.at(tone) };
                let edge = if along == 10 || across == 4 { ink.lit(-0.3) } else { ink };
                picture.dot(x + along * dx, y + across * dy, edge);
                picture.dot(x + across * dx, y + along * dy, edge);
            }
        }
        for (along, across) in [(2, 2), (7, 2), (2, 7)] {
            picture.dot(x + along * dx, y + across * dy, GUNMETAL.flat(8));
            picture.dot(x + along * dx, y + across * dy + 1, LEATHER.flat(0));
        }
    }
}
