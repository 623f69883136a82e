//! The word HULLBREACH in heavy metal letters, torn across by a glowing crack.

use crate::{
    tools::canvas::Canvas,
    tools::hash_noise::{cloud, mix},
    tools::palette::{ALARM, FIRE, Ink, LEATHER, STEEL},
    tools::shapes::Point,
};
use music::chance::white;

/// Height of a letter.
const TALL: f32 = 70.0;
/// Distance from the left of one letter to the left of the next.
const STRIDE: f32 = 57.0;
/// Slant of the letters, in pixels across per pixel down.
const LEAN: f32 = 0.14;
/// Depth of the letters.
const DEPTH: i32 = 5;

const H: &[Point] = &[
    (0.0, 0.0),
    (14.0, 0.0),
    (14.0, 27.0),
    (36.0, 27.0),
    (36.0, 0.0),
    (50.0, 0.0),
    (50.0, 70.0),
    (36.0, 70.0),
    (36.0, 42.0),
    (14.0, 42.0),
    (14.0, 70.0),
    (0.0, 70.0),
];
const U: &[Point] = &[
    (0.0, 0.0),
    (14.0, 0.0),
    (14.0, 52.0),
    (18.0, 56.0),
    (32.0, 56.0),
    (36.0, 52.0),
    (36.0, 0.0),
    (50.0, 0.0),
    (50.0, 60.0),
    (40.0, 70.0),
    (10.0, 70.0),
    (0.0, 60.0),
];
const L: &[Point] = &[(0.0, 0.0), (14.0, 0.0), (14.0, 56.0), (48.0, 56.0), (48.0, 70.0), (0.0, 70.0)];
// In the letters with counters the path runs on from its start to the counter and back along the same line.
const B: &[Point] = &[
    (0.0, 0.0),
    (40.0, 0.0),
    (49.0, 9.0),
    (49.0, 28.0),
    (43.0, 35.0),
    (50.0, 42.0),
    (50.0, 60.0),
    (40.0, 70.0),
    (0.0, 70.0),
    (0.0, 0.0),
    (14.0, 14.0),
    (35.0, 14.0),
    (35.0, 28.0),
    (14.0, 28.0),
    (14.0, 14.0),
    (14.0, 42.0),
    (36.0, 42.0),
    (36.0, 56.0),
    (14.0, 56.0),
    (14.0, 42.0),
    (14.0, 14.0),
];
const R: &[Point] = &[
    (0.0, 0.0),
    (40.0, 0.0),
    (50.0, 10.0),
    (50.0, 31.0),
    (42.0, 40.0),
    (51.0, 70.0),
    (36.0, 70.0),
    (28.0, 43.0),
    (14.0, 43.0),
    (14.0, 70.0),
    (0.0, 70.0),
    (0.0, 0.0),
    (14.0, 14.0),
    (36.0, 14.0),
    (36.0, 29.0),
    (14.0, 29.0),
    (14.0, 14.0),
];
const E: &[Point] = &[
    (0.0, 0.0),
    (48.0, 0.0),
    (48.0, 14.0),
    (14.0, 14.0),
    (14.0, 28.0),
    (40.0, 28.0),
    (40.0, 42.0),
    (14.0, 42.0),
    (14.0, 56.0),
    (48.0, 56.0),
    (48.0, 70.0),
    (0.0, 70.0),
];
const A: &[Point] = &[
    (0.0, 10.0),
    (10.0, 0.0),
    (40.0, 0.0),
    (50.0, 10.0),
    (50.0, 70.0),
    (36.0, 70.0),
    (36.0, 47.0),
    (14.0, 47.0),
    (14.0, 70.0),
    (0.0, 70.0),
    (0.0, 10.0),
    (14.0, 14.0),
    (36.0, 14.0),
    (36.0, 33.0),
    (14.0, 33.0),
    (14.0, 14.0),
];
const C: &[Point] = &[
    (10.0, 0.0),
    (40.0, 0.0),
    (50.0, 10.0),
    (50.0, 23.0),
    (36.0, 23.0),
    (36.0, 14.0),
    (14.0, 14.0),
    (14.0, 56.0),
    (36.0, 56.0),
    (36.0, 47.0),
    (50.0, 47.0),
    (50.0, 60.0),
    (40.0, 70.0),
    (10.0, 70.0),
    (0.0, 60.0),
    (0.0, 10.0),
];
const WORD: [&[Point]; 10] = [H, U, L, L, B, R, E, A, C, H];

/// Draws the word with its upper left corner near `left`, `top`.
pub(crate) fn draw(picture: &mut Canvas, left: i32, top: i32) {
    let whole = stencil();
    let mut letters = Canvas::new(picture.width(), whole.height());
    for y in 0..whole.height() {
        for x in 0..whole.width() {
            // Above the crack the metal has sprung to the left, below it to the right.
            let offset = y as f32 - crack(x);
            let spring = if offset < 0.0 { 2 } else { -2 };
            if let Some(ink) = whole.ink(x + spring, y).filter(|_| offset.abs() > gap(x)) {
                letters.dot(x, y, ink);
            }
        }
    }
    for depth in (1..=DEPTH).rev() {
        let side = if depth == DEPTH { LEATHER.at(0.0) } else { ALARM.at(0.24 - depth as f32 * 0.03) };
        let mut shadow = letters.clone();
        shadow.every(|_, _, _| side);
        if depth == DEPTH {
            shadow.outline(LEATHER.at(0.0));
        }
        picture.paste(left + depth, top + depth, &shadow);
    }
    glow(picture, &whole, left, top);
    let mut faces = letters.clone();
    faces.every(|x, y, _| face(&letters, x, y));
    picture.paste(left, top, &faces);
}

/// The letters' shapes, leaning and unbroken.
fn stencil() -> Canvas {
    let mut stencil = Canvas::new(600, TALL as i32 + 1);
    for (place, letter) in WORD.iter().enumerate() {
        let lean = |point: &Point| (point.0 + place as f32 * STRIDE + (TALL - point.1) * LEAN, point.1);
        let corners: Vec<Point> = letter.iter().map(lean).collect();
        stencil.polygon(&corners, |_, _| STEEL.at(0.5));
    }
    stencil
}

/// Returns the row of the crack at a column.
fn crack(x: i32) -> f32 {
    let jag = |step: i32, seed: u32| {
        let (cell, part) = (x.div_euclid(step), x.rem_euclid(step) as f32 / step as f32);
        mix(white(seed, cell, 0), white(seed, cell + 1, 0), part) - 0.5
    };
    46.0 - x as f32 * 0.035 + jag(34, 401) * 26.0 + jag(9, 402) * 8.0
}

/// Returns half the crack's width at a column: widest in the middle of the word.
fn gap(x: i32) -> f32 {
    1.0 + (1.0 - (x as f32 - 290.0).abs() / 330.0).max(0.0) * 2.2
}

/// Fire showing through the crack where letters are.
fn glow(picture: &mut Canvas, whole: &Canvas, left: i32, top: i32) {
    for x in 0..whole.width() {
        let (middle, half) = (crack(x), gap(x));
        for y in (middle - half) as i32 - 1..=(middle + half) as i32 + 1 {
            if whole.ink(x, y).is_some() {
                let heat = 1.0 - (y as f32 + 0.5 - middle).abs() / (half + 1.5);
                picture.dot(left + x, top + y, FIRE.at(0.3 + heat * 0.5));
            }
        }
    }
}

/// The front of the letters: brushed metal with a bevel, scorched next to the crack.
fn face(letters: &Canvas, x: i32, y: i32) -> Ink {
    let part = y as f32 / TALL;
    let bands = if part < 0.5 { 0.86 - part * 0.7 } else { 0.74 - (part - 0.5) * 0.75 };
    let brushed = (white(403, x / 5, y) - 0.5) * 0.06 + (cloud(404, x as f32 / 12.0, y as f32 / 12.0, 64) - 0.5) * 0.3;
    let bare = |dx: i32, dy: i32| letters.ink(x + dx, y + dy).is_none();
    let bevel = match () {
        () if bare(0, -1) || bare(-1, 0) => 0.3,
        () if bare(0, 1) || bare(1, 0) => -0.4,
        () if bare(0, -2) || bare(-2, 0) => 0.14,
        () if bare(0, 2) || bare(2, 0) => -0.2,
        () => 0.0,
    };
    let near = 1.0 - ((y as f32 - crack(x)).abs() - gap(x)) / 5.0;
    let tone = bands + brushed + bevel;
    if near > 0.0 && white(405, x, y) < near * 1.1 { ALARM.at(tone * 0.55 + near * 0.25) } else { STEEL.at(tone) }
}
