//! The face of a conduit lock: its board as an image on the wall, readable from across the room.

use crate::{
    board::layout::Triangle,
    board::lock::draw_triangle,
    canvas::canvas::{Canvas, Colour},
    canvas::picture::scaled,
};
use bevy::math::Vec2;
use puzzles::panguru::Board;
use raycast::{Frame, Texture};

/// The side of a face, in texels.
pub(crate) const FACE_SIDE: usize = 128;

/// The minimum brightness of a channel at which a texel is full-bright.
const SHINES: u8 = 96;
/// The alpha of full-bright texels.
const SHINING: u8 = 254;

/// The dark field behind the board, as shares of the face: its middle, and the offsets from there to its upper corner
/// and one of its lower ones. It covers the field that the art's panel shows.
const MIDDLE: Vec2 = Vec2::new(0.5, 0.558);
const UP: Vec2 = Vec2::new(0.0, -0.417);
const ASIDE: Vec2 = Vec2::new(0.359, 0.208);
/// The scale of the field relative to these numbers.
const LARGER: f32 = 1.22;

const FIELD: Colour = Colour::rgb(10, 14, 20);
const RIM: Colour = Colour::rgb(70, 90, 104);

/// Returns the face of a lock on a wall with this image; without a board, the wall alone.
pub(crate) fn face(wall: &Texture, board: Option<&Board>) -> Option<Texture> {
    let wall = scaled(wall, FACE_SIDE, FACE_SIDE)?;
    let Some(board) = board else { return Some(wall) };
    let mut frame = Frame::new(FACE_SIDE, FACE_SIDE);
    frame.pixels_mut().iter_mut().zip(wall.texels()).for_each(|(pixel, texel)| *pixel = texel | 0xff00_0000);
    draw(&mut Canvas::new(&mut frame), board);
    let texels = frame.pixels().iter().zip(wall.texels()).flat_map(|(pixel, texel)| {
        let [r, g, b, _] = pixel.to_le_bytes();
        // Texels of the wall keep their alpha.
        match *pixel == texel | 0xff00_0000 {
            true => texel.to_le_bytes(),
            false => [r, g, b, if r.max(g).max(b) >= SHINES { SHINING } else { 255 }],
        }
    });
    Texture::new(FACE_SIDE, FACE_SIDE, &texels.collect::<Vec<u8>>()).ok()
}

fn draw(canvas: &mut Canvas, board: &Board) {
    let side = FACE_SIDE as f32;
    let corners = |times: f32| {
        let mirrored = Vec2::new(-ASIDE.x, ASIDE.y);
        [UP, ASIDE, mirrored].map(|corner| (MIDDLE + corner * times * LARGER) * side)
    };
    canvas.shape(&[&corners(1.04)], RIM);
    canvas.shape(&[&corners(0.98)], FIELD);
    // The plates are so far inside the corners that they touch the edges.
    let inner = 0.68;
    let [top, right, left] = corners(inner);
    let step = Vec2::new((right.x - left.x) / 4.0, (right.y - top.y) / 4.0);
    draw_triangle(canvas, &Triangle { top, step, radius: step.x * 0.47 }, board);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn face_shows_its_board_and_is_full_bright() {
        let wall = Texture::new(2, 2, &[90, 80, 70, 255].repeat(4)).unwrap();
        let board = Board::read("WCBRBOGYGPCORPY", "-PCBRYOGYGBCORP", true).unwrap();
        let mut other = board;
        other.slide(6).unwrap();
        let [one, two] = [board, other].map(|board| face(&wall, Some(&board)).unwrap());
        assert_eq!((one.width(), one.height(), one.can_tile()), (FACE_SIDE, FACE_SIDE, true));
        assert_ne!(one, two);
        assert_eq!(one, face(&wall, Some(&board)).unwrap(), "the same board has the same face");
        let shines = one.texels().iter().filter(|texel| *texel >> 24 == u32::from(SHINING)).count();
        assert!((500..6000).contains(&shines), "{shines}");
        assert_eq!(one.texels()[0].to_le_bytes(), [90, 80, 70, 255], "the wall next to it must be unchanged");
        let bare = face(&wall, None).unwrap();
        assert!(bare.texels().iter().all(|texel| texel.to_le_bytes() == [90, 80, 70, 255]));
    }
}
