//! Walls and doors: what the walk found, written row by row.

use crate::light::{dither, shade};
use crate::{Frame, Textures, walk::Column};

/// Writes the walls of all columns; there are as many as the frame is wide.
pub(crate) fn draw(textures: &Textures, columns: &[Column], frame: &mut Frame) {
    let first = columns.iter().map(|column| column.top).min().unwrap_or(0);
    let width = frame.width();
    for (y, row) in frame.pixels_mut().chunks_exact_mut(width).enumerate().skip(first as usize) {
        draw_row(textures.texels(), columns, y as u32, row);
    }
}

fn draw_row(texels: &[u32], columns: &[Column], y: u32, row: &mut [u32]) {
    let thresholds = dither(y as usize);
    for (x, (column, pixel)) in columns.iter().zip(row).enumerate() {
        if y < column.top || y >= column.bottom {
            continue;
        }
        let down = column.start.wrapping_add(column.step.wrapping_mul(y));
        let line = (u64::from(down) * u64::from(column.rows)) >> 32;
        let texel = texels[column.texel as usize + line as usize * column.pitch as usize];
        *pixel = shade(texel, column.light, thresholds[x % 4]);
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{QUARTERS, Seen, down_column, look, picture, room};

    #[test]
    fn a_wall_shows_its_whole_texture_from_ceiling_to_floor() {
        let mut scene = room("####\n#  #\n####");
        for y in 0..3 {
            scene.map.cell_mut(3, y).unwrap().kind = crate::CellKind::Wall { texture: QUARTERS };
        }
        look(&mut scene, 1.0, 1.5, 0.0);
        let frame = picture(&scene, 41, 61);
        assert_eq!(down_column(&frame, 15), [Seen::Ceiling, Seen::Red, Seen::Blue, Seen::Floor]);
        assert_eq!(down_column(&frame, 25), [Seen::Ceiling, Seen::Green, Seen::White, Seen::Floor]);
    }

    #[test]
    fn a_wall_before_the_nose_shows_the_middle_of_its_texture() {
        let mut scene = room("####\n#  #\n####");
        for x in [2.9, 2.99, 2.999, 2.999_999] {
            look(&mut scene, x, 1.6, 0.0);
            let frame = picture(&scene, 41, 60);
            assert_eq!(down_column(&frame, 20), [Seen::Wall], "{x}");
        }
    }
}
