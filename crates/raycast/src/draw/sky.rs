//! The sky: drawn where there is no ceiling, floor or wall. It turns with the eye and shows no parallax.
#![allow(unsafe_code, reason = "bands write into one frame in parallel, and texels are read without a check")]

use crate::{
    draw::picture::Picture,
    draw::sky_columns::Sky,
    lanes::lanes::{Lanes, STRIP_WIDTH, Token},
    lanes::shade::OPAQUE,
};
use std::ops::Range;

/// Returns one register of sky pixels: those of row `y` from column `x` on.
#[inline(always)]
pub(crate) fn lanes<L: Lanes>(token: Token<L>, picture: &Picture, x: usize, y: i32) -> L {
    let Sky { bearings, place, turn, aspect } = &picture.sky;
    let [across, down] = place.shifts();
    // Twice the distance below the horizon, in pixels.
    let half_pixels = (2 * y + 1 - picture.view.horizon) as u32;
    let [turns, slopes] = &bearings.strips[x / STRIP_WIDTH];
    let u = token.of(turns, x % STRIP_WIDTH).add(token.splat(*turn));
    let v =
        token.splat(1 << 31).add(token.of(slopes, x % STRIP_WIDTH).mul(token.splat(half_pixels.wrapping_mul(*aspect))));
    let column = u.shift_right(across).mul(token.splat(place.height));
    let index = token.splat(place.start).add(column).add(v.shift_right(down));
    // SAFETY: the sky is one of the scene's textures, and the shifts leave a column and a row that are less than its
    // sides.
    unsafe { L::gather(picture.scene.textures.texels().as_ptr(), index) }.or(token.splat(OPAQUE))
}

/// Draws the sky in the columns that show it instead of a wall.
///
/// # Safety
/// The rows must be on the frame, and no other thread may draw them at the same time.
#[inline(always)]
pub(crate) unsafe fn draw<L: Lanes>(token: Token<L>, picture: &Picture, rows: &Range<i32>) {
    for (number, strip) in picture.strips.iter().enumerate().filter(|(_, strip)| strip.sky != 0) {
        for lane in (0..STRIP_WIDTH).step_by(L::COUNT) {
            let x = number * STRIP_WIDTH + lane;
            let lanes = picture.lanes::<L>(x) & u32::from(strip.sky) >> lane;
            if lanes == 0 {
                continue;
            }
            let (top, bottom) = (token.of(&strip.wall.top, lane), token.of(&strip.wall.bottom, lane));
            for y in rows.start.max(strip.tops[0])..rows.end.min(strip.bottoms[1]) {
                let row = token.splat(y as u32);
                let lanes = lanes & !top.greater(row) & bottom.greater(row);
                // SAFETY: the caller guarantees the rows; `lanes` are on the frame.
                unsafe { picture.put(picture.pixel(x, y), x, self::lanes(token, picture, x, y), lanes) };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        scene::scene::Scene,
        scene::textures::TextureId,
        testing::{Seen, look, picture, room, seen},
    };
    use std::f32::consts::FRAC_PI_2;

    #[test]
    fn sky_turns_with_the_eye_without_parallax() {
        let mut scene = room("*****\n*   *\n*   *\n*   *\n*****");
        for (angle, colour) in [(0.0, Seen::Red), (1.0, Seen::Green), (2.0, Seen::Blue), (3.0, Seen::White)] {
            for (x, y) in [(1.2, 1.2), (2.5, 2.5), (3.9, 1.1)] {
                look(&mut scene, x, y, angle * FRAC_PI_2);
                let frame = picture(&scene, 81, 61);
                assert_eq!(seen(frame.pixel(40, 30).unwrap()), colour, "{angle} from {x} {y}");
            }
        }
    }

    #[test]
    fn turning_the_sky_equals_turning_the_eye() {
        let mut scene = room("*****\n*   *\n*   *\n*   *\n*****");
        // At the horizon, only sky is visible.
        let horizon = |scene: &Scene| {
            let frame = picture(scene, 81, 61);
            (0..81).map(|x| frame.pixel(x, 30)).collect::<Vec<_>>()
        };
        for turn in [0.5, 2.0, -7.0] {
            look(&mut scene, 2.5, 2.5, 0.4);
            let still = horizon(&scene);
            scene.sky_turn = turn;
            let turned = horizon(&scene);
            scene.sky_turn = 0.0;
            look(&mut scene, 2.5, 2.5, 0.4 + turn);
            assert_eq!(horizon(&scene), turned);
            assert_ne!(still, turned);
        }
    }

    #[test]
    fn floors_and_ceilings_can_show_the_sky() {
        let mut scene = room("#######\n#     #\n#######");
        look(&mut scene, 1.5, 1.5, 0.0);
        for x in 1..6 {
            scene.map.cell_mut(x, 1).unwrap().ceiling = TextureId::SKY;
        }
        let frame = picture(&scene, 81, 61);
        assert_eq!(seen(frame.pixel(40, 2).unwrap()), Seen::Red);
        assert_eq!(seen(frame.pixel(40, 58).unwrap()), Seen::Floor);
        scene.map.cell_mut(2, 1).unwrap().floor = TextureId::SKY;
        assert!((31..61).any(|y| seen(picture(&scene, 81, 61).pixel(40, y).unwrap()) == Seen::Red));
    }
}
