//! Background image of a page: the ship, or the dawn after the last deck.

use crate::ui::text_layout::BLACK;
use raycast::Texture;
use renderer::{Area, Art, Canvas};

/// Names of the images: the ship, and the view behind the last lift's doors.
pub(crate) const SHIP: &str = "title";
pub(crate) const DAWN: &str = "ending";
/// Brightness behind text, from 0 to 1.
pub(crate) const DIM: f32 = 0.25;
/// The faded side edge: the image's width divided by the edge's width, and the number of steps.
const EDGE: i32 = 12;
const STEPS: i32 = 24;

/// Draws an image in the centre, scaled by the largest whole factor, with a brightness from 0 to 1. Returns false if it
/// does not fit.
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
    // Dims the luminous pixels as well.
    canvas.tint(BLACK.covering(1.0 - bright));
    if place.x > 0 {
        fade_sides(canvas, place);
    }
    true
}

/// Draws an image behind text on a canvas of any size: in full, at half size, or not at all if neither fits.
pub(crate) fn draw_behind(canvas: &mut Canvas, art: &Art, name: &str, bright: f32) {
    canvas.tint(BLACK);
    if !draw(canvas, art, name, bright) {
        draw_small(canvas, art, name, bright);
    }
}

/// Draws an image at half size. Returns false if it does not fit.
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

/// Fades the sides of the image into the black of a wider canvas.
fn fade_sides(canvas: &mut Canvas, place: Area) {
    let edge = place.width / EDGE;
    for step in 0..STEPS {
        let (from, to) = (edge * step / STEPS, edge * (step + 1) / STEPS);
        let cover = BLACK.covering(1.0 - (step as f32 + 0.5) / STEPS as f32);
        canvas.fill(Area { x: place.x + from, width: to - from, ..place }, cover);
        canvas.fill(Area { x: place.x + place.width - to, width: to - from, ..place }, cover);
    }
}

/// Scales an image to half its size by averaging blocks of four pixels.
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
    fn half_size_image_averages_its_pixels() {
        let rgba: Vec<u8> = [0_u8, 40, 80, 120, 8, 8, 8, 8].iter().flat_map(|&grey| [grey, grey, grey, 255]).collect();
        let half = half(&Texture::new(4, 2, &rgba).unwrap()).unwrap();
        assert_eq!((half.width(), half.height()), (2, 1));
        assert_eq!(half.texels()[0].to_le_bytes(), [14, 14, 14, 255]);
        assert_eq!(half.texels()[1].to_le_bytes(), [54, 54, 54, 255]);
    }

    #[test]
    fn image_fades_to_black_on_a_wide_canvas() {
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
