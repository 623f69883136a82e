//! A turned scene looks the same, and a mirrored scene is a mirrored image, except for rounding at edges.

use raycast::{
    Camera, CellKind, Fog, Frame, Light, Map, MapCell, Model, ModelEdge, Raycaster, Round, Scene, Sprite, Texture,
    TextureId, Textures,
};
use std::{f32::consts::FRAC_PI_2, sync::Arc};

const WALL: TextureId = TextureId(0);
const FLOOR: TextureId = TextureId(1);
const CEILING: TextureId = TextureId(2);
const PANE: TextureId = TextureId(3);
const FIGURE: TextureId = TextureId(4);
const PLAIN: TextureId = TextureId(5);
/// Number of the model of a pillar.
const PILLAR: u16 = 2;
const SIDE: usize = 15;
const SIZE: (usize, usize) = (320, 200);

/// Content of a cell; the number of a pane is the axis along which it extends.
#[derive(Clone, Copy, PartialEq)]
enum Content {
    Wall,
    Open,
    Pillar,
    Pane(u16),
}

/// A scene that can be turned: a square map, figures and a camera.
#[derive(Clone)]
struct Plan {
    cells: Vec<(Content, u8)>,
    figures: Vec<(f32, f32)>,
    at: (f32, f32),
    angle: f32,
}

/// Pseudorandom numbers that are the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn float(&mut self) -> f32 {
        self.below(1000) as f32 / 1000.0
    }
}

impl Plan {
    fn random(seed: u64) -> Plan {
        let mut numbers = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut cells = Vec::new();
        for cell in 0..SIDE * SIDE {
            let (x, y) = (cell % SIDE, cell / SIDE);
            let is_border = x == 0 || y == 0 || x == SIDE - 1 || y == SIDE - 1;
            let content = match numbers.below(12) {
                _ if is_border => Content::Wall,
                _ if (x, y) == (SIDE / 2, SIDE / 2) => Content::Open,
                0 | 1 => Content::Wall,
                2 => Content::Pillar,
                3 => Content::Pane(numbers.below(2) as u16),
                _ => Content::Open,
            };
            cells.push((content, 120 + numbers.below(130) as u8));
        }
        let mut spot = |range: f32| 0.5 * (SIDE as f32 - range) + range * numbers.float();
        let figures = (0..12).map(|_| (spot(9.0), spot(9.0))).collect();
        let at = (spot(0.6), spot(0.6));
        Plan { cells, figures, at, angle: numbers.float() * 4.0 * FRAC_PI_2 }
    }

    fn mirrored(&self) -> Plan {
        let turn = |(x, y): (f32, f32)| (SIDE as f32 - x, y);
        let cells = (0..SIDE * SIDE).map(|cell| self.cells[cell / SIDE * SIDE + SIDE - 1 - cell % SIDE]);
        let figures = self.figures.iter().map(|&figure| turn(figure)).collect();
        Plan { cells: cells.collect(), figures, at: turn(self.at), angle: 2.0 * FRAC_PI_2 - self.angle }
    }

    /// Returns the plan after a quarter turn clockwise.
    fn turned(&self) -> Plan {
        let turn = |(x, y): (f32, f32)| (SIDE as f32 - y, x);
        let cells = (0..SIDE * SIDE).map(|cell| {
            let (x, y) = (cell % SIDE, cell / SIDE);
            match self.cells[(SIDE - 1 - x) * SIDE + y] {
                (Content::Pane(axis), light) => (Content::Pane(1 - axis), light),
                other => other,
            }
        });
        let figures = self.figures.iter().map(|&figure| turn(figure)).collect();
        Plan { cells: cells.collect(), figures, at: turn(self.at), angle: self.angle + FRAC_PI_2 }
    }

    fn scene(&self) -> Scene {
        let cell = |&(content, light): &(Content, u8)| {
            let kind = match content {
                Content::Wall => CellKind::Wall([WALL; 4]),
                Content::Open => CellKind::Open,
                Content::Pillar => CellKind::Model(PILLAR),
                Content::Pane(axis) => CellKind::Model(axis),
            };
            MapCell { kind, floor: FLOOR, ceiling: CEILING, light: Light::corners([[light; 3]; 4]) }
        };
        let mut map = Map::new(SIDE, SIDE, self.cells.iter().map(cell).collect()).expect("the cells match the size");
        for (from, to) in [([0.0, 0.5], [1.0, 0.5]), ([0.5, 0.0], [0.5, 1.0])] {
            let edge = ModelEdge { from, to, texture: PANE, across: [0.0, 1.0], clear: true };
            map.push_model(Model { edges: vec![edge], rounds: vec![] });
        }
        // How a texture is wrapped around a pillar has a direction, so it is plain.
        let round = Round { middle: [0.5; 2], radius: 0.3, texture: PLAIN };
        map.push_model(Model { edges: vec![], rounds: vec![round] });
        Scene {
            textures: Arc::new(textures()),
            map,
            sprites: self.figures.iter().map(|&(x, y)| Sprite::new(x, y, FIGURE)).collect(),
            camera: Camera::new(self.at.0, self.at.1, self.angle, 1.2),
            // Walls of both axes are equally bright, because a quarter turn swaps them.
            fog: Fog { dither: false, side: 1.0, ..Fog::default() },
            sky: WALL,
            sky_turn: 0.0,
            far_levels: false,
        }
    }

    fn image(&self) -> Vec<[u8; 4]> {
        let mut frame = Frame::new(SIZE.0, SIZE.1);
        Raycaster::new().draw(&self.scene(), &mut frame);
        let pixels = (0..SIZE.0 * SIZE.1).map(|at| frame.pixel(at % SIZE.0, at / SIZE.0).expect("inside"));
        pixels.map(u32::to_le_bytes).collect()
    }
}

/// Returns textures of 8 by 8 texels that are the same in all eight orientations.
fn textures() -> Textures {
    let mut textures = Textures::new();
    for base in [[40, 90, 150], [150, 70, 20], [30, 120, 60], [200, 200, 90], [220, 40, 40]] {
        let texel = |at: usize| {
            let [a, b] = [at % 8, at / 8].map(|part| (2 * part).abs_diff(7));
            let (low, high) = (a.min(b) as u8, a.max(b) as u8);
            let is_gap = base[0] >= 200 && (high == 7 || base[2] == 90 && low == 3);
            [base[0] + 4 * low, base[1] + 6 * high, base[2] + 3 * low, if is_gap { 0 } else { 255 }]
        };
        let texels: Vec<[u8; 4]> = (0..64).map(texel).collect();
        textures.push(&Texture::new(8, 8, texels.as_flattened()).expect("the bytes match")).expect("it fits");
    }
    textures.push(&Texture::new(1, 1, &[180, 120, 200, 255]).expect("the bytes match")).expect("it fits");
    textures
}

/// Returns true if two colours differ by more than one step.
fn differs(one: [u8; 4], two: [u8; 4]) -> bool {
    one.iter().zip(two).any(|(one, two)| one.abs_diff(two) > 1)
}

/// Returns the indices of the pixels that differ by more than one step. Demands that each is at an edge of the image.
fn different(drawn: &[[u8; 4]], other: &[[u8; 4]], what: &str) -> usize {
    let mut count = 0;
    for at in (0..drawn.len()).filter(|&at| differs(drawn[at], other[at])) {
        count += 1;
        let (x, y) = (at % SIZE.0, at / SIZE.0);
        let near = |at: usize, end: usize| at.saturating_sub(1)..(at + 2).min(end);
        let mut around = near(y, SIZE.1).flat_map(|y| near(x, SIZE.0).map(move |x| y * SIZE.0 + x));
        let is_edge = around.any(|near| [drawn, other].iter().any(|image| differs(image[near], image[at])));
        assert!(is_edge, "{what}: pixel {x}, {y} is not at an edge: {:?}, {:?}", drawn[at], other[at]);
    }
    count
}

#[test]
fn turned_and_mirrored_scenes_differ_only_at_edges() {
    for seed in 0..8 {
        let plan = Plan::random(seed);
        let drawn = plan.image();
        let flip =
            |image: &[[u8; 4]]| image.chunks(SIZE.0).flat_map(|row| row.iter().rev().copied()).collect::<Vec<_>>();
        let (mut turned, mut mirrored) = (plan.clone(), plan.mirrored());
        for quarters in 0..4 {
            for (image, is_mirrored) in [(turned.image(), false), (flip(&mirrored.image()), true)] {
                let what = format!("seed {seed}, {quarters} quarter turns, mirrored: {is_mirrored}");
                let count = different(&drawn, &image, &what);
                let share = count as f32 / drawn.len() as f32;
                assert!(share <= 0.005, "{what}: {:.2} % of the pixels differ", 100.0 * share);
            }
            (turned, mirrored) = (turned.turned(), mirrored.turned());
        }
        let other = Plan::random(seed + 100).image();
        let shared = drawn.iter().zip(&other).filter(|(one, two)| !differs(**one, **two)).count();
        assert!(shared < drawn.len() / 2, "seed {seed}: the scene is empty");
    }
}
