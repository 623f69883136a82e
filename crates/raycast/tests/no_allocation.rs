//! After the first frames, rendering does not allocate memory on any thread.

#[path = "shared/counting_allocator.rs"]
mod counting_allocator;

use counting_allocator::asked;
use raycast::{
    Camera, CellKind, Frame, Kernel, Light, Map, MapCell, Model, ModelEdge, Raycaster, Round, Scene, Sprite, Texture,
    TextureId, Textures,
};
use std::sync::Arc;

const WALL: TextureId = TextureId(0);
const PANE: TextureId = TextureId(1);
const FIGURE: TextureId = TextureId(2);
const STARS: TextureId = TextureId(3);

/// Builds a hall with panes, pillars, sprites everywhere, and some cells open to the sky.
fn hall() -> Scene {
    const SIDE: usize = 24;
    let mut textures = Textures::new();
    for alpha in [255, 120, 0, 255] {
        let texels: Vec<[u8; 4]> = (0..64).map(|i| [i * 3, 200, 90, if i % 3 == 0 { 255 } else { alpha }]).collect();
        textures.push(&Texture::new(8, 8, texels.as_flattened()).expect("the bytes match")).expect("it fits");
    }
    let cell = |i: usize| {
        let (x, y) = (i % SIDE, i / SIDE);
        let is_border = x == 0 || y == 0 || x == SIDE - 1 || y == SIDE - 1;
        let kind = match (x % 3, y % 3) {
            _ if is_border => CellKind::Wall([WALL; 4]),
            (0, 0) => CellKind::Model(1),
            (0, _) => CellKind::Model(0),
            _ => CellKind::Open,
        };
        let ceiling = if i.is_multiple_of(5) { TextureId::SKY } else { WALL };
        let light = Light::corners([[40; 3], [90, 200, 90], [120; 3], [255, 200, 40]]);
        MapCell { kind, floor: WALL, ceiling, light }
    };
    let mut map = Map::new(SIDE, SIDE, (0..SIDE * SIDE).map(cell).collect()).expect("the cells match the size");
    let edge = ModelEdge { from: [0.5, 1.0], to: [0.5, 0.0], texture: PANE, across: [0.0, 1.0], clear: true };
    let round = Round { middle: [0.5; 2], radius: 0.3, texture: WALL };
    map.push_model(Model { edges: vec![edge], rounds: vec![] });
    map.push_model(Model { edges: vec![], rounds: vec![round] });
    let sprites = (0..400).map(|i| Sprite::new((i % 20 + 2) as f32, (i / 20 + 2) as f32 + 0.3, FIGURE)).collect();
    let camera = Camera::new(2.5, 2.5, 0.0, 1.3);
    Scene {
        textures: Arc::new(textures),
        map,
        sprites,
        camera,
        fog: raycast::Fog::default(),
        sky: STARS,
        sky_turn: 0.0,
        far_levels: false,
    }
}

/// Renders a turn on the spot and a walk, frame by frame.
fn draw_all(raycaster: &mut Raycaster, scene: &mut Scene, frame: &mut Frame) {
    for number in 0..60 {
        let part = number as f32 / 60.0;
        scene.camera = Camera { x: 2.5 + 18.0 * part, angle: 6.3 * part, ..scene.camera };
        raycaster.draw(scene, frame);
    }
}

#[test]
fn warm_raycaster_does_not_allocate() {
    // This must be a single test: the tests of a file run in parallel, and their allocations would be counted together.
    let mut scene = hall();
    for (kernel, threads) in [(Kernel::Auto, 1), (Kernel::Auto, 2), (Kernel::Plain, 1), (Kernel::Plain, 2)] {
        let mut raycaster = Raycaster::with(kernel, threads);
        let mut frame = Frame::new(321, 201);
        let before = asked();
        draw_all(&mut raycaster, &mut scene, &mut frame);
        let warm = asked();
        assert!(warm > before, "the first frames must allocate, and it must be counted");
        draw_all(&mut raycaster, &mut scene, &mut frame);
        let more = asked() - warm;
        assert_eq!(more, 0, "{kernel:?} on {threads} threads allocated {more} times");
    }
}
