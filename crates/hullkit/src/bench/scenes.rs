//! The benchmark's own scenes, which are the same on every machine and in every version.

use crate::{
    bench::paint::{self, FIGURES, GLASS, GRATING, LAMP, Numbers, SURFACES},
    bench::tile_light,
    bench::tour::{Tour, cells_between, poses_along},
};
use clap::ValueEnum;
use raycast::{Camera, CellKind, Fog, Light, Map, MapCell, Model, ModelEdge, Round, Scene, Sprite, TextureId};
use std::sync::Arc;

/// A scene of the benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BenchScene {
    /// An empty hall.
    Hall,
    /// A maze of narrow corridors.
    Maze,
    /// A yard with 500 sprites.
    Yard,
    /// Panes and gratings everywhere, with pillars, diagonal walls and half-open doors.
    Glass,
    /// Coloured light at every corner, lamps and fog.
    Lights,
    /// A hall with a wall across it.
    Wall,
    /// The same hall, with 1500 sprites behind the wall.
    Hidden,
    /// A field with 1500 sprites, all of them in view.
    Crowd,
}

/// The number of frames of each path.
const FRAMES: usize = 160;

/// Returns a scene and the camera path through it.
pub(crate) fn tour(place: BenchScene) -> Tour {
    let (ground, walk) = match place {
        BenchScene::Hall => hall(),
        BenchScene::Maze => maze(),
        BenchScene::Yard => yard(),
        BenchScene::Glass => glass(),
        BenchScene::Lights => lights(),
        BenchScene::Wall => wall(),
        BenchScene::Hidden => hidden(),
        BenchScene::Crowd => crowd(),
    };
    let scene = Scene {
        textures: Arc::new(paint::textures()),
        map: ground.map,
        sprites: ground.sprites,
        // A horizontal field of view of 74 degrees at 4:3 corresponds to 90 degrees at 16:9.
        camera: Camera::new(0.0, 0.0, 0.0, 74_f32.to_radians()),
        fog: ground.fog,
        sky: TextureId::MISSING,
        sky_turn: 0.0,
        far_levels: false,
    };
    let name = place.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
    Tour { name, scene, poses: poses_along(&walk, FRAMES) }
}

/// The cells of a walk, in order.
type Walk = Vec<(usize, usize)>;

/// A scene without a camera path.
struct Ground {
    map: Map,
    sprites: Vec<Sprite>,
    fog: Fog,
}

impl Ground {
    /// Creates a map with unevenly lit cells and with walls at its border and where `is_wall` returns true.
    fn new(width: usize, height: usize, is_wall: impl Fn(usize, usize) -> bool) -> Ground {
        let surface = |number: usize| TextureId((number % SURFACES) as u16);
        let cell = |i: usize| {
            let (x, y) = (i % width, i / width);
            let is_border = x == 0 || y == 0 || x == width - 1 || y == height - 1;
            let faces = std::array::from_fn(|side| surface(x / 3 + y / 3 * 2 + side));
            let kind = if is_border || is_wall(x, y) { CellKind::Wall(faces) } else { CellKind::Open };
            let (floor, ceiling) = (surface(3 * x + 5 * y), surface(7 * x + 2 * y + 4));
            MapCell { kind, floor, ceiling, light: Light::FULL }
        };
        let map = Map::new(width, height, (0..width * height).map(cell).collect()).expect("its cells fit its size");
        let mut ground = Ground { map, sprites: Vec::new(), fog: Fog::default() };
        tile_light::lay(&mut ground.map, |x, y| [(64 + (37 * x + 57 * y) % 192) as u8; 3]);
        ground
    }

    /// Returns true if a cell is empty.
    fn is_open(&self, x: usize, y: usize) -> bool {
        self.map.cells()[y * self.map.width() + x].kind == CellKind::Open
    }

    /// Puts a model into a cell.
    fn put(&mut self, x: usize, y: usize, model: u16) {
        if let Some(cell) = self.map.cell_mut(x, y) {
            cell.kind = CellKind::Model(model);
        }
    }
}

fn hall() -> (Ground, Walk) {
    let walk = cells_between(&[(3, 14), (36, 14), (36, 24), (4, 24), (4, 4), (30, 4)]);
    (Ground::new(40, 28, |_, _| false), walk)
}

fn maze() -> (Ground, Walk) {
    const SIDE: usize = 33;
    let mut is_open = vec![false; SIDE * SIDE];
    let mut way: Walk = vec![(1, 1)];
    let mut longest = way.clone();
    let mut chance = Numbers(33);
    is_open[SIDE + 1] = true;
    // Continue from the end of the path to an unvisited cell, or otherwise go a step back.
    while let Some(&(x, y)) = way.last() {
        let next: Walk = [(x + 2, y), (x.wrapping_sub(2), y), (x, y + 2), (x, y.wrapping_sub(2))]
            .into_iter()
            .filter(|&(x, y)| x < SIDE && y < SIDE && !is_open[y * SIDE + x])
            .collect();
        if next.is_empty() {
            way.pop();
            continue;
        }
        let (to_x, to_y) = next[chance.below(next.len())];
        is_open[to_y * SIDE + to_x] = true;
        is_open[usize::midpoint(y, to_y) * SIDE + usize::midpoint(x, to_x)] = true;
        way.push((to_x, to_y));
        if way.len() > longest.len() {
            longest.clone_from(&way);
        }
    }
    let mut walk = cells_between(&longest);
    walk.truncate(48);
    (Ground::new(SIDE, SIDE, |x, y| !is_open[y * SIDE + x]), walk)
}

fn yard() -> (Ground, Walk) {
    const SIDE: usize = 48;
    let walk = cells_between(&[(4, 24), (43, 24), (43, 40), (20, 40), (20, 6), (38, 6)]);
    let mut chance = Numbers(4242);
    let stones: Vec<(usize, usize)> = (0..60).map(|_| (chance.below(SIDE), chance.below(SIDE))).collect();
    let mut ground = Ground::new(SIDE, SIDE, |x, y| stones.contains(&(x, y)) && !walk.contains(&(x, y)));
    while ground.sprites.len() < 500 {
        let [x, y] = [0; 2].map(|_| chance.below(SIDE * 64) as f32 / 64.0);
        if ground.is_open(x as usize, y as usize) {
            let height = 0.5 + chance.below(6) as f32 * 0.1;
            let texture = FIGURES[chance.below(FIGURES.len())];
            ground.sprites.push(Sprite { width: height, height, ..Sprite::new(x, y, texture) });
        }
    }
    (ground, walk)
}

fn glass() -> (Ground, Walk) {
    const SIDE: usize = 31;
    let walk = cells_between(&[(1, 16), (28, 16), (28, 7), (10, 7), (10, 25), (22, 25)]);
    let mut ground = Ground::new(SIDE, SIDE, |_, _| false);
    let mut push = |edges: &[ModelEdge], rounds: &[Round]| {
        let model = Model { edges: edges.to_vec(), rounds: rounds.to_vec() };
        ground.map.push_model(model).expect("there is room for a few models")
    };
    let edge = |from, to, texture, across, clear| ModelEdge { from, to, texture, across, clear };
    // Create a model along x and one along y of each.
    let [panes, bars] = [GLASS, GRATING].map(|texture| {
        [[[0.0, 0.5], [1.0, 0.5]], [[0.5, 1.0], [0.5, 0.0]]]
            .map(|[from, to]| push(&[edge(from, to, texture, [0.0, 1.0], true)], &[]))
    });
    let doors = [([0.4, 0.5], [1.0, 0.5], [0.0, 0.6]), ([0.5, 1.0], [0.5, 0.4], [0.6, 0.0])]
        .map(|(from, to, across)| push(&[edge(from, to, TextureId(3), across, false)], &[]));
    let pillar = push(&[], &[Round { middle: [0.5; 2], radius: 0.35, texture: TextureId(2) }]);
    let slants = [[[0.0, 0.0], [1.0, 1.0]], [[0.0, 1.0], [1.0, 0.0]]]
        .map(|[from, to]| push(&[edge(from, to, TextureId(0), [0.0, 1.0], false)], &[]));
    let mut chance = Numbers(31);
    for y in 1..SIDE - 1 {
        for x in 1..SIDE - 1 {
            // Rooms of two by two cells with translucent models between them and a post at each corner.
            let model = match (x % 3, y % 3) {
                _ if walk.contains(&(x, y)) => continue,
                (0, 0) => [pillar, slants[0], slants[1]][chance.below(3)],
                (0, _) => [panes[1], panes[1], bars[1], bars[1], doors[1]][chance.below(5)],
                (_, 0) => [panes[0], panes[0], bars[0], bars[0], doors[0]][chance.below(5)],
                _ => continue,
            };
            ground.put(x, y, model);
        }
    }
    (ground, walk)
}

fn lights() -> (Ground, Walk) {
    const SIDE: usize = 41;
    let walk = cells_between(&[(1, 18), (38, 18), (38, 30), (10, 30), (10, 6), (30, 6)]);
    let mut ground = Ground::new(SIDE, SIDE, |x, y| x % 4 == 0 && y % 4 == 0);
    let mut chance = Numbers(7);
    let mut lamps = Vec::new();
    for y in (2..SIDE).step_by(4) {
        for x in (2..SIDE).step_by(4) {
            // Some channels are strong and some are weak, because white lamps would not exercise colour.
            let colour = [0; 3].map(|_| [20.0, 110.0, 330.0][chance.below(3)]);
            lamps.push((x, y, colour));
            let above =
                Sprite { width: 0.5, height: 0.5, bottom: 0.5, ..Sprite::new(x as f32 + 0.5, y as f32 + 0.5, LAMP) };
            ground.sprites.push(above);
        }
    }
    tile_light::lay(&mut ground.map, |x, y| {
        let mut light = [32.0; 3];
        for (lamp_x, lamp_y, colour) in &lamps {
            let square = (x.abs_diff(*lamp_x).pow(2) + y.abs_diff(*lamp_y).pow(2)) as f32;
            for (light, part) in light.iter_mut().zip(colour) {
                *light += part / (1.0 + square * square / 4.0);
            }
        }
        // The conversion saturates at full light.
        light.map(|light| light as u8)
    });
    ground.fog = Fog { colour: [22, 30, 52], clear: 9.0, ..Fog::default() };
    (ground, walk)
}

/// The column of cells with the wall.
const WALL: usize = 20;

fn wall() -> (Ground, Walk) {
    let walk = cells_between(&[(3, 14), (16, 14), (16, 24), (4, 24), (4, 4), (15, 4)]);
    (Ground::new(40, 28, |x, _| x == WALL), walk)
}

fn hidden() -> (Ground, Walk) {
    let (mut ground, walk) = wall();
    let mut chance = Numbers(1500);
    ground.sprites.extend((0..1500).map(|number| {
        let [x, y] = [39 - WALL, 28].map(|end| chance.below((end - 2) * 64) as f32 / 64.0 + 1.0);
        Sprite::new(WALL as f32 + x, y, FIGURES[number % FIGURES.len()])
    }));
    (ground, walk)
}

fn crowd() -> (Ground, Walk) {
    const SIDE: usize = 48;
    let walk = cells_between(&[(3, 24), (12, 24)]);
    let mut ground = Ground::new(SIDE, SIDE, |_, _| false);
    let mut chance = Numbers(15);
    while ground.sprites.len() < 1500 {
        let [x, y] = [0; 2].map(|_| chance.below((SIDE - 2) * 64) as f32 / 64.0 + 1.0);
        // A camera on this path sees as far to each side as ahead.
        if x > 15.0 && (y - 24.5).abs() < 0.9 * (x - 13.0) {
            let height = 0.5 + chance.below(6) as f32 * 0.1;
            let texture = FIGURES[chance.below(FIGURES.len())];
            ground.sprites.push(Sprite { width: height, height, ..Sprite::new(x, y, texture) });
        }
    }
    (ground, walk)
}

#[cfg(test)]
mod tests {
    use super::*;
    use raycast::{Frame, Kernel, Raycaster};

    #[test]
    fn camera_paths_stay_in_open_cells() {
        for &place in BenchScene::value_variants() {
            let mut tour = tour(place);
            let mut frame = Frame::new(96, 54);
            let mut raycaster = Raycaster::new();
            for pose in tour.poses.clone() {
                let cell = &tour.scene.map.cells()[pose.y as usize * tour.scene.map.width() + pose.x as usize];
                assert_eq!(cell.kind, CellKind::Open, "{place:?}: {pose:?}");
                tour.stand(pose);
                raycaster.draw(&tour.scene, &mut frame);
                let mut colours = frame.pixels().to_vec();
                colours.sort_unstable();
                colours.dedup();
                assert!(colours.len() > 100, "{place:?}: {pose:?}: {} colours", colours.len());
            }
        }
    }

    #[test]
    fn kernels_draw_identical_frames_of_all_scenes() {
        const SIZES: [(usize, usize); 6] = [(333, 201), (97, 55), (160, 90), (31, 177), (257, 129), (17, 9)];
        let kernels = Kernel::all().iter().filter(|kernel| kernel.is_available());
        let mut raycasters: Vec<Raycaster> = kernels.map(|&kernel| Raycaster::with(kernel, 1)).collect();
        for &place in BenchScene::value_variants() {
            let mut tour = tour(place);
            for (number, pose) in tour.poses.clone().into_iter().enumerate() {
                tour.stand(pose);
                tour.scene.camera.eye = if number % 3 == 2 { 0.3 } else { 0.5 };
                let (width, height) = SIZES[number % SIZES.len()];
                let mut pictures = raycasters.iter_mut().map(|raycaster| {
                    let mut frame = Frame::new(width, height);
                    raycaster.draw(&tour.scene, &mut frame);
                    (raycaster.kernel(), frame)
                });
                let (first, picture) = pictures.next().expect("the plain kernel is everywhere");
                for (kernel, other) in pictures {
                    assert!(
                        picture == other,
                        "{place:?} {width}x{height}, {pose:?}: {kernel:?} differs from {first:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn scenes_have_their_documented_contents() {
        let scene = |place| tour(place).scene;
        assert!(scene(BenchScene::Hall).sprites.is_empty());
        assert_eq!(scene(BenchScene::Yard).sprites.len(), 500);
        let glass = scene(BenchScene::Glass);
        let clear = |cell: &&MapCell| match cell.kind {
            CellKind::Model(number) => glass.map.models()[usize::from(number)].edges.iter().any(|edge| edge.clear),
            _ => false,
        };
        assert!(glass.map.cells().iter().filter(clear).count() > 200);
        let maze = scene(BenchScene::Maze);
        let walls = maze.map.cells().iter().filter(|cell| cell.kind != CellKind::Open).count();
        assert!(walls * 2 > maze.map.cells().len(), "a perfect maze has more walls than passages");
        let same = |cell: &MapCell| cell.light == Light::even([0; 3]);
        let [wall, hidden] = [BenchScene::Wall, BenchScene::Hidden].map(scene);
        assert_eq!((wall.sprites.len(), hidden.sprites.len(), &wall.map), (0, 1500, &hidden.map));
        assert!(hidden.sprites.iter().all(|sprite| sprite.x >= WALL as f32 + 1.0));
        let crowd = tour(BenchScene::Crowd);
        assert_eq!(crowd.scene.sprites.len(), 1500);
        for pose in &crowd.poses {
            assert!(pose.angle.abs() < 1e-3, "it walks straight on: {pose:?}");
            let seen = |sprite: &&Sprite| (sprite.y - pose.y).abs() < sprite.x - pose.x;
            assert_eq!(crowd.scene.sprites.iter().filter(seen).count(), 1500, "{pose:?}");
        }
        assert!(scene(BenchScene::Lights).map.cells().iter().filter(|cell| same(cell)).count() < 10);
    }
}
