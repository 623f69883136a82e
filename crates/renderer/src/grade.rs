//! Colour grading, the last step of a frame: gamma, and a shift of colours for colour-blind players.

use crate::{
    stage::options::{ColourVision, Percent, ViewOptions},
    stage::screen::{Draw, DrawFrame, Screen},
};
use bevy::{math::ops, prelude::*};

/// The colours that colour-blind eyes see (Machado, Oliveira and Fernandes 2009, severity 1), row by row. The matrices
/// are meant for linear colours; applied to the frame's gamma-encoded colours, which is much cheaper, they are close
/// enough.
const SEES_NO_RED: Matrix = [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]];
const SEES_NO_GREEN: Matrix = [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]];
const SEES_NO_BLUE: Matrix = [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.147], [0.005, 0.691, 0.304]];
/// Distribution of the lost part of a colour over the channels that are still visible (Fidaner, Lin and Ozguven 2005).
const SHARE_RED_GREEN: Matrix = [[0.0, 0.0, 0.0], [0.7, 1.0, 0.0], [0.7, 0.0, 1.0]];
const SHARE_BLUE: Matrix = [[1.0, 0.0, 0.7], [0.0, 1.0, 0.7], [0.0, 0.0, 0.0]];

/// A colour matrix: each row gives a new channel as a sum of red, green and blue.
type Matrix = [[f32; 3]; 3];

/// The scale of the integer matrix: this is 1.
const WHOLE: f32 = 1024.0;

/// The current grading.
#[derive(Resource, Debug)]
struct Grade {
    of: (Percent<50, 250>, ColourVision),
    /// The new value of each brightness.
    curve: [u8; 256],
    /// The matrix that shifts the colours, in units of 1 / [`WHOLE`].
    shift: Option<[[i32; 3]; 3]>,
}

impl Grade {
    fn new(gamma: Percent<50, 250>, colours: ColourVision) -> Grade {
        let curve = std::array::from_fn(|light| {
            (ops::powf(light as f32 / 255.0, 1.0 / gamma.part()) * 255.0).round().clamp(0.0, 255.0) as u8
        });
        let shift = shift(colours).map(|rows| rows.map(|row| row.map(|part| (part * WHOLE).round() as i32)));
        Grade { of: (gamma, colours), curve, shift }
    }

    /// Returns the graded pixel.
    fn of(&self, pixel: u32) -> u32 {
        let [red, green, blue, cover] = pixel.to_le_bytes();
        let mut colour = [red, green, blue];
        if let Some(shift) = self.shift {
            let from = colour.map(i32::from);
            colour = shift.map(|row| {
                let sum: i32 = row.iter().zip(from).map(|(part, light)| part * light).sum();
                (sum / WHOLE as i32).clamp(0, 255) as u8
            });
        }
        let [red, green, blue] = colour.map(|light| self.curve[usize::from(light)]);
        u32::from_le_bytes([red, green, blue, cover])
    }
}

/// Returns the matrix that shifts the colours for these eyes: the part of each colour that they lose is added to what
/// they see.
fn shift(colours: ColourVision) -> Option<Matrix> {
    let (seen, share) = match colours {
        ColourVision::All => return None,
        ColourVision::NoRed => (SEES_NO_RED, SHARE_RED_GREEN),
        ColourVision::NoGreen => (SEES_NO_GREEN, SHARE_RED_GREEN),
        ColourVision::NoBlue => (SEES_NO_BLUE, SHARE_BLUE),
    };
    let one = |row: usize, column: usize| if row == column { 1.0 } else { 0.0 };
    let lost = |row: usize, column: usize| one(row, column) - seen[row][column];
    let added = |row: usize, column: usize| (0..3).map(|by| share[row][by] * lost(by, column)).sum::<f32>();
    Some(std::array::from_fn(|row| std::array::from_fn(|column| one(row, column) + added(row, column))))
}

pub(crate) fn plugin(app: &mut App) {
    app.insert_resource(Grade::new(Percent::new(100), ColourVision::All));
    app.add_systems(DrawFrame, draw.in_set(Draw::Grade));
}

fn draw(options: Res<ViewOptions>, mut grade: ResMut<Grade>, mut screen: ResMut<Screen>) {
    let wanted = (options.gamma, options.colours);
    if wanted == (Percent::new(100), ColourVision::All) {
        return;
    }
    if grade.of != wanted {
        *grade = Grade::new(wanted.0, wanted.1);
    }
    for pixel in screen.0.pixels_mut() {
        *pixel = grade.of(*pixel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{game, picture, wait};
    use engine::Intent;
    use strum::VariantArray;

    fn graded(gamma: i32, colours: ColourVision, colour: [u8; 3]) -> [u8; 3] {
        let [red, green, blue] = colour;
        let graded = Grade::new(Percent::new(gamma), colours).of(u32::from_le_bytes([red, green, blue, 255]));
        let [red, green, blue, _] = graded.to_le_bytes();
        [red, green, blue]
    }

    #[test]
    fn gamma_keeps_black_and_white() {
        let of = |gamma, light| graded(gamma, ColourVision::All, [light; 3])[0];
        assert_eq!((of(180, 0), of(180, 255), of(100, 77)), (0, 255, 77));
        assert!(of(180, 60) > 90 && of(60, 60) < 30);
    }

    #[test]
    fn grading_affects_the_whole_frame_and_keeps_grey() {
        let mut game = game(&["####", "#@ #", "####"]);
        wait(&mut game, 400, Intent::default());
        let bright = |game: &mut engine::Headless| {
            let frame = picture(game, 64, 36);
            frame.pixels().iter().map(|pixel| u64::from(pixel.to_le_bytes()[1])).sum::<u64>()
        };
        let plain = bright(&mut game);
        game.world_mut().insert_resource(ViewOptions { gamma: Percent::new(200), ..default() });
        assert!(bright(&mut game) > plain * 5 / 4);
        for &colours in ColourVision::VARIANTS {
            let grey = graded(100, colours, [120; 3]);
            assert!(grey.iter().all(|light| light.abs_diff(120) <= 3), "{colours:?}: {grey:?}");
        }
    }

    /// Returns the distance between two colours as these eyes see them.
    fn apart(sees: Matrix, colours: [[u8; 3]; 2]) -> f32 {
        let [one, other] = colours.map(|colour| {
            sees.map(|row| row.iter().zip(colour).map(|(part, light)| part * f32::from(light)).sum::<f32>())
        });
        one.iter().zip(other).map(|(one, other)| (one - other) * (one - other)).sum::<f32>().sqrt()
    }

    #[test]
    fn grading_separates_colours_that_eyes_confuse() {
        // Pairs of colours that these eyes can hardly distinguish.
        for (colours, sees, pair) in [
            (ColourVision::NoRed, SEES_NO_RED, [[200, 60, 60], [60, 82, 60]]),
            (ColourVision::NoGreen, SEES_NO_GREEN, [[190, 70, 60], [80, 118, 66]]),
            (ColourVision::NoBlue, SEES_NO_BLUE, [[100, 140, 200], [100, 160, 110]]),
        ] {
            let before = apart(sees, pair);
            let after = apart(sees, pair.map(|colour| graded(100, colours, colour)));
            assert!(after > before * 1.5, "{colours:?}: {before} {after}");
        }
    }
}
