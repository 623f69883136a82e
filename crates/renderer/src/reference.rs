//! The reference pictures: two fixed scenes, byte for byte as somebody has looked at them.
//!
//! With `UPDATE_PICTURES=1` in the environment they are written anew, to be looked at and committed.

use crate::testing::{art, game, picture, put, wait};
use crate::{Hud, decode_png, encode_png};
use bevy::math::Vec2;
use engine::{Happening, Intent, Report, SHOT_TICKS};
use raycast::{Axis, Camera, Cell, CellKind, Frame, Map, Raycaster, Scene, Sprite, TextureId};
use std::path::Path;

/// Compares a picture with the one of this name in `tests/pictures`.
fn compare(name: &str, found: &Frame) {
    let reference = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/pictures").join(name);
    let file = encode_png(found).unwrap();
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::write(&reference, &file).unwrap();
    }
    let wanted = std::fs::read(&reference).map(|bytes| decode_png(&bytes).unwrap());
    let same = wanted.is_ok_and(|wanted| {
        (wanted.width(), wanted.height(), wanted.texels()) == (found.width(), found.height(), found.pixels())
    });
    if !same {
        let actual = std::env::temp_dir().join(name);
        std::fs::write(&actual, &file).unwrap();
        panic!("{} is another picture than {}; look at both", actual.display(), reference.display());
    }
}

/// A hall of three lights behind a door that is half open, with sprites near, far and in the doorway.
#[test]
fn a_half_open_door() {
    let art = art();
    let texture = |name: &str| art.texture(name).unwrap();
    let rows =
        ["###########", "#   #     #", "#         #", "#   +  #  #", "#   #     #", "#   #   > #", "###########"];
    let cell = |x: usize, character: char| Cell {
        kind: match character {
            '#' => CellKind::Wall { texture: texture("hull") },
            '>' => CellKind::Wall { texture: texture("switch") },
            '+' => CellKind::Door { panel: texture("door"), jamb: texture("jamb"), along: Axis::Y, open: 0.5 },
            _ => CellKind::Open,
        },
        floor: texture("plate"),
        ceiling: texture("panel"),
        light: if x < 4 { 110 } else { 255 - 20 * (x as u8 - 4) },
    };
    let cells = rows.iter().flat_map(|row| row.chars().enumerate().map(|(x, character)| cell(x, character)));
    let sprite = |x, y, name: &str, size, bright| Sprite {
        texture: art.sprite(name).unwrap_or(TextureId(u16::MAX)),
        x,
        y,
        width: size,
        height: size,
        bottom: 0.0,
        bright,
    };
    let scene = Scene {
        textures: art.textures(),
        map: Map::new(11, 7, cells.collect()).unwrap(),
        sprites: vec![
            sprite(2.9, 4.3, "shambler_stand", 1.0, false),
            sprite(5.5, 3.2, "shambler_stand", 0.9, false),
            sprite(4.5, 3.25, "clip", 0.5, true),
            sprite(8.5, 2.5, "shambler_stand", 1.0, false),
        ],
        camera: Camera { x: 1.4, y: 2.9, angle: 0.12, fov: 1.25 },
    };
    let mut frame = Frame::new(240, 136);
    Raycaster::new().draw(&scene, &mut frame);
    compare("half_open_door.png", &frame);
}

/// What a player sees who has just fired, with all of the HUD.
#[test]
fn the_hud() {
    let mut game = game(&["#########", "#@      #", "#    #  #", "#  z    #", "##+######", "#   h   #", "#########"]);
    put(&mut game, 1.5, 1.6, 0.5);
    wait(&mut game, 150, Intent::default());
    wait(&mut game, 4, Intent { fire: true, ..Intent::default() });
    compare("hud.png", &picture(&mut game, 320, 180));
}

/// A wall that was shot at, a moment after the last shot, and the floor on which somebody has died.
#[test]
fn marks_and_sparks() {
    let mut game = game(&["########", "#      #", "#      #", "#@     #", "#      #", "#      #", "########"]);
    game.world_mut().insert_resource(Hud { shown: false, fades: false });
    put(&mut game, 4.6, 3.5, -0.25);
    let mut happens = |what, x, y| {
        game.world_mut().write_message(Report { what, at: Vec2::new(x, y), towards: Vec2::X });
        game.tick(Intent::default());
    };
    happens(Happening::MonsterDies, 5.7, 2.6);
    happens(Happening::MonsterHurt, 6.2, 3.9);
    wait(&mut game, 260, Intent::default());
    for _ in 0..3 {
        wait(&mut game, SHOT_TICKS, Intent { fire: true, turn: 0.05 / SHOT_TICKS as f32, ..Intent::default() });
    }
    wait(&mut game, 11, Intent { fire: true, ..Intent::default() });
    compare("marks_and_sparks.png", &picture(&mut game, 320, 180));
}
