//! Tests that the walk finds the same as one ray per column would.

use super::*;
use crate::{
    lanes::kernel::Kernel,
    testing::{Batch, JAMB, PAPER, RED, Seen, WALL, look, picture, room, seen},
};
use std::f32::consts::FRAC_PI_4;

/// Returns a random map with all kinds of cells: rooms, single walls, doors, panes, pillars and diagonal walls.
fn any_map(numbers: &mut Batch) -> String {
    let row = |numbers: &mut Batch| -> String {
        let character = |_| {
            // A third of the rows may contain models.
            let kinds = if numbers.below(3) == 0 { 20 } else { 9 };
            char::from(b"     #######|-:=o/\\*"[numbers.below(kinds)])
        };
        (0..14).map(character).collect()
    };
    (0..14).map(|_| row(numbers)).collect::<Vec<_>>().join("\n")
}

/// Walks the columns of a frame and also casts a ray for each of them; both must find the same.
fn walk_as_each_ray(scene: &Scene, width: usize, height: usize) {
    let view = View::new(scene, width, height).unwrap();
    let strips = width.div_ceil(STRIP_WIDTH);
    let mut walked = (vec![Strip::default(); strips], vec![[Slices::NONE; PANES]; strips]);
    let kernel = Kernel::Auto.instructions();
    walk(kernel, scene, &view, 0, width, &mut walked.0, &mut walked.1);
    let mut each = (vec![Strip::default(); strips], vec![[Slices::NONE; PANES]; strips]);
    let (strips, panes, faces) = (&mut each.0[..], &mut each.1[..], [None; SPACING]);
    let mut all = Walk { scene, view: &view, first: 0, strips, panes, faces, drafts: &mut Drafts::zeroed() };
    for column in 0..width {
        all.follow(column);
        all.put_down(kernel, column..column + 1);
    }
    for column in 0..width {
        let (strip, lane) = (column / STRIP_WIDTH, column % STRIP_WIDTH);
        let slices = |strips: &[Strip]| {
            (strips[strip].cell[lane], strips[strip].wall.depth[lane], strips[strip].sky >> lane & 1)
        };
        assert_eq!(slices(&walked.0), slices(&each.0), "column {column} from {} {}", view.x, view.y);
        assert_eq!(walked.0[strip].panes[lane], each.0[strip].panes[lane]);
    }
}

#[test]
fn skipped_columns_show_what_their_rays_would_hit() {
    let mut numbers = Batch(11);
    for round in 0..300 {
        let mut scene = room(&any_map(&mut numbers));
        let place = |numbers: &mut Batch| 0.3 + numbers.below(134) as f32 / 10.0;
        let (x, y) = (place(&mut numbers), place(&mut numbers));
        look(&mut scene, x, y, numbers.below(628) as f32 / 100.0);
        scene.camera.fov = 1.0 + numbers.below(12) as f32 / 10.0;
        // The last spacing of columns is complete, has eight columns, or only one.
        let width = [224, 200, 193][round % 3];
        walk_as_each_ray(&scene, width, 120);
    }
}

#[test]
fn long_wall_and_a_single_cell_before_it_have_no_gaps() {
    let map =
        "################\n#              #\n#              #\n#            # #\n#              #\n################";
    let (mut numbers, mut scene) = (Batch(12), room(map));
    for _ in 0..3000 {
        let [x, y] = [11.9, 3.9].map(|end: f32| 1.05 + numbers.below((end * 20.0) as u64) as f32 / 20.0);
        look(&mut scene, x, y, numbers.below(628) as f32 / 100.0);
        walk_as_each_ray(&scene, 64, 60 + numbers.below(200));
    }
}

/// Returns the sides (0 north, 1 east, 2 south, 3 west) of the square from (2, 2) to (3, 3) that a ray from outside
/// hits, at least `inside` tiles from their ends.
fn sides_met(eye: (f64, f64), ray: (f64, f64), inside: f64) -> Vec<usize> {
    let meets = |side: usize| {
        let (at, ahead, aside, other) =
            if side % 2 == 1 { (eye.0, ray.0, eye.1, ray.1) } else { (eye.1, ray.1, eye.0, ray.0) };
        // From outside, only a side that faces the eye can be hit.
        let (at_side, is_seen) = if side == 0 || side == 3 { (2.0, at < 2.0) } else { (3.0, at > 3.0) };
        let way = (at_side - at) / ahead;
        is_seen && way > 0.0 && (2.0 + inside..=3.0 - inside).contains(&(aside + way * other))
    };
    (0..4).filter(|&side| meets(side)).collect()
}

#[test]
fn columns_show_the_hit_face_along_grid_lines_and_at_corners() {
    let colours = [Seen::Red, Seen::Jamb, Seen::White, Seen::Wall];
    let mut scene = room("     \n     \n  #  \n     \n     ");
    scene.map.cell_mut(2, 2).unwrap().kind = CellKind::Wall([RED, JAMB, PAPER, WALL]);
    scene.sky = TextureId::MISSING;
    let mut corners = 0;
    for place in 0..33 * 33 {
        let (x, y) = ((place % 33) as f32 / 8.0 + 0.5, (place / 33) as f32 / 8.0 + 0.5);
        if (2.0..=3.0).contains(&x) && (2.0..=3.0).contains(&y) {
            continue;
        }
        for eighth in 0..8 {
            look(&mut scene, x, y, eighth as f32 * FRAC_PI_4);
            // The width is odd, so the ray of the middle column runs along grid lines and diagonals.
            let (frame, view) = (picture(&scene, 31, 17), View::new(&scene, 31, 17).unwrap());
            for column in 0..31 {
                let ray = view.ray(column as f64 + 0.5);
                // At a corner a ray may hit either side, or just miss both.
                let [surely, perhaps] = [1e-6, -1e-6].map(|inside| sides_met((view.x, view.y), ray, inside));
                corners += usize::from(surely != perhaps);
                let shown = seen(frame.pixel(column, 8).unwrap());
                let side = colours.iter().position(|colour| *colour == shown);
                let fits = side.map_or(surely.is_empty(), |side| perhaps.contains(&side));
                assert!(fits, "from {x} {y}, {eighth} eighths, column {column}: {shown:?}, not {perhaps:?}");
            }
        }
    }
    assert!(corners > 50, "rays run into corners: {corners}");
}
