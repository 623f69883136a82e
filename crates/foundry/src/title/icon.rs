//! The program's icon: a dead deckhand at a porthole, in the sizes that desktops require.

use crate::{
    monsters::portrait,
    tools::canvas::Canvas,
    tools::job::Job,
    tools::palette::{AMBER, ICE, OPAQUE, STEEL, VOID},
    tools::picture::encoded,
    tools::store::Made,
};

/// Side of the original drawing, in pixels.
const SIDE: i32 = 32;
/// Sides of the icon files. In the smaller one each pixel is the mean of four; larger ones repeat pixels.
const SIZES: [usize; 6] = [16, 32, 64, 128, 256, 512];

/// Returns the jobs that make the files `icons/SIDE.png`.
pub(super) fn jobs() -> Vec<Job> {
    let file = |side: usize| -> Job {
        Box::new(move || {
            let bytes = encoded(side, &sized(&icon(), side))?;
            Ok(vec![Made { path: format!("icons/{side}.png"), bytes }.into()])
        })
    };
    SIZES.map(file).into()
}

/// The porthole with the face behind it.
fn icon() -> Canvas {
    let middle = (16.0, 16.0);
    let mut canvas = Canvas::new(SIDE, SIDE);
    canvas.ellipse(middle, (15.6, 15.6), |across, down| STEEL.at(0.62 - across * 0.18 - down * 0.3));
    canvas.ellipse(middle, (12.6, 12.6), |across, down| STEEL.at(0.2 + across * 0.1 + down * 0.12));
    canvas.ellipse(middle, (11.6, 11.6), |across, down| {
        if down < -0.2 { ICE.at(0.16 - across * 0.06) } else { VOID.at(0.5 - down * 0.2) }
    });
    let face = portrait();
    canvas.paste(16 - face.width() / 2, 17 - face.height() / 2, &face);
    for bolt in 0..8 {
        let turn = (bolt as f32 + 0.5) * core::f32::consts::FRAC_PI_4;
        let (x, y) = (16.0 + libm::cosf(turn) * 14.1, 16.0 + libm::sinf(turn) * 14.1);
        canvas.dot(x as i32, y as i32, AMBER.at(0.7));
    }
    canvas
}

/// Scales a square image to another side.
fn sized(canvas: &Canvas, side: usize) -> Vec<[u8; 4]> {
    let pixels = canvas.pixels();
    let (pixels, _) = pixels.as_chunks::<4>();
    let own = canvas.width() as usize;
    let times = (own / side).max(1);
    let mean = |x: usize, y: usize| {
        let parts = (0..times * times).map(|part| pixels[(y + part / times) * own + x + part % times]);
        let painted: Vec<[u8; 4]> = parts.filter(|part| part[3] > 0).collect();
        if painted.is_empty() || painted.len() * 2 < times * times {
            return [0; 4];
        }
        let [red, green, blue] = [0, 1, 2].map(|channel| {
            let sum: usize = painted.iter().map(|part| usize::from(part[channel])).sum();
            (sum / painted.len()) as u8
        });
        // Desktops have no self-luminous pixels.
        [red, green, blue, OPAQUE]
    };
    (0..side * side).map(|number| mean(number % side * own / side, number / side * own / side)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::palette::BONE;

    #[test]
    fn icon_is_round_and_equal_in_all_sizes() {
        let icon = icon();
        assert!(icon.ink(0, 0).is_none() && icon.ink(31, 31).is_none() && icon.ink(16, 16).is_some());
        let of = |side: usize| sized(&icon, side);
        assert!(of(64).iter().enumerate().all(|(number, pixel)| *pixel == of(32)[number / 128 * 32 + number % 64 / 2]));
        assert_eq!(of(16).len(), 256);
    }

    #[test]
    fn smaller_icon_has_the_mean_of_painted_pixels() {
        let mut canvas = Canvas::new(2, 2);
        canvas.rect(0, 0, 2, 1, BONE.at(1.0));
        let colour = BONE.at(1.0).colour(0, 0);
        assert_eq!(sized(&canvas, 1), [[colour[0], colour[1], colour[2], 255]]);
        assert_eq!(sized(&Canvas::new(2, 2), 1), [[0; 4]]);
    }
}
