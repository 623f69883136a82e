//! The walk: finds what each column of the frame shows by casting rays through the grid.
//!
//! A column's ray moves from cell to cell until something stops it. If two columns end at the same face of the same
//! wall and both rays crossed only open cells, no ray is cast for the columns between them: all of those end at that
//! face, too. The reason is that the triangle between the eye and that part of the face is at most one tile wide, so
//! one of the two rays crosses any cell that reaches into it. If the two columns end at neighbouring faces, the same
//! holds as long as the triangle is narrower than a tile where the last cells before the wall begin.

use crate::{
    lanes::kernel::Instructions,
    lanes::lanes::STRIP_WIDTH,
    scene::model::{RayHit, RayHits, meet_edge},
    scene::scene::{CellKind, Scene},
    scene::textures::{TextureId, TextureSlot},
    walk::column_batch::{ColumnBatch, ColumnBuilder, FinishDraft},
    walk::face::Face,
    walk::projected_face::{ProjectedFace, PutFace},
    walk::slice::Slices,
    walk::strip::{PANES, Strip},
    walk::view::View,
};
use bytemuck::Zeroable;
use std::ops::Range;

/// The distance between columns for which a ray is always cast: a whole number of strips.
pub(crate) const SPACING: usize = 2 * STRIP_WIDTH;

/// Obstacle that stops a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    /// A wall face that is reached through open cells only.
    Plain(Face),
    /// A wall face behind other objects.
    Face(Face),
    /// A part of a cell's model.
    Model(RayHit, (i32, i32)),
    /// The border of the map, at this depth.
    Outside(f64),
}

/// Finds what a run of columns shows, starting at column `first`, a multiple of [`SPACING`].
///
/// `columns` is the number of columns, `strips` are their strips, and `panes` the transparent surfaces of each strip,
/// from near to far.
pub(crate) fn walk(
    kernel: Instructions,
    scene: &Scene,
    view: &View,
    first: usize,
    columns: usize,
    strips: &mut [Strip],
    panes: &mut [[Slices; PANES]],
) {
    let mut drafts = Drafts::zeroed();
    let mut walk = Walk { scene, view, first, strips, panes, faces: [None; SPACING], drafts: &mut drafts };
    for strip in walk.strips.iter_mut() {
        strip.clear();
    }
    for start in (0..columns).step_by(SPACING) {
        let last = (start + SPACING).min(columns) - 1;
        let left = walk.follow(start);
        // A single last column gets only one ray; a second one would record its transparent surfaces twice.
        if last > start {
            let right = walk.follow(last);
            walk.between(start, last, [left, right]);
        }
        walk.put_down(kernel, start..last + 1);
    }
    for (number, (strip, panes)) in walk.strips.iter_mut().zip(walk.panes).enumerate() {
        strip.sum_up((columns - number * STRIP_WIDTH).min(STRIP_WIDTH), panes);
    }
}

struct Walk<'a> {
    scene: &'a Scene,
    view: &'a View,
    first: usize,
    strips: &'a mut [Strip],
    panes: &'a mut [[Slices; PANES]],
    /// The faces at which the columns of a spacing end, until these are recorded in the batches.
    faces: [Option<Face>; SPACING],
    drafts: &'a mut Drafts,
}

/// Surfaces that the columns of a spacing show: for each strip, those at which they end, and the transparent ones
/// from near to far.
#[derive(Zeroable)]
struct Drafts {
    ends: [ColumnBatch; SPACING / STRIP_WIDTH],
    layers: [[ColumnBatch; PANES]; SPACING / STRIP_WIDTH],
}

impl<'a> Walk<'a> {
    fn drafter(&self) -> ColumnBuilder<'a> {
        ColumnBuilder { scene: self.scene, view: self.view }
    }

    /// Finds what the columns between two known ones show.
    fn between(&mut self, left: usize, right: usize, ends: [End; 2]) {
        if right - left < 2 {
            return;
        }
        match ends {
            [End::Plain(face), End::Plain(other)] if face == other => {
                self.faces[left % SPACING + 1..right % SPACING].fill(Some(face));
            }
            [End::Plain(face), End::Plain(other)] if other == face.right() && self.is_narrow(face, left, right) => {
                let next = self.column_after(face).map_or(right, |next| next.clamp(left + 1, right)) - left;
                let between = &mut self.faces[left % SPACING..right % SPACING];
                between[1..next].fill(Some(face));
                between[next..].fill(Some(other));
            }
            _ => {
                let middle = match ends[0] {
                    End::Plain(face) => self.column_after(face).filter(|&next| next <= right),
                    _ => None,
                };
                let middle = middle.map_or(usize::midpoint(left, right), |next| next.clamp(left + 1, right - 1));
                let end = self.follow(middle);
                self.between(left, middle, [ends[0], end]);
                self.between(middle, right, [end, ends[1]]);
            }
        }
    }

    /// Returns the column after the last one that would end at a face if nothing was in front of it. A ray there, and
    /// possibly an adjacent one, usually find the end of a face; bisection would need about five.
    fn column_after(&self, face: Face) -> Option<usize> {
        let next = (face.right_end(self.view) - 0.5).ceil() - self.first as f64;
        (next < (SPACING * self.strips.len()) as f64).then_some(next as usize)
    }

    /// Returns true if no cell fits between the rays of two columns that end at a face and at its right neighbour.
    fn is_narrow(&self, face: Face, left: usize, right: usize) -> bool {
        let [left, right] = [left, right].map(|column| face.slope(self.ray(column)));
        (left - right).abs() * (face.distance(self.view) - 1.0) < 1.0
    }

    /// Returns the direction of a column's ray.
    fn ray(&self, column: usize) -> (f64, f64) {
        self.view.ray((self.first + column) as f64 + 0.5)
    }

    /// Casts a column's ray and records what the column shows, or notes the face at which it ends.
    fn follow(&mut self, column: usize) -> End {
        let ray = self.ray(column);
        let end = self.cast(column, ray);
        match end {
            End::Plain(face) | End::Face(face) => self.faces[column % SPACING] = Some(face),
            End::Model(meeting, cell) => {
                let (place, drafter) = (self.scene.textures.tile(meeting.texture), self.drafter());
                drafter.put(
                    &mut self.drafts.ends[column % SPACING / STRIP_WIDTH],
                    column % STRIP_WIDTH,
                    &meeting,
                    cell,
                    place,
                );
                let strip = &mut self.strips[column / STRIP_WIDTH];
                strip.cell[column % STRIP_WIDTH] = (cell.0 as i16, cell.1 as i16);
                strip.shines |= place.shines;
            }
            End::Outside(depth) => {
                self.drafts.ends[column % SPACING / STRIP_WIDTH].put_outside(column % STRIP_WIDTH, depth);
                let strip = &mut self.strips[column / STRIP_WIDTH];
                strip.cell[column % STRIP_WIDTH] = (-1, -1);
                strip.sky |= 1 << (column % STRIP_WIDTH);
            }
        }
        end
    }

    /// Writes the slices of everything that these columns show.
    fn put_down(&mut self, kernel: Instructions, columns: Range<usize>) {
        self.stand_all(kernel, columns.clone());
        let drafter = self.drafter();
        for number in columns.start / STRIP_WIDTH..columns.end.div_ceil(STRIP_WIDTH) {
            let in_spacing = number % (SPACING / STRIP_WIDTH);
            let layers = self.drafts.layers[in_spacing].iter_mut().zip(&mut self.panes[number]);
            let all = layers.chain([(&mut self.drafts.ends[in_spacing], &mut self.strips[number].wall)]);
            for (draft, slices) in all.filter(|(draft, _)| draft.lanes != 0) {
                kernel.run(FinishDraft { drafter, draft, slices });
                draft.lanes = 0;
            }
        }
    }

    /// Records the faces at which these columns end.
    fn stand_all(&mut self, kernel: Instructions, columns: Range<usize>) {
        let mut from = columns.start;
        while from < columns.end {
            let face = self.faces[from % SPACING].take();
            let strip_end = columns.end.min((from / STRIP_WIDTH + 1) * STRIP_WIDTH);
            let mut to = from + 1;
            while to < strip_end && self.faces[to % SPACING] == face {
                self.faces[to % SPACING] = None;
                to += 1;
            }
            if let Some(face) = face {
                self.stand(kernel, from..to, face);
            }
            from = to;
        }
    }

    /// Records a face in these columns of a strip.
    fn stand(&mut self, kernel: Instructions, columns: Range<usize>, face: Face) {
        let texture = match self.scene.map.cell(face.cell.0, face.cell.1).map(|cell| cell.kind) {
            Some(CellKind::Wall(faces)) => faces[face.side],
            _ => TextureId::MISSING,
        };
        let is_sky = texture == TextureId::SKY;
        let place = if is_sky { &TextureSlot::VOID } else { self.scene.textures.tile(texture) };
        let stand = ProjectedFace::new(self.drafter(), face, place);
        let number = columns.start / STRIP_WIDTH;
        let lanes = columns.start % STRIP_WIDTH..columns.start % STRIP_WIDTH + columns.len();
        let set = (1 << lanes.end) - (1 << lanes.start);
        let draft = &mut self.drafts.ends[number % (SPACING / STRIP_WIDTH)];
        kernel.run(PutFace { stand: &stand, first: (self.first + number * STRIP_WIDTH) as u32, lanes: set, draft });
        let strip = &mut self.strips[number];
        strip.cell[lanes].fill((face.cell.0 as i16, face.cell.1 as i16));
        strip.shines |= place.shines;
        if is_sky {
            strip.sky |= set as u16;
        }
    }

    /// Casts a ray, from cell to cell, up to the first opaque surface; records the transparent ones.
    ///
    /// Distances are in lengths of `ray`, whose component along the view direction is 1. They are therefore depths,
    /// which prevents the fisheye effect.
    fn cast(&mut self, column: usize, ray: (f64, f64)) -> End {
        let (view, map) = (self.view, &self.scene.map);
        let (mut x, mut y) = (view.x.floor() as i32, view.y.floor() as i32);
        let (mut next_x, step_x) = first_step(view.x, ray.0);
        let (mut next_y, step_y) = first_step(view.y, ray.1);
        let (wide, high) = ((1.0 / ray.0).abs(), (1.0 / ray.1).abs());
        let (west_or_east, north_or_south) = (if step_x > 0 { 3 } else { 1 }, if step_y > 0 { 0 } else { 2 });
        let mut is_plain = true;
        let Some(mut here) = map.cell(x, y) else { return End::Outside(0.0) };
        // The cell index is updated together with the row and the column, which saves a multiplication per step.
        let (columns, rows) = (map.width() as u32, map.height() as u32);
        let mut place = y as usize * map.width() + x as usize;
        let (to_column, to_row) = (step_x as isize, step_y as isize * map.width() as isize);
        loop {
            if let CellKind::Model(number) = here.kind {
                is_plain = false;
                if let Some(end) = self.meet(column, number, (x, y), ray) {
                    return end;
                }
            }
            let (side, entered) = if next_x < next_y {
                let entered = next_x;
                x += step_x;
                if x as u32 >= columns {
                    return End::Outside(entered);
                }
                place = place.wrapping_add_signed(to_column);
                next_x += wide;
                (west_or_east, entered)
            } else {
                let entered = next_y;
                y += step_y;
                if y as u32 >= rows {
                    return End::Outside(entered);
                }
                place = place.wrapping_add_signed(to_row);
                next_y += high;
                (north_or_south, entered)
            };
            let Some(next) = map.cells().get(place) else { return End::Outside(entered) };
            if let CellKind::Wall(_) = next.kind {
                let face = Face { cell: (x, y), side };
                return if is_plain { End::Plain(face) } else { End::Face(face) };
            }
            here = next;
        }
    }

    /// Intersects a ray with a cell's model, and returns the end if an opaque part stops it.
    fn meet(&mut self, column: usize, model: u16, cell: (i32, i32), ray: (f64, f64)) -> Option<End> {
        let model = self.scene.map.models().get(usize::from(model))?;
        let eye = (self.view.x - f64::from(cell.0), self.view.y - f64::from(cell.1));
        if let ([edge], []) = (&*model.edges, &*model.rounds) {
            // Most models are a single pane, grating or door.
            return meet_edge(edge, eye, ray).and_then(|meeting| self.take(column, &meeting, cell));
        }
        RayHits::new(model, eye, ray).iter().find_map(|meeting| self.take(column, meeting, cell))
    }

    /// Records a transparent part; returns the end for an opaque one.
    fn take(&mut self, column: usize, meeting: &RayHit, cell: (i32, i32)) -> Option<End> {
        if !meeting.clear {
            return Some(End::Model(*meeting, cell));
        }
        let strip = &mut self.strips[column / STRIP_WIDTH];
        let lane = column % STRIP_WIDTH;
        let count = usize::from(strip.panes[lane]);
        if count < PANES {
            let place = self.scene.textures.tile(meeting.texture);
            let draft = &mut self.drafts.layers[column % SPACING / STRIP_WIDTH][count];
            ColumnBuilder { scene: self.scene, view: self.view }.put(draft, lane, meeting, cell, place);
            strip.panes[lane] += 1;
            strip.panes_shine |= place.shines;
        }
        None
    }
}

/// Returns the depth at which a ray leaves its first cell along one axis, and the step to the next cell.
fn first_step(from: f64, ray: f64) -> (f64, i32) {
    if ray > 0.0 {
        ((from.floor() + 1.0 - from) / ray, 1)
    } else if ray < 0.0 {
        ((from.floor() - from) / ray, -1)
    } else {
        (f64::INFINITY, 0)
    }
}

#[cfg(test)]
mod every_column_tests;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        run::raycaster::Raycaster,
        scene::frame::{BLACK, Frame},
        scene::textures::TextureId,
        testing::{Seen, along_row, look, open, picture, room, seen},
    };
    use std::f32::consts::{FRAC_PI_2, PI};

    #[test]
    fn corridor_looks_symmetrical() {
        let mut scene = room("##########\n#        #\n#        #\n#        #\n##########");
        for angle in [0.0, PI] {
            look(&mut scene, 5.0, 2.5, angle);
            let frame = picture(&scene, 64, 37);
            for y in 0..37 {
                for x in 0..32 {
                    let (left, right) = (frame.pixel(x, y).unwrap(), frame.pixel(63 - x, y).unwrap());
                    let apart = |a: u8, b: u8| a.abs_diff(b) <= 2; // dithering is not symmetrical
                    let near = left.to_le_bytes().into_iter().zip(right.to_le_bytes()).all(|(a, b)| apart(a, b));
                    assert!(near, "column {x}, row {y}: {left:x} {right:x}");
                }
            }
        }
    }

    #[test]
    fn wall_textures_are_not_mirrored_on_any_side() {
        let mut scene = room("     \n     \n  #  \n     \n     ");
        let block = CellKind::Wall([crate::testing::QUARTERS; 4]);
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
    fn closed_door_is_in_the_middle_of_its_cell_between_jambs() {
        let mut scene = room("#######\n#  |  #\n#######");
        for (x, angle) in [(1.2, 0.0), (5.8, PI)] {
            look(&mut scene, x, 1.5, angle);
            let frame = picture(&scene, 160, 90);
            let row = along_row(&frame, 45);
            let middle = [Seen::Wall, Seen::Jamb, Seen::PanelLeft, Seen::PanelRight, Seen::Jamb, Seen::Wall];
            assert_eq!(row, middle, "the panel must not be mirrored from {x} either");
        }
    }

    #[test]
    fn texture_moves_with_its_sliding_door() {
        for (map, x, y, angle) in
            [("#######\n#  |  #\n#######", 1.2, 1.5, 0.0), ("###\n# #\n# #\n#-#\n# #\n###", 1.5, 1.2, FRAC_PI_2)]
        {
            let mut scene = room(map);
            let (door_x, door_y) = if angle == 0.0 { (3, 1) } else { (1, 3) };
            look(&mut scene, x, y, angle);
            let gap = |how_far: f32, scene: &mut Scene| {
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
            assert_eq!(gap(f32::NAN, &mut scene), 0, "a door at NaN must be invisible");
        }
        let mut scene = room("#######\n#  |  #\n#######");
        open(&mut scene, 3, 1, 0.75);
        look(&mut scene, 1.2, 1.5, 0.0);
        let row = along_row(&picture(&scene, 160, 90), 45);
        assert_eq!(row, [Seen::Wall, Seen::Jamb, Seen::Wall, Seen::PanelLeft, Seen::Jamb, Seen::Wall]);
    }

    #[test]
    fn jambs_are_visible_from_inside_a_doorway() {
        let mut scene = room("#######\n#  |  #\n#######");
        open(&mut scene, 3, 1, 1.0);
        look(&mut scene, 3.5, 1.5, FRAC_PI_2);
        let row = along_row(&picture(&scene, 40, 30), 15);
        assert_eq!(row, [Seen::Jamb]);
    }

    #[test]
    fn outside_of_the_map_is_sky_or_black_even_from_inside_a_wall() {
        let mut scene = room("   \n ##\n   ");
        look(&mut scene, 0.5, 2.5, -FRAC_PI_2);
        let frame = picture(&scene, 40, 31);
        assert_eq!(seen(frame.pixel(20, 15).unwrap()), Seen::White, "the sky beyond the open border");
        assert_eq!(seen(frame.pixel(20, 30).unwrap()), Seen::Floor);
        look(&mut scene, 1.5, 1.5, 0.0);
        assert_eq!(seen(picture(&scene, 40, 31).pixel(20, 15).unwrap()), Seen::Wall);
        look(&mut scene, 1.5, 1.5, PI);
        assert_eq!(seen(picture(&scene, 40, 31).pixel(20, 30).unwrap()), Seen::Floor);
        scene.sky = TextureId::MISSING;
        look(&mut scene, 0.5, 2.5, -FRAC_PI_2);
        assert_eq!(picture(&scene, 40, 31).pixel(20, 15), Some(BLACK), "without a sky");
        look(&mut scene, -3.0, 1.5, 0.0);
        assert!(picture(&scene, 40, 31).pixels().iter().all(|&pixel| pixel == BLACK));
    }

    #[test]
    fn missing_texture_shows_the_error_pattern() {
        let mut scene = room("###\n# #\n###");
        scene.map.cell_mut(2, 1).unwrap().kind = CellKind::Wall([TextureId(999); 4]);
        let row = along_row(&picture(&scene, 64, 64), 30);
        assert!(row.contains(&Seen::Jamb) && row.contains(&Seen::Black), "pink and black: {row:?}");
    }

    #[test]
    fn diagonal_walls_and_pillars_are_hit_at_the_right_depth() {
        let mut scene = room("#########\n#  /    #\n#       #\n#  o    #\n#########");
        look(&mut scene, 1.5, 1.5, 0.0);
        let mut raycaster = Raycaster::new();
        let mut frame = Frame::new(101, 60);
        raycaster.draw(&scene, &mut frame);
        let met = raycaster.met(50).unwrap();
        assert!((met.depth - 2.0).abs() < 1e-3 && met.cell == Some((3, 1)), "{met:?}");
        look(&mut scene, 1.5, 3.5, 0.0);
        raycaster.draw(&scene, &mut frame);
        let met = raycaster.met(50).unwrap();
        assert!((met.depth - 1.7).abs() < 1e-3 && met.cell == Some((3, 3)), "{met:?}");
        assert_eq!(raycaster.met(101), None);
        let row = along_row(&frame, 30);
        assert!(row.contains(&Seen::Red) && row.contains(&Seen::Wall), "{row:?}");
    }
}
