//! Converts a scene file to the raycaster's format.
//!
//! The file's y axis points the other way, so its rows are mirrored, and the textures of floors and ceilings, which are
//! read along y, with them. Walls and sprites are read as seen and stay unchanged.

use crate::{
    bench::scene_file::SceneFile,
    bench::tile_light,
    bench::tour::{Pose, Tour},
};
use bevy::math::ops;
use raycast::{Camera, CellKind, Fog, Light, Map, MapCell, Scene, Sprite, Texture, TextureError, TextureId, Textures};
use std::sync::Arc;

/// Converts a scene file to a tour in frames of this size (width, height).
///
/// It is drawn with the light, floors and ceilings that this benchmark adds to every file, or with `bare` by the file's
/// conventions.
///
/// # Errors
/// If the frame is too wide or too high for the file's projection, or a texture for `bare` is missing.
pub(crate) fn tour(file: &SceneFile, size: (usize, usize), bare: bool) -> Result<Tour, String> {
    if bare && file.pictures.len() <= usize::from(BARE_CEILING.0) {
        let count = file.pictures.len();
        return Err(format!(
            "--bare: {} has {count} textures, but its ceilings use texture {}",
            file.name, BARE_CEILING.0
        ));
    }
    let camera = camera(file, size)?;
    let count = file.pictures.len() as u16;
    let sprite = |&(x, y, texture): &(f64, f64, u16)| {
        let [x, y] = place(file, x, y);
        Sprite { bright: bare, ..Sprite::new(x, y, TextureId(texture)) }
    };
    let pose = |&(x, y, dir_x, dir_y): &(f64, f64, f64, f64)| {
        let [x, y] = place(file, x, y);
        Pose { x, y, angle: ops::atan2(-dir_y as f32, dir_x as f32) }
    };
    let clear = Fog { colour: [0; 3], clear: f32::INFINITY, side: 0.5, dither: false };
    Ok(Tour {
        name: file.name.clone(),
        scene: Scene {
            textures: Arc::new(textures(&file.pictures, bare).map_err(|error| error.to_string())?),
            map: map(file, count, bare)?,
            sprites: file.sprites.iter().map(sprite).collect(),
            camera,
            fog: if bare { clear } else { Fog::default() },
            sky: TextureId::MISSING,
            sky_turn: 0.0,
            far_levels: false,
        },
        poses: file.frames.iter().map(pose).collect(),
    })
}

/// The floors and the ceiling of bare frames.
const BARE_FLOORS: [TextureId; 2] = [TextureId(3), TextureId(4)];
const BARE_CEILING: TextureId = TextureId(6);

/// Converts a position of the file to the map's coordinates.
fn place(file: &SceneFile, x: f64, y: f64) -> [f32; 2] {
    [x as f32, (file.map_height as f64 - y) as f32]
}

/// Returns the focal length in pixels: the width of an object one tile wide at a distance of one tile.
fn focal(file: &SceneFile, (width, _): (usize, usize)) -> f64 {
    width as f64 / 2.0 / file.plane_length
}

/// Returns a camera with the file's projection: `plane_length` tiles to each side, and a wall at a distance of one tile
/// as high as the frame.
fn camera(file: &SceneFile, (width, height): (usize, usize)) -> Result<Camera, String> {
    let focal = focal(file, (width, height));
    let (half, stretch) = (height as f64 * 2.0 / 3.0 / focal, height as f64 / focal);
    let fov = 2.0 * ops::atan(half as f32);
    if !(0.1..=3.0).contains(&fov) || !(0.25..=4.0).contains(&stretch) {
        return Err(format!("--size {width}x{height}: too narrow or too wide for the projection of {}", file.name));
    }
    // The file's rays pass through the left edges of columns.
    Ok(Camera { stretch: stretch as f32, shift: 0.5, ..Camera::new(0.0, 0.0, 0.0, fov) })
}

/// Returns all textures for walls and sprites, followed by all for floors and ceilings.
fn textures(pictures: &[Texture], bare: bool) -> Result<Textures, TextureError> {
    let mut textures = Textures::new();
    for picture in pictures {
        let seen = picture.texels().iter().map(|texel| match texel.to_le_bytes() {
            [0, 0, 0, _] => [0; 4],
            [r, g, b, _] => [r, g, b, 255],
        });
        textures.push(&texture(picture, seen)?)?;
    }
    for picture in pictures {
        let rows = picture.texels().chunks(picture.width()).rev();
        let lying = rows.flatten().map(|texel| {
            let [r, g, b, _] = texel.to_le_bytes();
            if bare { [r / 2, g / 2, b / 2, 255] } else { [r, g, b, 255] }
        });
        textures.push(&texture(picture, lying)?)?;
    }
    Ok(textures)
}

/// Creates a texture with the size of an image.
fn texture(picture: &Texture, texels: impl Iterator<Item = [u8; 4]>) -> Result<Texture, TextureError> {
    let texels: Vec<[u8; 4]> = texels.collect();
    Texture::new(picture.width(), picture.height(), texels.as_flattened())
}

/// Creates the map of the file, with floors and ceilings of `count` textures, and light.
fn map(file: &SceneFile, count: u16, bare: bool) -> Result<Map, String> {
    let lying = |number: usize| TextureId(count + (number % usize::from(count)) as u16);
    let cell = |i: usize| {
        let (x, y) = (i % file.map_width, file.map_height - 1 - i / file.map_width);
        let kind = match file.cells[x][y] {
            0 => CellKind::Open,
            wall => CellKind::Wall([TextureId(wall - 1); 4]),
        };
        let (floor, ceiling) = if bare {
            (BARE_FLOORS[(x + y) % 2].0.into(), BARE_CEILING.0.into())
        } else {
            (3 * x + 5 * y, 7 * x + 2 * y + 4)
        };
        MapCell { kind, floor: lying(floor), ceiling: lying(ceiling), light: Light::FULL }
    };
    let cells = (0..file.map_width * file.map_height).map(cell).collect();
    let mut map = Map::new(file.map_width, file.map_height, cells).map_err(|error| error.to_string())?;
    if !bare {
        let last = file.map_height - 1;
        tile_light::lay(&mut map, |x, y| [(64 + (37 * x + 57 * (last - y)) % 192) as u8; 3]);
    }
    Ok(map)
}
