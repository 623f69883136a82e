//! Smoothing of light that is given per tile.

use raycast::{CellKind, Light, Map};

/// Sets the light of each cell (red, green, blue) from `level`, averaged at each corner over the adjacent open cells.
pub(crate) fn lay(map: &mut Map, level: impl Fn(usize, usize) -> [u8; 3]) {
    let (width, height) = (map.width(), map.height());
    let open: Vec<bool> = map.cells().iter().map(|cell| !matches!(cell.kind, CellKind::Wall(_))).collect();
    let levels: Vec<[u8; 3]> = (0..width * height).map(|i| level(i % width, i / width)).collect();
    // The light at the north-west corner of a cell.
    let corner = |x: usize, y: usize| {
        let round = [(x, y), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1)), (x.wrapping_sub(1), y.wrapping_sub(1))];
        let mut sum = [0; 3];
        let mut count = 0;
        for (x, y) in round.into_iter().filter(|&(x, y)| x < width && y < height && open[y * width + x]) {
            count += 1;
            for (sum, part) in sum.iter_mut().zip(levels[y * width + x]) {
                *sum += u32::from(part);
            }
        }
        sum.map(|sum| (sum / count.max(1)) as u8)
    };
    let corners: Vec<[u8; 3]> =
        (0..(width + 1) * (height + 1)).map(|i| corner(i % (width + 1), i / (width + 1))).collect();
    for y in 0..height {
        for x in 0..width {
            let corner = |dx: usize, dy: usize| corners[(y + dy) * (width + 1) + x + dx];
            if let Some(cell) = map.cell_mut(x, y) {
                cell.light = Light::corners([corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raycast::{MapCell, TextureId};

    #[test]
    fn corners_average_the_light_of_adjacent_open_cells() {
        let (open, wall) = (CellKind::Open, CellKind::Wall([TextureId(0); 4]));
        let cell = |kind| MapCell { kind, floor: TextureId(0), ceiling: TextureId(0), light: Light::FULL };
        let mut map = Map::new(2, 2, [open, open, wall, open].map(cell).to_vec()).unwrap();
        lay(&mut map, |x, y| [[10, 20], [99, 60]][y][x..=x].repeat(3).try_into().unwrap());
        let grey = |levels: [u8; 4]| Light::corners(levels.map(|level| [level; 3]));
        assert_eq!(map.cells()[0].light, grey([10, 15, 10, 30]));
        assert_eq!(map.cells()[3].light, grey([30, 40, 60, 60]));
        assert_eq!(map.cells()[2].light, grey([10, 30, 0, 60]), "a corner between walls is dark");
    }
}
