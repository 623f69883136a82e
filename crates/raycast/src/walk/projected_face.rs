//! Wall faces in the coordinates of the eye, ready to be projected.

use crate::{
    lanes::convert::clamp_or_zero,
    lanes::kernel::AnyWork,
    lanes::lanes::{Lanes, STRIP_WIDTH, Token},
    scene::light::Light,
    scene::textures::TextureSlot,
    walk::column_batch::{ColumnBatch, ColumnBuilder, replace_if},
    walk::face::Face,
};

/// A wall face in front of the eye.
pub(crate) struct ProjectedFace<'a> {
    drafter: ColumnBuilder<'a>,
    place: &'a TextureSlot,
    /// True for a face that faces along x.
    looks_along_x: bool,
    /// The position of the face relative to the eye, along the axis that it faces along.
    away: f64,
    /// The position of the start of the wall's cell relative to the eye, along the other axis.
    begin: f64,
    /// True if the texture is read towards smaller coordinates.
    mirrored: bool,
    /// The light at its beginning, and the difference to the light at its end.
    light: [f64; 3],
    more: [f64; 3],
}

impl<'a> ProjectedFace<'a> {
    /// Creates a projected face that shows a texture.
    pub(crate) fn new(drafter: ColumnBuilder<'a>, face: Face, place: &'a TextureSlot) -> Self {
        let ColumnBuilder { scene, view } = drafter;
        let Face { cell: (x, y), side } = face;
        let front = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)][side];
        let lit = scene.map.cell(front.0, front.1).map_or(&Light::FULL, |cell| &cell.light);
        // The ends of the face, in the coordinates of the cell in front of it.
        let [begin, end] =
            [[(0.0, 1.0), (1.0, 1.0)], [(0.0, 0.0), (0.0, 1.0)], [(0.0, 0.0), (1.0, 0.0)], [(1.0, 0.0), (1.0, 1.0)]]
                [side];
        let (begin, end) = (lit.at(begin.0, begin.1), lit.at(end.0, end.1));
        let looks_along_x = side % 2 == 1;
        let (x, y) = (f64::from(x) - view.x, f64::from(y) - view.y);
        let (across, begin_at) = if looks_along_x { (x, y) } else { (y, x) };
        let part = if looks_along_x { 1.0 } else { f64::from(scene.fog.side) };
        let (mut light, mut more) = ([0.0; 3], [0.0; 3]);
        for channel in 0..3 {
            light[channel] = f64::from(begin[channel]) * part;
            more[channel] = (f64::from(end[channel]) - f64::from(begin[channel])) * part;
        }
        ProjectedFace {
            drafter,
            place,
            looks_along_x,
            away: if side == 1 || side == 2 { across + 1.0 } else { across },
            begin: begin_at,
            mirrored: side == 0 || side == 1,
            light,
            more,
        }
    }

    /// Records what a set of columns shows, in a strip that begins at this column of the frame. Their rays must hit the
    /// face.
    #[inline(always)]
    pub(crate) fn put(&self, first: u32, lanes: u32, draft: &mut ColumnBatch) {
        draft.lanes |= lanes;
        let (light, more) = (self.light, self.more);
        // All sixteen columns are computed, because that vectorises.
        for lane in 0..STRIP_WIDTH {
            let ray = self.drafter.view.ray(f64::from(first + lane as u32) + 0.5);
            let (ahead, aside) = if self.looks_along_x { ray } else { (ray.1, ray.0) };
            let depth = self.away / ahead;
            let along = clamp_or_zero(depth * aside - self.begin, 1.0);
            let across = if self.mirrored { 1.0 - along } else { along };
            let is_put = lanes >> lane & 1 != 0;
            replace_if(is_put, &mut draft.depth[lane], depth);
            replace_if(is_put, &mut draft.across[lane], across);
            for channel in 0..3 {
                replace_if(is_put, &mut draft.light[channel][lane], light[channel] + more[channel] * along);
            }
        }
        if self.drafter.scene.far_levels {
            for lane in (0..STRIP_WIDTH).filter(|lane| lanes >> lane & 1 != 0) {
                draft.show(lane, self.level(draft.depth[lane]));
            }
        } else {
            draft.show_all(lanes, self.place);
        }
    }

    /// Returns the mipmap of its texture to show at this depth.
    #[inline(always)]
    fn level(&self, depth: f64) -> &TextureSlot {
        let view = self.drafter.view;
        self.drafter.level(self.place, view.tall / depth, view.focal * self.away.abs() / (depth * depth))
    }
}

/// The kernel work that records columns of a face: see [`ProjectedFace::put`].
pub(crate) struct PutFace<'a> {
    pub(crate) stand: &'a ProjectedFace<'a>,
    pub(crate) first: u32,
    pub(crate) lanes: u32,
    pub(crate) draft: &'a mut ColumnBatch,
}

impl AnyWork for PutFace<'_> {
    /// Uses no lanes itself: compiled for the kernel's instruction set, its loop is vectorised by the compiler.
    #[inline(always)]
    fn with<L: Lanes>(self, _: Token<L>) {
        self.stand.put(self.first, self.lanes, self.draft);
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        scene::light::Light,
        scene::scene::Scene,
        testing::{along_row, look, picture, room},
    };
    use std::f32::consts::{FRAC_PI_2, PI};

    #[test]
    fn straight_wall_has_the_same_height_in_every_column() {
        let mut scene = room("#########\n#       #\n#       #\n#########");
        look(&mut scene, 4.5, 2.6, -FRAC_PI_2);
        let frame = picture(&scene, 40, 60);
        for y in 0..frame.height() {
            assert_eq!(along_row(&frame, y).len(), 1, "row {y}");
        }
    }

    #[test]
    fn faces_take_light_from_the_cell_in_front_with_side_shading() {
        let mut scene = room("####\n#  #\n#  #\n####");
        let bright = |scene: &Scene| picture(scene, 3, 3).pixel(1, 1).unwrap().to_le_bytes()[1];
        look(&mut scene, 1.5, 1.5, PI);
        let west = bright(&scene);
        look(&mut scene, 1.5, 1.5, -FRAC_PI_2);
        let north = bright(&scene);
        assert!(north < west && north > west / 2);
        scene.map.cell_mut(1, 1).unwrap().light = Light::even([60; 3]);
        assert!(bright(&scene) < north / 2);
    }
}
