//! Renders a room with a red sprite and writes it as a PPM image: `cargo run -p raycast --example room > room.ppm`.

use raycast::{
    Camera, CellKind, Fog, Frame, Kernel, Light, Map, MapCell, Raycaster, Scene, Sprite, Texture, TextureId, Textures,
};
use std::{error::Error, io::Write, sync::Arc};

const SIDE: usize = 7;

fn main() -> Result<(), Box<dyn Error>> {
    // A texture is RGBA, row by row. These are a checkerboard of 2 by 2 texels, and one red texel.
    let mut textures = Textures::new();
    let (dark, pale) = ([70, 80, 90, 255], [150, 160, 170, 255]);
    let stone = textures.push(&Texture::new(2, 2, &[dark, pale, pale, dark].concat())?)?;
    let red = textures.push(&Texture::new(1, 1, &[220, 40, 40, 255])?)?;

    // A square room: walls along the border, floor and ceiling everywhere.
    let cells = (0..SIDE * SIDE).map(|index| {
        let is_inside = |place| (1..SIDE - 1).contains(&place);
        let is_open = is_inside(index % SIDE) && is_inside(index / SIDE);
        let kind = if is_open { CellKind::Open } else { CellKind::Wall([stone; 4]) };
        MapCell { kind, floor: stone, ceiling: stone, light: Light::FULL }
    });
    let scene = Scene {
        textures: Arc::new(textures),
        map: Map::new(SIDE, SIDE, cells.collect())?,
        sprites: vec![Sprite { width: 0.4, height: 0.8, ..Sprite::new(4.5, 3.5, red) }],
        camera: Camera::new(1.5, 2.5, 0.3, 1.3),
        fog: Fog::default(),
        sky: TextureId::MISSING,
        sky_turn: 0.0,
        far_levels: false,
    };

    let mut frame = Frame::new(640, 360);
    Raycaster::with(Kernel::Auto, 2).draw(&scene, &mut frame);

    let pixels = frame.pixels().iter().flat_map(|pixel| pixel.to_ne_bytes().into_iter().take(3));
    let mut image = format!("P6 {} {} 255\n", frame.width(), frame.height()).into_bytes();
    image.extend(pixels);
    Ok(std::io::stdout().write_all(&image)?)
}
