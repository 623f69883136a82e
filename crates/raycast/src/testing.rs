//! Small test scenes, drawn as text.

use crate::{
    run::raycaster::Raycaster,
    scene::fog::Fog,
    scene::frame::Frame,
    scene::light::Light,
    scene::scene::{Camera, CellKind, Map, MapCell, Model, ModelEdge, Round, Scene, Sprite},
    scene::texture::Texture,
    scene::textures::{TextureId, Textures},
};
use std::sync::Arc;

/// The plain texture of walls.
pub(crate) const WALL: TextureId = TextureId(0);
/// The plain texture of floors.
pub(crate) const FLOOR: TextureId = TextureId(1);
/// The plain texture of ceilings.
pub(crate) const CEILING: TextureId = TextureId(2);
/// The texture of doors; its left half is darker than its right.
pub(crate) const PANEL: TextureId = TextureId(3);
/// The plain texture of jambs.
pub(crate) const JAMB: TextureId = TextureId(4);
/// An opaque red sprite.
pub(crate) const RED: TextureId = TextureId(5);
/// A sprite that is blue in its left half and transparent in its right.
pub(crate) const BLUE_LEFT: TextureId = TextureId(6);
/// Four quarters: red and green above blue and white.
pub(crate) const QUARTERS: TextureId = TextureId(7);

/// Surface at a pixel, recognised by the ratio of its channels and so independent of light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    Wall,
    Floor,
    Ceiling,
    PanelLeft,
    PanelRight,
    Jamb,
    Red,
    Green,
    Blue,
    White,
    Black,
}

/// Returns what a pixel of a test scene shows.
///
/// # Panics
/// If the pixel is not opaque or has a colour that no test texture has.
pub(crate) fn seen(pixel: u32) -> Seen {
    let [r, g, b, a] = pixel.to_le_bytes();
    assert_eq!(a, 255, "every pixel is opaque");
    let most = u32::from(r.max(g).max(b)).max(1);
    let level = |part: u8| (u32::from(part) * 4 + most / 2) / most; // 0 to 4
    match (level(r), level(g), level(b)) {
        _ if most < 3 => Seen::Black,
        (4, 4, 4) => Seen::White,
        (4, 0, 0) => Seen::Red,
        (0, 4, 0) => Seen::Green,
        (0, 0, 4) => Seen::Blue,
        (2, 4, 4) => Seen::Wall,
        (4, 2, 0) => Seen::Floor,
        (0, 2, 4) => Seen::Ceiling,
        (4, 4, 0) => Seen::PanelLeft,
        (4, 4, 2) => Seen::PanelRight,
        (4, 0, 4) => Seen::Jamb,
        other => panic!("no test texture has the colour {r} {g} {b} (ratio {other:?})"),
    }
}

/// A pane with a half-transparent red left half and a transparent right half.
pub(crate) const GLASS: TextureId = TextureId(8);
/// A sky: red in the east (where angle 0 looks), green in the south, blue in the west, white in the north.
pub(crate) const SKY: TextureId = TextureId(9);

/// A plain white texture.
pub(crate) const PAPER: TextureId = TextureId(10);

/// Builds a scene from a map in text, one line per row: `#` is a wall, `|` and `-` are closed doors along y and along
/// x, `:` and `=` are panes along y and along x, `o` is a pillar, `/` and `\\` are thin diagonal walls, `*` is a wall
/// of sky, anything else is open.
pub(crate) fn room(map: &str) -> Scene {
    let rows: Vec<Vec<char>> = map.lines().map(|row| row.chars().collect()).collect();
    let (width, height) = (rows[0].len(), rows.len());
    let at = |x: usize, y: usize| rows.get(y).and_then(|row| row.get(x)).copied();
    let beside_door = |x: Option<char>| matches!(x, Some('|' | '-'));
    let kind = |x: usize, y: usize| match rows[y][x] {
        '#' => CellKind::Wall(
            [at(x, y.wrapping_sub(1)), at(x + 1, y), at(x, y + 1), at(x.wrapping_sub(1), y)]
                .map(|beside| if beside_door(beside) { JAMB } else { WALL }),
        ),
        '*' => CellKind::Wall([TextureId::SKY; 4]),
        _ => CellKind::Open,
    };
    let cell = |x, y| MapCell { kind: kind(x, y), floor: FLOOR, ceiling: CEILING, light: Light::FULL };
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| cell(x, y)).collect();
    let mut map = Map::new(width, height, cells).unwrap();
    for (y, row) in rows.iter().enumerate() {
        for (x, &character) in row.iter().enumerate() {
            if let Some(model) = model(character) {
                let number = map.push_model(model).unwrap();
                map.cell_mut(x, y).unwrap().kind = CellKind::Model(number);
            }
        }
    }
    Scene {
        textures: Arc::new(textures()),
        map,
        sprites: Vec::new(),
        camera: Camera::new(1.5, 1.5, 0.0, 1.2),
        fog: Fog::default(),
        sky: SKY,
        sky_turn: 0.0,
        far_levels: false,
    }
}

/// Returns the model for a map character, if it has one.
fn model(character: char) -> Option<Model> {
    let edge = |from, to, texture, clear| Model {
        edges: vec![ModelEdge { from, to, texture, across: [0.0, 1.0], clear }],
        rounds: Vec::new(),
    };
    Some(match character {
        '|' => edge([0.5, 0.0], [0.5, 1.0], PANEL, false),
        '-' => edge([0.0, 0.5], [1.0, 0.5], PANEL, false),
        ':' => edge([0.5, 0.0], [0.5, 1.0], GLASS, true),
        '=' => edge([0.0, 0.5], [1.0, 0.5], GLASS, true),
        '/' => edge([0.0, 1.0], [1.0, 0.0], PANEL, false),
        '\\' => edge([0.0, 0.0], [1.0, 1.0], PANEL, false),
        'o' => Model { edges: Vec::new(), rounds: vec![Round { middle: [0.5; 2], radius: 0.3, texture: RED }] },
        _ => return None,
    })
}

fn textures() -> Textures {
    let (red, green, blue, none) = ([240, 0, 0, 255], [0, 240, 0, 255], [0, 0, 240, 255], [0, 0, 0, 0]);
    let white = [240, 240, 240, 255];
    let mut textures = Textures::new();
    let all: [(usize, usize, &[[u8; 4]]); 11] = [
        (1, 1, &[[120, 240, 240, 255]]),
        (1, 1, &[[240, 120, 0, 255]]),
        (1, 1, &[[0, 120, 240, 255]]),
        (2, 1, &[[240, 240, 0, 255], [240, 240, 120, 255]]),
        (1, 1, &[[240, 0, 240, 255]]),
        (1, 1, &[red]),
        (2, 1, &[blue, none]),
        (2, 2, &[red, green, blue, white]),
        (2, 1, &[[240, 0, 0, 128], none]),
        // Two eighths for each of four directions, clockwise from just south of east.
        (8, 1, &[red, green, green, blue, blue, white, white, red]),
        (1, 1, &[white]),
    ];
    for (width, height, texels) in all {
        textures.push(&Texture::new(width, height, texels.as_flattened()).unwrap()).unwrap();
    }
    textures
}

/// Moves and turns the camera.
pub(crate) fn look(scene: &mut Scene, x: f32, y: f32, angle: f32) {
    scene.camera = Camera { x, y, angle, ..scene.camera };
}

/// Returns the index of the model in this cell.
///
/// # Panics
/// If the cell has no model.
pub(crate) fn model_at(scene: &mut Scene, x: usize, y: usize) -> usize {
    let CellKind::Model(number) = scene.map.cell_mut(x, y).unwrap().kind else { panic!("cell {x}, {y} has no model") };
    usize::from(number)
}

/// Opens the door in this cell by `how_far` tiles (0 to 1); it slides towards larger x or y.
pub(crate) fn open(scene: &mut Scene, x: usize, y: usize, how_far: f32) {
    let number = model_at(scene, x, y);
    let edge = &mut scene.map.models_mut()[number].edges[0];
    let axis = if edge.from[0] == edge.to[0] { 1 } else { 0 };
    edge.from[axis] = how_far;
    edge.across = [0.0, 1.0 - how_far];
}

/// Returns a sprite of one tile that stands on the floor.
pub(crate) fn sprite(x: f32, y: f32, texture: TextureId) -> Sprite {
    Sprite::new(x, y, texture)
}

/// Renders the scene into a frame of this size.
pub(crate) fn picture(scene: &Scene, width: usize, height: usize) -> Frame {
    let mut frame = Frame::new(width, height);
    frame.pixels_mut().fill(0); // a pixel that is never written would stay transparent
    Raycaster::new().draw(scene, &mut frame);
    frame
}

/// Returns what a row of the frame shows, from left to right, with repetitions removed.
pub(crate) fn along_row(frame: &Frame, y: usize) -> Vec<Seen> {
    let mut row: Vec<Seen> = (0..frame.width()).map(|x| seen(frame.pixel(x, y).unwrap())).collect();
    row.dedup();
    row
}

/// Returns what a column of the frame shows, from top to bottom, with repetitions removed.
pub(crate) fn down_column(frame: &Frame, x: usize) -> Vec<Seen> {
    let mut column: Vec<Seen> = (0..frame.height()).map(|y| seen(frame.pixel(x, y).unwrap())).collect();
    column.dedup();
    column
}

/// A pseudorandom number generator with a fixed seed, so that every run gets the same numbers.
pub(crate) struct Batch(pub(crate) u64);

impl Batch {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    pub(crate) fn below(&mut self, end: u64) -> usize {
        (self.next() % end) as usize
    }

    /// Returns usually a number about as large as a map, often a whole or half number, and sometimes a huge number or
    /// NaN.
    pub(crate) fn float(&mut self) -> f32 {
        let part = self.below(1_000_000) as f32 / 1e6;
        match self.below(24) {
            0 => f32::NAN,
            1 => f32::INFINITY,
            2 => -f32::MAX,
            3 => f32::MIN_POSITIVE,
            4 => -1e9 * part,
            5..=9 => self.below(9) as f32 / 2.0,
            10..=12 => self.below(8) as f32 + 1e-6 * (part - 0.5),
            _ => part * 10.0 - 1.0,
        }
    }
}
