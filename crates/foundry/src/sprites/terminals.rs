//! The holographic table for board games against the ship's computer.

use crate::{
    tools::canvas::Canvas,
    tools::palette::{AMBER, BONE, GUNMETAL, ICE, Ink, LEATHER, NAVY, STEEL},
    tools::shapes::Point,
};

/// Number of squares along a side of the board.
const SQUARES: i32 = 8;
/// Middle and half the width of the board's upper edge, and the same of its lower edge, which is nearer.
const BOARD: ((f32, f32), (f32, f32)) = ((10.0, 19.0), (33.0, 27.0));

/// The table: a plinth with a lens in its top, out of which stands the light that carries a board of eight by eight
/// squares.
pub(super) fn holo_table() -> Canvas {
    let mut picture = Canvas::new(64, 64);
    beam(&mut picture);
    board(&mut picture);
    plinth(&mut picture);
    picture
}

/// Returns the position in the image of a place on the board, which is counted in squares from its upper left corner.
fn place(column: f32, row: f32) -> Point {
    let part = row / SQUARES as f32;
    // Nearer parts are larger.
    let down = part * (0.82 + 0.18 * part);
    let ((top, narrow), (bottom, wide)) = BOARD;
    let half = narrow + (wide - narrow) * down;
    (32.0 + (column / SQUARES as f32 * 2.0 - 1.0) * half, top + (bottom - top) * down)
}

/// Returns the corners of a part of the board.
fn patch(left: f32, top: f32, right: f32, bottom: f32) -> [Point; 4] {
    [place(left, top), place(right, top), place(right, bottom), place(left, bottom)]
}

fn board(picture: &mut Canvas) {
    let rim = patch(-0.35, -0.35, 8.35, 8.35);
    picture.polygon(&rim, |_, _| ICE.at(0.98).shining());
    picture.polygon(&patch(0.0, 0.0, 8.0, 8.0), |_, _| ICE.at(0.16).shining());
    for row in 0..SQUARES {
        for column in 0..SQUARES {
            let (x, y) = (column as f32, row as f32);
            let light = if (column + row) % 2 == 0 { 0.66 } else { 0.34 };
            let light = light - 0.012 * (x - 3.5).abs() + 0.008 * y;
            picture.polygon(&patch(x, y, x + 1.0, y + 1.0), |_, _| ICE.at(light).shining());
        }
    }
    // A game in progress: the light pieces are above and below, the dark ones at the sides, and some have moved.
    for (column, row) in [(1, 0), (2, 0), (4, 0), (5, 0), (3, 2), (2, 7), (3, 7), (5, 7), (6, 7), (4, 5)] {
        piece(picture, column, row, BONE.flat(6), AMBER.flat(6));
    }
    for (column, row) in [(0, 1), (0, 3), (0, 5), (2, 4), (7, 2), (7, 3), (7, 6), (5, 3)] {
        piece(picture, column, row, NAVY.flat(1), NAVY.flat(0));
    }
}

/// A flat round piece on its square, with a rim below.
fn piece(picture: &mut Canvas, column: i32, row: i32, top: Ink, rim: Ink) {
    let (x, y) = place(column as f32 + 0.5, row as f32 + 0.5);
    let wide = 1.5 + row as f32 * 0.07;
    picture.ellipse((x, y + 0.6), (wide, 1.2), |_, _| rim.shining());
    picture.ellipse((x, y - 0.2), (wide, 1.0), |_, _| top.shining());
}

/// The light between the lens and the board: rays and lines, with the room seen through between them.
fn beam(picture: &mut Canvas) {
    for y in 33..46 {
        let part = (45 - y) as f32 / 12.0;
        let half = 7.0 + 19.0 * part;
        for x in 0..64 {
            let across = (x as f32 + 0.5 - 32.0) / half;
            let ray = ((across * 9.0 + 9.0) as i32) % 3 == 0;
            if across.abs() < 1.0 && (ray || across.abs() > 0.95) && (x + y) % 2 == 0 {
                picture.dot(x, y, ICE.at(0.72 - part * 0.22).shining());
            }
        }
    }
}

/// The plinth: a foot, a round shaft with ribs, and a top with the lens.
fn plinth(picture: &mut Canvas) {
    let mut stand = Canvas::new(64, 64);
    let rows = (48..63).map(|y| {
        let half = match y {
            48..51 => 17.0,
            51 => 15.0,
            52..58 => 11.0,
            58 => 13.0,
            _ => 17.0 + (y - 59) as f32 * 0.7,
        };
        (y, half)
    });
    for (y, half) in rows {
        for x in 0..64 {
            let across = (x as f32 + 0.5 - 32.0) / half;
            if across.abs() <= 1.0 {
                stand.dot(x, y, metal(across, y));
            }
        }
    }
    // The top is seen from above, and the lens shines in it.
    stand.ellipse((32.0, 48.0), (17.0, 3.0), |x, _| STEEL.at(0.76 - x * 0.14));
    stand.ellipse((32.0, 48.0), (13.0, 2.1), |_, _| GUNMETAL.at(0.14));
    stand.ellipse((32.0, 47.8), (10.0, 1.6), |x, _| ICE.at(0.94 - x.abs() * 0.34).shining());
    for (x, ink) in [(25, AMBER.flat(6)), (28, ICE.flat(6)), (37, ICE.flat(6))] {
        stand.rect(x, 55, 2, 1, ink.shining());
    }
    stand.outline(LEATHER.flat(0));
    picture.paste(0, 0, &stand);
}

/// The metal of the plinth at a place across it, from -1 to 1, in a row.
fn metal(across: f32, y: i32) -> Ink {
    let light = 0.72 - (across + 0.35) * (across + 0.35) * 0.42;
    match y {
        48..51 => STEEL.at(light - (y - 48) as f32 * 0.05),
        51 | 58 => GUNMETAL.at(light - 0.3),
        52..58 if ((across + 1.0) * 6.0) as i32 % 2 == 0 => GUNMETAL.at(light - 0.06),
        52..58 => GUNMETAL.at(light - 0.24),
        59 => STEEL.at(light + 0.06),
        _ => STEEL.at(light - 0.1 - (y - 60) as f32 * 0.06),
    }
}
