//! The player's face in the status bar: health, direction of view, and mood.

use crate::{
    tools::canvas::Canvas,
    tools::hash_noise::{cloud, value},
    tools::palette::{BLOOD, CLOTH, ENAMEL, ICE, Ink, LEATHER, NAVY, PALLOR, SKIN, WALNUT},
    tools::sculpt::Sculpture,
};

/// Width and height of a face.
const SIDE: i32 = 32;
/// Number of health steps, from unhurt to nearly dead.
const STEPS: i32 = 5;
/// Row of the eyes, and row of the mouth.
const EYES: i32 = 14;
const MOUTH: i32 = 21;

/// Mood of the face.
#[derive(Clone, Copy, PartialEq)]
enum Mood {
    Calm,
    Pain,
    Glee,
    /// Too little air.
    Gasp,
    Dead,
}

/// Moods and head directions (-1 is to the image's left) of the faces at each health step.
const MOMENTS: [(&str, Mood, i32); 8] = [
    ("ahead", Mood::Calm, 0),
    ("left", Mood::Calm, -1),
    ("right", Mood::Calm, 1),
    ("pain", Mood::Pain, 0),
    ("pain_left", Mood::Pain, -1),
    ("pain_right", Mood::Pain, 1),
    ("glee", Mood::Glee, 0),
    ("gasp", Mood::Gasp, 0),
];

/// Returns every face with its name: `face1_ahead` is that of an unhurt player, `face5_pain_left` that of one who is
/// nearly dead.
pub(crate) fn faces() -> Vec<(String, Canvas)> {
    let steps = (0..STEPS).flat_map(|step| {
        MOMENTS.map(|(name, mood, turn)| (format!("face{}_{name}", step + 1), face(step, mood, turn)))
    });
    steps.chain([("face_dead".to_owned(), face(STEPS - 1, Mood::Dead, 0))]).collect()
}

/// Draws a face with a given injury, 0 to 4.
fn face(hurt: i32, mood: Mood, turn: i32) -> Canvas {
    let mut picture = head(turn);
    bleed(&mut picture, hurt, turn);
    let middle = 16 + turn * 3;
    for side in [-1, 1] {
        eye(&mut picture, middle + side * 4, (hurt, mood, turn), side);
    }
    mouth(&mut picture, 16 + turn * 2, hurt, mood);
    if matches!(mood, Mood::Gasp | Mood::Dead) {
        picture = picture.dyed(&[(SKIN, PALLOR)]);
    }
    picture
}

/// Collar, neck, head, ears, nose and hair.
fn head(turn: i32) -> Canvas {
    let mut body = Sculpture::on(Canvas::new(SIDE, SIDE));
    let t = turn as f32;
    let x = 16.0 + t;
    body.limb(([4.0, 35.0, -4.0], 6.0), ([28.0, 35.0, -4.0], 6.0), |_, _| CLOTH.at(0.02));
    body.limb(([16.0, 30.0, -3.0], 5.6), ([x, 22.0, -3.0], 5.4), |_, _| SKIN.at(-0.14));
    body.limb(([8.5, 30.5, 1.0], 2.0), ([23.5, 30.5, 1.0], 2.0), |_, _| ENAMEL.at(-0.06));
    for side in [-1.0, 1.0] {
        if side != t {
            body.lump([x + side * 8.8 - t * 0.8, 15.4, -2.0], (1.9, 3.0), |_, _| SKIN.at(-0.02));
        }
    }
    let skin = |seed: u32, x: f32, y: f32| SKIN.at((cloud(seed, x * 3.0 + 9.0, y * 3.0 + 9.0, 64) - 0.5) * 0.08);
    body.lump([x, 11.6, 0.0], (8.6, 9.4), |x, y| skin(901, x, y));
    body.lump([x + t * 0.6, 18.6, 1.0], (6.9, 7.8), |x, y| skin(902, x, y));
    for side in [-1.0, 1.0] {
        body.lump([x + t * 2.0 + side * 4.6, 17.6, 4.4], (2.4, 1.8), |_, _| SKIN.at(0.02));
    }
    let nose = x + t * 2.2;
    body.limb(([nose, 13.0, 7.6], 1.0), ([nose + t * 0.6, 17.4, 9.6], 1.7), |along, _| SKIN.at(0.04 - along * 0.06));
    let before = body.parts();
    body.lump([x - t * 0.5, 8.6, -1.6], (9.2, 7.0), hair);
    body.limb(([x - 7.6, 9.0, -1.0], 1.9), ([x - 7.2, 13.6, -1.4], 1.3), |along, around| hair(around, along));
    body.limb(([x + 7.6, 9.0, -1.0], 1.9), ([x + 7.2, 13.6, -1.4], 1.3), |along, around| hair(around, along));
    // The hair ends in an uneven line on the brow.
    body.paint(before, [x, 8.6, 0.0], |[across, down, ahead]| {
        let end = -2.4 + libm::sinf(across * 1.3) * 0.8 + across.abs() * 0.12;
        (down > end && ahead > -0.4 && across.abs() < 6.6).then(|| SKIN.at(0.72 - across.abs() * 0.02))
    });
    let mut picture = body.finish();
    picture.every(|x, y, ink| {
        // Three days of stubble.
        let bristle = ink.ramp == SKIN && y > 18 && y < 28 && (x + y) % 2 == 0;
        if bristle { ink.lit(-0.1) } else { ink }
    });
    picture
}

/// Short brown hair in strands.
fn hair(across: f32, down: f32) -> Ink {
    WALNUT.at(value(903, across * 7.0 + 20.0, down * 2.0 + 9.0, 64) * 0.3 - 0.22)
}

/// One eye with its brow, about column `x`.
fn eye(picture: &mut Canvas, x: i32, (hurt, mood, turn): (i32, Mood, i32), side: i32) {
    let (dark, white, brow) = (LEATHER.at(0.06), ENAMEL.at(0.92), WALNUT.at(0.16));
    let swollen = hurt == 4 && side == 1;
    // The brows: level, drawn down to the nose in pain, up in glee and want of air.
    for step in -2..=2 {
        let inner = -side * step;
        let rise = match mood {
            Mood::Calm if hurt < 2 => 0,
            Mood::Calm => i32::from(inner > 0),
            Mood::Pain => inner.clamp(-1, 1),
            Mood::Glee | Mood::Dead => -1,
            Mood::Gasp => -1 - i32::from(inner > 0),
        };
        picture.dot(x + step, EYES - 3 + rise, brow);
    }
    if swollen || mood == Mood::Pain {
        for step in -2..=2 {
            picture.dot(x + step, EYES + i32::from(mood == Mood::Pain && -side * step < 0) - 1, dark);
            picture.dot(x + step, EYES + 1, if swollen { NAVY.at(0.5) } else { SKIN.at(0.36) });
        }
        return;
    }
    let wide = i32::from(mood == Mood::Gasp);
    for row in -wide..=1 {
        for step in -1..=1 {
            picture.dot(x + step, EYES + row, white.lit(-0.12 * row as f32));
        }
    }
    for step in -2..=2 {
        picture.dot(x + step, EYES - 1 - wide, dark);
    }
    match mood {
        Mood::Glee => picture.rect(x - 1, EYES + 1, 3, 1, SKIN.at(0.8)),
        Mood::Dead => picture.rect(x - 1, EYES - 1, 3, 1, NAVY.at(0.5)),
        _ => {}
    }
    if mood != Mood::Dead {
        picture.dot(x + turn, EYES, ICE.at(0.5));
        picture.dot(x + turn, EYES + i32::from(mood != Mood::Glee), LEATHER.at(0.0));
    }
    if hurt >= 2 {
        picture.rect(x - 1, EYES + 2, 3, 1, NAVY.at(0.56));
    }
}

/// The mouth about column `x`.
fn mouth(picture: &mut Canvas, x: i32, hurt: i32, mood: Mood) {
    let (dark, lip, tooth) = (LEATHER.at(0.02), BLOOD.at(0.74), ENAMEL.at(0.9));
    match mood {
        Mood::Calm => {
            picture.rect(x - 3, MOUTH, 7, 1, dark);
            picture.rect(x - 2, MOUTH + 1, 5, 1, SKIN.at(0.44));
            // The corners of the mouth sink, and at the end the teeth are clenched.
            for side in [-4, 4] {
                picture.dot(x + side, MOUTH + i32::from(hurt > 1), dark);
            }
            if hurt > 2 {
                picture.rect(x - 2, MOUTH, 5, 1, tooth);
                picture.rect(x - 3, MOUTH + 1, 7, 1, dark);
            }
        }
        Mood::Pain => {
            picture.rect(x - 4, MOUTH - 1, 9, 1, lip);
            picture.rect(x - 4, MOUTH, 9, 3, dark);
            picture.rect(x - 3, MOUTH, 7, 1, tooth);
            picture.rect(x - 3, MOUTH + 2, 7, 1, tooth.lit(-0.2));
            picture.rect(x - 3, MOUTH + 3, 7, 1, lip.lit(-0.2));
        }
        Mood::Glee => {
            for side in [-5, 5] {
                picture.dot(x + side, MOUTH - 2, dark);
            }
            picture.rect(x - 4, MOUTH - 1, 9, 1, dark);
            picture.rect(x - 3, MOUTH, 7, 2, tooth);
            picture.rect(x - 4, MOUTH, 1, 1, dark);
            picture.rect(x + 4, MOUTH, 1, 1, dark);
            picture.rect(x - 2, MOUTH + 2, 5, 1, lip.lit(-0.1));
        }
        Mood::Gasp => {
            picture.rect(x - 2, MOUTH - 1, 5, 5, NAVY.at(0.5));
            picture.rect(x - 1, MOUTH - 1, 3, 5, dark);
            picture.rect(x - 2, MOUTH, 5, 3, dark);
            picture.rect(x - 1, MOUTH - 1, 3, 1, tooth.lit(-0.1));
        }
        Mood::Dead => {
            picture.rect(x - 2, MOUTH, 5, 3, dark);
            picture.rect(x - 1, MOUTH, 3, 1, tooth.lit(-0.2));
            picture.rect(x + 3, MOUTH + 1, 1, 7, BLOOD.at(0.7));
        }
    }
}

/// Blood from a cut on the brow. It increases and runs farther down with the injury, and finally covers one side.
fn bleed(picture: &mut Canvas, hurt: i32, turn: i32) {
    let brow = 11 + turn * 2;
    picture.every(|x, y, ink| {
        if ink.ramp != SKIN {
            return ink;
        }
        let run = (1..=hurt).any(|stream| {
            let column = brow + [0, 10, -2, 6][(stream - 1) as usize] + i32::from((y / 4 + stream) % 3 == 0);
            let (top, long) = [(9, 5), (10, 9), (11, 13), (8, 16)][(stream - 1) as usize];
            (top..top + long).contains(&y) && (x == column || (stream > 1 && x == column + 1))
        });
        let smeared =
            hurt > 1 && value(904, x as f32 / 3.0 + 9.0, y as f32 / 3.0 + 9.0, 64) > 1.02 - hurt as f32 * 0.085;
        if run || smeared { BLOOD.at(ink.tone * 0.9 + 0.06) } else { ink }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::palette::OPAQUE;

    #[test]
    fn faces_differ_and_bleed_more_with_injury() {
        let faces = faces();
        for (number, (name, canvas)) in faces.iter().enumerate() {
            assert_eq!((canvas.width(), canvas.height()), (SIDE, SIDE), "{name}");
            assert!(canvas.alphas().all(|alpha| matches!(alpha, 0 | OPAQUE)), "{name} is see-through");
            assert!((0..SIDE).any(|x| canvas.ink(x, SIDE - 1).is_some()), "{name} floats");
            assert!(
                faces[number + 1..].iter().all(|(_, other)| other.pixels() != canvas.pixels()),
                "{name} occurs twice"
            );
        }
        let blood = |step: i32| {
            let canvas = face(step, Mood::Calm, 0);
            (0..SIDE * SIDE).filter(|at| canvas.ink(at % SIDE, at / SIDE).is_some_and(|ink| ink.ramp == BLOOD)).count()
        };
        let steps: Vec<usize> = (0..STEPS).map(blood).collect();
        assert!(steps[0] == 0 && steps.is_sorted_by(|less, more| less < more), "{steps:?}");
    }
}
