//! The picture behind a page: the ship, or the dawn after the last deck.

use crate::ui::text_layout::BLACK;
use raycast::Texture;
use renderer::{Area, Art, Canvas};

/// The pictures: the ship, and what lies behind the last lift's doors.
pub(crate) const SHIP: &str = "title";
pub(crate) const DAWN: &str = "ending";
/// How bright they are behind words.
pub(crate) const DIM: f32 = 0.25;
/// How wide the edge is over which it goes into the black beside it, in parts of its width, and in how many steps.
const EDGE: i32 = 12;
const STEPS: i32 = 24;

/// Draws a picture in the middle, as large as a whole number makes it and so bright, from 0 to 1; false where it has no room.
pub(crate) fn draw(canvas: &mut Canvas, art: &Art, name: &str, bright: f32) -> bool {
    let (width, height) = (canvas.width(), canvas.height());
    let Some(picture) = art.picture(name) else { return false };
    let (across, down) = (picture.width() as i32, picture.height() as i32);
    let scale = (width / across).min(height / down);
    if scale < 1 {
        return false;
    }
    let place = Area::new((width - across * scale) / 2, (height - down * scale) / 2, across * scale, down * scale);
    canvas.picture(picture, place.x, place.y, scale, 1.0);
    // What shines of it is no brighter than the rest.
    canvas.tint(BLACK.covering(1.0 - bright));
    if place.x > 0 {
        fade_sides(canvas, place);
    }
    true
}

/// Draws a picture, on a canvas of any size: whole, half as large, or not at all where it has no room. Behind words it is dim.
pub(crate) fn draw_behind(canvas: &mut Canvas, art: &Art, name: &str, bright: f32) {
    canvas.tint(BLACK);
    if !draw(canvas, art, name, bright) {
        draw_small(canvas, art, name, bright);
    }
}

/// Draws a picture half as large, on a canvas that has room for that alone; false where there is none for that either.
pub(crate) fn draw_small(canvas: &mut Canvas, art: &Art, name: &str, bright: f32) -> bool {
    let (width, height) = (canvas.width(), canvas.height());
    let small = art.picture(name).and_then(half);
    let Some(small) = small.filter(|small| small.width() as i32 <= width && small.height() as i32 <= height) else {
        return false;
    };
    canvas.picture(&small, (width - small.width() as i32) / 2, (height - small.height() as i32) / 2, 1, 1.0);
    canvas.tint(BLACK.covering(1.0 - bright));
    true
}

/// A wider canvas is black beside the picture, which goes there softly.
fn fade_sides(canvas: &mut Canvas, place: Area) {
    let edge = place.width / EDGE;
    for step in 0..STEPS {
        let (from, to) = (edge * step / STEPS, edge * (step + 1) / STEPS);
        let cover = BLACK.covering(1.0 - (step as f32 + 0.5) / STEPS as f32);
        canvas.fill(Area { x: place.x + from, width: to - from, ..place }, cover);
        canvas.fill(Area { x: place.x + place.width - to, width: to - from, ..place }, cover);
    }
}

/// A picture half as wide and high: each of its pixels is the mean of four.
fn half(picture: &Texture) -> Option<Texture> {
    let (width, height) = (picture.width() / 2, picture.height() / 2);
    let texel = |x: usize, y: usize| picture.texels()[y * picture.width() + x].to_le_bytes();
    let pixels = (0..width * height).flat_map(|at| {
        let (x, y) = (at % width * 2, at / width * 2);
        let four = [texel(x, y), texel(x + 1, y), texel(x, y + 1), texel(x + 1, y + 1)];
        [0, 1, 2, 3].map(|part| (four.iter().map(|pixel| u32::from(pixel[part])).sum::<u32>() / 4) as u8)
    });
    Texture::new(width, height, &pixels.collect::<Vec<u8>>()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_picture_is_the_mean_of_its_pixels() {
        let rgba: Vec<u8> = [0_u8, 40, 80, 120, 8, 8, 8, 8].iter().flat_map(|&grey| [grey, grey, grey, 255]).collect();
        let half = half(&Texture::new(4, 2, &rgba).unwrap()).unwrap();
        assert_eq!((half.width(), half.height()), (2, 1));
        assert_eq!(half.texels()[0].to_le_bytes(), [14, 14, 14, 255]);
        assert_eq!(half.texels()[1].to_le_bytes(), [54, 54, 54, 255]);
    }

    #[test]
    fn beside_the_picture_a_wide_canvas_becomes_black_softly() {
        let mut frame = raycast::Frame::new(240, 24);
        let mut canvas = Canvas::new(&mut frame);
        let place = Area::new(24, 0, 192, 24);
        canvas.fill(place, renderer::Colour::rgb(200, 200, 200));
        fade_sides(&mut canvas, place);
        let row: Vec<u8> = (0..240).map(|x| frame.pixel(x, 12).unwrap().to_le_bytes()[0]).collect();
        assert!(row[24..120].windows(2).all(|pair| pair[0] <= pair[1]), "{row:?}");
        assert!(row[120..216].windows(2).all(|pair| pair[0] >= pair[1]), "{row:?}");
        assert!(row[24] < 20 && row[215] < 20 && row[120] == 200 && row[50] == 200, "{row:?}");
    }
}
