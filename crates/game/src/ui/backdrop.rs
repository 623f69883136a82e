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

/// Draws an image in the centre, on black, as large as fits, with a brightness from 0 to 1. It is enlarged by whole factors
/// only, so that its pixels stay square. Returns false if there is no such image.
pub(crate) fn draw(canvas: &mut Canvas, art: &Art, name: &str, bright: f32) -> bool {
    canvas.tint(BLACK);
    let (width, height) = (canvas.width(), canvas.height());
    let Some(picture) = art.picture(name) else { return false };
    let (across, down) = (picture.width() as i32, picture.height() as i32);
    let scale = (width / across).min(height / down);
    let small = if scale < 1 { shrunk(picture, width as usize, height as usize) } else { None };
    let (picture, scale) = (small.as_ref().unwrap_or(picture), scale.max(1));
    let (across, down) = (picture.width() as i32 * scale, picture.height() as i32 * scale);
    let place = Area::new((width - across) / 2, (height - down) / 2, across, down);
    canvas.picture(picture, place.x, place.y, scale, 1.0);
    // Dims the luminous pixels as well.
    canvas.tint(BLACK.covering(1.0 - bright));
    if place.x > 0 {
        fade_sides(canvas, place);
    }
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

/// Returns the image, shrunk until it fits into this size. Each pixel is the average of those that it covers.
fn shrunk(picture: &Texture, width: usize, height: usize) -> Option<Texture> {
    let (across, down) = (picture.width(), picture.height());
    let (width, height) = (width.min(across * height / down), height.min(down * width / across));
    let average = |x: usize, y: usize| {
        let (columns, rows) =
            (x * across / width..(x + 1) * across / width, y * down / height..(y + 1) * down / height);
        let count = (columns.len() * rows.len()) as u32;
        let texels = rows.flat_map(|row| columns.clone().map(move |column| picture.texels()[row * across + column]));
        let sums = texels.fold([0; 4], |sums: [u32; 4], texel| {
            let parts = texel.to_le_bytes();
            [0, 1, 2, 3].map(|part| sums[part] + u32::from(parts[part]))
        });
        sums.map(|sum| (sum / count) as u8)
    };
    let pixels: Vec<u8> = (0..width * height).flat_map(|at| average(at % width, at / width)).collect();
    Texture::new(width, height, &pixels).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shrunk_image_averages_its_pixels_and_keeps_its_shape() {
        let rgba: Vec<u8> = [0_u8, 40, 80, 120, 8, 8, 8, 8].iter().flat_map(|&grey| [grey, grey, grey, 255]).collect();
        let picture = Texture::new(4, 2, &rgba).unwrap();
        let half = shrunk(&picture, 3, 1).unwrap();
        assert_eq!((half.width(), half.height()), (2, 1), "the height decides");
        assert_eq!(half.texels()[0].to_le_bytes(), [14, 14, 14, 255]);
        assert_eq!(half.texels()[1].to_le_bytes(), [54, 54, 54, 255]);
        let fewer = shrunk(&picture, 3, 2).unwrap();
        assert_eq!((fewer.width(), fewer.height()), (3, 1), "the width decides");
        assert!(shrunk(&picture, 1, 1).is_none(), "it would have no height");
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
