//! Little scenes for the tests, drawn as text.

use crate::{
    Air, Camera, Cell, CellKind, Edge, Frame, Kernel, Light, Map, Model, Raycaster, Scene, Sprite, Texture, TextureId,
    Textures,
};
use std::sync::Arc;

/// The texture of walls, plain.
pub(crate) const WALL: TextureId = TextureId(0);
/// The texture of floors, plain.
pub(crate) const FLOOR: TextureId = TextureId(1);
/// The texture of ceilings, plain.
pub(crate) const CEILING: TextureId = TextureId(2);
/// The texture of doors: its left half is darker than its right.
pub(crate) const PANEL: TextureId = TextureId(3);
/// The texture of jambs, plain.
pub(crate) const JAMB: TextureId = TextureId(4);
/// A sprite without a hole.
pub(crate) const RED: TextureId = TextureId(5);
/// A sprite that is transparent but for its left half.
pub(crate) const BLUE_LEFT: TextureId = TextureId(6);
/// Four quarters: red, green / blue, white.
pub(crate) const QUARTERS: TextureId = TextureId(7);

/// What a pixel shows, whatever the light: the colour's strongest parts.
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

/// What the pixel of a test's scene shows.
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
        other => panic!("no colour of these tests: {other:?} of {r} {g} {b}"),
    }
}

/// A map in text, a line for each row: `#` wall, `|` and `-` shut doors that lie along y and along x, else open.
pub(crate) fn room(map: &str) -> Scene {
    let texture =
        |width: usize, height: usize, texels: &[[u8; 4]]| Texture::new(width, height, texels.as_flattened()).unwrap();
    let (red, green, blue, none) = ([240, 0, 0, 255], [0, 240, 0, 255], [0, 0, 240, 255], [0, 0, 0, 0]);
    let mut textures = Textures::new();
    for texture in [
        texture(1, 1, &[[120, 240, 240, 255]]),
        texture(1, 1, &[[240, 120, 0, 255]]),
        texture(1, 1, &[[0, 120, 240, 255]]),
        texture(2, 1, &[[240, 240, 0, 255], [240, 240, 120, 255]]),
        texture(1, 1, &[[240, 0, 240, 255]]),
        texture(1, 1, &[red]),
        texture(2, 1, &[blue, none]),
        texture(2, 2, &[red, green, blue, [240, 240, 240, 255]]),
    ] {
        textures.push(&texture).unwrap();
    }
    let rows: Vec<&str> = map.lines().collect();
    let door = |along| CellKind::Door { panel: PANEL, jamb: JAMB, along, open: 0.0 };
    let kind = |character| match character {
        '#' => CellKind::Wall { texture: WALL },
        '|' => door(Axis::Y),
        '-' => door(Axis::X),
        _ => CellKind::Open,
    };
    let cell = |character| Cell { kind: kind(character), floor: FLOOR, ceiling: CEILING, light: 255 };
    let cells = rows.iter().flat_map(|row| row.chars().map(cell)).collect();
    Scene {
        textures: Arc::new(textures),
        map: Map::new(rows[0].len(), rows.len(), cells).unwrap(),
        sprites: Vec::new(),
        camera: Camera { x: 1.5, y: 1.5, angle: 0.0, fov: 1.2 },
    }
}

/// Moves and turns the camera.
pub(crate) fn look(scene: &mut Scene, x: f32, y: f32, angle: f32) {
    scene.camera = Camera { x, y, angle, ..scene.camera };
}

/// Opens the door in this cell so far.
pub(crate) fn open(scene: &mut Scene, x: usize, y: usize, how_far: f32) {
    let cell = scene.map.cell_mut(x, y).unwrap();
    let CellKind::Door { panel, jamb, along, .. } = cell.kind else { panic!("no door") };
    cell.kind = CellKind::Door { panel, jamb, along, open: how_far };
}

/// A sprite of one tile that stands on the floor.
pub(crate) fn sprite(x: f32, y: f32, texture: TextureId) -> Sprite {
    Sprite { x, y, texture, width: 1.0, height: 1.0, bottom: 0.0, bright: false }
}

/// The scene as a picture of this size.
pub(crate) fn picture(scene: &Scene, width: usize, height: usize) -> Frame {
    let mut frame = Frame::new(width, height);
    frame.pixels_mut().fill(0); // a pixel that nobody writes would not be opaque
    Raycaster::new().draw(scene, &mut frame);
    frame
}

/// What a row of the picture shows, each change once, from the left.
pub(crate) fn along_row(frame: &Frame, y: usize) -> Vec<Seen> {
    let mut row: Vec<Seen> = (0..frame.width()).map(|x| seen(frame.pixel(x, y).unwrap())).collect();
    row.dedup();
    row
}

/// What a column of the picture shows, each change once, from the top.
pub(crate) fn down_column(frame: &Frame, x: usize) -> Vec<Seen> {
    let mut column: Vec<Seen> = (0..frame.height()).map(|y| seen(frame.pixel(x, y).unwrap())).collect();
    column.dedup();
    column
}
