//! What a walk finds is what a ray of its own would find for each column.

use super::*;
use crate::testing::{Numbers, look, room};

/// A ship of all kinds of cells: rooms, single walls, doors, panes, pillars and slants.
fn any_map(numbers: &mut Numbers) -> String {
    let row = |numbers: &mut Numbers| -> String {
        let character = |_| {
            // Kinds that are not plain come in a third of all places.
            let kinds = if numbers.below(3) == 0 { 20 } else { 9 };
            char::from(b"     #######|-:=o/\\*"[numbers.below(kinds)])
        };
        (0..14).map(character).collect()
    };
    (0..14).map(|_| row(numbers)).collect::<Vec<_>>().join("\n")
}

/// Walks the columns of a frame, and follows a ray for each of them: both must find the same.
fn walk_as_each_ray(scene: &Scene, width: usize, height: usize) {
    let view = View::new(scene, width, height).unwrap();
    let strips = width.div_ceil(WIDE);
    let mut walked = (vec![Strip::default(); strips], vec![[Slices::NONE; PANES]; strips]);
    let kernel = Kernel::Auto.or_best();
    // SAFETY: `or_best` chose the kernel.
    unsafe { walk(kernel, scene, &view, 0, width, &mut walked.0, &mut walked.1) };
    let mut each = (vec![Strip::default(); strips], vec![[Slices::NONE; PANES]; strips]);
    let (strips, panes, faces) = (&mut each.0[..], &mut each.1[..], [None; SPACING]);
    let mut all = Walk { scene, view: &view, first: 0, strips, panes, faces, drafts: &mut Drafts::zeroed() };
    for column in 0..width {
        all.follow(column);
        // SAFETY: as above.
        unsafe { all.put_down(kernel, column..column + 1) };
    }
    for column in 0..width {
        let (strip, lane) = (column / WIDE, column % WIDE);
        let slices = |strips: &[Strip]| {
            (strips[strip].cell[lane], strips[strip].wall.depth[lane], strips[strip].sky >> lane & 1)
        };
        assert_eq!(slices(&walked.0), slices(&each.0), "column {column} from {} {}", view.x, view.y);
        assert_eq!(walked.0[strip].panes[lane], each.0[strip].panes[lane]);
    }
}

#[test]
fn columns_that_no_ray_is_followed_for_show_what_a_ray_would_find() {
    let mut numbers = Numbers(11);
    for _ in 0..300 {
        let mut scene = room(&any_map(&mut numbers));
        let place = |numbers: &mut Numbers| 0.3 + numbers.below(134) as f32 / 10.0;
        let (x, y) = (place(&mut numbers), place(&mut numbers));
        look(&mut scene, x, y, numbers.below(628) as f32 / 100.0);
        scene.camera.fov = 1.0 + numbers.below(12) as f32 / 10.0;
        walk_as_each_ray(&scene, 200, 120);
    }
}

#[test]
fn a_wall_of_many_faces_is_found_whole_and_so_is_a_single_cell_before_it() {
    let map =
        "################\n#              #\n#              #\n#            # #\n#              #\n################";
    let (mut numbers, mut scene) = (Numbers(12), room(map));
    for _ in 0..3000 {
        let [x, y] = [11.9, 3.9].map(|end: f32| 1.05 + numbers.below((end * 20.0) as u64) as f32 / 20.0);
        look(&mut scene, x, y, numbers.below(628) as f32 / 100.0);
        walk_as_each_ray(&scene, 64, 60 + numbers.below(200));
    }
}
