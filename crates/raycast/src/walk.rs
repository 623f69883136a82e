//! The walk: what each column of the frame shows, found by one walk over the grid.

use crate::light;
use crate::scene::{Axis, Cell, CellKind, Map, Scene};
use crate::texture::{Place, TextureId};
use crate::view::{NEAR, View};

/// What one column of the frame shows: ceiling above `top`, wall or door down to `bottom`, floor below.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Column {
    /// How far the wall is in front of the eye, in tiles. Sprites beyond it are hidden.
    pub(crate) depth: f64,
    /// The first row of the wall.
    pub(crate) top: u32,
    /// The row after the last of the wall. As the eye is halfway up, it lies as far from the frame's end as `top`
    /// from its start.
    pub(crate) bottom: u32,
    /// The index, among all texels, of the uppermost texel of the texture's column.
    pub(crate) texel: u32,
    /// The texture's width: the way from a texel to the one below.
    pub(crate) pitch: u32,
    /// The texture's height.
    pub(crate) rows: u32,
    /// How far down the wall row 0 of the frame is, in units of 2^-32 of the wall's height, wrapping around.
    pub(crate) start: u32,
    /// How much further down each row is, in the same units.
    pub(crate) step: u32,
    /// The light on the wall.
    pub(crate) light: u32,
}

/// Where a ray ends.
struct Hit {
    depth: f64,
    /// The texture, or none where the ray leaves the map.
    texture: Option<TextureId>,
    /// How far across the texture, 0 (left) to 1 (right) as it is seen.
    across: f64,
    /// The light of the cell in front, and how much of it the face shows.
    light: u8,
    part: f64,
}

/// Finds what each column shows; there are as many as the frame is wide.
pub(crate) fn walk(scene: &Scene, view: &View, columns: &mut [Column]) {
    for (x, column) in columns.iter_mut().enumerate() {
        let hit = cast(&scene.map, view, view.ray(x as f64 + 0.5));
        let place = hit.texture.map_or(Place::VOID, |id| scene.textures.place(id));
        *column = stand(view, &hit, place);
    }
}

/// The column that shows this hit.
fn stand(view: &View, hit: &Hit, place: Place) -> Column {
    let depth = hit.depth.max(NEAR);
    let height = view.focal / depth;
    let above = view.middle.1 - height / 2.0; // the row, with its fraction, at which the wall starts
    // A row belongs to the wall if its middle does.
    let top = (above - 0.5).ceil().max(0.0);
    // Rounding down keeps the last row of the wall within the texture.
    let step = (4_294_967_296.0 / height).min(4_294_967_295.0) as u32;
    let first = ((top + 0.5 - above) / height * 4_294_967_296.0) as u32;
    let left = ((hit.across * f64::from(place.width)) as u32).min(place.width - 1);
    Column {
        depth,
        top: top as u32,
        bottom: (view.middle.1 * 2.0 - top) as u32,
        texel: place.start + left,
        pitch: place.width,
        rows: place.height,
        start: first.wrapping_sub((top as u32).wrapping_mul(step)),
        step,
        light: light::on(hit.light, light::fade(depth) * hit.part),
    }
}

/// Walks along a ray, from cell to cell, to the first wall, door or end of the map.
///
/// Distances are counted in lengths of `ray`, whose part along the view is 1: they are depths, and no wall bulges.
fn cast(map: &Map, view: &View, ray: (f64, f64)) -> Hit {
    let (mut x, mut y) = (view.x.floor() as i32, view.y.floor() as i32);
    let (mut next_x, step_x) = first_step(view.x, ray.0);
    let (mut next_y, step_y) = first_step(view.y, ray.1);
    let (wide, high) = ((1.0 / ray.0).abs(), (1.0 / ray.1).abs());
    let mut entered = 0.0;
    let mut cell = map.cell(x, y);
    while let Some(here) = cell {
        let leaves = f64::min(next_x, next_y);
        if let Some(hit) = door(here, (x, y), view, ray, entered..=leaves) {
            return hit;
        }
        entered = leaves;
        let side = if next_x < next_y { Axis::X } else { Axis::Y };
        match side {
            Axis::X => {
                x += step_x;
                next_x += wide;
            }
            Axis::Y => {
                y += step_y;
                next_y += high;
            }
        }
        cell = map.cell(x, y);
        if let Some(Cell { kind: CellKind::Wall { texture }, .. }) = cell {
            let texture = if let CellKind::Door { jamb, .. } = here.kind { jamb } else { *texture };
            let along = match side {
                Axis::X => view.y + entered * ray.1 - f64::from(y),
                Axis::Y => view.x + entered * ray.0 - f64::from(x),
            };
            return face(texture, here, entered, side, along, ray);
        }
    }
    Hit { depth: entered, texture: None, across: 0.0, light: 0, part: 0.0 }
}

/// The depth at which a ray from here leaves its cell along one axis, and the step to the next cell.
fn first_step(from: f64, ray: f64) -> (f64, i32) {
    if ray > 0.0 {
        ((from.floor() + 1.0 - from) / ray, 1)
    } else if ray < 0.0 {
        ((from.floor() - from) / ray, -1)
    } else {
        (f64::INFINITY, 0)
    }
}

/// The hit on the panel of a door, if the cell has one and the ray meets it while it is `within` the cell.
fn door(
    cell: &Cell,
    (x, y): (i32, i32),
    view: &View,
    ray: (f64, f64),
    within: std::ops::RangeInclusive<f64>,
) -> Option<Hit> {
    let CellKind::Door { panel, along, open, .. } = cell.kind else { return None };
    let (side, depth) = match along {
        Axis::X => (Axis::Y, (f64::from(y) + 0.5 - view.y) / ray.1),
        Axis::Y => (Axis::X, (f64::from(x) + 0.5 - view.x) / ray.0),
    };
    // A ray along the panel divides by 0; the depth is then infinite or none, and within no cell.
    if !within.contains(&depth) {
        return None;
    }
    let along = match along {
        Axis::X => view.x + depth * ray.0 - f64::from(x),
        Axis::Y => view.y + depth * ray.1 - f64::from(y),
    };
    let open = f64::from(open);
    if along < open && open > 0.0 { None } else { Some(face(panel, cell, depth, side, along - open.max(0.0), ray)) }
}

/// The hit on a face that looks along `side` and lies so far `along` the other axis (0 to 1) of its cell.
fn face(texture: TextureId, front: &Cell, depth: f64, side: Axis, along: f64, ray: (f64, f64)) -> Hit {
    // Seen from the other side, left and right change places: no writing on a wall is ever mirrored.
    let mirrored = match side {
        Axis::X => ray.0 < 0.0,
        Axis::Y => ray.1 > 0.0,
    };
    let along = along.clamp(0.0, 1.0);
    Hit {
        depth,
        texture: Some(texture),
        across: if mirrored { 1.0 - along } else { along },
        light: front.light,
        part: if side == Axis::X { 1.0 } else { light::Y_FACE },
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{Seen, along_row, look, open, picture, room, seen};
    use crate::{TextureId, frame::BLACK};
    use std::f32::consts::{FRAC_PI_2, PI};

    #[test]
    fn a_straight_wall_is_equally_high_in_every_column() {
        let mut scene = room("#########\n#       #\n#       #\n#########");
        look(&mut scene, 4.5, 2.6, -FRAC_PI_2);
        let frame = picture(&scene, 40, 60);
        for y in 0..frame.height() {
            assert_eq!(along_row(&frame, y).len(), 1, "row {y}");
        }
    }

    #[test]
    fn a_corridor_is_as_wide_to_the_left_as_to_the_right() {
        let mut scene = room("##########\n#        #\n#        #\n#        #\n##########");
        for angle in [0.0, PI] {
            look(&mut scene, 5.0, 2.5, angle);
            let frame = picture(&scene, 64, 37);
            for y in 0..37 {
                for x in 0..32 {
                    let (left, right) = (frame.pixel(x, y).unwrap(), frame.pixel(63 - x, y).unwrap());
                    let apart = |a: u8, b: u8| a.abs_diff(b) <= 2; // dithering leans to no side
                    let near = left.to_le_bytes().into_iter().zip(right.to_le_bytes()).all(|(a, b)| apart(a, b));
                    assert!(near, "column {x}, row {y}: {left:x} {right:x}");
                }
            }
        }
    }

    #[test]
    fn writing_on_a_wall_reads_from_left_to_right_on_all_four_sides() {
        let mut scene = room("     \n     \n  #  \n     \n     ");
        let block = crate::CellKind::Wall { texture: crate::testing::QUARTERS };
        scene.map.cell_mut(2, 2).unwrap().kind = block;
        for (x, y, angle) in [(0.5, 2.5, 0.0), (4.5, 2.5, PI), (2.5, 0.5, FRAC_PI_2), (2.5, 4.5, -FRAC_PI_2)] {
            look(&mut scene, x, y, angle);
            let frame = picture(&scene, 160, 90);
            let upper = along_row(&frame, 40);
            let lower = along_row(&frame, 50);
            assert!(upper.windows(2).any(|pair| pair == [Seen::Red, Seen::Green]), "{x} {y}: {upper:?}");
            assert!(lower.windows(2).any(|pair| pair == [Seen::Blue, Seen::White]), "{x} {y}: {lower:?}");
        }
    }

    #[test]
    fn a_shut_door_stands_in_the_middle_of_its_cell_between_jambs() {
        let mut scene = room("#######\n#  |  #\n#######");
        for (x, angle) in [(1.2, 0.0), (5.8, PI)] {
            look(&mut scene, x, 1.5, angle);
            let frame = picture(&scene, 160, 90);
            let row = along_row(&frame, 45);
            let middle = [Seen::Wall, Seen::Jamb, Seen::PanelLeft, Seen::PanelRight, Seen::Jamb, Seen::Wall];
            assert_eq!(row, middle, "the panel is not mirrored from {x} either");
        }
    }

    #[test]
    fn an_open_door_slides_aside_and_its_texture_goes_with_it() {
        for (map, x, y, angle) in
            [("#######\n#  |  #\n#######", 1.2, 1.5, 0.0), ("###\n# #\n# #\n#-#\n# #\n###", 1.5, 1.2, FRAC_PI_2)]
        {
            let mut scene = room(map);
            let (door_x, door_y) = if angle == 0.0 { (3, 1) } else { (1, 3) };
            look(&mut scene, x, y, angle);
            let gap = |how_far: f32, scene: &mut crate::Scene| {
                open(scene, door_x, door_y, how_far);
                let frame = picture(scene, 320, 90);
                (0..320)
                    .filter(|&x| {
                        let pixel = seen(frame.pixel(x, 45).unwrap());
                        matches!(pixel, Seen::PanelLeft | Seen::PanelRight)
                    })
                    .count()
            };
            let whole = gap(0.0, &mut scene);
            assert!(gap(0.5, &mut scene).abs_diff(whole / 2) <= 1);
            assert!(gap(0.25, &mut scene).abs_diff(whole * 3 / 4) <= 1);
            assert_eq!(gap(1.0, &mut scene), 0);
            assert_eq!(gap(f32::NAN, &mut scene), whole, "a door that is open to no known extent is shut");
        }
        let mut scene = room("#######\n#  |  #\n#######");
        open(&mut scene, 3, 1, 0.75);
        look(&mut scene, 1.2, 1.5, 0.0);
        let row = along_row(&picture(&scene, 160, 90), 45);
        assert_eq!(row, [Seen::Wall, Seen::Jamb, Seen::Wall, Seen::PanelLeft, Seen::Jamb, Seen::Wall]);
    }

    #[test]
    fn an_eye_in_a_doorway_sees_the_jambs_beside_it() {
        let mut scene = room("#######\n#  |  #\n#######");
        open(&mut scene, 3, 1, 1.0);
        look(&mut scene, 3.5, 1.5, FRAC_PI_2);
        let row = along_row(&picture(&scene, 40, 30), 15);
        assert_eq!(row, [Seen::Jamb]);
    }

    #[test]
    fn outside_the_map_is_black_and_inside_a_wall_one_looks_out() {
        let mut scene = room("   \n ##\n   ");
        look(&mut scene, 0.5, 2.5, -FRAC_PI_2);
        let frame = picture(&scene, 40, 31);
        assert_eq!(frame.pixel(20, 15), Some(BLACK), "the open border");
        assert_eq!(seen(frame.pixel(20, 30).unwrap()), Seen::Floor);
        look(&mut scene, 1.5, 1.5, 0.0);
        assert_eq!(seen(picture(&scene, 40, 31).pixel(20, 15).unwrap()), Seen::Wall);
        look(&mut scene, 1.5, 1.5, PI);
        assert_eq!(seen(picture(&scene, 40, 31).pixel(20, 30).unwrap()), Seen::Floor);
        look(&mut scene, -3.0, 1.5, 0.0);
        assert!(picture(&scene, 40, 31).pixels().iter().all(|&pixel| pixel == BLACK));
    }

    #[test]
    fn faces_are_lit_by_the_cell_in_front_and_those_along_x_are_darker() {
        let mut scene = room("####\n#  #\n#  #\n####");
        let bright = |scene: &crate::Scene| picture(scene, 3, 3).pixel(1, 1).unwrap().to_le_bytes()[1];
        look(&mut scene, 1.5, 1.5, PI);
        let west = bright(&scene);
        look(&mut scene, 1.5, 1.5, -FRAC_PI_2);
        let north = bright(&scene);
        assert!(north < west && north > west / 2);
        scene.map.cell_mut(1, 1).unwrap().light = 60;
        assert!(bright(&scene) < north / 2);
    }

    #[test]
    fn a_texture_that_is_not_there_does_not_stop_the_picture() {
        let mut scene = room("###\n# #\n###");
        scene.map.cell_mut(2, 1).unwrap().kind = crate::CellKind::Wall { texture: TextureId(999) };
        let row = along_row(&picture(&scene, 3, 3), 1);
        assert_eq!(row, [Seen::Jamb], "pink");
    }
}
